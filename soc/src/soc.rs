//! One SoC: its clock, its program, and what goes in and out.

use core::fmt;
use std::collections::VecDeque;
use std::path::Path;

use crate::ffi::{MEMORY_WORDS, Memory, Model, happened};
use crate::program::Program;

/// Where the memories begin, in bytes, as in hdl/litex/soc.py.
const MEMORIES: [(Memory, u32); 2] = [(Memory::Rom, 0), (Memory::MainRam, 0x4000_0000)];

/// For how many clocks the reset pin is held.
const RESET_CLOCKS: u64 = 8;

/// What the program does that its simulator notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It sends a word through the probe.
    Told(u32),
    /// It prints a byte at the UART.
    Printed(u8),
    /// It ends, with a status: 0 where all is well.
    Finished(u32),
}

/// What has been counted since the SoC was made. In the order of the structure in `cpp/soc.hpp`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rising edges of the clock.
    pub clocks: u64,
    /// Clocks in which the processor waited in `wfi`.
    pub asleep: u64,
    /// How often the chip's interrupt line has risen.
    pub irq_rises: u64,
    /// How often the processor has entered its interrupt routine.
    pub interrupts: u64,
    /// Instructions that the processor has finished.
    pub instructions: u64,
    /// The processor's own count of clocks, `mcycle`.
    pub cycle: u64,
    /// The clock in which the chip's interrupt line rose last.
    pub rose: u64,
    /// The clock in which the processor entered its interrupt routine last.
    pub entered: u64,
    /// The byte address of the instruction that was finished last.
    pub pc: u32,
    /// The chip's interrupt line after the last rising edge.
    pub irq: bool,
    /// Whether the processor waits in `wfi`.
    pub sleeps: bool,
}

/// One Verilated SoC. Any number of them may live in one process, each used from one thread at a time.
pub struct Soc {
    model: Model,
    /// Words for the program that it has not taken yet; the first is at the pins.
    asked: VecDeque<u32>,
    /// Bytes for the UART, likewise.
    typed: VecDeque<u8>,
    /// What happened in one clock beside another event.
    waiting: VecDeque<Event>,
}

impl Soc {
    /// A SoC with `program` in its memories, just out of reset.
    ///
    /// # Errors
    /// [`SocError`].
    pub fn new(program: &Program) -> Result<Self, SocError> {
        Self::reset_with(Model::new(false), program, None)
    }

    /// The same, with every signal written to a VCD file at `path`, which is made or overwritten: 10 ns a clock.
    /// Complete when the SoC is dropped. Large, and several times slower.
    ///
    /// # Errors
    /// [`SocError`].
    pub fn with_waves(program: &Program, path: impl AsRef<Path>) -> Result<Self, SocError> {
        Self::reset_with(Model::new(true), program, Some(path.as_ref()))
    }

    fn reset_with(model: Option<Model>, program: &Program, wave: Option<&Path>) -> Result<Self, SocError> {
        let mut model = model.ok_or(SocError::OutOfMemory)?;
        for (address, bytes) in &program.pieces {
            load(&mut model, *address, bytes)?;
        }
        if let Some(path) = wave {
            model.open_wave(path).map_err(|_| SocError::NotOpened)?;
        }
        model.reset(true);
        for _ in 0..RESET_CLOCKS {
            model.run(1);
        }
        model.reset(false);
        Ok(Self { model, asked: VecDeque::new(), typed: VecDeque::new(), waiting: VecDeque::new() })
    }

    /// Runs at most `limit` clocks, and no further than the clock in which the program does something; `None` where it
    /// does nothing.
    pub fn run(&mut self, limit: u64) -> Option<Event> {
        let end = self.counts().clocks.saturating_add(limit);
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            let left = end.saturating_sub(self.counts().clocks);
            if left == 0 {
                return None;
            }
            let (happened, seen) = self.model.run(left);
            let has = |bit| happened & bit != 0;
            if has(happened::TAKEN) {
                self.asked.pop_front();
                if let Some(&word) = self.asked.front() {
                    self.model.ask(word);
                }
            }
            if has(happened::READ) {
                self.typed.pop_front();
                if let Some(&byte) = self.typed.front() {
                    self.model.type_byte(byte);
                }
            }
            let events = [
                has(happened::PRINTED).then_some(Event::Printed(seen.printed as u8)),
                has(happened::TOLD).then_some(Event::Told(seen.told)),
                has(happened::FINISHED).then_some(Event::Finished(seen.status)),
            ];
            self.waiting.extend(events.into_iter().flatten());
        }
    }

    /// Hands the program a word, which interrupts it. Words are taken in order.
    pub fn ask(&mut self, word: u32) {
        self.asked.push_back(word);
        if self.asked.len() == 1 {
            self.model.ask(word);
        }
    }

    /// Words that the program has not taken yet.
    pub fn untaken(&self) -> usize {
        self.asked.len()
    }

    /// Types a byte at the UART. Bytes are taken in order, as fast as the UART's buffer has room.
    pub fn type_byte(&mut self, byte: u8) {
        self.typed.push_back(byte);
        if self.typed.len() == 1 {
            self.model.type_byte(byte);
        }
    }

    /// What has been counted.
    pub fn counts(&self) -> Counts {
        self.model.counts()
    }

    /// The word at byte address `address` of the processor's memories; `None` elsewhere.
    pub fn peek(&self, address: u32) -> Option<u32> {
        let (memory, offset) = place(address)?;
        self.model.peek(memory, offset / 4)
    }

    /// Counts from now on where the clocks go. See [`profile`](Self::profile).
    pub fn start_profile(&mut self) {
        self.model.start_profile();
    }

    /// Clocks awake since [`start_profile`](Self::start_profile) by the halfword of the program after whose instruction
    /// they came: element n stands for byte address 2·n. Empty before.
    pub fn profile(&self) -> &[u32] {
        self.model.profile()
    }
}

impl fmt::Debug for Soc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Soc").field("counts", &self.counts()).finish_non_exhaustive()
    }
}

/// Which memory a byte address is in, and where there.
fn place(address: u32) -> Option<(Memory, u32)> {
    MEMORIES.into_iter().find_map(|(memory, base)| {
        let offset = address.checked_sub(base)?;
        (offset / 4 < MEMORY_WORDS).then_some((memory, offset))
    })
}

/// Writes bytes to the memory at byte address `address`.
fn load(model: &mut Model, address: u32, bytes: &[u8]) -> Result<(), SocError> {
    for (&byte, at) in bytes.iter().zip(address..) {
        let (memory, offset) = place(at).ok_or(SocError::OutsideMemory { address: at })?;
        let shift = offset % 4 * 8;
        let word = model.peek(memory, offset / 4).unwrap_or(0);
        let word = word & !(0xFF << shift) | u32::from(byte) << shift;
        model.load(memory, offset / 4, word);
    }
    Ok(())
}

/// A SoC cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SocError {
    /// There is no memory for it.
    OutOfMemory,
    /// The program has bytes where the SoC has no memory.
    OutsideMemory {
        /// The byte address of the first.
        address: u32,
    },
    /// The wave file cannot be made.
    NotOpened,
}

impl fmt::Display for SocError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfMemory => f.write_str("no memory for the SoC: run fewer simulations at once"),
            Self::OutsideMemory { address } => write!(
                f,
                "the program has something at {address:#010x}, where the SoC has no memory: link it as \
                firmware/layouts/soc.x says"
            ),
            Self::NotOpened => {
                f.write_str("the wave file cannot be made: check that its folder exists and may be written")
            }
        }
    }
}

impl core::error::Error for SocError {}
