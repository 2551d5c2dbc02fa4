//! The timer chip: the hardware keeps the queues.
//!
//! What it promises and how it works is in `docs/timer-chip.md`.
//!
//! | module | what it is |
//! |---|---|
//! | [`list_engine`] | starts, stops and visits timers: the one that changes the lists |
//! | [`expiry`] | when a timer is due, how many ticks are left |
//! | [`next_expiry`] | when a timer can expire next: `NEXT_EXPIRY` |
//! | [`placing`], [`wheel_slot`] | on which wheel a timer is put, and in which slot |
//! | [`record_port`] | the Wishbone master to the memory of the lists |
//! | [`scan`], [`lag`] | the cursor that follows now through the busy bits; how far it is behind |
//! | [`events`] | what has expired, until the host has acknowledged it |
//! | [`keeper`] | all of them, wired, with time base and busy bits |
//! | [`registers`], [`read_back`] | what the host sets, commands and sees |
//! | [`record_memory`] | the memory of the lists, where it is inside |
//! | [`chip`], [`top`] | keeper, registers and interrupt; with bus adapter and pins |
//!
//! [`TimerBuild`](carillon_regmap::timer_chip::TimerBuild) says what a chip has, [`generate`] turns it into Verilog.

pub mod chip;
pub mod events;
pub mod expiry;
mod generate;
pub mod keeper;
pub mod lag;
pub mod list_engine;
pub mod next_expiry;
mod options;
pub mod placing;
pub mod read_back;
pub mod record_memory;
pub mod record_port;
pub mod register_wires;
pub mod registers;
pub mod scan;
pub mod top;
pub mod wheel_slot;

pub use crate::verilog::{
    findings_timer as findings, generate_timer as generate, generate_timer_whole as generate_whole,
};
pub(crate) use generate::elaborate;
pub use generate::{CHECKED_IN, VERIFIED};
pub use options::{Chip, Choice, ChoiceError, Generated};
