//! The timer chip, which keeps the queues itself: one method for each of its functions.
//!
//! The host needs no memory for a timer. It chooses the timers' numbers, for instance those of its connections. Ticks
//! are the chip's: 64 bits, 0 when the chip is started. For handles, items and long intervals there is
//! [`TimerChipFacility`](crate::facility::TimerChipFacility), which is built on this.
//!
//! ```no_run
//! use carillon_driver::mmio::Mmio;
//! use carillon_driver::timer_chip::{TimerChip, TimerConfiguration};
//!
//! # fn example(bus: Mmio) -> Result<(), Box<dyn core::error::Error>> {
//! let mut chip = TimerChip::new(bus)?;
//! // Ticks of 100 clocks, 500 timers, 1024 slots, the records from word 0 of the memory on.
//! chip.initialise(&TimerConfiguration {
//!     prescale: 100,
//!     timers: 500,
//!     wheel_bits: 10,
//!     memory_base: 0,
//! })?;
//! chip.start(17, 5_000)?; // one posted write, no read
//! chip.stop(17)?;
//! // In the interrupt handler:
//! while let Some(event) = chip.event()? {
//!     chip.acknowledge(event)?;
//!     // Timer `event.timer` has expired.
//! }
//! # Ok(())
//! # }
//! ```

use carillon_regmap::timer_chip::field::{
    ctrl, event, event_ack, next_expiry, params, start_mode, status, timer_word,
};
use carillon_regmap::timer_chip::{
    ID_VALUE, MAX_SLOT_BITS, MAX_TIMER_BITS, MAX_WHEELS, MAX_WIDE_TIMERS, MIN_SLOT_BITS,
    MIN_TIMER_BITS, MIN_WHEEL_BITS, WINDOW, offset, wheel_bits,
};
use carillon_regmap::{Feature, MAX_FIFO_BITS, MIN_FIFO_BITS};

use crate::bus::RegisterBus;
use crate::counter_chip::{
    ChipError, Coalescing, Interrupts, MAX_PRESCALE, TimerErrors, Version, Wake, identify,
    read_time,
};

#[doc(inline)]
pub use carillon_regmap::timer_chip::MAX_INTERVAL;

/// Timers and slots together at most, where records are not wide: what a link can name.
const MAX_RECORDS: u32 = 1 << 16;

/// Reads of `STATUS` for each record until the chip is said not to initialise them. A sweep takes two or three
/// transfers of the memory a record.
const POLLS_A_RECORD: u32 = 64;

/// The interrupts that the timer chip has.
const INTERRUPTS: Interrupts = Interrupts::EVENT
    .union(Interrupts::ERROR)
    .union(Interrupts::HALF_PERIOD);

/// The options that the chip was generated with (register `PARAMS`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TimerParameters {
    /// The wheels, 1 to 3.
    pub wheels: u32,
    /// The busy bits of all wheels together, as a power of two, 10 to 15.
    pub slot_bits: u32,
    /// Depth of the event FIFO, as a power of two, 1 to 10.
    pub fifo_bits: u32,
    /// Whether it has periodic timers.
    pub periodic: bool,
    /// Whether records are wide: up to 2^20 timers, instead of 65,536 timers and slots.
    pub wide: bool,
    /// Whether it tells when the next timer can expire.
    pub look_ahead: bool,
    /// Whether the interrupt can wait for several events.
    pub coalescing: bool,
    /// The memory is inside the chip, with room for 2^n timers, 4 to 15; `None`: it is behind the chip's port.
    pub timer_bits: Option<u32>,
}

