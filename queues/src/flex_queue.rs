//! FlexQueue (Waterloo thesis, 2018, chapter 3): two arrays of slots with hierarchical bit vectors, and an ordered
//! overflow for what they do not reach.
//!
//! The array of the current horizon comes first, then the other; each slot has as many ticks as its array's width u.
//! The width is set anew only when an array is empty, from the moving mean and deviation of the intervals (see
//! [`Deviations`]): no timer is ever moved by that, and nothing is allocated. What is before, between or beyond the two
//! arrays goes to the overflow, a heap.
//!
//! Where the thesis's pseudocode contradicts its text, the text is followed:
//!
//! - Algorithm 1 gives the other array as `2 - i`, which for arrays 1 and 2 is right only for i = 1: it is the other
//!   one. It divides the absolute time `t - u_i N` by the other's width: what counts is how far the tick lies behind
//!   the other array's own beginning.
//! - Algorithm 2 takes `MIN(mean - k deviation, 0)`: the text says "or 0, whichever is greater". It divides the sum of
//!   both ends of the horizon by N: the width of a slot is their difference by N, rounded up, and the horizon then ends
//!   at beginning + u N.
//! - Algorithm 3 computes the interval with the wrong sign, and the deviation without the absolute value of the text.
//! - Algorithm 4 returns the overflow's first event without taking it out; here it is taken out. It does not say what
//!   happens when both arrays are empty: the overflow alone is served, and the next timer started lays both arrays out
//!   anew.
//! - The text keeps a slot's list ordered by a linear search. Here a start looks at 16 timers of it at most; what needs
//!   more goes to the overflow, and so do the ticks about it until the array is laid out anew, so that timers of one
//!   tick keep their order. Starting then takes logarithmic time at worst.
//! - The text's horizon moves with the clock, an array that is not empty cannot. A timer goes to an array exactly if
//!   its tick lies within the span that was laid out, which is the horizon at that moment; arrays never overlap, so the
//!   first busy bit is always right. An empty array follows the clock: a timer that is within the horizon and behind
//!   the other array has it laid out anew.
//!
//! Slots are ordered lists or unordered ones ([`Slots`]). The thesis's open point, that a tree is cheaper while timers
//! are few, is answered by using that tree: as long as the arrays are empty and the overflow holds fewer than
//! [`few`](Flex::few) timers, it gets them all.
//!
//! Starting, stopping and handing out take constant time where the estimate fits, logarithmic time in the overflow.
//! Memory: a record a slot, and one a timer for the overflow besides its own.

use core::iter::successors;
use core::num::NonZeroU64;

use super::arrays::Arrays;
use super::check::Check;
use super::drum::{Drum, Sorted};
use super::heap::Places;
use super::horizon::Deviations;
use super::ordered::earliest;
use super::record::{Records, first, get, insert_before, is_empty, on_list};
use super::slab::Storage;
use super::structure::{Structure, Ticks, Work, with_timers};
use super::timers::Timers;
use super::{Expired, InvariantError, Order, Promises, QueueError, TimerQueue};

/// Timers in the overflow before the arrays are used, unless set otherwise.
const FEW: u32 = 4_096;

/// Timers of an ordered slot that a start looks at, unless set otherwise.
const MOST_SEARCHED: u32 = 16;

/// How the slots of FlexQueue keep their timers (section 3.1 of the thesis).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slots {
    /// In the order of expiry: everything is handed out in the order of ticks.
    Ordered,
    /// In the order of starting, in constant time: what is handed out together may be out of order by less than a
    /// slot's width.
    Unordered,
}

/// FlexQueue: the two arrays and the overflow.
///
/// ```
/// use carillon_queues::{Deviations, Entry, Flex, Keyed, Record, Slots, TimerQueue, Timers};
///
/// const FLEX: Flex = Flex::new(Slots::Ordered, Deviations::TWO, 256);
/// let mut timers = Timers::with(FLEX, ([Record::VACANT; FLEX.records(8)], [const { Entry::VACANT }; 8]))?;
/// timers.start(1 << 40, "far")?;
/// timers.start(30, "near")?;
/// assert_eq!(timers.delete_min().map(|expired| expired.item), Some("near"));
/// assert_eq!(timers.now(), 30);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Flex {
    drum: Drum,
    overflow: Places<true, true>,
    arrays: Arrays,
    slots: Slots,
    few: u32,
    most_searched: u32,
    unfinished: bool,
}

