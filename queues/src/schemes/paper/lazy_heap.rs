//! Scheme 3 with cancellation marks: a heap whose stopped timers stay in it until they come to its top.
//!
//! The paper (section IV.B) tells of simulation languages that mark a notice as cancelled and discard it when its time
//! comes, and warns that a timer module, where most timers are stopped, would need memory without bound. Here the
//! memory is bounded: the heap has two places for each timer, and when all are taken, one sweep removes what was
//! stopped. At least as many timers as there are entries have been stopped since the last one, so a sweep costs each of
//! them constant time.
//!
//! A timer that is started and stopped with none started in between, as of a single connection, leaves at once.
//!
//! Advantage: no timer needs to know its place, so the heap writes to nothing but itself, and stopping is a mark in the
//! timer's own entry. It is the fastest queue here where all of up to some 10^5 timers expire at ticks far apart. Cost:
//! two records a timer besides its own, and sometimes a start or a stop that takes long.
//!
//! A place is good if it has the ticket that its entry was given when it was started last.

use crate::diagnostics::check::Check;
use crate::diagnostics::{Guarantees, Order};
use crate::record::{Record, at_mut, get, insert_before, unlink};
use crate::schemes::parts::quaternary_heap::Places;
use crate::schemes::structure::{Structure, Ticks, Unlimited, Work, with_timers};
use crate::{InvariantError, QueueError};

/// The bit of a ticket by which those given before a sweep differ from those given after it.
const SWEEP: u32 = 1 << 31;

/// Scheme 3 with cancellation marks: a heap that stopped timers leave later.
///
/// ```
/// use carillon_queues::Timers;
/// use carillon_queues::schemes::LazyHeap;
///
/// let mut timers = Timers::growing(LazyHeap::new(), 8)?;
/// let far = timers.start(1 << 40, "far");
/// timers.start(30, "near");
/// timers.stop(far);
/// assert_eq!(timers.next_expiry(), Some(30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct LazyHeap {
    places: Places<false, false>,
    /// Places whose timers are stopped. The first one's is not, unless `unfinished`.
    stopped: u32,
    /// No timer is due before this tick.
    quiet_until: u64,
    unfinished: bool,
}

impl Default for LazyHeap {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether the timer at `place` is not stopped; `timer` is its record.
#[inline]
const fn is_good(place: Record, timer: Record) -> bool {
    timer.is_in_heap() && timer.next == place.previous
}

impl LazyHeap {
    /// An empty heap.
    pub const fn new() -> Self {
        Self { places: Places::new(), stopped: 0, quiet_until: u64::MAX, unfinished: false }
    }

    /// Records of a queue of so many timers: three for each, and four.
    pub const fn records(&self, timers: usize) -> usize {
        let places = timers.saturating_mul(2);
        with_timers(Places::<false, false>::records(places), timers)
    }

    #[inline]
    fn holds(&self, records: &[Record], place: Record) -> bool {
        self.stopped == 0 || is_good(place, get(records, place.next))
    }

    /// Removes all places of stopped timers and gives the others new tickets. A place not yet looked at is not taken
    /// for one that was: their tickets differ in a bit.
    #[cold]
    fn sweep(&mut self, records: &mut [Record]) {
        let mut ticket = !self.places.next_ticket() & SWEEP;
        self.places.rebuild(records, |records, place| {
            let timer = at_mut(records, place.next).filter(|timer| is_good(place, **timer))?;
            timer.next = ticket;
            let kept = Record { previous: ticket, ..place };
            ticket += 1;
            Some(kept)
        });
        self.places.set_next_ticket(ticket);
        self.stopped = 0;
    }
}

impl Unlimited for LazyHeap {
    const DEFAULT: Self = Self::new();
}

impl Structure for LazyHeap {
    fn guarantees(&self) -> Guarantees {
        Guarantees { order: Order::Tick, ..Guarantees::ALL }
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    /// The places below the last one have numbers too.
    fn validate(&self, timers: u32) -> Result<(), QueueError> {
        if timers > 1 << 29 {
            let timers = usize::try_from(timers).unwrap_or(usize::MAX);
            return Err(QueueError::TooManyTimers { timers });
        }
        Ok(())
    }

    fn prepare(&mut self, records: &mut [Record], timers: u32) {
        self.places.prepare(records, 0, timers * 2);
        self.places.set_next_ticket(0);
        (self.stopped, self.quiet_until, self.unfinished) = (0, u64::MAX, false);
    }

    /// Logarithmic time, constant on average; but for one in as many as there are timers, which takes time in
    /// proportion to the places.
    #[inline]
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, _: u64) -> Option<u32> {
        if self.places.is_full() || self.places.next_ticket() | SWEEP == u32::MAX {
            self.sweep(records);
        }
        self.quiet_until = self.quiet_until.min(expiry);
        self.places.insert(records, index, expiry);
        None
    }

