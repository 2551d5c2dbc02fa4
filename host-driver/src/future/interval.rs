//! A stream of ticks.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use core::time::Duration;
use std::time::Instant;

use futures_core::Stream;
use pin_project_lite::pin_project;

use super::MissedTicks;
use super::sleep::{Sleep, after, sleep_until};

pin_project! {
    /// A stream of ticks without an end. See [`interval`].
    #[derive(Debug)]
    #[must_use = "streams do nothing unless polled"]
    pub struct Interval {
        period: Duration,
        missed_ticks: MissedTicks,
        #[pin]
        sleep: Sleep,
    }
}

/// Ticks now, and then each `period`: gives the time for which each tick was meant, so periods do not drift. Ticks that
/// were missed come at once, one after the other, until none is missing, unless [`Interval::missed_ticks`] says
/// otherwise. A period of zero ticks whenever it is asked. Allocates nothing.
///
/// # Panics
/// As [`sleep`](super::sleep()).
pub fn interval(period: Duration) -> Interval {
    Interval {
        period,
        missed_ticks: MissedTicks::Burst,
        sleep: sleep_until(Instant::now()),
    }
}

impl Interval {
    /// The same, but with this rule for ticks that were missed: that the stream was polled later than they were meant
    /// for. With [`MissedTicks::Skip`] the next tick is for the next multiple of the period, and with
    /// [`MissedTicks::Delay`] for a period after the poll that gave the last one.
    pub fn missed_ticks(mut self, missed_ticks: MissedTicks) -> Self {
        self.missed_ticks = missed_ticks;
        self
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
        let mut this = self.project();
        ready!(this.sleep.as_mut().poll(context));
        let tick = this.sleep.deadline();
        let next = next(tick, Instant::now(), *this.period, *this.missed_ticks);
        this.sleep.reset(next);
        Poll::Ready(Some(tick))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}
