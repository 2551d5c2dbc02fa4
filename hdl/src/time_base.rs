//! # The time base: the clock divided into ticks
//!
//! **Purpose.** Divides the clock by `PRESCALE`.
//!
//! **Interface.** While `enable` is high, one tick passes every `prescale` clocks (1 to 2^24 - 1), at the edge of a clock in
//! which `tick` is high. `prescale` is set at least two clocks before `enable` rises for the first time, and not changed
//! afterwards.
//!
//! **Timing.** The first tick passes `prescale` + 1 clocks after `enable` has risen. `tick` is a register. While `enable` is
//! low the count stands, so a pause keeps the part of a tick that has passed.
//!
//! **Invariants.** A tick of *p* clocks is one clock that loads *p* and *p* - 1 that count down, the first of them by three
//! and the others by one; the borrow comes in the last. So a bit of the count takes one look-up table: its difference where
//! `counting`, `prescale` where not. A tick of one clock loads in each.

use crate::assemble::assemble;
use rust_hdl::prelude::*;

/// The time base; see the module's header.
#[derive(LogicBlock)]
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
    count: DFF<Bits<24>>,
    counting: DFF<Bit>,
    fresh: DFF<Bit>,
    every_clock: DFF<Bit>,
    ticking: DFF<Bit>,
    one_clock: Constant<Bits<24>>,
    minus_one: Constant<Bits<25>>,
    minus_three: Constant<Bits<25>>,
    step: Signal<Local, Bits<25>>,
    difference: Signal<Local, Bits<25>>,
    ends: Signal<Local, Bit>,
}

impl Default for TimeBase {
    fn default() -> Self {
        assemble! {
            one_clock: Constant::new(1.into()),
            minus_one: Constant::new(0xff_ffff.into()),
            minus_three: Constant::new(0xff_fffd.into());
            clock, clear, enable, prescale, tick, count, counting, fresh, every_clock, ticking, step, difference, ends,
        }
    }
}

impl Logic for TimeBase {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count, counting, fresh, every_clock, ticking);
        self.every_clock.d.next = self.prescale.val() == self.one_clock.val();

        // Bit 24 of the difference is 1 where nothing is borrowed.
        self.step.next = 0.into();
        if self.counting.q.val() {
            self.step.next = self.minus_one.val();
        }
        if self.counting.q.val() & self.fresh.q.val() {
            self.step.next = self.minus_three.val();
        }
        self.difference.next = bit_cast::<25, 24>(self.count.q.val()) + self.step.val();
        self.ends.next = self.every_clock.q.val();
        if self.counting.q.val() {
            self.ends.next = !self.difference.val().get_bit(24);
        }
        if self.enable.val() {
            self.counting.d.next = !self.ends.val();
            self.fresh.d.next = !self.counting.q.val();
            self.count.d.next = self.prescale.val();
            if self.counting.q.val() {
                self.count.d.next = self.difference.val().get_bits::<24>(0);
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
    use crate::clocked::{Clocked, clocked};

    clocked!(TimeBase);

    fn ready(prescale: u64) -> TimeBase {
        let mut time = TimeBase::default();
        time.connect_all();
        time.clear.next = true;
        time.tick();
        time.clear.next = false;
        time.prescale.next = prescale.into();
        time.tick();
        time.tick();
        time
    }

    /// With pauses at random: tick *n* passes in the clock after the *n* times `prescale`th that was enabled.
    #[test]
    fn time_base_every_prescale_and_pause_ticks_after_that_many_clocks() {
        for prescale in (1..40).chain([255, 256, 257, 1000]) {
            let mut random = fastrand::Rng::with_seed(prescale);
            let mut time = ready(prescale);
            let (mut enabled, mut ticks, mut due) = (0, 0, 0);
            for clock in 0..40 + 6 * prescale {
                let enable = clock < 10 + 2 * prescale || random.bool();
                time.enable.next = enable;
                time.settle();
                ticks += u64::from(time.tick.val());
                assert_eq!(ticks, due, "{enabled} clocks at {prescale} a tick");
                enabled += u64::from(enable);
                due = enabled / prescale;
                Clocked::tick(&mut time);
            }
            assert!(ticks > 2);
        }
    }

    /// The longest tick, from a few clocks before its end.
    #[test]
    fn time_base_longest_tick_borrows_through_all_bits() {
        let mut time = ready(0xff_ffff);
        time.enable.next = true;
        Clocked::tick(&mut time);
        Clocked::tick(&mut time);
        assert_eq!(time.count.q.val(), 0xff_fffc_u64);
        time.count.q.next = 0x100_u64.into();
        for clocks in 0..=0x100 {
            time.settle();
            assert!(!time.tick.val(), "{clocks}");
            Clocked::tick(&mut time);
        }
        assert!(time.tick.val());
    }
}
