//! The counters that the paper uses to compare schemes.

/// The counters of a facility, since it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Statistics {
    /// Interrupts of the host.
    pub interrupts: u64,
    /// Registers read, including initialisation.
    pub bus_reads: u64,
    /// Registers written, including initialisation.
    pub bus_writes: u64,
    /// Timers started.
    pub timers_started: u64,
    /// Timers stopped before they were reported.
    pub stopped: u64,
    /// Timers reported.
    pub expired: u64,
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
    /// Scans of all slots because a late event found the FIFO full, or because an audit requested it.
    pub late_overflows: u64,
    /// Bus errors while disarming a slot; each costs at most one empty event.
    pub disarm_failures: u64,
}

/// Counts one more. 64 bits do not come round: at one a nanosecond that takes 584 years.
pub(super) const fn count(counter: &mut u64) {
    *counter += 1;
}

/// Counts one more if `it` is so.
pub(super) const fn count_if(it: bool, counter: &mut u64) {
    if it {
        count(counter);
    }
}
