//! Starting the timer chip.

use carillon_regmap::timer_chip::field::{ctrl, status};
use carillon_regmap::timer_chip::{MAX_WIDE_TIMERS, MIN_WHEEL_BITS, offset};

use super::TimerErrors;
use super::{Result, TimerChip, TimerChipError};
use crate::bus::RegisterBus;
use crate::chip::{Interrupts, MAX_PRESCALE};

/// Timers and slots together at most, where records are not wide: what a link can name.
const MAX_RECORDS: u32 = 1 << 16;

/// Reads of `STATUS` for each record until the chip is said not to initialise them. A sweep takes two or three
/// transfers of the memory a record.
const POLLS_A_RECORD: u32 = 64;

/// The interrupts that the timer chip has.
const INTERRUPTS: Interrupts = Interrupts::EVENT.union(Interrupts::ERROR).union(Interrupts::HALF_PERIOD);

/// How a chip is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimerConfiguration {
    /// Clocks per tick, 1 to [`MAX_PRESCALE`].
    pub prescale: u32,
    /// How many timers there are, from 1 on. They are called 0 to `timers` - 1.
    pub timers: u32,
    /// Slots of a wheel, as a power of two: with one wheel 4 to those of the build, with several just those
    /// ([`TimerParameters::wheel_bits`](super::TimerParameters::wheel_bits)).
    pub wheel_bits: u32,
    /// Word address of the records in the chip's memory: a multiple of their words, rounded up to a power of two.
    /// Ignored if the memory is inside the chip.
    pub memory_base: u32,
}

impl<B: RegisterBus> TimerChip<B> {
    /// Resets the chip, has it initialise its records, enables all interrupts and starts time at tick 0. No timer runs
    /// then. Seven writes, three reads, and more until the chip is ready: it takes two transfers of its memory, or
    /// three, for each timer and each slot. May be repeated.
    ///
    /// # Errors
    /// [`TimerChipError::PrescaleOutOfRange`], [`TimerChipError::TimersOutOfRange`],
    /// [`TimerChipError::MisalignedRecords`]: the chip was not accessed. [`TimerChipError::Refused`],
    /// [`TimerChipError::NotReady`], [`TimerChipError::Bus`]; [`TimerChipError::NotRunning`] if it was reset meanwhile.
    pub fn initialise(&mut self, configuration: &TimerConfiguration) -> Result<(), B> {
        let records = self.check(configuration)?;
        self.timers = 0;
        self.write(offset::CTRL, ctrl::RESET.mask())?;
        self.write(offset::TIMERS, configuration.timers)?;
        self.write(offset::WHEEL_BITS, configuration.wheel_bits)?;
        self.write(offset::MEMORY_BASE, configuration.memory_base)?;
        self.write(offset::PRESCALE, configuration.prescale)?;
        self.write(offset::CTRL, ctrl::INITIALISE.mask())?;
        self.wait_until_ready(records.saturating_mul(POLLS_A_RECORD))?;
        // The memory may have failed and recovered meanwhile: that is no error here.
        let errors = self.take_errors()?;
        if errors.word() & !TimerErrors::MEMORY.word() != 0 {
            return Err(TimerChipError::Refused { errors });
        }
        self.write(offset::INTR_ENABLE, INTERRUPTS.word())?;
        self.write(offset::CTRL, ctrl::ENABLE.mask())?;
        // A reset before the records were initialised has left no number of timers, which is refused.
        if !self.is_ready()? {
            return Err(TimerChipError::NotRunning);
        }
        self.timers = configuration.timers;
        Ok(())
    }

    /// The records that the configuration takes, if the chip can have it: one for each timer and each slot.
    fn check(&self, configuration: &TimerConfiguration) -> Result<u32, B> {
        let &TimerConfiguration { prescale, timers, wheel_bits, memory_base } = configuration;
        if !(1..=MAX_PRESCALE).contains(&prescale) {
            return Err(TimerChipError::PrescaleOutOfRange { clocks: prescale });
        }
        let most_bits = self.parameters.wheel_bits();
        let sizes = match self.parameters.wheels {
            1 => MIN_WHEEL_BITS..=most_bits,
            _ => most_bits..=most_bits,
        };
        let slots = self.parameters.wheels.wrapping_shl(wheel_bits);
        let records = timers.saturating_add(slots);
        let (most, most_records) = match (self.parameters.timer_bits, self.parameters.wide) {
            (Some(bits), _) => (1 << bits, MAX_RECORDS),
            (None, false) => (MAX_RECORDS, MAX_RECORDS),
            (None, true) => (MAX_WIDE_TIMERS, u32::MAX),
        };
        if !(1..=most).contains(&timers) || !sizes.contains(&wheel_bits) || records > most_records {
            return Err(TimerChipError::TimersOutOfRange {
                timers: usize::try_from(timers).unwrap_or(usize::MAX),
                wheel_bits,
            });
        }
        let words = records * self.parameters.record_words();
        let alignment = words.next_power_of_two();
        if memory_base & (alignment - 1) != 0 || memory_base >= 1 << 30 {
            return Err(TimerChipError::MisalignedRecords { word: memory_base, alignment });
        }
        Ok(records)
    }

    fn wait_until_ready(&mut self, polls: u32) -> Result<(), B> {
        for _ in 0..polls {
            let word = self.status()?;
            if status::READY.is_set(word) {
                return Ok(());
            }
            // A chip that does not initialise its records will never be ready.
            if !status::LOCKED.is_set(word) {
                let errors = self.take_errors()?;
                if !errors.is_empty() {
                    return Err(TimerChipError::Refused { errors });
                }
            }
        }
        Err(TimerChipError::NotReady { polls })
    }
}
