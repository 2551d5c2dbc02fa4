//! The shared queue under loom: every order in which two threads can meet, memory orders included, with lists that are
//! ordered and lists that are not. The queue's own source is compiled here a second time, with loom's atomics in the
//! place of `core`'s.

#![allow(dead_code, reason = "the source is compiled whole")]

use std::cell::Cell;

mod sync {
    pub(super) use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

    pub(super) fn relax() {
        loom::thread::yield_now();
    }
}

#[allow(rustdoc::all, missing_docs, reason = "documented where it belongs")]
#[path = "../src/shared/mod.rs"]
mod shared;

use carillon_queues::diagnostics::InvariantError;
use carillon_queues::{
    Expired, Handle, Progress, QueueError, Refused, RestartError, StartError, TimerQueue, advance, diagnostics,
};
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;
use shared::{SharedEntry, SharedSlot, SharedTimers, Signals};

thread_local! {
    /// The queues made here are of Scheme 5, and not of Scheme 6. Loom runs all threads of a model on one.
    static ORDERED: Cell<bool> = const { Cell::new(false) };
}

type Queue<S> = SharedTimers<Vec<SharedSlot>, Vec<SharedEntry>, S>;

fn queue<S: Signals>(entries: usize, signals: S) -> Arc<Queue<S>> {
    let slots = (0..2).map(|_| SharedSlot::empty()).collect();
    let entries = (0..entries).map(|_| SharedEntry::vacant()).collect();
    let made = if ORDERED.get() {
        SharedTimers::ordered(slots, entries, signals)
    } else {
        SharedTimers::new(slots, entries, signals)
    };
    Arc::new(made.expect("two slots"))
}

/// A queue with room for one timer, which is due at `tick`; its item is 7.
fn queue_with_a_timer(tick: u64) -> Arc<Queue<()>> {
    let queue = queue(1, ());
    queue.start_at(tick, 7).expect("room");
    queue
}

/// Runs the two against each other in every order, and then looks.
fn meet<S: Signals + Send + Sync + 'static, R: Send + 'static>(
    make: impl Fn() -> Arc<Queue<S>> + Copy + Send + Sync + 'static,
    other: impl Fn(&Queue<S>) -> R + Copy + Send + Sync + 'static,
    this: impl Fn(&Queue<S>) -> R + Copy + Send + Sync + 'static,
    look: impl Fn(&Queue<S>, R, R) + Copy + Send + Sync + 'static,
) {
    for ordered in [false, true] {
        ORDERED.set(ordered);
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(3);
        builder.check(move || {
            let queue = make();
            let shared = Arc::clone(&queue);
            let thread = thread::spawn(move || other(&shared));
            let mine = this(&queue);
            let theirs = thread.join().expect("no panic");
            queue.check_invariants().expect("invariants");
            look(&queue, mine, theirs);
        });
    }
}

#[test]
fn start_against_start_both_are_there() {
    meet(
        || queue(2, ()),
        |queue| queue.start(2, 1).map(drop),
        |queue| queue.start(2, 2).map(drop),
        |queue, one, other| {
            assert_eq!((one, other), (Ok(()), Ok(())));
            queue.advance(2);
            let mut items =
                [queue.next_expired(), queue.next_expired()].map(|expired| expired.expect("both are due").item);
            items.sort_unstable();
            assert_eq!(items, [1, 2]);
        },
    );
}

#[test]
fn start_against_start_of_the_last_entry_one_is_refused() {
    meet(
        || queue(1, ()),
        |queue| queue.start(1, 1).is_ok(),
        |queue| queue.start(2, 2).is_ok(),
        |queue, one, other| {
            assert!(one != other, "exactly one");
            assert_eq!(queue.outstanding(), 1);
        },
    );
}

#[test]
fn start_against_advance_is_due_now_or_at_its_visit() {
    meet(
        || queue(1, ()),
        |queue| queue.start_at(1, 7).map(|_| true).expect("room"),
        |queue| queue.advance(1),
        |queue, _, _| {
            // Whether the start came before the visit or after it: at tick 1 it is due.
            let expired = queue.next_expired().expect("due, and not a lap later");
            assert_eq!((expired.item, expired.due), (7, 1));
        },
    );
}

