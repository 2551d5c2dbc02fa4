//! The timer queues as the figures of `docs/timing-wheels.md` run them.
//!
//! | module | idea |
//! |---|---|
//! | [`scheme`](Scheme) | which queues there are, by number |
//! | [`living`](Living) | a queue whose timers have names: start, stop, tick; its counts, and where each timer is |
//! | [`load`](Load) | random intervals, and what they cost a queue on average |
//! | `wasm` | all this for a page, as WebAssembly |
//!
//! All counts are the queues' own.

mod living;
mod load;
mod scheme;
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod wasm;

pub use living::{Counts, Living, Place};
pub use load::{Cost, Load, Spread, cost};
pub use scheme::Scheme;
