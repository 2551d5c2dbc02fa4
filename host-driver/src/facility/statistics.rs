//! The counters that the paper argues with.

/// What a facility has done since it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Statistics {
    /// Interrupts of the host.
    pub interrupts: u64,
    /// Registers read, those of initialisation included.
    pub bus_reads: u64,
    /// Registers written, those of initialisation included.
    pub bus_writes: u64,
    /// Timers started.
    pub timers_started: u64,
    /// Timers stopped before they were handed out.
    pub stopped: u64,
    /// Timers handed out.
    pub expired: u64,
    /// Timers looked at by visits of slots.
    pub examined: u64,
    /// Timers moved from one slot to another by the passing of time.
    pub migrated: u64,
    /// Events acknowledged; with an alarm, looks at the clock.
    pub events: u64,
    /// Events whose slot had no timer at all: false alarms, for instance after a stop.
    pub empty_events: u64,
    /// Events raised because a timer was armed after its visit.
    pub late_events: u64,
    /// Scans of all slots because a late event found the FIFO full.
    pub late_overflows: u64,
    /// Failures of the bus to say that a slot is empty; each costs at most one empty event.
    pub disarm_failures: u64,
}
