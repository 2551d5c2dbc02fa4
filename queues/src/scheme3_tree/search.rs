//! Search trees, balanced by weights or not.

use crate::record::Records;
use super::node::{NONE, Node, node, put, set_up};
use super::{Shape, Tree};


impl Tree {
    /// Exchanges `at` with the node above it. The order from left to right stays.
    fn rise(&mut self, records: &mut (impl Records + ?Sized), at: u32) {
        self.passed += 1;
        let up = node(records, at).up;
        let mut above = node(records, up);
        self.replace(records, above.up, up, at);
        let mut below = node(records, at);
        let between;
        if above.left == at {
            between = below.right;
            (above.left, below.right) = (between, up);
        } else {
            between = below.left;
            (above.right, below.left) = (between, up);
        }
        above.up = at;
        put(records, up, above);
        put(records, at, below);
        set_up(records, between, up);
    }

    /// Puts a node without others below it into the search tree, behind those of its tick.
    pub(super) fn insert_ordered(&mut self, records: &mut (impl Records + ?Sized), at: u32) {
        let (expiry, weight) = (self.expiry(records, at), node(records, at).weight);
        let (mut up, mut below, mut before) = (NONE, self.root, false);
        while below != NONE {
            self.passed += 1;
            up = below;
            before = expiry < self.expiry(records, up);
            let Node { left, right, .. } = node(records, up);
            below = if before { left } else { right };
        }
        self.hang(records, up, before, at);
        while up != NONE && weight < node(records, up).weight {
            self.rise(records, at);
            up = node(records, at).up;
        }
    }

    /// Takes a node out of the search tree. Where there are two below it, the next one from left to right takes its
    /// place in an unbalanced tree (Hibbard); in a balanced one it sinks below the lighter one first.
    pub(super) fn remove_ordered(&mut self, records: &mut (impl Records + ?Sized), at: u32) {
        loop {
            let Node {
                up, left, right, ..
            } = node(records, at);
            if left == NONE || right == NONE {
                let below = if left == NONE { right } else { left };
                return self.replace(records, up, at, below);
            }
            if self.shape == Shape::Unbalanced {
                return self.replace_by_next(records, at);
            }
            let lighter = node(records, left).weight <= node(records, right).weight;
            self.rise(records, if lighter { left } else { right });
        }
    }

    fn replace_by_next(&mut self, records: &mut (impl Records + ?Sized), at: u32) {
        let mut next = node(records, at).right;
        loop {
            self.passed += 1;
            let Node {
                up, left, right, ..
            } = node(records, next);
            if left == NONE {
                self.replace(records, up, next, right);
                break;
            }
            next = left;
        }
        let place = node(records, at);
        put(records, next, place);
        self.replace(records, place.up, at, next);
        set_up(records, place.left, next);
        set_up(records, place.right, next);
    }
}
