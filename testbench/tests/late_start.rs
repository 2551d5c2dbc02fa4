//! What no run comes to: now and the cursor beyond 2^32 ticks. Chip and reference model begin just before a carry into each
//! of the upper bits, and go on in lockstep under the random host.

use carillon_driver::bus::RegisterBus;
use carillon_regmap::offset;
use carillon_sim::{Inputs, Model, Simulation};
use carillon_testbench::lockstep::Stimulus;
use carillon_testbench::model::ReferenceChip;

/// Clocks of each run, those that clear the memory included.
const CLOCKS: u64 = 12_000;

/// Runs a chip whose time begins at `tick` beside the model; returns how far time came.
fn run(model: Model, seed: u64, tick: u64) -> u64 {
    let build = model.build();
    let mut chip = Simulation::new(model).expect("a simulation can be made");
    let mut reference = ReferenceChip::new(&build);
    let reset = Inputs {
        reset: true,
        ..Inputs::default()
    };
    for inputs in [&reset, &reset, &Inputs::default(), &Inputs::default()] {
        chip.step(inputs);
        reference.step(inputs);
    }
    chip.begin_at(tick).expect("no mutants");
    reference.begin_at(tick);
    let mut host = Stimulus::new(seed, &build);
    let mut furthest = 0;
    for clock in 0..CLOCKS {
        let inputs = host.next(&reference);
        let expected = reference.step(&inputs);
        let found = chip.step(&inputs);
        assert_eq!(
            found, expected,
            "{model} from tick {tick}, seed {seed}, clock {clock}"
        );
        reference.check_invariants().expect("the model is sound");
        furthest = furthest.max(reference.now());
    }
    furthest
}

#[test]
fn late_start_just_before_every_carry_verilog_and_model_agree() {
    for bit in 10..64 {
        let carry = 1u64 << bit;
        let crossed = [Model::Tiny, Model::Full10x2]
            .iter()
            .flat_map(|model| [20, 50, 100, 700].map(|before| (*model, before)))
            .filter(|(model, before)| {
                let seed = 50_000 + 100 * bit + before;
                run(*model, seed, carry - before) >= carry
            })
            .count();
        assert!(crossed >= 1, "2^{bit} was passed in {crossed} runs of 8");
    }
}

/// Two registers as a count of ticks.
fn ticks(chip: &mut Simulation, low: u32, high: u32) -> u64 {
    let mut half = |offset| u64::from(chip.read(offset).expect("a register"));
    half(low) | half(high) << 32
}

#[test]
fn late_start_reset_brings_tick_0_back() {
    let mut chip = Simulation::new(Model::Full10x2).expect("a simulation can be made");
    let tick = 0xfedc_ba98_7654_3210;
    for expected in [tick, 0] {
        chip.reset();
        chip.clock(2);
        if expected != 0 {
            chip.begin_at(tick).expect("no mutants");
        }
        let now = ticks(&mut chip, offset::NOW_LO, offset::NOW_HI);
        let cursor = ticks(&mut chip, offset::CURSOR_LO, offset::CURSOR_HI);
        assert_eq!((now, cursor), (expected, expected));
    }
}
