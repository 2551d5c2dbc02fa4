//! Scheme 6: hashed timing wheel with unordered lists (section VI.A.2 of the paper).
//!
//! A timer that is due at tick `e` waits on the list of slot `e mod M`, where `M` is the number of slots, any number
//! from 1 up. A visit of a slot at tick `t` looks at all timers of its list and takes out those with `e <= t`; the
//! others are a later lap's. Instead of counting laps down, as the paper does, a timer keeps its absolute expiry in 64
//! bits, so a visit writes nothing to timers that are not due.
//!
//! Starting and stopping take constant time. A visit takes time in proportion to the list: on average n/M for n
//! outstanding timers.
//!
//! Memory: a record a slot. Where a chip does the looking, it makes the visits: the feature `chip`.

use core::num::NonZeroU64;

use super::check::Check;
#[cfg(feature = "chip")]
use super::chip::Wheeled;
use super::ordered::earliest;
use super::record::{self, Record, insert_before, move_to, on_list, unlink};
use super::structure::{Structure, Ticks, Visited, Work, with_timers};
use super::{InvariantError, Promises, QueueError};

/// Scheme 6: the slots of a hashed timing wheel with unordered lists.
///
/// ```
/// use carillon_queues::{Entry, HashedUnordered, Keyed, Record, TimerQueue, Timers};
///
/// const WHEEL: HashedUnordered = HashedUnordered::new(60);
/// let mut queue = Timers::with(WHEEL, ([Record::VACANT; WHEEL.records(8)], [const { Entry::VACANT }; 8]))?;
/// queue.start(90, "kettle")?;
/// let egg = queue.start(240, "egg")?;
/// queue.advance(100)?;
/// assert_eq!(queue.next_expired().map(|expired| (expired.item, expired.due)), Some(("kettle", 90)));
/// assert_eq!(queue.stop(egg)?, "egg");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct HashedUnordered {
    slots: u32,
    /// Of a tick's bits, those that name the slot; 0 where the slots are not a power of two.
    mask: u32,
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

impl HashedUnordered {
    /// A wheel with so many slots, M: from 1 to 2^30; the chip wants 2 at least.
    pub const fn new(slots: u32) -> Self {
        Self {
            slots,
            mask: if slots.is_power_of_two() {
                slots - 1
            } else {
                0
            },
        }
    }

    /// `tick` mod M.
    #[inline]
    pub(crate) fn slot_of(&self, tick: u64) -> u32 {
        if self.mask == 0 {
            return self.slot_by_division(tick);
        }
        (tick & u64::from(self.mask)) as u32
    }

    /// The same where the slots are not a power of two.
    #[cold]
    #[inline(never)]
    fn slot_by_division(&self, tick: u64) -> u32 {
        slot_of(tick, self.slots)
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers((self.slots as usize).saturating_add(1), timers)
    }

    /// Moves the timers of the slot that are due at `tick` or before to the end of the list `due`.
    #[inline(always)]
    pub(crate) fn take_due(
        &self,
        records: &mut [Record],
        due: u32,
        slot: u32,
        tick: u64,
    ) -> Visited {
        let mut visited = Visited::default();
        if slot >= self.slots {
            return visited;
        }
        let Some((mut index, first)) = record::first(records, slot) else {
            return visited;
        };
        let mut next = Some(first);
        while let Some(timer) = next {
            if timer.expiry <= tick {
                move_to(records, index, due);
                visited.due += 1;
            } else {
                visited.left += 1;
            }
            index = timer.next;
            next = on_list(records, index, slot);
        }
        visited
    }

    /// The same for all slots, in the order of expiry.
    #[cold]
    #[inline(never)]
    pub(crate) fn take_all_due(&self, records: &mut [Record], due: u32, tick: u64) -> Visited {
        // Behind the slots there is a list for that.
        let found = self.slots;
        let mut all = Visited::default();
        for slot in 0..self.slots {
            let visited = self.take_due(records, found, slot, tick);
            all.due += visited.due;
            all.left += visited.left;
        }
        record::sort(records, found);
        record::append(records, found, due);
        all
    }
}

impl Structure for HashedUnordered {
    /// A step is the visit of one slot, or of all of them for a jump over more ticks than slots.
    fn promises(&self) -> Promises {
        Promises {
            bounded: false,
            ..Promises::ALL
        }
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn prepare(&mut self, records: &mut [Record], _timers: u32) -> Result<(), QueueError> {
        let slots = self.slots;
        if !(1..=1 << 30).contains(&slots) {
            return Err(QueueError::SlotsOutOfRange { slots });
        }
        for head in 0..=slots {
            record::clear(records, head);
        }
        Ok(())
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
            work.examine(self.take_all_due(records, due, to).examined());
            return to;
        }
        let mut slot = self.slot_of(now);
        let mut tick = now;
        while tick < to {
            slot += 1;
            if slot >= self.slots {
                slot = 0;
            }
            if !work.spend(1) {
                return tick;
            }
            tick += 1;
            let examined = self.take_due(records, due, slot, tick).examined();
            work.spend(examined);
            work.examine(examined);
        }
        tick
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
        for slot in 0..self.slots {
            check.list(slot, |expiry| self.slot_of(expiry) == slot)?;
        }
        Ok(())
    }
}

/// A slot's list is the same whatever the time, so the chip makes the visits, each at its tick.
#[cfg(feature = "chip")]
impl Wheeled for HashedUnordered {
    const VISITED: bool = true;

    #[inline]
    fn wheel_size(&self, wheel: u32) -> Option<u32> {
        (wheel == 0).then_some(self.slots)
    }

    #[inline(always)]
    fn visit(&self, records: &mut [Record], due: u32, slot: Option<u32>, tick: u64) -> Visited {
        match slot {
            Some(slot) => self.take_due(records, due, slot, tick),
            None => self.take_all_due(records, due, tick),
        }
    }

    #[inline(always)]
    fn take_alone(&self, records: &mut [Record], slot: u32, tick: u64) -> Option<(u32, u64)> {
        let (index, timer) = record::take_alone(records, slot, tick)?;
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
