//! The chip settings of a facility.

use crate::chip::{Coalescing, WheelMode};

/// The chip settings of a facility.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Clocks per tick, 1 to [`MAX_PRESCALE`](crate::chip::MAX_PRESCALE).
    pub prescale: u32,
    /// How the cursor treats busy slots. With `hold` the cursor waits at each event until it is served. With
    /// `auto_clear` the chip clears busy bits automatically, and the facility arms a slot again if timers of later laps
    /// are left in it; if it does so a whole lap later or more, the timers of the laps between are reported late.
    pub mode: WheelMode,
    /// When events interrupt. Timers are reported later by that much, with the same ticks.
    pub coalescing: Coalescing,
}

impl Settings {
    /// Ticks of `prescale` clocks, and none of the chip's options: every build supports this.
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

    /// The same with `hold` on the wheels above the first (or on the only wheel): the cursor waits at each of their
    /// events until it is served.
    #[must_use]
    pub const fn holding(mut self) -> Self {
        self.mode.hold = true;
        self
    }
}

/// Ticks of so many clocks, and none of the chip's options.
impl From<u32> for Settings {
    fn from(prescale: u32) -> Self {
        Self::of(prescale)
    }
}
