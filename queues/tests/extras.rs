//! More of what stands around the queues: timers that repeat by themselves, one timer an object, occupancy; and what
//! structures promise of the work of an advance and of the next expiry.

use std::num::NonZeroU64;

use carillon_queues::chip::{SlotQueue, Structure, Wheeled};
use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::memory::{Bounded, Record};
use carillon_queues::schemes::*;
use carillon_queues::tools::{MissedTicks, Periodic, Repeating};
use carillon_queues::{Handle, NumberedTimers, Progress, QueueError, RestartError, TimerQueue, Timers};
use proptest::prelude::*;

fn queue<T, S: Structure>(structure: S, timers: usize) -> Timers<S, T, Bounded<T>> {
    Timers::bounded(structure, timers).expect("enough memory")
}

fn wheels<T>(timers: usize) -> Timers<HierarchicalWheel<8>, T, Bounded<T>> {
    queue(HierarchicalWheel::new(), timers)
}

fn every(ticks: u64, behind: MissedTicks) -> Periodic {
    Periodic::new(NonZeroU64::new(ticks).expect("not 0"), behind)
}

proptest! {
    /// However the ticks of `advance` fall, all occurrences together are what the choice says, worked out by hand.
    #[test]
    fn repeating_behind_any_pauses_agrees_with_what_was_chosen(
        ticks in 1_u64..50,
        first in 0_u64..50,
        pauses in prop::collection::vec(0_u64..300, 1..20),
    ) {
        for behind in [MissedTicks::Burst, MissedTicks::Skip, MissedTicks::Delay] {
            let mut timers = wheels(2);
            let handle = timers.start(first, Repeating::every(every(ticks, behind), 'p')).expect("room");
            let (mut due, mut now) = (first, 0);
            for &pause in &pauses {
                now += pause;
                timers.advance(now);
                while due <= now {
                    let occurrence = timers.next_occurrence().expect("it is due");
                    prop_assert_eq!((occurrence.handle, occurrence.item, occurrence.due), (handle, 'p', due));
                    let behind_by = (now - due) / ticks;
                    let next = match behind {
                        MissedTicks::Burst => due + ticks,
                        MissedTicks::Skip => due + (behind_by + 1) * ticks,
                        MissedTicks::Delay => now + ticks,
                    };
                    let missed = if behind == MissedTicks::Burst { 0 } else { behind_by };
                    prop_assert_eq!((occurrence.next, occurrence.missed), (Some(next), missed));
                    due = next;
                    prop_assert_eq!(timers.check_invariants(), Ok(()));
                }
                prop_assert_eq!(timers.next_occurrence(), None);
                prop_assert_eq!(timers.expiry(handle), Some(due));
            }
        }
    }
}

#[test]
fn next_occurrence_timer_stopped_while_it_is_handled_does_not_come_again() {
    let mut timers = wheels(2);
    let item = Repeating::every(every(5, MissedTicks::Burst), ());
    let handle = timers.start(5, item).expect("room");
    timers.advance(100);
    assert_eq!(timers.next_occurrence().map(|seen| seen.due), Some(5));
    assert_eq!(timers.stop(handle), Some(item));
    assert_eq!(timers.next_occurrence(), None);
    assert_eq!(timers.outstanding(), 0);
}

#[test]
fn next_occurrence_beyond_what_the_queue_holds_is_the_last() {
    let mut timers = queue(BasicWheel::new(64), 2);
    let handle = timers.start(3, Repeating::every(every(65, MissedTicks::Burst), ())).expect("room");
    timers.advance(3);
    let last = timers.next_occurrence().expect("it is due");
    assert_eq!((last.due, last.next), (3, None));
    assert_eq!(timers.stop(handle), None);

    let mut timers = wheels(1);
    timers.advance(u64::MAX - 3);
    timers.start(1, Repeating::every(every(10, MissedTicks::Skip), ())).expect("room");
    timers.advance(u64::MAX);
    assert_eq!(timers.next_occurrence().map(|seen| seen.next), Some(None));
}

