//! Timers that lie in their owners: a wheel that has no memory for timers, and so is never full.
//!
//! Elsewhere in this crate a timer is an entry of the queue's slab, and its owner has a handle. Here it is a
//! [`PinnedTimer`] in the owner, as in C and in Ratas: with its links in it, pinned, and stopped when it is dropped.
//! There is no handle and no capacity. A reference to the wheel does what every queue does as time passes
//! ([`Advance`](crate::advance::Advance)).
//!
//! It is Scheme 6 of the paper: a timer for tick `e` waits in slot `e mod M`, behind those that were started before it.
//! Not a hierarchy: the lists are the crate `pin-list`'s, so that there is no `unsafe` here, and there only a timer's
//! owner can put it into a list, which a migration would have to do. Unlike the paper's, the wheel does not visit a
//! slot at each tick: every slot has a floor, the tick of its earliest timer or an earlier one, and a slot is visited
//! when its floor has come.
//!
//! | | takes time in proportion to |
//! |---|---|
//! | start, restart, stop, drop | 1 |
//! | advance | 1 |
//! | next expiry | the busy slots up to that of the earliest timer, M at worst, and the timers of those whose earliest timer has left since. Then remembered |
//! | next expired | as next expiry, and the timers of its slot that were started before it |
//!
//! A slot has n/M of n timers if the hash spreads them, n at worst. A limit of steps for an advance would limit
//! nothing, and a limit of the calls of `next_expired` limits the work only where slots are short. A jump over many
//! laps with d timers due may cost d times the busy slots. Choose M near the usual interval in ticks, or near n.
//!
//! # The invariant
//! The wheel is in a cell, because every timer has a reference to it. Only the wheel's own code runs while the cell is
//! borrowed: items are dropped, and wakers cloned, dropped and woken, after the borrow has ended. So a timer can always
//! reach the wheel when it is dropped, wherever that is: in an item's `drop`, in a waker's `wake`, between two calls of
//! `next_expired`. This is necessary, since `pin-list` ends the process when a linked node is dropped.
//!
//! A wheel is for one thread, or behind a lock for several: [`Sharing`] says which.
//! [`SharedTimers`](crate::shared::SharedTimers) is for several that shall not wait for each other. A timer that is
//! forgotten ([`core::mem::forget`]) runs on: its item is handed out as any other.

mod queue;
mod sharing;
mod sleep;
mod slots;
mod timer;
mod wheel;

use core::fmt;

#[cfg(feature = "std")]
pub use sharing::AnyThread;
pub use sharing::{OneThread, Sharing};
pub use sleep::Sleep;
pub use slots::{PinnedSector, PinnedSlots};
pub use timer::PinnedTimer;
pub use wheel::PinnedExpired;

use crate::advance::Expirations;
use crate::{InvariantError, QueueError, StartError};
use sharing::sealed::Access;
use wheel::Wheel;

/// Scheme 6 over timers that lie in their owners.
///
/// ```
/// use carillon_queues::pinned::{PinnedSector, PinnedWheel};
/// use core::pin::pin;
///
/// // 256 slots.
/// let wheel = PinnedWheel::new([const { PinnedSector::VACANT }; 4])?;
/// let mut retransmit = pin!(wheel.timer());
/// let mut keep_alive = pin!(wheel.timer());
/// retransmit.as_mut().start(200, "retransmit")?;
/// keep_alive.as_mut().start(90_000, "keep alive")?;
/// {
///     let mut stopped_when_dropped = pin!(wheel.timer());
///     stopped_when_dropped.as_mut().start(10, "never")?;
/// }
/// wheel.advance(1_000);
/// while let Some(expired) = wheel.next_expired() {
///     assert_eq!((expired.item, expired.due), ("retransmit", 200));
///     retransmit.as_mut().start(400, "again")?;
/// }
/// assert_eq!(wheel.next_expiry(), Some(1_400));
/// assert_eq!(retransmit.as_mut().stop(), Some("again"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct PinnedWheel<T, Sectors, S: Sharing = OneThread> {
    wheel: S::Cell<Wheel<T, Sectors>>,
}

