//! The queues of FlexQueue's thesis, and what its models do with one: fill it, drain it, hold, and walk at random.

use core::num::NonZeroU64;
use std::collections::BTreeSet;

use carillon_queues::chip::Structure;
use carillon_queues::memory::Bounded;
use carillon_queues::schemes::{Calendar, Deviations, Shape, Slots, Tree};
use carillon_queues::{FlexQueue, Heap, TimerQueue, Timers};

use super::fibonacci::FibonacciHeap;
use super::heaps::BinomialHeap;
use super::std_set::StdSet;
use crate::Intervals;
use crate::clock::thread_nanoseconds;
use fastrand::Rng;

/// Slots of each of FlexQueue's arrays where the horizon is static, as in the thesis.
const SLOTS: u32 = 1 << 20;

/// Intervals, drawn beforehand.
#[derive(Debug)]
pub struct Increments {
    /// All of them, which come again and again.
    pub(super) table: Vec<u64>,
    next: usize,
}

impl Increments {
    /// Of a distribution.
    pub fn of(intervals: Intervals) -> Self {
        Self { table: intervals.table(42), next: 0 }
    }

    fn draw(&mut self) -> u64 {
        self.next += 1;
        if self.next == self.table.len() {
            self.next = 0;
        }
        self.table[self.next]
    }
}

/// A queue in a model. Each routine returns the nanoseconds that it has taken.
pub trait Events {
    /// Inserts `count` events, each an increment after the last one taken.
    fn fill(&mut self, increments: &mut Increments, count: u64) -> u64;

    /// Takes `count` events.
    fn drain(&mut self, count: u64) -> u64;

    /// Does `count` holds: takes an event, and inserts one.
    fn hold(&mut self, increments: &mut Increments, count: u64) -> u64;

    /// The Markov model: `count` operations. An insertion follows another one with probability `p[0]`, a deletion
    /// another one with `p[1]`. It is a walk at random, and stays between no event and `most`.
    fn walk(&mut self, increments: &mut Increments, p: [f64; 2], most: u64, count: u64) -> u64;

    /// The tick of the last event taken.
    fn now(&self) -> u64;

    /// The part of the events that are in FlexQueue's overflow.
    fn overflow(&self) -> Option<f64> {
        None
    }
}

/// What a model asks of a queue here.
trait Queue {
    /// An event for a tick that is not before that of the last one taken.
    fn insert(&mut self, tick: u64);

    /// Takes the earliest event; its tick.
    fn pop(&mut self) -> u64;

    /// Events in FlexQueue's overflow.
    fn overflowing(&self) -> Option<u32> {
        None
    }
}

struct Here<Q> {
    queue: Q,
    now: u64,
    count: u64,
    random: Rng,
    inserts: bool,
}

impl<Q: Queue + 'static> Here<Q> {
    fn boxed(queue: Q) -> Box<dyn Events> {
        Box::new(Self { queue, now: 0, count: 0, random: Rng::with_seed(48), inserts: false })
    }

    fn insert(&mut self, increments: &mut Increments) {
        self.queue.insert(self.now + increments.draw());
    }

    fn timed(&mut self, count: u64, mut each: impl FnMut(&mut Self)) -> u64 {
        let begin = thread_nanoseconds();
        (0..count).for_each(|_| each(self));
        thread_nanoseconds() - begin
    }
}

impl<Q: Queue + 'static> Events for Here<Q> {
    fn fill(&mut self, increments: &mut Increments, count: u64) -> u64 {
        self.count += count;
        self.timed(count, |here| here.insert(increments))
    }

    fn drain(&mut self, count: u64) -> u64 {
        self.count -= count;
        self.timed(count, |here| here.now = here.queue.pop())
    }

    fn hold(&mut self, increments: &mut Increments, count: u64) -> u64 {
        self.timed(count, |here| {
            here.now = here.queue.pop();
            here.insert(increments);
        })
    }

    fn walk(&mut self, increments: &mut Increments, p: [f64; 2], most: u64, count: u64) -> u64 {
        self.timed(count, |here| {
            here.inserts ^= here.random.f64() >= p[usize::from(!here.inserts)];
            here.inserts = (here.inserts || here.count == 0) && here.count < most;
            if here.inserts {
                here.insert(increments);
                here.count += 1;
            } else {
                here.now = here.queue.pop();
                here.count -= 1;
            }
        })
    }

    fn now(&self) -> u64 {
        self.now
    }

    fn overflow(&self) -> Option<f64> {
        let overflowing = self.queue.overflowing()?;
        Some(f64::from(overflowing) / self.count.max(1) as f64)
    }
}

struct Ours<S>(Timers<S, (), Bounded<()>>);

impl<S: Structure> Queue for Ours<S> {
    fn insert(&mut self, tick: u64) {
        self.0.start_at(tick, ()).expect("room");
    }

