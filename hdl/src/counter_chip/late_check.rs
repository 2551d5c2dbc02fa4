//! # The late check: was an arm in time?
//!
//! **Purpose.** An arm whose visit the cursor has already passed raises an event at once, marked late; if the FIFO has
//! no place for it, the host is told to look through its own queues.
//!
//! **Interface.** `armed` in the clock of an arm's write, with its wheel, slot and lap, which stay until two clocks
//! after `judged`. `next_slot` and `next_lap` (both inverted) are wheel 0's next visit, while `settled`; `upper_*` that
//! of the wheel named by `late_check_wheel` one clock before. `late` asks for a place for the event of `late_wheel` and
//! `late_slot` until `late_taken`; `late_lost` tells that a late event found no place.
//!
//! **Timing.** An arm written in clock *w* is judged by the position of the first settled clock from *w* + 2 on, which
//! reflects exactly the commits that did not see the bit. `judged` is high then, *w* + 5 at the latest: looks are taken
//! back four clocks apart or more. `late` rises three clocks after that. The next arm is not written before the third
//! clock after `judged`.
//!
//! **Invariants.** An arm judged late is reported by a late event or by `late_lost`; one judged in time is seen by the
//! next visit to its slot. The lap and the slot are compared as one number, by the sign of their difference: a visit is
//! ahead or passed as far as 128 laps either way.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The late check; see the module's header.
#[derive(Circuit)]
pub struct LateCheck {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets every arm.
    pub clear: Signal<In, Bit>,
    /// An arm's bit is written at the next edge.
    pub armed: Signal<In, Bit>,
    /// Its wheel.
    pub wheel: Signal<In, Bits<3>>,
    /// Its slot.
    pub slot: Signal<In, Bits<20>>,
    /// The lap of the visit that it means, modulo 256.
    pub lap: Signal<In, Bits<8>>,
    /// The slot of wheel 0's next visit, inverted.
    pub next_slot: Signal<In, Bits<20>>,
    /// The lap of wheel 0's next visit, modulo 256, inverted.
    pub next_lap: Signal<In, Bits<8>>,
    /// `next_slot` and `next_lap` count.
    pub settled: Signal<In, Bit>,
    /// The slot of the next visit of last clock's `late_check_wheel`, if that is not 0.
    pub upper_slot: Signal<In, Bits<20>>,
    /// The lap of it, modulo 256.
    pub upper_lap: Signal<In, Bits<8>>,
    /// The FIFO has a place.
    pub room: Signal<In, Bit>,
    /// The FIFO gives the late event its place.
    pub late_taken: Signal<In, Bit>,
    /// The wheel that is judged.
    pub late_check_wheel: Signal<Out, Bits<3>>,
    /// The arm is judged in this clock.
    pub judged: Signal<Out, Bit>,
    /// A late event waits for a place.
    pub late: Signal<Out, Bit>,
    /// Its wheel.
    pub late_wheel: Signal<Out, Bits<3>>,
    /// Its slot.
    pub late_slot: Signal<Out, Bits<20>>,
    /// A late event was dropped for want of a place.
    pub late_lost: Signal<Out, Bit>,
    /// An arm's bit was written one clock ago.
    after_1: DFF<Bit>,
    /// An arm written two clocks ago or more is to be judged.
    after_2: DFF<Bit>,
    /// An arm was judged one clock ago; its verdict is made.
    judging: DFF<Bit>,
    /// If the arm is wheel 0's: its visit was passed one clock ago.
    passed_zero: DFF<Bit>,
    /// The arm that was judged two clocks ago came too late.
    late_verdict: DFF<Bit>,
    /// A late event is kept here until it gets a place or is lost.
    waiting: DFF<Bit>,
    /// Wheel of the late event that is kept.
    waiting_wheel: DFF<Bits<3>>,
    /// Slot of the late event that is kept.
    waiting_slot: DFF<Bits<20>>,
    /// A late event was lost one clock ago.
    lost: DFF<Bit>,
    #[formula("WHEELS > 1")]
    multi_wheel: Constant<Bit>,
    #[formula("(1 << SLOT_BITS) - 1")]
    slot_mask: Constant<Bits<20>>,
    #[formula("5'd20 - SLOT_BITS[4:0]")]
    align: Constant<Bits<5>>,
    armed_slot: Signal<Local, Bits<20>>,
    armed_visit: Signal<Local, Bits<28>>,
    next_visit: Signal<Local, Bits<28>>,
    upper_visit: Signal<Local, Bits<28>>,
    ahead: Signal<Local, Bits<28>>,
    upper_ahead: Signal<Local, Bits<28>>,
    is_judged: Signal<Local, Bit>,
    passed: Signal<Local, Bit>,
}