impl TimerParameters {
    fn from_word(word: u32) -> Option<Self> {
        let parameters = Self {
            wheels: params::WHEELS.get(word),
            slot_bits: params::SLOT_BITS.get(word),
            fifo_bits: params::FIFO_BITS.get(word),
            periodic: params::PERIODIC.is_set(word),
            wide: params::WIDE.is_set(word),
            look_ahead: params::LOOK_AHEAD.is_set(word),
            coalescing: params::COALESCING.is_set(word),
            timer_bits: match params::TIMER_BITS.get(word) {
                0 => None,
                bits => Some(bits),
            },
        };
        let possible = (1..=MAX_WHEELS).contains(&parameters.wheels)
            && (MIN_SLOT_BITS..=MAX_SLOT_BITS).contains(&parameters.slot_bits)
            && (MIN_FIFO_BITS..=MAX_FIFO_BITS).contains(&parameters.fifo_bits)
            && parameters
                .timer_bits
                .is_none_or(|bits| (MIN_TIMER_BITS..=MAX_TIMER_BITS).contains(&bits))
            && !(parameters.wide && parameters.timer_bits.is_some());
        possible.then_some(parameters)
    }

    /// The slots of a wheel, as a power of two: the most with one wheel, just these with several.
    pub const fn wheel_bits(&self) -> u32 {
        wheel_bits(self.wheels, self.slot_bits)
    }

    /// Words of the memory that a record takes.
    pub const fn record_words(&self) -> u32 {
        if self.periodic || self.wide { 4 } else { 2 }
    }

    /// Capacity of the FIFO, in events.
    pub const fn fifo_depth(&self) -> u32 {
        1 << self.fifo_bits
    }
}

/// How a chip is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimerConfiguration {
    /// Clocks per tick, 1 to [`MAX_PRESCALE`].
    pub prescale: u32,
    /// How many timers there are, from 1 on. They are called 0 to `timers` - 1.
    pub timers: u32,
    /// Slots of a wheel, as a power of two: with one wheel 4 to those of the build, with several just those
    /// ([`TimerParameters::wheel_bits`]).
    pub wheel_bits: u32,
    /// Word address of the records in the chip's memory: a multiple of their words, rounded up to a power of two.
    /// Ignored if the memory is inside the chip.
    pub memory_base: u32,
}

/// A timer that has expired, as the head of the FIFO shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TimerEvent {
    /// The timer.
    pub timer: u32,
    /// The generation of its start, 0 to 127. Where [`TimerWord::generation`] is another one, the timer was stopped or
    /// started again after it had expired.
    pub generation: u32,
    sequence: u32,
}

/// A timer as the chip knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TimerWord {
    /// Whether it runs.
    pub runs: bool,
    /// Its generation, 0 to 127: each start and each stop counts it up by one.
    pub generation: u32,
    /// The ticks that are left, 0 if it does not run.
    pub left: u32,
}

/// A timer chip on a bus.
#[derive(Debug, Clone)]
pub struct TimerChip<B> {
    bus: B,
    parameters: TimerParameters,
    version: Version,
    timers: u32,
}

type Result<T, B> = core::result::Result<T, ChipError<<B as RegisterBus>::Error>>;

impl<B: RegisterBus> TimerChip<B> {
    /// Checks that a compatible timer chip answers on `bus`, and that the bus carries every bit in both states. Changes
    /// only `SCRATCH`. Five reads, two writes. There are no timers until [`initialise`](Self::initialise).
    ///
    /// # Errors
    /// [`ChipError::WrongIdentity`], [`ChipError::IncompatibleVersion`], [`ChipError::ScratchMismatch`],
    /// [`ChipError::ImpossibleParameters`], [`ChipError::Bus`]. Pass `&mut bus` to keep the bus in that case.
    pub fn new(mut bus: B) -> Result<Self, B> {
        let version = identify(&mut bus, ID_VALUE)?;
        let found = bus.read(offset::PARAMS)?;
        let parameters =
            TimerParameters::from_word(found).ok_or(ChipError::ImpossibleParameters { found })?;
        Ok(Self {
            bus,
            parameters,
            version,
            timers: 0,
        })
    }

    /// The chip's build parameters.
    pub const fn parameters(&self) -> TimerParameters {
        self.parameters
    }

    /// The version of its register map.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// How many timers it was initialised with; 0 before.
    pub const fn timers(&self) -> u32 {
        self.timers
    }

    /// The bus, read only.
    pub const fn bus(&self) -> &B {
        &self.bus
    }

