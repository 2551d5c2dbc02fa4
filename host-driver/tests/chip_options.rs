//! Alarm, coalescing and looking ahead, transfer by transfer, and builds without them.

mod common;

use carillon_driver::chip::{Coalescing, Feature, Wake};
use carillon_driver::counter_chip::{CounterChip, CounterChipError, Visit};
use carillon_regmap::counter_chip::offset;
use common::script::{ATTENTION, VALID, chip, chip_of};
use common::scripted_bus::{BusFault, ScriptedBus};

const BUS_FAULT: CounterChipError<BusFault> = CounterChipError::Bus(BusFault);
/// `NEXT.valid`.
const BUSY: u32 = 1 << 31;

fn missing<T>(feature: Feature) -> Result<T, CounterChipError<BusFault>> {
    Err(CounterChipError::MissingFeature { feature })
}

#[test]
fn options_of_a_build_without_them_refused_without_a_transfer() {
    let mut chip = chip();
    assert_eq!(chip.set_alarm(1), missing(Feature::Alarm));
    assert_eq!(chip.clear_alarm(), missing(Feature::Alarm));
    assert_eq!(chip.alarm(), missing(Feature::Alarm));
    assert_eq!(chip.alarm_rings(), missing(Feature::Alarm));
    assert_eq!(chip.set_coalescing(Coalescing::NONE), missing(Feature::Coalescing));
    assert_eq!(chip.coalescing(), missing(Feature::Coalescing));
    assert_eq!(chip.next_distance(0), missing(Feature::LookAhead));
    assert_eq!(chip.next_visit(0), missing(Feature::LookAhead));
    assert_eq!(chip.wake(), missing(Feature::LookAhead));
    chip.bus().played();
    for feature in [Feature::Alarm, Feature::LookAhead, Feature::Coalescing, Feature::WheelModes] {
        let error = CounterChipError::<BusFault>::MissingFeature { feature };
        assert!(error.to_string().contains("built without"));
    }
}

#[test]
fn set_alarm_writes_the_halves_in_the_order_that_gives_no_false_alarm() {
    let mut chip = chip_of(&[16]);
    for (tick, high, low) in
        [(0, 0, 0), (0x1234_5678_9ABC_DEF0, 0x1234_5678, 0x9ABC_DEF0), (u64::MAX, u32::MAX, u32::MAX)]
    {
        chip.bus_mut()
            .takes(offset::ALARM_HI, u32::MAX)
            .takes(offset::ALARM_LO, low)
            .takes(offset::ALARM_HI, high)
            .takes(offset::INTR_STATE, 0b10);
        assert_eq!(chip.set_alarm(tick), Ok(()));
        chip.bus().played();
    }
    chip.bus_mut()
        .takes(offset::ALARM_HI, u32::MAX)
        .takes(offset::ALARM_LO, u32::MAX)
        .takes(offset::ALARM_HI, u32::MAX)
        .takes(offset::INTR_STATE, 0b10);
    assert_eq!(chip.clear_alarm(), Ok(()));
    chip.bus().played();
}

#[test]
fn set_alarm_that_fails_stops_there_and_can_be_repeated() {
    let writes =
        [(offset::ALARM_HI, u32::MAX), (offset::ALARM_LO, 7), (offset::ALARM_HI, 5), (offset::INTR_STATE, 0b10)];
    let mut chip = chip_of(&[16]);
    for failing in 0..=writes.len() {
        for &(offset, value) in &writes[..failing] {
            chip.bus_mut().takes(offset, value);
        }
        if let Some(&(offset, value)) = writes.get(failing) {
            chip.bus_mut().refuses(offset, value);
        }
        let whole = failing == writes.len();
        let outcome = chip.set_alarm((5 << 32) | 7);
        assert_eq!(outcome, if whole { Ok(()) } else { Err(BUS_FAULT) });
        chip.bus().played();
    }
}

#[test]
fn alarm_is_two_reads_and_its_ring_one() {
    let mut chip = chip_of(&[16]);
    chip.bus_mut()
        .read_gives(offset::ALARM_HI, 5)
        .read_gives(offset::ALARM_LO, u32::MAX)
        .read_gives(offset::ALARM_HI, u32::MAX)
        .read_gives(offset::ALARM_LO, u32::MAX)
        .read_gives(offset::INTR_STATE, 0b11101)
        .read_gives(offset::INTR_STATE, 0b00010);
    assert_eq!(chip.alarm(), Ok(Some((5 << 32) | 0xFFFF_FFFF)));
    assert_eq!(chip.alarm(), Ok(None));
    assert_eq!(chip.alarm_rings(), Ok(false));
    assert_eq!(chip.alarm_rings(), Ok(true));
    chip.bus().played();
}

#[test]
fn coalescing_is_one_transfer_each_way() {
    let mut chip = chip_of(&[16]);
    let most = Coalescing { count: u8::MAX, age: u16::MAX };
    chip.bus_mut()
        .takes(offset::INTR_COALESCE, 0x00FF_FFFF)
        .takes(offset::INTR_COALESCE, 0)
        .read_gives(offset::INTR_COALESCE, 0xFF12_3456)
        .refuses(offset::INTR_COALESCE, 0);
    assert_eq!(chip.set_coalescing(most), Ok(()));
    assert_eq!(chip.set_coalescing(Coalescing::NONE), Ok(()));
    let found = Coalescing { count: 0x56, age: 0x1234 };
    assert_eq!(chip.coalescing(), Ok(found));
    assert_eq!(chip.set_coalescing(Coalescing::NONE), Err(BUS_FAULT));
    chip.bus().played();
    for (count, age, waits) in [(0, 0, false), (2, 0, false), (1, 9, false), (2, 1, true)] {
        assert_eq!(Coalescing { count, age }.waits(), waits);
    }
}

