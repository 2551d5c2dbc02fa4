//! The faults that were found in other timer queues by running them, each a test that every queue must pass.

use carillon_queues::Progress;
use carillon_queues::diagnostics::Order;

use super::pair::Queue;

/// Starts a timer of so many ticks if the queue can hold it.
fn start(queue: &mut impl Queue, interval: u64, item: usize) -> bool {
    interval <= queue.longest_interval() && queue.start(interval, item).is_ok()
}

/// Ratas: the limit on executed timers holds for each slot, not for the call.
pub fn limit_holds_for_the_call(mut queue: impl Queue) {
    let count = (1..=9).filter(|&interval| start(&mut queue, interval as u64, interval)).count();
    let mut run = 0;
    let progress = queue.run(20, 4, |_, _| run += 1);
    assert_eq!((progress, run), (Progress::Unfinished, 4));
    let progress = queue.run(20, 100, |_, _| run += 1);
    assert_eq!((progress, run), (Progress::Reached, count));
}

/// Ratas: a jump of 2^32 ticks walks every tick.
pub fn jump_of_2_to_the_32_is_short(mut queue: impl Queue) {
    let started =
        [1, 60, 70, 5_000, 1 << 31, (1 << 32) + 1].iter().filter(|&&interval| start(&mut queue, interval, 1)).count();
    let progress = queue.advance_within(1 << 32, 20_000);
    assert_eq!(progress, Progress::Reached);
    let mut seen = 0;
    while queue.next_expired().is_some() {
        seen += 1;
    }
    let later = usize::from(queue.outstanding() > 0);
    assert_eq!(seen + later, started);
}

/// wahern, Seastar, nexus: one advance over many ticks delivers 70 before 64, and 4,096 before 1.
pub fn long_advance_keeps_the_order(mut queue: impl Queue) {
    if queue.guarantees().order == Order::None {
        return;
    }
    for item in [4_096, 70, 1, 64, 4_097, 65, 1, 255, 256, 300] {
        start(&mut queue, item as u64, item);
    }
    queue.advance(1 << 40);
    let mut order = Vec::new();
    order.extend(std::iter::from_fn(|| queue.next_expired()).map(|expired| expired.due));
    assert!(order.len() >= 5);
    assert!(order.is_sorted(), "{order:?}");
}

/// nexus, bitwheel: fires early, at 9.1 of 10 and at 48.3 of 60.
pub fn nothing_fires_early(mut queue: impl Queue) {
    queue.advance(12_345);
    for interval in [10_u64, 60, 63, 64, 65, 100, 1_000, 60_000] {
        if !start(&mut queue, interval, 0) {
            continue;
        }
        let from = queue.now();
        let mut fired = None;
        while fired.is_none() && queue.now() < from + 70_000 {
            queue.advance(queue.now() + 1);
            fired = queue.next_expired().map(|expired| (expired.due, queue.now()));
        }
        let (due, at) = fired.expect("it fires");
        let never_early = queue.guarantees().never_early;
        assert!(due >= from + interval || !never_early, "due early");
        assert_eq!(at, due, "handed out at its tick");
        if queue.guarantees().exact_ticks {
            assert_eq!(due, from + interval);
        }
    }
}

/// timer-queue: a stale handle removes another timer.
pub fn stale_handle_touches_no_other_timer(mut queue: impl Queue) {
    let mut stale = Vec::new();
    for round in 0..4 {
        let handle = queue.start(5, round).expect("room");
        queue.stop(handle).expect("outstanding");
        stale.push(handle);
    }
    let current = queue.start(5, 99).expect("room");
    let expiry = queue.expiry(current);
    for &handle in &stale {
        assert_eq!(queue.stop(handle), None);
        assert!(queue.restart(handle, 1).is_err());
        assert_eq!(queue.expiry(handle), None);
    }
    assert_eq!(queue.expiry(current), expiry);
    assert_eq!(queue.stop(current), Some(99));
}

/// hierarchical_hash_wheel_timer: a stopped timer keeps its memory until its slot comes round.
pub fn stopped_timer_frees_its_memory(mut queue: impl Queue) {
    let interval = queue.longest_interval().min(1 << 40);
    for round in 0..3 * queue.capacity() {
        let handle = queue.start(interval, round).expect("room in every round");
        assert_eq!(queue.stop(handle), Some(round));
    }
}

/// wahern with more than 5 wheels: the next expiry reads 0 beyond 2^34, and integers overflow inside.
pub fn far_timer_is_not_now(mut queue: impl Queue) {
    for bits in [33_u32, 34, 35, 36, 47, 48, 61, 62] {
        let from = queue.now();
        let interval = 1_u64 << bits;
        if !start(&mut queue, interval, bits as usize) {
            continue;
        }
        let next = queue.next_expiry().expect("one is outstanding");
        assert!(next > from);
        if queue.guarantees().exact_next && queue.guarantees().exact_ticks {
            assert_eq!(next, from + interval);
        }
        queue.advance(from + interval - 1);
        assert_eq!(queue.next_expired(), None, "early");
        let next = queue.next_expiry().expect("still outstanding");
        queue.advance(next);
        assert_eq!(queue.next_expired().map(|expired| expired.due), Some(next));
    }
}

/// Drivers everywhere: an alarm set in the past or too near is lost.
pub fn deadline_in_the_past_is_due_at_once(mut queue: impl Queue) {
    queue.advance(100);
    for tick in [0, 99, 100] {
        queue.start_at(tick, tick as usize).expect("room");
    }
    assert_eq!(queue.next_expiry(), Some(100));
    let mut due = Vec::new();
    due.extend(std::iter::from_fn(|| queue.next_expired()).map(|expired| expired.due));
    assert_eq!(due, [0, 99, 100]);
}

/// What is started and stopped from inside an action counts at once.
pub fn action_may_start_and_stop(mut queue: impl Queue) {
    let victim = queue.start(6, 1_000).expect("room");
    queue.start(5, 0).expect("room");
    let mut seen = Vec::new();
    queue
        .run(40, u64::MAX, |queue, expired| {
            seen.push((expired.item, queue.now()));
            queue.stop(victim);
            if expired.item < 4 {
                queue.start(5, expired.item + 1).expect("room");
            }
        })
        .eq(&Progress::Reached)
        .then_some(())
        .expect("all done");
    if queue.guarantees().exact_ticks && queue.guarantees().order != Order::None {
        assert_eq!(seen, [(0, 5), (1, 10), (2, 15), (3, 20), (4, 25)]);
    } else {
        assert_eq!(seen.iter().map(|seen| seen.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    }
}

/// The loop over what has run out starts and stops others, also one that is due.
pub fn loop_of_the_expired_may_start_and_stop(mut queue: impl Queue) {
    let both = [0, 1].map(|item| queue.start(5, item).expect("room"));
    let later = queue.start(6, 2).expect("room");
    queue.advance(5);
    let mut seen = Vec::new();
    while let Some(expired) = queue.next_expired() {
        seen.push(expired.item);
        if expired.item < 2 {
            let other = 1 - expired.item;
            assert_eq!(queue.stop(both[other]), Some(other));
            assert_eq!(queue.stop(later), Some(2));
            queue.start(0, 3).expect("room");
            queue.start(5, 4).expect("room");
        }
        assert!(seen.len() < 3, "{seen:?}");
    }
    assert_eq!((seen.len(), seen[1], queue.len()), (2, 3, 1));
    queue.advance(20);
    assert_eq!(queue.next_expired().map(|expired| expired.item), Some(4));
}
