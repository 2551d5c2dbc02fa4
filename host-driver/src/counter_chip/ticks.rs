//! 64-bit ticks from 32-bit reads.

/// The low half of a tick.
pub(super) const fn low_half(tick: u64) -> u32 {
    (tick & 0xFFFF_FFFF) as u32
}

/// The tick with the same high half whose low half is `low`.
pub(super) const fn with_low_half(tick: u64, low: u32) -> u64 {
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
