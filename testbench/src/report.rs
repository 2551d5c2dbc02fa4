//! Reports of a replay: as text, as one JSON object, and as an HTML page with plots.

mod html;
mod plots;
mod series;
mod summary;
mod text;

pub use html::html;
pub use summary::{
    ByKind, CableSummary, CaptureSummary, ChipSummary, HostSummary, PaperSummary, Summary,
    TimerSummary,
};
pub use text::text;
