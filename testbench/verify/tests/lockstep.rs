//! The reference model, Rust-HDL's simulator and the Verilated Verilog agree in every clock, whatever the build; and
//! what they do keeps the promises of the specification, which an observer checks beside every run.
//!
//! A failure names the seed and the clock. `carillon lockstep` with that seed and the build's options runs it again.

mod common;

use carillon_regmap::counter_chip::Build;
use carillon_sim::{Inputs, Model, Outputs, RESET_CLOCKS, Simulation};
use carillon_spec::counter_chip::Reached;
use carillon_verify::counter_chip::{Length, Pins, RustHdlChip};
use common::reached::{agreed, assert_each, compare};

fn verilated(model: Model) -> Simulation {
    Simulation::new(model).expect("a simulation can be made")
}

/// The Verilated chip against the model: `operations` with each seed.
fn verilog(model: Model, seeds: std::ops::Range<u64>, operations: u64) -> Reached {
    let build = model.build();
    let mut total = Reached::default();
    for seed in seeds {
        let mut chip = verilated(model);
        let length = Length::Operations(operations);
        total += agreed(&build, compare(&mut [&mut chip], &build, seed, length));
    }
    total
}

/// Rust-HDL's simulator against the model.
fn rust_hdl(build: &Build, seed: u64, clocks: u64) -> Reached {
    let mut chip = RustHdlChip::new(build);
    let length = Length::Clocks(clocks);
    agreed(build, compare(&mut [&mut chip], build, seed, length))
}

/// All three.
fn three_way(model: Model, seed: u64, clocks: u64) -> Reached {
    let build = model.build();
    let (mut circuit, mut chip) = (RustHdlChip::new(&build), verilated(model));
    let others: &mut [&mut dyn Pins] = &mut [&mut circuit, &mut chip];
    let length = Length::Clocks(clocks);
    agreed(&build, compare(others, &build, seed, length))
}

/// A run that never came near a race shows nothing.
fn assert_reached(reached: &Reached) {
    assert_each(
        reached,
        &[
            ("events", reached.events, 5_000),
            ("late events", reached.late_events, 1_000),
            ("late events lost", reached.late_lost, 200),
            ("blocked", reached.blocked, 5_000),
            ("acknowledged", reached.acknowledged, 5_000),
            ("acknowledged in the clock of an event", reached.acknowledged_while_found, 20),
            ("written in the clock of an event", reached.written_under_the_cursor, 20),
            ("clocks of a pause", reached.paused, 1_000),
            ("starts with long ticks", reached.long_ticks, 3),
            ("arms for a lap far away", reached.far_laps, 1_000),
            ("arms at the limit of laps", reached.limit_laps, 500),
            ("resets", reached.resets, 5),
            ("clocks of interrupt", reached.interrupted, 100_000),
        ],
    );
    assert_eq!(reached.errors, 0xff, "some error was never provoked: {reached:#?}");
}

/// What only some builds have.
fn assert_options_reached(reached: &Reached) {
    assert_each(
        reached,
        &[
            ("cascades", reached.cascades, 10_000),
            ("cascades to wheel 2", reached.high_cascades, 1_000),
            ("blocked in a cascade", reached.blocked_in_cascade, 100),
            ("held", reached.held, 1_000),
            ("auto-cleared", reached.auto_cleared, 1_000),
            ("NEXT in the same lap", reached.next_ahead, 500),
            ("NEXT in the next lap", reached.next_wrapped, 100),
            ("NEXT without any", reached.next_none, 100),
            ("clocks of alarm", reached.alarm, 10_000),
            ("alarms far from now", reached.far_alarms, 50),
            ("clocks of coalescing", reached.coalesced, 1_000),
        ],
    );
}

/// Every model, as long as it takes seconds. The long tier goes on from here.
#[test]
fn lockstep_every_model_verilog_and_model_agree() {
    let mut reached = Reached::default();
    for (seed, &model) in (0..).zip(Model::all()) {
        let each = verilog(model, seed..seed + 1, 4_000);
        assert!(each.transfers > 1_000, "{model}: {each:#?}");
        reached += each;
    }
    // In so few operations the cursor of a large chip comes to few of the slots that are armed.
    assert!(reached.events > 1_000, "{}", reached.events);
    assert!(reached.transfers >= 50_000, "{}", reached.transfers);
}

/// Half a million operations.
#[test]
#[ignore = "long"]
fn lockstep_one_wheel_verilog_and_model_agree() {
    let mut reached = Reached::default();
    for (first, model, seeds) in [
        (0, Model::Tiny, 4),
        (1000, Model::Small10x16, 3),
        (2000, Model::Minimal, 3),
        (3000, Model::Medium16x2, 1),
        (4000, Model::Medium16x16, 1),
        (5000, Model::Medium16x256, 1),
    ] {
        reached += verilog(model, first..first + seeds, 40_000);
    }
    assert_reached(&reached);
    assert!(reached.transfers >= 500_000, "{}", reached.transfers);
}

