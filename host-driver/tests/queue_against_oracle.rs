//! Scheme 6 against a sorted map: all short histories of tiny wheels, and random long ones of any size.

mod common;

use common::oracle::{Pair, Step};
use proptest::prelude::*;

/// All histories of `length` steps from `steps`, each on a fresh wheel.
fn for_all_histories(slots: usize, capacity: usize, steps: &[Step], length: u32) -> usize {
    let histories = steps.len().pow(length);
    for history in 0..histories {
        let mut pair = Pair::new(slots, capacity);
        let mut rest = history;
        for _ in 0..length {
            pair.step(steps[rest % steps.len()]);
            rest /= steps.len();
        }
        pair.finish();
    }
    histories
}

#[test]
fn scheme6_every_short_history_of_a_tiny_wheel_agrees_with_the_oracle() {
    for slots in 2..=4_usize {
        let size = slots as u64;
        let steps = [
            Step::Start(0),
            Step::Start(1),
            Step::Start(size),
            Step::Start(size + 1),
            Step::Stop(0),
            Step::Stop(1),
            Step::Advance(1),
            Step::Advance(size),
            Step::Advance(2 * size + 1),
            Step::Pop(1),
        ];
        assert_eq!(for_all_histories(slots, 2, &steps, 5), 100_000);
    }
}

#[test]
fn scheme6_every_interval_and_jump_around_the_laps_of_a_tiny_wheel_is_exact() {
    for slots in 2..=5_usize {
        for interval in 0..=4 * slots as u64 {
            for jump in 0..=5 * slots as u64 {
                for before in 0..=slots as u64 {
                    let mut pair = Pair::new(slots, 3);
                    for step in [
                        Step::Advance(before),
                        Step::Start(interval),
                        Step::Start(1),
                        Step::Advance(jump),
                        Step::Pop(3),
                    ] {
                        pair.step(step);
                    }
                    pair.finish();
                }
            }
        }
    }
}

/// Ticks of every magnitude, and those next to powers of two and to laps.
fn ticks(slots: u64) -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => 0..4_u64,
        4 => 0..3 * slots,
        2 => (0..5 * slots).prop_map(move |laps| (laps * slots) & ((1 << 48) - 1)),
        2 => (0..48_u32, 0..3_u64).prop_map(|(bits, offset)| ((1_u64 << bits) + offset).saturating_sub(1)),
        1 => 0..=1_u64 << 48,
    ]
}

fn history() -> impl Strategy<Value = (usize, usize, Vec<Step>)> {
    (2..300_usize, 1..40_usize).prop_flat_map(|(slots, capacity)| {
        let step = prop_oneof![
            6 => ticks(slots as u64).prop_map(Step::Start),
            3 => any::<usize>().prop_map(Step::Stop),
            3 => ticks(slots as u64).prop_map(Step::Advance),
            3 => (0..5_usize).prop_map(Step::Pop),
        ];
        (
            Just(slots),
            Just(capacity),
            prop::collection::vec(step, 1..150),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn scheme6_any_history_agrees_with_the_oracle((slots, capacity, steps) in history()) {
        let mut pair = Pair::new(slots, capacity);
        for step in steps {
            pair.step(step);
        }
        pair.finish();
    }
}
