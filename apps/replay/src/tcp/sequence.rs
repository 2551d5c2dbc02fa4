//! Sequence numbers: arithmetic modulo 2^32 (RFC 9293, section 3.4).

/// A sequence number. Two of them are compared by the sign of their difference, so they must be less than 2^31 apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sequence(pub u32);

impl Sequence {
    /// The sequence number `bytes` further on.
    pub const fn plus(self, bytes: u32) -> Self {
        Self(self.0.wrapping_add(bytes))
    }

    /// Whether this number comes after `other`.
    pub const fn is_after(self, other: Self) -> bool {
        (self.0.wrapping_sub(other.0) as i32) > 0
    }

    /// The later of two.
    pub const fn later(self, other: Self) -> Self {
        if other.is_after(self) { other } else { self }
    }
}
