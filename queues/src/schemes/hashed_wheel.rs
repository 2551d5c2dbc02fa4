//! Scheme 6: hashed timing wheel with unordered lists (section VI.A.2 of the paper).
//!
//! A timer that is due at tick `e` waits on the list of slot `e mod M`, where `M` is the number of slots, any number
//! from 1 up. A visit of a slot at tick `t` looks at all timers of its list and takes out those with `e <= t`; the
//! others are a later lap's. Instead of counting laps down, as the paper does, a timer keeps its absolute expiry in 64
//! bits, so a visit writes nothing to timers that are not due.
//!
//! Starting and stopping take constant time. A visit takes time in proportion to the list: on average n/M for n
//! outstanding timers. It can be left after any timer and taken up again, which bounds how long interrupts are locked
//! out; section VII of the paper says that A. Costello's callouts have such a bound, but not how they keep it. Here the
//! head of the list moves to where the visit has come to, and a record that is no timer's marks where the list began.
//!
//! Memory: a record a slot. With the feature `chip` a chip says which slots to visit.

use core::num::NonZeroU64;

use super::parts::slot_lists::SlotLists;
use super::parts::sorted_list::earliest;
use super::structure::{Foremost, Structure, Ticks, Unlimited, Visited, Work, with_timers};
#[cfg(feature = "chip")]
use super::wheeled::Wheeled;
use crate::diagnostics::Guarantees;
use crate::diagnostics::check::Check;
use crate::record::{self, Record, at_mut, get, insert_before, on_list, unlink};
use crate::{InvariantError, QueueError};

/// Scheme 6: the slots of a hashed timing wheel with unordered lists.
///
/// ```
/// use carillon_queues::{HashedWheel, Timers};
///
/// let mut queue = Timers::growing(HashedWheel::new(60), 8)?;
/// queue.start(90, "kettle");
/// let egg = queue.start(240, "egg");
/// queue.advance(100);
/// assert_eq!(queue.next_expired().map(|expired| (expired.item, expired.due)), Some(("kettle", 90)));
/// assert_eq!(queue.stop(egg), Some("egg"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct HashedWheel {
    slots: u32,
    /// Of a tick's bits, those that name the slot; 0 where the slots are not a power of two.
    mask: u32,
    /// The slot and the tick of a visit that was cut short.
    interrupted: Option<(u32, u64)>,
}

/// `tick` mod M.
#[inline]
pub(crate) fn slot_of(tick: u64, slot_count: u32) -> u32 {
    let count = u64::from(slot_count);
    let remainder = if count.is_power_of_two() {
        tick & (count - 1)
    } else {
        NonZeroU64::new(count).map_or(0, |count| tick % count)
    };
    u32::try_from(remainder).unwrap_or(0)
}

impl HashedWheel {
    /// A wheel with so many slots, M: from 1 to 2^30; the chip wants 2 at least.
    pub const fn new(slots: u32) -> Self {
        Self { slots, mask: if slots.is_power_of_two() { slots - 1 } else { 0 }, interrupted: None }
    }

    /// `tick` mod M.
    #[inline]
    pub(crate) fn slot_of(&self, tick: u64) -> u32 {
        if self.mask == 0 {
            return self.slot_by_division(tick);
        }
        (tick & u64::from(self.mask)) as u32
    }

    /// `tick` mod M where M is not a power of two.
    #[cold]
    #[inline(never)]
    fn slot_by_division(&self, tick: u64) -> u32 {
        slot_of(tick, self.slots)
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers((self.slots as usize).saturating_add(1), timers)
    }

    /// The record behind the slots: the list of what [`take_all_due`](Self::take_all_due) has found, and otherwise what
    /// marks where the list of a slot began whose visit was left.
    const fn mark(&self) -> u32 {
        self.slots
    }

    /// Moves the timers of the slot that are due at `tick` or before to the end of the list `due`. After `most` timers
    /// it leaves, and the next call for the same tick goes on.
    #[inline(always)]
    pub(crate) fn take_due(
        &mut self,
        records: &mut [Record],
        due: u32,
        (slot, tick): (u32, u64),
        most: u64,
    ) -> Visited {
        if slot >= self.slots {
            return Visited::to_the_end(0);
        }
        let end = match self.interrupted {
            None => slot,
            Some(_) => self.go_on(records, slot, tick),
        };
        let visited = self.take_until(records, due, (slot, end), tick, most);
        if end != slot && visited.finished {
            self.restore(records);
        }
        visited
    }

