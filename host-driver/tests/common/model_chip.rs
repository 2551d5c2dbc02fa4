//! A chip with one wheel in a few lines of plain Rust, behind a bus that fails now and then: enough of the register map
//! to let a facility run against it.

use std::collections::VecDeque;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::offset;

use super::script::{ATTENTION, ERROR, HALF_PERIOD, LATE, LATE_OVERFLOW, MORE, PARAMS, VALID};
use super::scripted_bus::BusFault;

/// What happens to a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It succeeds.
    Succeeds,
    /// The chip never sees it.
    Lost,
    /// The chip sees it, but the bus says that it failed.
    AnswerLost,
}

/// The chip and its bus.
#[derive(Debug)]
pub struct ModelChip {
    /// Ticks that pass before each transfer.
    pub ticks_a_transfer: u64,
    /// What happens to the next transfers; those beyond succeed.
    pub fates: VecDeque<Fate>,
    /// Events that the FIFO holds.
    depth: usize,
    pub now: u64,
    pub cursor: u64,
    registers: [u32; 64],
    running: bool,
    enabled: bool,
    busy: Vec<bool>,
    fifo: VecDeque<(u32, u64, bool)>,
    pops: u32,
    sticky: u32,
    error: u32,
}

impl ModelChip {
    /// A chip with a FIFO of `depth` events. It says 16 in `PARAMS`; fewer only make it overflow sooner.
    pub fn new(depth: usize) -> Self {
        Self {
            ticks_a_transfer: 0,
            fates: VecDeque::new(),
            depth,
            now: 0,
            cursor: 0,
            registers: [0; 64],
            running: false,
            enabled: false,
            busy: Vec::new(),
            fifo: VecDeque::new(),
            pops: 0,
            sticky: 0,
            error: 0,
        }
    }

    /// What the reset pin does.
    pub fn reset(&mut self) {
        let fresh = Self::new(self.depth);
        let old = core::mem::replace(self, fresh);
        (self.ticks_a_transfer, self.fates) = (old.ticks_a_transfer, old.fates);
    }

    /// Lets time pass.
    pub fn pass(&mut self, ticks: u64) {
        if !self.enabled {
            return;
        }
        let before = self.now;
        self.now += ticks;
        if before >> 31 != self.now >> 31 {
            self.sticky |= HALF_PERIOD;
        }
        self.chase();
    }

    /// The interrupt line.
    pub fn irq(&self) -> bool {
        self.state() & self.registers[offset::INTR_ENABLE as usize / 4] != 0
    }

    /// The cursor follows now as far as the FIFO lets it.
    fn chase(&mut self) {
        if !self.busy.contains(&true) {
            self.cursor = self.now;
        }
        while self.cursor < self.now {
            let tick = self.cursor + 1;
            let slot = (tick % self.busy.len() as u64) as usize;
            if self.busy[slot] {
                if self.fifo.len() >= self.depth {
                    return;
                }
                self.fifo.push_back((slot as u32, tick, false));
            }
            self.cursor = tick;
        }
    }

    fn state(&self) -> u32 {
        let event = u32::from(!self.fifo.is_empty());
        let error = if self.error == 0 { 0 } else { ERROR };
        self.sticky | event | error
    }

    fn event(&self) -> u32 {
        let attention = self.state() & self.registers[offset::INTR_ENABLE as usize / 4] & !1;
        let mut word = if attention == 0 { 0 } else { ATTENTION } | ((self.pops & 15) << 23);
        if let Some(&(slot, _, late)) = self.fifo.front() {
            word |= VALID | slot;
            word |= if late { LATE } else { 0 };
            word |= if self.fifo.len() > 1 { MORE } else { 0 };
        }
        word
    }

    fn arm(&mut self, word: u32) {
        let (slot, lap) = (word & 0xF_FFFF, word >> 24);
        let size = self.busy.len() as u64;
        let ahead = (lap as u8).wrapping_sub((self.cursor / size) as u8) as i8;
        let passed = ahead < 0 || (ahead == 0 && u64::from(slot) <= self.cursor % size);
        self.busy[slot as usize] = true;
        if passed && self.fifo.len() < self.depth {
            self.fifo.push_back((slot, self.cursor, true));
        } else if passed {
            self.sticky |= LATE_OVERFLOW;
        }
    }

    fn acknowledge(&mut self, word: u32) {
        match self.fifo.front() {
            None => self.error |= 1 << 3,
            Some(_) if (word >> 23) & 15 != self.pops & 15 => self.error |= 1 << 4,
            Some(&(slot, ..)) => {
                self.fifo.pop_front();
                self.pops += 1;
                if word & 1 != 0 {
                    self.busy[slot as usize] = false;
                }
            }
        }
    }

    fn read_now(&mut self, byte: u32) -> u32 {
        match byte {
            offset::ID => 0x4341_524C,
            offset::VERSION => 0x0000_0100,
            offset::PARAMS => PARAMS,
            offset::STATUS => 1 | (u32::from(self.running) << 1),
            offset::NOW_LO => self.now as u32,
            offset::NOW_HI => (self.now >> 32) as u32,
            offset::CURSOR_LO => self.cursor as u32,
            offset::CURSOR_HI => (self.cursor >> 32) as u32,
            offset::EVENT => self.event(),
            offset::EVENT_TICK => self.fifo.front().map_or(0, |&(_, tick, _)| tick as u32),
            offset::INTR_STATE => self.state(),
            offset::ERROR => self.error,
            _ => self.registers[byte as usize / 4],
        }
    }

    fn write_now(&mut self, byte: u32, value: u32) {
        match byte {
            offset::CTRL if value & 2 != 0 => self.reset(),
            offset::CTRL => {
                self.enabled = value & 1 != 0;
                self.running |= self.enabled;
                self.busy.resize(
                    self.registers[offset::WHEEL_SIZE as usize / 4] as usize,
                    false,
                );
            }
            offset::ARM => self.arm(value),
            offset::DISARM => self.busy[(value & 0xF_FFFF) as usize] = false,
            offset::EVENT_ACK => self.acknowledge(value),
            offset::INTR_STATE => self.sticky &= !value,
            offset::ERROR => self.error &= !value,
            _ => self.registers[byte as usize / 4] = value,
        }
        self.chase();
    }

    /// Lets a transfer happen, or not.
    fn transfer<T>(&mut self, transfer: impl FnOnce(&mut Self) -> T) -> Result<T, BusFault> {
        self.pass(self.ticks_a_transfer);
        match self.fates.pop_front().unwrap_or(Fate::Succeeds) {
            Fate::Succeeds => Ok(transfer(self)),
            Fate::Lost => Err(BusFault),
            Fate::AnswerLost => {
                transfer(self);
                Err(BusFault)
            }
        }
    }
}

impl RegisterBus for ModelChip {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        self.transfer(|chip| chip.read_now(offset))
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusFault> {
        // A chip that was reset underneath ignores what it is told about slots.
        self.transfer(|chip| {
            let refused =
                !chip.running && [offset::ARM, offset::DISARM, offset::EVENT_ACK].contains(&offset);
            if !refused {
                chip.write_now(offset, value);
            }
        })
    }
}
