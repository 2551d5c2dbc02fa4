//! One simulated chip: clock, reset, interrupt line, pins.

use core::fmt;

use crate::bus::{DEFAULT_TIMEOUT, Protocol};
use crate::ffi::{Chip, Variant};
use crate::model::Model;
use crate::pins::{Inputs, Outputs};

/// For how many clocks [`Simulation::reset`] holds the reset pin.
pub const RESET_CLOCKS: u64 = 4;

/// One Verilated chip.
///
/// It has a state of its own, so any number of them may live in one process, each used from one thread at a time: the
/// type is `Send`, not `Sync`. Between two calls the clock rests after its rising edge.
pub struct Simulation {
    pub(crate) chip: Chip,
    pub(crate) protocol: Protocol,
    pub(crate) timeout: u32,
    model: Model,
}

impl Simulation {
    /// A chip as it is after power-up: its bus idle, no clock run, its reset pin never driven. Call
    /// [`reset`](Self::reset) next, as a board would.
    ///
    /// # Errors
    ///
    /// [`SimulationError::OutOfMemory`] when there is no memory for the model's state.
    pub fn new(model: Model) -> Result<Self, SimulationError> {
        Self::with_variant(model, Variant::Plain)
    }

    /// Like [`new`](Self::new), but a wave file may be started at any time ([`trace_to`](Self::trace_to)). Such a chip
    /// runs at about two thirds of the speed even before.
    ///
    /// # Errors
    ///
    /// As `new`.
    pub fn with_waves(model: Model) -> Result<Self, SimulationError> {
        Self::with_variant(model, Variant::Waves)
    }

    fn with_variant(model: Model, variant: Variant) -> Result<Self, SimulationError> {
        let chip = Chip::new(model, variant).ok_or(SimulationError::OutOfMemory { model })?;
        Ok(Simulation {
            chip,
            protocol: Protocol::Classic,
            timeout: DEFAULT_TIMEOUT,
            model,
        })
    }

    /// Which build of the chip this is.
    pub const fn model(&self) -> Model {
        self.model
    }

    /// Drives the reset pin for [`RESET_CLOCKS`] clocks with an idle bus and releases it.
    ///
    /// The chip then clears its memory, one slot a clock: `STATUS.ready` comes after [`Model::slots`] more clocks.
    pub fn reset(&mut self) {
        self.chip.hold_reset(RESET_CLOCKS);
    }

    /// Runs `clocks` clocks with the input pins as they are. One call into the model however many clocks.
    pub fn clock(&mut self, clocks: u64) {
        self.chip.run(clocks);
    }

    /// Runs until the interrupt line is high, but no more than `limit` clocks, and returns how many clocks were run: 0
    /// when the line is high already. Whether it came, [`irq`](Self::irq) says.
    pub fn clock_until_irq(&mut self, limit: u64) -> u64 {
        self.chip.run_until_irq(limit)
    }

    /// Lets time begin late: runs one clock with an idle bus, at whose edge now and the cursor's count of ticks take the
    /// value `tick` instead of what they would count. For tests: no run comes to 2^32 ticks.
    ///
    /// Meant for a chip that has been reset and not enabled since. The wheels stand as at tick 0, and a reset brings tick 0
    /// back.
    ///
    /// # Errors
    ///
    /// [`SimulationError::CannotLoad`] where the model holds mutants.
    pub fn begin_at(&mut self, tick: u64) -> Result<(), SimulationError> {
        if self.chip.load_ticks(tick) {
            Ok(())
        } else {
            Err(SimulationError::CannotLoad { model: self.model })
        }
    }

    /// The interrupt line after the last rising edge.
    pub fn irq(&self) -> bool {
        self.chip.irq()
    }

    /// Rising edges since [`new`](Self::new), those of resets and bus transfers included.
    pub fn clocks(&self) -> u64 {
        self.chip.clocks()
    }

    /// One clock at the pins, for tests that compare descriptions of the chip clock by clock.
    ///
    /// The inputs are applied while the clock is low, combinational logic settles, the outputs are sampled, and then the
    /// clock rises. So the outputs are those that a synchronous master sees at this very edge: registered ones as the
    /// edge before left them, combinational ones as this clock's inputs make them. The inputs stay on the pins until the
    /// next `step`, bus transfer or reset; bits beyond a pin's width are cut off.
    pub fn step(&mut self, inputs: &Inputs) -> Outputs {
        self.chip.step(inputs)
    }
}

impl fmt::Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation")
            .field("model", &self.model)
            .field("clocks", &self.clocks())
            .field("irq", &self.irq())
            .finish_non_exhaustive()
    }
}

/// A chip cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimulationError {
    /// There is no memory for the model's state, or the model was left out (`CARILLON_MODELS` and `CARILLON_MUTANTS`, see `build.rs`).
    OutOfMemory {
        /// The model asked for.
        model: Model,
    },
    /// The model's time cannot begin late.
    CannotLoad {
        /// The model.
        model: Model,
    },
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulationError::OutOfMemory { model } => write!(
                f,
                "no memory for the model {model}: run fewer simulations at once or take a smaller one; or build without CARILLON_MODELS and CARILLON_MUTANTS"
            ),
            SimulationError::CannotLoad { model } => write!(
                f,
                "time cannot begin late in the model {model}, which holds mutants; build without CARILLON_MUTANTS"
            ),
        }
    }
}

impl core::error::Error for SimulationError {}

/// A chip with a bus adapter for a cable cannot be made: there is no memory for it, or it was left out of the build
/// (`CARILLON_MODELS` and `CARILLON_MUTANTS`, see `build.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CableError;

impl fmt::Display for CableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "no memory for the chip with a cable: run fewer simulations at once; or build without CARILLON_MODELS and \
             CARILLON_MUTANTS",
        )
    }
}

impl core::error::Error for CableError {}
