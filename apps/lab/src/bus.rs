//! The bus that the host and the laboratory share, and the chip that it leads to.

use core::fmt;
use std::cell::{RefCell, RefMut};
use std::io::ErrorKind;
use std::rc::Rc;

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::uart::UartError;
use carillon_regmap::ADDRESS_SPACE;
use carillon_regmap::counter_chip::field::event;
use carillon_regmap::counter_chip::offset;
use carillon_regmap::pins::{Inputs, Outputs};
use carillon_spec::counter_chip::{BusError, Inside};

use super::parts::Reason;
use super::record::{Doing, Met, Recording, Sample, Transfer, Transfers};
use super::{Chip, Goal, LabError, Saved};

/// Events of one interrupt that are told of.
const MOST_EVENTS: usize = 16;

/// Clocks in which a simulated chip answers, at most.
const ANSWER_CLOCKS: u32 = 64;

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
    watch: Watch,
    /// What the host does.
    host: Doing,
}

/// What is looked for while the clock runs, and where it was met.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    goal: Option<Goal>,
    met: Option<Met>,
}

impl Wire {
    /// Lets clocks pass, at most up to an interrupt if `until_irq`, and not beyond a full FIFO that is looked for.
    fn pass(&mut self, clocks: u64, until_irq: bool) -> Result<(), LabError> {
        if self.recording.is_some() {
            for _ in 0..clocks {
                if until_irq && self.chip.irq() {
                    break;
                }
                self.step(&Inputs::default())?;
            }
            return Ok(());
        }
        if until_irq {
            self.chip.pass_until_irq(clocks)?;
        } else if self.looks_for_full() {
            return self.pass_until_full(clocks);
        } else {
            self.chip.pass(clocks)?;
        }
        if self.looks_for_full() && self.is_full()? {
            self.meet(None);
        }
        Ok(())
    }

    /// One clock, which is recorded.
    fn step(&mut self, inputs: &Inputs) -> Result<Outputs, LabError> {
        let outputs = self.chip.step(inputs)?;
        self.sample()?;
        Ok(outputs)
    }

    fn looks_for_full(&self) -> bool {
        self.watch.goal == Some(Goal::FullFifo) && self.watch.met.is_none()
    }

    fn is_full(&self) -> Result<bool, LabError> {
        Ok(self.chip.inside()?.events.len() >= self.chip.fifo_depth() as usize)
    }

    /// Lets clocks pass up to the one at which the FIFO has become full. Nobody empties it meanwhile.
    fn pass_until_full(&mut self, clocks: u64) -> Result<(), LabError> {
        let (mut left, mut chunk) = (clocks, clocks);
        while left > 0 {
            chunk = chunk.min(left);
            let before = self.chip.save()?;
            self.chip.pass(chunk)?;
            if !self.is_full()? {
                left -= chunk;
            } else if chunk == 1 {
                self.meet(None);
                return Ok(());
            } else {
                self.chip.restore(&before)?;
                chunk /= 2;
            }
        }
        Ok(())
    }

    fn meet(&mut self, transfer: Option<Transfer>) {
        let now = self.chip.clocks().unwrap_or(0);
        let clock = transfer.as_ref().map_or(now, |it| it.end);
        self.watch.met = Some(Met { clock, transfer });
    }

    /// Whether `ERROR` is set; the read is taken back.
    fn has_error(&mut self) -> bool {
        let Ok(saved) = self.chip.save() else {
            return false;
        };
        let word = self.chip.read(offset::ERROR);
        self.chip.restore(&saved).is_ok() && word.is_ok_and(|word| word != 0)
    }

