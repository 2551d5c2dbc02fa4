//! Interrupt coalescing, as in network cards.

use carillon_regmap::counter_chip::field::intr_coalesce;

/// When events interrupt: after `count` events, `age` ticks, or a full FIFO, whichever is first. Events wait only if
/// `count` is at least 2 and `age` at least 1. Every value of both is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coalescing {
    /// Events in the FIFO that end the wait.
    pub count: u8,
    /// The longest wait of the oldest event, in ticks of now. Does not advance while the chip is paused.
    pub age: u16,
}

impl Coalescing {
    /// Events interrupt at once.
    pub const NONE: Self = Self { count: 0, age: 0 };

    /// Whether events ever wait.
    pub const fn waits(self) -> bool {
        self.count >= 2 && self.age >= 1
    }

    /// As a word of `INTR_COALESCE`.
    pub(crate) const fn word(self) -> u32 {
        intr_coalesce::COUNT.put(self.count as u32) | intr_coalesce::AGE.put(self.age as u32)
    }

    /// From a word of `INTR_COALESCE`.
    pub(crate) const fn from_word(word: u32) -> Self {
        Self { count: intr_coalesce::COUNT.get(word) as u8, age: intr_coalesce::AGE.get(word) as u16 }
    }
}
