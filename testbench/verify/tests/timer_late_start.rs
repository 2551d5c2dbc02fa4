//! What no run of the timer chip comes to: now beyond 2^25 ticks. It begins just before a carry into each upper bit.

mod common;

use carillon_regmap::timer_chip::{field, offset};
use carillon_sim::TimerModel;
use common::timer::System;

/// A paused chip of which now is `tick`.
fn begun_at(model: TimerModel, tick: u64) -> System {
    let mut system = System::paused(model, 40);
    // Until the cursor has come to now.
    system.chip.clock(40);
    system.chip.pins_mut().begin_at(tick).expect("no mutants");
    system.chip.clock(4);
    system
}

fn now(system: &mut System) -> u64 {
    let low = system.read(offset::NOW_LO);
    u64::from(system.read(offset::NOW_HI)) << 32 | u64::from(low)
}

#[test]
fn timer_late_start_just_before_every_carry_each_timer_comes_at_its_tick() {
    for bit in 24..64 {
        let carry = 1_u64 << bit;
        for model in [TimerModel::Timer15x16Wide, TimerModel::Timer10x16All, TimerModel::Timer10x2ThreeWheelsWide] {
            let mut random = fastrand::Rng::with_seed(bit);
            let begin = carry - random.u64(1..400);
            let mut system = begun_at(model, begin);
            assert_eq!(now(&mut system), begin);
            assert_eq!(system.read(offset::CURSOR_LO), begin as u32 + 1);
            // (Tick, order of its start, timer, generation.)
            let mut due = Vec::new();
            for timer in 0..40 {
                let interval = match timer % 4 {
                    0 => random.u32(1..40),
                    1 => random.u32(1..1_000),
                    2 => (carry - begin) as u32,
                    _ => random.u32(1..3_000),
                };
                let deadline = (begin as u32).wrapping_add(interval);
                if random.bool() {
                    system.start_at(timer, deadline);
                } else {
                    system.command(timer, interval);
                }
                assert_eq!(system.look(timer).left, u64::from(interval));
                due.push((interval, timer, deadline));
            }
            due.sort_unstable();
            if model.build().look_ahead {
                let next = field::next_expiry::TICKS.get(system.read(offset::NEXT_EXPIRY));
                assert!((1..=due[0].0).contains(&next), "{model:?}: {next} of {}", due[0].0);
            }
            system.go_on();
            for (_, timer, deadline) in due {
                let expected = (deadline, timer, 1);
                assert_eq!(system.next_event(), expected, "{model:?}, 2^{bit}");
            }
            assert!(now(&mut system) >= carry);
            let half_period = field::intr_state::HALF_PERIOD.is_set(system.read(offset::INTR_STATE));
            assert_eq!(half_period, bit >= 31, "2^{bit}");
            assert_eq!(system.errors(), 0);
            system.chip.reset();
            assert_eq!(now(&mut system), 0);
        }
    }
}
