//! What FlexQueue's slots have in memory: their bit vectors and the heads of their lists, both dense.
//!
//! The vectors come first, as words of 64 bits, two a record, the second array's behind the first's. Then come the
//! heads, as links of 32 bits, four a record. That of an empty slot is never read, and is written without waiting for
//! what was there.

use core::hint::select_unpredictable as choose;
use core::iter::successors;
use core::ops::{Deref, DerefMut};

use crate::record::{Record, at_mut, get};
use crate::schemes::parts::busy_bits::{self, LEVELS, Words, WordsMut};

/// One of the slots of both arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slot(u32);

impl Slot {
    pub(crate) const NONE: Self = Self(u32::MAX);

    pub(crate) const fn is_none(self) -> bool {
        self.0 == Self::NONE.0
    }

    /// That at a position of array 0 or 1.
    #[inline(always)]
    pub(crate) const fn of(array: usize, position: u32) -> Self {
        Self((array as u32) << 31 | position)
    }

    #[inline(always)]
    pub(crate) const fn array(self) -> usize {
        (self.0 >> 31) as usize
    }

    #[inline(always)]
    pub(crate) const fn position(self) -> u32 {
        self.0 & (u32::MAX >> 1)
    }
}

/// Where a slot's head is: one of the four of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    record: u32,
    quarter: u32,
}

impl Place {
    /// That of a slot's head, the first of which is in the record `first`.
    #[inline(always)]
    pub(super) const fn of(first: u32, position: u32) -> Self {
        Self { record: first + position / 4, quarter: position % 4 }
    }

    /// The head of a busy slot.
    #[inline(always)]
    pub(crate) fn head(self, records: &[Record]) -> u32 {
        let record = get(records, self.record);
        (word_of(&record, self.quarter / 2) >> (self.quarter % 2 * 32)) as u32
    }

    #[inline(always)]
    pub(crate) fn set_head(self, records: &mut [Record], head: u32) {
        if let Some(record) = at_mut(records, self.record) {
            // Each is a single store of 32 bits.
            match self.quarter {
                0 => record.expiry = record.expiry & !u64::from(u32::MAX) | u64::from(head),
                1 => record.expiry = record.expiry & u64::from(u32::MAX) | u64::from(head) << 32,
                2 => record.next = head,
                _ => record.previous = head,
            }
        }
    }
}

/// Where they lie, for two arrays of so many slots.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory {
    size: u32,
    /// The first word of each level of a vector, and how many it has.
    levels: [(u32, u32); LEVELS as usize],
    /// Words of a vector.
    words: u32,
}

impl Memory {
    pub(super) const fn new(size: u32) -> Self {
        let mut levels = [(0, 0); LEVELS as usize];
        let (mut words, mut level) = (0, 0);
        let mut positions = size;
        let mut rest: &mut [(u32, u32)] = &mut levels;
        while (level == 0 || positions > 1)
            && let Some((place, others)) = rest.split_first_mut()
        {
            positions = positions.div_ceil(busy_bits::SLOTS);
            *place = (words, positions);
            words += positions;
            rest = others;
            level += 1;
        }
        Self { size, levels, words }
    }

    /// Slots of an array.
    pub(super) const fn size(&self) -> u32 {
        self.size
    }

    /// Words of both vectors.
    #[cfg(test)]
    pub(crate) const fn words(&self) -> usize {
        2 * self.words as usize
    }

    /// Records of the vectors and heads.
    pub(super) const fn records(&self) -> u32 {
        self.words + 2 * self.size.div_ceil(4)
    }

    /// All slots are empty.
    pub(super) fn prepare(&self, records: &mut [Record]) {
        for record in records.iter_mut().take(self.words as usize) {
            *record = Record { expiry: 0, next: 0, previous: 0 };
        }
    }