#[test]
fn stop_against_advance_fires_or_is_stopped_and_never_both() {
    meet(
        || queue_with_a_timer(1),
        |queue| {
            queue.advance(1);
            queue.next_expired().is_some()
        },
        |queue| queue.stop(first_handle()).is_some(),
        |queue, stopped, fired| {
            assert!(stopped != fired, "stopped {stopped}, fired {fired}");
            assert_eq!(queue.outstanding(), 0);
        },
    );
}

/// The handle of the first timer that a queue has ever started: it is the same for all.
fn first_handle() -> Handle {
    queue(1, ()).start_at(1, 0).expect("room")
}

#[test]
fn stop_against_stop_one_succeeds() {
    meet(
        || queue_with_a_timer(2),
        |queue| queue.stop(first_handle()),
        |queue| queue.stop(first_handle()),
        |queue, one, other| {
            assert!(one.is_some() != other.is_some());
            assert_eq!(queue.outstanding(), 0);
        },
    );
}

#[test]
fn restart_against_stop_the_timer_is_stopped_before_or_after() {
    meet(
        || queue_with_a_timer(2),
        |queue| queue.restart(first_handle(), 3).is_ok(),
        |queue| queue.stop(first_handle()) == Some(7),
        |queue, stopped, _| {
            assert!(stopped, "a timer that is restarted can be stopped at any moment");
            assert_eq!(queue.outstanding(), 0);
        },
    );
}

#[test]
fn restart_against_restart_one_of_both_holds() {
    meet(
        || queue_with_a_timer(2),
        |queue| queue.restart(first_handle(), 3),
        |queue| queue.restart(first_handle(), 4),
        |queue, one, other| {
            assert_eq!((one, other), (Ok(()), Ok(())));
            assert!(queue.advance(2) && queue.next_expired().is_none());
            queue.advance(4);
            let expired = queue.next_expired().expect("due");
            assert!(expired.due == 3 || expired.due == 4);
            assert_eq!(queue.outstanding(), 0);
        },
    );
}

#[test]
fn restart_against_advance_fires_at_the_old_tick_or_the_new() {
    meet(
        || queue_with_a_timer(1),
        |queue| {
            queue.advance(1);
            queue.next_expired().is_some()
        },
        |queue| queue.restart(first_handle(), 5).is_ok(),
        |queue, restarted, fired| {
            assert!(restarted != fired, "restarted {restarted}, fired {fired}");
            assert_eq!(queue.outstanding(), u32::from(restarted));
            queue.advance(6);
            assert_eq!(queue.next_expired().is_some(), restarted);
        },
    );
}

/// By one tick, and by a jump over more ticks than slots.
#[test]
fn next_expired_against_advance_now_is_not_before_the_tick_of_what_is_handed_out() {
    for (due, to) in [(1, 1), (2, 9), (5, 9)] {
        meet(
            move || queue_with_a_timer(due),
            move |queue| Some(queue.advance(to)),
            |queue| {
                let expired = queue.next_expired()?;
                let now = queue.now();
                assert!(now >= expired.due, "{} at tick {now}", expired.due);
                None
            },
            move |queue, _, advanced| {
                assert_eq!((advanced, queue.now()), (Some(true), to));
            },
        );
    }
}

/// Timers of both slots are due; while one has been visited and the other has not, neither is later than now.
#[test]
fn next_expiry_against_a_jump_is_at_most_what_is_due() {
    meet(
        || {
            let queue = queue(2, ());
            queue.start_at(4, 4).expect("room");
            queue.start_at(5, 5).expect("room");
            queue
        },
        |queue| {
            queue.advance(9);
            0
        },
        |queue| {
            let (before, next) = (queue.now(), queue.next_expiry());
            let next = next.expect("two are outstanding");
            assert!(before > 0 || next == 4 || next == 9, "{next}");
            assert!(before == 0 || next == 9, "{next}");
            next
        },
        |queue, _, _| assert_eq!(queue.next_expiry(), Some(9)),
    );
}

#[test]
fn next_expired_against_next_expired_each_gets_another() {
    meet(
        || {
            let queue = queue(2, ());
            queue.start_at(1, 1).expect("room");
            queue.start_at(1, 2).expect("room");
            queue.advance(1);
            queue
        },
        |queue| queue.next_expired().map(|expired| expired.item),
        |queue| queue.next_expired().map(|expired| expired.item),
        |_, one, other| assert_eq!(one.min(other).zip(one.max(other)), Some((1, 2))),
    );
}

