//! A memory behind the timer chip's port, as slow and as faulty as it is told to be.

use super::{TimerInputs, TimerOutputs};

/// How the memory answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryBehaviour {
    /// The fewest clocks from the one in which a transfer is accepted to its answer; 0 is the same clock.
    pub fewest: u32,
    /// The most.
    pub most: u32,
    /// It accepts nothing in one of this number of clocks; 0: it always accepts.
    pub stalls: u32,
    /// One of this number of answers is an error; 0: none is.
    pub errors: u32,
}

impl MemoryBehaviour {
    /// Block RAM: each answer in the next clock.
    pub const FAST: Self = Self::fixed(1);

    /// Always `clocks` clocks, without errors.
    pub const fn fixed(clocks: u32) -> Self {
        Self { fewest: clocks, most: clocks, stalls: 0, errors: 0 }
    }

    /// 0 to `clocks` clocks, with stalls, without errors.
    pub const fn up_to(clocks: u32) -> Self {
        Self { fewest: 0, most: clocks, stalls: 4, errors: 0 }
    }

    /// The same with one error in `errors` answers.
    #[must_use]
    pub const fn failing(mut self, errors: u32) -> Self {
        self.errors = errors;
        self
    }
}

/// The memory: words from a base address on. It checks the chip's manners: no more than one transfer under way, none
/// outside, and a request that does not change while it waits.
#[derive(Clone, Debug)]
pub struct Memory {
    base: u32,
    words: Vec<u32>,
    behaviour: MemoryBehaviour,
    random: u64,
    /// Clocks to the answer of the transfer that was accepted.
    waiting: Option<u32>,
    asked: Option<TimerOutputs>,
    accesses: u64,
    errors: u64,
}

impl Memory {
    /// A memory of `words` words from word address `base` on, whose content at first follows from the seed.
    pub fn new(base: u32, words: u32, behaviour: MemoryBehaviour, seed: u64) -> Self {
        let mut memory = Self {
            base,
            words: Vec::new(),
            behaviour,
            random: seed.wrapping_mul(2).wrapping_add(1),
            waiting: None,
            asked: None,
            accesses: 0,
            errors: 0,
        };
        memory.words = (0..words).map(|_| memory.draw()).collect();
        memory
    }

    /// The words, as the last answers have left them.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Transfers that have succeeded so far.
    pub const fn accesses(&self) -> u64 {
        self.accesses
    }

    /// Transfers that have failed so far.
    pub const fn errors(&self) -> u64 {
        self.errors
    }

    /// Changes how it answers from the next transfer on.
    pub const fn behave(&mut self, behaviour: MemoryBehaviour) {
        self.behaviour = behaviour;
    }

    /// 32 random bits: a multiplicative generator with its upper half folded in.
    fn draw(&mut self) -> u32 {
        self.random = self.random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        let folded = self.random ^ (self.random >> 29);
        (folded >> 24) as u32
    }

    fn one_in(&mut self, many: u32) -> bool {
        many > 0 && self.draw().is_multiple_of(many)
    }

    /// Whether nothing is under way, so that it may sleep until the chip asks.
    pub(super) fn is_idle(&self, outputs: &TimerOutputs) -> bool {
        self.waiting.is_none() && self.asked.is_none() && !outputs.memory_stb
    }

    /// Drives its pins for the clock after the edge that left `outputs`.
    ///
    /// # Panics
    ///
    /// Where the chip breaks the bus's rules.
    pub(super) fn clock(&mut self, outputs: &TimerOutputs, inputs: &mut TimerInputs) {
        inputs.memory_ack = false;
        inputs.memory_err = false;
        inputs.memory_stall = false;
        assert!(outputs.memory_cyc || !outputs.memory_stb, "asked outside a cycle");
        if !outputs.memory_cyc {
            self.waiting = None;
            self.asked = None;
            return;
        }
        if outputs.memory_stb {
            assert!(self.waiting.is_none(), "two transfers under way");
            let request = TimerOutputs {
                memory_cyc: true,
                memory_stb: true,
                memory_we: outputs.memory_we,
                memory_sel: outputs.memory_sel,
                memory_adr: outputs.memory_adr,
                memory_dat_w: outputs.memory_dat_w,
                ..TimerOutputs::default()
            };
            assert!(self.asked.is_none_or(|asked| asked == request), "the request changes while it waits");
            inputs.memory_stall = self.one_in(self.behaviour.stalls);
            self.asked = inputs.memory_stall.then_some(request);
            if !inputs.memory_stall {
                let MemoryBehaviour { fewest, most, .. } = self.behaviour;
                let clocks = match most - fewest {
                    0 => fewest,
                    range => fewest + self.draw() % (range + 1),
                };
                self.waiting = Some(clocks);
            }
        }
        match self.waiting {
            Some(0) => {
                self.waiting = None;
                self.answer(outputs, inputs);
            }
            Some(clocks) => self.waiting = Some(clocks - 1),
            None => {}
        }
    }

    fn answer(&mut self, outputs: &TimerOutputs, inputs: &mut TimerInputs) {
        if self.one_in(self.behaviour.errors) {
            self.errors += 1;
            inputs.memory_err = true;
            // What comes with an error must not matter.
            inputs.memory_dat_r = self.draw();
            return;
        }
        self.accesses += 1;
        inputs.memory_ack = true;
        let at = outputs.memory_adr.wrapping_sub(self.base) as usize;
        let Some(word) = self.words.get_mut(at) else {
            panic!("word {:#x} is outside the records", outputs.memory_adr);
        };
        inputs.memory_dat_r = *word;
        if outputs.memory_we {
            for byte in (0..4).filter(|byte| outputs.memory_sel >> byte & 1 != 0) {
                let mask = 0xFF << (8 * byte);
                *word = *word & !mask | outputs.memory_dat_w & mask;
            }
        }
    }
}
