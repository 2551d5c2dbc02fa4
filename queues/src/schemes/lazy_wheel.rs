//! Scheme 7 with lazy restarts: a restart to a later tick is one store, and so is a stop.
//!
//! A timer's record holds the tick at which it is due. A place in a slot, separate from the record, determines when the
//! timer is looked at. A timer that is put off keeps its place; when time comes to the slot, it gets a place for its
//! new tick. A timer that is stopped leaves its place where it is. Its record is free at once, and the next timer in
//! that record takes over the place, unless the place would come too late. So a time-out that is put off again and
//! again, or started and stopped with the same interval, moves about once an interval and not each time.
//!
//! Where intervals are drawn anew, half of the restarts are to an earlier tick and move the place; the places that are
//! looked at without a due timer then make it slower than [`Hierarchy`].
//!
//! A record's place is in use if the record's tick is after now, unless the timer is due and not handed out. Timers of
//! one tick come in any order.

use super::hierarchical_wheel::Hierarchy;
use super::parts::radix::{ALL, Powers, Radix};
use super::structure::{Foremost, Structure, Ticks, Unlimited, Work, with_timers};
use crate::diagnostics::check::Check;
use crate::diagnostics::{Guarantees, Order};
use crate::record::{self, IN_HEAP, Record, at_mut, get, insert_before, on_list, unlink};
use crate::{InvariantError, QueueError};

/// Scheme 7 with wheels of 2^`BITS` slots each in which a restart to a later tick, and a stop, cost one store: for
/// time-outs of much the same interval that are nearly always put off or stopped. A timer takes 16 bytes more.
///
/// ```
/// use carillon_queues::Timers;
/// use carillon_queues::schemes::LazyWheel;
///
/// let mut timers: Timers<LazyWheel, &str> = Timers::new();
/// let idle = timers.start(30_000, "idle");
/// for now in (0..1_000_000).step_by(1_000) {
///     assert_eq!(timers.advance(now).count(), 0);
///     timers.restart(idle, 30_000);
/// }
/// assert_eq!(timers.next_expiry(), Some(1_029_000));
/// ```
pub type LazyWheel<const BITS: u32 = 6, const WHEELS: u32 = ALL> = LazyHierarchy<Powers<BITS, WHEELS>>;

/// A hierarchy of wheels with lazy restarts: see [`LazyWheel`].
#[derive(Debug, Clone, Copy)]
pub struct LazyHierarchy<R> {
    pub(crate) wheels: Hierarchy<R>,
    /// From a timer's place, behind the slots' heads, to its record: as many records as there are timers, and one.
    offset: u32,
    /// Time has come to slots of which some place has not been looked at.
    unfinished: bool,
}

impl<R: Copy> Hierarchy<R> {
    /// These wheels with lazy restarts: see [`LazyWheel`].
    #[must_use]
    pub const fn lazy(self) -> LazyHierarchy<R> {
        LazyHierarchy { wheels: self, offset: 0, unfinished: false }
    }
}

impl<const BITS: u32> Unlimited for LazyWheel<BITS> {
    const DEFAULT: Self = Hierarchy::<Powers<BITS, ALL>>::DEFAULT.lazy();
}

impl<R> LazyHierarchy<R> {
    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(self.wheels.lists.records().saturating_add(timers), timers)
    }
}

impl<R: Radix> LazyHierarchy<R> {
    /// Gives the timer `index`, which is on no list, a place that comes up at `expiry` or before.
    #[inline(always)]
    fn put(&mut self, records: &mut [Record], index: u32, expiry: u64, now: u64) -> Option<u32> {
        let node = index - self.offset;
        let place = get(records, node);
        let (wheels, mut filled) = (&mut self.wheels, None);
        if place.is_free() || expiry < place.expiry {
            let spot = wheels.radix.place_for(now, expiry);
            wheels.note(spot);
            filled = if place.is_free() {
                wheels.lists.push_back(records, spot.slot, node, expiry)
            } else {
                wheels.lists.move_back(records, spot.slot, node, expiry)
            };
        }
        wait(records, index, node, expiry);
        filled
    }

    /// Time has come to tick `now` and to a slot of `wheel`: its timers that are due go to the list `due`, those put
    /// off to other slots; places without a timer become free. False if cut short.
    fn visit(&mut self, records: &mut [Record], due: u32, (wheel, now): (u32, u64), work: &mut Work) -> bool {
        let slot = self.wheels.position(wheel, now);
        while let Some((node, _)) = record::first(records, slot) {
            if !work.spend(1) {
                return false;
            }
            work.examine(1);
            record::pop_front(records, slot);
            if let Some(place) = at_mut(records, node) {
                *place = Record::VACANT;
            }
            let index = node + self.offset;
            let Some(timer) = at_mut(records, index) else {
                continue;
            };
            let expiry = timer.expiry;
            if timer.is_free() {
                timer.expiry = 0;
            } else if timer.is_in_heap() && expiry <= now {
                insert_before(records, due, index, expiry);
            } else if timer.is_in_heap() {
                work.migrate(self.put(records, index, expiry, now));
            }
        }
        self.wheels.lists.forget(records, slot);
        true
    }

