//! The Verilated timer chip, register by register. Random hosts and memories are in `timer_lockstep.rs`.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::VERSION_VALUE;
use carillon_regmap::timer_chip::{WINDOW, field, offset};
use carillon_sim::{MemoryBehaviour, TimerModel};
use carillon_spec::timer_chip::lists::check;
use common::timer::System;

/// Word address of record 0.
const BASE: u32 = 0x0123_4000;

/// 2^10 slots, a FIFO of 2, no periodic timers.
const MODEL: TimerModel = TimerModel::Timer10x2;

#[test]
fn timer_chip_refuses_bad_input_with_an_error_and_nothing_else() {
    use field::error::*;
    let mut system = System::new(MODEL, 20, 4, BASE);
    assert_eq!(system.build.params(), system.read(offset::PARAMS));
    // Before the records are initialised.
    system.command(0, 5);
    assert_eq!(system.errors(), NOT_READY.mask());
    system.write(offset::CTRL, field::ctrl::ENABLE.put(1));
    assert_eq!(system.errors(), NOT_READY.mask());
    assert_eq!(system.read(WINDOW), 0);
    assert_eq!(system.errors(), NOT_READY.mask());
    for wrong in [0, 0x1_0000, u32::MAX] {
        system.write(offset::TIMERS, wrong);
        assert_eq!(system.errors(), SIZE_RANGE.mask(), "{wrong}");
    }
    for wrong in [0, 3, 11, 36] {
        system.write(offset::WHEEL_BITS, wrong);
        assert_eq!(system.errors(), SIZE_RANGE.mask(), "{wrong}");
    }
    system.write(offset::CTRL, field::ctrl::INITIALISE.put(1));
    assert_eq!(system.errors(), SIZE_RANGE.mask(), "no timers");
    system.write(offset::PRESCALE, 0);
    assert_eq!(system.errors(), PRESCALE_ZERO.mask());
    // A base that has a bit in common with a record's word: that of the first, of one between, of the last.
    system.write(offset::TIMERS, system.layout.timers);
    system.write(offset::WHEEL_BITS, system.layout.slots.ilog2());
    for wrong in [BASE + 1, BASE + 8, BASE + 64] {
        let before = system.chip.memory().words().to_vec();
        system.write(offset::MEMORY_BASE, wrong);
        system.write(offset::CTRL, field::ctrl::INITIALISE.put(1));
        system.chip.clock(60);
        assert_eq!(system.errors(), SIZE_RANGE.mask(), "{wrong:#x}");
        assert_eq!(system.read(offset::STATUS), 0, "nothing is locked");
        assert_eq!(system.chip.memory().words(), before);
    }
    system.begin(200);
    assert_eq!(system.errors(), 0);
    for locked in [(offset::TIMERS, 5), (offset::WHEEL_BITS, 5), (offset::MEMORY_BASE, 0), (offset::PRESCALE, 7)] {
        system.write(locked.0, locked.1);
        assert_eq!(system.errors(), LOCKED.mask(), "{locked:?}");
    }
    let again = field::ctrl::INITIALISE.put(1) | field::ctrl::ENABLE.put(1);
    system.write(offset::CTRL, again);
    assert_eq!(system.errors(), LOCKED.mask());

    // Numbers, intervals, modes.
    for timer in [20, 21, 0xffff, 0x1_0000, 0xf_ffff] {
        system.write(WINDOW + 4 * timer, 5);
        assert_eq!(system.errors(), TIMER_RANGE.mask(), "{timer}");
        assert_eq!(system.read(WINDOW + 4 * timer), 0);
        assert_eq!(system.errors(), TIMER_RANGE.mask(), "{timer}");
    }
    for interval in [1 << 23, u32::MAX] {
        system.command(3, interval);
        assert_eq!(system.errors(), INTERVAL_RANGE.mask(), "{interval}");
    }
    system.command(3, (1 << 23) - 1);
    assert_eq!(system.errors(), 0);
    assert!(system.look(3).runs);
    system.write(offset::START_MODE, field::start_mode::PERIODIC.put(1));
    system.command(4, 9);
    assert_eq!(system.errors(), INTERVAL_RANGE.mask(), "not in this build");
    system.command(4, 9);
    assert_eq!(system.errors(), 0, "the mode is for one start");
    let far = system.read(offset::NOW_LO) + (1 << 24);
    system.write(offset::START_MODE, field::start_mode::ABSOLUTE.put(1));
    system.command(5, far);
    system.read(offset::ID);
    assert_eq!(system.errors(), INTERVAL_RANGE.mask());
    assert_eq!(system.look(5).generation, 0, "it was not started");

    // Acknowledgements and addresses.
    system.write(offset::EVENT_ACK, 0);
    assert_eq!(system.errors(), ACK_EMPTY.mask());
    while !field::event::VALID.is_set(system.read(offset::EVENT)) {}
    system.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(9));
    assert_eq!(system.errors(), ACK_STALE.mask());
    assert_eq!(system.event().map(|event| event.0), Some(4));
    for unmapped in [0x01c, 0x06c, 0x0fc, 0x100, 0x100 + offset::SCRATCH, WINDOW - 4] {
        assert!(system.chip.read(unmapped).is_err(), "{unmapped:#x}");
        assert!(system.chip.write(unmapped, 5).is_err(), "{unmapped:#x}");
        assert_eq!(system.errors(), ADDRESS.mask());
    }
    assert_eq!(system.read(offset::SCRATCH), 0);
    check(&system.layout, system.chip.memory().words(), None).unwrap();
}

