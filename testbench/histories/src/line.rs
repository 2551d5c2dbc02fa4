//! The buses on the world: the register bus, a serial line and the chip's end of it, and SPI.

use std::collections::VecDeque;

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::serial::SerialLine;
use carillon_driver::bus::spi::{SpiBus, SpiError};
use carillon_driver::bus::uart::{Timing, UartBus, UartError};
use carillon_driver::device::HostClock;
use carillon_regmap::ADDRESS_SPACE;
use embedded_hal::spi::{ErrorType, Operation, SpiDevice};

use crate::clock::{HostsClock, chip_ticks};
use crate::plan::{Setup, Way};
use crate::world::{Failed, Shared};

/// Microseconds of a clock of the chip on a line: a slow chip, so that a silence takes few of its clocks.
const A_CLOCK: u64 = 1_000;

/// Microseconds of a byte on the line, at 115,200 baud.
const A_BYTE: u64 = 87;

/// Microseconds from the end of a question to the first byte of its answer.
const TO_ANSWER: u64 = 300;

/// Microseconds of an idle line after which the chip begins anew: 2^14 bit times.
const SILENCE: u64 = 142_222;

/// Clocks of a frame on SPI.
const CLOCKS_A_FRAME: u64 = 18;

/// What a bus fails with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BusError {
    /// As it was told to.
    Failed,
    /// What the UART's bus says.
    Uart(UartError<Told>),
    /// What SPI's bus says.
    Spi(SpiError),
}

impl core::fmt::Display for BusError {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Debug::fmt(self, formatter)
    }
}

/// The line has failed, as it was told to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told;

impl core::fmt::Display for Told {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("the line failed, as it was told to")
    }
}

impl embedded_hal::spi::Error for Told {
    fn kind(&self) -> embedded_hal::spi::ErrorKind {
        embedded_hal::spi::ErrorKind::Other
    }
}

/// The bus of a host.
#[allow(clippy::large_enum_variant, reason = "a history has one")]
pub enum Bus {
    Direct(Direct),
    HostClock(HostClock<Direct, HostsClock>),
    Uart(Shared, UartBus<Line>),
    Spi(Shared, SpiBus<Wires>),
}

impl Bus {
    pub fn new(setup: &Setup, world: &Shared) -> Self {
        let direct = Direct(world.clone());
        match setup.way {
            Way::Direct => Self::Direct(direct),
            Way::HostClock => {
                let clock = HostsClock::new(world.clone(), setup.drift);
                let ticks = chip_ticks(setup.prescale);
                Self::HostClock(HostClock::new(direct, clock, ticks, 1_000))
            }
            Way::Uart => {
                let line = Line::new(world.clone());
                Self::Uart(world.clone(), UartBus::new(line, Timing::baud(115_200)))
            }
            Way::Spi => Self::Spi(world.clone(), SpiBus::new(Wires(world.clone()))),
        }
    }
}

impl RegisterBus for Bus {
    type Error = BusError;

    fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        match self {
            Self::Direct(bus) => bus.read(offset),
            Self::HostClock(bus) => bus.read(offset),
            Self::Uart(world, bus) => {
                world.get().begin_access(None);
                bus.read(offset).map_err(BusError::Uart)
            }
            Self::Spi(world, bus) => {
                world.get().begin_access(None);
                bus.read(offset).map_err(BusError::Spi)
            }
        }
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        match self {
            Self::Direct(bus) => bus.write(offset, value),
            Self::HostClock(bus) => bus.write(offset, value),
            Self::Uart(world, bus) => {
                world.get().begin_access(Some((offset, value)));
                bus.write(offset, value).map_err(BusError::Uart)
            }
            Self::Spi(world, bus) => {
                world.get().begin_access(Some((offset, value)));
                bus.write(offset, value).map_err(BusError::Spi)
            }
        }
    }

    fn not_passed(&mut self) -> Option<u32> {
        match self {
            Self::HostClock(bus) => bus.not_passed(),
            _ => None,
        }
    }
}

/// The register bus.
pub struct Direct(Shared);

impl RegisterBus for Direct {
    type Error = BusError;

    fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        let mut world = self.0.get();
        world.begin_access(None);
        world.direct(offset, None).map_err(|Failed| BusError::Failed)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        let mut world = self.0.get();
        world.begin_access(Some((offset, value)));
        let done = world.direct(offset, Some(value));
        done.map(drop).map_err(|Failed| BusError::Failed)
    }
}

/// The host's end of a serial line, the line, and the chip's end, which speaks UARTBone.
pub struct Line {
    world: Shared,
    /// What the chip has received of a frame.
    frame: Vec<u8>,
    /// When its last byte came.
    heard: u64,
    /// What is on its way to the host, and when it arrives.
    answers: VecDeque<(u64, u8)>,
    /// Microseconds on the line, without those in which the chip is at an access.
    now: u64,
}

impl Line {
    fn new(world: Shared) -> Self {
        Self { world, frame: Vec::new(), heard: 0, answers: VecDeque::new(), now: 0 }
    }

    /// Lets microseconds pass.
    fn wait(&mut self, microseconds: u64) {
        let before = self.now / A_CLOCK;
        self.now += microseconds;
        self.world.get().run(self.now / A_CLOCK - before);
    }

