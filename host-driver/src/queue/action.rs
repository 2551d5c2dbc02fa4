//! The paper's Expiry_Action, where the item of a timer says by itself what is to be done.
//!
//! Any type can be an item, and [`expire`](super::TimerQueue::expire) hands it to one closure. [`Action`] is for queues whose
//! timers want different things: call a function, call a closure, wake a task, or be told by name.

use core::fmt;
use core::task::Waker;

/// What is to be done when a timer runs out. Each gets the tick at which it was due.
///
/// ```
/// use carillon_driver::queue::{Action, Entry, List, Scheme6, TimerQueue, TimerQueueExt};
/// use core::sync::atomic::{AtomicU64, Ordering};
///
/// let rung = AtomicU64::new(0);
/// let ring = |due| rung.store(due, Ordering::Relaxed);
/// let mut timers = Scheme6::new([List::EMPTY; 16], [const { Entry::VACANT }; 4])?;
/// timers.start(5, Action::Closure(&ring))?;
/// timers.start(6, Action::Name("retransmit"))?;
/// timers.advance(10)?;
/// let mut names = Vec::new();
/// assert_eq!(timers.perform(|name, _| names.push(name)), 2);
/// assert_eq!((rung.into_inner(), names), (5, vec!["retransmit"]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub enum Action<'action, Name = u32> {
    /// Call a function.
    Function(fn(u64)),
    /// Call a closure that lives at least as long as the queue. What it changes it reaches through an atomic or a lock, so that a
    /// queue of actions can be an interrupt's. (Where it need not, take `&dyn Fn(u64)` itself for the item.)
    Closure(&'action (dyn Fn(u64) + Sync)),
    /// Wake a task.
    Wake(Waker),
    /// Tell the caller of [`perform`](super::TimerQueueExt::perform) the name of the timer.
    Name(Name),
}

impl<Name> Action<'_, Name> {
    /// Does it for a timer that was due at tick `due`; gives back the name if it is only that.
    pub fn perform(self, due: u64) -> Option<Name> {
        match self {
            Self::Function(function) => function(due),
            Self::Closure(closure) => closure(due),
            Self::Wake(waker) => waker.wake(),
            Self::Name(name) => return Some(name),
        }
        None
    }
}

impl<Name: fmt::Debug> fmt::Debug for Action<'_, Name> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Function(function) => formatter.debug_tuple("Function").field(function).finish(),
            Self::Closure(_) => formatter.write_str("Closure(..)"),
            Self::Wake(waker) => formatter.debug_tuple("Wake").field(waker).finish(),
            Self::Name(name) => formatter.debug_tuple("Name").field(name).finish(),
        }
    }
}
