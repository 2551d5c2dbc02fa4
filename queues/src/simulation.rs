//! The timing wheel of logic simulators (TEGAS-2; section IV.B and Figure 4 of the paper): an array for the cycle under way, and
//! one overflow list for everything later.
//!
//! Time is divided into cycles of N ticks. A timer of this cycle goes to the slot of its tick, any other to the overflow
//! list, which is unordered. When the wheel comes round, a new cycle begins: the whole overflow list is looked through, and
//! what belongs to the new cycle goes into the array. So the further the cycle has gone, the more timers go to the overflow
//! list; Scheme 4 is the cure. Cycles in which nothing is due are passed over.
//!
//! Starting and stopping take constant time; a tick does, but for the first of a cycle. Memory: 8.6 bytes a slot.

use super::check::Check;
use super::drum::Drum;
use super::list::{DUE, List, MOST, entry};
use super::ordered::earliest;
use super::scheme6::slot_of;
use super::sector::Sector;
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// The number of the overflow list, which is no slot's.
const OVERFLOW: u32 = MOST;

/// The wheel of logic simulators as a queue.
///
/// ```
/// use carillon_queues::{Entry, Sector, SimulationQueue, TimerQueue};
///
/// let mut timers = SimulationQueue::new([Sector::EMPTY; 2], [const { Entry::VACANT }; 8])?;
/// timers.start(300, "another cycle")?;
/// timers.start(127, "this cycle")?;
/// assert_eq!(timers.next_expiry(), Some(127));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type SimulationQueue<T, Sectors, Entries> = Timers<T, SimulationWheel<Sectors>, Entries>;

impl<T, Sectors, Entries> SimulationQueue<T, Sectors, Entries>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers; a cycle has 64 ticks for each sector.
    ///
    /// # Errors
    /// [`QueueError::SectorsOutOfRange`], [`QueueError::EntriesOutOfRange`].
    pub fn new(sectors: Sectors, entries: Entries) -> Result<Self, QueueError> {
        Self::with(SimulationWheel::new(sectors), entries)
    }
}

/// An array of one cycle and an overflow list.
#[derive(Debug, Clone, Copy, Default)]
pub struct SimulationWheel<Sectors> {
    drum: Drum<Sectors>,
    overflow: List,
    size: u32,
    /// No timer of the overflow list is due before this.
    overflow_from: u64,
}

impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> SimulationWheel<Sectors> {
    /// A wheel with 64 slots for each sector.
    pub const fn new(sectors: Sectors) -> Self {
        Self {
            drum: Drum::new(sectors),
            overflow: List::EMPTY,
            size: 0,
            overflow_from: u64::MAX,
        }
    }

    /// The first tick of the cycle that `tick` belongs to.
    fn cycle(&self, tick: u64) -> u64 {
        tick.saturating_sub(u64::from(slot_of(tick, self.size)))
    }

    /// Begins the cycle of tick `first`: its timers go from the overflow list into the array.
    fn begin_cycle<T>(&mut self, entries: &mut [Entry<T>], first: u64, work: &mut Work) {
        let mut index = self.overflow.first();
        let mut from = u64::MAX;
        while let Some(waiting) = entry(entries, index) {
            let (next, expiry) = (waiting.next, waiting.expiry);
            work.examine(1);
            work.spend(1);
            if self.cycle(expiry) == first {
                self.overflow.unlink(entries, index);
                work.migrate(
                    self.drum
                        .push_back(entries, slot_of(expiry, self.size), index),
                );
            } else {
                from = from.min(expiry);
            }
            index = next;
        }
        self.overflow_from = from;
    }
}

impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Structure for SimulationWheel<Sectors> {
    /// A step is one slot, or all of the overflow list.
    fn promises(&self) -> Promises {
        Promises {
            order: Order::TickThenStart,
            exact_next: true,
            bounded: false,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, _capacity: u32) -> Result<(), QueueError> {
        self.size = self.drum.prepare()?;
        self.overflow = List::EMPTY;
        self.overflow_from = u64::MAX;
        Ok(())
    }

    /// Constant time.
    #[inline]
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, now: u64) -> Placed {
        let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
        if expiry.saturating_sub(self.cycle(now)) < u64::from(self.size) {
            let slot = slot_of(expiry, self.size);
            return self.drum.push_back(entries, slot, index);
        }
        self.overflow.push_back(entries, index, OVERFLOW);
        self.overflow_from = self.overflow_from.min(expiry);
        Placed::NO_SLOT
    }

    /// Constant time.
    #[inline]
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        self.drum.remove_or(entries, due, index, &mut self.overflow)
    }

    /// Constant time for each busy slot; time in proportion to the overflow list for each cycle that may have timers.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        mut now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        loop {
            if let Some(slot) = self.drum.next_busy(0) {
                let tick = self.cycle(now).saturating_add(u64::from(slot));
                if tick > to {
                    return to;
                }
                if !work.spend(1) {
                    return now;
                }
                due.append(entries, self.drum.take(slot), DUE);
                now = tick;
                continue;
            }
            // The array is empty: on to the next cycle that may have timers.
            let first = self.cycle(self.overflow_from);
            if self.overflow.is_empty() || first > to {
                return to;
            }
            if !work.spend(1) {
                return now;
            }
            now = now.max(first);
            self.begin_cycle(entries, first, work);
            if self.drum.list(0).is_empty() {
                continue;
            }
            // Slot 0 is the tick that has been reached.
            due.append(entries, self.drum.take(0), DUE);
        }
    }

    fn is_unfinished(&self) -> bool {
        false
    }

    /// Constant time while the array has timers; looks at the whole overflow list when it has none.
    fn next_expiry<T>(&self, entries: &[Entry<T>], now: u64) -> Option<u64> {
        match self.drum.next_busy(0) {
            Some(slot) => Some(self.cycle(now).saturating_add(u64::from(slot))),
            None => earliest(entries, &self.overflow),
        }
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let now = check.now();
        let cycle = self.cycle(now);
        check.list(&self.overflow, OVERFLOW, |expiry| {
            self.cycle(expiry) > cycle && expiry >= self.overflow_from
        })?;
        self.drum.check(check, |slot, expiry| {
            expiry > now && self.cycle(expiry) == cycle && slot_of(expiry, self.size) == slot
        })
    }
}
