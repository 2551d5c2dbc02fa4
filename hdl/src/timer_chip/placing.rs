//! # Where a timer is put
//!
//! **Purpose.** Compares the tick at which a timer is due with the cursor's, wheel by wheel.
//!
//! **Interface.** `due`, `read_due` and `at` are ticks modulo 2^24; the cursor visits a slot of `wheel` or is about to.
//! `place` is the wheel for a timer that is started and is `due`. `reached` says that a timer in the slot that is
//! visited, which is due at `read_due`, is so in one of the slot's ticks; on wheel 0, in the cursor's.
//!
//! **Timing.** `reached` follows its inputs a clock later. `place` follows `wheel`, and `due` and `at` a clock later.
//!
//! **Invariants.** `place` is the highest wheel on which the two ticks have different slots, but not below `wheel`: the
//! timers of the slot that is visited have still to go down, and one that is started meanwhile goes behind them. The
//! highest wheel's share of a tick is all bits above the other wheels'.

use crate::circuit::Circuit;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// The comparison; see the module's header.
#[derive(Circuit)]
pub struct Placing {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// The tick at which the timer that is started is due.
    pub due: Signal<In, Bits<24>>,
    /// That of the timer that is visited, as it is read.
    pub read_due: Signal<In, Bits<24>>,
    /// The cursor's.
    pub at: Signal<In, Bits<24>>,
    /// The wheel that the cursor visits.
    pub wheel: Signal<In, Bits<2>>,
    /// The timer that is visited is due in the slot.
    pub reached: Signal<Out, Bit>,
    /// The wheel for a timer that is started.
    pub place: Signal<Out, Bits<2>>,
    /// Highest wheel on which due and cursor differed a clock ago, or 0.
    highest: DFF<Bits<2>>,
    /// The timer read one clock ago is due in the slot visited.
    is_reached: DFF<Bit>,
    #[formula("WHEELS > 1 ? (1 << WHEEL_BITS) - 1 : 24'hffffff")]
    share_0: Constant<Bits<24>>,
    #[formula("WHEELS == 1 ? 0 : (WHEELS > 2 ? 1 << (2 * WHEEL_BITS) : 0) - (1 << WHEEL_BITS)")]
    share_1: Constant<Bits<24>>,
    #[formula("WHEELS > 2 ? ~((1 << (2 * WHEEL_BITS)) - 1) : 0")]
    share_2: Constant<Bits<24>>,
    differs: Signal<Local, Bits<24>>,
    read_differs: Signal<Local, Bits<24>>,
    differs_0: Signal<Local, Bit>,
    differs_1: Signal<Local, Bit>,
    differs_2: Signal<Local, Bit>,
}

/// The bits of a tick that are a wheel's; none if the build does not have it.
fn share(build: &TimerBuild, wheel: u32) -> Constant<Bits<24>> {
    // The bits that this wheel and those above it have.
    let above = |wheel| match wheel < build.wheels {
        true => 0xff_ffff_u64 >> (wheel * build.wheel_bits()) << (wheel * build.wheel_bits()),
        false => 0,
    };
    Constant::new((above(wheel) & !above(wheel + 1)).into())
}

impl Placing {
    /// For the wheels of `build`.
    pub fn new(build: &TimerBuild) -> Self {
        PlacingParts { share_0: share(build, 0), share_1: share(build, 1), share_2: share(build, 2) }.assemble()
    }
}

impl Logic for Placing {
    #[hdl_gen]
    fn update(&mut self) {
        self.differs.next = self.due.val() ^ self.at.val();
        self.highest.d.next = 0.into();
        if (self.differs.val() & self.share_1.val()).any() {
            self.highest.d.next = 1.into();
        }
        if (self.differs.val() & self.share_2.val()).any() {
            self.highest.d.next = 2.into();
        }
        self.place.next = self.highest.q.val();
        if self.highest.q.val() < self.wheel.val() {
            self.place.next = self.wheel.val();
        }
        // Below the wheel that is visited, ticks may differ.
        self.read_differs.next = self.read_due.val() ^ self.at.val();
        self.differs_0.next = (self.read_differs.val() & self.share_0.val()).any();
        self.differs_1.next = (self.read_differs.val() & self.share_1.val()).any();
        self.differs_2.next = (self.read_differs.val() & self.share_2.val()).any();
        self.is_reached.d.next = !self.differs_2.val()
            & (!self.differs_1.val() | self.wheel.val().get_bit(1))
            & (!self.differs_0.val() | self.wheel.val().any());
        self.reached.next = self.is_reached.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// Ticks that agree down to any bit, and the cursor on each wheel that begins a slot there.
    #[test]
    fn placing_compares_the_slots_of_the_ticks_on_every_wheel() {
        let mut random = fastrand::Rng::with_seed(8);
        for (wheels, slot_bits) in [(1, 10), (2, 10), (2, 13), (3, 10)] {
            let build = TimerBuild { wheels, slot_bits, ..TimerBuild::minimal() };
            // A tick without the bits that are below a wheel's.
            let above = |tick: u64, wheel: u32| tick >> (wheel * build.wheel_bits());
            let mut part = Placing::new(&build);
            part.connect_all();
            for _ in 0..2000 {
                let at = random.u64(0..1 << 24);
                let bits = random.u32(0..25);
                let due = at ^ random.u64(0..1 << bits);
                let visited = random.u32(0..wheels);
                part.due.next = due.into();
                part.read_due.next = due.into();
                part.at.next = at.into();
                part.wheel.next = u64::from(visited).into();
                part.tick();
                let differ = |wheel: &u32| above(due, *wheel) != above(at, *wheel);
                let highest = (0..wheels).rev().find(differ).unwrap_or(0);
                assert_eq!(part.place.val(), u64::from(highest.max(visited)));
                assert_eq!(part.reached.val(), !differ(&visited), "{due:#x} {at:#x}");
            }
        }
    }
}
