//! The last things that happened, for the page to tell.

use std::collections::VecDeque;

use serde::Serialize;

/// Lines that are kept.
const KEPT: usize = 12;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(super) enum Happened {
    /// A timer was started.
    Started { id: u32, interval: u64 },
    /// A timer was stopped.
    Stopped { id: u32 },
    /// A timer was handed out at `tick`.
    Expired { id: u32, due: u64 },
    /// The host has done what it was told, or could not.
    Said { text: String },
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Line {
    /// Counted through from the beginning.
    number: u64,
    /// The tick, as the host knew it.
    tick: u64,
    #[serde(flatten)]
    happened: Happened,
}

/// The last lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    lines: VecDeque<Line>,
    count: u64,
}

impl Journal {
    pub(super) fn add(&mut self, tick: u64, happened: Happened) {
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        self.count += 1;
        let number = self.count;
        self.lines.push_back(Line {
            number,
            tick,
            happened,
        });
    }

    /// The oldest first.
    pub(super) fn lines(&self) -> Vec<Line> {
        self.lines.iter().cloned().collect()
    }
}
