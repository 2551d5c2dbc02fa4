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
    /// The same in the last interrupt, at most.
    pub(super) late_last: u64,
    /// Ticks of all intervals asked for.
    pub(super) intervals: u64,
    /// Ticks for which those timers ran that were stopped or handed out, from the start to the stop or the due tick.
    pub(super) lived: u64,
    /// Ticks at which those that run were started, in all.
    pub(super) begun: u128,
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
    /// Registers read and written by the host, without those that started the chip.
    pub transfers: u64,
    /// Those that started it.
    pub initial_transfers: u64,
    /// Ticks from due to handed out, at most.
    pub late_most: u64,
    /// The same on average.
    pub late_mean: f64,
    /// The mean interval asked for, in ticks.
    pub interval_mean: f64,
    /// Ticks that a timer has run on average, up to its stop, its expiry or now: the paper's T, as a report of a replay
    /// has it. Where most timers are stopped, it is far below the mean interval.
    pub lived_mean: f64,
    /// Events for each timer that was started.
    pub events_a_timer: Option<f64>,
    /// What the paper says of that number: T/M for hashed wheels, but 1 at least for a timer that expires; at most m
    /// for a hierarchy of m wheels, at most 1 for Schemes 3 and 4; for a host that is interrupted at every tick, T.
    /// (Several timers may share an event, which makes it less.)
    pub paper: Option<f64>,
}

impl Counters {
    /// At tick `now`, with `initial` transfers that started the chip.
    pub(super) fn new(
        config: &Config,
        statistics: &Statistics,
        tally: &Tally,
        outstanding: u32,
        now: u64,
        initial: u64,
    ) -> Self {
        let of = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        let started = statistics.timers_started;
        let run = u128::from(outstanding) * u128::from(now);
        let lived = u128::from(tally.lived) + run.saturating_sub(tally.begun);
        let lived_mean = lived as f64 / started.max(1) as f64;
        let expired = of(statistics.expired, started);
        let paper = match config.scheme {
            Scheme::Scheme3 | Scheme::Scheme4 => 1.0,
            Scheme::Scheme5 | Scheme::Scheme6 => (lived_mean / f64::from(config.wheels[0])).max(expired),
            Scheme::Scheme7 => config.wheels.len() as f64,
            Scheme::Ticked => lived_mean,
        };
        Self {
            started,
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
            transfers: statistics.bus_reads + statistics.bus_writes - initial,
            initial_transfers: initial,
            late_most: tally.late_most,
            late_mean: of(tally.late_sum, statistics.expired),
            interval_mean: of(tally.intervals, started),
            lived_mean,
            events_a_timer: (started > 0).then(|| of(statistics.events, started)),
            paper: (started > 0).then_some(paper),
        }
    }
}
