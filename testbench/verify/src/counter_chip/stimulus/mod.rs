//! A random host.

mod plan;

use carillon_regmap::counter_chip::Build;
use carillon_regmap::counter_chip::offset;
use carillon_sim::Inputs;
use carillon_spec::counter_chip::ReferenceChip;
use carillon_spec::counter_chip::WheelSizes;
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
    build: Build,
    queue: VecDeque<Transfer>,
    phase: Phase,
    pipelined: bool,
    /// Clocks for which reset is still held.
    resetting: u32,
    /// The wheels that the host has set up.
    sizes: WheelSizes,
    /// How often of a hundred times the host looks for an event first: a lazy host fills the FIFO, an eager one
    /// empties it.
    eagerness: u32,
    /// How often of a hundred times an acknowledgement disarms.
    tidiness: u32,
}

impl Stimulus {
    /// A host for a chip built to `build`.
    pub fn new(seed: u64, build: &Build) -> Self {
        let mut stimulus = Self {
            random: fastrand::Rng::with_seed(seed),
            seed,
            build: *build,
            queue: VecDeque::new(),
            phase: Phase::Pausing(0),
            pipelined: false,
            resetting: 0,
            sizes: WheelSizes::default(),
            eagerness: 0,
            tidiness: 0,
        };
        stimulus.initialise();
        stimulus
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    fn write(&mut self, offset: u32, data: u32) {
        self.queue.push_back(Transfer { write: true, offset, data, select: 0xf, pause: 0 });
    }

    fn read(&mut self, offset: u32) {
        self.queue.push_back(Transfer { write: false, offset, data: 0, select: 0xf, pause: 0 });
    }

    /// Lets the host wait before the transfer that was planned last.
    fn pause(&mut self, clocks: u32) {
        if let Some(transfer) = self.queue.back_mut() {
            transfer.pause += clocks;
        }
    }

    /// One of several.
    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.random.usize(0..choices.len())]
    }

    /// True once in `times` times.
    fn once_in(&mut self, times: u32) -> bool {
        self.random.u32(0..times) == 0
    }

    /// The next clock's pins.
    pub fn next(&mut self, chip: &ReferenceChip) -> Inputs {
        if self.resetting > 0 {
            self.resetting -= 1;
            return Inputs { reset: true, wb_cyc: self.random.bool(), wb_stb: self.random.bool(), ..Inputs::default() };
        }
        if self.once_in(20 << self.build.slot_bits) {
            self.resetting = self.random.u32(0..3);
            self.initialise();
            return Inputs { reset: true, ..Inputs::default() };
        }
        if self.once_in(500) {
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
