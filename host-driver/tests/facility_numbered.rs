//! Timers that the caller numbers, on the chip's alarm.

mod common;

use std::num::NonZeroU32;

use carillon_driver::counter_chip::ChipAlarm;
use carillon_driver::facility::{ClockFacility, FacilityError, TimerFacility};
use carillon_driver::queue::memory::Record;
use carillon_driver::queue::numbered::ByHandle;
use carillon_driver::queue::{Handle, HierarchicalWheel, NumberedTimers, Refused, StartError};
use common::builds::FULL;
use common::fake_chip::{FakeChip, Fate};

type Queue = ByHandle<NumberedTimers<HierarchicalWheel, Vec<Record>>>;

/// Room for the numbers 0 to 3.
fn facility() -> ClockFacility<ChipAlarm<FakeChip>, Queue> {
    let queue = NumberedTimers::bounded(HierarchicalWheel::new(), 4).expect("memory");
    let queue = ByHandle(queue);
    let chip = ChipAlarm::new(FakeChip::new(FULL, 16), 1).expect("the right chip");
    let mut facility = ClockFacility::new(chip, queue).expect("an alarm");
    facility.clock_mut().bus_mut().pass(1);
    facility
}

/// What has run out: numbers and ticks.
fn served(facility: &mut ClockFacility<ChipAlarm<FakeChip>, Queue>) -> Vec<(u32, u64)> {
    let mut served = Vec::new();
    facility.service(|_, expired| served.push((expired.item, expired.due))).expect("no faults");
    facility.check_invariants().expect("invariants");
    served
}

#[test]
fn start_of_a_number_again_moves_its_timer_even_if_all_are_outstanding() {
    let mut facility = facility();
    for number in 0..4 {
        facility.start(100, number).expect("started");
    }
    facility.start(10, 2).expect("moved");
    assert_eq!(facility.outstanding(), 4);
    facility.clock_mut().bus_mut().pass(10);
    assert!(facility.clock().bus().irq());
    assert_eq!(served(&mut facility), [(2, 11)]);
    assert!(!facility.clock().bus().irq());
    assert_eq!(facility.stop(Handle::new(3, NonZeroU32::MIN)), Ok(3));
    facility.clock_mut().bus_mut().pass(90);
    assert_eq!(served(&mut facility), [(0, 101), (1, 101)]);
    assert_eq!(facility.outstanding(), 0);
}

#[test]
fn start_of_no_number_is_refused_and_the_others_survive_a_reset() {
    let mut facility = facility();
    facility.start(50, 1).expect("started");
    let error = FacilityError::Start(StartError::NoSuchNumber { number: 4, numbers: 4 });
    assert_eq!(facility.start(5, 4), Err(Refused { error, item: 4 }));
    facility.clock_mut().bus_mut().pass(20);
    facility.now().expect("no faults");
    facility.clock_mut().bus_mut().reset();
    facility.recover().expect("no faults");
    assert_eq!(facility.expiry(Handle::new(1, NonZeroU32::MIN)), Some(51));
    facility.clock_mut().bus_mut().pass(30);
    assert!(facility.clock().bus().irq());
    assert_eq!(served(&mut facility), [(1, 51)]);
}

#[test]
fn start_whose_alarm_fails_leaves_the_number_stopped() {
    let mut facility = facility();
    facility.start(50, 1).expect("started");
    facility.clock_mut().bus_mut().fates = [Fate::Succeeds, Fate::Lost].into();
    let refused = facility.start(5, 1).expect_err("the bus fails");
    assert_eq!(refused.item, 1);
    assert_eq!(facility.outstanding(), 0);
    facility.clock_mut().bus_mut().pass(50);
    assert_eq!(served(&mut facility), []);
}
