//! The timing wheel of logic simulators (TEGAS-2; section IV.B and Figure 4 of the paper): an array for the cycle under
//! way, and one overflow list for everything later. DECSIM's goes on by half a cycle at a time.
//!
//! Time is divided into cycles of N ticks. A timer of this cycle goes to the slot of its tick, any other to the
//! overflow list, which is unordered. When the wheel comes round, a new cycle begins: the whole overflow list is looked
//! through, and what belongs to the new cycle goes into the array. So the further the cycle has gone, the more timers
//! go to the overflow list. A wheel that goes on by halves looks through the list twice a cycle, but a timer of up to
//! half a cycle never goes there. Scheme 4 avoids this. Cycles in which nothing is due are skipped.
//!
//! Starting and stopping take constant time; a tick does, but for the first of a cycle. Memory: a record a slot.

use crate::diagnostics::Guarantees;
use crate::diagnostics::check::Check;
use crate::record::{self, Record, get, insert_before, on_list, unlink};
use crate::schemes::hashed_wheel::slot_of;
use crate::schemes::parts::slot_lists::SlotLists;
use crate::schemes::parts::sorted_list::earliest;
use crate::schemes::structure::{Structure, Ticks, Work, with_timers};
use crate::{InvariantError, QueueError};

/// The wheel of logic simulators: an array of one cycle and an overflow list.
///
/// ```
/// use carillon_queues::{TimerQueue, Timers};
/// use carillon_queues::schemes::SimulationWheel;
///
/// let mut timers = Timers::growing(SimulationWheel::new(128), 8)?;
/// timers.start(300, "another cycle")?;
/// timers.start(127, "this cycle")?;
/// assert_eq!(timers.next_expiry(), Some(127));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SimulationWheel {
    lists: SlotLists,
    /// The ticks by which the wheel goes on: all slots, or half of them.
    turn: u32,
    /// No timer of the overflow list is due before this.
    overflow_from: u64,
}

impl SimulationWheel {
    /// A wheel with cycles of so many ticks, from 1 to 2^30.
    pub const fn new(cycle: u32) -> Self {
        Self::with(cycle, cycle)
    }

    /// A wheel that goes on by half a cycle at a time, as DECSIM's does. An odd number is taken for the one
    /// below.
    pub const fn by_halves(cycle: u32) -> Self {
        Self::with(cycle & !1, cycle / 2)
    }

    const fn with(slots: u32, turn: u32) -> Self {
        Self { lists: SlotLists::new(slots), turn, overflow_from: u64::MAX }
    }

    const fn size(&self) -> u64 {
        self.lists.slots() as u64
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(self.lists.records().saturating_add(1), timers)
    }

    /// The head of the overflow list, behind the slots.
    fn overflow(&self) -> u32 {
        u32::try_from(self.lists.records()).unwrap_or(0)
    }

    /// The first tick of the cycle that is under way at `tick`.
    fn cycle(&self, tick: u64) -> u64 {
        tick - u64::from(slot_of(tick, self.turn))
    }

    /// The next busy slot, and its tick.
    fn next(&self, records: &[Record], now: u64) -> Option<(u32, u64)> {
        let slots = self.lists.slots();
        let here = slot_of(now, slots);
        let (slot, distance) = self.lists.next_around(records, (0, slots), here)?;
        Some((slot, now + u64::from(distance)))
    }

    /// Begins the cycle at tick `first`: its timers go from the overflow list into the array.
    fn begin_cycle(&mut self, records: &mut [Record], first: u64, work: &mut Work) {
        let mut index = get(records, self.overflow()).next;
        let mut from = u64::MAX;
        while let Some(timer) = on_list(records, index, self.overflow()) {
            work.examine(1);
            work.spend(1);
            if timer.expiry - first < self.size() {
                unlink(records, index);
                let slot = slot_of(timer.expiry, self.lists.slots());
                work.migrate(self.lists.push_back(records, slot, index, timer.expiry));
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
    fn guarantees(&self) -> Guarantees {
        Guarantees::UNBOUNDED
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn validate(&self, _timers: u32) -> Result<(), QueueError> {
        self.lists.validate()
    }

    fn prepare(&mut self, records: &mut [Record], _timers: u32) {
        record::clear(records, self.overflow());
        self.overflow_from = u64::MAX;
        self.lists.prepare(records);
    }

    fn slots(&self) -> u32 {
        self.lists.slots()
    }

    /// Constant time.
    #[inline]
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, now: u64) -> Option<u32> {
        if expiry - self.cycle(now) < self.size() {
            let slot = slot_of(expiry, self.lists.slots());
            return self.lists.push_back(records, slot, index, expiry);
        }
        if insert_before(records, self.overflow(), index, expiry) || expiry < self.overflow_from {
            self.overflow_from = expiry;
        }
        None
    }

    /// Constant time.
    #[inline]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        self.lists.remove(records, index)
    }

    /// Constant time for each busy slot; time in proportion to the overflow list for each cycle that may have timers.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (mut now, to) = ticks;
        loop {
            // When the first timer of the overflow list goes into the array.
            let overflows = !record::is_empty(records, self.overflow());
            let rest = self.size() - u64::from(self.turn);
            let begin = overflows.then(|| self.cycle(self.overflow_from) - rest);
            let next = self.next(records, now).map(|next| next.1);
            let Some(tick) = begin.into_iter().chain(next).min().filter(|&tick| tick <= to) else {
                return to;
            };
            if !work.spend(1) {
                return now;
            }
            now = tick;
            if begin == Some(tick) {
                self.begin_cycle(records, tick, work);
            }
            let slot = slot_of(tick, self.lists.slots());
            if !record::is_empty(records, slot) {
                self.lists.hand_over(records, slot, due);
            }
        }
    }

    /// Constant time while the array has timers; looks at the whole overflow list when it has none.
    fn next_expiry(&self, records: &[Record], now: u64) -> Option<u64> {
        let next = self.next(records, now).map(|next| next.1);
        next.or_else(|| earliest(records, self.overflow()))
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let now = check.now();
        let cycle = self.cycle(now);
        check.list(self.overflow(), |expiry| {
            expiry.saturating_sub(cycle) >= self.size() && expiry >= self.overflow_from
        })?;
        self.lists.check(check, |slot, expiry| {
            expiry > now && expiry - cycle < self.size() && slot_of(expiry, self.lists.slots()) == slot
        })
    }
}
