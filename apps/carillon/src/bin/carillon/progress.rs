//! The progress bar of long work.

use crate::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error up to `end`, which is not drawn where that is no terminal, or nothing is to be said; `whole`
/// says of what it shows a part.
pub fn bar(end: u64, whole: &str) -> ProgressBar {
    let target = if output::is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(end), target);
    let template = format!("{{bar:40}} {{percent:>3}} % of the {whole}, {{eta}} to go");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}
