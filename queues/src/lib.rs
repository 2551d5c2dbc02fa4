#![doc = include_str!("../README.md")]
//!
//! | where | what |
//! |---|---|
//! | [`TimerQueue`], [`NumberedQueue`], [`advance`] | what all queues can do |
//! | [`collection`] | their timers as a collection |
//! | [`Timers`], [`numbered`] | the queues, over any structure |
//! | [`schemes`] | the structures |
//! | [`memory`] | what they lie in; memory of the caller's |
//! | [`diagnostics`] | guarantees, counters, checks |
//! | `tools` (feature) | timers that stop when they are dropped, periodic timers, items that run code |
//! | `shared` (feature) | a queue for several threads (on targets with 64-bit atomics) |
//! | `pinned` (feature) | timers that lie in their owners (likewise) |
//! | `chip` (feature) | what the Carillon chip's driver needs of a queue |

#![cfg_attr(feature = "document-features", doc = "# Features", doc = document_features::document_features!())]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(missing_docs)]
#![deny(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unreachable, clippy::unwrap_used)]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "tools")]
mod action;
pub mod advance;
mod arrays;
mod bits;
#[cfg(test)]
mod broken;
#[cfg(feature = "paper")]
mod calendar;
#[cfg(all(feature = "paper", feature = "tools"))]
mod callout;
mod check;
#[cfg(feature = "chip")]
pub mod chip;
pub mod clock;
pub mod collection;
pub mod diagnostics;
#[cfg(feature = "paper")]
mod digits;
mod earliest;
mod error;
#[cfg(feature = "tools")]
mod event;
mod events;
mod flex_queue;
mod handle;
#[cfg_attr(not(feature = "paper"), allow(dead_code, reason = "the lazy heap's part of it"))]
mod heap;
#[cfg(feature = "tools")]
mod histogram;
mod horizon;
#[cfg(all(feature = "paper", feature = "tools", feature = "alloc"))]
mod interval_timers;
pub mod memory;
#[cfg(all(feature = "tools", any(feature = "paper", feature = "chip")))]
mod names;
pub mod numbered;
mod occupancy;
mod ordered;
#[cfg(feature = "tools")]
mod periodic;
#[cfg(all(feature = "pinned", target_has_atomic = "64"))]
pub mod pinned;
mod radix;
mod record;
#[cfg(feature = "tools")]
mod repeat;
#[cfg(feature = "paper")]
mod scheme1;
mod scheme2;
mod scheme3;
#[cfg(feature = "paper")]
mod scheme3_lazy;
#[cfg(feature = "paper")]
mod scheme3_tree;
#[cfg(any(feature = "paper", feature = "chip"))]
mod scheme4;
#[cfg(feature = "paper")]
mod scheme4_and_2;
#[cfg(feature = "paper")]
mod scheme5;
mod scheme6;
mod scheme7;
#[cfg(feature = "paper")]
mod scheme7_ahead;
mod scheme7_lazy;
#[cfg(feature = "paper")]
mod scheme7_rounded;
pub mod schemes;
#[cfg(all(feature = "shared", target_has_atomic = "64"))]
pub mod shared;
#[cfg(feature = "paper")]
mod simulation;
#[cfg(any(feature = "paper", feature = "chip"))]
mod sizes;
mod slot_lists;
mod steps;
mod structure;
#[cfg(all(feature = "shared", target_has_atomic = "64"))]
mod sync;
mod timer_queue;
mod timer_wheel;
mod timers;
#[cfg(feature = "tools")]
pub mod tools;
mod tree;
mod waiting;

pub use advance::Progress;
pub use error::{QueueError, Refused, RestartError, StartError};
pub use flex_queue::FlexQueue;
pub use handle::{Expired, Handle};
pub use numbered::{NumberedQueue, NumberedTimers};
pub use scheme3::Heap;
pub use scheme6::HashedWheel;
pub use scheme7::HierarchicalWheel;
pub use timer_queue::TimerQueue;
#[cfg(feature = "alloc")]
pub use timer_wheel::TimerWheel;
pub use timer_wheel::{FixedTimerWheel, FixedTimers};
pub use timers::Timers;

use diagnostics::InvariantError;

#[cfg(all(feature = "shared", not(target_has_atomic = "64")))]
compile_error!(
    "the feature `shared` needs 64-bit atomics, which this target lacks: \
     keep a `Timers` in a critical section's cell, which works on every target"
);
#[cfg(all(feature = "pinned", not(target_has_atomic = "64")))]
compile_error!(
    "the feature `pinned` needs 64-bit atomics, which this target lacks: \
     use `tools::OwnedTimer`, of the feature `tools`, which works on every target"
);