impl<T, M: Storage<T>> Timers<T, Flex, M> {
    /// The thesis's `DeleteMin`: takes the earliest timer out, whatever the time, which goes on to its tick. With
    /// unordered slots time goes on to the end of the first slot, and the timers of that slot come in the order of
    /// starting.
    pub fn delete_min(&mut self) -> Option<Expired<T>> {
        if let Some(expired) = self.next_expired() {
            return Some(expired);
        }
        let next = self.next_expiry()?;
        let to = self.waiting.structure.batch_end(next);
        self.advance(to).ok()?;
        self.next_expired()
    }
}

impl Flex {
    /// Two arrays of half so many slots each, from 1 to 2^29.
    pub const fn new(slots: Slots, deviations: Deviations, both: u32) -> Self {
        Self {
            drum: Drum::new(both & !1),
            overflow: Places::new(),
            arrays: Arrays::new(deviations),
            slots,
            few: FEW,
            most_searched: MOST_SEARCHED,
            unfinished: false,
        }
    }

    /// The same, but uses the overflow alone while it holds fewer than `few` timers and the arrays are empty; 0 for the
    /// thesis's behaviour.
    #[must_use]
    pub const fn few(mut self, few: u32) -> Self {
        self.few = few;
        self
    }

    /// The same, but a start looks at `timers` timers of an ordered slot for its place at most, and not at 16. A timer
    /// that would need more goes to the overflow, so that a start takes logarithmic time whatever the ticks.
    #[must_use]
    pub const fn most_searched(mut self, timers: u32) -> Self {
        self.most_searched = timers;
        self
    }

    /// The same, but with slots of `width` ticks: the thesis's static horizon (its section 4.3.2), which begins at now.
    #[must_use]
    pub const fn width(mut self, width: NonZeroU64) -> Self {
        self.arrays.set_width(Some(width));
        self
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        let places = Places::<true, true>::records(timers);
        with_timers(self.drum.records().saturating_add(places), timers)
    }

    /// How often an array's width has been set anew.
    pub const fn resizes(&self) -> u64 {
        self.arrays.resizes()
    }

    /// Timers in the overflow.
    pub const fn overflowing(&self) -> u32 {
        self.overflow.len()
    }

    /// The first busy slot of both arrays.
    #[inline]
    fn first_busy(&self, records: &(impl Records + ?Sized)) -> Option<u32> {
        self.drum.next_busy(records, self.arrays.search_from()?)
    }

    /// The last tick that is handed out together with `tick`.
    fn batch_end(&self, tick: u64) -> u64 {
        match self.arrays.slot_for(tick) {
            Some(slot) if self.slots == Slots::Unordered => self.arrays.ticks_of(slot).1,
            _ => tick,
        }
    }

    /// Moves what is due at `to` or before from the slot to `due`; as much of it as `work` allows, if the slot is
    /// ordered. Returns the tick reached.
    fn take_from_slot(
        &mut self,
        records: &mut (impl Records + ?Sized),
        due: u32,
        slot: u32,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        let mut reached = to;
        let mut index = get(records, slot).next;
        let mut last = None;
        while let Some(timer) = on_list(records, index, slot) {
            if self.slots == Slots::Ordered {
                if timer.expiry > to {
                    break;
                }
                // The first one is paid for.
                if last.is_some() && !work.spend(1) {
                    reached = last.unwrap_or(to);
                    break;
                }
            }
            work.examine(1);
            if timer.expiry <= to {
                self.drum.remove(records, index);
                insert_before(records, due, index, timer.expiry);
                last = Some(timer.expiry);
            }
            index = timer.next;
        }
        if is_empty(records, slot) {
            self.arrays.emptied(slot);
        }
        self.arrays
            .taken_from(slot, reached, self.overflow.next_ticket());
        reached
    }
}

