//! Tasks that sleep on a [`PinnedWheel`]: a task's timer lies in the task.

use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};

use pin_project_lite::pin_project;

use super::slots::PinnedSlots;
use super::{PinnedTimer, PinnedWheel};
use crate::StartError;

pin_project! {
    /// A future that is ready once the wheel has come to its tick. It starts its timer when it is first polled, and
    /// stops it when it is dropped. A ready one stays ready.
    ///
    /// See [`PinnedWheel::sleep`].
    #[must_use = "nobody sleeps until this is awaited"]
    pub struct Sleep<'wheel, Sectors>
    where
        Sectors: PinnedSlots<Waker>,
    {
        until: u64,
        #[pin]
        timer: PinnedTimer<'wheel, Waker, Sectors>,
    }
}

impl<Sectors: PinnedSlots<Waker>> Sleep<'_, Sectors> {
    /// The tick slept to.
    pub const fn until(&self) -> u64 {
        self.until
    }
}

impl<Sectors: PinnedSlots<Waker>> Future for Sleep<'_, Sectors> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let this = self.project();
        if this.timer.wheel().now() >= *this.until {
            this.timer.stop();
            return Poll::Ready(());
        }
        let until = *this.until;
        this.timer.wake(context.waker(), || until);
        Poll::Pending
    }
}

impl<Sectors: PinnedSlots<Waker>> fmt::Debug for Sleep<'_, Sectors> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sleep").field("until", &self.until).finish_non_exhaustive()
    }
}

impl<Sectors: PinnedSlots<Waker>> PinnedWheel<Waker, Sectors> {
    /// Sleeps for so many ticks from now.
    ///
    /// ```
    /// use carillon_queues::StartError;
    /// use carillon_queues::pinned::{PinnedSector, PinnedWheel};
    /// use core::pin::pin;
    /// use core::task::{Context, Poll, Waker};
    ///
    /// let wheel = PinnedWheel::new([const { PinnedSector::VACANT }; 4])?;
    /// let mut task = pin!(async {
    ///     wheel.sleep(5)?.await;
    ///     wheel.sleep_until(1_000).await;
    ///     Ok::<u64, carillon_queues::StartError>(wheel.now())
    /// });
    /// // An executor polls a task that has been woken; this one has nothing else to do.
    /// let mut context = Context::from_waker(Waker::noop());
    /// let mut woken = 0;
    /// while task.as_mut().poll(&mut context).is_pending() {
    ///     wheel.advance(wheel.next_expiry().ok_or("everybody sleeps for ever")?);
    ///     woken += wheel.wake_expired();
    /// }
    /// assert_eq!((wheel.now(), woken), (1_000, 2));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`StartError::BeyondTheEndOfTime`]: the time would not fit 64 bits.
    pub fn sleep(&self, interval: u64) -> Result<Sleep<'_, Sectors>, StartError> {
        Ok(self.sleep_until(self.after(interval)?))
    }

    /// Sleeps until the wheel has come to this tick; not at all if it has.
    pub const fn sleep_until(&self, tick: u64) -> Sleep<'_, Sectors> {
        Sleep { until: tick, timer: PinnedTimer::new(self) }
    }

    /// Wakes every task whose tick has come, in the order of [`next_expired`](Self::next_expired), and says how many
    /// they were: at most as many as wait now, so that it ends even if each that is woken sleeps again at once.
    pub fn wake_expired(&self) -> usize {
        self.due().map(|expired| expired.item.wake()).count()
    }
}
