//! The page's style sheet: the browser's own colours, light or dark, from 400 px on.

pub(super) const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem;background:Canvas;color:CanvasText;\
overflow-wrap:anywhere}\
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}\
dl{display:grid;grid-template-columns:11rem 1fr;margin:0}dt,dd{margin:0;padding:.35rem 0;border-top:1px solid #8884}\
dt{opacity:.8}dd small,figcaption{display:block;font-size:.85rem;opacity:.8}\
.verdict{padding:.6rem 1rem;border-left:.4rem solid #2e9a68;background:#2e9a6822}\
.warned{border-color:#d09a2a;background:#d09a2a22}.bad{border-color:#d0453a;background:#d0453a22}\
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,25rem),1fr));gap:1.5rem}\
figure{margin:0}svg{width:100%;height:auto}svg text{fill:CanvasText}svg rect[fill=\"#FFFFFF\"]{fill:Canvas}\
.bar{display:grid;grid-template-columns:7.5rem 1fr;align-items:center;margin:.3rem 0}\
.bar div{display:flex;align-items:center;gap:.4rem;white-space:nowrap}.bar i{height:1.4rem;min-width:2px}\
.scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
th,td{padding:.15rem .6rem;text-align:right;border-bottom:1px solid #8884;overflow-wrap:normal}\
th:first-child,td:first-child{text-align:left;padding-left:0}\
@media(max-width:36rem){dl{grid-template-columns:1fr}dd{border:0;padding-top:0}dt{font-weight:600}}";
