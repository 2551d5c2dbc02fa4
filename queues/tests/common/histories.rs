//! What is done to every queue beside its oracle.

use carillon_queues::Progress;
use carillon_queues::diagnostics::Order;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::pair::{Pair, Queue, Step};

/// Makes a queue with room for so many timers.
pub trait Make<Q>: Fn(usize) -> Q {}
impl<Q, F: Fn(usize) -> Q> Make<Q> for F {}

/// All histories of `length` steps, each on a fresh queue.
pub fn every_short_history<Q: Queue>(make: impl Make<Q>, edge: u64) {
    let steps = [
        Step::Start(0),
        Step::Start(1),
        Step::Start(edge),
        Step::Start(edge + 1),
        Step::Stop(0),
        Step::Stop(1),
        Step::Restart(0, 2),
        Step::Advance(1),
        Step::Advance(edge),
        Step::Advance(2 * edge + 1),
        Step::Pop(1),
    ];
    let length = 4;
    let histories = steps.len().pow(length);
    for history in 0..histories {
        let mut pair = Pair::new(make(2));
        let mut rest = history;
        for _ in 0..length {
            pair.step(steps[rest % steps.len()]);
            rest /= steps.len();
        }
        pair.finish();
    }
}

/// Each interval around each edge, from each tick around each edge, with jumps of every size around them.
pub fn every_edge<Q: Queue>(make: impl Make<Q>, edges: &[u64]) {
    let near = |edge: u64| [edge.saturating_sub(1), edge, edge.saturating_add(1)];
    let ticks: Vec<u64> = edges.iter().copied().flat_map(near).collect();
    for &before in &ticks {
        for &interval in &ticks {
            let mut pair = Pair::new(make(4));
            for step in [
                Step::Advance(before),
                Step::Start(interval),
                Step::Start(1),
                Step::Start(interval.saturating_sub(1)),
                Step::Start(interval),
                Step::Restart(1, interval),
                Step::Advance(interval.saturating_sub(2)),
                Step::Pop(1),
                Step::Advance(1),
                Step::Pop(3),
                Step::Advance(1),
                Step::Pop(4),
            ] {
                pair.step(step);
            }
            pair.finish();
        }
    }
}

/// Ticks of every magnitude, and those next to powers of two and to the wheel's edges.
fn ticks(edge: u64) -> impl Strategy<Value = u64> {
    prop_oneof![
        6 => 0..4_u64,
        4 => 0..3 * edge,
        4 => (0..3_u64).prop_map(move |offset| edge + offset - 1),
        3 => (0..5 * edge).prop_map(move |laps| laps.saturating_mul(edge)),
        3 => (0..64_u32, 0..3_u64).prop_map(|(bits, offset)| ((1_u64 << bits) + offset).saturating_sub(1)),
        1 => any::<u64>(),
        1 => (0..3_u64).prop_map(|offset| u64::MAX - offset),
    ]
}

fn step(edge: u64) -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => ticks(edge).prop_map(Step::Start),
        1 => ticks(edge).prop_map(Step::StartLate),
        3 => any::<usize>().prop_map(Step::Stop),
        3 => (any::<usize>(), ticks(edge)).prop_map(|(choice, ticks)| Step::Restart(choice, ticks)),
        4 => ticks(edge).prop_map(Step::Advance),
        2 => (ticks(edge), 0..6_u64).prop_map(|(ticks, steps)| Step::AdvanceWithin(ticks, steps)),
        3 => (0..5_usize).prop_map(Step::Pop),
        2 => (ticks(edge), 0..8_u64).prop_map(|(ticks, most)| Step::Run(ticks, most)),
        2 => (any::<usize>(), ticks(edge)).prop_map(|(choice, ticks)| Step::RestartOrStart(choice, ticks)),
        2 => (any::<usize>(), ticks(edge)).prop_map(|(choice, ticks)| Step::RestartToEarlier(choice, ticks)),
        1 => (2..5_usize).prop_map(Step::Retain),
        1 => prop_oneof![(0..9_usize).prop_map(Step::Drain), Just(Step::Clear)],
    ]
}

/// Where histories begin: at 0, and just before the ticks that need one more bit.
fn beginning() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => Just(0),
        3 => (prop::sample::select(vec![32_u32, 48, 63]), 0..3_000_u64).prop_map(|(bits, before)| (1 << bits) - before),
        1 => (0..3_000_u64).prop_map(|before| u64::MAX - before),
    ]
}

/// Runs so many cases; PROPTEST_CASES, 256 unless set, makes them more in proportion.
fn runner(cases: u32) -> TestRunner {
    let default = ProptestConfig::default();
    TestRunner::new(ProptestConfig {
        cases: (default.cases / 256).max(1) * cases,
        failure_persistence: None,
        ..default
    })
}

/// Random long histories.
pub fn any_history<Q: Queue>(make: impl Make<Q>, edge: u64, cases: u32) {
    let histories = (1..40_usize, beginning(), prop::collection::vec(step(edge), 1..120));
    let mut runner = runner(cases);
    runner
        .run(&histories, |(capacity, beginning, steps)| {
            let mut pair = Pair::new(make(capacity));
            pair.step(Step::Advance(beginning));
            for step in steps {
                pair.step(step);
            }
            pair.finish();
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// An advance cut short again and again ends as one that is not.
pub fn cut_short<Q: Queue>(make: impl Make<Q>, edge: u64, cases: u32) {
    let runs = (prop::collection::vec(ticks(edge).prop_map(|ticks| ticks >> 16), 1..60), ticks(edge), 1..5_u64);
    let mut runner = runner(cases);
    runner
        .run(&runs, |(intervals, jump, steps)| {
            let (mut whole, mut cut) = (make(60), make(60));
            for (item, &interval) in intervals.iter().enumerate() {
                let one = whole.start(interval % whole.longest_interval(), item);
                let other = cut.start(interval % cut.longest_interval(), item);
                prop_assert_eq!(one, other);
            }
            whole.advance(jump);
            let mut calls = 0;
            while cut.advance_within(jump, steps) == Progress::Unfinished {
                cut.check_invariants().expect("between two calls");
                calls += 1;
                prop_assert!(calls < 10_000, "no end");
            }
            let mut one = Vec::new();
            let mut other = Vec::new();
            one.extend(std::iter::from_fn(|| whole.next_expired()).map(|expired| (expired.due, expired.item)));
            other.extend(std::iter::from_fn(|| cut.next_expired()).map(|expired| (expired.due, expired.item)));
            match whole.guarantees().order {
                Order::TickThenStart => {}
                Order::Tick => {
                    prop_assert!(one.is_sorted_by_key(|expired| expired.0));
                    prop_assert!(other.is_sorted_by_key(|expired| expired.0));
                    one.sort_unstable();
                    other.sort_unstable();
                }
                Order::None => {
                    one.sort_unstable();
                    other.sort_unstable();
                }
            }
            prop_assert_eq!(one, other);
            prop_assert_eq!(whole.outstanding(), cut.outstanding());
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}
