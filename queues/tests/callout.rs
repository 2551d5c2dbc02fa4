//! BSD's timeout and untimeout against a plain list.

use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::memory::Bounded;
use carillon_queues::tools::{CalloutLink, Callouts};
use carillon_queues::{HashedWheel, Progress, QueueError, StartError, Timers};
use proptest::prelude::*;

type Pair = (u8, u8);
type Queue = Timers<HashedWheel, Pair, Bounded<Pair>>;

fn callouts(capacity: usize) -> Callouts<u8, u8, Queue, Vec<u32>, Vec<CalloutLink<u8, u8>>> {
    let queue = Timers::bounded(HashedWheel::new(16), capacity).expect("a queue");
    Callouts::new(queue, vec![0; 4], vec![CalloutLink::EMPTY; capacity]).expect("a table")
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Timeout(u8, u8, u64),
    Untimeout(u8, u8),
    Set(u8, u8, u64),
    Unset(usize),
    Clock(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let pair = || (0..3_u8, 0..3_u8);
    prop_oneof![
        4 => (pair(), 0..40_u64).prop_map(|((function, argument), ticks)| Step::Timeout(function, argument, ticks)),
        2 => pair().prop_map(|(function, argument)| Step::Untimeout(function, argument)),
        2 => (pair(), 0..40_u64).prop_map(|((function, argument), ticks)| Step::Set(function, argument, ticks)),
        2 => any::<usize>().prop_map(Step::Unset),
        2 => (0..50_u64).prop_map(Step::Clock),
    ]
}

proptest! {
    #[test]
    fn callouts_any_history_agrees_with_a_list(steps in prop::collection::vec(step(), 1..200)) {
        const CAPACITY: usize = 6;
        let mut callouts = callouts(CAPACITY);
        // Due tick, order of starting, pair, whether untimeout finds it.
        let mut list: Vec<(u64, usize, Pair, bool)> = Vec::new();
        let mut handles = Vec::new();
        let mut now = 0;
        for (order, step) in steps.into_iter().enumerate() {
            let full = list.len() == CAPACITY;
            match step {
                Step::Timeout(function, argument, ticks) => {
                    let result = callouts.timeout(function, argument, ticks);
                    prop_assert_eq!(result.is_err(), full);
                    if !full {
                        list.push((now + ticks, order, (function, argument), true));
                    }
                }
                Step::Set(function, argument, ticks) => match callouts.setcallout(function, argument, ticks) {
                    Ok(handle) => {
                        list.push((now + ticks, order, (function, argument), false));
                        handles.push((handle, order));
                    }
                    Err(error) => {
                        prop_assert!(full);
                        prop_assert_eq!(error, StartError::Full { capacity: 6 });
                    }
                },
                Step::Untimeout(function, argument) => {
                    let first = list
                        .iter()
                        .enumerate()
                        .filter(|(_, one)| one.2 == (function, argument) && one.3)
                        .min_by_key(|(_, one)| one.1)
                        .map(|(place, _)| place);
                    let result = callouts.untimeout(function, argument);
                    prop_assert_eq!(result, first.is_some());
                    first.map(|place| list.remove(place));
                }
                Step::Unset(choice) if !handles.is_empty() => {
                    let (handle, order) = handles[choice % handles.len()];
                    let place = list.iter().position(|one| one.1 == order);
                    let expected = place.map(|place| list.remove(place).2);
                    prop_assert_eq!(callouts.unsetcallout(handle), expected);
                }
                Step::Unset(_) => {}
                Step::Clock(ticks) => {
                    now += ticks;
                    let mut called = Vec::new();
                    callouts.softclock(now, |function, argument| called.push((function, argument)));
                    let mut due: Vec<_> = list.iter().copied().filter(|one| one.0 <= now).collect();
                    list.retain(|one| one.0 > now);
                    called.sort_unstable();
                    due.sort_unstable_by_key(|one| one.2);
                    prop_assert_eq!(called, due.iter().map(|one| one.2).collect::<Vec<_>>());
                }
            }
            prop_assert_eq!(callouts.queue().outstanding() as usize, list.len());
        }
    }
}

#[test]
fn untimeout_of_several_equal_ones_takes_the_first() {
    let mut callouts = callouts(4);
    for ticks in [30, 10, 20] {
        callouts.timeout(1, 1, ticks).expect("room");
    }
    assert!(callouts.untimeout(1, 1));
    assert_eq!(callouts.queue().next_expiry(), Some(10));
    assert_eq!(callouts.softclock(29, |_, _| {}), 2);
    assert_eq!(callouts.queue().outstanding(), 0, "the first was that of 30 ticks");
}

#[test]
fn callee_may_start_itself_again() {
    let mut callouts = callouts(1);
    callouts.timeout(1, 1, 5).expect("room");
    let mut calls = 0;
    for tick in 1..=20 {
        callouts.hardclock(tick);
        while let Some((function, argument)) = callouts.next_expired() {
            calls += 1;
            callouts.timeout(function, argument, 5).expect("room");
        }
    }
    assert_eq!(calls, 4);
}

#[test]
fn new_table_too_small_refused() {
    let queue = || -> Queue { Timers::bounded(HashedWheel::new(4), 2).expect("a queue") };
    let links = |count| vec![CalloutLink::EMPTY; count];
    assert_eq!(Callouts::new(queue(), vec![0; 0], links(2)).err(), Some(QueueError::TableTooSmall));
    assert_eq!(Callouts::new(queue(), vec![0; 1], links(1)).err(), Some(QueueError::TableTooSmall));
    assert!(Callouts::new(queue(), vec![0; 1], links(2)).is_ok());
}

#[test]
fn hardclock_within_looks_at_no_more_callouts_than_steps() {
    let mut callouts = callouts(100);
    for argument in 0..100 {
        callouts.timeout(1, argument, 5 + 16 * u64::from(argument % 10)).expect("room");
    }
    let mut called = 0;
    for tick in 1..=200 {
        loop {
            let before = callouts.queue().examined();
            let progress = callouts.hardclock_within(tick, 4);
            assert!(callouts.queue().examined() <= before + 4);
            while callouts.next_expired().is_some() {
                called += 1;
            }
            if progress == Progress::Reached {
                break;
            }
        }
    }
    assert_eq!(called, 100);
}
