//! The chip on a serial line, over UARTBone, the byte protocol of LiteX.
//!
//! A write is ten bytes without an answer; a read is six bytes, answered with four. The protocol has neither checksum
//! nor echo. This module builds error detection from extra accesses; [`Care`] selects how many.
//!
//! [`Care::Confirmed`] is the choice unless the line is short and quiet:
//!
//! - **A read** consists of three frames: the register, a marker, the register again. The marker is `SCRATCH`, which
//!   keeps the last word written to it (`ID`, if none was). If it reads correctly, no byte was lost or duplicated
//!   before it, and the chip was not reset. Both reads of the register have to agree (`agreement.rs` defines that for
//!   counters). No read of the chip has a side effect, and a read may be retried as often as necessary.
//! - **A write** of a register that keeps its value is read back. An acknowledgement is confirmed by `EVENT.sequence`,
//!   and a reset by the loss of the marker. Each is retried until it is confirmed: a second write has no further
//!   effect.
//! - **`ARM` and `DISARM`** cannot be read back. The bus reads `ERROR` after them, which shows a truncated or shifted
//!   frame and a slot that does not exist, and retries, which is harmless. A corrupted byte that names another existing
//!   slot, or another register, is not detected here; [`Facility::audit`](crate::facility::Facility::audit) repairs its
//!   effect.
//! - **A write that clears bits** (`INTR_STATE`, `ERROR`) is never retried automatically, since the chip may have set a
//!   bit again. If the outcome is unknown and the bits are still set, the error is [`UartError::Uncertain`]: read
//!   again, and clear what is set.
//!
//! If an answer is missing, the chip may be in the middle of a frame and would take further bytes as the rest of it.
//! The bus therefore sends nothing for 2^14 bit times (142 ms at 115,200 baud), after which the chip expects a new
//! frame.
//!
//! The bus uses UARTBone's two commands for *the same address*, although each frame has one word only. A frame that has
//! lost a byte takes the first byte of the next frame, a 4, as its last; the 2 of the other read command would be
//! `CTRL.reset`. A frame whose length was corrupted continues at its own register, not at the neighbouring ones.

mod agreement;
mod error;
mod timing;

use carillon_regmap::counter_chip::field::{ctrl, error as host_error, event, event_ack};
use carillon_regmap::counter_chip::{ID_VALUE, offset};

use super::RegisterBus;
use super::nature::{Nature, is_word, nature, readable_bits};
use super::serial::SerialLine;
use agreement::agreed;

pub use error::UartError;
pub use timing::{Care, Timing};

/// UARTBone: write at the same address.
const WRITE: u8 = 3;
/// UARTBone: read at the same address.
const READ: u8 = 4;

/// Bytes of a frame's head: command, number of words, address.
const HEAD: usize = 6;

/// Written to `SCRATCH` to detect a reset, which clears it. All bytes differ: a shifted word does not match.
const MARK: u32 = 0x5EA1_ED0C;

/// A register and the value that it must read.
type Marker = (u32, u32);

/// The marker of a chip whose `SCRATCH` is unknown.
const IDENTITY: Marker = (offset::ID, ID_VALUE);

/// A failed frame, and whether to retry it.
enum Fault<E> {
    /// No answer, or an incomplete one: retry.
    Again,
    /// A retry cannot help.
    Final(UartError<E>),
}

/// Errors on the line that were corrected, since the bus was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Repairs {
    /// Answers that were missing or incomplete.
    pub silences: u32,
    /// Reads that did not agree, or that are impossible.
    pub disagreements: u32,
    /// Writes that were retried because they had no effect.
    pub rewrites: u32,
}

/// A chip with the UART bus adapter, as a bus.
#[derive(Debug)]
pub struct UartBus<L> {
    line: L,
    timing: Timing,
    repairs: Repairs,
    marker: Marker,
}

impl<L: SerialLine> UartBus<L> {
    /// The chip on `line`. Sends nothing. If a frame may be incomplete, as after a restart of the program, call
    /// [`resynchronise`](Self::resynchronise) first.
    pub const fn new(line: L, timing: Timing) -> Self {
        Self {
            line,
            timing,
            repairs: Repairs {
                silences: 0,
                disagreements: 0,
                rewrites: 0,
            },
            marker: IDENTITY,
        }
    }

    /// The line, read only.
    pub const fn line(&self) -> &L {
        &self.line
    }

    /// The line. Traffic on it must end on a frame boundary.
    pub const fn line_mut(&mut self) -> &mut L {
        &mut self.line
    }

    /// Gives the line back.
    pub fn release(self) -> L {
        self.line
    }

    /// Errors that were corrected so far.
    pub const fn repairs(&self) -> Repairs {
        self.repairs
    }

