//! The Verilated timer chip: its models, its pins, and a host and a memory on them.

mod memory;
mod system;

use core::fmt;

use carillon_regmap::timer_chip::TimerBuild;

use crate::ffi::timer_chip::Chip;
use carillon_regmap::simulated::TIMER_CHIPS;

pub use memory::{Memory, MemoryBehaviour};
pub use system::TimerSystem;

/// One Verilated build of the timer chip, with the Wishbone bus adapter.
///
/// The numbers in a name are the base-two logarithm of the busy bits and the depth of the event FIFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TimerModel {
    /// At most 2^10 slots, FIFO of 2.
    Timer10x2,
    /// The same with periodic timers.
    Timer10x2Periodic,
    /// At most 2^15 slots, FIFO of 2.
    Timer15x2,
    /// At most 2^15 slots, FIFO of 16, periodic timers.
    Timer15x16Periodic,
    /// At most 2^10 slots, FIFO of 2, memory inside for 2^10 timers.
    Timer10x2Inside,
    /// The same with periodic timers.
    Timer10x2InsidePeriodic,
    /// Two wheels of 2^9 slots, FIFO of 2.
    Timer10x2TwoWheels,
    /// Three wheels of 2^8 slots, FIFO of 2, periodic timers.
    Timer10x2ThreeWheelsPeriodic,
    /// The same with memory inside for 2^10 timers.
    Timer10x2ThreeWheelsInsidePeriodic,
    /// At most 2^15 slots, FIFO of 16, wide records, periodic timers.
    Timer15x16Wide,
    /// At most 2^10 slots, FIFO of 16, with all options: wide records, periodic timers, look-ahead, coalescing.
    Timer10x16All,
    /// Three wheels of 2^8 slots, FIFO of 2, wide records, periodic timers, look-ahead.
    Timer10x2ThreeWheelsWide,
}

impl TimerModel {
    /// All models.
    pub const ALL: [Self; TIMER_CHIPS.len()] = [
        Self::Timer10x2,
        Self::Timer10x2Periodic,
        Self::Timer15x2,
        Self::Timer15x16Periodic,
        Self::Timer10x2Inside,
        Self::Timer10x2InsidePeriodic,
        Self::Timer10x2TwoWheels,
        Self::Timer10x2ThreeWheelsPeriodic,
        Self::Timer10x2ThreeWheelsInsidePeriodic,
        Self::Timer15x16Wide,
        Self::Timer10x16All,
        Self::Timer10x2ThreeWheelsWide,
    ];

    /// What it is built to.
    pub const fn build(self) -> TimerBuild {
        TIMER_CHIPS[self as usize].build
    }

    /// Its name in `CARILLON_MODELS`.
    pub const fn name(self) -> &'static str {
        TIMER_CHIPS[self as usize].name
    }

    /// The model of exactly this build.
    ///
    /// # Errors
    ///
    /// [`TimerModelError`] if there is none.
    pub fn of(build: &TimerBuild) -> Result<Self, TimerModelError> {
        let mut all = Self::ALL.into_iter();
        all.find(|model| model.build() == *build).ok_or(TimerModelError::NoSuchBuild)
    }

    /// The first model with one wheel, narrow records and its memory behind the port, with that many slots, a power of
    /// two, or more, and a FIFO of `fifo_depth` events.
    ///
    /// # Errors
    ///
    /// [`TimerModelError`] if there is none.
    pub fn find(slots: u32, fifo_depth: u32) -> Result<Self, TimerModelError> {
        let mut all = Self::ALL.into_iter();
        all.find(|model| {
            let build = model.build();
            build.wheels == 1
                && build.timer_bits.is_none()
                && !build.wide
                && 1 << build.slot_bits >= slots
                && 1 << build.fifo_bits == fifo_depth
        })
        .ok_or(TimerModelError::NoSuchBuild)
    }
}

/// Why there is no Verilated timer chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimerModelError {
    /// None is built so.
    NoSuchBuild,
    /// There is no memory for it, or it was left out of the build (`CARILLON_MODELS` and `CARILLON_MUTANTS`, see
    /// `build.rs`).
    OutOfMemory(TimerModel),
    /// It contains mutants, and its time cannot be set.
    CannotLoad(TimerModel),
}

impl fmt::Display for TimerModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchBuild => {
                f.write_str("no timer chip is simulated so; these are:")?;
                for model in TimerModel::ALL {
                    write!(f, " {}", model.build().as_options())?;
                    f.write_str(";")?;
                }
                f.write_str(" ask for one of them, or add a row to regmap/src/simulated.rs")
            }
            Self::OutOfMemory(model) => crate::left_out::say(model.name(), f),
            Self::CannotLoad(model) => write!(
                f,
                "the model {} contains mutants, and its time cannot be set: build without CARILLON_MUTANTS",
                model.name()
            ),
        }
    }
}

