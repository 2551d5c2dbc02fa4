//! The chip's protocol, transfer by transfer: time, arming, events and interrupts.

mod common;

use carillon_driver::chip::Interrupts;
use carillon_driver::counter_chip::{CounterChipError, Event, HostErrors, Visit};
use carillon_regmap::counter_chip::offset;
use common::script::{chip, chip_of};
use common::scripted_bus::BusFault;

#[test]
fn now_low_half_that_wraps_between_is_read_again() {
    let mut chip = chip();
    chip.bus_mut()
        .read_gives(offset::NOW_HI, 0)
        .read_gives(offset::NOW_LO, 0xFFFF_FFFF)
        .read_gives(offset::NOW_HI, 1)
        .read_gives(offset::NOW_LO, 3)
        .read_gives(offset::NOW_HI, 1);
    assert_eq!(chip.now(), Ok((1 << 32) + 3));
    chip.bus().played();
}

#[test]
fn cursor_that_never_reads_the_same_ends_after_a_bounded_number_of_attempts() {
    let mut chip = chip();
    chip.bus_mut().read_gives(offset::CURSOR_HI, 0);
    for high in 1..=4 {
        chip.bus_mut().read_gives(offset::CURSOR_LO, 9).read_gives(offset::CURSOR_HI, high);
    }
    assert_eq!(chip.cursor(), Err(CounterChipError::TimeUnsteady { offset: offset::CURSOR_LO }));
    chip.bus().played();
}

#[test]
fn arm_and_disarm_pack_their_fields() {
    let mut chip = chip_of(&[16, 16, 16, 16, 16, 16, 16, 0x2_0000]);
    chip.bus_mut().takes(offset::ARM, 0xAB71_2345).takes(offset::DISARM, 0x0071_2345);
    assert_eq!(chip.arm(7, 0x1_2345, 0x1AB), Ok(()), "the lap is taken modulo 256");
    assert_eq!(chip.disarm(7, 0x1_2345), Ok(()));
    chip.bus().played();
}

#[test]
fn arm_wheel_or_slot_that_the_chip_lacks_refused_without_a_transfer() {
    let mut chip = chip_of(&[60, 24]);
    for wheel in [2, 8, u32::MAX] {
        let refused = Err(CounterChipError::WheelOutOfRange { wheel, wheels: 2 });
        assert_eq!(chip.arm(wheel, 0, 0), refused);
        assert_eq!(chip.disarm(wheel, 0), refused);
        assert_eq!(chip.arm_for(wheel, 9).map(|_| ()), refused);
        assert_eq!(chip.disarm_for(wheel, 9).map(|_| ()), refused);
    }
    for (wheel, slot, size) in [(0, 60, 60), (1, 24, 24), (1, u32::MAX, 24)] {
        let refused = Err(CounterChipError::SlotOutOfRange { wheel, slot, size });
        assert_eq!(chip.arm(wheel, slot, 0), refused);
        assert_eq!(chip.disarm(wheel, slot), refused);
    }
    chip.bus().played();
}

#[test]
fn arm_before_the_chip_is_initialised_refused_without_a_transfer() {
    let mut chip = chip();
    let refused = Err(CounterChipError::WheelOutOfRange { wheel: 0, wheels: 0 });
    assert_eq!((chip.arm(0, 0, 0), chip.disarm(0, 0)), (refused, refused));
    chip.bus().played();
}

#[test]
fn arm_for_a_tick_is_one_write_of_the_slot_and_lap_that_it_belongs_to() {
    // (wheel, tick, word): sizes 60, 60, 24, so periods 1, 60, 3600.
    let cases = [
        (0, 0, 0),
        (0, 1, 1),
        (0, 59, 59),
        (0, 60, 1 << 24),
        (0, 60 * 256 + 7, 7),
        (1, 59, 1 << 20),
        (1, 60, (1 << 20) | 1),
        (1, 119, (1 << 20) | 1),
        (1, 3_600, (1 << 24) | (1 << 20)),
        (2, 3_599, 2 << 20),
        (2, 86_399, (2 << 20) | 23),
        (2, 86_400, (1 << 24) | (2 << 20)),
    ];
    let mut chip = chip_of(&[60, 60, 24]);
    for (wheel, tick, word) in cases {
        chip.bus_mut().takes(offset::ARM, word).takes(offset::DISARM, word & 0x00FF_FFFF);
        let visit = chip.arm_for(wheel, tick).expect("scripted");
        assert_eq!(chip.disarm_for(wheel, tick), Ok(visit));
        let period = [1, 60, 3_600][wheel as usize];
        assert_eq!((visit.wheel, visit.tick, visit.slot), (wheel, tick / period * period, word & 0xF_FFFF));
        chip.bus().played();
    }
}

