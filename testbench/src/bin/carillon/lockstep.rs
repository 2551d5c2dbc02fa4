//! `carillon lockstep`.

use carillon_hdl::Build;
use carillon_sim::{Model, Simulation};
use carillon_testbench::lockstep::{self, Pins, RustHdlChip, Stimulus};
use carillon_testbench::model::{Reached, ReferenceChip};
use clap::{Args, ValueEnum};

use crate::progress;

const EXAMPLES: &str = "\
Examples:
  carillon lockstep
  carillon lockstep --preset full --clocks 100000000 --slots 1024 --fifo 2
  carillon lockstep --rust-hdl --clocks 1000000
  carillon lockstep --rust-hdl --wheels 3 --features wheel-modes,alarm --clocks 100000
  carillon lockstep --seed 1234 --clocks 1000000     what a failure asks for

Exit status: 0 when all agreed, 1 at the first difference, 2 when there is no such chip.";

/// Clocks for which one seed is used.
const CLOCKS_A_SEED: u64 = 1_000_000;

/// The named builds.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Preset {
    /// One wheel, no options
    Minimal,
    /// Four wheels, all options
    Full,
}

/// What a build may have or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Feature {
    /// ALARM
    Alarm,
    /// NEXT
    LookAhead,
    /// INTR_COALESCE
    Coalescing,
    /// WHEEL_MODE
    WheelModes,
    /// No option at all
    None,
}

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

    /// The build that the following options change
    #[arg(long, value_enum, default_value = "minimal")]
    preset: Preset,

    /// Wheels of the chip
    #[arg(long, value_name = "WHEELS")]
    wheels: Option<u32>,

    /// Slots of the chip, a power of two
    #[arg(long, value_name = "SLOTS")]
    slots: Option<u32>,

    /// Events that the chip's FIFO holds, a power of two
    #[arg(long, value_name = "EVENTS")]
    fifo: Option<u32>,

    /// The options that the chip has
    #[arg(long, value_enum, value_delimiter = ',')]
    features: Option<Vec<Feature>>,

    /// Compare Rust-HDL's own simulator too, some hundred times slower; alone where the build has no Verilated model
    #[arg(long)]
    rust_hdl: bool,
}

impl Arguments {
    fn build(&self) -> Result<Build, String> {
        let mut build = match self.preset {
            Preset::Minimal => Build::minimal(),
            Preset::Full => Build::full(),
        };
        if let Some(wheels) = self.wheels {
            build.wheels = wheels;
        }
        if let Some(slots) = self.slots {
            build.slot_bits = bits(slots, "slots")?;
        }
        if let Some(events) = self.fifo {
            build.fifo_bits = bits(events, "events")?;
        }
        if let Some(features) = &self.features {
            build.alarm = features.contains(&Feature::Alarm);
            build.look_ahead = features.contains(&Feature::LookAhead);
            build.coalescing = features.contains(&Feature::Coalescing);
            build.wheel_modes = features.contains(&Feature::WheelModes);
        }
        build.validate().map_err(|error| error.to_string())?;
        Ok(build)
    }
}

fn bits(number: u32, of: &str) -> Result<u32, String> {
    if number.is_power_of_two() {
        Ok(number.ilog2())
    } else {
        Err(format!("{number} {of}: it has to be a power of two"))
    }
}

/// Compares; returns the exit status.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let build = arguments.build()?;
    let model = match Model::of(&build) {
        Ok(model) => Some(model),
        Err(_) if arguments.rust_hdl => None,
        Err(error) => return Err(format!("{error}; or compare with --rust-hdl")),
    };
    let bar = progress::bar(arguments.clocks, "clocks");
    let mut reached = Reached::default();
    let (mut done, mut seeds) = (0, 0);
    while done < arguments.clocks {
        let clocks = CLOCKS_A_SEED.min(arguments.clocks - done);
        let mut verilog = model
            .map(Simulation::new)
            .transpose()
            .map_err(|error| error.to_string())?;
        let mut rust_hdl = arguments.rust_hdl.then(|| RustHdlChip::new(&build));
        let mut others: Vec<&mut dyn Pins> = Vec::new();
        others.extend(rust_hdl.as_mut().map(|chip| chip as &mut dyn Pins));
        others.extend(verilog.as_mut().map(|chip| chip as &mut dyn Pins));
        let mut reference = ReferenceChip::new(&build);
        let mut stimulus = Stimulus::new(arguments.seed + seeds, &build);
        if let Err(difference) = lockstep::run(&mut reference, &mut others, &mut stimulus, clocks) {
            bar.finish_and_clear();
            println!("{difference}");
            return Ok(1);
        }
        reached += reference.reached();
        done += clocks;
        seeds += 1;
        bar.set_position(done);
    }
    bar.finish_and_clear();
    let compared = match (model.is_some(), arguments.rust_hdl) {
        (true, true) => "Verilated Verilog, Rust-HDL's simulator",
        (true, false) => "Verilated Verilog",
        (false, _) => "Rust-HDL's simulator",
    };
    println!(
        "{build:?}\n{compared} and reference model: {done} clocks with {seeds} seeds, no difference."
    );
    println!("Reached: {reached:#?}");
    Ok(0)
}
