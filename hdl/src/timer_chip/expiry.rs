//! # The arithmetic of the timer chip's list engine
//!
//! **Purpose.** Works out when a timer is due and how many ticks are left, with one adder.
//!
//! **Interface.** `interval` and `due` are the two registers. `load_interval` takes the host's `word`, `load_period`
//! and `load_due` what is read. One operation at a time changes `due`: `count_from_now` (now + interval),
//! `take_deadline` (the interval, which is a tick then, or the tick after `compare` if it has passed), `add_interval`
//! (due + interval), `count_left` (due - now). `compare` changes nothing; `take_deadline` comes in the clock after it.
//!
//! **Timing.** An operation in clock *c* shows in *c* + 1. Whether a deadline has passed is decided in the clock of
//! `compare`; `too_far`, in the next clock, says that it was more than 2^23 ticks after now. `left` is for the clock
//! after `count_left`: the ticks left, up to 2^23, or 0 with `none_left` or where the tick had passed, by up to 2^22.
//!
//! **Invariants.** `due` is a tick modulo 2^24. Both registers are 0 from `clear` to the first operation: they are
//! written to each record as memory is initialised.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The arithmetic; see the module's header.
#[derive(Circuit)]
pub struct Expiry {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Makes both registers 0.
    pub clear: Signal<In, Bit>,
    /// Low half of now.
    pub now: Signal<In, Bits<32>>,
    /// What the host gives.
    pub word: Signal<In, Bits<32>>,
    /// The interval takes it.
    pub load_interval: Signal<In, Bit>,
    /// What the memory gives.
    pub read_data: Signal<In, Bits<32>>,
    /// The interval takes it.
    pub load_period: Signal<In, Bit>,
    /// `due` takes its low 24 bits.
    pub load_due: Signal<In, Bit>,
    /// `due` becomes now and the interval.
    pub count_from_now: Signal<In, Bit>,
    /// Compares the deadline with now.
    pub compare: Signal<In, Bit>,
    /// `due` becomes the deadline, or the tick after that of `compare` if it has passed.
    pub take_deadline: Signal<In, Bit>,
    /// `due` goes on by the interval.
    pub add_interval: Signal<In, Bit>,
    /// `due` becomes the ticks left.
    pub count_left: Signal<In, Bit>,
    /// There are none.
    pub none_left: Signal<In, Bit>,
    /// The interval, or the deadline.
    pub interval: Signal<Out, Bits<32>>,
    /// The tick at which the timer is due, modulo 2^24.
    pub due: Signal<Out, Bits<24>>,
    /// The deadline is more than 2^23 ticks after now.
    pub too_far: Signal<Out, Bit>,
    /// The ticks left.
    pub left: Signal<Out, Bits<24>>,
    /// The command's word, or the period that was read.
    held_interval: DFF<Bits<32>>,
    /// The tick due, modulo 2^24; after a look the ticks left.
    held_due: DFF<Bits<24>>,
    /// Bits 31 to 22 of the sum of one clock ago: its sign and size.
    ahead: DFF<Bits<10>>,
    /// Bit 0 of now one clock ago.
    past_parity: DFF<Bit>,
    one: Constant<Bits<32>>,
    addend: Signal<Local, Bits<32>>,
    base: Signal<Local, Bits<32>>,
    sum: Signal<Local, Bits<32>>,
    passed: Signal<Local, Bit>,
}

impl Default for Expiry {
    fn default() -> Self {
        ExpiryParts { one: Constant::new(1.into()) }.assemble()
    }
}

impl Logic for Expiry {
    #[hdl_gen]
    fn update(&mut self) {
        self.base.next = self.held_interval.q.val();
        // In a clock now goes on by one at most.
        self.past_parity.d.next = self.now.val().get_bit(0);
        if self.take_deadline.val() {
            self.base.next = 0.into();
            if self.now.val().get_bit(0) == self.past_parity.q.val() {
                self.base.next = self.one.val();
            }
        }
        if self.count_left.val() {
            self.base.next = !bit_cast::<32, 24>(self.held_due.q.val());
        }
        self.addend.next = self.now.val();
        if self.compare.val() {
            self.addend.next = !self.now.val();
        }
        if self.add_interval.val() {
            self.addend.next = bit_cast::<32, 24>(self.held_due.q.val());
        }
        self.sum.next = self.base.val() + self.addend.val();

        // Of a deadline, the sum is one less than how far it is ahead. Of a timer, it is the inversion of what is left.
        self.ahead.d.next = self.sum.val().get_bits::<10>(22);
        self.passed.next = self.ahead.q.val().get_bit(9);
        self.too_far.next = !self.ahead.q.val().get_bit(9) & self.ahead.q.val().get_bits::<8>(1).any();
        if self.load_interval.val() {
            self.held_interval.d.next = self.word.val();
        }
        if self.load_period.val() {
            self.held_interval.d.next = self.read_data.val();
        }
        if self.load_due.val() {
            self.held_due.d.next = self.read_data.val().get_bits::<24>(0);
        }
        if self.count_from_now.val() | self.take_deadline.val() | self.add_interval.val() {
            self.held_due.d.next = self.sum.val().get_bits::<24>(0);
        }
        if self.take_deadline.val() & !self.passed.val() {
            self.held_due.d.next = self.held_interval.q.val().get_bits::<24>(0);
        }
        if self.count_left.val() {
            // Two inversions around a sum make a difference without a carry.
            self.held_due.d.next = !self.sum.val().get_bits::<24>(0);
        }
        if self.clear.val() {
            self.held_interval.d.next = 0.into();
            self.held_due.d.next = 0.into();
        }
        self.interval.next = self.held_interval.q.val();
        self.due.next = self.held_due.q.val();
        self.left.next = self.held_due.q.val();
        if self.none_left.val() | !self.ahead.q.val().get_bits::<2>(0).any() {
            self.left.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// Examples; all else is proved: testbench/formal/expiry.sv.
    #[test]
    fn expiry_is_counted_from_now_and_back_over_the_end_of_its_bits() {
        let mut part = Expiry::default();
        part.connect_all();
        part.now.next = 0xfff_fffe.into();
        part.word.next = 100.into();
        part.load_interval.next = true;
        part.tick();
        part.load_interval.next = false;
        part.count_from_now.next = true;
        part.tick();
        part.count_from_now.next = false;
        assert_eq!(part.due.val(), 98u64);
        part.now.next = (0xfff_fffe + 40u64).into();
        part.count_left.next = true;
        part.tick();
        assert_eq!(part.left.val(), 60u64);
        part.none_left.next = true;
        part.settle();
        assert_eq!(part.left.val(), 0u64);
    }

    #[test]
    fn expiry_of_a_deadline_that_has_passed_is_the_next_tick_and_one_far_ahead_is_told() {
        const NOW: u64 = 0xffff_ff00;
        for (ahead, due, too_far) in [
            (2, NOW + 2, false),
            (0, NOW + 1, false),
            (1 << 23, NOW + (1 << 23), false),
            ((1 << 23) + 1, NOW + (1 << 23) + 1, true),
        ] {
            let mut part = Expiry::default();
            part.connect_all();
            part.now.next = NOW.into();
            part.word.next = ((NOW + ahead) & 0xffff_ffff).into();
            part.load_interval.next = true;
            part.tick();
            part.load_interval.next = false;
            part.compare.next = true;
            part.tick();
            part.compare.next = false;
            assert_eq!(part.too_far.val(), too_far, "{ahead}");
            part.take_deadline.next = true;
            part.tick();
            assert_eq!(part.due.val(), due & 0xff_ffff, "{ahead}");
        }
    }
}
