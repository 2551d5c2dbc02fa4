//! Serving events, transfer by transfer: their ticks, the two modes of a wheel, and a bus that fails in the middle.

mod common;

use carillon_driver::counter_chip::{CounterChip, CounterChipError, Event, EventClock, EventTick, Remaining};
use carillon_regmap::counter_chip::offset;
use common::script::{ATTENTION, LATE, MORE, VALID, chip_of, chip_of_modes, sequence};
use common::scripted_bus::{BusFault, ScriptedBus};

const BUS_FAULT: CounterChipError<BusFault> = CounterChipError::Bus(BusFault);
const HOLD: u32 = 1;
const AUTO_CLEAR: u32 = 2;

/// An event of wheel 1.
const WHEEL_1: u32 = 1 << 20;

fn clock_at(tick: u64) -> EventClock {
    let mut clock = EventClock::new();
    clock.saw_empty(tick);
    clock
}

/// Serves one event whose visit leaves `remaining`; its slot and tick.
fn serve(chip: &mut CounterChip<ScriptedBus>, clock: &mut EventClock, remaining: Remaining) -> Option<(u32, u64)> {
    let mut visited = None;
    let served = chip
        .serve(clock, |_, event, tick| {
            visited = Some((event.slot, tick));
            Ok::<_, CounterChipError<BusFault>>(remaining)
        })
        .expect("scripted");
    chip.bus().played();
    assert_eq!(served.tick.map(|at| at.tick), visited.map(|(_, tick)| tick));
    assert_eq!(served.event.valid, visited.is_some());
    visited
}

#[test]
fn serve_no_event_is_one_read() {
    let mut chip = chip_of(&[60]);
    chip.bus_mut().read_gives(offset::EVENT, ATTENTION);
    assert_eq!(serve(&mut chip, &mut clock_at(0), Remaining::Nothing), None);
}

#[test]
fn serve_event_is_two_reads_and_one_write() {
    let mut chip = chip_of(&[60, 60]);
    for (word, remaining, acknowledgement) in [
        (sequence(3) | 7, Remaining::Nothing, sequence(3) | 1),
        (sequence(4) | MORE | 7, Remaining::Timers, sequence(4)),
        (sequence(5) | LATE | 7, Remaining::Timers, sequence(5)),
        (sequence(6) | ATTENTION | 7, Remaining::Nothing, sequence(6) | 1),
    ] {
        chip.bus_mut().event(word, 67).takes(offset::EVENT_ACK, acknowledgement);
        let visited = serve(&mut chip, &mut clock_at(60), remaining);
        assert_eq!(visited, Some((7, 67)));
    }
}

#[test]
fn serve_held_event_migrates_before_it_acknowledges() {
    // Slot 2 of wheel 1 comes up at tick 120; its timers are due at 120 and 133, in slots 0 and 13 of wheel 0.
    let mut chip = chip_of_modes(&[(60, 0), (60, HOLD)]);
    chip.bus_mut()
        .event(sequence(9) | WHEEL_1 | 2, 120)
        .takes(offset::ARM, 2 << 24)
        .takes(offset::ARM, (2 << 24) | 13)
        .takes(offset::EVENT_ACK, sequence(9) | 1);
    let served = chip.serve(&mut clock_at(100), |chip, event, tick| {
        assert_eq!((event.wheel, event.slot, tick), (1, 2, 120));
        chip.arm_for(0, 120)?;
        chip.arm_for(0, 133)?;
        Ok::<_, CounterChipError<BusFault>>(Remaining::Nothing)
    });
    chip.bus().played();
    let exact = EventTick { tick: 120, exact: true };
    assert_eq!(served.map(|served| served.tick), Ok(Some(exact)));
}