    /// As [`take_due`](Self::take_due), where time does not count: its code is there once.
    #[cold]
    #[inline(never)]
    fn take_due_out_of_line(&mut self, records: &mut [Record], due: u32, visit: (u32, u64), most: u64) -> Visited {
        self.take_due(records, due, visit, most)
    }

    /// As [`take_due`](Self::take_due), up to the record `end`: the slot's head, or the mark.
    #[inline]
    fn take_until(
        &mut self,
        records: &mut [Record],
        due: u32,
        (slot, end): (u32, u32),
        tick: u64,
        most: u64,
    ) -> Visited {
        let mut left = most;
        let mut index = get(records, slot).next;
        while let Some(Record { expiry, next, .. }) = on_list(records, index, end) {
            let Some(after) = left.checked_sub(1) else {
                return self.leave(records, (slot, tick), index, most);
            };
            left = after;
            if expiry <= tick {
                unlink(records, index);
                insert_before(records, due, index, expiry);
            }
            index = next;
        }
        Visited::to_the_end(most - left)
    }

    /// Where a visit of the slot ends: at the mark, if it was left before. Any other visit that was left begins anew.
    #[cold]
    #[inline(never)]
    fn go_on(&mut self, records: &mut [Record], slot: u32, tick: u64) -> u32 {
        if self.interrupted == Some((slot, tick)) {
            return self.mark();
        }
        self.restore(records);
        slot
    }

    /// Leaves the visit before the timer `index`, which becomes the first one of the list.
    #[cold]
    #[inline(never)]
    fn leave(&mut self, records: &mut [Record], visit: (u32, u64), index: u32, examined: u64) -> Visited {
        let slot = visit.0;
        if self.interrupted.replace(visit).is_none() {
            let first = get(records, slot).next;
            move_before(records, self.mark(), first);
        }
        move_before(records, slot, index);
        Visited { examined, finished: false }
    }

    /// Makes the list of a visit that was left begin where it did.
    #[cold]
    #[inline(never)]
    fn restore(&mut self, records: &mut [Record]) {
        if let Some((slot, _)) = self.interrupted.take() {
            let mark = self.mark();
            move_before(records, slot, mark);
            unlink(records, mark);
            record::clear(records, mark);
        }
    }

    /// Goes on with the visit that was left when time came to `tick`; whether it has come to its end.
    #[cold]
    #[inline(never)]
    fn finish(&mut self, records: &mut [Record], due: u32, visit: (u32, u64), work: &mut Work) -> bool {
        let visited = self.take_due_out_of_line(records, due, visit, work.left);
        work.examine(visited.examined);
        work.left -= visited.examined;
        visited.finished
    }

    /// Moves the timers of all slots that are due at `tick` or before to the end of the list `due`, in the order of
    /// expiry. Returns how many it has looked at.
    #[cold]
    #[inline(never)]
    pub(crate) fn take_all_due(&mut self, records: &mut [Record], due: u32, tick: u64) -> u64 {
        self.restore(records);
        let found = self.mark();
        let mut examined = 0;
        for slot in 0..self.slots {
            let visited = self.take_due_out_of_line(records, found, (slot, tick), u64::MAX);
            examined += visited.examined;
        }
        record::sort(records, found);
        record::append(records, found, due);
        examined
    }
}

/// Takes the record `index`, a head or the mark, off its list and puts it before `after`.
#[cold]
#[inline(never)]
fn move_before(records: &mut [Record], index: u32, after: u32) {
    let expiry = get(records, index).expiry;
    unlink(records, index);
    insert_before(records, after, index, expiry);
}

/// 256 slots.
impl Unlimited for HashedWheel {
    const DEFAULT: Self = Self::new(256);
}

impl Structure for HashedWheel {
    /// A step is one slot passed, or one timer of a slot; but one more passes all slots and timers in a jump over more
    /// ticks than slots. For smaller ones the work is bounded.
    fn guarantees(&self) -> Guarantees {
        Guarantees::UNBOUNDED
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn validate(&self, _timers: u32) -> Result<(), QueueError> {
        SlotLists::new(self.slots).validate()
    }

    fn prepare(&mut self, records: &mut [Record], _timers: u32) {
        let slots = self.slots;
        for head in 0..=slots {
            record::clear(records, head);
        }
        // The mark is never due.
        if let Some(mark) = at_mut(records, slots) {
            mark.expiry = u64::MAX;
        }
        self.interrupted = None;
    }

    fn slots(&self) -> u32 {
        self.slots
    }

    /// Constant time.
    #[inline]
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, _: u64) -> Option<u32> {
        let slot = self.slot_of(expiry);
        insert_before(records, slot, index, expiry).then_some(slot)
    }

