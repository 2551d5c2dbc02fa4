//! A tree's links, which lie in a record of their own.

use crate::record::Records;
use crate::record::{Record, at_mut, get};

/// The node that is none.
pub(super) const NONE: u32 = u32::MAX;

/// The links of a timer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) up: u32,
    pub(super) left: u32,
    pub(super) right: u32,
    /// Of a search tree: not above that of the nodes below. Of a leftist tree: nodes on the way down to the right.
    pub(super) weight: u32,
}

pub(super) fn node(records: &(impl Records + ?Sized), at: u32) -> Node {
    let Record {
        expiry,
        next,
        previous,
    } = get(records, at);
    Node {
        up: expiry as u32,
        left: next,
        right: previous,
        weight: (expiry >> 32) as u32,
    }
}

pub(super) fn put(records: &mut (impl Records + ?Sized), at: u32, node: Node) {
    if let Some(record) = at_mut(records, at) {
        *record = Record {
            expiry: u64::from(node.weight) << 32 | u64::from(node.up),
            next: node.left,
            previous: node.right,
        };
    }
}

/// Makes `up` the node above `at`, if there is one at `at`.
pub(super) fn set_up(records: &mut (impl Records + ?Sized), at: u32, up: u32) {
    if at != NONE {
        let below = node(records, at);
        put(records, at, Node { up, ..below });
    }
}

/// The number of nodes on the way down to the right.
pub(super) fn rank(records: &(impl Records + ?Sized), at: u32) -> u32 {
    if at == NONE {
        0
    } else {
        node(records, at).weight
    }
}

/// Exchanges the sides of a node if the right one has the longer way down, and counts its own.
pub(super) fn lean_left(records: &(impl Records + ?Sized), node: &mut Node) {
    if rank(records, node.left) < rank(records, node.right) {
        core::mem::swap(&mut node.left, &mut node.right);
    }
    node.weight = rank(records, node.right) + 1;
}

pub(super) fn put_record(records: &mut (impl Records + ?Sized), at: u32, record: Record) {
    if let Some(place) = at_mut(records, at) {
        *place = record;
    }
}

/// The last node on the way down to the left.
pub(super) fn leftmost(records: &(impl Records + ?Sized), mut at: u32) -> u32 {
    while at != NONE {
        let left = node(records, at).left;
        if left == NONE {
            break;
        }
        at = left;
    }
    at
}

/// The next node from left to right.
pub(super) fn following(records: &(impl Records + ?Sized), mut at: u32) -> u32 {
    let right = node(records, at).right;
    if right != NONE {
        return leftmost(records, right);
    }
    loop {
        let up = node(records, at).up;
        if up == NONE || node(records, up).left == at {
            return up;
        }
        at = up;
    }
}
