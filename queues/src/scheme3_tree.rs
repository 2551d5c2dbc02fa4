//! Scheme 3 as the paper describes it: timers in a tree (section IV.A.1), unbalanced, balanced or leftist.
//!
//! The paper lists unbalanced and balanced trees, heaps and leftist trees. It reports that unbalanced ones are cheaper
//! on average, but degenerate into a list when equal intervals are started. With n timers outstanding:
//!
//! | shape | start | stop | first timer | timers of one tick |
//! |---|---|---|---|---|
//! | [`Shape::Unbalanced`] | log n on average, n at worst | constant on average, n at worst | as start | as started |
//! | [`Shape::Balanced`] | log n expected, for any intervals | constant expected | log n expected | as started |
//! | [`Shape::Leftist`] | log n at worst | log n expected | constant | in any order |
//!
//! [`Heap`](super::Heap) is faster than each of them; these are here to be compared.
//!
//! Memory: two records a timer.

mod leftist;
mod node;
mod search;

use node::{NONE, Node, following, leftmost, node, put, put_record, rank, set_up};

use super::check::Check;
use super::record::{IN_HEAP, Record, Records, get, insert_before, unlink};
use super::structure::{Structure, Ticks, Work, with_timers};
use super::{InvariantError, Order, Promises, QueueError};

/// How a [`Tree`] is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A binary search tree, as the starts make it.
    Unbalanced,
    /// A binary search tree balanced by weights that are drawn at random (a treap): no sequence of intervals
    /// degenerates it.
    Balanced,
    /// A leftist tree (Crane): a heap of links, in which the shortest way down is always on the right.
    Leftist,
}

/// Scheme 3: a tree.
///
/// ```
/// use carillon_queues::{Entry, Keyed, Record, Shape, TimerQueue, Timers, Tree};
///
/// const TREE: Tree = Tree::new(Shape::Balanced);
/// let mut timers = Timers::with(TREE, ([Record::VACANT; TREE.records(8)], [const { Entry::VACANT }; 8]))?;
/// timers.start(40, "far")?;
/// timers.start(30, "near")?;
/// assert_eq!(timers.next_expiry(), Some(30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Tree {
    shape: Shape,
    root: u32,
    /// The record of the first timer. Node `n` is record `n`, and that of the timer `first + n`.
    first: u32,
    /// Weights drawn.
    drawn: u32,
    passed: u64,
    unfinished: bool,
}

impl Tree {
    /// An empty tree.
    pub const fn new(shape: Shape) -> Self {
        Self {
            shape,
            root: NONE,
            first: 0,
            drawn: 0,
            passed: 0,
            unfinished: false,
        }
    }

    /// Records of a queue of so many timers: two for each, and one.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(timers, timers)
    }

    /// Timers that starts and stops have compared with, or exchanged, so far.
    pub const fn passed(&self) -> u64 {
        self.passed
    }

    fn expiry(&self, records: &(impl Records + ?Sized), at: u32) -> u64 {
        get(records, self.first + at).expiry
    }

    /// The node of the first timer due, and its expiry. Constant time in a leftist tree.
    fn earliest(&self, records: &(impl Records + ?Sized)) -> Option<(u32, u64)> {
        let at = match self.shape {
            Shape::Leftist => self.root,
            Shape::Unbalanced | Shape::Balanced => leftmost(records, self.root),
        };
        (at != NONE).then(|| (at, self.expiry(records, at)))
    }

    /// The weight of a new node.
    const fn draw(&mut self) -> u32 {
        match self.shape {
            Shape::Unbalanced => return 0,
            Shape::Leftist => return 1,
            Shape::Balanced => {}
        }
        self.drawn = self.drawn.wrapping_add(0x9E37_79B9);
        let mixed = (self.drawn ^ self.drawn >> 15).wrapping_mul(0x2C1B_3C6D);
        (mixed ^ mixed >> 13).wrapping_mul(0x297A_2D39)
    }

    /// Puts `at`, or nothing, below `up` on the left or on the right; if `up` is none, at the root.
    fn hang(&mut self, records: &mut (impl Records + ?Sized), up: u32, on_left: bool, at: u32) {
        if up == NONE {
            self.root = at;
        } else {
            let mut above = node(records, up);
            let side = if on_left {
                &mut above.left
            } else {
                &mut above.right
            };
            *side = at;
            put(records, up, above);
        }
        set_up(records, at, up);
    }

    /// Puts `new`, or nothing, where `old` was below `up`.
    fn replace(&mut self, records: &mut (impl Records + ?Sized), up: u32, old: u32, new: u32) {
        let on_left = up != NONE && node(records, up).left == old;
        self.hang(records, up, on_left, new);
    }

    fn take_out(&mut self, records: &mut (impl Records + ?Sized), at: u32) {
        match self.shape {
            Shape::Leftist => self.remove_leftist(records, at),
            Shape::Unbalanced | Shape::Balanced => self.remove_ordered(records, at),
        }
        put_record(records, at, Record::VACANT);
    }

    /// Whether the links of a node lead to nodes that lead back, and the weights and ticks are in order.
    fn holds(&self, records: &(impl Records + ?Sized), at: u32) -> bool {
        let this = node(records, at);
        let weight = match self.shape {
            Shape::Leftist => rank(records, this.right) + 1,
            Shape::Unbalanced | Shape::Balanced => this.weight,
        };
        let leans =
            self.shape != Shape::Leftist || rank(records, this.left) >= rank(records, this.right);
        let below = [this.left, this.right].into_iter().all(|below| {
            below == NONE || {
                let one = node(records, below);
                let leftist = self.shape == Shape::Leftist;
                one.up == at
                    && (leftist || this.weight <= one.weight)
                    && (!leftist || self.expiry(records, at) <= self.expiry(records, below))
            }
        });
        let apart = this.left == NONE || this.left != this.right;
        this.weight == weight && leans && below && apart
    }
}

