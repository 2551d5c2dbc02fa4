//! How many clocks the Verilated timer chip takes, as docs/timer-chip.md says.

mod common;

use carillon_regmap::timer_chip::{field, offset};
use carillon_sim::{MemoryBehaviour, TimerModel};
use common::timer::System;

/// Word address of record 0.
const BASE: u32 = 0x3f80_0000;

/// A tick at which now crosses a multiple of 2^31, which interrupts two clocks after now shows it.
const REFERENCE: u64 = 1 << 31;

/// Clocks from that in which now shows the tick of a timer to that in which `irq` is high. The timer is the only one,
/// and is due `ticks` ticks after `REFERENCE`.
fn clocks_to_interrupt(model: TimerModel, prescale: u32, ticks: u32, memory: MemoryBehaviour) -> u64 {
    let wheel_bits = model.build().wheel_bits();
    let mut system = System::new(model, 40, wheel_bits, BASE);
    system.chip.memory_mut().behave(memory);
    system.begin(prescale);
    system.pause();
    // Until the cursor has come to now.
    system.chip.clock(4000);
    let begin = REFERENCE - 60;
    system.chip.pins_mut().begin_at(begin).expect("no mutants");
    system.chip.clock(4);
    system.command(2, 60 + ticks);
    system.chip.clock(1000);
    let half_period = field::intr_enable::HALF_PERIOD.mask();
    system.write(offset::INTR_ENABLE, half_period);
    system.go_on();
    system.chip.clock_until_irq(10_000);
    let reference = system.chip.clocks() - 2;
    let state = system.read(offset::INTR_STATE);
    assert_eq!(state, field::intr_state::HALF_PERIOD.mask(), "too soon");
    system.write(offset::INTR_ENABLE, field::intr_enable::EVENT.mask());
    system.chip.clock(4);
    assert!(!system.chip.irq(), "too soon");
    system.chip.clock_until_irq(u64::from(ticks + 100) * u64::from(prescale));
    assert!(system.chip.irq());
    let latency = system.chip.clocks() - reference - u64::from(ticks) * u64::from(prescale);
    assert_eq!(system.read(offset::EVENT_TICK), REFERENCE as u32 + ticks);
    latency
}

/// Clocks from `CTRL.initialise` until `STATUS.ready` has been read.
fn clocks_to_ready(model: TimerModel, timers: u32, memory: MemoryBehaviour) -> u64 {
    let wheel_bits = model.build().wheel_bits();
    let mut system = System::new(model, timers, wheel_bits, BASE);
    system.chip.memory_mut().behave(memory);
    system.write(offset::TIMERS, timers);
    system.write(offset::WHEEL_BITS, wheel_bits);
    system.write(offset::MEMORY_BASE, BASE);
    system.write(offset::CTRL, field::ctrl::INITIALISE.mask());
    let before = system.chip.clocks();
    while !field::status::READY.is_set(system.read(offset::STATUS)) {}
    system.chip.clocks() - before
}

/// One wheel with its memory behind the port and inside, wide records, and three wheels of 256 slots.
const ONE: TimerModel = TimerModel::Timer10x2;
const INSIDE: TimerModel = TimerModel::Timer10x2Inside;
const WIDE: TimerModel = TimerModel::Timer10x16All;
const THREE: TimerModel = TimerModel::Timer10x2ThreeWheelsPeriodic;
const THREE_WIDE: TimerModel = TimerModel::Timer10x2ThreeWheelsWide;

#[test]
fn timer_chip_initialisation_takes_five_clocks_a_record_and_wide_ones_seven() {
    for (model, memory, clocks) in [
        (ONE, 1, 5),
        (INSIDE, 1, 5),
        (THREE, 1, 5),
        (WIDE, 1, 7),
        (THREE_WIDE, 1, 7),
        (ONE, 20, 3 + 2 * 20),
        (WIDE, 20, 4 + 3 * 20),
    ] {
        let memory = MemoryBehaviour::fixed(memory);
        let [few, many] = [40, 940].map(|timers| clocks_to_ready(model, timers, memory));
        // A read of `STATUS` takes some clocks.
        assert!((many - few).abs_diff(900 * clocks) < 10, "{model:?}");
        let records = 940 + u64::from(model.build().wheels << model.build().wheel_bits());
        assert!(many.abs_diff(records * clocks) < 20, "{model:?}: {many}");
    }
}

/// The tick of a timer of 100 ticks passes without a cascade, that of one of 256 ticks with one, that of one of 65,536
/// ticks with two.
#[test]
fn timer_chip_interrupt_comes_18_clocks_after_the_tick_and_later_through_a_cascade() {
    for (model, memory, ticks, clocks) in [
        (ONE, 1, 100, 18),
        (INSIDE, 1, 100, 18),
        (WIDE, 1, 100, 20),
        (THREE, 1, 100, 18),
        (THREE, 1, 256, 49),
        (THREE, 1, 1 << 16, 80),
        (THREE_WIDE, 1, 256, 55),
        (THREE_WIDE, 1, 1 << 16, 90),
        // A further clock of the memory is one more for each transfer.
        (ONE, 2, 100, 18 + 3),
        (WIDE, 2, 100, 20 + 4),
        (THREE, 2, 256, 49 + 11),
    ] {
        let memory = MemoryBehaviour::fixed(memory);
        for prescale in [5, 6, 20] {
            let found = clocks_to_interrupt(model, prescale, ticks, memory);
            // A slow memory is not done before the next tick comes, if that is short.
            if prescale == 20 || memory == MemoryBehaviour::FAST {
                assert_eq!(found, clocks, "{model:?}, {ticks} ticks of {prescale}");
            }
        }
    }
}

#[test]
fn timer_chip_interrupt_with_short_ticks_comes_later_as_the_cursor_is_behind() {
    for (model, most) in [(ONE, 75), (WIDE, 78), (THREE, 123), (THREE_WIDE, 129)] {
        for prescale in 1..=4 {
            let laps = (1..12).map(|lap| 256 * lap);
            let found = (100..140)
                .chain(laps)
                .chain([1 << 16])
                .map(|ticks| clocks_to_interrupt(model, prescale, ticks, MemoryBehaviour::FAST));
            let found = found.max().expect("some");
            println!("{model:?}, {prescale}: {found}");
            assert!(found <= most, "{model:?}, {prescale}: {found}");
        }
    }
}
