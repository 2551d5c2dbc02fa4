//! # Busy bits in memory with one port
//!
//! **Purpose.** What [`crate::shared::memory::BitMemory`] is in a build with `single_port`: memory that reads or writes one
//! word of sixteen in a clock, such as the four large RAMs of an iCE40 UP5K, or a compiled RAM. It is much larger there
//! than memory with two ports.
//!
//! **Interface.** That of [`crate::shared::memory::BitMemory`]. A write takes two clocks: in the clock *w* of `write_enable`
//! the bit's word is read, in *w* + 1 it is written back, changed. With `whole` each of its bits gets `write_data`, so
//! that nothing need be read and a word can be written in every clock.
//!
//! **Timing.** A word that is read in any other clock is there one clock later and shows every write up to the clock of
//! its address. Banks of 16,384 words change their words each for itself, so that no choice between banks lies between
//! reading and writing, and each has a flip-flop that tells it to write.
//!
//! **Invariants.** For them the surroundings must see to it that there is no write in *w* + 1, but a `whole` one after
//! a `whole` one (`arming` keeps them apart), and that nobody wants what is read in *w* and *w* + 1 (`arming` has the
//! cursor pause).

/// One clock's inputs.
#[derive(Clone, Copy)]
pub(crate) struct Port {
    /// Which bit to write.
    pub slot: usize,
    /// Its new value.
    pub value: bool,
    /// Writes.
    pub enable: bool,
    /// All bits of the word.
    pub whole: bool,
    /// Which word to read.
    pub word: usize,
}

/// The memory in Rust-HDL's simulator.
#[derive(Default)]
pub(crate) struct SinglePort {
    words: Vec<u16>,
    /// What is written in this clock: asked for in the clock before, with the word as it was read then.
    changing: Option<(Port, u16)>,
}

impl SinglePort {
    /// 2^`slot_bits` bits, all clear.
    pub fn new(slot_bits: u32) -> Self {
        Self { words: vec![0; 1 << (slot_bits - 4)], changing: None }
    }

    /// One clock. Returns what the read port shows then: the opposite of what was there where that must not matter.
    pub fn clock(&mut self, port: Port) -> u16 {
        let mask = self.words.len() - 1;
        let read = self.words[port.word & mask];
        let busy = self.changing.is_some();
        if let Some((write, word)) = self.changing.take() {
            let bits = if write.whole { 0xffff } else { 1 << (write.slot & 15) };
            self.words[(write.slot >> 4) & mask] = if write.value { word | bits } else { word & !bits };
        }
        if port.enable {
            // The port that writes does not read.
            let word = self.words[(port.slot >> 4) & mask];
            self.changing = Some((port, if busy { !word } else { word }));
        }
        if busy || port.enable { !read } else { read }
    }
}
