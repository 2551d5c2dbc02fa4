//! One-shot timers, and a periodic one that does not drift, on any facility.

use crate::mmio;
use crate::shared::Shared;
use crate::start::{enable_interrupts, or_finish, sleep_unless, status};
use crate::timers::{Expired, TimerFacility};
use crate::{print, tell};

/// The number of the periodic timer.
const PERIODIC: u32 = 100;

/// What runs.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Ticks that the one-shot timers run, by number.
    pub intervals: [u64; 6],
    /// The period of another timer, in ticks,
    pub period: u64,
    /// and how often it expires.
    pub periods: u32,
}

static LEFT: Shared<u32> = Shared::new();
static PERIOD: Shared<u64> = Shared::new();

/// Runs them on `facility` with the interrupts of `mask`; ends with the last one.
pub fn run<F: TimerFacility<Item = u32>>(
    facility: &Shared<F>,
    made: F,
    mask: usize,
    plan: Plan,
) -> ! {
    facility.put(made);
    LEFT.put(plan.intervals.len() as u32 + plan.periods);
    PERIOD.put(plan.period);
    enable_interrupts(mask);
    print::line("one-shot timers, and one every ", plan.period, " ticks");
    for (timer, interval) in (0..).zip(plan.intervals) {
        start(facility, timer, interval);
    }
    start(facility, PERIODIC, plan.period);
    while !sleep_unless(|| LEFT.with(|left| *left == 0).unwrap_or(true)) {}
    print::text("all have run out\n");
    mmio::finish(0)
}

fn start<F: TimerFacility<Item = u32>>(facility: &Shared<F>, timer: u32, interval: u64) {
    // With interrupts masked, so that the timer does not expire before it is told of.
    let told = facility.with(|timers| {
        let handle = timers.start(interval, timer).ok()?;
        tell::started(timer, timers.expiry(handle)?);
        Some(())
    });
    or_finish(told.flatten(), status::DRIVER);
}

/// The interrupt routine, for as long as the chip is `pending`.
pub fn interrupt<F: TimerFacility<Item = u32>>(
    facility: &Shared<F>,
    mut pending: impl FnMut() -> bool,
) {
    let served = facility.with(|timers| {
        while pending() {
            timers.service(expired).ok()?;
        }
        Some(())
    });
    or_finish(served.flatten(), status::DRIVER);
}

fn expired<F: TimerFacility<Item = u32>>(timers: &mut F, expired: Expired<u32>) {
    tell::expired(expired.item, expired.due, expired.reported);
    let left = LEFT.with(|left| {
        *left = left.saturating_sub(1);
        *left
    });
    if expired.item == PERIODIC && left.is_some_and(|left| left > 0) {
        let period = PERIOD.with(|period| *period).unwrap_or(1);
        let due = expired.due.saturating_add(period);
        or_finish(timers.start_at(due, PERIODIC).ok(), status::DRIVER);
        tell::started(PERIODIC, due);
    }
}
