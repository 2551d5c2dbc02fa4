//! The replay: the timers of a capture's connections, run by the driver on the chip and checked against the oracle.
//!
//! Two passes. The first runs the packets against the oracle, which delivers every expiry at its due tick; out of it
//! come the operations, each with its tick, and the expiries that must follow ([`Schedule`], a few bytes a timer). The
//! second carries out the same operations at the same ticks on a [`Host`] and compares what expires ([`drive`]). So how
//! late a host services its interrupt has no influence on what is expected of it.
//!
//! [`capture`] reads packets, [`tcp`] derives the timers that the two hosts of each connection would run, the
//! [`Oracle`](carillon_spec::queue::Oracle) says when each of them is due.
//!
//! The feature `sim` adds the Verilated chips, `soc` the one beside a processor, `report` the reports of an outcome,
//! `gzip` compressed captures; without them this builds for WebAssembly.

pub mod capture;
pub mod tcp;

mod baseline;
mod cable;
mod check;
mod drive;
mod driver_event;
mod host;
mod idle;
mod log;
mod outcome;
mod queue;
#[cfg(feature = "report")]
pub mod report;
mod schedule;
mod simulated;
#[cfg(feature = "soc")]
mod soc;
#[cfg(feature = "sim")]
mod verilated;

pub use baseline::{Baseline, LONG_TICK};
pub use cable::{CableHost, CableHostError, CableSettings, Trouble};
pub use check::{Checker, Difference};
pub use drive::{Options, drive};
pub use driver_event::{DriverEvent, DriverEvents};
pub use host::{Cost, Expiry, Host};
pub use idle::Idle;
pub use log::{Action, Event, Reader, Started};
pub use outcome::Outcome;
pub use queue::{Assist, Queue};
pub use schedule::{End, Schedule, Timer, expiring, schedule};
pub use simulated::{HostError, RECORDS, Simulated, SimulatedChip, SimulatedHost, TimerChipHost, record_words};
#[cfg(feature = "soc")]
pub use soc::{PLACES, SocHost, SocHostError};
#[cfg(feature = "sim")]
pub use verilated::timer_chip;
