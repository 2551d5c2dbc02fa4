//! The facility's time: wraps of 32 bits, long sleeps, and a chip that is reset underneath.

mod common;

use carillon_driver::counter_chip::CounterChipError;
use carillon_driver::facility::{FacilityError, TimerFacility};
use carillon_driver::queue::{Refused, StartError};
use carillon_regmap::counter_chip::offset;
use common::script::*;
use common::scripted_bus::BusFault;

/// An interval of very many laps.
const LONG: u64 = 1 << 48;

/// Brings the facility's now and last event to `tick`, as after a long idle time.
fn at(tick: u64) -> TestFacility {
    let mut facility = facility();
    expect(&mut facility).cursor_and_now(tick, tick).read_gives(offset::EVENT, 0);
    facility.resynchronise().expect("scripted");
    facility.bus().played();
    facility
}

/// Lets the facility serve one event of the timer that is due at `tick` and nothing else.
fn serve_one(facility: &mut TestFacility, tick: u64) -> Vec<(u32, u64, u64)> {
    let known = facility.last_known_now();
    serve_after(facility, known, tick)
}

/// The same if the last event was at tick `before`.
fn serve_after(facility: &mut TestFacility, before: u64, tick: u64) -> Vec<(u32, u64, u64)> {
    let bus = expect(facility).event((tick % 100) as u32, tick);
    if is_suspicious(before, tick) {
        bus.cursor_and_now(tick - 1, tick);
    }
    bus.takes(offset::EVENT_ACK, 1);
    serve(facility)
}

#[test]
fn now_every_step_below_half_a_span_is_one_read_at_every_wrap() {
    // (known, step): minus one, exact and plus one at the wrap of the low half, and the longest unsuspicious step.
    const WRAP: u64 = 1 << 32;
    for known in [WRAP - 3, WRAP - 1, WRAP, 5 * WRAP - 1, (1 << 48) - 1, (1 << 63) - 1, u64::MAX - (1 << 32)] {
        for step in [0, 1, 2, 3, 4, (1 << 31) - 1] {
            let mut facility = at(known);
            let low = (known + step) as u32;
            let bus = expect(&mut facility).read_gives(offset::NOW_LO, low);
            // What a chip reads that was reset, or reset and started again, or a bus without a chip.
            if low == 0 || low < known as u32 || low == u32::MAX {
                bus.whole_now(known + step);
            }
            assert_eq!(facility.now(), Ok(known + step));
            facility.bus().played();
            assert_eq!(facility.last_known_now(), known + step);
        }
    }
}

#[test]
fn now_step_of_half_a_span_is_verified() {
    for step in [1 << 31, (1 << 31) + 1, (1 << 32) - 1] {
        let known = 7_000_000_000_u64;
        let mut facility = at(known);
        expect(&mut facility).read_gives(offset::NOW_LO, (known + step) as u32).whole_now(known + step + 1);
        assert_eq!(facility.now(), Ok(known + step + 1));
        facility.bus().played();
    }
}

#[test]
fn timer_across_a_wrap_of_the_low_half_is_exact() {
    for edge in [1_u64 << 32, 1 << 33, 1 << 48, 1 << 63] {
        for before in 1..4 {
            let mut facility = at(edge - before);
            for interval in 1..6 {
                start(&mut facility, edge - before, interval, 1);
                let due = edge - before + interval;
                assert_eq!(serve_one(&mut facility, due), [(1, due, due)]);
                facility = at(edge - before);
            }
        }
    }
}

#[test]
fn timer_of_2_to_the_48_ticks_fires_at_its_lap_and_not_before() {
    let now = (1_u64 << 48) - 5;
    let mut facility = at(now);
    start(&mut facility, now, LONG, 1);
    let due = now + LONG;
    let slot = (due % 100) as u32;
    // The lap before: looked at, left alone, and the bit stays.
    let mut facility = {
        expect(&mut facility).cursor_and_now(due - 100, due - 90).read_gives(offset::EVENT, 0);
        facility.resynchronise().expect("scripted");
        facility
    };
    expect(&mut facility).event(slot, due - 100).takes(offset::EVENT_ACK, 0);
    assert_eq!(serve(&mut facility), []);
    assert_eq!(serve_one(&mut facility, due), [(1, due, due)]);
}

#[test]
fn timer_beyond_the_end_of_time_refused_and_the_last_tick_kept() {
    let mut facility = at(u64::MAX - 10);
    expect(&mut facility).read_gives(offset::NOW_LO, u32::MAX - 10);
    let error = FacilityError::Start(StartError::BeyondTheEndOfTime);
    assert_eq!(facility.start(11, 1), Err(Refused { error, item: 1 }));
    const LAST: u64 = u64::MAX - 1;
    start(&mut facility, u64::MAX - 10, 9, 2);
    assert_eq!(serve_one(&mut facility, LAST), [(2, LAST, LAST)]);
}

