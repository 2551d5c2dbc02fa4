//! A facility on the counter chip's alarm: what it owes its host besides the timers.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_driver::chip::Feature;
use carillon_driver::counter_chip::{ChipAlarm, CounterChipError, HostErrors};
use carillon_driver::device::Device;
use carillon_driver::facility::{Audit, ClockFacility, FacilityError, TimerFacility};
use carillon_driver::queue::FixedTimerWheel;
use carillon_regmap::counter_chip::offset;
use common::builds::{FULL, PARAMS};
use common::fake_chip::FakeChip;

type Alarm = ClockFacility<ChipAlarm<FakeChip>, FixedTimerWheel<u32, 8>>;

fn facility() -> Alarm {
    let chip = ChipAlarm::new(FakeChip::new(FULL, 16), 1).expect("the right chip");
    ClockFacility::new(chip, FixedTimerWheel::new()).expect("an alarm")
}

fn served(facility: &mut Alarm) -> Vec<(u32, u64)> {
    let mut served = Vec::new();
    facility.service(|_, expired| served.push((expired.item, expired.due))).expect("no faults");
    served
}

#[test]
fn new_on_a_chip_without_alarm_is_refused() {
    let chip = ChipAlarm::new(FakeChip::new(PARAMS, 16), 1).expect("the right chip");
    let refused = ClockFacility::new(chip, FixedTimerWheel::<u32, 8>::new());
    let missing = CounterChipError::MissingFeature { feature: Feature::Alarm };
    assert_eq!(refused.err(), Some(FacilityError::Device(missing)));
}

#[test]
fn audit_repairs_what_a_cable_has_written_wrongly() {
    let mut facility = facility();
    facility.start(50, 1).expect("room");
    let clean = facility.audit().expect("no faults");
    assert_eq!(clean, Audit { mended: 0, armed: 1 });
    let chip = facility.clock_mut().bus_mut();
    for (register, word) in [(offset::ALARM_HI, 7), (offset::INTR_ENABLE, 0), (offset::CTRL, 0)] {
        chip.write(register, word).expect("no faults");
    }
    let repaired = facility.audit().expect("no faults");
    assert_eq!(repaired, Audit { mended: 2, armed: 1 });
    facility.clock_mut().bus_mut().pass(50);
    assert!(facility.clock().bus().irq());
    assert_eq!(served(&mut facility), [(1, 50)]);
    let idle = facility.audit().expect("no faults");
    assert_eq!(idle, Audit { mended: 0, armed: 0 });
}

#[test]
fn audit_of_a_chip_that_was_reset_asks_for_recovery_and_time_goes_on() {
    let mut facility = facility();
    facility.start(50, 1).expect("room");
    facility.clock_mut().bus_mut().pass(20);
    assert_eq!(facility.now(), Ok(20));
    facility.clock_mut().bus_mut().reset();
    assert_eq!(facility.audit(), Err(FacilityError::ChipWasReset));
    facility.recover().expect("no faults");
    facility.clock_mut().bus_mut().pass(29);
    assert_eq!(facility.now(), Ok(49));
    assert!(!facility.clock().bus().irq());
    facility.clock_mut().bus_mut().pass(1);
    assert!(facility.clock().bus().irq());
    assert_eq!(served(&mut facility), [(1, 50)]);
}

#[test]
fn time_of_a_chip_that_was_reset_near_the_end_of_time_ends_and_does_not_begin_anew() {
    let mut chip = ChipAlarm::new(FakeChip::new(FULL, 16), 1).expect("the right chip");
    Device::recover(&mut chip, u64::MAX - 10).expect("no faults");
    for (ticks, left) in [(0, 10), (9, 1), (1, 0), (1, 0), (1_000, 0)] {
        chip.bus_mut().pass(ticks);
        assert_eq!(chip.read(), Ok(u64::MAX - left));
    }
}

#[test]
fn pause_stops_time_and_resume_continues_it() {
    let mut facility = facility();
    facility.start(5, 1).expect("room");
    facility.clock_mut().pause().expect("no faults");
    facility.clock_mut().bus_mut().pass(10);
    assert!(!facility.clock().bus().irq());
    facility.clock_mut().resume().expect("no faults");
    facility.clock_mut().bus_mut().pass(5);
    assert_eq!(served(&mut facility), [(1, 5)]);
}

#[test]
fn service_takes_the_chips_errors_and_clears_them() {
    let mut facility = facility();
    // Another host acknowledges an event that is not there.
    let chip = facility.clock_mut().bus_mut();
    chip.write(offset::EVENT_ACK, 0).expect("no faults");
    assert!(facility.clock().bus().irq());
    assert_eq!(served(&mut facility), []);
    assert!(!facility.clock().bus().irq());
    let errors = facility.clock_mut().take_chip_errors();
    assert_eq!(errors, HostErrors::ACK_EMPTY);
    let errors = facility.clock_mut().take_chip_errors();
    assert_eq!(errors, HostErrors::NONE);
}
