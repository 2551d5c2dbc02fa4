//! The tree of what FlexQueue's arrays do not reach.

use crate::record::{IN_TREE, Record};
use crate::schemes::parts::tree::{NONE, Nodes};

/// The tree of what the arrays do not reach.
#[derive(Debug, Clone, Copy)]
pub(super) struct Overflow {
    pub(super) root: u32,
    /// The first node.
    pub(super) first: u32,
    /// Its tick, or the last there is.
    pub(super) tick: u64,
    pub(super) timers: u32,
}

impl Overflow {
    pub(super) const EMPTY: Self = Self { root: NONE, first: NONE, tick: u64::MAX, timers: 0 };

    #[inline(never)]
    pub(super) fn put(&mut self, nodes: &mut Nodes, records: &mut [Record], index: u32, tick: u64) {
        self.root = nodes.insert(records, self.root, (index, tick, IN_TREE));
        if tick < self.tick || self.timers == 0 {
            (self.first, self.tick) = (nodes.node_of(index), tick);
        }
        self.timers += 1;
    }

    #[inline(never)]
    pub(super) fn take(&mut self, nodes: &mut Nodes, records: &mut [Record], index: u32) {
        if self.first == nodes.node_of(index) {
            self.first = nodes.following(records, self.first);
            self.tick = match self.first {
                NONE => u64::MAX,
                first => nodes.expiry(records, first),
            };
        }
        self.root = nodes.remove(records, self.root, index);
        self.timers -= 1;
    }
}
