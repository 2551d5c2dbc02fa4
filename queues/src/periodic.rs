//! Periodic timers, and what they do when the host is behind.

use core::num::NonZeroU64;

/// What a periodic timer does when it is handed out later than its next expiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Behind {
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
/// for the tick that [`next`](Self::next) gives; [`Repeating`](super::Repeating) does that.
///
/// ```
/// use core::num::NonZeroU64;
/// use carillon_queues::{Behind, Entry, HashedUnordered, Keyed, Periodic, Record, TimerQueue, Timers};
///
/// let every = Periodic::new(NonZeroU64::new(10).ok_or("zero")?, Behind::Skip);
/// const WHEEL: HashedUnordered = HashedUnordered::new(16);
/// let mut timers = Timers::with(WHEEL, ([Record::VACANT; WHEEL.records(4)], [const { Entry::VACANT }; 4]))?;
/// timers.start(10, every)?;
/// timers.advance(35)?;
/// while let Some(expired) = timers.next_expired() {
///     timers.start_at(expired.item.next(expired.due, timers.now()).ok_or("the end of time")?, expired.item)?;
/// }
/// assert_eq!(timers.next_expiry(), Some(40));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Periodic {
    period: NonZeroU64,
    behind: Behind,
}

impl Periodic {
    /// Every `period` ticks.
    pub const fn new(period: NonZeroU64, behind: Behind) -> Self {
        Self { period, behind }
    }

    /// The period, in ticks.
    pub const fn period(self) -> NonZeroU64 {
        self.period
    }

    /// The rule.
    pub const fn behind(self) -> Behind {
        self.behind
    }

    /// The tick of the next expiry for a timer that was due at `due` and is handed out at `now`. `None` if 64 bits
    /// cannot name it.
    pub fn next(self, due: u64, now: u64) -> Option<u64> {
        let period = self.period.get();
        match self.behind {
            Behind::Burst => due.checked_add(period),
            Behind::Delay => due.max(now).checked_add(period),
            Behind::Skip => {
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