#[test]
fn serve_migration_that_fails_leaves_the_event_and_is_repeated() {
    let mut chip = chip_of_modes(&[(60, 0), (60, HOLD)]);
    let mut clock = clock_at(100);
    let migrate = |chip: &mut CounterChip<ScriptedBus>, _: Event, _: u64| {
        chip.arm_for(0, 120)?;
        chip.arm_for(0, 133)?;
        Ok(Remaining::Nothing)
    };
    chip.bus_mut().event(WHEEL_1 | 2, 120).takes(offset::ARM, 2 << 24).refuses(offset::ARM, (2 << 24) | 13);
    assert_eq!(chip.serve(&mut clock, migrate).map(|_| ()), Err(BUS_FAULT));
    chip.bus().played();
    chip.bus_mut()
        .event(WHEEL_1 | 2, 120)
        .takes(offset::ARM, 2 << 24)
        .takes(offset::ARM, (2 << 24) | 13)
        .refuses(offset::EVENT_ACK, 1);
    assert_eq!(chip.serve(&mut clock, migrate).map(|_| ()), Err(BUS_FAULT));
    chip.bus().played();
    // The acknowledgement had arrived: the next event is shown, and no repetition pops it.
    chip.bus_mut().event(sequence(1), 120).takes(offset::EVENT_ACK, sequence(1) | 1);
    assert_eq!(serve(&mut chip, &mut clock, Remaining::Nothing), Some((0, 120)));
}

#[test]
fn serve_failing_reads_leave_the_event() {
    let mut chip = chip_of(&[60]);
    let mut clock = clock_at(0);
    let nobody =
        |_: &mut CounterChip<ScriptedBus>, _: Event, _: u64| -> Result<Remaining, _> { panic!("nothing to visit yet") };
    chip.bus_mut().read_fails(offset::EVENT);
    assert_eq!(chip.serve(&mut clock, nobody).map(|_| ()), Err(BUS_FAULT));
    chip.bus_mut().read_gives(offset::EVENT, VALID | 7).read_fails(offset::EVENT_TICK);
    assert_eq!(chip.serve(&mut clock, nobody).map(|_| ()), Err(BUS_FAULT));
    chip.bus().played();
    assert_eq!(clock, clock_at(0));
}

#[test]
fn serve_slot_that_the_chip_cleared_is_armed_again_for_its_next_visit() {
    // (event, tick, cursor when it is served, word of ARM)
    let mut chip = chip_of_modes(&[(60, AUTO_CLEAR), (60, AUTO_CLEAR | HOLD)]);
    for (event, tick, cursor, arm) in [
        (7, 67, 67, (2 << 24) | 7),
        (0, 60, 119, 2 << 24),
        (59, 59, 100, (1 << 24) | 59),
        (WHEEL_1 | 2, 120, 119, (1 << 24) | WHEEL_1 | 2),
        (WHEEL_1, 3_600, 3_599, (2 << 24) | WHEEL_1),
        // The next visit has passed: the last one that has, which the chip finds late after any number of laps.
        (7, 67, 127, (2 << 24) | 7),
        (7, 67, 60 * 200 + 6, (199 << 24) | 7),
        (7, 67, 60 * 200 + 7, (200 << 24) | 7),
        (7, 67, 60 * 300 + 8, (44 << 24) | 7),
        (WHEEL_1 | 2, 120, 3_600 * 130, (129 << 24) | WHEEL_1 | 2),
    ] {
        chip.bus_mut().event(event, tick).cursor(cursor).takes(offset::ARM, arm).takes(offset::EVENT_ACK, 0);
        let visited = serve(&mut chip, &mut clock_at(tick - 1), Remaining::Timers);
        assert_eq!(visited, Some((event & 0xF_FFFF, tick)));
    }
}

#[test]
fn serve_slot_that_the_chip_cleared_is_left_alone_if_it_is_empty_or_the_event_late() {
    let mut chip = chip_of_modes(&[(60, AUTO_CLEAR)]);
    chip.bus_mut().event(7, 67).takes(offset::EVENT_ACK, 1).event(LATE | 7, 67).takes(offset::EVENT_ACK, 0);
    let mut clock = clock_at(60);
    assert!(chip.serve(&mut clock, |_, _, _| Ok::<_, CounterChipError<BusFault>>(Remaining::Nothing)).is_ok());
    serve(&mut chip, &mut clock, Remaining::Timers);
}

#[test]
fn event_tick_within_half_a_span_is_one_read_at_every_wrap() {
    for edge in [1_u64 << 31, 1 << 32, 1 << 33, 1 << 40] {
        for known in [edge - 1, edge, edge + 1] {
            for ahead in [0, 1, 2, (1 << 31) - 1] {
                let mut chip = chip_of(&[60]);
                let mut clock = clock_at(known);
                let (tick, low) = (known + ahead, (known + ahead) as u32);
                let bus = chip.bus_mut().read_gives(offset::EVENT_TICK, low);
                // What a chip reads that was reset, or reset and started again, or a bus without a chip.
                if low == 0 || low < known as u32 || low == u32::MAX {
                    bus.cursor_and_now(tick - 1, tick);
                }
                let placed = EventTick { tick: known + ahead, exact: true };
                assert_eq!(chip.event_tick(&mut clock), Ok(placed));
                chip.bus().played();
                assert_eq!((clock.now(), clock.not_before()), (placed.tick, placed.tick));
            }
        }
    }
}

