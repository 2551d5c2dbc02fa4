//! Scheme 3 as the paper describes it: timers in a tree (section IV.A.1).
//!
//! The paper lists unbalanced binary trees, heaps, post-order and end-order trees, and leftist trees. It reports that
//! unbalanced ones are cheaper on average, but degenerate into a list when equal intervals are started. With n timers
//! outstanding:
//!
//! | shape | start | stop | timers of one tick |
//! |---|---|---|---|
//! | [`Shape::Unbalanced`] | log n on average, n at worst | constant on average, n at worst | as started |
//! | [`Shape::Balanced`] | log n at worst, for any intervals | log n at worst | as started |
//! | [`Shape::EndOrder`] | log n on average, n at worst; constant behind all others | as start | as started |
//! | [`Shape::Leftist`] | log n at worst | log n expected | in any order |
//!
//! The first timer is at hand in all of them. [`Heap`](crate::Heap) is faster than each of them; these are here to be
//! compared.
//!
//! Memory: two records a timer.

mod end_order;
mod leftist;

use crate::InvariantError;
use crate::diagnostics::check::Check;
use crate::diagnostics::{Guarantees, Order};
use crate::record::{IN_TREE, Record, get, insert_before, unlink};
use crate::schemes::parts::tree::{NONE, Nodes};
use crate::schemes::structure::{Structure, Ticks, Unlimited, Work, with_timers};

/// How a [`Tree`] is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// A binary search tree, as the starts make it. In the order left, node, right its timers come in the order of
    /// their ticks. This was called post-order when the paper's reference 26 (Vaucher and Duval) was written, and is
    /// called in-order today.
    Unbalanced,
    /// A binary search tree balanced by the lengths of the ways down (Adelson-Velsky and Landis): no sequence of
    /// intervals degenerates it.
    Balanced,
    /// An unbalanced tree with its timers in the order left, right, node: end-order, called post-order today (Vaucher
    /// and Duval). So the last timer is the root, and equal intervals, which make a binary search tree a list, are
    /// started in constant time.
    EndOrder,
    /// A leftist tree (Crane): a heap of links, in which the shortest way down is always on the right.
    Leftist,
}

/// Scheme 3: a tree.
///
/// ```
/// use carillon_queues::Timers;
/// use carillon_queues::schemes::{Shape, Tree};
///
/// let mut timers = Timers::growing(Tree::new(Shape::Balanced), 8)?;
/// timers.start(40, "far");
/// timers.start(30, "near");
/// assert_eq!(timers.next_expiry(), Some(30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Tree {
    shape: Shape,
    pub(crate) nodes: Nodes,
    pub(crate) root: u32,
    /// The node of the first timer due.
    first: u32,
    unfinished: bool,
}

impl Tree {
    /// An empty tree.
    pub const fn new(shape: Shape) -> Self {
        Self { shape, nodes: Nodes::new(matches!(shape, Shape::Balanced)), root: NONE, first: NONE, unfinished: false }
    }

    /// Records of a queue of so many timers: two for each, and one.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(timers, timers)
    }

    /// Timers that starts and stops have compared with, or turned, so far.
    pub const fn passed(&self) -> u64 {
        self.nodes.passed()
    }

    /// The node of the first timer due, and its expiry.
    fn earliest(&self, records: &[Record]) -> Option<(u32, u64)> {
        let at = self.first;
        (at != NONE).then(|| (at, self.nodes.expiry(records, at)))
    }

    /// The node of the timer that is due after that of `at`, in other trees than leftist ones.
    fn following(&self, records: &[Record], at: u32) -> u32 {
        if self.shape == Shape::EndOrder {
            self.following_in_end_order(records, at)
        } else {
            self.nodes.following(records, at)
        }
    }

    fn take_out(&mut self, records: &mut [Record], index: u32) {
        let at = self.nodes.node_of(index);
        if at == self.first && self.shape != Shape::Leftist {
            self.first = self.following(records, at);
        }
        self.root = match self.shape {
            Shape::Leftist => self.remove_leftist(records, at),
            Shape::EndOrder => self.remove_in_end_order(records, at),
            Shape::Unbalanced | Shape::Balanced => self.nodes.remove(records, self.root, index),
        };
        if self.shape == Shape::Leftist {
            self.first = self.root;
        }
    }
}

