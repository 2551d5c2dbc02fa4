//! A queue that a clock drives.

use super::{Clock, ClockedQueue, Moment, Span};
use crate::advance::{Advance, Expirations};
use crate::collection::{TimerCollection, collection, items};
use crate::forward::{as_inherent, as_trait};
use crate::memory::{Fixed, InLists, Memory};
use crate::schemes::structure::{Foremost, Structure};
use crate::{Handle, Refused, RestartError, TimerQueue, Timers};
#[cfg(feature = "alloc")]
use crate::{TimerWheel, schemes::structure::Unlimited};
use core::time::Duration;

/// A timer queue in the time of a clock.
///
/// An interval counts from the clock's now, whenever the queue was advanced last; it is rounded up to ticks, and
/// elapsed time is rounded down. So no timer is handed out before its interval has passed; how much later, besides the
/// time until [`next_expired`](Self::next_expired) is called, [`Clock::after`] says. No interval is too long: see
/// [`clock`](crate::clock).
///
/// ```
/// use carillon_queues::clock::{ClockedTimers, SystemClock};
/// use std::sync::mpsc::{RecvTimeoutError, channel};
/// use std::time::Duration;
///
/// let (sender, events) = channel();
/// sender.send("hello").unwrap();
///
/// let mut timers = ClockedTimers::new(SystemClock::with_resolution(Duration::from_millis(1)));
/// timers.start(Duration::from_millis(20), "try again");
/// let late = timers.start(Duration::from_secs(60), "give up");
/// let mut seen = Vec::new();
/// while let Some(wait) = timers.time_to_next() {
///     match events.recv_timeout(wait) {
///         Ok(event) => seen.push(event),
///         Err(RecvTimeoutError::Timeout) => {} // a timer may be due
///         Err(RecvTimeoutError::Disconnected) => break,
///     }
///     while let Some(expired) = timers.next_expired() {
///         seen.push(expired.item);
///         // The loop may start and stop others.
///         if timers.stop(late).is_some() {
///             timers.start(Duration::from_millis(20), "the last one");
///         }
///     }
/// }
/// assert_eq!(seen, ["hello", "try again", "the last one"]);
/// ```
///
/// | queue | made by | its starts |
/// |---|---|---|
/// | [`TimerWheel`](crate::TimerWheel) | `new` | cannot be refused: they give the [`Handle`] |
/// | [`FixedTimerWheel`](crate::FixedTimerWheel) and others of fixed size | [`with`](Self::with) | have the same names, and return a [`Result`] |
/// | [`NumberedTimers`](crate::NumberedTimers) | `numbered` | take the timer's number |
/// | any other | [`with`](Self::with) | are those of [`ClockedQueue`] |
///
/// In a `static`, with a counter of the processor's for a clock:
///
/// ```
/// use carillon_queues::FixedTimerWheel;
/// use carillon_queues::clock::{Clock, ClockedTimers, TickRate};
/// use std::num::NonZeroU32;
/// use std::sync::Mutex;
/// use std::time::Duration;
///
/// struct Counter;
/// impl Clock for Counter {
///     fn rate(&self) -> TickRate {
///         TickRate::hertz(NonZeroU32::MIN.saturating_add(999))
///     }
///     fn now(&self) -> u64 {
///         0 // here a program reads the register
///     }
/// }
/// type Queue = FixedTimerWheel<&'static str, 32>;
/// static TIMERS: Mutex<ClockedTimers<Counter, Queue>> =
///     Mutex::new(ClockedTimers::with(Counter, Queue::new()));
///
/// let handle = TIMERS.lock()?.start(Duration::from_millis(20), "try again")?;
/// assert!(TIMERS.lock()?.time_left(handle) >= Some(Duration::from_millis(20)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ClockedTimers<C, Q> {
    pub(crate) clock: C,
    pub(crate) queue: Q,
    /// Timers that the loop of [`next_expired`](Self::next_expired) may still hand out; `None` between two loops.
    remaining: Option<u32>,
}

impl<C: Clock, Q: Advance> ClockedTimers<C, Q> {
    /// A queue whose tick 0 is the clock's: one that was not advanced before.
    pub const fn with(clock: C, queue: Q) -> Self {
        Self { clock, queue, remaining: None }
    }

