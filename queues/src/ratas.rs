//! What Ratas adds to a hierarchy of wheels: ranges of ticks, and starting again at little cost.
//!
//! | Ratas | here |
//! |---|---|
//! | `schedule` | [`start`](super::Keyed::start) |
//! | `schedule_in_range` | [`start_in_range`](Timers::start_in_range), [`restart_in_range`](Timers::restart_in_range) |
//! | `schedule` of an active event | [`restart`](super::Keyed::restart) |
//! | `cancel` | [`stop`](super::Keyed::stop); when dropped: [`TimerEvent`](super::TimerEvent) |
//! | `advance` with `max_execute` | [`run`](super::TimerQueue::run): the limit is the call's, in the order of ticks |
//! | `now` in an event | the event's tick, in `run` |
//! | `ticks_to_next_event` | [`ticks_to_next`](super::TimerQueue::ticks_to_next) |
//! | `TimerEvent`, `MemberTimerEvent` | items of any type, methods such as `fn(&mut Connection)` among them; `run`'s action gets them. Stopped when dropped: [`TimerEvent`](super::TimerEvent) |
//!
//! Two of its faults are not taken over: there a range is aligned on the interval, so that a timer seldom falls on a
//! multiple of a slot's ticks and hardly any migration is saved; here on the absolute tick. And there a jump walks
//! every tick.

use super::scheme7::Wheels;
use super::slab::{Handle, Storage};
use super::structure::Structure;
use super::timers::Timers;
use super::{Keyed, Refused, RestartError, StartError, TimerQueue};

/// What Ratas has besides.
///
/// ```
/// use carillon_queues::{Diagnostics, Entry, Keyed, Record, TimerQueue, Timers, Wheels};
///
/// const WHEELS: Wheels<8> = Wheels::new();
/// let mut timers = Timers::with(WHEELS, ([Record::VACANT; WHEELS.records(8)], [const { Entry::VACANT }; 8]))?;
/// let handle = timers.start_in_range(1_000, 1_100, "about a thousand")?;
/// assert_eq!(timers.expiry(handle), Some(1_024));
/// timers.advance(1_024)?;
/// assert_eq!(timers.migrated(), 0);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl<T, const BITS: u32, M: Storage<T>> Timers<T, Wheels<BITS>, M> {
    /// Starts a timer that may be due at any tick from `least` to `most` ticks after now. Of these it takes the one
    /// that is a multiple of the most ticks that a slot of some wheel has, and of those the last: when that slot comes
    /// up, the timer is due and need not migrate. A `most` below `least` is taken for `least`. Takes time in proportion
    /// to the number of wheels.
    ///
    /// # Errors
    /// As [`start`](Keyed::start) with `least`.
    pub fn start_in_range(&mut self, least: u64, most: u64, item: T) -> Result<Handle, Refused<T>> {
        match self.best_tick(least, most) {
            Ok(expiry) => self.start_at(expiry, item),
            Err(error) => Err(error.with(item)),
        }
    }

    /// Starts the timer again to be due from `least` to `most` ticks after now. If it is so already, nothing is done;
    /// otherwise as [`start_in_range`](Self::start_in_range).
    ///
    /// # Errors
    /// As [`restart`](Keyed::restart).
    pub fn restart_in_range(
        &mut self,
        handle: Handle,
        least: u64,
        most: u64,
    ) -> Result<(), RestartError> {
        self.find(handle)?;
        let (from, to) = self.range(least, most)?;
        if self
            .expiry(handle)
            .is_some_and(|expiry| (from..=to).contains(&expiry))
        {
            return Ok(());
        }
        let expiry = self.best_tick(least, most)?;
        self.restart_at(handle, expiry)
    }

    fn range(&self, least: u64, most: u64) -> Result<(u64, u64), StartError> {
        let longest = self.waiting.structure.longest_interval();
        let from = self
            .now()
            .checked_add(least)
            .ok_or(StartError::BeyondTheEndOfTime)?;
        let to = self.now().saturating_add(most.min(longest)).max(from);
        Ok((from, to))
    }

    fn best_tick(&self, least: u64, most: u64) -> Result<u64, StartError> {
        let (from, to) = self.range(least, most)?;
        let mut best = to;
        let mut shift = 0;
        while let Some(unit) = 1_u64.checked_shl(shift) {
            let last = to & !(unit - 1);
            if last < from {
                break;
            }
            best = last;
            shift += BITS;
        }
        Ok(best)
    }
}
