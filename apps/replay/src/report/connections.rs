//! The timers of each connection.

use core::fmt::Write;
use std::net::SocketAddr;

use crate::tcp::Kind;
use crate::{End, Schedule};

/// What became of the timers of one kind.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub started: u64,
    pub stopped: u64,
    pub expired: u64,
}

impl Counts {
    fn add(&mut self, end: End) {
        self.started += 1;
        self.stopped += u64::from(matches!(end, End::Stopped(_)));
        self.expired += u64::from(end == End::Expired);
    }
}

/// One connection.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// The one that sent the first segment seen.
    pub first: SocketAddr,
    /// The other one.
    pub second: SocketAddr,
    /// Its timers by kind, in the order of [`Kind::ALL`].
    pub kinds: [Counts; 4],
}

impl Row {
    /// All its timers.
    pub fn all(&self) -> Counts {
        let sum = |of: fn(&Counts) -> u64| self.kinds.iter().map(of).sum();
        Counts {
            started: sum(|counts| counts.started),
            stopped: sum(|counts| counts.stopped),
            expired: sum(|counts| counts.expired),
        }
    }
}

/// The connections in the order of their first segments.
pub(super) fn connections(schedule: &Schedule) -> Vec<Row> {
    let mut rows: Vec<Row> =
        schedule.connections.iter().map(|&(first, second)| Row { first, second, kinds: Default::default() }).collect();
    for timer in schedule.timers() {
        rows[timer.owner.connection as usize].kinds[timer.owner.kind.index()].add(timer.end);
    }
    rows
}

/// The connections as comma-separated values, with a line of names first.
pub fn csv(schedule: &Schedule) -> String {
    let mut text = "connection,first,second".to_owned();
    for kind in Kind::ALL {
        let name = kind.name().replace([' ', '-'], "_");
        // Writing to a text cannot fail.
        let _ = write!(text, ",{name}_started,{name}_stopped,{name}_expired");
    }
    for (number, row) in connections(schedule).iter().enumerate() {
        let _ = write!(text, "\n{number},{},{}", row.first, row.second);
        for counts in row.kinds {
            let _ = write!(text, ",{},{},{}", counts.started, counts.stopped, counts.expired);
        }
    }
    text.push('\n');
    text
}
