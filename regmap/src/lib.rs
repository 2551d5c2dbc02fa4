//! The register maps of Carillon's two chips, written once: [`counter_chip`] and [`timer_chip`].
//!
//! Everything that must agree about a register takes it from here: the chip (its register file follows from
//! `REGISTERS`), the driver (`offset`, `reset` and `field`), and the files that are generated from `REGISTERS` for tools
//! and people: CMSIS-SVD, SystemRDL, a C header, the proofs' constants and the datasheet's register pages.
//!
//! Offsets are bytes from the chip's base address; every register is one 32-bit word. On Wishbone the word address is
//! the offset divided by four. Reserved bits read 0 and are ignored when written.
//!
//! ```
//! use carillon_regmap::counter_chip::{field, offset};
//!
//! // Arm slot 5 of wheel 1 for the visit in the wheel's lap 7: one write.
//! let word = field::arm::SLOT.put(5) | field::arm::WHEEL.put(1) | field::arm::LAP.put(7);
//! assert_eq!((offset::ARM, word), (0x030, 0x0710_0005));
//! ```
//!
//! [`counter_chip::Build`] and [`timer_chip::TimerBuild`] say what a chip can be built with, [`simulated`] which builds
//! are simulated, and [`pins`] what is at a chip's pins.
//!
//! The crate has no dependencies and needs no standard library. Two features need both: `export` adds the module
//! `export` and the program that writes the generated files, `cli` the options that describe a chip on a command line.
#![no_std]
#![deny(missing_docs)]

#[cfg(any(feature = "cli", feature = "export"))]
extern crate std;

mod bus_adapter;
#[cfg(feature = "cli")]
pub mod cli;
pub mod counter_chip;
mod limits;
mod options;
pub mod pins;
mod register;
pub mod simulated;
mod table;
pub mod timer_chip;
mod version;

#[cfg(feature = "export")]
pub mod export;

pub use bus_adapter::{BusAdapter, MAX_CLOCKS_A_BIT, MIN_CLOCKS_A_BIT};
pub use limits::{ADDRESS_SPACE, MAX_FIFO_BITS, MIN_FIFO_BITS};
pub use options::{FEATURES, Options};
pub use register::{Access, Feature, Field, Register};
pub use version::{VERSION_MAJOR, VERSION_MINOR, VERSION_PATCH, VERSION_VALUE};