    /// The chip receives a byte.
    fn hear(&mut self, byte: u8) {
        if self.now - self.heard >= SILENCE {
            self.frame.clear();
        }
        self.heard = self.now;
        self.frame.push(byte);
        // Any other command is no frame.
        if self.frame.first().is_some_and(|command| !(1..=4).contains(command)) {
            self.frame.clear();
        }
        let (head, words) = match self.frame.split_at_checked(6) {
            Some((head, words)) => (head.to_vec(), words.to_vec()),
            None => return,
        };
        let command = head[0];
        let count = if head[1] == 0 { 256 } else { u32::from(head[1]) };
        let address = u32::from_be_bytes([head[2], head[3], head[4], head[5]]);
        let at = |number: u32| {
            let rising = if command <= 2 { number } else { 0 };
            address.wrapping_add(rising)
        };
        if matches!(command, 2 | 4) {
            self.frame.clear();
            for number in 0..count {
                let word = self.access(at(number), None);
                self.answer(word.unwrap_or(u32::MAX));
            }
        } else if words.len().is_multiple_of(4) && !words.is_empty() {
            let number = words.len() as u32 / 4 - 1;
            let last = &words[words.len() - 4..];
            let word = u32::from_be_bytes([last[0], last[1], last[2], last[3]]);
            self.access(at(number), Some(word));
            if number + 1 == count {
                self.frame.clear();
            }
        }
    }

    /// An access of the chip, which has fewer words than the address may name.
    fn access(&mut self, address: u32, write: Option<u32>) -> Option<u32> {
        // No build has a register at the last word.
        let offset = address.saturating_mul(4).min(ADDRESS_SPACE - 4);
        self.world.get().on_bus(offset, write)
    }

    fn answer(&mut self, word: u32) {
        let mut world = self.world.get();
        let mut at = self.now + TO_ANSWER + u64::from(world.late());
        for byte in word.to_be_bytes() {
            for byte in world.byte(byte) {
                at += A_BYTE;
                let at = at.max(self.answers.back().map_or(0, |(last, _)| *last));
                self.answers.push_back((at, byte));
            }
        }
    }

    /// How many bytes have arrived.
    fn arrived(&self) -> usize {
        self.answers.iter().take_while(|(at, _)| *at <= self.now).count()
    }
}

impl SerialLine for Line {
    type Error = Told;

    fn send(&mut self, bytes: &[u8]) -> Result<(), Told> {
        if self.world.get().line_fails(true) {
            return Err(Told);
        }
        for &byte in bytes {
            self.wait(A_BYTE);
            let arrives = self.world.get().byte(byte);
            for byte in arrives {
                self.hear(byte);
            }
        }
        if self.world.get().line_fails(false) {
            return Err(Told);
        }
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], microseconds: u32) -> Result<usize, Told> {
        let end = self.now + u64::from(microseconds);
        while self.arrived() == 0 && self.now < end {
            let first = self.answers.front().map_or(end, |(at, _)| *at);
            self.wait(first.min(end) - self.now);
        }
        let count = self.arrived().min(buffer.len());
        for (place, (_, byte)) in buffer.iter_mut().zip(self.answers.drain(..count)) {
            *place = byte;
        }
        Ok(count)
    }

    fn be_silent(&mut self, microseconds: u32) -> Result<(), Told> {
        self.wait(microseconds.into());
        let count = self.arrived();
        self.answers.drain(..count);
        Ok(())
    }
}

/// The chip on SPI.
pub struct Wires(Shared);

impl ErrorType for Wires {
    type Error = Told;
}

impl SpiDevice for Wires {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), Told> {
        let mut world = self.0.get();
        if world.line_fails(true) {
            return Err(Told);
        }
        for operation in operations {
            let Operation::TransferInPlace(frame) = operation else {
                continue;
            };
            world.run(CLOCKS_A_FRAME);
            // A byte cannot be lost or doubled where there is a clock: a changed one stands for it.
            let sent = frame.to_vec();
            let come = each(&sent, |byte| world.byte(byte));
            let mut answer = [0; 9];
            let is_write = come[0] & 3 == 1;
            let (length, status) = if is_write { (5, 7) } else { (1, 3) };
            answer[status] = 0xA4;
            if checksum(&come[..length]) == come[length] && matches!(come[0] & 3, 1 | 2) {
                let offset = u32::from(come[0] & !3);
                let word = u32::from_be_bytes([come[1], come[2], come[3], come[4]]);
                let word = world.on_bus(offset, is_write.then_some(word));
                answer[status] = if word.is_some() { 0xA1 } else { 0xA2 };
                if let Some(word) = word.filter(|_| !is_write) {
                    let change = world.undetected().unwrap_or(0);
                    answer[4..8].copy_from_slice(&(word ^ change).to_be_bytes());
                }
            }
            answer[8] = checksum(&answer[status - 1..8]);
            let back = each(&answer, |byte| world.byte(byte));
            frame.copy_from_slice(&back);
        }
        if world.line_fails(false) {
            return Err(Told);
        }
        Ok(())
    }
}

/// Nine bytes as they arrive on wires with a clock.
fn each(bytes: &[u8], mut byte: impl FnMut(u8) -> Vec<u8>) -> [u8; 9] {
    let mut arrive = [0; 9];
    for (place, &sent) in arrive.iter_mut().zip(bytes) {
        *place = match *byte(sent) {
            [one] => one,
            [one, ..] => one.rotate_left(1),
            [] => 0,
        };
    }
    arrive
}

/// CRC-8/AUTOSAR.
fn checksum(bytes: &[u8]) -> u8 {
    let mut remainder = 0xFF_u8;
    for byte in bytes {
        remainder ^= byte;
        for _ in 0..8 {
            let carry = remainder & 0x80 != 0;
            remainder <<= 1;
            if carry {
                remainder ^= 0x2F;
            }
        }
    }
    !remainder
}
