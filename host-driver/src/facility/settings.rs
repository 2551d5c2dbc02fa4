//! The settings of a facility.

use core::num::NonZeroU32;

use crate::chip::Coalescing;
use crate::counter_chip::WheelMode;

/// The settings of a facility and its chip.
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
    /// Timers that one interrupt examines or moves at most, if there is a limit; the next one goes on where it left.
    /// This bounds how long interrupts are locked out, as section VII of the paper asks. An interrupt is all calls of
    /// [`next_expired`](super::TimerFacility::next_expired) up to one that returns `None`.
    pub most_steps: Option<NonZeroU32>,
}

impl Settings {
    /// Ticks of `prescale` clocks, and none of the chip's options: every build supports this.
    pub const fn of(prescale: u32) -> Self {
        Self {
            prescale,
            mode: WheelMode { hold: false, auto_clear: false },
            coalescing: Coalescing::NONE,
            most_steps: None,
        }
    }

    /// With `hold` on the wheels above the first (or on the only wheel): the cursor waits at each of their events until
    /// it is served.
    #[must_use]
    pub const fn holding(mut self) -> Self {
        self.mode.hold = true;
        self
    }

    /// With a limit: an interrupt examines or moves at most so many timers.
    #[must_use]
    pub const fn at_most(mut self, steps: NonZeroU32) -> Self {
        self.most_steps = Some(steps);
        self
    }
}

/// Ticks of so many clocks, and none of the chip's options.
impl From<u32> for Settings {
    fn from(prescale: u32) -> Self {
        Self::of(prescale)
    }
}
