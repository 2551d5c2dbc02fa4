//! Periodic timers, and what they do when the host is behind.

use core::num::NonZeroU64;

/// What a periodic timer does when it is handed out later than its next expiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MissedTicks {
    /// Every expiry is made up for, one after the other: none is lost, and nothing drifts.
    #[default]
    Burst,
    /// Those that have been missed are left out; it goes on at the next multiple of its period. Nothing drifts.
    Skip,
    /// The next one comes a period after this one was handed out: there is always a whole period between two. It
    /// drifts.
    Delay,
}

/// The period of a timer and its rule. Keep it in the timer's item and start the timer again, when it is handed out,
/// for the tick that [`next`](Self::next) gives; [`Repeating`](super::tools::Repeating) does that.
///
/// ```
/// use core::num::NonZeroU64;
/// use carillon_queues::{HashedWheel, Timers};
/// use carillon_queues::tools::{MissedTicks, Periodic};
///
/// let every = Periodic::new(NonZeroU64::new(10).ok_or("zero")?, MissedTicks::Skip);
/// let mut timers = Timers::growing(HashedWheel::new(16), 4)?;
/// timers.start(10, every);
/// timers.advance(35);
/// while let Some(expired) = timers.next_expired() {
///     timers.start_at(expired.item.next(expired.due, timers.now()).ok_or("the end of time")?, expired.item);
/// }
/// assert_eq!(timers.next_expiry(), Some(40));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Periodic {
    period: NonZeroU64,
    missed_ticks: MissedTicks,
}

impl Periodic {
    /// Every `period` ticks.
    pub const fn new(period: NonZeroU64, missed_ticks: MissedTicks) -> Self {
        Self {
            period,
            missed_ticks,
        }
    }

    /// The period, in ticks.
    pub const fn period(self) -> NonZeroU64 {
        self.period
    }

    /// The rule.
    pub const fn missed_ticks(self) -> MissedTicks {
        self.missed_ticks
    }

    /// The tick of the next expiry for a timer that was due at `due` and is handed out at `now`. `None` if 64 bits
    /// cannot name it.
    pub fn next(self, due: u64, now: u64) -> Option<u64> {
        let period = self.period.get();
        match self.missed_ticks {
            MissedTicks::Burst => due.checked_add(period),
            MissedTicks::Delay => due.max(now).checked_add(period),
            MissedTicks::Skip => {
                let missed = now.saturating_sub(due) / self.period;
                let periods = missed.checked_add(1)?;
                due.checked_add(periods.checked_mul(period)?)
            }
        }
    }

    /// How many expiries after `due` have gone by at `now`: what `Skip` and `Delay` leave out.
    pub fn missed(self, due: u64, now: u64) -> u64 {
        now.saturating_sub(due) / self.period
    }
}
