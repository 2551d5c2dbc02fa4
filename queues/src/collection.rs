//! The timers of a queue as a collection, in the standard library's words.

use core::marker::PhantomData;
use core::ops::Range;

use crate::advance::Advance;

/// The timers of a queue as a collection, known by keys `K`, which are handles or numbers, with items `T`, which
/// numbered timers do not have.
///
/// A timer is in it from its start until it is stopped or handed out: also while it is due and not yet handed out.
/// Timers that are taken out by any of these methods are stopped, and never fire.
///
/// A queue has these methods by itself. The trait is for code that takes any queue:
///
/// ```
/// use carillon_queues::collection::TimerCollection;
/// use carillon_queues::{Handle, TimerWheel};
///
/// /// The timers that are due within 100 ticks.
/// fn urgent(timers: &impl TimerCollection<Handle, &'static str>) -> usize {
///     timers.iter().filter(|&(_, due, _)| due <= timers.now() + 100).count()
/// }
/// let mut timers = TimerWheel::new();
/// timers.start(50, "soon");
/// timers.start(500, "later");
/// assert_eq!(urgent(&timers), 1);
/// ```
pub trait TimerCollection<K: Copy, T>: Advance + Sized {
    /// Where timers may be: below this place.
    #[doc(hidden)]
    fn places(&self) -> u32;

    /// The timer in this place: its key, the tick at which it is due, and its item.
    #[doc(hidden)]
    fn entry(&self, place: u32) -> Option<(K, u64, &T)>;

    /// The key of the timer in this place, if `keep` does not keep it.
    #[doc(hidden)]
    fn refused(&mut self, place: u32, keep: impl FnMut(K, u64, &mut T) -> bool) -> Option<K>;

    /// The tick at which the timer is due, if it is outstanding.
    #[doc(hidden)]
    fn due(&self, key: K) -> Option<u64>;

    /// Stops the timer.
    #[doc(hidden)]
    fn take(&mut self, key: K) -> Option<T>;

    /// Timers started and neither stopped nor handed out: [`outstanding`](Advance::outstanding) under the usual name.
    #[inline(always)]
    fn len(&self) -> usize {
        self.outstanding() as usize
    }

    /// Whether no timer is outstanding.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.outstanding() == 0
    }

    /// Whether the timer is outstanding. Constant time.
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::new();
    /// let handle = timers.start(200, "try again");
    /// timers.advance(200);
    /// assert!(timers.contains(handle) && timers.len() == 1);
    /// timers.next_expired();
    /// assert!(!timers.contains(handle) && timers.is_empty());
    /// ```
    #[inline(always)]
    fn contains(&self, key: K) -> bool {
        self.due(key).is_some()
    }

    /// How many ticks after now the timer is due; 0 if its tick has come. `None` if it is not outstanding. Constant
    /// time.
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::new();
    /// let handle = timers.start(200, "try again");
    /// timers.advance(150);
    /// assert_eq!(timers.time_left(handle), Some(50));
    /// ```
    #[inline(always)]
    fn time_left(&self, key: K) -> Option<u64> {
        Some(self.due(key)?.saturating_sub(self.now()))
    }

    /// Each timer, in any order: its key, the tick at which it is due, and its item. Takes time in proportion to the
    /// memory for timers that has been in use, however few are outstanding.
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::new();
    /// let started = timers.start(200, "try again");
    /// for (handle, due, item) in timers.iter() {
    ///     assert_eq!((handle, due, *item), (started, 200, "try again"));
    /// }
    /// ```
    fn iter<'queue>(&'queue self) -> impl Iterator<Item = (K, u64, &'queue T)>
    where
        K: 'queue,
        T: 'queue,
    {
        (0..self.places()).filter_map(|place| self.entry(place)).take(self.len())
    }

    /// Stops all timers, and gives them as [`iter`](Self::iter) does, with their items. Those that are not taken from
    /// the iterator are stopped when it is dropped. The time stays as it is. Takes the time of `iter` and that of
    /// stopping each timer.
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::new();
    /// let handle = timers.start(200, "try again");
    /// let rest: Vec<_> = timers.drain().collect();
    /// assert_eq!(rest, [(handle, 200, "try again")]);
    /// assert!(timers.is_empty() && timers.stop(handle).is_none());
    /// ```
    fn drain(&mut self) -> impl Iterator<Item = (K, u64, T)> {
        Drain { places: 0..self.places(), queue: self, timers: PhantomData }
    }

    /// Stops all timers and drops their items. The time stays as it is, and no handle from before ever stops a timer
    /// that is started later. Takes the time of [`drain`](Self::drain).
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::new();
    /// let before = timers.start(200, "try again");
    /// timers.advance(100);
    /// timers.clear();
    /// timers.start(200, "another");
    /// assert_eq!((timers.now(), timers.stop(before)), (100, None));
    /// ```
    fn clear(&mut self) {
        drop(self.drain());
    }

    /// Stops each timer for which `keep` returns `false`, given its key, the tick at which it is due and its item, in
    /// any order. Takes the time of [`iter`](Self::iter) and that of stopping each timer that is not kept.
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::new();
    /// for connection in 0..10 {
    ///     timers.start(200, connection);
    /// }
    /// timers.retain(|_, _, connection| *connection != 7);
    /// assert_eq!(timers.len(), 9);
    /// ```
    fn retain(&mut self, mut keep: impl FnMut(K, u64, &mut T) -> bool) {
        for place in 0..self.places() {
            if let Some(key) = self.refused(place, &mut keep) {
                drop(self.take(key));
            }
        }
    }
}

