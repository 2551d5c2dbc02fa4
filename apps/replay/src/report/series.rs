//! Numbers over time, for the plots.

use crate::tcp::Kind;
use crate::{Action, Schedule};

/// Columns of the plots over time.
pub(super) const COLUMNS: usize = 300;

/// Which of [`COLUMNS`] a tick falls into.
fn column(tick: u64, end: u64) -> usize {
    let scaled = u128::from(tick) * COLUMNS as u128 / u128::from(end.max(1));
    (scaled as usize).min(COLUMNS - 1)
}

/// The seconds at which a column of `length` microseconds begins.
pub(super) fn seconds(column: usize, length: u64) -> f64 {
    length as f64 / 1e6 * column as f64 / COLUMNS as f64
}

/// How many of `ticks` fall into each column.
pub(super) fn counts(ticks: impl Iterator<Item = u64>, end: u64) -> Vec<u64> {
    let mut counts = vec![0; COLUMNS];
    for tick in ticks {
        counts[column(tick, end)] += 1;
    }
    counts
}

/// How often an action falls into each column.
pub(super) fn happened(schedule: &Schedule, action: Action) -> Vec<u64> {
    let events = schedule.events().filter(|event| event.action == action);
    counts(events.map(|event| event.tick), schedule.end)
}

/// Timers outstanding at the end of each column.
pub(super) fn outstanding(schedule: &Schedule) -> Vec<u64> {
    let started = happened(schedule, Action::Start);
    let stopped = happened(schedule, Action::Stop);
    let expired = happened(schedule, Action::Expire);
    started
        .iter()
        .zip(stopped.iter().zip(expired))
        .scan(0, |now, (started, (stopped, expired))| {
            *now = *now + started - stopped - expired;
            Some(*now)
        })
        .collect()
}

/// Powers of ten that the histogram of intervals goes through: 1 µs to 10,000 s, four bins each.
pub(super) const DECADES: usize = 10;

/// Bins in each power of ten.
pub(super) const BINS_A_DECADE: usize = 4;

/// Timers of one kind by how long they ran, in logarithmic bins; a tick has `tick` microseconds.
pub(super) fn intervals(schedule: &Schedule, kind: Kind, tick: u64) -> Vec<u64> {
    let mut bins = vec![0; DECADES * BINS_A_DECADE];
    let last = bins.len() - 1;
    for timer in schedule.timers().filter(|timer| timer.owner.kind == kind) {
        let ran = (timer.ran(schedule.end) * tick).max(1) as f64;
        bins[((ran.log10() * BINS_A_DECADE as f64) as usize).min(last)] += 1;
    }
    bins
}