#[test]
fn timer_chip_raises_its_interrupt_while_an_event_waits() {
    let mut system = System::new(MODEL, 4, 4, BASE);
    system.begin(50);
    system.write(offset::INTR_ENABLE, field::intr_enable::EVENT.put(1));
    system.command(2, 3);
    assert!(!system.chip.irq());
    system.chip.clock(250);
    assert!(system.chip.irq());
    assert_eq!(system.read(offset::INTR_STATE), field::intr_state::EVENT.mask());
    assert_eq!(system.event(), Some((2, 1)));
    system.chip.clock(4);
    assert!(!system.chip.irq());
    system.write(offset::INTR_TEST, u32::MAX);
    assert_eq!(system.read(offset::INTR_STATE), 0b1_0101);
}

/// What is kept reads back, and a tick of more clocks than the lower part of the time base counts has that length.
#[test]
fn timer_chip_settings_read_back_sizes_must_fit_and_a_long_tick_is_long() {
    const PRESCALE: u32 = 70_000;
    for model in [MODEL, TimerModel::Timer10x16All] {
        let mut system = System::new(model, 4, 4, BASE);
        assert_eq!(system.read(offset::VERSION), VERSION_VALUE);
        assert_eq!(system.read(offset::PARAMS), model.build().params());
        system.write(offset::SCRATCH, 0x0123_4567);
        assert_eq!(system.read(offset::SCRATCH), 0x0123_4567);
        // No timers; then a base that has a bit in common with a record's word.
        for (timers, base) in [(None, BASE), (Some(4), BASE + 1)] {
            if let Some(timers) = timers {
                system.write(offset::TIMERS, timers);
            }
            system.write(offset::MEMORY_BASE, base);
            system.write(offset::CTRL, field::ctrl::INITIALISE.mask());
            system.chip.clock(60);
            assert_eq!(system.errors(), field::error::SIZE_RANGE.mask());
            assert_eq!(system.read(offset::STATUS), 0, "nothing is locked");
        }
        system.begin(PRESCALE);
        assert_eq!(system.read(offset::NOW_HI), 0);
        assert_eq!(system.read(offset::INTR_STATE), 0);
        assert_eq!(system.read(offset::PRESCALE), PRESCALE);
        assert_eq!(system.read(offset::CTRL), field::ctrl::ENABLE.mask());
        let enables = field::intr_enable::EVENT.mask();
        system.write(offset::INTR_ENABLE, enables);
        assert_eq!(system.read(offset::INTR_ENABLE), enables);
        system.command(1, 3);
        let begun = system.chip.clocks();
        system.chip.clock_until_irq(4 * u64::from(PRESCALE));
        let ticks = (system.chip.clocks() - begun) / u64::from(PRESCALE);
        assert!(system.chip.irq() && (2..=3).contains(&ticks), "{ticks}");
        assert_eq!(system.event(), Some((1, 1)));
    }
}

