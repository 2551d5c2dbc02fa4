//! Which bytes are spoilt, and how.

use fastrand::Rng;

/// Bytes in a million.
const MILLION: u32 = 1_000_000;

/// What a noise has done so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spoilt {
    /// Bytes that were carried, as they had been sent.
    pub carried: u64,
    /// Bytes that never came.
    pub lost: u64,
    /// Bytes that came twice.
    pub doubled: u64,
    /// Bytes that came as others.
    pub changed: u64,
}

impl Spoilt {
    /// Bytes that did not come as they had been sent.
    pub const fn all(&self) -> u64 {
        self.lost + self.doubled + self.changed
    }
}

/// Loses, doubles and changes bytes at random, each with the same probability. The same seed spoils the same bytes.
#[derive(Debug, Clone)]
pub struct Noise {
    random: Rng,
    per_million: u32,
    spoilt: Spoilt,
}

impl Noise {
    /// A noise that loses, doubles and changes `per_million` bytes in a million each.
    pub fn new(per_million: u32, seed: u64) -> Self {
        Self {
            random: Rng::with_seed(seed),
            per_million: per_million.min(MILLION / 3),
            spoilt: Spoilt::default(),
        }
    }

    /// A noise that does nothing.
    pub fn none() -> Self {
        Self::new(0, 0)
    }

    /// What it has done so far.
    pub const fn spoilt(&self) -> Spoilt {
        self.spoilt
    }

    /// Another byte than this one, now and then: where bytes can neither be lost nor doubled.
    pub fn change(&mut self, byte: u8) -> u8 {
        if self.random.u32(..MILLION) >= 3 * self.per_million {
            self.spoilt.carried += 1;
            return byte;
        }
        self.spoilt.changed += 1;
        byte ^ self.random.u8(1..)
    }

    /// What comes of a byte.
    pub fn spoil(&mut self, byte: u8) -> impl Iterator<Item = u8> + use<> {
        let chance = self.random.u32(..MILLION);
        let (count, byte) = if chance < self.per_million {
            self.spoilt.lost += 1;
            (0, byte)
        } else if chance < 2 * self.per_million {
            self.spoilt.doubled += 1;
            (2, byte)
        } else if chance < 3 * self.per_million {
            self.spoilt.changed += 1;
            (1, byte ^ self.random.u8(1..))
        } else {
            self.spoilt.carried += 1;
            (1, byte)
        };
        core::iter::repeat_n(byte, count)
    }
}
