//! # A chip with UART on a board
//!
//! **Purpose.** The chip with its UART bus adapter between the board's pins: wires only.
//!
//! **Interface.** The pins that a board's description has to place. `uart_rx` and `uart_tx` are named as the FPGA sees
//! them.
//!
//! **Timing.** One clock, that of [`super::support`]. `uart_rx` is synchronised in the bus adapter; all outputs come
//! from flip-flops.
//!
//! **Invariants.** The chip is in reset until its clock is stable.

use super::clock_source::Source;
use super::support::Support;
use crate::circuit::Circuit;
use crate::counter_chip::top::UartTop;
use crate::timer_chip::top::TimerUartTop;
use carillon_regmap::counter_chip::Build;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// The board's top for one of the chips; `bit` and `word` are those of a memory, which is not there.
macro_rules! board {
    ($board:ident, $parts:ident, $chip:ident, $build:ident, [$($bit:ident),*], [$($word:ident),*]) => {
        /// The board's top; see the module's header.
        #[derive(Circuit)]
        pub struct $board {
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
            support: Support,
            chip: $chip,
        }

        impl $board {
            /// The chip that `build` describes, with bits of `clocks_a_bit` clocks.
            pub fn new(build: &$build, clocks_a_bit: u32, source: Source, lights_low: bool) -> Self {
                $parts {
                    support: Support::new(source, lights_low),
                    chip: $chip::new(build, clocks_a_bit),
                }.assemble().into_top()
            }
        }

        impl Logic for $board {
            #[hdl_gen]
            fn update(&mut self) {
                self.support.board_clock.next = self.clock.val();
                self.support.irq.next = self.chip.irq.val();
                self.chip.clock.next = self.support.chip_clock.val();
                self.chip.reset.next = self.support.reset.val();
                self.chip.uart_rx.next = self.uart_rx.val();
                self.uart_tx.next = self.chip.uart_tx.val();
                $(self.chip.memory.$bit.next = false;)*
                $(self.chip.memory.$word.next = 0.into();)*
                self.irq.next = self.chip.irq.val();
                self.running.next = self.support.running.val();
                self.led_heartbeat.next = self.support.led_heartbeat.val();
                self.led_irq.next = self.support.led_irq.val();
            }
        }
    };
}

board!(UartBoard, UartBoardParts, UartTop, Build, [], []);
// Its memory is inside, so the pins of another one are not used.
board!(TimerUartBoard, TimerUartBoardParts, TimerUartTop, TimerBuild, [ack, err, stall], [dat_r]);