    /// The earliest of the timers in slots of `wheel` that come up before `best`, or `best`.
    fn earliest(&self, records: &[Record], (wheel, now): (u32, u64), mut best: Option<u64>) -> Option<u64> {
        let radix = &self.wheels.radix;
        let (mut before, begin) = (now, radix.step(wheel, now));
        let size = radix.slots(wheel).map_or(0, |(_, size)| size);
        // Once around; the end of time may come before.
        while let Some((slot, tick)) = self.wheels.search(records, wheel, before)
            && tick > before
            && radix.step(wheel, tick) - begin < u64::from(size)
            && best.is_none_or(|best| tick < best)
        {
            let mut node = get(records, slot).next;
            while let Some(place) = on_list(records, node, slot) {
                let timer = get(records, node + self.offset);
                if timer.is_in_heap() && best.is_none_or(|best| timer.expiry < best) {
                    best = Some(timer.expiry);
                }
                node = place.next;
            }
            before = tick;
        }
        best
    }

    /// Whether the place of a timer may stand in this slot.
    fn fits(&self, place: Record, slot: u32, now: u64) -> bool {
        let radix = &self.wheels.radix;
        let wheel = radix.wheel_of(slot);
        let step = radix.step(wheel, place.expiry);
        let ahead = step.wrapping_sub(radix.step(wheel, now));
        let size = radix.slots(wheel).map_or(0, |(_, size)| size);
        let pending = ahead == 0 && self.unfinished;
        radix.slot(wheel, step) == slot && (pending || ahead > 0 && ahead < u64::from(size))
    }
}

/// The timer waits for tick `expiry` at its place.
#[inline(always)]
fn wait(records: &mut [Record], index: u32, node: u32, expiry: u64) {
    if let Some(timer) = at_mut(records, index) {
        *timer = Record { expiry, next: node, previous: IN_HEAP };
    }
}

impl<R: Radix> Structure for LazyHierarchy<R> {
    fn guarantees(&self) -> Guarantees {
        Guarantees { order: Order::Tick, ..Guarantees::ALL }
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn validate(&self, timers: u32) -> Result<(), QueueError> {
        Structure::<[Record]>::validate(&self.wheels, timers)
    }

    fn prepare(&mut self, records: &mut [Record], timers: u32) {
        (self.offset, self.unfinished) = (timers + 1, false);
        self.wheels.prepare(records, timers);
        let (own, count) = (self.wheels.lists.records(), timers as usize);
        for place in records.iter_mut().skip(own).take(count) {
            *place = Record::VACANT;
        }
        for timer in records.iter_mut().skip(own + count + 1) {
            if timer.is_free() {
                timer.expiry = 0;
            }
        }
    }

    fn longest_interval(&self) -> u64 {
        self.wheels.radix.longest_interval()
    }

    /// Constant time: one store if the record's last timer would have come before, and its place has not come up.
    #[inline(always)]
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, now: u64) -> Option<u32> {
        let before = get(records, index);
        if before.is_free() && before.expiry > now && expiry >= before.expiry {
            wait(records, index, index - self.offset, expiry);
            return None;
        }
        self.put(records, index, expiry, now)
    }

    /// Constant time: one store if the timer is put off.
    #[inline(always)]
    fn restart(&mut self, records: &mut [Record], index: u32, expiry: u64, now: u64) {
        let Some(timer) = at_mut(records, index) else {
            return;
        };
        if timer.is_in_heap() && expiry >= timer.expiry {
            timer.expiry = expiry;
            return;
        }
        self.remove(records, index);
        self.put(records, index, expiry, now);
    }