#[test]
fn restart_at_tick_gone_by_is_due_at_once_and_keeps_its_tick() {
    let mut timers = wheels(1);
    let handle = timers.start(500, ()).expect("room");
    timers.advance(100);
    timers.restart_at(handle, 70).expect("it runs");
    let expired = timers.next_expired().expect("it is due");
    assert_eq!((expired.due, expired.handle), (70, handle));
    assert_eq!(timers.restart_at(handle, 700), Err(RestartError::NotOutstanding));
}

#[test]
fn occupancy_counts_each_list_once_and_neither_due_nor_empty_ones() {
    fn check(queue: &Timers<HierarchicalWheel<8>, u64, Bounded<u64>>, lists: u64, most: u64) {
        let occupancy = queue.occupancy().expect("sound");
        assert_eq!((occupancy.count(), occupancy.largest()), (lists, most));
    }
    let mut timers = wheels(10);
    check(&timers, 0, 0);
    for expiry in [5, 5, 5, 6, 300, 301, 1 << 40] {
        timers.start(expiry, expiry).expect("room");
    }
    check(&timers, 4, 3);
    timers.advance(5);
    check(&timers, 3, 2);

    let mut heap = queue(Heap::new(), 4);
    heap.start(1, ()).expect("room");
    assert_eq!(heap.occupancy().expect("sound").count(), 0);
    let mut list = queue(UnorderedList, 4);
    list.start(1, ()).expect("room");
    list.start(2, ()).expect("room");
    assert_eq!(list.occupancy().expect("sound").largest(), 2);
}

/// Of a structure that promises it: a step is one timer examined or migrated, or one slot; so no `advance_within` does
/// more of the first two than it was allowed, and one that is cut short goes on where it stopped.
fn work_is_bounded<Q: TimerQueue<Item = u64> + Diagnostics>(name: &str, mut queue: Q) {
    let mut random = fastrand::Rng::with_seed(1);
    let longest = queue.longest_interval().min(1 << 20);
    // Many at one tick far away, which in a hierarchy all migrate at once, and others everywhere.
    for number in 0..2_000 {
        let interval = if number % 2 == 0 { longest } else { random.u64(1..=longest) };
        queue.start(interval, interval).expect("room");
    }
    for steps in [1, 2, 7, 100].into_iter().cycle() {
        let before = queue.examined() + queue.migrated();
        let progress = queue.advance_within(longest, steps);
        // An examined timer that migrates is one step and counts as both.
        let done = queue.examined() + queue.migrated() - before;
        assert!(done <= 2 * steps, "{name}: {done} with {steps} steps");
        let mut ticks = 0;
        let mut before = None;
        while let Some(expired) = queue.next_expired() {
            assert!(expired.due <= queue.now(), "{name}");
            ticks += u64::from(before.replace(expired.due) != Some(expired.due));
        }
        // The timers of one tick may be one list, handed over as a whole.
        assert!(ticks <= steps, "{name}: {ticks} ticks with {steps} steps");
        if progress == Progress::Reached {
            break;
        }
    }
    assert_eq!((queue.now(), queue.outstanding()), (longest, 0), "{name}");
}

#[test]
fn advance_within_structures_that_promise_it_never_exceed_the_steps() {
    fn check<S: Structure>(name: &str, structure: S) {
        let queue = queue(structure, 2_000);
        let promises = queue.guarantees();
        assert!(promises.bounded && promises.exact_next, "{name}");
        work_is_bounded(name, queue);
    }
    check("Ratas", HierarchicalWheel::<8>::new());
    check("Scheme 7 of 16", HierarchicalWheel::<4>::new());
    check("Scheme 7, lazy", HierarchicalWheel::<4>::new().lazy());
    check("Scheme 4", BasicWheel::new(4_096));
    check("Scheme 2", OrderedList::new(Search::FromRear));
    check("Scheme 3", Heap::new());
    check("Scheme 3, lazy", LazyHeap::new());
    // A quarter of the intervals within the wheel.
    check("Scheme 4 with 2", WheelAndList::new(1 << 18));
    let rounded = RoundedHierarchy::new(Precision::OfTheWheelBelow, [64, 64, 64]);
    check("Scheme 7 rounded", rounded);
    let flex = FlexQueue::new(Slots::Ordered, Deviations::TWO, 512).few(0);
    check("FlexQueue", flex);
    // It promises that only for jumps over no more ticks than slots.
    let queue = queue(HashedWheel::new(1 << 20), 2_000);
    work_is_bounded("Scheme 6", queue);
}

