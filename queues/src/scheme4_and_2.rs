//! Scheme 4 with Scheme 2 beyond it: a wheel for intervals below its size, an ordered list for longer ones (section V of the
//! paper).
//!
//! A long timer stays on the ordered list until it is due; nothing migrates. Where both have timers of one tick, those of the list
//! come first: they were started before, as their intervals were longer.
//!
//! Short timers start in constant time, long ones in time proportional to the long ones that are due after them.
//! Stopping and a tick take constant time. Memory: as Scheme 4.

use super::check::Check;
use super::list::{List, MOST, entry};
use super::ordered::{Search, insert_sorted, take_front};
use super::scheme4::BasicWheel;
use super::sector::Sector;
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Promises, QueueError};

/// The number of the ordered list, which is no slot's.
const BEYOND: u32 = MOST;

/// Scheme 4 with Scheme 2 for what lies beyond, as a queue.
///
/// ```
/// use carillon_queues::{Entry, Scheme4And2, Sector, TimerQueue};
///
/// let mut timers = Scheme4And2::new([Sector::EMPTY; 2], [const { Entry::VACANT }; 8])?;
/// timers.start(1 << 40, "far")?;
/// timers.start(128, "near")?;
/// assert_eq!(timers.next_expiry(), Some(128));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Scheme4And2<T, Sectors, Entries> = Timers<T, WheelAndList<Sectors>, Entries>;

impl<T, Sectors, Entries> Scheme4And2<T, Sectors, Entries>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers; the wheel spans 64 ticks for each sector.
    ///
    /// # Errors
    /// [`QueueError::SectorsOutOfRange`], [`QueueError::EntriesOutOfRange`].
    pub fn new(sectors: Sectors, entries: Entries) -> Result<Self, QueueError> {
        Self::with(WheelAndList::new(sectors), entries)
    }
}

/// A wheel and an ordered list.
#[derive(Debug, Clone, Copy, Default)]
pub struct WheelAndList<Sectors> {
    wheel: BasicWheel<Sectors>,
    beyond: List,
    /// Slot of this very tick, not yet handed over as timers of the list come first.
    pending: Option<u32>,
    unfinished: bool,
}

impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> WheelAndList<Sectors> {
    /// A wheel with 64 slots for each sector, and an empty list.
    pub const fn new(sectors: Sectors) -> Self {
        Self {
            wheel: BasicWheel::new(sectors),
            beyond: List::EMPTY,
            pending: None,
            unfinished: false,
        }
    }
}

impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Structure for WheelAndList<Sectors> {
    fn promises(&self) -> Promises {
        self.wheel.promises()
    }

    fn prepare(&mut self, capacity: u32) -> Result<(), QueueError> {
        self.beyond = List::EMPTY;
        self.pending = None;
        self.unfinished = false;
        self.wheel.prepare(capacity)
    }

    /// Constant time below the wheel's size; from there on, in proportion to the long timers that are due later.
    #[inline]
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, now: u64) -> Placed {
        let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
        // The slot of this tick is left alone: it may be pending.
        if expiry.saturating_sub(now) < self.wheel.longest_interval() {
            return self.wheel.insert(entries, index, now);
        }
        let list = (&mut self.beyond, BEYOND);
        insert_sorted(entries, list, index, Search::FromRear);
        Placed::NO_SLOT
    }

    /// Constant time.
    #[inline]
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        self.wheel.remove_or(entries, due, index, &mut self.beyond)
    }

    /// Constant time for each busy slot and each long timer that is due.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        mut now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        loop {
            let next = match self.pending {
                Some(slot) => Some((slot, now)),
                None => self.wheel.next().filter(|next| next.1 <= to),
            };
            let until = next.map_or(to, |next| next.1);
            let cut_short = match take_front(entries, &mut self.beyond, due, until, work) {
                Err(tick) => Some(tick),
                Ok(()) if next.is_some() && !work.spend(1) => Some(until),
                Ok(()) => None,
            };
            self.unfinished = cut_short.is_some();
            self.pending = next
                .filter(|next| cut_short == Some(next.1))
                .map(|next| next.0);
            let reached = cut_short.unwrap_or(until);
            self.wheel.turn(reached);
            now = reached;
            let Some((slot, _)) = next.filter(|_| cut_short.is_none()) else {
                return reached;
            };
            self.wheel.hand_over(entries, due, slot);
        }
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time.
    fn next_expiry<T>(&self, entries: &[Entry<T>], _now: u64) -> Option<u64> {
        let beyond = entry(entries, self.beyond.first()).map(|first| first.expiry);
        let wheel = self.wheel.next().map(|next| next.1);
        match (beyond, wheel) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let mut before = check.now().saturating_add(u64::from(!self.unfinished));
        check.list(&self.beyond, BEYOND, |expiry| {
            let ordered = expiry >= before;
            before = expiry;
            ordered
        })?;
        self.wheel.check_with(check, self.pending)
    }
}
