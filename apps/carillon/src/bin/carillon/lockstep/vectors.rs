//! `carillon lockstep --vectors`.

use super::counter::{OPERATIONS_A_SEED, builds};
use super::{Arguments, timer};
use crate::output;
use carillon_regmap::cli::{Chip, ChoiceError};
use carillon_regmap::counter_chip::Build;
use carillon_sim::{TimerModel, TimerSimulation};
use carillon_spec::counter_chip::ReferenceChip;
use carillon_verify::counter_chip::{self, Length, Stimulus};
use carillon_verify::timer_chip;
use carillon_verify::vectors::Recorder;
use std::path::Path;

/// Runs one seed and writes the file; returns the exit status.
pub fn run(arguments: &Arguments, path: &Path) -> Result<u8, String> {
    let (seed, operations) = (arguments.seed, arguments.operations);
    if operations > OPERATIONS_A_SEED {
        return Err(format!(
            "--vectors takes one seed: --operations of at most {OPERATIONS_A_SEED}"
        ));
    }
    let vectors = if arguments.choice.chip == Chip::Timer {
        of_timer(one(&timer::models(arguments)?)?, seed, operations)
    } else if arguments.choice.none() {
        of_counter(&one(&builds(&arguments.chip)?)?, seed, operations)
    } else {
        return Err(ChoiceError::NotTimer.to_string());
    };
    match vectors {
        Ok(vectors) => output::write_file("--vectors", path, vectors).map(|()| 0),
        Err(message) => output::print(format_args!("{message}\n")).map(|()| 1),
    }
}

/// The only chip.
fn one<T: Copy>(chips: &[T]) -> Result<T, String> {
    match chips {
        [chip] => Ok(*chip),
        _ => Err("--vectors takes one chip: describe it, for example with --preset".to_owned()),
    }
}

/// What the reference model shows, in a run that keeps the promises.
fn of_counter(build: &Build, seed: u64, operations: u64) -> Result<String, String> {
    let mut vectors = String::new();
    counter_chip::run(
        &mut ReferenceChip::new(build),
        &mut [&mut Recorder::new(ReferenceChip::new(build), &mut vectors)],
        &mut Stimulus::new(seed, build),
        Length::Operations(operations),
    )
    .map_err(|difference| difference.to_string())?;
    Ok(vectors)
}

/// What the Verilated chip shows, in a run that keeps the contract.
fn of_timer(model: TimerModel, seed: u64, operations: u64) -> Result<String, String> {
    let chip = TimerSimulation::new(model).map_err(|error| error.to_string())?;
    let mut vectors = String::new();
    let recorder = Recorder::new(chip, &mut vectors);
    timer_chip::run(recorder, &model.build(), seed, operations, |_| None)?;
    Ok(vectors)
}