impl Structure for Tree {
    fn promises(&self) -> Promises {
        Promises {
            order: match self.shape {
                Shape::Leftist => Order::Tick,
                Shape::Unbalanced | Shape::Balanced => Order::TickThenStart,
            },
            bounded: self.shape != Shape::Unbalanced,
            ..Promises::ALL
        }
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn prepare(
        &mut self,
        _records: &mut (impl Records + ?Sized),
        timers: u32,
    ) -> Result<(), QueueError> {
        (self.root, self.first, self.unfinished) = (NONE, timers + 1, false);
        Ok(())
    }

    /// See the table of the shapes.
    fn insert(
        &mut self,
        records: &mut (impl Records + ?Sized),
        index: u32,
        expiry: u64,
        _: u64,
    ) -> Option<u32> {
        let at = index - self.first;
        let timer = Record {
            expiry,
            next: at,
            previous: IN_HEAP,
        };
        put_record(records, index, timer);
        let alone = Node {
            up: NONE,
            left: NONE,
            right: NONE,
            weight: self.draw(),
        };
        put(records, at, alone);
        match self.shape {
            Shape::Leftist => {
                self.root = self.meld(records, self.root, at);
                set_up(records, self.root, NONE);
            }
            Shape::Unbalanced | Shape::Balanced => self.insert_ordered(records, at),
        }
        None
    }

    /// See the table of the shapes.
    fn remove(&mut self, records: &mut (impl Records + ?Sized), index: u32) -> Option<u32> {
        if get(records, index).is_in_heap() {
            self.take_out(records, index - self.first);
        } else {
            unlink(records, index);
        }
        None
    }

    /// For each timer that is due the time to stop the first one.
    fn advance(
        &mut self,
        records: &mut (impl Records + ?Sized),
        due: u32,
        ticks: Ticks,
        work: &mut Work,
    ) -> u64 {
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
            self.take_out(records, at);
            insert_before(records, due, self.first + at, expiry);
        }
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// The time to find the first one.
    fn next_expiry(&self, records: &(impl Records + ?Sized), _now: u64) -> Option<u64> {
        self.earliest(records).map(|first| first.1)
    }

    fn check(&self, check: &mut Check<'_, impl Records + ?Sized>) -> Result<(), InvariantError> {
        let records = check.records();
        let earliest = check.now().saturating_add(u64::from(!self.unfinished));
        let nodes = self.first - 1;
        let mut waiting = 0_u32;
        for index in 0..nodes {
            let timer = get(records, self.first + index);
            if !timer.is_in_heap() {
                continue;
            }
            waiting += 1;
            let Node {
                up, left, right, ..
            } = node(records, index);
            let lead_nowhere = [up, left, right]
                .into_iter()
                .any(|link| link != NONE && link >= nodes);
            if lead_nowhere {
                return Err(InvariantError::LinkOutOfRange { index });
            }
            if timer.next != index || !self.holds(records, index) {
                return Err(InvariantError::LinksDisagree { index });
            }
            if timer.expiry < earliest {
                return Err(InvariantError::WrongPlace { index });
            }
        }
        let root_is_wrong =
            self.root != NONE && (self.root >= nodes || node(records, self.root).up != NONE);
        if root_is_wrong {
            return Err(InvariantError::SummaryWrong);
        }
        // The links agree, so from the root on this is a tree.
        let (mut at, mut before) = (leftmost(records, self.root), 0);
        let mut found = 0;
        while at != NONE && found < waiting {
            let timer = check.count(self.first + at)?;
            if self.shape != Shape::Leftist && timer.expiry < before {
                return Err(InvariantError::WrongPlace { index: at });
            }
            (at, before) = (following(records, at), timer.expiry);
            found += 1;
        }
        Ok(())
    }
}
