//! The tree of what FlexQueue's arrays do not reach.

use super::FlexQueue;
use crate::record::{IN_TREE, Record};
use crate::tree::NONE;

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
}

impl FlexQueue {
    #[inline(never)]
    pub(super) fn put_into_overflow(&mut self, records: &mut [Record], index: u32, tick: u64) {
        let Self { overflow, nodes, .. } = self;
        overflow.root = nodes.insert(records, overflow.root, (index, tick, IN_TREE));
        if tick < overflow.tick || overflow.timers == 0 {
            (overflow.first, overflow.tick) = (nodes.node_of(index), tick);
        }
        overflow.timers += 1;
    }

    #[inline(never)]
    pub(super) fn take_from_overflow(&mut self, records: &mut [Record], index: u32) {
        let Self { overflow, nodes, .. } = self;
        if overflow.first == nodes.node_of(index) {
            overflow.first = nodes.following(records, overflow.first);
            overflow.tick = match overflow.first {
                NONE => u64::MAX,
                first => nodes.expiry(records, first),
            };
        }
        overflow.root = nodes.remove(records, overflow.root, index);
        overflow.timers -= 1;
    }
}
