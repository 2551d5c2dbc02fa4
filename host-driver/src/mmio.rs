//! The chip in the processor's address space, and the only unsafe code of this crate.
//!
//! [`RegisterBlock`] lays out the registers with one volatile cell each; the constant assertions below check every
//! cell's offset against the register map. [`Mmio`] makes a [`RegisterBus`] of it. [`TimerMmio`] does so for the timer
//! chip.
#![allow(
    unsafe_code,
    reason = "memory-mapped registers are accessed through a raw address that the caller guarantees"
)]

mod timer_chip;
#[cfg(all(feature = "uio", target_os = "linux"))]
mod uio;

use core::fmt;
use core::mem::{offset_of, size_of};
use core::ptr::NonNull;

use carillon_regmap::{ADDRESS_SPACE, offset};
use volatile_register::{RO, RW, WO};

use crate::bus::RegisterBus;

pub use timer_chip::{TimerMmio, TimerRegisterBlock};
#[cfg(all(feature = "uio", target_os = "linux"))]
pub use uio::Uio;

/// The chip's 256 bytes of registers, one volatile cell each.
#[repr(C)]
#[allow(missing_docs, reason = "the register map describes every register")]
pub struct RegisterBlock {
    pub id: RO<u32>,
    pub version: RO<u32>,
    pub params: RO<u32>,
    pub scratch: RW<u32>,
    pub ctrl: RW<u32>,
    pub status: RO<u32>,
    pub prescale: RW<u32>,
    reserved_01c: u32,
    pub now_lo: RO<u32>,
    pub now_hi: RO<u32>,
    pub cursor_lo: RO<u32>,
    pub cursor_hi: RO<u32>,
    pub arm: WO<u32>,
    pub disarm: WO<u32>,
    pub event: RO<u32>,
    pub event_tick: RO<u32>,
    pub event_ack: WO<u32>,
    pub intr_state: RW<u32>,
    pub intr_enable: RW<u32>,
    pub intr_test: WO<u32>,
    pub intr_coalesce: RW<u32>,
    pub error: RW<u32>,
    pub alarm_lo: RW<u32>,
    pub alarm_hi: RW<u32>,
    pub next: [RO<u32>; 8],
    pub wheel_size: [RW<u32>; 8],
    pub wheel_mode: [RW<u32>; 8],
    reserved_0c0: [u32; 16],
}

/// Checks each cell's offset against the register map.
macro_rules! assert_offsets {
    ($($cell:ident $register:ident),+ $(,)?) => {
        $(const _: () = assert!(offset_of!(RegisterBlock, $cell) == offset::$register as usize);)+
    };
}

assert_offsets! {
    id ID, version VERSION, params PARAMS, scratch SCRATCH, ctrl CTRL, status STATUS, prescale PRESCALE,
    now_lo NOW_LO, now_hi NOW_HI, cursor_lo CURSOR_LO, cursor_hi CURSOR_HI, arm ARM, disarm DISARM,
    event EVENT, event_tick EVENT_TICK, event_ack EVENT_ACK, intr_state INTR_STATE, intr_enable INTR_ENABLE,
    intr_test INTR_TEST, intr_coalesce INTR_COALESCE, error ERROR, alarm_lo ALARM_LO, alarm_hi ALARM_HI,
    next NEXT, wheel_size WHEEL_SIZE, wheel_mode WHEEL_MODE,
}
const _: () = assert!(size_of::<RegisterBlock>() == ADDRESS_SPACE as usize);

