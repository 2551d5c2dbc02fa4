//! The Verilated Carillon chip as a register bus and an interrupt line.
//!
//! `cargo build` generates the chip's Verilog (`carillon-hdl`), converts it to C++ with Verilator 5 and links it here.
//! A [`Simulation`] is one chip: it has a clock, a reset pin, an interrupt pin and a Wishbone port, and it implements
//! the driver's [`RegisterBus`](carillon_driver::bus::RegisterBus): the same driver code runs on it and on a board.
//! Instances share nothing: a test may use any number of them, each in its own thread.
//!
//! ```
//! use carillon_driver::bus::RegisterBus;
//! use carillon_sim::{Model, Simulation};
//!
//! let mut chip = Simulation::new(Model::find(1000, 2)?)?;
//! chip.reset();
//! assert_eq!(chip.read(0x000)?, 0x4341_524C); // ID: "CARL"
//! assert!(!chip.irq());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`UartChip`] and [`SpiChip`] are chips on a cable, driven bit by bit at their pins.
//!
//! [`TimerSimulation`] is the timer chip at its pins, and [`TimerSystem`] that chip with a [`Memory`] behind its port.
//!
//! The models are the rows of [`simulated`](carillon_regmap::simulated), see [`Model::all`]. Another number of slots
//! runs on the next larger model, since the host sets the wheel's size at run time.

#![deny(unsafe_code)]

mod bench;
mod bus;
mod coverage;
#[allow(unsafe_code)]
mod ffi;
mod inside;
mod left_out;
mod model;
mod simulation;
mod spi;
mod timer_chip;
mod uart;
mod wave;

pub use bench::{bare_clocks, bare_reads};
pub use bus::{BusError, DEFAULT_TIMEOUT, Protocol};
pub use carillon_regmap::pins::{Inputs, Outputs};
pub use coverage::{CoverageError, coverage_compiled};
pub use inside::{Inside, InsideError, InsideEvent, Saved};
pub use model::{Model, ModelError};
pub use simulation::{CableError, RESET_CLOCKS, Simulation, SimulationError};
pub use spi::SpiChip;
pub use timer_chip::{
    Memory, MemoryBehaviour, TimerInputs, TimerModel, TimerModelError, TimerOutputs, TimerPins, TimerSimulation,
    TimerSystem,
};
pub use uart::UartChip;
pub use wave::WaveError;

/// Does nothing, but has the linker take what of Verilator's run-time library the crate `verilated` leaves out. For
/// other crates with a Verilated model.
pub fn link_verilator() {
    ffi::coverage_compiled_at_all();
}
