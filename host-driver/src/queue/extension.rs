//! What can be done with every timer queue on top of [`TimerQueue`]: slack, an iterator over what has expired, actions.

use core::iter::FusedIterator;

use super::{Action, Expired, Handle, StartError, TimerQueue};

/// Of the ticks from `from` to `to` the one that is a multiple of the largest power of two, and of those the last.
///
/// Why this one costs the least work: timers whose slack overlaps come to agree on a tick, and then share an interrupt and a
/// visit; and in wheels of powers of two it is the tick that needs the fewest migrations. If `to` is below `from`, the answer is `from`.
///
/// ```
/// use carillon_driver::queue::roundest;
///
/// assert_eq!(roundest(1_000, 1_100), 1_024);
/// assert_eq!(roundest(1_025, 1_100), 1_088);
/// assert_eq!(roundest(7, 7), 7);
/// ```
pub const fn roundest(from: u64, to: u64) -> u64 {
    if to <= from {
        return from;
    }
    // Both agree above the highest bit in which they differ. There `to` has a one, and with zeros below it is in the range, unless
    // `from` - 1 would do with more zeros: that is, if `from` itself has only zeros there.
    let differs = 63_u32.saturating_sub((from ^ to).leading_zeros());
    let below = match 1_u64.checked_shl(differs) {
        Some(unit) => unit.wrapping_sub(1),
        None => 0,
    };
    let both = below | (below.wrapping_add(1));
    if from & both == 0 {
        return from;
    }
    to & !below
}

/// More for every [`TimerQueue`].
pub trait TimerQueueExt: TimerQueue + Sized {
    /// START_TIMER with slack: the timer is due at any one tick from `least` to `most` ticks after now, at the one that needs
    /// the least work ([`roundest`]). A `most` below `least` is taken for `least`.
    ///
    /// For wheels whose sizes are powers of two other than 2, [`Scheme7::start_in_range`](super::Scheme7::start_in_range) looks at
    /// the wheels that there are.
    ///
    /// # Errors
    /// As [`start`](TimerQueue::start) with `least`.
    fn start_between(
        &mut self,
        least: u64,
        most: u64,
        item: Self::Item,
    ) -> Result<Handle, StartError> {
        let now = self.now();
        let from = now
            .checked_add(least)
            .ok_or(StartError::BeyondTheEndOfTime)?;
        let to = now.saturating_add(most.min(self.longest_interval()));
        self.start_at(roundest(from, to), item)
    }

    /// What has expired, as an iterator. Those that are not asked for stay, to be handed out another time.
    ///
    /// ```
    /// use carillon_driver::queue::{Entry, List, Scheme6, TimerQueue, TimerQueueExt};
    ///
    /// let mut timers = Scheme6::new([List::EMPTY; 16], [const { Entry::VACANT }; 4])?;
    /// for interval in [3, 1, 2, 9] {
    ///     timers.start(interval, interval)?;
    /// }
    /// timers.advance(5)?;
    /// let due: Vec<u64> = timers.expired().map(|expired| expired.due).collect();
    /// assert_eq!(due, [1, 2, 3]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    fn expired(&mut self) -> Expirations<'_, Self> {
        Expirations { queue: self }
    }

    /// Performs the actions of all timers that have run out; `by_name` gets those that are only names. Returns how many there
    /// were.
    fn perform<'action, Name>(&mut self, mut by_name: impl FnMut(Name, u64)) -> u32
    where
        Self: TimerQueue<Item = Action<'action, Name>>,
    {
        self.expire(|expired| {
            if let Some(name) = expired.item.perform(expired.due) {
                by_name(name, expired.due);
            }
        })
    }
}

impl<Q: TimerQueue> TimerQueueExt for Q {}

/// What has expired: see [`TimerQueueExt::expired`].
#[derive(Debug)]
pub struct Expirations<'queue, Q> {
    queue: &'queue mut Q,
}

impl<Q: TimerQueue> Iterator for Expirations<'_, Q> {
    type Item = Expired<Q::Item>;

    fn next(&mut self) -> Option<Self::Item> {
        self.queue.next_expired()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, usize::try_from(self.queue.outstanding()).ok())
    }
}

impl<Q: TimerQueue> FusedIterator for Expirations<'_, Q> {}