#[test]
fn arm_visit_lap_beyond_32_bits_is_taken_modulo_256() {
    let mut chip = chip_of(&[60]);
    chip.bus_mut().takes(offset::ARM, 0xFE00_0005);
    let visit = Visit { wheel: 0, slot: 5, lap: 0x1_2345_67FE, tick: 0 };
    assert_eq!(chip.arm_visit(visit), Ok(()));
    chip.bus().played();
}

#[test]
fn arm_failing_bus_is_told_and_may_be_repeated() {
    let mut chip = chip_of(&[60]);
    chip.bus_mut().refuses(offset::ARM, 5).takes(offset::ARM, 5).refuses(offset::DISARM, 5).takes(offset::DISARM, 5);
    assert_eq!(chip.arm(0, 5, 0), Err(CounterChipError::Bus(BusFault)));
    assert_eq!(chip.arm(0, 5, 0), Ok(()));
    assert_eq!(chip.disarm(0, 5), Err(CounterChipError::Bus(BusFault)));
    assert_eq!(chip.disarm(0, 5), Ok(()));
    chip.bus().played();
}

#[test]
fn event_one_read_gives_all_fields() {
    let mut chip = chip();
    chip.bus_mut().read_gives(offset::EVENT, 0xF6D1_2345).read_gives(offset::EVENT, 0x1000_0000);
    let event = Event { valid: true, more: true, late: true, attention: true, wheel: 5, slot: 0x1_2345, sequence: 13 };
    assert_eq!(chip.event(), Ok(event));
    let idle = Event { valid: false, more: false, late: false, attention: true, wheel: 0, slot: 0, sequence: 0 };
    assert_eq!(chip.event(), Ok(idle), "attention shows while there is no event");
    chip.bus().played();
}

#[test]
fn small_methods_make_one_transfer_each() {
    let mut chip = chip();
    chip.bus_mut()
        .read_gives(offset::NOW_LO, 9)
        .read_gives(offset::EVENT_TICK, 8)
        .takes(offset::EVENT_ACK, (15 << 23) | 1)
        .takes(offset::EVENT_ACK, 0)
        .read_gives(offset::INTR_STATE, 0x1F)
        .takes(offset::INTR_STATE, 0b01000)
        .takes(offset::INTR_ENABLE, 0b00011)
        .takes(offset::INTR_TEST, 0b10000)
        .takes(offset::CTRL, 0)
        .takes(offset::CTRL, 1)
        .read_gives(offset::STATUS, 0b10111);
    assert_eq!((chip.now_low(), chip.event_tick_low()), (Ok(9), Ok(8)));
    assert_eq!(chip.acknowledge(15, true).and(chip.acknowledge(16, false)), Ok(()));
    assert_eq!(chip.interrupts(), Ok(Interrupts::ALL));
    assert_eq!(chip.clear_interrupts(Interrupts::LATE_OVERFLOW), Ok(()));
    assert_eq!(chip.enable_interrupts(Interrupts::EVENT | Interrupts::ALARM), Ok(()));
    assert_eq!(chip.test_interrupts(Interrupts::HALF_PERIOD), Ok(()));
    assert_eq!(chip.pause().and(chip.resume()), Ok(()));
    let status = chip.status().expect("scripted");
    assert!(status.ready && status.running && status.event_pending && !status.fifo_full && status.behind);
    chip.bus().played();
}

#[test]
fn take_host_errors_clears_only_what_it_saw() {
    let mut chip = chip();
    chip.bus_mut().read_gives(offset::ERROR, 0).read_gives(offset::ERROR, 0b1_0001).takes(offset::ERROR, 0b1_0001);
    assert_eq!(chip.take_host_errors(), Ok(HostErrors::NONE));
    assert_eq!(chip.take_host_errors(), Ok(HostErrors::ARM_RANGE | HostErrors::ACK_STALE));
    chip.bus().played();
}
