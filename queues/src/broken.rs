//! What `check_invariants` is worth: every link, every expiry and every summary is broken by hand, and the check must find it.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

extern crate std;
use std::format;
use std::vec;
use std::vec::Vec;

use super::list::NOWHERE;
use super::structure::Structure;
use super::{
    CalendarQueue, Deviations, Entry, FlexQueue, List, Place, Powers, Precision, QueueError,
    Scheme1, Scheme2, Scheme3, Scheme3Lazy, Scheme4, Scheme4And2, Scheme5, Scheme6, Scheme7,
    Scheme7Rounded, Search, Sector, SimulationQueue, Sizes, Slots, TimerQueue, Timers,
};

/// Entries; one of them stays free.
const ENTRIES: usize = 10;

/// When the timers are started that are then looked at: not at 0, so that there are ticks before.
const NOW: u64 = 1_000;

fn entries() -> Vec<Entry<u32>> {
    vec![Entry::VACANT; ENTRIES]
}

fn sectors(count: usize) -> Vec<Sector> {
    vec![Sector::EMPTY; count]
}

/// Starts timers near and far, several for one slot, and leaves two that are due and not handed out.
fn fill<S: Structure>(timers: &mut Timers<u32, S, Vec<Entry<u32>>>) {
    timers.advance(NOW - 2).unwrap();
    for (item, interval) in (0..).zip([1, 2, 40, 40, 40, 3, 100, 101, 3]) {
        timers.start(interval, item).unwrap();
    }
    timers.advance(NOW).unwrap();
    timers.next_expiry();
    timers.check_invariants().unwrap();
}

/// What is done to one entry.
#[derive(Debug, Clone, Copy)]
enum Break {
    Next(u32),
    Previous(u32),
    Expiry(u64),
    Free,
    Occupied,
}

/// What a structure cannot know to be broken.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Excuse {
    None,
    /// A later expiry: a timer may be anywhere in it, or in a part of it, whatever its tick.
    LaterTick,
    /// An expiry that has passed: a chip may not have come to the slot yet.
    TimePassed,
}

fn every_break_is_found<S: Structure>(
    excuse: Excuse,
    make: impl Fn() -> Timers<u32, S, Vec<Entry<u32>>>,
) {
    let mut good = make();
    fill(&mut good);
    let count = u32::try_from(ENTRIES).unwrap();
    let links = || (0..count + 2).chain([NOWHERE, NOWHERE - 1, 1 << 31, (1 << 31) + 5]);
    let mut breaks: Vec<Break> = links().map(Break::Next).collect();
    breaks.extend(links().map(Break::Previous));
    breaks.extend([0, NOW - 1, NOW, NOW + 1, u64::MAX].map(Break::Expiry));
    breaks.extend([Break::Free, Break::Occupied]);
    let mut missed = Vec::new();
    for index in 0..ENTRIES {
        for &broken in &breaks {
            let mut timers = make();
            fill(&mut timers);
            let is_due = (0..2).contains(&index);
            let entry = &mut timers.slab.entries_mut()[index];
            let is_free = entry.is_free();
            match broken {
                Break::Next(link) if entry.next != link => entry.next = link,
                // A free entry has no link back.
                Break::Previous(link) if entry.previous != link && !is_free => {
                    entry.previous = link;
                }
                Break::Expiry(tick) if entry.expiry != tick && !is_free => {
                    // One that is due may have been so for any time.
                    if is_due && tick <= NOW || tick > NOW && excuse == Excuse::LaterTick {
                        continue;
                    }
                    entry.expiry = tick;
                }
                Break::Free if !is_free => drop(entry.take_item()),
                Break::Occupied if is_free => drop(entry.put(NOW + 40, 99)),
                _ => continue,
            }
            if timers.check_invariants().is_ok() {
                missed.push(format!("{broken:?} of {index}"));
            }
        }
    }
    assert!(missed.is_empty(), "not found: {missed:?}");

    let mut timers = make();
    fill(&mut timers);
    timers.slab.take(7, NOW + 9).unwrap();
    timers.check_invariants().unwrap_err();

    let mut timers = make();
    fill(&mut timers);
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
            every_break_is_found(Excuse::$excuse, || $make.unwrap());
        }
    };
}

