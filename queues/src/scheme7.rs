//! Scheme 7: a hierarchy of timing wheels (section VI.B of the paper).
//!
//! A timer waits on the lowest wheel whose turn under way reaches its tick; as the paper says it: where the digits of its
//! expiry first differ from those of the time. When a higher wheel comes to a slot, the slot's timers migrate to lower wheels; a
//! slot of wheel 0 is handed over as a whole. A timer migrates at most once for each wheel below its own. Where a slot of a higher wheel has
//! only few timers and the jump goes beyond them, they are sorted at once instead, and do not migrate at all.
//!
//! Since slots behind a wheel's position are empty, and those of lower wheels come up before those of higher ones, the
//! first busy bit of all says where anything happens next: a jump costs only what lies on its way, and the next expiry is
//! the least of one slot. Only the highest wheel goes round. Timers of one tick keep the order in which they were started.
//!
//! Who does not need the order of ticks within one advance gives it up by [`unordered`](Hierarchy::unordered): a slot of any wheel whose
//! last tick has come is then handed over as a whole, so that a long jump moves no timer from wheel to wheel.
//!
//! Starting and stopping take constant time. Memory: 8.6 bytes a slot; with [`Powers<8>`](super::Powers) 2,048 slots hold every
//! interval of 64 bits, with the paper's 60, 60, 24, 100 a hundred days of seconds need 244.

use super::check::Check;
#[cfg(feature = "chip")]
use super::chip::Wheeled;
use super::drum::Drum;
use super::list::{DUE, List, NOWHERE, entry};
use super::ordered::earliest;
use super::ordered::{Search, insert_sorted};
use super::radix::Radix;
use super::sector::Sector;
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// Timers of a slot that are sorted rather than sent down wheel by wheel.
const FEW: u64 = 8;

/// Scheme 7 as a queue. The wheels are of [`Sizes`](super::Sizes) or of [`Powers`](super::Powers) of two.
///
/// ```
/// use carillon_queues::{Entry, Powers, Scheme7, Sector, Sizes, TimerQueue};
///
/// // Seconds, minutes, hours, days: 4 sectors are enough for the 244 slots.
/// let sizes = Sizes::new([60, 60, 24, 100]);
/// let mut timers = Scheme7::new(sizes, [Sector::EMPTY; 4], [const { Entry::VACANT }; 8])?;
/// timers.start(50 * 60 + 45, "the paper's example")?;
/// assert_eq!(timers.next_expiry(), Some(3_045));
///
/// // Wheels of 64 slots for every interval of 64 bits: 11 sectors.
/// let mut timers = Scheme7::new(Powers::<6>::new(), [Sector::EMPTY; 11], [const { Entry::VACANT }; 8])?;
/// timers.start(1 << 60, "far")?;
/// timers.advance(1 << 60)?;
/// assert_eq!(timers.next_expired().map(|expired| expired.due), Some(1 << 60));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Scheme7<T, R, Sectors, Entries> = Timers<T, Hierarchy<R, Sectors>, Entries>;

impl<T, R, Sectors, Entries> Scheme7<T, R, Sectors, Entries>
where
    R: Radix,
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers.
    ///
    /// # Errors
    /// [`QueueError::SectorsOutOfRange`], [`QueueError::TooFewSectors`], [`QueueError::SlotsOutOfRange`],
    /// [`QueueError::EntriesOutOfRange`].
    pub fn new(radix: R, sectors: Sectors, entries: Entries) -> Result<Self, QueueError> {
        Self::with(Hierarchy::new(radix, sectors), entries)
    }
}

/// A hierarchy of wheels.
#[derive(Debug, Clone, Copy)]
pub struct Hierarchy<R, Sectors> {
    drum: Drum<Sectors>,
    pub(super) radix: R,
    /// Timers are handed out in the order of ticks.
    ordered: bool,
    /// The first slot of the highest wheel.
    highest: u32,
    /// A slot that time has come to but whose timers have not all migrated.
    unfinished: Option<u32>,
    /// The tick at which the first slot with timers came up when the last advance ended; the end of time if there was none.
    ahead: u64,
}

