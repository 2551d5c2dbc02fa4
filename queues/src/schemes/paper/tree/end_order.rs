//! End-order trees: what is below a node on the left comes before what is below it on the right, and both before the
//! node. A node that has none on the left has none on the right either, so the first timer is the last one on the way
//! down to the left.

use super::Tree;
use crate::record::Record;
use crate::schemes::parts::tree::NONE;

impl Tree {
    /// Puts a timer (its record, tick and mark) behind those of its tick. Returns the root.
    pub(super) fn insert_in_end_order(&mut self, records: &mut [Record], timer: (u32, u64, u32)) -> u32 {
        let (mut place, mut at) = ((NONE, false), self.root);
        // It goes above the first node on its way that is not due after it.
        while at != NONE {
            self.nodes.pass();
            if timer.1 >= self.nodes.expiry(records, at) {
                break;
            }
            let left = self.nodes.below(records, at, false);
            let right = left != NONE && timer.1 >= self.nodes.expiry(records, left);
            place = (at, right);
            at = if right { self.nodes.below(records, at, true) } else { left };
        }
        let new = self.nodes.make(records, timer, place.0);
        self.nodes.set_below(records, new, false, at);
        self.nodes.set_up(records, at, new);
        self.nodes.hang(records, self.root, place, new)
    }

    /// Takes a node out. Returns the root. No other node comes to lie deeper than before.
    pub(super) fn remove_in_end_order(&mut self, records: &mut [Record], at: u32) -> u32 {
        let below =
            |tree: &Self, records: &[Record], at| [false, true].map(|right| tree.nodes.below(records, at, right));
        let [mut left, mut right] = below(self, records, at);
        let mut place = self.nodes.place_of(records, at);
        let (up, from_right) = place;
        let mut root = self.root;
        if left == NONE && up != NONE && !from_right {
            // What was on the right of the node above is all that it has below.
            left = self.nodes.below(records, up, true);
            self.nodes.set_below(records, up, true, NONE);
        }
        // Where there is something on both sides, the node on the right goes above: what is on the left stays there,
        // and what was below it on both sides comes together on its right.
        while right != NONE {
            self.nodes.pass();
            let sides = below(self, records, right);
            root = self.nodes.hang(records, root, place, right);
            self.nodes.set_below(records, right, false, left);
            self.nodes.set_up(records, left, right);
            place = (right, true);
            [left, right] = sides;
        }
        self.nodes.hang(records, root, place, left)
    }

    /// The next node from left to right.
    pub(super) fn following_in_end_order(&self, records: &[Record], at: u32) -> u32 {
        let (up, from_right) = self.nodes.place_of(records, at);
        if up == NONE || from_right {
            return up;
        }
        match self.nodes.below(records, up, true) {
            NONE => up,
            right => self.nodes.leftmost(records, right),
        }
    }
}
