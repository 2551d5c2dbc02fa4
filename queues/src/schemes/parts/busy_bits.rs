//! FlexQueue's hierarchical bit vector (section 3.3 of the thesis, with its fan-out f of 64): which slots have timers.
//! It serves wheels too.
//!
//! Those of wheels lie where their slots do: word `k` of level `i` in slot `64 k + i`, in the tick that the head of a
//! list does not need. FlexQueue's lie densely. Bit `b` of word `k` says of level 0 that slot `64 k + b` is busy, and
//! of a higher level that word `64 k + b` below has a bit set.

use crate::record::Record;

/// Levels of busy bits: as many as the most slots need, 64^5.
pub(crate) const LEVELS: u32 = 5;

/// Slots of a word.
pub(crate) const SLOTS: u32 = 64;

/// Memory with words of busy bits in it.
pub(crate) trait Words {
    /// Word `position` of a level.
    fn word(&self, level: u32, position: u32) -> Option<u64>;
}

/// Words of busy bits, to change.
pub(crate) trait WordsMut: Words {
    /// Puts what `change` makes of a word in its place, and returns what was there.
    fn change(&mut self, level: u32, position: u32, change: impl FnOnce(u64) -> u64) -> Option<u64>;
}

/// Puts what `change` makes of the word in its place, and returns what was there.
#[inline(always)]
pub(crate) fn changed(word: &mut u64, change: impl FnOnce(u64) -> u64) -> u64 {
    let new = change(*word);
    core::mem::replace(word, new)
}

/// The record in whose tick a word lies.
fn place_of(level: u32, position: u32) -> Option<usize> {
    usize::try_from(u64::from(position) << 6 | u64::from(level)).ok()
}

/// The heads of slots, a multiple of 64 of them. What is behind them is not touched for one of those slots.
impl Words for [Record] {
    #[inline]
    fn word(&self, level: u32, position: u32) -> Option<u64> {
        Some(self.get(place_of(level, position)?)?.expiry)
    }
}

impl WordsMut for [Record] {
    #[inline]
    fn change(&mut self, level: u32, position: u32, change: impl FnOnce(u64) -> u64) -> Option<u64> {
        let head = self.get_mut(place_of(level, position)?)?;
        Some(changed(&mut head.expiry, change))
    }
}

/// A word, or 0 if there is none.
#[inline]
pub(crate) fn word<W: Words + ?Sized>(words: &W, level: u32, position: u32) -> u64 {
    words.word(level, position).unwrap_or(0)
}

/// `BitSet` (Algorithm 5): the slot is busy. Returns whether it was.
#[inline(always)]
pub(crate) fn set<W: WordsMut + ?Sized>(words: &mut W, slot: u32) -> bool {
    mark(words, slot, true)
}

/// `BitClear` (Algorithm 6): the slot is empty.
#[inline(always)]
pub(crate) fn clear<W: WordsMut + ?Sized>(words: &mut W, slot: u32) {
    mark(words, slot, false);
}

/// Both. Most words have other bits, and then all above are right.
#[inline(always)]
fn mark<W: WordsMut + ?Sized>(words: &mut W, slot: u32, busy: bool) -> bool {
    let bit = 1 << (slot & 63);
    let mark = |word| word & !bit | if busy { bit } else { 0 };
    let Some(before) = words.change(0, slot >> 6, mark) else {
        return false;
    };
    if before & !bit == 0 {
        mark_above(words, slot >> 6, busy);
    }
    before & bit != 0
}

/// Marks the word at `position` of level 0 in the levels above. Ends at the first level whose word has other bits.
#[cold]
#[inline(never)]
fn mark_above<W: WordsMut + ?Sized>(words: &mut W, mut position: u32, busy: bool) {
    for level in 1..LEVELS {
        let bit = 1 << (position & 63);
        position >>= 6;
        let mark = |word| word & !bit | if busy { bit } else { 0 };
        let before = words.change(level, position, mark);
        if before.is_none_or(|before| before & !bit != 0) {
            return;
        }
    }
}

/// The first busy slot from `from` on (`FindFirstSet`, Algorithms 7 and 8; from a position, end of section 3.3.3): up
/// until a word has a bit at or after the position, then down again. At most two words a level.
#[inline]
pub(crate) fn next_busy<W: Words + ?Sized>(words: &W, from: u32) -> Option<u32> {
    let mut position = from;
    let mut level = 0;
    while level < LEVELS {
        let here = word(words, level, position >> 6) >> (position & 63);
        if here != 0 {
            position += here.trailing_zeros();
            break;
        }
        position = (position >> 6) + 1;
        level += 1;
    }
    if level >= LEVELS {
        return None;
    }
    while level > 0 {
        level -= 1;
        let below = word(words, level, position);
        position = (position << 6) | (below.trailing_zeros() & 63);
    }
    Some(position)
}

/// The slot, the first busy one, is empty. Returns the next busy one: the way up ends at the first word that has other
/// bits, and from there it goes down.
#[inline(always)]
pub(crate) fn clear_first<W: WordsMut + ?Sized>(words: &mut W, slot: u32) -> Option<u32> {
    let mut position = slot;
    let mut level = 0;
    loop {
        let without = |word| word & !(1 << (position & 63));
        let left = without(words.change(level, position >> 6, without)?);
        if left != 0 {
            position = position & !63 | left.trailing_zeros();
            break;
        }
        position >>= 6;
        level += 1;
    }
    while level > 0 {
        level -= 1;
        let below = word(words, level, position);
        position = position << 6 | (below.trailing_zeros() & 63);
    }
    Some(position)
}

/// Whether every bit says what is true of the slot, of which there are `slots`, or of the word that it stands for.
pub(crate) fn are_right<W: Words + ?Sized>(words: &W, slots: u32, is_busy: impl Fn(u32) -> bool) -> bool {
    let mut positions = slots;
    for level in 0..LEVELS {
        if words.word(level, 0).is_none() {
            break;
        }
        for position in 0..positions.next_multiple_of(SLOTS) {
            let bit = word(words, level, position >> 6) >> (position & 63) & 1 == 1;
            let truth = match level.checked_sub(1) {
                None => position < slots && is_busy(position),
                Some(below) => word(words, below, position) != 0,
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
    use super::{clear, next_busy, set};
    use crate::record::Record;
    use std::vec;
    use std::vec::Vec;

    fn heads(slots: usize) -> Vec<Record> {
        vec![Record::VACANT; slots]
    }

    #[test]
    fn next_busy_every_pair_of_slots_and_every_position_is_found() {
        let mut heads = heads(70 * 64);
        let places = [0, 1, 62, 63, 64, 65, 127, 128, 4_094, 4_095, 4_096, 4_097, 4_479];
        for &one in &places {
            for &other in &places {
                set(&mut heads[..], one);
                set(&mut heads[..], other);
                for &from in &places {
                    let expected =
                        places.iter().copied().filter(|&place| (place == one || place == other) && place >= from).min();
                    assert_eq!(next_busy(&heads[..], from), expected, "{one} {other} {from}");
                }
                clear(&mut heads[..], one);
                clear(&mut heads[..], other);
                assert!(heads.iter().all(|head| *head == Record::VACANT));
            }
        }
    }

    #[test]
    fn next_busy_outside_the_slots_is_none() {
        let mut heads = heads(128);
        assert_eq!(next_busy(&heads[..], u32::MAX), None);
        set(&mut heads[..], 128);
        assert_eq!(heads, self::heads(128));
        set(&mut heads[..], 127);
        assert_eq!(next_busy(&heads[..], 0), Some(127));
    }
}
