//! # A chip with SPI on a board
//!
//! **Purpose.** The chip with its SPI bus adapter between the board's pins: wires only.
//!
//! **Interface.** The pins that a board's description has to place. `spi_miso` is always driven: the bus is the chip's
//! alone.
//!
//! **Timing.** One clock, that of [`super::support`]. The pins of SPI are synchronised in the bus adapter; all outputs
//! come from flip-flops.
//!
//! **Invariants.** The chip is in reset until its clock is stable.

use super::clock_source::Source;
use super::support::Support;
use crate::circuit::Circuit;
use crate::counter_chip::top::SpiTop;
use crate::timer_chip::top::TimerSpiTop;
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
            /// The host's clock.
            pub spi_sck: Signal<In, Bit>,
            /// Low: a frame for the chip.
            pub spi_cs_n: Signal<In, Bit>,
            /// From the host.
            pub spi_mosi: Signal<In, Bit>,
            /// To the host.
            pub spi_miso: Signal<Out, Bit>,
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
            /// The chip that `build` describes.
            pub fn new(build: &$build, source: Source, lights_low: bool) -> Self {
                $parts {
                    support: Support::new(source, lights_low),
                    chip: $chip::new(build),
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
                self.chip.spi_sck.next = self.spi_sck.val();
                self.chip.spi_cs_n.next = self.spi_cs_n.val();
                self.chip.spi_mosi.next = self.spi_mosi.val();
                self.spi_miso.next = self.chip.spi_miso.val();
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

board!(SpiBoard, SpiBoardParts, SpiTop, Build, [], []);
// Its memory is inside, so the pins of another one are not used.
board!(TimerSpiBoard, TimerSpiBoardParts, TimerSpiTop, TimerBuild, [ack, err, stall], [dat_r]);
