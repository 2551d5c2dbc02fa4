//! What START, STOP and an expiry cost the processor, by the chip, by LiteX's timer and by its own: `carillon
//! hardware-assist` shows the figures.

mod common;

use carillon_soc::cost::{self, Stage};
use carillon_soc::load::{self, Load, Operation};
use common::program;

/// Clocks a tick.
const PRESCALE: u32 = 1_000;

/// Runs a program to its end, with 10 timers outstanding, then ten times as many, up to `most`.
fn stages(name: &str, most: u32) -> Vec<Stage> {
    let stages = cost::measure(&program(name), PRESCALE, most, 200_000_000);
    let stages = stages.unwrap_or_else(|error| panic!("{name}: {error}"));
    let timers: Vec<u32> = stages.iter().map(|stage| stage.timers).collect();
    let wanted = [10, 100, 1_000];
    let wanted: Vec<u32> = wanted.into_iter().filter(|&timers| timers <= most).collect();
    assert_eq!(timers, wanted, "{name}");
    stages
}

/// The same of a program that stops timers too.
fn measure(name: &str, most: u32) -> Vec<Stage> {
    let stages = stages(name, most);
    for stage in &stages {
        assert_eq!(stage.start.count(), 50, "{name}");
        assert!(stage.callback.count() >= 10, "{name}");
    }
    stages
}

#[test]
#[ignore = "long"]
fn a_ticked_host_sleeps_less_than_one_with_the_chip() {
    let chip = measure("cost_scheme7", 100);
    let ticked = measure("cost_tick", 100);
    for (chip, ticked) in chip.iter().zip(&ticked) {
        // One timer is started, comes down a wheel and expires in a million clocks.
        assert!(chip.asleep() > 0.98, "{}", chip.asleep());
        assert!(ticked.asleep() < 0.9, "{}", ticked.asleep());
        assert!(ticked.interrupts > 450, "{}", ticked.interrupts);
    }
}

#[test]
#[ignore = "long"]
fn a_host_with_its_timer_at_the_earliest_expiry_sleeps_and_scheme_6_keeps_one_from_it() {
    for name in ["cost_heap", "cost_wheels", "cost_heap_mtime", "cost_wheels_mtime"] {
        for stage in measure(name, 100) {
            // Of the wheels' 0.9898 were measured: a start, and an expiry that takes 3,100 clocks to its callback.
            assert!(stage.asleep() > 0.989, "{name}: {}", stage.asleep());
        }
    }
    // The more timers, the fewer slots are empty.
    let chip = measure("cost_scheme6", 1_000);
    for pair in chip.windows(2) {
        assert!(pair[0].asleep() > pair[1].asleep());
    }
    for stage in chip {
        // 232 were measured.
        assert!(stage.start.mean() <= 250, "{}", stage.start.mean());
        // 463 were measured. A START before the interrupt takes lines of its routine out of the cache of 4 KiB.
        assert!(stage.callback.mean() <= 500 || stage.timers > 100, "{}", stage.callback.mean());
    }
}

#[test]
#[ignore = "long"]
fn a_host_whose_tick_is_shorter_than_its_interrupt_ends_no_stage() {
    let stages = cost::measure(&program("cost_tick"), 100, 10, 1_500_000);
    assert_eq!(stages.map(|stages| stages.len()), Ok(0));
}

/// What the timer chip is for: STARTs and interrupts do not grow with the timers, and there are none but for expiries.
#[test]
#[ignore = "long"]
fn a_host_with_the_timer_chip_sleeps_and_its_starts_take_as_long_with_more_timers() {
    let stages = measure("cost_timer", 1_000);
    for stage in &stages {
        assert!(stage.asleep() > 0.997, "{}", stage.asleep());
        assert_eq!(stage.interrupts, 1);
    }
    let (few, many) = (stages[0].start.mean(), stages[2].start.mean());
    assert!(many < few + few / 4, "{few}, {many}");
}

/// Without a facility a START is one posted write.
#[test]
#[ignore = "long"]
fn a_host_that_numbers_its_timers_starts_one_in_40_clocks() {
    for stage in measure("cost_numbers", 100) {
        let (start, callback) = (stage.start.mean(), stage.callback.mean());
        assert!(start <= 40, "{start}");
        assert!(callback <= 400, "{callback}");
    }
}

/// A task that goes to sleep by Embassy's own queue is searched for among all others.
#[test]
#[ignore = "long"]
fn a_host_with_embassy_s_queue_takes_longer_with_more_tasks() {
    let stages = stages("examples/cost_embassy", 100);
    let [few, many] = stages.as_slice() else {
        panic!("{stages:?}");
    };
    for stage in [few, many] {
        // One more begins the idle time.
        assert_eq!((stage.start.count(), stage.stop.count()), (51, 0));
        assert_eq!(stage.callback.count(), 50);
        assert_eq!(stage.interrupts, 1);
        assert!(stage.asleep() > 0.9, "{}", stage.asleep());
    }
    assert!(many.start.mean() > 3 * few.start.mean(), "{stages:?}");
    assert!(many.callback.mean() > 2 * few.callback.mean(), "{stages:?}");
}

/// Every way carries the same timers, half of which are stopped, and reports each of the others once.
#[test]
#[ignore = "long"]
fn every_way_carries_a_load_and_reports_each_timer_once() {
    let mut load = Load::default();
    for timer in 0..40 {
        let clock = 14_000 * u64::from(timer);
        let (due, stopped) = (clock + 155_678, timer % 2 == 1);
        let start = Operation { clock, timer, due: Some(due) };
        load.operations.push(start);
        if stopped {
            load.operations.push(Operation { clock: due - 60_000, timer, due: None });
        } else {
            load.expire.push(timer);
        }
    }
    load.operations.sort_by_key(|operation| operation.clock);
    load.end = 770_000;
    for name in ["tick", "heap", "wheels", "heap_mtime", "wheels_mtime", "scheme6", "scheme7", "timer", "numbers"] {
        let carried = load::carry(&program(&format!("cost_{name}")), PRESCALE, &load);
        let carried = carried.unwrap_or_else(|error| panic!("{name}: {error}"));
        let carried = carried.unwrap_or_else(|| panic!("{name}: no clock is left"));
        assert_eq!((carried.late.len(), carried.raced), (20, 0), "{name}");
        assert!(carried.latest() < 20_000, "{name}: {carried:?}");
        assert!(carried.counts.interrupts >= 60, "{name}: {carried:?}");
    }
    // A timer that is to expire and never starts is missed.
    load.expire.push(99);
    assert!(load::carry(&program("cost_timer"), PRESCALE, &load).is_err());
}
