//! `carillon lockstep`.

use carillon_sim::{Model, Simulation};
use carillon_testbench::lockstep::{self, Pins, RustHdlChip, Stimulus};
use carillon_testbench::model::{Reached, ReferenceChip};
use clap::Args;

use crate::progress;

const EXAMPLES: &str = "\
Examples:
  carillon lockstep
  carillon lockstep --clocks 100000000 --fifo 2
  carillon lockstep --rust-hdl --clocks 1000000
  carillon lockstep --seed 1234 --clocks 1000000     what a failure asks for

Exit status: 0 when all agreed, 1 at the first difference, 2 when there is no such chip.";

/// Clocks for which one seed is used.
const CLOCKS_A_SEED: u64 = 1_000_000;

/// What `carillon lockstep` is told.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Clocks to compare in all; every million takes the next seed
    #[arg(long, value_name = "CLOCKS", default_value_t = 10_000_000)]
    clocks: u64,

    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// Slots of the chip: a power of two that is built
    #[arg(long, value_name = "SLOTS", default_value_t = 1024)]
    slots: u32,

    /// Events that the chip's FIFO holds
    #[arg(long, value_name = "EVENTS", default_value_t = 16)]
    fifo: u32,

    /// Compare Rust-HDL's own simulator too; some hundred times slower
    #[arg(long)]
    rust_hdl: bool,
}

/// Compares; returns the exit status.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let model = Model::find(arguments.slots, arguments.fifo).map_err(|error| error.to_string())?;
    let (slot_bits, fifo_bits) = (model.slot_bits(), model.fifo_bits());
    let bar = progress::bar(arguments.clocks, "clocks");
    let mut reached = Vec::new();
    let mut done = 0;
    for seed in arguments.seed.. {
        let clocks = CLOCKS_A_SEED.min(arguments.clocks - done);
        if clocks == 0 {
            break;
        }
        let mut verilog = Simulation::new(model).map_err(|error| error.to_string())?;
        let mut rust_hdl = arguments
            .rust_hdl
            .then(|| RustHdlChip::new(slot_bits, fifo_bits));
        let mut others: Vec<&mut dyn Pins> = vec![&mut verilog];
        others.extend(rust_hdl.as_mut().map(|chip| chip as &mut dyn Pins));
        let mut reference = ReferenceChip::new(slot_bits, fifo_bits);
        let mut stimulus = Stimulus::new(seed, slot_bits);
        if let Err(difference) = lockstep::run(&mut reference, &mut others, &mut stimulus, clocks) {
            bar.finish_and_clear();
            println!("{difference}");
            return Ok(1);
        }
        reached.push(reference.reached());
        done += clocks;
        bar.set_position(done);
    }
    bar.finish_and_clear();
    println!("{}", summary(done, &reached));
    Ok(0)
}

/// What was compared, in one paragraph.
fn summary(clocks: u64, reached: &[Reached]) -> String {
    let total = |count: fn(&Reached) -> u64| reached.iter().map(count).sum::<u64>();
    format!(
        "{clocks} clocks with {} seeds, no difference. Reached: {} transfers, {} events, {} late events, {} of them \
         lost to a full FIFO,\n{} clocks of waiting for room, {} bits written under the cursor, {} acknowledgements, {} \
         clocks in reset.",
        reached.len(),
        total(|reached| reached.transfers),
        total(|reached| reached.events),
        total(|reached| reached.late_events + reached.late_lost),
        total(|reached| reached.late_lost),
        total(|reached| reached.waits),
        total(|reached| reached.written_under_the_cursor),
        total(|reached| reached.acknowledged),
        total(|reached| reached.resets),
    )
}
