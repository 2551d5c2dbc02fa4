//! The chip at the end of a serial line, over UARTBone, the byte protocol of LiteX.
//!
//! A write is ten bytes and not answered; a read is six, answered with four. The protocol has neither checksum nor echo, so
//! everything that says whether an access has arrived is built here from accesses. How much of that is done, [`Care`] says.
//!
//! With [`Care::Confirmed`], the one to choose unless the line is short and quiet:
//!
//! - **A read** is made of three frames: the register, a marker, the register again. The marker is `SCRATCH`, which keeps
//!   the word that was last written to it (`ID`, as long as none was). It has to read what it must, which tells that no byte was
//!   lost or doubled before it, and that the chip was not reset. And both readings of the register have to agree
//!   (`agreement.rs` says what that means for counters). No read of the chip has a side effect, so it may be repeated as
//!   often as that takes.
//! - **A write** of a register that keeps its value is read back. So is an acknowledgement, by `EVENT.sequence`, and a reset,
//!   which forgets the marker. Each is written again until it is so: none does more the second time than the first.
//! - **`ARM` and `DISARM`** cannot be read back. `ERROR` is read after them, which tells a frame that was cut or shifted
//!   and a slot that does not exist, and they are written again, which does no harm. A changed byte that names another
//!   slot that exists, or another register, is not noticed here; [`Facility::audit`](crate::facility::Facility::audit)
//!   mends what it has done.
//! - **A write that clears bits** (`INTR_STATE`, `ERROR`) is never sent twice by itself, since a bit may have been set anew
//!   meanwhile. If it cannot be known whether it has arrived, and the bits are still set, the error is
//!   [`UartError::Uncertain`]: look again, and clear what you then find.
//!
//! When an answer stays away, the chip may be in the middle of a frame, and whatever is sent would be taken for the rest
//! of it. So the bus first sends nothing for 2^14 bit times (142 ms at 115,200 baud), after which the chip begins anew.
//!
//! Of UARTBone's commands the two for *the same address* are used, although each frame has one word only. A frame that has
//! lost a byte takes the first of the next frame, a 4, for its last; the 2 of the other reading command would be
//! `CTRL.reset`. And one whose length was changed goes on at its own register, not at its neighbours.

mod agreement;
mod error;
mod timing;

use carillon_regmap::field::{ctrl, error as host_error, event, event_ack};
use carillon_regmap::{ID_VALUE, offset};

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

/// What is put into `SCRATCH` to see it forgotten by a reset: no two bytes alike, so that a shifted one is no such word.
const MARK: u32 = 0x5EA1_ED0C;

/// A register, and what has to be read from it.
type Marker = (u32, u32);

/// The marker of a chip whose `SCRATCH` is not known.
const IDENTITY: Marker = (offset::ID, ID_VALUE);

/// A faulty frame, and what to do about it.
enum Fault<E> {
    /// No answer, or not a whole one: try again.
    Again,
    /// There is no use in trying again.
    Final(UartError<E>),
}

/// What has gone wrong on the line and was put right, since the bus was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Repairs {
    /// Answers that did not come, or not whole.
    pub silences: u32,
    /// Readings that did not agree, or that no chip gives.
    pub disagreements: u32,
    /// Writes that had not the effect that they should have had.
    pub rewrites: u32,
}

/// A chip with the UART front end, as a bus.
#[derive(Debug)]
pub struct UartBus<L> {
    line: L,
    timing: Timing,
    repairs: Repairs,
    marker: Marker,
}

impl<L: SerialLine> UartBus<L> {
    /// The chip at the end of `line`. Sends nothing; where a frame may have been begun before, as after a restart of the
    /// program, call [`resynchronise`](Self::resynchronise) first.
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

    /// The line, to look at.
    pub const fn line(&self) -> &L {
        &self.line
    }

    /// The line. What is sent or received on it must leave it between two frames.
    pub const fn line_mut(&mut self) -> &mut L {
        &mut self.line
    }

    /// Gives the line back.
    pub fn release(self) -> L {
        self.line
    }

    /// What has gone wrong so far and was put right.
    pub const fn repairs(&self) -> Repairs {
        self.repairs
    }

    /// Lets the chip forget a frame that was broken off, by 2^14 bit times of silence, and makes sure that it answers. A
    /// reset of the chip that happened before is not told any more.
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

    /// One frame that reads one word. Where the answer does not come, the chip is left between two frames.
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

    /// The register, the marker, the register: `None` if this is not to be believed.
    fn ask_confirmed(&mut self, byte: u32, marker: Marker) -> Result<Option<u32>, Fault<L::Error>> {
        let first = self.ask(byte)?;
        if self.ask(marker.0)? != marker.1 {
            self.find_marker(marker)?;
            return Ok(None);
        }
        let second = self.ask(byte)?;
        Ok(agreed(byte, first, second, self.timing.drift()))
    }

    /// The marker did not read as it must. Either a byte too many or too few stands in the line, which must run empty; or the
    /// chip has forgotten the marker; or a write that was meant for another register has changed it.
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

    /// Writes until a register keeps these bits of what was written to it.
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

    /// Writes `SCRATCH`, which is the marker from then on.
    fn mark(&mut self, value: u32) -> Result<(), UartError<L::Error>> {
        self.marker = IDENTITY;
        self.write_kept(offset::SCRATCH, value, u32::MAX, IDENTITY)?;
        if value != 0 {
            self.marker = (offset::SCRATCH, value);
        }
        Ok(())
    }

    /// Resets the chip, which forgets what stands in `SCRATCH`, and marks it anew.
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

    /// Acknowledges until the event is not the head any more.
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

    /// Writes what cannot be read back, until `ERROR` tells of nothing that a broken frame brings about.
    fn command(&mut self, byte: u32, value: u32) -> Result<(), UartError<L::Error>> {
        let broken = host_error::ADDRESS.mask()
            | host_error::ARM_RANGE.mask()
            | host_error::NOT_READY.mask();
        for attempt in 0..self.timing.attempts() {
            self.tell_again(attempt, byte, value)?;
            let silences = self.repairs.silences;
            let found = self.read_word(offset::ERROR)? & broken;
            if found != 0 {
                // It may be of an earlier frame: see whether it comes again.
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
