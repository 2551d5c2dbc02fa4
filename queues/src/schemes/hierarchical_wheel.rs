//! Scheme 7: a hierarchy of timing wheels (section VI.B of the paper).
//!
//! A timer waits on the lowest wheel that comes to its slot in less than a turn, as in Ratas's wheel: every wheel goes
//! round, and an interval below the size of wheel 0 always goes there. (The paper places by digits: see `by_digits`.)
//! When a higher wheel comes to a slot, the slot's timers migrate to lower wheels; a slot of wheel 0 is handed over as
//! a whole. A timer migrates at most once for each wheel below its own. If it has only few, they are sorted instead and
//! stay in the slot until they are due, so that few timers migrate where they lie far apart.
//!
//! Each wheel remembers the tick of its next slot with timers, so a jump searches one wheel and not all of them.
//!
//! Timers of one tick keep the order in which they were started, by this invariant: of two timers of one tick, the one
//! that was started sooner waits on the higher wheel, or before the other one in the same slot. A start keeps it: no
//! timer waits on a lower wheel than one that is started now for its tick would, and a start puts a timer last in its
//! slot. A migration keeps it: wheels come to their slots' first ticks all together, so no timer is on its way down
//! past one that stays; in one tick lower wheels come first, and what comes from above goes to the front of a slot. A
//! sorted slot keeps it: its timers do not migrate, and leave from its front when they are due, before those of lower
//! wheels.
//!
//! A program that does not need the order of ticks within one advance can make the wheels
//! [`unordered`](HierarchicalWheel::unordered): a slot of any wheel is then handed over as a whole if its last tick has
//! passed, so that a long jump moves few timers from wheel to wheel.
//!
//! Starting and stopping take constant time. Memory: a record a slot; with [`HierarchicalWheel<8>`] 2,048 slots hold
//! every interval of 64 bits, with the paper's 60, 60, 24, 100 a hundred days of seconds need 244.

use super::parts::next_ticks::{NextTicks, SHARED};
use super::parts::radix::{ALL, Powers, Radix, Spot};
use super::parts::slot_lists::{SlotLists, Sorted};
use super::parts::sorted_list::{earlier, sort_few};
use super::structure::{Foremost, InLists, Structure, Ticks, Unlimited, Work, with_timers};
#[cfg(feature = "chip")]
use super::wheeled::Wheeled;
use crate::diagnostics::check::Check;
use crate::diagnostics::{Guarantees, Order};
use crate::record::{self, Record, Records, at_mut, first, get, insert_before, on_list};
use crate::{InvariantError, QueueError};

/// Timers of a slot that are sorted rather than sent down wheel by wheel.
const FEW: u64 = 16;

/// Scheme 7 with wheels of 2^`BITS` slots each, from 1 to 16 bits; with 8 bits they are Ratas's. `WHEELS` says how many
/// of them there are, and is left out for as many as 64 bits need.
///
/// ```
/// use carillon_queues::{HierarchicalWheel, Timers};
///
/// let mut timers = Timers::growing(HierarchicalWheel::<8>::new(), 8)?;
/// timers.start(1 << 60, "far");
/// assert_eq!(timers.advance(1 << 60).next().map(|expired| expired.due), Some(1 << 60));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type HierarchicalWheel<const BITS: u32 = 6, const WHEELS: u32 = ALL> = Hierarchy<Powers<BITS, WHEELS>>;

/// A hierarchy of wheels: see [`HierarchicalWheel`] and `MixedWheel`.
#[derive(Debug, Clone, Copy)]
pub struct Hierarchy<R> {
    pub(super) lists: SlotLists,
    pub(crate) radix: R,
    pub(crate) next_ticks: NextTicks,
    /// Timers are handed out in any order within one advance.
    pub(super) unordered: bool,
    /// Time has come to slots whose timers have not all been seen to.
    pub(super) unfinished: bool,
    /// No slot with timers comes up before this tick.
    pub(crate) ahead: u64,
}

