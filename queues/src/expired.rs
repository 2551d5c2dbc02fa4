//! What has run out, as an iterator.

use super::{Expired, TimerQueue};

/// The timers that have run out, one by one; see [`TimerQueue::expired`].
#[derive(Debug)]
pub struct ExpiredTimers<'queue, Q> {
    queue: &'queue mut Q,
}

impl<'queue, Q> ExpiredTimers<'queue, Q> {
    pub(super) const fn new(queue: &'queue mut Q) -> Self {
        Self { queue }
    }
}

impl<Q: TimerQueue> Iterator for ExpiredTimers<'_, Q> {
    type Item = Expired<Q::Item>;

    fn next(&mut self) -> Option<Self::Item> {
        self.queue.next_expired()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, usize::try_from(self.queue.outstanding()).ok())
    }
}
