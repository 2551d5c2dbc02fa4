//! FlexQueue (Waterloo thesis, 2018, chapter 3): two arrays of slots with hierarchical bit vectors, and an ordered overflow for what
//! they do not reach.
//!
//! The array of the current horizon comes first, then the other; each slot has as many ticks as its array's width u. The width
//! is set anew only when an array is empty, from the moving mean and deviation of the intervals (see
//! [`Deviations`]): no timer is ever moved by that, and nothing is allocated. What is before, between or beyond the
//! two arrays goes to the overflow, a heap.
//!
//! Where the thesis's pseudocode contradicts its text, the text is followed:
//!
//! - Algorithm 1 gives the other array as `2 - i`, which for arrays 1 and 2 is right only for i = 1: it is the other one. It divides the
//!   absolute time `t - u_i N` by the other's width: what counts is how far the tick lies behind the other array's own beginning.
//! - Algorithm 2 takes `MIN(mean - k deviation, 0)`: the text says "or 0, whichever is greater". It divides the sum of both ends of the
//!   horizon by N: the width of a slot is their difference by N, rounded up, and the horizon then ends at beginning + u N.
//! - Algorithm 3 computes the interval with the wrong sign, and the deviation without the absolute value of the text.
//! - Algorithm 4 returns the overflow's first event without taking it out; here it is taken out. It does not say what happens when both
//!   arrays are empty: the overflow alone is served, and the next timer started lays both arrays out anew.
//! - The text keeps a slot's list ordered by a linear search. Here a start looks at 16 timers of it at most; what needs more goes to the
//!   overflow, and so do the ticks about it until the array is laid out anew, so that timers of one tick keep their order. Starting then
//!   takes logarithmic time at worst.
//! - The text's horizon moves with the clock, the arrays do not. A timer goes to an array exactly if its tick lies within the span that
//!   was laid out, which is the horizon at that moment; arrays never overlap, so the first busy bit is always right.
//!
//! Slots are ordered lists or unordered ones ([`Slots`]). The thesis's open point, that a tree is cheaper while timers are few, is
//! answered by using that tree: as long as the arrays are empty and the overflow holds fewer than
//! [`few`](FlexQueue::set_few) timers, it gets them all.
//!
//! Starting, stopping and handing out take constant time where the estimate fits, logarithmic time in the overflow. Memory: 8.6 bytes a
//! slot, 16 bytes a timer for the overflow.

use core::iter::successors;
use core::num::NonZeroU64;

use super::arrays::Arrays;
use super::check::Check;
use super::drum::{Drum, Sorted};
use super::heap::{Place, PlaceHeap, is_in_heap};
use super::horizon::Deviations;
use super::list::{DUE, List, entry};
use super::ordered::earliest;
use super::sector::Sector;
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
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
    /// In the order of starting, in constant time: what is handed out together may be out of order by less than a slot's
    /// width.
    Unordered,
}

/// FlexQueue as a timer queue.
///
/// ```
/// use carillon_queues::{Deviations, Entry, FlexQueue, Place, Sector, Slots, TimerQueue};
///
/// let (sectors, places) = ([Sector::EMPTY; 4], [Place::VACANT; 8]);
/// let mut timers = FlexQueue::new(Slots::Ordered, Deviations::TWO, sectors, places, [const { Entry::VACANT }; 8])?;
/// timers.start(1 << 40, "far")?;
/// timers.start(30, "near")?;
/// assert_eq!(timers.delete_min().map(|expired| expired.item), Some("near"));
/// assert_eq!(timers.now(), 30);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type FlexQueue<T, Sectors, Places, Entries> = Timers<T, Flex<Sectors, Places>, Entries>;

impl<T, Sectors, Places, Entries> FlexQueue<T, Sectors, Places, Entries>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Places: AsRef<[Place]> + AsMut<[Place]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers. Half of the sectors serve each array: at least 2 sectors; one place for each entry.
    ///
    /// # Errors
    /// [`QueueError::SectorsOutOfRange`], [`QueueError::HeapTooSmall`], [`QueueError::EntriesOutOfRange`].
    pub fn new(
        slots: Slots,
        deviations: Deviations,
        sectors: Sectors,
        places: Places,
        entries: Entries,
    ) -> Result<Self, QueueError> {
        Self::with(Flex::new(slots, deviations, sectors, places), entries)
    }

    /// The thesis's `DeleteMin`: takes the earliest timer out, whatever the time, which goes on to its tick. With unordered
    /// slots time goes on to the end of the first slot, and the timers of that slot come in the order of starting.
    pub fn delete_min(&mut self) -> Option<Expired<T>> {
        if let Some(expired) = self.take_due() {
            return Some(expired);
        }
        let next = self.next_expiry()?;
        let to = self.waiting.structure.batch_end(next);
        self.advance(to).ok()?;
        self.take_due()
    }

    /// Uses the overflow alone while it holds fewer than `few` timers and the arrays are empty; 0 for the thesis's behaviour.
    pub const fn set_few(&mut self, few: u32) {
        self.waiting.structure.few = few;
    }

    /// The most timers of an ordered slot that a start looks at for its place: 16 unless set otherwise. A timer that would need more goes to the
    /// overflow, so that a start takes logarithmic time whatever the ticks.
    pub const fn set_most_searched(&mut self, timers: u32) {
        self.waiting.structure.most_searched = timers;
    }

    /// Fixes the width of the slots, in ticks, from the next time that an array is laid out: the thesis's static horizon (its section
    /// 4.3.2), which begins at now. `None` follows the intervals again.
    pub const fn set_width(&mut self, width: Option<NonZeroU64>) {
        self.waiting.structure.arrays.set_width(width);
    }
}

