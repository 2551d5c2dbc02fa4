//! What the bus carried, and what the chip did meanwhile, clock by clock.

use serde::Serialize;

/// Transfers that are kept for one line of what happened; the driver makes more where it searches all slots.
const MOST_TRANSFERS: usize = 24;

/// One transfer of the driver's on the bus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Transfer {
    /// The clocks at which it began and had ended; both 0 on a board.
    pub(super) begin: u64,
    pub(super) end: u64,
    pub(super) write: bool,
    /// Of the register, in bytes.
    pub(super) offset: u32,
    /// What was written or read; `None` where the chip refused.
    pub(super) value: Option<u32>,
}

/// The transfers of one line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Transfers {
    transfers: Vec<Transfer>,
    /// Those that were not kept.
    more: u32,
}

impl Transfers {
    pub(super) fn add(&mut self, transfer: Transfer) {
        if self.transfers.len() < MOST_TRANSFERS {
            self.transfers.push(transfer);
        } else {
            self.more += 1;
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.transfers.is_empty()
    }
}

/// The chip at one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Sample {
    pub(super) clock: u64,
    pub(super) irq: bool,
    pub(super) now: u64,
    pub(super) cursor: u64,
    /// Events in the FIFO.
    pub(super) level: usize,
}

/// What happened from one clock to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Recording {
    begin: u64,
    end: u64,
    /// The clocks at which something changed, the first clock before them. What changes during a transfer is noted at
    /// its end.
    samples: Vec<Sample>,
    transfers: Vec<Transfer>,
}

impl Recording {
    pub(super) fn sample(&mut self, sample: Sample) {
        self.end = sample.clock;
        let Some(last) = self.samples.last() else {
            self.begin = sample.clock;
            self.samples.push(sample);
            return;
        };
        let clock = last.clock;
        if *last != (Sample { clock, ..sample }) {
            self.samples.push(sample);
        }
    }

    pub(super) fn transfer(&mut self, transfer: Transfer) {
        self.transfers.push(transfer);
    }
}
