//! The chip of a history, clock by clock, or none: then a tick passes all the same.

use carillon_regmap::counter_chip::{Build, offset};
use carillon_regmap::pins::Inputs;
use carillon_regmap::timer_chip::{self, TimerBuild};
use carillon_spec::counter_chip::ReferenceChip;
use carillon_spec::timer_chip::ReferenceTimerChip;

/// Clocks in which the counter chip answers, at most.
const TIMEOUT: u32 = 200;

/// The device.
pub enum Chip {
    Counter(Box<ReferenceChip>),
    Timer(Box<ReferenceTimerChip>),
    /// A clock: it counts clocks.
    Clock(u64),
}

impl Chip {
    /// The counter chip with everything, as small as there is.
    pub fn counter(fifo_bits: u32) -> Self {
        let build = Build { slot_bits: 10, fifo_bits, ..Build::full() };
        let mut chip = Self::Counter(Box::new(ReferenceChip::new(&build)));
        chip.reset();
        chip
    }

    /// The smallest timer chip.
    pub fn timer() -> Self {
        let chip = ReferenceTimerChip::new(&TimerBuild::minimal());
        Self::Timer(Box::new(chip.expect("the model has this build")))
    }

    /// One clock.
    pub fn clock(&mut self) {
        match self {
            Self::Counter(chip) => {
                chip.step(&Inputs::default());
            }
            Self::Timer(chip) => chip.clock(1),
            Self::Clock(clocks) => *clocks += 1,
        }
    }

    /// The reset pin.
    pub fn reset(&mut self) {
        match self {
            Self::Counter(chip) => {
                for reset in [true, true, false] {
                    chip.step(&Inputs { reset, ..Inputs::default() });
                }
            }
            Self::Timer(chip) => chip.reset(),
            Self::Clock(_) => {}
        }
    }

    pub fn irq(&self) -> bool {
        match self {
            Self::Counter(chip) => chip.outputs().irq,
            Self::Timer(chip) => chip.irq(),
            Self::Clock(_) => false,
        }
    }

    /// Ticks since it was started, of `prescale` clocks where it has no register for that.
    pub fn now(&self, prescale: u32) -> u64 {
        match self {
            Self::Counter(chip) => chip.now(),
            Self::Timer(chip) => chip.now(),
            Self::Clock(clocks) => clocks / u64::from(prescale),
        }
    }

    /// All that was due is in the FIFO, or the FIFO is full.
    pub fn has_caught_up(&mut self) -> bool {
        match self {
            Self::Counter(chip) => chip.cursor() + 1 >= chip.now(),
            Self::Timer(chip) => {
                let next = chip.read(timer_chip::offset::CURSOR_LO).unwrap_or(0);
                next.wrapping_sub(chip.now() as u32).cast_signed() >= 0
            }
            Self::Clock(_) => true,
        }
    }

    /// Lets so many ticks pass in no time; nothing is armed, and the cursor has come to now. `ticks` is a multiple of
    /// every wheel's slots.
    pub fn sleep(&mut self, ticks: u64, prescale: u32) {
        match self {
            Self::Counter(chip) => chip.begin_at(chip.now() + ticks),
            Self::Timer(_) => {}
            Self::Clock(clocks) => *clocks += ticks * u64::from(prescale),
        }
    }

    /// One access of the register bus; `clock` is called in every clock that the chip needs for it. `None` if the chip
    /// refuses it.
    pub fn access(&mut self, offset: u32, write: Option<u32>, mut clock: impl FnMut(&Self)) -> Option<u32> {
        let result = match self {
            Self::Timer(chip) => match write {
                Some(word) => chip.write(offset, word).map(|()| 0),
                None => chip.read(offset),
            },
            Self::Clock(_) => None,
            Self::Counter(_) => return self.transfer(offset, write, clock),
        };
        clock(self);
        result
    }

    /// A classic transfer of the counter chip.
    fn transfer(&mut self, offset: u32, write: Option<u32>, mut clock: impl FnMut(&Self)) -> Option<u32> {
        let inputs = Inputs {
            wb_cyc: true,
            wb_stb: true,
            wb_we: write.is_some(),
            wb_sel: 0xf,
            wb_adr: (offset / 4) as u8,
            wb_dat_w: write.unwrap_or(0),
            ..Inputs::default()
        };
        for _ in 0..TIMEOUT {
            let Self::Counter(chip) = self else {
                return None;
            };
            let outputs = chip.outputs();
            chip.step(&inputs);
            clock(self);
            if outputs.wb_err {
                return None;
            }
            if outputs.wb_ack {
                return Some(outputs.wb_dat_r);
            }
        }
        panic!("the model does not answer an access to {offset:#05x}");
    }
}

/// Whether the write starts the chip anew.
pub fn is_reset(at: u32, write: Option<u32>) -> bool {
    use carillon_regmap::counter_chip::field::ctrl;
    at == offset::CTRL && write.is_some_and(|word| ctrl::RESET.is_set(word))
}