    /// Makes the chip discard an incomplete frame by 2^14 bit times of silence, and checks that it answers. An earlier
    /// reset of the chip is no longer reported.
    ///
    /// # Errors
    /// [`UartError::Silent`] if nothing answers, [`UartError::NoChip`] if something else does, [`UartError::Line`].
    pub fn resynchronise(&mut self) -> Result<(), UartError<L::Error>> {
        self.marker = IDENTITY;
        let mut answered = None;
        for _ in 0..self.timing.attempts() {
            self.be_silent()?;
            match self.ask(offset::ID) {
                Ok(ID_VALUE) => return Ok(()),
                Ok(found) => answered = Some(found),
                Err(Fault::Again) => {}
                Err(Fault::Final(error)) => return Err(error),
            }
        }
        Err(
            answered.map_or(UartError::Silent { offset: offset::ID }, |found| {
                UartError::NoChip { found }
            }),
        )
    }

    fn be_silent(&mut self) -> Result<(), UartError<L::Error>> {
        let silence = self.timing.silence();
        self.line.be_silent(silence).map_err(UartError::Line)
    }

    /// One frame that reads one word. After a missing answer the chip is at a frame boundary.
    fn ask(&mut self, byte: u32) -> Result<u32, Fault<L::Error>> {
        let line = |error| Fault::Final(UartError::Line(error));
        self.line.send(&head(READ, byte)).map_err(line)?;
        let mut answer = [0; 4];
        let mut come: usize = 0;
        while let Some(rest) = answer.get_mut(come..).filter(|rest| !rest.is_empty()) {
            let count = self
                .line
                .receive(rest, self.timing.answer())
                .map_err(line)?;
            if count == 0 {
                self.repairs.silences = self.repairs.silences.saturating_add(1);
                self.be_silent().map_err(Fault::Final)?;
                return Err(Fault::Again);
            }
            come = come.saturating_add(count);
        }
        Ok(u32::from_be_bytes(answer))
    }

    /// One frame that writes one word.
    fn tell(&mut self, byte: u32, value: u32) -> Result<(), UartError<L::Error>> {
        let mut frame = [0; HEAD + 4];
        let bytes = head(WRITE, byte).into_iter().chain(value.to_be_bytes());
        for (place, byte) in frame.iter_mut().zip(bytes) {
            *place = byte;
        }
        self.line.send(&frame).map_err(UartError::Line)
    }

    /// Reads the register, the marker, the register: `None` if the result is not reliable.
    fn ask_confirmed(&mut self, byte: u32, marker: Marker) -> Result<Option<u32>, Fault<L::Error>> {
        let first = self.ask(byte)?;
        if self.ask(marker.0)? != marker.1 {
            self.find_marker(marker)?;
            return Ok(None);
        }
        let second = self.ask(byte)?;
        Ok(agreed(byte, first, second, self.timing.drift()))
    }

    /// The marker reads wrong. Either the line has a byte too many or too few and must drain, or the chip was reset, or
    /// a write to another register has changed the marker.
    fn find_marker(&mut self, marker: Marker) -> Result<(), Fault<L::Error>> {
        self.be_silent().map_err(Fault::Final)?;
        let found = self.ask(marker.0)?;
        if found == marker.1 {
            return Ok(());
        }
        if self.ask(offset::ID)? != ID_VALUE || self.ask(marker.0)? != found {
            self.be_silent().map_err(Fault::Final)?;
        } else if marker == IDENTITY {
            return Err(Fault::Final(UartError::NoChip { found }));
        } else if found == 0 {
            return Err(Fault::Final(UartError::WasReset));
        } else {
            self.tell(marker.0, marker.1).map_err(Fault::Final)?;
        }
        Ok(())
    }

    fn read_by(&mut self, byte: u32, marker: Marker) -> Result<u32, UartError<L::Error>> {
        let mut last = UartError::Silent { offset: byte };
        for _ in 0..self.timing.attempts() {
            let word = match self.timing.care() {
                Care::Plain => self.ask(byte).map(Some),
                Care::Confirmed => self.ask_confirmed(byte, marker),
            };
            match word {
                Err(Fault::Final(error)) => return Err(error),
                Err(Fault::Again) => {}
                Ok(Some(u32::MAX)) if readable_bits(byte) != u32::MAX => {
                    return Err(UartError::Refused { offset: byte });
                }
                Ok(Some(word)) if word & !readable_bits(byte) == 0 => return Ok(word),
                Ok(_) => {
                    self.repairs.disagreements = self.repairs.disagreements.saturating_add(1);
                    last = UartError::Unsteady { offset: byte };
                }
            }
        }
        Err(last)
    }

    fn read_word(&mut self, byte: u32) -> Result<u32, UartError<L::Error>> {
        self.read_by(byte, self.marker)
    }

    /// Writes until the register keeps these bits of the value.
    fn write_kept(
        &mut self,
        byte: u32,
        value: u32,
        bits: u32,
        marker: Marker,
    ) -> Result<(), UartError<L::Error>> {
        let mut found = 0;
        for attempt in 0..self.timing.attempts() {
            self.tell_again(attempt, byte, value)?;
            found = self.read_by(byte, marker)?;
            if (found ^ value) & bits == 0 {
                return Ok(());
            }
        }
        Err(UartError::NotKept {
            offset: byte,
            wrote: value,
            found,
        })
    }