    /// Constant time; nothing is done if the timer waits.
    #[inline(always)]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        if !get(records, index).is_in_heap() {
            unlink(records, index);
        }
        None
    }

    /// For each tick with a busy slot: time in proportion to the wheels, and to the places in their slots, each of
    /// which is a step.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (mut now, to) = ticks;
        loop {
            if !self.unfinished {
                let tick = self.wheels.next_ticks.earliest_but(u32::MAX);
                self.wheels.ahead = tick;
                let nothing = || self.wheels.lists.next_busy(records, 0).is_none();
                if tick > to || tick == u64::MAX && nothing() {
                    return to;
                }
                if !work.spend(1) {
                    return now;
                }
                (now, self.unfinished) = (tick, true);
            }
            let mut wheel = 0;
            while self.wheels.radix.slots(wheel).is_some() {
                let comes = self.wheels.next_ticks.of(wheel) <= now;
                if comes && !self.visit(records, due, (wheel, now), work) {
                    return now;
                }
                wheel += 1;
            }
            self.unfinished = false;
            self.wheels.refresh_all(records, now);
        }
    }

    #[inline]
    fn quiet_until(&self, _records: &[Record]) -> u64 {
        self.wheels.ahead
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Time in proportion to the slots that come up before the earliest timer, and the places in them.
    fn next_expiry(&self, records: &[Record], now: u64) -> Option<u64> {
        let mut best = None;
        let mut wheel = 0;
        while self.wheels.radix.slots(wheel).is_some() {
            best = self.earliest(records, (wheel, now), best);
            wheel += 1;
        }
        best
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let (records, now) = (check.records(), check.now());
        let own = u32::try_from(self.wheels.lists.records()).unwrap_or(u32::MAX);
        let places = own..own + self.offset - 1;
        let mut used: u32 = 0;
        self.wheels.lists.check_bits(records)?;
        for slot in 0..self.wheels.lists.slots() {
            let ends = get(records, slot);
            let (mut before, mut node) = (slot, ends.next);
            let found_before = check.found();
            while node != slot {
                let index = node.wrapping_sub(own);
                if !places.contains(&node) || used >= self.offset {
                    return Err(InvariantError::LinkOutOfRange { index });
                }
                let (place, timer) = (get(records, node), get(records, node + self.offset));
                if place.previous != before {
                    return Err(InvariantError::LinksDisagree { index });
                }
                let waits = timer.is_in_heap();
                let passed = timer.expiry < now || timer.expiry == now && !self.unfinished;
                if !self.fits(place, slot, now)
                    || waits && timer.next != node
                    || waits && (timer.expiry < place.expiry || passed)
                    || timer.is_free() && timer.expiry > now && timer.expiry < place.expiry
                {
                    return Err(InvariantError::WrongSlot { index, slot });
                }
                if waits {
                    check.count(node + self.offset)?;
                }
                used += 1;
                (before, node) = (node, place.next);
            }
            if ends.previous != before {
                let index = before.wrapping_sub(own);
                return Err(InvariantError::LinksDisagree { index });
            }
            check.occupied(found_before);
        }
        // A place that is not in use, and a record that may not take it for one that is.
        let unused = places.filter(|&node| get(records, node) == Record::VACANT);
        let mut count: u32 = 0;
        for node in unused {
            let (timer, index) = (get(records, node + self.offset), node - own);
            if timer.is_in_heap() || timer.is_free() && timer.expiry > now {
                return Err(InvariantError::WrongPlace { index });
            }
            count += 1;
        }
        if used + count + 1 != self.offset {
            return Err(InvariantError::SummaryWrong);
        }
        self.wheels.check_next_ticks(records, now, self.unfinished)
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::LazyWheel;
    use crate::diagnostics::Diagnostics;
    use crate::{Handle, Timers};

    /// Timers that are put off 19 times an interval are looked at about once an interval.
    #[test]
    fn restart_to_a_later_tick_moves_nothing() {
        let mut timers: Timers<LazyWheel, u32> = Timers::new();
        let handles: [Handle; 10] = core::array::from_fn(|_| timers.start(10_000, 0));
        for now in (0..1_000_000).step_by(500) {
            assert_eq!(timers.advance(now).count(), 0);
            assert!(handles.iter().all(|&handle| timers.restart(handle, 10_000)));
            assert_eq!(timers.next_expiry(), Some(now + 10_000));
        }
        // 10 timers, 100 intervals, 20,000 restarts.
        assert!(timers.examined() <= 1_500, "{}", timers.examined());
        assert_eq!(timers.advance(2_000_000).count(), 10);
    }

    /// A record that was stopped is taken again, and its place with it.
    #[test]
    fn start_after_a_stop_moves_nothing() {
        let mut timers: Timers<LazyWheel, u32> = Timers::new();
        for now in 0..1_000_000_u64.div_ceil(500) {
            timers.advance(now * 500);
            let handle = timers.start(10_000, 0);
            assert_eq!(timers.next_expiry(), Some(now * 500 + 10_000));
            assert_eq!(timers.stop(handle), Some(0));
            assert_eq!(timers.next_expiry(), None);
        }
        assert!(timers.examined() <= 150, "{}", timers.examined());
        assert_eq!(timers.capacity(), 4);
    }
}

/// Which of several it is that were put off to the same tick shows only when their places come up: all are looked at.
impl<R: Radix> Foremost for LazyHierarchy<R> {
    fn foremost(&self, _: &[Record], _: u64) -> Option<u32> {
        None
    }
}
