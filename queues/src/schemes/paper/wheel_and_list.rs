//! Scheme 4 with Scheme 2 beyond it: a wheel for intervals below its size, an ordered list for longer ones (section V
//! of the paper).
//!
//! A long timer stays on the ordered list until it is due; nothing migrates. Where both have timers of one tick, those
//! of the list come first: they were started before, as their intervals were longer.
//!
//! Short timers start in constant time, long ones in time proportional to the long ones that are due after them.
//! Stopping and a tick take constant time. Memory: as Scheme 4.

use crate::diagnostics::Guarantees;
use crate::diagnostics::check::Check;
use crate::record::{self, Record};
use crate::schemes::basic_wheel::BasicWheel;
use crate::schemes::parts::sorted_list::{Search, insert_sorted, take_front};
use crate::schemes::structure::{Structure, Ticks, Unlimited, Work};
use crate::{InvariantError, QueueError};

/// Scheme 4 with Scheme 2 for what lies beyond: a wheel and an ordered list.
///
/// ```
/// use carillon_queues::Timers;
/// use carillon_queues::schemes::WheelAndList;
///
/// let mut timers = Timers::growing(WheelAndList::new(128), 8)?;
/// timers.start(1 << 40, "far");
/// timers.start(128, "near");
/// assert_eq!(timers.next_expiry(), Some(128));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct WheelAndList {
    wheel: BasicWheel,
    /// The head of the list.
    beyond: u32,
    /// Slot of this very tick, not yet handed over as timers of the list come first.
    pending: Option<u32>,
    unfinished: bool,
}

impl WheelAndList {
    /// A wheel for intervals below `size` ticks, from 1 to 2^30, and an empty list.
    pub const fn new(size: u32) -> Self {
        Self { wheel: BasicWheel::new(size), beyond: 0, pending: None, unfinished: false }
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        self.wheel.records(timers).saturating_add(1)
    }
}

/// 256 slots.
impl Unlimited for WheelAndList {
    const DEFAULT: Self = Self::new(256);
}

impl Structure for WheelAndList {
    fn guarantees(&self) -> Guarantees {
        self.wheel.guarantees()
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn validate(&self, timers: u32) -> Result<(), QueueError> {
        self.wheel.validate(timers)
    }

    fn prepare(&mut self, records: &mut [Record], timers: u32) {
        // Behind the slots, where the wheel alone would have what is due.
        self.beyond = u32::try_from(self.wheel.records(0) - 1).unwrap_or(0);
        self.pending = None;
        self.unfinished = false;
        record::clear(records, self.beyond);
        self.wheel.prepare(records, timers);
    }

    fn slots(&self) -> u32 {
        self.wheel.slots()
    }

    /// Constant time below the wheel's size; from there on, in proportion to the long timers that are due later.
    #[inline]
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, now: u64) -> Option<u32> {
        // The slot of this tick is left alone: it may be pending.
        if expiry - now < self.wheel.longest_interval() {
            return self.wheel.insert(records, index, expiry, now);
        }
        insert_sorted(records, self.beyond, (index, expiry), Search::FromRear);
        None
    }

    /// Constant time.
    #[inline]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        self.wheel.remove(records, index)
    }

    /// Constant time for each busy slot and each long timer that is due.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (mut now, to) = ticks;
        loop {
            let next = match self.pending {
                Some(slot) => Some((slot, now)),
                None => self.wheel.next(records).filter(|next| next.1 <= to),
            };
            let until = next.map_or(to, |next| next.1);
            let cut_short = match take_front(records, self.beyond, due, until, work) {
                Err(tick) => Some(tick),
                Ok(()) if next.is_some() && !work.spend(1) => Some(until),
                Ok(()) => None,
            };
            self.unfinished = cut_short.is_some();
            self.pending = next.filter(|next| cut_short == Some(next.1)).map(|next| next.0);
            let reached = cut_short.unwrap_or(until);
            self.wheel.turn(reached);
            now = reached;
            let Some((slot, _)) = next.filter(|_| cut_short.is_none()) else {
                return reached;
            };
            self.wheel.hand_over(records, due, slot);
        }
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time.
    fn next_expiry(&self, records: &[Record], _now: u64) -> Option<u64> {
        let beyond = record::first(records, self.beyond).map(|first| first.1.expiry);
        let wheel = self.wheel.next(records).map(|next| next.1);
        match (beyond, wheel) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let mut before = check.now().saturating_add(u64::from(!self.unfinished));
        check.list(self.beyond, |expiry| {
            let ordered = expiry >= before;
            before = expiry;
            ordered
        })?;
        self.wheel.check_with(check, self.pending)
    }
}
