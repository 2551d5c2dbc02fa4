//! Scheme 3 as the paper describes it: timers in a tree (section IV.A.1), unbalanced, balanced or leftist.
//!
//! The paper lists unbalanced and balanced trees, heaps and leftist trees. It reports that unbalanced ones are cheaper
//! on average, but degenerate into a list when equal intervals are started. With n timers outstanding:
//!
//! | shape | start | stop | first timer | timers of one tick |
//! |---|---|---|---|---|
//! | [`Shape::Unbalanced`] | log n on average, n at worst | constant on average, n at worst | as start | as started |
//! | [`Shape::Balanced`] | log n at worst, for any intervals | log n at worst | log n at worst | as started |
//! | [`Shape::Leftist`] | log n at worst | log n expected | constant | in any order |
//!
//! [`Heap`](super::Heap) is faster than each of them; these are here to be compared.
//!
//! Memory: two records a timer.

mod leftist;

use super::InvariantError;
use super::check::Check;
use super::diagnostics::{Guarantees, Order};
use super::record::{IN_TREE, Record, get, insert_before, unlink};
use super::structure::{Structure, Ticks, Unlimited, Work, with_timers};
use super::tree::{NONE, Nodes};

/// How a [`Tree`] is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A binary search tree, as the starts make it.
    Unbalanced,
    /// A binary search tree balanced by the lengths of the ways down (Adelson-Velsky and Landis): no sequence of
    /// intervals degenerates it.
    Balanced,
    /// A leftist tree (Crane): a heap of links, in which the shortest way down is always on the right.
    Leftist,
}

/// Scheme 3: a tree.
///
/// ```
/// use carillon_queues::Timers;
/// use carillon_queues::schemes::{Shape, Tree};
///
/// let mut timers = Timers::with_capacity(Tree::new(Shape::Balanced), 8)?;
/// timers.start(40, "far");
/// timers.start(30, "near");
/// assert_eq!(timers.next_expiry(), Some(30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Tree {
    shape: Shape,
    nodes: Nodes,
    root: u32,
    unfinished: bool,
}

impl Tree {
    /// An empty tree.
    pub const fn new(shape: Shape) -> Self {
        Self {
            shape,
            nodes: Nodes::new(matches!(shape, Shape::Balanced)),
            root: NONE,
            unfinished: false,
        }
    }

    /// Records of a queue of so many timers: two for each, and one.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(timers, timers)
    }

    /// Timers that starts and stops have compared with, or turned, so far.
    pub const fn passed(&self) -> u64 {
        self.nodes.passed()
    }

    /// The node of the first timer due, and its expiry. Constant time in a leftist tree.
    fn earliest(&self, records: &[Record]) -> Option<(u32, u64)> {
        let at = match self.shape {
            Shape::Leftist => self.root,
            Shape::Unbalanced | Shape::Balanced => self.nodes.leftmost(records, self.root),
        };
        (at != NONE).then(|| (at, self.nodes.expiry(records, at)))
    }

    fn take_out(&mut self, records: &mut [Record], index: u32) {
        match self.shape {
            Shape::Leftist => self.remove_leftist(records, self.nodes.node_of(index)),
            Shape::Unbalanced | Shape::Balanced => {
                self.root = self.nodes.remove(records, self.root, index);
            }
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
                Shape::Unbalanced | Shape::Balanced => Order::TickThenStart,
            },
            bounded: self.shape != Shape::Unbalanced,
            ..Guarantees::ALL
        }
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn prepare(&mut self, _records: &mut [Record], timers: u32) {
        self.nodes.prepare(0, timers);
        (self.root, self.unfinished) = (NONE, false);
    }

    /// See the table of the shapes.
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, _: u64) -> Option<u32> {
        if self.shape == Shape::Leftist {
            let timer = (index, expiry, IN_TREE + 1);
            let at = self.nodes.make(records, timer, NONE);
            self.root = self.meld(records, self.root, at);
            self.nodes.set_up(records, self.root, NONE);
        } else {
            let timer = (index, expiry, IN_TREE);
            self.root = self.nodes.insert(records, self.root, timer);
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

    /// The time to find the first one.
    fn next_expiry(&self, records: &[Record], _now: u64) -> Option<u64> {
        self.earliest(records).map(|first| first.1)
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let records = check.records();
        let earliest = check.now().saturating_add(u64::from(!self.unfinished));
        let mut before = earliest;
        self.nodes.check(check, self.root, |timer, at| {
            if self.shape != Shape::Leftist {
                let in_order = timer.expiry >= before && timer.previous == IN_TREE;
                before = timer.expiry;
                return in_order;
            }
            let below = [false, true].map(|right| self.nodes.below(records, at, right));
            let [left, right] = below.map(|at| self.rank(records, at));
            let later = |&at: &u32| at == NONE || self.nodes.expiry(records, at) >= timer.expiry;
            timer.expiry >= earliest
                && timer.previous == right.wrapping_add(IN_TREE + 1)
                && left >= right
                && below.iter().all(later)
        })
    }
}
