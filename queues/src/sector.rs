//! Slots by the 64, with their busy bits: the memory of every wheel that skips empty slots, and FlexQueue's hierarchical bit
//! vector (section 3.3 of the thesis, with its fan-out f of 64).
//!
//! Sector `s` holds the lists of slots 64s to 64s + 63 and the word of level 0 that says which of them are not empty. The
//! words of the levels above, each bit of which stands for a whole word below, are kept in the sectors too: word `k` of
//! level `i` in sector `k`. So one array is all the memory that a wheel needs, and a slot's bit lies beside its list.

use super::list::{List, MOST};

/// Levels of busy bits: as many as the most slots need, 64^5.
const LEVELS: usize = 5;

/// Slots of a sector: one for each bit of a word.
pub(super) const SLOTS: u32 = 64;

/// Memory for 64 slots. 552 bytes. A slot holds the list of its entries; in a `PinnedWheel`, of nodes that lie elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sector<Slot = List> {
    busy: [u64; LEVELS],
    slots: [Slot; SLOTS as usize],
}

impl<Slot> Sector<Slot> {
    /// A sector whose slots are all empty.
    pub(super) const fn of(slots: [Slot; SLOTS as usize]) -> Self {
        Self {
            busy: [0; LEVELS],
            slots,
        }
    }
}

impl Sector {
    /// 64 slots without timers; what the array of sectors is filled with.
    pub const EMPTY: Self = Self::of([List::EMPTY; SLOTS as usize]);

    /// How many sectors hold `slots` slots.
    pub const fn count_for(slots: usize) -> usize {
        slots.div_ceil(SLOTS as usize)
    }
}

impl Default for Sector {
    fn default() -> Self {
        Self::EMPTY
    }
}

#[inline]
pub(super) fn word<Slot>(sectors: &[Sector<Slot>], level: usize, position: u32) -> u64 {
    usize::try_from(position)
        .ok()
        .and_then(|position| sectors.get(position)?.busy.get(level))
        .map_or(0, |word| *word)
}

#[inline]
fn word_mut<Slot>(sectors: &mut [Sector<Slot>], level: usize, position: u32) -> Option<&mut u64> {
    let position = usize::try_from(position).ok()?;
    sectors.get_mut(position)?.busy.get_mut(level)
}

/// Slots that the sectors hold, or `None` if they are more than can be numbered.
pub(super) fn slots_of<Slot>(sectors: &[Sector<Slot>]) -> Option<u32> {
    u32::try_from(sectors.len())
        .ok()?
        .checked_mul(SLOTS)
        .filter(|&slots| slots <= MOST.min(1 << 30))
}

/// The list of a slot.
#[inline]
pub(super) fn list<Slot>(sectors: &[Sector<Slot>], slot: u32) -> Option<&Slot> {
    let sector = usize::try_from(slot >> 6).ok()?;
    let within = usize::try_from(slot & 63).ok()?;
    sectors.get(sector)?.slots.get(within)
}

/// The list of a slot, to change. Whoever makes it empty or not empty says so by [`clear`] or [`set`].
#[inline]
pub(super) fn list_mut<Slot>(sectors: &mut [Sector<Slot>], slot: u32) -> Option<&mut Slot> {
    let sector = usize::try_from(slot >> 6).ok()?;
    let within = usize::try_from(slot & 63).ok()?;
    sectors.get_mut(sector)?.slots.get_mut(within)
}

/// `BitSet` (Algorithm 5): the slot is busy. Ends at the first level whose word had a bit set, since then all above have.
#[inline]
pub(super) fn set<Slot>(sectors: &mut [Sector<Slot>], slot: u32) {
    let mut position = slot;
    for level in 0..LEVELS {
        let bit = 1_u64 << (position & 63);
        position >>= 6;
        let Some(word) = word_mut(sectors, level, position) else {
            return;
        };
        let before = *word;
        *word = before | bit;
        if before != 0 {
            return;
        }
    }
}