/// A visit that is left goes on with the next timer, and leaves the order of those of later laps as it was, whichever
/// of them are stopped meanwhile.
#[test]
fn advance_within_visit_of_a_slot_that_is_left_goes_on_where_it_was() {
    const LAPS: u64 = 5;
    let mut queue = queue(HashedWheel::new(4), 100);
    let handles: Vec<Handle> = (0..50)
        .map(|number| {
            let due = 4 * (1 + number % LAPS);
            queue.start(due, number).expect("room")
        })
        .collect();
    let expected = |lap: u64| -> Vec<u64> { (0..50).filter(|&number| number % LAPS == lap && number != 1).collect() };
    for lap in 0..LAPS {
        let tick = 4 * (1 + lap);
        let mut found = Vec::new();
        let mut calls = 0;
        while queue.advance_within(tick, 3) == Progress::Unfinished {
            queue.check_invariants().expect("sound");
            calls += 1;
            if lap == 0 && queue.now() == tick && calls == 5 {
                // Where the visit began.
                assert_eq!(queue.stop(handles[1]), Some(1));
            }
            found.extend(std::iter::from_fn(|| queue.next_expired()).map(|one| one.item));
        }
        found.extend(std::iter::from_fn(|| queue.next_expired()).map(|one| one.item));
        assert_eq!(found, expected(lap), "lap {lap}");
        // Each timer once a lap.
        let left = queue.outstanding();
        assert!(calls >= (left + 10) / 3, "{calls} calls with {left} left");
        assert!(calls <= (left + 10 + 4) / 3 + 3, "{calls} calls with {left} left");
    }
}

/// Brown's rule: the days are doubled when the timers are more than twice as many, and halved when they are fewer than
/// half; and a day is about three times as long as the timers are apart.
#[test]
fn calendar_days_follow_the_timers_up_and_down() {
    let mut queue = queue(Calendar::new(1_024), 1_000);
    let handles: Vec<Handle> = (0..1_000).map(|number| queue.start(40 * number + 1, number).expect("room")).collect();
    let (days, width) = (queue.structure().days(), queue.structure().width());
    assert!((500..=1_024).contains(&days), "{days} days");
    assert!((64..=256).contains(&width), "{width} ticks a day");
    for handle in handles.into_iter().skip(10) {
        queue.stop(handle).expect("outstanding");
    }
    let mut days = queue.structure().days();
    assert!(days <= 24, "{days} days for 10 timers");
    for number in 10..1_000 {
        let before = core::mem::replace(&mut days, queue.structure().days());
        assert!(days == before || days == 2 * before, "{before} to {days} days");
        queue.start(40 * number + 1, number).expect("room");
    }
    while queue.outstanding() > 20 {
        let before = core::mem::replace(&mut days, queue.structure().days());
        assert!(days == before || before == 2 * days, "{before} to {days} days");
        queue.advance(queue.now() + 40);
        assert!(std::iter::from_fn(|| queue.next_expired()).count() <= 1);
    }
    assert!(queue.structure().resizes() > 10);
    queue.check_invariants().expect("invariants");
}

#[test]
fn debug_of_a_queue_says_where_it_stands_and_not_what_is_in_its_memory() {
    struct NoDebug;
    let mut timers = queue(Heap::new(), 1_000);
    timers.start(7, NoDebug).expect("room");
    timers.advance(5);
    let text = format!("{timers:?}");
    assert!(text.contains("now: 5, outstanding: 1, next: Some(7)"), "{text}");
    assert!(text.len() < 100, "{text}");
    let numbered = NumberedTimers::bounded(OrderedList::new(Search::FromRear), 1_000);
    let text = format!("{:?}", numbered.expect("enough memory"));
    assert!(text.contains("now: 0, outstanding: 0, next: None"), "{text}");
    assert!(text.len() < 100, "{text}");
}

