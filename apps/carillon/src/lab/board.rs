//! A board at the end of a cable. Only its registers can be seen, and nothing stops or steps its clock.

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::serial::Port;
use carillon_driver::bus::uart::UartBus;
use carillon_driver::counter_chip::Event;
use carillon_lab::{BoardError, Chip, LabError, Reason, WireError};
use carillon_regmap::counter_chip::field::{ctrl, params};
use carillon_regmap::counter_chip::offset;
use carillon_spec::counter_chip::{Inside, InsideEvent};

use crate::cable::Link;

/// What the laboratory does with a simulated chip only, and why.
const CANNOT: [Reason; 6] = [
    ("step", "A board's clock cannot be stepped."),
    ("speed", "A board's clock has a speed of its own."),
    ("back", "A board cannot go back in time: its memories cannot be read or written."),
    ("wave", "A board has no wave: only its registers can be seen."),
    ("stall", "A board's clock cannot wait for a number of clocks of the host."),
    ("scene", "Scenes choose their chips and speeds: they need simulated chips."),
];

/// A chip at the end of a cable, and what was last read of it. Every read of the host and of the page is noted.
#[derive(Debug)]
pub(super) struct Board {
    bus: UartBus<Port>,
    parameters: u32,
    now: u64,
    /// Now when the cursor was last read, and the cursor.
    together: (u64, u64),
    event: Event,
    event_tick: u32,
}

impl Board {
    /// Opens the port and reads which chip is there.
    pub(super) fn open(link: &Link) -> Result<Self, LabError> {
        let told = |error: BoardError| LabError(format!("--port {}: {error}", link.port));
        let mut bus = link.open().map_err(LabError)?;
        bus.resynchronise().map_err(told)?;
        Ok(Self {
            parameters: bus.read(offset::PARAMS).map_err(told)?,
            bus,
            now: 0,
            together: (0, 0),
            event: Event::from_word(0),
            event_tick: 0,
        })
    }

    /// Reads what a host polls.
    fn poll(&mut self) -> Result<(), BoardError> {
        match self.note_read(offset::EVENT).and_then(|_| self.note_read(offset::NOW_LO)) {
            Ok(_) => Ok(()),
            // The driver finds the same when it serves, and starts the chip again.
            Err(BoardError::WasReset) => {
                self.event.attention = true;
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    fn note_read(&mut self, offset: u32) -> Result<u32, BoardError> {
        let word = self.bus.read(offset)?;
        self.note(offset, word);
        Ok(word)
    }

    fn note(&mut self, offset: u32, word: u32) {
        match offset {
            offset::NOW_LO => self.now += u64::from(word.wrapping_sub(self.now as u32)),
            offset::CURSOR_LO => {
                let behind = (self.now as u32).wrapping_sub(word).cast_signed();
                let behind = behind.max(0).unsigned_abs().into();
                self.together = (self.now, self.now.saturating_sub(behind));
            }
            offset::EVENT => self.event = Event::from_word(word),
            offset::EVENT_TICK => self.event_tick = word,
            _ => {}
        }
    }
}

impl Chip for Board {
    fn read(&mut self, offset: u32) -> Result<u32, WireError> {
        self.note_read(offset).map_err(WireError::Board)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), WireError> {
        if offset == offset::CTRL && ctrl::RESET.is_set(value) {
            self.now = 0;
            self.together = (0, 0);
        }
        self.bus.write(offset, value).map_err(WireError::Board)
    }

    fn now(&self) -> Result<u64, LabError> {
        Ok(self.now)
    }

    /// Whether the chip wanted the host when `EVENT` was last read. A UART has no interrupt line.
    fn irq(&self) -> bool {
        self.event.valid || self.event.attention
    }

    /// What was last read. Busy bits and the events behind the head cannot be read.
    fn inside(&self) -> Result<Inside, LabError> {
        let Event { wheel, slot, late, .. } = self.event;
        let (now, cursor) = self.together;
        let head = InsideEvent { wheel, slot, late, tick: self.event_tick };
        Ok(Inside { now, cursor, busy: Vec::new(), events: Vec::from_iter(self.event.valid.then_some(head)) })
    }

    fn has_more_events(&self) -> bool {
        self.event.valid && self.event.more
    }

    fn fifo_depth(&self) -> u32 {
        1 << params::FIFO_BITS.get(self.parameters)
    }

    fn pass(&mut self, _: u64) -> Result<(), LabError> {
        Ok(self.poll()?)
    }

    fn pass_until_irq(&mut self, _: u64) -> Result<(), LabError> {
        Ok(self.poll()?)
    }

    fn clocks(&self) -> Option<u64> {
        None
    }

    fn board(&self) -> Option<(u32, &'static [Reason])> {
        Some((self.parameters, &CANNOT))
    }

    fn look(&mut self) -> Result<(), LabError> {
        self.poll()?;
        for offset in [offset::CURSOR_LO, offset::EVENT_TICK] {
            match self.note_read(offset) {
                Ok(_) | Err(BoardError::WasReset) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
