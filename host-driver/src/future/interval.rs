//! A stream of ticks.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use core::time::Duration;
use std::time::Instant;

use futures_core::Stream;
use pin_project_lite::pin_project;

use super::sleep::{Sleep, after, sleep_until};

pin_project! {
    /// A stream of ticks without an end. See [`interval`].
    #[derive(Debug)]
    #[must_use = "streams do nothing unless polled"]
    pub struct Interval {
        period: Duration,
        #[pin]
        sleep: Sleep,
    }
}

/// Ticks now, and then each `period`: gives the time for which each tick was meant, so periods do not drift. Ticks that
/// were missed come at once, one after the other, until none is missing. A period of zero ticks whenever it is asked.
/// Allocates nothing.
///
/// # Panics
/// As [`sleep`](super::sleep()).
pub fn interval(period: Duration) -> Interval {
    Interval {
        period,
        sleep: sleep_until(Instant::now()),
    }
}

impl Stream for Interval {
    type Item = Instant;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Instant>> {
        let mut this = self.project();
        ready!(this.sleep.as_mut().poll(context));
        let tick = this.sleep.deadline();
        this.sleep.reset(after(tick, *this.period));
        Poll::Ready(Some(tick))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}
