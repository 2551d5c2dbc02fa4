//! Tests of `check_invariants`: every link, every expiry and every summary is broken by hand, and the check must find
//! it.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails by panicking")]

extern crate std;
use core::num::NonZeroU64;
use std::format;
use std::vec::Vec;

use crate::diagnostics::Diagnostics;
use crate::memory::{Bounded, Memory, Record};
use crate::record::{FREE, IN_HEAP, IN_TREE};
use crate::schemes::structure::Structure;
use crate::schemes::*;
use crate::{TimerQueue, Timers};

/// Timers; one of them stays free.
const TIMERS: usize = 10;

/// When the timers are started that are then looked at: not at 0, so that there are ticks before.
const NOW: u64 = 1_000;

/// Timers near and far, several for one slot, and two that are due and not handed out.
fn filled<S: Structure>(structure: S) -> Timers<S, u32, Bounded<u32>> {
    let mut timers = Timers::bounded(structure, TIMERS).unwrap();
    timers.advance(NOW - 2);
    for (item, interval) in (0..).zip([1, 2, 40, 40, 40, 3, 100, 101, 3]) {
        timers.start(interval, item).unwrap();
    }
    let free = timers.start(5, 99).unwrap();
    timers.stop(free).unwrap();
    timers.advance(NOW);
    timers.next_expiry();
    timers.check_invariants().unwrap();
    timers
}

/// What is done to one timer.
#[derive(Debug, Clone, Copy)]
enum Break {
    Next(u32),
    Previous(u32),
    Expiry(u64),
    Free,
    Occupied,
}

/// Damage that a structure cannot detect.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Excuse {
    None,
    /// A later expiry: a timer may be anywhere in it, or in a part of it, whatever its tick.
    LaterTick,
    /// An expiry that has passed: a chip may not have come to the slot yet.
    TimePassed,
}

fn every_break_is_found<S: Structure>(excuse: Excuse, make: impl Fn() -> S) {
    let good = filled(make());
    let first = good.waiting.first;
    let heads = first.wrapping_sub(TIMERS as u32 * 3)..first + TIMERS as u32 + 2;
    let links = || heads.clone().chain([0, 1, FREE, IN_HEAP, IN_TREE, IN_TREE + 1, (1 << 31) + 5]);
    let mut breaks: Vec<Break> = links().map(Break::Next).collect();
    breaks.extend(links().map(Break::Previous));
    breaks.extend([0, NOW - 1, NOW, NOW + 1, u64::MAX].map(Break::Expiry));
    breaks.extend([Break::Free, Break::Occupied]);
    let mut missed = Vec::new();
    for index in 0..TIMERS {
        for &broken in &breaks {
            let mut timers = filled(make());
            let is_due = (0..2).contains(&index);
            let (records, _, items) = timers.memory.parts();
            let (record, item) = (&mut records[first as usize + index], &mut items[index]);
            let is_free = record.is_free();
            match broken {
                Break::Next(link) if record.next != link => record.next = link,
                Break::Previous(link) if record.previous != link => record.previous = link,
                Break::Expiry(tick) if record.expiry != tick && !is_free => {
                    // One that is due may have been so for any time.
                    if is_due && tick <= NOW || tick > NOW && excuse == Excuse::LaterTick {
                        continue;
                    }
                    record.expiry = tick;
                }
                Break::Free if !is_free => *item = None,
                Break::Occupied if is_free => *item = Some(99),
                _ => continue,
            }
            if timers.check_invariants().is_ok() {
                missed.push(format!("{broken:?} of {index}"));
            }
        }
    }
    // The structure's own records: busy bits, heads, places.
    let slots = good.waiting.structure.slots();
    for index in 0..first {
        let mut timers = filled(make());
        let is_head = index < slots || index == timers.waiting.due();
        let record = &mut timers.memory.parts().0[index as usize];
        let before = *record;
        for broken in [
            Record { next: index ^ 1, ..before },
            Record { previous: index ^ 1, ..before },
            Record { expiry: before.expiry ^ 1, ..before },
        ] {
            let is_used = is_head && broken.expiry == before.expiry;
            if !is_used || broken == before {
                continue;
            }
            timers.memory.parts().0[index as usize] = broken;
            if timers.check_invariants().is_ok() {
                missed.push(format!("{broken:?} of head {index}, {before:?}"));
            }
        }
    }
    assert!(missed.is_empty(), "not found: {missed:?}");

    let mut timers = filled(make());
    timers.take_entry(7).unwrap();
    timers.check_invariants().unwrap_err();

    let mut timers = filled(make());
    timers.waiting.now = NOW + 50;
    let found = timers.check_invariants().is_err();
    assert!(found || excuse == Excuse::TimePassed);
}

