//! # The time base: the clock divided into ticks
//!
//! **Purpose.** Divides the clock by `PRESCALE`.
//!
//! **Interface.** While `enable` is high, one tick passes every `prescale` clocks (1 to 2^24 - 1), at the edge of a
//! clock in which `tick` is high. `prescale` is set at least two clocks before `enable` rises for the first time, and
//! not changed afterwards.
//!
//! **Timing.** The first tick passes `prescale` + 1 clocks after `enable` has risen. `tick` is a register. While
//! `enable` is low the count stands, so a pause keeps the part of a tick that has passed.
//!
//! **Invariants.** A tick of *p* clocks is one clock that loads *p* and *p* - 1 that count down, the first of them by
//! three and the others by one; the borrow comes in the last. A tick of one clock loads in each. The upper half counts
//! a clock after the lower one has borrowed, and `last_part` says in time that the next borrow is the last: so no carry
//! is longer than a half.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The time base; see the module's header.
#[derive(Circuit)]
pub struct TimeBase {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the part of a tick that has passed.
    pub clear: Signal<In, Bit>,
    /// Lets time pass.
    pub enable: Signal<In, Bit>,
    /// Clocks a tick, 1 or more.
    pub prescale: Signal<In, Bits<24>>,
    /// A tick passes at the next edge.
    pub tick: Signal<Out, Bit>,
    /// Lower 12 bits of the clocks left after this one, plus 2 if fresh.
    low: DFF<Bits<12>>,
    /// Upper 12 bits of the clocks left, a clock behind the lower ones.
    high: DFF<Bits<12>>,
    /// The clocks of a tick are counted down; else they are loaded.
    counting: DFF<Bit>,
    /// The count was just loaded: its first step is by three.
    fresh: DFF<Bit>,
    /// The lower half has borrowed: the upper half is to count.
    borrowed: DFF<Bit>,
    /// The upper half is used up: the next borrow ends the tick.
    last_part: DFF<Bit>,
    /// A tick lasts one clock.
    every_clock: DFF<Bit>,
    /// A tick lasts fewer than 2^12 clocks.
    low_only: DFF<Bit>,
    /// The last clock of a tick was one clock ago.
    ticking: DFF<Bit>,
    one_clock: Constant<Bits<24>>,
    minus_one: Constant<Bits<13>>,
    minus_three: Constant<Bits<13>>,
    prescale_high: Signal<Local, Bits<12>>,
    step: Signal<Local, Bits<13>>,
    difference: Signal<Local, Bits<13>>,
    high_step: Signal<Local, Bits<13>>,
    high_difference: Signal<Local, Bits<13>>,
    borrows: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
}

impl Default for TimeBase {
    fn default() -> Self {
        TimeBaseParts {
            one_clock: Constant::new(1.into()),
            minus_one: Constant::new(0xfff.into()),
            minus_three: Constant::new(0xffd.into()),
        }
        .assemble()
    }
}

impl Logic for TimeBase {
    #[hdl_gen]
    fn update(&mut self) {
        self.prescale_high.next = self.prescale.val().get_bits::<12>(12);
        self.every_clock.d.next = self.prescale.val() == self.one_clock.val();
        self.low_only.d.next = !self.prescale_high.val().any();

        // Bit 12 of a difference is 1 where nothing is borrowed.
        self.step.next = 0.into();
        self.high_step.next = 0.into();
        if self.counting.q.val() {
            self.step.next = self.minus_one.val();
            self.high_step.next = self.minus_one.val();
        }
        if self.counting.q.val() & self.fresh.q.val() {
            self.step.next = self.minus_three.val();
        }
        self.difference.next = bit_cast::<13, 12>(self.low.q.val()) + self.step.val();
        self.high_difference.next = bit_cast::<13, 12>(self.high.q.val()) + self.high_step.val();
        self.borrows.next = self.counting.q.val() & !self.difference.val().get_bit(12);
        self.ends.next = self.every_clock.q.val();
        if self.counting.q.val() {
            self.ends.next = self.borrows.val() & self.last_part.q.val();
        }
        if self.enable.val() {
            self.counting.d.next = !self.ends.val();
            self.fresh.d.next = !self.counting.q.val();
            self.borrowed.d.next = self.borrows.val();
            if self.counting.q.val() {
                self.low.d.next = self.difference.val().get_bits::<12>(0);
                if self.borrowed.q.val() {
                    self.high.d.next = self.high_difference.val().get_bits::<12>(0);
                }
                self.last_part.d.next = !self.high_difference.val().get_bit(12);
            } else {
                self.low.d.next = self.prescale.val().get_bits::<12>(0);
                self.high.d.next = self.prescale_high.val();
                self.last_part.d.next = self.low_only.q.val();
            }
        }
        self.ticking.d.next = self.enable.val() & self.ends.val();
        self.tick.next = self.ticking.q.val();
        if self.clear.val() {
            self.counting.d.next = false;
            self.every_clock.d.next = false;
            self.ticking.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// An example; all else is proved: testbench/formal/time_base.sv. Tick *n* passes in the clock after the *n* times
    /// fifth that was enabled.
    #[test]
    fn time_base_with_a_pause_ticks_after_five_enabled_clocks() {
        let mut time = TimeBase::default();
        time.connect_all();
        time.clear.next = true;
        time.tick();
        time.clear.next = false;
        time.prescale.next = 5.into();
        time.tick();
        time.tick();
        let (mut enabled, mut ticks, mut due) = (0, 0, 0);
        for clock in 0..100 {
            time.enable.next = !(23..40).contains(&clock);
            time.settle();
            ticks += u32::from(time.tick.val());
            assert_eq!(ticks, due, "clock {clock}");
            enabled += u32::from(time.enable.next);
            due = enabled / 5;
            Clocked::tick(&mut time);
        }
        assert!(ticks > 15);
    }
}
