//! Scheme 3 with cancellation marks: a heap whose stopped timers stay in it until they come to its top.
//!
//! The paper (section IV.B) tells of simulation languages that mark a notice as cancelled and discard it when its time comes, and warns
//! that a timer module, where most timers are stopped, would need memory without bound. Here the memory is bounded: the heap has at
//! least two places for each entry, and when all are taken, one sweep removes what was stopped. At least as many timers as
//! there are entries have been stopped since the last one, so a sweep costs each of them constant time.
//!
//! A timer that is started and stopped with none started in between, as of a single connection, leaves at once.
//!
//! What is won: no timer needs to know its place, so the heap writes to nothing but itself, and stopping is a mark in the
//! timer's own entry. It is the fastest queue here where all of up to some 10^5 timers run out at ticks far apart.
//! What is paid: 32 bytes a timer besides the entry, and now and then a start or a stop that takes long.
//!
//! A place is good if it has the ticket that its entry was given when it was started last.

use super::check::Check;
use super::heap::{IN_HEAP, Place, PlaceHeap, is_in_heap};
use super::list::{DUE, List, NOWHERE, entry, entry_mut, unlink};
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// Places for each entry.
const PLACES: u64 = 2;

/// The bit of a ticket by which those given before a sweep differ from those given after it.
const SWEEP: u32 = 1 << 31;

/// Scheme 3 with cancellation marks as a queue.
///
/// ```
/// use carillon_queues::{Entry, Place, Scheme3Lazy, TimerQueue};
///
/// let mut timers = Scheme3Lazy::new([Place::VACANT; 16], [const { Entry::VACANT }; 8])?;
/// let far = timers.start(1 << 40, "far")?;
/// timers.start(30, "near")?;
/// timers.stop(far)?;
/// assert_eq!(timers.next_expiry(), Some(30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Scheme3Lazy<T, Places, Entries> = Timers<T, LazyHeap<Places>, Entries>;

impl<T, Places, Entries> Scheme3Lazy<T, Places, Entries>
where
    Places: AsRef<[Place]> + AsMut<[Place]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers; `places` has two places for each entry, or more: the more, the fewer sweeps.
    ///
    /// # Errors
    /// [`QueueError::EntriesOutOfRange`], [`QueueError::HeapTooSmall`].
    pub fn new(places: Places, entries: Entries) -> Result<Self, QueueError> {
        Self::with(LazyHeap::new(places), entries)
    }
}

/// A heap that stopped timers leave later.
#[derive(Debug, Clone, Copy, Default)]
pub struct LazyHeap<Places> {
    heap: PlaceHeap<Places, false>,
    /// Places whose timers are stopped. The first one's is not, unless `unfinished`.
    stopped: u32,
    /// The next timer's.
    ticket: u32,
    unfinished: bool,
}

/// Whether the timer at `place` is not stopped; `at` is its entry.
#[inline]
fn is_good<T>(place: Place, at: &Entry<T>) -> bool {
    is_in_heap(at) && at.next == place.ticket()
}

impl<Places: AsRef<[Place]> + AsMut<[Place]>> LazyHeap<Places> {
    /// An empty heap; `places` has two places for each entry, or more.
    pub const fn new(places: Places) -> Self {
        Self {
            heap: PlaceHeap::new(places),
            stopped: 0,
            ticket: 0,
            unfinished: false,
        }
    }

    #[inline]
    fn holds<T>(&self, entries: &[Entry<T>], place: Place) -> bool {
        self.stopped == 0
            || entry(entries, place.index()).is_some_and(|entry| is_good(place, entry))
    }

    /// Removes all places of stopped timers and gives the others new tickets. A place not yet looked at is not taken for one that
    /// was: their tickets differ in a bit.
    #[cold]
    fn sweep<T>(&mut self, entries: &mut [Entry<T>]) {
        let mut ticket = !self.ticket & SWEEP;
        self.heap.rebuild(|place| {
            let index = place.index();
            let entry = entry_mut(entries, index).filter(|entry| is_good(place, entry))?;
            entry.next = ticket;
            let kept = Place::new(place.expiry(), index, ticket);
            ticket = ticket.wrapping_add(1);
            Some(kept)
        });
        self.ticket = ticket;
        self.stopped = 0;
    }
}

impl<Places: AsRef<[Place]> + AsMut<[Place]>> Structure for LazyHeap<Places> {
    fn promises(&self) -> Promises {
        Promises {
            order: Order::Tick,
            exact_next: true,
            bounded: true,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, capacity: u32) -> Result<(), QueueError> {
        self.stopped = 0;
        self.ticket = 0;
        self.unfinished = false;
        self.heap
            .prepare(u64::from(capacity).saturating_mul(PLACES))
    }

    /// Logarithmic time, constant on average; but for one in as many as there are entries, which takes time in proportion to the places.
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, _now: u64) -> Placed {
        if self.heap.is_full() || self.ticket | SWEEP == u32::MAX {
            self.sweep(entries);
        }
        if let Some(entry) = entry_mut(entries, index) {
            let ticket = self.ticket;
            self.ticket = ticket.wrapping_add(1);
            entry.previous = IN_HEAP;
            entry.next = ticket;
            let place = Place::new(entry.expiry, index, ticket);
            self.heap.push(place, |_, _| {});
        }
        Placed::NO_SLOT
    }