/// Half a million operations.
#[test]
#[ignore = "long"]
fn lockstep_wheels_and_options_verilog_and_model_agree() {
    let mut reached = Reached::default();
    for (first, model, seeds) in [
        (10_000, Model::TwoWheels, 2),
        (11_000, Model::OneWheelFull, 3),
        (12_000, Model::Full10x2, 3),
        (13_000, Model::Full, 2),
        (14_000, Model::Full16x16, 1),
        (15_000, Model::EightWheels, 2),
    ] {
        reached += verilog(model, first..first + seeds, 40_000);
    }
    assert_reached(&reached);
    assert_options_reached(&reached);
    assert!(reached.transfers >= 500_000, "{}", reached.transfers);
}

/// The largest, and the FIFOs in between.
#[test]
fn lockstep_other_sizes_verilog_and_model_agree() {
    for (seed, model, operations) in
        [(20_000, Model::Medium16x4, 20_000), (20_001, Model::Medium16x64, 20_000), (20_002, Model::Large20x16, 20_000)]
    {
        let reached = verilog(model, seed..seed + 1, operations);
        assert!(reached.events > 500, "{model}: {reached:#?}");
    }
}

#[test]
#[ignore = "long"]
fn lockstep_presets_all_three_agree() {
    let mut reached = Reached::default();
    for seed in 25_000..25_003 {
        reached += three_way(Model::Minimal, seed, 15_000);
        reached += three_way(Model::Full, seed, 15_000);
        reached += three_way(Model::Full10x2, seed, 15_000);
    }
    assert!(reached.events > 100, "{reached:#?}");
}

#[test]
#[ignore = "long"]
fn lockstep_every_option_alone_and_all_together_agree() {
    for options in 0..16 {
        let has = |bit: u32| options >> bit & 1 != 0;
        let build = Build {
            wheels: 1 + options % 3,
            slot_bits: 10,
            fifo_bits: 2,
            alarm: has(0),
            look_ahead: has(1),
            coalescing: has(2),
            wheel_modes: has(3),
            ..Build::minimal()
        };
        let reached = rust_hdl(&build, 30_000 + u64::from(options), 5_000);
        assert!(reached.transfers > 20, "{build:?}: {reached:#?}");
    }
}

#[test]
#[ignore = "long"]
fn lockstep_every_number_of_wheels_rust_hdl_and_model_agree() {
    for wheels in 1..=8 {
        for base in [Build::minimal(), Build::full()] {
            let build = Build { wheels, slot_bits: 10, fifo_bits: 1, ..base };
            let reached = rust_hdl(&build, 40_000 + u64::from(wheels), 5_000);
            assert!(reached.transfers > 20, "{build:?}: {reached:#?}");
        }
    }
}

#[test]
#[ignore = "long"]
fn lockstep_memory_with_one_port_all_three_agree() {
    let mut reached = Reached::default();
    for seed in 45_000..45_002 {
        reached += three_way(Model::SinglePort, seed, 15_000);
    }
    reached += verilog(Model::SinglePort, 45_003..45_005, 15_000);
    assert!(reached.events > 1_000, "{reached:#?}");
    for wheels in 1..=3 {
        let build = Build { wheels, slot_bits: 10, fifo_bits: 1, single_port: true, ..Build::minimal() };
        let reached = rust_hdl(&build, 45_010 + u64::from(wheels), 5_000);
        assert!(reached.transfers > 20, "{build:?}: {reached:#?}");
    }
}

/// The Verilated chip with one wrong bit in one clock.
struct Flawed {
    chip: Simulation,
    clock: u64,
    wrong_at: u64,
}

impl Pins for Flawed {
    fn name(&self) -> &'static str {
        "flawed chip"
    }

    fn step(&mut self, inputs: &Inputs) -> Outputs {
        let mut outputs = self.chip.step(inputs);
        outputs.irq ^= self.clock == self.wrong_at;
        self.clock += 1;
        outputs
    }
}

#[test]
fn lockstep_one_wrong_bit_is_found() {
    let mut flawed = Flawed { chip: verilated(Model::Tiny), clock: 0, wrong_at: RESET_CLOCKS + 5000 };
    let difference =
        compare(&mut [&mut flawed], &Model::Tiny.build(), 1, Length::Clocks(20_000)).expect_err("the flaw is found");
    // The clocks of reset before the comparison starts count for the chip.
    assert_eq!((difference.clock, difference.name), (5000, "flawed chip"));
}
