//! Starts and stops in search trees, and what keeps them balanced.

use super::{LONGER, NONE, Nodes, below, longer};
use crate::record::{Record, at_mut};

impl Nodes {
    /// Puts a timer (its record, tick and mark) into a search tree, behind those of its tick. Returns the root.
    pub(crate) fn insert(&mut self, records: &mut [Record], root: u32, timer: (u32, u64, u32)) -> u32 {
        let expiry = timer.1;
        let (mut up, mut right) = (NONE, false);
        let (mut at, mut leaning) = (root, root);
        while at != NONE {
            self.pass();
            let node = self.node(records, at);
            if longer(&node).is_some() {
                leaning = at;
            }
            (up, right) = (at, expiry >= node.expiry);
            at = below(&node, right);
        }
        let new = self.make(records, timer, up);
        let root = self.hang(records, root, (up, right), new);
        if !self.balanced || up == NONE {
            return root;
        }
        // From the last node on the way that had a longer side, or the root, the way has grown by one.
        let node = self.node(records, leaning);
        let right = expiry >= node.expiry;
        let mut at = below(&node, right);
        while at != new {
            let node = self.node(records, at);
            let right = expiry >= node.expiry;
            self.set_longer(records, at, Some(right));
            at = below(&node, right);
        }
        match longer(&node) {
            Some(side) if side == right => {
                let place = self.place_of(records, leaning);
                let (top, _) = self.shorten(records, leaning, right);
                self.hang(records, root, place, top)
            }
            Some(_) => {
                self.set_longer(records, leaning, None);
                root
            }
            None => {
                self.set_longer(records, leaning, Some(right));
                root
            }
        }
    }

    /// Takes the timer of the record `index` out of a search tree. Where there are two nodes below its own, the next
    /// one takes its place (Hibbard). Returns the root.
    pub(crate) fn remove(&mut self, records: &mut [Record], root: u32, index: u32) -> u32 {
        let at = self.node_of(index);
        let node = self.node(records, at);
        let place = self.place_of(records, at);
        let (left, right) = (below(&node, false), below(&node, true));
        if left == NONE || right == NONE {
            let child = if left == NONE { right } else { left };
            let root = self.hang(records, root, place, child);
            return self.shrunk(records, root, place);
        }
        let mut next = right;
        loop {
            self.pass();
            match self.below(records, next, false) {
                NONE => break,
                left => next = left,
            }
        }
        let orphan = self.below(records, next, true);
        let mut short = (next, true);
        let mut links = node;
        if next == right {
            links.previous = node.previous & LONGER | orphan;
        } else {
            short = self.place_of(records, next);
            self.hang(records, root, short, orphan);
            self.set_up(records, right, next);
        }
        links.expiry = self.expiry(records, next);
        if let Some(record) = at_mut(records, self.base + next) {
            *record = links;
        }
        self.set_up(records, left, next);
        let root = self.hang(records, root, place, next);
        self.shrunk(records, root, short)
    }

    /// Balances the tree where the way down from `at` on one side has become shorter by one. Returns the root.
    fn shrunk(&mut self, records: &mut [Record], mut root: u32, (mut at, mut right): (u32, bool)) -> u32 {
        while self.balanced && at != NONE {
            self.pass();
            let place = self.place_of(records, at);
            match longer(&self.node(records, at)) {
                None => {
                    self.set_longer(records, at, Some(!right));
                    break;
                }
                Some(side) if side == right => self.set_longer(records, at, None),
                Some(_) => {
                    let (top, shorter) = self.shorten(records, at, !right);
                    root = self.hang(records, root, place, top);
                    if !shorter {
                        break;
                    }
                }
            }
            (at, right) = place;
        }
        root
    }

    /// Turns the nodes below `at`, where one side has become longer by two than the other. Returns the node that is now
    /// at the top, and whether the way down from it has become shorter.
    fn shorten(&mut self, records: &mut [Record], at: u32, right: bool) -> (u32, bool) {
        let side = self.below(records, at, right);
        let leans = longer(&self.node(records, side));
        if leans != Some(!right) {
            let top = self.turn(records, at, right);
            let even = leans.is_none();
            self.set_longer(records, at, even.then_some(right));
            self.set_longer(records, top, even.then_some(!right));
            return (top, !even);
        }
        let between = self.below(records, side, !right);
        let leans = longer(&self.node(records, between));
        self.turn(records, side, !right);
        self.set_below(records, at, right, between);
        self.turn(records, at, right);
        let unless = |side| (leans == Some(side)).then_some(!side);
        self.set_longer(records, at, unless(right));
        self.set_longer(records, side, unless(!right));
        self.set_longer(records, between, None);
        (between, true)
    }

    /// Puts the node below `at` on one side above it, and returns it. The order from left to right stays.
    fn turn(&mut self, records: &mut [Record], at: u32, right: bool) -> u32 {
        self.pass();
        let top = self.below(records, at, right);
        let between = self.below(records, top, !right);
        let up = self.up(records, at);
        self.set_below(records, at, right, between);
        self.set_up(records, between, at);
        self.set_below(records, top, !right, at);
        self.set_up(records, at, top);
        self.set_up(records, top, up);
        top
    }
}