/// The two arrays and the overflow.
#[derive(Debug, Clone, Copy)]
pub struct Flex<Sectors, Places> {
    drum: Drum<Sectors>,
    overflow: PlaceHeap<Places, true>,
    arrays: Arrays,
    slots: Slots,
    few: u32,
    most_searched: u32,
    unfinished: bool,
}

impl<Sectors, Places> Flex<Sectors, Places>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Places: AsRef<[Place]> + AsMut<[Place]>,
{
    /// Two arrays of 32 slots for each sector.
    pub const fn new(
        slots: Slots,
        deviations: Deviations,
        sectors: Sectors,
        places: Places,
    ) -> Self {
        Self {
            drum: Drum::new(sectors),
            overflow: PlaceHeap::new(places),
            arrays: Arrays::new(deviations),
            slots,
            few: FEW,
            most_searched: MOST_SEARCHED,
            unfinished: false,
        }
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
    fn first_busy(&self) -> Option<u32> {
        self.drum.next_busy(self.arrays.search_from()?)
    }

    /// The last tick that is handed out together with `tick`.
    fn batch_end(&self, tick: u64) -> u64 {
        match self.arrays.slot_for(tick) {
            Some(slot) if self.slots == Slots::Unordered => self.arrays.ticks_of(slot).1,
            _ => tick,
        }
    }

    /// Moves what is due at `to` or before from the slot to `due`; as much of it as `work` allows, if the slot is ordered. Returns
    /// the tick reached.
    fn take_from_slot<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        slot: u32,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        let mut list = self.drum.list(slot);
        let mut reached = to;
        let mut index = list.first();
        let mut last = None;
        while let Some(looked_at) = entry(entries, index) {
            let (next, expiry) = (looked_at.next, looked_at.expiry);
            if self.slots == Slots::Ordered {
                if expiry > to {
                    break;
                }
                // The first one is paid for.
                if last.is_some() && !work.spend(1) {
                    reached = last.unwrap_or(to);
                    break;
                }
            }
            work.examine(1);
            if expiry <= to {
                list.unlink(entries, index);
                due.push_back(entries, index, DUE);
                last = Some(expiry);
            }
            index = next;
        }
        if list.is_empty() {
            self.arrays.emptied(slot);
        }
        self.drum.set_list(slot, list);
        self.arrays
            .taken_from(slot, reached, self.overflow.next_ticket());
        reached
    }
}

impl<Sectors, Places> Structure for Flex<Sectors, Places>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Places: AsRef<[Place]> + AsMut<[Place]>,
{
    /// With unordered slots a step may be a whole slot.
    fn promises(&self) -> Promises {
        let ordered = self.slots == Slots::Ordered;
        Promises {
            order: if ordered {
                Order::TickThenStart
            } else {
                Order::None
            },
            exact_next: true,
            bounded: ordered,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, capacity: u32) -> Result<(), QueueError> {
        let slots = self.drum.prepare()?;
        self.arrays.prepare(slots);
        self.unfinished = false;
        self.overflow.prepare(u64::from(capacity))
    }

    /// `Insert` (Algorithm 3). Constant time where the estimate fits; logarithmic time in the overflow.
    #[inline]
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, now: u64) -> Placed {
        let tick = entry(entries, index).map_or(0, |entry| entry.expiry);
        let empty = self.arrays.are_empty();
        let few = empty && self.overflow.len() < self.few;
        if empty && !few {
            self.arrays.lay_out(now, self.overflow.next_ticket());
        }
        self.arrays.follow(tick.saturating_sub(now));
        let Some(slot) = self.arrays.slot_for(tick).filter(|_| !few) else {
            self.overflow.insert(entries, index);
            return Placed::NO_SLOT;
        };
        let most = self.most_searched;
        let placed = match self.slots {
            Slots::Unordered => Some(self.drum.push_back(entries, slot, index)),
            Slots::Ordered if self.arrays.has_spilled(slot, tick) => None,
            Slots::Ordered => self.drum.insert_sorted_within(entries, slot, index, most),
        };
        let Some(placed) = placed else {
            self.arrays.spill(slot, tick);
            self.overflow.insert(entries, index);
            return Placed::NO_SLOT;
        };
        self.arrays.filled(slot, placed.was_empty);
        Placed::NO_SLOT
    }

