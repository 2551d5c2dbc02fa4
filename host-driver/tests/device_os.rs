//! The operating system's clock in real time, measured by the standard library's `Instant`: no timer is early, and none
//! is lost. How late they are is not asserted: the machine may be busy.
#![cfg(feature = "os")]

#[path = "../../testbench/common/limit.rs"]
mod limit;

use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::device::{AlarmClock, Clock, SystemClock};
use carillon_driver::facility::{ClockFacility, TimerFacility};
use carillon_driver::queue::FixedTimerWheel;
use limit::Limit;

const TICKS: [Duration; 3] = [Duration::from_nanos(1), Duration::from_micros(250), Duration::from_millis(7)];

/// Timers of 0 to 40 ms, started and restarted at any moment of a tick, while the queue is behind.
fn never_early<C: AlarmClock>(clock: C) {
    let _limit = Limit::of_this_test();
    let mut timers = ClockFacility::new(clock, FixedTimerWheel::<_, 64>::new()).unwrap();
    let mut seen = 0;
    for number in 0..40_u64 {
        let interval = Duration::from_micros(number * 7_919 % 40_000);
        let handle = timers.start_after(interval / 2, (Instant::now(), interval / 2)).unwrap();
        if number % 3 == 0 {
            let (started, _) = timers.stop(handle).unwrap();
            timers.start_after(interval, (started, interval)).unwrap();
        }
        if number % 4 == 0 {
            thread::sleep(Duration::from_micros(number * 31 % 1_000));
        }
        if number % 5 == 0 {
            timers.service(|_, expired| check(&mut seen, expired.item)).unwrap();
        }
    }
    while timers.outstanding() > 0 {
        timers.wait().unwrap();
        timers.service(|_, expired| check(&mut seen, expired.item)).unwrap();
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
    timers.restart_after(handle, Duration::from_millis(20)).unwrap();
    while timers.outstanding() > 0 {
        timers.wait().unwrap();
        timers.service(|_, _| assert!(restarted.elapsed() >= Duration::from_millis(20))).unwrap();
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
    use carillon_driver::device::{BootClock, KernelClock, TimerFd, WallDeadline, WallEvent};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::os::fd::{AsFd, AsRawFd};
    use std::time::{SystemTime, UNIX_EPOCH};

    /// Whether the descriptor becomes readable within so long.
    fn rings(clock: &impl AsFd, patience: Duration) -> bool {
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
    fn boot_clock_no_timer_is_early_and_all_come() {
        for tick in TICKS {
            let clock = BootClock::with_resolution(tick);
            never_early(clock);
            never_early(TimerFd::on(clock).unwrap());
        }
    }

    #[test]
    fn boot_clock_counts_ticks_and_rounds_as_the_system_clock_does() {
        let tick = Duration::from_micros(10);
        let boot = BootClock::with_resolution(tick);
        assert_eq!(boot.rate(), SystemClock::with_resolution(tick).rate());
        thread::sleep(Duration::from_millis(3));
        assert!(boot.now() >= 300);
        for (nanoseconds, ticks) in [(0, 0), (1, 1), (10_000, 1), (10_001, 2), (1 << 50, 112_589_990_685)] {
            let before = boot.now();
            let due = boot.after(Duration::from_nanos(nanoseconds)).unwrap();
            assert!((before + ticks..=boot.now() + ticks + 1).contains(&due));
        }
        assert_eq!(boot.after(Duration::MAX), None);
        assert_eq!(boot.time_until(0), Duration::ZERO);
        assert!(boot.time_until(u64::MAX) > Duration::from_secs(1 << 40));
        // Ticks that are long enough hold what nanoseconds do not.
        let seconds = BootClock::with_resolution(Duration::from_secs(1));
        assert!(seconds.after(Duration::from_secs(1 << 50)).unwrap() > 1 << 50);
    }

    /// What the kernel says of the descriptor.
    fn said(of: &impl AsFd, what: &str) -> String {
        let number = of.as_fd().as_raw_fd();
        let info = std::fs::read_to_string(format!("/proc/self/fdinfo/{number}"));
        let info = info.expect("a description");
        let line = info.lines().find_map(|line| line.strip_prefix(what));
        line.expect("what is asked for").trim().to_owned()
    }

    /// Numbers of Linux: `CLOCK_REALTIME`, `CLOCK_MONOTONIC` and `CLOCK_BOOTTIME`.
    #[test]
    fn descriptors_count_on_the_clock_that_was_chosen() {
        fn on(clock: impl KernelClock) -> String {
            said(&TimerFd::on(clock).unwrap(), "clockid:")
        }
        let tick = Duration::from_millis(1);
        let default = TimerFd::with_resolution(tick).unwrap();
        assert_eq!(said(&default, "clockid:"), "1");
        assert_eq!(on(SystemClock::with_resolution(tick)), "1");
        assert_eq!(on(BootClock::with_resolution(tick)), "7");
        assert_eq!(said(&WallDeadline::new().unwrap(), "clockid:"), "0");
    }

    #[test]
    fn wall_deadline_is_absolute_and_asks_to_be_told_when_the_clock_is_set() {
        let mut deadline = WallDeadline::new().unwrap();
        assert_eq!(deadline.take().unwrap(), None);
        assert_eq!(deadline.wait().unwrap(), None, "there is none");
        let hour = SystemTime::now() + Duration::from_secs(3_600);
        deadline.set(hour).unwrap();
        // `TFD_TIMER_ABSTIME` and `TFD_TIMER_CANCEL_ON_SET`, in octal digits.
        assert_eq!(said(&deadline, "settime flags:"), "03");
        assert!(!rings(&deadline, Duration::ZERO));
        assert_eq!(deadline.take().unwrap(), None);
        deadline.clear().unwrap();
        assert_eq!(said(&deadline, "it_value:"), "(0, 0)");
        assert_eq!(deadline.wait().unwrap(), None);
    }

    #[test]
    fn wall_deadline_is_due_when_its_time_has_come_and_not_before() {
        let _limit = Limit::of_this_test();
        let mut deadline = WallDeadline::new().unwrap();
        // Whoever sets the clock during the test makes it begin anew.
        loop {
            let at = SystemTime::now() + Duration::from_millis(20);
            deadline.set(at).unwrap();
            match deadline.wait().unwrap() {
                Some(WallEvent::ClockWasSet) => continue,
                event => assert_eq!(event, Some(WallEvent::Due)),
            }
            assert!(SystemTime::now() >= at, "early");
            break;
        }
        assert_eq!(deadline.take().unwrap(), None, "once");
        assert!(!rings(&deadline, Duration::ZERO));
        for gone in [UNIX_EPOCH - Duration::from_secs(1), UNIX_EPOCH, SystemTime::now()] {
            deadline.set(gone).unwrap();
            assert!(rings(&deadline, Duration::from_secs(60)));
            let event = deadline.take().unwrap();
            assert!(matches!(event, Some(WallEvent::Due | WallEvent::ClockWasSet)));
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
        assert_eq!(timers.service(|_, expired| assert_eq!(expired.item, 1)), Ok(1));
        assert!(!rings(timers.clock(), Duration::ZERO));
        // One that is due already.
        timers.start_at(0, 3).unwrap();
        assert!(rings(timers.clock(), Duration::from_secs(60)));
    }
}