broken!(scheme1, Scheme1::new(entries()), LaterTick);
broken!(
    scheme2,
    Scheme2::new(Search::FromRear, entries()),
    LaterTick
);
broken!(scheme3, Scheme3::new(vec![Place::VACANT; 10], entries()));
broken!(
    scheme3_lazy,
    Scheme3Lazy::new(vec![Place::VACANT; 20], entries())
);
broken!(scheme4, Scheme4::new(sectors(3), entries()));
broken!(
    scheme4_and_2,
    Scheme4And2::new(sectors(1), entries()),
    LaterTick
);
broken!(
    simulation,
    SimulationQueue::new(sectors(1), entries()),
    LaterTick
);
broken!(scheme5, Scheme5::new(sectors(1), entries()));
broken!(
    scheme6,
    Scheme6::new(vec![List::EMPTY; 32], entries()),
    TimePassed
);
broken!(
    scheme7,
    Scheme7::new(Powers::<4>::new(), sectors(4), entries())
);
broken!(
    scheme7_of_sizes,
    Scheme7::new(Sizes::new([10, 6, 24]), sectors(1), entries())
);
broken!(
    scheme7_rounded,
    Scheme7Rounded::new(Precision::OfTheWheel, [10, 6, 24], sectors(1), entries())
);
broken!(
    scheme7_rounded_below,
    Scheme7Rounded::new(
        Precision::OfTheWheelBelow,
        [10, 6, 24],
        sectors(1),
        entries()
    )
);
broken!(calendar, CalendarQueue::new(sectors(4), entries()));
broken!(flex_of_few, flex(Slots::Ordered, 100));
broken!(flex_ordered, flex(Slots::Ordered, 0));
broken!(flex_unordered, flex(Slots::Unordered, 0), LaterTick);

type Flexible = FlexQueue<u32, Vec<Sector>, Vec<Place>, Vec<Entry<u32>>>;

fn flex(slots: Slots, few: u32) -> Result<Flexible, QueueError> {
    let places = vec![Place::VACANT; ENTRIES];
    let mut queue = FlexQueue::new(slots, Deviations::TWO, sectors(4), places, entries())?;
    queue.set_few(few);
    Ok(queue)
}

#[test]
fn scheme4_and_scheme7_quiet_beyond_a_timer() {
    let mut timers = Scheme4::new(sectors(3), entries()).unwrap();
    fill(&mut timers);
    timers.waiting.structure.quiet_until = NOW + 2;
    timers.check_invariants().unwrap_err();

    for wheel in 0..2 {
        let mut timers = Scheme7::new(Powers::<4>::new(), sectors(4), entries()).unwrap();
        fill(&mut timers);
        timers.waiting.structure.ahead = NOW + 2;
        timers.check_invariants().unwrap_err();
        timers.waiting.structure.ahead = 0;
        timers.check_invariants().unwrap();
        timers.waiting.structure.events.set(wheel, NOW + 100);
        timers.check_invariants().unwrap_err();
        timers.waiting.structure.events.set(wheel, NOW);
        timers.check_invariants().unwrap_err();
    }
}

#[test]
fn scheme5_and_calendar_out_of_order_within_a_slot() {
    fn out_of_order<S: Structure>(mut timers: Timers<u32, S, Vec<Entry<u32>>>) {
        timers.start(40, 0).unwrap();
        timers.start(40 + 64, 1).unwrap();
        timers.check_invariants().unwrap();
        // The slot is the right one for both.
        timers.slab.entries_mut()[0].expiry = 40 + 128;
        timers.next_expiry();
        timers.check_invariants().unwrap_err();
    }
    out_of_order(Scheme5::new(sectors(1), entries()).unwrap());
    out_of_order(CalendarQueue::new(sectors(1), entries()).unwrap());
}