macro_rules! broken {
    ($name:ident, $make:expr) => {
        broken!($name, $make, None);
    };
    ($name:ident, $make:expr, $excuse:ident) => {
        #[test]
        fn $name() {
            every_break_is_found(Excuse::$excuse, || $make);
        }
    };
}

broken!(scheme1, UnorderedList, LaterTick);
broken!(scheme2, OrderedList::new(Search::FromRear), LaterTick);
broken!(scheme3, Heap::new());
broken!(scheme3_lazy, LazyHeap::new());
broken!(scheme3_unbalanced, Tree::new(Shape::Unbalanced));
broken!(scheme3_balanced, Tree::new(Shape::Balanced));
broken!(scheme3_end_order, Tree::new(Shape::EndOrder));
broken!(scheme3_leftist, Tree::new(Shape::Leftist));
broken!(scheme4, BasicWheel::new(192));
broken!(scheme4_and_2, WheelAndList::new(64), LaterTick);
broken!(simulation, SimulationWheel::new(64), LaterTick);
broken!(scheme5, OrderedHashedWheel::new(64));
broken!(scheme6, HashedWheel::new(32), TimePassed);
broken!(scheme7, HierarchicalWheel::<4>::new());
broken!(scheme7_ahead, AheadWheel::<8>::new(1));
broken!(scheme7_lazy, HierarchicalWheel::<4>::new().lazy(), LaterTick);
broken!(scheme7_of_sizes, MixedWheel::of([10, 6, 24]));
broken!(scheme7_rounded, RoundedHierarchy::new(Precision::OfTheWheel, [10, 6, 24]));
broken!(scheme7_rounded_below, RoundedHierarchy::new(Precision::OfTheWheelBelow, [10, 6, 24]));
broken!(calendar, Calendar::new(256));
broken!(flex_of_few, flex(Slots::Ordered, 100));
broken!(flex_ordered, flex(Slots::Ordered, 0));
broken!(flex_of_splits, flex(Slots::Ordered, 0).most_searched(0).width(NonZeroU64::new(8).unwrap()));
broken!(flex_of_trees, flex(Slots::Ordered, 0).most_searched(0).without_splits().width(NonZeroU64::new(8).unwrap()));
broken!(flex_unordered, flex(Slots::Unordered, 0), LaterTick);

fn flex(slots: Slots, few: u32) -> FlexQueue {
    FlexQueue::new(slots, Deviations::TWO, 256).few(few)
}

/// Every bit of FlexQueue's vectors, and of the heads of busy slots; those of empty ones are never read.
#[test]
fn flex_bits_and_heads() {
    for most in [0, 16] {
        let make = || filled(flex(Slots::Ordered, 0).most_searched(most));
        let memory = make().waiting.structure.memory;
        for (word, bit) in (0..memory.words()).flat_map(|word| (0..64).map(move |bit| (word, bit))) {
            let mut timers = make();
            let record = &mut timers.memory.parts().0[word / 2];
            match (word % 2, bit) {
                (0, _) => record.expiry ^= 1 << bit,
                (_, 0..32) => record.next ^= 1 << bit,
                _ => record.previous ^= 1 << (bit - 32),
            }
            let found = timers.check_invariants().is_err();
            assert!(found, "bit {bit} of word {word}");
        }
        let good = make();
        for slot in memory.busy(good.memory.records(), 0) {
            for bit in 0..32 {
                let mut timers = make();
                let records = timers.memory.parts().0;
                let head = memory.head(records, slot);
                memory.set_head(records, slot, head ^ 1 << bit);
                let found = timers.check_invariants().is_err();
                assert!(found, "bit {bit} of the head of {slot:?}");
            }
        }
    }
}

