//! Scheme 7: a hierarchy of timing wheels (section VI.B of the paper).
//!
//! A timer waits on the lowest wheel that comes to its slot in less than a turn, as in Ratas's wheel: every wheel goes round, and an
//! interval below the size of wheel 0 always goes there. (The paper places by digits: on the highest wheel whose digit of the expiry differs
//! from that of the time. All timers beyond a turn's end then share slots that come up together, however near they are.) When a higher
//! wheel comes to a slot, the slot's timers migrate to lower wheels; a slot of wheel 0 is handed over as a whole. A timer migrates at most
//! once for each wheel below its own. If it has only few, they are sorted instead and stay in the slot
//! until they are due, so that few timers migrate where they lie far apart.
//!
//! Each wheel remembers the tick of its next slot with timers so a jump searches one wheel and not all of them.
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
use super::drum::{Drum, Sorted};
use super::events::{Events, SHARED};
use super::list::{DUE, List, NOWHERE, entry, is_outer, list_number};
use super::ordered::{Search, earlier, insert_sorted};
use super::radix::Radix;
use super::sector::Sector;
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// Timers of a slot that are sorted rather than sent down wheel by wheel.
const FEW: u64 = 16;

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
    pub(super) events: Events,
    /// Timers are handed out in the order of ticks.
    ordered: bool,
    /// Time has come to slots whose timers have not all been seen to.
    unfinished: bool,
    /// No slot with timers comes up before this tick.
    pub(super) ahead: u64,
}