impl<R: Radix, Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Hierarchy<R, Sectors> {
    /// Wheels with sizes after `radix`, in the slots of the sectors: 64 each.
    pub const fn new(radix: R, sectors: Sectors) -> Self {
        Self {
            drum: Drum::new(sectors),
            radix,
            ordered: true,
            highest: 0,
            unfinished: None,
            ahead: 0,
        }
    }

    /// The same, but timers are handed out in any order within one advance: for jumps over many ticks.
    ///
    /// ```
    /// use carillon_queues::{Entry, Hierarchy, Powers, Sector, TimerQueue, Timers};
    ///
    /// let wheels = Hierarchy::new(Powers::<6>::new(), [Sector::EMPTY; 11]).unordered();
    /// let mut timers = Timers::with(wheels, [const { Entry::VACANT }; 8])?;
    /// timers.start(5_000, "later")?;
    /// timers.start(4_999, "sooner")?;
    /// timers.advance(1 << 20)?;
    /// assert_eq!((timers.expired().count(), timers.migrated()), (2, 0));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn unordered(mut self) -> Self {
        self.ordered = false;
        self
    }

    /// The next slot that time comes to, its tick, and whether it is of wheel 0.
    #[inline]
    fn next(&self, now: u64) -> Option<(u32, u64, bool)> {
        let mut slot = self.drum.next_busy(0)?;
        if slot >= self.highest {
            let (first, end, position) = self.radix.highest(now);
            slot = self.drum.next_around(first, end, position)?.0;
        }
        let (tick, innermost) = self.radix.visit(now, slot);
        Some((slot, tick, innermost))
    }

    /// Time has come to `slot` at tick `now`: its timers go to lower wheels, or are due. False if cut short.
    fn migrate<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        slot: u32,
        now: u64,
        work: &mut Work,
    ) -> bool {
        self.unfinished = None;
        let list = self.drum.take(slot);
        let mut index = list.first();
        // Goes from the end of the list towards its middle beside us, so that two entries at once are on their way to the cache.
        let mut fetched = list.last();
        while let Some(one) = entry(entries, index) {
            let (expiry, next) = (one.expiry, one.next);
            if !work.spend(1) {
                self.drum
                    .put_back(slot, list.rest_from(entries, index, slot));
                self.unfinished = Some(slot);
                return false;
            }
            if fetched == index || fetched == next {
                fetched = NOWHERE;
            } else if let Some(one) = entry(entries, fetched) {
                fetched = one.previous;
            }
            work.examine();
            if expiry <= now {
                due.push_back(entries, index, DUE);
            } else {
                let lower = self.radix.slot_for(now, expiry);
                work.migrate(self.drum.push_back(entries, lower, index));
            }
            index = next;
        }
        true
    }

    /// Time has come to `slot`, with few timers in it, and goes on to `to`: what is due by then is sorted at once, what is not goes
    /// straight to where it belongs. Returns the tick up to which nothing else happens; `None`, and nothing is done, if the timers are
    /// more than few or than `work` allows.
    #[inline]
    fn sort_few<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        (slot, tick): (u32, u64),
        to: u64,
        work: &mut Work,
    ) -> Option<u64> {
        let list = self.drum.list(slot);
        let (mut count, mut reached) = (0_u64, tick);
        let mut index = list.first();
        while let Some(one) = entry(entries, index) {
            count = count.saturating_add(1);
            if count > FEW.min(work.left) {
                return None;
            }
            reached = reached.max(one.expiry);
            index = one.next;
        }
        work.spend(count);
        let now = reached.min(to);
        self.radix.turn(now);
        let mut sorted = List::EMPTY;
        index = self.drum.take(slot).first();
        while let Some(one) = entry(entries, index) {
            let (expiry, next) = (one.expiry, one.next);
            work.examine();
            if expiry <= now {
                insert_sorted(entries, (&mut sorted, DUE), index, Search::FromRear);
            } else {
                let lower = self.radix.slot_for(now, expiry);
                work.migrate(self.drum.push_back(entries, lower, index));
            }
            index = next;
        }
        due.append(entries, sorted, DUE);
        Some(now)
    }

    /// The slot that a timer is or would be on.
    pub(super) fn slot_for(&self, now: u64, expiry: u64) -> u32 {
        self.radix.slot_for(now, expiry)
    }
}