    /// `Delete` (section 3.2.4): constant time by the links, logarithmic time in the overflow.
    #[inline]
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        if entry(entries, index).is_some_and(is_in_heap) {
            self.overflow.remove(entries, index);
        } else if let Some(slot) = self.drum.remove(entries, due, index) {
            self.arrays.emptied(slot);
        }
        None
    }

    /// `DeleteMin` (Algorithm 4) for everything that is due. Constant time for each timer from a slot, logarithmic time for each
    /// from the overflow.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        mut now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        self.unfinished = false;
        loop {
            let busy = self.first_busy().and_then(|slot| {
                let (begin, end) = self.arrays.ticks_of(slot);
                let head = match self.slots {
                    Slots::Ordered => entry(entries, self.drum.list(slot).first())?.expiry,
                    // No timer of the slot is before its first tick; those of the overflow within the slot come first.
                    Slots::Unordered => begin.max(now),
                };
                Some((slot, head, end))
            });
            let first = self.overflow.first().filter(|first| first.expiry() <= to);
            // Of one tick's timers those of the overflow are the older ones, unless they have come there because their slot was too long.
            let before_first = busy.zip(first).map(|((slot, ..), first)| {
                let ticket = self.arrays.ticket_of(slot);
                let younger = self.overflow.has_come_since(ticket, first);
                first.expiry().saturating_sub(u64::from(!younger))
            });
            let from_slot = busy.filter(|&(_, head, end)| {
                head <= to
                    && first.is_none_or(|first| match self.slots {
                        Slots::Ordered => before_first.is_none_or(|last| head <= last),
                        Slots::Unordered => end < first.expiry(),
                    })
            });
            let next = match (from_slot, first) {
                (Some((_, head, _)), _) => head,
                (None, Some(first)) => first.expiry().max(now),
                (None, None) => return to,
            };
            if !work.spend(1) {
                self.unfinished = true;
                // The overflow may have come first within an unordered slot: nothing of that slot may stay behind.
                if let Some((slot, head, _)) = busy
                    && self.slots == Slots::Unordered
                    && head <= next
                {
                    self.take_from_slot(entries, due, slot, next, work);
                }
                return next;
            }
            if let Some((slot, _, end)) = from_slot {
                let until = end.min(to).min(before_first.unwrap_or(to));
                now = self.take_from_slot(entries, due, slot, until, work);
                if end > to && self.slots == Slots::Unordered {
                    return to;
                }
            } else if let Some(first) = first {
                self.overflow.remove_first(entries);
                due.push_back(entries, first.index(), DUE);
                now = next;
            }
        }
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time with ordered slots; in proportion to one list with unordered ones.
    fn next_expiry<T>(&self, entries: &[Entry<T>], _now: u64) -> Option<u64> {
        let waiting = self.first_busy().and_then(|slot| {
            let list = self.drum.list(slot);
            match self.slots {
                Slots::Ordered => entry(entries, list.first()).map(|entry| entry.expiry),
                Slots::Unordered => earliest(entries, &list),
            }
        });
        let overflowing = self.overflow.first_expiry();
        match (waiting, overflowing) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let earliest = check.now().saturating_add(u64::from(!self.unfinished));
        let mut sorted = Sorted::default();
        self.drum.check(check, |slot, expiry| {
            (expiry >= earliest || (self.unfinished && self.slots == Slots::Unordered))
                && self.arrays.slot_for(expiry) == Some(slot)
                && (self.slots == Slots::Unordered || sorted.next(slot, expiry))
        })?;
        self.overflow.check(check, |expiry| expiry >= earliest)?;
        let busy = successors(self.drum.next_busy(0), |&slot| {
            self.drum.next_busy(slot.wrapping_add(1))
        });
        if self.arrays.agree_with(busy) {
            return Ok(());
        }
        Err(InvariantError::SummaryWrong)
    }
}

#[cfg(test)]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]
mod tests {
    extern crate std;
    use core::num::NonZeroU64;
    use std::vec;

    use super::super::steps;
    use super::super::{Entry, Place, Sector, TimerQueue};
    use super::{Deviations, FlexQueue, MOST_SEARCHED, Slots};

    /// Each start, stop and expiry of 32,000 timers that lie in one slot, in descending order, takes logarithmic time; timers of one tick come in
    /// the order of their starts.
    #[test]
    fn start_descending_ticks_of_one_slot_takes_logarithmic_time() {
        const TIMERS: u64 = 32_000;
        // Two arrays of 32 slots; one slot spans all ticks.
        let mut queue = FlexQueue::new(
            Slots::Ordered,
            Deviations::TWO,
            [Sector::EMPTY; 1],
            vec![Place::VACANT; 32_000],
            vec![Entry::VACANT; 32_000],
        )
        .expect("a queue");
        queue.set_few(0);
        queue.set_width(NonZeroU64::new(TIMERS));
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
