//! What is counted, beside what the paper says of it.

use carillon_driver::facility::Statistics;
use serde::Serialize;

use super::{Config, Scheme};

/// What the laboratory counts besides the driver.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Timers handed out whose tick is not what was asked for, that were not running, or that came early.
    pub(super) wrong: u64,
    /// Ticks from due to handed out, at most and in all.
    pub(super) late_most: u64,
    pub(super) late_sum: u64,
    /// Ticks of all intervals asked for.
    pub(super) intervals: u64,
    /// Timers that were asked for and refused.
    pub(super) refused: u64,
}

/// The counters since the laboratory began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Counters {
    /// Timers started.
    pub started: u64,
    /// Timers stopped before they were due.
    pub stopped: u64,
    /// Timers handed out.
    pub expired: u64,
    /// Timers that run.
    pub outstanding: u32,
    /// Of those handed out, the ones with a wrong tick, too early, or twice: 0 unless something is broken.
    pub wrong: u64,
    /// Timers that were asked for and refused.
    pub refused: u64,
    /// Interrupts of the host.
    pub interrupts: u64,
    /// Events acknowledged.
    pub events: u64,
    /// Of them, those for a slot without timers.
    pub empty_events: u64,
    /// Of them, those of a timer that was armed after its visit.
    pub late_events: u64,
    /// Late events that were dropped, after which the host searched all its slots.
    pub late_overflows: u64,
    /// Timers looked at by the host.
    pub examined: u64,
    /// Timers moved from one wheel to another.
    pub migrated: u64,
    /// Registers read and written by the host.
    pub transfers: u64,
    /// Ticks from due to handed out, at most.
    pub late_most: u64,
    /// The same on average.
    pub late_mean: f64,
    /// The mean interval asked for, in ticks: the paper's T.
    pub interval_mean: f64,
    /// Events a timer, of those that have ended.
    pub events_a_timer: Option<f64>,
    /// What the paper says of that number: T/M for hashed wheels, at most m for a hierarchy of m wheels, 1 for Scheme
    /// 4; for a host that is interrupted at every tick, T. (Several timers may share an event, which makes it less.)
    pub paper: Option<f64>,
}

impl Counters {
    pub(super) fn new(
        config: &Config,
        statistics: &Statistics,
        tally: &Tally,
        outstanding: u32,
    ) -> Self {
        let of = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        let ended = statistics.expired + statistics.stopped;
        let mean = of(tally.intervals, statistics.timers_started);
        let paper = match config.scheme {
            Scheme::Scheme3 | Scheme::Scheme4 => 1.0,
            Scheme::Scheme5 | Scheme::Scheme6 => (mean / f64::from(config.wheels[0])).max(1.0),
            Scheme::Scheme7 => config.wheels.len() as f64,
            Scheme::Ticked => mean,
        };
        Self {
            started: statistics.timers_started,
            stopped: statistics.stopped,
            expired: statistics.expired,
            outstanding,
            wrong: tally.wrong,
            refused: tally.refused,
            interrupts: statistics.interrupts,
            events: statistics.events,
            empty_events: statistics.empty_events,
            late_events: statistics.late_events,
            late_overflows: statistics.late_overflows,
            examined: statistics.examined,
            migrated: statistics.migrated,
            transfers: statistics.bus_reads + statistics.bus_writes,
            late_most: tally.late_most,
            late_mean: of(tally.late_sum, statistics.expired),
            interval_mean: mean,
            events_a_timer: (ended > 0).then(|| of(statistics.events, ended)),
            paper: (statistics.timers_started > 0).then_some(paper),
        }
    }
}
