//! A virtual board: a Verilated chip whose UART is at the other end of a pseudo-terminal.
//!
//! What a program writes to the terminal is put on the chip's `uart_rx` bit by bit, and what the chip puts on `uart_tx`
//! is sampled bit by bit and can be read from the terminal. The terminal's own baud rate does not matter.

use core::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use carillon_sim::{CableError, UartChip};
use serialport::{SerialPort, TTYPort};

use super::{Noise, Spoilt};

/// Clocks after the last character in which the chip begins its answer: a reading of `NEXT` takes longest.
const ANSWER_CLOCKS: u64 = 160;

/// Clocks of a pause in which the chip forgets a broken frame, and some more.
const REST_CLOCKS: u64 = ((1 << 14) + (1 << 10)) * UartChip::CLOCKS_A_BIT as u64;

/// How long nobody may write before the chip is given that pause.
const REST_AFTER: Duration = Duration::from_millis(5);

/// How often the clock is set by the wall's.
const STEP: Duration = Duration::from_millis(1);

/// Clocks that are made up for at a time: those of two steps. What is missing beyond that is given up, as the computer
/// is too slow, or was asleep.
const CATCH_UP_CLOCKS: u64 = UartChip::CLOCK_HZ as u64 / 500;

/// When the clock of the board runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// All the time, as fast as that of a real board, or as fast as this computer can.
    Real,
    /// Only while there is something on the wires, and for one pause afterwards. So what a program sees depends on
    /// nothing but what it sends, and no time passes while it computes.
    Wire,
}

/// A virtual board.
pub struct Board {
    chip: UartChip,
    terminal: TTYPort,
    /// The program's side, kept open so that programs may come and go.
    program: TTYPort,
    there: Noise,
    back: Noise,
    pace: Pace,
}

impl Board {
    /// A board that has just been switched on. `there` spoils what programs send, `back` what the chip does.
    ///
    /// # Errors
    /// [`BoardError`]: no terminal, or no memory for the chip.
    pub fn new(pace: Pace, there: Noise, back: Noise) -> Result<Self, BoardError> {
        let (terminal, program) = TTYPort::pair()?;
        Ok(Self { chip: UartChip::new()?, terminal, program, there, back, pace })
    }

    /// The path of the terminal for programs.
    pub fn path(&self) -> String {
        self.program.name().unwrap_or_default()
    }

    /// What the cable has spoilt so far: on the way to the chip, and on the way back.
    pub const fn spoilt(&self) -> [Spoilt; 2] {
        [self.there.spoilt(), self.back.spoilt()]
    }

    /// Runs until `stop` says so; it is asked every few milliseconds, and given the clocks so far.
    ///
    /// # Errors
    /// [`BoardError`] if the terminal fails.
    pub fn run(&mut self, stop: &mut dyn FnMut(u64) -> bool) -> Result<(), BoardError> {
        let mut origin = (Instant::now(), self.chip.clocks());
        let mut rested = false;
        while !stop(self.chip.clocks()) {
            let wait = if self.pace == Pace::Wire { REST_AFTER } else { STEP };
            let came = self.carry(wait)?;
            match self.pace {
                Pace::Wire => {
                    if !came && !rested {
                        self.chip.hold(true, REST_CLOCKS);
                        self.answer()?;
                    }
                    rested = !came;
                }
                Pace::Real => {
                    let microseconds = origin.0.elapsed().as_micros() as u64;
                    let meant = origin.1 + microseconds * u64::from(UartChip::CLOCK_HZ) / 1_000_000;
                    let behind = meant.saturating_sub(self.chip.clocks());
                    self.chip.hold(true, behind.min(CATCH_UP_CLOCKS));
                    if behind > CATCH_UP_CLOCKS {
                        origin = (Instant::now(), self.chip.clocks());
                    }
                    self.answer()?;
                }
            }
        }
        Ok(())
    }

    /// Carries what programs have written, if any comes within `wait`, and what the chip answers; whether any came.
    fn carry(&mut self, wait: Duration) -> Result<bool, BoardError> {
        let mut bytes = [0; 256];
        self.terminal.set_timeout(wait)?;
        let count = match self.terminal.read(&mut bytes) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::TimedOut => return Ok(false),
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(true),
            Err(error) => return Err(error.into()),
        };
        for byte in &bytes[..count] {
            for byte in self.there.spoil(*byte) {
                self.chip.put(byte);
            }
        }
        // To the end of the answer.
        let mut heard = self.chip.clocks();
        while self.chip.is_hearing() || self.chip.clocks() - heard < ANSWER_CLOCKS {
            if self.chip.is_hearing() {
                heard = self.chip.clocks();
            }
            self.chip.hold(true, UartChip::CLOCKS_A_BIT.into());
        }
        self.answer()?;
        Ok(true)
    }

    /// Hands what the chip has said to the program. What nobody reads is lost when the terminal is full, as on a wire.
    fn answer(&mut self) -> Result<(), BoardError> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.chip.take() {
            bytes.extend(self.back.spoil(byte));
        }
        if bytes.is_empty() {
            return Ok(());
        }
        self.terminal.set_timeout(STEP)?;
        match self.terminal.write_all(&bytes) {
            Err(error) if error.kind() != ErrorKind::TimedOut => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// Why a virtual board does not run.
#[derive(Debug)]
pub enum BoardError {
    /// There is no memory for the chip.
    Chip(CableError),
    /// The pseudo-terminal failed.
    Terminal(io::Error),
}

impl From<CableError> for BoardError {
    fn from(error: CableError) -> Self {
        Self::Chip(error)
    }
}

impl From<io::Error> for BoardError {
    fn from(error: io::Error) -> Self {
        Self::Terminal(error)
    }
}

impl From<serialport::Error> for BoardError {
    fn from(error: serialport::Error) -> Self {
        Self::Terminal(error.into())
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chip(error) => error.fmt(formatter),
            Self::Terminal(error) => write!(formatter, "the pseudo-terminal failed: {error}; is /dev/pts mounted?"),
        }
    }
}

impl core::error::Error for BoardError {}
