//! Time: the prescaler.

/// The part of a tick that has passed.
#[derive(Clone, Debug, Default)]
pub(super) struct Time {
    /// Clocks of the present tick that have passed.
    elapsed: u32,
    /// The tick's clocks were full a clock ago: it passes at this clock's edge, whatever the host says meanwhile.
    full: bool,
}

impl Time {
    /// The clock's edge. Gives whether a tick passes at it.
    pub fn finish(&mut self, enabled: bool, prescale: u32) -> bool {
        let passes = std::mem::take(&mut self.full);
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
