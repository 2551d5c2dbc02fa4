//! A board at the end of a cable. Only its registers can be seen, and nothing stops or steps its clock.

use std::io::ErrorKind;

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::serial::Port;
use carillon_driver::bus::uart::{UartBus, UartError};
use carillon_driver::chip::Event;
use carillon_regmap::field::ctrl;
use carillon_regmap::offset;
use carillon_sim::{Inside, InsideEvent};

use super::LabError;
use crate::cable::Link;

/// The name of its model.
pub(super) const MODEL: &str = "board";

/// What the laboratory does with a simulated chip only, and why.
pub(super) const CANNOT: [(&str, &str); 6] = [
    ("step", "A board's clock cannot be stepped."),
    ("speed", "A board's clock has a speed of its own."),
    (
        "back",
        "A board cannot go back in time: its memories cannot be read or written.",
    ),
    (
        "wave",
        "A board has no wave: only its registers can be seen.",
    ),
    (
        "stall",
        "A board's clock cannot wait for a number of clocks of the host.",
    ),
    (
        "scene",
        "Scenes choose their chips and speeds: they need simulated chips.",
    ),
];

/// Why a board cannot do this.
pub(super) fn refusal(what: &str) -> LabError {
    let reason = CANNOT.iter().find(|(name, _)| *name == what);
    LabError(reason.map_or(what, |(_, reason)| reason).to_owned())
}

/// What an access fails with.
pub(super) type BoardError = UartError<ErrorKind>;

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

    /// The word of `PARAMS`.
    pub(super) const fn parameters(&self) -> u32 {
        self.parameters
    }

    /// The chip's now when it was last read.
    pub(super) const fn now(&self) -> u64 {
        self.now
    }

    /// Whether the chip wanted the host when `EVENT` was last read. A UART has no interrupt line.
    pub(super) const fn irq(&self) -> bool {
        self.event.valid || self.event.attention
    }

    /// Reads what a host polls.
    pub(super) fn poll(&mut self) -> Result<(), BoardError> {
        match self
            .read(offset::EVENT)
            .and_then(|_| self.read(offset::NOW_LO))
        {
            Ok(_) => Ok(()),
            // The driver finds the same when it serves, and starts the chip again.
            Err(BoardError::WasReset) => {
                self.event.attention = true;
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Reads what the page shows of the chip besides its registers.
    pub(super) fn look(&mut self) -> Result<(), BoardError> {
        self.poll()?;
        for offset in [offset::CURSOR_LO, offset::EVENT_TICK] {
            match self.read(offset) {
                Ok(_) | Err(BoardError::WasReset) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// What was last read. Busy bits and the events behind the head cannot be read.
    pub(super) fn inside(&self) -> Inside {
        let Event {
            wheel, slot, late, ..
        } = self.event;
        let tick = self.event_tick;
        let (now, cursor) = self.together;
        let head = InsideEvent {
            wheel,
            slot,
            late,
            tick,
        };
        Inside {
            now,
            cursor,
            busy: Vec::new(),
            events: Vec::from_iter(self.event.valid.then_some(head)),
        }
    }

    /// Whether at least one more event is behind the head.
    pub(super) const fn has_more_events(&self) -> bool {
        self.event.valid && self.event.more
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

impl RegisterBus for Board {
    type Error = BoardError;

    fn read(&mut self, offset: u32) -> Result<u32, BoardError> {
        let word = self.bus.read(offset)?;
        self.note(offset, word);
        Ok(word)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BoardError> {
        if offset == offset::CTRL && ctrl::RESET.is_set(value) {
            self.now = 0;
            self.together = (0, 0);
        }
        self.bus.write(offset, value)
    }
}
