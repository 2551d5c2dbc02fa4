//! Timer queues in the host's memory, usable with or without the chip.
//!
//! [`TimerQueue`] has the four routines of the paper's section 2 in its words: START_TIMER ([`start`](TimerQueue::start)),
//! STOP_TIMER ([`stop`](TimerQueue::stop)), PER_TICK_BOOKKEEPING ([`advance`](TimerQueue::advance)) and EXPIRY_PROCESSING
//! ([`next_expired`](TimerQueue::next_expired) and [`expire`](TimerQueue::expire)).
//!
//! Nothing here allocates: slots and timers live in memory that the caller hands over, be it an array, a slice, a `Vec`
//! or a `Box`.

mod error;
mod invariants;
mod list;
mod scheme6;
mod slab;

pub use error::{AdvanceError, InvariantError, QueueError, StartError, StopError};
pub use list::List;
pub use scheme6::{Inserted, Removed, Scheme6, Visit};
pub use slab::{Entry, Handle};

/// The longest interval that a timer may be started with: 2^48 ticks (more than three days at 1 GHz, more than eight
/// years at 1 MHz).
pub const MAX_INTERVAL: u64 = 1 << 48;

/// A timer that has run out, and what it was started with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expired<T> {
    /// The handle that `start` gave for it. It is no longer valid: a name, nothing more.
    pub handle: Handle,
    /// What the caller gave to `start`.
    pub item: T,
    /// The tick at which it was due: `now` at its start plus the interval, always exact.
    pub due: u64,
    /// The tick whose visit found it due; never before `due`, and after it only if the timer was started late.
    pub reported: u64,
}

/// What every timer queue can do: the four routines of the paper's section 2.
pub trait TimerQueue {
    /// What the caller attaches to a timer (the paper's Request_ID and Expiry_Action).
    type Item;

    /// The tick up to which the queue has been advanced.
    fn now(&self) -> u64;

    /// START_TIMER: a timer that is due `interval` ticks after [`now`](Self::now). An interval of 0 is due at once.
    ///
    /// # Errors
    /// [`StartError`]: the interval is above [`MAX_INTERVAL`], the time would not fit 64 bits, or the slab is full.
    /// The item is dropped.
    fn start(&mut self, interval: u64, item: Self::Item) -> Result<Handle, StartError>;

    /// STOP_TIMER: takes the timer out. Possible until the timer is handed out by [`next_expired`](Self::next_expired),
    /// so that a stopped timer never fires.
    ///
    /// # Errors
    /// [`StopError`]: the timer was stopped or reported before, or the handle is not one of this queue's.
    fn stop(&mut self, handle: Handle) -> Result<Self::Item, StopError>;

    /// PER_TICK_BOOKKEEPING for every tick up to and including `to`. Timers that run out are handed out afterwards
    /// by [`next_expired`](Self::next_expired), in the order of their ticks however far the jump.
    ///
    /// # Errors
    /// [`AdvanceError`]: `to` lies before [`now`](Self::now).
    fn advance(&mut self, to: u64) -> Result<(), AdvanceError>;

    /// EXPIRY_PROCESSING, one timer at a time: the next timer that has run out, or `None`. Between two calls timers may
    /// be started and stopped freely.
    fn next_expired(&mut self) -> Option<Expired<Self::Item>>;

    /// Timers started and neither stopped nor handed out.
    fn outstanding(&self) -> u32;

    /// EXPIRY_PROCESSING with a closure for every timer that has run out; returns how many there were.
    fn expire<F: FnMut(Expired<Self::Item>)>(&mut self, mut expiry_processing: F) -> u32
    where
        Self: Sized,
    {
        let mut count: u32 = 0;
        while let Some(expired) = self.next_expired() {
            expiry_processing(expired);
            count = count.saturating_add(1);
        }
        count
    }
}
