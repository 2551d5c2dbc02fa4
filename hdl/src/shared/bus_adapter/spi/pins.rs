//! # The SPI pins, seen with the chip's clock
//!
//! **Purpose.** Turns `spi_sck`, `spi_cs_n` and `spi_mosi`, which change at any time, into steps of the chip's clock.
//!
//! **Interface.** `selected` while the frame lasts; `rising` and `falling` for one clock each edge of `spi_sck` while
//! selected; `host_bit` with `rising` is the bit that the host has put out.
//!
//! **Timing.** Each pin passes two flip-flops, `spi_sck` a third to compare with. An edge is told two to three clocks
//! after it came. A level of `spi_sck` or `spi_cs_n` that is shorter than one clock may be missed.
//!
//! **Invariants.** Between two `rising` there is one `falling`, unless the frame ended between them.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The pins; see the module's header.
#[derive(Circuit, Default)]
pub struct Pins {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// The host's clock.
    pub spi_sck: Signal<In, Bit>,
    /// Low: a frame for this chip.
    pub spi_cs_n: Signal<In, Bit>,
    /// The host's data.
    pub spi_mosi: Signal<In, Bit>,
    /// A frame for this chip.
    pub selected: Signal<Out, Bit>,
    /// The host's clock rose.
    pub rising: Signal<Out, Bit>,
    /// The host's clock fell.
    pub falling: Signal<Out, Bit>,
    /// The host's data.
    pub host_bit: Signal<Out, Bit>,
    /// The host's clock after one flip-flop: may be metastable.
    first_sck: DFF<Bit>,
    /// The host's clock after two flip-flops: safe to use.
    second_sck: DFF<Bit>,
    /// The host's clock after three flip-flops: what it was before.
    third_sck: DFF<Bit>,
    // Inverted, so that the value before the first clock is that of no frame.
    /// Selected, after one flip-flop: may be metastable.
    first_select: DFF<Bit>,
    /// Selected, after two flip-flops: safe to use.
    second_select: DFF<Bit>,
    /// The host's data after one flip-flop: may be metastable.
    first_mosi: DFF<Bit>,
    /// The host's data after two flip-flops: safe to use.
    second_mosi: DFF<Bit>,
}

impl Logic for Pins {
    #[hdl_gen]
    fn update(&mut self) {
        self.first_sck.d.next = self.spi_sck.val();
        self.second_sck.d.next = self.first_sck.q.val();
        self.third_sck.d.next = self.second_sck.q.val();
        self.first_select.d.next = !self.spi_cs_n.val();
        self.second_select.d.next = self.first_select.q.val();
        self.first_mosi.d.next = self.spi_mosi.val();
        self.second_mosi.d.next = self.first_mosi.q.val();
        self.selected.next = self.second_select.q.val();
        self.rising.next = self.second_select.q.val() & self.second_sck.q.val() & !self.third_sck.q.val();
        self.falling.next = self.second_select.q.val() & !self.second_sck.q.val() & self.third_sck.q.val();
        self.host_bit.next = self.second_mosi.q.val();
    }
}
