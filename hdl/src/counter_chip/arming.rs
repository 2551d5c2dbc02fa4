//! # Arming, disarming, and the sweep that clears the memory
//!
//! **Purpose.** The only writer of the busy bits. It executes `ARM`, `DISARM` and the disarm of an acknowledgement. It
//! clears the bits that `AUTO_CLEAR` is to clear. It clears the whole memory after a reset.
//!
//! **Interface.** A command, `arm` or `disarm` with `wheel` and `slot`, at most once in four clocks. What an
//! acknowledgement disarms comes later, on `head_wheel` one clock after the command and on `head_slot` two; both are 0
//! for other commands, and `wheel` and `slot` for this one. Its wheel's size and place are asked for with
//! `select_wheel` in the clock after the command and come back on `selected_*` one clock later. `refused` tells that
//! there is no such slot. `clear_request` asks for the bit at `clear_address` to be cleared, and stays until `cleared`.
//! Writes leave on `write_*`; their addresses are inverted, as the cursor's positions are. While `sweeping` the
//! cursor's position runs through the memory, and `swept` follows it. With memory of one port the cursor must not ask
//! for a word while `pause_reading` was high in the clock before.
//!
//! **Timing.** A command in clock *c* is looked up in *c* + 1, checked in *c* + 2, and written, or refused, in *c* + 3.
//! `written_arm` is high in the clock of an arm's write; its wheel and slot stay until the clock of the next command. A
//! requested clearing is written in the first clock after the request in which no command is, nor in the clock before
//! or after it, and after a clock without `pause_clearing`; `cleared` is high in the clock of the write. The sweep
//! writes the bit at `swept` in each clock from the one after `clear` on; `ready` rises when it has come round. With
//! memory of one port `pause_reading` is high in the clock before a write and in its clock. Between two writes, but for
//! the sweep's, there is a clock without, in which the address stands.
//!
//! **Invariants.** Only bits of slots that exist are ever set. Commands come only after the chip was first enabled (the
//! registers refuse them before): then the sweep is over, and the size that a slot is checked against never changes.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The writer of the busy bits; see the module's header.
#[derive(Circuit)]
pub struct Arming {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Starts the sweep afresh.
    pub clear: Signal<In, Bit>,
    /// Sets the slot's bit.
    pub arm: Signal<In, Bit>,
    /// Clears the slot's bit.
    pub disarm: Signal<In, Bit>,
    /// The command's wheel.
    pub wheel: Signal<In, Bits<3>>,
    /// The command's slot.
    pub slot: Signal<In, Bits<20>>,
    /// The wheel of the event acknowledged.
    pub head_wheel: Signal<In, Bits<3>>,
    /// The slot of the event acknowledged.
    pub head_slot: Signal<In, Bits<20>>,
    /// The wheel that was selected exists.
    pub selected_present: Signal<In, Bit>,
    /// Its highest slot, inverted.
    pub selected_last: Signal<In, Bits<20>>,
    /// The first word of its busy bits.
    pub selected_base: Signal<In, Bits<16>>,
    /// Where the cursor's position was two clocks ago, inverted.
    pub swept: Signal<In, Bits<20>>,
    /// The bit at `clear_address` is to be cleared.
    pub clear_request: Signal<In, Bit>,
    /// Which bit that is, inverted.
    pub clear_address: Signal<In, Bits<20>>,
    /// No clearing may be begun in this clock.
    pub pause_clearing: Signal<In, Bit>,
    /// The command's wheel must be selected in this clock.
    pub selects: Signal<Out, Bit>,
    /// The command's wheel.
    pub select_wheel: Signal<Out, Bits<3>>,
    /// The command of three clocks before names no slot of a wheel; it is ignored.
    pub refused: Signal<Out, Bit>,
    /// The memory is being cleared.
    pub sweeping: Signal<Out, Bit>,
    /// The memory is clear; commands may come.
    pub ready: Signal<Out, Bit>,
    /// The requested bit is cleared at the next edge.
    pub cleared: Signal<Out, Bit>,
    /// Write port of the busy bits: write at the next edge.
    pub write_enable: Signal<Out, Bit>,
    /// Write port: which bit of the memory, inverted.
    pub write_address: Signal<Out, Bits<20>>,
    /// Write port: its value.
    pub write_data: Signal<Out, Bit>,
    /// Write port: the other bits of the word are written too, with the same value.
    pub write_whole: Signal<Out, Bit>,
    /// The cursor is not to read in the next clock.
    pub pause_reading: Signal<Out, Bit>,
    /// The write is an arm's.
    pub written_arm: Signal<Out, Bit>,
    /// Its wheel.
    pub written_wheel: Signal<Out, Bits<3>>,
    /// Its slot.
    pub written_slot: Signal<Out, Bits<20>>,
    /// A command came one clock ago; its wheel is looked up.
    looking_up: DFF<Bit>,
    /// A command came two clocks ago; its slot is checked.
    checking: DFF<Bit>,
    /// The slot that was checked one clock ago does not exist.
    refusing: DFF<Bit>,
    /// The bit that is written is an arm's.
    arms: DFF<Bit>,
    /// The latest command is an arm, not a disarm.
    command_sets: DFF<Bit>,
    /// The latest command's wheel; 0 for an acknowledgement.
    command_wheel: DFF<Bits<3>>,
    /// The latest command's slot; 0 for an acknowledgement.
    command_slot: DFF<Bits<20>>,
    /// The latest command's slot is beyond the whole memory.
    outside: DFF<Bit>,
    /// The sweep that clears the memory is under way.
    sweeps: DFF<Bit>,
    /// The bit that is written is one whose clearing was requested.
    clearing: DFF<Bit>,
    /// A busy bit is written at the next edge.
    bit_enable: DFF<Bit>,
    /// Which bit is written, or was one clock ago, if any; inverted.
    bit_address: DFF<Bits<20>>,
    /// The sweep was under way one clock ago: the write is the sweep's.
    bit_whole: DFF<Bit>,
    /// One clock ago the position swept was in the upper half.
    upper_half: DFF<Bit>,
    /// The value to write; 1 for an arm only.
    bit_data: DFF<Bit>,
    #[formula("(1 << SLOT_BITS) - 1")]
    slot_mask: Constant<Bits<20>>,
    #[formula("1 << (SLOT_BITS - 1)")]
    top_bit: Constant<Bits<20>>,
    #[formula("1 << SLOT_BITS")]
    carry_bit: Constant<Bits<21>>,
    #[formula("WHEELS > 1")]
    multi_wheel: Constant<Bit>,
    #[formula("WHEEL_MODES")]
    modes: Constant<Bit>,
    #[formula("SINGLE_PORT")]
    single_port: Constant<Bit>,
    may_clear: Signal<Local, Bit>,
    low_slot: Signal<Local, Bits<21>>,
    above_last: Signal<Local, Bits<21>>,
    fits: Signal<Local, Bit>,
    is_upper_half: Signal<Local, Bit>,
    absolute: Signal<Local, Bits<20>>,
    beyond: Signal<Local, Bits<20>>,
    in_range: Signal<Local, Bit>,
    wheel_start: Signal<Local, Bits<20>>,
}

