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

/// What can happen to a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It never comes.
    Lost,
    /// It comes twice.
    Doubled,
    /// These bits of it are inverted.
    Changed(u8),
}

/// Loses, doubles and changes bytes at random, each with the same probability. The same seed spoils the same bytes.
#[derive(Debug, Clone)]
pub struct Noise {
    random: Rng,
    per_million: u32,
    once: Option<(u64, Fault)>,
    spoilt: Spoilt,
}

impl Noise {
    /// A noise that loses, doubles and changes `per_million` bytes in a million each.
    pub fn new(per_million: u32, seed: u64) -> Self {
        Self {
            random: Rng::with_seed(seed),
            per_million: per_million.min(MILLION / 3),
            once: None,
            spoilt: Spoilt::default(),
        }
    }

    /// A noise that does nothing.
    pub fn none() -> Self {
        Self::new(0, 0)
    }

    /// A noise that spoils the byte at `place`, counted from 0, and no other.
    pub fn once(place: u64, fault: Fault) -> Self {
        Self { once: Some((place, fault)), ..Self::none() }
    }

    /// What it has done so far.
    pub const fn spoilt(&self) -> Spoilt {
        self.spoilt
    }

    /// What happens to the next byte.
    fn next(&mut self) -> Option<Fault> {
        if let Some((place, fault)) = self.once {
            let now = place == self.spoilt.carried + self.spoilt.all();
            return now.then_some(fault);
        }
        match self.random.u32(..MILLION) {
            chance if chance < self.per_million => Some(Fault::Lost),
            chance if chance < 2 * self.per_million => Some(Fault::Doubled),
            chance if chance < 3 * self.per_million => Some(Fault::Changed(self.random.u8(1..))),
            _ => None,
        }
    }

    /// What comes of a byte where bytes can neither be lost nor doubled, but only changed.
    pub fn change(&mut self, byte: u8) -> u8 {
        let Some(fault) = self.next() else {
            self.spoilt.carried += 1;
            return byte;
        };
        self.spoilt.changed += 1;
        match fault {
            Fault::Changed(bits) => byte ^ bits,
            Fault::Lost | Fault::Doubled => !byte,
        }
    }

    /// What comes of a byte.
    pub fn spoil(&mut self, byte: u8) -> impl Iterator<Item = u8> + use<> {
        let fault = self.next();
        let spoilt = &mut self.spoilt;
        let (counter, count, byte) = match fault {
            None => (&mut spoilt.carried, 1, byte),
            Some(Fault::Lost) => (&mut spoilt.lost, 0, byte),
            Some(Fault::Doubled) => (&mut spoilt.doubled, 2, byte),
            Some(Fault::Changed(bits)) => (&mut spoilt.changed, 1, byte ^ bits),
        };
        *counter += 1;
        core::iter::repeat_n(byte, count)
    }
}
