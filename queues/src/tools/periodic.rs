//! Periodic timers, and what they do when the host is behind.

use core::num::NonZeroU64;

use crate::clock::{Span, TickRate};

/// What a periodic timer does when it is handed out later than its next expiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MissedTicks {
    /// Every expiry is made up for, one after the other: none is lost, and nothing drifts.
    #[default]
    Burst,
    /// Those that have been missed are left out; it goes on at the next multiple of its period. Nothing drifts.
    Skip,
    /// The next one comes a period after this one was handed out: there is always a whole period between two. It
    /// drifts.
    Delay,
}

/// The period of a timer and its rule. Keep it in the timer's item and start the timer again, when it is handed out,
/// for the tick that [`next`](Self::next) gives; [`Repeating`](crate::tools::Repeating) does that.
///
/// ```
/// use core::num::NonZeroU64;
/// use carillon_queues::{HashedWheel, Timers};
/// use carillon_queues::tools::{MissedTicks, Periodic};
///
/// let every = Periodic::new(NonZeroU64::new(10).ok_or("zero")?, MissedTicks::Skip);
/// let mut timers = Timers::growing(HashedWheel::new(16), 4)?;
/// timers.start(10, every);
/// timers.advance(35);
/// while let Some(expired) = timers.next_expired() {
///     timers.start_at(expired.item.next(expired.due, timers.now()).ok_or("the end of time")?, expired.item);
/// }
/// assert_eq!(timers.next_expiry(), Some(40));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Periodic {
    period: NonZeroU64,
    missed_ticks: MissedTicks,
}

impl Periodic {
    /// Every `period` ticks.
    pub const fn new(period: NonZeroU64, missed_ticks: MissedTicks) -> Self {
        Self { period, missed_ticks }
    }

    /// The period, in ticks.
    pub const fn period(self) -> NonZeroU64 {
        self.period
    }

    /// The rule.
    pub const fn missed_ticks(self) -> MissedTicks {
        self.missed_ticks
    }

    /// The tick of the next expiry for a timer that was due at `due` and is handed out at `now`. `None` if 64 bits
    /// cannot name it.
    pub fn next(self, due: u64, now: u64) -> Option<u64> {
        let period = self.period.get();
        match self.missed_ticks {
            MissedTicks::Burst => due.checked_add(period),
            MissedTicks::Delay => due.max(now).checked_add(period),
            MissedTicks::Skip => {
                let missed = now.saturating_sub(due) / self.period;
                let periods = missed.checked_add(1)?;
                due.checked_add(periods.checked_mul(period)?)
            }
        }
    }

    /// How many expiries after `due` have gone by at `now`: what `Skip` and `Delay` leave out.
    pub fn missed(self, due: u64, now: u64) -> u64 {
        now.saturating_sub(due) / self.period
    }
}

/// How often a timer comes: [`Periodic`] in ticks, [`Every`] in time. A user needs it only as a bound.
pub trait Period: Copy {
    /// For a timer that was due at `due` and is handed out at `now`: the tick of the next expiry, and how many are left
    /// out before it. `None` if 64 bits cannot name the tick.
    #[doc(hidden)]
    fn go_on(&mut self, due: u64, now: u64) -> Option<(u64, u64)>;
}

impl Period for Periodic {
    fn go_on(&mut self, due: u64, now: u64) -> Option<(u64, u64)> {
        let missed = match self.missed_ticks {
            MissedTicks::Burst => 0,
            MissedTicks::Skip | MissedTicks::Delay => self.missed(due, now),
        };
        Some((self.next(due, now)?, missed))
    }
}

/// A period in time, and its rule: as [`Periodic`], but of any length, which need not be a number of ticks. What a tick
/// is rounded up by is taken off the next period, so that nothing drifts: 60 times 16.667 ms take a second at any
/// resolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Every {
    /// The period is these ticks,
    whole: u64,
    /// and so many parts of one,
    parts: u64,
    /// of which a tick has so many.
    parts_a_tick: NonZeroU64,
    /// The parts by which the last expiry was rounded up.
    rounded: u64,
    missed_ticks: MissedTicks,
}

