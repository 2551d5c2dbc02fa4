//! Time: the prescaler and now.

/// Ticks since the chip was first enabled.
#[derive(Clone, Debug, Default)]
pub(super) struct Time {
    pub now: u64,
    /// Clocks of the present tick that have passed.
    elapsed: u32,
    /// The tick's clocks were full a clock ago: it passes at this clock's edge, whatever the host says meanwhile.
    full: bool,
    half_before: bool,
}

impl Time {
    fn half(&self) -> bool {
        self.now & 1 << 31 != 0
    }

    /// Now has just crossed a multiple of 2^31.
    pub fn half_period(&self) -> bool {
        self.half() != self.half_before
    }

    /// The clock's edge. Gives whether a tick passes at it.
    pub fn finish(&mut self, enabled: bool, prescale: u32) -> bool {
        self.half_before = self.half();
        let passes = std::mem::take(&mut self.full);
        self.now += u64::from(passes);
        if enabled {
            self.elapsed += 1;
            self.full = self.elapsed == prescale;
            if self.full {
                self.elapsed = 0;
            }
        }
        passes
    }
}
