//! The verdict on a replay.

use schemars::JsonSchema;
use serde::Serialize;

/// What came of a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every timer was reported once, at its exact tick.
    Exact,
    /// The same, but the capture is not what was on the wire.
    ExactWithWarnings,
    /// A timer was wrong or lost.
    Wrong,
}

impl Verdict {
    /// The verdict as a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Exact => "Every timer was reported once, at its exact tick; none was lost.",
            Self::ExactWithWarnings => {
                "Every timer was reported once, at its exact tick; but the replay is not what happened on the wire."
            }
            Self::Wrong => "The chip or its driver is WRONG: see the differences.",
        }
    }
}
