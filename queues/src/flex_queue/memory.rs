//! What FlexQueue's slots have in memory: their bit vectors and the heads of their lists, both dense.
//!
//! The vectors come first, as words of 64 bits, two a record; then the heads, as links of 32 bits, four a record. Vector
//! and heads of the second array are behind those of the first.

use core::hint::select_unpredictable as choose;
use core::ops::{Deref, DerefMut};

use crate::bits::{self, LEVELS, Words, WordsMut};
use crate::record::{Record, at_mut, get};

/// The head of a slot without timers.
pub(super) const EMPTY: u32 = u32::MAX;

/// Where they lie, for two arrays of so many slots.
#[derive(Debug, Clone, Copy)]
pub(super) struct Memory {
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
        let mut rest = levels.as_mut_slice();
        while (level == 0 || positions > 1)
            && let Some((place, others)) = rest.split_first_mut()
        {
            positions = positions.div_ceil(bits::SLOTS);
            *place = (words, positions);
            words += positions;
            rest = others;
            level += 1;
        }
        Self {
            size,
            levels,
            words,
        }
    }

    /// Slots of an array.
    pub(super) const fn size(&self) -> u32 {
        self.size
    }

    /// Records of both vectors: two words a record.
    #[cfg(test)]
    pub(super) const fn vector_records(&self) -> u32 {
        self.words
    }

    /// Records of the vectors and heads.
    pub(super) const fn records(&self) -> u32 {
        self.words + self.size.div_ceil(2)
    }

    /// All slots are empty.
    pub(super) fn prepare(&self, records: &mut [Record]) {
        for (number, record) in (0..self.records()).zip(records) {
            let is_head = number >= self.words;
            *record = Record {
                expiry: if is_head { u64::MAX } else { 0 },
                next: if is_head { EMPTY } else { 0 },
                previous: if is_head { EMPTY } else { 0 },
            };
        }
    }

    /// The array that the slot is of, and which of its slots it is.
    #[inline(always)]
    pub(super) fn place_of(&self, slot: u32) -> (usize, u32) {
        if slot < self.size {
            (0, slot)
        } else {
            (1, slot - self.size)
        }
    }

    /// The vector of an array.
    #[inline(always)]
    fn vector<R>(&self, records: R, array: usize) -> Vector<'_, R> {
        let base = if array == 0 { 0 } else { self.words };
        Vector {
            records,
            levels: &self.levels,
            base,
        }
    }

    /// The first busy slot from one on within its array.
    #[inline]
    pub(super) fn next_busy(&self, records: &[Record], from: u32) -> Option<u32> {
        let (array, position) = self.place_of(from);
        let found = bits::next_busy(&self.vector(records, array), position)?;
        Some(from - position + found)
    }

    /// The busy slots of both arrays.
    pub(super) fn busy(&self, records: &[Record]) -> impl Iterator<Item = u32> {
        let busy = |&slot: &u32| self.head(records, slot) != EMPTY;
        (0..2 * self.size).filter(busy)
    }

    /// The slot has become busy or empty.
    #[inline(always)]
    pub(super) fn mark(&self, records: &mut [Record], slot: u32, busy: bool) {
        let (array, position) = self.place_of(slot);
        let mut vector = self.vector(records, array);
        if busy {
            bits::set(&mut vector, position);
        } else {
            bits::clear(&mut vector, position);
        }
    }

    /// Whether every bit says what is true of the heads.
    pub(super) fn bits_are_right(&self, records: &[Record]) -> bool {
        [0, 1].into_iter().all(|array| {
            let first = if array == 0 { 0 } else { self.size };
            let is_busy = |position| self.head(records, first + position) != EMPTY;
            bits::are_right(&self.vector(records, array), self.size, is_busy)
        })
    }

    /// The head of a slot's list.
    #[inline(always)]
    pub(super) fn head(&self, records: &[Record], slot: u32) -> u32 {
        let record = get(records, self.words + slot / 4);
        (word_of(&record, slot / 2) >> (slot % 2 * 32)) as u32
    }

    #[inline(always)]
    pub(super) fn set_head(&self, records: &mut [Record], slot: u32, head: u32) {
        if let Some(record) = at_mut(records, self.words + slot / 4) {
            let shift = slot % 2 * 32;
            let others = word_of(record, slot / 2) & !(u64::from(u32::MAX) << shift);
            set_word(record, slot / 2, others | u64::from(head) << shift);
        }
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
        Some(word_of(&get(&self.records, at / 2), at))
    }
}

impl<R: DerefMut<Target = [Record]>> WordsMut for Vector<'_, R> {
    #[inline(always)]
    fn change(
        &mut self,
        level: u32,
        position: u32,
        change: impl FnOnce(u64) -> u64,
    ) -> Option<u64> {
        let at = self.place_of(level, position)?;
        let record = at_mut(&mut self.records, at / 2)?;
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
    *record = Record {
        expiry: choose(at % 2 == 1, even, word),
        next: odd as u32,
        previous: (odd >> 32) as u32,
    };
}