    #[inline]
    fn slot_for(&self, expiry: u64, _now: u64) -> u32 {
        self.slot_of(expiry)
    }

    /// Constant time.
    #[inline]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        unlink(records, index).filter(|&head| head < self.slots)
    }

    /// A jump of up to M ticks visits one slot a tick. A longer one visits every slot once and sorts what it finds, so
    /// a jump over 2^32 ticks takes no longer than one over M ticks but for the sorting of those that are due.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (now, to) = ticks;
        if to - now > u64::from(self.slots) {
            if !work.spend(1) {
                return now;
            }
            work.examine(self.take_all_due(records, due, to));
            return to;
        }
        let (mut tick, mut slot) = (now, self.slot_of(now));
        if self.interrupted.is_some() && !self.finish(records, due, (slot, tick), work) {
            return tick;
        }
        while tick < to {
            slot += 1;
            if slot >= self.slots {
                slot = 0;
            }
            if !work.spend(1) {
                return tick;
            }
            tick += 1;
            let visited = self.take_until(records, due, (slot, slot), tick, work.left);
            work.examine(visited.examined);
            work.left -= visited.examined;
            if !visited.finished {
                return tick;
            }
        }
        tick
    }

    fn is_unfinished(&self) -> bool {
        self.interrupted.is_some()
    }

    /// Looks at slots in the order of their visits until one holds a timer of this lap; at most M slots and n timers.
    fn next_expiry(&self, records: &[Record], now: u64) -> Option<u64> {
        let here = self.slot_of(now);
        let mut best: Option<u64> = None;
        let slots = (here + 1..self.slots).chain(0..=here);
        for (distance, slot) in (1..).zip(slots) {
            let Some(tick) = earliest(records, slot) else {
                continue;
            };
            best = Some(best.map_or(tick, |best| best.min(tick)));
            if tick == now.saturating_add(distance) {
                break;
            }
        }
        best
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        if self.interrupted.is_some() {
            check.pass_over(self.mark());
        }
        for slot in 0..self.slots {
            check.list(slot, |expiry| self.slot_of(expiry) == slot)?;
        }
        Ok(())
    }
}

impl Foremost for HashedWheel {
    /// Looks at the timers of its slot up to it. Not known while a visit is left.
    fn foremost(&self, records: &[Record], tick: u64) -> Option<u32> {
        if self.interrupted.is_some() {
            return None;
        }
        let slot = self.slot_of(tick);
        let mut index = get(records, slot).next;
        while let Some(timer) = on_list(records, index, slot) {
            if timer.expiry == tick {
                return Some(index);
            }
            index = timer.next;
        }
        None
    }
}

/// A slot's list is the same whatever the time, so the chip makes the visits, each at its tick.
#[cfg(feature = "chip")]
impl Wheeled for HashedWheel {
    const VISITED: bool = true;

    #[inline]
    fn wheel_size(&self, wheel: u32) -> Option<u32> {
        (wheel == 0).then_some(self.slots)
    }

    #[inline(always)]
    fn visit(&mut self, records: &mut [Record], due: u32, (slot, tick): (Option<u32>, u64), most: u64) -> Visited {
        match slot {
            Some(slot) => self.take_due(records, due, (slot, tick), most),
            None => Visited::to_the_end(self.take_all_due(records, due, tick)),
        }
    }

    #[inline(always)]
    fn take_single(&self, records: &mut [Record], slot: u32, tick: u64) -> Option<(u32, u64)> {
        let (index, timer) = record::take_single(records, slot, tick)?;
        Some((index, timer.expiry))
    }

    /// Takes time in proportion to the slots passed.
    fn next_busy(&self, records: &[Record], from: u32) -> Option<u32> {
        (from..self.slots).find(|&slot| self.is_busy(records, slot))
    }

    #[inline]
    fn is_busy(&self, records: &[Record], slot: u32) -> bool {
        slot < self.slots && !record::is_empty(records, slot)
    }

    #[inline]
    fn wheel_of(&self, slot: u32) -> Option<(u32, u32)> {
        Some((0, slot))
    }

    #[inline]
    fn slot_on(&self, wheel: u32, slot: u32) -> Option<u32> {
        (wheel == 0 && slot < self.slots).then_some(slot)
    }
}
