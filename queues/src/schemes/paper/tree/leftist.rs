//! Leftist trees: the mark of a timer has the number of nodes on the way down to the right.

use super::Tree;
use crate::record::{IN_TREE, Record, at_mut, get};
use crate::schemes::parts::tree::NONE;

impl Tree {
    /// The number of nodes on the way down to the right.
    pub(super) fn rank(&self, records: &[Record], at: u32) -> u32 {
        if at == NONE {
            return 0;
        }
        get(records, self.nodes.timer(at)).previous.wrapping_sub(IN_TREE)
    }

    /// Exchanges the sides of a node if the right one has the longer way down, and counts its own. Whether that is as
    /// it was.
    fn lean_left(&self, records: &mut [Record], at: u32) -> bool {
        let [left, right] = [false, true].map(|right| self.nodes.below(records, at, right));
        let (mut rank, other) = (self.rank(records, right), self.rank(records, left));
        if other < rank {
            self.nodes.set_below(records, at, false, right);
            self.nodes.set_below(records, at, true, left);
            rank = other;
        }
        let Some(timer) = at_mut(records, self.nodes.timer(at)) else {
            return true;
        };
        let mark = IN_TREE + rank + 1;
        core::mem::replace(&mut timer.previous, mark) == mark
    }

    /// Makes one leftist tree of two; returns its root, which still has the node above that it had. It goes down to the
    /// right only, so it calls itself no more than 64 times.
    pub(super) fn meld(&mut self, records: &mut [Record], one: u32, other: u32) -> u32 {
        if one == NONE || other == NONE {
            return if one == NONE { other } else { one };
        }
        self.nodes.pass();
        let earlier = self.nodes.expiry(records, other) < self.nodes.expiry(records, one);
        let (first, second) = if earlier { (other, one) } else { (one, other) };
        let right = self.nodes.below(records, first, true);
        let right = self.meld(records, right, second);
        self.nodes.set_below(records, first, true, right);
        self.nodes.set_up(records, right, first);
        self.lean_left(records, first);
        first
    }

    /// Takes a node out of the leftist tree. Returns the root.
    pub(super) fn remove_leftist(&mut self, records: &mut [Record], at: u32) -> u32 {
        let [left, right] = [false, true].map(|right| self.nodes.below(records, at, right));
        let place = self.nodes.place_of(records, at);
        let below = self.meld(records, left, right);
        let root = self.nodes.hang(records, self.root, place, below);
        let mut up = place.0;
        while up != NONE && !self.lean_left(records, up) {
            self.nodes.pass();
            up = self.nodes.up(records, up);
        }
        root
    }

    /// Whether a timer, whose node has two below, is as it should be.
    pub(super) fn is_leftist(&self, records: &[Record], timer: &Record, below: [u32; 2]) -> bool {
        let [left, right] = below.map(|at| self.rank(records, at));
        let later = |&at: &u32| at == NONE || self.nodes.expiry(records, at) >= timer.expiry;
        timer.previous == right.wrapping_add(IN_TREE + 1) && left >= right && below.iter().all(later)
    }
}