impl<const BITS: u32> Default for HierarchicalWheel<BITS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const BITS: u32> HierarchicalWheel<BITS> {
    /// As many wheels as every interval of 64 bits needs.
    pub const fn new() -> Self {
        Self::first()
    }
}

impl<const BITS: u32, const WHEELS: u32> HierarchicalWheel<BITS, WHEELS> {
    /// The first `WHEELS` of them, 1 at least: for intervals below 2^(`BITS` times `WHEELS`) less a slot of the last
    /// one.
    pub const fn first() -> Self {
        Self::with(Powers, Powers::<BITS, WHEELS>::SLOTS)
    }
}

impl<const BITS: u32> Unlimited for HierarchicalWheel<BITS> {
    const DEFAULT: Self = Self::new();
}

/// The wheels of a [`FixedTimerWheel`](crate::FixedTimerWheel): 16 slots each take 4 KB in all.
pub type SmallWheel = HierarchicalWheel<4>;

/// Their heads.
pub(crate) const SMALL: usize = SmallWheel::new().records(0);

#[diagnostic::do_not_recommend]
impl InLists<SMALL> for SmallWheel {
    const ZERO: Self = Self {
        lists: SlotLists::new(0),
        radix: Powers,
        next_ticks: NextTicks::ZERO,
        unordered: false,
        unfinished: false,
        ahead: 0,
    };
}

impl<R> Hierarchy<R> {
    pub(crate) const fn with(radix: R, slots: u32) -> Self {
        Self {
            lists: SlotLists::new(slots),
            radix,
            next_ticks: NextTicks::NONE,
            unordered: false,
            unfinished: false,
            ahead: u64::MAX,
        }
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(self.lists.records(), timers)
    }
}

impl<R: Copy> Hierarchy<R> {
    /// These wheels, but timers are handed out in any order within one advance: for jumps over many ticks.
    ///
    /// ```
    /// use carillon_queues::diagnostics::Diagnostics;
    /// use carillon_queues::{HierarchicalWheel, Timers};
    ///
    /// let mut timers = Timers::growing(HierarchicalWheel::<6>::new().unordered(), 8)?;
    /// timers.start(5_000, "later");
    /// timers.start(4_999, "sooner");
    /// assert_eq!(timers.advance(1 << 20).count(), 2);
    /// assert_eq!(timers.migrated(), 0);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn unordered(mut self) -> Self {
        self.unordered = true;
        self
    }
}

impl<R: Radix> Hierarchy<R> {
    /// A timer comes to `spot`.
    #[inline(always)]
    pub(super) fn note(&mut self, spot: Spot) {
        // Rarely true. A store that is left out need not wait for a line of the cache.
        if self.next_ticks.note(spot.wheel, spot.tick) && spot.tick < self.ahead {
            self.ahead = spot.tick;
        }
    }

    /// Puts a timer of a slot that comes up `now` to the front of the one that it goes to.
    fn send<A: Records + ?Sized>(&mut self, records: &mut A, (index, expiry): (u32, u64), now: u64, work: &mut Work) {
        let spot = self.radix.place_for(now, expiry);
        self.next_ticks.note(spot.wheel, spot.tick);
        let filled = self.lists.push_front(records, spot.slot, index, expiry);
        if expiry > now {
            work.migrate(filled);
        }
    }

    /// The slot of `wheel` at which it stands.
    #[inline]
    pub(super) fn position(&self, wheel: u32, now: u64) -> u32 {
        self.radix.slot(wheel, self.radix.step(wheel, now))
    }

    /// Whether the timers that `wheel` comes to at `tick` stay in their slot, in the order of expiry: time has come to
    /// the slot before.
    #[inline]
    fn is_sorted(&self, wheel: u32, tick: u64) -> bool {
        self.radix.tick(wheel, self.radix.step(wheel, tick)) != tick
    }

