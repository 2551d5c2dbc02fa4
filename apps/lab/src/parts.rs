//! What a laboratory is made of: the chips, and the clock on the wall.

use core::any::Any;
use std::time::Duration;

use carillon_regmap::counter_chip::Build;
use carillon_regmap::pins::{Inputs, Outputs};
use carillon_replay::{DriverEvent, SimulatedChip};
use carillon_spec::counter_chip::Inside;

use super::{LabError, WireError};

/// A chip that the laboratory can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// What it is called.
    pub name: &'static str,
    /// What it is built to.
    pub build: Build,
}

/// What cannot be done, and why.
pub type Reason = (&'static str, &'static str);

/// Where chips and time come from.
pub trait Parts {
    /// One sentence about the chips, for the page.
    fn about(&self) -> &'static str;

    /// The chips that there are.
    fn models(&self) -> Vec<Model>;

    /// The names of those that were left out of this build.
    fn left_out(&self) -> Vec<&'static str>;

    /// Such a chip, after its reset.
    ///
    /// # Errors
    /// [`LabError`]: it cannot be made.
    fn chip(&self, model: &Model) -> Result<Box<dyn Chip>, LabError>;

    /// A timer chip after its reset with a wheel of at least 2^`wheel_bits` slots, a FIFO of 2 events, and a memory for
    /// `timers` timers at [`RECORDS`](carillon_replay::RECORDS), which answers in the next clock.
    ///
    /// # Errors
    /// [`LabError`]: it cannot be made.
    fn timer_chip(&self, wheel_bits: u32, timers: usize) -> Result<Box<dyn TimerDevice>, LabError>;

    /// The names of the captures that the page offers.
    fn captures(&self) -> Vec<String>;

    /// What none of the chips can, and why: parts of the page's `data-needs`.
    fn cannot(&self) -> &'static [Reason];

    /// The time since some moment, by the clock on the wall.
    fn time(&self) -> Duration;
}

/// A counter chip. A simulated one's clock obeys and its state can be kept; a board's runs by itself.
pub trait Chip {
    /// Reads the register at a byte offset.
    ///
    /// # Errors
    /// [`WireError`].
    fn read(&mut self, offset: u32) -> Result<u32, WireError>;

    /// Writes the register at a byte offset.
    ///
    /// # Errors
    /// [`WireError`].
    fn write(&mut self, offset: u32, word: u32) -> Result<(), WireError>;

    /// The tick that it is at; a board when it was last read.
    ///
    /// # Errors
    /// [`LabError`] if it cannot be looked into.
    fn now(&self) -> Result<u64, LabError>;

    /// Whether it interrupts; a board when it was last asked.
    fn irq(&self) -> bool;

    /// What is in it, or what a board's registers say of it.
    ///
    /// # Errors
    /// [`LabError`] if it cannot be looked into.
    fn inside(&self) -> Result<Inside, LabError>;

    /// Whether there are events behind those that [`inside`](Self::inside) has.
    fn has_more_events(&self) -> bool {
        false
    }

    /// Events that the FIFO holds.
    fn fifo_depth(&self) -> u32;

    /// Lets `clocks` clocks pass. Those of a board pass by themselves: it is polled once.
    ///
    /// # Errors
    /// [`LabError`]: a board does not answer.
    fn pass(&mut self, clocks: u64) -> Result<(), LabError>;

    /// The same, at most up to the next interrupt.
    ///
    /// # Errors
    /// As [`pass`](Self::pass).
    fn pass_until_irq(&mut self, clocks: u64) -> Result<(), LabError>;

    /// Lets one clock of a simulated chip pass with these pins. Returns the outputs that a master samples at its edge.
    ///
    /// # Errors
    /// [`LabError`]: it is a board.
    fn step(&mut self, _inputs: &Inputs) -> Result<Outputs, LabError> {
        Err(not_simulated())
    }

    /// Clocks so far; `None` of a board.
    fn clocks(&self) -> Option<u64>;

    /// The word of `PARAMS` of a board, and what a board cannot; `None` of a simulated chip.
    fn board(&self) -> Option<(u32, &'static [Reason])> {
        None
    }

    /// Reads what the page shows of a board besides its registers.
    ///
    /// # Errors
    /// [`LabError`]: it does not answer.
    fn look(&mut self) -> Result<(), LabError> {
        Ok(())
    }

    /// The state of a simulated chip.
    ///
    /// # Errors
    /// [`LabError`]: it cannot be kept.
    fn save(&mut self) -> Result<Saved, LabError> {
        Err(not_simulated())
    }

    /// Makes this chip the one that was saved.
    ///
    /// # Errors
    /// [`LabError`]: it is another model.
    fn restore(&mut self, _saved: &Saved) -> Result<(), LabError> {
        Err(not_simulated())
    }

    /// Records every signal from now on.
    ///
    /// # Errors
    /// [`LabError`]: it cannot.
    fn begin_wave(&mut self) -> Result<(), LabError> {
        Err(not_simulated())
    }

    /// What was recorded, as a VCD file with these events of the driver's.
    ///
    /// # Errors
    /// [`LabError`]: nothing was.
    fn end_wave(self: Box<Self>, _events: &[(u64, DriverEvent)]) -> Result<Vec<u8>, LabError> {
        Err(not_simulated())
    }
}

fn not_simulated() -> LabError {
    LabError("this needs a simulated chip that can do it".to_owned())
}

/// A chip's state at one clock.
pub struct Saved {
    /// Bytes of memory that it takes, about.
    pub size: usize,
    /// What the chip knows it by.
    pub state: Box<dyn Any>,
}

/// A simulated timer chip with its memory.
pub trait TimerDevice: SimulatedChip<Error = WireError> {
    /// Transfers of its memory so far.
    fn accesses(&self) -> u64;

    /// The slots whose lists in its memory have timers, each with the numbers of its timers in the order of the list,
    /// and the low 24 bits of the ticks at which they are due.
    fn lists(&self) -> Vec<(u32, Vec<(u32, u32)>)>;
}
