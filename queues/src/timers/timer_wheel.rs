//! The queues that need no choice, and the starts that need no trait: those that cannot be refused, and those of a
//! queue of fixed size.

#[cfg(feature = "alloc")]
use crate::HierarchicalWheel;
use crate::forward::as_trait;
use crate::memory::{Fixed, InLists, Memory};
use crate::schemes::hierarchical_wheel::{SMALL, SmallWheel};
use crate::schemes::ordered_list::{HEADS, OrderedList};
use crate::schemes::structure::Structure;
#[cfg(feature = "alloc")]
use crate::schemes::structure::Unlimited;
use crate::{Handle, Refused, RestartError, TimerQueue, Timers};

/// The usual choice: hierarchical timing wheels that take every interval and as many timers as memory holds.
///
/// Starting, stopping and restarting take constant time; each timer moves at most 10 times from wheel to wheel. Timers
/// come in the order of their ticks, and for one tick in the order of their starts. 11 KB, and 20 bytes a timer besides
/// its item.
///
/// This order costs time in long jumps. Where the timers of one advance may come in any order,
/// unordered wheels (see [`schemes`](crate::schemes)) take a jump 7 to 13 times faster:
/// `Timers::growing(HierarchicalWheel::<6>::new().unordered(), 0)`. Where time-outs of one interval are put off
/// again and again, a restart to a later tick is one store with `Timers<LazyWheel, T>`
/// ([`LazyWheel`](crate::schemes::LazyWheel)).
///
/// ```
/// use carillon_queues::TimerWheel;
///
/// let mut timers = TimerWheel::new();
/// let late = timers.start(30_000, "give up");
/// timers.start(200, "try again");
/// timers.stop(late);
/// for expired in timers.advance(1_000) {
///     assert_eq!((expired.item, expired.due), ("try again", 200));
/// }
/// ```
#[cfg(feature = "alloc")]
pub type TimerWheel<T> = Timers<HierarchicalWheel, T>;

/// Hierarchical timing wheels for at most `N` timers, without an allocator: in a `static`, on the stack, in a structure
/// of the caller's. A full one gives the item back.
///
/// ```
/// use carillon_queues::FixedTimerWheel;
/// use std::sync::Mutex;
///
/// static TIMERS: Mutex<FixedTimerWheel<&str, 32>> = Mutex::new(FixedTimerWheel::new());
///
/// let mut timers = TIMERS.lock()?;
/// timers.start(200, "try again")?;
/// assert_eq!(timers.advance(1_000).count(), 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// Its wheels have 16 slots, so a timer moves at most 15 times from wheel to wheel. 4 KB, and 20 bytes a timer besides
/// its item; all of it zeros before the first start, so that a `static` takes no flash (as far as the item's `None` is
/// zero). For a few dozen timers, [`FixedTimers`] takes a tenth of that.
///
/// **It wears out.** It starts `N` times 2^32 timers in all, which are 50 days for one timer at a start each
/// millisecond; a restart counts nothing. See [`Handle`].
pub type FixedTimerWheel<T, const N: usize> = Timers<SmallWheel, T, Fixed<T, N, SMALL>>;

/// The smallest queue: at most `N` timers, a few dozen, in one ordered list, without an allocator. What
/// [`FixedTimerWheel`] can do it does with a third of the code and a tenth of the memory (120 bytes, and 20 a timer
/// besides its item), and as little flash for a `static`.
///
/// ```
/// use carillon_queues::FixedTimers;
/// use std::sync::Mutex;
///
/// static TIMERS: Mutex<FixedTimers<&str, 8>> = Mutex::new(FixedTimers::new());
///
/// let mut timers = TIMERS.lock()?;
/// timers.start(200, "try again")?;
/// assert_eq!(timers.advance(1_000).count(), 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// A start searches its place from the latest timer back: no step for the latest one, half of the timers on average.
/// All else takes constant time. It wears out as [`FixedTimerWheel`].
pub type FixedTimers<T, const N: usize> = Timers<OrderedList, T, Fixed<T, N, HEADS>>;

#[cfg(feature = "alloc")]
impl<S: Unlimited, T> Timers<S, T> {
    /// START_TIMER: a timer that is due `interval` ticks after [`now`](Self::now). An interval of 0 is due at once. One
    /// that ends after tick 2^64 - 1 ends there. Allocates if the queue is full.
    #[inline(always)]
    pub fn start(&mut self, interval: u64, item: T) -> Handle {
        self.start_at(self.now().saturating_add(interval), item)
    }

    /// START_TIMER with the tick at which the timer is due: for deadlines that must not drift. A tick that is now or
    /// has gone by is due at once. Allocates if the queue is full.
    #[inline(always)]
    pub fn start_at(&mut self, expiry: u64, item: T) -> Handle {
        match TimerQueue::start_at(self, expiry, item) {
            Ok(handle) => handle,
            // No tick is refused, so there are 2^31 timers: fails as a `Vec` that cannot grow.
            Err(_) => alloc::alloc::handle_alloc_error(core::alloc::Layout::new::<crate::memory::Record>()),
        }
    }

    /// Makes the timer due `interval` ticks after now instead; one that ends after tick 2^64 - 1 ends there. Handle and
    /// item stay. Whether the timer is outstanding; if not, nothing is done.
    #[inline(always)]
    pub fn restart(&mut self, handle: Handle, interval: u64) -> bool {
        self.restart_at(handle, self.now().saturating_add(interval))
    }

    /// As [`restart`](Self::restart) with the tick at which the timer is due.
    #[inline(always)]
    pub fn restart_at(&mut self, handle: Handle, expiry: u64) -> bool {
        TimerQueue::restart_at(self, handle, expiry).is_ok()
    }

    /// As [`TimerQueue::restart_or_start`]. An interval that ends after tick 2^64 - 1 ends there. Allocates if a timer
    /// is started and the queue is full.
    #[inline]
    pub fn restart_or_start(&mut self, handle: impl Into<Option<Handle>>, interval: u64, item: T) -> Handle {
        match handle.into() {
            Some(handle) if self.restart(handle, interval) => handle,
            _ => self.start(interval, item),
        }
    }
}

impl<S, T, const N: usize, const OWN: usize> Timers<S, T, Fixed<T, N, OWN>>
where
    S: InLists<OWN> + Structure<<Fixed<T, N, OWN> as Memory<T>>::Records>,
{
    as_trait! { TimerQueue;
        #[inline(always)]
        start(interval: u64, item: T) -> Result<Handle, Refused<T>>;
        #[inline(always)]
        start_at(expiry: u64, item: T) -> Result<Handle, Refused<T>>;
        #[inline(always)]
        restart(handle: Handle, interval: u64) -> Result<(), RestartError>;
        #[inline(always)]
        restart_at(handle: Handle, expiry: u64) -> Result<(), RestartError>;
        #[inline]
        restart_or_start(handle: impl Into<Option<Handle>>, interval: u64, item: T) -> Result<Handle, Refused<T>>;
    }
}
