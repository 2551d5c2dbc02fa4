//! What programs tell their simulator: firmware/src/tell.rs has the other side.

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// A timer was started.
    Started {
        /// Its number.
        timer: u32,
        /// The tick at which it is due.
        due: u64,
    },
    /// A timer has run out.
    Expired {
        /// Its number.
        timer: u32,
        /// The tick at which it was due, as the driver says.
        due: u64,
        /// The tick of the chip's visit that found it due.
        visited: u64,
    },
    /// The program has come to a point.
    Reached(u32),
    /// The program answers.
    Answer(u32),
    /// The program has just read this tick.
    Now(u64),
    /// A timer was stopped. One that is restarted is stopped and started.
    Stopped {
        /// Its number.
        timer: u32,
    },
}

/// What is said is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMessage {
    /// The word that should have begun one.
    pub word: u32,
}

impl core::fmt::Display for NoMessage {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "the program tells {:#010x}, which begins no message: build it anew with `make firmware`", self.word)
    }
}

impl core::error::Error for NoMessage {}

/// Puts messages together from words.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    words: Vec<u32>,
}

impl Messages {
    /// Takes the next word; returns the message that it completes.
    ///
    /// # Errors
    /// [`NoMessage`].
    pub fn take(&mut self, word: u32) -> Result<Option<Message>, NoMessage> {
        self.words.push(word);
        let message = match *self.words {
            [0x5354_0001, timer, low, high] => Message::Started { timer, due: wide(low, high) },
            [0x5354_0002, timer, low, high, visited_low, visited_high] => {
                Message::Expired { timer, due: wide(low, high), visited: wide(visited_low, visited_high) }
            }
            [0x5354_0003, point] => Message::Reached(point),
            [0x5354_0004, value] => Message::Answer(value),
            [0x5354_0005, low, high] => Message::Now(wide(low, high)),
            [0x5354_0006, timer] => Message::Stopped { timer },
            [0x5354_0001..=0x5354_0006, ..] => return Ok(None),
            _ => return Err(NoMessage { word }),
        };
        self.words.clear();
        Ok(Some(message))
    }
}

fn wide(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}
