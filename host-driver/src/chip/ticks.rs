//! 64-bit times from 32-bit reads.

use super::ChipFault;
use crate::bus::RegisterBus;

/// Attempts to read both halves of a time; the high half changes only every 2^32 ticks, just after a low half of all
/// ones, which makes three enough.
const TIME_ATTEMPTS: u32 = 4;

/// The low half of a tick.
pub(crate) const fn low_half(tick: u64) -> u32 {
    (tick & 0xFFFF_FFFF) as u32
}

/// The tick with the same high half whose low half is `low`.
pub(crate) const fn with_low_half(tick: u64, low: u32) -> u64 {
    (tick & !0xFFFF_FFFF) | low as u64
}

/// The first tick at or after `reference` whose low 32 bits are `low`. `None` if that is 2^64 or more.
///
/// This extends a read of `NOW_LO` from the last known now; it is correct while fewer than 2^32 ticks lie between.
pub const fn first_from(reference: u64, low: u32) -> Option<u64> {
    reference.checked_add(low.wrapping_sub(low_half(reference)) as u64)
}

/// The last tick at or before `limit` whose low 32 bits are `low`. `None` if there is none.
pub const fn last_up_to(limit: u64, low: u32) -> Option<u64> {
    limit.checked_sub(low_half(limit).wrapping_sub(low) as u64)
}

/// Reads a time of 64 bits: high half, low half, high half, until both reads of the high half agree. The low half then
/// belongs to it. One of all ones may be a read that nobody answered, and is read again: if it is the time, it is so
/// twice, or the time has moved on. A time of 2^64 - 1 is refused: it is what a bus without a chip reads, and a chip at
/// 1 GHz has it after 584 years.
pub(crate) fn read_time<B: RegisterBus>(bus: &mut B, high: u32, low: u32) -> Result<u64, ChipFault<B::Error>> {
    let mut before = bus.read(high)?;
    let mut doubted = false;
    for _ in 0..TIME_ATTEMPTS {
        let word = bus.read(low)?;
        let after = bus.read(high)?;
        let doubtful = word == u32::MAX && !doubted;
        doubted = doubtful;
        if before == after && !doubtful {
            return match (u64::from(after) << 32) | u64::from(word) {
                u64::MAX => Err(ChipFault::ImpossibleAnswer { offset: low, found: word }),
                time => Ok(time),
            };
        }
        before = after;
    }
    Err(ChipFault::TimeUnsteady { offset: low })
}

/// Whether the low half of a time may be no time at all: a chip that was reset reads 0, and a bus without a chip all
/// ones.
#[inline(always)]
pub(crate) const fn is_doubtful(low: u32) -> bool {
    low.wrapping_add(1) <= 1
}
