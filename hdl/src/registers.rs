//! # The registers
//!
//! **Purpose.** Turns one access of the register bus into a strobe or a stored value, and gives the word that a read
//! answers. Addresses and fields come from `carillon-regmap`.
//!
//! **Interface.** `execute` for one clock with `write`, `address` (a word address), `whole` (all four bytes are
//! written) and `data`; in the next clock `read_data` and `failed` answer. What the host sets leaves on `enable`, `prescale`,
//! `last_slot` and the command strobes; what it may see comes in from the other modules.
//!
//! **Timing.** One access a clock at the most. Strobes leave in the clock of `execute`.
//!
//! **Invariants.** A read changes nothing but `ERROR.address`. Sizes and prescaler never change while `running`. A
//! refused write changes nothing but its bit of `ERROR`.

use carillon_regmap::{ID_VALUE, VERSION_VALUE, field, offset};
use rust_hdl::prelude::*;

use crate::Build;
use crate::assemble::assemble;

/// The registers; see the module's header.
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
    /// The word read, one clock after `execute`.
    pub read_data: Signal<Out, Bits<32>>,
    /// The access found no register, or wrote part of a word; one clock after `execute`.
    pub failed: Signal<Out, Bit>,
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
    /// The memory has been cleared.
    pub ready: Signal<In, Bit>,
    /// The command of the clock before names no slot.
    pub arm_refused: Signal<In, Bit>,
    /// Now, low half.
    pub now_low: Signal<In, Bits<32>>,
    /// Now, high half.
    pub now_high: Signal<In, Bits<32>>,
    /// Cursor, low half.
    pub cursor_low: Signal<In, Bits<32>>,
    /// Cursor, high half.
    pub cursor_high: Signal<In, Bits<32>>,
    /// The FIFO's head is an event.
    pub event_valid: Signal<In, Bit>,
    /// Another stands behind it.
    pub event_more: Signal<In, Bit>,
    /// The head is late.
    pub event_late: Signal<In, Bit>,
    /// The head's wheel.
    pub event_wheel: Signal<In, Bits<3>>,
    /// The head's slot.
    pub event_slot: Signal<In, Bits<20>>,
    /// The head's tick.
    pub event_tick: Signal<In, Bits<32>>,
    /// The FIFO is full.
    pub fifo_full: Signal<In, Bit>,
    /// `INTR_STATE`.
    pub intr_state: Signal<In, Bits<5>>,
    /// `INTR_ENABLE`.
    pub intr_enable: Signal<In, Bits<5>>,
    /// Something other than an event asks for the host.
    pub attention: Signal<In, Bit>,
    scratch: DFF<Bits<32>>,
    enabled: DFF<Bit>,
    running: DFF<Bit>,
    clocks_a_tick: DFF<Bits<24>>,
    highest_slot: DFF<Bits<20>>,
    pops: DFF<Bits<4>>,
    errors: DFF<Bits<8>>,
    answer: DFF<Bits<32>>,
    failing: DFF<Bit>,
    behind: DFF<Bit>,
    at_id: Constant<Bits<6>>,
    at_version: Constant<Bits<6>>,
    at_params: Constant<Bits<6>>,
    at_scratch: Constant<Bits<6>>,
    at_ctrl: Constant<Bits<6>>,
    at_status: Constant<Bits<6>>,
    at_prescale: Constant<Bits<6>>,
    at_now_lo: Constant<Bits<6>>,
    at_now_hi: Constant<Bits<6>>,
    at_cursor_lo: Constant<Bits<6>>,
    at_cursor_hi: Constant<Bits<6>>,
    at_arm: Constant<Bits<6>>,
    at_disarm: Constant<Bits<6>>,
    at_event: Constant<Bits<6>>,
    at_event_tick: Constant<Bits<6>>,
    at_event_ack: Constant<Bits<6>>,
    at_intr_state: Constant<Bits<6>>,
    at_intr_enable: Constant<Bits<6>>,
    at_intr_test: Constant<Bits<6>>,
    at_error: Constant<Bits<6>>,
    at_wheel_size: Constant<Bits<6>>,
    id_word: Constant<Bits<32>>,
    version_word: Constant<Bits<32>>,
    params_word: Constant<Bits<32>>,
    top_slot: Constant<Bits<20>>,
    capacity: Constant<Bits<21>>,
    least_size: Constant<Bits<21>>,
    known: Signal<Local, Bit>,
    word: Signal<Local, Bits<32>>,
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
    error_address: Signal<Local, Bit>,
}

/// The word address of the register at a byte offset.
fn at(byte_offset: u32) -> Constant<Bits<6>> {
    Constant::new(u64::from(byte_offset / 4).into())
}

