//! The look-ahead: how far a wheel's next busy slot is, and how many clocks it takes to find out.
//!
//! What the search looks at is settled when it begins, as nobody writes meanwhile. How long it takes depends on how
//! many levels of the bit vector have to be climbed, a level for every factor of sixteen between where it starts and
//! what it finds.

use super::wheels::Wheels;
use carillon_regmap::counter_chip::field::next;

/// Clocks that begin a search, and the one that ends in it; and those of each word that it reads.
const AROUND: u32 = 4;
const WORD: u32 = 2;

/// Clocks until a second search begins, besides.
const AGAIN: u32 = 2;

/// Clocks until the answer that there is nothing to search.
const REFUSAL: u32 = 2;

/// A search that is under way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LookAhead {
    /// What will be answered, and in how many clocks from now.
    answer: Option<(u32, u32)>,
    /// The slot of the upper wheel that was named in the clock before.
    pub upper_slot: u32,
}

/// The first busy slot of the memory from `from` on, and how many words are read until it is found: one for each level
/// up to that which covers both, and down again.
fn climb(wheels: &Wheels, from: u32) -> (Option<u32>, u32) {
    let Some(address) = wheels.first_busy_from(from) else {
        return (None, wheels.capacity().ilog2().div_ceil(4));
    };
    let mut level = 0;
    while address >> (4 * (level + 1)) != from >> (4 * (level + 1)) {
        level += 1;
    }
    (Some(address), 1 + 2 * level)
}

/// The distance from `slot` of wheel `index` to its next busy slot, if any, and the clocks that finding it takes.
fn search(wheels: &Wheels, index: usize, slot: u32) -> (Option<u32>, u32) {
    let base = wheels.base(index);
    let size = wheels[index].size();
    let is_own = |found: &u32| *found < base + size;
    let (first, words) = climb(wheels, base + slot);
    let clocks = AROUND + WORD * words;
    if let Some(found) = first.filter(is_own) {
        return (Some(found - base - slot), clocks);
    }
    let (second, words) = climb(wheels, base);
    let distance = second.filter(is_own).map(|found| found + size - base - slot);
    (distance, clocks + AGAIN + WORD * words)
}

impl LookAhead {
    /// Begins to look, in the clock after the execution, from the wheel's `slot`; gives the word that will be answered.
    pub fn ask(&mut self, wheels: &Wheels, index: usize, slot: u32, ready: bool) -> u32 {
        let exists = ready && wheels[index].size() > 0;
        let (distance, clocks) = if exists { search(wheels, index, slot) } else { (None, REFUSAL) };
        let word = word(distance);
        self.answer = Some((word, clocks - 1));
        word
    }

    /// What is answered in this clock.
    pub fn answers(&self) -> Option<u32> {
        self.answer.filter(|&(_, clocks)| clocks == 0).map(|(word, _)| word)
    }

    /// Nobody may begin to clear a bit in this clock.
    pub fn is_searching(&self) -> bool {
        self.answer.is_some_and(|(_, clocks)| clocks > 0)
    }

    /// The clock's edge.
    pub fn finish(&mut self) {
        self.answer = match self.answer {
            Some((word, clocks)) if clocks > 0 => Some((word, clocks - 1)),
            _ => None,
        };
    }
}

/// What `NEXT` reads.
pub(super) fn word(distance: Option<u32>) -> u32 {
    distance.map_or(0, |distance| next::VALID.mask() | next::DISTANCE.put(distance))
}
