//! # The backlog: how many ticks the cursor may still pass
//!
//! **Purpose.** Counts the ticks that have come and have not been passed, so that the cursor never passes now.
//!
//! **Interface.** `tick`: one more has come. `walked` and `skipped`: the cursor has passed 1 or 16 (15 with `fewer`).
//! `some`, `eight` and `far`: at least 1, 8 or 96 may be passed. A backlog may be longer than the counter: blocks of
//! 1024 ticks are set aside (`wants_aside`) and taken back (`wants_back`); `exchanged` when a block has changed sides.
//! `any_aside`: there are blocks.
//!
//! **Timing.** `some`, `eight` and `far` in clock *c* + 1 tell of clock *c*. `behind` too: there is a tick to pass.
//!
//! **Invariants.** The count is the backlog less the blocks set aside, so it is never more than the truth. A block is
//! set aside from 1536 on, in fewer than 512 clocks, so the eleven bits never overflow; it is taken back below 512.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The backlog; see the module's header.
#[derive(Circuit, Default)]
pub struct Backlog {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Nothing may be passed.
    pub clear: Signal<In, Bit>,
    /// A tick has come.
    pub tick: Signal<In, Bit>,
    /// The cursor has passed one tick.
    pub walked: Signal<In, Bit>,
    /// The cursor has passed 16 ticks.
    pub skipped: Signal<In, Bit>,
    /// With `skipped`: only 15.
    pub fewer: Signal<In, Bit>,
    /// Blocks of 1024 ticks are set aside.
    pub any_aside: Signal<In, Bit>,
    /// A block has been set aside or taken back.
    pub exchanged: Signal<In, Bit>,
    /// A block is to be set aside.
    pub wants_aside: Signal<Out, Bit>,
    /// A block is to be taken back.
    pub wants_back: Signal<Out, Bit>,
    /// One tick may be passed.
    pub some: Signal<Out, Bit>,
    /// Eight ticks may be passed.
    pub eight: Signal<Out, Bit>,
    /// Ninety-six ticks may be passed.
    pub far: Signal<Out, Bit>,
    /// The cursor is not at now.
    pub behind: Signal<Out, Bit>,
    /// Ticks that have come and are not passed, less those set aside.
    count: DFF<Bits<11>>,
    /// At least 1 tick could be passed one clock ago.
    at_least_1: DFF<Bit>,
    /// At least 8 ticks could be passed one clock ago.
    at_least_8: DFF<Bit>,
    /// At least 96 ticks could be passed one clock ago.
    at_least_96: DFF<Bit>,
    /// A tick was not yet passed one clock ago, set aside or not.
    not_at_now: DFF<Bit>,
    down: Signal<Local, Bit>,
    falls: Signal<Local, Bit>,
    step: Signal<Local, Bits<11>>,
    from_8: Signal<Local, Bit>,
    from_1: Signal<Local, Bit>,
}

impl Logic for Backlog {
    #[hdl_gen]
    fn update(&mut self) {
        // What is added: 1, 0, -1, -14, -15 or -16, and to the highest bit 1 for 1024 either way.
        self.down.next = self.walked.val() & !self.tick.val();
        self.falls.next = self.down.val() | self.skipped.val();
        self.step.next = bit_cast::<11, 1>((self.walked.val() ^ self.tick.val()).into());
        if self.down.val() {
            self.step.next = 0x3ff.into();
        }
        if self.skipped.val() {
            self.step.next = bit_cast::<11, 1>((self.tick.val() ^ self.fewer.val()).into())
                | (bit_cast::<11, 1>((self.tick.val() & self.fewer.val()).into()) << 1)
                | (bit_cast::<11, 6>(0x3f.into()) << 4);
        }
        self.count.d.next = self.count.q.val()
            + (self.step.val() | (bit_cast::<11, 1>((self.falls.val() ^ self.exchanged.val()).into()) << 10));

        self.from_8.next = (self.count.q.val() >> 3).any();
        self.from_1.next = self.from_8.val() | self.count.q.val().get_bits::<3>(0).any();
        self.at_least_1.d.next = self.from_1.val();
        self.at_least_8.d.next = self.from_8.val();
        self.at_least_96.d.next = (self.count.q.val() >> 7).any() | self.count.q.val().get_bits::<2>(5).all();
        self.not_at_now.d.next = self.from_1.val() | self.any_aside.val();
        self.wants_aside.next = self.count.q.val().get_bits::<2>(9).all();
        self.wants_back.next = !self.count.q.val().get_bits::<2>(9).any() & self.any_aside.val();
        if self.clear.val() {
            self.count.d.next = 0.into();
            self.at_least_1.d.next = false;
            self.at_least_8.d.next = false;
            self.at_least_96.d.next = false;
            self.not_at_now.d.next = false;
        }
        self.some.next = self.at_least_1.q.val();
        self.eight.next = self.at_least_8.q.val();
        self.far.next = self.at_least_96.q.val();
        self.behind.next = self.not_at_now.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// An example; all else is proved: testbench/formal/backlog.sv.
    #[test]
    fn backlog_tells_in_the_next_clock_whether_1_8_or_96_ticks_may_be_passed() {
        let mut part = Backlog::default();
        part.connect_all();
        part.clear.next = true;
        part.tick();
        part.clear.next = false;
        let mut count = 0;
        for clock in 0..400 {
            // 300 ticks come; 18 times 16 of them are passed at once, and the rest one by one.
            part.tick.next = clock < 300;
            part.skipped.next = (300..318).contains(&clock);
            part.walked.next = (350..362).contains(&clock);
            Clocked::tick(&mut part);
            assert_eq!(part.some.val(), count >= 1, "clock {clock}");
            assert_eq!(part.eight.val(), count >= 8, "clock {clock}");
            assert_eq!(part.far.val(), count >= 96, "clock {clock}");
            assert_eq!(part.behind.val(), count >= 1, "clock {clock}");
            count += u64::from(part.tick.next);
            count -= 16 * u64::from(part.skipped.next) + u64::from(part.walked.next);
        }
        assert_eq!(count, 0);
    }
}
