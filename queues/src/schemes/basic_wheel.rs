//! Scheme 4: the basic timing wheel for intervals up to MaxInterval (section V of the paper).
//!
//! One slot for each tick to come. A timer of interval `j` goes to the slot `j` steps ahead of the current one; all
//! timers of a slot are due together when the wheel comes there, and are handed over as a whole. Starting, stopping and
//! a tick take constant time; empty slots are skipped by their busy bits, so a jump of any length costs only the slots
//! that are busy.
//!
//! Memory: a record for each tick of MaxInterval. The wheel turns one slot a tick, not half a turn at once like those
//! of simulators, so every interval up to MaxInterval always fits.

use super::hashed_wheel::slot_of;
use super::parts::slot_lists::SlotLists;
use super::structure::{Structure, Ticks, Work, with_timers};
#[cfg(feature = "chip")]
use super::wheeled::Wheeled;
use crate::diagnostics::Guarantees;
use crate::diagnostics::check::Check;
use crate::record::Record;
use crate::{InvariantError, QueueError};

/// Scheme 4: the basic wheel.
///
/// ```
/// use carillon_queues::{TimerQueue, Timers};
/// use carillon_queues::schemes::BasicWheel;
///
/// // MaxInterval is 128.
/// let mut timers = Timers::growing(BasicWheel::new(128), 8)?;
/// timers.start(128, "tea")?;
/// assert!(timers.start(129, "cake").is_err());
/// assert_eq!(timers.next_expiry(), Some(128));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct BasicWheel {
    lists: SlotLists,
    /// A tick up to now; the slots from there to now are empty.
    turned: u64,
    /// That tick mod MaxInterval.
    position: u32,
    /// No timer is due before this tick.
    pub(crate) quiet_until: u64,
}

impl BasicWheel {
    /// A wheel for intervals up to `longest` ticks, MaxInterval: from 1 to 2^30; the chip wants 2 at least.
    pub const fn new(longest: u32) -> Self {
        Self { lists: SlotLists::new(longest), turned: 0, position: 0, quiet_until: u64::MAX }
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(self.lists.records(), timers)
    }

    const fn size(&self) -> u32 {
        self.lists.slots()
    }

    /// The slot so many steps ahead, 1 to the wheel's size.
    #[inline]
    const fn ahead(&self, steps: u32) -> u32 {
        let slot = self.position + steps;
        if slot >= self.size() { slot - self.size() } else { slot }
    }

    /// The next busy slot and its tick.
    #[inline]
    pub(crate) fn next(&self, records: &[Record]) -> Option<(u32, u64)> {
        let wheel = (0, self.size());
        let (slot, distance) = self.lists.next_around(records, wheel, self.position)?;
        Some((slot, self.turned.saturating_add(u64::from(distance))))
    }

    /// Hands over the slot.
    #[inline]
    pub(crate) fn hand_over(&self, records: &mut [Record], due: u32, slot: u32) {
        self.lists.hand_over(records, slot, due);
    }

    /// Turns to tick `to`.
    #[inline]
    pub(crate) fn turn(&mut self, to: u64) {
        let steps = to - self.turned;
        self.turned = to;
        self.position = match u32::try_from(steps) {
            Ok(steps) if steps <= self.size() => self.ahead(steps),
            _ => slot_of(to, self.size()),
        };
    }

    /// As [`Structure::check`]; timers of the slot `pending` are due now, and not yet handed over.
    pub(crate) fn check_with(&self, check: &mut Check<'_>, pending: Option<u32>) -> Result<(), InvariantError> {
        let now = check.now();
        if self.turned > now || self.position != slot_of(self.turned, self.size()) {
            return Err(InvariantError::SummaryWrong);
        }
        self.lists.check(check, |slot, expiry| {
            let interval = expiry.saturating_sub(now);
            if pending == Some(slot) {
                return expiry == now;
            }
            interval > 0 && interval <= u64::from(self.size()) && slot_of(expiry, self.size()) == slot
        })
    }
}

impl Structure for BasicWheel {
    fn guarantees(&self) -> Guarantees {
        Guarantees::ALL
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn validate(&self, _timers: u32) -> Result<(), QueueError> {
        self.lists.validate()
    }

    fn prepare(&mut self, records: &mut [Record], _timers: u32) {
        (self.turned, self.position, self.quiet_until) = (0, 0, u64::MAX);
        self.lists.prepare(records);
    }

    fn slots(&self) -> u32 {
        self.size()
    }

    fn longest_interval(&self) -> u64 {
        u64::from(self.size())
    }

    /// Constant time.
    #[inline]
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, now: u64) -> Option<u32> {
        if self.turned != now {
            self.turn(now);
        }
        let steps = u32::try_from(expiry - now).unwrap_or(self.size());
        if expiry < self.quiet_until {
            self.quiet_until = expiry;
        }
        self.lists.push_back(records, self.ahead(steps), index, expiry)
    }

    #[inline]
    fn slot_for(&self, expiry: u64, _now: u64) -> u32 {
        match u32::try_from(expiry - self.turned) {
            Ok(steps) if steps <= self.size() => self.ahead(steps),
            _ => slot_of(expiry, self.size()),
        }
    }

    /// Constant time.
    #[inline]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        self.lists.remove(records, index)
    }

    /// Constant time for each busy slot.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (mut now, to) = ticks;
        loop {
            let next = self.next(records);
            self.quiet_until = next.map_or(u64::MAX, |next| next.1);
            let Some((slot, tick)) = next.filter(|next| next.1 <= to) else {
                self.turn(to);
                return to;
            };
            if !work.spend(1) {
                return now;
            }
            self.hand_over(records, due, slot);
            self.turn(tick);
            now = tick;
        }
    }

    #[inline]
    fn quiet_until(&self, _records: &[Record]) -> u64 {
        self.quiet_until
    }

    /// Constant time: at most two words for each level of busy bits.
    fn next_expiry(&self, records: &[Record], _now: u64) -> Option<u64> {
        self.next(records).map(|next| next.1)
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        self.check_with(check, None)
    }
}

#[cfg(feature = "chip")]
impl Wheeled for BasicWheel {
    fn wheel_size(&self, wheel: u32) -> Option<u32> {
        (wheel == 0).then_some(self.size())
    }

    fn next_busy(&self, records: &[Record], from: u32) -> Option<u32> {
        self.lists.next_busy(records, from)
    }
}
