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

pub mod advance;
#[cfg(feature = "alloc")]
mod allocation;
#[cfg(feature = "chip")]
pub mod chip;
pub mod clock;
pub mod collection;
pub mod diagnostics;
mod error;
mod forward;
mod handle;
pub mod memory;
pub mod numbered;
#[cfg(all(feature = "pinned", target_has_atomic = "64"))]
pub mod pinned;
mod record;
pub mod schemes;
#[cfg(all(feature = "shared", target_has_atomic = "64"))]
pub mod shared;
#[cfg(all(feature = "shared", target_has_atomic = "64"))]
mod sync;
#[cfg(test)]
mod tests;
mod timer_queue;
mod timers;
#[cfg(feature = "tools")]
pub mod tools;
mod waiting;

pub use advance::Progress;
pub use error::{QueueError, Refused, RestartError, StartError};
pub use handle::{Expired, Handle};
pub use numbered::{NumberedQueue, NumberedTimers};
pub use schemes::{FlexQueue, HashedWheel, Heap, HierarchicalWheel};
pub use timer_queue::TimerQueue;
#[cfg(feature = "alloc")]
pub use timers::TimerWheel;
pub use timers::{FixedTimerWheel, FixedTimers, Timers};

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
