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

/// What the host does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Doing {
    /// Something else.
    Idle,
    /// It takes no interrupts.
    Asleep,
    /// Its interrupt routine.
    Serves,
    /// `START_TIMER` of this number.
    Starts(u32),
    /// `STOP_TIMER` of this number.
    Stops(u32),
}

/// Where something that was looked for was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Met {
    pub(super) clock: u64,
    /// The transfer that it was, or by which it came.
    pub(super) transfer: Option<Transfer>,
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
    /// The busy bit of the slot that is looked into.
    pub(super) busy: Option<bool>,
    pub(super) host: Doing,
}

/// What happened from one clock to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Recording {
    begin: u64,
    end: u64,
    /// The clocks at which something changed, the first clock before them.
    samples: Vec<Sample>,
    transfers: Vec<Transfer>,
    /// The word and the bit in it of the slot that is looked into.
    #[serde(skip)]
    slot: Option<(usize, u32)>,
}

impl Recording {
    pub(super) fn of(slot: Option<(usize, u32)>) -> Self {
        Self { slot, ..Self::default() }
    }

    /// The bit of the slot that is looked into.
    pub(super) fn busy(&self, words: &[u16]) -> Option<bool> {
        let (word, bit) = self.slot?;
        words.get(word).map(|word| word >> bit & 1 != 0)
    }

    pub(super) fn sample(&mut self, sample: Sample) {
        self.end = sample.clock;
        let Some(last) = self.samples.last_mut() else {
            self.begin = sample.clock;
            self.samples.push(sample);
            return;
        };
        let clock = last.clock;
        if clock == sample.clock {
            *last = sample;
        } else if *last != (Sample { clock, ..sample }) {
            self.samples.push(sample);
        }
    }

    pub(super) fn transfer(&mut self, transfer: Transfer) {
        self.transfers.push(transfer);
    }
}
