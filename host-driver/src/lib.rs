//! The host's side of the Carillon timer chip: the chip's interrupt says when to look at timer queues in the host's memory.
//!
//! | module | what it is |
//! |---|---|
//! | [`mmio`] | the register block in the processor's address space |
//! | [`bus`] | a way to the chip's registers, whatever lies between |
//! | [`chip`] | one method for each thing that the chip can do |
//! | [`queue`] | timer queues, usable without any chip: the crate `carillon-queues` |
//! | [`facility`] | a queue married to the chip: start, stop, and the interrupt service routine |
//! | [`rate`] | how long a tick is: spans of time to ticks and back |
//! | [`clock`] | whatever tells the time in ticks; in tests it stands still |
//! | `delay` | `embedded_hal`'s delays by such a clock |
//! | `embassy` | embassy's clock and timer queue, by any facility |
//!
//! | feature | what it adds |
//! |---|---|
//! | `embedded-hal` | the module `delay`; SPI, and the interrupt's pin: `bus::spi`, `bus::interrupt` |
//! | `embedded-hal-async` | waiting for that pin |
//! | `embedded-io` | a microcontroller's serial line: `bus::serial::EmbeddedIo` |
//! | `serialport` | a PC's serial port: `bus::serial::Port` |
//! | `uio` | Linux's `/dev/uioN`: `mmio::Uio` |
//! | `embassy` | the module `embassy` |
//! | `fugit` | `fugit`'s durations for intervals: [`rate::Span`] |
//! | `paper`, `pinned` | the queues' features of these names |
//! | `log`, `defmt` | messages of what happens seldom; with `defmt` the errors can be printed too |
//!
//! Nothing allocates, nothing panics on input, and all memory is the caller's. A facility over any [`bus::RegisterBus`]:
//!
//! ```no_run
//! use carillon_driver::facility::Facility;
//! use carillon_driver::mmio::Mmio;
//! use carillon_driver::queue::{Entry, List};
//!
//! # fn main() -> Result<(), Box<dyn core::error::Error>> {
//! // SAFETY: the board's manual says that a Carillon chip is at this address, and nobody else uses it.
//! let bus = unsafe { Mmio::new(0x4000_0000 as *mut _) }.ok_or("null base address")?;
//! // Ticks of 100 clocks, 256 slots, room for 32 timers.
//! let mut timers = Facility::new(bus, 100, [List::EMPTY; 256], [const { Entry::VACANT }; 32])?;
//! let retransmit = timers.start(5_000, "retransmit")?;
//! timers.start(90_000, "keep alive")?;
//! timers.stop(retransmit)?;
//! // In the interrupt routine:
//! timers.service(|timers, expired| {
//!     // Nothing drifts: `due` is the exact tick, whenever the host comes round to it.
//!     let again = timers.start(90_000, expired.item);
//!     assert!(again.is_ok());
//! })?;
//! # Ok(())
//! # }
//! ```
#![no_std]
#![deny(missing_docs)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

pub mod bus;
pub mod chip;
pub mod clock;
#[cfg(feature = "embedded-hal")]
pub mod delay;
#[cfg(feature = "embassy")]
pub mod embassy;
pub mod facility;
pub mod mmio;
pub mod rate;
mod trace;

/// The timer queues, usable without any chip: the crate `carillon-queues`.
pub use carillon_queues as queue;