    /// The clock.
    pub const fn clock(&self) -> &C {
        &self.clock
    }

    /// The queue, in ticks of the clock. Its now may be behind the clock's.
    pub const fn queue(&self) -> &Q {
        &self.queue
    }

    /// The queue, to make room in it or to give memory back. Whoever advances it beyond the clock's now makes timers
    /// early, and its own starts count from its own now, which may be behind the clock's.
    pub const fn queue_mut(&mut self) -> &mut Q {
        &mut self.queue
    }

    /// PER_TICK_BOOKKEEPING up to the clock's now, and EXPIRY_PROCESSING: the timers that have run out, in the order
    /// that the structure promises. What the iterator does not hand out comes with the next call. To start and stop
    /// timers meanwhile, take [`next_expired`](Self::next_expired).
    pub fn expired(&mut self) -> Expirations<&mut Q> {
        self.remaining = None;
        self.queue.advance(self.clock.now())
    }

    /// As [`expired`](Self::expired), one timer at a time: timers may be started and stopped between two calls.
    ///
    /// The first call reads the clock; then come the timers that have run out by then, and then `None`, once. So a loop
    /// over them ends, whatever it starts: what becomes due meanwhile comes with the next loop, for which
    /// [`time_to_next`](Self::time_to_next) does not wait. (Where the loop stops some that have run out, it may come in
    /// their place.)
    ///
    /// ```
    /// use carillon_queues::clock::{ClockedTimers, SystemClock};
    /// use std::time::Duration;
    ///
    /// let mut timers = ClockedTimers::new(SystemClock::with_resolution(Duration::from_millis(1)));
    /// timers.start(Duration::ZERO, "poll");
    /// std::thread::sleep(Duration::from_millis(1));
    /// while let Some(expired) = timers.next_expired() {
    ///     timers.start(Duration::ZERO, expired.item);
    /// }
    /// assert_eq!(timers.len(), 1);
    /// ```
    pub fn next_expired(&mut self) -> Option<Q::Expired> {
        self.next_of_the_loop(Q::next_expired)
    }

    /// How long to wait until a timer may be due, rounded up, so that a sleep of this length does not end before it;
    /// zero if one is due, `None` if none is outstanding. Where the structure's next expiry is not exact, nothing may
    /// be due then.
    pub fn time_to_next(&self) -> Option<Duration> {
        self.queue.next_expiry().map(|tick| self.clock.time_until(tick))
    }

    /// The next timer that `take` takes, of those that were due when the loop began.
    pub(crate) fn next_of_the_loop<E>(&mut self, take: impl FnOnce(&mut Q) -> Option<E>) -> Option<E> {
        let remaining = match self.remaining {
            Some(remaining) => remaining,
            None => {
                self.queue.advance(self.clock.now());
                self.queue.due_count()
            }
        };
        self.remaining = remaining.checked_sub(1);
        self.remaining?;
        let expired = take(&mut self.queue);
        self.remaining = self.remaining.filter(|_| expired.is_some());
        expired
    }

    /// The tick at which a timer is due when at least `interval` has passed from now on.
    pub(crate) fn after(&self, interval: impl Span) -> u64 {
        self.clock.after(interval).unwrap_or(u64::MAX)
    }

    /// The ticks at which a timer may be due when between these two have passed from now on, none but the first
    /// farther ahead than a timer can be.
    pub(crate) fn between(&self, least: impl Span, most: impl Span, longest: u64) -> (u64, u64) {
        let from = self.after(least);
        let reach = self.queue.now().saturating_add(longest);
        (from, self.after(most).min(reach).max(from))
    }

    /// The queue comes to now if a timer for `tick` would not fit otherwise.
    pub(crate) fn make_room(&mut self, tick: u64, longest: u64) -> u64 {
        if tick.saturating_sub(self.queue.now()) > longest {
            self.queue.advance(self.clock.now());
        }
        tick
    }
}

impl<C: Clock, Q: TimerQueue> ClockedTimers<C, Q> {
    /// STOP_TIMER: takes the timer out and gives its item back. Possible until it is handed out; `None` if it was
    /// stopped or handed out before.
    pub fn stop(&mut self, handle: Handle) -> Option<Q::Item> {
        self.queue.stop(handle)
    }

