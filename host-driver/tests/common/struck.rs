//! A fake chip whose bus goes wrong at one transfer, or from one transfer on.

use carillon_driver::bus::RegisterBus;

use super::fake_chip::FakeChip;
use super::fake_timer_chip::FakeTimerChip;
use super::scripted_bus::BusFault;

/// A chip that a test moves.
pub trait Fake: RegisterBus<Error = BusFault> {
    /// Lets time pass.
    fn pass(&mut self, ticks: u64);

    /// Ticks that have passed for the world, which no reset stops.
    fn world(&self) -> u64;

    /// What the reset pin does.
    fn reset(&mut self);

    /// Whether it was started since the last reset.
    fn is_running(&mut self) -> bool;
}

impl Fake for FakeChip {
    fn pass(&mut self, ticks: u64) {
        FakeChip::pass(self, ticks);
    }

    fn world(&self) -> u64 {
        self.oscillator.load(std::sync::atomic::Ordering::Relaxed)
    }

    fn reset(&mut self) {
        FakeChip::reset(self);
    }

    fn is_running(&mut self) -> bool {
        use carillon_regmap::counter_chip::{field, offset};
        field::status::RUNNING.is_set(self.read(offset::STATUS).unwrap())
    }
}

impl Fake for FakeTimerChip {
    fn pass(&mut self, ticks: u64) {
        FakeTimerChip::pass(self, ticks);
    }

    fn world(&self) -> u64 {
        self.world
    }

    fn reset(&mut self) {
        FakeTimerChip::reset(self);
    }

    fn is_running(&mut self) -> bool {
        self.is_enabled()
    }
}

/// A word that is not the register's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Garbage {
    Ones,
    Zeros,
    /// The register's word with this bit flipped.
    Flipped(u32),
    /// Any word, drawn from this.
    Random(u64),
}

impl Garbage {
    fn of(&mut self, word: u32) -> u32 {
        match self {
            Self::Ones => u32::MAX,
            Self::Zeros => 0,
            Self::Flipped(bit) => word ^ 1 << *bit,
            Self::Random(state) => {
                *state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (*state >> 32) as u32
            }
        }
    }
}

/// What happens at a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strike {
    /// The chip is reset before it.
    Reset,
    /// The chip never sees it, and the bus says so.
    Lost,
    /// The chip sees it, but the bus says that it failed.
    AnswerLost,
    /// If it is a read, it gives another word.
    Garbage(Garbage),
    /// The chip is gone from here on: no write arrives, and every read gives another word.
    Gone(Garbage),
}

/// The chip and its bus.
#[derive(Debug)]
pub struct Struck<C> {
    pub chip: C,
    /// Transfers so far.
    pub transfers: u64,
    /// What happens, and at which transfer.
    pub strike: Option<(u64, Strike)>,
    /// It has happened.
    pub happened: bool,
    /// Every write arrives twice.
    pub twice: bool,
    /// The driver starts the chip again: of interest is only what comes after.
    gone: Option<Garbage>,
}

impl<C> Struck<C> {
    pub fn new(chip: C) -> Self {
        Self {
            chip,
            transfers: 0,
            strike: None,
            happened: false,
            twice: false,
            gone: None,
        }
    }
}

impl<C: Fake> Struck<C> {
    /// What happens at this transfer.
    fn next(&mut self) -> Option<Strike> {
        let at = self.transfers;
        self.transfers += 1;
        let strike = self.strike.filter(|&(when, _)| when == at)?.1;
        self.happened = true;
        match strike {
            Strike::Reset => self.chip.reset(),
            Strike::Gone(garbage) => self.gone = Some(garbage),
            _ => {}
        }
        Some(strike)
    }
}

impl<C: Fake> RegisterBus for Struck<C> {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        let strike = self.next();
        let word = self.chip.read(offset);
        if let Some(garbage) = &mut self.gone {
            return Ok(garbage.of(word.unwrap_or(0)));
        }
        match strike {
            Some(Strike::Lost | Strike::AnswerLost) => Err(BusFault),
            Some(Strike::Garbage(mut garbage)) => Ok(garbage.of(word?)),
            _ => word,
        }
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusFault> {
        let strike = self.next();
        if self.gone.is_some() {
            return Ok(());
        }
        if strike == Some(Strike::Lost) {
            return Err(BusFault);
        }
        let done = self.chip.write(offset, value);
        if self.twice {
            let _ = self.chip.write(offset, value);
        }
        match strike {
            Some(Strike::AnswerLost) => Err(BusFault),
            _ => done,
        }
    }
}
