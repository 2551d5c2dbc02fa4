//! The timing wheel of logic simulators (TEGAS-2; section IV.B and Figure 4 of the paper): an array for the cycle under
//! way, and one overflow list for everything later.
//!
//! Time is divided into cycles of N ticks. A timer of this cycle goes to the slot of its tick, any other to the
//! overflow list, which is unordered. When the wheel comes round, a new cycle begins: the whole overflow list is looked
//! through, and what belongs to the new cycle goes into the array. So the further the cycle has gone, the more timers
//! go to the overflow list; Scheme 4 is the cure. Cycles in which nothing is due are passed over.
//!
//! Starting and stopping take constant time; a tick does, but for the first of a cycle. Memory: a record a slot.

use super::check::Check;
use super::drum::Drum;
use super::ordered::earliest;
use super::record::{self, Record, get, insert_before, on_list, unlink};
use super::scheme6::slot_of;
use super::structure::{Structure, Ticks, Work, with_timers};
use super::{InvariantError, Promises, QueueError};

/// The wheel of logic simulators: an array of one cycle and an overflow list.
///
/// ```
/// use carillon_queues::{Entry, Keyed, Record, SimulationWheel, TimerQueue, Timers};
///
/// const WHEEL: SimulationWheel = SimulationWheel::new(128);
/// let mut timers = Timers::with(WHEEL, ([Record::VACANT; WHEEL.records(8)], [const { Entry::VACANT }; 8]))?;
/// timers.start(300, "another cycle")?;
/// timers.start(127, "this cycle")?;
/// assert_eq!(timers.next_expiry(), Some(127));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SimulationWheel {
    drum: Drum,
    /// No timer of the overflow list is due before this.
    overflow_from: u64,
}

impl SimulationWheel {
    /// A wheel with cycles of so many ticks, from 2 to 2^30.
    pub const fn new(cycle: u32) -> Self {
        Self {
            drum: Drum::new(cycle),
            overflow_from: u64::MAX,
        }
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(self.drum.records().saturating_add(1), timers)
    }

    /// The head of the overflow list, behind the slots.
    fn overflow(&self) -> u32 {
        u32::try_from(self.drum.records()).unwrap_or(0)
    }

    /// The first tick of the cycle that `tick` belongs to.
    fn cycle(&self, tick: u64) -> u64 {
        tick - u64::from(slot_of(tick, self.drum.slots()))
    }

    /// Begins the cycle of tick `first`: its timers go from the overflow list into the array.
    fn begin_cycle(&mut self, records: &mut [Record], first: u64, work: &mut Work) {
        let mut index = get(records, self.overflow()).next;
        let mut from = u64::MAX;
        while let Some(timer) = on_list(records, index, self.overflow()) {
            work.examine(1);
            work.spend(1);
            if self.cycle(timer.expiry) == first {
                unlink(records, index);
                let slot = slot_of(timer.expiry, self.drum.slots());
                work.migrate(self.drum.push_back(records, slot, index, timer.expiry));
            } else {
                from = from.min(timer.expiry);
            }
            index = timer.next;
        }
        self.overflow_from = from;
    }
}

impl Structure for SimulationWheel {
    /// A step is one slot, or all of the overflow list.
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
        record::clear(records, self.overflow());
        self.overflow_from = u64::MAX;
        self.drum.prepare(records)
    }

    fn slots(&self) -> u32 {
        self.drum.slots()
    }

    /// Constant time.
    #[inline]
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, now: u64) -> Option<u32> {
        if expiry - self.cycle(now) < u64::from(self.drum.slots()) {
            let slot = slot_of(expiry, self.drum.slots());
            return self.drum.push_back(records, slot, index, expiry);
        }
        insert_before(records, self.overflow(), index, expiry);
        self.overflow_from = self.overflow_from.min(expiry);
        None
    }

    /// Constant time.
    #[inline]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        self.drum.remove(records, index)
    }

    /// Constant time for each busy slot; time in proportion to the overflow list for each cycle that may have timers.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (mut now, to) = ticks;
        loop {
            if let Some(slot) = self.drum.next_busy(records, 0) {
                let tick = self.cycle(now) + u64::from(slot);
                if tick > to {
                    return to;
                }
                if !work.spend(1) {
                    return now;
                }
                self.drum.hand_over(records, slot, due);
                now = tick;
                continue;
            }
            // The array is empty: on to the next cycle that may have timers.
            let first = self.cycle(self.overflow_from);
            if record::is_empty(records, self.overflow()) || first > to {
                return to;
            }
            if !work.spend(1) {
                return now;
            }
            now = now.max(first);
            self.begin_cycle(records, first, work);
            // Slot 0 is the tick that has been reached.
            if !record::is_empty(records, 0) {
                self.drum.hand_over(records, 0, due);
            }
        }
    }

    /// Constant time while the array has timers; looks at the whole overflow list when it has none.
    fn next_expiry(&self, records: &[Record], now: u64) -> Option<u64> {
        match self.drum.next_busy(records, 0) {
            Some(slot) => Some(self.cycle(now) + u64::from(slot)),
            None => earliest(records, self.overflow()),
        }
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let now = check.now();
        let cycle = self.cycle(now);
        check.list(self.overflow(), |expiry| {
            self.cycle(expiry) > cycle && expiry >= self.overflow_from
        })?;
        self.drum.check(check, |slot, expiry| {
            expiry > now
                && self.cycle(expiry) == cycle
                && slot_of(expiry, self.drum.slots()) == slot
        })
    }
}
