//! RISC-V's own timer: `mtime` and `mtimecmp`, as the privileged specification has them, in a CLINT, an ACLINT,
//! NEORV32, Hazard3 or Ibex's example system, on whose timer the project's firmware runs.
//!
//! All accesses are of 32 bits, which processors of 32 and of 64 bits have. The two halves of a register are separate
//! transfers, so:
//!
//! - `mtime` is read high, low, high, until the high half is the same before and after: it belongs to the low one then.
//! - `mtimecmp` is written as the specification says: first the highest value into the low half, then the high half,
//!   then the low half. What it holds in between is no smaller than the old value or than the new one, so it does not
//!   interrupt early.
//!
//! The interrupt is pending while `mtime` is `mtimecmp` or more: a tick that has gone by interrupts at once. It may
//! stay until `mtimecmp` is written, as Ibex's does: every alarm writes it.
#![allow(unsafe_code, reason = "memory-mapped registers are accessed through a raw address that the caller guarantees")]

use core::convert::Infallible;
use core::ptr::NonNull;

use volatile_register::RW;

use super::counter::Seen;
use super::{AlarmClock, Clock};
use crate::rate::TickRate;

/// A register of 64 bits in the processor's address space, as two words; the low one first.
#[repr(C)]
pub struct Register64 {
    low: RW<u32>,
    high: RW<u32>,
}

/// The timer of one hart, in ticks of `mtime`.
///
/// The machine timer interrupt, or the poll of [`wait`](AlarmClock::wait), calls
/// [`service`](crate::facility::TimerFacility::service). `mtimecmp` must be this program's alone; others may read
/// `mtime`, and may not write it.
///
/// ```no_run
/// use carillon_driver::device::MachineTimer;
/// use carillon_driver::facility::{ClockFacility, TimerFacility};
/// use carillon_driver::queue::FixedTimerWheel;
/// use carillon_driver::rate::TickRate;
/// use core::num::NonZeroU32;
///
/// # fn main() -> Result<(), Box<dyn core::error::Error>> {
/// let rate = TickRate::hertz(NonZeroU32::new(10_000_000).ok_or("no ticks")?);
/// // SAFETY: QEMU's `virt` machine has a CLINT at this address, and nobody else uses hart 0's `mtimecmp`.
/// let timer = unsafe { MachineTimer::new(0x0200_BFF8 as *mut _, 0x0200_4000 as *mut _, rate) };
/// let mut timers = ClockFacility::new(timer.ok_or("misaligned")?, FixedTimerWheel::<_, 32>::new())?;
/// timers.start(50_000, "retransmit")?;
/// // In the machine timer's interrupt handler:
/// timers.service(|_, expired| drop(expired.item))?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct MachineTimer {
    mtime: NonNull<Register64>,
    mtimecmp: NonNull<Register64>,
    rate: TickRate,
    seen: Seen,
}

// SAFETY: the registers are not bound to one thread, and nobody else writes `mtimecmp` (see `MachineTimer::new`).
unsafe impl Send for MachineTimer {}

impl MachineTimer {
    /// The timer with its registers at these addresses, with ticks of `rate`. `None` if one is null or no multiple of
    /// 4.
    ///
    /// # Safety
    /// `mtime` and `mtimecmp` must be the addresses of such registers, mapped as device memory for reading and writing
    /// for as long as the value lives, and nothing else may write to `mtimecmp` meanwhile.
    pub unsafe fn new(mtime: *mut Register64, mtimecmp: *mut Register64, rate: TickRate) -> Option<Self> {
        let aligned = |register| NonNull::new(register).filter(|register| register.is_aligned());
        Some(Self { mtime: aligned(mtime)?, mtimecmp: aligned(mtimecmp)?, rate, seen: Seen::nothing() })
    }

    /// The two registers, `mtime` first.
    const fn registers(&self) -> (&Register64, &Register64) {
        // SAFETY: the caller of `new` guaranteed that both registers are mapped for as long as `self` lives. Their
        // cells are volatile: a shared reference does not claim that their contents stay the same.
        unsafe { (self.mtime.as_ref(), self.mtimecmp.as_ref()) }
    }
}

impl Clock for MachineTimer {
    fn rate(&self) -> TickRate {
        self.rate
    }

    /// Three reads; two more if the low half has wrapped meanwhile. If `mtime` steps back, as it may from one hart to
    /// another, the last tick is kept.
    fn now(&self) -> u64 {
        let (mtime, _) = self.registers();
        let count = read_whole(|| mtime.low.read(), || mtime.high.read());
        self.seen.now(count, (u64::MAX, u64::MAX / 2))
    }
}

impl AlarmClock for MachineTimer {
    type Error = Infallible;

    /// Three writes.
    fn set_alarm(&mut self, tick: u64) -> Result<(), Infallible> {
        let (_, mtimecmp) = self.registers();
        // SAFETY: writing any value to `mtimecmp` is defined, and the caller of `new` gave it to this program alone.
        let low = |word| unsafe { mtimecmp.low.write(word) };
        // SAFETY: as of the low half.
        let high = |word| unsafe { mtimecmp.high.write(word) };
        write_whole(tick, low, high);
        Ok(())
    }

    fn clear_alarm(&mut self) -> Result<(), Infallible> {
        self.set_alarm(u64::MAX)
    }
}

/// A register that goes on counting, from reads of its halves.
fn read_whole(low: impl Fn() -> u32, high: impl Fn() -> u32) -> u64 {
    let mut before = high();
    loop {
        let word = low();
        let after = high();
        if after == before {
            return u64::from(after) << 32 | u64::from(word);
        }
        before = after;
    }
}

/// Writes `value` to the halves of a register, which meanwhile is not below both its old value and this one.
fn write_whole(value: u64, low: impl Fn(u32), high: impl Fn(u32)) {
    low(u32::MAX);
    high((value >> 32) as u32);
    low((value & u64::from(u32::MAX)) as u32);
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::{read_whole, write_whole};

    #[test]
    fn read_whole_around_a_wrap_is_a_value_that_the_register_had() {
        for from in 0xFFFF_FFF0..0x1_0000_0002_u64 {
            for step in [0, 1, 2, 5] {
                let counter = Cell::new(from);
                let read = || counter.replace(counter.get() + step);
                let value = read_whole(|| read() as u32, || (read() >> 32) as u32);
                assert!((from..=counter.get()).contains(&value), "{value:#x}");
            }
        }
    }

    #[test]
    fn write_whole_the_register_never_falls_below_the_old_and_the_new_value() {
        let values = [0, 9, 0xFFFF_FFFF, 0x1_0000_0009, 0x2_0000_0001, u64::MAX];
        for (old, new) in values.iter().flat_map(|old| values.map(|new| (*old, new))) {
            let register = Cell::new(old);
            let set = |value| {
                assert!(value >= old.min(new), "{old:#x} to {new:#x}: {value:#x}");
                register.set(value);
            };
            write_whole(
                new,
                |low| set(register.get() >> 32 << 32 | u64::from(low)),
                |high| set(u64::from(high) << 32 | register.get() & 0xFFFF_FFFF),
            );
            assert_eq!(register.get(), new);
        }
    }
}
