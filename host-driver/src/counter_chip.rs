//! The chip: one method for each of its functions, without queues.
//!
//! Ticks are the chip's: 64 bits, 0 when the chip is started. Every method's documentation gives the number of
//! transfers, and whether the call may be repeated after a bus error, when it is unknown whether the transfer reached
//! the chip. A method of a feature that the build lacks returns [`CounterChipError::MissingFeature`]; an argument out
//! of range returns the corresponding error. Neither makes a transfer.
//!
//! | file | contents |
//! |---|---|
//! | `initialise.rs`, `adopt.rs` | starts a chip, or takes over a running one |
//! | `wheels.rs` | the visit and slot that a tick belongs to |
//! | `arming.rs` | arm and disarm |
//! | `event_clock.rs` | 64-bit ticks of events from 32 bits |
//! | `service.rs` | serves an event, in the order that loses nothing |
//! | `look_ahead.rs` | how long the host may sleep |
//! | `session.rs` | a chip that this host has started: its time across wraps and resets, and its requests |
//! | `alarm.rs`, `coalescing.rs` | the chip's other options |
//! | `device.rs` | the alarm as a device, for any queue |
//! | `words.rs`, `host_errors.rs`, `parameters.rs`, `error.rs` | register contents as types |

mod adopt;
mod alarm;
mod arming;
mod coalescing;
mod device;
mod error;
mod event_clock;
mod host_errors;
mod initialise;
mod look_ahead;
mod parameters;
mod service;
mod session;
mod wheels;
mod words;

use carillon_regmap::counter_chip::field::{ctrl, event_ack};
use carillon_regmap::counter_chip::{ID_VALUE, REGISTERS, offset};

use crate::bus::RegisterBus;
use crate::chip::{Feature, Interrupts, Version, defined, expect_defined, identify, read_time};

pub use device::ChipAlarm;
pub use error::CounterChipError;
pub use event_clock::{EventClock, EventTick};
pub use host_errors::HostErrors;
pub use initialise::{Configuration, WORD_SLOTS};
pub use parameters::Parameters;
pub use service::{Remaining, Served};
pub(crate) use session::Session;
pub use wheels::{MIN_WHEEL_SLOTS, Visit, Wheel, WheelMode, Wheels};
pub use words::{Event, Status};

/// The bits of `EVENT` that are not reserved.
const EVENT_BITS: u32 = defined(REGISTERS, offset::EVENT);

/// A Carillon chip on a bus.
#[derive(Debug, Clone)]
pub struct CounterChip<B> {
    bus: B,
    parameters: Parameters,
    version: Version,
    wheels: Wheels,
}

impl<B: RegisterBus> CounterChip<B> {
    /// Checks that a compatible chip answers on `bus`, and that the bus carries every bit in both states. Changes only
    /// `SCRATCH`. Five reads, two writes. A chip has no wheels until [`initialise`](Self::initialise) or
    /// [`adopt`](Self::adopt).
    ///
    /// # Errors
    /// [`CounterChipError::WrongIdentity`], [`CounterChipError::IncompatibleVersion`],
    /// [`CounterChipError::ScratchMismatch`], [`CounterChipError::ImpossibleParameters`], [`CounterChipError::Bus`].
    /// Pass `&mut bus` to keep the bus in that case.
    #[cold]
    #[inline(never)]
    pub fn new(mut bus: B) -> Result<Self, CounterChipError<B::Error>> {
        let version = identify(&mut bus, ID_VALUE)?;
        let found = bus.read(offset::PARAMS)?;
        let parameters = Parameters::from_word(found).ok_or(CounterChipError::ImpossibleParameters { found })?;
        Ok(Self { bus, parameters, version, wheels: Wheels::NONE })
    }

