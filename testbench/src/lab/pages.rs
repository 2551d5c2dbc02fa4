//! The files of the page, which are part of the program.

/// What is at `path`: its type and its text.
pub(super) fn page(path: &str) -> Option<(&'static str, &'static str)> {
    const SCRIPT: &str = "text/javascript; charset=utf-8";
    Some(match path {
        "/" | "/index.html" => (
            "text/html; charset=utf-8",
            include_str!("../../lab/index.html"),
        ),
        "/style.css" => (
            "text/css; charset=utf-8",
            include_str!("../../lab/style.css"),
        ),
        "/main.js" => (SCRIPT, include_str!("../../lab/main.js")),
        "/link.js" => (SCRIPT, include_str!("../../lab/link.js")),
        "/drum.js" => (SCRIPT, include_str!("../../lab/drum.js")),
        "/panels.js" => (SCRIPT, include_str!("../../lab/panels.js")),
        "/registers.js" => (SCRIPT, include_str!("../../lab/registers.js")),
        "/controls.js" => (SCRIPT, include_str!("../../lab/controls.js")),
        "/terms.js" => (SCRIPT, include_str!("../../lab/terms.js")),
        "/words.js" => (SCRIPT, include_str!("../../lab/words.js")),
        "/scenes.js" => (SCRIPT, include_str!("../../lab/scenes.js")),
        "/icon.svg" => ("image/svg+xml", include_str!("../../lab/icon.svg")),
        _ => return None,
    })
}