impl<R: Radix, Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Hierarchy<R, Sectors> {
    /// Wheels with sizes after `radix`, in the slots of the sectors: 64 each.
    pub const fn new(radix: R, sectors: Sectors) -> Self {
        Self {
            drum: Drum::new(sectors),
            radix,
            events: Events::NONE,
            ordered: true,
            unfinished: false,
            ahead: u64::MAX,
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

    /// Puts a timer of a slot that came up at `tick` to the front of the slot that it has come to at `now`, from wheel to wheel. Returns the
    /// tick of that slot.
    fn send<T>(
        &mut self,
        entries: &mut [Entry<T>],
        index: u32,
        (tick, now): (u64, u64),
        work: &mut Work,
    ) -> u64 {
        let expiry = entry(entries, index).map_or(0, |one| one.expiry);
        let mut from = tick;
        let spot = loop {
            let spot = self.radix.place_for(from, expiry);
            if spot.tick > now || spot.wheel == 0 {
                break spot;
            }
            from = spot.tick;
        };
        self.events.note(spot.wheel, spot.tick);
        let placed = self.drum.push_front(entries, spot.slot, index);
        if expiry > now {
            work.migrate(placed);
        }
        spot.tick
    }

    /// The slot of `wheel` at which it stands.
    #[inline]
    fn position(&self, wheel: u32, now: u64) -> u32 {
        self.radix.slot(wheel, self.radix.step(wheel, now))
    }

    /// Whether the timers that `wheel` comes to at `tick` stay in their slot, in the order of expiry: time has come to the slot before.
    #[inline]
    fn is_sorted(&self, wheel: u32, tick: u64) -> bool {
        self.radix.tick(wheel, self.radix.step(wheel, tick)) != tick
    }

    /// The next busy slot of `wheel`, and its tick.
    fn search(&self, wheel: u32, now: u64) -> Option<(u32, u64)> {
        let (first, size) = self.radix.slots(wheel)?;
        let step = self.radix.step(wheel, now);
        let position = self.radix.slot(wheel, step);
        let (slot, ahead) = self
            .drum
            .next_around(first, first.wrapping_add(size), position)?;
        let step = step.saturating_add(u64::from(ahead));
        Some((slot, self.radix.tick(wheel, step)))
    }

    /// Finds out when `wheel`, or those that share its tick, next come to timers after `now`. Returns it.
    fn refresh(&mut self, wheel: u32, now: u64) -> u64 {
        let tick = if wheel == SHARED {
            self.search_shared(now)
        } else {
            self.search(wheel, now).map_or(u64::MAX, |next| next.1)
        };
        self.events.set(wheel, tick);
        tick
    }

    /// The earlier of `best` and the earliest timer of `wheel`, or of those that share its tick. Searches them.
    #[cold]
    fn search_earliest<T>(
        &self,
        entries: &[Entry<T>],
        (mut wheel, now): (u32, u64),
        mut best: u64,
    ) -> u64 {
        while self.radix.slots(wheel).is_some() {
            if let Some((slot, _)) = self.search(wheel, now) {
                best = earlier(entries, &self.drum.list(slot), best);
            }
            if wheel < SHARED {
                break;
            }
            wheel = wheel.wrapping_add(1);
        }
        best
    }

    /// When the wheels that share a tick next come to timers after `now`.
    #[cold]
    fn search_shared(&self, now: u64) -> u64 {
        let (mut wheel, mut least) = (SHARED, u64::MAX);
        while self.radix.slots(wheel).is_some() {
            let next = self.search(wheel, now);
            least = next.map_or(least, |(_, tick)| least.min(tick));
            wheel = wheel.wrapping_add(1);
        }
        least
    }

    /// Hands over the slot of wheel 0.
    fn hand_over<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, slot: u32) {
        due.append(entries, self.drum.take(slot), DUE);
    }

    /// Whether a timer that is due at `old` may wait until `new` in the place that it has, which has been known as that of `old` alone.
    pub(super) fn keeps_place(&self, now: u64, old: u64, new: u64) -> bool {
        let same_step = |wheel, tick| self.radix.step(wheel, tick) == self.radix.step(wheel, now);
        // A slot in the order of expiry has no room for that, and its wheel comes to it before the step ends.
        let may_be_sorted =
            |wheel| same_step(wheel, old) && same_step(wheel, self.events.of(wheel));
        old > now
            && new >= old
            && !self.unfinished
            && self.radix.place_for(now, old).slot == self.radix.place_for(now, new).slot
            && !(1..SHARED).any(may_be_sorted)
    }

    /// The tick of the first step after `now` of the wheel and all above it.
    #[inline]
    fn next_step(&self, wheel: u32, now: u64) -> u64 {
        let step = self.radix.step(wheel, now).wrapping_add(1);
        self.radix.tick(wheel, step)
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
        while self.radix.slots(wheel).is_some() {
            if self.events.of(wheel) <= now && !self.migrate(entries, wheel, now, work) {
                return false;
            }
            wheel = wheel.wrapping_add(1);
        }
        self.unfinished = false;
        let slot = self.position(0, now);
        self.hand_over(entries, due, slot);
        for wheel in 0..=SHARED {
            if self.events.of(wheel) <= now {
                self.refresh(wheel, now);
            }
        }
        true
    }

    /// The timers of a higher wheel's slot go to lower wheels, the last one first, before those that are there. False if cut short.
    fn migrate<T>(
        &mut self,
        entries: &mut [Entry<T>],
        wheel: u32,
        now: u64,
        work: &mut Work,
    ) -> bool {
        let step = self.radix.step(wheel, now);
        let (slot, begin) = (self.radix.slot(wheel, step), self.radix.tick(wheel, step));
        let mut list = self.drum.list(slot);
        if list.is_empty() {
            return true;
        }
        // Goes from the front of the list towards its middle beside us, so that two entries at once are on their way to the cache.
        let mut fetched = list.first();
        let mut index = list.last();
        while let Some(one) = entry(entries, index) {
            let previous = one.previous;
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
            work.examine(1);
            self.send(entries, index, (begin, now), work);
            index = previous;
        }
        self.drum.set_list(slot, List::EMPTY);
        true
    }

    /// Time comes at `tick` to timers of `wheel`, which is not wheel 0, and of no other wheel before `next`. If their slot has few, those that are
    /// due until then and by `to` are sorted, and the others stay until they are due. Where no order is kept, a slot whose timers are
    /// all due is handed over as a whole. Returns the tick reached, and the one that time goes to next; `None`, and nothing is done,
    /// otherwise.
    fn at_once<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        (tick, wheel): (u64, u32),
        (to, next): (u64, u64),
        work: &mut Work,
    ) -> Option<(u64, u64)> {
        let slot = self.position(wheel, tick);
        if !self.ordered {
            let last = match self.next_step(wheel, tick) {
                u64::MAX => u64::MAX,
                end => end.wrapping_sub(1),
            };
            if last <= to && next > last {
                self.hand_over(entries, due, slot);
                return Some((last, next.min(self.refresh(wheel, tick))));
            }
        }
        let mut list = self.drum.list(slot);
        if !self.is_sorted(wheel, tick) {
            list = sorted_if_few(entries, list, slot, work)?;
        }
        let until = to.min(next.wrapping_sub(1));
        let (mut reached, mut rest, mut handed) = (tick, u64::MAX, false);
        while let Some(first) = entry(entries, list.first()) {
            let expiry = first.expiry;
            if expiry > until || handed && expiry > reached && !work.spend(1) {
                rest = expiry;
                break;
            }
            (reached, handed) = (expiry, true);
            work.examine(1);
            if let Some(index) = list.pop_front(entries) {
                due.push_back(entries, index, DUE);
            }
        }
        self.drum.set_list(slot, list);
        if list.is_empty() {
            rest = self.refresh(wheel, tick);
        } else {
            self.events.set(wheel, rest);
        }
        Some((reached, next.min(rest)))
    }
}

