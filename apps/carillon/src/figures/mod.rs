//! The figures that the Verilated chips draw: `carillon figures`, after those of the queues.

pub mod counter_chip;
pub mod timer_chip;

use carillon_bench::figures::Maker;

/// These figures.
pub const FIGURES: [Maker; 3] = [
    Maker::counted("scheme6-interrupts", counter_chip::scheme6_interrupts),
    Maker::counted("scheme7-interrupts", counter_chip::scheme7_interrupts),
    Maker::counted("timer-chip-clocks", timer_chip::timer_chip_clocks),
];