/// Why an access to a register failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
                write!(
                    formatter,
                    "offset {offset:#05x} is not a multiple of 4: registers are whole words"
                )
            }
            Self::Unmapped { offset } => {
                write!(
                    formatter,
                    "there is no register at offset {offset:#05x}: take offsets from carillon_regmap::offset"
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

/// One cell of the block, by its access.
enum Cell<'a> {
    ReadOnly(&'a RO<u32>),
    ReadWrite(&'a RW<u32>),
    WriteOnly(&'a WO<u32>),
}

impl Mmio {
    /// The chip whose registers begin at `base`. `None` if that is null or not a multiple of 4.
    ///
    /// # Safety
    /// `base` must be the address of a Carillon chip's registers, mapped as device memory for reading and writing for
    /// as long as the value lives, and nothing else may use those registers meanwhile.
    pub unsafe fn new(base: *mut RegisterBlock) -> Option<Self> {
        NonNull::new(base)
            .filter(|base| base.is_aligned())
            .map(|base| Self { base })
    }

    fn cell(&self, byte: u32) -> Result<Cell<'_>, MmioError> {
        if !byte.is_multiple_of(4) {
            return Err(MmioError::Misaligned { offset: byte });
        }
        // SAFETY: the caller of `new` guaranteed that a register block is mapped here for as long as `self` lives. The
        // cells are volatile: a shared reference does not claim that their contents stay the same.
        let block = unsafe { self.base.as_ref() };
        let unmapped = MmioError::Unmapped { offset: byte };
        Ok(match byte {
            offset::ID => Cell::ReadOnly(&block.id),
            offset::VERSION => Cell::ReadOnly(&block.version),
            offset::PARAMS => Cell::ReadOnly(&block.params),
            offset::SCRATCH => Cell::ReadWrite(&block.scratch),
            offset::CTRL => Cell::ReadWrite(&block.ctrl),
            offset::STATUS => Cell::ReadOnly(&block.status),
            offset::PRESCALE => Cell::ReadWrite(&block.prescale),
            offset::NOW_LO => Cell::ReadOnly(&block.now_lo),
            offset::NOW_HI => Cell::ReadOnly(&block.now_hi),
            offset::CURSOR_LO => Cell::ReadOnly(&block.cursor_lo),
            offset::CURSOR_HI => Cell::ReadOnly(&block.cursor_hi),
            offset::ARM => Cell::WriteOnly(&block.arm),
            offset::DISARM => Cell::WriteOnly(&block.disarm),
            offset::EVENT => Cell::ReadOnly(&block.event),
            offset::EVENT_TICK => Cell::ReadOnly(&block.event_tick),
            offset::EVENT_ACK => Cell::WriteOnly(&block.event_ack),
            offset::INTR_STATE => Cell::ReadWrite(&block.intr_state),
            offset::INTR_ENABLE => Cell::ReadWrite(&block.intr_enable),
            offset::INTR_TEST => Cell::WriteOnly(&block.intr_test),
            offset::INTR_COALESCE => Cell::ReadWrite(&block.intr_coalesce),
            offset::ERROR => Cell::ReadWrite(&block.error),
            offset::ALARM_LO => Cell::ReadWrite(&block.alarm_lo),
            offset::ALARM_HI => Cell::ReadWrite(&block.alarm_hi),
            _ => {
                return element(&block.next, offset::NEXT, byte)
                    .map(Cell::ReadOnly)
                    .or_else(|| {
                        element(&block.wheel_size, offset::WHEEL_SIZE, byte).map(Cell::ReadWrite)
                    })
                    .or_else(|| {
                        element(&block.wheel_mode, offset::WHEEL_MODE, byte).map(Cell::ReadWrite)
                    })
                    .ok_or(unmapped);
            }
        })
    }
}

/// The element of an array of cells at `byte`, if it lies in the array that begins at `base`.
fn element<C>(cells: &[C], base: u32, byte: u32) -> Option<&C> {
    let index = byte.checked_sub(base)?.checked_div(4)?;
    cells.get(usize::try_from(index).ok()?)
}

impl RegisterBus for Mmio {
    type Error = MmioError;

    /// Reading a write-only register gives 0, as from the chip.
    fn read(&mut self, offset: u32) -> Result<u32, MmioError> {
        Ok(match self.cell(offset)? {
            Cell::ReadOnly(cell) => cell.read(),
            Cell::ReadWrite(cell) => cell.read(),
            Cell::WriteOnly(_) => 0,
        })
    }

    /// Writing a read-only register does nothing, as in the chip.
    fn write(&mut self, offset: u32, value: u32) -> Result<(), MmioError> {
        match self.cell(offset)? {
            Cell::ReadOnly(_) => {}
            // SAFETY: writing any value to any register of the chip is defined and affects only the chip.
            Cell::ReadWrite(cell) => unsafe { cell.write(value) },
            // SAFETY: as above.
            Cell::WriteOnly(cell) => unsafe { cell.write(value) },
        }
        Ok(())
    }
}
