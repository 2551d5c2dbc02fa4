//! A deterministic simulation of the whole host.
#![allow(missing_docs)]

mod chip;
mod clock;
mod host;
mod judge;
mod line;
pub mod oracle;
pub mod plan;
pub mod program;
mod shrink;
mod world;

pub use judge::{Verdict, judge, judge_seed, shrunk};
