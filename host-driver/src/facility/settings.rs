//! How a facility uses its chip.

use crate::chip::{Coalescing, WheelMode};

/// How a facility uses its chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Clocks a tick, 1 to [`MAX_PRESCALE`](crate::chip::MAX_PRESCALE).
    pub prescale: u32,
    /// How the cursor treats busy slots. With `hold` the chip's time stands at each event until it is served. With `auto_clear`
    /// the chip clears busy bits by itself, and the facility arms a slot again if timers of later laps are left in it; if
    /// it comes round to that a whole lap later or more, those of the laps between are reported late.
    pub mode: WheelMode,
    /// What events wait for before they interrupt. Timers are reported later by that much, with the same ticks.
    pub coalescing: Coalescing,
}

impl Settings {
    /// Ticks of so many clocks, and none of the chip's options: what every build can do.
    pub const fn of(prescale: u32) -> Self {
        Self {
            prescale,
            mode: WheelMode {
                hold: false,
                auto_clear: false,
            },
            coalescing: Coalescing::NONE,
        }
    }

    /// The same, and the chip's time stands at each event of a wheel above the first (of the only one, if there is one) until it is
    /// served.
    #[must_use]
    pub const fn holding(mut self) -> Self {
        self.mode.hold = true;
        self
    }
}
