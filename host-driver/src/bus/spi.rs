//! The chip on an SPI bus.
//!
//! A frame carries a checksum in each direction and a status, which show the host whether an access succeeded
//! (`spi/frame.rs`). Failed frames are retried, up to the limit of [`SpiBus::with_attempts`]: reads have no side
//! effect, registers hold values, `ARM` and `DISARM` may be repeated, and the sequence number distinguishes a second
//! `EVENT_ACK` from the first. A write that clears bits (`INTR_STATE`, `ERROR`) is retried only if the chip reports
//! that it did nothing. If the outcome is unknown, the bus reads the register; if any of those bits are set, the error
//! is [`SpiError::Uncertain`].
//!
//! The checksum detects every corrupted byte and up to three wrong bits. It misses one in 256 random changes of a whole
//! frame, and the status all but one in 256 of those. So a read consists of two frames whose words agree, and a third
//! if they differ (`agreement.rs`): a wrong word passes only if two frames are corrupted alike. A write that is
//! corrupted so passes once in 256 times; [`CounterChipFacility::audit`](crate::facility::CounterChipFacility::audit)
//! repairs its effect.

mod frame;

use core::fmt;

use embedded_hal::spi::{ErrorKind, SpiDevice};

use super::RegisterBus;
use super::agreement::agreed;
use super::nature::{Nature, is_word, nature, readable_bits};
use frame::{Answer, Frame};

/// Attempts by default.
const ATTEMPTS: u8 = 4;

/// Ticks by which a counter may move between two frames.
const DRIFT: u32 = 1 << 16;

/// Errors on the wires that were corrected, since the bus was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Repairs {
    /// Frames that the chip received with an error; it did nothing.
    pub came_wrong: u32,
    /// Answers received with an error.
    pub went_wrong: u32,
    /// Frames that were too fast for the chip's clock.
    pub too_fast: u32,
    /// Reads whose frames did not agree, or whose word is impossible.
    pub disagreements: u32,
}

/// A chip with the SPI bus adapter, as a bus. The device has to be in mode 0, highest bit first, at an eighth of the
/// chip's clock at most.
#[derive(Debug)]
pub struct SpiBus<S> {
    device: S,
    attempts: u8,
    repairs: Repairs,
}

impl<S: SpiDevice> SpiBus<S> {
    /// The chip at `device`, with four attempts. Sends nothing.
    pub const fn new(device: S) -> Self {
        Self {
            device,
            attempts: ATTEMPTS,
            repairs: Repairs { came_wrong: 0, went_wrong: 0, too_fast: 0, disagreements: 0 },
        }
    }

    /// An access fails after this number of attempts, 1 to 255, in place of four.
    #[must_use]
    pub fn with_attempts(mut self, attempts: u8) -> Self {
        self.attempts = attempts.max(1);
        self
    }

    /// Gives the device back.
    pub fn release(self) -> S {
        self.device
    }

    /// The device, read only.
    pub const fn device(&self) -> &S {
        &self.device
    }

    /// The device, for transfers that do not concern the chip.
    pub const fn device_mut(&mut self) -> &mut S {
        &mut self.device
    }

    /// Errors that were corrected so far.
    pub const fn repairs(&self) -> Repairs {
        self.repairs
    }

    /// One frame.
    fn exchange(&mut self, frame: Frame) -> Result<Answer, SpiError> {
        let mut bytes = frame.bytes();
        self.device
            .transfer_in_place(&mut bytes)
            .map_err(|error| SpiError::Device(embedded_hal::spi::Error::kind(&error)))?;
        let answer = frame.answer(bytes);
        let count = match answer {
            Answer::Wrong => &mut self.repairs.came_wrong,
            Answer::Unreadable => &mut self.repairs.went_wrong,
            Answer::TooFast => &mut self.repairs.too_fast,
            Answer::Done(_) | Answer::Refused => return Ok(answer),
        };
        *count = count.saturating_add(1);
        Ok(answer)
    }

    /// Sends the frame until an answer is valid.
    fn access(&mut self, frame: Frame) -> Result<u32, SpiError> {
        let offset = frame.offset();
        let mut last = SpiError::Corrupted { offset };
        for _ in 0..self.attempts {
            match self.exchange(frame)? {
                Answer::Done(word) => return Ok(word),
                Answer::Refused => return Err(SpiError::Refused { offset }),
                Answer::TooFast => last = SpiError::TooFast { offset },
                Answer::Wrong | Answer::Unreadable => last = SpiError::Corrupted { offset },
            }
        }
        Err(last)
    }

