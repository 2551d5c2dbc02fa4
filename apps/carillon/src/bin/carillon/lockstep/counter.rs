//! `carillon lockstep` of the counter chip.

use super::work::Work;
use super::{Arguments, left_out, log, there};
use carillon_regmap::cli::ChoiceError;
use carillon_regmap::cli::ChipOptions;
use carillon_regmap::counter_chip::Build;
use carillon_sim::{Model, Simulation};
use carillon_spec::counter_chip::{Reached, ReferenceChip};
use carillon_verify::counter_chip::{self, Length, Pins, RustHdlChip, Stimulus};

/// How long one seed is used.
const CLOCKS_A_SEED: u64 = 1_000_000;
pub const OPERATIONS_A_SEED: u64 = 100_000;

/// So many of the seeds are cut up, and each piece begins just before a carry of now.
const LATE_SEEDS: u64 = 8;
const LATE_PIECES: u64 = 40;

/// What has been done with one chip.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total {
    pub seeds: u64,
    pub clocks: u64,
    pub reached: Reached,
}

impl std::ops::AddAssign for Total {
    fn add_assign(&mut self, other: Self) {
        self.seeds += other.seeds;
        self.clocks += other.clocks;
        self.reached += other.reached;
    }
}

/// How a seed is compared.
struct Comparison<'a> {
    length: fn(u64) -> Length,
    unit: &'a str,
    rust_hdl: bool,
}

impl Comparison<'_> {
    /// One seed: one run, or many short ones that begin late.
    fn compare(&self, build: &Build, seed: u64, length: u64) -> Result<Total, String> {
        let late = seed % LATE_SEEDS == LATE_SEEDS - 1 && !self.rust_hdl;
        if !late || !can_begin_late(build) {
            return self.compare_once(None, build, seed, length);
        }
        let mut total = Total::default();
        let mut left = length;
        for piece in 0..LATE_PIECES {
            // Every other one before a change of bit 31, the others before the carries into the bits above it in turn.
            let bit = if piece % 2 == 0 { 31 } else { 32 + piece / 2 };
            let tick = (1 << bit) - [20, 50, 100, 700][piece as usize / 2 % 4];
            let share = left / (LATE_PIECES - piece);
            left -= share;
            let stimulus_seed = seed.wrapping_add(piece << 32);
            total += self
                .compare_once(Some(tick), build, stimulus_seed, share)
                .map_err(|message| format!("From tick {tick}: {message}"))?;
        }
        total.seeds = 1;
        Ok(total)
    }

    /// One run, of time that begins at `begin` or at 0.
    fn compare_once(
        &self,
        begin: Option<u64>,
        build: &Build,
        seed: u64,
        length: u64,
    ) -> Result<Total, String> {
        let mut verilog = Model::of(build)
            .ok()
            .map(Simulation::new)
            .transpose()
            .map_err(|error| error.to_string())?;
        let mut rust_hdl = self.rust_hdl.then(|| RustHdlChip::new(build));
        let mut others: Vec<&mut dyn Pins> = Vec::new();
        others.extend(rust_hdl.as_mut().map(|chip| chip as &mut dyn Pins));
        others.extend(verilog.as_mut().map(|chip| chip as &mut dyn Pins));
        let mut reference = ReferenceChip::new(build);
        let mut stimulus = Stimulus::new(seed, build);
        let limit = (self.length)(length);
        let result = match begin {
            None => counter_chip::run(&mut reference, &mut others, &mut stimulus, limit),
            Some(tick) => {
                counter_chip::run_from(tick, &mut reference, &mut others, &mut stimulus, limit)
            }
        };
        match result {
            Ok(clocks) => Ok(Total {
                seeds: 1,
                clocks,
                reached: reference.reached(),
            }),
            Err(difference) => Err(difference.to_string()),
        }
    }

    /// The same; the message of a failure says what to type to see it again.
    fn compare_or_tell(&self, build: &Build, seed: u64, length: u64) -> Result<Total, String> {
        self.compare(build, seed, length)
            .map_err(|message| format!("{message}\n{}", self.again(build, seed, length)))
    }

    /// What to type for a seed that failed.
    fn again(&self, build: &Build, seed: u64, length: u64) -> String {
        format!(
            "{}\nAgain: carillon lockstep {} --seed {seed} --{} {length}{}",
            log::name(build),
            build.as_options(),
            self.unit,
            if self.rust_hdl { " --rust-hdl" } else { "" }
        )
    }
}

/// Whether the build has a Verilated model that can begin at a late tick; one that holds mutants cannot.
fn can_begin_late(build: &Build) -> bool {
    Model::of(build)
        .ok()
        .and_then(|model| Simulation::new(model).ok())
        .is_some_and(|mut chip| {
            chip.reset();
            chip.begin_at(0).is_ok()
        })
}

/// The chips: every Verilated one of this build where no option describes one.
pub fn builds(options: &ChipOptions) -> Result<Vec<Build>, String> {
    if options.none() {
        let models = there(Model::all(), Model::name, |model| {
            Simulation::new(model).is_ok()
        })?;
        return Ok(models.iter().map(|model| model.build()).collect());
    }
    let build = options.build().map_err(|error| error.to_string())?;
    Ok(vec![build])
}

/// Compares; returns the exit status.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    if !arguments.choice.none() {
        return Err(ChoiceError::NotTimer.to_string());
    }
    let page = arguments.page("carillon lockstep")?;
    let builds = builds(&arguments.chip)?;
    for build in &builds {
        match Model::of(build) {
            Err(_) if !arguments.rust_hdl => {
                return Err(format!(
                    "there is no Verilated model of `{}`: compare with --rust-hdl",
                    build.as_options()
                ));
            }
            Ok(model) if Simulation::new(model).is_err() => return Err(left_out(model.name())),
            _ => {}
        }
    }
    let (whole, piece, unit, length): (_, _, _, fn(u64) -> Length) = match arguments.clocks {
        Some(clocks) => (clocks, CLOCKS_A_SEED, "clocks", Length::Clocks),
        None => (
            arguments.operations,
            OPERATIONS_A_SEED,
            "operations",
            Length::Operations,
        ),
    };
    let comparison = Comparison {
        length,
        unit,
        rust_hdl: arguments.rust_hdl,
    };
    let work = Work {
        chips: &builds,
        whole,
        unit,
        piece,
        seed: arguments.seed,
        compare: &|build, seed, length| comparison.compare_or_tell(build, seed, length),
    };
    let verilated = Model::of(&builds[0]).is_ok();
    arguments.carry_out(&work, verilated, page, log::page)
}
