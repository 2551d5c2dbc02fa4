//! Starts by the host's clock: the same histories as without it, and no read.

mod common;
#[macro_use]
#[path = "common/histories.rs"]
mod histories;

use std::cell::{Cell, RefCell};
use std::num::NonZeroU32;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use carillon_driver::bus::RegisterBus;
use carillon_driver::device::{Clock, HostClock};
use carillon_driver::facility::{CounterChipFacility, FacilityError, Settings, TimerFacility};
use carillon_driver::queue::Timers;
use carillon_driver::queue::chip::{SlotQueue, Wheeled};
use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::{BasicWheel, HashedWheel, MixedWheel, OrderedHashedWheel};
use carillon_driver::rate::TickRate;
use carillon_regmap::counter_chip::offset;
use common::builds::FULL;
use common::fake_chip::{FakeChip, Fate};
use common::struck::{Garbage, Strike, Struck};
use fastrand::Rng;
use histories::{EXACT, HASHED, Kind, OnFake, Parts, queue};

/// Ticks of the chip a second.
const TICKS: u32 = 3_000;

/// Moments of a tick at which the host may look at its clock.
const MOMENTS: u64 = 1_000;

/// The host's oscillator, beside the chip's.
#[derive(Debug)]
struct Oscillator {
    /// Ticks of the chip so far.
    chip: Arc<AtomicU64>,
    /// Counts a second.
    counts: u32,
    /// By how many millionths it is faster than the chip's.
    faster: i64,
    /// The moment of the last look, at tick and moment of the chip.
    last: Cell<(u64, u64)>,
    random: RefCell<Rng>,
}

impl Oscillator {
    fn beside(chip: &FakeChip, counts: u32, faster: i64, seed: u64) -> Self {
        Self {
            chip: Arc::clone(&chip.oscillator),
            counts,
            faster,
            last: Cell::default(),
            random: RefCell::new(Rng::with_seed(seed)),
        }
    }

    /// A moment of the present tick, not before the last one.
    fn moment(&self) -> u64 {
        let tick = self.chip.load(Ordering::Relaxed);
        let (last, from) = self.last.get();
        let from = if tick == last { from } else { 0 };
        let moment = self.random.borrow_mut().u64(from..MOMENTS);
        self.last.set((tick, moment));
        tick * MOMENTS + moment
    }
}

impl Clock for Oscillator {
    fn rate(&self) -> TickRate {
        hertz(self.counts)
    }

    fn now(&self) -> u64 {
        let counts = i128::from(self.moment()) * i128::from(self.counts);
        let counts = counts * i128::from(1_000_000 + self.faster) / 1_000_000;
        let counts = counts / i128::from(TICKS) / i128::from(MOMENTS);
        u64::try_from(counts).expect("in range")
    }
}

fn hertz(rate: u32) -> TickRate {
    TickRate::hertz(NonZeroU32::new(rate).expect("not 0"))
}

/// From three ticks a count to a thousand counts a tick.
const COUNTS: [u32; 4] = [1_000, 3_000, 3_100, 3_000_000];

/// Millionths by which the clocks may differ.
const TOLERANCE: u32 = 100;

type OnHostClock<S> = CounterChipFacility<HostClock<FakeChip, Oscillator>, Timers<S, usize, Bounded<usize>>>;

/// Clocks that differ as much as they may in either direction, or not at all, and that count fast or slowly.
fn facility<S: Wheeled>(parts: Parts, structure: S) -> OnHostClock<S> {
    let kind = parts.capacity;
    let faster = [-100, 0, 100][kind / 4 % 3];
    let seed = u64::from(parts.slots);
    let oscillator = Oscillator::beside(&parts.chip, COUNTS[kind % 4], faster, seed);
    let bus = HostClock::new(parts.chip, oscillator, hertz(TICKS), TOLERANCE);
    let timers = queue(structure, parts.capacity);
    CounterChipFacility::new(bus, parts.settings, timers).expect("the chip has room")
}

impl<Q> OnFake for CounterChipFacility<HostClock<FakeChip, Oscillator>, Q>
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

/// A tick for the one that has partly passed, six for two counts of the slowest clock, two for the tolerance of both,
/// and up to six that pass during two transfers.
const AHEAD: u64 = 15;

