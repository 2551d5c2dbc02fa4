//! How any queue comes to a tick, and hands out what has run out by then.

use core::fmt;

/// How a queue comes to a tick, and hands out what has run out by then; the part of
/// [`TimerQueue`](crate::TimerQueue) and [`NumberedQueue`](crate::NumberedQueue) that does not name timers.
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

    /// How many timers have run out and wait to be handed out; where the queue does not count them, all that are
    /// outstanding. Time in proportion to them.
    #[doc(hidden)]
    fn due_count(&self) -> u32 {
        self.outstanding()
    }

    /// PER_TICK_BOOKKEEPING for every tick up to and including `to`; a tick that has gone by changes nothing. Gives the
    /// timers that have run out, in the order that the structure promises, however far the jump. Those that are not
    /// taken from the iterator are handed out later: none is lost if it is dropped.
    fn advance(&mut self, to: u64) -> Expirations<&mut Self>
    where
        Self: Sized,
    {
        while self.advance_within(to, u64::MAX) == Progress::Unfinished {}
        Expirations::at_most(usize::MAX, self)
    }

    /// Goes from expiry to expiry up to `to` and runs `action` for at most `most` timers; the limit is the call's, not
    /// a slot's. While the action runs, [`now`](Self::now) is the tick of its timer (of its slot, where next expiries
    /// are not exact), so that what it starts counts from there and comes in turn, in the same tick too: `most` alone
    /// ends a run whose action starts a timer that is due at once again and again. The action may start and stop
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

/// What a queue shows of itself: where it stands, and not what is in its memory.
pub(super) fn debug(queue: &impl Advance, name: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    formatter
        .debug_struct(name)
        .field("now", &queue.now())
        .field("outstanding", &queue.outstanding())
        .field("next", &queue.next_expiry())
        .finish_non_exhaustive()
}

/// The timers of the queue `Q` that have run out: what [`advance`](Advance::advance) gives.
#[derive(Debug)]
pub struct Expirations<Q> {
    pub(crate) queue: Q,
    /// Timers that it may still hand out.
    pub(crate) left: usize,
}

impl<Q> Expirations<Q> {
    /// Of a queue in which timers can be started meanwhile: hands out so many at most, so that it ends.
    #[doc(hidden)]
    pub const fn at_most(left: usize, queue: Q) -> Self {
        Self { queue, left }
    }
}

impl<Q: Advance> Iterator for Expirations<&mut Q> {
    type Item = Q::Expired;

    #[inline]
    fn next(&mut self) -> Option<Q::Expired> {
        self.left = self.left.checked_sub(1)?;
        self.queue.next_expired()
    }
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
