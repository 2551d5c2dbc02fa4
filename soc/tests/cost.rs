//! What START, STOP and an expiry cost the processor, by the chip and by LiteX's timer alone: `carillon hardware-assist` shows the
//! figures.

mod common;

use carillon_soc::cost::{self, Stage};
use common::program;

/// Clocks a tick.
const PRESCALE: u32 = 1_000;
/// Timers outstanding at most.
const MOST: u32 = 1_000;

/// Runs a program to its end.
fn measure(name: &str) -> Vec<Stage> {
    let stages = cost::measure(&program(name), PRESCALE, MOST, 200_000_000);
    let stages = stages.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(stages.len(), 3, "{name}");
    for stage in &stages {
        assert_eq!(stage.start.count(), 200, "{name}");
        assert!(stage.callback.count() >= 10, "{name}");
    }
    stages
}

#[test]
fn a_ticked_host_sleeps_less_than_one_with_the_chip() {
    let chip = measure("cost_scheme7");
    let ticked = measure("cost_tick");
    for (chip, ticked) in chip.iter().zip(&ticked) {
        // One timer is started, comes down a wheel and expires in a million clocks.
        assert!(chip.asleep() > 0.98, "{}", chip.asleep());
        assert!(ticked.asleep() < 0.9, "{}", ticked.asleep());
        assert!(ticked.interrupts > 900, "{}", ticked.interrupts);
    }
}

#[test]
fn a_host_with_its_timer_at_the_earliest_expiry_sleeps_and_scheme_6_keeps_one_from_it() {
    for name in ["cost_heap", "cost_wheels"] {
        for stage in measure(name) {
            assert!(stage.asleep() > 0.99, "{name}: {}", stage.asleep());
        }
    }
    // The more timers, the fewer slots are empty.
    let chip = measure("cost_scheme6");
    for pair in chip.windows(2) {
        assert!(pair[0].asleep() > pair[1].asleep());
    }
}

#[test]
fn a_host_whose_tick_is_shorter_than_its_interrupt_ends_no_stage() {
    let stages = cost::measure(&program("cost_tick"), 100, MOST, 3_000_000);
    assert_eq!(stages.map(|stages| stages.len()), Ok(0));
}