/// Balanced.
impl Unlimited for Tree {
    const DEFAULT: Self = Self::new(Shape::Balanced);
}

impl Structure for Tree {
    fn guarantees(&self) -> Guarantees {
        Guarantees {
            order: match self.shape {
                Shape::Leftist => Order::Tick,
                Shape::Unbalanced | Shape::Balanced | Shape::EndOrder => Order::TickThenStart,
            },
            bounded: matches!(self.shape, Shape::Balanced | Shape::Leftist),
            ..Guarantees::ALL
        }
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn prepare(&mut self, _records: &mut [Record], timers: u32) {
        self.nodes.prepare(0, timers);
        (self.root, self.first, self.unfinished) = (NONE, NONE, false);
    }

    /// See the table of the shapes.
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, _: u64) -> Option<u32> {
        let timer = (index, expiry, IN_TREE);
        let earliest = self.earliest(records);
        self.root = match self.shape {
            Shape::Leftist => {
                let at = self.nodes.make(records, (index, expiry, IN_TREE + 1), NONE);
                let root = self.meld(records, self.root, at);
                self.nodes.set_up(records, root, NONE);
                root
            }
            Shape::EndOrder => self.insert_in_end_order(records, timer),
            Shape::Unbalanced | Shape::Balanced => self.nodes.insert(records, self.root, timer),
        };
        if self.shape == Shape::Leftist {
            self.first = self.root;
        } else if earliest.is_none_or(|first| expiry < first.1) {
            self.first = self.nodes.node_of(index);
        }
        None
    }

    /// See the table of the shapes.
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        if get(records, index).is_in_tree() {
            self.take_out(records, index);
        } else {
            unlink(records, index);
        }
        None
    }

    /// For each timer that is due the time to stop the first one.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (_, to) = ticks;
        self.unfinished = false;
        loop {
            let Some((at, expiry)) = self.earliest(records).filter(|first| first.1 <= to) else {
                return to;
            };
            if !work.spend(1) {
                self.unfinished = true;
                return expiry;
            }
            work.examine(1);
            let index = self.nodes.timer(at);
            self.take_out(records, index);
            insert_before(records, due, index, expiry);
        }
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time.
    fn next_expiry(&self, records: &[Record], _now: u64) -> Option<u64> {
        self.earliest(records).map(|first| first.1)
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let records = check.records();
        let earliest = check.now().saturating_add(u64::from(!self.unfinished));
        self.nodes.check(check, self.root, |timer, at| {
            let below = [false, true].map(|right| self.nodes.below(records, at, right));
            match self.shape {
                Shape::Leftist => timer.expiry >= earliest && self.is_leftist(records, timer, below),
                Shape::EndOrder => timer.previous == IN_TREE && (below[0] != NONE || below[1] == NONE),
                Shape::Unbalanced | Shape::Balanced => timer.previous == IN_TREE,
            }
        })?;
        // All links are right, so the way through them ends.
        let (mut at, mut before) = (NONE, earliest);
        let mut first = self.root;
        if self.shape != Shape::Leftist {
            first = self.nodes.leftmost(records, self.root);
            at = first;
        }
        while at != NONE {
            let tick = self.nodes.expiry(records, at);
            if tick < before {
                return Err(InvariantError::WrongPlace { index: at });
            }
            (at, before) = (self.following(records, at), tick);
        }
        if first == self.first {
            return Ok(());
        }
        Err(InvariantError::SummaryWrong)
    }
}
