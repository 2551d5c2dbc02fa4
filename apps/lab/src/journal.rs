//! The last things that happened, for the page to tell.

use std::collections::VecDeque;

use serde::Serialize;

use super::record::Transfers;

/// Lines that are kept.
const KEPT: usize = 16;

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
    /// The interrupt routine has served the chip, after the last timer that it handed out or without one.
    Served { visits: Vec<Visit> },
    /// The host has done what it was told, or could not.
    Said { text: String },
}

/// An event that the host has served, and what it did with the timers in its slot that have not expired.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Visit {
    pub(super) wheel: u32,
    pub(super) slot: u32,
    /// The slot was armed after its visit.
    pub(super) late: bool,
    /// Those that it left there, each with the laps before the one in which it is due.
    pub(super) stays: Vec<[u64; 2]>,
    /// Those that it moved: number, wheel and slot.
    pub(super) moves: Vec<[u32; 3]>,
}

impl Visit {
    /// Whether nothing but expiries came of it.
    const fn is_plain(&self) -> bool {
        !self.late && self.stays.is_empty() && self.moves.is_empty()
    }
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Line {
    /// Counted through from the beginning.
    number: u64,
    /// The tick, as the host knew it.
    tick: u64,
    /// The clock at which it was over.
    clock: u64,
    #[serde(flatten)]
    happened: Happened,
    /// What the driver transferred for it.
    #[serde(flatten)]
    transferred: Transfers,
}

/// The last lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    lines: VecDeque<Line>,
    count: u64,
    /// All lines from some clock on.
    recorded: Option<Vec<Line>>,
}

impl Journal {
    /// At this tick and clock. An interrupt is told only where something was transferred after the last line, or a
    /// timer was left or moved, or was armed late.
    pub(super) fn add(&mut self, (tick, clock): (u64, u64), happened: Happened, transferred: Transfers) {
        if let Happened::Served { visits } = &happened
            && visits.iter().all(Visit::is_plain)
            && transferred.is_empty()
        {
            return;
        }
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        self.count += 1;
        let number = self.count;
        let line = Line { number, tick, clock, happened, transferred };
        if let Some(recorded) = &mut self.recorded {
            recorded.push(line.clone());
        }
        self.lines.push_back(line);
    }

    /// The oldest first.
    pub(super) fn lines(&self) -> Vec<Line> {
        self.lines.iter().cloned().collect()
    }

    /// Keeps all lines from now on.
    pub(super) fn record(&mut self) {
        self.recorded = Some(Vec::new());
    }

    /// Those that were kept.
    pub(super) fn recorded(&mut self) -> Vec<Line> {
        self.recorded.take().unwrap_or_default()
    }
}
