//! The timer chip in lockstep: the Verilated chip, Rust-HDL's simulator and the contract, under a random host.

use carillon_sim::{TimerModel, TimerSimulation};
use carillon_verify::timer_chip::{Pair, Reached, RustHdlTimer, run};

fn verilated(model: TimerModel) -> TimerSimulation {
    TimerSimulation::new(model).expect("a simulation can be made")
}

/// The seeds of a model, each for `operations` operations.
fn seeds(model: TimerModel, seeds: std::ops::Range<u64>, operations: u64) -> Reached {
    let mut whole = Reached::default();
    for seed in seeds {
        let differs = |_: &TimerSimulation| None;
        match run(verilated(model), &model.build(), seed, operations, differs) {
            Ok(reached) => whole += reached,
            Err(sentence) => panic!("{sentence}"),
        }
    }
    println!("{whole:?}");
    whole
}

#[test]
fn timer_lockstep_of_the_verilated_chip_keeps_its_contract() {
    let reached = seeds(TimerModel::Timer10x2, 0..60, 5_000);
    assert!(reached.events > 5_000 && reached.checks > 500, "{reached:?}");
    assert!(reached.resets > 50 && reached.failing > 50 && reached.stale > 50);
}

#[test]
fn timer_lockstep_of_periodic_timers_keeps_their_contract() {
    let reached = seeds(TimerModel::Timer10x2Periodic, 100..160, 5_000);
    assert!(reached.periodic > 500 && reached.complete > 1_000, "{reached:?}");
    assert!(reached.passed > 500 && reached.full > 100 && reached.refused > 1_000);
    assert!(reached.up_to_date > 50, "{reached:?}");
}

#[test]
fn timer_lockstep_of_several_wheels_keeps_the_same_contract() {
    let two = seeds(TimerModel::Timer10x2TwoWheels, 0..40, 5_000);
    let three = seeds(TimerModel::Timer10x2ThreeWheelsPeriodic, 100..140, 5_000);
    for reached in [two, three] {
        assert!(reached.events > 3_000 && reached.checks > 300, "{reached:?}");
        assert!(reached.resets > 20 && reached.failing > 5 && reached.stale > 30, "{reached:?}");
    }
    assert!(three.periodic > 300, "{three:?}");
}

#[test]
fn timer_lockstep_of_wide_records_and_coalescing_keeps_the_same_contract() {
    let all = seeds(TimerModel::Timer10x16All, 0..40, 5_000);
    let three = seeds(TimerModel::Timer10x2ThreeWheelsWide, 100..130, 5_000);
    for reached in [all, three] {
        assert!(reached.events > 2_000 && reached.checks > 100 && reached.failing > 5, "{reached:?}");
    }
    assert!(all.held > 50 && all.periodic > 300, "{all:?}");
    assert!(all.sleeps > 50 && three.sleeps > 50, "{all:?} {three:?}");
}

#[test]
#[ignore = "long"]
fn timer_lockstep_of_verilog_and_rust_hdl_shows_the_same_pins() {
    for model in [
        TimerModel::Timer10x2,
        TimerModel::Timer10x2Periodic,
        TimerModel::Timer10x2ThreeWheelsPeriodic,
        TimerModel::Timer10x16All,
    ] {
        for seed in [3, 4] {
            let build = model.build();
            let pair = Pair::new(verilated(model), RustHdlTimer::new(&build));
            run(pair, &build, seed, 150, Pair::difference).unwrap_or_else(|told| panic!("{told}"));
        }
    }
}

/// Each model with memory inside, and the one with its memory behind the port.
const INSIDE: [(TimerModel, TimerModel); 3] = [
    (TimerModel::Timer10x2Inside, TimerModel::Timer10x2),
    (TimerModel::Timer10x2InsidePeriodic, TimerModel::Timer10x2Periodic),
    (TimerModel::Timer10x2ThreeWheelsInsidePeriodic, TimerModel::Timer10x2ThreeWheelsPeriodic),
];

#[test]
#[ignore = "long"]
fn timer_lockstep_of_memory_inside_and_behind_the_port_shows_the_same_pins_to_the_host() {
    for (inside, behind) in INSIDE {
        let mut whole = Reached::default();
        for seed in 200..230 {
            let pair = Pair::inside(verilated(behind), verilated(inside));
            match run(pair, &inside.build(), seed, 5_000, Pair::difference) {
                Ok(reached) => whole += reached,
                Err(sentence) => panic!("{sentence}"),
            }
        }
        println!("{whole:?}");
        assert!(whole.events > 2_000 && whole.resets > 20, "{whole:?}");
        assert_eq!(whole.errors, 0);
    }
}

#[test]
#[ignore = "long"]
fn timer_lockstep_of_memory_inside_in_rust_hdl_shows_the_same_pins_to_the_host() {
    for (inside, behind) in INSIDE {
        let build = inside.build();
        let pair = Pair::inside(verilated(behind), RustHdlTimer::new(&build));
        run(pair, &build, 3, 150, Pair::difference).unwrap_or_else(|told| panic!("{told}"));
    }
}