    /// The next busy slot of `wheel`, and its tick.
    #[inline]
    pub(super) fn search<A: Records + ?Sized>(&self, records: &A, wheel: u32, now: u64) -> Option<(u32, u64)> {
        let (first, size) = self.radix.slots(wheel)?;
        let step = self.radix.step(wheel, now);
        let position = self.radix.slot(wheel, step);
        let slots = (first, first + size);
        let (slot, ahead) = self.lists.next_around(records, slots, position)?;
        // A turn later, its own slot may come up after the end of time.
        let step = step.saturating_add(u64::from(ahead));
        Some((slot, self.radix.tick(wheel, step)))
    }

    /// Finds out when `wheel`, or those that share its tick, next come to timers after `now`. Returns it.
    fn refresh<A: Records + ?Sized>(&mut self, records: &A, wheel: u32, now: u64) -> u64 {
        let tick = if wheel == SHARED {
            self.search_shared(records, now)
        } else {
            self.search(records, wheel, now).map_or(u64::MAX, |next| next.1)
        };
        self.next_ticks.set(wheel, tick);
        tick
    }

    /// The earlier of `best` and the earliest timer of `wheel`, or of those that share its tick. Searches them.
    #[cold]
    fn search_earliest<A: Records + ?Sized>(&self, records: &A, (mut wheel, now): (u32, u64), mut best: u64) -> u64 {
        while self.radix.slots(wheel).is_some() {
            if let Some((slot, _)) = self.search(records, wheel, now) {
                best = earlier(records, slot, best);
            }
            if wheel < SHARED {
                break;
            }
            wheel += 1;
        }
        best
    }

    /// When the wheels that share a tick next come to timers after `now`.
    #[cold]
    fn search_shared<A: Records + ?Sized>(&self, records: &A, now: u64) -> u64 {
        let (mut wheel, mut least) = (SHARED, u64::MAX);
        while self.radix.slots(wheel).is_some() {
            let next = self.search(records, wheel, now);
            least = next.map_or(least, |(_, tick)| least.min(tick));
            wheel += 1;
        }
        least
    }

    /// The tick of the first step after `now` of the wheel and all above it.
    #[inline]
    fn next_step(&self, wheel: u32, now: u64) -> u64 {
        let step = self.radix.step(wheel, now) + 1;
        self.radix.tick(wheel, step)
    }

    /// Time has come to tick `now`: the timers of higher wheels' slots go to lower ones, those of sorted slots only if
    /// they are due, and the slot of wheel 0 is due. False if cut short.
    fn visit<A: Records + ?Sized>(&mut self, records: &mut A, due: u32, now: u64, work: &mut Work) -> bool {
        self.unfinished = true;
        let mut wheel = 1;
        while self.radix.slots(wheel).is_some() {
            if self.next_ticks.of(wheel) <= now {
                let done = if self.is_sorted(wheel, now) {
                    self.release(records, wheel, now, work)
                } else {
                    self.migrate(records, wheel, now, work)
                };
                if !done {
                    return false;
                }
            }
            wheel += 1;
        }
        self.unfinished = false;
        self.lists.hand_over(records, self.position(0, now), due);
        self.refresh_all(records, now);
        true
    }

    /// Does so for the wheels to whose timers time has come at `now`.
    pub(super) fn refresh_all<A: Records + ?Sized>(&mut self, records: &A, now: u64) {
        for wheel in 0..=SHARED {
            if self.next_ticks.of(wheel) <= now {
                self.refresh(records, wheel, now);
            }
        }
    }

    /// Whether no wheel comes to timers before it is noted to.
    pub(super) fn check_next_ticks<A: Records + ?Sized>(
        &self,
        records: &A,
        now: u64,
        unfinished: bool,
    ) -> Result<(), InvariantError> {
        let mut wheel = 0;
        while self.radix.slots(wheel).is_some() {
            let noted = self.next_ticks.of(wheel);
            let next = self.search(records, wheel, now);
            // An advance that was cut short notes what it has moved when it ends.
            let is_wrong = noted <= now && noted < u64::MAX || next.is_some_and(|(_, tick)| noted > tick);
            if is_wrong && !unfinished {
                return Err(InvariantError::SummaryWrong);
            }
            wheel += 1;
        }
        Ok(())
    }

