//! The progress bar of long work.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error up to `end`, which is not drawn where that is no terminal; `whole` says of what it shows a part.
pub fn bar(end: u64, whole: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(end), ProgressDrawTarget::stderr());
    let template = format!("{{bar:40}} {{percent:>3}} % of the {whole}, {{eta}} to go");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}
