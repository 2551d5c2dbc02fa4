//! # The alarm
//!
//! **Purpose.** Says when now has come to a tick that the host has set: the single hardware timer that a priority queue
//! in the host's memory needs.
//!
//! **Interface.** `write_low` and `write_high` are strobes with `data`; `alarm_low` and `alarm_high` are the registers,
//! which reset to all ones: the end of time. `reached` is a level.
//!
//! **Timing.** `reached` in clock *c* + 2 says whether now was at or past the alarm in clock *c*. All 64 bits of both are
//! taken in the same clock *c*, in four chunks of 16 bits, so no torn value is ever compared.
//!
//! **Invariants.** `reached` is never high for a pair of now and alarm that did not stand in the registers at once. A
//! build without an alarm has no register here, and `reached` is 0.

use crate::assemble::assemble;
use rust_hdl::prelude::*;

/// The alarm; see the module's header.
#[derive(LogicBlock)]
pub struct Alarm {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Sets the alarm to the end of time.
    pub clear: Signal<In, Bit>,
    /// `ALARM_LO` is written.
    pub write_low: Signal<In, Bit>,
    /// `ALARM_HI` is written.
    pub write_high: Signal<In, Bit>,
    /// The word written.
    pub data: Signal<In, Bits<32>>,
    /// Bits 31 to 0 of now, in ticks.
    pub now_low: Signal<In, Bits<32>>,
    /// Bits 63 to 32 of now, in ticks.
    pub now_high: Signal<In, Bits<32>>,
    /// `ALARM_LO`.
    pub alarm_low: Signal<Out, Bits<32>>,
    /// `ALARM_HI`.
    pub alarm_high: Signal<Out, Bits<32>>,
    /// Now was at or past the alarm two clocks ago.
    pub reached: Signal<Out, Bit>,
    low: DFF<Bits<32>>,
    high: DFF<Bits<32>>,
    above_3: DFF<Bit>,
    equal_3: DFF<Bit>,
    above_2: DFF<Bit>,
    equal_2: DFF<Bit>,
    above_1: DFF<Bit>,
    equal_1: DFF<Bit>,
    reached_0: DFF<Bit>,
    past: DFF<Bit>,
    present: Constant<Bit>,
    never: Constant<Bits<32>>,
    now_3: Signal<Local, Bits<16>>,
    now_2: Signal<Local, Bits<16>>,
    now_1: Signal<Local, Bits<16>>,
    now_0: Signal<Local, Bits<16>>,
    alarm_3: Signal<Local, Bits<16>>,
    alarm_2: Signal<Local, Bits<16>>,
    alarm_1: Signal<Local, Bits<16>>,
    alarm_0: Signal<Local, Bits<16>>,
}

impl Alarm {
    /// The alarm, or nothing at all where the build has none.
    pub fn new(present: bool) -> Self {
        assemble! {
            present: Constant::new(present),
            never: Constant::new(0xffff_ffff_u64.into());
            clock, clear, write_low, write_high, data, now_low, now_high, alarm_low, alarm_high,
            reached, low, high, above_3, equal_3, above_2, equal_2, above_1, equal_1, reached_0,
            past, now_3, now_2, now_1, now_0, alarm_3, alarm_2, alarm_1, alarm_0
        }
    }
}

impl Logic for Alarm {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, low, high, above_3, equal_3, above_2, equal_2, above_1, equal_1,
            reached_0, past
        );
        if self.write_low.val() {
            self.low.d.next = self.data.val();
        }
        if self.write_high.val() {
            self.high.d.next = self.data.val();
        }

        // First clock: each chunk by itself. Second clock: the highest chunk that differs decides.
        self.now_3.next = self.now_high.val().get_bits::<16>(16);
        self.now_2.next = self.now_high.val().get_bits::<16>(0);
        self.now_1.next = self.now_low.val().get_bits::<16>(16);
        self.now_0.next = self.now_low.val().get_bits::<16>(0);
        self.alarm_3.next = self.high.q.val().get_bits::<16>(16);
        self.alarm_2.next = self.high.q.val().get_bits::<16>(0);
        self.alarm_1.next = self.low.q.val().get_bits::<16>(16);
        self.alarm_0.next = self.low.q.val().get_bits::<16>(0);
        self.above_3.d.next = self.now_3.val() > self.alarm_3.val();
        self.equal_3.d.next = self.now_3.val() == self.alarm_3.val();
        self.above_2.d.next = self.now_2.val() > self.alarm_2.val();
        self.equal_2.d.next = self.now_2.val() == self.alarm_2.val();
        self.above_1.d.next = self.now_1.val() > self.alarm_1.val();
        self.equal_1.d.next = self.now_1.val() == self.alarm_1.val();
        self.reached_0.d.next = self.now_0.val() >= self.alarm_0.val();
        self.past.d.next = self.above_3.q.val()
            | (self.equal_3.q.val()
                & (self.above_2.q.val()
                    | (self.equal_2.q.val()
                        & (self.above_1.q.val()
                            | (self.equal_1.q.val() & self.reached_0.q.val())))));

        if self.clear.val() {
            self.low.d.next = self.never.val();
            self.high.d.next = self.never.val();
            self.above_3.d.next = false;
            self.equal_3.d.next = false;
            self.past.d.next = false;
        }
        if !self.present.val() {
            self.low.d.next = 0.into();
            self.high.d.next = 0.into();
            self.above_3.d.next = false;
            self.equal_3.d.next = false;
            self.above_2.d.next = false;
            self.equal_2.d.next = false;
            self.above_1.d.next = false;
            self.equal_1.d.next = false;
            self.reached_0.d.next = false;
            self.past.d.next = false;
        }
        self.alarm_low.next = self.low.q.val();
        self.alarm_high.next = self.high.q.val();
        self.reached.next = self.past.q.val();
    }
}
