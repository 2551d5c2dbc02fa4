//! A free-running counter of so many bits with a compare register that matches at equality, which a test moves.

use std::cell::Cell;

use carillon_driver::device::{CounterClock, CounterHardware};

use super::fake_clock::NANOSECONDS;
use super::fake_device::FakeDevice;

/// The counter.
#[derive(Debug, Default)]
pub struct FakeCounter<const BITS: u32> {
    /// Counts since it was started, in all bits.
    total: Cell<u64>,
    compare: Cell<u64>,
    pending: Cell<bool>,
    counts_an_access: u64,
}

impl<const BITS: u32> FakeCounter<BITS> {
    const MASK: u64 = u64::MAX >> (64 - BITS);

    /// One that has counted so far.
    pub fn clock(now: u64) -> CounterClock<Self> {
        CounterClock::new(Self::slow_at(now, 0), NANOSECONDS)
    }

    /// One that has counted so far, and counts on by so much at each access.
    pub fn slow_at(now: u64, counts_an_access: u64) -> Self {
        let counter = Self { counts_an_access, ..Self::default() };
        counter.total.set(now);
        counter
    }

    /// Counts, and matches on the way.
    pub fn count_on(&self, counts: u64) {
        let before = self.total.get();
        let ahead = self.compare.get().wrapping_sub(before) & Self::MASK;
        // At the present value it has matched before, if it has.
        self.pending.set(self.pending.get() || (1..=counts).contains(&ahead));
        self.total.set(before + counts);
    }

    /// Counts since it was started.
    pub fn total(&self) -> u64 {
        self.total.get()
    }

    /// Whether the interrupt is pending.
    pub fn pending(&self) -> bool {
        self.pending.get()
    }
}

impl<const BITS: u32> CounterHardware for FakeCounter<BITS> {
    const BITS: u32 = BITS;

    /// With bits above that are not the counter's.
    fn count(&self) -> u64 {
        self.count_on(self.counts_an_access);
        self.total.get() & Self::MASK | !Self::MASK
    }

    fn set_compare(&mut self, count: u64) {
        assert_eq!(count & !Self::MASK, 0, "above the counter's bits");
        self.count_on(self.counts_an_access);
        self.pending.set(false);
        self.compare.set(count);
    }

    fn pend(&mut self) {
        self.pending.set(true);
    }
}

impl<const BITS: u32> FakeDevice for CounterClock<FakeCounter<BITS>> {
    fn ticks(&self) -> u64 {
        self.hardware().total()
    }

    fn pass(&mut self, ticks: u64) {
        self.hardware().count_on(ticks);
    }

    fn slow(&mut self, ticks: u64) {
        self.hardware_mut().counts_an_access = ticks;
    }

    fn rings(&self) -> bool {
        self.hardware().pending()
    }

    fn reset(&mut self) -> bool {
        self.hardware().compare.set(0);
        self.hardware().pending.set(false);
        false
    }
}
