//! # From the board's clock to the chip's
//!
//! **Purpose.** The phase-locked loop of the part, or a wire where the chip runs on the board's own clock. It is the
//! only module that names primitives of a vendor.
//!
//! **Interface.** `board_clock` is the pin. `chip_clock` is `clock_hertz` of the board's description, stable while
//! `locked`.
//!
//! **Timing.** No phase between the two clocks is promised, and none is needed: all other pins are asynchronous.
//!
//! **Invariants.** In Rust-HDL's simulator it is a wire: `chip_clock` is `board_clock`, `locked` is high.

use super::pll::{Ecp5Pll, Ice40Pll};
use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// How the chip's clock is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// It is the board's.
    #[default]
    Wire,
    /// An iCE40's loop, whose reference comes from the pin that belongs to the loop.
    Ice40Pad(Ice40Pll),
    /// An iCE40's loop, whose reference comes from any pin.
    Ice40Core(Ice40Pll),
    /// An ECP5's loop.
    Ecp5(Ecp5Pll),
}

/// The clock's source; see the module's header.
#[derive(Circuit, Default)]
pub struct ClockSource {
    /// The board's clock.
    pub board_clock: Signal<In, Clock>,
    /// The chip's clock.
    pub chip_clock: Signal<Out, Clock>,
    /// The chip's clock is stable.
    pub locked: Signal<Out, Bit>,
    _source: Source,
}

impl ClockSource {
    /// A clock made as `source` says.
    pub fn new(source: Source) -> Self {
        Self { _source: source, ..Self::default() }
    }
}

impl Logic for ClockSource {
    fn update(&mut self) {
        self.chip_clock.next = self.board_clock.val();
        self.locked.next = true;
    }

    fn connect(&mut self) {
        self.chip_clock.connect();
        self.locked.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: match self._source {
                Source::Wire => "\
assign chip_clock = board_clock;
assign locked = 1'b1;
"
                .to_owned(),
                Source::Ice40Pad(pll) => ice40("PAD", "PACKAGEPIN", pll),
                Source::Ice40Core(pll) => ice40("CORE", "REFERENCECLK", pll),
                Source::Ecp5(pll) => ecp5(pll),
            },
            cores: String::new(),
        })
    }
}

/// The instance of an iCE40's loop.
fn ice40(kind: &str, reference: &str, pll: Ice40Pll) -> String {
    format!(
        "\
SB_PLL40_{kind} #(
   .FEEDBACK_PATH(\"SIMPLE\"),
   .PLLOUT_SELECT(\"GENCLK\"),
   .DIVR(4'd{}),
   .DIVF(7'd{}),
   .DIVQ(3'd{}),
   .FILTER_RANGE(3'd{})
) loop (
   .{reference}(board_clock),
   .PLLOUTGLOBAL(chip_clock),
   .LOCK(locked),
   .RESETB(1'b1),
   .BYPASS(1'b0)
);
",
        pll.divr, pll.divf, pll.divq, pll.filter_range
    )
}

/// The instance of an ECP5's loop.
fn ecp5(pll: Ecp5Pll) -> String {
    format!(
        "\
(* ICP_CURRENT = \"12\", LPF_RESISTOR = \"8\", MFG_ENABLE_FILTEROPAMP = \"1\", MFG_GMCREF_SEL = \"2\" *)
EHXPLLL #(
   .FEEDBK_PATH(\"CLKOP\"),
   .CLKI_DIV({}),
   .CLKFB_DIV({}),
   .CLKOP_ENABLE(\"ENABLED\"),
   .CLKOP_DIV({}),
   .CLKOP_CPHASE({}),
   .CLKOP_FPHASE(0)
) loop (
   .CLKI(board_clock),
   .CLKFB(chip_clock),
   .CLKOP(chip_clock),
   .LOCK(locked),
   .RST(1'b0),
   .STDBY(1'b0),
   .PHASESEL0(1'b0),
   .PHASESEL1(1'b0),
   .PHASEDIR(1'b1),
   .PHASESTEP(1'b1),
   .PHASELOADREG(1'b1),
   .PLLWAKESYNC(1'b0),
   .ENCLKOP(1'b0)
);
",
        pll.input,
        pll.feedback,
        pll.output,
        (pll.output - 1) / 2
    )
}
