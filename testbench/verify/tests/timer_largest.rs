//! The timer chip with the most timers and slots: every bit of a number, a tick and an address is used.

mod common;

use carillon_regmap::timer_chip::{field, offset};
use carillon_sim::TimerModel;
use common::timer::System;

/// 2^15 slots, wide records, periodic timers.
const MODEL: TimerModel = TimerModel::Timer15x16Wide;

/// Timers, with each bit of their number set.
const TIMERS: u32 = (1 << 20) - 1;

/// The longest interval, in ticks.
const LONGEST: u32 = (1 << 23) - 1;

#[test]
#[ignore = "long"]
fn timer_largest_numbers_intervals_periods_and_deadlines_use_every_bit() {
    for model in [MODEL, TimerModel::Timer10x2ThreeWheelsWide] {
        use_every_bit(System::paused(model, TIMERS));
    }
}

fn use_every_bit(mut system: System) {
    let now = system.read(offset::NOW_LO);
    let mut started: Vec<_> = (0..20).map(|bit| (1 << bit, 1 << bit)).collect();
    started.extend([(0, LONGEST), (TIMERS - 1, 1 << 20), (0xa_aaaa, 1 << 21), (0x5_5555, 1 << 22)]);
    // The longest first: a slot stays busy, but none is visited before the timer of this turn.
    started.sort_by_key(|&(_, interval)| std::cmp::Reverse(interval));
    for &(timer, interval) in &started {
        system.command(timer, interval);
        assert_eq!(system.look(timer).left, u64::from(interval));
        if system.build.look_ahead {
            let next = system.read(offset::NEXT_EXPIRY);
            assert!(!field::next_expiry::NONE.is_set(next));
            assert!((1..=interval).contains(&field::next_expiry::TICKS.get(next)));
        }
    }
    // Deadlines that are too far ahead.
    for bit in 24..32 {
        system.start_at(7, 1 << bit);
        assert_eq!(system.errors(), field::error::INTERVAL_RANGE.mask());
    }
    system.go_on();
    started.sort_by_key(|&(_, interval)| interval);
    for (timer, interval) in started {
        assert_eq!(system.next_event(), (now + interval, timer, 1));
    }
    // Periods with every second bit.
    for (timer, interval) in [(0xc_cccc, 0x2a_aaaa), (0x3_3333, 0x55_5555)] {
        let now = system.pause();
        system.write(offset::START_MODE, field::start_mode::PERIODIC.mask());
        system.command(timer, interval);
        system.go_on();
        assert_eq!(system.next_event(), (now + interval, timer, 1));
        let left = system.look(timer).left;
        assert!((1..u64::from(interval)).contains(&left), "{left} of {interval}");
        system.command(timer, 0);
    }
    // A deadline.
    let now = system.pause();
    assert!(now > 1 << 24);
    let (timer, deadline) = (9, now + 1000);
    system.start_at(timer, deadline);
    assert_eq!(system.look(timer).left, 1000);
    system.go_on();
    assert_eq!(system.next_event(), (deadline, timer, 1));
    assert_eq!(system.errors(), 0);
}

#[test]
fn timer_largest_memory_base_of_every_bit_is_where_the_records_are() {
    // 17 records of four words take 128 words.
    let bits: Vec<u32> = (7..30).map(|bit| 1 << bit).collect();
    for base in [0x3fff_ff80].into_iter().chain(bits) {
        let mut system = System::new(MODEL, 1, 4, base);
        system.begin(50);
        system.write(offset::INTR_ENABLE, field::intr_enable::EVENT.mask());
        system.command(0, 20);
        assert_eq!(system.next_event().1, 0, "{base:#x}");
        assert_eq!(system.errors(), 0);
    }
}

/// Timers that fill the FIFO and one more, so that the cursor stands until the host reads.
fn hold_up(system: &mut System, tick: u32) -> u32 {
    let blockers = (1 << system.build.fifo_bits) + 1;
    for timer in 0..blockers {
        system.start_at(timer, tick);
    }
    blockers
}

