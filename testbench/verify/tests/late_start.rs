//! What no run comes to: now and the cursor beyond 2^32 ticks. Chip and reference model begin just before a carry into
//! each of the upper bits, and go on in lockstep under the random host.

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::offset;
use carillon_sim::{Model, Simulation};
use carillon_spec::counter_chip::{Reached, ReferenceChip};
use carillon_verify::counter_chip::{self, Length, Stimulus};

/// Clocks of each run, those that clear the memory included.
const CLOCKS: u64 = 12_000;

/// Runs a chip whose time begins at `tick` beside the model.
fn run(model: Model, seed: u64, tick: u64) -> Reached {
    let build = model.build();
    let mut chip = Simulation::new(model).expect("a simulation can be made");
    let mut reference = ReferenceChip::new(&build);
    let mut host = Stimulus::new(seed, &build);
    let length = Length::Clocks(CLOCKS);
    counter_chip::run_from(tick, &mut reference, &mut [&mut chip], &mut host, length)
        .unwrap_or_else(|difference| panic!("{model} from tick {tick}\n{difference}"));
    reference.reached()
}

#[test]
fn late_start_just_before_every_carry_verilog_and_model_agree() {
    for bit in 10..64 {
        let carry = 1u64 << bit;
        let (mut crossed, mut half_periods) = (0, 0);
        for model in [Model::Tiny, Model::Full10x2] {
            for before in [20, 50, 100, 700] {
                let seed = 50_000 + 100 * bit + before;
                let reached = run(model, seed, carry - before);
                crossed += u64::from(reached.latest >= carry);
                half_periods += reached.half_periods;
            }
        }
        assert!(crossed >= 1, "2^{bit} was passed in no run of 8");
        if bit >= 31 {
            // And a reset after the carry changes the bit without being one.
            assert!(half_periods >= crossed, "2^{bit}: {half_periods}");
        }
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
        chip.clock(40);
        if expected != 0 {
            chip.begin_at(tick).expect("no mutants");
        }
        let now = ticks(&mut chip, offset::NOW_LO, offset::NOW_HI);
        let cursor = ticks(&mut chip, offset::CURSOR_LO, offset::CURSOR_HI);
        assert_eq!((now, cursor), (expected, expected));
    }
}
