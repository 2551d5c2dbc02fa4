//! Reports of a replay: as text, as one JSON object, as an HTML page with plots, and as a table of its connections.

mod cable;
mod connections;
mod html;
mod plots;
mod ran;
mod rows;
mod series;
mod style;
mod summary;
mod text;
mod verdict;
mod words;

pub use cable::CableSummary;
pub use connections::csv;
pub use html::html;
pub use ran::Ran;
pub use summary::{
    BaselineSummary, ByKind, CaptureSummary, ChipSummary, HostSummary, IdleSummary, PaperSummary, SkippedSummary,
    Summary, TcpSummary, TimerSummary, schema,
};
pub use text::text;
pub use verdict::Verdict;
