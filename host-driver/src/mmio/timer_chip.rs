//! The timer chip in the processor's address space: its registers, and a word for each timer.

use core::mem::size_of;
use core::ptr::NonNull;

use carillon_regmap::timer_chip::{ADDRESS_SPACE, REGISTERS, WINDOW};
use volatile_register::RW;

use super::{MmioError, at, words};
use crate::bus::RegisterBus;

/// Words of the registers, of what follows them, and of the timers.
const WORDS: usize = 64;
const TIMERS: usize = ((ADDRESS_SPACE - WINDOW) / 4) as usize;

/// The timer chip's 8 MiB of address space.
#[repr(C)]
pub struct TimerRegisterBlock {
    registers: [RW<u32>; WORDS],
    reserved: [u32; WINDOW as usize / 4 - WORDS],
    timers: [RW<u32>; TIMERS],
}

const _: () = assert!(size_of::<TimerRegisterBlock>() == ADDRESS_SPACE as usize);

/// The words at which there is a register, as bits.
const MAPPED: u64 = words(REGISTERS, true, true);

/// The timer chip in the processor's address space, as a bus.
#[derive(Debug)]
pub struct TimerMmio {
    base: NonNull<TimerRegisterBlock>,
}

// SAFETY: `TimerMmio` owns the registers alone (see `TimerMmio::new`), and they are not bound to one thread.
unsafe impl Send for TimerMmio {}

impl TimerMmio {
    /// The timer chip whose registers begin at `base`. `None` if that is null or not a multiple of 4.
    ///
    /// # Safety
    /// `base` must be the address of a timer chip's address space, mapped as device memory for reading and writing for
    /// as long as the value lives, and nothing else may use it meanwhile. Words of timers that are never used need not
    /// be mapped.
    pub unsafe fn new(base: *mut TimerRegisterBlock) -> Option<Self> {
        NonNull::new(base)
            .filter(|base| base.is_aligned())
            .map(|base| Self { base })
    }

    /// The cell at `byte`, which is a timer's word or a register.
    #[inline]
    fn cell(&self, byte: u32) -> Result<&RW<u32>, MmioError> {
        if !byte.is_multiple_of(4) {
            return Err(MmioError::Misaligned { offset: byte });
        }
        // SAFETY: the caller of `new` guaranteed that the registers are mapped here for as long as `self` lives. The
        // cells are volatile: a shared reference does not claim that their contents stay the same.
        let block = unsafe { self.base.as_ref() };
        let cell = match byte.checked_sub(WINDOW) {
            Some(byte) => at(&block.timers, byte),
            None => at(&block.registers, byte).filter(|_| MAPPED >> (byte / 4) & 1 != 0),
        };
        cell.ok_or(MmioError::Unmapped { offset: byte })
    }
}

impl RegisterBus for TimerMmio {
    type Error = MmioError;

    #[inline]
    fn read(&mut self, offset: u32) -> Result<u32, MmioError> {
        Ok(self.cell(offset)?.read())
    }

    #[inline]
    fn write(&mut self, offset: u32, value: u32) -> Result<(), MmioError> {
        let cell = self.cell(offset)?;
        // SAFETY: writing any value to any register of the chip is defined and affects only the chip.
        unsafe { cell.write(value) };
        Ok(())
    }
}
