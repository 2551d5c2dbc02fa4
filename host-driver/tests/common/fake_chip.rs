//! The whole chip in plain Rust, without clocks: a tick is the smallest step, and what takes the chip some clocks takes
//! none here. Every register and every feature is there, so that the driver can run against it. Its bus fails when told
//! to.

mod drum;
mod registers;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use carillon_driver::bus::RegisterBus;

pub use drum::Drum;
use registers::Registers;

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
    params: u32,
    depth: usize,
    registers: Registers,
    drum: Drum,
}

impl FakeChip {
    /// A chip that reads `params` in `PARAMS`. Its FIFO may hold fewer events (`depth`) than it says there: that only
    /// makes it full sooner.
    pub fn new(params: u32, depth: usize) -> Self {
        Self {
            ticks_a_transfer: 0,
            fates: VecDeque::new(),
            transfers: 0,
            oscillator: Arc::default(),
            params,
            depth,
            registers: Registers::new(params),
            drum: Drum::new(depth),
        }
    }

    /// What the reset pin does.
    pub fn reset(&mut self) {
        self.registers = Registers::new(self.params);
        self.drum = Drum::new(self.depth);
    }

    /// Ticks since the chip was started.
    pub fn now(&self) -> u64 {
        self.registers.now
    }

    /// What `CURSOR` reads.
    pub fn cursor(&self) -> u64 {
        self.drum.cursor()
    }

    /// The wheels, their bits, and the FIFO.
    pub fn drum(&self) -> &Drum {
        &self.drum
    }

    /// Lets time pass.
    pub fn pass(&mut self, ticks: u64) {
        self.oscillator.fetch_add(ticks, Ordering::Relaxed);
        self.registers.pass(ticks);
        self.settle();
    }

    /// The interrupt line.
    pub fn irq(&self) -> bool {
        self.registers.irq(&self.drum)
    }

    /// Everything that follows from the last step without time passing.
    fn settle(&mut self) {
        self.drum.chase(self.registers.now);
        self.registers.ring();
    }

    fn write_now(&mut self, byte: u32, value: u32) -> Result<(), BusFault> {
        if self.registers.write(byte, value, &mut self.drum)? {
            self.reset();
        }
        self.settle();
        Ok(())
    }

    /// Lets a transfer happen, or not.
    fn transfer<T>(&mut self, transfer: impl FnOnce(&mut Self) -> Result<T, BusFault>) -> Result<T, BusFault> {
        self.pass(self.ticks_a_transfer);
        self.transfers += 1;
        match self.fates.pop_front().unwrap_or(Fate::Succeeds) {
            Fate::Succeeds => transfer(self),
            Fate::Lost => Err(BusFault),
            Fate::AnswerLost => transfer(self).and(Err(BusFault)),
        }
    }
}

impl RegisterBus for FakeChip {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        self.transfer(|chip| chip.registers.read(offset, &chip.drum))
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusFault> {
        self.transfer(|chip| chip.write_now(offset, value))
    }
}
