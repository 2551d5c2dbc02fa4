//! RTIC's own timer queue over the devices: random delays and time-outs in tasks on an executor of others. Copies of a
//! device with a fault are noticed.
#![cfg(feature = "rtic")]

mod common;
#[macro_use]
#[path = "common/monotonic.rs"]
mod monotonic;

use std::cell::RefCell;
use std::future::{Future, pending};
use std::num::NonZeroU32;
use std::pin::pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

use async_executor::LocalExecutor;
use carillon_driver::counter_chip::{ChipAlarm, CounterChipError};
use carillon_driver::device::CounterClock;
use carillon_driver::rate::TickRate;
use carillon_driver::rtic::{HasDriver, InitialiseError, RticDriver};
use common::builds::FULL;
use common::bus_fault::BusFault;
use common::fake_chip::{FakeChip, Fate};
use common::fake_clock::{FakeClock, NANOSECONDS};
use common::fake_counter::FakeCounter;
use common::fake_device::FakeDevice;
use common::fake_mtime::FakeMtime;
use monotonic::{Duration, Fault, Instant, Mono, Shared, TestDevice, lock};
use rtic_time::Timebase;
use rtic_time::monotonic::TimerQueueBasedMonotonic;
use rtic_time::timer_queue::TimerQueueBackend;

/// Tasks, and the delays of each.
const TASKS: u64 = 12;
const DELAYS: u64 = 60;

/// Delays that have ended: the earliest tick, and the one at which the task went on.
type Ended = Rc<RefCell<Vec<(u64, u64)>>>;

/// One task: delays of every kind, one after the other. Time is that of the device itself, not what it says.
async fn task<D: TestDevice, M: Mono<D>>(device: Arc<Mutex<D>>, seed: u64, ended: Ended) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..DELAYS {
        let longest = [3, 40, 700][random.usize(..3)];
        let (first, second) = (random.u64(1..longest), random.u64(1..longest));
        let now = lock(&device).ticks();
        let delay = Duration::from_ticks(first);
        let earliest = match random.u32(..4) {
            0 => {
                M::delay(delay).await;
                now + first + 1
            }
            1 => {
                M::delay_until(Instant::from_ticks(now + first)).await;
                now + first
            }
            2 => {
                assert!(M::timeout_after(delay, pending::<()>()).await.is_err());
                now + first + 1
            }
            // One of the two delays is dropped while it waits.
            _ => {
                let other = M::delay(Duration::from_ticks(second));
                let in_time = M::timeout_after(delay, other).await.is_ok();
                now + 1 + if in_time { second } else { first }
            }
        };
        ended.borrow_mut().push((earliest, lock(&device).ticks()));
    }
}

/// Runs tasks until all have ended, on a device whose accesses take so many ticks, by its interrupt alone. A delay may
/// be `slack` ticks late. What was wrong.
fn run<D: TestDevice, M: Mono<D>>(
    device: D,
    fault: Fault,
    (slowness, slack): (u64, u64),
) -> Result<Arc<Mutex<D>>, String> {
    let device = M::start(device, fault);
    lock(&device).slow(slowness);
    let ended = Ended::default();
    let executor = LocalExecutor::new();
    for seed in 0..TASKS {
        executor.spawn(task::<D, M>(device.clone(), seed, ended.clone())).detach();
    }
    for _ in 0..100_000 {
        settle::<D, M>(&executor, &device)?;
        if executor.is_empty() {
            break;
        }
        lock(&device).pass(1);
    }
    let ended = ended.take();
    if ended.len() as u64 != TASKS * DELAYS {
        return Err(format!("only {} delays have ended", ended.len()));
    }
    for (earliest, at) in &ended {
        if !(*earliest..=earliest + slack).contains(at) {
            return Err(format!("a delay until {earliest} has ended at {at}"));
        }
    }
    // The alarm of a delay that was dropped rings once more.
    for _ in 0..2_000 {
        lock(&device).pass(1);
        settle::<D, M>(&executor, &device)?;
    }
    Ok(device)
}

/// Serves the interrupt and polls tasks until neither is to be done.
fn settle<D: TestDevice, M: Mono<D>>(executor: &LocalExecutor<'_>, device: &Mutex<D>) -> Result<(), String> {
    for _ in 0..100 {
        let rings = lock(device).rings();
        if rings {
            M::driver().on_interrupt().expect("no faults");
        }
        let mut ran = false;
        while executor.try_tick() {
            ran = true;
        }
        if !rings && !ran {
            return Ok(());
        }
    }
    Err("the device rings again and again".into())
}

monotonic!(OnClock, FakeClock);
monotonic!(OnMtime, FakeMtime);
monotonic!(OnChip, ChipAlarm<FakeChip>);
monotonic!(OnCounter, CounterClock<FakeCounter<8>>);
monotonic!(OnSlowCounter, CounterClock<FakeCounter<10>>);

#[test]
fn delays_and_timeouts_of_rtic_end_at_their_ticks_on_every_device() {
    let clock = run::<_, OnClock>(FakeClock::at(0), Fault::None, (0, 0)).expect("a clock");
    assert_eq!(lock(&clock).alarm, None, "nothing is left behind");
    run::<_, OnMtime>(FakeMtime::at(0), Fault::None, (0, 0)).expect("mtime");
    let chip = ChipAlarm::new(FakeChip::new(FULL, 16), 1).expect("the right chip");
    run::<_, OnChip>(chip, Fault::None, (0, 0)).expect("the chip's alarm");
    let counter = run::<_, OnCounter>(FakeCounter::clock(0), Fault::None, (0, 0));
    let counter = counter.expect("a counter");
    assert!(lock(&counter).ticks() > 10 << 8, "it has come round");
}

