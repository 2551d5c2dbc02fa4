//! Scheme 7: a hierarchy of timing wheels (section VI.B of the paper).
//!
//! A timer waits on the lowest wheel that comes to its slot in less than a turn, as in Ratas's wheel: every wheel goes round, and an
//! interval below the size of wheel 0 always goes there. (The paper places by digits: on the highest wheel whose digit of the expiry differs
//! from that of the time. All timers beyond a turn's end then share slots that come up together, however near they are.) When a higher
//! wheel comes to a slot, the slot's timers migrate to lower wheels; a slot of wheel 0 is handed over as a whole. A timer migrates at most
//! once for each wheel below its own. Where a slot of a higher wheel has only few timers and the jump goes beyond them, they are sorted at
//! once instead, and do not migrate at all.
//!
//! Timers of one tick keep the order in which they were started: the sooner a timer was started, the higher its wheel, so those that
//! migrate go to the front of a slot. In one tick lower wheels come first, and what they send down lies behind what comes from above.
//!
//! Who does not need the order of ticks within one advance gives it up by [`unordered`](Hierarchy::unordered): a slot of any wheel is then
//! handed over as a whole if its last tick has come before anything else happens, so that a long jump moves few timers from wheel to wheel.
//!
//! Starting and stopping take constant time. Memory: 8.6 bytes a slot; with [`Powers<8>`](super::Powers) 2,048 slots hold every
//! interval of 64 bits, with the paper's 60, 60, 24, 100 a hundred days of seconds need 244.

use super::check::Check;
#[cfg(feature = "chip")]
use super::chip::{Wheeled, next_turn};
use super::drum::Drum;
use super::list::{DUE, List, NOWHERE, entry};
use super::ordered::{Search, earliest, insert_sorted};
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
    /// Time has come to slots whose timers have not all been seen to.
    unfinished: bool,
    /// The tick of the first slot with timers when the last advance ended; the end of time if there was none.
    ahead: u64,
}

/// Where time goes next: a slot with timers that a wheel comes to.
#[derive(Debug, Clone, Copy)]
struct Next {
    tick: u64,
    slot: u32,
    wheel: u32,
    /// No other wheel comes to timers at that tick.
    alone: bool,
}

impl Next {
    /// The earlier one of two.
    #[inline]
    fn or(self, other: Option<Self>) -> Self {
        let Some(other) = other else { return self };
        if self.tick == other.tick {
            return Self {
                alone: false,
                ..self
            };
        }
        if self.tick < other.tick { self } else { other }
    }
}

impl<R: Radix, Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Hierarchy<R, Sectors> {
    /// Wheels with sizes after `radix`, in the slots of the sectors: 64 each.
    pub const fn new(radix: R, sectors: Sectors) -> Self {
        Self {
            drum: Drum::new(sectors),
            radix,
            ordered: true,
            unfinished: false,
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

    /// The slot for a timer that is due at `expiry`, now or later.
    #[inline]
    pub(super) fn slot_for(&self, now: u64, expiry: u64) -> u32 {
        let wheel = self.radix.wheel_for(now, expiry);
        self.radix.slot(wheel, self.radix.step(wheel, expiry))
    }

    /// Where a timer of a slot that came up at `tick` has come to at `now`, later than that, from wheel to wheel.
    fn next_of(&self, mut tick: u64, now: u64, expiry: u64) -> Next {
        loop {
            let wheel = self.radix.wheel_for(tick, expiry);
            let step = self.radix.step(wheel, expiry);
            tick = self.radix.tick(wheel, step);
            if tick > now || wheel == 0 {
                return Next {
                    tick,
                    slot: self.radix.slot(wheel, step),
                    wheel,
                    alone: true,
                };
            }
        }
    }

    /// The slot of `wheel` at which it stands.
    #[inline]
    fn position(&self, wheel: u32, now: u64) -> u32 {
        self.radix.slot(wheel, self.radix.step(wheel, now))
    }

    /// The next busy slot of each wheel that has one, from wheel 0 up.
    #[inline]
    fn next_of_each(&self, now: u64) -> impl Iterator<Item = Next> + '_ {
        let mut from = 0;
        core::iter::from_fn(move || {
            let lowest = self.drum.next_busy(from)?;
            let wheel = self.radix.wheel_of(lowest);
            let (first, size) = self.radix.slots(wheel)?;
            from = first.wrapping_add(size);
            let step = self.radix.step(wheel, now);
            let position = self.radix.slot(wheel, step);
            let (slot, ahead) = self.drum.next_from(lowest, position, (first, size));
            let tick = self
                .radix
                .tick(wheel, step.saturating_add(u64::from(ahead)));
            Some(Next {
                tick,
                slot,
                wheel,
                alone: true,
            })
        })
    }

    /// Where time goes next.
    #[inline]
    fn next(&self, now: u64) -> Option<Next> {
        let mut earliest: Option<Next> = None;
        for next in self.next_of_each(now) {
            let least = next.or(earliest);
            earliest = Some(least);
            if least.tick < self.next_step(next.wheel.wrapping_add(1), now) {
                break;
            }
        }
        earliest
    }

    /// The tick of the first step after `now` of the wheel and all above it.
    #[inline]
    fn next_step(&self, wheel: u32, now: u64) -> u64 {
        let step = self.radix.step(wheel, now).wrapping_add(1);
        self.radix.tick(wheel, step)
    }

    /// Whether wheel `wheel` steps at tick `now`; its slot, if so.
    #[inline]
    fn comes_to(&self, wheel: u32, now: u64) -> Option<u32> {
        self.radix.slots(wheel)?;
        let step = self.radix.step(wheel, now);
        (self.radix.tick(wheel, step) == now).then(|| self.radix.slot(wheel, step))
    }

    /// Time has come to tick `now`: the timers of higher wheels' slots go to lower ones, and the slot of wheel 0 is due. False if cut short.
    fn visit<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        now: u64,
        work: &mut Work,
    ) -> bool {
        self.unfinished = true;
        let mut wheel = 1;
        while let Some(slot) = self.comes_to(wheel, now) {
            if !self.migrate(entries, slot, now, work) {
                return false;
            }
            wheel = wheel.wrapping_add(1);
        }
        self.unfinished = false;
        let slot = self.position(0, now);
        due.append(entries, self.drum.take(slot), DUE);
        true
    }

