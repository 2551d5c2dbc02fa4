//! `carillon lockstep --chip timer`.

use super::work::Work;
use super::{Arguments, left_out, log, there};
use carillon_regmap::cli::Options;
use carillon_regmap::cli::{Chip, Choice};
use carillon_regmap::timer_chip::TimerBuild;
use carillon_sim::{TimerModel, TimerModelError, TimerSimulation};
use carillon_verify::timer_chip::{self, Pair, Reached, RustHdlTimer};

/// How long one seed is used. Seeds differ in memory, sizes and host, so many short ones see more.
const OPERATIONS_A_SEED: u64 = 20_000;

/// What has been done with one chip.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total {
    pub seeds: u64,
    pub reached: Reached,
}

impl std::ops::AddAssign for Total {
    fn add_assign(&mut self, other: Self) {
        self.seeds += other.seeds;
        self.reached += other.reached;
    }
}

/// The chips: every Verilated one where no option describes one.
pub fn models(arguments: &Arguments) -> Result<Vec<TimerModel>, String> {
    let any = Choice {
        chip: Chip::Timer,
        ..Choice::default()
    };
    if arguments.chip.none() && arguments.choice == any {
        return there(&TimerModel::ALL, TimerModel::name, is_there);
    }
    let options = Options {
        chip: arguments.chip.clone(),
        ..Options::default()
    };
    let build = arguments.choice.timer_build(&options);
    let build = build.map_err(|error| error.to_string())?;
    let model = TimerModel::of(&build).map_err(|error| error.to_string())?;
    if !is_there(model) {
        return Err(left_out(model.name()));
    }
    Ok(vec![model])
}

/// Whether this build has the model, and the one that it is compared with.
fn is_there(model: TimerModel) -> bool {
    let behind = TimerBuild {
        timer_bits: None,
        ..model.build()
    };
    let other = TimerModel::of(&behind);
    TimerSimulation::new(model).is_ok()
        && other.is_ok_and(|other| TimerSimulation::new(other).is_ok())
}

fn compare(model: TimerModel, rust_hdl: bool, seed: u64, length: u64) -> Result<Total, String> {
    let build = model.build();
    let simulation =
        |model| TimerSimulation::new(model).map_err(|error: TimerModelError| error.to_string());
    let verilated = simulation(model)?;
    let behind = TimerBuild {
        timer_bits: None,
        ..build
    };
    let reached = match (build == behind, rust_hdl) {
        (true, false) => timer_chip::run(verilated, &build, seed, length, |_| None)?,
        (true, true) => {
            let pair = Pair::new(verilated, RustHdlTimer::new(&build));
            timer_chip::run(pair, &build, seed, length, Pair::difference)?
        }
        (false, _) => {
            let other = TimerModel::of(&behind).map_err(|error| error.to_string())?;
            let pair = Pair::inside(simulation(other)?, verilated);
            if rust_hdl {
                let pair = Pair::inside(pair, RustHdlTimer::new(&build));
                timer_chip::run(pair, &build, seed, length, Pair::first_difference)?
            } else {
                timer_chip::run(pair, &build, seed, length, Pair::difference)?
            }
        }
    };
    Ok(Total { seeds: 1, reached })
}

/// What to type for a seed that failed.
fn again(build: &TimerBuild, rust_hdl: bool, seed: u64, length: u64) -> String {
    format!(
        "Again: carillon lockstep {} --seed {seed} --operations {length}{}",
        build.options(),
        if rust_hdl { " --rust-hdl" } else { "" }
    )
}

/// Compares; returns the exit status.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    if arguments.clocks.is_some() {
        return Err("--clocks is for the counter chip: use --operations".to_owned());
    }
    let page = arguments.page("carillon lockstep --chip timer")?;
    let models = models(arguments)?;
    let rust_hdl = arguments.rust_hdl;
    let work = Work {
        chips: &models,
        whole: arguments.operations,
        unit: "operations",
        piece: OPERATIONS_A_SEED,
        seed: arguments.seed,
        compare: &|&model: &TimerModel, seed, length| {
            compare(model, rust_hdl, seed, length).map_err(|message| {
                let again = again(&model.build(), rust_hdl, seed, length);
                format!("{message}\n{again}")
            })
        },
    };
    arguments.carry_out(&work, true, page, log::timer_page)
}
