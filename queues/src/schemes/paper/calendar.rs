//! R. Brown's calendar queue (reference [5] of the paper; the start of chapter 3 of the FlexQueue thesis).
//!
//! Like Scheme 5, but a slot is a day of several ticks, and the number of days and the width of a day follow the
//! timers: there are as many days as about half to twice the timers, and a day is about three times as wide as the
//! timers next to come are apart. Then starting and handing out take constant time on average. But when the numbers
//! change, every timer is moved: that is the latency that FlexQueue avoids.
//!
//! Two differences from Brown: days without timers are skipped by their busy bits instead of one by one, and a width is
//! a power of two, so that the day of a tick is found by shifts.
//!
//! Stopping takes constant time, but for the moving. Memory: a record a day.

use crate::diagnostics::Guarantees;
use crate::diagnostics::check::Check;
use crate::record::{self, Record, first, get, insert_before, on_list};
use crate::schemes::parts::slot_lists::{SlotLists, Sorted};
use crate::schemes::structure::{Structure, Ticks, Unlimited, Work, with_timers};
use crate::{InvariantError, QueueError};

/// Fewest days.
const FEWEST_DAYS: u32 = 2;

/// Most timers that are looked at to set the width of a day.
const SAMPLES: u32 = 25;

/// Brown's calendar queue: days of a year.
///
/// ```
/// use carillon_queues::Timers;
/// use carillon_queues::schemes::Calendar;
///
/// let mut timers = Timers::growing(Calendar::new(256), 8)?;
/// timers.start(1 << 40, "far");
/// timers.start(30, "near");
/// assert_eq!(timers.next_expiry(), Some(30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Calendar {
    lists: SlotLists,
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

impl Calendar {
    /// A calendar of up to so many days, from 2 to 2^30; taken for the next power of two below.
    pub const fn new(most_days: u32) -> Self {
        let most_days = match most_days.checked_ilog2() {
            Some(bits) => 1 << bits,
            None => 0,
        };
        Self { lists: SlotLists::new(most_days), days: FEWEST_DAYS, shift: 0, count: 0, now: 0, resizes: 0 }
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(self.lists.records().saturating_add(1), timers)
    }

    /// The head of the list that holds timers while they are moved, behind the days.
    fn moving(&self) -> u32 {
        u32::try_from(self.lists.records()).unwrap_or(0)
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
        let mask = u64::from(self.days - 1);
        u32::try_from((tick >> self.shift) & mask).unwrap_or(0)
    }

