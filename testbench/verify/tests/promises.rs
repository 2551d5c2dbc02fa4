//! The chip keeps the specification's promises under a random host, whatever the build; and the observer who says so is
//! not blind.
//!
//! The first part runs the reference model alone, which `tests/lockstep.rs` holds against the chip; the observer
//! watches there too. The second part shows the observer chips that break one promise each.

mod common;

use carillon_regmap::counter_chip::Build;
use carillon_sim::Inputs;
use carillon_spec::counter_chip::{Fault, Reached, ReferenceChip};
use carillon_verify::counter_chip::{Length, Promises, Stimulus};
use common::reached::{agreed, assert_each, compare};

/// Runs the model alone, watched by the observer.
fn alone(build: &Build, seed: u64, clocks: u64) -> Reached {
    agreed(build, compare(&mut [], build, seed, Length::Clocks(clocks)))
}

/// What happens in every build.
fn assert_reached(reached: &Reached) {
    assert_each(
        reached,
        &[
            ("events", reached.events, 100_000),
            ("late events", reached.late_events, 20_000),
            ("late events lost", reached.late_lost, 5_000),
            ("waits for room", reached.blocked, 100_000),
            ("clocks of a pause", reached.paused, 10_000),
            ("resets", reached.resets, 100),
        ],
    );
}

#[test]
#[ignore = "long"]
fn model_one_wheel_any_fifo_keeps_the_promises() {
    let mut total = Reached::default();
    for seed in 0..20 {
        for fifo_bits in [1, 2, 4] {
            let build = Build { slot_bits: 10, fifo_bits, ..Build::minimal() };
            total += alone(&build, seed, 400_000);
        }
    }
    assert_reached(&total);
}

#[test]
fn model_one_wheel_with_modes_keeps_the_promises() {
    let mut total = Reached::default();
    for seed in 0..40 {
        let build = Build { wheels: 1, slot_bits: 10, fifo_bits: 1 + seed as u32 % 4, ..Build::full() };
        total += alone(&build, seed, 400_000);
    }
    assert_reached(&total);
    assert_each(&total, &[("held", total.held, 5_000), ("cleared by the chip", total.auto_cleared, 5_000)]);
}

#[test]
#[ignore = "long"]
fn model_any_number_of_wheels_keeps_the_promises() {
    let mut total = Reached::default();
    for wheels in 2..=8 {
        for seed in 0..8 {
            let build = Build { wheels, slot_bits: 10, fifo_bits: 1 + seed as u32 % 4, ..Build::full() };
            total += alone(&build, 1000 * u64::from(wheels) + seed, 400_000);
        }
    }
    assert_reached(&total);
    assert_each(
        &total,
        &[
            ("held", total.held, 5_000),
            ("cleared by the chip", total.auto_cleared, 5_000),
            ("cascades", total.cascades, 50_000),
            ("cascades to wheel 2", total.high_cascades, 5_000),
            ("waits in a cascade", total.blocked_in_cascade, 1_000),
        ],
    );
}

/// Shows the observer a chip with a fault until it says what is wrong; gives the sentence and the clocks that it took.
fn seen_broken(fault: Fault, build: &Build) -> (String, u64) {
    let mut clocks = 0;
    for seed in 0..40 {
        let mut chip = ReferenceChip::broken(build, fault);
        let mut stimulus = Stimulus::new(seed, build);
        let mut promises = Promises::new(build);
        for clock in 0..200_000 {
            let inputs = match clock {
                0 | 1 => Inputs { reset: true, ..Inputs::default() },
                _ => stimulus.next(&chip),
            };
            if let Err(sentence) = promises.clock(&inputs, &chip.outputs(), &chip) {
                return (sentence, clocks);
            }
            chip.step(&inputs);
            clocks += 1;
        }
    }
    panic!("the observer has not noticed {fault:?} of {build:?} in {clocks} clocks");
}

/// In builds with one wheel and with several, the observer says one of these.
fn assert_noticed(fault: Fault, sentences: &[&str]) {
    for wheels in [1, 3] {
        let build = Build { wheels, slot_bits: 10, fifo_bits: 2, ..Build::full() };
        if fault == Fault::OutOfOrder && wheels == 1 {
            continue;
        }
        let (sentence, clocks) = seen_broken(fault, &build);
        println!("{fault:?}, {wheels} wheels, after {clocks} clocks: {sentence}");
        assert!(sentences.iter().any(|start| sentence.starts_with(start)), "{fault:?}, {wheels} wheels: {sentence}");
    }
}

#[test]
fn promise_never_early_broken_is_noticed() {
    assert_noticed(Fault::Early, &["early", "the cursor is ahead of now"]);
}

#[test]
fn promise_never_lost_broken_is_noticed() {
    for fault in [Fault::Lost, Fault::ArmLost, Fault::DisarmedToo, Fault::AutoClearAlways] {
        // Where a held event is lost, the cursor waits for its acknowledgement for ever.
        assert_noticed(fault, &["lost", "never answered", "the cursor stands"]);
    }
}

#[test]
fn promise_never_twice_broken_is_noticed() {
    assert_noticed(Fault::Twice, &["out of order or twice", "not of this tick", "the cursor is past"]);
}

#[test]
fn promise_exact_tick_broken_is_noticed() {
    assert_noticed(Fault::WrongTick, &["not of this tick", "lost", "the cursor is past"]);
}

#[test]
fn promise_order_broken_is_noticed() {
    // While a held event is kept back, the cursor waits for its acknowledgement.
    assert_noticed(Fault::OutOfOrder, &["out of order or twice", "lost", "Event", "the cursor stands"]);
}

#[test]
fn promise_no_event_without_a_bit_broken_is_noticed() {
    for fault in [Fault::DisarmLost, Fault::AutoClearIgnored] {
        assert_noticed(fault, &["disarmed long before"]);
    }
    assert_noticed(Fault::ResetKeepsEvents, &["never armed", "not of this tick", "early", "late without", "disarmed"]);
}

#[test]
fn promise_late_arm_is_answered_broken_is_noticed() {
    for fault in [Fault::LateSilent, Fault::OverflowSilent] {
        assert_noticed(fault, &["never answered"]);
    }
}

#[test]
fn promise_late_only_when_late_broken_is_noticed() {
    assert_noticed(Fault::LateInvented, &["late without a late arm"]);
}

#[test]
fn promise_hold_broken_is_noticed() {
    for fault in [Fault::HoldIgnored, Fault::HoldReleasedEarly] {
        assert_noticed(fault, &["the cursor is past"]);
    }
}

#[test]
fn promise_cursor_goes_on_broken_is_noticed() {
    assert_noticed(Fault::Stands, &["the cursor stands"]);
}

#[test]
fn promise_every_transfer_is_answered_broken_is_noticed() {
    assert_noticed(Fault::Hang, &["the bus hangs"]);
}