/// Every bit of a split of FlexQueue: which slots are busy, of what it is, and the heads of busy slots.
#[test]
fn flex_splits() {
    let width = NonZeroU64::new(8).unwrap();
    let flex = flex(Slots::Ordered, 0).most_searched(0).width(width);
    let make = || filled(flex);
    let good = make();
    let splits = good.waiting.structure.splits;
    let busy = splits.busy(good.memory.records(), 0);
    assert_ne!(busy, 0);
    let parts = (0..64).filter(|part| busy >> part & 1 == 1);
    for (part, bit) in parts.flat_map(|part| (0..32).map(move |bit| (part, bit))) {
        let mut timers = make();
        let records = timers.memory.parts().0;
        let place = splits.place(0, part);
        place.set_head(records, place.head(records) ^ 1 << bit);
        let found = timers.check_invariants().is_err();
        assert!(found, "bit {bit} of the head of {part}");
    }
    for bit in 0..128 {
        let mut timers = make();
        let record = &mut timers.memory.parts().0[splits.record_of(0) as usize];
        match bit {
            0..64 => record.expiry ^= 1 << bit,
            64..96 => record.next ^= 1 << (bit - 64),
            _ => record.previous ^= 1 << (bit - 96),
        }
        assert!(timers.check_invariants().is_err(), "bit {bit}");
    }
}

/// The heads of slots, and the places of timers, that are in use or not.
#[test]
fn scheme7_lazy_heads_and_places() {
    let make = || filled(HierarchicalWheel::<4>::new().lazy());
    let (due, mut missed) = (make().waiting.due() as usize, Vec::new());
    for index in 0..due {
        for broken in [
            |record: &mut Record| record.next ^= 1,
            |record: &mut Record| record.previous ^= 1,
            |record: &mut Record| record.expiry ^= 1 << 40,
        ] {
            let mut timers = make();
            // Of the ticks of heads, those with busy bits are read.
            let (record, is_bit) = (&mut timers.memory.parts().0[index], index % 64 < 2);
            let before = *record;
            broken(record);
            let is_read = record.expiry == before.expiry || index >= due - TIMERS || is_bit;
            if is_read && timers.check_invariants().is_ok() {
                missed.push(format!("{before:?} of {index}"));
            }
        }
    }
    assert!(missed.is_empty(), "not found: {missed:?}");
    let mut timers = make();
    timers.waiting.structure.wheels.ahead = NOW + 2;
    timers.check_invariants().unwrap_err();
}

#[test]
fn scheme4_and_scheme7_quiet_beyond_a_timer() {
    let mut timers = filled(BasicWheel::new(192));
    timers.waiting.structure.quiet_until = NOW + 2;
    timers.check_invariants().unwrap_err();

    for wheel in 0..2 {
        let mut timers = filled(HierarchicalWheel::<4>::new());
        timers.waiting.structure.ahead = NOW + 2;
        timers.check_invariants().unwrap_err();
        timers.waiting.structure.ahead = 0;
        timers.check_invariants().unwrap();
        timers.waiting.structure.next_ticks.set(wheel, NOW + 100);
        timers.check_invariants().unwrap_err();
        timers.waiting.structure.next_ticks.set(wheel, NOW);
        timers.check_invariants().unwrap_err();
    }
}

#[test]
fn scheme5_and_calendar_out_of_order_within_a_slot() {
    fn out_of_order<S: Structure>(structure: S) {
        let mut timers = Timers::bounded(structure, TIMERS).unwrap();
        timers.start(40, 0).unwrap();
        timers.start(40 + 64, 1).unwrap();
        timers.check_invariants().unwrap();
        // The slot is the right one for both.
        let first = timers.waiting.first as usize;
        timers.memory.parts().0[first].expiry = 40 + 128;
        timers.next_expiry();
        timers.check_invariants().unwrap_err();
    }
    out_of_order(OrderedHashedWheel::new(64));
    out_of_order(Calendar::new(64));
}
