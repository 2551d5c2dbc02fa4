//! # How far the timer chip's cursor is behind now
//!
//! **Purpose.** Counts the ticks that have come and have not been visited: one count instead of two times and their
//! difference.
//!
//! **Interface.** `tick` adds one, `step` (0 to 16 slots visited) takes off. `some`, `sixteen` and `many` say that
//! there is at least 1, 16 or 128; `too_many` that there are 2^22 or more, or have been a few clocks ago.
//!
//! **Timing.** What comes in clock *c* shows in *c* + 1, but for `too_many`, which is some clocks older.
//!
//! **Invariants.** The count is `low` + 1024 `high`. A carry into `high` leaves 1024 or more in `low`, a borrow from it
//! less than 1536, and `low` stays above 400 while there is anything in `high`: so `low` alone answers, and `high` has
//! time to settle. Up to 2^42 ticks are counted.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The count; see the module's header.
#[derive(Circuit)]
pub struct Lag {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Sets the count to zero.
    pub clear: Signal<In, Bit>,
    /// Now goes on by one.
    pub tick: Signal<In, Bit>,
    /// Slots that have been visited.
    pub step: Signal<In, Bits<5>>,
    /// At least one tick is to be visited.
    pub some: Signal<Out, Bit>,
    /// At least 16 are.
    pub sixteen: Signal<Out, Bit>,
    /// At least 128 are.
    pub many: Signal<Out, Bit>,
    /// At least 2^22 are.
    pub too_many: Signal<Out, Bit>,
    /// Ticks behind now, less the blocks of 1024 in the upper count.
    low: DFF<Bits<12>>,
    /// Blocks of 1024 ticks: the upper count.
    high: DFF<Bits<32>>,
    /// A block goes from the lower count to the upper one.
    carry: DFF<Bit>,
    /// A block goes from the upper count to the lower one.
    borrow: DFF<Bit>,
    /// The upper count was not 0 one clock ago.
    some_high: DFF<Bit>,
    /// The upper count was 2^12 or more one clock ago: 2^22 ticks.
    far: DFF<Bit>,
    one: Constant<Bits<12>>,
    minus_one: Constant<Bits<32>>,
    sum: Signal<Local, Bits<12>>,
    rest: Signal<Local, Bits<12>>,
    upper: Signal<Local, Bits<2>>,
    move_high: Signal<Local, Bits<32>>,
}

impl Default for Lag {
    fn default() -> Self {
        LagParts { one: Constant::new(1.into()), minus_one: Constant::new(0xffff_ffff.into()) }.assemble()
    }
}

impl Logic for Lag {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.low.q.val() - bit_cast::<12, 5>(self.step.val());
        self.rest.next = self.sum.val();
        if self.tick.val() {
            self.rest.next = self.sum.val() + self.one.val();
        }
        self.upper.next = self.rest.val().get_bits::<2>(10);
        self.move_high.next = 0.into();
        if self.carry.q.val() {
            self.upper.next = self.rest.val().get_bits::<2>(10) - 1;
            self.move_high.next = 1.into();
        }
        if self.borrow.q.val() {
            self.upper.next = self.rest.val().get_bits::<2>(10) + 1;
            self.move_high.next = self.minus_one.val();
        }
        self.high.d.next = self.high.q.val() + self.move_high.val();
        self.low.d.next =
            bit_cast::<12, 10>(self.rest.val().get_bits::<10>(0)) | (bit_cast::<12, 2>(self.upper.val()) << 10);
        self.carry.d.next = self.low.q.val().get_bit(11) & !self.carry.q.val();
        self.borrow.d.next = self.some_high.q.val() & !self.borrow.q.val() & !self.low.q.val().get_bits::<3>(9).any();
        self.some_high.d.next = self.high.q.val().any();
        self.far.d.next = self.high.q.val().get_bits::<20>(12).any();
        self.some.next = self.low.q.val().any();
        self.sixteen.next = self.low.q.val().get_bits::<8>(4).any();
        self.many.next = self.low.q.val().get_bits::<5>(7).any();
        self.too_many.next = self.far.q.val();
        if self.clear.val() {
            self.low.d.next = 0.into();
            self.high.d.next = 0.into();
            self.carry.d.next = false;
            self.borrow.d.next = false;
            self.some_high.d.next = false;
            self.far.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// An example; all else is proved: testbench/formal/lag.sv. The lower half of the count has ten bits.
    #[test]
    fn lag_of_3000_ticks_goes_down_by_steps_of_16() {
        let mut lag = Lag::default();
        lag.connect_all();
        lag.clear.next = true;
        lag.tick();
        lag.clear.next = false;
        let mut count = 0u64;
        for clock in 0..4000 {
            let tick = clock < 3000;
            let step = if clock < 3500 { 0 } else { count.min(16) };
            lag.tick.next = tick;
            lag.step.next = step.into();
            Clocked::tick(&mut lag);
            count = count + u64::from(tick) - step;
            assert_eq!(lag.some.val(), count >= 1, "{count}");
            assert_eq!(lag.sixteen.val(), count >= 16, "{count}");
            assert_eq!(lag.many.val(), count >= 128, "{count}");
            assert!(!lag.too_many.val());
        }
        assert_eq!(count, 0);
    }
}