    /// The timers of a higher wheel's slot go to lower wheels, the last one first, before those that are there. False
    /// if cut short.
    fn migrate<A: Records + ?Sized>(&mut self, records: &mut A, wheel: u32, now: u64, work: &mut Work) -> bool {
        let slot = self.position(wheel, now);
        // Goes from the front of the list towards its middle beside us, so that two records at once are on their way to
        // the cache.
        let Record { next: mut fetched, previous: mut index, .. } = get(records, slot);
        if index == slot {
            return true;
        }
        while let Some(timer) = on_list(records, index, slot) {
            if !work.spend(1) {
                // What is behind has gone to other lists.
                if let Some(last) = at_mut(records, index) {
                    last.next = slot;
                }
                if let Some(head) = at_mut(records, slot) {
                    head.previous = index;
                }
                return false;
            }
            if fetched == index || fetched == timer.previous {
                fetched = slot;
            } else if fetched != slot {
                fetched = get(records, fetched).next;
            }
            work.examine(1);
            self.send(records, (index, timer.expiry), now, work);
            index = timer.previous;
        }
        self.lists.forget(records, slot);
        true
    }

    /// The timers of a sorted slot that are due at `now` go before those of wheel 0, the last one first. False if cut
    /// short.
    #[cold]
    #[inline(never)]
    fn release<A: Records + ?Sized>(&mut self, records: &mut A, wheel: u32, now: u64, work: &mut Work) -> bool {
        let (slot, below) = (self.position(wheel, now), self.position(0, now));
        let (mut index, mut next) = (slot, get(records, slot).next);
        while let Some(timer) = on_list(records, next, slot).filter(|timer| timer.expiry <= now) {
            (index, next) = (next, timer.next);
        }
        while let Some(timer) = on_list(records, index, slot) {
            if !work.spend(1) {
                return false;
            }
            work.examine(1);
            self.lists.remove(records, index);
            self.lists.push_front(records, below, index, timer.expiry);
            index = timer.previous;
        }
        // Otherwise it is found out with the others.
        if let Some((_, timer)) = first(records, slot) {
            self.next_ticks.set(wheel, timer.expiry);
        }
        true
    }

    /// Time comes at `tick` to timers of `wheel`, which is not wheel 0, and of no other wheel before `next`. If their
    /// slot has few, those that are due until then and by `to` are sorted, and the others stay until they are due.
    /// Where no order is kept, a slot whose timers are all due is handed over as a whole. Returns the tick reached, and
    /// the one that time goes to next; `None`, and nothing is done, otherwise.
    fn at_once<A: Records + ?Sized>(
        &mut self,
        records: &mut A,
        due: u32,
        (tick, wheel): (u64, u32),
        (to, next): (u64, u64),
        work: &mut Work,
    ) -> Option<(u64, u64)> {
        let slot = self.position(wheel, tick);
        if self.unordered {
            let last = match self.next_step(wheel, tick) {
                u64::MAX => u64::MAX,
                end => end - 1,
            };
            if last <= to && next > last {
                self.lists.hand_over(records, slot, due);
                return Some((last, next.min(self.refresh(records, wheel, tick))));
            }
        }
        if !self.is_sorted(wheel, tick) {
            let count = count_few(records, slot, FEW.min(work.left))?;
            work.spend(count);
            sort_few(records, slot);
        }
        let until = to.min(next - 1);
        let (mut reached, mut rest, mut handed) = (tick, u64::MAX, false);
        while let Some((index, timer)) = first(records, slot) {
            let expiry = timer.expiry;
            if expiry > until || handed && expiry > reached && !work.spend(1) {
                rest = expiry;
                break;
            }
            (reached, handed) = (expiry, true);
            work.examine(1);
            self.lists.remove(records, index);
            insert_before(records, due, index, expiry);
        }
        if record::is_empty(records, slot) {
            rest = self.refresh(records, wheel, tick);
        } else {
            self.next_ticks.set(wheel, rest);
        }
        Some((reached, next.min(rest)))
    }
}