impl core::error::Error for TimerModelError {}

/// The timer chip's input pins in one clock; the clock itself is driven by [`TimerPins::run`]. In the order of the
/// structure in `cpp/timer.hpp`, as are the outputs.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimerInputs {
    /// Synchronous reset, active high.
    pub reset: bool,
    /// A bus cycle is under way.
    pub wb_cyc: bool,
    /// A transfer is requested.
    pub wb_stb: bool,
    /// The transfer is a write.
    pub wb_we: bool,
    /// The byte lanes that carry data, 4 bits.
    pub wb_sel: u8,
    /// The memory's transfer is done.
    pub memory_ack: bool,
    /// It has failed.
    pub memory_err: bool,
    /// The memory accepts no transfer in this clock.
    pub memory_stall: bool,
    /// Word address, 21 bits.
    pub wb_adr: u32,
    /// Data to write.
    pub wb_dat_w: u32,
    /// The word that the memory reads.
    pub memory_dat_r: u32,
}

/// The timer chip's output pins. All of them follow from registers alone: they stand from one rising edge to the next.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimerOutputs {
    /// The interrupt line.
    pub irq: bool,
    /// The transfer is done.
    pub wb_ack: bool,
    /// The transfer failed.
    pub wb_err: bool,
    /// The chip accepts no request in this clock.
    pub wb_stall: bool,
    /// A bus cycle to the memory is under way.
    pub memory_cyc: bool,
    /// A transfer is requested of it.
    pub memory_stb: bool,
    /// It is a write.
    pub memory_we: bool,
    /// The bytes that it writes, 4 bits.
    pub memory_sel: u8,
    /// Data read, valid with `wb_ack`.
    pub wb_dat_r: u32,
    /// The memory's word address, 30 bits.
    pub memory_adr: u32,
    /// The word that is written to it.
    pub memory_dat_w: u32,
}

impl TimerOutputs {
    /// Whether the chip asks or answers anything in this clock.
    fn speaks(&self) -> bool {
        self.memory_stb || self.wb_ack || self.wb_err
    }
}

/// Something with the timer chip's pins.
pub trait TimerPins {
    /// One clock with these inputs: its rising edge, and the outputs that stand after it.
    fn step(&mut self, inputs: &TimerInputs) -> TimerOutputs;

    /// Runs 1 to `limit` clocks with the same inputs, up to the first after which the chip asks for a memory transfer,
    /// answers on its register bus, or has changed its interrupt line from `irq`. Returns the outputs and how many.
    fn run(&mut self, inputs: &TimerInputs, irq: bool, limit: u64) -> (TimerOutputs, u64) {
        let mut clocks = 0;
        loop {
            let outputs = self.step(inputs);
            clocks += 1;
            if clocks >= limit || outputs.speaks() || outputs.irq != irq {
                return (outputs, clocks);
            }
        }
    }
}

/// One Verilated timer chip at its pins.
pub struct TimerSimulation {
    pub(crate) chip: Chip,
    pub(crate) model: TimerModel,
}

impl TimerSimulation {
    /// A chip before its first clock.
    ///
    /// # Errors
    ///
    /// [`TimerModelError::OutOfMemory`].
    pub fn new(model: TimerModel) -> Result<Self, TimerModelError> {
        let chip = Chip::new(model).ok_or(TimerModelError::OutOfMemory(model))?;
        Ok(Self { chip, model })
    }

    /// Starts time late: makes now the tick `tick`, without a clock. For tests: no run reaches 2^32 ticks.
    ///
    /// Intended for a chip whose records are initialised, which is paused and has a cursor that is not behind, and of
    /// which no timer runs. A reset sets tick 0 again.
    ///
    /// # Errors
    ///
    /// [`TimerModelError::CannotLoad`] if the model contains mutants.
    pub fn begin_at(&mut self, tick: u64) -> Result<(), TimerModelError> {
        if self.chip.load_ticks(tick) { Ok(()) } else { Err(TimerModelError::CannotLoad(self.model)) }
    }
}

impl TimerPins for TimerSimulation {
    fn step(&mut self, inputs: &TimerInputs) -> TimerOutputs {
        self.chip.run(inputs, 1).0
    }

    fn run(&mut self, inputs: &TimerInputs, _irq: bool, limit: u64) -> (TimerOutputs, u64) {
        self.chip.run(inputs, limit)
    }
}
