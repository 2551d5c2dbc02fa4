//! The order in which timers are handed out, over long histories of few timers that lie far apart, beside a list that
//! is sorted. Many timers share a tick, and have come to it from different wheels.
//!
//! The list was written without a look at `carillon-spec`'s oracle, and stays apart from it, so that a fault of either
//! is found by the other.

use std::collections::VecDeque;
use std::panic::catch_unwind;

use carillon_queues::diagnostics::{Diagnostics, Order};
use carillon_queues::numbered::ByHandle;
use carillon_queues::schemes::{
    AheadWheel, BasicWheel, Calendar, Deviations, LazyHeap, LazyWheel, MixedWheel, OrderedHashedWheel, OrderedList,
    Precision, RoundedHierarchy, Search, Shape, SimulationWheel, Slots, Tree, UnorderedList, WheelAndList,
};
use carillon_queues::{
    FixedTimerWheel, FlexQueue, Handle, HashedWheel, Heap, HierarchicalWheel, NumberedTimers, TimerQueue, TimerWheel,
    Timers,
};

/// Steps of a history.
const STEPS: usize = 500;

/// Timers that are outstanding at a time, at most: few, so that wheels keep them in their slots.
const FEW: usize = 20;

/// One step. Timers are named by numbers and ticks are absolute, so that a history from which steps are left out means
/// the same.
#[derive(Debug, Clone, Copy)]
enum Step {
    StartAt(u64, usize),
    RestartAt(u64, usize),
    Stop(usize),
    Advance(u64),
    Pop(usize),
}

/// A timer: its tick, its turn among all starts, its number.
type Timer = (u64, usize, usize);

#[derive(Default)]
struct Oracle {
    now: u64,
    turn: usize,
    waiting: Vec<Timer>,
    due: VecDeque<Timer>,
}

impl Oracle {
    fn start(&mut self, tick: u64, number: usize) {
        self.turn += 1;
        let timer = (tick, self.turn, number);
        if tick <= self.now {
            self.due.push_back(timer);
        } else {
            self.waiting.push(timer);
        }
    }

    fn stop(&mut self, number: usize) -> bool {
        let before = self.outstanding();
        self.waiting.retain(|timer| timer.2 != number);
        self.due.retain(|timer| timer.2 != number);
        self.outstanding() < before
    }

    fn advance(&mut self, to: u64) {
        self.now = self.now.max(to);
        self.waiting.sort_unstable();
        let due = self.waiting.partition_point(|timer| timer.0 <= self.now);
        self.due.extend(self.waiting.drain(..due));
    }

    /// Takes out the timer `number`, if it may be handed out now; returns its tick.
    fn pop(&mut self, number: usize, order: Order) -> Option<u64> {
        let first = self.due.front()?.0;
        let mut others = self.due.iter().take_while(|timer| match order {
            Order::TickThenStart | Order::Tick => timer.0 == first,
            Order::None => true,
        });
        let place = others.position(|timer| timer.2 == number)?;
        let in_turn = place == 0 || order != Order::TickThenStart;
        self.due.remove(place).filter(|_| in_turn).map(|timer| timer.0)
    }

    fn outstanding(&self) -> usize {
        self.waiting.len() + self.due.len()
    }
}

/// A queue whose timers are named by numbers, and by nothing else, so that all of this is compiled once.
trait Numbered {
    fn order(&self) -> Order;
    /// The tick that the timer was given, unless it was refused.
    fn start_at(&mut self, tick: u64, number: usize) -> Option<u64>;
    /// The same; also none if the timer is not outstanding.
    fn restart_at(&mut self, tick: u64, number: usize) -> Option<u64>;
    fn stop(&mut self, number: usize) -> bool;
    fn next_expiry(&self) -> Option<u64>;
    fn advance(&mut self, to: u64);
    /// The tick of the next timer that has run out, and its number.
    fn pop(&mut self) -> Option<(u64, usize)>;
    fn check(&self);
}

struct WithHandles<Q> {
    queue: Q,
    handles: Vec<Option<Handle>>,
}

impl<Q: TimerQueue<Item = u32> + Diagnostics + 'static> WithHandles<Q> {
    fn boxed(queue: Q) -> Box<dyn Numbered> {
        let handles = vec![None; STEPS];
        Box::new(Self { queue, handles })
    }
}

impl<Q: TimerQueue<Item = u32> + Diagnostics> Numbered for WithHandles<Q> {
    fn order(&self) -> Order {
        self.queue.guarantees().order
    }

    fn start_at(&mut self, tick: u64, number: usize) -> Option<u64> {
        let item = u32::try_from(number).expect("a number");
        self.handles[number] = self.queue.start_at(tick, item).ok();
        self.queue.expiry(self.handles[number]?)
    }

