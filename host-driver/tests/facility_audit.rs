//! An audit after any one write that went astray, as on a cable without checksums: every timer comes, at its tick or
//! after it, and the interrupt ends.

mod common;

use std::collections::BTreeSet;

use carillon_driver::bus::RegisterBus;
use carillon_driver::counter_chip::{ChipAlarm, CounterChipError};
use carillon_driver::facility::{Audit, ClockFacility, CounterChipFacility, FacilityError, Settings, TimerFacility};
use carillon_driver::queue::chip::Structure;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::MixedWheel;
use carillon_driver::queue::{HashedWheel, Heap, Timers};
use carillon_regmap::counter_chip::REGISTERS;
use common::builds::FULL;
use common::bus_fault::BusFault;
use common::fake_chip::FakeChip;

type Audited = Result<Audit, FacilityError<CounterChipError<BusFault>>>;

/// Ticks after which each timer is due.
const INTERVALS: [u64; 4] = [3, 30, 31, 200];

/// A facility after one write of `word` to the register at `offset`, which it did not make.
fn astray<F: TimerFacility<Item = u64, DeviceError = CounterChipError<BusFault>>>(
    mut facility: F,
    bus: fn(&mut F) -> &mut FakeChip,
    audit: fn(&mut F) -> Audited,
    (offset, word): (u32, u32),
) {
    let at = format!("{offset:#05x} = {word:#010x}");
    for interval in INTERVALS {
        facility.start(interval, interval).expect("room");
    }
    bus(&mut facility).pass(1);
    // What the chip refuses it refuses.
    let _ = bus(&mut facility).write(offset, word);
    bus(&mut facility).pass(1);
    if audit(&mut facility) == Err(FacilityError::ChipWasReset) {
        facility.recover().unwrap_or_else(|error| panic!("{at}: {error}"));
    }
    let mut left = BTreeSet::from(INTERVALS);
    let mut services = 0;
    for _ in 0..400 {
        while bus(&mut facility).irq() || services == 0 {
            let now = facility.last_known_now();
            let served = facility.service(|_, expired| {
                assert!(left.remove(&expired.item), "{at}: {expired:?} twice");
                assert!(expired.due >= expired.item, "{at}: {expired:?}");
                assert!(expired.reported >= expired.due, "{at}: {expired:?} at {now}");
            });
            served.unwrap_or_else(|error| panic!("{at}: {error}"));
            services += 1;
            assert!(services < 100, "{at}: the interrupt does not end");
        }
        bus(&mut facility).pass(1);
    }
    assert!(left.is_empty(), "{at}: {left:?} did not come");
    facility.check_invariants().expect("sound");
}

/// All words of one bit, none and all, at each register.
fn writes() -> impl Iterator<Item = (u32, u32)> {
    let words = || (0..32).map(|bit| 1 << bit).chain([0, u32::MAX]);
    REGISTERS
        .iter()
        .flat_map(|register| (0..register.count).map(|index| register.offset + 4 * index))
        .flat_map(move |offset| words().map(move |word| (offset, word)))
}

fn chip() -> FakeChip {
    FakeChip::new(FULL, 16)
}

fn large<S: Structure>(structure: S) -> Timers<S, u64, Bounded<u64>> {
    Timers::bounded(structure, 8).expect("memory")
}

#[test]
fn audit_of_scheme_6_after_any_one_write_that_went_astray_loses_nothing() {
    for write in writes() {
        let queue = large(HashedWheel::new(60));
        let facility = CounterChipFacility::new(chip(), Settings::of(1), queue).expect("it fits");
        astray(facility, CounterChipFacility::bus_mut, CounterChipFacility::audit, write);
    }
}

#[test]
fn audit_of_scheme_7_after_any_one_write_that_went_astray_loses_nothing() {
    for write in writes() {
        let queue = large(MixedWheel::of([16, 16]));
        let settings = Settings::of(1).holding();
        let facility = CounterChipFacility::new(chip(), settings, queue).expect("it fits");
        astray(facility, CounterChipFacility::bus_mut, CounterChipFacility::audit, write);
    }
}

type Alarm = ClockFacility<ChipAlarm<FakeChip>, Timers<Heap, u64, Bounded<u64>>>;

#[test]
fn audit_of_the_alarm_after_any_one_write_that_went_astray_loses_nothing() {
    for write in writes() {
        let alarm = ChipAlarm::new(chip(), 1).expect("a chip");
        let facility = Alarm::new(alarm, large(Heap::new())).expect("an alarm");
        astray(facility, bus, Alarm::audit, write);
    }
}

fn bus(facility: &mut Alarm) -> &mut FakeChip {
    facility.clock_mut().bus_mut()
}