/// A whole register word.
fn word(value: u32) -> Constant<Bits<32>> {
    Constant::new(u64::from(value).into())
}

impl Registers {
    /// The registers of a chip built to `build`.
    pub fn new(build: &Build) -> Self {
        let capacity = 1u64 << build.slot_bits;
        let params = field::params::WHEELS.put(build.wheels)
            | field::params::SLOT_BITS.put(build.slot_bits)
            | field::params::FIFO_BITS.put(build.fifo_bits);
        assemble! {
            at_id: at(offset::ID),
            at_version: at(offset::VERSION),
            at_params: at(offset::PARAMS),
            at_scratch: at(offset::SCRATCH),
            at_ctrl: at(offset::CTRL),
            at_status: at(offset::STATUS),
            at_prescale: at(offset::PRESCALE),
            at_now_lo: at(offset::NOW_LO),
            at_now_hi: at(offset::NOW_HI),
            at_cursor_lo: at(offset::CURSOR_LO),
            at_cursor_hi: at(offset::CURSOR_HI),
            at_arm: at(offset::ARM),
            at_disarm: at(offset::DISARM),
            at_event: at(offset::EVENT),
            at_event_tick: at(offset::EVENT_TICK),
            at_event_ack: at(offset::EVENT_ACK),
            at_intr_state: at(offset::INTR_STATE),
            at_intr_enable: at(offset::INTR_ENABLE),
            at_intr_test: at(offset::INTR_TEST),
            at_error: at(offset::ERROR),
            at_wheel_size: at(offset::WHEEL_SIZE),
            id_word: word(ID_VALUE),
            version_word: word(VERSION_VALUE),
            params_word: word(params),
            top_slot: Constant::new((capacity - 1).into()),
            capacity: Constant::new(capacity.into()),
            least_size: Constant::new(2.into());
            clock, clear, execute, write, whole, address, data, read_data, failed, enable, prescale, last_slot,
            soft_reset, arm, disarm, wheel, slot, lap, pop, write_intr_state, write_intr_enable, write_intr_test,
            error_level, ready, arm_refused, now_low, now_high, cursor_low, cursor_high, event_valid, event_more,
            event_late, event_wheel, event_slot, event_tick, fifo_full, intr_state, intr_enable, attention, scratch,
            enabled, running, clocks_a_tick, highest_slot, pops, errors, answer, failing, behind, known,
            word, writing, size, size_less_one, size_wrong, acknowledged_sequence, new_errors, kept_errors,
            error_arm_range, error_size_range, error_locked, error_ack_empty, error_ack_stale, error_prescale_zero,
            error_not_ready, error_address,
        }
    }
}

