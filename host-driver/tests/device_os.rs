//! The operating system's clock in real time, measured by the standard library's `Instant`: no timer is early, and none
//! is lost. How late they are is not asserted: the machine may be busy.
#![cfg(feature = "os")]

#[path = "../../testbench/tests/common/limit.rs"]
mod limit;

use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::device::{AlarmClock, SystemClock};
use carillon_driver::facility::{ClockFacility, TimerFacility};
use carillon_driver::queue::FixedTimerWheel;
use limit::Limit;

const TICKS: [Duration; 3] = [
    Duration::from_nanos(1),
    Duration::from_micros(250),
    Duration::from_millis(7),
];

/// Timers of 0 to 40 ms, started and restarted at any moment of a tick, while the queue is behind.
fn never_early<C: AlarmClock>(clock: C) {
    let _limit = Limit::of_this_test();
    let mut timers = ClockFacility::new(clock, FixedTimerWheel::<_, 64>::new()).unwrap();
    let mut seen = 0;
    for number in 0..40_u64 {
        let interval = Duration::from_micros(number * 7_919 % 40_000);
        let handle = timers
            .start_after(interval / 2, (Instant::now(), interval / 2))
            .unwrap();
        if number % 3 == 0 {
            let (started, _) = timers.stop(handle).unwrap();
            timers.start_after(interval, (started, interval)).unwrap();
        }
        if number % 4 == 0 {
            thread::sleep(Duration::from_micros(number * 31 % 1_000));
        }
        if number % 5 == 0 {
            timers
                .service(|_, expired| check(&mut seen, expired.item))
                .unwrap();
        }
    }
    while timers.outstanding() > 0 {
        timers.wait().unwrap();
        timers
            .service(|_, expired| check(&mut seen, expired.item))
            .unwrap();
    }
    assert_eq!(seen, 40, "all are delivered");
}

/// `started` is before the start, and the interval is the one that was asked for last.
fn check(seen: &mut u32, (started, interval): (Instant, Duration)) {
    let passed = started.elapsed();
    assert!(passed >= interval, "early: {interval:?} after {passed:?}");
    *seen += 1;
}

#[test]
fn system_clock_no_timer_is_early_and_all_come() {
    for tick in TICKS {
        never_early(SystemClock::with_resolution(tick));
    }
}

#[test]
fn restart_after_from_then_on_in_real_time() {
    let _limit = Limit::of_this_test();
    let clock = SystemClock::with_resolution(Duration::from_millis(5));
    let mut timers = ClockFacility::new(clock, FixedTimerWheel::<_, 4>::new()).unwrap();
    let handle = timers.start_after(Duration::from_millis(1), ()).unwrap();
    thread::sleep(Duration::from_millis(3));
    let restarted = Instant::now();
    timers
        .restart_after(handle, Duration::from_millis(20))
        .unwrap();
    while timers.outstanding() > 0 {
        timers.wait().unwrap();
        timers
            .service(|_, _| assert!(restarted.elapsed() >= Duration::from_millis(20)))
            .unwrap();
    }
}

#[test]
fn wait_another_thread_ends_it() {
    let _limit = Limit::of_this_test();
    let clock = SystemClock::with_resolution(Duration::from_millis(1));
    let mut timers = ClockFacility::new(clock, FixedTimerWheel::<_, 4>::new()).unwrap();
    timers.start_after(Duration::from_secs(3_600), ()).unwrap();
    let waits = thread::current();
    let other = thread::spawn(move || waits.unpark());
    timers.wait().unwrap();
    other.join().unwrap();
    assert_eq!(timers.service(|_, _| ()), Ok(0));
}

#[cfg(target_os = "linux")]
mod timer_fd {
    use super::*;
    use carillon_driver::device::TimerFd;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    /// Whether the descriptor becomes readable within so long.
    fn rings(clock: &TimerFd, patience: Duration) -> bool {
        let patience = Timespec::try_from(patience).unwrap();
        poll(&mut [PollFd::new(clock, PollFlags::IN)], Some(&patience)).unwrap() > 0
    }

    #[test]
    fn timer_fd_no_timer_is_early_and_all_come() {
        for tick in TICKS {
            never_early(TimerFd::with_resolution(tick).unwrap());
        }
    }

    #[test]
    fn timer_fd_rings_when_a_timer_is_due_and_until_it_is_served() {
        let clock = TimerFd::with_resolution(Duration::from_millis(1)).unwrap();
        let mut timers = ClockFacility::new(clock, FixedTimerWheel::<_, 4>::new()).unwrap();
        assert!(!rings(timers.clock(), Duration::ZERO));
        let started = Instant::now();
        timers.start_after(Duration::from_millis(30), 1).unwrap();
        timers.start_after(Duration::from_secs(1 << 40), 2).unwrap();
        assert!(rings(timers.clock(), Duration::from_secs(60)));
        assert!(started.elapsed() >= Duration::from_millis(30));
        assert!(rings(timers.clock(), Duration::ZERO), "as a level");
        assert_eq!(
            timers.service(|_, expired| assert_eq!(expired.item, 1)),
            Ok(1)
        );
        assert!(!rings(timers.clock(), Duration::ZERO));
        // One that is due already.
        timers.start_at(0, 3).unwrap();
        assert!(rings(timers.clock(), Duration::from_secs(60)));
    }
}
