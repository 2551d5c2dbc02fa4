//! The files of the page, which are part of the program.

/// What is at `path`: its type and its text.
pub(super) fn page(path: &str) -> Option<(&'static str, &'static str)> {
    const SCRIPT: &str = "text/javascript; charset=utf-8";
    Some(match path {
        "/" | "/index.html" => ("text/html; charset=utf-8", include_str!("../../../lab/page/index.html")),
        "/style.css" => ("text/css; charset=utf-8", include_str!("../../../lab/page/style.css")),
        "/main.js" => (SCRIPT, include_str!("../../../lab/page/main.js")),
        "/link.js" => (SCRIPT, include_str!("../../../lab/page/link.js")),
        "/frame.js" => (SCRIPT, include_str!("../../../lab/page/frame.js")),
        "/bus.js" => (SCRIPT, include_str!("../../../lab/page/bus.js")),
        "/diagram.js" => (SCRIPT, include_str!("../../../lab/page/diagram.js")),
        "/drum.js" => (SCRIPT, include_str!("../../../lab/page/drum.js")),
        "/panels.js" => (SCRIPT, include_str!("../../../lab/page/panels.js")),
        "/lists.js" => (SCRIPT, include_str!("../../../lab/page/lists.js")),
        "/registers.js" => (SCRIPT, include_str!("../../../lab/page/registers.js")),
        "/controls.js" => (SCRIPT, include_str!("../../../lab/page/controls.js")),
        "/terms.js" => (SCRIPT, include_str!("../../../lab/page/terms.js")),
        "/timers.js" => (SCRIPT, include_str!("../../../lab/page/timers.js")),
        "/share.js" => (SCRIPT, include_str!("../../../lab/page/share.js")),
        "/slot.js" => (SCRIPT, include_str!("../../../lab/page/slot.js")),
        "/until.js" => (SCRIPT, include_str!("../../../lab/page/until.js")),
        "/words.js" => (SCRIPT, include_str!("../../../lab/page/words.js")),
        "/scenes.js" => (SCRIPT, include_str!("../../../lab/page/scenes.js")),
        "/icon.svg" => ("image/svg+xml", include_str!("../../../lab/page/icon.svg")),
        _ => return None,
    })
}
