//! Three descriptions of the chip, side by side, clock by clock.
//!
//! The reference model, Rust-HDL's own simulator and the Verilated Verilog get the same inputs in every clock and must
//! show the same outputs. A random host ([`Stimulus`]) works the bus: well-formed transfers that start, stop and
//! acknowledge close to the cursor, where the races are, mixed with nonsense.

mod promises;
mod rust_hdl;
mod stimulus;

pub use promises::{Glimpse, Promises};
pub use rust_hdl::RustHdlChip;
pub use stimulus::Stimulus;

use carillon_sim::{Inputs, Outputs, RESET_CLOCKS, Simulation};
use carillon_spec::counter_chip::ReferenceChip;
use std::fmt;

/// Clocks after a reset in which the counts of ticks settle.
const SETTLED: u32 = 40;

/// Something with the chip's pins.
pub trait Pins {
    /// What it is called in a report.
    fn name(&self) -> &'static str;

    /// One clock: the outputs before its rising edge with these inputs applied, then the edge.
    fn step(&mut self, inputs: &Inputs) -> Outputs;

    /// Lets time begin at `tick`, as [`Simulation::begin_at`] does, and says whether it can.
    fn begin_at(&mut self, _tick: u64) -> bool {
        false
    }
}

impl Pins for Simulation {
    fn name(&self) -> &'static str {
        "Verilated Verilog"
    }

    fn step(&mut self, inputs: &Inputs) -> Outputs {
        Simulation::step(self, inputs)
    }

    fn begin_at(&mut self, tick: u64) -> bool {
        Simulation::begin_at(self, tick).is_ok()
    }
}

/// The first clock in which two descriptions differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Clocks since the start.
    pub clock: u64,
    /// Who differs from the reference model.
    pub name: &'static str,
    /// The stimulus's seed, to run it again.
    pub seed: u64,
    /// The pins that were driven.
    pub inputs: Inputs,
    /// What the reference model shows.
    pub expected: Outputs,
    /// What the other shows.
    pub found: Outputs,
    /// The promise or the reference model's invariant that broke, if it was that.
    pub broken: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { clock, name, seed, inputs, expected, found, broken } = self;
        match broken {
            Some(sentence) => write!(formatter, "seed {seed}, clock {clock}: {sentence}"),
            None => write!(
                formatter,
                "seed {seed}, clock {clock}: the {name} differs from the reference model\n  \
                 inputs   {inputs:?}\n  expected {expected:?}\n  found    {found:?}"
            ),
        }
    }
}

/// How long a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many clocks.
    Clocks(u64),
    /// So many bus transfers.
    Operations(u64),
}

impl Length {
    fn is_reached(self, clocks: u64, chip: &ReferenceChip) -> bool {
        match self {
            Self::Clocks(limit) => clocks >= limit,
            Self::Operations(limit) => chip.reached().transfers >= limit,
        }
    }
}

impl Glimpse for ReferenceChip {
    fn glimpse(&self, offset: u32) -> Option<u32> {
        self.peek(offset)
    }
}

/// Runs `others` against `reference` after a reset, as long as `length` says; gives the clocks that it took. What the
/// stimulus reached is told by [`ReferenceChip::reached`].
///
/// # Errors
///
/// The first difference, or the first broken promise or invariant of the model.
pub fn run(
    reference: &mut ReferenceChip,
    others: &mut [&mut dyn Pins],
    stimulus: &mut Stimulus,
    length: Length,
) -> Result<u64, Box<Difference>> {
    let promises = Promises::new(reference.build());
    reset(reference, others);
    compare(reference, others, stimulus, length, Some(promises))
}

/// The same with a time that begins at `tick`, up to the next reset, and without the observer of promises, which counts
/// from tick 0. Only the model and Verilated chips can do that.
///
/// # Panics
///
/// If one of `others` cannot.
///
/// # Errors
///
/// The first difference, or the first broken invariant of the model.
pub fn run_from(
    tick: u64,
    reference: &mut ReferenceChip,
    others: &mut [&mut dyn Pins],
    stimulus: &mut Stimulus,
    length: Length,
) -> Result<u64, Box<Difference>> {
    reset(reference, others);
    for _ in 0..SETTLED {
        step_all(reference, others, &Inputs::default());
    }
    reference.begin_at(tick);
    for other in others.iter_mut() {
        assert!(other.begin_at(tick), "the {} begins at 0", other.name());
    }
    compare(reference, others, stimulus, length, None)
}

fn step_all(reference: &mut ReferenceChip, others: &mut [&mut dyn Pins], inputs: &Inputs) {
    reference.step(inputs);
    for other in others {
        other.step(inputs);
    }
}

fn reset(reference: &mut ReferenceChip, others: &mut [&mut dyn Pins]) {
    let reset = Inputs { reset: true, ..Inputs::default() };
    for _ in 0..RESET_CLOCKS {
        step_all(reference, others, &reset);
    }
}

fn compare(
    reference: &mut ReferenceChip,
    others: &mut [&mut dyn Pins],
    stimulus: &mut Stimulus,
    length: Length,
    mut promises: Option<Promises>,
) -> Result<u64, Box<Difference>> {
    let mut clock = 0;
    while !length.is_reached(clock, reference) {
        let inputs = stimulus.next(reference);
        let kept =
            promises.as_mut().map_or(Ok(()), |promises| promises.clock(&inputs, &reference.outputs(), reference));
        let expected = reference.step(&inputs);
        let difference = |name, found, broken| {
            Box::new(Difference { clock, name, seed: stimulus.seed(), inputs, expected, found, broken })
        };
        for other in others.iter_mut() {
            let found = other.step(&inputs);
            if found != expected {
                return Err(difference(other.name(), found, None));
            }
        }
        if let Err(sentence) = kept.and_then(|()| reference.check_invariants()) {
            return Err(difference("reference model", expected, Some(sentence)));
        }
        clock += 1;
    }
    Ok(clock)
}