    /// The vector of an array.
    #[inline(always)]
    fn vector<R>(&self, records: R, array: usize) -> Vector<'_, R> {
        let base = if array == 0 { 0 } else { self.words };
        Vector { records, levels: &self.levels, base }
    }

    /// The first busy slot of an array.
    #[inline]
    pub(super) fn first_busy(&self, records: &[Record], array: usize) -> Option<Slot> {
        let position = busy_bits::next_busy(&self.vector(records, array), 0)?;
        Some(Slot::of(array, position))
    }

    /// The slot, the first busy one of its array, has become empty. Returns the next one.
    #[inline(always)]
    pub(super) fn clear_first(&self, records: &mut [Record], slot: Slot) -> Option<Slot> {
        let mut vector = self.vector(records, slot.array());
        let position = busy_bits::clear_first(&mut vector, slot.position())?;
        Some(Slot::of(slot.array(), position))
    }

    /// The slot has become busy. Returns whether it was.
    #[inline(always)]
    pub(super) fn set(&self, records: &mut [Record], slot: Slot) -> bool {
        busy_bits::set(&mut self.vector(records, slot.array()), slot.position())
    }

    /// The slot has become empty.
    #[inline(always)]
    pub(super) fn clear(&self, records: &mut [Record], slot: Slot) {
        busy_bits::clear(&mut self.vector(records, slot.array()), slot.position());
    }

    /// The busy slots of an array.
    pub(crate) fn busy(&self, records: &[Record], array: usize) -> impl Iterator<Item = Slot> {
        let vector = self.vector(records, array);
        let next = move |from| busy_bits::next_busy(&vector, from);
        successors(next(0), move |&slot| next(slot + 1)).map(move |slot| Slot::of(array, slot))
    }

    /// Whether every bit of the upper levels says what is true of the words below, and no bit stands for no slot.
    pub(super) fn bits_are_right(&self, records: &[Record]) -> bool {
        [0, 1].into_iter().all(|array| {
            let vector = self.vector(records, array);
            let is_busy = |slot| busy_bits::word(&vector, 0, slot >> 6) >> (slot & 63) & 1 == 1;
            busy_bits::are_right(&vector, self.size, is_busy)
        })
    }

    /// Where the slot's head is.
    #[inline(always)]
    pub(super) fn place(&self, slot: Slot) -> Place {
        let before = if slot.array() == 0 { 0 } else { self.size.div_ceil(4) };
        Place::of(self.words + before, slot.position())
    }

    /// The head of a busy slot.
    #[inline(always)]
    pub(crate) fn head(&self, records: &[Record], slot: Slot) -> u32 {
        self.place(slot).head(records)
    }

    #[cfg(test)]
    pub(crate) fn set_head(&self, records: &mut [Record], slot: Slot, head: u32) {
        self.place(slot).set_head(records, head);
    }
}

/// The words of a bit vector.
struct Vector<'levels, R> {
    records: R,
    levels: &'levels [(u32, u32); LEVELS as usize],
    base: u32,
}

impl<R> Vector<'_, R> {
    /// The number of a word.
    #[inline(always)]
    fn place_of(&self, level: u32, position: u32) -> Option<u32> {
        let &(first, count) = self.levels.get(usize::try_from(level).ok()?)?;
        (position < count).then(|| self.base + first + position)
    }
}

impl<R: Deref<Target = [Record]>> Words for Vector<'_, R> {
    #[inline(always)]
    fn word(&self, level: u32, position: u32) -> Option<u64> {
        let at = self.place_of(level, position)?;
        Some(word_of(&get(&*self.records, at / 2), at))
    }
}

impl<R: DerefMut<Target = [Record]>> WordsMut for Vector<'_, R> {
    #[inline(always)]
    fn change(&mut self, level: u32, position: u32, change: impl FnOnce(u64) -> u64) -> Option<u64> {
        let at = self.place_of(level, position)?;
        let record = at_mut(&mut *self.records, at / 2)?;
        let word = word_of(record, at);
        set_word(record, at, change(word));
        Some(word)
    }
}

/// Word `at` of those that lie two a record, whose record this is.
#[inline(always)]
fn word_of(record: &Record, at: u32) -> u64 {
    let links = u64::from(record.previous) << 32 | u64::from(record.next);
    choose(at % 2 == 1, links, record.expiry)
}

/// Writes both words, since which of them it is cannot be foretold.
#[inline(always)]
fn set_word(record: &mut Record, at: u32, word: u64) {
    let (even, odd) = (word_of(record, 0), word_of(record, 1));
    let odd = choose(at % 2 == 1, word, odd);
    *record = Record { expiry: choose(at % 2 == 1, even, word), next: odd as u32, previous: (odd >> 32) as u32 };
}