/// A chip with one busy bit a slot.
#[derive(Debug)]
struct Bits([AtomicU32; 2]);

impl Signals for Bits {
    fn busy(&self, slot: u32, _expiry: u64) {
        self.0[slot as usize].store(1, Ordering::Relaxed);
    }

    fn empty(&self, slot: u32) {
        self.0[slot as usize].store(0, Ordering::Relaxed);
    }
}

#[test]
fn signals_start_against_stop_bit_says_what_is_true_of_the_slot() {
    meet(
        || {
            let queue = queue(2, Bits([AtomicU32::new(0), AtomicU32::new(0)]));
            queue.start_at(2, 1).expect("room");
            queue
        },
        |queue| queue.stop(first_handle()).is_some(),
        |queue| queue.start_at(4, 2).is_ok(),
        |queue, started, stopped| {
            assert!(started && stopped);
            assert_eq!(queue.outstanding(), 1);
            let bit = queue.signals().0[0].load(Ordering::Relaxed);
            assert_eq!(bit, 1, "a slot with a timer whose bit is clear would be lost");
        },
    );
}

#[test]
fn advance_against_advance_one_of_them_or_both_in_turn() {
    meet(
        || queue_with_a_timer(1),
        |queue| queue.advance(1),
        |queue| queue.advance(1),
        |queue, one, other| {
            assert!(one || other);
            assert_eq!(queue.now(), 1);
            assert!(queue.next_expired().is_some() && queue.next_expired().is_none());
        },
    );
}

#[test]
fn start_against_starts_and_a_stop_no_entry_is_taken_twice() {
    meet(
        // Entries 0 and 8 are on one stack. While this thread is between looking at 0 and taking it, the other one may
        // take 0 and 8 and give 0 back: the stack's head looks as before, but what is below it is in use. The head's
        // count, which tells, is not 0 at first, as the first step of one that then stands still would tell too.
        || {
            let queue = queue(9, ());
            let before = queue.start(2, 0).expect("room");
            queue.stop(before).expect("it runs");
            queue
        },
        |queue| {
            let first = queue.start(2, 2).expect("room");
            queue.start(2, 3).expect("room");
            queue.stop(first).is_some()
        },
        |queue| queue.start(2, 1).is_ok(),
        |queue, started, stopped| {
            assert!(started && stopped);
            queue.advance(2);
            let mut items =
                [queue.next_expired(), queue.next_expired()].map(|expired| expired.expect("both are due").item);
            items.sort_unstable();
            assert_eq!(items, [1, 3]);
        },
    );
}

/// Two timers of one slot; the visit of the first is left before it, and after it.
fn queue_with_two_of_a_slot() -> Arc<Queue<()>> {
    let queue = queue(3, ());
    queue.start_at(3, 3).expect("room");
    queue.start_at(1, 1).expect("room");
    queue
}

#[test]
fn start_against_an_advance_that_is_cut_short_is_due_now_or_at_its_visit() {
    meet(
        queue_with_two_of_a_slot,
        |queue| queue.start_at(1, 2).is_ok(),
        |queue| {
            while queue.advance_within(1, 1) == Progress::Unfinished {}
            true
        },
        |queue, _, started| {
            assert!(started);
            let mut items =
                [queue.next_expired(), queue.next_expired()].map(|expired| expired.expect("both are due").item);
            items.sort_unstable();
            assert_eq!((items, queue.next_expired()), ([1, 2], None));
            queue.advance(3);
            assert_eq!(queue.next_expired().map(|expired| expired.item), Some(3));
        },
    );
}

#[test]
fn stop_against_an_advance_that_is_cut_short_loses_no_other() {
    meet(
        queue_with_two_of_a_slot,
        |queue| {
            let same = SharedTimers::start_at(&self::queue(3, ()), 3, 0).expect("room");
            queue.stop(same) == Some(3)
        },
        |queue| {
            while queue.advance_within(1, 1) == Progress::Unfinished {}
            true
        },
        |queue, _, stopped| {
            assert!(stopped);
            assert_eq!(queue.next_expired().map(|expired| expired.item), Some(1));
            assert_eq!(queue.outstanding(), 0);
        },
    );
}
