//! A Verilated SoC: a RISC-V processor (VexRiscv, RV32IMAC), its memories, a UART, LiteX's timer, and the Carillon
//! chip.
//!
//! `cargo build` has LiteX write it around the chip (`hdl/litex/soc.py`, where its addresses are), lets Verilator turn
//! both into C++, and links that here. A [`Soc`] runs one program; what the program says comes out as [`Event`]s, and
//! [`Counts`] tell what the processor does meanwhile. Instances share nothing.

#![deny(unsafe_code)]

pub mod cost;
#[allow(unsafe_code)]
mod ffi;
pub mod firmware;
pub mod load;
mod message;
pub mod profile;
mod program;
mod soc;
pub mod tasks;

pub use message::{Message, Messages, NoMessage};
pub use program::{Program, ProgramError, Symbol};
pub use soc::{Counts, Event, Soc, SocError};