    /// Takes note of a transfer that is looked for.
    fn look_at(&mut self, transfer: &Transfer) {
        let Some(goal) = self.watch.goal.filter(|_| self.watch.met.is_none()) else {
            return;
        };
        match goal {
            Goal::Access(access) if access.is(transfer) => self.meet(Some(transfer.clone())),
            Goal::Error if self.has_error() => self.meet(Some(transfer.clone())),
            Goal::FullFifo if self.is_full().unwrap_or(false) => self.meet(None),
            _ => {}
        }
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
            busy: recording.busy(&inside.busy),
            host: self.host,
        });
        Ok(())
    }

    /// An event that is read again before it is acknowledged is the same one.
    fn read_event(&mut self, word: u32) {
        let is_new = |last: &u32| event::SEQUENCE.get(*last) != event::SEQUENCE.get(word);
        if event::VALID.is_set(word) && self.events.len() < MOST_EVENTS && self.events.last().is_none_or(is_new) {
            self.events.push(word);
        }
    }

    /// A write of `value`, or a read.
    fn transfer(&mut self, offset: u32, value: Option<u32>) -> Result<u32, WireError> {
        let begin = self.chip.clocks().unwrap_or(0);
        let done = match value {
            _ if self.recording.is_some() => self.recorded_transfer(offset, value),
            Some(value) => self.chip.write(offset, value).map(|()| value),
            None => self.chip.read(offset),
        };
        let transfer =
            Transfer { begin, end: self.chip.clocks().unwrap_or(0), write: value.is_some(), offset, value: done.ok() };
        if let Some(recording) = &mut self.recording {
            recording.transfer(transfer.clone());
        }
        self.look_at(&transfer);
        self.transferred.add(transfer);
        if let (offset::EVENT, None, Ok(word)) = (offset, value, &done) {
            self.read_event(*word);
        }
        done
    }

    /// The same, clock by clock: one classic transfer, whose strobe is held until the answer.
    fn recorded_transfer(&mut self, offset: u32, value: Option<u32>) -> Result<u32, WireError> {
        if !offset.is_multiple_of(4) || offset >= ADDRESS_SPACE {
            return Err(BusError::NoRegister { offset }.into());
        }
        let inputs = Inputs {
            wb_cyc: true,
            wb_stb: true,
            wb_we: value.is_some(),
            wb_sel: 0xf,
            wb_adr: (offset / 4) as u8,
            wb_dat_w: value.unwrap_or(0),
            ..Inputs::default()
        };
        let timeout = BusError::Timeout { offset, clocks: ANSWER_CLOCKS };
        for _ in 0..ANSWER_CLOCKS {
            // Only a simulated chip is ever recorded, and none of these fails to make a step.
            let outputs = self.step(&inputs).map_err(|_| timeout)?;
            if outputs.wb_err {
                return Err(BusError::Refused { offset }.into());
            }
            if outputs.wb_ack {
                return Ok(value.unwrap_or(outputs.wb_dat_r));
            }
        }
        Err(timeout.into())
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
            watch: Watch::default(),
            host: Doing::Idle,
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

    /// Records every clock from now on, with the busy bit at this place in [`Inside::busy`]: word and bit.
    pub(super) fn begin_recording(&self, slot: Option<(usize, u32)>) -> Result<(), LabError> {
        let mut wire = self.0.borrow_mut();
        wire.recording = Some(Recording::of(slot));
        wire.sample()
    }

    /// Says what the host does from now on; returns what it has done up to now.
    pub(super) fn host_does(&self, what: Doing) -> Doing {
        let mut wire = self.0.borrow_mut();
        let before = core::mem::replace(&mut wire.host, what);
        // A chip that cannot be looked into fails at the next look.
        wire.sample().ok();
        before
    }

    /// Looks for an access, an error or a full FIFO from now on, or for nothing.
    pub(super) fn look_for(&self, goal: Option<Goal>) {
        self.0.borrow_mut().watch = Watch { goal, met: None };
    }

    /// Whether it was met.
    pub(super) fn has_met(&self) -> bool {
        self.0.borrow().watch.met.is_some()
    }

    /// Where it was met since this was last called.
    pub(super) fn take_met(&self) -> Option<Met> {
        self.0.borrow_mut().watch.met.take()
    }

    /// Whether the FIFO is full.
    pub(super) fn is_full(&self) -> Result<bool, LabError> {
        self.0.borrow().is_full()
    }

    /// Whether `ERROR` is set.
    pub(super) fn has_error(&self) -> bool {
        self.0.borrow_mut().has_error()
    }

    /// Looks for nothing while something is done again; returns what [`look_on`](Self::look_on) takes.
    pub(super) fn look_away(&self) -> Watch {
        core::mem::take(&mut self.0.borrow_mut().watch)
    }

    /// Looks on for what was looked for.
    pub(super) fn look_on(&self, watch: Watch) {
        self.0.borrow_mut().watch = watch;
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
        matches!(self, Self::Simulated(_) | Self::Board(BoardError::Refused { .. } | BoardError::WasReset))
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
