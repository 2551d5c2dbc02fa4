//! Slots of FlexQueue that are split: 64 narrower ones in the place of one.
//!
//! A slot that more timers have come to than a start may look at is too wide for them. It is split into 64, each of
//! which has its own list, and can be split again, down to slots of a single tick. Narrower slots have a power of two
//! ticks each: with slots of w ticks a timer lies below log64 w splits, rounded up, at most. The splits one below the
//! other have about as many slots in use each, so that few are needed. A split is given back when it is empty.
//!
//! A split has 17 records: one with its busy bits for a tick, and the split and slot that it is of for links, and then
//! the heads of its slots as in the arrays. There is one for 32 timers. If all are in use, a slot becomes a tree
//! instead.

use core::num::NonZeroU64;

use super::memory::Place;
use crate::record::{Record, at_mut, get};
use crate::schemes::parts::busy_bits;

/// Records of the heads of a split.
const HEADS: u32 = busy_bits::SLOTS / 4;

/// Records of a split.
const EACH: u32 = HEADS + 1;

/// Slots of a split are 2 to this power.
const POWER: u32 = busy_bits::SLOTS.trailing_zeros();

/// Timers for which there is a split.
const TIMERS: u32 = 32;

/// No split.
pub(super) const NONE: u32 = u32::MAX;

/// The splits of a queue.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Splits {
    /// The record of the first one.
    base: u32,
    /// How many there are.
    all: u32,
    /// Of those that have been given back, the last one.
    free: u32,
    /// Those from here on have not been taken yet.
    fresh: u32,
}

impl Splits {
    pub(super) const EMPTY: Self = Self { base: 0, all: 0, free: NONE, fresh: 0 };

    /// How many there are for so many timers.
    const fn of(timers: u32) -> u32 {
        timers.div_ceil(TIMERS)
    }

    /// Records of the splits for so many timers.
    pub(super) const fn records(timers: u32) -> u32 {
        Self::of(timers) * EACH
    }

    /// Takes the records from `base` on into use, for so many timers.
    pub(super) const fn prepare(base: u32, timers: u32) -> Self {
        Self { base, all: Self::of(timers), ..Self::EMPTY }
    }

    /// The record with the busy bits.
    #[inline(always)]
    pub(crate) const fn record_of(&self, split: u32) -> u32 {
        self.base + split * EACH
    }

    /// Where the head of a slot is.
    #[inline(always)]
    pub(crate) const fn place(&self, split: u32, slot: u32) -> Place {
        Place::of(self.base + split * EACH + 1, slot)
    }

    /// Takes a split for the slot of another one, or of an array, if there is any.
    pub(super) fn take(&mut self, records: &mut [Record], parent: (u32, u32)) -> Option<u32> {
        let split = if self.free != NONE {
            let split = self.free;
            self.free = get(records, self.record_of(split)).next;
            split
        } else if self.fresh < self.all {
            self.fresh += 1;
            self.fresh - 1
        } else {
            return None;
        };
        *at_mut(records, self.record_of(split))? = Record { expiry: 0, next: parent.0, previous: parent.1 };
        Some(split)
    }

    /// The busy slots.
    #[inline(always)]
    pub(crate) fn busy(&self, records: &[Record], split: u32) -> u64 {
        get(records, self.record_of(split)).expiry
    }

    /// The split and its slot that this one is of; or [`NONE`].
    #[inline(always)]
    pub(super) fn parent(&self, records: &[Record], split: u32) -> (u32, u32) {
        let Record { next, previous, .. } = get(records, self.record_of(split));
        (next, previous)
    }

    /// The slot is busy. Returns whether it was.
    #[inline(always)]
    pub(super) fn set(&self, records: &mut [Record], split: u32, slot: u32) -> bool {
        let bit = 1 << (slot & 63);
        let Some(record) = at_mut(records, self.record_of(split)) else {
            return false;
        };
        busy_bits::changed(&mut record.expiry, |busy| busy | bit) & bit != 0
    }

    /// The slot is empty. If it was the last one, gives the split back, and returns of what it was.
    #[inline(always)]
    pub(super) fn clear(&mut self, records: &mut [Record], split: u32, slot: u32) -> Option<(u32, u32)> {
        let record = at_mut(records, self.record_of(split))?;
        record.expiry &= !(1 << (slot & 63));
        if record.expiry != 0 {
            return None;
        }
        let parent = (record.next, record.previous);
        record.next = self.free;
        self.free = split;
        Some(parent)
    }

    /// Whether `used` splits are in use, and all others free.
    pub(super) fn agree_with(&self, records: &[Record], used: u32) -> bool {
        let (mut at, mut free) = (self.free, 0);
        while at != NONE {
            free += 1;
            if at >= self.fresh || free > self.fresh || self.busy(records, at) != 0 {
                return false;
            }
            at = self.parent(records, at).0;
        }
        self.fresh <= self.all && used + free == self.fresh
    }

    /// Whether the split has been taken, and perhaps given back.
    pub(super) const fn has(&self, split: u32) -> bool {
        split < self.fresh
    }
}

/// Some neighbouring ticks: those of a slot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) begin: u64,
    pub(crate) width: NonZeroU64,
}

impl Span {
    /// The ticks of the narrower slots of a split: 2 to this power.
    #[inline(always)]
    const fn narrower(self) -> u32 {
        let bits = u64::BITS - (self.width.get() - 1).leading_zeros();
        let levels = bits.div_ceil(POWER);
        match (bits + levels.saturating_sub(1)).checked_div(levels) {
            Some(of_each) => bits - of_each,
            // A single tick.
            None => 0,
        }
    }

    /// Of the narrower slots of a split, the number and the span of the one with `tick`.
    #[inline(always)]
    pub(super) const fn part(self, tick: u64) -> (u32, Self) {
        let part = (tick - self.begin) >> self.narrower();
        (part as u32, self.parts(part as u32))
    }

    /// The span of the narrower slot of this number.
    #[inline(always)]
    pub(super) const fn parts(self, part: u32) -> Self {
        let power = self.narrower();
        Self {
            begin: self.begin.wrapping_add((part as u64) << power),
            width: match NonZeroU64::new(1 << power) {
                Some(width) => width,
                None => NonZeroU64::MIN,
            },
        }
    }

    pub(super) const fn is_single_tick(self) -> bool {
        self.width.get() == 1
    }
}
