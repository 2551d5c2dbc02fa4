//! A chip's registers at the end of a serial line in virtual time, which can spoil bytes and delay answers.

use std::collections::VecDeque;
use std::convert::Infallible;

use carillon_driver::bus::serial::SerialLine;
use carillon_regmap::counter_chip::field::{ctrl, error, status};
use carillon_regmap::counter_chip::{ID_VALUE, REGISTERS, offset};
use carillon_regmap::{ADDRESS_SPACE, Access};

/// What happens to one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Lost,
    Doubled,
    Changed(u8),
}

/// The byte of a direction, counted from when the fault was set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spoilt {
    pub to_the_chip: bool,
    pub place: u32,
    pub fault: Fault,
}

/// Words of the address space.
const WORDS: usize = (ADDRESS_SPACE / 4) as usize;

#[derive(Debug, Clone)]
pub struct UartChip {
    words: [u32; WORDS],
    /// What a host may write and read, and what is there at all.
    kept: [bool; WORDS],
    mapped: [bool; WORDS],
    frame: Vec<u8>,
    is_lost: bool,
    /// Ticks in each microsecond by which now and the cursor move.
    pub pace: u32,
    /// Microseconds for a byte.
    pub byte_time: u64,
    time: u64,
    heard_at: u64,
    /// Bytes that are on the way to the host, and when they come.
    answers: VecDeque<(u64, u8)>,
    /// By how much the next answers come late, in microseconds.
    pub delays: VecDeque<u64>,
    spoilt: Vec<Spoilt>,
    carried: [u32; 2],
}

impl UartChip {
    /// A running chip; every register that holds a word of the host or of the chip holds another one.
    pub fn new(byte_time: u64) -> Self {
        let mut chip = Self {
            words: [0; WORDS],
            kept: [false; WORDS],
            mapped: [false; WORDS],
            frame: Vec::new(),
            is_lost: false,
            pace: 0,
            byte_time,
            time: 0,
            heard_at: 0,
            answers: VecDeque::new(),
            delays: VecDeque::new(),
            spoilt: Vec::new(),
            carried: [0; 2],
        };
        for (register, element) in
            REGISTERS.iter().flat_map(|register| (0..register.count).map(move |element| (register, element)))
        {
            let at = (register.offset / 4 + element) as usize;
            let readable = register.fields.iter().filter(|field| field.access.readable());
            let mask = readable.fold(0, |bits, field| bits | field.mask());
            chip.mapped[at] = true;
            chip.kept[at] = register.access == Access::ReadWrite;
            chip.words[at] = mask & (0x0123_4567_u32.rotate_left(at as u32) ^ (at as u32 * 0x0301));
        }
        chip.set(offset::ID, ID_VALUE);
        chip.set(offset::STATUS, status::READY.mask() | status::RUNNING.mask());
        chip.set(offset::ERROR, 0);
        chip
    }

    /// Whether a build has a register there.
    pub fn is_mapped(&self, byte: u32) -> bool {
        self.mapped[(byte / 4) as usize]
    }

    pub fn unmap(&mut self, byte: u32) {
        self.mapped[(byte / 4) as usize] = false;
    }

    /// What the register holds now.
    pub fn get(&self, byte: u32) -> u32 {
        let word = self.words[(byte / 4) as usize];
        let moves = matches!(byte, offset::NOW_LO | offset::CURSOR_LO);
        let moved = u64::from(self.pace) * self.time;
        word.wrapping_add(if moves { moved as u32 } else { 0 })
    }

    pub fn set(&mut self, byte: u32, word: u32) {
        self.words[(byte / 4) as usize] = word;
    }

    /// Makes a register, which may move, hold `word` at this moment.
    pub fn set_now(&mut self, byte: u32, word: u32) {
        self.set(byte, 0);
        self.set(byte, word.wrapping_sub(self.get(byte)));
    }

    /// The reset pin.
    pub fn reset(&mut self) {
        for at in 0..WORDS {
            if self.kept[at] {
                self.words[at] = 0;
            }
        }
        self.set(offset::STATUS, status::READY.mask());
        self.set(offset::NOW_LO, 0);
    }

    /// Spoils these bytes from here on, and forgets how many have come.
    pub fn spoil(&mut self, spoilt: impl IntoIterator<Item = Spoilt>) {
        self.spoilt = spoilt.into_iter().collect();
        self.carried = [0; 2];
    }

    /// The line has been silent for so long that nothing is left on it.
    pub fn rest(&mut self) {
        self.time += 10_000_000;
        self.answers.clear();
    }

