//! One timer for each of the caller's objects, named by the object's number: what intrusive timers are for, without pointers.
//!
//! In C a connection has its timer inside, and `mod_timer(&connection->timer)` needs no handle. In Rust such a node must not move
//! while it is linked, and must unlink itself before it goes; a queue that keeps pointers to it needs `unsafe` code on both
//! sides, which this crate leaves to the registers. The same comes out by numbers: the caller's objects stand in an array of his own,
//! object i has timer i, and a table of handles beside the queue remembers it. Starting again moves the timer, stopping one that does not
//! run is no error, no handle can be lost, and a queue with an entry for each object is never full.
//!
//! To stop a timer when something is dropped, there is [`Scoped`](super::Scoped).

use super::{AdvanceError, Handle, QueueError, RestartError, StartError, TimerQueue};

/// Timers of the objects 0 to N - 1, in the queue `Q`; `Handles` is memory for N `Option<Handle>`.
///
/// ```
/// use carillon_driver::queue::{Entry, List, PerObject, Scheme6, TimerQueue};
///
/// let queue = Scheme6::new([List::EMPTY; 16], [const { Entry::VACANT }; 4])?;
/// let mut timers = PerObject::new(queue, [None; 4])?;
/// timers.start(2, 100)?;
/// timers.start(2, 50)?; // moves it
/// timers.start(0, 60)?;
/// assert!(timers.stop(0));
/// assert!(!timers.stop(0));
/// timers.advance(70)?;
/// assert_eq!(timers.next_expired(), Some((2, 50)));
/// assert_eq!(timers.next_expired(), None);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PerObject<Q, Handles> {
    queue: Q,
    handles: Handles,
}

impl<Q, Handles> PerObject<Q, Handles>
where
    Q: TimerQueue<Item = u32>,
    Handles: AsRef<[Option<Handle>]> + AsMut<[Option<Handle>]>,
{
    /// Timers for as many objects as `handles` has, none running. `queue` has no timer outstanding, and room for all.
    ///
    /// # Errors
    /// [`QueueError::TableTooSmall`]: the queue is in use, or has fewer entries than there are objects.
    pub fn new(queue: Q, mut handles: Handles) -> Result<Self, QueueError> {
        let objects = u32::try_from(handles.as_ref().len());
        if queue.outstanding() > 0 || objects.map_or(true, |objects| objects > queue.capacity()) {
            return Err(QueueError::TableTooSmall);
        }
        handles.as_mut().fill(None);
        Ok(Self { queue, handles })
    }

    /// The queue, to look at.
    pub const fn queue(&self) -> &Q {
        &self.queue
    }

    /// Starts the object's timer, or moves it if it runs: it is due `interval` ticks after now. As
    /// [`TimerQueue::start`] and [`TimerQueue::restart`].
    ///
    /// # Errors
    /// [`StartError`]; the timer is then as it was. [`StartError::NoSuchObject`].
    pub fn start(&mut self, object: u32, interval: u64) -> Result<(), StartError> {
        let objects = u32::try_from(self.handles.as_ref().len()).unwrap_or(u32::MAX);
        let place = usize::try_from(object)
            .ok()
            .and_then(|object| self.handles.as_mut().get_mut(object))
            .ok_or(StartError::NoSuchObject { object, objects })?;
        if let Some(handle) = *place {
            match self.queue.restart(handle, interval) {
                Ok(()) => return Ok(()),
                Err(RestartError::Start(error)) => return Err(error),
                Err(RestartError::Stop(_)) => {}
            }
        }
        *place = Some(self.queue.start(interval, object)?);
        Ok(())
    }

    /// Stops the object's timer. Whether it ran.
    pub fn stop(&mut self, object: u32) -> bool {
        self.forget(object)
            .is_some_and(|handle| self.queue.stop(handle).is_ok())
    }

    /// When the object's timer is due; `None` if it does not run.
    pub fn expiry(&self, object: u32) -> Option<u64> {
        let place = usize::try_from(object).ok()?;
        let handle = (*self.handles.as_ref().get(place)?)?;
        self.queue.expiry(handle)
    }

    /// PER_TICK_BOOKKEEPING, as [`TimerQueue::advance`].
    ///
    /// # Errors
    /// As there.
    pub fn advance(&mut self, to: u64) -> Result<(), AdvanceError> {
        self.queue.advance(to)
    }

    /// The next object whose timer has run out, and the tick at which it was due. Its timer no longer runs.
    pub fn next_expired(&mut self) -> Option<(u32, u64)> {
        let expired = self.queue.next_expired()?;
        self.forget(expired.item);
        Some((expired.item, expired.due))
    }

    fn forget(&mut self, object: u32) -> Option<Handle> {
        let place = usize::try_from(object).ok()?;
        self.handles.as_mut().get_mut(place)?.take()
    }
}
