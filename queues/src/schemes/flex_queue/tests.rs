//! What a start, a stop and an expiry take, by counting.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

extern crate std;
use core::num::NonZeroU64;
use std::vec;

use super::{FlexQueue, MOST_SEARCHED, Slots};
use crate::diagnostics::Diagnostics;
use crate::schemes::Deviations;
use crate::schemes::parts::steps;
use crate::{TimerQueue, Timers};

/// Each start, stop and expiry of 32,000 timers that lie in one slot, in descending order, takes logarithmic time;
/// timers of one tick come in the order of their starts. So it is if the slot is a tree, and if it is split.
#[test]
fn start_descending_ticks_of_one_slot_takes_logarithmic_time() {
    // Two arrays of 32 slots; one slot spans all ticks.
    let width = NonZeroU64::new(TIMERS).expect("some");
    let flex = FlexQueue::new(Slots::Ordered, Deviations::TWO, 64);
    let flex = flex.few(0).width(width);
    descending_ticks_of_one_slot_take_logarithmic_time(flex);
    descending_ticks_of_one_slot_take_logarithmic_time(flex.without_splits());
}

const TIMERS: u64 = 32_000;

fn descending_ticks_of_one_slot_take_logarithmic_time(flex: FlexQueue) {
    let mut queue = Timers::bounded(flex, 32_000).expect("a queue");
    // A balanced tree of 32,000 has at most 22 levels; a start goes up on its left and down again.
    let most = 2 * 22 + 2;
    // The slot becomes a tree once: that many timers go down three or four levels each.
    let becomes_a_tree = u64::from(MOST_SEARCHED + 1);
    let mut handles = vec![];
    steps::taken();
    for number in 0..TIMERS {
        // Two of each tick.
        let tick = 1 + (TIMERS - 1 - number) / 2;
        handles.push(queue.start(tick, number).expect("room"));
        let taken = steps::taken();
        let allowed = if number == becomes_a_tree { 5 * most } else { most };
        assert!(taken <= allowed, "{taken} steps to start timer {number}");
    }
    assert_eq!(queue.structure().overflowing(), 0);
    for handle in handles.into_iter().step_by(7) {
        queue.stop(handle).expect("outstanding");
        let taken = steps::taken();
        assert!(taken <= most, "{taken} steps to stop");
    }
    queue.check_invariants().expect("sound");
    let mut before = None;
    while let Some(next) = queue.next_expiry() {
        for expired in queue.advance(next) {
            let order = (expired.due, expired.item);
            assert!(before < Some(order), "{before:?} {order:?}");
            before = Some(order);
        }
        let taken = steps::taken();
        assert!(taken <= 2 * most, "{taken} steps for two at {next}");
    }
    assert_eq!(queue.outstanding(), 0);
}
