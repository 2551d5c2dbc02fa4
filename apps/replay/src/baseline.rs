//! What the same timers cost a host without such a chip, by the oracle: beside a tick of the schedule's length stand a
//! tick of a millisecond, and a single timer that is set to the earliest expiry.

use std::collections::BTreeSet;

use super::{Action, Schedule};

/// Microseconds of the long tick: that of a kernel whose timer interrupts it 1,000 times a second.
pub const LONG_TICK: u64 = 1_000;

/// What the timers of a schedule cost in two ways that need no chip.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Baseline {
    /// Interrupts of a clock that ticks each millisecond.
    pub long_ticks: u64,
    /// Microseconds for which a timer that expires waits for such a tick, on average.
    pub long_tick_late_mean: f64,
    /// The same at most.
    pub long_tick_late_maximum: u64,
    /// Interrupts of a single timer that stands at the earliest expiry: the ticks at which timers expire.
    pub single_interrupts: u64,
    /// How often it is set: whenever another expiry has become the earliest one.
    pub single_sets: u64,
}

impl Baseline {
    /// Of the timers of `schedule`, a tick of which has `tick` microseconds. Takes time in proportion to the
    /// operations, by the logarithm of the timers outstanding.
    pub fn new(schedule: &Schedule, tick: u64) -> Self {
        let mut baseline = Self { long_ticks: schedule.end.saturating_mul(tick) / LONG_TICK, ..Self::default() };
        let mut late: u128 = 0;
        let mut expired: u64 = 0;
        // The timers by due tick, and the expiry that the single timer stands at.
        let mut outstanding = BTreeSet::new();
        let mut stands_at = None;
        let mut rang_at = None;
        for event in schedule.events() {
            let timer = (event.timer.due, event.timer.timer);
            match event.action {
                Action::Start => {
                    outstanding.insert(timer);
                }
                Action::Stop => {
                    outstanding.remove(&timer);
                }
                Action::Expire => {
                    outstanding.remove(&timer);
                    expired += 1;
                    let due = u128::from(timer.0) * u128::from(tick);
                    let wait = (u128::from(LONG_TICK) - due % u128::from(LONG_TICK)) % u128::from(LONG_TICK);
                    late += wait;
                    baseline.long_tick_late_maximum = baseline.long_tick_late_maximum.max(wait as u64);
                    if rang_at != Some(event.tick) {
                        rang_at = Some(event.tick);
                        baseline.single_interrupts += 1;
                    }
                }
            }
            let earliest = outstanding.first().map(|(due, _)| *due);
            // Those that are due in the tick in which it has rung are handed out by the same interrupt.
            if earliest.is_some() && earliest == rang_at {
                continue;
            }
            if earliest != stands_at {
                stands_at = earliest;
                baseline.single_sets += u64::from(earliest.is_some());
            }
        }
        baseline.long_tick_late_mean = late as f64 / expired.max(1) as f64;
        baseline
    }
}
