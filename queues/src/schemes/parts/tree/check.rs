//! The check of a tree.

use super::{LONGER, NONE, Nodes, below, longer};
use crate::InvariantError;
use crate::diagnostics::check::Check;
use crate::record::{Record, get};

/// More than any balanced tree has.
const MOST_LEVELS: u32 = 64;

impl Nodes {
    /// Every node leads to nodes that lead back, has its timer's tick, and says rightly which side is longer; and
    /// `holds` is true of each timer's record and node, from left to right.
    ///
    /// # Errors
    /// The first thing found wrong.
    pub(crate) fn check(
        &self,
        check: &mut Check<'_>,
        root: u32,
        mut holds: impl FnMut(&Record, u32) -> bool,
    ) -> Result<(), InvariantError> {
        let records = check.records();
        let (mut up, mut at) = (NONE, root);
        loop {
            // Links that lead to a node twice lead to it from two others, and one of them is not above it.
            while at != NONE {
                if !self.is_node(at) {
                    return Err(InvariantError::LinkOutOfRange { index: at });
                }
                let expiry = get(records, self.timer(at)).expiry;
                if self.up(records, at) != up || self.expiry(records, at) != expiry {
                    return Err(InvariantError::LinksDisagree { index: at });
                }
                (up, at) = (at, self.below(records, at, false));
            }
            while at == NONE {
                if up == NONE {
                    return Ok(());
                }
                let timer = check.count(self.timer(up))?;
                at = self.below(records, up, true);
                if at != NONE && !self.is_node(at) {
                    return Err(InvariantError::LinkOutOfRange { index: at });
                }
                if !holds(&timer, up) || !self.leans_as_it_says(records, up) {
                    return Err(InvariantError::WrongPlace { index: up });
                }
                let mut from_right = at == NONE;
                while from_right {
                    (up, from_right) = self.place_of(records, up);
                }
            }
        }
    }

    const fn is_node(&self, at: u32) -> bool {
        at < self.first - 1 - self.base
    }

    /// If all below do, by induction.
    fn leans_as_it_says(&self, records: &[Record], at: u32) -> bool {
        let node = self.node(records, at);
        if !self.balanced {
            return (node.next | node.previous) & LONGER == 0;
        }
        let levels = [false, true].map(|right| {
            let (mut at, mut levels) = (below(&node, right), 0);
            while self.is_node(at) && levels < MOST_LEVELS {
                let node = self.node(records, at);
                at = below(&node, longer(&node) == Some(true));
                levels += 1;
            }
            levels
        });
        let [left, right] = levels;
        match longer(&node) {
            None => left == right,
            Some(false) => left == right + 1 && node.previous & LONGER == 0,
            Some(true) => right == left + 1,
        }
    }
}