#[test]
fn time_of_a_chip_that_was_reset_near_the_end_of_time_ends_and_does_not_begin_anew() {
    const NEAR: u64 = u64::MAX - 10;
    let mut facility = at(NEAR);
    expect(&mut facility).initialised(100, 5).read_gives(offset::NOW_LO, 1);
    assert_eq!(facility.recover(), Ok(()));
    assert_eq!(facility.last_known_now(), NEAR + 1);
    // The chip's tick 10 is the last one.
    expect(&mut facility).read_gives(offset::NOW_LO, 2).takes(offset::ARM, arm(10, 0));
    facility.start(8, 1).expect("room");
    let error = FacilityError::Start(StartError::BeyondTheEndOfTime);
    for interval in [9, 20] {
        expect(&mut facility).read_gives(offset::NOW_LO, 2);
        assert_eq!(facility.start(interval, 2), Err(Refused { error, item: 2 }));
    }
    assert_eq!(serve_after(&mut facility, 0, 10), [(1, u64::MAX, u64::MAX)]);
    // Then it stands still.
    for (reading, interval) in [(20, 1), (21, u64::MAX), (22, 30)] {
        expect(&mut facility).read_gives(offset::NOW_LO, reading);
        assert_eq!(facility.now(), Ok(u64::MAX));
        for slack in [0, 100] {
            expect(&mut facility).read_gives(offset::NOW_LO, reading);
            let most = interval.saturating_add(slack);
            let refused = facility.start_between(interval, most, 2);
            assert_eq!(refused, Err(Refused { error, item: 2 }));
        }
    }
    // What is due at once still is, and comes at the last tick, also across another reset.
    for slack in [0, 100] {
        expect(&mut facility).read_gives(offset::NOW_LO, 22).takes(offset::ARM, arm(22, 0));
        let handle = facility.start_between(0, slack, 3).expect("room");
        assert_eq!(facility.expiry(handle), Some(u64::MAX));
    }
    expect(&mut facility).initialised(100, 5).takes(offset::ARM, arm(0, 0)).read_gives(offset::NOW_LO, 7);
    assert_eq!(facility.recover(), Ok(()));
    expect(&mut facility).event(LATE, 1).takes(offset::EVENT_ACK, 1);
    let last = (3, u64::MAX, u64::MAX);
    assert_eq!(serve(&mut facility), [last, last]);
}

#[test]
fn device_that_comes_back_after_a_time_of_all_ones_has_not_told_the_time() {
    let mut facility = at(1000);
    let impossible =
        |offset| Err(FacilityError::Device(CounterChipError::ImpossibleAnswer { offset, found: u32::MAX }));
    // Every read of the time was made while the device was gone; the next one, of any register, is answered.
    expect(&mut facility).read_gives(offset::NOW_LO, u32::MAX).whole_now(u64::MAX);
    assert_eq!(facility.now(), impossible(offset::NOW_LO));
    facility.bus().played();
    assert_eq!(facility.last_known_now(), 1000);
}

#[test]
fn half_period_reads_now_and_follows_the_cursor() {
    let mut facility = facility();
    let now = (3_u64 << 31) + 9;
    expect(&mut facility)
        .read_gives(offset::EVENT, ATTENTION)
        .read_gives(offset::INTR_STATE, HALF_PERIOD)
        .takes(offset::INTR_STATE, HALF_PERIOD)
        .cursor_and_now(now, now)
        .no_event(now);
    assert_eq!(serve(&mut facility), []);
    assert_eq!(facility.last_known_now(), now);
    // From here on the tick of an event is certain again without another transfer.
    start(&mut facility, now, 10, 1);
    assert_eq!(serve_one(&mut facility, now + 10), [(1, now + 10, now + 10)]);
}

#[test]
fn half_period_whose_reading_fails_is_not_forgotten() {
    let mut facility = facility();
    let now = 1_u64 << 31;
    expect(&mut facility)
        .read_gives(offset::EVENT, ATTENTION)
        .read_gives(offset::INTR_STATE, HALF_PERIOD)
        .takes(offset::INTR_STATE, HALF_PERIOD)
        .cursor(now)
        .read_fails(offset::STATUS);
    assert_eq!(facility.next_expired(), Err(FacilityError::Device(CounterChipError::Bus(BusFault))));
    expect(&mut facility).read_gives(offset::EVENT, 0).cursor_and_now(now, now).no_event(now);
    assert_eq!(serve(&mut facility), []);
    assert_eq!(facility.last_known_now(), now);
}

