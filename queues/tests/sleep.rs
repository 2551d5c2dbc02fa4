//! Tasks that sleep on a wheel of pinned timers.
#![cfg(feature = "pinned")]

use core::cell::{Cell, RefCell};
use core::pin::{Pin, pin};
use core::sync::atomic::{AtomicUsize, Ordering};
use core::task::{Context, Poll, Waker};
use std::sync::Arc;
use std::task::Wake;

use carillon_queues::StartError;
use carillon_queues::pinned::{PinnedSector, PinnedWheel, Sleep};

type Slots = [PinnedSector<Waker>; 1];

fn wheel() -> PinnedWheel<Waker, Slots> {
    PinnedWheel::new([const { PinnedSector::VACANT }; 1]).expect("a sector")
}

/// Counts how often it is woken.
#[derive(Default)]
struct Bell(AtomicUsize);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl Bell {
    fn rung(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

fn poll<F: Future>(task: Pin<&mut F>, bell: &Arc<Bell>) -> Poll<F::Output> {
    task.poll(&mut Context::from_waker(&Waker::from(Arc::clone(bell))))
}

#[test]
fn sleep_wakes_at_its_tick_and_not_before() {
    let (wheel, bell) = (wheel(), Arc::new(Bell::default()));
    wheel.advance(100);
    let mut sleep = pin!(wheel.sleep(64).expect("in time"));
    assert_eq!(sleep.until(), 164);
    assert_eq!(wheel.outstanding(), 0, "it starts when it is polled");
    assert!(poll(sleep.as_mut(), &bell).is_pending());
    wheel.advance(163);
    assert_eq!((wheel.wake_expired(), bell.rung()), (0, 0));
    assert!(poll(sleep.as_mut(), &bell).is_pending());
    assert_eq!(wheel.next_expiry(), Some(164));
    wheel.advance(164);
    assert_eq!((wheel.wake_expired(), bell.rung()), (1, 1));
    assert!(poll(sleep.as_mut(), &bell).is_ready());
    assert!(poll(sleep.as_mut(), &bell).is_ready(), "a ready one stays ready");
    assert_eq!(Arc::strong_count(&bell), 1, "no waker is left behind");
}

#[test]
fn size_of_a_sleep_is_as_the_documents_say() {
    if cfg!(target_pointer_width = "64") {
        assert_eq!(size_of::<Sleep<'_, Slots>>(), 72);
    }
}

#[test]
fn sleep_that_is_over_or_cannot_be_needs_no_timer() {
    let (wheel, bell) = (wheel(), Arc::new(Bell::default()));
    assert!(poll(pin!(wheel.sleep(0).expect("in time")), &bell).is_ready());
    wheel.advance(10);
    assert!(poll(pin!(wheel.sleep_until(3)), &bell).is_ready());
    assert_eq!(wheel.sleep(u64::MAX).err(), Some(StartError::BeyondTheEndOfTime));
    assert_eq!(wheel.outstanding(), 0);
    // As late as can be.
    let mut last = pin!(wheel.sleep_until(u64::MAX));
    assert!(poll(last.as_mut(), &bell).is_pending());
    wheel.advance(u64::MAX);
    assert!(poll(last.as_mut(), &bell).is_ready(), "before it was woken");
    assert_eq!(wheel.wake_expired(), 0, "so nobody wakes it");
}

#[test]
fn sleep_polled_by_another_task_wakes_that_one_in_its_turn() {
    let wheel = wheel();
    let bells = [(); 3].map(|()| Arc::new(Bell::default()));
    let mut first = pin!(wheel.sleep_until(5));
    let mut second = pin!(wheel.sleep_until(5));
    assert!(poll(first.as_mut(), &bells[0]).is_pending());
    assert!(poll(second.as_mut(), &bells[1]).is_pending());
    // The same again, then another.
    assert!(poll(first.as_mut(), &bells[0]).is_pending());
    assert!(poll(first.as_mut(), &bells[2]).is_pending());
    assert_eq!(Arc::strong_count(&bells[0]), 1);
    assert_eq!(wheel.outstanding(), 2);
    wheel.check_invariants().expect("sound");
    wheel.advance(5);
    wheel.next_expired().expect("the first").item.wake();
    assert_eq!(bells.each_ref().map(|bell| bell.rung()), [0, 0, 1]);
    assert_eq!(wheel.wake_expired(), 1);
    assert_eq!(bells.each_ref().map(|bell| bell.rung()), [0, 1, 1]);
}

#[test]
fn sleep_dropped_is_cancelled_wherever_it_is() {
    let (wheel, bell) = (wheel(), Arc::new(Bell::default()));
    let mut tasks: Vec<_> = (1..=4).map(|tick| Box::pin(wheel.sleep_until(tick))).collect();
    for task in &mut tasks {
        assert!(poll(task.as_mut(), &bell).is_pending());
    }
    // Not due; due; handed out; none of them wakes.
    drop(tasks.pop());
    wheel.advance(2);
    drop(tasks.remove(1));
    let waker = wheel.next_expired().expect("the first").item;
    drop(tasks.remove(0));
    drop(waker);
    assert_eq!((wheel.wake_expired(), wheel.outstanding()), (0, 1));
    wheel.advance(9);
    assert_eq!((wheel.wake_expired(), bell.rung()), (1, 1));
}

#[test]
fn sleep_within_a_task_has_its_timer_in_the_task() {
    let (wheel, bell) = (wheel(), Arc::new(Bell::default()));
    let log = RefCell::new(Vec::new());
    let mut tasks: Vec<_> = [3_u64, 5, 7]
        .into_iter()
        .map(|period| {
            let (wheel, log) = (&wheel, &log);
            Box::pin(async move {
                let mut tick = 0;
                while tick < 30 {
                    tick += period;
                    wheel.sleep_until(tick).await;
                    log.borrow_mut().push((wheel.now(), period));
                }
            })
        })
        .collect();
    loop {
        tasks.retain_mut(|task| poll(task.as_mut(), &bell).is_pending());
        let Some(next) = wheel.next_expiry() else {
            break;
        };
        wheel.advance(next);
        assert!(wheel.wake_expired() > 0);
    }
    assert!(tasks.is_empty());
    let mut expected: Vec<_> = [3, 5, 7]
        .into_iter()
        .flat_map(|period| (1..=30_u64.div_ceil(period)).map(move |turn| (turn * period, period)))
        .collect();
    expected.sort_unstable();
    assert_eq!(log.take(), expected);
}

// What a waker reaches that uses the wheel itself, as an executor may that runs a task where it is woken.
thread_local! {
    static WHEEL: Cell<Option<&'static PinnedWheel<Waker, Slots>>> = const { Cell::new(None) };
    static VICTIMS: RefCell<Vec<Pin<Box<Sleep<'static, Slots>>>>> = const { RefCell::new(Vec::new()) };
}

/// When woken, and when the last of it is dropped, it cancels a sleeper and sends another to sleep.
struct Meddler;

fn meddle() {
    let wheel = WHEEL.get().expect("set");
    let victim = VICTIMS.with_borrow_mut(Vec::pop);
    drop(victim);
    let mut sleep = Box::pin(wheel.sleep_until(wheel.now() + 50));
    assert!(poll(sleep.as_mut(), &Arc::new(Bell::default())).is_pending());
    wheel.check_invariants().expect("sound");
    drop(sleep);
}

impl Wake for Meddler {
    fn wake(self: Arc<Self>) {
        meddle();
    }
}

impl Drop for Meddler {
    fn drop(&mut self) {
        meddle();
    }
}

#[test]
fn wake_and_drop_of_a_waker_may_use_the_wheel() {
    let wheel: &'static _ = Box::leak(Box::new(wheel()));
    WHEEL.set(Some(wheel));
    let bell = Arc::new(Bell::default());
    for _ in 0..8 {
        let mut victim = Box::pin(wheel.sleep_until(9));
        assert!(poll(victim.as_mut(), &bell).is_pending());
        VICTIMS.with_borrow_mut(|victims| victims.push(victim));
    }
    let meddler = || Waker::from(Arc::new(Meddler));
    let sleeping = || {
        let mut sleep = Box::pin(wheel.sleep_until(5));
        let polled = sleep.as_mut().poll(&mut Context::from_waker(&meddler()));
        assert!(polled.is_pending());
        sleep
    };
    // Its last waker goes with the future; is replaced by another; and is woken, twice a cancelled sleeper each.
    drop(sleeping());
    assert_eq!(wheel.outstanding(), 7);
    let mut replaced = sleeping();
    assert!(poll(replaced.as_mut(), &bell).is_pending());
    assert_eq!(wheel.outstanding(), 7, "six, and the one that replaced it");
    let woken = sleeping();
    wheel.advance(5);
    assert_eq!(wheel.wake_expired(), 2);
    assert_eq!(wheel.outstanding(), 4);
    drop((replaced, woken));
    let ready = sleeping_then_ready(wheel);
    assert!(ready);
    assert_eq!(wheel.outstanding(), 3);
    VICTIMS.take();
    assert_eq!((wheel.outstanding(), bell.rung()), (0, 1));
}

/// A sleeper that is polled when its tick has come, before anybody woke it: its waker is dropped then.
fn sleeping_then_ready(wheel: &'static PinnedWheel<Waker, Slots>) -> bool {
    let mut sleep = Box::pin(wheel.sleep_until(6));
    let waker = Waker::from(Arc::new(Meddler));
    let polled = sleep.as_mut().poll(&mut Context::from_waker(&waker));
    assert!(polled.is_pending());
    drop(waker);
    wheel.advance(6);
    poll(sleep.as_mut(), &Arc::new(Bell::default())).is_ready()
}
