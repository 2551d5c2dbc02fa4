//! Leftist trees.

use crate::record::Records;
use super::Tree;
use super::node::{NONE, Node, lean_left, node, put, set_up};


impl Tree {
    /// Makes one leftist tree of two; returns its root, which still has the node above that it had. It goes down to the
    /// right only, so it calls itself no more than 64 times.
    pub(super) fn meld(
        &mut self,
        records: &mut (impl Records + ?Sized),
        one: u32,
        other: u32,
    ) -> u32 {
        if one == NONE || other == NONE {
            return if one == NONE { other } else { one };
        }
        self.passed += 1;
        let (first, second) = if self.expiry(records, other) < self.expiry(records, one) {
            (other, one)
        } else {
            (one, other)
        };
        let mut root = node(records, first);
        root.right = self.meld(records, root.right, second);
        set_up(records, root.right, first);
        lean_left(records, &mut root);
        put(records, first, root);
        first
    }

    /// Takes a node out of the leftist tree.
    pub(super) fn remove_leftist(&mut self, records: &mut (impl Records + ?Sized), at: u32) {
        let Node {
            mut up,
            left,
            right,
            ..
        } = node(records, at);
        let below = self.meld(records, left, right);
        self.replace(records, up, at, below);
        while up != NONE {
            let before = node(records, up);
            let mut above = before;
            lean_left(records, &mut above);
            put(records, up, above);
            if above.weight == before.weight {
                break;
            }
            self.passed += 1;
            up = above.up;
        }
    }
}
