//! One timer of a [`PinnedWheel`], with its links in it.

use core::fmt;
use core::pin::Pin;
use core::task::Waker;

use pin_list::Node;
use pin_project_lite::pin_project;

use super::slots::{Links, PinnedSlots};
use super::{OneThread, PinnedWheel, Sharing};
use crate::StartError;
use crate::schemes::structure::roundest;

pin_project! {
    /// A timer that is stored in its owner. Pin it and start it; it stops when it is dropped.
    ///
    /// Pinned by itself with [`core::pin::pin!`], or in a task, or in a struct that is pinned whole:
    ///
    /// ```
    /// use carillon_queues::pinned::{PinnedSector, PinnedTimer, PinnedWheel};
    /// use core::pin::Pin;
    /// use pin_project_lite::pin_project;
    ///
    /// type Sectors = [PinnedSector<u16>; 4];
    ///
    /// pin_project! {
    ///     struct Connection<'wheel> {
    ///         port: u16,
    ///         #[pin]
    ///         retransmit: PinnedTimer<'wheel, u16, Sectors>,
    ///     }
    /// }
    ///
    /// impl Connection<'_> {
    ///     fn send(self: Pin<&mut Self>) {
    ///         let this = self.project();
    ///         // Already outstanding? Then it moves.
    ///         this.retransmit.start(200, *this.port).ok();
    ///     }
    /// }
    ///
    /// let wheel: PinnedWheel<u16, Sectors> = PinnedWheel::new([const { PinnedSector::VACANT }; 4])?;
    /// let mut connection = Box::pin(Connection { port: 80, retransmit: wheel.timer() });
    /// connection.as_mut().send();
    /// wheel.advance(100);
    /// connection.as_mut().send();
    /// wheel.advance(300);
    /// assert_eq!(wheel.next_expired().map(|expired| expired.item), Some(80));
    /// connection.as_mut().send();
    /// drop(connection);
    /// assert_eq!(wheel.outstanding(), 0);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// A timer that is not pinned cannot be started:
    ///
    /// ```compile_fail,E0277
    /// # use carillon_queues::pinned::{PinnedSector, PinnedWheel};
    /// # let wheel = PinnedWheel::new([const { PinnedSector::VACANT }; 4]).expect("4 sectors");
    /// let mut timer = wheel.timer();
    /// core::pin::Pin::new(&mut timer).start(5, "may move");
    /// ```
    pub struct PinnedTimer<'wheel, T, Sectors, S = OneThread>
    where
        Sectors: PinnedSlots<T>,
        S: Sharing,
    {
        wheel: &'wheel PinnedWheel<T, Sectors, S>,
        #[pin]
        node: Node<Links<T>>,
    }

    impl<T, Sectors, S> PinnedDrop for PinnedTimer<'_, T, Sectors, S>
    where
        Sectors: PinnedSlots<T>,
        S: Sharing,
    {
        fn drop(this: Pin<&mut Self>) {
            this.stop();
        }
    }
}

impl<T, Sectors: PinnedSlots<T>, S: Sharing> PinnedWheel<T, Sectors, S> {
    /// A timer that is not started; the same as [`PinnedTimer::new`].
    pub const fn timer(&self) -> PinnedTimer<'_, T, Sectors, S> {
        PinnedTimer::new(self)
    }
}

impl<'wheel, T, Sectors: PinnedSlots<T>, S: Sharing> PinnedTimer<'wheel, T, Sectors, S> {
    /// A timer that is not started.
    pub const fn new(wheel: &'wheel PinnedWheel<T, Sectors, S>) -> Self {
        Self { wheel, node: Node::new() }
    }

