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

    /// Arms every four clocks, positions that move, a FIFO that is full at times: late is who was passed three clocks
    /// after.
    #[test]
    fn late_check_random_arms_late_ones_are_reported_or_told_lost() {
        for seed in 0..20 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut late_check = LateCheck::new(10, true);
            late_check.connect_all();
            late_check.clear.next = true;
            late_check.tick();
            late_check.clear.next = false;
            let mut arms: Vec<(u64, u64, u64, u64)> = Vec::new();
            let mut waiting: Option<(u64, u64)> = None;
            let (mut verdict, mut settled): (Option<(u64, u64, bool)>, Option<_>) = (None, None);
            let (mut late, mut lost, mut lost_next) = (0, 0, false);
            let mut upper = [(0, 0); 8];
            let mut unsettled = 0u32;
            for clock in 0..4000u64 {
                let position = (random.u64(0..40), random.u64(0..256));
                late_check.next_slot.next = (!position.0 & 0xf_ffff).into();
                late_check.next_lap.next = (!position.1 & 0xff).into();
                // Three clocks at most are not settled, and then one is.
                unsettled = match unsettled {
                    0 if random.u8(0..3) == 0 => 4,
                    left => left.saturating_sub(1),
                };
                late_check.settled.next = unsettled < 2;
                for place in &mut upper {
                    *place = (random.u64(0..40), random.u64(0..256));
                }
                late_check.armed.next = clock % 8 == 0;
                if clock % 8 == 0 {
                    let arm = (clock, random.u64(0..3), random.u64(0..40), random.u64(0..256));
                    late_check.wheel.next = arm.1.into();
                    late_check.slot.next = arm.2.into();
                    late_check.lap.next = arm.3.into();
                    arms.push(arm);
                }
                late_check.room.next = random.u8(0..3) != 0;
                late_check.late_taken.next = false;
                late_check.clock.next = Clock { clk: false };
                late_check.settle();
                assert_eq!(late_check.late_lost.val(), lost_next, "seed {seed}, clock {clock}");
                lost += u32::from(lost_next);
                lost_next = false;
                assert_eq!(late_check.late.val(), waiting.is_some(), "seed {seed}, clock {clock}");
                if let Some((wheel, slot)) = waiting {
                    assert_eq!((late_check.late_wheel.val(), late_check.late_slot.val()), (wheel.into(), slot.into()));
                    if !late_check.room.val() {
                        waiting = None;
                        lost_next = true;
                    } else if random.bool() {
                        late_check.late_taken.next = true;
                        waiting = None;
                        late += 1;
                    }
                }
                let shown = late_check.late_check_wheel.val().index();
                late_check.tick();
                late_check.upper_slot.next = upper[shown].0.into();
                late_check.upper_lap.next = upper[shown].1.into();
                // An arm written two clocks ago or more is judged by the position of a settled clock; the verdict
                // counts two clocks later.
                if let Some((wheel, slot, true)) = settled {
                    lost_next |= waiting.is_some();
                    waiting = Some((wheel, slot));
                }
                settled = verdict.take();
                if let Some(index) = arms.iter().position(|arm| arm.0 + 2 <= clock && unsettled < 2) {
                    let (_, wheel, slot, lap) = arms.remove(index);
                    let at = if wheel == 0 { position } else { upper[wheel as usize] };
                    // A step of the wheel is 2^-28 of a turn of 32 bits; laps are of 1024 slots at most.
                    let visit = |lap: u64, slot: u64| (lap << 24 | slot << 14) as u32;
                    let ahead = visit(lap, slot).wrapping_sub(visit(at.1, at.0)) as i32;
                    verdict = Some((wheel, slot, ahead < 0));
                }
            }
            assert!(late > 50 && lost > 50, "{late} late, {lost} lost");
        }
    }
}
