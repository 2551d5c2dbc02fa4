//! How fast a serial line is, and how much is done to be sure.

/// Bit times of a quiet line after which the chip forgets a frame that was broken off.
const SILENCE_BITS: u64 = 1 << 14;

/// Bit times from the first bit of a question to the last of its answer: ten bytes, and some for the chip.
const QUESTION_BITS: u64 = 110;

/// How much is done to be sure that an access has arrived as it was meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Care {
    /// Nothing: ten bytes an access. A byte that is lost is noticed by the answer that does not come, a byte that is changed
    /// is not.
    Plain,
    /// What `uart` describes at its head: thirty bytes a read, forty a write, more only where something went wrong.
    #[default]
    Confirmed,
}

/// How fast a serial line is, and how much is done to be sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    bits_per_second: u32,
    latency: u32,
    attempts: u8,
    drift: u32,
    care: Care,
}

impl Timing {
    /// A line of `bits_per_second` baud, at least 1, as a microcontroller's own UART is: what is sent is on the line at
    /// once. [`Care::Confirmed`], eight attempts, and counters that may move by 2^16 ticks between two readings.
    pub const fn baud(bits_per_second: u32) -> Self {
        Self {
            bits_per_second: if bits_per_second == 0 {
                1
            } else {
                bits_per_second
            },
            latency: 1_000,
            attempts: 8,
            drift: 1 << 16,
            care: Care::Confirmed,
        }
    }

    /// The same for a line on whose way bytes wait for so long at most, in microseconds: in the buffers of a USB converter and
    /// of the operating system, both ways together. 1,000 unless told; 100,000 suits a PC.
    #[must_use]
    pub const fn with_latency(mut self, microseconds: u32) -> Self {
        self.latency = microseconds;
        self
    }

    /// The same with so many attempts, 1 to 255, before an access fails.
    #[must_use]
    pub const fn with_attempts(mut self, attempts: u8) -> Self {
        self.attempts = if attempts == 0 { 1 } else { attempts };
        self
    }

    /// The same for a chip whose now moves by `ticks` at most between two readings that follow each other: more than twice
    /// the latency in ticks, and 2^16 unless told.
    #[must_use]
    pub const fn with_drift(mut self, ticks: u32) -> Self {
        self.drift = ticks;
        self
    }

    /// The same with more care or less.
    #[must_use]
    pub const fn with_care(mut self, care: Care) -> Self {
        self.care = care;
        self
    }

    /// How long to wait for an answer, in microseconds.
    pub const fn answer(&self) -> u32 {
        self.microseconds(QUESTION_BITS)
    }

    /// How long to be silent, in microseconds, so that the chip forgets a frame: a sixteenth longer than its clock says.
    pub const fn silence(&self) -> u32 {
        self.microseconds(SILENCE_BITS.saturating_add(SILENCE_BITS / 16))
    }

    pub(super) const fn attempts(&self) -> u8 {
        self.attempts
    }

    pub(super) const fn drift(&self) -> u32 {
        self.drift
    }

    pub(super) const fn care(&self) -> Care {
        self.care
    }

    /// So many bit times, and the latency.
    const fn microseconds(&self, bits: u64) -> u32 {
        let Some(line) = bits
            .saturating_mul(1_000_000)
            .checked_div(self.bits_per_second as u64)
        else {
            return u32::MAX;
        };
        let all = line.saturating_add(self.latency as u64).saturating_add(1);
        if all > u32::MAX as u64 {
            return u32::MAX;
        }
        all as u32
    }
}

#[cfg(test)]
mod tests {
    use super::Timing;

    #[test]
    fn timing_of_usual_and_absurd_lines() {
        let usual = Timing::baud(115_200).with_latency(0);
        assert!((140_000..160_000).contains(&usual.silence()));
        assert!((900..1_000).contains(&usual.answer()));
        assert_eq!(Timing::baud(0).silence(), u32::MAX);
        assert_eq!(
            Timing::baud(1_000_000).with_latency(u32::MAX).answer(),
            u32::MAX
        );
    }
}