/// The timers of the slot, unless there are more than `most`.
fn count_few<A: Records + ?Sized>(records: &A, slot: u32, most: u64) -> Option<u64> {
    let mut count = 0_u64;
    let mut index = get(records, slot).next;
    while let Some(timer) = on_list(records, index, slot) {
        count += 1;
        if count > most {
            return None;
        }
        index = timer.next;
    }
    Some(count)
}

impl<R: Radix, A: Records + ?Sized> Structure<A> for Hierarchy<R> {
    fn guarantees(&self) -> Guarantees {
        Guarantees { order: if !self.unordered { Order::TickThenStart } else { Order::None }, ..Guarantees::ALL }
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn validate(&self, _timers: u32) -> Result<(), QueueError> {
        self.radix.check()?;
        self.lists.validate()
    }

    fn prepare(&mut self, records: &mut A, _timers: u32) {
        (self.next_ticks, self.unfinished, self.ahead) = (NextTicks::NONE, false, u64::MAX);
        if let Some(slots) = R::SLOTS {
            self.lists = SlotLists::new(slots);
        }
        self.lists.prepare(records);
    }

    fn slots(&self) -> u32 {
        self.lists.slots()
    }

    fn longest_interval(&self) -> u64 {
        self.radix.longest_interval()
    }

    /// Constant time.
    #[inline(always)]
    fn insert(&mut self, records: &mut A, index: u32, expiry: u64, now: u64) -> Option<u32> {
        let spot = self.radix.place_for(now, expiry);
        self.note(spot);
        self.lists.push_back(records, spot.slot, index, expiry)
    }

    /// Constant time.
    #[inline(always)]
    fn restart(&mut self, records: &mut A, index: u32, expiry: u64, now: u64) {
        let spot = self.radix.place_for(now, expiry);
        self.note(spot);
        self.lists.move_back(records, spot.slot, index, expiry);
    }

    #[inline(always)]
    fn slot_for(&self, expiry: u64, now: u64) -> u32 {
        self.radix.place_for(now, expiry).slot
    }

    /// Constant time.
    #[inline(always)]
    fn remove(&mut self, records: &mut A, index: u32) -> Option<u32> {
        self.lists.remove(records, index)
    }

    /// For each tick with a busy slot: time in proportion to the wheels, and to the timers that migrate.
    fn advance(&mut self, records: &mut A, due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (mut now, to) = ticks;
        let mut tick = self.ahead;
        if self.unfinished {
            if !self.visit(records, due, now, work) {
                return now;
            }
            tick = self.next_ticks.earliest_but(u32::MAX);
        }
        loop {
            self.ahead = tick;
            if tick > to || tick == u64::MAX && self.lists.next_busy(records, 0).is_none() {
                return to;
            }
            if !work.spend(1) {
                return now;
            }
            let alone = self.next_ticks.wheel_of(tick);
            let alone = alone.map(|wheel| (wheel, self.next_ticks.earliest_but(wheel)));
            if let Some((wheel, next)) = alone.filter(|&(_, next)| next > tick) {
                if wheel == 0 {
                    now = tick;
                    self.lists.hand_over(records, self.position(0, now), due);
                    tick = next.min(self.refresh(records, 0, now));
                    continue;
                }
                let done = self.at_once(records, due, (tick, wheel), (to, next), work);
                if let Some(reached) = done {
                    (now, tick) = reached;
                    continue;
                }
            }
            now = tick;
            if !self.visit(records, due, now, work) {
                return now;
            }
            tick = self.next_ticks.earliest_but(u32::MAX);
        }
    }

    #[inline]
    fn quiet_until(&self, _records: &A) -> u64 {
        self.ahead
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// The multiple of the most ticks that a slot of some wheel has, and of those the last: when that slot comes up,
    /// the timer is due and need not migrate. Takes time in proportion to the number of wheels.
    fn cheapest(&self, from: u64, to: u64) -> u64 {
        let units = (0..).map_while(|wheel| self.radix.unit(wheel));
        let last = units.map_while(|unit| Some(to - to.checked_rem(unit)?).filter(|&last| last >= from));
        last.last().unwrap_or(to)
    }

    /// Constant time, and time in proportion to the lists of those next slots of higher wheels that come up before the
    /// earliest timer found so far. A wheel whose next timers were stopped is searched.
    fn next_expiry(&self, records: &A, now: u64) -> Option<u64> {
        // No timer is due before: if one is then, no other has to be looked at.
        if let Some(wheel) = self.next_ticks.wheel_of(self.ahead)
            && let Some((_, timer)) = first(records, self.position(wheel, self.ahead))
            && timer.expiry == self.ahead
        {
            return Some(self.ahead);
        }
        let mut best = u64::MAX;
        for (wheel, noted) in self.next_ticks.each() {
            if noted >= best {
                continue;
            }
            let slot = self.position(wheel, noted);
            best = if wheel == SHARED || record::is_empty(records, slot) {
                self.search_earliest(records, (wheel, now), best)
            } else if wheel == 0 {
                noted
            } else if self.is_sorted(wheel, noted) {
                first(records, slot).map_or(best, |first| first.1.expiry.min(best))
            } else {
                earlier(records, slot, best)
            };
        }
        if best == u64::MAX {
            // No timer but those that are due then.
            return self.lists.next_busy(records, 0).map(|_| best);
        }
        Some(best)
    }

    fn check(&self, check: &mut Check<'_, A>) -> Result<(), InvariantError> {
        let now = check.now();
        let mut sorted = Sorted::default();
        self.lists.check(check, |slot, expiry| {
            let wheel = self.radix.wheel_of(slot);
            let Some((_, size)) = self.radix.slots(wheel) else {
                return false;
            };
            let step = self.radix.step(wheel, expiry);
            let ahead = step.wrapping_sub(self.radix.step(wheel, now));
            // Few timers stay in their slot while the wheel is there.
            let stays = wheel > 0 && wheel < SHARED && self.next_ticks.of(wheel) <= expiry;
            let pending =
                ahead == 0 && (self.unfinished && expiry >= now || stays && expiry > now && sorted.next(slot, expiry));
            // One that is started now is put on no higher wheel, so that it comes after this one.
            let in_turn = expiry <= now || wheel >= self.radix.place_for(now, expiry).wheel;
            self.radix.slot(wheel, step) == slot && (pending || ahead > 0 && ahead < u64::from(size)) && in_turn
        })?;
        self.check_next_ticks(check.records(), now, self.unfinished)
    }
}

impl<R: Radix, A: Records + ?Sized> Foremost<A> for Hierarchy<R> {
    /// Constant time, and time in proportion to the lists of those slots of higher wheels that the tick is in.
    fn foremost(&self, records: &A, tick: u64) -> Option<u32> {
        let wheels = (0..).take_while(|&wheel| self.radix.slots(wheel).is_some());
        let mut found = None;
        // Of one tick, those on higher wheels were started sooner.
        for wheel in wheels.filter(|&wheel| self.next_ticks.of(wheel) <= tick) {
            let slot = self.position(wheel, tick);
            let mut index = get(records, slot).next;
            while let Some(timer) = on_list(records, index, slot) {
                if timer.expiry == tick {
                    found = Some(index);
                    break;
                }
                index = timer.next;
            }
        }
        found
    }
}

#[cfg(feature = "chip")]
impl<R: Radix> Wheeled for Hierarchy<R> {
    fn wheel_size(&self, wheel: u32) -> Option<u32> {
        self.radix.slots(wheel).map(|(_, size)| size)
    }

    fn next_busy(&self, records: &[Record], from: u32) -> Option<u32> {
        self.lists.next_busy(records, from)
    }

    #[inline]
    fn is_busy(&self, records: &[Record], slot: u32) -> bool {
        !record::is_empty(records, slot)
    }
}
