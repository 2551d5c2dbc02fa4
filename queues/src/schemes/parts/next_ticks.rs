//! When each wheel of a hierarchy next comes to timers. Kept so that neither a jump nor the question of the next expiry
//! searches all wheels.

/// Wheels that have a tick of their own.
const WHEELS: usize = 8;

/// The last of them. The wheels above it share its tick.
pub(crate) const SHARED: u32 = 7;

/// For each wheel a tick before which it comes to no timers: that of its next busy slot, unless that slot's timers were
/// stopped. The end of time for a wheel without timers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NextTicks {
    ticks: [u64; WHEELS],
}

impl NextTicks {
    pub(crate) const NONE: Self = Self { ticks: [u64::MAX; WHEELS] };

    /// In memory that is not prepared.
    pub(crate) const ZERO: Self = Self { ticks: [0; WHEELS] };

    #[inline]
    fn slot(wheel: u32) -> usize {
        usize::try_from(wheel.min(SHARED)).unwrap_or(0)
    }

    /// The tick of `wheel`.
    #[inline]
    pub(crate) fn of(&self, wheel: u32) -> u64 {
        self.ticks.get(Self::slot(wheel)).map_or(u64::MAX, |tick| *tick)
    }

    /// A timer has come to `wheel`, which comes to it at `tick`. Whether that is before all others there.
    #[inline]
    pub(crate) fn note(&mut self, wheel: u32, tick: u64) -> bool {
        let next = self.ticks.get_mut(Self::slot(wheel));
        let Some(next) = next.filter(|next| tick < **next) else {
            return false;
        };
        *next = tick;
        true
    }

    /// `wheel` comes to timers at `tick` and not before.
    #[inline]
    pub(crate) fn set(&mut self, wheel: u32, tick: u64) {
        if let Some(next) = self.ticks.get_mut(Self::slot(wheel)) {
            *next = tick;
        }
    }

    /// Each wheel's tick, from wheel 0 up.
    #[inline]
    pub(crate) fn each(&self) -> impl Iterator<Item = (u32, u64)> {
        (0..).zip(self.ticks.iter().copied())
    }

    /// The wheel whose tick this is, the lowest of several, unless it is shared.
    #[inline]
    pub(crate) fn wheel_of(&self, tick: u64) -> Option<u32> {
        (0..SHARED).find(|&wheel| self.of(wheel) == tick)
    }

    /// The earliest one of the other wheels; of all, if there is no such wheel.
    #[inline]
    pub(crate) fn earliest_but(&self, wheel: u32) -> u64 {
        let mut least = u64::MAX;
        for (other, tick) in self.each() {
            if other != wheel {
                least = least.min(tick);
            }
        }
        least
    }
}