    fn restart_at(&mut self, tick: u64, number: usize) -> Option<u64> {
        let handle = self.handles[number]?;
        self.queue.restart_at(handle, tick).ok()?;
        self.queue.expiry(handle)
    }

    fn stop(&mut self, number: usize) -> bool {
        self.handles[number].is_some_and(|handle| self.queue.stop(handle).is_some())
    }

    fn next_expiry(&self) -> Option<u64> {
        self.queue.next_expiry()
    }

    fn advance(&mut self, to: u64) {
        self.queue.advance(to);
    }

    fn pop(&mut self) -> Option<(u64, usize)> {
        let expired = self.queue.next_expired()?;
        Some((expired.due, expired.item as usize))
    }

    fn check(&self) {
        self.queue.check_invariants().expect("sound");
    }
}

/// Hands out what is due, at most so many timers.
fn pop(queue: &mut dyn Numbered, oracle: &mut Oracle, count: usize) {
    for _ in 0..count {
        let Some((tick, number)) = queue.pop() else {
            assert!(oracle.due.is_empty(), "{:?} not handed out", oracle.due);
            return;
        };
        let expected = oracle.pop(number, queue.order());
        assert_eq!(expected, Some(tick), "{number} before {:?}", oracle.due);
    }
}

/// Runs a history on the queue and on the oracle.
///
/// # Panics
/// They do not agree.
fn play(mut queue: Box<dyn Numbered>, history: &[Step]) {
    let queue = queue.as_mut();
    let mut oracle = Oracle::default();
    for (turn, &step) in history.iter().enumerate() {
        match step {
            Step::StartAt(tick, number) => {
                if let Some(given) = queue.start_at(tick, number) {
                    oracle.start(given, number);
                }
            }
            Step::RestartAt(tick, number) => {
                if let Some(given) = queue.restart_at(tick, number) {
                    assert!(oracle.stop(number), "it was not outstanding");
                    oracle.start(given, number);
                }
            }
            Step::Stop(number) => assert_eq!(queue.stop(number), oracle.stop(number)),
            Step::Advance(to) => {
                queue.advance(to);
                oracle.advance(to);
            }
            Step::Pop(count) => pop(queue, &mut oracle, count),
        }
        if turn % 16 == 0 || history.len() < 16 {
            queue.check();
        }
    }
    while let Some(next) = queue.next_expiry() {
        queue.check();
        queue.advance(next);
        oracle.advance(next);
        pop(queue, &mut oracle, usize::MAX);
    }
    assert_eq!(oracle.outstanding(), 0);
}

/// A history for wheels of 2^`bits` slots: over the ticks of about four of them.
fn history(random: &mut fastrand::Rng, bits: u32) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut oracle = Oracle::default();
    let mut ticks: Vec<u64> = vec![1];
    let mut number: usize = 0;
    while steps.len() < STEPS {
        let now = oracle.now;
        ticks.retain(|&tick| tick + 2 > now);
        let used = ticks.get(random.usize(..ticks.len().max(1))).copied();
        // A tick that is in use, one that shares a slot with it, or any.
        let tick = match (used, random.u8(..8)) {
            (Some(used), ..4) => used,
            (Some(used), ..7) => used ^ (random.u64(..) % (1 << (bits * random.u32(1..4)))),
            _ => now + 1 + random.u64(..) % (1 << (1 + random.u32(..4 * bits))),
        };
        let another = random.usize(number.saturating_sub(FEW)..number.max(1));
        let step = match random.u8(..16) {
            0..7 if oracle.outstanding() < FEW => {
                number += 1;
                Step::StartAt(tick, number - 1)
            }
            0..9 if number > 0 => Step::RestartAt(tick, another),
            9 => Step::Stop(another),
            10 => Step::Pop(random.usize(1..4)),
            _ => {
                // To a timer's tick or to one of its slots, or a little before or behind.
                let unit = random.u32(..4) * bits;
                let slot = match random.u8(..3) {
                    0 => tick,
                    1 => tick >> unit << unit,
                    _ => now + random.u64(0..tick.max(now + 2) - now),
                };
                Step::Advance((slot + random.u64(..4)).saturating_sub(2))
            }
        };
        match step {
            Step::StartAt(tick, number) => oracle.start(tick, number),
            Step::RestartAt(tick, number) => {
                if oracle.stop(number) {
                    oracle.start(tick, number);
                }
            }
            Step::Stop(number) => {
                oracle.stop(number);
            }
            Step::Advance(to) => oracle.advance(to),
            Step::Pop(count) => drop(oracle.due.drain(..count.min(oracle.due.len()))),
        }
        ticks.push(tick);
        steps.push(step);
        if matches!(step, Step::Advance(_)) && random.u8(..4) > 0 {
            oracle.due.clear();
            steps.push(Step::Pop(usize::MAX));
        }
    }
    steps
}

