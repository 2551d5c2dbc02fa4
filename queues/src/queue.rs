//! What every queue can do, in the same words for all.
//!
//! The four routines of the paper's section II: START_TIMER is [`start`](TimerQueue::start), STOP_TIMER is
//! [`stop`](TimerQueue::stop), PER_TICK_BOOKKEEPING is [`advance`](Advance::advance), and EXPIRY_PROCESSING is
//! [`next_expired`](Advance::next_expired).

use super::structure::roundest;
use super::{Expired, Handle, Refused, RestartError, StartError};

/// How a queue comes to a tick, and hands out what has run out by then; the part of [`TimerQueue`] and
/// [`NumberedQueue`](super::NumberedQueue) that does not name timers.
pub trait Advance {
    /// A timer that has run out.
    type Expired;

    /// The tick up to which the queue has been advanced.
    fn now(&self) -> u64;

    /// Timers started and neither stopped nor handed out.
    fn outstanding(&self) -> u32;

    /// A tick before which nothing comes due: that of the earliest timer where
    /// [`Guarantees::exact_next`](crate::diagnostics::Guarantees::exact_next) says so; now, if one is due already.
    /// `None` if nothing is outstanding.
    fn next_expiry(&self) -> Option<u64>;

    /// [`advance`](Self::advance) with a limit: does about `steps` steps at most and says whether that was enough. A
    /// step is one timer examined or moved, or one slot handed over or passed; what it costs is for
    /// [`Guarantees::bounded`](crate::diagnostics::Guarantees::bounded) to say. [`now`](Self::now) says how far it has
    /// come. With timers started between a call that was cut short and the next one, only the order of ticks is kept,
    /// not that within a tick.
    fn advance_within(&mut self, to: u64, steps: u64) -> Progress;

    /// EXPIRY_PROCESSING, one timer at a time: the next timer that has run out, or `None`. Between two calls timers may
    /// be started and stopped freely. Constant time.
    fn next_expired(&mut self) -> Option<Self::Expired>;

    /// PER_TICK_BOOKKEEPING for every tick up to and including `to`; a tick that has gone by changes nothing. Gives the
    /// timers that have run out, in the order that the structure promises, however far the jump. Those that are not
    /// taken from the iterator are handed out later: none is lost if it is dropped.
    fn advance(&mut self, to: u64) -> Expirations<&mut Self>
    where
        Self: Sized,
    {
        while self.advance_within(to, u64::MAX) == Progress::Unfinished {}
        Expirations(self)
    }

    /// Ticks until [`next_expiry`](Self::next_expiry), at most `most`; `most` also if nothing is outstanding (Ratas's
    /// `ticks_to_next_event`).
    fn ticks_to_next(&self, most: u64) -> u64 {
        self.next_expiry()
            .map_or(most, |tick| tick.saturating_sub(self.now()).min(most))
    }

    /// Goes from expiry to expiry up to `to` and runs `action` for at most `most` timers; the limit is the call's, not
    /// a slot's. While the action runs, [`now`](Self::now) is the tick of its timer (of its slot, where next expiries
    /// are not exact), so that what it starts counts from there and comes in turn. The action may start and stop
    /// timers.
    fn run<F>(&mut self, to: u64, most: u64, mut action: F) -> Progress
    where
        Self: Sized,
        F: FnMut(&mut Self, Self::Expired),
    {
        let mut left = most;
        let now = self.now();
        self.advance(now);
        loop {
            while left > 0 {
                let Some(expired) = self.next_expired() else {
                    break;
                };
                left -= 1;
                action(self, expired);
            }
            if let Some(progress) = go_on(self, to, left) {
                return progress;
            }
        }
    }
}

/// Nothing is due any more, or `left`, the timers that a run may still hand out, is 0. Goes on to the next expiry, if
/// it is not beyond `to`; says how the run ends, if it does.
pub(super) fn go_on<Q: Advance>(queue: &mut Q, to: u64, left: u64) -> Option<Progress> {
    let to = to.max(queue.now());
    let next = queue.next_expiry().filter(|&tick| tick <= to);
    if left == 0 && next.is_some() {
        return Some(Progress::Unfinished);
    }
    if next.is_none() && queue.now() == to {
        return Some(Progress::Reached);
    }
    queue.advance(next.unwrap_or(to));
    None
}

/// The timers of the queue `Q` that have run out: what [`advance`](Advance::advance) gives.
#[derive(Debug)]
pub struct Expirations<Q>(pub(crate) Q);

impl<Q: Advance> Iterator for Expirations<&mut Q> {
    type Item = Q::Expired;

    #[inline]
    fn next(&mut self) -> Option<Q::Expired> {
        self.0.next_expired()
    }
}

/// A timer queue, whatever its structure: it is given an item with each timer, and gives out a handle.
///
/// ```
/// use carillon_queues::{TimerQueue, TimerWheel};
///
/// /// Starts a timer in any queue.
/// fn retransmit(timers: &mut impl TimerQueue<Item = &'static str>) -> bool {
///     timers.start(200, "try again").is_ok()
/// }
/// assert!(retransmit(&mut TimerWheel::new()));
/// ```
pub trait TimerQueue: Advance<Expired = Expired<Self::Item>> {
    /// What the caller attaches to a timer (the paper's Request_ID and Expiry_Action).
    type Item;

