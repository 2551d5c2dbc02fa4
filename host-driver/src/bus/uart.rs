//! The chip on a serial line, over UARTBone, the byte protocol of LiteX.
//!
//! A write is ten bytes without an answer; a read is six bytes, answered with four. The protocol has neither checksum
//! nor echo. This module builds error detection from extra accesses; [`Care`] selects how many.
//!
//! [`Care::Confirmed`] is the choice unless the line is short and quiet:
//!
//! - **A read** consists of three frames: the register, a marker, the register again. The marker is `SCRATCH`, which
//!   keeps the last word written to it (`ID`, if none was). If it reads correctly, no byte was lost or duplicated
//!   before it, and the chip was not reset. If both reads of the register differ, marker and register are read once
//!   more; `agreement.rs` defines when three reads agree. A word that could also be the marker's is followed by one
//!   more frame. No read of the chip has a side effect, and a read may be retried as often as necessary. Two faults in
//!   one read are not detected if they change both frames of the register alike: with the same byte of the address
//!   doubled in both, both read `ID`.
//! - **After an answer that did not come, or a marker that reads wrong**, a late answer could be taken for that to
//!   another question. A sequence number in `SCRATCH` makes that impossible (`step.rs`); `SCRATCH` then gets its word
//!   back. Only a word that was not written through this bus may be lost, after several failures in a row.
//! - **A write** of a register that keeps its value is read back. An acknowledgement is confirmed by `EVENT.sequence`,
//!   and a reset by the loss of the marker. Each is retried until it is confirmed: a second write has no further
//!   effect.
//! - **`ARM` and `DISARM`** cannot be read back. The bus reads `ERROR` after them, which shows a truncated or shifted
//!   frame and a slot that does not exist, and retries, which is harmless. A corrupted byte that names another existing
//!   slot, or another register, is not detected here;
//!   [`CounterChipFacility::audit`](crate::facility::CounterChipFacility::audit) repairs its effect.
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

mod error;
mod step;
mod timing;

use carillon_regmap::counter_chip::field::{ctrl, error as host_error, event, event_ack, params};
use carillon_regmap::counter_chip::{ID_VALUE, offset};

use super::RegisterBus;
use super::agreement::agreed;
use super::nature::{Nature, is_in_every_build, is_word, nature, readable_bits};
use super::serial::SerialLine;

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

/// What the bus knows of `SCRATCH`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scratch {
    /// Nothing, as long as nothing was written to it.
    Unknown,
    /// The word that was written last.
    Holds(u32),
    /// That the chip was reset since.
    Lost,
}

impl Scratch {
    /// A register and the word that it must read: `SCRATCH`, unless its word is unknown or also that of a reset.
    const fn marker(self) -> (u32, u32) {
        match self {
            Self::Holds(word) if word != 0 => (offset::SCRATCH, word),
            _ => (offset::ID, ID_VALUE),
        }
    }
}

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
    scratch: Scratch,
    /// An answer may still come to a question that is no longer waited for.
    is_late: bool,
    /// The last sequence number that was written to `SCRATCH`.
    number: u16,
}

