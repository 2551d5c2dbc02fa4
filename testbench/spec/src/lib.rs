//! What is right, once for each thing, in plain Rust: what the circuits, the driver and the queues are held against.
//! No threads, no files, no clock but the chip's, so that it also runs in WebAssembly.
//!
//! | what | is right by | its faulty twins |
//! |---|---|---|
//! | a queue | [`queue::Oracle`]: which timer is due next | the peers of `carillon-bench`'s `check` |
//! | the counter chip at its pins, by the clock | [`counter_chip::ReferenceChip`] | [`counter_chip::Fault`] |
//! | the counter chip at its registers, by the tick | [`counter_chip::ChipByTick`] | the same, in lockstep |
//! | which slot of which wheel a tick brings up | [`counter_chip::WheelSizes`] | |
//! | what the timer chip promises, whatever its clock | [`timer_chip::Contract`] | its tests |
//! | the timer chip at its registers | [`timer_chip::ReferenceTimerChip`], [`timer_chip::TimerChipByTick`] | |

pub mod counter_chip;
mod counts;
pub mod queue;
pub mod timer_chip;
