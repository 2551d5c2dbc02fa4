//! 10,000 timers on the processor: an idle host sleeps.

mod common;

use carillon_soc::Message;
use common::{Run, assert_exact};

/// Clocks from a timer's tick to its report, at most: some twenty timers may come down from a slot of wheel 1 at once
/// before.
const UNSERVED: u64 = 200_000;

/// Runs `name` with ticks of `prescale` clocks and intervals from `shortest` on; returns the share of `clocks` clocks
/// that the processor sleeps once all timers are started, and how many have expired.
fn idle(name: &str, [prescale, shortest, span]: [u32; 3], clocks: u64) -> (f64, usize) {
    let mut run = Run::new(name);
    for word in [prescale, shortest, span] {
        run.soc.ask(word);
    }
    let started = run.until(50_000_000, |message| *message == Message::Reached(1));
    assert!(started, "{:?} {:?}", run.soc, run.status);
    let before = run.soc.counts();
    run.until(clocks, |_| false);
    let after = run.soc.counts();
    run.soc.ask(0);
    run.end_within(100_000);
    let outstanding = run.said.iter().filter(|(_, message)| matches!(message, Message::Started { .. }));
    assert_eq!(outstanding.count(), 10_000);
    // The chip was started before the first timer was.
    let ticks = after.clocks.saturating_sub(run.said[0].0) / u64::from(prescale);
    // What came due last may not have been served yet.
    let expired = assert_exact(&run.said, ticks - UNSERVED / u64::from(prescale) - 1);
    let asleep = (after.asleep - before.asleep) as f64 / (after.clocks - before.clocks) as f64;
    (asleep, expired)
}

#[test]
#[ignore = "long"]
fn scheme_6_at_ticks_of_a_millisecond_sleeps_more_than_99_percent() {
    let (asleep, expired) = idle("many6", [100_000, 100, 10_000_000], 6_000_000);
    assert!(asleep > 0.99, "{asleep}");
    assert!(expired < 10, "{expired}");
}

#[test]
#[ignore = "long"]
fn scheme_7_at_ticks_of_a_microsecond_sleeps_more_than_99_percent() {
    let (asleep, expired) = idle("many7", [100, 100_000, 1_000_000_000], 3_000_000);
    assert!(asleep > 0.99, "{asleep}");
    assert!(expired < 10, "{expired}");
}

// Timers fall due only once all have been started: the processor has no clocks for both at this pace.
#[test]
#[ignore = "long"]
fn scheme_7_with_many_expiries_reports_each_at_its_tick() {
    let (_, expired) = idle("many7", [100, 120_000, 1_000_000], 18_000_000);
    assert!(expired > 500, "{expired}");
}

#[test]
#[ignore = "long"]
fn timer_chip_at_ticks_of_a_microsecond_sleeps_more_than_99_percent() {
    let (asleep, expired) = idle("many_chip", [100, 100_000, 8_000_000], 3_000_000);
    assert!(asleep > 0.99, "{asleep}");
    assert!(expired < 200, "{expired}");
}