    /// Writes `SCRATCH`, which then is the marker.
    fn mark(&mut self, value: u32) -> Result<(), UartError<L::Error>> {
        self.marker = IDENTITY;
        self.write_kept(offset::SCRATCH, value, u32::MAX, IDENTITY)?;
        if value != 0 {
            self.marker = (offset::SCRATCH, value);
        }
        Ok(())
    }

    /// Resets the chip, which clears `SCRATCH`, and writes the marker again.
    fn reset(&mut self, value: u32) -> Result<(), UartError<L::Error>> {
        let mut found = 0;
        self.mark(MARK)?;
        for attempt in 0..self.timing.attempts() {
            self.tell_again(attempt, offset::CTRL, value)?;
            found = self.read_by(offset::SCRATCH, IDENTITY)?;
            if found == 0 {
                return self.mark(MARK);
            }
        }
        Err(UartError::NotKept {
            offset: offset::CTRL,
            wrote: value,
            found,
        })
    }

    /// Acknowledges until the event is no longer the head.
    fn pop(&mut self, value: u32) -> Result<(), UartError<L::Error>> {
        let mut found = 0;
        for attempt in 0..self.timing.attempts() {
            self.tell_again(attempt, offset::EVENT_ACK, value)?;
            found = self.read_word(offset::EVENT)?;
            // An empty FIFO shows no sequence number.
            if !event::VALID.is_set(found) {
                return Ok(());
            }
            let meant = event_ack::SEQUENCE.get(value);
            match event::SEQUENCE.get(found).wrapping_sub(meant) & event::SEQUENCE.max() {
                0 => {}
                1 => return Ok(()),
                _ => break,
            }
        }
        Err(UartError::NotKept {
            offset: offset::EVENT_ACK,
            wrote: value,
            found,
        })
    }

    /// Writes a register that cannot be read back, until `ERROR` shows no effect of a broken frame.
    fn command(&mut self, byte: u32, value: u32) -> Result<(), UartError<L::Error>> {
        let broken = host_error::ADDRESS.mask()
            | host_error::ARM_RANGE.mask()
            | host_error::NOT_READY.mask();
        for attempt in 0..self.timing.attempts() {
            self.tell_again(attempt, byte, value)?;
            let silences = self.repairs.silences;
            let found = self.read_word(offset::ERROR)? & broken;
            if found != 0 {
                // An earlier frame may have set it: clear it and check whether it is set again.
                self.tell(offset::ERROR, found)?;
            } else if self.repairs.silences == silences {
                return Ok(());
            }
        }
        Err(UartError::Refused { offset: byte })
    }

    /// Clears bits, once.
    fn clear(&mut self, byte: u32, value: u32) -> Result<(), UartError<L::Error>> {
        self.tell(byte, value)?;
        match self.ask(offset::ID) {
            Ok(ID_VALUE) => return Ok(()),
            Err(Fault::Final(error)) => return Err(error),
            Ok(_) | Err(Fault::Again) => {}
        }
        if self.read_word(byte)? & value == 0 {
            return Ok(());
        }
        Err(UartError::Uncertain { offset: byte })
    }

    fn tell_again(
        &mut self,
        attempt: u8,
        byte: u32,
        value: u32,
    ) -> Result<(), UartError<L::Error>> {
        if attempt > 0 {
            self.repairs.rewrites = self.repairs.rewrites.saturating_add(1);
        }
        self.tell(byte, value)
    }
}

/// Command, number of words, address of a word, highest byte first.
fn head(command: u8, byte: u32) -> [u8; HEAD] {
    let [highest, high, low, lowest] = (byte / 4).to_be_bytes();
    [command, 1, highest, high, low, lowest]
}

impl<L: SerialLine> RegisterBus for UartBus<L> {
    type Error = UartError<L::Error>;

    fn read(&mut self, offset: u32) -> Result<u32, Self::Error> {
        if !is_word(offset) {
            return Err(UartError::NoWord { offset });
        }
        self.read_word(offset)
    }

    fn write(&mut self, byte: u32, value: u32) -> Result<(), Self::Error> {
        if !is_word(byte) {
            return Err(UartError::NoWord { offset: byte });
        }
        if self.timing.care() == Care::Plain {
            return self.tell(byte, value);
        }
        match nature(byte) {
            Nature::Ignored => Ok(()),
            Nature::Keeps(_) if byte == offset::SCRATCH => self.mark(value),
            Nature::Keeps(bits) => self.write_kept(byte, value, bits, self.marker),
            Nature::Controls if ctrl::RESET.is_set(value) => self.reset(value),
            Nature::Controls => self.write_kept(byte, value, ctrl::ENABLE.mask(), self.marker),
            Nature::Pops => self.pop(value),
            Nature::Commands => self.command(byte, value),
            Nature::Clears => self.clear(byte, value),
        }
    }
}