    /// The most timers that can be outstanding at once, until the queue grows, if it does.
    fn capacity(&self) -> usize;

    /// The longest interval that can be started, in ticks.
    fn longest_interval(&self) -> u64;

    /// START_TIMER with the tick at which the timer is due: for deadlines that must not drift. A tick that is now or
    /// has gone by is due at once.
    ///
    /// # Errors
    /// [`Refused`], with the item: the interval is above [`longest_interval`](Self::longest_interval), the time would
    /// not fit 64 bits, or the queue is full.
    fn start_at(&mut self, expiry: u64, item: Self::Item) -> Result<Handle, Refused<Self::Item>>;

    /// START_TIMER: a timer that is due `interval` ticks after [`now`](Advance::now). An interval of 0 is due at once.
    ///
    /// # Errors
    /// As [`start_at`](Self::start_at).
    #[inline(always)]
    fn start(&mut self, interval: u64, item: Self::Item) -> Result<Handle, Refused<Self::Item>> {
        match self.now().checked_add(interval) {
            Some(expiry) => self.start_at(expiry, item),
            None => Err(StartError::BeyondTheEndOfTime.with(item)),
        }
    }

    /// The tick of those from `from` to `to`, which is not before it, that costs this queue and its host least.
    #[doc(hidden)]
    fn cheapest(&self, from: u64, to: u64) -> u64 {
        roundest(from, to)
    }

    /// START_TIMER with slack: a timer that may be due at any tick from `least` to `most` ticks after now. Of these it
    /// takes a tick that is a multiple of a large power of two, so that timers whose slack overlaps come due together
    /// and the host wakes up less often; in a hierarchy of wheels one at which it need not migrate. A `most` below
    /// `least` is taken for `least`.
    ///
    /// # Errors
    /// As [`start`](Self::start) with `least`.
    fn start_between(
        &mut self,
        least: u64,
        most: u64,
        item: Self::Item,
    ) -> Result<Handle, Refused<Self::Item>> {
        match range(self, least, most) {
            Some((from, to)) => self.start_at(self.cheapest(from, to), item),
            None => Err(StartError::BeyondTheEndOfTime.with(item)),
        }
    }

    /// STOP_TIMER: takes the timer out and gives its item back. Possible until the timer is handed out by
    /// [`next_expired`](Advance::next_expired), so that a stopped timer never fires. Its memory is free at once. `None`
    /// if it was stopped or handed out before.
    fn stop(&mut self, handle: Handle) -> Option<Self::Item>;

    /// As [`restart`](Self::restart) with the tick at which the timer is due: for deadlines that must not drift. A tick
    /// that is now or has gone by is due at once.
    ///
    /// # Errors
    /// As [`restart`](Self::restart).
    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), RestartError>;

    /// STOP_TIMER and START_TIMER in one: the timer is due `interval` ticks after now instead. Handle and item stay.
    /// Possible until it is handed out.
    ///
    /// # Errors
    /// [`RestartError`]; the timer is then as it was.
    #[inline(always)]
    fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), RestartError> {
        match self.now().checked_add(interval) {
            Some(expiry) => self.restart_at(handle, expiry),
            None => Err(self.too_late(handle)),
        }
    }

    /// A restart with slack, as [`start_between`](Self::start_between). If the timer is due within the range already,
    /// nothing is done.
    ///
    /// # Errors
    /// As [`restart`](Self::restart) with `least`.
    fn restart_between(
        &mut self,
        handle: Handle,
        least: u64,
        most: u64,
    ) -> Result<(), RestartError> {
        let expiry = self.expiry(handle).ok_or(RestartError::NotOutstanding)?;
        match range(self, least, most) {
            Some((from, to)) if (from..=to).contains(&expiry) => Ok(()),
            Some((from, to)) => self.restart_at(handle, self.cheapest(from, to)),
            None => Err(self.too_late(handle)),
        }
    }

    /// Why a restart is refused whose tick does not fit 64 bits; a handle that is stale is worse.
    #[doc(hidden)]
    #[cold]
    fn too_late(&self, handle: Handle) -> RestartError {
        match self.expiry(handle) {
            Some(_) => StartError::BeyondTheEndOfTime.into(),
            None => RestartError::NotOutstanding,
        }
    }

    /// When the timer is due, or `None` if it was stopped or handed out before.
    fn expiry(&self, handle: Handle) -> Option<u64>;
}

/// The ticks from `least` to `most` after now, as far as the queue takes them; at least the first.
fn range<Q: TimerQueue + ?Sized>(queue: &Q, least: u64, most: u64) -> Option<(u64, u64)> {
    let (now, reach) = (queue.now(), most.min(queue.longest_interval()));
    let from = now.checked_add(least)?;
    Some((from, now.saturating_add(reach).max(from)))
}

/// Whether an advance has come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[must_use]
pub enum Progress {
    /// Everything due has been handed over.
    Reached,
    /// The limit came first: call again, for the same tick or a later one.
    Unfinished,
}