/// What [`TimerCollection::drain`] gives.
struct Drain<'queue, Q: TimerCollection<K, T>, K: Copy, T> {
    queue: &'queue mut Q,
    /// Those that have not been looked into.
    places: Range<u32>,
    timers: PhantomData<(K, T)>,
}

impl<Q: TimerCollection<K, T>, K: Copy, T> Iterator for Drain<'_, Q, K, T> {
    type Item = (K, u64, T);

    fn next(&mut self) -> Option<(K, u64, T)> {
        let Self { queue, places, .. } = self;
        if queue.is_empty() {
            return None;
        }
        places.find_map(|place| {
            let (key, due, _) = queue.entry(place)?;
            Some((key, due, queue.take(key)?))
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.queue.len();
        (left, Some(left))
    }
}

impl<Q: TimerCollection<K, T>, K: Copy, T> Drop for Drain<'_, Q, K, T> {
    fn drop(&mut self) {
        self.for_each(drop);
    }
}

/// The methods of [`TimerCollection`] that are the same for all queues, on a queue itself or on what has one: they need
/// no import.
macro_rules! collection {
    ($this:ident => $queue:expr, $Key:ty) => {
        /// As [`TimerCollection::len`].
        #[inline(always)]
        pub fn len(&$this) -> usize {
            TimerCollection::len(&$queue)
        }

        /// As [`TimerCollection::is_empty`].
        #[inline(always)]
        pub fn is_empty(&$this) -> bool {
            TimerCollection::is_empty(&$queue)
        }

        /// As [`TimerCollection::contains`].
        #[inline(always)]
        pub fn contains(&$this, key: $Key) -> bool {
            TimerCollection::contains(&$queue, key)
        }

        /// As [`TimerCollection::clear`].
        pub fn clear(&mut $this) {
            TimerCollection::clear(&mut $queue);
        }
    };
}
pub(crate) use collection;

/// The time left, in the queue's own ticks.
macro_rules! time_left {
    ($Key:ty) => {
        /// As [`TimerCollection::time_left`].
        #[inline(always)]
        pub fn time_left(&self, key: $Key) -> Option<u64> {
            TimerCollection::time_left(self, key)
        }
    };
}
pub(crate) use time_left;

/// Those with handles and items.
macro_rules! items {
    ($this:ident => $queue:expr, $Item:ty) => {
        /// As [`TimerCollection::iter`].
        pub fn iter(&$this) -> impl Iterator<Item = (Handle, u64, &$Item)> {
            TimerCollection::iter(&$queue)
        }

        /// As [`TimerCollection::drain`].
        pub fn drain(&mut $this) -> impl Iterator<Item = (Handle, u64, $Item)> {
            TimerCollection::drain(&mut $queue)
        }

        /// As [`TimerCollection::retain`].
        pub fn retain(&mut $this, keep: impl FnMut(Handle, u64, &mut $Item) -> bool) {
            TimerCollection::retain(&mut $queue, keep);
        }
    };
}
pub(crate) use items;

/// Those with numbers and no items.
macro_rules! numbers {
    ($this:ident => $queue:expr) => {
        /// As [`TimerCollection::iter`]: each timer's number, and the tick at which it is due.
        pub fn iter(&$this) -> impl Iterator<Item = (u32, u64)> {
            TimerCollection::iter(&$queue).map(|(number, due, ())| (number, due))
        }

        /// As [`TimerCollection::drain`], with what [`iter`](Self::iter) gives.
        pub fn drain(&mut $this) -> impl Iterator<Item = (u32, u64)> {
            TimerCollection::drain(&mut $queue).map(|(number, due, ())| (number, due))
        }

        /// As [`TimerCollection::retain`], with what [`iter`](Self::iter) gives.
        pub fn retain(&mut $this, mut keep: impl FnMut(u32, u64) -> bool) {
            TimerCollection::retain(&mut $queue, |number, due, ()| keep(number, due));
        }
    };
}
pub(crate) use numbers;