    /// The tick at which the timer is due, or `None` if it was stopped or handed out before.
    pub fn expiry(&self, handle: Handle) -> Option<u64> {
        self.queue.expiry(handle)
    }

    /// How long it takes until the timer may be due, rounded up; zero if its tick has begun. `None` if it was stopped
    /// or handed out before.
    pub fn time_left(&self, handle: Handle) -> Option<Duration> {
        let tick = self.queue.expiry(handle)?;
        Some(self.clock.time_until(tick))
    }

    /// Makes the timer due when at least `interval` has passed from now on, unless it is due by then: it is never put
    /// off. As [`TimerQueue::restart_to_earlier`].
    pub fn restart_to_earlier(&mut self, handle: Handle, interval: impl Span) -> bool {
        let tick = self.after(interval);
        match self.queue.expiry(handle) {
            Some(before) if tick < before => {
                // Refused only for a tick that the structure would round up to `before` or a later one.
                let _ = self.queue.restart_at(handle, tick);
                true
            }
            before => before.is_some(),
        }
    }

    /// The tick between these two from now on that is cheapest for the queue.
    fn cheapest(&self, least: impl Span, most: impl Span) -> u64 {
        let (from, to) = self.between(least, most, self.queue.longest_interval());
        self.queue.cheapest(from, to)
    }
}

impl<C: Clock, S: Structure<M::Records>, T, M: Memory<T>> ClockedTimers<C, Timers<S, T, M>> {
    collection!(self => self.queue, Handle);
    items!(self => self.queue, T);

    /// As [`Timers::get`].
    pub fn get(&self, handle: Handle) -> Option<&T> {
        self.queue.get(handle)
    }

    /// As [`Timers::get_mut`].
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut T> {
        self.queue.get_mut(handle)
    }

    /// As [`Timers::peek`].
    pub fn peek(&self) -> Option<(Handle, u64, &T)>
    where
        S: Foremost<M::Records>,
    {
        self.queue.peek()
    }
}

impl<C: Clock, Q: TimerQueue> ClockedQueue for ClockedTimers<C, Q> {
    type Item = Q::Item;
    type Clock = C;

    fn start_at(&mut self, deadline: impl Moment<C>, item: Q::Item) -> Result<Handle, Refused<Q::Item>> {
        let tick = deadline.tick(&self.clock);
        let tick = self.make_room(tick, self.queue.longest_interval());
        self.queue.start_at(tick, item)
    }

    fn start(&mut self, interval: impl Span, item: Q::Item) -> Result<Handle, Refused<Q::Item>> {
        ClockedQueue::start_at(self, self.after(interval), item)
    }

    fn start_between(&mut self, least: impl Span, most: impl Span, item: Q::Item) -> Result<Handle, Refused<Q::Item>> {
        let tick = self.cheapest(least, most);
        ClockedQueue::start_at(self, tick, item)
    }

    fn restart_at(&mut self, handle: Handle, deadline: impl Moment<C>) -> Result<(), RestartError> {
        let tick = deadline.tick(&self.clock);
        let tick = self.make_room(tick, self.queue.longest_interval());
        self.queue.restart_at(handle, tick)
    }

    fn restart(&mut self, handle: Handle, interval: impl Span) -> Result<(), RestartError> {
        ClockedQueue::restart_at(self, handle, self.after(interval))
    }

    fn restart_between(&mut self, handle: Handle, least: impl Span, most: impl Span) -> Result<(), RestartError> {
        let (from, to) = self.between(least, most, self.queue.longest_interval());
        match self.queue.expiry(handle) {
            Some(expiry) if (from..=to).contains(&expiry) => Ok(()),
            _ => ClockedQueue::restart_at(self, handle, self.queue.cheapest(from, to)),
        }
    }

    as_inherent! {
        & {
            time_to_next() -> Option<Duration>;
            time_left(handle: Handle) -> Option<Duration>;
            expiry(handle: Handle) -> Option<u64>;
        }
        &mut {
            stop(handle: Handle) -> Option<Q::Item>;
            next_expired() -> Option<Q::Expired>;
            restart_to_earlier(handle: Handle, interval: impl Span) -> bool;
        }
    }
}