facility!(scheme4_by_busy_slots, Kind { longest: 128, ahead: AHEAD, ..HASHED }, |parts| facility(
    parts,
    BasicWheel::new(128)
));
facility!(scheme5_by_busy_slots, Kind { ahead: AHEAD, ..HASHED }, |parts| facility(parts, OrderedHashedWheel::new(64)));
facility!(scheme6_by_busy_slots, Kind { ahead: AHEAD, ..HASHED }, |parts| facility(parts, HashedWheel::new(60)));
facility!(scheme7_by_busy_slots_of_2_3_5_64, Kind { longest: 1_890, ahead: AHEAD, ..EXACT }, |parts| facility(
    parts,
    MixedWheel::of([2, 3, 5, 64])
));
facility!(scheme7_by_busy_slots_of_60_60_24_100, Kind { longest: 8_553_600, ahead: AHEAD, ..EXACT }, |parts| facility(
    parts,
    MixedWheel::of([60, 60, 24, 100])
));

/// A chip, and a host whose clock differs from it.
fn scheme6(counts: u32, faster: i64, seed: u64) -> OnHostClock<HashedWheel> {
    let chip = FakeChip::new(FULL, 16);
    let oscillator = Oscillator::beside(&chip, counts, faster, seed);
    let bus = HostClock::new(chip, oscillator, hertz(TICKS), TOLERANCE);
    let timers = Timers::bounded(HashedWheel::new(256), 1_000).expect("in range");
    CounterChipFacility::new(bus, Settings::of(1), timers).expect("the chip has room")
}

/// The same, with equal clocks.
fn equal() -> OnHostClock<HashedWheel> {
    scheme6(3_000_000, 0, 1)
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
    let mut timers = equal();
    let mut before = (0, 0);
    pass(&mut timers, 1);
    timers.start(50, 0).expect("there is room");
    transfers(&timers, &mut before);
    pass(&mut timers, 19);
    let first = timers.start(100, 1).expect("there is room");
    assert_eq!(transfers(&timers, &mut before), (0, 1));
    // A part of the tick had passed.
    let due = timers.expiry(first).expect("outstanding");
    assert!((120..=121).contains(&due));
    timers.start_at(due, 2).expect("there is room");
    assert_eq!(transfers(&timers, &mut before), (0, 0), "the same slot");
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
    let mut timers = equal();
    let (mut before, mut reads) = ((0, 0), 0);
    pass(&mut timers, 1);
    transfers(&timers, &mut before);
    for item in 0..500 {
        timers.start(200, item).expect("there is room");
        reads += transfers(&timers, &mut before).0;
        pass(&mut timers, 100);
        // Without an event the service would read now.
        while timers.bus().bus().irq() {
            timers.service(|_, _| ()).expect("no faults");
        }
        transfers(&timers, &mut before);
    }
    // In 50,000 ticks, of which 10,000 may go by between two reads.
    assert_eq!(reads, 5);
}

#[test]
fn start_while_the_chip_is_paused_reads_now() {
    let mut timers = equal();
    timers.start(50, 0).expect("there is room");
    timers.pause().expect("no faults");
    pass(&mut timers, 1_000);
    let late = timers.start(50, 1).expect("there is room");
    assert_eq!(timers.expiry(late), Some(50));
    timers.resume().expect("no faults");
    pass(&mut timers, 10);
    let after = timers.start(50, 2).expect("there is room");
    assert!((60..=61).contains(&timers.expiry(after).expect("outstanding")));
}

#[test]
fn start_on_a_chip_that_was_reset_fails_until_it_is_recovered() {
    let mut timers = equal();
    pass(&mut timers, 20);
    timers.start(50, 0).expect("there is room");
    pass(&mut timers, 20_000);
    timers.bus_mut().bus_mut().reset();
    for item in 1..4 {
        let refused = timers.start(50, item).expect_err("the chip was reset");
        assert_eq!(refused.error, FacilityError::ChipWasReset);
    }
    timers.recover().expect("no faults");
    timers.start(50, 4).expect("there is room");
}

/// By how many ticks a start counts from a later tick than now, if any: by clocks that differ by `faster` millionths,
/// at `seed` decides what moments.
fn ahead(counts: u32, faster: i64, seed: u64) -> Option<u64> {
    let mut timers = scheme6(counts, faster, seed);
    let mut random = Rng::with_seed(seed);
    pass(&mut timers, random.u64(1..10));
    timers.start(50, 0).expect("there is room");
    pass(&mut timers, random.u64(1..10_000));
    let started = timers.start(1_000, 1).expect("there is room");
    let now = timers.bus().bus().now();
    let due = timers.expiry(started).expect("outstanding");
    due.checked_sub(now + 1_000)
}

