//! What happens when a timer runs out, for queues whose timers do different things.
//!
//! A queue's item may be anything: a number, a function, a closure, a waker. Where all are of one type, that type is
//! the best item. [`Action`] is for the others.

use core::fmt;
use core::task::Waker;

/// An Expiry_Action of the paper: what happens when a timer runs out. `Id` is the caller's name for a timer, `'a` how
/// long its closures live.
///
/// ```
/// use carillon_queues::{HashedWheel, Timers};
/// use carillon_queues::tools::Action;
///
/// let mut rang = 0;
/// let mut ring = || rang += 1;
/// let mut timers = Timers::growing(HashedWheel::new(16), 4)?;
/// timers.start(3, Action::Closure(&mut ring));
/// timers.start(5, Action::Id("tea"));
/// timers.advance(10);
/// let mut named = Vec::new();
/// while let Some(expired) = timers.next_expired() {
///     named.extend(expired.item.perform());
/// }
/// assert_eq!((rang, named), (1, vec!["tea"]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[non_exhaustive]
pub enum Action<'a, Id> {
    /// The name is given back, for the caller to act on.
    Id(Id),
    /// The function is called with the argument.
    Call(fn(usize), usize),
    /// The closure is called.
    Closure(&'a mut (dyn FnMut() + Send)),
    /// The task is woken.
    Wake(Waker),
}

impl<Id> Action<'_, Id> {
    /// Does it, and gives back the name if it is one.
    pub fn perform(self) -> Option<Id> {
        match self {
            Self::Id(id) => return Some(id),
            Self::Call(function, argument) => function(argument),
            Self::Closure(closure) => closure(),
            Self::Wake(waker) => waker.wake(),
        }
        None
    }
}

impl<Id: fmt::Debug> fmt::Debug for Action<'_, Id> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => formatter.debug_tuple("Id").field(id).finish(),
            Self::Call(_, argument) => formatter.debug_tuple("Call").field(argument).finish(),
            Self::Closure(_) => formatter.write_str("Closure"),
            Self::Wake(waker) => formatter.debug_tuple("Wake").field(waker).finish(),
        }
    }
}