/// With the usual queue.
#[cfg(feature = "alloc")]
impl<C: Clock, T> ClockedTimers<C, TimerWheel<T>> {
    /// An empty queue.
    pub const fn new(clock: C) -> Self {
        Self::with(clock, Timers::new())
    }
}

/// With a queue whose starts cannot be refused.
#[cfg(feature = "alloc")]
impl<C: Clock, S: Unlimited, T> ClockedTimers<C, Timers<S, T>> {
    /// START_TIMER: a timer that is due when at least `interval` has passed from now on. An interval of zero is due at
    /// once. Constant time; allocates if the queue is full.
    pub fn start(&mut self, interval: impl Span, item: T) -> Handle {
        self.queue.start_at(self.after(interval), item)
    }

    /// START_TIMER with a deadline, an `Instant` or a tick of the clock: for deadlines that must not drift. One that
    /// has gone by is due at once. Allocates if the queue is full.
    ///
    /// ```
    /// use carillon_queues::clock::{ClockedTimers, SystemClock};
    /// use std::time::{Duration, Instant};
    ///
    /// let mut timers = ClockedTimers::new(SystemClock::with_resolution(Duration::from_millis(1)));
    /// let deadline = Instant::now() + Duration::from_secs(5);
    /// let handle = timers.start_at(deadline, "give up");
    /// assert!(timers.time_left(handle) <= Some(Duration::from_millis(5_001)));
    /// let (_, due, _) = timers.peek().unwrap();
    /// assert!(timers.clock().instant_of(due) >= deadline);
    /// ```
    pub fn start_at(&mut self, deadline: impl Moment<C>, item: T) -> Handle {
        self.queue.start_at(deadline.tick(&self.clock), item)
    }

    /// START_TIMER with slack: a timer that may be due when between `least` and `most` have passed from now on. As
    /// [`TimerQueue::start_between`]. Allocates if the queue is full.
    pub fn start_between(&mut self, least: impl Span, most: impl Span, item: T) -> Handle {
        let tick = self.cheapest(least, most);
        self.queue.start_at(tick, item)
    }

    /// The timer is due when at least `interval` has passed from now on instead. Handle and item stay. Whether the
    /// timer is outstanding; if not, nothing is done.
    pub fn restart(&mut self, handle: Handle, interval: impl Span) -> bool {
        self.queue.restart_at(handle, self.after(interval))
    }

    /// As [`restart`](Self::restart) with a deadline.
    pub fn restart_at(&mut self, handle: Handle, deadline: impl Moment<C>) -> bool {
        self.queue.restart_at(handle, deadline.tick(&self.clock))
    }

    /// A restart with slack. If the timer is due within the range already, nothing is done.
    pub fn restart_between(&mut self, handle: Handle, least: impl Span, most: impl Span) -> bool {
        ClockedQueue::restart_between(self, handle, least, most).is_ok()
    }

    /// As [`TimerQueue::restart_or_start`].
    pub fn restart_or_start(&mut self, handle: impl Into<Option<Handle>>, interval: impl Span, item: T) -> Handle {
        let tick = self.after(interval);
        match handle.into() {
            Some(handle) if self.queue.restart_at(handle, tick) => handle,
            _ => self.queue.start_at(tick, item),
        }
    }
}

/// With a queue of fixed size.
impl<C, S, T, const N: usize, const OWN: usize> ClockedTimers<C, Timers<S, T, Fixed<T, N, OWN>>>
where
    C: Clock,
    S: InLists<OWN> + Structure<<Fixed<T, N, OWN> as Memory<T>>::Records>,
{
    as_trait! { ClockedQueue;
        start(interval: impl Span, item: T) -> Result<Handle, Refused<T>>;
        start_at(deadline: impl Moment<C>, item: T) -> Result<Handle, Refused<T>>;
        start_between(least: impl Span, most: impl Span, item: T) -> Result<Handle, Refused<T>>;
        restart(handle: Handle, interval: impl Span) -> Result<(), RestartError>;
        restart_at(handle: Handle, deadline: impl Moment<C>) -> Result<(), RestartError>;
        restart_between(handle: Handle, least: impl Span, most: impl Span) -> Result<(), RestartError>;
        restart_or_start(handle: impl Into<Option<Handle>>, interval: impl Span, item: T) -> Result<Handle, Refused<T>>;
    }
}
