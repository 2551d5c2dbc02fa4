//! The reference model, Rust-HDL's simulator and the Verilated Verilog agree in every clock.
//!
//! A failure names the seed and the clock. `three_way(bits, bits, SEED, CLOCKS)` runs it again.

use carillon_sim::{Inputs, Model, Outputs, Simulation};
use carillon_testbench::lockstep::{self, Difference, Pins, RustHdlChip, Stimulus};
use carillon_testbench::model::{Reached, ReferenceChip};

/// The Verilated model of exactly this size.
fn verilated(slot_bits: u32, fifo_bits: u32) -> Simulation {
    let model = Model::find(1 << slot_bits, 1 << fifo_bits).expect("a model of this size is built");
    Simulation::new(model).expect("a simulation can be made")
}

/// Runs `others` against a fresh model.
fn compare(
    others: &mut [&mut dyn Pins],
    (slot_bits, fifo_bits): (u32, u32),
    seed: u64,
    clocks: u64,
) -> Result<Reached, Box<Difference>> {
    let mut reference = ReferenceChip::new(slot_bits, fifo_bits);
    let mut stimulus = Stimulus::new(seed, slot_bits);
    lockstep::run(&mut reference, others, &mut stimulus, clocks)?;
    Ok(reference.reached())
}

fn three_way(slot_bits: u32, fifo_bits: u32, seed: u64, clocks: u64) -> Reached {
    let mut rust_hdl = RustHdlChip::new(slot_bits, fifo_bits);
    let mut verilog = verilated(slot_bits, fifo_bits);
    compare(
        &mut [&mut rust_hdl, &mut verilog],
        (slot_bits, fifo_bits),
        seed,
        clocks,
    )
    .unwrap_or_else(|difference| panic!("{difference}"))
}

fn two_way(slot_bits: u32, fifo_bits: u32, seed: u64, clocks: u64) -> Reached {
    let mut verilog = verilated(slot_bits, fifo_bits);
    compare(&mut [&mut verilog], (slot_bits, fifo_bits), seed, clocks)
        .unwrap_or_else(|difference| panic!("{difference}"))
}

/// A run that never came near a race shows nothing.
fn assert_reached(runs: &[Reached]) {
    let total = |count: fn(&Reached) -> u64| runs.iter().map(count).sum::<u64>();
    assert!(
        total(|reached| reached.events) > 100,
        "few events: {runs:?}"
    );
    assert!(
        total(|reached| reached.acknowledged) > 100,
        "few acknowledgements: {runs:?}"
    );
    assert!(
        total(|reached| reached.late_events) > 10,
        "few late events: {runs:?}"
    );
    assert!(
        total(|reached| reached.late_lost) > 10,
        "few lost late events: {runs:?}"
    );
    assert!(
        total(|reached| reached.waits) > 100,
        "the FIFO was hardly ever full: {runs:?}"
    );
    assert!(
        total(|reached| reached.written_under_the_cursor) > 100,
        "few writes near the cursor: {runs:?}"
    );
    assert!(total(|reached| reached.resets) > 2, "few resets: {runs:?}");
    assert!(
        total(|reached| reached.interrupted) > 1000,
        "few interrupts: {runs:?}"
    );
    let errors = runs
        .iter()
        .fold(0, |errors, reached| errors | reached.errors);
    assert_eq!(errors, 0xff, "some error was never provoked: {runs:?}");
}

#[test]
fn lockstep_small_chips_all_three_agree() {
    let mut runs: Vec<_> = (0..6).map(|seed| three_way(10, 1, seed, 25_000)).collect();
    runs.extend((100..106).map(|seed| three_way(10, 4, seed, 25_000)));
    assert_reached(&runs);
}

#[test]
fn lockstep_smallest_fifo_verilog_and_model_agree() {
    let runs: Vec<_> = (1000..1010)
        .map(|seed| two_way(10, 1, seed, 400_000))
        .collect();
    assert_reached(&runs);
}

#[test]
fn lockstep_deeper_fifo_verilog_and_model_agree() {
    let runs: Vec<_> = (2000..2010)
        .map(|seed| two_way(10, 4, seed, 400_000))
        .collect();
    assert!(
        runs.iter()
            .any(|reached| reached.acknowledged_while_pushing > 0),
        "never at once: {runs:?}"
    );
    assert_reached(&runs);
}

#[test]
fn lockstep_large_chip_verilog_and_model_agree() {
    let runs: Vec<_> = (3000..3004)
        .map(|seed| two_way(16, 4, seed, 1_000_000))
        .collect();
    assert_reached(&runs);
}

#[test]
fn lockstep_seeds_that_once_differed_agree() {
    // 100757: an event outlived the size that its slot was checked against, as arming was allowed before the first start.
    let runs = [two_way(10, 1, 100_757, 1_000_000)];
    assert_reached(&runs);
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
    let mut flawed = Flawed {
        chip: verilated(10, 1),
        clock: 0,
        wrong_at: 5002,
    };
    let difference =
        compare(&mut [&mut flawed], (10, 1), 1, 20_000).expect_err("the flaw is found");
    // The two clocks of reset before the comparison starts count for the chip.
    assert_eq!((difference.clock, difference.name), (5000, "flawed chip"));
}
