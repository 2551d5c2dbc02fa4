//! # What the host sets
//!
//! **Purpose.** Turns one write of the register bus into a stored value or a strobe, and remembers what was refused.
//! Addresses come from `carillon-regmap`. What a read answers is in `read_back`.
//!
//! **Interface.** `execute` for one clock with `write`, `address` (a word address), `whole` (all four bytes are written)
//! and `data`. What the host sets leaves on `enable`, `prescale`, `last_slot` and the command strobes.
//!
//! **Timing.** One access a clock at the most. Strobes leave in the clock of `execute`.
//!
//! **Invariants.** A read changes nothing but `ERROR.address`. Sizes and prescaler never change while `running`. A
//! refused write changes nothing but its bit of `ERROR`.

use carillon_regmap::offset;
use rust_hdl::prelude::*;

use crate::Build;
use crate::assemble::assemble;
use crate::read_back::at;

/// The write side of the registers; see the module's header.
#[derive(LogicBlock)]
pub struct Registers {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to reset values.
    pub clear: Signal<In, Bit>,
    /// An access is made in this clock.
    pub execute: Signal<In, Bit>,
    /// It is a write.
    pub write: Signal<In, Bit>,
    /// It writes all four bytes.
    pub whole: Signal<In, Bit>,
    /// Its word address.
    pub address: Signal<In, Bits<6>>,
    /// The word written.
    pub data: Signal<In, Bits<32>>,
    /// Time passes.
    pub enable: Signal<Out, Bit>,
    /// Clocks a tick.
    pub prescale: Signal<Out, Bits<24>>,
    /// The highest slot of wheel 0.
    pub last_slot: Signal<Out, Bits<20>>,
    /// Everything but the bus goes through its reset.
    pub soft_reset: Signal<Out, Bit>,
    /// `ARM` is written.
    pub arm: Signal<Out, Bit>,
    /// `DISARM` is written, or an acknowledgement disarms.
    pub disarm: Signal<Out, Bit>,
    /// The command's wheel.
    pub wheel: Signal<Out, Bits<3>>,
    /// The command's slot.
    pub slot: Signal<Out, Bits<20>>,
    /// The command's lap.
    pub lap: Signal<Out, Bits<8>>,
    /// The event FIFO drops its head.
    pub pop: Signal<Out, Bit>,
    /// `INTR_STATE` is written.
    pub write_intr_state: Signal<Out, Bit>,
    /// `INTR_ENABLE` is written.
    pub write_intr_enable: Signal<Out, Bit>,
    /// `INTR_TEST` is written.
    pub write_intr_test: Signal<Out, Bit>,
    /// Some bit of `ERROR` is set.
    pub error_level: Signal<Out, Bit>,
    /// `SCRATCH`.
    pub scratch: Signal<Out, Bits<32>>,
    /// Enabled at least once since reset: sizes are locked.
    pub running: Signal<Out, Bit>,
    /// Events acknowledged, modulo 16: what an acknowledgement must name.
    pub sequence_number: Signal<Out, Bits<4>>,
    /// `ERROR`.
    pub errors: Signal<Out, Bits<8>>,
    /// The access of this clock finds no register, or writes part of a word.
    pub access_refused: Signal<In, Bit>,
    /// The memory has been cleared.
    pub ready: Signal<In, Bit>,
    /// The command of the clock before names no slot.
    pub arm_refused: Signal<In, Bit>,
    /// The FIFO's head is an event.
    pub event_valid: Signal<In, Bit>,
    /// The head's wheel.
    pub event_wheel: Signal<In, Bits<3>>,
    /// The head's slot.
    pub event_slot: Signal<In, Bits<20>>,
    scratch_word: DFF<Bits<32>>,
    enabled: DFF<Bit>,
    started: DFF<Bit>,
    clocks_a_tick: DFF<Bits<24>>,
    highest_slot: DFF<Bits<20>>,
    pops: DFF<Bits<4>>,
    sticky_errors: DFF<Bits<8>>,
    at_scratch: Constant<Bits<6>>,
    at_ctrl: Constant<Bits<6>>,
    at_prescale: Constant<Bits<6>>,
    at_arm: Constant<Bits<6>>,
    at_disarm: Constant<Bits<6>>,
    at_event_ack: Constant<Bits<6>>,
    at_intr_state: Constant<Bits<6>>,
    at_intr_enable: Constant<Bits<6>>,
    at_intr_test: Constant<Bits<6>>,
    at_error: Constant<Bits<6>>,
    at_wheel_size: Constant<Bits<6>>,
    top_slot: Constant<Bits<20>>,
    capacity: Constant<Bits<21>>,
    least_size: Constant<Bits<21>>,
    writing: Signal<Local, Bit>,
    size: Signal<Local, Bits<21>>,
    size_less_one: Signal<Local, Bits<20>>,
    size_wrong: Signal<Local, Bit>,
    acknowledged_sequence: Signal<Local, Bits<4>>,
    new_errors: Signal<Local, Bits<8>>,
    kept_errors: Signal<Local, Bits<8>>,
    error_arm_range: Signal<Local, Bit>,
    error_size_range: Signal<Local, Bit>,
    error_locked: Signal<Local, Bit>,
    error_ack_empty: Signal<Local, Bit>,
    error_ack_stale: Signal<Local, Bit>,
    error_prescale_zero: Signal<Local, Bit>,
    error_not_ready: Signal<Local, Bit>,
}

