//! # The bus to the records' memory
//!
//! **Purpose.** Carries the timer chip's transfers to the memory that holds its records.
//!
//! **Interface.** Pipelined Wishbone B4, 32 bits wide, with word addresses; the chip is the master.
//!
//! **Timing.** That of [`super::port`].
//!
//! **Invariants.** At most one transfer is under way.

#![allow(missing_docs, reason = "the methods that Rust-HDL derives have none")]

use crate::circuit::Part;
use rust_hdl::prelude::*;

/// The chip's side; see the module's header.
#[derive(LogicInterface, Clone, Debug, Default)]
#[join = "MemorySlave"]
pub struct MemoryMaster {
    /// A bus cycle to the records' memory is under way.
    pub cyc: Signal<Out, Bit>,
    /// A transfer is asked for.
    pub stb: Signal<Out, Bit>,
    /// It is a write.
    pub we: Signal<Out, Bit>,
    /// Which bytes.
    pub sel: Signal<Out, Bits<4>>,
    /// Which word.
    pub adr: Signal<Out, Bits<30>>,
    /// The word to write.
    pub dat_w: Signal<Out, Bits<32>>,
    /// The word read.
    pub dat_r: Signal<In, Bits<32>>,
    /// The transfer is done.
    pub ack: Signal<In, Bit>,
    /// The transfer has failed.
    pub err: Signal<In, Bit>,
    /// No transfer is accepted in this clock.
    pub stall: Signal<In, Bit>,
}

/// The memory's side; see the module's header.
#[derive(LogicInterface, Clone, Debug, Default)]
#[join = "MemoryMaster"]
pub struct MemorySlave {
    /// A bus cycle to the records' memory is under way.
    pub cyc: Signal<In, Bit>,
    /// A transfer is asked for.
    pub stb: Signal<In, Bit>,
    /// It is a write.
    pub we: Signal<In, Bit>,
    /// Which bytes.
    pub sel: Signal<In, Bits<4>>,
    /// Which word.
    pub adr: Signal<In, Bits<30>>,
    /// The word to write.
    pub dat_w: Signal<In, Bits<32>>,
    /// The word read.
    pub dat_r: Signal<Out, Bits<32>>,
    /// The transfer is done.
    pub ack: Signal<Out, Bit>,
    /// The transfer has failed.
    pub err: Signal<Out, Bit>,
    /// No transfer is accepted in this clock.
    pub stall: Signal<Out, Bit>,
}

impl Part for MemoryMaster {}

impl Part for MemorySlave {}
