//! The timer chip with the most timers and slots: every bit of a number, a tick and an address is used.

mod common;

use carillon_regmap::timer::{field, offset};
use carillon_sim::TimerModel;
use common::timer::System;

/// 2^15 slots, wide records, periodic timers.
const MODEL: TimerModel = TimerModel::Timer15x16Wide;

/// Timers, as many as there can be.
const TIMERS: u32 = 1 << 20;

/// The longest interval, in ticks.
const LONGEST: u32 = (1 << 23) - 1;

/// The next event: tick, timer and generation.
fn next_event(system: &mut System) -> (u32, u32, u32) {
    system.chip.clock_until_irq(u64::from(LONGEST) + 100);
    let tick = system.read(offset::EVENT_TICK);
    let (timer, generation) = system.event().expect("an event");
    // Until the interrupt has fallen.
    system.chip.clock(4);
    (tick, timer, generation)
}

/// Stops time, and tells now.
fn pause(system: &mut System) -> u32 {
    system.write(offset::CTRL, 0);
    system.read(offset::NOW_LO)
}

fn go_on(system: &mut System) {
    system.write(offset::CTRL, field::ctrl::ENABLE.mask());
}

/// A chip with all timers, whose records are at the end of the memory, and one clock a tick; it is paused.
fn largest() -> System {
    let mut system = System::new(MODEL, TIMERS, 15, 0x3f80_0000);
    system.begin(1);
    system.write(offset::INTR_ENABLE, field::intr_enable::EVENT.mask());
    pause(&mut system);
    system
}

#[test]
fn timer_largest_numbers_intervals_periods_and_deadlines_use_every_bit() {
    let mut system = largest();
    let now = system.read(offset::NOW_LO);
    let mut started: Vec<_> = (0..20).map(|bit| (1 << bit, 1 << bit)).collect();
    started.extend([
        (0, LONGEST),
        (TIMERS - 1, 1 << 20),
        (0xa_aaaa, 1 << 21),
        (0x5_5555, 1 << 22),
    ]);
    for &(timer, interval) in &started {
        system.command(timer, interval);
        assert_eq!(system.look(timer).left, u64::from(interval));
    }
    go_on(&mut system);
    started.sort_by_key(|&(_, interval)| interval);
    for (timer, interval) in started {
        assert_eq!(next_event(&mut system), (now + interval, timer, 1));
    }
    // Periods with every second bit.
    for (timer, interval) in [(0xc_cccc, 0x2a_aaaa), (0x3_3333, 0x55_5555)] {
        let now = pause(&mut system);
        system.write(offset::START_MODE, field::start_mode::PERIODIC.mask());
        system.command(timer, interval);
        go_on(&mut system);
        assert_eq!(next_event(&mut system), (now + interval, timer, 1));
        let left = system.look(timer).left;
        assert!(
            (1..u64::from(interval)).contains(&left),
            "{left} of {interval}"
        );
        system.command(timer, 0);
    }
    // A deadline.
    let now = pause(&mut system);
    assert!(now > 1 << 24);
    let (timer, deadline) = (9, now + 1000);
    system.write(offset::START_MODE, field::start_mode::ABSOLUTE.mask());
    system.command(timer, deadline);
    assert_eq!(system.look(timer).left, 1000);
    go_on(&mut system);
    assert_eq!(next_event(&mut system), (deadline, timer, 1));
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
        assert_eq!(next_event(&mut system).1, 0, "{base:#x}");
        assert_eq!(system.errors(), 0);
    }
}

#[test]
fn timer_largest_registers_keep_every_bit() {
    for model in [MODEL, TimerModel::Timer10x16All] {
        let mut system = System::new(model, 1, 4, 0);
        let coalesce = field::intr_coalesce::COUNT.mask() | field::intr_coalesce::AGE.mask();
        let registers = [
            (offset::SCRATCH, u32::MAX, true),
            (
                offset::PRESCALE,
                carillon_regmap::field::prescale::CLOCKS.mask(),
                true,
            ),
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
    }
}