/// What DECSIM's half turns are for: an interval of up to half a cycle never waits in the overflow list.
#[test]
fn simulation_wheel_by_halves_keeps_short_timers_out_of_the_overflow_list() {
    fn migrated(wheel: SimulationWheel, interval: u64) -> u64 {
        let mut queue = queue(wheel, 1);
        for due in (1..100).map(|number| number * interval) {
            queue.start(interval, ()).expect("room");
            queue.advance(due);
            assert_eq!(queue.next_expired().map(|expired| expired.due), Some(due));
        }
        queue.migrated()
    }
    assert_eq!(migrated(SimulationWheel::by_halves(64), 32), 0);
    assert!(migrated(SimulationWheel::by_halves(64), 33) > 0);
    assert!(migrated(SimulationWheel::new(64), 20) > 0);
}

/// 64 bits are 8 digits of 8, 11 of 6 and 4 of 16; fewer wheels make shorter intervals.
#[test]
fn wheels_new_hold_every_interval() {
    fn longest<S: Structure>(wheels: S) -> u64 {
        queue::<(), _>(wheels, 1).longest_interval()
    }
    assert_eq!(HierarchicalWheel::<6>::new().records(0), 11 * 64 + 1);
    assert_eq!(HierarchicalWheel::<8>::new().records(5), 8 * 256 + 1 + 5);
    assert_eq!(HierarchicalWheel::<16>::new().records(0), 4 * 65_536 + 1);
    assert_eq!(longest(HierarchicalWheel::<6>::new()), u64::MAX);
    assert_eq!(longest(HierarchicalWheel::<8, 8>::first()), u64::MAX);
    assert_eq!(longest(HierarchicalWheel::<8, 7>::first()), 255 << 48);
    assert_eq!(longest(HierarchicalWheel::<8, 0>::first()), 255);
}

#[test]
fn with_too_few_records_is_refused_and_enough_is_not() {
    fn made<S: Structure>(structure: S, records: usize) -> Option<QueueError> {
        let memory = (vec![Record::VACANT; records], [0; 4], [None::<()>; 4]);
        Timers::with(structure, memory).err()
    }
    let refused = |records, wanted| Some(QueueError::TooFewRecords { records, wanted });
    assert_eq!(made(Heap::new(), 11), refused(11, 12));
    assert_eq!(made(Heap::new(), 12), None);
    assert_eq!(made(Heap::new(), 13), None);
    assert_eq!(made(LazyHeap::new(), 15), refused(15, 16));
    assert_eq!(made(MixedWheel::of([60, 60, 24, 100]), 260), refused(260, 261));
    assert_eq!(made(MixedWheel::of([60, 60, 24, 100]), 261), None);
    assert_eq!(made(MixedWheel::of([2, 2, 2]), 69), None);
    let one = Some(QueueError::SlotsOutOfRange { slots: 1 });
    assert_eq!(made(MixedWheel::of([2, 1, 2]), 69), one);
    let timers = usize::try_from(u32::MAX).expect("32 bits");
    let many = Timers::<_, ()>::growing(Heap::new(), timers).err();
    assert_eq!(many, Some(QueueError::TooManyTimers { timers }));
    let mut wheel = queue(HashedWheel::new(5), 4);
    assert_eq!(wheel.structure().wheel_size(0), Some(5));
    let filled = wheel.start_in_slot(13, ()).map(|(_, filled)| filled);
    assert_eq!(filled, Ok(Some(3)));
}

/// The paper's hour, minute and second timers: the nearest second, minute or hour that is still to come.
#[test]
fn start_of_rounded_wheels_to_the_nearest_is_off_by_half_a_step_at_most() {
    let wheels = RoundedHierarchy::new(Precision::OfTheWheel, [60, 60, 24]).to_nearest();
    for now in [0, 1, 29, 30, 31, 3_599, 5_000] {
        let mut queue = queue(wheels, 1);
        queue.advance(now);
        for interval in (1..=queue.longest_interval()).step_by(7) {
            let asked = now + interval;
            let handle = queue.start(interval, ()).expect("room");
            let given = queue.expiry(handle).expect("outstanding");
            let step = match interval {
                ..60 => [1, 60],
                60..3_600 => [60, 3_600],
                _ => [3_600; 2],
            };
            let fits = |step: u64| {
                let off = given.abs_diff(asked);
                // The nearest may have come already.
                given % step == 0 && (2 * off <= step || asked - asked % step <= now && off < step)
            };
            assert!(given > now && step.into_iter().any(fits), "{asked} at {now}: {given}");
            queue.stop(handle).expect("outstanding");
        }
    }
}
