//! Scheme 5: hashed timing wheel with ordered lists (section VI.A.1 of the paper).
//!
//! A timer that is due at tick `e` waits in slot `e mod M`, in the order of expiry. A visit looks at the first timers
//! only. Starting takes constant time on average if there are no more timers than slots and the hash spreads them, and
//! time in proportion to n at worst; stopping and a visit take constant time. With one slot it is Scheme 2. M is any
//! number from 1 up, best a power of two.
//!
//! Memory: a record a slot.

use crate::diagnostics::Guarantees;
use crate::diagnostics::check::Check;
use crate::record::{self, Record};
use crate::schemes::hashed_wheel::slot_of;
use crate::schemes::parts::slot_lists::{SlotLists, Sorted};
use crate::schemes::structure::{Structure, Ticks, Unlimited, Work, with_timers};
#[cfg(feature = "chip")]
use crate::schemes::wheeled::Wheeled;
use crate::{InvariantError, QueueError};

/// Scheme 5: the slots of a hashed timing wheel with ordered lists.
///
/// ```
/// use carillon_queues::Timers;
/// use carillon_queues::schemes::OrderedHashedWheel;
///
/// let mut timers = Timers::growing(OrderedHashedWheel::new(256), 8)?;
/// timers.start(276, "next lap");
/// timers.start(20, "this lap");
/// assert_eq!(timers.next_expiry(), Some(20));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct OrderedHashedWheel {
    lists: SlotLists,
    searched: u64,
}

impl OrderedHashedWheel {
    /// A wheel with so many slots, M: from 1 to 2^30; the chip wants 2 at least.
    pub const fn new(slots: u32) -> Self {
        Self { lists: SlotLists::new(slots), searched: 0 }
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(self.lists.records(), timers)
    }

    /// Timers that the searches of starts have looked at so far, from the rear of their slots.
    pub const fn searched(&self) -> u64 {
        self.searched
    }

    const fn size(&self) -> u32 {
        self.lists.slots()
    }

    /// The next busy slot after `position`, and how many slots further on it is.
    fn next_around(&self, records: &[Record], position: u32) -> Option<(u32, u32)> {
        self.lists.next_around(records, (0, self.size()), position)
    }
}

/// 256 slots.
impl Unlimited for OrderedHashedWheel {
    const DEFAULT: Self = Self::new(256);
}

impl Structure for OrderedHashedWheel {
    /// A step is the visit of one busy slot, or of all of them for a jump over more ticks than slots.
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
        self.lists.prepare(records);
    }

    fn slots(&self) -> u32 {
        self.size()
    }

    /// Takes time in proportion to the timers of the slot that are due later.
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, _: u64) -> Option<u32> {
        let slot = slot_of(expiry, self.size());
        let (filled, searched) = self.lists.insert_sorted(records, slot, index, expiry);
        self.searched += searched;
        filled
    }

    #[inline]
    fn slot_for(&self, expiry: u64, _now: u64) -> u32 {
        slot_of(expiry, self.size())
    }

    /// Constant time.
    #[inline]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        self.lists.remove(records, index)
    }

    /// A jump of up to M ticks visits the busy slots on its way. A longer one visits every busy slot once and sorts
    /// what it finds.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (mut now, to) = ticks;
        if to - now > u64::from(self.size()) {
            let Some(first) = self.lists.next_busy(records, 0) else {
                return to;
            };
            if !work.spend(1) {
                return now;
            }
            // All that is due is gathered in the first busy slot, sorted with what else is there, and taken from its
            // front.
            let mut from = first + 1;
            while let Some(slot) = self.lists.next_busy(records, from) {
                let examined = self.lists.take_front(records, first, slot, to);
                work.examine(examined);
                from = slot + 1;
            }
            record::sort(records, first);
            work.examine(self.lists.take_front(records, due, first, to));
            return to;
        }
        loop {
            let position = slot_of(now, self.size());
            let Some((slot, tick)) = self
                .next_around(records, position)
                .map(|(slot, distance)| (slot, now.saturating_add(u64::from(distance))))
                .filter(|next| next.1 <= to)
            else {
                return to;
            };
            if !work.spend(1) {
                return now;
            }
            let examined = self.lists.take_front(records, due, slot, tick);
            work.examine(examined);
            work.spend(examined);
            now = tick;
        }
    }

    /// Looks at the first timer of each busy slot, in the order of their visits, until one is of this lap.
    fn next_expiry(&self, records: &[Record], now: u64) -> Option<u64> {
        let mut position = slot_of(now, self.size());
        let mut best: Option<u64> = None;
        let mut travelled: u32 = 0;
        while let Some((slot, distance)) = self.next_around(records, position) {
            travelled += distance;
            if travelled > self.size() {
                break;
            }
            let tick = record::first(records, slot)?.1.expiry;
            best = Some(best.map_or(tick, |best| best.min(tick)));
            if tick <= now.saturating_add(u64::from(travelled)) {
                break;
            }
            position = slot;
        }
        best
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let now = check.now();
        let mut sorted = Sorted::default();
        self.lists.check(check, |slot, expiry| {
            expiry > now && slot_of(expiry, self.size()) == slot && sorted.next(slot, expiry)
        })
    }
}

#[cfg(feature = "chip")]
impl Wheeled for OrderedHashedWheel {
    fn wheel_size(&self, wheel: u32) -> Option<u32> {
        (wheel == 0).then_some(self.size())
    }

    fn next_busy(&self, records: &[Record], from: u32) -> Option<u32> {
        self.lists.next_busy(records, from)
    }
}
