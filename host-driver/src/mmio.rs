//! The chip in the processor's address space: unsafe code, as elsewhere only in
//! [`MachineTimer`](crate::device::MachineTimer).
//!
//! [`Mmio`] makes a [`RegisterBus`] of the counter chip's registers, [`TimerMmio`] of the timer chip's. The register
//! map says which words are registers and how they may be accessed.
#![allow(unsafe_code, reason = "memory-mapped registers are accessed through a raw address that the caller guarantees")]

mod timer_chip;
#[cfg(all(feature = "uio", target_os = "linux"))]
mod uio;

use core::fmt;
use core::ptr::NonNull;

use carillon_regmap::counter_chip::REGISTERS;
use carillon_regmap::{ADDRESS_SPACE, Register};
use volatile_register::RW;

use crate::bus::RegisterBus;

pub use timer_chip::{TimerMmio, TimerRegisterBlock};
#[cfg(all(feature = "uio", target_os = "linux"))]
pub use uio::Uio;

/// The chip's 256 bytes of registers, one volatile cell each.
#[repr(C)]
pub struct RegisterBlock {
    words: [RW<u32>; ADDRESS_SPACE as usize / 4],
}

/// The words at which there is a register that can be read.
const READ: u64 = words(REGISTERS, true, false);

/// The words at which there is a register that can be written.
const WRITTEN: u64 = words(REGISTERS, false, true);

/// The words, as bits, of the registers that can be read if `read`, or written if `written`.
const fn words(registers: &[Register], read: bool, written: bool) -> u64 {
    let (mut words, mut rest) = (0, registers);
    while let [register, others @ ..] = rest {
        let access = register.access;
        let wanted = read && access.readable() || written && access.writable();
        let mut element = 0;
        while wanted && element < register.count {
            words |= 1 << ((register.offset + element * register.stride) / 4);
            element += 1;
        }
        rest = others;
    }
    words
}

/// Why an access to a register failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MmioError {
    /// The offset is not a multiple of 4.
    Misaligned {
        /// The offset requested, in bytes.
        offset: u32,
    },
    /// There is no register at the offset.
    Unmapped {
        /// The offset requested, in bytes.
        offset: u32,
    },
}

impl fmt::Display for MmioError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Misaligned { offset } => {
                write!(formatter, "offset {offset:#05x} is not a multiple of 4: registers are whole words")
            }
            Self::Unmapped { offset } => {
                write!(
                    formatter,
                    "there is no register at offset {offset:#05x}: take offsets from carillon_regmap::counter_chip::offset"
                )
            }
        }
    }
}

impl core::error::Error for MmioError {}

/// The chip in the processor's address space, as a bus.
#[derive(Debug)]
pub struct Mmio {
    base: NonNull<RegisterBlock>,
}

// SAFETY: `Mmio` owns the registers alone (see `Mmio::new`), and they are not bound to one thread.
unsafe impl Send for Mmio {}

impl Mmio {
    /// The chip whose registers begin at `base`. `None` if that is null or not a multiple of 4.
    ///
    /// # Safety
    /// `base` must be the address of a Carillon chip's registers, mapped as device memory for reading and writing for
    /// as long as the value lives, and nothing else may use those registers meanwhile.
    pub unsafe fn new(base: *mut RegisterBlock) -> Option<Self> {
        NonNull::new(base).filter(|base| base.is_aligned()).map(|base| Self { base })
    }

    /// The register at `byte`, if it is one of those that can be accessed in this way; `None` for another one.
    #[inline]
    fn cell(&self, byte: u32, accessible: u64) -> Result<Option<&RW<u32>>, MmioError> {
        if !byte.is_multiple_of(4) {
            return Err(MmioError::Misaligned { offset: byte });
        }
        // SAFETY: the caller of `new` guaranteed that a register block is mapped here for as long as `self` lives. The
        // cells are volatile: a shared reference does not claim that their contents stay the same.
        let block = unsafe { self.base.as_ref() };
        let has = |words: u64| words >> (byte / 4) & 1 != 0;
        let place = usize::try_from(byte / 4).ok();
        let cell = place.and_then(|place| block.words.get(place)).filter(|_| has(READ | WRITTEN));
        let cell = cell.ok_or(MmioError::Unmapped { offset: byte })?;
        Ok(has(accessible).then_some(cell))
    }
}

impl RegisterBus for Mmio {
    type Error = MmioError;

    /// Reading a write-only register gives 0, as from the chip.
    #[inline]
    fn read(&mut self, offset: u32) -> Result<u32, MmioError> {
        Ok(self.cell(offset, READ)?.map_or(0, |cell| cell.read()))
    }

    /// Writing a read-only register does nothing, as in the chip.
    #[inline]
    fn write(&mut self, offset: u32, value: u32) -> Result<(), MmioError> {
        if let Some(cell) = self.cell(offset, WRITTEN)? {
            // SAFETY: writing any value to any register of the chip is defined and affects only the chip.
            unsafe { cell.write(value) };
        }
        Ok(())
    }
}
