//! Idle time, of which a replay leaves out what is longer than one wants to wait for.

use super::log::{Action, Log, Reader};
use super::schedule::Schedule;

/// Time that was left out of a schedule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Idle {
    /// Stretches of time that were shortened.
    pub stretches: u64,
    /// Ticks that were left out of them.
    pub ticks: u64,
}

/// A stretch of time that is left out.
#[derive(Debug, Clone, Copy)]
struct Cut {
    /// The tick after which it begins.
    from: u64,
    /// Its last tick, at which something happens.
    to: u64,
    /// Ticks left out by the cuts before it.
    before: u64,
}

/// `tick` as it is after the cuts, which are in order.
fn shortened(tick: u64, cuts: &[Cut]) -> u64 {
    let index = cuts.partition_point(|cut| cut.from < tick);
    match index.checked_sub(1).and_then(|index| cuts.get(index)) {
        None => tick,
        Some(cut) => tick.min(cut.from) + tick.saturating_sub(cut.to) - cut.before,
    }
}

impl Schedule {
    /// The same schedule with at most `most` ticks, at least 1, between two ticks at which something happens: a timer
    /// is started, is stopped, or expires. What happens, and in which order, stays as it is; a timer that runs across
    /// what is left out is started for so much less.
    ///
    /// Time: that of reading the schedule twice.
    #[must_use]
    pub fn without_idle(self, most: u64) -> (Self, Idle) {
        let most = most.max(1);
        let (mut cuts, mut last, mut left_out) = (Vec::<Cut>::new(), 0_u64, 0);
        for tick in self.events().map(|event| event.tick).chain([self.end]) {
            let from = last.saturating_add(most);
            if tick > from {
                cuts.push(Cut { from, to: tick, before: left_out });
                left_out += tick - from;
            }
            last = tick;
        }
        if cuts.is_empty() {
            return (self, Idle::default());
        }
        let mut log = Log::default();
        let mut reader = Reader::default();
        while let Some(event) = self.next(&mut reader) {
            let tick = shortened(event.tick, &cuts);
            let interval = match event.action {
                // Later than the start, as the first ticks after something happens are not left out.
                Action::Start => shortened(event.timer.due, &cuts) - tick,
                Action::Stop | Action::Expire => 0,
            };
            log.push(tick, event.action, event.timer.owner, interval);
        }
        let idle = Idle { stretches: cuts.len() as u64, ticks: left_out };
        let end = shortened(self.end, &cuts);
        (self.with(log, end), idle)
    }
}