    /// The timers of a higher wheel's slot go to lower wheels, the last one first, before those that are there. False if cut short.
    fn migrate<T>(
        &mut self,
        entries: &mut [Entry<T>],
        slot: u32,
        now: u64,
        work: &mut Work,
    ) -> bool {
        let mut list = self.drum.list(slot);
        if list.is_empty() {
            return true;
        }
        // Goes from the front of the list towards its middle beside us, so that two entries at once are on their way to the cache.
        let mut fetched = list.first();
        let mut index = list.last();
        while let Some(one) = entry(entries, index) {
            let (expiry, previous) = (one.expiry, one.previous);
            if !work.spend(1) {
                list.cut_after(entries, index, slot);
                self.drum.set_list(slot, list);
                return false;
            }
            if fetched == index || fetched == previous {
                fetched = NOWHERE;
            } else if let Some(one) = entry(entries, fetched) {
                fetched = one.next;
            }
            work.examine();
            let lower = self.slot_for(now, expiry);
            let placed = self.drum.push_front(entries, lower, index);
            if expiry > now {
                work.migrate(placed);
            }
            index = previous;
        }
        self.drum.set_list(slot, List::EMPTY);
        true
    }

    /// Time comes to a higher wheel's slot, and to no other. If it has few timers, and nothing else happens until they are due, what is due
    /// by `to` is sorted at once, and what is not goes straight to where it belongs. The same without sorting, and for any number, where no
    /// order is kept and all are due. Returns the tick reached, and where time goes next; `None`, and nothing is done, otherwise.
    fn at_once<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        Next {
            tick, slot, wheel, ..
        }: Next,
        to: u64,
        work: &mut Work,
    ) -> Option<(u64, Option<Next>)> {
        let mut next = self.next(tick);
        let nothing_else = |until| next.is_none_or(|next: Next| next.tick > until);
        if !self.ordered {
            let last = match self.next_step(wheel, tick) {
                u64::MAX => u64::MAX,
                end => end.wrapping_sub(1),
            };
            if last <= to && nothing_else(last) {
                due.append(entries, self.drum.take(slot), DUE);
                return Some((last, next));
            }
        }
        let (mut count, mut reached) = (0_u64, tick);
        let mut index = self.drum.list(slot).first();
        while let Some(one) = entry(entries, index) {
            count = count.saturating_add(1);
            if count > FEW.min(work.left) {
                return None;
            }
            reached = reached.max(one.expiry);
            index = one.next;
        }
        let now = reached.min(to);
        if !nothing_else(now) {
            return None;
        }
        work.spend(count);
        let mut list = self.drum.take(slot);
        let mut sorted = List::EMPTY;
        index = list.first();
        while let Some(one) = entry(entries, index) {
            let (expiry, next) = (one.expiry, one.next);
            work.examine();
            if expiry <= now {
                list.unlink(entries, index);
                insert_sorted(entries, (&mut sorted, DUE), index, Search::FromRear);
            }
            index = next;
        }
        while let Some(index) = list.pop_back(entries) {
            let expiry = entry(entries, index).map_or(0, |one| one.expiry);
            let after = self.next_of(tick, now, expiry);
            let placed = self.drum.push_front(entries, after.slot, index);
            // Several in one slot are one.
            if placed.was_empty {
                next = Some(after.or(next));
            }
            work.migrate(placed);
        }
        due.append(entries, sorted, DUE);
        Some((now, next))
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
        self.unfinished = false;
        Ok(())
    }

    fn longest_interval(&self) -> u64 {
        self.radix.longest_interval()
    }

    /// Constant time.
    #[inline]
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, now: u64) -> Placed {
        let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
        let slot = self.slot_for(now, expiry);
        self.drum.push_back(entries, slot, index)
    }

    /// Constant time.
    #[inline]
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        self.drum.remove(entries, due, index)
    }

    /// For each tick with a busy slot: time in proportion to the wheels, and to the timers that migrate.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        mut now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        if self.unfinished && !self.visit(entries, due, now, work) {
            return now;
        }
        let mut next = self.next(now);
        loop {
            self.ahead = next.map_or(u64::MAX, |next| next.tick);
            let Some(coming) = next.filter(|next| next.tick <= to) else {
                return to;
            };
            if !work.spend(1) {
                return now;
            }
            if coming.alone
                && coming.wheel > 0
                && let Some(done) = self.at_once(entries, due, coming, to, work)
            {
                (now, next) = done;
                continue;
            }
            now = coming.tick;
            if coming.alone && coming.wheel == 0 {
                due.append(entries, self.drum.take(coming.slot), DUE);
            } else if !self.visit(entries, due, now, work) {
                return now;
            }
            next = self.next(now);
        }
    }

    #[inline]
    fn quiet_until(&self, _now: u64) -> u64 {
        self.ahead
    }

    #[inline]
    fn quiet_before(&self, now: u64, expiry: u64) -> u64 {
        let wheel = self.radix.wheel_for(now, expiry);
        self.radix.tick(wheel, self.radix.step(wheel, expiry))
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Time in proportion to the wheels, and to the lists of those next slots of higher wheels that come up before the earliest timer
    /// found so far.
    fn next_expiry<T>(&self, entries: &[Entry<T>], now: u64) -> Option<u64> {
        let mut best: Option<u64> = None;
        for next in self.next_of_each(now) {
            if best.is_some_and(|best| best < self.next_step(next.wheel, now)) {
                break;
            }
            if best.is_some_and(|best| best < next.tick) {
                continue;
            }
            let found = if next.wheel == 0 {
                Some(next.tick)
            } else {
                earliest(entries, &self.drum.list(next.slot))
            };
            best = match (best, found) {
                (Some(best), Some(found)) => Some(best.min(found)),
                (best, found) => best.or(found),
            };
        }
        best
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let now = check.now();
        self.drum.check(check, |slot, expiry| {
            let wheel = self.radix.wheel_of(slot);
            let Some((_, size)) = self.radix.slots(wheel) else {
                return false;
            };
            let step = self.radix.step(wheel, expiry);
            let ahead = step.wrapping_sub(self.radix.step(wheel, now));
            let pending = ahead == 0 && self.unfinished && expiry >= now;
            self.radix.slot(wheel, step) == slot
                && (pending || ahead > 0 && ahead < u64::from(size))
        })
    }
}

#[cfg(feature = "chip")]
impl<R: Radix, Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Wheeled for Hierarchy<R, Sectors> {
    fn wheel_size(&self, wheel: u32) -> Option<u32> {
        self.radix.slots(wheel).map(|(_, size)| size)
    }

    fn visit_tick(&self, now: u64, slot: u32) -> u64 {
        let wheel = self.radix.wheel_of(slot);
        let step = self.radix.step(wheel, now);
        let here = self.radix.slot(wheel, step);
        let size = self.radix.slots(wheel).map_or(0, |(_, size)| size);
        self.radix.tick(wheel, next_turn(step, here, slot, size))
    }

    fn next_busy(&self, from: u32) -> Option<u32> {
        self.drum.next_busy(from)
    }
}
