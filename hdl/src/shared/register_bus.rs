//! # The register bus
//!
//! **Purpose.** Carries one access at a time between a bus adapter and a chip's registers.
//!
//! **Interface.** A bus adapter puts `execute` high for one clock, with `write`, `whole` (all four bytes are written),
//! `address` (of a word) and `data`, which stay until the next `execute`. The chip answers each with one clock of
//! `done`, in the next clock or later, and with it `failed`: there is no such register, or a write was not whole.
//!
//! **Timing.** `read_data` stands from the clock after `done` to the next `execute`. Two accesses are at least four
//! clocks apart, and the second comes two clocks after the first's `done` or later. Bus adapter and chip share the
//! reset pin; `CTRL.reset` leaves the bus adapter alone.
//!
//! **Invariants.** An access that a reset cuts short has no `done`, or one in the clock after the reset began, which
//! the bus adapter does not take for an answer. Both sides' promises are in `testbench/formal/register_bus.sv`.

#![allow(missing_docs, reason = "the methods that Rust-HDL derives have none")]

use crate::circuit::Part;
use rust_hdl::prelude::*;

/// The bus adapter's side; see the module's header.
#[derive(LogicInterface, Clone, Debug, Default)]
#[join = "RegisterBusSlave"]
pub struct RegisterBusMaster {
    /// An access is made in this clock.
    pub execute: Signal<Out, Bit>,
    /// It is a write.
    pub write: Signal<Out, Bit>,
    /// It writes all four bytes.
    pub whole: Signal<Out, Bit>,
    /// Its word address.
    pub address: Signal<Out, Bits<6>>,
    /// The word written.
    pub data: Signal<Out, Bits<32>>,
    /// The access is done.
    pub done: Signal<In, Bit>,
    /// With `done`: it has failed.
    pub failed: Signal<In, Bit>,
    /// The word read, from the clock after `done` on.
    pub read_data: Signal<In, Bits<32>>,
}

/// The chip's side; see the module's header.
#[derive(LogicInterface, Clone, Debug, Default)]
#[join = "RegisterBusMaster"]
pub struct RegisterBusSlave {
    /// An access is made in this clock.
    pub execute: Signal<In, Bit>,
    /// It is a write.
    pub write: Signal<In, Bit>,
    /// It writes all four bytes.
    pub whole: Signal<In, Bit>,
    /// Its word address.
    pub address: Signal<In, Bits<6>>,
    /// The word written.
    pub data: Signal<In, Bits<32>>,
    /// The access is done.
    pub done: Signal<Out, Bit>,
    /// With `done`: it has failed.
    pub failed: Signal<Out, Bit>,
    /// The word read, from the clock after `done` on.
    pub read_data: Signal<Out, Bits<32>>,
}

impl Part for RegisterBusMaster {}

impl Part for RegisterBusSlave {}
