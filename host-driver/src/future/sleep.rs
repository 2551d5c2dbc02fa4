//! Sleeping until a time.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;
use std::time::Instant;

use pin_project_lite::pin_project;

use super::clock::{after, now};
use super::thread::{Timer, waking};

pin_project! {
    /// A future that is ready once its deadline has passed; it stays ready. It stops its timer when it is dropped. See
    /// [`sleep`].
    #[derive(Debug)]
    #[must_use = "nobody sleeps until this is awaited"]
    pub struct Sleep {
        deadline: Instant,
        #[pin]
        timer: Timer,
    }
}

/// Waits until `duration` has passed from now on, not from when it is awaited. Allocates nothing; starts its timer when
/// it is first polled, unless its time has passed. A time that the
/// clock cannot name never comes.
///
/// # Panics
/// At the first of all sleeps: the operating system has no thread for the program.
pub fn sleep(duration: Duration) -> Sleep {
    sleep_until(after(now(), duration))
}

/// Waits until `deadline`: as [`sleep`].
///
/// # Panics
/// As [`sleep`].
pub fn sleep_until(deadline: Instant) -> Sleep {
    Sleep { deadline, timer: waking().timer() }
}

impl Sleep {
    /// When it is ready.
    pub const fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Whether the deadline has passed.
    pub fn is_elapsed(&self) -> bool {
        now() >= self.deadline
    }

    /// Waits until `deadline` instead, also if it was ready. A task that waits is woken then without polling again,
    /// unless its time has come before: it is woken for that, and must poll again. Constant time.
    pub fn reset(self: Pin<&mut Self>, deadline: Instant) {
        let this = self.project();
        *this.deadline = deadline;
        let waking = waking();
        let tick = waking.clock().tick_at(deadline);
        if this.timer.restart_at(tick) {
            waking.started(tick);
        }
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let this = self.project();
        if *this.deadline <= now() {
            this.timer.stop();
            return Poll::Ready(());
        }
        // A timer that is not outstanding was never started, or handed out before a reset.
        let waking = waking();
        let mut tick = 0;
        let until = || {
            tick = waking.clock().tick_at(*this.deadline);
            tick
        };
        if this.timer.wake(context.waker(), until) {
            waking.started(tick);
        }
        Poll::Pending
    }
}