#[test]
fn backlog_of_a_long_sleep_keeps_every_tick_exact() {
    // 2^33 ticks asleep; the FIFO is full of the first laps' events, and the cursor waits 16 laps ahead of its head.
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    let now = (1_u64 << 33) + 1_000;
    expect(&mut facility)
        .read_gives(offset::EVENT, VALID | MORE | ATTENTION | 60)
        .read_gives(offset::INTR_STATE, HALF_PERIOD | 1)
        .takes(offset::INTR_STATE, HALF_PERIOD)
        .cursor_and_now(1_860, now)
        .event(MORE | 60, 260)
        .cursor_and_now(1_860, now)
        .takes(offset::EVENT_ACK, 1)
        .event(sequence(1) | 60, 360)
        .cursor_and_now(1_960, now)
        .takes(offset::EVENT_ACK, sequence(1) | 1);
    assert_eq!(serve(&mut facility), [(1, 260, 260)]);
}

#[test]
fn event_whose_tick_is_in_doubt_is_visited_at_the_latest_that_fits() {
    // An event of a stopped timer waits for 2^33 ticks; then a timer is started, and both events are served.
    let mut facility = facility();
    let stopped = start(&mut facility, 250, 10, 1);
    expect(&mut facility).takes(offset::DISARM, 60);
    facility.stop(stopped).expect("outstanding");
    let now = (1_u64 << 33) + 1_000;
    expect(&mut facility).cursor_and_now(now, now).read_gives(offset::EVENT, VALID | 60);
    facility.resynchronise().expect("scripted");
    start(&mut facility, now, 10, 2);
    let due = now + 10;
    expect(&mut facility)
        .event(MORE | 60, 260)
        .cursor_and_now(due + 3, due + 4)
        .takes(offset::EVENT_ACK, 1)
        .event(sequence(1) | (due % 100) as u32, due)
        .cursor_and_now(due + 4, due + 4)
        .takes(offset::EVENT_ACK, sequence(1) | 1);
    assert_eq!(serve(&mut facility), [(2, due, due)]);
}

#[test]
fn reset_chip_is_noticed_by_its_zero_and_recovered_with_its_timers() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    start(&mut facility, 250, 50, 2);
    expect(&mut facility).read_gives(offset::NOW_LO, 250);
    facility.start(1_050, 3).expect("started");
    // Now is 295 when it is last seen: the first timer is overdue, and its event is lost with the chip.
    expect(&mut facility).read_gives(offset::NOW_LO, 295);
    assert_eq!(facility.now(), Ok(295));
    expect(&mut facility).read_gives(offset::NOW_LO, 0).read_gives(offset::STATUS, 1);
    let error = FacilityError::ChipWasReset;
    assert_eq!(facility.start(7, 4), Err(Refused { error, item: 4 }));
    facility.bus().played();
    assert_eq!(facility.outstanding(), 3);
    // Tick 295 is the chip's 0: 300 is its 5, 1300 is its 1005 (both in slot 5), and 260 has gone by: late at once.
    expect(&mut facility)
        .initialised(100, 5)
        .takes(offset::ARM, arm(5, 0))
        .takes(offset::ARM, arm(0, 0))
        .read_gives(offset::NOW_LO, 1);
    assert_eq!(facility.recover(), Ok(()));
    facility.bus().played();
    expect(&mut facility)
        .event(MORE | LATE, 1)
        .takes(offset::EVENT_ACK, 1)
        .event(sequence(1) | 5, 5)
        .takes(offset::EVENT_ACK, sequence(1));
    assert_eq!(serve(&mut facility), [(1, 260, 295), (2, 300, 300)]);
    // New timers count from the same time; stopping finds the chip's slot.
    expect(&mut facility).read_gives(offset::NOW_LO, 95).takes(offset::ARM, arm(2, 1));
    let handle = facility.start(7, 5).expect("started");
    assert_eq!(facility.expiry(handle), Some(295 + 95 + 7));
    expect(&mut facility).takes(offset::DISARM, 2);
    assert_eq!(facility.stop(handle), Ok(5));
    expect(&mut facility).event(sequence(2) | 5, 1_005).takes(offset::EVENT_ACK, sequence(2) | 1);
    assert_eq!(serve(&mut facility), [(3, 1_300, 1_300)]);
}

#[test]
fn reset_chip_that_runs_again_is_noticed_by_its_step_back() {
    let mut facility = at(5_000);
    expect(&mut facility).read_gives(offset::NOW_LO, 40).whole_now(40);
    assert_eq!(facility.now(), Err(FacilityError::ChipWasReset));
    facility.bus().played();
    assert_eq!(facility.last_known_now(), 5_000);
}

