//! No sequence of ticks makes a balanced tree deep.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

extern crate std;
use std::vec::Vec;

use crate::{Diagnostics, Keyed, Shape, TimerQueue, Timers, Tree, steps};

const TIMERS: u64 = 16_000;

/// 1.44 log2 of 16,000.
const LEVELS: u64 = 20;

/// Starts, stops and hands out timers; each time at most a way down and one up again.
fn takes_logarithmic_time(ticks: impl Iterator<Item = u64>) {
    let mut queue = Timers::with_capacity(Tree::new(Shape::Balanced), TIMERS as usize).unwrap();
    steps::taken();
    let within = |most: u64| {
        let taken = steps::taken();
        assert!(taken <= most, "{taken} steps");
    };
    let mut handles = Vec::new();
    for (item, tick) in ticks.enumerate() {
        handles.push(queue.start(tick, item).unwrap());
        within(LEVELS + 2);
    }
    queue.check_invariants().unwrap();
    steps::taken();
    for &handle in handles.iter().step_by(3) {
        queue.stop(handle).unwrap();
        within(4 * LEVELS);
    }
    queue.check_invariants().unwrap();
    steps::taken();
    while let Some(next) = queue.next_expiry() {
        within(LEVELS);
        let progress = queue.advance_within(next, 1).unwrap();
        assert_eq!(progress, crate::Progress::Reached);
        queue.next_expired().unwrap();
        within(6 * LEVELS);
    }
    assert_eq!(queue.outstanding(), 0);
}

#[test]
fn insert_ticks_in_any_order_takes_logarithmic_time() {
    takes_logarithmic_time(1..=TIMERS);
    takes_logarithmic_time((1..=TIMERS).rev());
    takes_logarithmic_time((0..TIMERS).map(|number| 1 + number.reverse_bits() / 2));
    let outwards = |number: u64| 1 + TIMERS + number * (number % 2) - number * (1 - number % 2);
    takes_logarithmic_time((0..TIMERS).map(outwards));
}

/// The ticks that an adversary starts who knows the weights that the tree drew when it was balanced by weights.
#[test]
fn insert_ticks_equal_to_the_weights_of_a_treap_takes_logarithmic_time() {
    let weights = (1..=TIMERS as u32).map(|drawn| {
        let drawn = drawn.wrapping_mul(0x9E37_79B9);
        let mixed = (drawn ^ drawn >> 15).wrapping_mul(0x2C1B_3C6D);
        1 + u64::from((mixed ^ mixed >> 13).wrapping_mul(0x297A_2D39))
    });
    takes_logarithmic_time(weights);
}
