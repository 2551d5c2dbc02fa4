//! What holds the interrupt of an event back.

use carillon_regmap::counter_chip::field::intr_coalesce;

/// What waits in the FIFO.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub valid: bool,
    pub level: usize,
    pub full: bool,
}

/// Coalescing: what is compared in one clock counts in the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Coalescing {
    /// `INTR_COALESCE`.
    pub word: u32,
    /// The setting delays the interrupt.
    holds_back: bool,
    /// `count` events have come.
    enough: bool,
    /// The oldest has waited long enough.
    old: bool,
    /// Ticks for which some event has waited.
    waited: u32,
    /// The wait is over until the FIFO is empty.
    open: bool,
}

impl Coalescing {
    /// Whether the host is told of the events, if there is a `valid` one.
    pub fn announces(&self, valid: bool) -> bool {
        valid && (!self.holds_back || self.open)
    }

    /// The clock's edge: what waits, and whether a tick passes.
    pub fn finish(&mut self, waiting: &Waiting, tick: bool) {
        let count = intr_coalesce::COUNT.get(self.word);
        let age = intr_coalesce::AGE.get(self.word);
        self.open = waiting.valid && (self.open || !self.holds_back || self.enough || self.old || waiting.full);
        self.old = waiting.valid && self.waited >= age;
        self.enough = waiting.level >= count as usize;
        self.holds_back = count >= 2 && age > 0;
        self.waited = if waiting.valid { (self.waited + u32::from(tick)).min(intr_coalesce::AGE.max()) } else { 0 };
    }
}
