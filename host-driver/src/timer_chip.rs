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
//!
//! | file | contents |
//! |---|---|
//! | `initialise.rs` | starts a chip |
//! | `commands.rs` | starts, stops and looks at a timer |
//! | `service.rs` | events, interrupts, errors |
//! | `look_ahead.rs` | how long the host may sleep |
//! | `coalescing.rs` | interrupts that wait for several events |
//! | `parameters.rs` | the options of a build |
//! | `error.rs` | what the driver's functions return when they fail |
//! | `timer_errors.rs` | the flags of `ERROR` |

mod coalescing;
mod commands;
mod error;
mod initialise;
mod look_ahead;
mod parameters;
mod service;
mod timer_errors;

use carillon_regmap::Feature;
use carillon_regmap::timer_chip::field::{ctrl, status};
use carillon_regmap::timer_chip::{ID_VALUE, REGISTERS, offset};

use crate::bus::RegisterBus;
use crate::chip::{Version, defined, expect_defined, identify, read_time};

#[doc(inline)]
pub use carillon_regmap::timer_chip::MAX_INTERVAL;
pub use commands::TimerWord;
pub use error::TimerChipError;
pub use initialise::TimerConfiguration;
pub use parameters::TimerParameters;
pub use service::TimerEvent;
pub use timer_errors::TimerErrors;

/// A timer chip on a bus.
#[derive(Debug, Clone)]
pub struct TimerChip<B> {
    bus: B,
    parameters: TimerParameters,
    version: Version,
    timers: u32,
}

type Result<T, B> = core::result::Result<T, TimerChipError<<B as RegisterBus>::Error>>;

impl<B: RegisterBus> TimerChip<B> {
    /// Checks that a compatible timer chip answers on `bus`, and that the bus carries every bit in both states. Changes
    /// only `SCRATCH`. Five reads, two writes. There are no timers until [`initialise`](Self::initialise).
    ///
    /// # Errors
    /// [`TimerChipError::WrongIdentity`], [`TimerChipError::IncompatibleVersion`], [`TimerChipError::ScratchMismatch`],
    /// [`TimerChipError::ImpossibleParameters`], [`TimerChipError::Bus`]. Pass `&mut bus` to keep the bus in that case.
    pub fn new(mut bus: B) -> Result<Self, B> {
        let version = identify(&mut bus, ID_VALUE)?;
        let found = bus.read(offset::PARAMS)?;
        let parameters = TimerParameters::from_word(found).ok_or(TimerChipError::ImpossibleParameters { found })?;
        Ok(Self { bus, parameters, version, timers: 0 })
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

    /// Ticks since the chip was started. Three reads, rarely five.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`], [`TimerChipError::TimeUnsteady`]; [`TimerChipError::ImpossibleAnswer`] for all ones.
    pub fn now(&mut self) -> Result<u64, B> {
        Ok(read_time(&mut self.bus, offset::NOW_HI, offset::NOW_LO)?)
    }

    /// The low 32 bits of now. One read.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`].
    pub fn now_low(&mut self) -> Result<u32, B> {
        self.read(offset::NOW_LO)
    }

    /// The low 32 bits of the next tick to visit: the events of all ticks before it are in the FIFO, or have been. One
    /// read.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`].
    pub fn cursor_low(&mut self) -> Result<u32, B> {
        self.read(offset::CURSOR_LO)
    }

    /// Whether the records are initialised: not so after a reset. One read.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`]; [`TimerChipError::ImpossibleAnswer`] if a reserved bit is set.
    pub fn is_ready(&mut self) -> Result<bool, B> {
        Ok(status::READY.is_set(self.status()?))
    }

    /// Whether the memory's last answer was an error: commands are refused until the transfer has been repeated with
    /// success. One read.
    ///
    /// # Errors
    /// As [`is_ready`](Self::is_ready).
    pub fn is_failing(&mut self) -> Result<bool, B> {
        Ok(status::MEMORY_FAILING.is_set(self.status()?))
    }

    fn status(&mut self) -> Result<u32, B> {
        const BITS: u32 = defined(REGISTERS, offset::STATUS);
        self.read_fields(offset::STATUS, BITS)
    }

    const fn expect(&self, feature: Feature) -> Result<(), B> {
        let present = match feature {
            Feature::LookAhead => self.parameters.look_ahead,
            Feature::Coalescing => self.parameters.coalescing,
            Feature::Alarm | Feature::WheelModes => false,
        };
        if present { Ok(()) } else { Err(TimerChipError::MissingFeature { feature }) }
    }

    /// Stops now; the cursor still catches up. One write.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`].
    pub fn pause(&mut self) -> Result<(), B> {
        self.write(offset::CTRL, 0)
    }

    /// Resumes now. One write.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`].
    pub fn resume(&mut self) -> Result<(), B> {
        self.write(offset::CTRL, ctrl::ENABLE.mask())
    }

    /// A register of which `defined` are the bits that are not reserved.
    fn read_fields(&mut self, offset: u32, defined: u32) -> Result<u32, B> {
        Ok(expect_defined(offset, self.read(offset)?, defined)?)
    }

    fn read(&mut self, offset: u32) -> Result<u32, B> {
        Ok(self.bus.read(offset)?)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), B> {
        Ok(self.bus.write(offset, value)?)
    }
}
