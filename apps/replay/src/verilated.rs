//! The Verilated chips as simulated chips.

use carillon_sim::{Memory, MemoryBehaviour, Simulation, TimerPins, TimerSimulation, TimerSystem};

use super::simulated::{RECORDS, record_words};
use crate::simulated_chip;

simulated_chip!([] Simulation, it => it);
simulated_chip!([P: TimerPins] TimerSystem<P>, it => it);

/// A timer chip with a memory that behaves so and has room for `timers` timers and 2^`wheel_bits` slots, for
/// [`TimerChipHost::with_timer_chip`](super::TimerChipHost::with_timer_chip).
pub fn timer_chip(
    chip: TimerSimulation,
    memory: MemoryBehaviour,
    wheel_bits: u32,
    timers: usize,
) -> TimerSystem<TimerSimulation> {
    let words = record_words(wheel_bits, timers);
    TimerSystem::new(chip, Memory::new(RECORDS, words, memory, 0))
}