#[test]
fn delays_of_rtic_on_a_slow_host_are_never_early_and_all_end() {
    run::<_, OnSlowCounter>(FakeCounter::clock(0), Fault::None, (1, 300)).expect("a counter");
}

monotonic!(Ahead, FakeClock);
monotonic!(Early, FakeClock);
monotonic!(Lost, FakeClock);

#[test]
fn broken_devices_under_rtic_are_noticed() {
    let of = |error: Result<_, String>, text: &str| {
        let error = error.expect_err(text);
        assert!(error.contains(text), "{error}");
    };
    let broken = run::<_, Ahead>(FakeClock::at(0), Fault::ReadsATickAhead, (0, 0));
    of(broken, "a delay until");
    let broken = run::<_, Early>(FakeClock::at(0), Fault::RingsATickEarly, (0, 0));
    of(broken, "again and again");
    let broken = run::<_, Lost>(FakeClock::at(0), Fault::LosesAnAlarm, (0, 0));
    of(broken, "delay");
}

monotonic!(Pended, FakeClock);

#[test]
fn interrupt_that_rtic_asks_for_survives_the_end_of_a_service() {
    let clock = Pended::start(FakeClock::at(5), Fault::None);
    // A time-out may have been polled before there was a device.
    assert!(lock(&clock).rings());
    Pended::driver().on_interrupt().expect("no faults");
    assert!(!lock(&clock).rings());
    for end_of_service in [|| RticDriver::<Pended>::set_compare(1_000), RticDriver::<Pended>::disable_timer] {
        // A task of higher priority adds the first delay after the service has looked at the queue.
        RticDriver::<Pended>::pend_interrupt();
        end_of_service();
        assert!(lock(&clock).rings());
        Pended::driver().on_interrupt().expect("no faults");
        assert!(!lock(&clock).rings());
    }
}

monotonic!(Dropped, FakeClock);

/// A task that counts how often it is woken.
#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn delay_that_is_dropped_wakes_nobody_and_keeps_no_waker() {
    let clock = Dropped::start(FakeClock::at(0), Fault::None);
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    {
        let mut delay = pin!(Dropped::delay(Duration::from_ticks(10)));
        let poll = delay.as_mut().poll(&mut Context::from_waker(&waker));
        assert_eq!(poll, Poll::Pending);
        Dropped::driver().on_interrupt().expect("no faults");
        assert_eq!(lock(&clock).alarm, Some(11));
    }
    drop(waker);
    assert_eq!(Arc::strong_count(&wakes), 1);
    lock(&clock).pass(11);
    Dropped::driver().on_interrupt().expect("no faults");
    assert_eq!(lock(&clock).alarm, None);
    assert_eq!(wakes.0.load(Ordering::Relaxed), 0);
}

monotonic!(Uninstalled, FakeClock);

#[test]
fn initialise_with_another_rate_or_twice_is_refused() {
    assert_eq!(Uninstalled::now().as_ticks(), 0);
    Uninstalled::driver().on_interrupt().expect("nothing to do");
    let of = |device| Shared { device, fault: Fault::None, left: 0 };
    let device = Arc::new(Mutex::new(FakeClock::at(7)));
    let found = TickRate::hertz(NonZeroU32::MIN);
    let wrong = Uninstalled::driver().initialise(of(device.clone()), found);
    let expected = 1_000_000_000;
    assert_eq!(wrong, Err(InitialiseError::WrongTickRate { expected, found }));
    Uninstalled::driver().initialise(of(device.clone()), NANOSECONDS).expect("the right rate");
    assert_eq!(Uninstalled::now().as_ticks(), 7);
    let twice = Uninstalled::driver().initialise(of(device), NANOSECONDS);
    assert_eq!(twice, Err(InitialiseError::Twice));
}

monotonic!(Reset, ChipAlarm<FakeChip>);

#[test]
fn failing_bus_and_a_reset_of_the_chip_lose_no_delay() {
    let chip = ChipAlarm::new(FakeChip::new(FULL, 16), 1).expect("the right chip");
    let chip = Reset::start(chip, Fault::None);
    lock(&chip).pass(20);
    let before = Reset::now().as_ticks();
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    let mut delay = pin!(Reset::delay(Duration::from_ticks(9)));
    let poll = delay.as_mut().poll(&mut Context::from_waker(&waker));
    assert_eq!(poll, Poll::Pending);
    lock(&chip).fail(vec![Fate::Lost; 3]);
    let told = Reset::driver().on_interrupt();
    assert_eq!(told, Err(CounterChipError::Bus(BusFault)));
    Reset::driver().on_interrupt().expect("the bus works again");
    lock(&chip).pass(4);
    assert_eq!(Reset::now().as_ticks(), before + 4);
    FakeDevice::reset(&mut *lock(&chip));
    assert_eq!(Reset::now().as_ticks(), before + 4, "time goes on from there");
    lock(&chip).pass(5);
    assert!(!lock(&chip).rings());
    assert_eq!(wakes.0.load(Ordering::Relaxed), 0);
    lock(&chip).pass(1);
    assert!(lock(&chip).rings());
    Reset::driver().on_interrupt().expect("no faults");
    assert_eq!(wakes.0.load(Ordering::Relaxed), 1);
    // Without an alarm the chip still interrupts, for its time to be read.
    lock(&chip).pass(1 << 31);
    assert!(lock(&chip).rings());
    Reset::driver().on_interrupt().expect("no faults");
    assert!(!lock(&chip).rings());
}
