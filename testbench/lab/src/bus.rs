//! The bus that the host and the laboratory share, and the chip that it leads to.

use core::fmt;
use std::cell::{RefCell, RefMut};
use std::io::ErrorKind;
use std::rc::Rc;

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::uart::UartError;
use carillon_models::counter_chip::{BusError, Inside};
use carillon_regmap::counter_chip::field::event;
use carillon_regmap::counter_chip::offset;

use super::parts::Reason;
use super::record::{Recording, Sample, Transfer, Transfers};
use super::{Chip, LabError, Saved};

/// Events of one interrupt that are told of.
const MOST_EVENTS: usize = 16;

/// The chip, and what delays the host on its way to it.
struct Wire {
    chip: Box<dyn Chip>,
    /// Clocks that pass before the next write of `ARM`: the host is interrupted between two accesses.
    stall: u64,
    /// What was transferred since somebody took it.
    transferred: Transfers,
    /// The words of the events that were read since somebody took them, each once.
    events: Vec<u32>,
    /// Every clock is recorded.
    recording: Option<Recording>,
}

impl Wire {
    /// Lets a clock pass, or more if nobody records them.
    fn pass(&mut self, clocks: u64, until_irq: bool) -> Result<(), LabError> {
        let one_by_one = self.recording.is_some();
        for _ in 0..if one_by_one { clocks } else { 1 } {
            let clocks = if one_by_one { 1 } else { clocks };
            if until_irq {
                self.chip.pass_until_irq(clocks)?;
            } else {
                self.chip.pass(clocks)?;
            }
            self.sample()?;
            if until_irq && self.chip.irq() {
                break;
            }
        }
        Ok(())
    }

    fn sample(&mut self) -> Result<(), LabError> {
        let Some(recording) = &mut self.recording else {
            return Ok(());
        };
        let inside = self.chip.inside()?;
        recording.sample(Sample {
            clock: self.chip.clocks().unwrap_or(0),
            irq: self.chip.irq(),
            now: inside.now,
            cursor: inside.cursor,
            level: inside.events.len(),
        });
        Ok(())
    }

    /// An event that is read again before it is acknowledged is the same one.
    fn read_event(&mut self, word: u32) {
        let is_new = |last: &u32| event::SEQUENCE.get(*last) != event::SEQUENCE.get(word);
        if event::VALID.is_set(word)
            && self.events.len() < MOST_EVENTS
            && self.events.last().is_none_or(is_new)
        {
            self.events.push(word);
        }
    }

    /// A write of `value`, or a read.
    fn transfer(&mut self, offset: u32, value: Option<u32>) -> Result<u32, WireError> {
        let begin = self.chip.clocks().unwrap_or(0);
        let done = match value {
            Some(value) => self.chip.write(offset, value).map(|()| value),
            None => self.chip.read(offset),
        };
        let transfer = Transfer {
            begin,
            end: self.chip.clocks().unwrap_or(0),
            write: value.is_some(),
            offset,
            value: done.ok(),
        };
        if let Some(recording) = &mut self.recording {
            recording.transfer(transfer.clone());
            // A chip that has answered can be looked into; one that cannot fails at the next look.
            self.sample().ok();
        }
        self.transferred.add(transfer);
        if let (offset::EVENT, None, Ok(word)) = (offset, value, &done) {
            self.read_event(*word);
        }
        done
    }
}

/// A bus to the one chip. Its clones reach the same chip.
#[derive(Clone)]
pub(super) struct Bus(Rc<RefCell<Wire>>);

impl Bus {
    pub(super) fn new(chip: Box<dyn Chip>) -> Self {
        Self(Rc::new(RefCell::new(Wire {
            chip,
            stall: 0,
            transferred: Transfers::default(),
            events: Vec::new(),
            recording: None,
        })))
    }

