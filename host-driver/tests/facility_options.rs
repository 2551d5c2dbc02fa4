//! The facility's use of the chip's options, transfer by transfer.

mod common;

use carillon_driver::chip::{Coalescing, Feature, Wake};
use carillon_driver::counter_chip::{CounterChipError, WheelMode};
use carillon_driver::facility::{CounterChipFacility, FacilityError, Settings, TimerFacility};
use carillon_regmap::counter_chip::offset;
use common::script::{ATTENTION, ENABLED, FULL, HALF_PERIOD, LATE, TestFacility, VALID, arm, queue};
use common::scripted_bus::{BusFault, ScriptedBus};

/// Coalescing of 4 events and 50 ticks, and this word of `WHEEL_MODE`.
fn with_mode(word: u32) -> TestFacility {
    let mut bus = ScriptedBus::default();
    bus.identified_as(FULL)
        .takes(offset::CTRL, 2)
        .read_gives(offset::STATUS, 1)
        .takes(offset::WHEEL_SIZE, 100)
        .read_gives(offset::WHEEL_SIZE, 100)
        .takes(offset::WHEEL_MODE, word)
        .read_gives(offset::WHEEL_MODE, word)
        .takes(offset::PRESCALE, 5)
        .read_gives(offset::PRESCALE, 5)
        .takes(offset::INTR_COALESCE, (50 << 8) | 4)
        .read_gives(offset::INTR_COALESCE, (50 << 8) | 4)
        .takes(offset::ERROR, 0xFF)
        .takes(offset::INTR_STATE, 0x1F)
        .takes(offset::INTR_ENABLE, ENABLED)
        .takes(offset::CTRL, 1)
        .read_gives(offset::WHEEL_SIZE, 100)
        .read_gives(offset::WHEEL_MODE, word)
        .read_gives(offset::PRESCALE, 5)
        .read_gives(offset::INTR_COALESCE, (50 << 8) | 4)
        .read_gives(offset::INTR_ENABLE, ENABLED)
        .read_gives(offset::STATUS, 0b11);
    let settings = Settings {
        prescale: 5,
        mode: WheelMode { hold: word & 1 != 0, auto_clear: word & 2 != 0 },
        coalescing: Coalescing { count: 4, age: 50 },
        most_steps: None,
    };
    let facility = CounterChipFacility::new(bus, settings, queue()).expect("the chip of the script");
    facility.bus().played();
    facility
}

/// Two timers in slot 60, due at 260 and 360.
fn start_two(facility: &mut TestFacility) {
    facility.bus_mut().read_gives(offset::NOW_LO, 250).takes(offset::ARM, arm(60, 2)).read_gives(offset::NOW_LO, 250);
    facility.start(10, 1).expect("started");
    facility.start(110, 2).expect("started");
    facility.bus().played();
}

fn serve(facility: &mut TestFacility) -> Vec<(u32, u64)> {
    let mut served = Vec::new();
    facility.service(|_, expired| served.push((expired.item, expired.reported))).expect("served");
    facility.bus().played();
    served
}

#[test]
fn options_that_the_build_lacks_are_refused_before_the_chip_is_touched() {
    let mut settings = Settings::of(5);
    settings.mode.auto_clear = true;
    let mut bus = ScriptedBus::default();
    bus.identified();
    let refused = CounterChipFacility::new(&mut bus, settings, queue());
    let missing = CounterChipError::MissingFeature { feature: Feature::WheelModes };
    assert_eq!(refused.err(), Some(FacilityError::Device(missing)));
    bus.played();
}

#[test]
fn service_slot_that_the_chip_cleared_is_armed_again_while_timers_are_left() {
    for word in [2, 3] {
        let mut facility = with_mode(word);
        start_two(&mut facility);
        facility.bus_mut().event(60, 260).cursor(260).takes(offset::ARM, arm(60, 3)).takes(offset::EVENT_ACK, 0);
        assert_eq!(serve(&mut facility), [(1, 260)]);
        facility.bus_mut().event(60, 360).takes(offset::EVENT_ACK, 1);
        assert_eq!(serve(&mut facility), [(2, 360)]);
    }
}

#[test]
fn service_bit_that_stays_costs_no_transfer_more() {
    let mut facility = with_mode(1);
    start_two(&mut facility);
    facility.bus_mut().event(60, 260).takes(offset::EVENT_ACK, 0);
    assert_eq!(serve(&mut facility), [(1, 260)]);
    // A late event leaves the bit in every mode.
    let mut facility = with_mode(2);
    start_two(&mut facility);
    facility.bus_mut().event(LATE | 60, 261).takes(offset::EVENT_ACK, 0);
    assert_eq!(serve(&mut facility), [(1, 261)]);
}

#[test]
fn service_arming_again_that_fails_is_repeated_with_the_event() {
    let mut facility = with_mode(2);
    start_two(&mut facility);
    facility.bus_mut().event(60, 260).cursor(260).refuses(offset::ARM, arm(60, 3));
    let failed = Err(FacilityError::Device(CounterChipError::Bus(BusFault)));
    assert_eq!(facility.next_expired().map(|_| ()), failed);
    facility.bus().played();
    facility.bus_mut().event(60, 260).cursor(262).takes(offset::ARM, arm(60, 3)).takes(offset::EVENT_ACK, 0);
    assert_eq!(serve(&mut facility), [(1, 260)]);
}

#[test]
fn wake_is_the_next_busy_slot_in_the_facilitys_own_time() {
    let mut facility = with_mode(1);
    start_two(&mut facility);
    for (next, event, expected) in [
        ((1 << 31) | 9, 0, Wake::At(260)),
        (0, 0, Wake::Never),
        ((1 << 31) | 9, VALID | 60, Wake::Now),
        ((1 << 31) | 9, ATTENTION, Wake::Now),
    ] {
        facility.bus_mut().cursor(250).read_gives(offset::NEXT, next).read_gives(offset::EVENT, event);
        if expected != Wake::Now {
            // A chip that was reset has no busy slot.
            facility.bus_mut().read_gives(offset::NOW_LO, 251);
        }
        assert_eq!(facility.wake(), Ok(expected));
        facility.bus().played();
    }
}

#[test]
fn wake_while_a_timer_waits_to_be_handed_out_is_now_without_a_transfer() {
    let mut facility = with_mode(1);
    start_two(&mut facility);
    facility.bus_mut().event(60, 260).refuses(offset::EVENT_ACK, 0);
    assert!(facility.next_expired().is_err());
    assert_eq!(facility.wake(), Ok(Wake::Now));
    facility.bus().played();
    assert_eq!(facility.next_expired().map(|one| one.is_some()), Ok(true));
    assert_eq!(facility.wake(), Ok(Wake::Now), "there may be more");
    facility.bus_mut().no_event(262);
    assert_eq!(facility.next_expired(), Ok(None));
    // What half_period asks for is not forgotten either.
    facility
        .bus_mut()
        .read_gives(offset::EVENT, ATTENTION)
        .read_gives(offset::INTR_STATE, HALF_PERIOD)
        .takes(offset::INTR_STATE, HALF_PERIOD)
        .cursor(262)
        .read_fails(offset::STATUS);
    assert!(facility.next_expired().is_err());
    assert_eq!(facility.wake(), Ok(Wake::Now));
    facility.bus().played();
}

#[test]
fn wake_of_a_build_without_looking_ahead_is_refused() {
    let mut facility = common::script::facility();
    let missing = CounterChipError::MissingFeature { feature: Feature::LookAhead };
    assert_eq!(facility.wake(), Err(FacilityError::Device(missing)));
    facility.bus().played();
}
