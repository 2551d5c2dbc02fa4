//! FlexQueue (Waterloo thesis, 2018, chapter 3): two arrays of slots with hierarchical bit vectors, and an ordered
//! overflow for what they do not reach.
//!
//! The array of the current horizon comes first, then the other; each slot has as many ticks as its array's width u.
//! The width is set anew only when an array is empty, from the moving mean and deviation of the intervals (see
//! [`Deviations`]): no timer is ever moved by that, and nothing is allocated. What is before, between or beyond the two
//! arrays goes to the overflow, a balanced tree. So of one tick's timers those of the overflow are the older ones.
//!
//! Where the thesis's pseudocode contradicts its text, the text is followed:
//!
//! - Algorithm 1 gives the other array as `2 - i`, which for arrays 1 and 2 is right only for i = 1: it is the other
//!   one. It divides the absolute time `t - u_i N` by the other's width: what counts is how far the tick lies behind
//!   the other array's own beginning.
//! - Algorithm 2 takes `MIN(mean - k deviation, 0)`: the text says "or 0, whichever is greater". It divides the sum of
//!   both ends of the horizon by N: the width of a slot is their difference by N, rounded up, and the horizon then ends
//!   at beginning + u N.
//! - Algorithm 3 computes the interval with the wrong sign, and the deviation without the absolute value of the text.
//! - Algorithm 4 returns the overflow's first event without taking it out; here it is taken out. It does not say what
//!   happens when both arrays are empty: the overflow alone is served, and the next timer started lays both arrays out
//!   anew.
//! - The text keeps a slot's list ordered by a linear search, and its program has a tree in each slot. Here a start
//!   looks at 16 timers of a list at most. A slot of several ticks that more have come to is too wide, and is split
//!   into 64 narrower ones, or becomes a tree where no split is left (see `splits`). Starting then takes logarithmic
//!   time at worst.
//! - The text's horizon moves with the clock, an array that is not empty cannot. A timer goes to an array exactly if
//!   its tick lies within the span that was laid out, and arrays never overlap, so the first busy bit is always right.
//!   The array behind another one is made so wide that it ends where the horizon will when time has come to the last
//!   timer of the other. An empty array follows the clock: a timer that is within the horizon and behind the other
//!   array has it laid out anew.
//!
//! Slots are ordered or not ([`Slots`]). The thesis's open point, that a tree is cheaper while timers are few, is
//! answered by using that tree: as long as the arrays are empty and the overflow holds fewer than
//! [`few`](FlexQueue::few) timers, it gets them all. So the estimate has followed some intervals before the arrays are
//! first laid out.
//!
//! The default has four times as many slots in each array as there is room for timers, 2^22 at most
//! ([`FlexQueue::following`]), and the thesis's k = 6. When the memory grows, all timers are inserted again, in the
//! order of their ticks, into arrays laid out for them: time in proportion to their number, which is constant for each
//! start on average since the memory doubles; for those of the overflow, times its logarithm. The estimate of the
//! intervals stays.
//!
//! Starting, stopping and handing out take constant time where the estimate fits, logarithmic time in the overflow and
//! in the trees of slots. A slot of w ticks has at most log64 w splits, 11, one below the other, to be gone through; a
//! start that finds a full list splits it, by changing the links of at most 17 timers, and perhaps what comes of it
//! again: no timer is dealt out more often than that. Memory: 4 bytes and a bit a slot, by default 33 bytes a timer,
//! and for each timer, besides its own record, 16 bytes for the trees and 8.5 for splits.

mod arrays;
mod checked;
mod horizon;
mod lists;
mod memory;
mod overflow;
mod settings;
mod splits;
#[cfg(test)]
mod tests;
mod unordered;

use crate::diagnostics::check::Check;
use crate::diagnostics::{Guarantees, Order};
use crate::record::{IN_TREE, MOST, Record, get, insert_before};
use crate::schemes::parts::busy_bits;
use crate::schemes::parts::tree::Nodes;
use crate::schemes::structure::{Foremost, Structure, Ticks, Unlimited, Work, with_timers};
use crate::{InvariantError, QueueError};
use arrays::Arrays;
pub use horizon::Deviations;
use memory::{Memory, Slot};
use overflow::Overflow;
use splits::{Span, Splits};

/// Timers in the overflow before the arrays are used, unless set otherwise.
const FEW: u32 = 64;

/// Slots of an array for each timer, where they follow the timers: then most timers have one for themselves although
/// the horizon is several times as long as most intervals.
const SLOTS_EACH: u32 = 4;

/// Slots of an array that follows the timers, at most.
const MOST_SLOTS: u32 = 1 << 22;

