//! What a replay ran on.

use crate::tcp::Intervals;
use crate::{Assist, Idle, Queue};

/// What a replay ran on, for its report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// The queue, in the host or in the chip.
    pub queue: Queue,
    /// What the chip does for it.
    pub assist: Assist,
    /// Slots of each wheel, wheel 0 first; none with an alarm.
    pub wheels: Vec<u32>,
    /// Events that the chip's FIFO holds.
    pub fifo: u32,
    /// Clocks of the chip in a tick.
    pub clocks_per_tick: u32,
    /// Microseconds of a tick.
    pub tick: u64,
    /// The intervals of TCP, in microseconds.
    pub intervals: Intervals,
    /// The longest idle time that was replayed, in microseconds, if it was bounded.
    pub max_gap: Option<u64>,
    /// What was left out of it.
    pub idle: Idle,
}