    /// The wheel that it is a timer of.
    pub const fn wheel(&self) -> &'wheel PinnedWheel<T, Sectors, S> {
        self.wheel
    }

    /// START_TIMER: due `interval` ticks after [`PinnedWheel::now`]; an interval of 0 is due at once. If it is
    /// outstanding, it moves, and its old item comes back. Constant time.
    ///
    /// # Errors
    /// [`StartError::BeyondTheEndOfTime`]: the time would not fit 64 bits. Nothing has changed, and the item is
    /// dropped.
    pub fn start(self: Pin<&mut Self>, interval: u64, item: T) -> Result<Option<T>, StartError> {
        let expiry = self.wheel.after(interval)?;
        Ok(self.start_at(expiry, item))
    }

    /// START_TIMER with the tick at which it is due, as [`start`](Self::start). A tick that is now or has gone by is
    /// due at once, after all that is due already.
    pub fn start_at(self: Pin<&mut Self>, expiry: u64, item: T) -> Option<T> {
        let this = self.project();
        let mut node = this.node;
        let (old, refused) = this.wheel.with(|wheel| {
            let old = wheel.unlink(node.as_mut());
            (old, wheel.link(node, expiry, item))
        });
        drop(refused);
        old
    }

    /// START_TIMER with slack, as [`start`](Self::start): due at a tick from `least` to `most` ticks after now that is
    /// a multiple of a large power of two, so that timers whose slack overlaps come due together, as
    /// [`TimerQueue::start_between`](crate::TimerQueue::start_between). A `most` below `least` is taken for `least`.
    ///
    /// # Errors
    /// As [`start`](Self::start) with `least`.
    pub fn start_between(self: Pin<&mut Self>, least: u64, most: u64, item: T) -> Result<Option<T>, StartError> {
        let from = self.wheel.after(least)?;
        let to = self.wheel.after(most).unwrap_or(u64::MAX).max(from);
        Ok(self.start_at(roundest(from, to), item))
    }

    /// STOP_TIMER: gives back the item, or `None` if the timer is not outstanding. Possible until it is handed out by
    /// [`PinnedWheel::next_expired`]. Constant time.
    pub fn stop(self: Pin<&mut Self>) -> Option<T> {
        let this = self.project();
        if this.node.is_initial() {
            return None;
        }
        this.wheel.with(|wheel| wheel.unlink(this.node))
    }

    /// Moves an outstanding timer to another tick, with its item, as if it was started for it now; says whether it was
    /// outstanding. Constant time.
    pub fn restart_at(self: Pin<&mut Self>, expiry: u64) -> bool {
        let this = self.project();
        let mut node = this.node;
        let moved = this.wheel.with(|wheel| {
            let item = wheel.unlink(node.as_mut());
            item.map(|item| wheel.link(node, expiry, item))
        });
        // What a slot refused, which cannot be, is dropped here, where the wheel is free.
        matches!(moved, Some(None))
    }

    /// Gives an outstanding timer another item and gives back the old one. Neither its tick nor its turn changes.
    /// The item comes back as an error if the timer is not outstanding. Constant time.
    fn replace(self: Pin<&mut Self>, item: T) -> Result<T, T> {
        let this = self.project();
        if this.node.is_initial() {
            return Err(item);
        }
        this.wheel.with(|wheel| wheel.replace(&this.node, item))
    }

    /// The tick for which it was started; `None` if it is not outstanding.
    pub fn expiry(&self) -> Option<u64> {
        self.wheel.with(|wheel| wheel.look(&self.node).map(|(due, _)| due))
    }

    /// Whether it has been started and neither stopped nor handed out.
    pub fn is_outstanding(&self) -> bool {
        self.expiry().is_some()
    }

    /// Whether `accept` returns `true` for the item. It runs while the wheel is borrowed, so it must not call code of
    /// the user.
    fn has(&self, accept: impl FnOnce(&T) -> bool) -> bool {
        !self.node.is_initial() && self.wheel.with(|wheel| wheel.look(&self.node).is_some_and(|(_, item)| accept(item)))
    }
}

impl<Sectors: PinnedSlots<Waker>, S: Sharing> PinnedTimer<'_, Waker, Sectors, S> {
    /// Has this task woken, and no other one. Starts the timer for tick `until()` if it is not outstanding, and says
    /// whether it has done so. Constant time.
    pub fn wake(mut self: Pin<&mut Self>, task: &Waker, until: impl FnOnce() -> u64) -> bool {
        // It compares two pointers, so it may run while the wheel is borrowed. Cloning, dropping and waking may not.
        if self.has(|waker| waker.will_wake(task)) {
            return false;
        }
        match self.as_mut().replace(task.clone()) {
            Ok(_) => false,
            Err(waker) => {
                self.start_at(until(), waker);
                true
            }
        }
    }
}

impl<T, Sectors: PinnedSlots<T>, S: Sharing> fmt::Debug for PinnedTimer<'_, T, Sectors, S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PinnedTimer").field("expiry", &self.expiry()).finish_non_exhaustive()
    }
}