    fn chip(&self) -> RefMut<'_, Box<dyn Chip>> {
        RefMut::map(self.0.borrow_mut(), |wire| &mut wire.chip)
    }

    /// Whether it leads to a board.
    pub(super) fn is_board(&self) -> bool {
        self.chip().board().is_some()
    }

    /// Why a board cannot do what needs this, if it is one.
    pub(super) fn board_cannot(&self) -> Option<&'static [Reason]> {
        self.chip().board().map(|(_, cannot)| cannot)
    }

    /// The word of `PARAMS` of a board.
    pub(super) fn board_parameters(&self) -> Option<u32> {
        self.chip().board().map(|(word, _)| word)
    }

    /// Clocks of a simulated chip.
    pub(super) fn clocks(&self) -> Option<u64> {
        self.chip().clocks()
    }

    /// The tick that the chip is at; a board's when it was last read.
    pub(super) fn now(&self) -> Result<u64, LabError> {
        self.chip().now()
    }

    /// Whether the chip interrupts; a board when it was last asked.
    pub(super) fn irq(&self) -> bool {
        self.chip().irq()
    }

    /// What is in the chip, or what a board's registers say of it.
    pub(super) fn inside(&self) -> Result<Inside, LabError> {
        self.chip().inside()
    }

    /// Whether there are events behind those that [`inside`](Self::inside) has.
    pub(super) fn has_more_events(&self) -> bool {
        self.chip().has_more_events()
    }

    /// Events that the FIFO holds.
    pub(super) fn fifo_depth(&self) -> u32 {
        self.chip().fifo_depth()
    }

    /// Lets `clocks` clocks pass. Those of a board pass by themselves: it is polled once.
    pub(super) fn pass(&self, clocks: u64) -> Result<(), LabError> {
        self.0.borrow_mut().pass(clocks, false)
    }

    /// The same, at most up to the next interrupt.
    pub(super) fn pass_until_irq(&self, clocks: u64) -> Result<(), LabError> {
        self.0.borrow_mut().pass(clocks, true)
    }

    /// Reads what the page shows of a board besides its registers.
    pub(super) fn look(&self) -> Result<(), LabError> {
        self.chip().look()
    }

    /// Lets this many clocks pass before the next write of `ARM`.
    pub(super) fn stall_next_arm(&self, clocks: u64) {
        self.0.borrow_mut().stall = clocks;
    }

    /// Reads a register for the page, which is no transfer of the driver's.
    pub(super) fn peek(&self, offset: u32) -> Result<u32, WireError> {
        self.chip().read(offset)
    }

    /// What the driver has transferred since this was last called.
    pub(super) fn take_transfers(&self) -> Transfers {
        core::mem::take(&mut self.0.borrow_mut().transferred)
    }

    /// The words of the events that were read since this was last called, each once; the first of very many.
    pub(super) fn take_events(&self) -> Vec<u32> {
        core::mem::take(&mut self.0.borrow_mut().events)
    }

    /// Records every clock from now on.
    pub(super) fn begin_recording(&self) -> Result<(), LabError> {
        let mut wire = self.0.borrow_mut();
        wire.recording = Some(Recording::default());
        wire.sample()
    }

    /// What was recorded.
    pub(super) fn end_recording(&self) -> Recording {
        self.0.borrow_mut().recording.take().unwrap_or_default()
    }

    /// The state of a simulated chip.
    pub(super) fn save(&self) -> Result<Saved, LabError> {
        self.chip().save()
    }

    /// Makes the chip the one that was saved.
    pub(super) fn restore(&self, saved: &Saved) -> Result<(), LabError> {
        self.chip().restore(saved)
    }

    /// Records every signal of the chip from now on.
    pub(super) fn begin_wave(&self) -> Result<(), LabError> {
        self.chip().begin_wave()
    }

    /// Puts `chip` in the place of the one that is returned.
    pub(super) fn replace(&self, chip: Box<dyn Chip>) -> Box<dyn Chip> {
        core::mem::replace(&mut *self.chip(), chip)
    }
}

impl RegisterBus for Bus {
    type Error = WireError;

    fn read(&mut self, offset: u32) -> Result<u32, WireError> {
        self.0.borrow_mut().transfer(offset, None)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), WireError> {
        let mut wire = self.0.borrow_mut();
        if offset == offset::ARM && wire.stall > 0 {
            let clocks = core::mem::take(&mut wire.stall);
            // Only a simulated chip is ever told to stall, and none of these fails to let time pass.
            wire.pass(clocks, false).ok();
        }
        wire.transfer(offset, Some(value)).map(drop)
    }
}

/// What an access to a board fails with.
pub type BoardError = UartError<ErrorKind>;

/// Why a transfer failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireError {
    /// In the simulation.
    Simulated(BusError),
    /// On the cable.
    Board(BoardError),
}

impl From<BusError> for WireError {
    fn from(error: BusError) -> Self {
        Self::Simulated(error)
    }
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