impl Registers {
    /// The registers of a chip built to `build`.
    pub fn new(build: &Build) -> Self {
        let capacity = 1u64 << build.slot_bits;
        assemble! {
            at_scratch: at(offset::SCRATCH),
            at_ctrl: at(offset::CTRL),
            at_prescale: at(offset::PRESCALE),
            at_arm: at(offset::ARM),
            at_disarm: at(offset::DISARM),
            at_event_ack: at(offset::EVENT_ACK),
            at_intr_state: at(offset::INTR_STATE),
            at_intr_enable: at(offset::INTR_ENABLE),
            at_intr_test: at(offset::INTR_TEST),
            at_error: at(offset::ERROR),
            at_wheel_size: at(offset::WHEEL_SIZE),
            top_slot: Constant::new((capacity - 1).into()),
            capacity: Constant::new(capacity.into()),
            least_size: Constant::new(2.into());
            clock, clear, execute, write, whole, address, data, enable, prescale, last_slot,
            soft_reset, arm, disarm, wheel, slot, lap, pop, write_intr_state, write_intr_enable,
            write_intr_test, error_level, scratch, running, sequence_number, errors,
            access_refused, ready, arm_refused, event_valid, event_wheel, event_slot, scratch_word,
            enabled, started, clocks_a_tick, highest_slot, pops, sticky_errors, writing, size,
            size_less_one, size_wrong, acknowledged_sequence, new_errors, kept_errors,
            error_arm_range, error_size_range, error_locked, error_ack_empty, error_ack_stale,
            error_prescale_zero, error_not_ready,
        }
    }
}