/// `BitClear` (Algorithm 6): the slot is empty. Ends at the first level whose word still has a bit set.
#[inline]
pub(super) fn clear<Slot>(sectors: &mut [Sector<Slot>], slot: u32) {
    let mut position = slot;
    for level in 0..LEVELS {
        let bit = 1_u64 << (position & 63);
        position >>= 6;
        let Some(word) = word_mut(sectors, level, position) else {
            return;
        };
        *word &= !bit;
        if *word != 0 {
            return;
        }
    }
}

/// The first busy slot from `from` on (`FindFirstSet`, Algorithms 7 and 8; from a position, end of section 3.3.3): up until a word has a bit at or after the
/// position, then down again. At most two words a level.
#[inline]
pub(super) fn next_busy<Slot>(sectors: &[Sector<Slot>], from: u32) -> Option<u32> {
    let mut position = from;
    let mut level = 0;
    while level < LEVELS {
        let here = word(sectors, level, position >> 6) >> (position & 63);
        if here != 0 {
            position = position.wrapping_add(here.trailing_zeros());
            break;
        }
        position = (position >> 6).wrapping_add(1);
        level = level.wrapping_add(1);
    }
    if level >= LEVELS {
        return None;
    }
    while level > 0 {
        level = level.wrapping_sub(1);
        let below = word(sectors, level, position);
        position = (position << 6) | (below.trailing_zeros() & 63);
    }
    Some(position)
}

/// Empties all slots.
pub(super) fn reset(sectors: &mut [Sector]) {
    sectors.fill(Sector::EMPTY);
}

/// Whether every bit says what is true of the list or the word that it stands for.
pub(super) fn bits_are_right<Slot>(
    sectors: &[Sector<Slot>],
    is_empty: impl Fn(&Slot) -> bool,
) -> bool {
    let Some(slots) = slots_of(sectors) else {
        return false;
    };
    let mut positions = slots;
    for level in 0..LEVELS {
        for position in 0..positions {
            let bit = word(sectors, level, position >> 6) >> (position & 63) & 1 == 1;
            let truth = match level.checked_sub(1) {
                None => list(sectors, position).is_some_and(|list| !is_empty(list)),
                Some(below) => word(sectors, below, position) != 0,
            };
            if bit != truth {
                return false;
            }
        }
        positions = positions.div_ceil(SLOTS);
    }
    true
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{Sector, clear, list_mut, next_busy, reset, set};
    use std::vec;

    #[test]
    fn next_busy_every_pair_of_slots_and_every_position_is_found() {
        let mut sectors = vec![Sector::EMPTY; 70];
        let places = [
            0, 1, 62, 63, 64, 65, 127, 128, 4_094, 4_095, 4_096, 4_097, 4_479,
        ];
        for &one in &places {
            for &other in &places {
                set(&mut sectors, one);
                set(&mut sectors, other);
                for &from in &places {
                    let expected = places
                        .iter()
                        .copied()
                        .filter(|&place| (place == one || place == other) && place >= from)
                        .min();
                    assert_eq!(next_busy(&sectors, from), expected, "{one} {other} {from}");
                }
                clear(&mut sectors, one);
                clear(&mut sectors, other);
                assert_eq!(sectors, vec![Sector::EMPTY; 70]);
            }
        }
    }

    #[test]
    fn next_busy_outside_the_sectors_is_none() {
        let mut sectors = vec![Sector::EMPTY; 2];
        assert_eq!(next_busy(&sectors, u32::MAX), None);
        set(&mut sectors, 128);
        assert_eq!(sectors, vec![Sector::EMPTY; 2]);
        assert_eq!(list_mut(&mut sectors, 128), None);
        set(&mut sectors, 127);
        reset(&mut sectors);
        assert_eq!(next_busy(&sectors, 0), None);
    }
}
