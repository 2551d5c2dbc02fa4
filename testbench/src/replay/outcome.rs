//! What came of a replay.

use super::{Cost, Difference};

/// What a host did with a schedule, compared with the oracle.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Timers that expired and had to.
    pub expired: u64,
    /// Timers reported wrongly: for another tick, early, twice, or though they must not expire.
    pub wrong: u64,
    /// Timers that were due and never reported, or vanished from the driver.
    pub lost: u64,
    /// Timers that fell due, and were reported so, while the operation that was to stop them waited for the bus.
    pub raced: u64,
    /// The first differences.
    pub differences: Vec<Difference>,
    /// Timers outstanding at the end, by the oracle.
    pub outstanding_at_end: u64,
    /// The ticks at which the host was interrupted.
    pub interrupts: Vec<u64>,
    /// Ticks from a timer's due tick to its report, at most.
    pub delay_maximum: u64,
    /// Ticks from a timer's due tick to its report, on average.
    pub delay_mean: f64,
    /// Ticks by which an operation came after its tick, at most, as the bus was busy.
    pub behind_maximum: u64,
    /// Ticks that passed.
    pub ticks: u64,
    /// Bus transfers and clocks.
    pub cost: Cost,
    /// Seconds that it took.
    pub seconds: f64,
}

impl Outcome {
    /// Whether every timer was reported once, at its exact tick, and none was lost.
    pub const fn is_exact(&self) -> bool {
        self.wrong == 0 && self.lost == 0
    }

    /// The exit status of the program: 0 where the replay is exact, 1 where a timer is wrong or lost.
    pub const fn exit_status(&self) -> u8 {
        if self.is_exact() { 0 } else { 1 }
    }
}
