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
    /// Ticks from a timer's due tick to its report, of each expiry, in ascending order.
    pub delays: Vec<u64>,
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
    /// Ticks from due to reported that `share` of all expiries, from 0 to 1, do not exceed; 1 gives the greatest. 0
    /// where nothing has expired.
    pub fn delay(&self, share: f64) -> u64 {
        let rank = (share * self.delays.len() as f64).ceil() as usize;
        self.delays.get(rank.saturating_sub(1)).copied().unwrap_or(0)
    }

    /// Ticks from due to reported on average.
    pub fn delay_mean(&self) -> f64 {
        self.delays.iter().sum::<u64>() as f64 / self.delays.len().max(1) as f64
    }

    /// Whether every timer was reported once, at its exact tick, and none was lost.
    pub const fn is_exact(&self) -> bool {
        self.wrong == 0 && self.lost == 0
    }

    /// The exit status of the program: 0 where the replay is exact, 1 where a timer is wrong or lost.
    pub const fn exit_status(&self) -> u8 {
        if self.is_exact() { 0 } else { 1 }
    }
}
