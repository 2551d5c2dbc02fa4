//! # The alarm
//!
//! **Purpose.** Says when now has come to a tick that the host has set: the single hardware timer that a priority queue
//! in the host's memory needs.
//!
//! **Interface.** `write_low` and `write_high` are strobes with `data`. The registers reset to all ones: the end of
//! time. `reached` is a level.
//!
//! **Timing.** `reached` in clock *c* + 3 says whether now was at or past the alarm in clock *c*. All 64 bits of both
//! are taken in the same clock *c*, in four chunks of 16 bits ([`compare`](crate::counter_chip::compare)), so no torn value is ever
//! compared. The registers hold the alarm inverted: a comparison subtracts it, which takes it inverted, and the end of
//! time is then a reset to 0.
//!
//! **Invariants.** `reached` is never high for a pair of now and alarm that did not stand in the registers at once.

use crate::circuit::Circuit;
use crate::counter_chip::compare::Compare;
use rust_hdl::prelude::*;

/// The alarm; see the module's header.
#[derive(Circuit)]
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
    /// Now was at or past the alarm three clocks ago.
    pub reached: Signal<Out, Bit>,
    /// Bits 31 to 0 of the alarm, inverted: `ALARM_LO`.
    low: DFF<Bits<32>>,
    /// Bits 63 to 32 of the alarm, inverted: `ALARM_HI`.
    high: DFF<Bits<32>>,
    /// All 64 bits together: the alarm was reached three clocks ago.
    past: DFF<Bit>,
    chunk_3: Compare,
    chunk_2: Compare,
    chunk_1: Compare,
    chunk_0: Compare,
    present: Constant<Bit>,
    low_alarm: Signal<Local, Bits<32>>,
    high_alarm: Signal<Local, Bits<32>>,
}

impl Alarm {
    /// The alarm, or nothing at all where the build has none.
    pub fn new(present: bool) -> Self {
        AlarmParts {
            present: Constant::new(present),
            chunk_3: Compare::new(present),
            chunk_2: Compare::new(present),
            chunk_1: Compare::new(present),
            chunk_0: Compare::new(present),
        }
        .assemble()
    }
}

impl Logic for Alarm {
    #[hdl_gen]
    fn update(&mut self) {
        if self.write_low.val() {
            self.low.d.next = !self.data.val();
        }
        if self.write_high.val() {
            self.high.d.next = !self.data.val();
        }

        self.low_alarm.next = !self.low.q.val();
        self.high_alarm.next = !self.high.q.val();
        self.chunk_3.clear.next = self.clear.val();
        self.chunk_2.clear.next = self.clear.val();
        self.chunk_1.clear.next = self.clear.val();
        self.chunk_0.clear.next = self.clear.val();
        self.chunk_3.value.next = self.now_high.val().get_bits::<16>(16);
        self.chunk_2.value.next = self.now_high.val().get_bits::<16>(0);
        self.chunk_1.value.next = self.now_low.val().get_bits::<16>(16);
        self.chunk_0.value.next = self.now_low.val().get_bits::<16>(0);
        self.chunk_3.other.next = self.high_alarm.val().get_bits::<16>(16);
        self.chunk_2.other.next = self.high_alarm.val().get_bits::<16>(0);
        self.chunk_1.other.next = self.low_alarm.val().get_bits::<16>(16);
        self.chunk_0.other.next = self.low_alarm.val().get_bits::<16>(0);

        // The highest chunk that differs decides.
        self.past.d.next = self.chunk_3.at_least.val()
            & (!self.chunk_3.equal.val()
                | (self.chunk_2.at_least.val()
                    & (!self.chunk_2.equal.val()
                        | (self.chunk_1.at_least.val()
                            & (!self.chunk_1.equal.val()
                                | (self.chunk_0.at_least.val() | self.chunk_0.equal.val()))))));

        if self.clear.val() {
            self.low.d.next = 0.into();
            self.high.d.next = 0.into();
            self.past.d.next = false;
        }
        self.alarm_low.next = self.low_alarm.val();
        self.alarm_high.next = self.high_alarm.val();
        if !self.present.val() {
            self.low.d.next = 0.into();
            self.high.d.next = 0.into();
            self.past.d.next = false;
            self.alarm_low.next = 0.into();
            self.alarm_high.next = 0.into();
        }
        self.reached.next = self.past.q.val();
    }
}

#[cfg(test)]
mod tests;
