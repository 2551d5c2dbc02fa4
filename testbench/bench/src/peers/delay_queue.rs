//! `tokio-util`'s `DelayQueue`: wheels of 64 slots. It cannot be had without tokio's clock, so that clock runs paused
//! here and is moved on by each advance; this costs a microsecond or so, which is told in the table's notes.

use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::Instant;
use tokio_util::time::DelayQueue;
use tokio_util::time::delay_queue::Key;

use crate::Contender;

/// Its queue on a runtime of its own. A tick is a millisecond.
#[derive(Debug)]
pub struct TokioDelayQueue {
    queue: DelayQueue<u32>,
    keys: Vec<Option<Key>>,
    start: Instant,
    now: u64,
    runtime: Runtime,
}

impl TokioDelayQueue {
    /// For `capacity` timers.
    ///
    /// # Panics
    /// Where tokio's runtime cannot be built.
    pub fn new(capacity: usize) -> Self {
        let runtime =
            Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime without threads");
        let guard = runtime.enter();
        let (queue, start) = (DelayQueue::with_capacity(capacity), Instant::now());
        drop(guard);
        Self { queue, keys: vec![None; capacity], start, now: 0, runtime }
    }
}

impl Contender for TokioDelayQueue {
    fn start(&mut self, number: u32, expiry: u64) {
        let _guard = self.runtime.enter();
        let deadline = self.start + Duration::from_millis(expiry);
        self.keys[number as usize] = Some(self.queue.insert_at(number, deadline));
    }

    fn stop(&mut self, number: u32) {
        let _guard = self.runtime.enter();
        if let Some(key) = self.keys[number as usize].take() {
            self.queue.remove(&key);
        }
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        let step = Duration::from_millis(to - self.now);
        self.now = to;
        self.runtime.block_on(tokio::time::advance(step));
        let _guard = self.runtime.enter();
        let mut context = Context::from_waker(Waker::noop());
        while let Poll::Ready(Some(item)) = self.queue.poll_expired(&mut context) {
            self.keys[*item.get_ref() as usize] = None;
            expired.push(item.into_inner());
        }
    }

    fn next_expiry(&mut self) -> Option<u64> {
        let key = self.queue.peek()?;
        let deadline = self.queue.deadline(&key).duration_since(self.start);
        Some((deadline.as_millis() as u64).max(self.now + 1))
    }
}
