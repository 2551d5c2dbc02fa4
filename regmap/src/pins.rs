//! The chip's pins, for tests that compare clock by clock.

/// The input pins during one clock. `Default` is an idle bus without reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Inputs {
    /// Synchronous reset, active high.
    pub reset: bool,
    /// Wishbone: a bus cycle is in progress.
    pub wb_cyc: bool,
    /// Wishbone: a transfer is requested.
    pub wb_stb: bool,
    /// Wishbone: the transfer writes.
    pub wb_we: bool,
    /// Wishbone: the selected byte lanes; the four low bits are used.
    pub wb_sel: u8,
    /// Wishbone: word address, the byte offset divided by four; the six low bits are used.
    pub wb_adr: u8,
    /// Wishbone: the word to write.
    pub wb_dat_w: u32,
}

/// The output pins, sampled in one clock before its rising edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outputs {
    /// The interrupt line, level, active high.
    pub irq: bool,
    /// Wishbone: the transfer is done.
    pub wb_ack: bool,
    /// Wishbone: the transfer is refused.
    pub wb_err: bool,
    /// Wishbone: a request cannot be accepted in this clock.
    pub wb_stall: bool,
    /// Wishbone: the word read, valid with `wb_ack`.
    pub wb_dat_r: u32,
}
