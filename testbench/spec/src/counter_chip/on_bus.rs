//! The counter chip with a Wishbone master at its pins, as a host has it.

use core::fmt;

use carillon_regmap::ADDRESS_SPACE;
use carillon_regmap::counter_chip::Build;
use carillon_regmap::pins::{Inputs, Outputs};

use super::ReferenceChip;

/// Clocks for which a reset lasts.
const RESET_CLOCKS: u64 = 4;

/// Clocks in which a transfer is answered, at most.
const TIMEOUT: u32 = 64;

/// What a chip holds between two clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inside {
    /// The tick that now is at.
    pub now: u64,
    /// The last tick that the cursor has finished.
    pub cursor: u64,
    /// The busy bits in words of sixteen slots, the lowest slot in bit 0. Each wheel begins with a word.
    pub busy: Vec<u16>,
    /// The event FIFO, its head first.
    pub events: Vec<InsideEvent>,
}

/// One event in the FIFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InsideEvent {
    /// Its wheel.
    pub wheel: u32,
    /// Its slot.
    pub slot: u32,
    /// It was armed after its visit.
    pub late: bool,
    /// The low 32 bits of its tick.
    pub tick: u32,
}

/// A transfer failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusError {
    /// The chip has no such register in this build.
    Refused {
        /// Byte offset of the access.
        offset: u32,
    },
    /// The chip did not answer in time.
    Timeout {
        /// Byte offset of the access.
        offset: u32,
        /// The clocks.
        clocks: u32,
    },
    /// The offset is no multiple of four, or beyond the address space. Nothing was driven onto the bus.
    NoRegister {
        /// Byte offset of the access.
        offset: u32,
    },
}

impl fmt::Display for BusError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { offset } => write!(
                formatter,
                "the chip refuses an access to {offset:#05x}: compare the offset with the register map, and PARAMS \
                 with the features that the register needs"
            ),
            Self::Timeout { offset, clocks } => {
                write!(formatter, "no answer within {clocks} clocks to an access to {offset:#05x}")
            }
            Self::NoRegister { offset } => write!(
                formatter,
                "{offset:#05x} is no register: offsets count bytes, are multiples of four, and end at {:#05x}",
                ADDRESS_SPACE - 4
            ),
        }
    }
}

impl core::error::Error for BusError {}

/// The chip and its master. Time passes only in the methods that say so.
#[derive(Clone, Debug)]
pub struct ChipOnBus {
    chip: ReferenceChip,
    clocks: u64,
}

impl ChipOnBus {
    /// A chip built to `build`, after a reset of 4 clocks.
    pub fn new(build: &Build) -> Self {
        Self::of(ReferenceChip::new(build))
    }

    /// This chip after a reset of 4 clocks.
    pub fn of(chip: ReferenceChip) -> Self {
        let mut on_bus = Self { chip, clocks: 0 };
        for _ in 0..RESET_CLOCKS {
            on_bus.step(&Inputs { reset: true, ..Inputs::default() });
        }
        on_bus
    }

    /// The chip.
    pub const fn chip(&self) -> &ReferenceChip {
        &self.chip
    }

    /// Clocks so far.
    pub const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// The interrupt line.
    pub fn irq(&self) -> bool {
        self.chip.outputs().irq
    }

    /// Runs `clocks` clocks.
    pub fn clock(&mut self, clocks: u64) {
        for _ in 0..clocks {
            self.step(&Inputs::default());
        }
    }

    /// Runs until the interrupt line is high, at most `limit` clocks.
    pub fn clock_until_irq(&mut self, limit: u64) {
        let end = self.clocks.saturating_add(limit);
        while self.clocks < end && !self.irq() {
            self.step(&Inputs::default());
        }
    }

    /// Reads a register; runs the clock until the chip has answered.
    ///
    /// # Errors
    /// [`BusError`].
    pub fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        self.transfer(offset, None)
    }

    /// Writes a register; runs the clock until the chip has answered.
    ///
    /// # Errors
    /// [`BusError`].
    pub fn write(&mut self, offset: u32, word: u32) -> Result<(), BusError> {
        self.transfer(offset, Some(word)).map(drop)
    }

    /// One classic transfer of all byte lanes: the strobe is held until the answer.
    fn transfer(&mut self, offset: u32, write: Option<u32>) -> Result<u32, BusError> {
        if !offset.is_multiple_of(4) || offset >= ADDRESS_SPACE {
            return Err(BusError::NoRegister { offset });
        }
        let inputs = Inputs {
            wb_cyc: true,
            wb_stb: true,
            wb_we: write.is_some(),
            wb_sel: 0xf,
            wb_adr: (offset / 4) as u8,
            wb_dat_w: write.unwrap_or(0),
            ..Inputs::default()
        };
        for _ in 0..TIMEOUT {
            let outputs = self.step(&inputs);
            if outputs.wb_err {
                return Err(BusError::Refused { offset });
            }
            if outputs.wb_ack {
                return Ok(outputs.wb_dat_r);
            }
        }
        Err(BusError::Timeout { offset, clocks: TIMEOUT })
    }

    /// Runs one clock with these inputs. Returns the outputs that a master samples at its edge.
    pub fn step(&mut self, inputs: &Inputs) -> Outputs {
        self.clocks += 1;
        self.chip.step(inputs)
    }

    /// Looks inside. No clock runs.
    pub fn inside(&self) -> Inside {
        self.chip.inside()
    }
}

impl ReferenceChip {
    /// What it holds. Takes time in proportion to the slots.
    pub fn inside(&self) -> Inside {
        let event = |event: super::events::Event| InsideEvent {
            wheel: event.wheel,
            slot: event.slot,
            late: event.late,
            tick: event.tick as u32,
        };
        Inside {
            now: self.now(),
            cursor: self.cursor(),
            busy: self.wheels.words(),
            events: self.events.filled().map(event).collect(),
        }
    }
}
