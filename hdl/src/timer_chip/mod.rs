//! The timer chip: the hardware keeps the queues.
//!
//! What it promises and how it works is in `docs/timer-chip.md`.
//!
//! | module | what it is |
//! |---|---|
//! | [`engine`] | starts, stops and visits timers: the one that changes the lists |
//! | [`expiry`] | when a timer is due, how many ticks are left |
//! | [`next_expiry`] | when a timer can expire next: `NEXT_EXPIRY` |
//! | [`placing`], [`wheel_slot`] | on which wheel a timer is put, and in which slot |
//! | [`port`], [`memory_bus`] | the Wishbone master to the memory of the lists |
//! | [`scan`], [`lag`] | the cursor that follows now through the busy bits; how far it is behind |
//! | [`busy_bits`] | one bit a slot, read a word at a time |
//! | [`events`] | what has expired, until the host has acknowledged it |
//! | [`keeper`] | all of them, wired, with time base and busy bits |
//! | [`registers`], [`read_back`] | what the host sets, commands and sees |
//! | [`records`] | the memory of the lists, where it is inside |
//! | [`core`], [`top`] | keeper, registers and interrupt; with bus adapter and pins |
//!
//! [`TimerBuild`](carillon_regmap::timer_chip::TimerBuild) says what a chip has.

pub mod busy_bits;
pub mod core;
pub mod engine;
pub mod events;
pub mod expiry;
pub mod keeper;
pub mod lag;
pub mod memory_bus;
pub mod next_expiry;
pub mod placing;
pub mod port;
pub mod read_back;
pub mod records;
pub mod register_wires;
pub mod registers;
pub mod scan;
pub mod top;
pub mod wheel_slot;