impl Logic for Registers {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            scratch,
            enabled,
            running,
            clocks_a_tick,
            highest_slot,
            pops,
            errors,
            answer,
            failing,
            behind
        );

        // What a read answers, and whether there is such a register.
        self.known.next = true;
        self.word.next = 0.into();
        self.behind.d.next = (self.now_low.val() != self.cursor_low.val())
            | (self.now_high.val() != self.cursor_high.val());
        if self.address.val() == self.at_id.val() {
            self.word.next = self.id_word.val();
        } else if self.address.val() == self.at_version.val() {
            self.word.next = self.version_word.val();
        } else if self.address.val() == self.at_params.val() {
            self.word.next = self.params_word.val();
        } else if self.address.val() == self.at_scratch.val() {
            self.word.next = self.scratch.q.val();
        } else if self.address.val() == self.at_ctrl.val() {
            self.word.next = bit_cast::<32, 1>(self.enabled.q.val().into());
        } else if self.address.val() == self.at_status.val() {
            self.word.next = bit_cast::<32, 1>(self.ready.val().into())
                | (bit_cast::<32, 1>(self.running.q.val().into()) << 1)
                | (bit_cast::<32, 1>(self.event_valid.val().into()) << 2)
                | (bit_cast::<32, 1>(self.fifo_full.val().into()) << 3)
                | (bit_cast::<32, 1>(self.behind.q.val().into()) << 4);
        } else if self.address.val() == self.at_prescale.val() {
            self.word.next = bit_cast::<32, 24>(self.clocks_a_tick.q.val());
        } else if self.address.val() == self.at_now_lo.val() {
            self.word.next = self.now_low.val();
        } else if self.address.val() == self.at_now_hi.val() {
            self.word.next = self.now_high.val();
        } else if self.address.val() == self.at_cursor_lo.val() {
            self.word.next = self.cursor_low.val();
        } else if self.address.val() == self.at_cursor_hi.val() {
            self.word.next = self.cursor_high.val();
        } else if self.address.val() == self.at_event.val() {
            self.word.next = bit_cast::<32, 1>(self.attention.val().into()) << 28;
            if self.event_valid.val() {
                self.word.next = bit_cast::<32, 20>(self.event_slot.val())
                    | (bit_cast::<32, 3>(self.event_wheel.val()) << 20)
                    | (bit_cast::<32, 4>(self.pops.q.val()) << 23)
                    | (bit_cast::<32, 1>(self.attention.val().into()) << 28)
                    | (bit_cast::<32, 1>(self.event_more.val().into()) << 29)
                    | (bit_cast::<32, 1>(self.event_late.val().into()) << 30)
                    | (bit_cast::<32, 1>(self.event_valid.val().into()) << 31);
            }
        } else if self.address.val() == self.at_event_tick.val() {
            if self.event_valid.val() {
                self.word.next = self.event_tick.val();
            }
        } else if self.address.val() == self.at_intr_state.val() {
            self.word.next = bit_cast::<32, 5>(self.intr_state.val());
        } else if self.address.val() == self.at_intr_enable.val() {
            self.word.next = bit_cast::<32, 5>(self.intr_enable.val());
        } else if self.address.val() == self.at_error.val() {
            self.word.next = bit_cast::<32, 8>(self.errors.q.val());
        } else if self.address.val() == self.at_wheel_size.val() {
            self.word.next = bit_cast::<32, 20>(self.highest_slot.q.val()) + 1;
        } else if (self.address.val() != self.at_arm.val())
            & (self.address.val() != self.at_disarm.val())
            & (self.address.val() != self.at_event_ack.val())
            & (self.address.val() != self.at_intr_test.val())
        {
            self.known.next = false;
        }
        self.error_address.next =
            self.execute.val() & (!self.known.val() | (self.write.val() & !self.whole.val()));
        self.failing.d.next = self.error_address.val();
        if self.execute.val() {
            self.answer.d.next = 0.into();
            if !self.write.val() {
                self.answer.d.next = self.word.val();
            }
        }

        // What a write does.
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
        self.kept_errors.next = self.errors.q.val();
        self.error_size_range.next = false;
        self.error_locked.next = false;
        self.error_ack_empty.next = false;
        self.error_ack_stale.next = false;
        self.error_prescale_zero.next = false;
        self.error_not_ready.next = false;
        if self.writing.val() {
            if self.address.val() == self.at_scratch.val() {
                self.scratch.d.next = self.data.val();
            }
            if self.address.val() == self.at_ctrl.val() {
                if self.data.val().get_bit(1) {
                    self.soft_reset.next = true;
                } else if !self.data.val().get_bit(0) {
                    self.enabled.d.next = false;
                } else if self.ready.val() {
                    self.enabled.d.next = true;
                    self.running.d.next = true;
                } else {
                    self.error_not_ready.next = true;
                }
            }
            if self.address.val() == self.at_prescale.val() {
                if self.running.q.val() {
                    self.error_locked.next = true;
                } else if self.data.val().get_bits::<24>(0).any() {
                    self.clocks_a_tick.d.next = self.data.val().get_bits::<24>(0);
                } else {
                    self.error_prescale_zero.next = true;
                }
            }
            if self.address.val() == self.at_wheel_size.val() {
                if self.running.q.val() {
                    self.error_locked.next = true;
                } else if self.size_wrong.val() {
                    self.error_size_range.next = true;
                } else {
                    self.highest_slot.d.next = self.size_less_one.val() & self.top_slot.val();
                }
            }
            if self.address.val() == self.at_arm.val() {
                self.arm.next = self.ready.val();
                self.error_not_ready.next = !self.ready.val();
            }
            if self.address.val() == self.at_disarm.val() {
                self.disarm.next = self.ready.val();
                self.error_not_ready.next = !self.ready.val();
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
                self.kept_errors.next = self.errors.q.val() & !self.data.val().get_bits::<8>(0);
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
            | (bit_cast::<8, 1>(self.error_address.val().into()) << 7);
        self.errors.d.next = self.kept_errors.val() | self.new_errors.val();

        self.read_data.next = self.answer.q.val();
        self.failed.next = self.failing.q.val();
        self.enable.next = self.enabled.q.val();
        self.prescale.next = self.clocks_a_tick.q.val();
        self.last_slot.next = self.highest_slot.q.val();
        self.error_level.next = self.errors.q.val().any();

        if self.clear.val() {
            self.scratch.d.next = 0.into();
            self.enabled.d.next = false;
            self.running.d.next = false;
            self.clocks_a_tick.d.next = 1.into();
            self.highest_slot.d.next = self.top_slot.val();
            self.pops.d.next = 0.into();
            self.errors.d.next = 0.into();
            self.behind.d.next = false;
        }
    }
}
