//! # What the host sets
//!
//! **Purpose.** Keeps the settings, turns writes into commands for the other parts, and remembers what was refused.
//!
//! **Interface.** One `write_*` strobe at a time, with `data`. Settings leave on `enable`, `prescale` and `running`,
//! commands on `arm`, `disarm`, `pop`, `soft_reset` and `write_size`; `refused` says that a setting is not taken. Who
//! is written, and what a read shows, is the register file's; what belongs to the interrupt, the alarm and coalescing
//! is in parts of their own.
//!
//! **Timing.** `data` is valid from the clock before the strobe. Commands leave in the clock of the strobe; settings
//! and `errors` show at its end. `error_level` is one clock behind `errors`.
//!
//! **Invariants.** The prescaler is never 0; it never changes while `running`, nor is a size offered to the wheels
//! then. `enable` is high only while `running`. A refused write changes nothing but its bit of `errors`. An error that
//! comes in the clock in which its bit is cleared is kept.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The write side of the registers; see the module's header.
#[derive(Circuit)]
pub struct Registers {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to reset values.
    pub clear: Signal<In, Bit>,
    /// The word written.
    pub data: Signal<In, Bits<32>>,
    /// `CTRL` is written.
    pub write_ctrl: Signal<In, Bit>,
    /// `PRESCALE` is written.
    pub write_prescale: Signal<In, Bit>,
    /// `ARM` is written.
    pub write_arm: Signal<In, Bit>,
    /// `DISARM` is written.
    pub write_disarm: Signal<In, Bit>,
    /// `EVENT_ACK` is written.
    pub write_event_ack: Signal<In, Bit>,
    /// `ERROR` is written.
    pub write_error: Signal<In, Bit>,
    /// `WHEEL_SIZE` of some wheel is written.
    pub write_wheel_size: Signal<In, Bit>,
    /// An access has found no register, or has written part of a word.
    pub access_failed: Signal<In, Bit>,
    /// A command names no slot of a wheel.
    pub arm_refused: Signal<In, Bit>,
    /// A size does not fit.
    pub size_refused: Signal<In, Bit>,
    /// The memory has been cleared.
    pub ready: Signal<In, Bit>,
    /// The FIFO's head is an event.
    pub event_valid: Signal<In, Bit>,
    /// Events acknowledged, modulo 16, by the clock before a strobe: what an acknowledgement must name.
    pub pops: Signal<In, Bits<4>>,
    /// A setting is written and not taken.
    pub refused: Signal<Out, Bit>,
    /// Time passes.
    pub enable: Signal<Out, Bit>,
    /// Clocks a tick.
    pub prescale: Signal<Out, Bits<24>>,
    /// Enabled at least once since reset: sizes and prescaler are locked.
    pub running: Signal<Out, Bit>,
    /// Everything but the bus adapter goes through its reset.
    pub soft_reset: Signal<Out, Bit>,
    /// `ARM` is accepted.
    pub arm: Signal<Out, Bit>,
    /// `DISARM` is accepted, or an acknowledgement disarms.
    pub disarm: Signal<Out, Bit>,
    /// The command's wheel; 0 of an acknowledgement.
    pub wheel: Signal<Out, Bits<3>>,
    /// The command's slot; 0 of an acknowledgement, which means that of the head.
    pub slot: Signal<Out, Bits<20>>,
    /// The command's lap.
    pub lap: Signal<Out, Bits<8>>,
    /// The event FIFO drops its head.
    pub pop: Signal<Out, Bit>,
    /// The wheels take a size, if it fits.
    pub write_size: Signal<Out, Bit>,
    /// `ERROR`.
    pub errors: Signal<Out, Bits<8>>,
    /// Some bit of `ERROR` is set.
    pub error_level: Signal<Out, Bit>,
    /// `CTRL.enable`.
    enabled: DFF<Bit>,
    /// It has been enabled since the last reset.
    started: DFF<Bit>,
    /// `PRESCALE`.
    clocks_a_tick: DFF<Bits<24>>,
    /// `ERROR`.
    sticky_errors: DFF<Bits<8>>,
    /// Some bit of `ERROR` was set in the clock before.
    some_error: DFF<Bit>,
    /// The word on the bus in the clock before was a prescaler, not 0.
    clocks_given: DFF<Bit>,
    /// It named the head of the FIFO, as an acknowledgement must.
    sequence_right: DFF<Bit>,
    reset_clocks: Constant<Bits<24>>,
    sequence_given: Signal<Local, Bits<4>>,
    cleared_errors: Signal<Local, Bits<8>>,
    new_errors: Signal<Local, Bits<8>>,
    locked: Signal<Local, Bit>,
    ack_empty: Signal<Local, Bit>,
    ack_stale: Signal<Local, Bit>,
    acknowledged: Signal<Local, Bit>,
    prescale_zero: Signal<Local, Bit>,
    not_ready: Signal<Local, Bit>,
}