    /// Constant time, unless the timer is the earliest. Then those stopped before it that come next leave too, each in
    /// logarithmic time.
    #[inline]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        let timer = get(records, index);
        if !timer.is_in_heap() {
            unlink(records, index);
            return None;
        }
        if let Some(timer) = at_mut(records, index) {
            *timer = Record::VACANT;
        }
        if !self.places.remove_last(records, index, timer.next) {
            self.stopped += 1;
        }
        while let Some(first) = self.places.first(records)
            && !self.holds(records, first)
        {
            self.places.pop(records);
            self.stopped -= 1;
        }
        None
    }

    /// Logarithmic time for each timer that is due, and for each stopped one whose time would have come. Each is a
    /// step.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (_, to) = ticks;
        self.unfinished = false;
        while let Some(first) = self.places.first(records) {
            let holds = self.holds(records, first);
            self.quiet_until = first.expiry;
            if holds && first.expiry > to {
                return to;
            }
            if !work.spend(1) {
                (self.quiet_until, self.unfinished) = (0, true);
                return first.expiry.min(to);
            }
            work.examine(1);
            self.places.pop(records);
            if holds {
                insert_before(records, due, first.next, first.expiry);
            } else {
                self.stopped -= 1;
            }
        }
        self.quiet_until = u64::MAX;
        to
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time.
    fn next_expiry(&self, records: &[Record], _now: u64) -> Option<u64> {
        self.places.first_expiry(records)
    }

    #[inline]
    fn quiet_until(&self, _records: &[Record]) -> u64 {
        self.quiet_until
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let records = check.records();
        let earliest = check.now().saturating_add(u64::from(!self.unfinished));
        let mut stopped = 0_u32;
        let first = self.places.first(records);
        for position in 0..self.places.places() {
            let Some(place) = self.places.get(records, position) else {
                continue;
            };
            let timer = get(records, place.next);
            let fits = if is_good(place, timer) {
                check.count(place.next)?;
                timer.expiry == place.expiry && place.expiry >= earliest
            } else {
                stopped += 1;
                first != Some(place) || self.unfinished
            };
            if !fits || !self.places.is_in_order(records, position) {
                return Err(InvariantError::HeapBroken { place: position });
            }
        }
        if stopped == self.stopped { Ok(()) } else { Err(InvariantError::SummaryWrong) }
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    extern crate std;
    use super::{LazyHeap, SWEEP};
    use crate::diagnostics::Diagnostics;
    use crate::memory::Bounded;
    use crate::{TimerQueue, Timers};
    use std::vec::Vec;

    type Queue = Timers<LazyHeap, u32, Bounded<u32>>;

    fn queue(timers: usize) -> Queue {
        Timers::bounded(LazyHeap::new(), timers).unwrap()
    }

    fn expire(timers: &mut Queue, to: u64) -> Vec<u32> {
        timers.advance(to).map(|expired| expired.item).collect()
    }

    #[test]
    fn start_tickets_used_up_are_given_anew() {
        for last in [SWEEP - 1, u32::MAX] {
            for left in 0..6 {
                let mut timers = queue(6);
                timers.waiting.structure.places.set_next_ticket(last - left);
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
        assert_eq!(timers.waiting.structure.places.len(), 0);
    }

    #[test]
    fn advance_within_stopped_timers_are_steps_too() {
        let mut timers = queue(8);
        let handles: Vec<_> = (1..=8).map(|tick| timers.start(tick, 0)).collect();
        for handle in &handles[1..7] {
            timers.stop(handle.unwrap()).unwrap();
        }
        let mut calls = 1;
        while timers.advance_within(7, 2) != crate::advance::Progress::Reached {
            timers.check_invariants().unwrap();
            calls += 1;
        }
        assert_eq!((calls, timers.next_expiry()), (4, Some(7)));
        assert_eq!(expire(&mut timers, 7).len(), 1);
        assert_eq!(timers.next_expiry(), Some(8));
    }
}
