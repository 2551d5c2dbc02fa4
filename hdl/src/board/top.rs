//! # A chip on a board
//!
//! **Purpose.** What stands between the board's pins and the chip with its UART bus adapter.
//!
//! **Interface.** The pins that a board's description has to place. `uart_rx` and `uart_tx` are named as the FPGA sees them.
//! The lights are high for on, or low where the board wants that.
//!
//! **Timing.** One clock, made by [`super::clock_source`]. `uart_rx` is synchronised in the bus adapter; `irq`, `uart_tx` and the
//! lights come from flip-flops.
//!
//! **Invariants.** The chip is in reset until its clock is stable.

use super::clock_source::{ClockSource, Source};
use super::heartbeat::Heartbeat;
use super::power_on::PowerOn;
use crate::Build;
use crate::assemble::assemble;
use crate::top::UartTop;
use rust_hdl::prelude::*;

/// The board's top; see the module's header.
#[derive(LogicBlock)]
pub struct BoardTop {
    /// The board's clock.
    pub clock: Signal<In, Clock>,
    /// From the host.
    pub uart_rx: Signal<In, Bit>,
    /// To the host.
    pub uart_tx: Signal<Out, Bit>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
    /// High while the chip's clock is stable and it is out of reset.
    pub running: Signal<Out, Bit>,
    /// A light that goes on and off about once a second.
    pub led_heartbeat: Signal<Out, Bit>,
    /// A light that is on while the chip interrupts.
    pub led_irq: Signal<Out, Bit>,
    clock_source: ClockSource,
    power_on: PowerOn,
    heartbeat: Heartbeat,
    chip: UartTop,
    lights_low: Constant<Bit>,
}

impl BoardTop {
    /// The chip that `build` describes, with bits of `clocks_a_bit` clocks, whose clock comes from `source`. The lights are on
    /// when low if `lights_low`.
    pub fn new(build: &Build, clocks_a_bit: u32, source: Source, lights_low: bool) -> Self {
        let mut top: Self = assemble! {
            clock_source: ClockSource::new(source),
            chip: UartTop::new(build, clocks_a_bit),
            lights_low: Constant::new(lights_low);
            clock, uart_rx, uart_tx, irq, running, led_heartbeat, led_irq, power_on, heartbeat,
        };
        top.clock.connect();
        top.uart_rx.connect();
        top.connect_all();
        top
    }
}

impl Logic for BoardTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.clock_source.board_clock.next = self.clock.val();
        self.power_on.clock.next = self.clock_source.chip_clock.val();
        self.heartbeat.clock.next = self.clock_source.chip_clock.val();
        self.chip.clock.next = self.clock_source.chip_clock.val();
        self.power_on.locked.next = self.clock_source.locked.val();
        self.chip.reset.next = self.power_on.reset.val();
        self.chip.uart_rx.next = self.uart_rx.val();
        self.uart_tx.next = self.chip.uart_tx.val();
        self.irq.next = self.chip.irq.val();
        self.running.next = !self.power_on.reset.val();
        self.led_heartbeat.next = self.heartbeat.light.val() ^ self.lights_low.val();
        self.led_irq.next = self.chip.irq.val() ^ self.lights_low.val();
    }
}
