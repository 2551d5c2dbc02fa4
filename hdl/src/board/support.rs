//! # What a chip needs on a board
//!
//! **Purpose.** The chip's clock and reset, and the board's lights.
//!
//! **Interface.** `board_clock` comes from the board's pin. `chip_clock` and `reset` go to the chip, `irq` comes from
//! it. The lights are high for on, or low where the board wants that.
//!
//! **Timing.** `chip_clock` is made by [`super::clock_source`]; all else belongs to it.
//!
//! **Invariants.** `reset` is high until `chip_clock` is stable.

use super::clock_source::{ClockSource, Source};
use super::heartbeat::Heartbeat;
use super::power_on::PowerOn;
use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// Clock, reset and lights; see the module's header.
#[derive(Circuit)]
pub struct Support {
    /// The board's clock.
    pub board_clock: Signal<In, Clock>,
    /// The chip's interrupt line.
    pub irq: Signal<In, Bit>,
    /// The chip's clock.
    pub chip_clock: Signal<Out, Clock>,
    /// The chip's reset.
    pub reset: Signal<Out, Bit>,
    /// High while the chip's clock is stable and it is out of reset.
    pub running: Signal<Out, Bit>,
    /// A light that goes on and off about once a second.
    pub led_heartbeat: Signal<Out, Bit>,
    /// A light that is on while the chip interrupts.
    pub led_irq: Signal<Out, Bit>,
    clock_source: ClockSource,
    power_on: PowerOn,
    heartbeat: Heartbeat,
    lights_low: Constant<Bit>,
}

impl Support {
    /// With the chip's clock from `source`, and lights that are on when low if `lights_low`.
    pub fn new(source: Source, lights_low: bool) -> Self {
        SupportParts {
            power_on: PowerOn::default(),
            heartbeat: Heartbeat::default(),
            clock_source: ClockSource::new(source),
            lights_low: Constant::new(lights_low),
        }
        .assemble()
    }
}

impl Logic for Support {
    #[hdl_gen]
    fn update(&mut self) {
        self.clock_source.board_clock.next = self.board_clock.val();
        self.power_on.clock.next = self.clock_source.chip_clock.val();
        self.heartbeat.clock.next = self.clock_source.chip_clock.val();
        self.chip_clock.next = self.clock_source.chip_clock.val();
        self.power_on.locked.next = self.clock_source.locked.val();
        self.reset.next = self.power_on.reset.val();
        self.running.next = !self.power_on.reset.val();
        self.led_heartbeat.next = self.heartbeat.light.val() ^ self.lights_low.val();
        self.led_irq.next = self.irq.val() ^ self.lights_low.val();
    }
}
