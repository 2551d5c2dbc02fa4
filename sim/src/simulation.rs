//! One simulated chip: clock, reset, interrupt line, pins.

use core::fmt;

use crate::bus::{DEFAULT_TIMEOUT, Protocol};
use crate::ffi::{Chip, Variant};
use crate::left_out;
use crate::model::Model;
use carillon_regmap::pins::{Inputs, Outputs};

/// The number of clocks for which [`Simulation::reset`] holds the reset pin.
pub const RESET_CLOCKS: u64 = 4;

/// One Verilated chip.
///
/// It has its own state: any number of chips may exist in one process, each used from one thread at a time. The type is
/// `Send`, not `Sync`. Between two calls the clock is high, after its rising edge.
pub struct Simulation {
    pub(crate) chip: Chip,
    pub(crate) protocol: Protocol,
    pub(crate) timeout: u32,
    model: Model,
}

impl Simulation {
    /// A chip as on a board after power-up: what nothing gives a value is random, then its pin has held it in reset for
    /// some clocks, which are not counted. Its bus is idle.
    ///
    /// # Errors
    ///
    /// [`SimulationError::OutOfMemory`] if there is no memory for the model's state.
    pub fn new(model: Model) -> Result<Self, SimulationError> {
        Self::with_variant(model, Variant::Plain)
    }

    /// Like [`new`](Self::new), but a wave file may be started at any time ([`trace_to`](Self::trace_to)). Such a chip
    /// runs at about two thirds of the speed, even before tracing starts.
    ///
    /// # Errors
    ///
    /// As `new`.
    pub fn with_waves(model: Model) -> Result<Self, SimulationError> {
        Self::with_variant(model, Variant::Waves)
    }

    fn with_variant(model: Model, variant: Variant) -> Result<Self, SimulationError> {
        let chip = Chip::new(model, variant).ok_or(SimulationError::OutOfMemory { model })?;
        Ok(Simulation { chip, protocol: Protocol::Classic, timeout: DEFAULT_TIMEOUT, model })
    }

    /// The chip's model.
    pub const fn model(&self) -> Model {
        self.model
    }

    /// Drives the reset pin for [`RESET_CLOCKS`] clocks with an idle bus and releases it.
    ///
    /// The chip then clears its memory, one slot per clock: `STATUS.ready` is set after [`Model::slots`] more clocks.
    pub fn reset(&mut self) {
        self.chip.hold_reset(RESET_CLOCKS);
    }

    /// Runs `clocks` clocks with the present input pins, in one call into the model.
    pub fn clock(&mut self, clocks: u64) {
        self.chip.run(clocks);
    }

    /// Runs until the interrupt line is high, at most `limit` clocks, and returns the number of clocks: 0 if the line
    /// is high already. [`irq`](Self::irq) then shows whether it is high.
    pub fn clock_until_irq(&mut self, limit: u64) -> u64 {
        self.chip.run_until_irq(limit)
    }

    /// Starts time late: runs one clock with an idle bus, at whose edge now and the cursor's count of ticks take the
    /// value `tick` instead of their own. For tests: no run reaches 2^32 ticks.
    ///
    /// Intended for a chip that was reset 40 clocks ago or more and has not been enabled since. The wheels' positions
    /// are those at tick 0, and a reset sets tick 0 again.
    ///
    /// # Errors
    ///
    /// [`SimulationError::CannotLoad`] if the model contains mutants.
    pub fn begin_at(&mut self, tick: u64) -> Result<(), SimulationError> {
        if self.chip.load_ticks(tick) { Ok(()) } else { Err(SimulationError::CannotLoad { model: self.model }) }
    }

    /// The interrupt line after the last rising edge.
    pub fn irq(&self) -> bool {
        self.chip.irq()
    }

    /// Rising edges since [`new`](Self::new), including those of resets and bus transfers.
    pub fn clocks(&self) -> u64 {
        self.chip.clocks()
    }

    /// One clock at the pins, for tests that compare descriptions of the chip clock by clock.
    ///
    /// The inputs are applied while the clock is low, combinational logic settles, the outputs are sampled, and then
    /// the clock rises. The outputs are those that a synchronous master samples at this edge: registered ones from the
    /// previous edge, combinational ones from this clock's inputs. The inputs stay on the pins until the next `step`,
    /// bus transfer or reset; bits beyond a pin's width are dropped.
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

/// Why a chip cannot be made or loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimulationError {
    /// There is no memory for the model's state, or the model was left out (`CARILLON_MODELS` and `CARILLON_MUTANTS`,
    /// see `build.rs`).
    OutOfMemory {
        /// The model requested.
        model: Model,
    },
    /// The model's time cannot start late.
    CannotLoad {
        /// The model.
        model: Model,
    },
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulationError::OutOfMemory { model } => left_out::say(model.name(), f),
            SimulationError::CannotLoad { model } => write!(
                f,
                "time cannot start late in the model {model}, which contains mutants; build without CARILLON_MUTANTS"
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