/// Timers of an ordered slot that a start looks at, unless set otherwise.
const MOST_SEARCHED: u32 = 16;

/// How the slots of FlexQueue keep their timers (section 3.1 of the thesis).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slots {
    /// In the order of expiry: everything is handed out in the order of ticks.
    Ordered,
    /// In the order of starting, in constant time: what is handed out together may be out of order by less than a
    /// slot's width.
    Unordered,
}

/// FlexQueue: the two arrays and the overflow.
///
/// The default needs no settings: `Timers::<FlexQueue, _>::new()`. Its slots follow the number of timers, and its
/// horizon extends six deviations to both sides of the mean interval.
///
/// ```
/// use carillon_queues::{FlexQueue, Timers};
/// use carillon_queues::schemes::{Deviations, Slots};
///
/// let mut timers = Timers::growing(FlexQueue::new(Slots::Ordered, Deviations::TWO, 256), 8)?;
/// timers.start(1 << 40, "far");
/// timers.start(30, "near");
/// assert_eq!(timers.delete_min().map(|expired| expired.item), Some("near"));
/// assert_eq!(timers.now(), 30);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FlexQueue {
    pub(crate) memory: Memory,
    /// Slots of an array, if they do not follow the timers.
    size: Option<u32>,
    arrays: Arrays,
    pub(crate) splits: Splits,
    /// Long lists are split while there is room, and do not become trees at once.
    split: bool,
    nodes: Nodes,
    overflow: Overflow,
    front: Front,
    pub(crate) slots: Slots,
    few: u32,
    most_searched: u32,
    unfinished: bool,
}

/// The first busy slot of both arrays, remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Front {
    /// That of its first timer, or, if it is unordered, the first that it stands for.
    tick: u64,
    /// Or [`Slot::NONE`].
    slot: Slot,
    first: u32,
}

impl Front {
    const NONE: Self = Self { tick: u64::MAX, slot: Slot::NONE, first: u32::MAX };

    const fn is_some(&self) -> bool {
        !self.slot.is_none()
    }
}

impl FlexQueue {
    /// Two arrays of so many slots each, or of as many as there are timers.
    const fn of(slots: Slots, deviations: Deviations, size: Option<u32>) -> Self {
        Self {
            memory: Memory::new(0),
            size,
            arrays: Arrays::new(deviations),
            splits: Splits::EMPTY,
            split: true,
            nodes: Nodes::new(true),
            overflow: Overflow::EMPTY,
            front: Front::NONE,
            slots,
            few: FEW,
            most_searched: MOST_SEARCHED,
            unfinished: false,
        }
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        let slots = Memory::new(self.size(timers)).records() as usize;
        let slots = slots.saturating_add(Splits::records(self.split_among(timers)) as usize);
        with_timers(slots.saturating_add(timers), timers)
    }

    /// Timers among which there are splits in a queue of so many.
    const fn split_among(&self, timers: usize) -> u32 {
        if !self.split {
            0
        } else if timers < MOST as usize {
            timers as u32
        } else {
            MOST
        }
    }

    /// Slots of an array in a queue of so many timers.
    const fn size(&self, timers: usize) -> u32 {
        match self.size {
            Some(size) => size,
            None if timers == 0 => busy_bits::SLOTS,
            None if timers >= (MOST_SLOTS / SLOTS_EACH) as usize => MOST_SLOTS,
            None => (timers as u32 * SLOTS_EACH).next_multiple_of(busy_bits::SLOTS),
        }
    }

    /// Takes the earliest timer out, of ordered slots or the overflow. Returns its record and tick.
    #[inline]
    pub(crate) fn take_earliest(&mut self, records: &mut [Record]) -> Option<(u32, u64)> {
        let in_slot = self.front.is_some();
        let (tick, timers) = (self.overflow.tick, self.overflow.timers);
        let taken = if timers > 0 && !(in_slot && self.front.tick < tick) {
            let index = self.nodes.timer(self.overflow.first);
            self.overflow.take(&mut self.nodes, records, index);
            (index, tick)
        } else if in_slot {
            let slot = self.front.slot;
            let taken = self.take_first(records);
            self.arrays.taken_from(slot, taken.1);
            taken
        } else {
            return None;
        };
        self.unfinished = self.next_tick() == Some(taken.1);
        Some(taken)
    }

    /// The earliest tick of ordered slots and of the overflow.
    #[inline]
    fn next_tick(&self) -> Option<u64> {
        let waiting = self.front.is_some().then_some(self.front.tick);
        let overflow = (self.overflow.timers > 0).then_some(self.overflow.tick);
        waiting.into_iter().chain(overflow).min()
    }
}

