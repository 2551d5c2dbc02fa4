//! The simulated chip as the driver's register bus: a Wishbone B4 master, classic or pipelined.

use core::fmt;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::ADDRESS_SPACE;

use crate::ffi::{Status, Transfer};
use crate::simulation::Simulation;

/// The default timeout of a transfer, in clocks; [`Simulation::set_timeout`] changes it.
pub const DEFAULT_TIMEOUT: u32 = 64;

/// How the simulated master drives the bus (Wishbone B4, chapters 3.2 and 3.3). The chip supports both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The strobe is held until the acknowledgement.
    #[default]
    Classic,
    /// The strobe is released as soon as the chip does not stall.
    Pipelined,
}

impl Simulation {
    /// Changes how `read` and `write` drive the bus. New chips start with [`Protocol::Classic`].
    pub fn set_protocol(&mut self, protocol: Protocol) {
        self.protocol = protocol;
    }

    /// Changes the timeout of `read` and `write`, in clocks; [`DEFAULT_TIMEOUT`] at first.
    pub fn set_timeout(&mut self, clocks: u32) {
        self.timeout = clocks;
    }

    fn transfer(&mut self, offset: u32, write: Option<u32>) -> Result<u32, BusError> {
        if !offset.is_multiple_of(4) {
            return Err(BusError::Misaligned { offset });
        }
        if offset >= ADDRESS_SPACE {
            return Err(BusError::OutOfSpace { offset });
        }
        let mut transfer = Transfer {
            pipelined: (self.protocol == Protocol::Pipelined).into(),
            write: write.is_some().into(),
            address: (offset / 4) as u8,
            data: write.unwrap_or(0),
            limit: self.timeout,
        };
        match self.chip.transfer(&mut transfer) {
            Status::Acknowledged => Ok(transfer.data),
            Status::Refused => Err(BusError::Refused { offset }),
            Status::TimedOut => Err(BusError::Timeout { offset, clocks: self.timeout }),
        }
    }
}

/// Each access is one transfer of all four byte lanes and runs the clock until the chip has answered. Afterwards the
/// bus is idle.
impl RegisterBus for Simulation {
    type Error = BusError;

    fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        self.transfer(offset, None)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        self.transfer(offset, Some(value)).map(|_| ())
    }
}

/// A transfer failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusError {
    /// The chip answered with `wb_err`: nothing is mapped at this offset in this build. `ERROR.address` is set.
    Refused {
        /// Byte offset of the access.
        offset: u32,
    },
    /// The chip did not answer in time. The bus is idle again; the access may or may not have taken effect.
    Timeout {
        /// Byte offset of the access.
        offset: u32,
        /// The timeout, in clocks.
        clocks: u32,
    },
    /// The offset is no multiple of four. Nothing was driven onto the bus.
    Misaligned {
        /// Byte offset of the access.
        offset: u32,
    },
    /// The offset is beyond the chip's 256 bytes. Nothing was driven onto the bus.
    OutOfSpace {
        /// Byte offset of the access.
        offset: u32,
    },
}

impl fmt::Display for BusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BusError::Refused { offset } => write!(
                f,
                "the chip refuses an access to {offset:#05x}: compare the offset with the register map, and PARAMS \
                 with the features that the register needs"
            ),
            BusError::Timeout { offset, clocks } => write!(
                f,
                "no answer within {clocks} clocks to an access to {offset:#05x}: release the reset pin, or allow more \
                 clocks with set_timeout"
            ),
            BusError::Misaligned { offset } => {
                write!(f, "{offset:#05x} is no register: offsets count bytes and are multiples of four")
            }
            BusError::OutOfSpace { offset } => {
                write!(f, "{offset:#05x} is no register: the chip's offsets end at {:#05x}", ADDRESS_SPACE - 4)
            }
        }
    }
}

impl core::error::Error for BusError {}
