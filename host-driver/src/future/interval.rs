//! A stream of ticks.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use core::time::Duration;
use std::boxed::Box;
use std::time::Instant;

use futures_core::Stream;

use super::MissedTicks;
use super::clock::{after, now};
use super::sleep::{Sleep, sleep_until};

/// A stream of ticks without an end, which needs no pin. See [`interval`].
#[derive(Debug)]
#[must_use = "streams do nothing unless polled"]
pub struct Interval {
    period: Duration,
    missed_ticks: MissedTicks,
    sleep: Pin<Box<Sleep>>,
}

/// Ticks now, and then each `period`: gives the time for which each tick was meant, so periods do not drift. Ticks that
/// were missed come at once, one after the other, until none is missing, unless [`Interval::missed_ticks`] says
/// otherwise. A period of zero ticks whenever it is asked. Allocates once, and nothing for a tick.
///
/// ```
/// use carillon_driver::future::interval;
/// use std::time::Duration;
///
/// futures_lite::future::block_on(async {
///     let mut every = interval(Duration::from_millis(5));
///     let first = every.tick().await;
///     assert_eq!(every.tick().await - first, every.period());
/// });
/// ```
///
/// # Panics
/// As [`sleep`](super::sleep()).
pub fn interval(period: Duration) -> Interval {
    interval_at(now(), period)
}

/// An interval whose first tick is at `start`; the others follow as with [`interval`].
///
/// # Panics
/// As [`sleep`](super::sleep()).
pub fn interval_at(start: Instant, period: Duration) -> Interval {
    Interval { period, missed_ticks: MissedTicks::Burst, sleep: Box::pin(sleep_until(start)) }
}

impl Interval {
    /// Sets the rule for ticks that were missed: the stream was polled later than they were meant for. With
    /// [`MissedTicks::Skip`] the next tick is for the next multiple of the period, and with [`MissedTicks::Delay`] for
    /// a period after the poll that gave the last one.
    pub fn missed_ticks(mut self, missed_ticks: MissedTicks) -> Self {
        self.missed_ticks = missed_ticks;
        self
    }

    /// The next tick: gives the time for which it was meant. If the future is dropped before it is ready, no tick is
    /// lost.
    pub async fn tick(&mut self) -> Instant {
        core::future::poll_fn(|context| self.poll_tick(context)).await
    }

    /// As [`tick`](Self::tick), for a future of one's own.
    pub fn poll_tick(&mut self, context: &mut Context<'_>) -> Poll<Instant> {
        ready!(self.sleep.as_mut().poll(context));
        let tick = self.sleep.deadline();
        let next = next(tick, now(), self.period, self.missed_ticks);
        self.sleep.as_mut().reset(next);
        Poll::Ready(tick)
    }

    /// The next tick comes a period from now, and the others follow from it.
    pub fn reset(&mut self) {
        let next = after(now(), self.period);
        self.sleep.as_mut().reset(next);
    }

    /// The next tick comes at once, and the others follow from it.
    pub fn reset_immediately(&mut self) {
        self.sleep.as_mut().reset(now());
    }

    /// The next tick comes at `deadline`, and the others follow from it.
    pub fn reset_at(&mut self, deadline: Instant) {
        self.sleep.as_mut().reset(deadline);
    }

    /// The time between two ticks.
    pub const fn period(&self) -> Duration {
        self.period
    }
}

/// The tick after the one for `tick`, which is given at `now`.
fn next(tick: Instant, now: Instant, period: Duration, missed_ticks: MissedTicks) -> Instant {
    let late = now.saturating_duration_since(tick);
    match missed_ticks {
        MissedTicks::Delay => after(tick + late, period),
        MissedTicks::Skip if !period.is_zero() => {
            let since_last = nanoseconds(late.as_nanos() % period.as_nanos());
            after(tick + (late - since_last), period)
        }
        MissedTicks::Burst | MissedTicks::Skip => after(tick, period),
    }
}

/// So many nanoseconds; fewer than those of the longest duration.
fn nanoseconds(count: u128) -> Duration {
    const SECOND: u128 = 1_000_000_000;
    let seconds = u64::try_from(count / SECOND).unwrap_or(u64::MAX);
    Duration::new(seconds, u32::try_from(count % SECOND).unwrap_or(0))
}

impl Stream for Interval {
    type Item = Instant;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Instant>> {
        self.get_mut().poll_tick(context).map(Some)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}