    /// The bus, for transfers that this driver does not make.
    pub const fn bus_mut(&mut self) -> &mut B {
        &mut self.bus
    }

    /// Gives the bus back and does not change the chip.
    pub fn release(self) -> B {
        self.bus
    }

    /// Resets the chip, has it initialise its records, enables all interrupts and starts time at tick 0. No timer runs
    /// then. Seven writes, and reads until the chip is ready: it takes two transfers of its memory, or three, for each
    /// timer and each slot. May be repeated.
    ///
    /// # Errors
    /// [`ChipError::PrescaleOutOfRange`], [`ChipError::TimersOutOfRange`], [`ChipError::MisalignedRecords`]: the chip
    /// was not accessed. [`ChipError::Refused`], [`ChipError::NotReady`], [`ChipError::Bus`].
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
            return Err(ChipError::Refused { errors });
        }
        self.write(offset::INTR_ENABLE, INTERRUPTS.word())?;
        self.write(offset::CTRL, ctrl::ENABLE.mask())?;
        self.timers = configuration.timers;
        Ok(())
    }

    /// The records that the configuration takes, if the chip can have it: one for each timer and each slot.
    fn check(&self, configuration: &TimerConfiguration) -> Result<u32, B> {
        let &TimerConfiguration {
            prescale,
            timers,
            wheel_bits,
            memory_base,
        } = configuration;
        if !(1..=MAX_PRESCALE).contains(&prescale) {
            return Err(ChipError::PrescaleOutOfRange { clocks: prescale });
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
            return Err(ChipError::TimersOutOfRange {
                timers: usize::try_from(timers).unwrap_or(usize::MAX),
                wheel_bits,
            });
        }
        let words = records * self.parameters.record_words();
        let alignment = words.next_power_of_two();
        if memory_base & (alignment - 1) != 0 || memory_base >= 1 << 30 {
            return Err(ChipError::MisalignedRecords {
                word: memory_base,
                alignment,
            });
        }
        Ok(records)
    }

    fn wait_until_ready(&mut self, polls: u32) -> Result<(), B> {
        for _ in 0..polls {
            let word = self.read(offset::STATUS)?;
            if status::READY.is_set(word) {
                return Ok(());
            }
            // A chip that does not initialise its records will never be ready.
            if !status::LOCKED.is_set(word) {
                let errors = self.take_errors()?;
                if !errors.is_empty() {
                    return Err(ChipError::Refused { errors });
                }
            }
        }
        Err(ChipError::NotReady { polls })
    }

    /// START_TIMER: starts `timer`, or starts it again if it runs; due `interval` ticks after the tick at which the
    /// chip takes the command. One posted write, no read.
    ///
    /// # Errors
    /// [`ChipError::TimerOutOfRange`], [`ChipError::IntervalOutOfRange`]; [`ChipError::Bus`].
    /// [`take_errors`](Self::take_errors) returns what the chip itself refuses.
    pub fn start(&mut self, timer: u32, interval: u32) -> Result<(), B> {
        let word = self.word_of(timer)?;
        Self::check_interval(interval)?;
        self.write(word, interval)
    }

    /// The same with a timer that the chip starts again whenever it expires, from the tick at which it was due. Two
    /// writes.
    ///
    /// # Errors
    /// As [`start`](Self::start); [`ChipError::NotPeriodic`].
    pub fn start_periodic(&mut self, timer: u32, interval: u32) -> Result<(), B> {
        let word = self.word_of(timer)?;
        Self::check_interval(interval)?;
        if !self.parameters.periodic {
            return Err(ChipError::NotPeriodic);
        }
        self.write(offset::START_MODE, start_mode::PERIODIC.mask())?;
        self.write(word, interval)
    }

    /// START_TIMER with a deadline: the tick whose low half is `tick`, at most 2^23 - 1 ticks ahead. One that has
    /// passed, by less than 2^31 ticks, is due at the next tick. Two writes.
    ///
    /// # Errors
    /// [`ChipError::TimerOutOfRange`]; [`ChipError::Bus`].
    pub fn start_at(&mut self, timer: u32, tick: u32) -> Result<(), B> {
        let word = self.word_of(timer)?;
        self.write(offset::START_MODE, start_mode::ABSOLUTE.mask())?;
        self.write(word, tick)
    }

    /// STOP_TIMER: no event of the timer's start is pushed after this; one may wait in the FIFO, with the old
    /// generation. No error if the timer does not run. One write.
    ///
    /// # Errors
    /// [`ChipError::TimerOutOfRange`]; [`ChipError::Bus`].
    pub fn stop(&mut self, timer: u32) -> Result<(), B> {
        let word = self.word_of(timer)?;
        self.write(word, 0)
    }

    /// What the chip knows of a timer. One read.
    ///
    /// # Errors
    /// [`ChipError::TimerOutOfRange`]; [`ChipError::Bus`].
    pub fn look(&mut self, timer: u32) -> Result<TimerWord, B> {
        let at = self.word_of(timer)?;
        let word = self.read(at)?;
        Ok(TimerWord {
            runs: timer_word::RUNS.is_set(word),
            generation: timer_word::GENERATION.get(word),
            left: timer_word::TICKS.get(word),
        })
    }

    /// The ticks, from now on, in which no timer expires unless the host starts one; `None`: no timer runs. It may be
    /// fewer than are left of any timer, and is 0 while a slot waits to be visited, and where the chip refused the read
    /// because its memory fails. Events in the FIFO do not count. One read.
    ///
    /// # Errors
    /// [`ChipError::MissingFeature`]: nothing was read. [`ChipError::Bus`].
    pub fn next_expiry(&mut self) -> Result<Option<u32>, B> {
        self.expect(Feature::LookAhead)?;
        let word = self.read(offset::NEXT_EXPIRY)?;
        Ok((!next_expiry::NONE.is_set(word)).then_some(next_expiry::TICKS.get(word)))
    }

    /// How long a host that the interrupt does not wake may sleep: not at all, to a tick of the chip's, or until the
    /// host starts a timer. It may wake too early, never too late: now is read first, the FIFO last. Six reads, rarely
    /// eight.
    ///
    /// # Errors
    /// As [`next_expiry`](Self::next_expiry); [`ChipError::TimeUnsteady`].
    pub fn wake(&mut self) -> Result<Wake, B> {
        self.expect(Feature::LookAhead)?;
        let now = self.now()?;
        let next = self.next_expiry()?;
        if self.event()?.is_some() || !self.interrupts()?.is_empty() {
            return Ok(Wake::Now);
        }
        Ok(match next {
            None => Wake::Never,
            Some(0) => Wake::Now,
            Some(ticks) => Wake::At(now.saturating_add(ticks.into())),
        })
    }

    /// The head of the event FIFO, where it stays until it is acknowledged; `None` if the FIFO is empty. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn event(&mut self) -> Result<Option<TimerEvent>, B> {
        let word = self.read(offset::EVENT)?;
        Ok(event::VALID.is_set(word).then_some(TimerEvent {
            timer: event::TIMER.get(word),
            generation: event::GENERATION.get(word),
            sequence: event::SEQUENCE.get(word),
        }))
    }

    /// The low 32 bits of the tick at which the timer of that event was due. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn event_tick_low(&mut self) -> Result<u32, B> {
        self.read(offset::EVENT_TICK)
    }

    /// Takes that event from the FIFO. Repeated, it takes nothing more. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn acknowledge(&mut self, event: TimerEvent) -> Result<(), B> {
        self.write(offset::EVENT_ACK, event_ack::SEQUENCE.put(event.sequence))
    }

    /// Ticks since the chip was started. Three reads, rarely five.
    ///
    /// # Errors
    /// [`ChipError::Bus`], [`ChipError::TimeUnsteady`].
    pub fn now(&mut self) -> Result<u64, B> {
        read_time(&mut self.bus, offset::NOW_HI, offset::NOW_LO)
    }

    /// The low 32 bits of now. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn now_low(&mut self) -> Result<u32, B> {
        self.read(offset::NOW_LO)
    }

    /// The low 32 bits of the next tick to visit: the events of all ticks before it are in the FIFO, or have been. One
    /// read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn cursor_low(&mut self) -> Result<u32, B> {
        self.read(offset::CURSOR_LO)
    }

    /// Whether the records are initialised: not so after a reset. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn is_ready(&mut self) -> Result<bool, B> {
        Ok(status::READY.is_set(self.read(offset::STATUS)?))
    }

    /// Whether the memory's last answer was an error: commands are refused until the transfer has been repeated with
    /// success. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn is_failing(&mut self) -> Result<bool, B> {
        Ok(status::MEMORY_FAILING.is_set(self.read(offset::STATUS)?))
    }

    /// The pending interrupts, enabled or not. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn interrupts(&mut self) -> Result<Interrupts, B> {
        Ok(Interrupts::from_word(self.read(offset::INTR_STATE)?))
    }

    /// Clears sticky and forced interrupts. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn clear_interrupts(&mut self, interrupts: Interrupts) -> Result<(), B> {
        self.write(offset::INTR_STATE, interrupts.word())
    }

    /// Reads what the chip has refused or what has failed, and clears it. One read, and one write if there is anything.
    ///
    /// # Errors
    /// [`ChipError::Bus`]; the errors are then still in the chip.
    pub fn take_errors(&mut self) -> Result<TimerErrors, B> {
        let errors = TimerErrors::from_word(self.read(offset::ERROR)?);
        if !errors.is_empty() {
            self.write(offset::ERROR, errors.word())?;
        }
        Ok(errors)
    }

    /// Changes the coalescing, at any time: how many events the interrupt waits for, and how long. [`initialise`]
    /// switches it off. One write.
    ///
    /// [`initialise`]: Self::initialise
    ///
    /// # Errors
    /// [`ChipError::MissingFeature`]: nothing was written. [`ChipError::Bus`].
    pub fn set_coalescing(&mut self, coalescing: Coalescing) -> Result<(), B> {
        self.expect(Feature::Coalescing)?;
        self.write(offset::INTR_COALESCE, coalescing.word())
    }

    /// The present coalescing. One read.
    ///
    /// # Errors
    /// [`ChipError::MissingFeature`]: nothing was read. [`ChipError::Bus`].
    pub fn coalescing(&mut self) -> Result<Coalescing, B> {
        self.expect(Feature::Coalescing)?;
        Ok(Coalescing::from_word(self.read(offset::INTR_COALESCE)?))
    }

    const fn expect(&self, feature: Feature) -> Result<(), B> {
        let present = match feature {
            Feature::LookAhead => self.parameters.look_ahead,
            Feature::Coalescing => self.parameters.coalescing,
            Feature::Alarm | Feature::WheelModes => false,
        };
        if present {
            Ok(())
        } else {
            Err(ChipError::MissingFeature { feature })
        }
    }

    /// Stops now; the cursor still catches up. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn pause(&mut self) -> Result<(), B> {
        self.write(offset::CTRL, 0)
    }

    /// Resumes now. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn resume(&mut self) -> Result<(), B> {
        self.write(offset::CTRL, ctrl::ENABLE.mask())
    }

    /// Makes the next start take an interval, once, whatever mode a failed start has left. One write.
    pub(crate) fn forget_mode(&mut self) -> Result<(), B> {
        self.write(offset::START_MODE, 0)
    }

    fn word_of(&self, timer: u32) -> Result<u32, B> {
        if timer >= self.timers {
            return Err(ChipError::TimerOutOfRange {
                timer,
                timers: self.timers,
            });
        }
        Ok(WINDOW + timer * 4)
    }

    fn check_interval(interval: u32) -> Result<(), B> {
        if (1..=MAX_INTERVAL).contains(&interval) {
            Ok(())
        } else {
            Err(ChipError::IntervalOutOfRange { interval })
        }
    }

    fn read(&mut self, offset: u32) -> Result<u32, B> {
        Ok(self.bus.read(offset)?)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), B> {
        Ok(self.bus.write(offset, value)?)
    }
}
