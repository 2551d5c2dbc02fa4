//! A random host.

use crate::model::ReferenceChip;
use carillon_regmap::{field, offset};
use carillon_sim::Inputs;
use std::collections::VecDeque;

/// One transfer to make.
#[derive(Clone, Copy, Debug)]
struct Transfer {
    write: bool,
    offset: u32,
    data: u32,
    select: u8,
    /// Idle clocks before it.
    pause: u32,
}

/// How the transfer at the front of the queue stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Pausing(u32),
    Asking,
    Waiting,
}

/// A host that works the bus at random, close to where the races are. The same seed gives the same clocks.
pub struct Stimulus {
    random: fastrand::Rng,
    seed: u64,
    queue: VecDeque<Transfer>,
    phase: Phase,
    pipelined: bool,
    capacity: u32,
    /// Clocks for which reset is still held.
    resetting: u32,
    wheel_size: u32,
    /// How often of a hundred times the host looks for an event first: a lazy host fills the FIFO, an eager one
    /// empties it.
    eagerness: u32,
}

impl Stimulus {
    /// A host for a chip of 2^`slot_bits` slots.
    pub fn new(seed: u64, slot_bits: u32) -> Self {
        let mut stimulus = Self {
            random: fastrand::Rng::with_seed(seed),
            seed,
            queue: VecDeque::new(),
            phase: Phase::Pausing(0),
            pipelined: false,
            capacity: 1 << slot_bits,
            resetting: 0,
            wheel_size: 0,
            eagerness: 0,
        };
        stimulus.initialise();
        stimulus
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    fn write(&mut self, offset: u32, data: u32) {
        self.queue.push_back(Transfer {
            write: true,
            offset,
            data,
            select: 0xf,
            pause: 0,
        });
    }

    fn read(&mut self, offset: u32) {
        self.queue.push_back(Transfer {
            write: false,
            offset,
            data: 0,
            select: 0xf,
            pause: 0,
        });
    }

    /// What a driver does after a reset, with sizes from tiny to all.
    fn initialise(&mut self) {
        self.queue.clear();
        self.phase = Phase::Pausing(0);
        self.pipelined = self.random.bool();
        self.wheel_size = match self.random.u32(0..4) {
            0 => self.random.u32(2..6),
            1 => self.random.u32(6..70),
            2 => self.random.u32(2..=self.capacity),
            _ => self.capacity - self.random.u32(0..3),
        };
        self.eagerness = [0, 20, 60, 95][self.random.usize(0..4)];
        let prescale = [1, 1, 1, 2, 3, 7, 40][self.random.usize(0..7)];
        if self.random.bool() {
            let too_large = self.capacity + 1 + self.random.u32(0..1 << 20);
            self.write(offset::WHEEL_SIZE, too_large);
            self.write(offset::WHEEL_SIZE, 1);
            self.write(offset::PRESCALE, 0);
        }
        self.write(offset::WHEEL_SIZE, self.wheel_size);
        self.write(offset::PRESCALE, prescale);
        let enables = if self.random.u32(0..4) == 0 {
            self.random.u32(0..32)
        } else {
            0b11101
        };
        self.write(offset::INTR_ENABLE, enables);
        self.write(offset::ARM, 3);
        self.queue.push_back(Transfer {
            write: true,
            offset: offset::CTRL,
            data: 1,
            select: 0xf,
            // Sometimes too early: refused.
            pause: if self.random.u32(0..8) == 0 {
                10
            } else {
                self.capacity + 10
            },
        });
    }

    /// The next clock's pins.
    pub fn next(&mut self, chip: &ReferenceChip) -> Inputs {
        if self.resetting > 0 {
            self.resetting -= 1;
            return Inputs {
                reset: true,
                wb_cyc: self.random.bool(),
                wb_stb: self.random.bool(),
                ..Inputs::default()
            };
        }
        if self.random.u32(0..20 * self.capacity) == 0 {
            self.resetting = self.random.u32(0..3);
            self.initialise();
            return Inputs {
                reset: true,
                ..Inputs::default()
            };
        }
        if self.random.u32(0..500) == 0 {
            return self.nonsense();
        }
        if self.queue.is_empty() {
            self.plan(chip);
        }
        self.drive(chip)
    }

    /// Pins without rhyme or reason, for one clock. Writes of CTRL are left out, lest every run end in a reset.
    fn nonsense(&mut self) -> Inputs {
        let word_address = self.random.u8(0..64);
        Inputs {
            reset: false,
            wb_cyc: self.random.bool(),
            wb_stb: self.random.bool(),
            wb_we: self.random.bool() && u32::from(word_address) * 4 != offset::CTRL,
            wb_sel: self.random.u8(0..16),
            wb_adr: word_address,
            wb_dat_w: self.random.u32(..),
        }
    }

    /// Puts the transfers of one thing that a host may do into the queue.
    fn plan(&mut self, chip: &ReferenceChip) {
        if chip.event_pending() && self.random.u32(0..100) < self.eagerness {
            return self.service(chip);
        }
        match self.random.u32(0..100) {
            0..35 => {
                let word = self.arm_word(chip);
                self.write(offset::ARM, word);
            }
            35..45 => {
                let word = self.arm_word(chip);
                self.write(offset::DISARM, word);
            }
            45..75 => self.service(chip),
            75..88 => {
                let offset = self.random.u32(0..0x30) * 4;
                self.read(offset);
            }
            88..92 => {
                let bits = self.random.u32(0..32);
                let offset = [offset::INTR_STATE, offset::INTR_ENABLE, offset::INTR_TEST]
                    [self.random.usize(0..3)];
                self.write(offset, bits);
            }
            92 => self.write(offset::ERROR, 0xff),
            93 => {
                let word = self.random.u32(..);
                self.write(offset::SCRATCH, word);
            }
            94 => {
                let offset = [offset::WHEEL_SIZE, offset::PRESCALE][self.random.usize(0..2)];
                let size = self.random.u32(0..4);
                self.write(offset, size);
            }
            95 => {
                self.write(offset::CTRL, 0);
                self.write(offset::CTRL, 1);
                let last = self.queue.len() - 1;
                self.queue[last].pause = self.random.u32(0..100);
            }
            96 if self.random.u32(0..self.capacity) < 16 => {
                self.write(offset::CTRL, 2);
                self.initialise();
            }
            97 => {
                let word = self.arm_word(chip);
                self.write(offset::ARM, word);
                self.queue[0].select = self.random.u8(0..16);
            }
            98 => {
                let word = self.random.u32(..);
                self.write(offset::ARM, word);
            }
            _ => {
                // The host sleeps.
                self.read(offset::STATUS);
                self.queue[0].pause = self.random.u32(0..2000);
            }
        }
        if self.random.u32(0..3) == 0 {
            self.queue[0].pause += self.random.u32(0..12);
        }
    }

    /// The interrupt service routine, for one event; now and then with a stale acknowledgement.
    fn service(&mut self, chip: &ReferenceChip) {
        self.read(offset::EVENT);
        self.read(offset::EVENT_TICK);
        let sequence = if self.random.u32(0..20) == 0 {
            self.random.u32(0..16)
        } else {
            chip.sequence()
        };
        let disarm = self.random.u32(0..2);
        let word = field::event_ack::SEQUENCE.put(sequence) | field::event_ack::DISARM.put(disarm);
        self.write(offset::EVENT_ACK, word);
    }

    /// A visit close to the cursor, sometimes named a lap or three too early or too late.
    fn arm_word(&mut self, chip: &ReferenceChip) -> u32 {
        let spread = if self.random.bool() {
            24
        } else {
            u64::from(self.wheel_size) + 1
        };
        let (slot, mut lap) = chip.visit(self.random.u64(0..spread));
        if self.random.u32(0..6) == 0 {
            lap = lap.wrapping_add(self.random.u8(0..7)).wrapping_sub(3);
        }
        field::arm::SLOT.put(slot) | field::arm::LAP.put(lap.into())
    }

    /// Drives the transfer at the front of the queue, classic or pipelined.
    fn drive(&mut self, chip: &ReferenceChip) -> Inputs {
        let outputs = chip.outputs();
        let Some(&transfer) = self.queue.front() else {
            return Inputs::default();
        };
        if let Phase::Pausing(clocks) = self.phase {
            if clocks < transfer.pause {
                self.phase = Phase::Pausing(clocks + 1);
                return Inputs::default();
            }
            self.phase = Phase::Asking;
        }
        let inputs = Inputs {
            reset: false,
            wb_cyc: true,
            wb_stb: self.phase == Phase::Asking || !self.pipelined,
            wb_we: transfer.write,
            wb_sel: transfer.select,
            wb_adr: (transfer.offset / 4) as u8,
            wb_dat_w: transfer.data,
        };
        let answered = outputs.wb_ack || outputs.wb_err;
        if self.phase == Phase::Asking && !outputs.wb_stall {
            self.phase = Phase::Waiting;
        } else if self.phase == Phase::Waiting && answered {
            self.queue.pop_front();
            self.phase = Phase::Pausing(0);
        }
        inputs
    }
}