    /// Constant time, unless the timer is the earliest. Then those stopped before it that come next leave too, each in logarithmic time.
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        let Some(entry) = entry_mut(entries, index).filter(|entry| is_in_heap(entry)) else {
            unlink(entries, index, |_| Some(due));
            return None;
        };
        entry.previous = NOWHERE;
        let place = Place::new(entry.expiry, index, entry.next);
        if self.heap.remove_last(place) {
            return None;
        }
        self.stopped = self.stopped.saturating_add(1);
        while self
            .heap
            .first()
            .is_some_and(|first| !self.holds(entries, first))
        {
            self.heap.pop(|_, _| {});
            self.stopped = self.stopped.saturating_sub(1);
        }
        None
    }

    /// Logarithmic time for each timer that is due, and for each stopped one whose time would have come. Each is a step.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        _now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        self.unfinished = false;
        while let Some(first) = self.heap.first() {
            let holds = self.holds(entries, first);
            if holds && first.expiry() > to {
                break;
            }
            if !work.spend(1) {
                self.unfinished = true;
                return first.expiry().min(to);
            }
            work.examine(1);
            self.heap.pop(|_, _| {});
            if holds {
                due.push_back(entries, first.index(), DUE);
            } else {
                self.stopped = self.stopped.saturating_sub(1);
            }
        }
        to
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time.
    fn next_expiry<T>(&self, _entries: &[Entry<T>], _now: u64) -> Option<u64> {
        self.heap.first_expiry()
    }

    #[inline]
    fn quiet_until(&self) -> u64 {
        if self.unfinished {
            return 0;
        }
        self.heap.first_expiry().unwrap_or(u64::MAX)
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let now = check.now();
        let earliest = now.saturating_add(u64::from(!self.unfinished));
        let mut stopped = 0_u32;
        for position in 0..self.heap.len() {
            let broken = InvariantError::HeapBroken { place: position };
            let place = self.heap.get(position).ok_or(broken)?;
            let at = entry(check.entries(), place.index()).ok_or(broken)?;
            let good = is_good(place, at);
            let fits = if good {
                check.count(place.index())?;
                at.expiry == place.expiry() && place.expiry() >= earliest
            } else {
                stopped = stopped.saturating_add(1);
                position > 0 || self.unfinished
            };
            if !fits || !self.heap.is_in_order(position) {
                return Err(broken);
            }
        }
        if stopped == self.stopped {
            Ok(())
        } else {
            Err(InvariantError::SummaryWrong)
        }
    }
}

#[cfg(test)]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]
mod tests {
    extern crate std;
    use super::{LazyHeap, SWEEP, Scheme3Lazy};
    use crate::{Entry, Place, QueueError, TimerQueue};
    use std::vec;
    use std::vec::Vec;

    type Queue = Scheme3Lazy<u32, Vec<Place>, Vec<Entry<u32>>>;

    fn queue(entries: usize) -> Queue {
        Scheme3Lazy::new(
            vec![Place::VACANT; 2 * entries],
            vec![Entry::VACANT; entries],
        )
        .unwrap()
    }

    fn expire(timers: &mut Queue, to: u64) -> Vec<u32> {
        timers.advance(to).unwrap();
        core::iter::from_fn(|| timers.next_expired())
            .map(|expired| expired.item)
            .collect()
    }

    #[test]
    fn start_tickets_used_up_are_given_anew() {
        for last in [SWEEP - 1, u32::MAX] {
            for left in 0..6 {
                let mut timers = queue(6);
                timers.waiting.structure.ticket = last - left;
                let mut handles = Vec::new();
                for (item, interval) in (0_u32..).zip([30, 10, 20, 40]) {
                    handles.push(timers.start(interval, item).unwrap());
                    timers.check_invariants().unwrap();
                }
                timers.stop(handles[2]).unwrap();
                timers.start(20, 4).unwrap();
                timers.restart(handles[0], 15).unwrap();
                timers.check_invariants().unwrap();
                assert_eq!(expire(&mut timers, 100), [1, 0, 4, 3]);
            }
        }
    }

    #[test]
    fn start_stopped_timers_never_use_up_the_places() {
        let mut timers = queue(3);
        timers.start(5, 0).unwrap();
        timers.start(9, 1).unwrap();
        for round in 0..1_000 {
            // Behind the others, so that nothing but a sweep removes it.
            let handle = timers.start(100 + round % 7, 2).unwrap();
            timers.check_invariants().unwrap();
            timers.stop(handle).unwrap();
            timers.check_invariants().unwrap();
        }
        assert_eq!(expire(&mut timers, 1_000), [0, 1]);
        assert_eq!(timers.waiting.structure.heap.len(), 0);
    }

    #[test]
    fn advance_within_stopped_timers_are_steps_too() {
        let mut timers = queue(8);
        let handles: Vec<_> = (1..=8).map(|tick| timers.start(tick, 0)).collect();
        for handle in &handles[1..7] {
            timers.stop(handle.unwrap()).unwrap();
        }
        let mut calls = 1;
        while timers.advance_within(7, 2) != Ok(crate::Progress::Reached) {
            timers.check_invariants().unwrap();
            calls += 1;
        }
        assert_eq!((calls, timers.next_expiry()), (4, Some(7)));
        assert_eq!(expire(&mut timers, 7).len(), 1);
        assert_eq!(timers.next_expiry(), Some(8));
    }

    #[test]
    fn new_fewer_than_two_places_an_entry_are_refused() {
        let refused = QueueError::HeapTooSmall {
            places: 7,
            wanted: 8,
        };
        let heap = LazyHeap::new([Place::VACANT; 7]);
        let made = super::Timers::with(heap, [const { Entry::<()>::VACANT }; 4]);
        assert_eq!(made.err(), Some(refused));
    }
}
