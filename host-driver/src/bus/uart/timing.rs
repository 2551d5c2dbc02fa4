//! The timing of a serial line, and the level of error detection.

/// Bit times of an idle line after which the chip discards an incomplete frame.
const SILENCE_BITS: u64 = 1 << 14;

/// Bit times from the first bit of a request to the last of its answer: ten bytes, and some for the chip.
const QUESTION_BITS: u64 = 110;

/// The level of error detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Care {
    /// None: ten bytes an access. A lost byte is detected by the missing answer, a corrupted byte is not, and an answer
    /// that comes later than the latency is taken for that to the next read.
    Plain,
    /// As the documentation of `uart` describes: thirty bytes a read, fifty of a counter that moves meanwhile, forty a
    /// write, more only after an error.
    #[default]
    Confirmed,
}

/// The timing of a serial line, and the level of error detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    bits_per_second: u32,
    latency: u32,
    attempts: u8,
    drift: u32,
    care: Care,
}

impl Timing {
    /// A line of `bits_per_second` baud, at least 1, such as a microcontroller's own UART, which sends without delay.
    /// [`Care::Confirmed`], eight attempts, and counters that may move by 2^16 ticks between two reads.
    pub const fn baud(bits_per_second: u32) -> Self {
        Self {
            bits_per_second: if bits_per_second == 0 { 1 } else { bits_per_second },
            latency: 1_000,
            attempts: 8,
            drift: 1 << 16,
            care: Care::Confirmed,
        }
    }

    /// The same for a line that delays bytes by up to this many microseconds in the buffers of a USB converter and of
    /// the operating system, both directions together. The default is 1,000; 100,000 suits a PC.
    #[must_use]
    pub const fn with_latency(mut self, microseconds: u32) -> Self {
        self.latency = microseconds;
        self
    }

    /// The same with this number of attempts, 1 to 255, before an access fails.
    #[must_use]
    pub const fn with_attempts(mut self, attempts: u8) -> Self {
        self.attempts = if attempts == 0 { 1 } else { attempts };
        self
    }

    /// The same for a chip whose now moves by at most `ticks` between two consecutive reads: more than twice the
    /// latency in ticks. The default is 2^16.
    #[must_use]
    pub const fn with_drift(mut self, ticks: u32) -> Self {
        self.drift = ticks;
        self
    }

    /// The same with another level of error detection.
    #[must_use]
    pub const fn with_care(mut self, care: Care) -> Self {
        self.care = care;
        self
    }

    /// The timeout for an answer, in microseconds.
    pub const fn answer(&self) -> u32 {
        self.microseconds(QUESTION_BITS)
    }

    /// The silence that makes the chip discard a frame, in microseconds: a sixteenth longer than the chip needs.
    pub const fn silence(&self) -> u32 {
        self.microseconds(SILENCE_BITS + SILENCE_BITS / 16)
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

    /// This many bit times plus the latency, in microseconds.
    const fn microseconds(&self, bits: u64) -> u32 {
        let Some(line) = (bits * 1_000_000).checked_div(self.bits_per_second as u64) else {
            return u32::MAX;
        };
        let all = line + self.latency as u64 + 1;
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
        assert_eq!(Timing::baud(1_000_000).with_latency(u32::MAX).answer(), u32::MAX);
    }
}