impl Default for Registers {
    fn default() -> Self {
        RegistersParts { reset_clocks: Constant::new(1.into()) }.assemble()
    }
}

impl Logic for Registers {
    #[hdl_gen]
    fn update(&mut self) {
        // What is asked of `data` is asked a clock early.
        self.sequence_given.next = self.data.val().get_bits::<4>(23);
        self.sequence_right.d.next = self.sequence_given.val() == self.pops.val();
        self.clocks_given.d.next = self.data.val().get_bits::<24>(0).any();

        // Settings.
        if self.write_prescale.val() & !self.started.q.val() & self.clocks_given.q.val() {
            self.clocks_a_tick.d.next = self.data.val().get_bits::<24>(0);
        }
        self.soft_reset.next = self.write_ctrl.val() & self.data.val().get_bit(1);
        if self.write_ctrl.val() {
            self.enabled.d.next = self.data.val().get_bit(0) & self.ready.val();
            if self.data.val().get_bit(0) & self.ready.val() {
                self.started.d.next = true;
            }
        }
        self.write_size.next = self.write_wheel_size.val() & !self.started.q.val();

        // Commands. An acknowledgement that disarms names no slot: it means the head's.
        self.acknowledged.next = self.write_event_ack.val() & self.event_valid.val() & self.sequence_right.q.val();
        self.pop.next = self.acknowledged.val();
        self.arm.next = self.write_arm.val() & self.started.q.val();
        self.disarm.next =
            (self.write_disarm.val() & self.started.q.val()) | (self.acknowledged.val() & self.data.val().get_bit(0));
        self.lap.next = self.data.val().get_bits::<8>(24);
        self.wheel.next = self.data.val().get_bits::<3>(20);
        self.slot.next = self.data.val().get_bits::<20>(0);
        if self.write_event_ack.val() {
            self.wheel.next = 0.into();
            self.slot.next = 0.into();
        }

        // What is refused.
        self.locked.next = (self.write_prescale.val() | self.write_wheel_size.val()) & self.started.q.val();
        self.ack_empty.next = self.write_event_ack.val() & !self.event_valid.val();
        self.ack_stale.next = self.write_event_ack.val() & self.event_valid.val() & !self.sequence_right.q.val();
        self.prescale_zero.next = self.write_prescale.val() & !self.started.q.val() & !self.clocks_given.q.val();
        self.not_ready.next = ((self.write_arm.val() | self.write_disarm.val()) & !self.started.q.val())
            | (self.write_ctrl.val() & self.data.val().get_bit(0) & !self.data.val().get_bit(1) & !self.ready.val());
        self.refused.next = self.locked.val() | self.prescale_zero.val() | self.not_ready.val();
        self.new_errors.next = bit_cast::<8, 1>(self.arm_refused.val().into())
            | (bit_cast::<8, 1>(self.size_refused.val().into()) << 1)
            | (bit_cast::<8, 1>(self.locked.val().into()) << 2)
            | (bit_cast::<8, 1>(self.ack_empty.val().into()) << 3)
            | (bit_cast::<8, 1>(self.ack_stale.val().into()) << 4)
            | (bit_cast::<8, 1>(self.prescale_zero.val().into()) << 5)
            | (bit_cast::<8, 1>(self.not_ready.val().into()) << 6)
            | (bit_cast::<8, 1>(self.access_failed.val().into()) << 7);
        self.cleared_errors.next = 0.into();
        if self.write_error.val() {
            self.cleared_errors.next = self.data.val().get_bits::<8>(0);
        }
        self.sticky_errors.d.next = (self.sticky_errors.q.val() & !self.cleared_errors.val()) | self.new_errors.val();
        self.some_error.d.next = self.sticky_errors.q.val().any();

        self.enable.next = self.enabled.q.val();
        self.prescale.next = self.clocks_a_tick.q.val();
        self.running.next = self.started.q.val();
        self.errors.next = self.sticky_errors.q.val();
        self.error_level.next = self.some_error.q.val();

        if self.clear.val() {
            self.enabled.d.next = false;
            self.started.d.next = false;
            self.clocks_a_tick.d.next = self.reset_clocks.val();
            self.sticky_errors.d.next = 0.into();
            self.some_error.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests;