#[test]
fn event_tick_after_a_long_sleep_reads_the_cursor_at_every_wrap() {
    // Only an event before tick 2^32 cannot be older by 2^32 ticks.
    for edge in [1_u64 << 32, 1 << 33, 5 << 32] {
        for event in [edge - 1, edge, edge + 1] {
            for ahead in [u64::MAX, 0, 1, (1 << 31), (1 << 32) - 2] {
                let cursor = event.wrapping_add(ahead);
                let mut chip = chip_of(&[60]);
                let mut clock = clock_at(0);
                clock.saw(event + (1 << 31));
                chip.bus_mut()
                    .read_gives(offset::EVENT_TICK, event as u32)
                    .cursor_and_now(cursor, cursor.max(event) + (1 << 31));
                let placed = chip.event_tick(&mut clock).expect("placed");
                chip.bus().played();
                assert_eq!(placed.tick, event, "the event came within the last 2^32 ticks");
                assert_eq!(placed.exact, event == edge - 1 && edge == 1 << 32);
            }
        }
    }
}

#[test]
fn event_tick_of_a_backlog_of_a_small_wheel_is_certain_after_any_sleep() {
    // 2^40 ticks asleep, and the cursor waits a FIFO's worth of laps ahead of the event.
    for known in [5, (1_u64 << 32) - 3, 1 << 33] {
        let event = known + 7;
        let mut chip = chip_of(&[60]);
        let mut clock = clock_at(known);
        clock.saw(known + (1 << 40));
        chip.bus_mut()
            .read_gives(offset::EVENT_TICK, event as u32)
            .cursor_and_now(event + 16 * 60 - 1, known + (1 << 40));
        let placed = EventTick { tick: event, exact: true };
        assert_eq!(chip.event_tick(&mut clock), Ok(placed));
    }
}

#[test]
fn event_tick_of_a_held_event_is_one_ahead_of_the_cursor_and_certain_within_a_span() {
    // Wheels whose product is 2^40: the event of wheel 3 holds the cursor at the end of the tick before.
    let mut chip = chip_of_modes(&[(1 << 10, 0), (1 << 10, 0), (1 << 10, 0), (1 << 10, HOLD)]);
    for turns in [1_u64, 2, 3, 4, 5, 8, 9] {
        let event = turns << 30;
        let mut clock = clock_at(event - (1 << 30));
        clock.saw(event + (1 << 35));
        chip.bus_mut().read_gives(offset::EVENT_TICK, event as u32).cursor_and_now(event - 1, event + (1 << 35));
        let placed = EventTick { tick: event, exact: true };
        assert_eq!(chip.event_tick(&mut clock), Ok(placed));
        chip.bus().played();
    }
}

#[test]
fn event_tick_that_waited_longer_than_a_span_is_in_doubt_and_not_after_the_cursor() {
    let mut chip = chip_of(&[1 << 10, 1 << 10, 1 << 10, 1 << 10]);
    let mut clock = clock_at(1 << 30);
    let cursor = (1 << 34) + 12;
    clock.saw(cursor);
    chip.bus_mut().read_gives(offset::EVENT_TICK, 2 << 30).cursor_and_now(cursor, cursor);
    let placed = EventTick { tick: (1 << 34) - (2 << 30), exact: false };
    assert_eq!(chip.event_tick(&mut clock), Ok(placed));
    assert_eq!(clock.not_before(), 2 << 30, "later events may still be as early as that");
}

#[test]
fn event_tick_of_a_chip_that_was_reset_is_told() {
    let mut chip = chip_of(&[60]);
    let mut clock = clock_at(1 << 40);
    clock.saw((1 << 40) + (1 << 31));
    chip.bus_mut().read_gives(offset::EVENT_TICK, 5).cursor_and_now(100, 101);
    let ran_back = CounterChipError::TimeRanBack { known: (1 << 40) + (1 << 31), found: 101 };
    assert_eq!(chip.event_tick(&mut clock), Err(ran_back));
    chip.bus().played();
}