impl LateCheck {
    /// The late check of 2^`slot_bits` busy bits, of one wheel, or several if `multi_wheel`.
    pub fn new(slot_bits: u32, multi_wheel: bool) -> Self {
        LateCheckParts {
            multi_wheel: Constant::new(multi_wheel),
            slot_mask: Constant::new(((1u64 << slot_bits) - 1).into()),
            align: Constant::new(u64::from(20 - slot_bits).into()),
        }
        .assemble()
    }
}

impl Logic for LateCheck {
    #[hdl_gen]
    fn update(&mut self) {
        // The arm waits until the looks that did not see its bit are committed or taken back.
        self.after_1.d.next = self.armed.val();
        self.is_judged.next = self.after_2.q.val() & self.settled.val();
        self.after_2.d.next = self.after_1.q.val() | (self.after_2.q.val() & !self.settled.val());
        self.judging.d.next = self.is_judged.val();
        self.armed_slot.next = self.slot.val() & self.slot_mask.val();
        self.late_check_wheel.next = self.wheel.val();

        // Lap and slot as one number, in the upper bits.
        self.armed_visit.next =
            (bit_cast::<28, 20>(self.armed_slot.val()) << self.align.val()) | (bit_cast::<28, 8>(self.lap.val()) << 20);
        self.next_visit.next = (bit_cast::<28, 20>(!self.next_slot.val() & self.slot_mask.val()) << self.align.val())
            | (bit_cast::<28, 8>(!self.next_lap.val()) << 20);
        self.ahead.next = self.armed_visit.val() - self.next_visit.val();
        self.passed_zero.d.next = self.ahead.val().get_bit(27);
        self.upper_visit.next = (bit_cast::<28, 20>(self.upper_slot.val()) << self.align.val())
            | (bit_cast::<28, 8>(self.upper_lap.val()) << 20);
        self.upper_ahead.next = self.armed_visit.val() - self.upper_visit.val();
        self.passed.next = self.passed_zero.q.val();
        if self.wheel.val().any() & self.multi_wheel.val() {
            self.passed.next = self.upper_ahead.val().get_bit(27);
        }

        // The late event waits for a place, or is lost when there is none.
        self.lost.d.next = false;
        if self.waiting.q.val() & (self.late_taken.val() | !self.room.val()) {
            self.waiting.d.next = false;
            self.lost.d.next = !self.late_taken.val();
        }
        self.late_verdict.d.next = self.judging.q.val() & self.passed.val();
        if self.late_verdict.q.val() {
            self.waiting.d.next = true;
            self.waiting_wheel.d.next = 0.into();
            if self.multi_wheel.val() {
                self.waiting_wheel.d.next = self.wheel.val();
            }
            self.waiting_slot.d.next = self.armed_slot.val();
            if self.waiting.q.val() & !self.late_taken.val() {
                self.lost.d.next = true;
            }
        }
        if self.clear.val() {
            self.after_1.d.next = false;
            self.after_2.d.next = false;
            self.judging.d.next = false;
            self.late_verdict.d.next = false;
            self.waiting.d.next = false;
            self.lost.d.next = false;
        }
        self.judged.next = self.is_judged.val();
        self.late.next = self.waiting.q.val();
        self.late_wheel.next = self.waiting_wheel.q.val();
        self.late_slot.next = self.waiting_slot.q.val();
        self.late_lost.next = self.lost.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// An example; all else is proved: testbench/formal/late_check.sv. Wheel 0's next visit is slot 9 of lap 4.
    #[test]
    fn late_check_arm_of_a_passed_slot_is_offered_until_it_is_taken() {
        for (slot, lap, is_late) in [(8, 4, true), (9, 4, false), (10, 4, false), (1000, 3, true), (3, 5, false)] {
            let mut late_check = LateCheck::new(10, true);
            late_check.connect_all();
            late_check.clear.next = true;
            late_check.tick();
            late_check.clear.next = false;
            late_check.next_slot.next = (!9u64 & 0xf_ffff).into();
            late_check.next_lap.next = (!4u64 & 0xff).into();
            late_check.settled.next = true;
            late_check.room.next = true;
            late_check.slot.next = u64::into(slot);
            late_check.lap.next = u64::into(lap);
            for clock in 0..12 {
                late_check.armed.next = clock == 0;
                late_check.late_taken.next = clock == 8 && is_late;
                late_check.settle();
                assert_eq!(late_check.judged.val(), clock == 2);
                assert_eq!(late_check.late.val(), is_late && (5..=8).contains(&clock), "{slot} of {lap}, {clock}");
                assert!(!late_check.late_lost.val());
                if late_check.late.val() {
                    assert_eq!(late_check.late_slot.val(), slot);
                }
                late_check.tick();
            }
        }
    }
}