    /// Virtual microseconds.
    pub fn time(&self) -> u64 {
        self.time
    }

    fn carry(&mut self, to_the_chip: bool, byte: u8) -> [Option<u8>; 2] {
        let carried = &mut self.carried[usize::from(to_the_chip)];
        let place = *carried;
        *carried += 1;
        let spoilt = self.spoilt.iter().find(|spoilt| spoilt.to_the_chip == to_the_chip && spoilt.place == place);
        match spoilt.map(|spoilt| spoilt.fault) {
            None => [Some(byte), None],
            Some(Fault::Lost) => [None, None],
            Some(Fault::Doubled) => [Some(byte), Some(byte)],
            Some(Fault::Changed(bits)) => [Some(byte ^ bits), None],
        }
    }

    /// A byte arrives at the chip.
    fn hear(&mut self, byte: u8) {
        if self.time - self.heard_at >= self.byte_time * (1 << 14) / 10 {
            self.frame.clear();
            self.is_lost = false;
        }
        self.heard_at = self.time;
        if self.is_lost {
            return;
        }
        self.frame.push(byte);
        let rises = match self.frame[0] {
            1 | 2 => 1,
            3 | 4 => 0,
            _ => {
                self.is_lost = true;
                return;
            }
        };
        if self.frame.len() < 6 {
            return;
        }
        let count = match self.frame[1] {
            0 => 256,
            count => usize::from(count),
        };
        let address = u32::from_be_bytes(self.frame[2..6].try_into().unwrap());
        let writes = !self.frame[0].is_multiple_of(2);
        if writes {
            let given = self.frame.len() - 6;
            if given > 0 && given.is_multiple_of(4) {
                let word = u32::from_be_bytes(self.frame[given + 2..].try_into().unwrap());
                let number = (given / 4 - 1) as u32;
                self.write(address.wrapping_add(rises * number), word);
            }
            if given < 4 * count {
                return;
            }
        } else {
            let delay = self.delays.pop_front().unwrap_or(0);
            let mut at = self.time + delay;
            for number in 0..count as u32 {
                let word = self.read(address.wrapping_add(rises * number));
                for byte in word.to_be_bytes() {
                    at += self.byte_time;
                    at = at.max(self.answers.back().map_or(0, |last| last.0));
                    let carried = self.carry(false, byte);
                    self.answers.extend(carried.into_iter().flatten().map(|byte| (at, byte)));
                }
            }
        }
        self.frame.clear();
    }

    fn place(&mut self, address: u32) -> Option<usize> {
        let place = usize::try_from(address).ok();
        let place = place.filter(|at| *at < WORDS && self.mapped[*at]);
        if place.is_none() {
            self.words[(offset::ERROR / 4) as usize] |= error::ADDRESS.mask();
        }
        place
    }

    fn read(&mut self, address: u32) -> u32 {
        self.place(address).map_or(u32::MAX, |at| self.get(4 * at as u32))
    }

    fn write(&mut self, address: u32, word: u32) {
        let Some(at) = self.place(address) else {
            return;
        };
        match 4 * at as u32 {
            offset::CTRL if ctrl::RESET.is_set(word) => self.reset(),
            offset::ERROR => self.words[at] &= !word,
            _ if self.kept[at] => self.words[at] = word & mask(at),
            _ => {}
        }
    }
}

fn mask(at: usize) -> u32 {
    let register = REGISTERS.iter().rfind(|register| register.offset / 4 <= at as u32);
    let fields = register.unwrap().fields.iter();
    fields.filter(|field| field.access == Access::ReadWrite).fold(0, |bits, field| bits | field.mask())
}

impl SerialLine for UartChip {
    type Error = Infallible;

    fn send(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        for byte in bytes {
            self.time += self.byte_time;
            for carried in self.carry(true, *byte).into_iter().flatten() {
                self.hear(carried);
            }
        }
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], microseconds: u32) -> Result<usize, Infallible> {
        let deadline = self.time + u64::from(microseconds);
        let Some((at, byte)) = self.answers.front().copied().filter(|next| next.0 <= deadline) else {
            self.time = deadline;
            return Ok(0);
        };
        self.time = self.time.max(at);
        self.answers.pop_front();
        buffer[0] = byte;
        Ok(1)
    }

    fn be_silent(&mut self, microseconds: u32) -> Result<(), Infallible> {
        self.time += u64::from(microseconds);
        while self.answers.front().is_some_and(|next| next.0 <= self.time) {
            self.answers.pop_front();
        }
        Ok(())
    }
}
