//! The laboratory: a chip and the driver at work, steered by messages and shown in frames.
//!
//! | module | idea |
//! |---|---|
//! | [`parts`](Parts) | what a laboratory is made of: chips, and the clock on the wall |
//! | [`reference`](Reference) | these parts in plain Rust |
//! | [`config`](Config) | which chip, which scheme, which wheels |
//! | `bus`, `host`, `machine` | one chip and one host on one clock, which runs exactly to a clock |
//! | `generator`, `capture` | timers that start by themselves |
//! | `beside` | a timer chip that gets the same timers |
//! | [`command`](Act) | what a client may ask for |
//! | `record` | what the bus carried, and the chip clock by clock |
//! | `history` | going back, exactly: moments that were kept, and what was done since |
//! | `session` | all that was done, to be done again elsewhere |
//! | [`scene`](Scene) | guided scenes, which are data |
//! | [`frame`](Frame) | what the page shows |
//! | [`lab`](Lab) | all of these together, without a transport |
//! | `wasm` | the laboratory in a page of its own, as WebAssembly |
//!
//! Everything that the host does depends on the chip's clock alone, never on the time of day. So a run is repeated
//! exactly from any moment, at any speed.

mod beside;
mod bus;
mod capture;
mod command;
mod config;
mod counters;
mod error;
mod frame;
mod generator;
mod history;
mod host;
mod journal;
mod lab;
mod machine;
mod parts;
mod record;
mod reference;
mod registers;
mod scene;
mod session;
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod wasm;

pub use bus::{BoardError, WireError};
pub use capture::{Traffic, load};
pub use command::{Access, Act, Control, Goal, Message, Saving, Unit};
pub use config::{Config, Scheme};
pub use counters::Counters;
pub use error::LabError;
pub use frame::Frame;
pub use generator::{Distribution, Plan};
pub use lab::Lab;
pub use parts::{Chip, Model, Parts, Reason, Saved, TimerDevice};
pub use reference::Reference;
pub use scene::{Scene, scenes};