/// The list of `slot` in the order of expiry, if it is short; one step for each timer.
fn sorted_if_few<T>(
    entries: &mut [Entry<T>],
    mut list: List,
    slot: u32,
    work: &mut Work,
) -> Option<List> {
    let few = FEW.min(work.left);
    let mut count = 0_u64;
    let mut index = list.first();
    while let Some(one) = entry(entries, index) {
        count = count.wrapping_add(1);
        if count > few {
            return None;
        }
        index = one.next;
    }
    work.spend(count);
    let mut sorted = List::EMPTY;
    while let Some(index) = list.pop_front(entries) {
        insert_sorted(entries, (&mut sorted, slot), index, Search::FromRear);
    }
    Some(sorted)
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
        (self.events, self.unfinished, self.ahead) = (Events::NONE, false, u64::MAX);
        Ok(())
    }

    fn longest_interval(&self) -> u64 {
        self.radix.longest_interval()
    }

    /// Constant time.
    #[inline]
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, now: u64) -> Placed {
        let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
        let spot = self.radix.place_for(now, expiry);
        // Seldom so: what is not written need not wait behind a line of the cache that is.
        if self.events.note(spot.wheel, spot.tick) && spot.tick < self.ahead {
            self.ahead = spot.tick;
        }
        self.drum.push_back(entries, spot.slot, index)
    }

    /// The last timer of a slot, whose new tick is of that slot again.
    #[inline]
    fn stands_right<T>(&self, entries: &[Entry<T>], index: u32, now: u64, expiry: u64) -> bool {
        entry(entries, index).is_some_and(|entry| {
            is_outer(entry.next)
                && list_number(entry.next) == self.radix.place_for(now, expiry).slot
        })
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
        let mut tick = self.ahead;
        if self.unfinished {
            if !self.visit(entries, due, now, work) {
                return now;
            }
            tick = self.events.earliest_but(u32::MAX);
        }
        loop {
            self.ahead = tick;
            if tick > to || tick == u64::MAX && self.drum.next_busy(0).is_none() {
                return to;
            }
            if !work.spend(1) {
                return now;
            }
            let wheel = self.events.wheel_of(tick);
            let next = self.events.earliest_but(wheel);
            if next > tick && wheel < SHARED {
                if wheel == 0 {
                    now = tick;
                    let slot = self.position(0, now);
                    self.hand_over(entries, due, slot);
                    tick = next.min(self.refresh(0, now));
                    continue;
                }
                let done = self.at_once(entries, due, (tick, wheel), (to, next), work);
                if let Some(reached) = done {
                    (now, tick) = reached;
                    continue;
                }
            }
            now = tick;
            if !self.visit(entries, due, now, work) {
                return now;
            }
            tick = self.events.earliest_but(u32::MAX);
        }
    }

    #[inline]
    fn quiet_until(&self) -> u64 {
        self.ahead
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time, and time in proportion to the lists of those next slots of higher wheels that come up before the earliest timer found
    /// so far. A wheel whose next timers were stopped is searched.
    fn next_expiry<T>(&self, entries: &[Entry<T>], now: u64) -> Option<u64> {
        let mut best = u64::MAX;
        for (wheel, noted) in self.events.each() {
            if noted >= best {
                continue;
            }
            let list = self.drum.list(self.position(wheel, noted));
            best = if wheel == SHARED || list.is_empty() {
                self.search_earliest(entries, (wheel, now), best)
            } else if wheel == 0 {
                noted
            } else if self.is_sorted(wheel, noted) {
                entry(entries, list.first()).map_or(best, |first| first.expiry.min(best))
            } else {
                earlier(entries, &list, best)
            };
        }
        if best == u64::MAX {
            // No timer but those that are due then.
            return self.drum.next_busy(0).map(|_| best);
        }
        Some(best)
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let now = check.now();
        let mut sorted = Sorted::default();
        self.drum.check(check, |slot, expiry| {
            let wheel = self.radix.wheel_of(slot);
            let Some((_, size)) = self.radix.slots(wheel) else {
                return false;
            };
            let step = self.radix.step(wheel, expiry);
            let ahead = step.wrapping_sub(self.radix.step(wheel, now));
            // Few timers stay in their slot while the wheel is there.
            let stays = wheel > 0 && wheel < SHARED && self.events.of(wheel) <= expiry;
            let pending = ahead == 0
                && (self.unfinished && expiry >= now
                    || stays && expiry > now && sorted.next(slot, expiry));
            self.radix.slot(wheel, step) == slot
                && (pending || ahead > 0 && ahead < u64::from(size))
        })?;
        let mut wheel = 0;
        while self.radix.slots(wheel).is_some() {
            let noted = self.events.of(wheel);
            let next = self.search(wheel, now);
            if noted <= now && noted < u64::MAX && !self.unfinished
                || next.is_some_and(|(_, tick)| noted > tick)
            {
                return Err(InvariantError::SummaryWrong);
            }
            wheel = wheel.wrapping_add(1);
        }
        Ok(())
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
