//! # The time base: prescaler and now
//!
//! **Purpose.** Divides the clock by `PRESCALE` and counts the ticks since the chip was enabled.
//!
//! **Interface.** While `enable` is high, one tick passes every `prescale` clocks (1 to 2^24 - 1), at the edge of a clock in
//! which `tick_now` is high. `half_period` is high for one clock after bit 31 of now has changed.
//!
//! **Timing.** The first tick passes `prescale` + 1 clocks after `enable` has risen. `now_low` and `now_high` are registers and change at the same edge. `prescale` is set at least two clocks
//! before `enable` rises for the first time, and not changed afterwards.
//!
//! **Invariants.** Now never stops while `enable` is high and never goes back except by `clear`.

use crate::assemble::assemble;
use crate::wide_counter::WideCounter;
use rust_hdl::prelude::*;

/// The time base; see the module's header.
#[derive(LogicBlock)]
pub struct TimeBase {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Sets now and the prescaler to zero.
    pub clear: Signal<In, Bit>,
    /// Lets time pass.
    pub enable: Signal<In, Bit>,
    /// Clocks a tick, 1 or more.
    pub prescale: Signal<In, Bits<24>>,
    /// A tick passes at the next edge.
    pub tick_now: Signal<Out, Bit>,
    /// Bits 31 to 0 of now, in ticks.
    pub now_low: Signal<Out, Bits<32>>,
    /// Bits 63 to 32 of now, in ticks.
    pub now_high: Signal<Out, Bits<32>>,
    /// Now has just crossed a multiple of 2^31 ticks.
    pub half_period: Signal<Out, Bit>,
    now: WideCounter,
    elapsed: DFF<Bits<24>>,
    at_end: DFF<Bit>,
    every_clock: DFF<Bit>,
    ticking: DFF<Bit>,
    ends: Signal<Local, Bit>,
    previous_half: DFF<Bit>,
    one_clock: Constant<Bits<24>>,
    half: Signal<Local, Bit>,
}

impl Default for TimeBase {
    fn default() -> Self {
        assemble! {
            one_clock: Constant::new(1.into());
            clock, clear, enable, prescale, tick_now, now_low, now_high, half_period, now, elapsed, at_end,
            every_clock, ticking, ends, previous_half, half
        }
    }
}

impl Logic for TimeBase {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            elapsed,
            at_end,
            every_clock,
            ticking,
            previous_half
        );
        clock!(self, clock, now);
        self.now.clear.next = self.clear.val();

        // The count starts at 2, so that its comparison with `prescale` can be a clock old.
        self.every_clock.d.next = self.prescale.val() == self.one_clock.val();
        self.ends.next = self.enable.val() & (self.at_end.q.val() | self.every_clock.q.val());
        self.ticking.d.next = self.ends.val();
        self.tick_now.next = self.ticking.q.val();
        if self.enable.val() {
            self.at_end.d.next = self.elapsed.q.val() == self.prescale.val();
            self.elapsed.d.next = self.elapsed.q.val() + 1;
        }
        if self.ends.val() {
            self.at_end.d.next = false;
            self.elapsed.d.next = 2.into();
        }
        self.now.advance.next = bit_cast::<5, 1>(self.ticking.q.val().into());
        self.now_low.next = self.now.low.val();
        self.now_high.next = self.now.high.val();
        self.half.next = self.now.low.val().get_bit(31);
        self.previous_half.d.next = self.half.val();
        self.half_period.next = self.half.val() ^ self.previous_half.q.val();
        if self.clear.val() {
            self.elapsed.d.next = 2.into();
            self.at_end.d.next = false;
            self.every_clock.d.next = false;
            self.ticking.d.next = false;
            self.previous_half.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocked::{Clocked, clocked};

    clocked!(TimeBase);

    fn now(time: &TimeBase) -> u64 {
        time.now_low.val().into()
    }

    #[test]
    fn time_base_every_prescale_ticks_after_that_many_clocks() {
        for prescale in 1..10 {
            let mut time = TimeBase::default();
            time.connect_all();
            time.clear.next = true;
            time.tick();
            time.clear.next = false;
            time.prescale.next = prescale.into();
            time.tick();
            time.enable.next = true;
            for clocks in 1..50 {
                time.tick();
                assert_eq!(
                    now(&time),
                    (clocks - 1) / prescale,
                    "{clocks} clocks at {prescale} a tick"
                );
            }
            // A pause keeps the part of a tick that has passed.
            time.enable.next = false;
            time.tick();
            let before = now(&time);
            for _ in 0..20 {
                time.tick();
            }
            assert_eq!(now(&time), before);
        }
    }
}