/// Wheels of 60, 60 and 24 slots: periods 1, 60 and 3600.
fn clock() -> CounterChip<ScriptedBus> {
    chip_of(&[60, 60, 24])
}

#[test]
fn next_distance_is_one_read() {
    let mut chip = clock();
    chip.bus_mut().read_gives(0x060, BUSY | 59).read_gives(0x064, 59).read_gives(0x068, BUSY);
    assert_eq!(chip.next_distance(0), Ok(Some(59)));
    assert_eq!(chip.next_distance(1), Ok(None), "not valid");
    assert_eq!(chip.next_distance(2), Ok(Some(0)));
    let refused = CounterChipError::WheelOutOfRange { wheel: 3, wheels: 3 };
    assert_eq!(chip.next_distance(3), Err(refused));
    assert_eq!(chip.next_visit(3), Err(refused));
    chip.bus().played();
}

#[test]
fn next_distance_beyond_the_wheel_is_told() {
    let mut chip = clock();
    chip.bus_mut().read_gives(0x068, BUSY | 24);
    let impossible = CounterChipError::ImpossibleAnswer { offset: 0x068, found: BUSY | 24 };
    assert_eq!(chip.next_distance(2), Err(impossible));
    chip.bus().played();
}

#[test]
fn next_visit_counts_steps_from_the_cursor() {
    // (cursor, wheel, distance, tick, slot, lap)
    for (cursor, wheel, distance, tick, slot, lap) in [
        (0, 0, 0, 1, 1, 0),
        (59, 0, 0, 60, 0, 1),
        (59, 1, 0, 60, 1, 0),
        (60, 1, 0, 120, 2, 0),
        (119, 1, 57, 59 * 60, 59, 0),
        (119, 1, 58, 3_600, 0, 1),
        (3_599, 2, 23, 86_400, 0, 1),
        ((1 << 40) + 1, 0, 0, (1 << 40) + 2, 18, 18_325_193_796),
    ] {
        let mut chip = clock();
        chip.bus_mut().cursor(cursor).read_gives(0x060 + 4 * wheel, BUSY | distance);
        let visit = Visit { wheel, slot, lap, tick };
        assert_eq!(chip.next_visit(wheel), Ok(Some(visit)));
        chip.bus().played();
    }
}

#[test]
fn next_visit_beyond_the_end_of_time_is_none() {
    let mut chip = clock();
    chip.bus_mut().cursor(u64::MAX - 3).read_gives(0x060, BUSY | 3);
    assert_eq!(chip.next_visit(0), Ok(None));
    chip.bus().played();
}

#[test]
fn wake_is_the_earliest_over_all_wheels_and_the_fifo_is_looked_at_last() {
    for (distances, wake) in [
        ([0, 0, 0], Wake::Never),
        ([BUSY | 30, 0, 0], Wake::At(150)),
        ([BUSY | 30, BUSY, 0], Wake::At(120)),
        ([0, BUSY | 5, BUSY], Wake::At(420)),
        ([0, 0, BUSY | 1], Wake::At(7_200)),
    ] {
        let mut chip = clock();
        chip.bus_mut().cursor(119);
        for (index, next) in (0..).zip(distances) {
            chip.bus_mut().read_gives(0x060 + 4 * index, next);
        }
        chip.bus_mut().read_gives(offset::EVENT, 0);
        assert_eq!(chip.wake(), Ok(wake));
        chip.bus().played();
    }
}

#[test]
fn wake_is_now_while_anything_waits() {
    for event in [VALID | 5, ATTENTION, VALID | ATTENTION] {
        let mut chip = chip_of(&[60]);
        chip.bus_mut().cursor(119).read_gives(0x060, 0).read_gives(offset::EVENT, event);
        assert_eq!(chip.wake(), Ok(Wake::Now));
        chip.bus().played();
    }
}

#[test]
fn wake_wheel_that_never_steps_is_not_asked() {
    // The product of the first four sizes is 2^68.
    let mut chip = chip_of(&[1 << 17; 5]);
    chip.bus_mut().cursor(0);
    for index in 0..4 {
        chip.bus_mut().read_gives(0x060 + 4 * index, 0);
    }
    chip.bus_mut().read_gives(offset::EVENT, 0);
    assert_eq!(chip.wake(), Ok(Wake::Never));
    chip.bus().played();
}

#[test]
fn wake_directly_after_an_arm_reads_nothing_more_than_ever() {
    let mut chip = chip_of(&[60]);
    chip.bus_mut().takes(offset::ARM, 5).cursor(0).read_gives(0x060, BUSY | 4).read_gives(offset::EVENT, 0);
    assert_eq!(chip.arm(0, 5, 0), Ok(()));
    assert_eq!(chip.wake(), Ok(Wake::At(5)));
    chip.bus().played();
}
