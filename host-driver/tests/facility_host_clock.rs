//! Starts by the host's clock: the same histories as without it, and no read.

mod common;
#[macro_use]
#[path = "common/histories.rs"]
mod histories;

use std::cell::Cell;
use std::num::NonZeroU32;
use std::rc::Rc;

use carillon_driver::bus::HostClock;
use carillon_driver::device::Clock;
use carillon_driver::facility::{Facility, Settings, TimerFacility};
use carillon_driver::queue::Timers;
use carillon_driver::queue::chip::{SlotQueue, Wheeled};
use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::{BasicWheel, HashedWheel, MixedWheel, OrderedHashedWheel};
use carillon_driver::rate::TickRate;
use common::fake_chip::FakeChip;
use common::script::FULL;
use histories::{EXACT, HASHED, Kind, OnFake, Parts, queue};

/// The host's oscillator, beside the chip's.
#[derive(Debug, Clone)]
struct Oscillator {
    chip: Rc<Cell<u64>>,
    counts_a_tick: u64,
    /// How much of a tick of the chip has passed when one begins here, in counts.
    phase: u64,
    /// By how many millionths it is faster than the chip's.
    faster: i64,
}

impl Clock for Oscillator {
    fn rate(&self) -> TickRate {
        hertz(1_000 * u32::try_from(self.counts_a_tick).expect("few"))
    }

    fn now(&self) -> u64 {
        let counts = i128::from(self.chip.get() * self.counts_a_tick + self.phase);
        let counts = counts * i128::from(1_000_000 + self.faster) / 1_000_000;
        u64::try_from(counts).expect("in range")
    }
}

fn hertz(rate: u32) -> TickRate {
    TickRate::hertz(NonZeroU32::new(rate).expect("not 0"))
}

/// Millionths by which the clocks may differ.
const TOLERANCE: u32 = 100;

type OnHostClock<S> = Facility<HostClock<FakeChip, Oscillator>, Timers<S, usize, Bounded<usize>>>;

/// Clocks that differ as much as they may in either direction, or not at all, and that count fast or slowly.
fn facility<S: Wheeled>(parts: Parts, structure: S) -> OnHostClock<S> {
    let (kind, phase) = (parts.capacity as u64, u64::from(parts.slots));
    let counts_a_tick = [1, 10, 1_000][(kind % 3) as usize];
    let oscillator = Oscillator {
        chip: Rc::clone(&parts.chip.oscillator),
        counts_a_tick,
        phase: phase * counts_a_tick / 41,
        faster: [-100, 0, 100][(kind / 3 % 3) as usize],
    };
    let bus = HostClock::new(parts.chip, oscillator, hertz(1_000), TOLERANCE);
    let timers = queue(structure, parts.capacity);
    Facility::new(bus, parts.settings, timers).expect("the chip has room")
}

impl<Q> OnFake for Facility<HostClock<FakeChip, Oscillator>, Q>
where
    Q: SlotQueue<Item = usize> + Diagnostics,
{
    type Device = FakeChip;

    fn device(&mut self) -> &mut FakeChip {
        self.bus_mut().bus_mut()
    }

    fn item(number: usize) -> usize {
        number
    }

    fn number(item: usize) -> usize {
        item
    }
}

/// Two ticks for the parts of ticks that have passed and for the clock's counts, two for the tolerance of both, and up
/// to four that pass during a read and the start.
const AHEAD: u64 = 8;

facility!(
    scheme4_by_busy_slots,
    Kind {
        longest: 128,
        ahead: AHEAD,
        ..HASHED
    },
    |parts| facility(parts, BasicWheel::new(128))
);
facility!(
    scheme5_by_busy_slots,
    Kind {
        ahead: AHEAD,
        ..HASHED
    },
    |parts| facility(parts, OrderedHashedWheel::new(64))
);
facility!(
    scheme6_by_busy_slots,
    Kind {
        ahead: AHEAD,
        ..HASHED
    },
    |parts| facility(parts, HashedWheel::new(60))
);
facility!(
    scheme7_by_busy_slots_of_2_3_5_64,
    Kind {
        longest: 1_890,
        ahead: AHEAD,
        ..EXACT
    },
    |parts| facility(parts, MixedWheel::of([2, 3, 5, 64]))
);
facility!(
    scheme7_by_busy_slots_of_60_60_24_100,
    Kind {
        longest: 8_553_600,
        ahead: AHEAD,
        ..EXACT
    },
    |parts| facility(parts, MixedWheel::of([60, 60, 24, 100]))
);

