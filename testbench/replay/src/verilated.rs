//! The Verilated chips as simulated chips.

use carillon_sim::{Memory, MemoryBehaviour, Simulation, TimerPins, TimerSimulation, TimerSystem};

use super::SimulatedChip;
use super::simulated::{RECORDS, record_words};

macro_rules! simulated_chip {
    ([$($generics:tt)*] $chip:ty) => {
        impl<$($generics)*> SimulatedChip for $chip {
            fn reset(&mut self) {
                <$chip>::reset(self);
            }

            fn clocks(&self) -> u64 {
                <$chip>::clocks(self)
            }

            fn irq(&self) -> bool {
                <$chip>::irq(self)
            }

            fn clock(&mut self, clocks: u64) {
                <$chip>::clock(self, clocks);
            }

            fn clock_until_irq(&mut self, clocks: u64) {
                <$chip>::clock_until_irq(self, clocks);
            }
        }
    };
}

simulated_chip!([] Simulation);
simulated_chip!([P: TimerPins] TimerSystem<P>);

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
