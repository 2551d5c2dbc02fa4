//! R. Brown's calendar queue (reference [5] of the paper; the start of chapter 3 of the FlexQueue thesis).
//!
//! Like Scheme 5, but a slot is a day of several ticks, and the number of days and the width of a day follow the timers: there
//! are as many days as about half to twice the timers, and a day is about three times as wide as the timers next to come are apart.
//! Then starting and handing out take constant time on average. But when the numbers change, every timer is moved: that is the latency
//! that FlexQueue avoids.
//!
//! Two differences from Brown: days without timers are skipped by their busy bits instead of one by one, and a width is a
//! power of two, so that the day of a tick is found by shifts.
//!
//! Stopping takes constant time, but for the moving. Memory: 8.6 bytes a day; the sectors are the most days.

use super::check::Check;
use super::drum::{Drum, Sorted};
use super::list::{DUE, List, MOST, entry};
use super::sector::Sector;
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// The number of the list that holds timers while they are moved.
const MOVING: u32 = MOST;

/// Fewest days.
const FEWEST_DAYS: u32 = 2;

/// Most timers that are looked at to set the width of a day.
const SAMPLES: u32 = 25;

/// Brown's calendar queue.
///
/// ```
/// use carillon_queues::{CalendarQueue, Entry, Sector, TimerQueue};
///
/// let mut timers = CalendarQueue::new([Sector::EMPTY; 4], [const { Entry::VACANT }; 8])?;
/// timers.start(1 << 40, "far")?;
/// timers.start(30, "near")?;
/// assert_eq!(timers.next_expiry(), Some(30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type CalendarQueue<T, Sectors, Entries> = Timers<T, Calendar<Sectors>, Entries>;

impl<T, Sectors, Entries> CalendarQueue<T, Sectors, Entries>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers; the most days are the greatest power of two up to 64 for each sector.
    ///
    /// # Errors
    /// [`QueueError::SectorsOutOfRange`], [`QueueError::EntriesOutOfRange`].
    pub fn new(sectors: Sectors, entries: Entries) -> Result<Self, QueueError> {
        Self::with(Calendar::new(sectors), entries)
    }
}

/// Days of a year.
#[derive(Debug, Clone, Copy, Default)]
pub struct Calendar<Sectors> {
    drum: Drum<Sectors>,
    most_days: u32,
    /// A power of two.
    days: u32,
    /// A day has 2^shift ticks.
    shift: u32,
    /// Timers in the calendar.
    count: u32,
    /// Everything up to this tick has left the calendar.
    now: u64,
    resizes: u64,
}

impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Calendar<Sectors> {
    /// A calendar of up to 64 days for each sector.
    pub const fn new(sectors: Sectors) -> Self {
        Self {
            drum: Drum::new(sectors),
            most_days: 0,
            days: FEWEST_DAYS,
            shift: 0,
            count: 0,
            now: 0,
            resizes: 0,
        }
    }

    /// Days of a year, now.
    pub const fn days(&self) -> u32 {
        self.days
    }

    /// Ticks of a day, now.
    pub const fn width(&self) -> u64 {
        1 << self.shift
    }

    /// How often the number of days or their width has changed and all timers were moved.
    pub const fn resizes(&self) -> u64 {
        self.resizes
    }

    fn day_of(&self, tick: u64) -> u32 {
        let mask = u64::from(self.days.wrapping_sub(1));
        u32::try_from((tick >> self.shift) & mask).unwrap_or(0)
    }

    /// The day of the earliest timer after `now`, and that timer's tick.
    fn first<T>(&self, entries: &[Entry<T>], now: u64) -> Option<(u32, u64)> {
        let today = self.day_of(now);
        let day_number = now >> self.shift;
        let head = |day: u32| entry(entries, self.drum.list(day).first()).map(|head| head.expiry);
        if let Some(tick) = head(today).filter(|tick| tick >> self.shift == day_number) {
            return Some((today, tick));
        }
        // Through the days of the year to come; and if no timer is due within it, the least of all first ones.
        let mut least: Option<(u32, u64)> = None;
        let (mut day, mut travelled) = (today, 0_u32);
        while let Some((next, steps)) = self.drum.next_around(0, self.days, day) {
            travelled = travelled.saturating_add(steps);
            if travelled > self.days {
                break;
            }
            day = next;
            let tick = head(day)?;
            if tick >> self.shift == day_number.saturating_add(u64::from(travelled)) {
                return Some((day, tick));
            }
            if least.is_none_or(|least| tick < least.1) {
                least = Some((day, tick));
            }
        }
        least
    }

    /// Makes the days as many as the timers ask for, if they are not about as many.
    fn follow<T>(&mut self, entries: &mut [Entry<T>]) {
        let days = if self.count > self.days.saturating_mul(2) {
            self.days.saturating_mul(2).min(self.most_days)
        } else if self.count.saturating_add(2) < self.days / 2 {
            (self.days / 2).max(FEWEST_DAYS)
        } else {
            return;
        };
        if days != self.days {
            self.resize(entries, days);
        }
    }

    /// Moves all timers into a year of `days` days of a new width.
    fn resize<T>(&mut self, entries: &mut [Entry<T>], days: u32) {
        let shift = self.new_shift(entries);
        let mut all = List::EMPTY;
        while let Some(day) = self.drum.next_busy(0) {
            let list = self.drum.take(day);
            all.append(entries, list, MOVING);
        }
        self.days = days;
        self.shift = shift;
        self.resizes = self.resizes.saturating_add(1);
        while let Some(index) = all.pop_front(entries) {
            let tick = entry(entries, index).map_or(0, |entry| entry.expiry);
            let day = self.day_of(tick);
            self.drum.insert_sorted(entries, day, index);
        }
    }

    /// Brown's width: three times the mean distance of the next timers, without distances above twice the mean of all.
    fn new_shift<T>(&mut self, entries: &mut [Entry<T>]) -> u32 {
        let wanted = if self.count <= 5 {
            self.count
        } else {
            (self.count / 10).saturating_add(5).min(SAMPLES)
        };
        let mut sample = List::EMPTY;
        let mut taken: u32 = 0;
        let mut from = self.now;
        let mut ticks = [0_u64; SAMPLES as usize];
        while taken < wanted
            && let Some((day, tick)) = self.first(entries, from)
        {
            let mut list = self.drum.list(day);
            if let Some(index) = list.pop_front(entries) {
                sample.push_back(entries, index, MOVING);
            }
            self.drum.set_list(day, list);
            if let Some(place) = usize::try_from(taken).ok().and_then(|at| ticks.get_mut(at)) {
                *place = tick;
            }
            from = tick;
            taken = taken.saturating_add(1);
        }
        // Back to the front of their days: the last one first, so that they stand as before.
        while let Some(last) = entry(entries, sample.last()).map(|_| sample.last()) {
            sample.unlink(entries, last);
            let tick = entry(entries, last).map_or(0, |entry| entry.expiry);
            let day = self.day_of(tick);
            let mut list = self.drum.take(day);
            let first = list.first();
            list.insert_before(entries, last, first, day);
            self.drum.put_back(day, list);
        }
        let count = usize::try_from(taken).unwrap_or(0);
        let ticks = ticks.get(..count).unwrap_or(&[]);
        let mean = |limit: u64| {
            let distances = ticks
                .windows(2)
                .filter_map(|pair| pair.last()?.checked_sub(*pair.first()?))
                .filter(|&distance| distance <= limit);
            let (sum, number) = distances.fold((0_u64, 0_u64), |(sum, number), distance| {
                (sum.saturating_add(distance), number.saturating_add(1))
            });
            sum.checked_div(number).unwrap_or(0)
        };
        let width = mean(mean(u64::MAX).saturating_mul(2))
            .saturating_mul(3)
            .max(1);
        width
            .checked_next_power_of_two()
            .map_or(62, |width| width.trailing_zeros().min(62))
    }
}

impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Structure for Calendar<Sectors> {
    /// A step is one day.
    fn promises(&self) -> Promises {
        Promises {
            order: Order::TickThenStart,
            exact_next: true,
            bounded: false,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, _capacity: u32) -> Result<(), QueueError> {
        let slots = self.drum.prepare()?;
        self.most_days = slots.checked_ilog2().map_or(0, |bits| 1 << bits);
        (self.days, self.shift, self.count, self.now) = (FEWEST_DAYS, 0, 0, 0);
        Ok(())
    }

    /// Constant time on average; in proportion to all timers when the number of days doubles.
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, _now: u64) -> Placed {
        let tick = entry(entries, index).map_or(0, |entry| entry.expiry);
        let day = self.day_of(tick);
        self.drum.insert_sorted(entries, day, index);
        self.count = self.count.saturating_add(1);
        self.follow(entries);
        Placed::NO_SLOT
    }

    /// Constant time; in proportion to all timers when the number of days halves.
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        let waits = entry(entries, index).is_some_and(|entry| entry.expiry > self.now);
        self.drum.remove(entries, due, index);
        if waits {
            self.count = self.count.saturating_sub(1);
            self.follow(entries);
        }
        None
    }

    /// Constant time on average for each timer that is due.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        self.now = now;
        while let Some((day, tick)) = self.first(entries, self.now).filter(|first| first.1 <= to) {
            if !work.spend(1) {
                return self.now;
            }
            let end = tick | self.width().wrapping_sub(1);
            let mut list = self.drum.list(day);
            while let Some(first) = entry(entries, list.first())
                && first.expiry <= end.min(to)
            {
                work.examine(1);
                work.spend(1);
                if let Some(index) = list.pop_front(entries) {
                    due.push_back(entries, index, DUE);
                    self.count = self.count.saturating_sub(1);
                }
            }
            self.drum.set_list(day, list);
            self.now = end.min(to);
            self.follow(entries);
        }
        self.now = to;
        to
    }

    fn is_unfinished(&self) -> bool {
        false
    }

    /// Constant time on average; looks at the first timer of every day if none is due within a year.
    fn next_expiry<T>(&self, entries: &[Entry<T>], now: u64) -> Option<u64> {
        self.first(entries, now).map(|first| first.1)
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let now = check.now();
        let mut sorted = Sorted::default();
        let mut count: u32 = 0;
        self.drum.check(check, |day, expiry| {
            count = count.saturating_add(1);
            expiry > now && self.day_of(expiry) == day && sorted.next(day, expiry)
        })?;
        if count == self.count && self.now == now {
            return Ok(());
        }
        Err(InvariantError::SummaryWrong)
    }
}