/// A chip of ten clocks of the host a tick, which counts as fast.
fn scheme6(faster: i64) -> OnHostClock<HashedWheel> {
    let chip = FakeChip::new(FULL, 16);
    let oscillator = Oscillator {
        chip: Rc::clone(&chip.oscillator),
        counts_a_tick: 10,
        phase: 0,
        faster,
    };
    let bus = HostClock::new(chip, oscillator, hertz(1_000), TOLERANCE);
    let timers = Timers::bounded(HashedWheel::new(256), 1_000).expect("in range");
    Facility::new(bus, Settings::of(1), timers).expect("the chip has room")
}

fn pass(timers: &mut OnHostClock<HashedWheel>, ticks: u64) {
    timers.bus_mut().bus_mut().pass(ticks);
}

/// Reads and writes since the last call.
fn transfers(timers: &OnHostClock<HashedWheel>, before: &mut (u64, u64)) -> (u64, u64) {
    let now = timers.statistics();
    let (reads, writes) = *before;
    *before = (now.bus_reads, now.bus_writes);
    (now.bus_reads - reads, now.bus_writes - writes)
}

#[test]
fn start_and_restart_take_no_read_and_a_write_for_a_slot_that_was_empty() {
    let mut timers = scheme6(0);
    let mut before = (0, 0);
    timers.start(50, 0).expect("there is room");
    transfers(&timers, &mut before);
    pass(&mut timers, 20);
    let first = timers.start(100, 1).expect("there is room");
    assert_eq!(transfers(&timers, &mut before), (0, 1));
    timers.start(100, 2).expect("there is room");
    assert_eq!(transfers(&timers, &mut before), (0, 0), "the same slot");
    // Of the tick that was read some had passed.
    assert_eq!(timers.expiry(first), Some(121));
    timers.restart(first, 150).expect("outstanding");
    assert_eq!(transfers(&timers, &mut before), (0, 1));
    // Far ahead no clock matters, at now it does.
    timers.start_at(400, 3).expect("there is room");
    assert_eq!(transfers(&timers, &mut before), (0, 1));
    timers.start_at(20, 4).expect("there is room");
    assert_eq!(transfers(&timers, &mut before).0, 1);
}

#[test]
fn start_reads_now_when_the_last_read_is_too_old_for_the_tolerance() {
    let mut timers = scheme6(0);
    let (mut before, mut reads) = ((0, 0), 0);
    pass(&mut timers, 1);
    transfers(&timers, &mut before);
    for item in 0..500 {
        timers.start(200, item).expect("there is room");
        reads += transfers(&timers, &mut before).0;
        pass(&mut timers, 100);
        while timers.next_expired().expect("no faults").is_some() {}
        transfers(&timers, &mut before);
    }
    // In 50,000 ticks, of which 10,000 may go by between two reads.
    assert_eq!(reads, 5);
}

#[test]
fn start_while_the_chip_is_paused_reads_now() {
    let mut timers = scheme6(0);
    timers.start(50, 0).expect("there is room");
    timers.pause().expect("no faults");
    pass(&mut timers, 1_000);
    let late = timers.start(50, 1).expect("there is room");
    assert_eq!(timers.expiry(late), Some(50));
    timers.resume().expect("no faults");
    pass(&mut timers, 10);
    let after = timers.start(50, 2).expect("there is room");
    assert_eq!(timers.expiry(after), Some(60));
}

#[test]
fn clock_that_is_slower_than_its_tolerance_makes_a_timer_early() {
    // So the histories would notice it.
    let mut timers = scheme6(-1_000);
    timers.start(50, 0).expect("there is room");
    pass(&mut timers, 9_000);
    let early = timers.start(50, 1).expect("there is room");
    assert!(timers.expiry(early) < Some(9_050));
}
