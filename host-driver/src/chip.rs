//! The chip: one method for each thing that it can do, and no queues.
//!
//! Ticks are the chip's: 64 bits, 0 at the moment it is started. Every method says how many transfers it makes.

mod error;
mod flags;
mod initialise;
mod parameters;
mod words;

use carillon_regmap::field::{arm, ctrl, event_ack};
use carillon_regmap::{ID_VALUE, VERSION_MAJOR, offset};

use crate::bus::RegisterBus;

pub use error::ChipError;
pub use flags::{HostErrors, Interrupts};
pub use initialise::{Configuration, MAX_PRESCALE};
pub use parameters::{Parameters, Version};
pub use words::{Event, Status};

/// What is written to `SCRATCH` to try the bus: every data line both ways, no two bytes alike.
const SCRATCH_PATTERNS: [u32; 2] = [0x0F5A_C396, !0x0F5A_C396];

/// Attempts at reading both halves of a time; the high half changes only every 2^32 ticks, so two are enough.
const TIME_ATTEMPTS: u32 = 4;

/// A Carillon chip at the end of a bus.
#[derive(Debug)]
pub struct Chip<B> {
    bus: B,
    parameters: Parameters,
    version: Version,
}

impl<B: RegisterBus> Chip<B> {
    /// Makes sure that a chip that this driver knows answers on `bus`, and that the bus carries every bit both ways.
    /// Changes only `SCRATCH`. Five reads, two writes.
    ///
    /// # Errors
    /// [`ChipError::WrongIdentity`], [`ChipError::IncompatibleVersion`], [`ChipError::ScratchMismatch`],
    /// [`ChipError::ImpossibleParameters`], [`ChipError::Bus`]. Hand in `&mut bus` to keep the bus in that case.
    pub fn new(mut bus: B) -> Result<Self, ChipError<B::Error>> {
        let found = bus.read(offset::ID)?;
        if found != ID_VALUE {
            return Err(ChipError::WrongIdentity { found });
        }
        let version = Version::from_word(bus.read(offset::VERSION)?);
        if version.major != VERSION_MAJOR {
            return Err(ChipError::IncompatibleVersion { found: version });
        }
        for wrote in SCRATCH_PATTERNS {
            bus.write(offset::SCRATCH, wrote)?;
            let found = bus.read(offset::SCRATCH)?;
            if found != wrote {
                return Err(ChipError::ScratchMismatch { wrote, found });
            }
        }
        let found = bus.read(offset::PARAMS)?;
        let parameters =
            Parameters::from_word(found).ok_or(ChipError::ImpossibleParameters { found })?;
        Ok(Self {
            bus,
            parameters,
            version,
        })
    }

    /// What the chip was built with.
    pub const fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// The version of its register map.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// The bus, to look at.
    pub const fn bus(&self) -> &B {
        &self.bus
    }

    /// The bus, for what this driver does not do.
    pub const fn bus_mut(&mut self) -> &mut B {
        &mut self.bus
    }

    /// Leaves the chip as it is and gives the bus back.
    pub fn release(self) -> B {
        self.bus
    }