    fn pop(&mut self) -> u64 {
        if let Some(expired) = self.0.next_expired() {
            return expired.due;
        }
        let tick = self.0.next_expiry().expect("not empty");
        self.0.advance(tick);
        self.0.next_expired().expect("it is due").due
    }
}

/// FlexQueue, by the thesis's own operation.
struct ByDeleteMin(Timers<FlexQueue, (), Bounded<()>>);

impl Queue for ByDeleteMin {
    fn insert(&mut self, tick: u64) {
        self.0.start_at(tick, ()).expect("room");
    }

    fn pop(&mut self) -> u64 {
        self.0.delete_min().expect("not empty").due
    }

    fn overflowing(&self) -> Option<u32> {
        Some(self.0.structure().overflowing())
    }
}

#[derive(Default)]
struct Set {
    events: BTreeSet<(u64, u64)>,
    inserted: u64,
}

impl Queue for Set {
    fn insert(&mut self, tick: u64) {
        self.inserted += 1;
        self.events.insert((tick, self.inserted));
    }

    fn pop(&mut self) -> u64 {
        self.events.pop_first().expect("not empty").0
    }
}

impl Queue for BinomialHeap {
    fn insert(&mut self, tick: u64) {
        Self::insert(self, tick);
    }

    fn pop(&mut self) -> u64 {
        Self::pop(self).expect("not empty")
    }
}

impl Queue for FibonacciHeap {
    fn insert(&mut self, tick: u64) {
        Self::insert(self, tick);
    }

    fn pop(&mut self) -> u64 {
        Self::pop(self).expect("not empty")
    }
}

fn ours<S: Structure + 'static>(structure: S, n: usize) -> Box<dyn Events> {
    Here::boxed(Ours(Timers::bounded(structure, n).expect("memory")))
}

/// FlexQueue as it is by default, and by the thesis's own operation.
pub fn flex(n: usize) -> Box<dyn Events> {
    by_delete_min(FlexQueue::default(), n)
}

/// The same with another k.
pub fn flex_of(n: usize, deviations: Deviations) -> Box<dyn Events> {
    by_delete_min(FlexQueue::following(Slots::Ordered, deviations), n)
}

/// The same with a static horizon: two arrays of 2^20 slots of one tick each.
pub fn flex_static(n: usize) -> Box<dyn Events> {
    let flex = FlexQueue::new(Slots::Ordered, Deviations::SIX, 2 * SLOTS);
    by_delete_min(flex.width(NonZeroU64::MIN), n)
}

fn by_delete_min(flex: FlexQueue, n: usize) -> Box<dyn Events> {
    Here::boxed(ByDeleteMin(Timers::bounded(flex, n).expect("memory")))
}

/// A queue's name, and how it is made for a number of events.
pub type Made = (&'static str, fn(usize) -> Box<dyn Events>);

/// The two sets: the thesis's, and Rust's.
pub const SETS: [Made; 2] =
    [("std::set", |_| Box::new(StdSet::start())), ("BTreeSet", |_| Here::boxed(Set::default()))];

/// Those of Figure 4.7, and a tree and a heap of ours.
pub const ALL: [Made; 8] = [
    ("FlexQueue", flex),
    SETS[0],
    SETS[1],
    ("Fibonacci heap", |n| Here::boxed(FibonacciHeap::new(n))),
    ("binomial heap", |n| Here::boxed(BinomialHeap::new(n))),
    ("calendar queue", |n| ours(Calendar::new(n as u32), n)),
    ("balanced tree", |n| ours(Tree::new(Shape::Balanced), n)),
    ("heap", |n| ours(Heap::new(), n)),
];

#[cfg(test)]
mod tests {
    use super::{ALL, Increments};
    use crate::Intervals;

    /// All queues come to the same tick, whatever the model.
    #[test]
    fn models_of_all_queues_come_to_the_same_ticks() {
        let mut expected = Vec::new();
        for (name, make) in ALL {
            let mut events = make(400);
            let mut increments = Increments::of(Intervals::Normal(1e4, 1e3));
            let mut others = Increments::of(Intervals::Exponential(1e3));
            let mut ticks = Vec::new();
            events.fill(&mut increments, 200);
            for _ in 0..5 {
                events.hold(&mut increments, 1_000);
                ticks.push(events.now());
                events.walk(&mut increments, [0.7, 0.6], 400, 1_000);
                ticks.push(events.now());
            }
            events.hold(&mut others, 1_000);
            ticks.push(events.now());
            assert!(ticks.is_sorted() && ticks[0] > 0);
            if expected.is_empty() {
                expected = ticks;
            } else {
                assert_eq!(ticks, expected, "{name}");
            }
        }
    }

    #[test]
    fn drain_of_all_queues_takes_what_was_filled() {
        for (name, make) in ALL {
            let mut events = make(300);
            let mut increments = Increments::of(Intervals::Uniform(1, 1_000));
            let last = increments.table[1..=300].iter().max().copied();
            events.fill(&mut increments, 300);
            events.drain(300);
            assert_eq!(Some(events.now()), last, "{name}");
        }
    }
}