#[test]
fn start_is_never_early_and_late_by_a_tick_a_count_and_the_tolerance() {
    for counts in COUNTS {
        for seed in 0..3_000 {
            for faster in [-100, 0, 100] {
                let ahead = ahead(counts, faster, seed).expect("not early");
                let count = u64::from(TICKS.div_ceil(counts));
                assert!(ahead <= 1 + 2 * count + 2, "{ahead} ticks, {counts} counts");
            }
        }
    }
}

#[test]
fn clock_that_is_slower_than_its_tolerance_makes_some_timers_early() {
    let early = (0..1_000).filter(|&seed| ahead(3_000_000, -200, seed).is_none());
    assert!(early.count() > 0);
}

/// A host's clock that reads what it is told.
struct Told(Rc<Cell<u64>>);

impl Clock for Told {
    fn rate(&self) -> TickRate {
        hertz(TICKS)
    }

    fn now(&self) -> u64 {
        self.0.get()
    }
}

#[test]
fn clock_that_steps_back_gives_no_bound_until_now_is_read_again() {
    for back in [1, 2, 9, 10, 11, 1_000] {
        let told = Rc::new(Cell::new(1_000));
        let mut chip = FakeChip::new(FULL, 16);
        chip.write(offset::CTRL, 1).expect("no faults");
        chip.pass(500);
        let mut bus = HostClock::new(chip, Told(Rc::clone(&told)), hertz(TICKS), 0);
        bus.write(offset::CTRL, 1).expect("no faults");
        assert_eq!(bus.read(offset::NOW_LO), Ok(500));
        assert_eq!(bus.not_passed(), Some(502));
        // Ten ticks pass for both.
        bus.bus_mut().pass(10);
        told.set(1_010);
        assert_eq!(bus.not_passed(), Some(512));
        told.set(1_010 - back);
        assert_eq!(bus.not_passed(), None, "{back} back");
        told.set(1_011 - back);
        assert_eq!(bus.not_passed(), None, "as long as now is not read");
        assert_eq!(bus.read(offset::NOW_LO), Ok(510));
        assert_eq!(bus.not_passed(), Some(512));
    }
}

#[test]
fn tick_by_the_hosts_clock_after_the_end_of_time_is_not_taken() {
    const NEAR: u64 = u64::MAX - 10;
    let told = Rc::new(Cell::new(1_000));
    let bus = HostClock::new(FakeChip::new(FULL, 16), Told(Rc::clone(&told)), hertz(TICKS), 0);
    let queue = Timers::bounded(HashedWheel::new(256), 10).expect("in range");
    let mut timers = CounterChipFacility::new(bus, Settings::of(1), queue).expect("a chip");
    timers.bus_mut().bus_mut().pass(NEAR);
    timers.resynchronise().expect("no faults");
    // The host's clock has come to 11 ticks after the last tick, if there were any.
    told.set(1_020);
    timers.bus_mut().bus_mut().pass(6);
    let before = timers.statistics().bus_reads;
    let started = timers.start(2, 0).expect("started");
    assert_eq!(timers.statistics().bus_reads, before + 1, "now is read");
    assert_eq!(timers.expiry(started), Some(u64::MAX - 2));
    assert!(timers.bus().bus().wheels().is_busy(0, 0xFD), "the slot of that tick");
}

#[test]
fn read_of_all_ones_or_zeros_is_no_sample_even_if_nothing_is_read_after_it() {
    for lie in [Garbage::Ones, Garbage::Zeros] {
        for from in [1, 1 << 16, (1 << 31) + 10, (1 << 32) - 20] {
            let told = Rc::new(Cell::new(1_000));
            let chip = Struck::new(FakeChip::new(FULL, 16));
            let bus = HostClock::new(chip, Told(Rc::clone(&told)), hertz(TICKS), 0);
            let queue = Timers::bounded(HashedWheel::new(256), 10).expect("in range");
            let mut timers = CounterChipFacility::new(bus, Settings::of(1), queue).expect("a chip");
            for _ in 0..2 {
                timers.bus_mut().bus_mut().chip.pass(from / 2);
                timers.service(|_, _| ()).expect("no faults");
            }
            told.set(told.get() + (1 << 40));
            let bus = timers.bus_mut().bus_mut();
            bus.strike = Some((bus.transfers, Strike::Garbage(lie)));
            // What would show that it was a lie does not arrive.
            bus.chip.fates.extend([Fate::Succeeds, Fate::Lost]);
            timers.start(50, 0).expect_err("a bus error");
            let now = timers.bus().bus().chip.now();
            let started = timers.start(50, 1).expect("started");
            let due = timers.expiry(started).expect("outstanding");
            assert!((now + 50..now + 55).contains(&due), "{lie:?}: {due} at {now}");
        }
    }
}
