//! The shared queue with real threads: no timer is lost, doubled or early, whatever they do.

#[path = "../../testbench/common/limit.rs"]
mod limit;

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use carillon_queues::advance::Advance;
use carillon_queues::shared::{SharedEntry, SharedSlot, SharedTimers};
use carillon_queues::{Progress, QueueError, StartError};
use limit::Limit;

type Queue = SharedTimers<Vec<SharedSlot>, Vec<SharedEntry>, ()>;

fn queue(slots: usize, entries: usize) -> Queue {
    let slots = (0..slots).map(|_| SharedSlot::empty()).collect();
    let entries = (0..entries).map(|_| SharedEntry::vacant()).collect();
    SharedTimers::new(slots, entries, ()).expect("a queue")
}

#[test]
fn new_fewer_than_two_slots_refused() {
    let slots: Vec<_> = (0..1).map(|_| SharedSlot::empty()).collect();
    let refused = SharedTimers::new(slots, Vec::<SharedEntry>::new(), ()).err();
    assert_eq!(refused, Some(QueueError::SlotsOutOfRange { slots: 1 }));
}

#[test]
fn threads_start_stop_and_expire_each_timer_exactly_once() {
    let _limit = Limit::of_this_test();
    const THREADS: u64 = 4;
    const TIMERS: u64 = 20_000;
    let queue = queue(64, 1_000);
    let (done, stopped) = (AtomicBool::new(false), AtomicU64::new(0));
    let seen = Mutex::new(HashSet::new());
    let drain = || {
        while let Some(expired) = queue.next_expired() {
            assert!(expired.due <= queue.now(), "early");
            let new = seen.lock().expect("no panic").insert(expired.item);
            assert!(new, "{} twice", expired.item);
        }
    };
    std::thread::scope(|scope| {
        let ticker = scope.spawn(|| {
            let mut tick = 0;
            while !done.load(Ordering::Acquire) {
                tick += if tick % 7 == 0 { 90 } else { 1 };
                assert!(queue.advance(tick));
                drain();
            }
        });
        let workers: Vec<_> = (0..THREADS)
            .map(|thread| {
                let (queue, stopped) = (&queue, &stopped);
                scope.spawn(move || {
                    let mut held = Vec::new();
                    for number in 0..TIMERS {
                        let item = thread * TIMERS + number;
                        let interval = item * 7_919 % 300;
                        loop {
                            match queue.start(interval, item) {
                                Ok(handle) => break held.push((handle, item)),
                                Err(refused) => {
                                    let full = StartError::Full { capacity: 1_000 };
                                    assert_eq!((refused.error, refused.item), (full, item));
                                    std::thread::yield_now();
                                }
                            }
                        }
                        if number % 3 == 0 {
                            let (handle, item) = held.swap_remove(held.len() / 2);
                            if let Some(found) = queue.stop(handle) {
                                assert_eq!(found, item, "another's timer");
                                stopped.fetch_add(1, Ordering::AcqRel);
                            }
                        }
                    }
                })
            })
            .collect();
        for worker in workers {
            worker.join().expect("no panic");
        }
        done.store(true, Ordering::Release);
        ticker.join().expect("no panic");
    });
    queue.check_invariants().expect("invariants");
    queue.advance(queue.now() + 1_000);
    drain();
    queue.check_invariants().expect("invariants");
    let seen = seen.lock().expect("no panic").len() as u64;
    assert_eq!(seen + stopped.load(Ordering::Acquire), THREADS * TIMERS);
    assert_eq!(queue.outstanding(), 0);
}

#[test]
fn advance_every_interval_and_every_jump_is_exact() {
    for jump in [1, 2, 7, 8, 9, 100] {
        let queue = queue(8, 40);
        for interval in 0..40 {
            queue.start(interval, interval).expect("room");
        }
        let mut tick = 0;
        while queue.outstanding() > 0 {
            while let Some(expired) = queue.next_expired() {
                assert_eq!(expired.due, expired.item);
                assert!(expired.due <= tick && expired.due + jump > tick);
            }
            tick += jump;
            queue.advance(tick);
            queue.check_invariants().expect("invariants");
        }
    }
}