impl Arming {
    /// The writer of 2^`slot_bits` busy bits in memory with a `single_port` or with two, of one wheel, or several if
    /// `multi_wheel`, with `AUTO_CLEAR` where there are `modes`.
    pub fn new(slot_bits: u32, single_port: bool, multi_wheel: bool, modes: bool) -> Self {
        let top_slot = (1u64 << slot_bits) - 1;
        ArmingParts {
            slot_mask: Constant::new(top_slot.into()),
            top_bit: Constant::new((1u64 << (slot_bits - 1)).into()),
            carry_bit: Constant::new((1u64 << slot_bits).into()),
            multi_wheel: Constant::new(multi_wheel),
            modes: Constant::new(modes),
            single_port: Constant::new(single_port),
        }
        .assemble()
    }
}

impl Logic for Arming {
    #[hdl_gen]
    fn update(&mut self) {
        // The command stays here until the next one.
        self.beyond.next = self.slot.val() & !self.slot_mask.val();
        self.looking_up.d.next = self.arm.val() | self.disarm.val();
        self.checking.d.next = self.looking_up.q.val();
        if self.arm.val() | self.disarm.val() {
            self.command_sets.d.next = self.arm.val();
            self.command_wheel.d.next = self.wheel.val();
            self.command_slot.d.next = self.slot.val();
            self.outside.d.next = self.beyond.val().any();
        }
        self.low_slot.next = bit_cast::<21, 20>(self.command_slot.q.val() & self.slot_mask.val());
        // Slot - (last + 1) borrows.
        self.above_last.next =
            self.low_slot.val() + bit_cast::<21, 20>(self.selected_last.val() & self.slot_mask.val());
        self.fits.next = !(self.above_last.val() & self.carry_bit.val()).any();
        self.in_range.next = self.selected_present.val() & !self.outside.q.val() & self.fits.val();
        self.wheel_start.next = 0.into();
        if self.multi_wheel.val() {
            self.wheel_start.next = bit_cast::<20, 16>(self.selected_base.val()) << 4;
        }

        // No clearing in the clock after a write or before a command's.
        self.may_clear.next = self.modes.val() & !(self.looking_up.q.val() | self.bit_enable.q.val());

        // The write port: the sweep's next bit, a command's, or one to clear.
        self.bit_enable.d.next = false;
        self.bit_whole.d.next = self.sweeps.q.val();
        self.bit_data.d.next = false;
        self.arms.d.next = false;
        self.refusing.d.next = false;
        self.clearing.d.next = false;
        self.is_upper_half.next = !(self.swept.val() & self.top_bit.val()).any();
        self.upper_half.d.next = self.is_upper_half.val();
        self.absolute.next = self.wheel_start.val() + (self.command_slot.q.val() | self.head_slot.val());
        if self.sweeps.q.val() {
            self.bit_enable.d.next = true;
            self.bit_address.d.next = self.swept.val();
            if self.upper_half.q.val() & !self.is_upper_half.val() {
                self.sweeps.d.next = false;
            }
        } else if self.checking.q.val() {
            self.refusing.d.next = !self.in_range.val();
            self.bit_enable.d.next = self.in_range.val();
            self.bit_address.d.next = !self.absolute.val() & self.slot_mask.val();
            self.bit_data.d.next = self.command_sets.q.val();
            self.arms.d.next = self.in_range.val() & self.command_sets.q.val();
        } else if self.clear_request.val() & !self.clearing.q.val() & !self.pause_clearing.val() & self.may_clear.val()
        {
            self.clearing.d.next = true;
            self.bit_enable.d.next = true;
            self.bit_address.d.next = self.clear_address.val();
        }

        if self.clear.val() {
            self.looking_up.d.next = false;
            self.checking.d.next = false;
            self.refusing.d.next = false;
            self.arms.d.next = false;
            self.clearing.d.next = false;
            self.sweeps.d.next = true;
            self.upper_half.d.next = false;
            self.bit_enable.d.next = false;
        }

        self.selects.next = self.looking_up.q.val();
        self.select_wheel.next = self.command_wheel.q.val();
        if self.multi_wheel.val() {
            self.select_wheel.next = self.command_wheel.q.val() | self.head_wheel.val();
        }
        self.refused.next = self.refusing.q.val();
        self.sweeping.next = self.sweeps.q.val();
        self.ready.next = !self.sweeps.q.val() & !self.bit_whole.q.val();
        self.cleared.next = self.clearing.q.val();
        self.write_enable.next = self.bit_enable.q.val();
        self.write_address.next = self.bit_address.q.val();
        self.write_data.next = self.bit_data.q.val();
        self.write_whole.next = self.bit_whole.q.val();
        self.pause_reading.next =
            self.single_port.val() & (self.checking.q.val() | self.clear_request.val() | self.bit_enable.q.val());
        self.written_arm.next = self.arms.q.val();
        self.written_wheel.next = self.command_wheel.q.val();
        self.written_slot.next = self.command_slot.q.val();
    }
}

#[cfg(test)]
mod tests;
