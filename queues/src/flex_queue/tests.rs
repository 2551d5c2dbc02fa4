//! What a start and a stop take, by counting, and what the bit vectors take.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

extern crate std;
use core::num::NonZeroU64;
use std::vec;

use super::memory::Memory;
use super::{Flex, MOST_SEARCHED, Slots};
use crate::record::Record;
use crate::{Deviations, Diagnostics, Keyed, TimerQueue, Timers, steps};

/// Table 4.1 of the thesis: the memory of the bit vectors V1 and V2 by their capacity, in bytes.
#[test]
fn memory_of_the_bit_vectors_is_that_of_table_4_1() {
    let table: [(u64, u64); 5] = [
        (64, 16),
        (1 << 10, 272),
        (1 << 12, 1_040),
        (1 << 20, 266_320),
        (1 << 32, 1_090_785_360),
    ];
    for (capacity, bytes) in table {
        // What does not fit any cache is not offered: its levels are counted.
        let records = match u32::try_from(capacity) {
            Ok(capacity) => u64::from(Memory::new(capacity).vector_records()),
            Err(_) => (1..=6).map(|level| (capacity >> (6 * level)).max(1)).sum(),
        };
        assert_eq!(
            records * size_of::<Record>() as u64,
            bytes,
            "{capacity} bits"
        );
    }
}

/// Each start, stop and expiry of 32,000 timers that lie in one slot, in descending order, takes logarithmic time;
/// timers of one tick come in the order of their starts.
#[test]
fn start_descending_ticks_of_one_slot_takes_logarithmic_time() {
    const TIMERS: u64 = 32_000;
    // Two arrays of 32 slots; one slot spans all ticks.
    let width = NonZeroU64::new(TIMERS).expect("some");
    let flex = Flex::new(Slots::Ordered, Deviations::TWO, 64);
    let flex = flex.few(0).width(width);
    let mut queue = Timers::with_capacity(flex, 32_000).expect("a queue");
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
        let allowed = if number == becomes_a_tree {
            5 * most
        } else {
            most
        };
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
        queue.advance(next).expect("forwards");
        while let Some(expired) = queue.next_expired() {
            let order = (expired.due, expired.item);
            assert!(before < Some(order), "{before:?} {order:?}");
            before = Some(order);
        }
        let taken = steps::taken();
        assert!(taken <= 2 * most, "{taken} steps for two at {next}");
    }
    assert_eq!(queue.outstanding(), 0);
}
