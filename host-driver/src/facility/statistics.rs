//! The counters that the paper uses to compare schemes.

use crate::count::Count;
use crate::queue::Expired;
use crate::queue::advance::Advance;
use crate::queue::diagnostics::{Diagnostics, Histogram};

/// The counters of a facility, since it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Statistics {
    /// Interrupts of the host.
    pub interrupts: u64,
    /// Registers read, including initialisation; without a chip, reads of the clock.
    pub bus_reads: u64,
    /// Registers written, including initialisation; without a chip, settings of the alarm.
    pub bus_writes: u64,
    /// Timers started.
    pub timers_started: u64,
    /// Timers stopped before they were reported.
    pub stopped: u64,
    /// Timers reported.
    pub expired: u64,
    /// How many ticks after the one at which they were due timers were reported, those that were reported at that very
    /// tick left out: [`Expired::reported`](crate::queue::Expired::reported) less
    /// [`Expired::due`](crate::queue::Expired::due). 528 bytes.
    pub late: Histogram,
    /// Timers examined by visits of slots.
    pub examined: u64,
    /// Timers migrated from one slot to another.
    pub migrated: u64,
    /// Events acknowledged; with an alarm, reads of now in the handler.
    pub events: u64,
    /// Events whose slot had no timer at all: spurious ones, for instance after a stop.
    pub empty_events: u64,
    /// Events raised because a timer was armed after its visit.
    pub late_events: u64,
    /// Searches of all slots because a late event found the FIFO full, or because an audit requested it.
    pub late_overflows: u64,
    /// Bus errors while disarming a slot; each costs at most one empty event.
    pub disarm_failures: u64,
}

/// What a facility itself counts of them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counters {
    pub(super) interrupts: Count,
    pub(super) timers_started: Count,
    pub(super) stopped: Count,
    expired: Count,
    late: Histogram,
    pub(super) events: Count,
    pub(super) empty_events: Count,
    pub(super) late_events: Count,
    pub(super) late_overflows: Count,
    pub(super) disarm_failures: Count,
}

impl Counters {
    /// Counts a timer that is reported.
    #[inline(always)]
    pub(super) fn report<T>(&mut self, expired: &Expired<T>) {
        self.expired.one();
        if expired.reported != expired.due {
            self.report_late(expired.reported.wrapping_sub(expired.due));
        }
    }

    #[cold]
    #[inline(never)]
    fn report_late(&mut self, ticks: u64) {
        self.late.record(ticks);
    }

    /// These, and the transfers on the bus: reads and writes.
    pub(super) const fn statistics(&self, (bus_reads, bus_writes): (u64, u64)) -> Statistics {
        Statistics {
            interrupts: self.interrupts.get(),
            bus_reads,
            bus_writes,
            timers_started: self.timers_started.get(),
            stopped: self.stopped.get(),
            expired: self.expired.get(),
            late: self.late,
            examined: 0,
            migrated: 0,
            events: self.events.get(),
            empty_events: self.empty_events.get(),
            late_events: self.late_events.get(),
            late_overflows: self.late_overflows.get(),
            disarm_failures: self.disarm_failures.get(),
        }
    }

    /// The counters of a facility with `queue`, which need not count what it starts: every timer that was started was
    /// stopped, was reported, or is outstanding.
    pub(super) fn with_queue<Q: Advance + Diagnostics>(&self, transfers: (u64, u64), queue: &Q) -> Statistics {
        let ended = self.stopped.get() + self.expired.get();
        Statistics {
            timers_started: ended + u64::from(queue.outstanding()),
            examined: queue.examined(),
            migrated: queue.migrated(),
            ..self.statistics(transfers)
        }
    }
}
