//! Futures that are given a time.

use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;

use pin_project_lite::pin_project;

use super::sleep::{Sleep, sleep};

pin_project! {
    /// A future with its time. See [`timeout`].
    #[derive(Debug)]
    #[must_use = "nothing is done until this is awaited"]
    pub struct Timeout<F> {
        #[pin]
        future: F,
        #[pin]
        sleep: Sleep,
    }
}

/// The time had passed before the future was ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Elapsed;

impl fmt::Display for Elapsed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the time has passed: give it more, or try again")
    }
}

impl core::error::Error for Elapsed {}

/// Gives `future` the time `duration` from now on: its output, or [`Elapsed`]. The future is polled before the time is
/// looked at, so one that is ready is never too late. Dropping this drops the future. Allocates nothing.
///
/// # Panics
/// As [`sleep`].
pub fn timeout<F: Future>(duration: Duration, future: F) -> Timeout<F> {
    Timeout { future, sleep: sleep(duration) }
}

impl<F: Future> Future for Timeout<F> {
    type Output = Result<F::Output, Elapsed>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        if let Poll::Ready(output) = this.future.poll(context) {
            return Poll::Ready(Ok(output));
        }
        this.sleep.poll(context).map(|()| Err(Elapsed))
    }
}