impl Structure for Flex {
    /// With unordered slots a step may be a whole slot.
    fn promises(&self) -> Promises {
        if self.slots == Slots::Ordered {
            return Promises::ALL;
        }
        Promises {
            order: Order::None,
            bounded: false,
            ..Promises::ALL
        }
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn prepare(
        &mut self,
        records: &mut (impl Records + ?Sized),
        timers: u32,
    ) -> Result<(), QueueError> {
        self.drum.prepare(records)?;
        self.arrays.prepare(self.drum.slots());
        self.unfinished = false;
        let heads = u32::try_from(self.drum.records()).unwrap_or(0);
        self.overflow.prepare(records, heads, timers);
        Ok(())
    }

    fn slots(&self) -> u32 {
        self.drum.slots()
    }

    /// `Insert` (Algorithm 3). Constant time where the estimate fits; logarithmic time in the overflow.
    #[inline]
    fn insert(
        &mut self,
        records: &mut (impl Records + ?Sized),
        index: u32,
        tick: u64,
        now: u64,
    ) -> Option<u32> {
        let empty = self.arrays.are_empty();
        let few = empty && self.overflow.len() < self.few;
        if empty && !few {
            self.arrays.lay_out(now, self.overflow.next_ticket());
        }
        self.arrays.follow(tick - now);
        let mut slot = None;
        if !few {
            slot = self.arrays.slot_for(tick);
            if slot.is_none() && !empty {
                let ticket = self.overflow.next_ticket();
                self.arrays.reach(tick, now, ticket);
                slot = self.arrays.slot_for(tick);
            }
        }
        let Some(slot) = slot else {
            self.overflow.insert(records, index, tick);
            return None;
        };
        let most = self.most_searched;
        let placed = match self.slots {
            Slots::Unordered => Some(self.drum.push_back(records, slot, index, tick)),
            Slots::Ordered if self.arrays.has_spilled(slot, tick) => None,
            Slots::Ordered => self
                .drum
                .insert_sorted_within(records, slot, (index, tick), most),
        };
        let Some(filled) = placed else {
            self.arrays.spill(slot, tick);
            self.overflow.insert(records, index, tick);
            return None;
        };
        self.arrays.filled(slot, filled.is_some());
        None
    }

    /// Logarithmic time, while timers are few.
    #[inline]
    fn restart(
        &mut self,
        records: &mut (impl Records + ?Sized),
        index: u32,
        tick: u64,
        now: u64,
    ) -> bool {
        let waits = get(records, index).is_in_heap();
        let few = waits && self.arrays.are_empty() && self.overflow.len() <= self.few;
        if few {
            self.arrays.follow(tick - now);
            self.overflow.restart(records, index, tick);
        }
        few
    }

    /// `Delete` (section 3.2.4): constant time by the links, logarithmic time in the overflow.
    #[inline]
    fn remove(&mut self, records: &mut (impl Records + ?Sized), index: u32) -> Option<u32> {
        if get(records, index).is_in_heap() {
            self.overflow.remove(records, index);
        } else if let Some(slot) = self.drum.remove(records, index) {
            self.arrays.emptied(slot);
        }
        None
    }

    /// `DeleteMin` (Algorithm 4) for everything that is due. Constant time for each timer from a slot, logarithmic time
    /// for each from the overflow.
    fn advance(
        &mut self,
        records: &mut (impl Records + ?Sized),
        due: u32,
        ticks: Ticks,
        work: &mut Work,
    ) -> u64 {
        let (mut now, to) = ticks;
        self.unfinished = false;
        loop {
            let busy = self.first_busy(records).and_then(|slot| {
                let (begin, end) = self.arrays.ticks_of(slot);
                let head = match self.slots {
                    Slots::Ordered => first(records, slot)?.1.expiry,
                    // No timer of the slot is before its first tick; those of the overflow within the slot come first.
                    Slots::Unordered => begin.max(now),
                };
                Some((slot, head, end))
            });
            let first = self
                .overflow
                .first(records)
                .filter(|first| first.expiry <= to);
            // Of one tick's timers those of the overflow are the older ones, unless they have come there because their
            // slot was too long.
            let before_first = busy.zip(first).map(|((slot, ..), first)| {
                let ticket = self.arrays.ticket_of(slot);
                let younger = self.overflow.has_come_since(ticket, first);
                first.expiry - u64::from(!younger)
            });
            let from_slot = busy.filter(|&(_, head, end)| {
                head <= to
                    && first.is_none_or(|first| match self.slots {
                        Slots::Ordered => before_first.is_none_or(|last| head <= last),
                        Slots::Unordered => end < first.expiry,
                    })
            });
            let next = match (from_slot, first) {
                (Some((_, head, _)), _) => head,
                (None, Some(first)) => first.expiry.max(now),
                (None, None) => return to,
            };
            if !work.spend(1) {
                self.unfinished = true;
                // The overflow may have come first within an unordered slot: nothing of that slot may stay behind.
                if let Some((slot, head, _)) = busy
                    && self.slots == Slots::Unordered
                    && head <= next
                {
                    self.take_from_slot(records, due, slot, next, work);
                }
                return next;
            }
            if let Some((slot, _, end)) = from_slot {
                let until = end.min(to).min(before_first.unwrap_or(to));
                now = self.take_from_slot(records, due, slot, until, work);
                if end > to && self.slots == Slots::Unordered {
                    return to;
                }
            } else if let Some(first) = first {
                self.overflow.pop(records);
                insert_before(records, due, first.next, first.expiry);
                now = next;
            }
        }
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time with ordered slots; in proportion to one list with unordered ones.
    fn next_expiry(&self, records: &(impl Records + ?Sized), _now: u64) -> Option<u64> {
        let waiting = self.first_busy(records).and_then(|slot| match self.slots {
            Slots::Ordered => first(records, slot).map(|first| first.1.expiry),
            Slots::Unordered => earliest(records, slot),
        });
        match (waiting, self.overflow.first_expiry(records)) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    fn check(&self, check: &mut Check<'_, impl Records + ?Sized>) -> Result<(), InvariantError> {
        let earliest = check.now().saturating_add(u64::from(!self.unfinished));
        let mut sorted = Sorted::default();
        self.drum.check(check, |slot, expiry| {
            (expiry >= earliest || (self.unfinished && self.slots == Slots::Unordered))
                && self.arrays.slot_for(expiry) == Some(slot)
                && (self.slots == Slots::Unordered || sorted.next(slot, expiry))
        })?;
        self.overflow.check(check, |expiry| expiry >= earliest)?;
        let records = check.records();
        let busy = successors(self.drum.next_busy(records, 0), |&slot| {
            self.drum.next_busy(records, slot + 1)
        });
        if self.arrays.agree_with(busy) {
            return Ok(());
        }
        Err(InvariantError::SummaryWrong)
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    extern crate std;
    use core::num::NonZeroU64;
    use std::vec;

    use super::super::{Diagnostics, Keyed, TimerQueue, Timers, steps};
    use super::{Deviations, Flex, MOST_SEARCHED, Slots};

    /// Each start, stop and expiry of 32,000 timers that lie in one slot, in descending order, takes logarithmic time;
    /// timers of one tick come in the order of their starts.
    #[test]
    fn start_descending_ticks_of_one_slot_takes_logarithmic_time() {
        const TIMERS: u64 = 32_000;
        // Two arrays of 32 slots; one slot spans all ticks.
        let width = NonZeroU64::new(TIMERS).expect("some");
        let flex = Flex::new(Slots::Ordered, Deviations::TWO, 64);
        let flex = flex.few(0).width(width);
        let mut queue = Timers::with_capacity(flex, 32_000).expect("a queue");
        // A heap of four with 32,000 places has 8 levels; what leaves goes down and up again.
        let most = u64::from(MOST_SEARCHED) + 2 * 8 + 2;
        let mut handles = vec![];
        steps::taken();
        for number in 0..TIMERS {
            // Two of each tick.
            let tick = 1 + (TIMERS - 1 - number) / 2;
            handles.push(queue.start(tick, number).expect("room"));
            let taken = steps::taken();
            assert!(taken <= most, "{taken} steps to start timer {number}");
        }
        assert!(queue.structure().overflowing() > 30_000);
        for handle in handles.into_iter().step_by(7) {
            queue.stop(handle).expect("outstanding");
            let taken = steps::taken();
            assert!(taken <= most, "{taken} steps to stop");
        }
        queue.check_invariants().expect("sound");
        let mut before = None;
        while let Some(next) = queue.next_expiry() {
            queue.advance(next).expect("forwards");
            while let Some(expired) = queue.next_expired() {
                let order = (expired.due, expired.item);
                assert!(before < Some(order), "{before:?} {order:?}");
                before = Some(order);
            }
            let taken = steps::taken();
            assert!(taken <= 2 * most, "{taken} steps for two at {next}");
        }
        assert_eq!(queue.outstanding(), 0);
    }
}
