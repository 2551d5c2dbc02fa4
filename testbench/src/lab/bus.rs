//! The bus that the host and the laboratory share, and the chip that it leads to.

use core::fmt;
use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::field::params;
use carillon_regmap::offset;
use carillon_sim::{BusError, Inside, Simulation};

use super::LabError;
use super::board::{Board, BoardError};

/// The chip.
#[derive(Debug)]
enum Chip {
    Simulated(Simulation),
    Board(Board),
}

/// The chip, and what delays the host on its way to it.
#[derive(Debug)]
struct Wire {
    chip: Chip,
    /// Clocks that pass before the next write of `ARM`: the host is interrupted between two accesses.
    stall: u64,
}

/// A bus to the one chip. Its clones reach the same chip.
#[derive(Clone, Debug)]
pub(super) struct Bus(Rc<RefCell<Wire>>);

impl Bus {
    /// To a simulated chip.
    pub(super) fn simulated(chip: Simulation) -> Self {
        Self::to(Chip::Simulated(chip))
    }

    /// To a board.
    pub(super) fn board(board: Board) -> Self {
        Self::to(Chip::Board(board))
    }

    fn to(chip: Chip) -> Self {
        Self(Rc::new(RefCell::new(Wire { chip, stall: 0 })))
    }

    fn chip(&self) -> RefMut<'_, Chip> {
        RefMut::map(self.0.borrow_mut(), |wire| &mut wire.chip)
    }

    /// Whether it leads to a board.
    pub(super) fn is_board(&self) -> bool {
        matches!(*self.chip(), Chip::Board(_))
    }

    /// The simulated chip, whose clock obeys and whose state can be kept.
    ///
    /// # Errors
    /// [`LabError`]: it is a board.
    pub(super) fn simulation(&self) -> Result<RefMut<'_, Simulation>, LabError> {
        let simulated = RefMut::filter_map(self.chip(), |chip| match chip {
            Chip::Simulated(chip) => Some(chip),
            Chip::Board(_) => None,
        });
        simulated.map_err(|_| LabError("this needs a simulated chip, not a board".to_owned()))
    }

    /// Clocks of a simulated chip.
    pub(super) fn clocks(&self) -> Option<u64> {
        Some(self.simulation().ok()?.clocks())
    }

    /// The tick that the chip is at; a board's when it was last read.
    pub(super) fn now(&self) -> Result<u64, LabError> {
        match &*self.chip() {
            Chip::Simulated(chip) => Ok(chip.now()?),
            Chip::Board(board) => Ok(board.now()),
        }
    }

    /// Whether the chip interrupts; a board when it was last asked.
    pub(super) fn irq(&self) -> bool {
        match &*self.chip() {
            Chip::Simulated(chip) => chip.irq(),
            Chip::Board(board) => board.irq(),
        }
    }

    /// What is in the chip, or what a board's registers say of it.
    pub(super) fn inside(&self) -> Result<Inside, LabError> {
        match &*self.chip() {
            Chip::Simulated(chip) => Ok(chip.inside()?),
            Chip::Board(board) => Ok(board.inside()),
        }
    }

    /// Whether there are events behind those that [`inside`](Self::inside) has.
    pub(super) fn has_more_events(&self) -> bool {
        match &*self.chip() {
            Chip::Simulated(_) => false,
            Chip::Board(board) => board.has_more_events(),
        }
    }

    /// Events that the FIFO holds.
    pub(super) fn fifo_depth(&self) -> u32 {
        match &*self.chip() {
            Chip::Simulated(chip) => chip.model().fifo_depth(),
            Chip::Board(board) => 1 << params::FIFO_BITS.get(board.parameters()),
        }
    }

    /// The word of `PARAMS` of a board.
    pub(super) fn board_parameters(&self) -> Option<u32> {
        match &*self.chip() {
            Chip::Simulated(_) => None,
            Chip::Board(board) => Some(board.parameters()),
        }
    }

    /// Lets so many clocks pass. A board's pass by themselves: it is polled once.
    pub(super) fn pass(&self, clocks: u64) -> Result<(), LabError> {
        match &mut *self.chip() {
            Chip::Simulated(chip) => chip.clock(clocks),
            Chip::Board(board) => board.poll()?,
        }
        Ok(())
    }

    /// The same, at most up to the next interrupt.
    pub(super) fn pass_until_irq(&self, clocks: u64) -> Result<(), LabError> {
        match &mut *self.chip() {
            Chip::Simulated(chip) => drop(chip.clock_until_irq(clocks)),
            Chip::Board(board) => board.poll()?,
        }
        Ok(())
    }

    /// Reads what the page shows of a board besides its registers.
    pub(super) fn look(&self) -> Result<(), LabError> {
        if let Chip::Board(board) = &mut *self.chip() {
            board.look()?;
        }
        Ok(())
    }

    /// Lets this many clocks pass before the next write of `ARM`.
    pub(super) fn stall_next_arm(&self, clocks: u64) {
        self.0.borrow_mut().stall = clocks;
    }

    /// Puts `chip` in the place of the simulated one that is returned.
    pub(super) fn replace(&self, chip: Simulation) -> Result<Simulation, LabError> {
        Ok(core::mem::replace(&mut *self.simulation()?, chip))
    }
}

impl RegisterBus for Bus {
    type Error = WireError;

    fn read(&mut self, offset: u32) -> Result<u32, WireError> {
        match &mut *self.chip() {
            Chip::Simulated(chip) => chip.read(offset).map_err(WireError::Simulated),
            Chip::Board(board) => board.read(offset).map_err(WireError::Board),
        }
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), WireError> {
        let Wire { chip, stall } = &mut *self.0.borrow_mut();
        match chip {
            Chip::Simulated(chip) => {
                if offset == offset::ARM {
                    chip.clock(core::mem::take(stall));
                }
                chip.write(offset, value).map_err(WireError::Simulated)
            }
            Chip::Board(board) => board.write(offset, value).map_err(WireError::Board),
        }
    }
}

/// Why a transfer failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WireError {
    /// In the simulation.
    Simulated(BusError),
    /// On the cable.
    Board(BoardError),
}

impl WireError {
    /// Whether the chip has no such register, or lost what it was told by a reset: reading on makes sense.
    pub(super) const fn is_of_the_register(&self) -> bool {
        matches!(
            self,
            Self::Simulated(_) | Self::Board(BoardError::Refused { .. } | BoardError::WasReset)
        )
    }

    /// Whether the chip has lost its state.
    pub(super) const fn is_reset(&self) -> bool {
        matches!(self, Self::Board(BoardError::WasReset))
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Simulated(error) => error.fmt(formatter),
            Self::Board(error) => error.fmt(formatter),
        }
    }
}

impl core::error::Error for WireError {}