/// Leaves out whatever steps can be, so that the history still fails.
fn shortest(mut history: Vec<Step>, fails: impl Fn(&[Step]) -> bool) -> Vec<Step> {
    let mut size = history.len();
    while size > 0 {
        let (mut from, before) = (0, history.len());
        while from < history.len() {
            let mut shorter = history.clone();
            shorter.drain(from..(from + size).min(history.len()));
            if fails(&shorter) {
                history = shorter;
            } else {
                from += size;
            }
        }
        if size > 1 || history.len() == before {
            size /= 2;
        }
    }
    history
}

/// So many histories, on a queue each.
fn any_long_sparse_history(make: fn() -> Box<dyn Numbered>, bits: u32, seeds: u64) {
    let fails = |history: &[Step]| catch_unwind(|| play(make(), history)).is_err();
    for seed in 0..seeds {
        let whole = history(&mut fastrand::Rng::with_seed(seed), bits);
        if fails(&whole) {
            let shortest = shortest(whole, fails);
            panic!("seed {seed}, wheels of 2^{bits} slots: {shortest:?}");
        }
    }
}

/// Starts and restarts below, at and above now, after an advance that is a multiple of nothing, and what may follow.
fn every_start_around_now(make: fn() -> Box<dyn Numbered>) {
    for now in [1, 167, (1 << 14) + 77] {
        let ticks = [0, now - 1, now - now / 3, now, now + 1, now + 70];
        for (first, second) in pairs(&ticks) {
            let ends: [&[Step]; 4] = [
                &[Step::Stop(0), Step::Advance(now + 1)],
                &[Step::RestartAt(second, 0), Step::Stop(0)],
                &[Step::RestartAt(second, 0), Step::Pop(1)],
                &[Step::StartAt(second, 1), Step::Advance(now + 1)],
            ];
            for end in ends {
                let begin = [Step::Advance(now), Step::StartAt(first, 0)];
                play(make(), &[&begin, end].concat());
            }
        }
    }
}

/// The last ticks that 64 bits have.
fn every_start_at_the_end_of_time(make: fn() -> Box<dyn Numbered>) {
    let ticks = [0, 1, 2, 65, 5_000].map(|before| u64::MAX - before);
    for now in [&[0, 1 << 63], ticks.as_slice()].concat() {
        for (first, second) in pairs(&ticks) {
            let history = [
                Step::Advance(now),
                Step::StartAt(first, 0),
                Step::StartAt(second, 1),
                Step::RestartAt(second, 0),
                Step::Advance(second.max(now)),
                Step::StartAt(u64::MAX, 2),
                Step::Pop(1),
                Step::Stop(1),
                Step::Advance(u64::MAX),
                Step::StartAt(u64::MAX, 3),
            ];
            play(make(), &history);
        }
    }
}

fn pairs(ticks: &[u64]) -> impl Iterator<Item = (u64, u64)> {
    let each = ticks.iter();
    each.flat_map(|&first| ticks.iter().map(move |&second| (first, second)))
}

/// A queue, and its wheels' bits.
macro_rules! queue {
    ($name:ident, $bits:expr, $make:expr) => {
        mod $name {
            #[allow(clippy::wildcard_imports, reason = "each queue uses some")]
            use super::*;

            #[test]
            fn any_long_sparse_history_keeps_the_order() {
                any_long_sparse_history(|| WithHandles::boxed($make), $bits, 60);
            }

            #[test]
            fn every_start_around_now_agrees_with_the_oracle() {
                every_start_around_now(|| WithHandles::boxed($make));
            }

            #[test]
            fn every_start_at_the_end_of_time_agrees_with_the_oracle() {
                every_start_at_the_end_of_time(|| WithHandles::boxed($make));
            }

            #[test]
            #[ignore = "long"]
            fn many_long_sparse_histories_keep_the_order() {
                any_long_sparse_history(|| WithHandles::boxed($make), $bits, 5_000);
            }
        }
    };
}

/// The structure with room for a history's timers.
macro_rules! structure {
    ($name:ident, $bits:expr, $structure:expr) => {
        queue!($name, $bits, Timers::<_, u32, _>::bounded($structure, STEPS).unwrap());
    };
}