    /// The day of the earliest timer after `now`, and that timer's tick.
    fn first(&self, records: &[Record], now: u64) -> Option<(u32, u64)> {
        let today = self.day_of(now);
        let day_number = now >> self.shift;
        let head = |day: u32| first(records, day).map(|head| head.1.expiry);
        if let Some(tick) = head(today).filter(|tick| tick >> self.shift == day_number) {
            return Some((today, tick));
        }
        // Through the days of the year to come; and if no timer is due within it, the least of all first ones.
        let mut least: Option<(u32, u64)> = None;
        let (mut day, mut travelled) = (today, 0_u32);
        while let Some((next, steps)) = self.lists.next_around(records, (0, self.days), day) {
            travelled += steps;
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
    fn follow(&mut self, records: &mut [Record]) {
        let days = if self.count > 2 * self.days {
            (2 * self.days).min(self.lists.slots())
        } else if self.count + 2 < self.days / 2 {
            (self.days / 2).max(FEWEST_DAYS)
        } else {
            return;
        };
        if days != self.days {
            self.resize(records, days);
        }
    }

    /// Moves all timers into a year of `days` days of a new width.
    fn resize(&mut self, records: &mut [Record], days: u32) {
        let shift = self.new_shift(records);
        while let Some(day) = self.lists.next_busy(records, 0) {
            self.lists.hand_over(records, day, self.moving());
        }
        self.days = days;
        self.shift = shift;
        self.resizes += 1;
        while let Some((index, timer)) = record::pop_front(records, self.moving()) {
            let day = self.day_of(timer.expiry);
            self.lists.insert_sorted(records, day, index, timer.expiry);
        }
    }

    /// Brown's width: three times the mean distance of the next timers, without distances above twice the mean of all.
    fn new_shift(&mut self, records: &mut [Record]) -> u32 {
        let wanted = if self.count <= 5 { self.count } else { (self.count / 10 + 5).min(SAMPLES) };
        let moving = self.moving();
        let mut taken: u32 = 0;
        let mut from = self.now;
        let mut ticks = [0_u64; SAMPLES as usize];
        while taken < wanted
            && let Some((day, tick)) = self.first(records, from)
        {
            if let Some((index, timer)) = first(records, day) {
                self.lists.remove(records, index);
                insert_before(records, moving, index, timer.expiry);
            }
            if let Some(place) = usize::try_from(taken).ok().and_then(|at| ticks.get_mut(at)) {
                *place = tick;
            }
            from = tick;
            taken += 1;
        }
        // Back to the front of their days: the last one first, so that they stand as before.
        loop {
            let last = get(records, moving).previous;
            let Some(timer) = on_list(records, last, moving) else {
                break;
            };
            record::unlink(records, last);
            let day = self.day_of(timer.expiry);
            self.lists.push_front(records, day, last, timer.expiry);
        }
        let count = usize::try_from(taken).unwrap_or(0);
        let ticks = ticks.get(..count).unwrap_or(&[]);
        let mean = |limit: u64| {
            let distances = ticks
                .windows(2)
                .filter_map(|pair| pair.last()?.checked_sub(*pair.first()?))
                .filter(|&distance| distance <= limit);
            let (sum, number) = distances.fold((0_u64, 0_u64), |(sum, number), distance| (sum + distance, number + 1));
            sum.checked_div(number).unwrap_or(0)
        };
        let width = mean(mean(u64::MAX).saturating_mul(2)).saturating_mul(3).max(1);
        width.checked_next_power_of_two().map_or(62, |width| width.trailing_zeros().min(62))
    }
}

/// At most 1,024 days.
impl Unlimited for Calendar {
    const DEFAULT: Self = Self::new(1_024);
}

impl Structure for Calendar {
    /// A step is one day.
    fn guarantees(&self) -> Guarantees {
        Guarantees::UNBOUNDED
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn validate(&self, _timers: u32) -> Result<(), QueueError> {
        let slots = self.lists.slots();
        if slots < FEWEST_DAYS {
            return Err(QueueError::SlotsOutOfRange { slots });
        }
        self.lists.validate()
    }

    fn prepare(&mut self, records: &mut [Record], _timers: u32) {
        (self.days, self.shift, self.count, self.now) = (FEWEST_DAYS, 0, 0, 0);
        record::clear(records, self.moving());
        self.lists.prepare(records);
    }

    fn slots(&self) -> u32 {
        self.lists.slots()
    }

    /// Constant time on average; in proportion to all timers when the number of days doubles.
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, _: u64) -> Option<u32> {
        let day = self.day_of(expiry);
        self.lists.insert_sorted(records, day, index, expiry);
        self.count += 1;
        self.follow(records);
        None
    }

    /// Constant time; in proportion to all timers when the number of days halves.
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        let waits = get(records, index).expiry > self.now;
        self.lists.remove(records, index);
        if waits {
            self.count -= 1;
            self.follow(records);
        }
        None
    }

    /// Constant time on average for each timer that is due.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (now, to) = ticks;
        self.now = now;
        while let Some((day, tick)) = self.first(records, self.now).filter(|first| first.1 <= to) {
            if !work.spend(1) {
                return self.now;
            }
            let end = tick | (self.width() - 1);
            while let Some((index, timer)) = first(records, day)
                && timer.expiry <= end.min(to)
            {
                work.examine(1);
                work.spend(1);
                self.lists.remove(records, index);
                insert_before(records, due, index, timer.expiry);
                self.count -= 1;
            }
            self.now = end.min(to);
            self.follow(records);
        }
        self.now = to;
        to
    }

    /// Constant time on average; looks at the first timer of every day if none is due within a year.
    fn next_expiry(&self, records: &[Record], now: u64) -> Option<u64> {
        self.first(records, now).map(|first| first.1)
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let now = check.now();
        let mut sorted = Sorted::default();
        let mut count: u32 = 0;
        self.lists.check(check, |day, expiry| {
            count += 1;
            expiry > now && self.day_of(expiry) == day && sorted.next(day, expiry)
        })?;
        if count == self.count && self.now == now {
            return Ok(());
        }
        Err(InvariantError::SummaryWrong)
    }
}
