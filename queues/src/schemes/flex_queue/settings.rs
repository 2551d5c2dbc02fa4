//! FlexQueue's settings, and what is counted of it.

use core::num::NonZeroU64;

use super::horizon::Deviations;
use super::{FlexQueue, Slots};

/// The most that can be set, since a list has no more timers than 30 bits can count.
const MOST: u32 = 1 << 29;

impl FlexQueue {
    /// Two arrays of half so many slots each, from 1 to 2^29.
    pub const fn new(slots: Slots, deviations: Deviations, both: u32) -> Self {
        Self::of(slots, deviations, Some(both / 2))
    }

    /// Two arrays that have four times as many slots each as there is room for timers, but 64 at least and 2^22 at
    /// most. They become more when the memory grows.
    pub const fn following(slots: Slots, deviations: Deviations) -> Self {
        Self::of(slots, deviations, None)
    }

    /// Uses the overflow alone while it holds fewer than `few` timers, and not 64, and the arrays are
    /// empty. With 0, as in the thesis, the arrays are first laid out by a single interval.
    #[must_use]
    pub const fn few(mut self, few: u32) -> Self {
        self.few = few;
        self
    }

    /// A start looks at `timers` timers of an ordered slot's list for its place at most, and not at 16. A
    /// slot of several ticks that more have come to is split into 64, or becomes a tree, until it is empty, so that a
    /// start takes logarithmic time whatever the ticks.
    #[must_use]
    pub const fn most_searched(mut self, timers: u32) -> Self {
        self.most_searched = if timers < MOST { timers } else { MOST };
        self
    }

    /// A slot that has become too long becomes a tree at once, and is not split: half a record less for
    /// each timer, and the same worst case, but several times the time where intervals are near very different lengths.
    #[must_use]
    pub const fn without_splits(mut self) -> Self {
        self.split = false;
        self
    }

    /// With slots of `width` ticks: the thesis's static horizon (its section 4.3.2), which begins at now.
    #[must_use]
    pub const fn width(mut self, width: NonZeroU64) -> Self {
        self.arrays.set_width(Some(width));
        self
    }

    /// How often an array's width has been set anew.
    #[cfg(feature = "paper")]
    pub const fn resizes(&self) -> u64 {
        self.arrays.resizes()
    }

    /// Timers in the overflow.
    #[cfg(feature = "paper")]
    pub const fn overflowing(&self) -> u32 {
        self.overflow.timers
    }

    /// The last tick that is handed out together with `tick`.
    #[cfg(feature = "paper")]
    pub(crate) fn batch_end(&self, tick: u64) -> u64 {
        match self.arrays.slot_for(tick) {
            Some(slot) if self.slots == Slots::Unordered => self.arrays.ticks_of(slot).1,
            _ => tick,
        }
    }
}