queue!(timer_wheel, 6, TimerWheel::<u32>::new());
queue!(fixed_timer_wheel, 4, FixedTimerWheel::<u32, STEPS>::new());
queue!(numbered_timers, 6, ByHandle(NumberedTimers::with_capacity(STEPS).unwrap()));
structure!(hierarchy_of_2_to_the_1, 1, HierarchicalWheel::<1>::new());
structure!(hierarchy_of_2_to_the_2, 2, HierarchicalWheel::<2>::new());
structure!(hierarchy_of_2_to_the_3, 3, HierarchicalWheel::<3>::new());
structure!(hierarchy_of_2_to_the_3_four_wheels, 3, HierarchicalWheel::<3, 4>::first());
structure!(hierarchy_of_2_to_the_8, 8, HierarchicalWheel::<8>::new());
structure!(hierarchy_of_60_60_24_100, 6, MixedWheel::of([60, 60, 24, 100]));
structure!(hierarchy_of_2_3_5_7_11, 2, MixedWheel::of([2, 3, 5, 7, 11]));
structure!(hierarchy_by_digits_of_2_to_the_4, 4, HierarchicalWheel::<4>::new().by_digits());
structure!(hierarchy_by_digits_of_60_60_24_100, 6, MixedWheel::of([60, 60, 24, 100]).by_digits());
structure!(hierarchy_unordered, 3, HierarchicalWheel::<3>::new().unordered());
structure!(lazy_hierarchy, 3, HierarchicalWheel::<3>::new().lazy());
queue!(lazy_wheel, 6, Timers::<LazyWheel, u32>::new());
structure!(ahead, 8, AheadWheel::<8>::new(256));
structure!(ahead_one_a_tick, 8, AheadWheel::<8>::new(1));
structure!(rounded_after_nichols, 4, RoundedHierarchy::new(Precision::OfTheWheel, [16; 5]));
structure!(rounded_with_a_single_migration, 4, RoundedHierarchy::new(Precision::OfTheWheelBelow, [16; 5]).to_nearest());
structure!(unordered_list, 4, UnorderedList);
structure!(ordered_list_from_front, 4, OrderedList::new(Search::FromFront));
structure!(ordered_list_from_rear, 4, OrderedList::new(Search::FromRear));
structure!(heap, 4, Heap::new());
structure!(heap_in_order, 4, Heap::in_order());
structure!(lazy_heap, 4, LazyHeap::new());
structure!(unbalanced_tree, 4, Tree::new(Shape::Unbalanced));
structure!(balanced_tree, 4, Tree::new(Shape::Balanced));
structure!(end_order_tree, 4, Tree::new(Shape::EndOrder));
structure!(leftist_tree, 4, Tree::new(Shape::Leftist));
structure!(basic_wheel, 4, BasicWheel::new(1 << 10));
structure!(wheel_and_list, 4, WheelAndList::new(64));
structure!(simulation_wheel, 4, SimulationWheel::new(64));
structure!(simulation_wheel_by_halves, 4, SimulationWheel::by_halves(65));
structure!(ordered_hashed_wheel, 4, OrderedHashedWheel::new(64));
structure!(hashed_wheel, 3, HashedWheel::new(64));
structure!(calendar, 4, Calendar::new(64));
queue!(growing_calendar, 4, Timers::<Calendar, u32>::new());
queue!(growing_heap, 4, Timers::<Heap, u32>::new());
queue!(growing_ahead, 8, Timers::<AheadWheel<8>, u32>::new());
queue!(growing_flex_queue, 4, Timers::<FlexQueue, u32>::new());
queue!(numbered_lazy_heap, 4, ByHandle(NumberedTimers::bounded(LazyHeap::new(), STEPS).unwrap()));
structure!(flex_queue, 4, FlexQueue::new(Slots::Ordered, Deviations::TWO, 128).few(0));
structure!(
    flex_queue_of_wide_slots_that_are_split,
    4,
    FlexQueue::new(Slots::Ordered, Deviations::TWO, 128)
        .few(0)
        .most_searched(1)
        .width(std::num::NonZeroU64::new(1 << 20).unwrap())
);
structure!(
    flex_queue_of_wide_slots_that_become_trees,
    4,
    FlexQueue::new(Slots::Ordered, Deviations::TWO, 128)
        .few(0)
        .most_searched(1)
        .without_splits()
        .width(std::num::NonZeroU64::new(1 << 20).unwrap())
);
structure!(flex_queue_unordered, 4, FlexQueue::new(Slots::Unordered, Deviations::TWO, 128));

/// B waits in its slot of wheel 1, in order, when A comes down from wheel 2.
#[test]
fn timer_from_above_stays_before_one_in_a_sorted_slot() {
    let history = [
        Step::StartAt(8_562, 0),
        Step::StartAt(8_532, 1),
        Step::Advance(8_400),
        Step::StartAt(8_562, 2),
        Step::Advance(8_520),
        Step::StartAt(8_532, 3),
        Step::Advance(8_562),
    ];
    play(WithHandles::boxed(TimerWheel::new()), &history);
}
