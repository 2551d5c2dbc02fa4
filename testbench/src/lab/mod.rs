//! The laboratory: the Verilated chip and the driver at work, shown and steered on a page in the browser.
//!
//! | module | idea |
//! |---|---|
//! | [`config`](Config) | which chip, which scheme, which wheels |
//! | `bus`, `host`, `machine` | one chip and one host on one clock, which runs exactly to a clock |
//! | `board` | a chip at the end of a cable in the place of the simulated one |
//! | `generator`, `capture` | timers that start by themselves |
//! | `beside` | a timer chip that gets the same timers |
//! | [`command`](Act) | what a client may ask for |
//! | `history` | going back, exactly: moments that were kept, and what was done since |
//! | [`scene`](Scene) | guided scenes, which are data |
//! | [`frame`](Frame) | what the page shows |
//! | [`lab`](Lab) | all of these together, without a transport |
//! | [`server`](Server) | HTTP and WebSocket on the loopback interface |
//! | `token` | the secret of one run, without which the server tells and does nothing |
//!
//! Everything that the host does depends on the chip's clock alone, never on the time of day. So a run is repeated
//! exactly from any moment, at any speed.

mod beside;
mod board;
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
mod http;
mod journal;
#[expect(clippy::module_inception, reason = "the laboratory itself")]
mod lab;
mod machine;
mod pages;
mod registers;
mod scene;
mod server;
mod session;
mod token;

pub use capture::load;
pub use command::{Act, Control, Message, Unit};
pub use config::{Config, Scheme, left_out, models};
pub use counters::Counters;
pub use error::LabError;
pub use frame::Frame;
pub use generator::{Distribution, Plan};
pub use lab::Lab;
pub use scene::{Scene, scenes};
pub use server::{MOST_CLIENTS, Server};