impl Every {
    /// Every `period` of a clock of this rate; at least each tick, at most each 2^64 - 1 ticks.
    pub fn new(period: impl Span, rate: TickRate, missed_ticks: MissedTicks) -> Self {
        let (whole, parts, parts_a_tick) = rate.exact(&period);
        Self { whole: whole.max(1), parts: if whole == 0 { 0 } else { parts }, parts_a_tick, rounded: 0, missed_ticks }
    }
}

impl Period for Every {
    fn go_on(&mut self, due: u64, now: u64) -> Option<(u64, u64)> {
        let a_tick = u128::from(self.parts_a_tick.get());
        // All in parts of a tick. None of it overflows: it is below the square of 2^64.
        let period = u128::from(self.whole) * a_tick + u128::from(self.parts);
        let mut from = due;
        let late = u128::from(now.saturating_sub(due)) * a_tick + u128::from(self.rounded);
        let passed = late.checked_div(period)?;
        let (periods, missed) = match self.missed_ticks {
            MissedTicks::Burst => (1, 0),
            MissedTicks::Skip => (passed.checked_add(1)?, passed),
            MissedTicks::Delay => {
                if now > due {
                    (from, self.rounded) = (now, 0);
                }
                (1, passed)
            }
        };
        let ahead = periods.checked_mul(period)? - u128::from(self.rounded);
        let ticks = ahead.div_ceil(a_tick);
        self.rounded = u64::try_from(ticks.checked_mul(a_tick)? - ahead).ok()?;
        let next = from.checked_add(u64::try_from(ticks).ok()?)?;
        Some((next, u64::try_from(missed).unwrap_or(u64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use core::num::NonZeroU32;
    use core::time::Duration;

    use super::{Every, MissedTicks, Period};
    use crate::clock::TickRate;

    const MILLISECONDS: TickRate = TickRate::hertz(NonZeroU32::MIN.saturating_add(999));

    /// The ticks of expiries that are each handed out so many ticks late.
    fn ticks<const COUNT: usize>(
        period: Duration,
        rule: MissedTicks,
        late: [u64; COUNT],
    ) -> [Option<(u64, u64)>; COUNT] {
        let mut every = Every::new(period, MILLISECONDS, rule);
        let mut due = 0;
        late.map(|late| {
            let next = every.go_on(due, due + late)?;
            due = next.0;
            Some(next)
        })
    }

    #[test]
    fn every_period_that_is_no_number_of_ticks_does_not_drift() {
        let mut every = Every::new(Duration::from_micros(16_667), MILLISECONDS, MissedTicks::Burst);
        let mut due = 0;
        for count in 1..=6_000_u64 {
            due = every.go_on(due, due).map_or(0, |next| next.0);
            assert_eq!(due, (count * 16_667).div_ceil(1_000));
        }
    }

    #[test]
    fn every_expiry_that_is_handed_out_late_keeps_its_rule() {
        let period = Duration::from_micros(2_500);
        let on = |tick, missed| Some((tick, missed));
        assert_eq!(ticks(period, MissedTicks::Burst, [0, 9, 0]), [on(3, 0), on(5, 0), on(8, 0)]);
        // Exact times are 2.5, 5, 7.5, 10, 12.5 ms; at 12 ms those up to 10 have passed.
        assert_eq!(ticks(period, MissedTicks::Skip, [0, 9, 0]), [on(3, 0), on(13, 3), on(15, 0)]);
        assert_eq!(ticks(period, MissedTicks::Delay, [0, 9, 0]), [on(3, 0), on(15, 3), on(17, 0)]);
    }

    #[test]
    fn every_period_of_any_length_is_at_least_a_tick_and_has_an_end() {
        let nothing = ticks(Duration::ZERO, MissedTicks::Burst, [0, 0]);
        assert_eq!(nothing, [Some((1, 0)), Some((2, 0))]);
        let mut longest = Every::new(Duration::MAX, MILLISECONDS, MissedTicks::Skip);
        assert_eq!(longest.go_on(0, 0), Some((u64::MAX, 0)));
        assert_eq!(longest.go_on(u64::MAX, u64::MAX), None);
    }
}