#[test]
fn reset_chip_is_noticed_by_resynchronise() {
    let mut facility = at(5_000);
    expect(&mut facility).cursor(0).read_gives(offset::STATUS, 1);
    assert_eq!(facility.resynchronise(), Err(FacilityError::ChipWasReset));
}

#[test]
fn recover_time_does_not_run_back_behind_what_was_reported() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    start(&mut facility, 250, 40, 2);
    // The event is the latest that is known of the chip's time; its timer is still on the due list at the reset.
    expect(&mut facility).event(60, 260).refuses(offset::EVENT_ACK, 1);
    assert!(facility.next_expired().is_err());
    assert_eq!(facility.last_known_now(), 260);
    expect(&mut facility)
        .initialised(100, 5)
        .takes(offset::ARM, arm(30, 0))
        .takes(offset::ARM, arm(0, 0))
        .read_gives(offset::NOW_LO, 1);
    assert_eq!(facility.recover(), Ok(()));
    expect(&mut facility)
        .event(MORE | LATE, 1)
        .takes(offset::EVENT_ACK, 1)
        .event(sequence(1) | 30, 30)
        .takes(offset::EVENT_ACK, sequence(1) | 1);
    assert_eq!(serve(&mut facility), [(1, 260, 260), (2, 290, 290)]);
}

#[test]
fn recover_time_goes_on_from_a_now_seen_by_a_scan() {
    let mut facility = facility();
    start(&mut facility, 250, 1, 1);
    expect(&mut facility)
        .read_gives(offset::EVENT, ATTENTION)
        .read_gives(offset::INTR_STATE, LATE_OVERFLOW)
        .takes(offset::INTR_STATE, LATE_OVERFLOW)
        .read_gives(offset::NOW_LO, 399)
        .cursor_and_now(399, 400);
    assert_eq!(serve(&mut facility), [(1, 251, 399)]);
    expect(&mut facility).initialised(100, 5).read_gives(offset::NOW_LO, 1);
    assert_eq!(facility.recover(), Ok(()));
    assert_eq!(facility.last_known_now(), 401);
}

#[test]
fn recover_in_the_middle_of_a_service_asks_the_new_chip_for_events() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    start(&mut facility, 250, 30, 2);
    expect(&mut facility).event(60, 260).takes(offset::EVENT_ACK, 1);
    assert_eq!(facility.next_expired().map(|expired| expired.map(|one| one.item)), Ok(Some(1)));
    expect(&mut facility).initialised(100, 5).takes(offset::ARM, arm(20, 0)).read_gives(offset::NOW_LO, 1);
    assert_eq!(facility.recover(), Ok(()));
    expect(&mut facility).event(20, 20).takes(offset::EVENT_ACK, 1);
    assert_eq!(serve(&mut facility), [(2, 280, 280)]);
}

#[test]
fn events_over_many_spans_cost_no_more_transfers_while_they_keep_coming() {
    let mut facility = facility();
    for quarter in 1..=12 {
        let now = (quarter << 30) + 1;
        start(&mut facility, now, 10, 1);
        let before = now + 10 - (1 << 30);
        assert_eq!(serve_after(&mut facility, before, now + 10), [(1, now + 10, now + 10)]);
    }
}

#[test]
fn recover_that_fails_half_way_is_repeated_without_loss() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    start(&mut facility, 250, 20, 2);
    expect(&mut facility).initialised(100, 5).takes(offset::ARM, arm(10, 0)).refuses(offset::ARM, arm(20, 0));
    assert_eq!(facility.recover(), Err(FacilityError::Device(CounterChipError::Bus(BusFault))));
    expect(&mut facility)
        .initialised(100, 5)
        .takes(offset::ARM, arm(10, 0))
        .takes(offset::ARM, arm(20, 0))
        .read_gives(offset::NOW_LO, 1);
    assert_eq!(facility.recover(), Ok(()));
    expect(&mut facility).event(10, 10).takes(offset::EVENT_ACK, 1);
    assert_eq!(serve(&mut facility), [(1, 260, 260)]);
}

#[test]
fn recover_timer_a_whole_lap_ahead_is_armed_for_lap_1() {
    let mut facility = facility();
    start(&mut facility, 250, 100, 1);
    expect(&mut facility).initialised(100, 5).takes(offset::ARM, arm(0, 1)).read_gives(offset::NOW_LO, 1);
    assert_eq!(facility.recover(), Ok(()));
    facility.bus().played();
}

#[test]
fn now_of_a_chip_in_its_first_tick_is_no_reset() {
    let mut facility = facility();
    expect(&mut facility).read_gives(offset::NOW_LO, 0).whole_now(0).takes(offset::ARM, arm(3, 0));
    facility.start(3, 1).expect("started");
    facility.bus().played();
}
