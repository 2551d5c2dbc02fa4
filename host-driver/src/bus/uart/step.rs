//! Which answer belongs to which question, after an answer did not come in time.
//!
//! An answer that nobody waits for any more may still come, and would be taken for that to the next question, the next
//! for that to the one after it, and so on. So the bus writes a sequence number to `SCRATCH` that was not there before,
//! asks for it, and takes bytes until it comes: answers come in the order of the questions, so nothing is under way
//! after it.
//!
//! What came just before it is the word that `SCRATCH` had. It shows whether the chip was reset, and is put back.

use carillon_regmap::counter_chip::field::status;
use carillon_regmap::counter_chip::{ID_VALUE, offset};

use super::{Fault, Scratch, UartBus, UartError};
use crate::bus::serial::SerialLine;

/// The high half of a sequence number in `SCRATCH`; the low half counts.
const NUMBERS: u32 = 0xC3A5_0000;

/// Late bytes that are taken at most: more than all attempts of an access can have asked for.
const MOST_LATE: u32 = 4 * 4 * 256;

impl<L: SerialLine> UartBus<L> {
    /// Makes sure that no answer is under way. `false` if it could not, which another attempt may.
    pub(super) fn come_into_step(&mut self) -> Result<bool, Fault<L::Error>> {
        if self.scratch == Scratch::Unknown && !self.is_the_chip()? {
            return Ok(false);
        }
        let before = self.ask(offset::SCRATCH)?;
        let number = self.next_number(before);
        self.tell(offset::SCRATCH, number).map_err(Fault::Final)?;
        self.send_question(offset::SCRATCH)?;
        let mut come = u64::from(before);
        for _ in 0..MOST_LATE {
            let mut byte = [0];
            self.hear(&mut byte)?;
            come = (come << 8) | u64::from(u8::from_be_bytes(byte));
            if come & u64::from(u32::MAX) == u64::from(number) {
                return self.put_back((come >> 32) as u32);
            }
        }
        self.be_silent().map_err(Fault::Final)?;
        Ok(false)
    }

    /// Nothing is written to what is no chip.
    fn is_the_chip(&mut self) -> Result<bool, Fault<L::Error>> {
        let found = self.ask(offset::ID)?;
        if found == ID_VALUE {
            return Ok(true);
        }
        self.be_silent().map_err(Fault::Final)?;
        if self.ask(offset::ID)? == found && self.ask(offset::ID)? == found {
            return Err(Fault::Final(UartError::NoChip { found }));
        }
        self.be_silent().map_err(Fault::Final)?;
        Ok(false)
    }

    /// A sequence number that `SCRATCH` has not held lately.
    fn next_number(&mut self, before: u32) -> u32 {
        loop {
            self.number = self.number.wrapping_add(1);
            let number = NUMBERS | u32::from(self.number);
            if number != before && self.scratch != Scratch::Holds(number) {
                return number;
            }
        }
    }

    /// In step: `SCRATCH` holds a sequence number, and held `before` before it.
    fn put_back(&mut self, before: u32) -> Result<bool, Fault<L::Error>> {
        // The number of an earlier attempt hides what was there before that.
        let is_hidden = before & 0xFFFF_0000 == NUMBERS;
        let word = match self.scratch {
            Scratch::Holds(word) => {
                let was_reset = before == 0 || (is_hidden && before != word && !self.runs()?);
                if word != 0 && was_reset {
                    self.scratch = Scratch::Lost;
                    return Err(Fault::Final(UartError::WasReset));
                }
                word
            }
            _ if is_hidden => {
                self.is_late = false;
                return Ok(true);
            }
            _ => before,
        };
        self.tell(offset::SCRATCH, word).map_err(Fault::Final)?;
        self.is_late = self.ask(offset::SCRATCH)? != word || !self.is_last(word)?;
        Ok(!self.is_late)
    }

    /// Whether `word`, the last answer, does not come again, as after a frame whose length was corrupted. The word read
    /// instead is another one, and no marker.
    pub(super) fn is_last(&mut self, word: u32) -> Result<bool, Fault<L::Error>> {
        Ok(self.ask(offset::VERSION)? != word || self.ask(offset::ID)? != word)
    }

    /// Whether the chip has been enabled since its last reset. What was never enabled counts as reset.
    fn runs(&mut self) -> Result<bool, Fault<L::Error>> {
        let first = self.ask(offset::STATUS)?;
        Ok(status::RUNNING.is_set(first & self.ask(offset::STATUS)?))
    }
}
