//! Binary trees of timers: Scheme 3's, FlexQueue's overflow, and its slots that have grown long.
//!
//! A node is a record: the tick, and the nodes below on the left and on the right. So a search looks at one record a
//! level. Node `n` is that of timer `n`, whose own record has the node above in its link to the next, and a mark that
//! says in which tree it is in its link back.
//!
//! Search trees are balanced as those of Adelson-Velsky and Landis: the ways down on both sides of a node differ by one
//! at most, and the top bit of a link says that its side has the longer one. With n timers no way is longer than 1.44
//! log2 n, whatever the ticks and in whatever order they come and go. A start looks at the timers of one way and turns
//! two pairs of them at most; a stop looks for the next timer where two nodes are below, and may turn pairs all the
//! way up, but two on average.

mod balance;
mod check;

use crate::record::{Record, at_mut, get};
use crate::schemes::parts::steps;

/// The side of a link that has the longer way down.
const LONGER: u32 = 1 << 31;

/// The node that is none.
pub(crate) const NONE: u32 = LONGER - 1;

/// Where the nodes of any number of trees lie.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Nodes {
    /// The record of node 0.
    base: u32,
    /// The record of timer 0.
    first: u32,
    /// Search trees are balanced.
    balanced: bool,
    /// Timers that were compared with or turned.
    passed: u64,
}

impl Nodes {
    /// Before there are records.
    pub(crate) const fn new(balanced: bool) -> Self {
        Self { base: 0, first: 0, balanced, passed: 0 }
    }

    /// Takes the records from `base` on for nodes, as many as there are timers; the one behind them is the head of
    /// what is due.
    pub(crate) const fn prepare(&mut self, base: u32, timers: u32) {
        (self.base, self.first) = (base, base + timers + 1);
    }

    /// Timers that were compared with or turned so far.
    #[cfg(feature = "paper")]
    pub(crate) const fn passed(&self) -> u64 {
        self.passed
    }

    /// Another timer has been compared with.
    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        steps::count();
        self.passed += 1;
    }

    /// The record of the timer `at`.
    #[inline(always)]
    pub(crate) const fn timer(&self, at: u32) -> u32 {
        self.first + at
    }

    /// The node of the record `index`, a timer's.
    #[inline(always)]
    pub(crate) const fn node_of(&self, index: u32) -> u32 {
        index - self.first
    }

    #[inline(always)]
    fn node(&self, records: &[Record], at: u32) -> Record {
        get(records, self.base + at)
    }

    /// The tick of the timer `at`.
    #[inline(always)]
    pub(crate) fn expiry(&self, records: &[Record], at: u32) -> u64 {
        self.node(records, at).expiry
    }

    /// The node below `at`, on the right or on the left.
    #[inline(always)]
    pub(crate) fn below(&self, records: &[Record], at: u32, right: bool) -> u32 {
        below(&self.node(records, at), right)
    }

    /// The node above `at`.
    #[inline(always)]
    pub(crate) fn up(&self, records: &[Record], at: u32) -> u32 {
        get(records, self.first + at).next
    }

    /// Makes `up` the node above `at`, if there is one at `at`.
    #[inline(always)]
    pub(crate) fn set_up(&self, records: &mut [Record], at: u32, up: u32) {
        if at != NONE
            && let Some(timer) = at_mut(records, self.first + at)
        {
            timer.next = up;
        }
    }

    /// Puts `below` on one side of `at`; which side is longer stays.
    #[inline(always)]
    pub(crate) fn set_below(&self, records: &mut [Record], at: u32, right: bool, below: u32) {
        if let Some(node) = at_mut(records, self.base + at) {
            let link = if right { &mut node.previous } else { &mut node.next };
            *link = *link & LONGER | below;
        }
    }

    /// The right or the left side of `at` has the longer way down, or neither.
    #[inline(always)]
    fn set_longer(&self, records: &mut [Record], at: u32, right: Option<bool>) {
        if let Some(node) = at_mut(records, self.base + at) {
            let bit = |side| if right == Some(side) { LONGER } else { 0 };
            node.next = node.next & NONE | bit(false);
            node.previous = node.previous & NONE | bit(true);
        }
    }

    /// The timer of the record `index` is due at `expiry`, and marked; its node is below `up` and has none below.
    /// Returns the node.
    #[inline(always)]
    pub(crate) fn make(&self, records: &mut [Record], timer: (u32, u64, u32), up: u32) -> u32 {
        let (index, expiry, mark) = timer;
        let at = self.node_of(index);
        let links = [(index, up, mark), (self.base + at, NONE, NONE)];
        for (place, next, previous) in links {
            if let Some(record) = at_mut(records, place) {
                *record = Record { expiry, next, previous };
            }
        }
        at
    }

    /// Puts `at`, or nothing, below `up` on one side; if `up` is none, at the root. Returns the root.
    #[inline]
    pub(crate) fn hang(&self, records: &mut [Record], root: u32, (up, right): (u32, bool), at: u32) -> u32 {
        self.set_up(records, at, up);
        if up == NONE {
            return at;
        }
        self.set_below(records, up, right, at);
        root
    }

    /// The node above `at`, and on which side of that `at` is.
    #[inline]
    pub(crate) fn place_of(&self, records: &[Record], at: u32) -> (u32, bool) {
        let up = self.up(records, at);
        let right = up != NONE && self.below(records, up, true) == at;
        (up, right)
    }

    /// The last node on the way down to the left.
    #[inline]
    pub(crate) fn leftmost(&self, records: &[Record], mut at: u32) -> u32 {
        while at != NONE {
            steps::count();
            let left = self.below(records, at, false);
            if left == NONE {
                break;
            }
            at = left;
        }
        at
    }

    /// The next node from left to right.
    #[inline]
    pub(crate) fn following(&self, records: &[Record], mut at: u32) -> u32 {
        let right = self.below(records, at, true);
        if right != NONE {
            return self.leftmost(records, right);
        }
        let mut from_right = true;
        while from_right {
            (at, from_right) = self.place_of(records, at);
        }
        at
    }

    /// The next node where each comes before those below it, those on the left first.
    #[cfg(feature = "paper")]
    pub(crate) fn following_from_above(&self, records: &[Record], mut at: u32) -> u32 {
        for right in [false, true] {
            let below = self.below(records, at, right);
            if below != NONE {
                return below;
            }
        }
        // Up to the first node with another one on its right.
        loop {
            let (up, from_right) = self.place_of(records, at);
            if up == NONE {
                return NONE;
            }
            let other = self.below(records, up, true);
            if !from_right && other != NONE {
                return other;
            }
            at = up;
        }
    }
}

/// The node below one on the right or on the left.
#[inline(always)]
const fn below(node: &Record, right: bool) -> u32 {
    (if right { node.previous } else { node.next }) & NONE
}

/// The side of the node that has the longer way down.
#[inline(always)]
const fn longer(node: &Record) -> Option<bool> {
    if node.next & LONGER != 0 {
        Some(false)
    } else if node.previous & LONGER != 0 {
        Some(true)
    } else {
        None
    }
}
