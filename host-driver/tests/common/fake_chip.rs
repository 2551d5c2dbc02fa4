//! The counter chip by the tick as a device: a bus that fails when told to, in a world whose time no reset stops.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use carillon_driver::bus::RegisterBus;
use carillon_spec::counter_chip::ChipByTick;

use super::bus_fault::BusFault;

/// What happens to a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It succeeds.
    Succeeds,
    /// The chip never sees it.
    Lost,
    /// The chip sees it, but the bus says that it failed.
    AnswerLost,
}

/// The chip and its bus.
#[derive(Debug)]
pub struct FakeChip {
    /// Ticks that pass before each transfer.
    pub ticks_a_transfer: u64,
    /// What happens to the next transfers; those beyond succeed.
    pub fates: VecDeque<Fate>,
    /// Transfers so far, those that failed included.
    pub transfers: u64,
    /// Ticks that have passed for the world around it, which no reset and no pause stops.
    pub oscillator: Arc<AtomicU64>,
    chip: ChipByTick,
}

impl FakeChip {
    /// A chip that reads `params` in `PARAMS`, with room for `depth` events.
    pub fn new(params: u32, depth: usize) -> Self {
        let chip = ChipByTick::new(params, depth);
        Self { ticks_a_transfer: 0, fates: VecDeque::new(), transfers: 0, oscillator: Arc::default(), chip }
    }

    /// What the reset pin does.
    pub fn reset(&mut self) {
        self.chip.reset();
    }

    /// Lets time pass.
    pub fn pass(&mut self, ticks: u64) {
        self.oscillator.fetch_add(ticks, Ordering::Relaxed);
        self.chip.pass(ticks);
    }

    /// Lets a transfer happen, or not.
    fn transfer<T, E>(&mut self, transfer: impl FnOnce(&mut ChipByTick) -> Result<T, E>) -> Result<T, BusFault> {
        self.pass(self.ticks_a_transfer);
        self.transfers += 1;
        let done = || transfer(&mut self.chip).map_err(|_| BusFault);
        match self.fates.pop_front().unwrap_or(Fate::Succeeds) {
            Fate::Succeeds => done(),
            Fate::Lost => Err(BusFault),
            Fate::AnswerLost => done().and(Err(BusFault)),
        }
    }
}

impl Deref for FakeChip {
    type Target = ChipByTick;

    fn deref(&self) -> &ChipByTick {
        &self.chip
    }
}

impl RegisterBus for FakeChip {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        self.transfer(|chip| chip.read(offset))
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusFault> {
        self.transfer(|chip| chip.write(offset, value))
    }
}