#[test]
fn stop_stale_handle_touches_no_other_timer() {
    let queue = queue(4, 1);
    let stale = queue.start(5, 1).expect("room");
    queue.stop(stale).expect("outstanding");
    queue.start(5, 2).expect("room");
    assert!(queue.stop(stale).is_none());
    assert_eq!(queue.outstanding(), 1);
    assert!(queue.advance(3) && queue.advance(2));
    assert_eq!(queue.now(), 3);
}

#[test]
fn advance_within_looks_at_no_more_timers_than_steps() {
    let slots = || (0..8).map(|_| SharedSlot::empty()).collect();
    let entries = || (0..100).map(|_| SharedEntry::vacant()).collect();
    let ordered: Queue = SharedTimers::ordered(slots(), entries(), ()).expect("a queue");
    for (queue, most) in [(queue(8, 100), 100 * 21 / 2), (ordered, 100 + 19)] {
        // All in one slot, of 20 laps.
        for item in 0..100 {
            queue.start_at(3 + 8 * (item * 7 % 20), item).expect("room");
        }
        let mut handed_out = 0;
        for tick in 1..=160 {
            loop {
                let before = queue.examined();
                let progress = queue.advance_within(tick, 3);
                assert!(queue.examined() <= before + 3);
                queue.check_invariants().expect("invariants");
                while let Some(expired) = queue.next_expired() {
                    assert_eq!(expired.due, tick);
                    handed_out += 1;
                }
                if progress == Progress::Reached {
                    break;
                }
            }
        }
        assert_eq!(handed_out, 100);
        assert_eq!(queue.examined(), most);
    }
}

/// A jump over more ticks than slots can be left between any two slots and after any timer; what is started meanwhile
/// for a tick that has come is not lost, nor early, nor handed out twice.
#[test]
fn advance_within_a_jump_looks_at_no_more_timers_than_steps() {
    for steps in [1, 3, 10] {
        let queue = queue(16, 1_000);
        for item in 0..500 {
            queue.start_at(1 + item * 7 % 400, item).expect("room");
        }
        let (mut seen, mut started) = (Vec::new(), 500);
        let mut to = 6_000;
        loop {
            let before = queue.examined();
            let progress = queue.advance_within(to, steps);
            assert!(queue.examined() <= before + steps);
            queue.check_invariants().expect("invariants");
            if started < 1_000 {
                // Due at once, just before, or in the rest of the jump.
                let tick = [0, 5_990, 6_000, 6_001, 6_017][started as usize % 5];
                queue.start_at(tick, started).expect("room");
                started += 1;
                // A later tick does not lose the rest of the jump.
                to = 6_000 + started % 3;
            }
            if let Some(expired) = queue.next_expired() {
                assert!(expired.due <= queue.now());
                seen.push(expired.item);
            }
            if progress == Progress::Reached && started == 1_000 {
                break;
            }
        }
        assert!(queue.advance(6_100));
        seen.extend(std::iter::from_fn(|| queue.next_expired()).map(|expired| expired.item));
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..1_000));
    }
}

/// Each timer that is handed out has another one started that is due at once.
#[test]
fn advance_of_the_trait_ends_if_each_timer_starts_another_that_is_due_at_once() {
    let queue = queue(4, 4);
    queue.start(1, 1).expect("room");
    queue.start(2, 2).expect("room");
    let mut handed_out = Vec::new();
    for expired in Advance::advance(&mut &queue, 3) {
        queue.start(0, expired.item + 2).expect("room");
        handed_out.push(expired.item);
    }
    assert_eq!((handed_out, queue.outstanding()), (vec![1, 2], 2));
    let next: Vec<_> = Advance::advance(&mut &queue, 3).collect();
    assert_eq!(next.iter().map(|next| next.item).collect::<Vec<_>>(), [3, 4]);
}
