//! The timer chip in the processor's address space: its registers, and a word for each timer.

use core::ptr::NonNull;

use carillon_regmap::timer_chip::{ADDRESS_SPACE, REGISTERS, WINDOW};

use super::{MmioError, words};
use crate::bus::RegisterBus;

/// The timer chip's 8 MiB of address space. Only a pointer to it is ever made, as words that no timer uses need not be
/// mapped.
#[repr(C)]
pub struct TimerRegisterBlock {
    words: [u32; ADDRESS_SPACE as usize / 4],
}

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
        NonNull::new(base).filter(|base| base.is_aligned()).map(|base| Self { base })
    }

    /// The address of the word at `byte`, which is a timer's word or a register.
    #[inline]
    fn word(&self, byte: u32) -> Result<*mut u32, MmioError> {
        if !byte.is_multiple_of(4) {
            return Err(MmioError::Misaligned { offset: byte });
        }
        let mapped = |byte: u32| MAPPED >> (byte / 4) & 1 != 0;
        let exists = match byte {
            WINDOW.. => byte < ADDRESS_SPACE,
            _ => byte / 4 < u64::BITS && mapped(byte),
        };
        let place = usize::try_from(byte / 4).ok().filter(|_| exists);
        let place = place.ok_or(MmioError::Unmapped { offset: byte })?;
        Ok(self.base.as_ptr().cast::<u32>().wrapping_add(place))
    }
}

impl RegisterBus for TimerMmio {
    type Error = MmioError;

    #[inline]
    fn read(&mut self, offset: u32) -> Result<u32, MmioError> {
        let word = self.word(offset)?;
        // SAFETY: the caller of `new` guaranteed that registers and timers that are used are mapped here for as long as
        // `self` lives. The word is a whole one and aligned, and no reference to it is made.
        Ok(unsafe { word.read_volatile() })
    }

    #[inline]
    fn write(&mut self, offset: u32, value: u32) -> Result<(), MmioError> {
        let word = self.word(offset)?;
        // SAFETY: as for a read; writing any value to any register of the chip is defined and affects only the chip.
        unsafe { word.write_volatile(value) };
        Ok(())
    }
}
