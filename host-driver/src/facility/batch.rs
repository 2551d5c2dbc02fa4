//! What one service hands out: the timers that were due when it began.
//!
//! Without that, a handler that starts timers which are due already would keep its service from ever coming to an end.
//! A queue hands out what becomes due later after what is due already, so one handle is enough: that of the last timer
//! of the batch. If the batch loses it, the one before takes its place. A queue that does not tell its last timer hands
//! out at most as many as were outstanding.

use crate::queue::{Expired, Handle, TimerQueue};

/// The timers that are still to be handed out by a service.
#[derive(Debug, Clone, Copy)]
pub(super) struct Batch {
    /// The last of them; `None` if the queue does not tell.
    last: Option<Handle>,
    /// At most so many are left.
    most: u32,
}

impl Batch {
    /// No timer.
    pub(super) const fn nothing() -> Self {
        Self { last: None, most: 0 }
    }

    /// All timers that are due now. Constant time.
    #[inline(always)]
    pub(super) fn due(queue: &impl TimerQueue) -> Self {
        Self { last: queue.last_due(None), most: queue.outstanding() }
    }

    /// The next timer, of the queue from which the batch was made. Constant time.
    #[inline(always)]
    pub(super) fn next<Q: TimerQueue>(&mut self, queue: &mut Q) -> Option<Expired<Q::Item>> {
        let left = self.most.checked_sub(1)?;
        let expired = queue.next_expired();
        let goes_on = expired.as_ref().is_some_and(|expired| Some(expired.handle) != self.last);
        self.most = if goes_on { left } else { 0 };
        expired
    }

    /// This timer is about to be stopped, or to be restarted. Constant time.
    #[inline(always)]
    pub(super) fn take_out(&mut self, queue: &impl TimerQueue, handle: Handle) {
        if self.last == Some(handle) && self.most > 0 {
            self.last = queue.last_due(Some(handle));
            self.most = if self.last.is_some() { self.most } else { 0 };
        }
    }

    /// This timer was started. In a queue whose timers have numbers it may have been the last one, which is no longer
    /// known then: what is left comes with the next batch.
    #[inline(always)]
    pub(super) fn started(&mut self, handle: Handle) {
        if self.last == Some(handle) {
            self.most = 0;
        }
    }
}