impl<T, Sectors: PinnedSlots<T>> PinnedWheel<T, Sectors> {
    /// A wheel at tick 0 without timers; 64 slots for each sector. Takes time in proportion to them.
    ///
    /// # Errors
    /// [`QueueError::SlotsOutOfRange`].
    pub fn new(slots: Sectors) -> Result<Self, QueueError> {
        Self::shared(slots)
    }
}

impl<T, Sectors: PinnedSlots<T>, S: Sharing> PinnedWheel<T, Sectors, S> {
    /// As [`new`](Self::new), for the threads that the type says.
    ///
    /// ```
    /// use carillon_queues::pinned::{AnyThread, PinnedSector, PinnedWheel};
    /// use core::pin::pin;
    ///
    /// let wheel = PinnedWheel::<_, _, AnyThread>::shared([const { PinnedSector::VACANT }; 4])?;
    /// let mut timer = pin!(wheel.timer());
    /// std::thread::scope(|threads| {
    ///     threads.spawn(|| timer.as_mut().start(200, "started by another thread"));
    /// });
    /// assert_eq!(wheel.next_expiry(), Some(200));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`QueueError::SlotsOutOfRange`].
    pub fn shared(slots: Sectors) -> Result<Self, QueueError> {
        Ok(Self { wheel: S::Cell::new(Wheel::new(slots)?) })
    }

    /// All access to the wheel. `work` must not run what a user of this crate wrote; then the cell is never found
    /// borrowed.
    fn with<R>(&self, work: impl FnOnce(&mut Wheel<T, Sectors>) -> R) -> R {
        self.wheel.with(work)
    }

    /// The tick `interval` ticks after now.
    fn after(&self, interval: u64) -> Result<u64, StartError> {
        self.now().checked_add(interval).ok_or(StartError::BeyondTheEndOfTime)
    }

    /// The tick up to which the wheel has been advanced.
    pub fn now(&self) -> u64 {
        self.with(|wheel| wheel.now())
    }

    /// Timers started and neither stopped nor handed out.
    pub fn outstanding(&self) -> usize {
        self.with(|wheel| wheel.outstanding())
    }

    /// PER_TICK_BOOKKEEPING for every tick up to and including `to`; a tick that has gone by changes nothing. Constant
    /// time, however far the jump. Gives what has run out, one timer at a time, as
    /// [`next_expired`](Self::next_expired); at most as many as are outstanding now, so that it ends even if each of
    /// them starts another one that is due at once.
    pub fn advance(&self, to: u64) -> Expirations<&Self> {
        self.with(|wheel| wheel.advance(to));
        self.due()
    }

    /// What has run out, but no more than is outstanding now.
    fn due(&self) -> Expirations<&Self> {
        Expirations::at_most(self.outstanding(), self)
    }

    /// EXPIRY_PROCESSING, one timer at a time: the next timer that has run out, or `None`. They come in the order of
    /// their ticks, and for one tick in that in which they were started; one started for a tick gone by comes after
    /// what was due then. Between two calls timers may be started, stopped and dropped freely.
    ///
    /// Looks at the busy slots from the last earliest timer on, until one is due in this lap, at the timers of those
    /// whose earliest timer has left, and at those of its own slot that were started before it: M slots and n timers at
    /// worst.
    pub fn next_expired(&self) -> Option<PinnedExpired<T>> {
        self.with(Wheel::pop)
    }

    /// The very tick of the earliest timer; now, if it is due already. `None` if nothing is outstanding.
    ///
    /// Remembered until that timer is stopped or handed out; else as [`next_expired`](Self::next_expired).
    pub fn next_expiry(&self) -> Option<u64> {
        self.with(|wheel| Some(wheel.earliest()?.max(wheel.now())))
    }

    /// Slots and timers looked at so far to find the earliest timer.
    pub fn examined(&self) -> u64 {
        self.with(|wheel| wheel.examined())
    }

    /// Checks the whole wheel: M slots and n timers. A timer is named by its place in its slot.
    ///
    /// # Errors
    /// [`InvariantError`]: a fault in this crate.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        self.with(|wheel| wheel.check())
    }
}

impl<T, Sectors: PinnedSlots<T>, S: Sharing> fmt::Debug for PinnedWheel<T, Sectors, S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("PinnedWheel")
            .field("now", &self.now())
            .field("outstanding", &self.outstanding())
            .finish_non_exhaustive()
    }
}