impl Logic for Registers {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            scratch_word,
            enabled,
            started,
            clocks_a_tick,
            highest_slot,
            pops,
            sticky_errors
        );

        self.writing.next = self.execute.val() & self.write.val() & self.whole.val();
        self.size.next = self.data.val().get_bits::<21>(0);
        self.size_less_one.next = self.data.val().get_bits::<20>(0) - 1;
        self.size_wrong.next = (self.size.val() > self.capacity.val())
            | (self.size.val() < self.least_size.val())
            | self.data.val().get_bits::<11>(21).any();
        self.acknowledged_sequence.next = self.data.val().get_bits::<4>(23);
        self.wheel.next = self.data.val().get_bits::<3>(20);
        self.slot.next = self.data.val().get_bits::<20>(0);
        self.lap.next = self.data.val().get_bits::<8>(24);
        self.arm.next = false;
        self.disarm.next = false;
        self.pop.next = false;
        self.write_intr_state.next = false;
        self.write_intr_enable.next = false;
        self.write_intr_test.next = false;
        self.soft_reset.next = false;
        self.kept_errors.next = self.sticky_errors.q.val();
        self.error_size_range.next = false;
        self.error_locked.next = false;
        self.error_ack_empty.next = false;
        self.error_ack_stale.next = false;
        self.error_prescale_zero.next = false;
        self.error_not_ready.next = false;
        if self.writing.val() {
            if self.address.val() == self.at_scratch.val() {
                self.scratch_word.d.next = self.data.val();
            }
            if self.address.val() == self.at_ctrl.val() {
                if self.data.val().get_bit(1) {
                    self.soft_reset.next = true;
                } else if !self.data.val().get_bit(0) {
                    self.enabled.d.next = false;
                } else if self.ready.val() {
                    self.enabled.d.next = true;
                    self.started.d.next = true;
                } else {
                    self.error_not_ready.next = true;
                }
            }
            if self.address.val() == self.at_prescale.val() {
                if self.started.q.val() {
                    self.error_locked.next = true;
                } else if self.data.val().get_bits::<24>(0).any() {
                    self.clocks_a_tick.d.next = self.data.val().get_bits::<24>(0);
                } else {
                    self.error_prescale_zero.next = true;
                }
            }
            if self.address.val() == self.at_wheel_size.val() {
                if self.started.q.val() {
                    self.error_locked.next = true;
                } else if self.size_wrong.val() {
                    self.error_size_range.next = true;
                } else {
                    self.highest_slot.d.next = self.size_less_one.val() & self.top_slot.val();
                }
            }
            if self.address.val() == self.at_arm.val() {
                self.arm.next = self.started.q.val();
                self.error_not_ready.next = !self.started.q.val();
            }
            if self.address.val() == self.at_disarm.val() {
                self.disarm.next = self.started.q.val();
                self.error_not_ready.next = !self.started.q.val();
            }
            if self.address.val() == self.at_event_ack.val() {
                if !self.event_valid.val() {
                    self.error_ack_empty.next = true;
                } else if self.acknowledged_sequence.val() != self.pops.q.val() {
                    self.error_ack_stale.next = true;
                } else {
                    self.pop.next = true;
                    self.pops.d.next = self.pops.q.val() + 1;
                    self.disarm.next = self.data.val().get_bit(0);
                    self.wheel.next = self.event_wheel.val();
                    self.slot.next = self.event_slot.val();
                }
            }
            if self.address.val() == self.at_intr_state.val() {
                self.write_intr_state.next = true;
            }
            if self.address.val() == self.at_intr_enable.val() {
                self.write_intr_enable.next = true;
            }
            if self.address.val() == self.at_intr_test.val() {
                self.write_intr_test.next = true;
            }
            if self.address.val() == self.at_error.val() {
                self.kept_errors.next =
                    self.sticky_errors.q.val() & !self.data.val().get_bits::<8>(0);
            }
        }
        self.error_arm_range.next = self.arm_refused.val();
        self.new_errors.next = bit_cast::<8, 1>(self.error_arm_range.val().into())
            | (bit_cast::<8, 1>(self.error_size_range.val().into()) << 1)
            | (bit_cast::<8, 1>(self.error_locked.val().into()) << 2)
            | (bit_cast::<8, 1>(self.error_ack_empty.val().into()) << 3)
            | (bit_cast::<8, 1>(self.error_ack_stale.val().into()) << 4)
            | (bit_cast::<8, 1>(self.error_prescale_zero.val().into()) << 5)
            | (bit_cast::<8, 1>(self.error_not_ready.val().into()) << 6)
            | (bit_cast::<8, 1>(self.access_refused.val().into()) << 7);
        self.sticky_errors.d.next = self.kept_errors.val() | self.new_errors.val();

        self.scratch.next = self.scratch_word.q.val();
        self.running.next = self.started.q.val();
        self.sequence_number.next = self.pops.q.val();
        self.errors.next = self.sticky_errors.q.val();
        self.enable.next = self.enabled.q.val();
        self.prescale.next = self.clocks_a_tick.q.val();
        self.last_slot.next = self.highest_slot.q.val();
        self.error_level.next = self.sticky_errors.q.val().any();

        if self.clear.val() {
            self.scratch_word.d.next = 0.into();
            self.enabled.d.next = false;
            self.started.d.next = false;
            self.clocks_a_tick.d.next = 1.into();
            self.highest_slot.d.next = self.top_slot.val();
            self.pops.d.next = 0.into();
            self.sticky_errors.d.next = 0.into();
        }
    }
}