#[test]
fn timer_largest_cursor_that_was_held_up_finds_every_slot_of_a_word_at_its_tick() {
    for model in [MODEL, TimerModel::Timer10x2ThreeWheelsWide, TimerModel::Timer10x16All] {
        let mut system = System::paused(model, 200);
        let tick = system.read(offset::NOW_LO) + 1000;
        let blockers = hold_up(&mut system, tick);
        // Each alone in its word, then all of one word, then far behind empty words and over many laps.
        let word = (tick + 100).next_multiple_of(16);
        let alone = (0..16).map(|slot| word + 32 * slot + slot);
        let together = (0..16).map(|slot| word + 1024 + slot);
        let far = [word + 3000, word + 70_000];
        let due: Vec<u32> = alone.chain(together).chain(far).collect();
        for (timer, &deadline) in (100..).zip(&due) {
            system.start_at(timer, deadline);
        }
        system.go_on();
        system.chip.clock(100_000);
        let status = system.read(offset::STATUS);
        assert!(field::status::BEHIND.is_set(status) && field::status::FIFO_FULL.is_set(status));
        for timer in 0..blockers {
            assert_eq!(system.next_event(), (tick, timer, 1));
        }
        for (timer, deadline) in (100..).zip(due) {
            assert_eq!(system.next_event(), (deadline, timer, 1), "{model:?}");
        }
        assert_eq!(system.errors(), 0);
    }
}

#[test]
fn timer_largest_cursor_too_far_behind_refuses_starts_until_the_host_has_read() {
    for model in [MODEL, TimerModel::Timer10x2ThreeWheelsWide, TimerModel::Timer10x16All] {
        let mut system = System::paused(model, 200);
        let tick = system.read(offset::NOW_LO) + 500;
        let blockers = hold_up(&mut system, tick);
        let late = tick + (1 << 22);
        system.start_at(150, late);
        system.go_on();
        system.chip.clock((1 << 22) + 2000);
        system.command(160, 20);
        assert_eq!(system.errors(), field::error::BEHIND.mask());
        if model.build().look_ahead {
            assert_eq!(system.read(offset::NEXT_EXPIRY), 0);
        }
        for timer in 0..blockers {
            assert_eq!(system.next_event(), (tick, timer, 1));
        }
        assert_eq!(system.next_event(), (late, 150, 1));
        system.command(160, 20);
        assert_eq!(system.next_event().1, 160);
        assert_eq!(system.errors(), 0);
    }
}

#[test]
fn timer_largest_registers_keep_every_bit() {
    for model in [MODEL, TimerModel::Timer10x16All] {
        let mut system = System::new(model, 1, 4, 0);
        system.write(offset::CTRL, field::ctrl::ENABLE.mask());
        assert_eq!(system.errors(), field::error::NOT_READY.mask());
        system.write(offset::EVENT_ACK, 0);
        assert_eq!(system.errors(), field::error::ACK_EMPTY.mask());
        // Sizes as large as can be, with a base of each bit: nothing is locked.
        for timers in [0xf_ffff, 0x10_0000] {
            system.write(offset::TIMERS, timers);
            for base in [u32::MAX >> 2, 0x7e] {
                system.write(offset::MEMORY_BASE, base);
            }
        }
        assert_eq!(system.errors(), 0);
        let coalesce = field::intr_coalesce::COUNT.mask() | field::intr_coalesce::AGE.mask();
        let registers = [
            (offset::SCRATCH, u32::MAX, true),
            (offset::PRESCALE, carillon_regmap::counter_chip::field::prescale::CLOCKS.mask(), true),
            (offset::INTR_COALESCE, coalesce, model.build().coalescing),
        ];
        for (register, mask, present) in registers {
            if !present {
                continue;
            }
            for word in (0..32).map(|bit| 1 << bit).chain([u32::MAX, 0x5555_5555]) {
                system.write(register, word);
                if register != offset::PRESCALE || word & mask != 0 {
                    assert_eq!(system.read(register), word & mask, "{word:#x}");
                }
            }
        }
        // Ticks of all bits of `PRESCALE`.
        system.begin(carillon_regmap::counter_chip::field::prescale::CLOCKS.mask());
        system.chip.clock(100);
        assert_eq!(system.read(offset::NOW_LO), 0);
    }
}