    /// The chip's build parameters.
    pub const fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// The version of its register map.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// The wheels from initialisation, or those found at adoption.
    pub const fn wheels(&self) -> &Wheels {
        &self.wheels
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

    /// The chip's state. One read.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`]; [`CounterChipError::ImpossibleAnswer`] if a reserved bit is set.
    pub fn status(&mut self) -> Result<Status, CounterChipError<B::Error>> {
        const BITS: u32 = defined(REGISTERS, offset::STATUS);
        Ok(Status::from_word(self.read_fields(offset::STATUS, BITS)?))
    }

    /// Ticks since the chip was started. Three reads, rarely five.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`], [`CounterChipError::TimeUnsteady`]; [`CounterChipError::ImpossibleAnswer`] for all
    /// ones.
    pub fn now(&mut self) -> Result<u64, CounterChipError<B::Error>> {
        self.read_time(offset::NOW_HI, offset::NOW_LO)
    }

    /// The low 32 bits of now; [`first_from`](crate::chip::first_from) extends them. One read.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`].
    pub fn now_low(&mut self) -> Result<u32, CounterChipError<B::Error>> {
        self.read(offset::NOW_LO)
    }

    /// The last tick whose slots have all been visited; never ahead of now. An event may be one tick ahead of it while
    /// other wheels still have visits at that tick. To conclude that there is no event up to the cursor, read it before
    /// [`event`](Self::event). Three reads, rarely five.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`], [`CounterChipError::TimeUnsteady`]; [`CounterChipError::ImpossibleAnswer`] for all
    /// ones.
    pub fn cursor(&mut self) -> Result<u64, CounterChipError<B::Error>> {
        self.read_time(offset::CURSOR_HI, offset::CURSOR_LO)
    }

    /// The head of the event FIFO; it stays there until acknowledged. One read.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`]; [`CounterChipError::ImpossibleAnswer`] if a reserved bit is set.
    pub fn event(&mut self) -> Result<Event, CounterChipError<B::Error>> {
        Ok(Event::from_word(self.event_word()?))
    }

    /// The word of it. One read.
    pub(crate) fn event_word(&mut self) -> Result<u32, CounterChipError<B::Error>> {
        self.read_fields(offset::EVENT, EVENT_BITS)
    }

    /// The low 32 bits of the tick at which the slot of that event was visited; [`event_tick`](Self::event_tick) gives
    /// all 64. 0 also if the chip was reset since the event was read. One read.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`].
    pub fn event_tick_low(&mut self) -> Result<u32, CounterChipError<B::Error>> {
        self.read(offset::EVENT_TICK)
    }

    /// Pops the event with this `sequence`; `disarm` also clears its slot's busy bit. A repeated call pops nothing
    /// more. One write.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`].
    pub fn acknowledge(&mut self, sequence: u32, disarm: bool) -> Result<(), CounterChipError<B::Error>> {
        let word = event_ack::SEQUENCE.put(sequence) | event_ack::DISARM.put(u32::from(disarm));
        self.write(offset::EVENT_ACK, word)
    }

    /// The pending interrupts, enabled or not. One read.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`]; [`CounterChipError::ImpossibleAnswer`] if a reserved bit is set.
    pub fn interrupts(&mut self) -> Result<Interrupts, CounterChipError<B::Error>> {
        const BITS: u32 = defined(REGISTERS, offset::INTR_STATE);
        let word = self.read_fields(offset::INTR_STATE, BITS)?;
        Ok(Interrupts::from_word(word))
    }

    /// Clears sticky and forced interrupts. One write.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`].
    pub fn clear_interrupts(&mut self, interrupts: Interrupts) -> Result<(), CounterChipError<B::Error>> {
        self.write(offset::INTR_STATE, interrupts.word())
    }

    /// Enables exactly these interrupts. One write.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`].
    pub fn enable_interrupts(&mut self, interrupts: Interrupts) -> Result<(), CounterChipError<B::Error>> {
        self.write(offset::INTR_ENABLE, interrupts.word())
    }

    /// Forces interrupts until they are cleared, to test their path to the host. One write.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`].
    pub fn test_interrupts(&mut self, interrupts: Interrupts) -> Result<(), CounterChipError<B::Error>> {
        self.write(offset::INTR_TEST, interrupts.word())
    }

    /// The host errors that the chip has detected and that were not cleared. One read.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`]; [`CounterChipError::ImpossibleAnswer`] if a reserved bit is set.
    pub fn host_errors(&mut self) -> Result<HostErrors, CounterChipError<B::Error>> {
        const BITS: u32 = defined(REGISTERS, offset::ERROR);
        let word = self.read_fields(offset::ERROR, BITS)?;
        Ok(HostErrors::from_word(word))
    }

    /// Clears these host errors. One write.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`]: they may be cleared all the same.
    pub fn clear_host_errors(&mut self, errors: HostErrors) -> Result<(), CounterChipError<B::Error>> {
        self.write(offset::ERROR, errors.word())
    }

    /// Reads the host errors that the chip has detected, and clears them. One read, and one write if there are any.
    ///
    /// # Errors
    /// As [`host_errors`](Self::host_errors) and [`clear_host_errors`](Self::clear_host_errors): whoever must not lose
    /// any when the answer to the write is lost calls those.
    pub fn take_host_errors(&mut self) -> Result<HostErrors, CounterChipError<B::Error>> {
        let errors = self.host_errors()?;
        if !errors.is_empty() {
            self.clear_host_errors(errors)?;
        }
        Ok(errors)
    }

    /// Stops now; the cursor still catches up. One write.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`].
    pub fn pause(&mut self) -> Result<(), CounterChipError<B::Error>> {
        self.write(offset::CTRL, 0)
    }

    /// Resumes now; starts a chip that was reset, with what its registers are reset to. One write.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`].
    pub fn resume(&mut self) -> Result<(), CounterChipError<B::Error>> {
        self.write(offset::CTRL, ctrl::ENABLE.mask())
    }

    fn expect(&self, feature: Feature) -> Result<(), CounterChipError<B::Error>> {
        if self.parameters.has(feature) { Ok(()) } else { Err(CounterChipError::MissingFeature { feature }) }
    }

    fn wheel(&self, wheel: u32) -> Result<Wheel, CounterChipError<B::Error>> {
        let wheels = self.wheels.count();
        self.wheels.get(wheel).ok_or(CounterChipError::WheelOutOfRange { wheel, wheels })
    }

    #[cold]
    #[inline(never)]
    fn read_time(&mut self, high: u32, low: u32) -> Result<u64, CounterChipError<B::Error>> {
        Ok(read_time(&mut self.bus, high, low)?)
    }

    /// The cursor, read before now, and now, of a chip that runs and whose now was at least `known` before: it was not
    /// reset before the last of these seven reads.
    #[cold]
    #[inline(never)]
    pub(crate) fn cursor_and_now(&mut self, known: u64) -> Result<(u64, u64), CounterChipError<B::Error>> {
        let cursor = self.cursor()?;
        let found = self.whole_now(known)?;
        if cursor > found {
            return Err(CounterChipError::TimeRanBack { known: cursor, found });
        }
        Ok((cursor, found))
    }

    /// Now, of a chip that runs and whose now was at least `known` before. Four reads.
    pub(crate) fn whole_now(&mut self, known: u64) -> Result<u64, CounterChipError<B::Error>> {
        if !self.status()?.running {
            return Err(CounterChipError::NotRunning);
        }
        let found = self.now()?;
        if found < known {
            return Err(CounterChipError::TimeRanBack { known, found });
        }
        Ok(found)
    }

    /// A register of which `defined` are the bits that are not reserved.
    #[inline(always)]
    fn read_fields(&mut self, offset: u32, defined: u32) -> Result<u32, CounterChipError<B::Error>> {
        Ok(expect_defined(offset, self.read(offset)?, defined)?)
    }

    fn read(&mut self, offset: u32) -> Result<u32, CounterChipError<B::Error>> {
        Ok(self.bus.read(offset)?)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), CounterChipError<B::Error>> {
        Ok(self.bus.write(offset, value)?)
    }
}