impl<L: SerialLine> UartBus<L> {
    /// The chip on `line`. Sends nothing. If a frame may be incomplete, as after a restart of the program, call
    /// [`resynchronise`](Self::resynchronise) first.
    pub const fn new(line: L, timing: Timing) -> Self {
        Self {
            line,
            timing,
            repairs: Repairs { silences: 0, disagreements: 0, rewrites: 0 },
            scratch: Scratch::Unknown,
            is_late: false,
            number: 0,
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
        self.scratch = Scratch::Unknown;
        self.is_late = true;
        let mut answered = None;
        for _ in 0..self.timing.attempts() {
            self.be_silent()?;
            match self.ask(offset::ID) {
                Ok(ID_VALUE) => {
                    // Other sequence numbers than those of a program before this one.
                    let [.., high, low] = self.ask(offset::NOW_LO).unwrap_or(0).to_be_bytes();
                    self.number = u16::from_be_bytes([high, low]);
                    return Ok(());
                }
                Ok(found) => answered = Some(found),
                Err(Fault::Again) => {}
                Err(Fault::Final(error)) => return Err(error),
            }
        }
        Err(answered.map_or(UartError::Silent { offset: offset::ID }, |found| UartError::NoChip { found }))
    }

    fn be_silent(&mut self) -> Result<(), UartError<L::Error>> {
        let silence = self.timing.silence();
        self.line.be_silent(silence).map_err(UartError::Line)
    }

    fn send_question(&mut self, byte: u32) -> Result<(), Fault<L::Error>> {
        self.line.send(&head(READ, byte)).map_err(|error| Fault::Final(UartError::Line(error)))
    }

    /// Waits for bytes of an answer. If none come, the chip is at a frame boundary afterwards.
    fn hear(&mut self, bytes: &mut [u8]) -> Result<usize, Fault<L::Error>> {
        let count =
            self.line.receive(bytes, self.timing.answer()).map_err(|error| Fault::Final(UartError::Line(error)))?;
        if count == 0 {
            self.repairs.silences = self.repairs.silences.saturating_add(1);
            self.is_late = true;
            self.be_silent().map_err(Fault::Final)?;
            return Err(Fault::Again);
        }
        Ok(count)
    }

    /// One frame that reads one word.
    fn ask(&mut self, byte: u32) -> Result<u32, Fault<L::Error>> {
        self.send_question(byte)?;
        let mut answer = [0; 4];
        let mut come: usize = 0;
        while let Some(rest) = answer.get_mut(come..).filter(|rest| !rest.is_empty()) {
            come = come.saturating_add(self.hear(rest)?);
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

    /// Whether the marker reads right: no byte too many or too few, no reset, no write that went astray. If it does
    /// not, coming into step shows which.
    fn is_marked(&mut self, marker: (u32, u32)) -> Result<bool, Fault<L::Error>> {
        let is_right = self.ask(marker.0)? == marker.1;
        if !is_right {
            self.be_silent().map_err(Fault::Final)?;
        }
        Ok(is_right)
    }

    /// Reads the register, the marker, the register; if both differ, the marker and the register again. `None` if the
    /// result is not reliable.
    fn ask_confirmed(&mut self, byte: u32) -> Result<Option<u32>, Fault<L::Error>> {
        if self.is_late && !self.come_into_step()? {
            return Ok(None);
        }
        // Until it is sure that they belong to the questions.
        self.is_late = true;
        let marker = self.scratch.marker();
        let first = self.ask(byte)?;
        if !self.is_marked(marker)? {
            return Ok(None);
        }
        let second = self.ask(byte)?;
        let word = if first == second {
            Some(first)
        } else if second == marker.1 || !self.is_marked(marker)? {
            // The marker may come again and again, if the length of its frame was corrupted.
            None
        } else {
            let third = self.ask(byte)?;
            agreed(byte, [first, second, third], self.timing.drift())
        };
        // A word too many is found at the next marker, unless it looks like one.
        let is_like_a_marker = byte == offset::SCRATCH || word == Some(marker.1);
        self.is_late = match word {
            Some(word) if is_like_a_marker => !self.is_last(word)?,
            word => word.is_none(),
        };
        Ok(word.filter(|_| !self.is_late))
    }

    fn read_word(&mut self, byte: u32) -> Result<u32, UartError<L::Error>> {
        let mut last = UartError::Silent { offset: byte };
        for _ in 0..self.timing.attempts() {
            if self.scratch == Scratch::Lost {
                return Err(UartError::WasReset);
            }
            let word = match self.timing.care() {
                Care::Plain => self.ask(byte).map(Some),
                Care::Confirmed => self.ask_confirmed(byte),
            };
            match word {
                Err(Fault::Final(error)) => return Err(error),
                Err(Fault::Again) => {}
                // The chip refuses no register that every build has: the line has changed the address.
                Ok(Some(u32::MAX)) if !is_in_every_build(byte) && !self.can_be_all_ones(byte)? => {
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

    /// Whether all ones can be the register's word. It is also the answer to what the chip refuses.
    fn can_be_all_ones(&mut self, byte: u32) -> Result<bool, UartError<L::Error>> {
        if matches!(byte, offset::ALARM_LO | offset::ALARM_HI) {
            return Ok(params::ALARM.is_set(self.read_word(offset::PARAMS)?));
        }
        Ok(readable_bits(byte) == u32::MAX)
    }

    /// Writes until the register keeps these bits of the value.
    fn write_kept(&mut self, byte: u32, value: u32, bits: u32) -> Result<(), UartError<L::Error>> {
        let mut found = 0;
        for attempt in 0..self.timing.attempts() {
            self.tell_again(attempt, byte, value)?;
            found = self.read_word(byte)?;
            if (found ^ value) & bits == 0 {
                return Ok(());
            }
        }
        Err(UartError::NotKept { offset: byte, wrote: value, found })
    }

    /// Writes `SCRATCH`, which then is the marker.
    fn mark(&mut self, value: u32) -> Result<(), UartError<L::Error>> {
        let before = core::mem::replace(&mut self.scratch, Scratch::Unknown);
        let written = self.write_kept(offset::SCRATCH, value, u32::MAX);
        if written.is_ok() {
            self.scratch = Scratch::Holds(value);
        } else if before == Scratch::Lost {
            self.scratch = Scratch::Lost;
        }
        written
    }

    /// Resets the chip, which clears `SCRATCH`, and writes the marker again. If that fails, the chip may have been
    /// reset.
    fn reset(&mut self, value: u32) -> Result<(), UartError<L::Error>> {
        let done = self.reset_to_mark(value);
        if done.is_err() {
            self.scratch = Scratch::Lost;
        }
        done
    }

    fn reset_to_mark(&mut self, value: u32) -> Result<(), UartError<L::Error>> {
        let mut found = 0;
        self.mark(MARK)?;
        self.scratch = Scratch::Unknown;
        for attempt in 0..self.timing.attempts() {
            self.tell_again(attempt, offset::CTRL, value)?;
            found = self.read_word(offset::SCRATCH)?;
            if found == 0 {
                return self.mark(MARK);
            }
        }
        Err(UartError::NotKept { offset: offset::CTRL, wrote: value, found })
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
        Err(UartError::NotKept { offset: offset::EVENT_ACK, wrote: value, found })
    }

    /// Writes a register that cannot be read back, until `ERROR` shows no effect of a broken frame.
    fn command(&mut self, byte: u32, value: u32) -> Result<(), UartError<L::Error>> {
        let broken = host_error::ADDRESS.mask() | host_error::ARM_RANGE.mask() | host_error::NOT_READY.mask();
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
        let repairs = self.repairs;
        self.read_word(offset::ID)?;
        if self.repairs == repairs {
            return Ok(());
        }
        if self.read_word(byte)? & value == 0 {
            return Ok(());
        }
        Err(UartError::Uncertain { offset: byte })
    }

    fn tell_again(&mut self, attempt: u8, byte: u32, value: u32) -> Result<(), UartError<L::Error>> {
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
            Nature::Controls if ctrl::RESET.is_set(value) => self.reset(value),
            _ if self.scratch == Scratch::Lost => Err(UartError::WasReset),
            Nature::Keeps(bits) => self.write_kept(byte, value, bits),
            Nature::Controls => self.write_kept(byte, value, ctrl::ENABLE.mask()),
            Nature::Pops => self.pop(value),
            Nature::Commands => self.command(byte, value),
            Nature::Clears => self.clear(byte, value),
        }
    }
}