    /// Reads until frames agree.
    fn read_word(&mut self, offset: u32) -> Result<u32, SpiError> {
        let frame = Frame::read(offset);
        for _ in 0..self.attempts {
            let [first, second] = [self.access(frame)?, self.access(frame)?];
            let word =
                if first == second { Some(first) } else { agreed(offset, [first, second, self.access(frame)?], DRIFT) };
            if let Some(word) = word.filter(|word| word & !readable_bits(offset) == 0) {
                return Ok(word);
            }
            self.repairs.disagreements = self.repairs.disagreements.saturating_add(1);
        }
        Err(SpiError::Unsteady { offset })
    }

    /// Clears bits. Retries only if the chip did nothing.
    fn clear(&mut self, offset: u32, value: u32) -> Result<(), SpiError> {
        for _ in 0..self.attempts {
            match self.exchange(Frame::write(offset, value))? {
                Answer::Done(_) => return Ok(()),
                Answer::Refused => return Err(SpiError::Refused { offset }),
                Answer::Wrong => {}
                Answer::TooFast | Answer::Unreadable => {
                    return if self.read_word(offset)? & value == 0 {
                        Ok(())
                    } else {
                        Err(SpiError::Uncertain { offset })
                    };
                }
            }
        }
        Err(SpiError::Corrupted { offset })
    }
}

impl<S: SpiDevice> RegisterBus for SpiBus<S> {
    type Error = SpiError;

    fn read(&mut self, offset: u32) -> Result<u32, SpiError> {
        if !is_word(offset) {
            return Err(SpiError::NoWord { offset });
        }
        self.read_word(offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), SpiError> {
        if !is_word(offset) {
            return Err(SpiError::NoWord { offset });
        }
        if nature(offset) == Nature::Clears {
            return self.clear(offset, value);
        }
        self.access(Frame::write(offset, value)).map(|_| ())
    }
}

/// Why an access over SPI failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum SpiError {
    /// The SPI device failed.
    Device(#[cfg_attr(feature = "defmt", defmt(Debug2Format))] ErrorKind),
    /// The offset is no multiple of 4, or beyond the chip's registers. Nothing was sent.
    NoWord {
        /// The offset requested, in bytes.
        offset: u32,
    },
    /// The chip has no such register.
    Refused {
        /// The register's byte offset.
        offset: u32,
    },
    /// Every attempt was corrupted on the wires.
    Corrupted {
        /// The register's byte offset.
        offset: u32,
    },
    /// The frames of a read did not agree in any attempt.
    Unsteady {
        /// The register's byte offset.
        offset: u32,
    },
    /// The bus's clock is more than an eighth of the chip's.
    TooFast {
        /// The register's byte offset.
        offset: u32,
    },
    /// It is unknown whether the write cleared the bits, and some of them are set. The bus did not retry: the chip may
    /// have set them again. Read the register, handle its bits, and clear them.
    Uncertain {
        /// The register's byte offset.
        offset: u32,
    },
}

impl fmt::Display for SpiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Device(kind) => write!(formatter, "the SPI device failed ({kind}): check its wiring and its pins"),
            Self::NoWord { offset } => write!(
                formatter,
                "{offset:#05x} is no register: take offsets from carillon_regmap::counter_chip::offset"
            ),
            Self::Refused { offset } => {
                write!(formatter, "the chip refuses an access to {offset:#05x}: compare with PARAMS")
            }
            Self::Corrupted { offset } => write!(
                formatter,
                "every frame for {offset:#05x} was corrupted: check that the bus is in mode 0 and the chip selected, \
                shorten the wires, or lower the clock"
            ),
            Self::Unsteady { offset } => write!(
                formatter,
                "reads of {offset:#05x} never agree: the wires corrupt several bytes of a frame; shorten them, or \
                lower the clock"
            ),
            Self::TooFast { offset } => write!(
                formatter,
                "the bus is too fast for an access to {offset:#05x}: its clock may be at most an eighth of the chip's"
            ),
            Self::Uncertain { offset } => write!(
                formatter,
                "it is unknown whether bits of {offset:#05x} were cleared: read it again, and clear what is set"
            ),
        }
    }
}

impl core::error::Error for SpiError {}
