//! A fake chip whose bus goes wrong at one transfer, or from one transfer on.

use carillon_driver::bus::RegisterBus;
use carillon_regmap::Register;

use super::bus_fault::BusFault;
use super::fake_chip::FakeChip;
use super::fake_timer_chip::FakeTimerChip;

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

    /// Its registers.
    fn registers() -> &'static [Register];
}

/// Whether no chip answers so: a reserved bit is set, or all bits of a time, or none.
fn is_impossible<C: Fake>(offset: u32, word: u32) -> bool {
    let mut registers = C::registers().iter();
    registers.find(|register| register.offset == offset).is_some_and(|register| {
        let fields = register.fields.iter();
        let defined = fields.fold(0, |bits, field| bits | field.mask());
        word & !defined != 0 || [0, u32::MAX].contains(&word)
    })
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

    fn registers() -> &'static [Register] {
        carillon_regmap::counter_chip::REGISTERS
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

    fn registers() -> &'static [Register] {
        carillon_regmap::timer_chip::REGISTERS
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
                *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
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
    /// Of this many writes from now on, every one arrives twice.
    pub twice: u64,
    /// Some word was read that a chip can have answered, and that it has not.
    pub deceived: bool,
    /// The driver starts the chip again: of interest is only what comes after.
    gone: Option<Garbage>,
}

impl<C> Struck<C> {
    pub fn new(chip: C) -> Self {
        Self { chip, transfers: 0, strike: None, happened: false, twice: 0, deceived: false, gone: None }
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
        let lie = match strike {
            Some(Strike::Lost | Strike::AnswerLost) => return Err(BusFault),
            Some(Strike::Garbage(mut garbage)) => garbage.of(word?),
            _ => match &mut self.gone {
                Some(garbage) => garbage.of(word.unwrap_or(0)),
                None => return word,
            },
        };
        self.deceived |= word != Ok(lie) && !is_impossible::<C>(offset, lie);
        Ok(lie)
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
        if let Some(left) = self.twice.checked_sub(1) {
            self.twice = left;
            let _ = self.chip.write(offset, value);
        }
        match strike {
            Some(Strike::AnswerLost) => Err(BusFault),
            _ => done,
        }
    }
}