impl<R: Radix, Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Structure for Hierarchy<R, Sectors> {
    fn promises(&self) -> Promises {
        Promises {
            order: if self.ordered {
                Order::TickThenStart
            } else {
                Order::None
            },
            exact_next: true,
            bounded: true,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, _capacity: u32) -> Result<(), QueueError> {
        let slots = self.drum.prepare()?;
        self.radix.prepare(slots)?;
        self.highest = self.radix.highest(0).0;
        self.unfinished = None;
        Ok(())
    }

    fn longest_interval(&self) -> u64 {
        self.radix.longest_interval()
    }

    /// Constant time.
    #[inline]
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, now: u64) -> Placed {
        let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
        let slot = self.radix.slot_for(now, expiry);
        self.drum.push_back(entries, slot, index)
    }

    /// Constant time.
    #[inline]
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        self.drum.remove(entries, due, index)
    }

    /// Constant time for each busy slot of wheel 0 and for each timer that migrates.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        mut now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        if let Some(slot) = self.unfinished
            && !self.migrate(entries, due, slot, now, work)
        {
            return now;
        }
        while let Some((slot, tick, innermost)) = self.next(now) {
            if tick > to {
                self.radix.turn(to);
                self.ahead = tick;
                return to;
            }
            if !work.spend(1) {
                return now;
            }
            if !self.ordered {
                let last = tick.saturating_add(self.radix.ticks(slot).wrapping_sub(1));
                if last <= to {
                    now = last;
                    self.radix.turn(now);
                    due.append(entries, self.drum.take(slot), DUE);
                    continue;
                }
            }
            if !innermost && let Some(reached) = self.sort_few(entries, due, (slot, tick), to, work)
            {
                now = reached;
                continue;
            }
            now = tick;
            self.radix.turn(now);
            if innermost {
                due.append(entries, self.drum.take(slot), DUE);
            } else if !self.migrate(entries, due, slot, now, work) {
                return now;
            }
        }
        self.radix.turn(to);
        self.ahead = u64::MAX;
        to
    }

    #[inline]
    fn quiet_until(&self, now: u64) -> u64 {
        if R::TOLD_THE_TIME { now } else { self.ahead }
    }

    #[inline]
    fn quiet_before(&self, now: u64, expiry: u64) -> u64 {
        self.radix.quiet_before(now, expiry)
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished.is_some()
    }

    /// Constant time if the next slot is of wheel 0, and otherwise in proportion to its list.
    fn next_expiry<T>(&self, entries: &[Entry<T>], now: u64) -> Option<u64> {
        let (slot, tick, innermost) = self.next(now)?;
        if innermost {
            return Some(tick);
        }
        earliest(entries, &self.drum.list(slot))
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let now = check.now();
        self.drum.check(check, |slot, expiry| {
            if self.unfinished == Some(slot) {
                return expiry >= now;
            }
            let (tick, innermost) = self.radix.visit(now, slot);
            let right_time = tick > now && tick <= expiry && (!innermost || tick == expiry);
            right_time && self.slot_for(now, expiry) == slot
        })
    }
}

#[cfg(feature = "chip")]
impl<R: Radix, Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Wheeled for Hierarchy<R, Sectors> {
    fn wheel_size(&self, wheel: u32) -> Option<u32> {
        self.radix.size(wheel)
    }

    fn visit_tick(&self, now: u64, slot: u32) -> u64 {
        self.radix.visit(now, slot).0
    }

    fn next_busy(&self, from: u32) -> Option<u32> {
        self.drum.next_busy(from)
    }
}