    /// What the chip is doing. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn status(&mut self) -> Result<Status, ChipError<B::Error>> {
        Ok(Status::from_word(self.read(offset::STATUS)?))
    }

    /// Ticks since the chip was started. Three reads, seldom five.
    ///
    /// # Errors
    /// [`ChipError::Bus`], [`ChipError::TimeUnsteady`].
    pub fn now(&mut self) -> Result<u64, ChipError<B::Error>> {
        self.read_time(offset::NOW_HI, offset::NOW_LO)
    }

    /// The low 32 bits of now. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn now_low(&mut self) -> Result<u32, ChipError<B::Error>> {
        self.read(offset::NOW_LO)
    }

    /// The last tick whose slots have all been visited; never ahead of now. Read it before [`event`](Self::event) to
    /// conclude that there is no event up to it. Three reads, seldom five.
    ///
    /// # Errors
    /// [`ChipError::Bus`], [`ChipError::TimeUnsteady`].
    pub fn cursor(&mut self) -> Result<u64, ChipError<B::Error>> {
        self.read_time(offset::CURSOR_HI, offset::CURSOR_LO)
    }

    /// The queue of `slot` became non-empty; `lap` is how often the wheel will have wrapped at the visit meant, of which
    /// the chip takes the low 8 bits. One write.
    ///
    /// # Errors
    /// [`ChipError::SlotOutOfRange`] if no chip has such a slot, [`ChipError::Bus`]. A slot that only this chip lacks it
    /// reports in [`HostErrors::ARM_RANGE`].
    pub fn arm(&mut self, wheel: u32, slot: u32, lap: u32) -> Result<(), ChipError<B::Error>> {
        let place = Self::place(wheel, slot)?;
        self.write(offset::ARM, place | arm::LAP.put(lap))
    }

    /// The queue of `slot` became empty. One write.
    ///
    /// # Errors
    /// As [`arm`](Self::arm).
    pub fn disarm(&mut self, wheel: u32, slot: u32) -> Result<(), ChipError<B::Error>> {
        let place = Self::place(wheel, slot)?;
        self.write(offset::DISARM, place)
    }

    /// The head of the event FIFO; it stays there until acknowledged. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn event(&mut self) -> Result<Event, ChipError<B::Error>> {
        Ok(Event::from_word(self.read(offset::EVENT)?))
    }

    /// The low 32 bits of the tick at which the slot of that event was visited. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn event_tick_low(&mut self) -> Result<u32, ChipError<B::Error>> {
        self.read(offset::EVENT_TICK)
    }

    /// Pops the event that had this `sequence`, and with `disarm` says that its slot's queue is empty. Repeating it pops
    /// nothing more. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn acknowledge(&mut self, sequence: u32, disarm: bool) -> Result<(), ChipError<B::Error>> {
        let word = event_ack::SEQUENCE.put(sequence) | event_ack::DISARM.put(u32::from(disarm));
        self.write(offset::EVENT_ACK, word)
    }

    /// The interrupts that are pending, enabled or not. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn interrupts(&mut self) -> Result<Interrupts, ChipError<B::Error>> {
        Ok(Interrupts::from_word(self.read(offset::INTR_STATE)?))
    }

    /// Clears those that are sticky or forced. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn clear_interrupts(&mut self, interrupts: Interrupts) -> Result<(), ChipError<B::Error>> {
        self.write(offset::INTR_STATE, interrupts.word())
    }

    /// Lets exactly these interrupts through. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn enable_interrupts(&mut self, interrupts: Interrupts) -> Result<(), ChipError<B::Error>> {
        self.write(offset::INTR_ENABLE, interrupts.word())
    }

    /// Forces interrupts until they are cleared, to try their way to the host. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn test_interrupts(&mut self, interrupts: Interrupts) -> Result<(), ChipError<B::Error>> {
        self.write(offset::INTR_TEST, interrupts.word())
    }

    /// Reads the host's mistakes that the chip has seen, and clears those. One read, and one write if there are any.
    ///
    /// # Errors
    /// [`ChipError::Bus`]; what had been seen is then still in the chip.
    pub fn take_host_errors(&mut self) -> Result<HostErrors, ChipError<B::Error>> {
        let errors = HostErrors::from_word(self.read(offset::ERROR)?);
        if !errors.is_empty() {
            self.write(offset::ERROR, errors.word())?;
        }
        Ok(errors)
    }

    /// Stops now; the cursor still catches up with it. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn pause(&mut self) -> Result<(), ChipError<B::Error>> {
        self.write(offset::CTRL, 0)
    }

    /// Lets now go on. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`].
    pub fn resume(&mut self) -> Result<(), ChipError<B::Error>> {
        self.write(offset::CTRL, ctrl::ENABLE.mask())
    }

    fn place(wheel: u32, slot: u32) -> Result<u32, ChipError<B::Error>> {
        if wheel > arm::WHEEL.max() || slot > arm::SLOT.max() {
            return Err(ChipError::SlotOutOfRange { wheel, slot });
        }
        Ok(arm::WHEEL.put(wheel) | arm::SLOT.put(slot))
    }

    /// High half, low half, high half again until both readings of it agree: then the low half belongs to it.
    fn read_time(&mut self, high: u32, low: u32) -> Result<u64, ChipError<B::Error>> {
        let mut before = self.read(high)?;
        for _ in 0..TIME_ATTEMPTS {
            let low = self.read(low)?;
            let after = self.read(high)?;
            if before == after {
                return Ok((u64::from(after) << 32) | u64::from(low));
            }
            before = after;
        }
        Err(ChipError::TimeUnsteady { offset: low })
    }

    fn read(&mut self, offset: u32) -> Result<u32, ChipError<B::Error>> {
        self.bus.read(offset).map_err(ChipError::Bus)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), ChipError<B::Error>> {
        self.bus.write(offset, value).map_err(ChipError::Bus)
    }
}