#[test]
fn timer_chip_command_that_is_wrong_in_several_ways_sets_only_the_first_error() {
    use field::error::*;
    let both = field::start_mode::ABSOLUTE.mask() | field::start_mode::PERIODIC.mask();
    let mut system = System::new(MODEL, 20, 4, BASE);
    // Not ready, no such timer, too long.
    system.command(20, 1 << 23);
    assert_eq!(system.errors(), NOT_READY.mask());
    system.begin(1);
    system.command(20, 1 << 23);
    assert_eq!(system.errors(), TIMER_RANGE.mask());
    system.write(offset::START_MODE, both);
    system.command(20, 5);
    assert_eq!(system.errors(), TIMER_RANGE.mask());
    // Too long, and the cursor is far behind: three events stop it, since nobody takes them.
    for timer in 0..3 {
        system.command(timer, 10);
    }
    system.chip.clock((1 << 22) + 10_000);
    system.command(3, 1 << 23);
    assert_eq!(system.errors(), INTERVAL_RANGE.mask());
    system.command(3, 5);
    assert_eq!(system.errors(), BEHIND.mask());
    // Whether a deadline is too far ahead is found last.
    let far = system.read(offset::NOW_LO) + (1 << 24);
    system.start_at(3, far);
    assert_eq!(system.errors(), BEHIND.mask());
    // The memory's failure goes before all.
    let failing = MemoryBehaviour::FAST.failing(1);
    system.chip.memory_mut().behave(failing);
    while system.event().is_some() {}
    while !field::status::MEMORY_FAILING.is_set(system.read(offset::STATUS)) {
        system.event();
    }
    for (timer, interval) in [(20, 1 << 23), (3, 1 << 23), (3, 5)] {
        system.command(timer, interval);
        assert_eq!(system.errors(), MEMORY.mask(), "{timer}, {interval}");
    }
    system.chip.memory_mut().behave(MemoryBehaviour::FAST);
}

#[test]
fn timer_chip_stop_or_look_keeps_start_mode_for_the_next_start() {
    let mut system = System::new(TimerModel::Timer10x16All, 20, 4, BASE);
    system.begin(20);
    system.write(offset::START_MODE, field::start_mode::PERIODIC.mask());
    system.command(2, 0);
    system.look(3);
    system.read(offset::NEXT_EXPIRY);
    system.command(4, 10);
    system.command(6, 10);
    system.chip.clock(20 * 35);
    let mut events = [0; 20];
    while let Some((timer, _)) = system.event() {
        events[timer as usize] += 1;
    }
    assert_eq!((events[4], events[6]), (3, 1), "the first is periodic");
    // With a deadline a word of 0 is no stop, but a start.
    let deadline = system.read(offset::NOW_LO) + 50;
    system.write(offset::START_MODE, field::start_mode::ABSOLUTE.mask());
    system.look(8);
    system.command(8, deadline);
    assert!((40..=50).contains(&system.look(8).left));
    system.command(4, 0);
    while system.event().is_some() {}
    system.start_at(10, 0);
    system.chip.clock(20 * 2);
    assert_eq!(system.event(), Some((10, 1)), "tick 0 has passed");
    assert_eq!(system.errors(), 0);
}

#[test]
fn timer_chip_enable_with_initialise_initialises_and_refuses_enable() {
    let mut system = System::new(MODEL, 8, 4, BASE);
    system.write(offset::TIMERS, 8);
    system.write(offset::MEMORY_BASE, BASE);
    system.write(offset::CTRL, 5);
    assert_eq!(system.errors(), field::error::NOT_READY.mask());
    while !field::status::READY.is_set(system.read(offset::STATUS)) {}
    assert_eq!(system.read(offset::CTRL), 0, "now stands still");
    assert_eq!(system.read(offset::NOW_LO), 0);
    system.go_on();
    system.chip.clock(10);
    assert!(system.read(offset::NOW_LO) > 0);
    assert_eq!(system.errors(), 0);
}
