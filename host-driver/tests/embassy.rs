//! Embassy's tasks asleep on the fake chip.
#![cfg(feature = "embassy")]

mod common;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use carillon_driver::embassy::TimeDriver;
use carillon_driver::facility::{AlarmFacility, Pace, Settings, TimerFacility, WheelFacility};
use carillon_driver::queue::{Entry, Hierarchy, Place, Powers, Scheme3, Scheme7, Sector};
use common::fake_chip::{FakeChip, Fate};
use common::script::FULL;
use embassy_time::{Duration, Instant, Ticker, Timer, with_timeout};
use embassy_time_driver::Driver;

type Entries = Vec<Entry<Waker>>;
type Wheels = WheelFacility<FakeChip, Waker, Hierarchy<Powers<8>, Vec<Sector>>, Entries>;
type Alarm = AlarmFacility<FakeChip, Scheme3<Waker, Vec<Place>, Entries>>;

embassy_time_driver::time_driver_impl!(static DRIVER: TimeDriver<Wheels, 4> = TimeDriver::new());

fn entries(count: usize) -> Entries {
    (0..count).map(|_| Entry::VACANT).collect()
}

fn wheels() -> Wheels {
    let queue = Scheme7::new(Powers::new(), vec![Sector::EMPTY; 32], entries(8)).expect("a queue");
    let settings = Settings::of(1).holding();
    WheelFacility::new(FakeChip::new(FULL, 16), settings, queue).expect("it fits")
}

fn alarm(entries_given: usize) -> Alarm {
    let queue = Scheme3::new(vec![Place::VACANT; entries_given], entries(entries_given));
    let chip = FakeChip::new(FULL, 16);
    let queue = queue.expect("a queue");
    AlarmFacility::new(chip, Settings::of(1), Pace::NextExpiry, queue).expect("an alarm")
}

#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
}

impl Woken {
    fn times(&self) -> usize {
        self.0.load(Ordering::Acquire)
    }
}

/// Runs the future to its end; the world's time goes on only while it waits.
fn run<F: Future>(future: F) -> F::Output {
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    let mut future = pin!(future);
    let mut seen = 0;
    for _ in 0..100_000 {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        while woken.times() == seen {
            let interrupts = DRIVER.with_facility(|facility| {
                facility.bus_mut().pass(1);
                facility.bus().irq()
            });
            if interrupts == Some(true) {
                DRIVER.on_interrupt();
            }
        }
        seen = woken.times();
    }
    panic!("it never ends");
}

#[test]
fn tasks_asleep_on_the_chip_wake_at_their_ticks() {
    assert!(DRIVER.start(wheels()).is_none());
    DRIVER.with_facility(|facility| facility.bus_mut().pass(5));
    let now = || Instant::now().as_ticks();
    assert_eq!(now(), 5);
    run(Timer::after_ticks(1_000));
    assert_eq!(now(), 1_005);
    run(Timer::at(Instant::from_ticks(70_000)));
    assert_eq!(now(), 70_000);
    run(Timer::at(Instant::from_ticks(3)));
    // The chip's interrupt is looked for after each tick.
    assert_eq!(now(), 70_001, "a deadline in the past does not wait");
    run(async {
        let mut ticker = Ticker::every(Duration::from_ticks(300));
        for round in 1..=5 {
            ticker.next().await;
            assert_eq!(now(), 70_001 + 300 * round);
        }
        let late = with_timeout(Duration::from_ticks(50), Timer::after_ticks(80)).await;
        assert!(late.is_err(), "the earlier one wins");
        assert_eq!(now(), 71_551);
        let in_time = with_timeout(Duration::from_ticks(90), Timer::after_ticks(80)).await;
        assert!(in_time.is_ok());
        assert_eq!(now(), 71_631);
    });
    let outstanding = DRIVER.with_facility(|facility| {
        facility.check_invariants().expect("invariants");
        facility.outstanding()
    });
    assert!(outstanding <= Some(1), "one timer a task at most");
}

#[test]
fn schedule_without_a_facility_wakes_at_once() {
    let driver: TimeDriver<Alarm, 2> = TimeDriver::new();
    let woken = Arc::new(Woken::default());
    driver.schedule_wake(1_000, &Waker::from(Arc::clone(&woken)));
    assert_eq!((driver.now(), woken.times()), (0, 1));
}

#[test]
fn schedule_same_task_again_keeps_one_timer_for_the_earliest_tick() {
    let driver: TimeDriver<Alarm, 2> = TimeDriver::new();
    driver.start(alarm(4));
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    for at in [500, 300, 400] {
        driver.schedule_wake(at, &waker);
    }
    let outstanding = driver.with_facility(|facility| facility.outstanding());
    assert_eq!(outstanding, Some(1));
    driver.with_facility(|facility| facility.bus_mut().pass(300));
    driver.on_interrupt();
    assert_eq!((woken.times(), driver.now()), (1, 300));
}

#[test]
fn schedule_without_room_or_with_a_failing_bus_wakes_at_once() {
    let driver: TimeDriver<Alarm, 1> = TimeDriver::new();
    driver.start(alarm(4));
    let woken: [_; 3] = std::array::from_fn(|_| Arc::new(Woken::default()));
    for one in &woken[..2] {
        driver.schedule_wake(100, &Waker::from(Arc::clone(one)));
    }
    assert_eq!(
        (woken[0].times(), woken[1].times()),
        (0, 1),
        "room for one task"
    );
    assert_eq!(
        driver.with_facility(|facility| facility.outstanding()),
        Some(1)
    );
    driver.with_facility(|facility| facility.bus_mut().fates = [Fate::Lost; 20].into());
    driver.schedule_wake(50, &Waker::from(Arc::clone(&woken[2])));
    assert_eq!(woken[2].times(), 1);
    driver.with_facility(|facility| facility.bus_mut().fates.clear());
    driver.with_facility(|facility| facility.bus_mut().pass(100));
    driver.on_interrupt();
    assert_eq!(woken[0].times(), 1, "its sleep went on");
}

#[test]
fn interrupt_after_a_reset_of_the_chip_recovers_every_sleeper() {
    let driver: TimeDriver<Alarm, 4> = TimeDriver::new();
    driver.start(alarm(4));
    let woken = Arc::new(Woken::default());
    driver.with_facility(|facility| facility.bus_mut().pass(10));
    driver.schedule_wake(100, &Waker::from(Arc::clone(&woken)));
    driver.with_facility(|facility| facility.bus_mut().reset());
    driver.on_interrupt();
    assert_eq!(driver.now(), 10);
    driver.with_facility(|facility| facility.bus_mut().pass(90));
    driver.on_interrupt();
    assert_eq!((woken.times(), driver.now()), (1, 100));
}
