// The ports of the phase-locked loops that board tops name, for Verilator's lint. Synthesis has its own description of
// them.
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSED */
/* verilator lint_off UNDRIVEN */

module SB_PLL40_PAD #(
    parameter FEEDBACK_PATH = "SIMPLE", PLLOUT_SELECT = "GENCLK",
    parameter [3:0] DIVR = 0, parameter [6:0] DIVF = 0, parameter [2:0] DIVQ = 0, FILTER_RANGE = 0
) (input PACKAGEPIN, RESETB, BYPASS, output PLLOUTGLOBAL, LOCK);
endmodule

module SB_PLL40_CORE #(
    parameter FEEDBACK_PATH = "SIMPLE", PLLOUT_SELECT = "GENCLK",
    parameter [3:0] DIVR = 0, parameter [6:0] DIVF = 0, parameter [2:0] DIVQ = 0, FILTER_RANGE = 0
) (input REFERENCECLK, RESETB, BYPASS, output PLLOUTGLOBAL, LOCK);
endmodule

module EHXPLLL #(
    parameter FEEDBK_PATH = "CLKOP", CLKOP_ENABLE = "ENABLED",
    parameter CLKI_DIV = 1, CLKFB_DIV = 1, CLKOP_DIV = 8, CLKOP_CPHASE = 0, CLKOP_FPHASE = 0
) (
    input CLKI, CLKFB, RST, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG, PLLWAKESYNC, ENCLKOP,
    output CLKOP, LOCK
);
endmodule
