//! # The slot of a tick on one of the wheels
//!
//! **Purpose.** Numbers the slots of all wheels: the one that a tick has on a wheel.
//!
//! **Interface.** Wheel *k* of 2^w slots takes bits *kw* to *kw* + *w* - 1 of the `tick`, and its slots follow those of
//! the wheels below. With one wheel `slot_mask`, its slots less one, is the host's choice; with several it is
//! fixed, and `wheel` says which one is meant.
//!
//! **Timing.** Without a clock: `slot` follows its inputs.
//!
//! **Invariants.** No two slots of any wheels have one number, and each is less than the number of all slots.

use crate::circuit::Circuit;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// The number; see the module's header.
#[derive(Circuit)]
pub struct WheelSlot {
    /// The tick.
    pub tick: Signal<In, Bits<24>>,
    /// On this wheel.
    pub wheel: Signal<In, Bits<2>>,
    /// The slots of a wheel less one.
    pub slot_mask: Signal<In, Bits<16>>,
    /// The slot's number.
    pub slot: Signal<Out, Bits<16>>,
    #[formula("WHEELS > 1")]
    several: Constant<Bit>,
    wheel_1: Constant<Bits<2>>,
    wheel_2: Constant<Bits<2>>,
    #[formula("WHEEL_BITS[4:0]")]
    shift_1: Constant<Bits<5>>,
    #[formula("WHEEL_BITS[4:0] << 1")]
    shift_2: Constant<Bits<5>>,
    #[formula("1 << WHEEL_BITS")]
    first_1: Constant<Bits<16>>,
    #[formula("2 << WHEEL_BITS")]
    first_2: Constant<Bits<16>>,
    digit: Signal<Local, Bits<24>>,
    first: Signal<Local, Bits<16>>,
}

impl WheelSlot {
    /// For the wheels of `build`.
    pub fn new(build: &TimerBuild) -> Self {
        let bits = build.wheel_bits();
        // A wheel that the build does not have is never meant.
        let shift = |wheel: u32| Constant::new(u64::from(wheel * bits).into());
        let first = |wheel: u64| Constant::new((wheel << bits & 0xffff).into());
        WheelSlotParts {
            several: Constant::new(build.wheels > 1),
            wheel_1: Constant::new(1.into()),
            wheel_2: Constant::new(2.into()),
            shift_1: shift(1),
            shift_2: shift(2),
            first_1: first(1),
            first_2: first(2),
        }
        .assemble()
    }
}

impl Logic for WheelSlot {
    #[hdl_gen]
    fn update(&mut self) {
        self.digit.next = self.tick.val();
        self.first.next = 0.into();
        if self.several.val() & (self.wheel.val() == self.wheel_1.val()) {
            self.digit.next = self.tick.val() >> self.shift_1.val();
            self.first.next = self.first_1.val();
        }
        if self.several.val() & (self.wheel.val() == self.wheel_2.val()) {
            self.digit.next = self.tick.val() >> self.shift_2.val();
            self.first.next = self.first_2.val();
        }
        self.slot.next = (self.digit.val().get_bits::<16>(0) & self.slot_mask.val()) | self.first.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheel_slot_of_every_wheel_is_its_share_of_the_tick_behind_the_wheels_below() {
        let mut random = fastrand::Rng::with_seed(5);
        for (wheels, slot_bits) in [(1, 10), (1, 15), (2, 10), (2, 13), (3, 10)] {
            let build = TimerBuild { wheels, slot_bits, ..TimerBuild::minimal() };
            let bits = build.wheel_bits();
            let mut part = WheelSlot::new(&build);
            part.connect_all();
            for _ in 0..300 {
                // With one wheel the host chooses the slots.
                let slots = match wheels {
                    1 => 16_u64 << random.u32(0..=bits - 4),
                    _ => 1 << bits,
                };
                let (tick, wheel) = (random.u64(0..1 << 24), random.u32(0..wheels));
                part.tick.next = tick.into();
                part.wheel.next = u64::from(wheel).into();
                part.slot_mask.next = (slots - 1).into();
                assert!(simulate(&mut part, 100));
                let slot = u64::from(wheel) * slots + (tick >> (wheel * bits)) % slots;
                assert_eq!(part.slot.val(), slot, "{tick:#x} on {wheel} of {wheels}");
            }
        }
    }
}
