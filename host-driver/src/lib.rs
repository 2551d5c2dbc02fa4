//! The host's driver for Carillon's counter chip, with timer queues in the host's memory and an interrupt at each
//! slot with timers, and for its timer chip, which keeps the queues itself.
//!
//! | module | contents |
//! |---|---|
//! | [`mmio`] | the register block in the processor's address space |
//! | [`bus`] | access to the chip's registers over any bus |
//! | [`chip`] | what the drivers of both chips share |
//! | [`counter_chip`] | one method for each function of the chip |
//! | [`queue`] | timer queues, usable without a chip: the crate `carillon-queues` |
//! | [`timer_chip`] | the timer chip, which keeps the queues itself: one method for each function |
//! | [`device`] | clocks with an alarm: the operating system's, RISC-V's, any counter's, the counter chip's |
//! | [`facility`] | a queue with the chip or such a clock, or the timer chip: start, stop, the interrupt handler |
//! | [`rate`] | the length of a tick: conversion between durations and ticks |
//! | [`counter`] | what counts ticks and may fail; one for tests |
//! | `delay` | `embedded_hal`'s delays with such a clock |
//! | `embassy` | embassy's time driver with any facility |
//! | `rtic` | RTIC's timer queue on any device with an alarm |
//! | `future` | sleeps, time-outs and intervals for any executor |
//! | `shards` | timers on many threads, which stop and restart each other's |
//!
//! No input causes a panic. Without the features `alloc`, `future` and `shards` the driver does not allocate, and the
//! caller provides all memory. A facility over any [`bus::RegisterBus`]:
//!
//! ```no_run
//! use carillon_driver::facility::{CounterChipFacility, TimerFacility};
//! use carillon_driver::fixed_timers;
//! use carillon_driver::mmio::Mmio;
//! use carillon_driver::queue::HashedWheel;
//!
//! # fn main() -> Result<(), Box<dyn core::error::Error>> {
//! // SAFETY: the board's manual says that a Carillon chip is at this address, and nobody else uses it.
//! let bus = unsafe { Mmio::new(0x4000_0000 as *mut _) }.ok_or("null base address")?;
//! // Ticks of 100 clocks, 256 slots, room for 32 timers.
//! let mut timers = CounterChipFacility::new(bus, 100, fixed_timers!(HashedWheel::new(256), 32)?)?;
//! let retransmit = timers.start(5_000, "retransmit")?;
//! timers.start(90_000, "keep alive")?;
//! timers.stop(retransmit)?;
//! // In the interrupt handler:
//! timers.service(|timers, expired| {
//!     // `due` is the exact tick, however late the host is: periods do not drift.
//!     let again = timers.start_at(expired.due + 90_000, expired.item);
//!     assert!(again.is_ok());
//! })?;
//! # Ok(())
//! # }
//! ```
#![cfg_attr(feature = "document-features", doc = "# Features", doc = document_features::document_features!())]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![deny(missing_docs)]
#![deny(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unreachable, clippy::unwrap_used)]

#[cfg(any(feature = "future", feature = "shards"))]
extern crate std;

pub mod bus;
pub mod chip;
mod count;
pub mod counter;
pub mod counter_chip;
#[cfg(feature = "embedded-hal")]
pub mod delay;
pub mod device;
#[cfg(feature = "embassy")]
pub mod embassy;
pub mod facility;
#[cfg(feature = "future")]
pub mod future;
#[cfg(any(feature = "embassy", feature = "rtic"))]
mod installed;
pub mod mmio;
/// The length of a tick: conversion between durations and ticks.
pub mod rate {
    pub use carillon_queues::clock::{Span, TickRate};
}
#[cfg(feature = "rtic")]
pub mod rtic;
#[cfg(feature = "shards")]
pub mod shards;
#[cfg(any(feature = "future", feature = "shards"))]
mod sync;
pub mod timer_chip;
mod trace;
#[cfg(any(feature = "future", feature = "shards"))]
mod wake_up;

/// The timer queues, usable without any chip: the crate `carillon-queues`.
pub use carillon_queues as queue;

/// A queue at tick 0 without timers, in the [structure](queue::schemes) that is given first, for at most as many timers
/// as the second number says. Its memory is in itself: it needs no allocator, and a full one gives the item of a start
/// back. Both arguments are constants, the second one a `usize`; neither may be a generic parameter. The structure is
/// one whose function `records` says how much memory it takes. For a queue in a `static`, see
/// [`FixedTimerWheel`](queue::FixedTimerWheel).
///
/// The result is that of [`Timers::with`](queue::Timers::with): [`QueueError`](queue::QueueError) if the structure
/// cannot be as it was asked to.
///
/// ```
/// use carillon_driver::fixed_timers;
/// use carillon_driver::queue::{HashedWheel, TimerQueue};
///
/// let mut timers = fixed_timers!(HashedWheel::new(256), 32)?;
/// timers.start(5_000, "retransmit")?;
/// assert_eq!(timers.advance(5_000).count(), 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[macro_export]
macro_rules! fixed_timers {
    ($structure:expr, $timers:expr) => {{
        // No constants of its own: their names could be those in the arguments.
        let records = [$crate::queue::memory::Record::VACANT; ($structure).records($timers)];
        $crate::queue::Timers::with(
            $structure,
            (records, [0; $timers], [const { ::core::option::Option::None }; $timers]),
        )
    }};
}