impl Foremost for FlexQueue {
    /// Constant time with ordered slots.
    fn foremost(&self, _: &[Record], tick: u64) -> Option<u32> {
        if self.slots == Slots::Unordered {
            return None;
        }
        if self.overflow.timers > 0 && self.overflow.tick == tick {
            return Some(self.nodes.timer(self.overflow.first));
        }
        (self.front.tick == tick).then_some(self.front.first)
    }
}

/// Ordered slots that follow the timers, and the thesis's k = 6.
impl Unlimited for FlexQueue {
    const DEFAULT: Self = Self::following(Slots::Ordered, Deviations::SIX);
}

impl Default for FlexQueue {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Structure for FlexQueue {
    /// With unordered slots a step may be a whole slot.
    fn guarantees(&self) -> Guarantees {
        if self.slots == Slots::Ordered {
            return Guarantees::ALL;
        }
        Guarantees { order: Order::None, bounded: false, ..Guarantees::ALL }
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn validate(&self, _timers: u32) -> Result<(), QueueError> {
        if let Some(size) = self.size
            && !(1..=1 << 29).contains(&size)
        {
            let slots = size.saturating_mul(2);
            return Err(QueueError::SlotsOutOfRange { slots });
        }
        Ok(())
    }

    fn prepare(&mut self, records: &mut [Record], timers: u32) {
        self.memory = Memory::new(self.size(timers as usize));
        self.memory.prepare(records);
        self.arrays.prepare(self.memory.size());
        let among = self.split_among(timers as usize);
        self.splits = Splits::prepare(self.memory.records(), among);
        let nodes = self.memory.records() + Splits::records(among);
        self.nodes.prepare(nodes, timers);
        (self.overflow, self.front) = (Overflow::EMPTY, Front::NONE);
        self.unfinished = false;
    }

    fn insert_again(&mut self, ends: Option<(u64, u64)>) {
        self.arrays.insert_again(ends);
    }

    /// `Insert` (Algorithm 3). Constant time where the estimate fits, logarithmic time otherwise.
    #[inline]
    fn insert(&mut self, records: &mut [Record], index: u32, tick: u64, now: u64) -> Option<u32> {
        self.arrays.follow(tick - now);
        let empty = self.arrays.are_empty();
        let mut slot = None;
        if !empty || self.overflow.timers >= self.few {
            if empty {
                self.arrays.lay_out(now);
            }
            slot = self.arrays.slot_for(tick);
            if slot.is_none() && !empty {
                self.arrays.reach(tick, now);
                slot = self.arrays.slot_for(tick);
            }
        }
        match slot {
            Some(slot) => self.put(records, slot, index, tick),
            None => self.overflow.put(&mut self.nodes, records, index, tick),
        }
        None
    }

    /// `Delete` (section 3.2.4): constant time by the links, logarithmic time in a tree.
    #[inline]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        let timer = get(records, index);
        if !timer.is_in_tree() {
            self.take(records, index);
        } else if timer.previous == IN_TREE {
            self.overflow.take(&mut self.nodes, records, index);
        } else {
            self.take_from_tree(records, index);
        }
        None
    }

    /// `DeleteMin` (Algorithm 4) for everything that is due. Constant time for each timer from a slot's list,
    /// logarithmic time for each from a tree.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (now, to) = ticks;
        self.unfinished = false;
        if self.slots == Slots::Unordered {
            return self.advance_by_slots(records, due, (now, to), work);
        }
        // Counted apart from what is left: a load of both at once would wait for the stores of each before it, and for
        // those to slots that they wait for.
        let mut taken = 0;
        let reached = loop {
            let Some(next) = self.next_tick().filter(|&next| next <= to) else {
                break to;
            };
            if !work.spend(1) {
                self.unfinished = true;
                break next;
            }
            taken += 1;
            if let Some((index, tick)) = self.take_earliest(records) {
                insert_before(records, due, index, tick);
            }
        };
        work.examine(taken);
        reached
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time with ordered slots; in proportion to one list with unordered ones.
    fn next_expiry(&self, records: &[Record], _now: u64) -> Option<u64> {
        if self.slots == Slots::Ordered {
            return self.next_tick();
        }
        let Self { front, overflow, .. } = self;
        let waiting = front.is_some().then(|| self.earliest_of(records, front.slot));
        let overflow = (overflow.timers > 0).then_some(overflow.tick);
        waiting.flatten().into_iter().chain(overflow).min()
    }

    #[inline]
    fn quiet_until(&self, _records: &[Record]) -> u64 {
        if self.unfinished {
            return 0;
        }
        self.front.tick.min(self.overflow.tick)
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        self.check_all(check)
    }
}
