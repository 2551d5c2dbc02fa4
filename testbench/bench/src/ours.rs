//! Ours: every queue of `carillon_queues` behind one adapter.

use carillon_queues::chip::Structure;
use carillon_queues::memory::Bounded;
use carillon_queues::memory::Record;
use carillon_queues::{Handle, NumberedQueue, NumberedTimers, TimerQueue, Timers};

use super::Contender;

/// A queue of ours, and the handle of each timer. If `RESTARTS`, a timer that is started again is restarted.
#[derive(Debug)]
pub struct Ours<Q, const RESTARTS: bool = false> {
    queue: Q,
    handles: Vec<Handle>,
}

impl<S: Structure, const RESTARTS: bool> Ours<Timers<S, u32, Bounded<u32>>, RESTARTS> {
    /// Over `structure`, for `capacity` timers.
    ///
    /// # Panics
    /// Where the structure's memory does not do.
    pub fn new(structure: S, capacity: usize) -> Self {
        let mut queue = Timers::bounded(structure, capacity).expect("a queue");
        // There are no handles but those of timers; the first one stands where none has been started yet.
        let handle = queue.start(1, 0).expect("room for one timer");
        queue.stop(handle);
        Self { queue, handles: vec![handle; capacity] }
    }
}

impl<Q: TimerQueue<Item = u32>, const RESTARTS: bool> Contender for Ours<Q, RESTARTS> {
    #[inline]
    fn start(&mut self, number: u32, expiry: u64) {
        if let Ok(handle) = self.queue.start_at(expiry, number) {
            self.handles[number as usize] = handle;
        }
    }

    #[inline]
    fn stop(&mut self, number: u32) {
        self.queue.stop(self.handles[number as usize]);
    }

    #[inline]
    fn restart(&mut self, number: u32, expiry: u64) {
        if RESTARTS {
            let _ = self.queue.restart_at(self.handles[number as usize], expiry);
        } else {
            self.stop(number);
            self.start(number, expiry);
        }
    }

    #[inline]
    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        expired.extend(self.queue.advance(to).map(|timer| timer.item));
    }

    #[inline]
    fn next_expiry(&mut self) -> Option<u64> {
        self.queue.next_expiry()
    }
}

/// A structure of ours whose timers the caller numbers: without handles. If `RESTARTS`, a timer that is started again
/// is not stopped before.
#[derive(Debug)]
pub struct OursNumbered<S: Structure, const RESTARTS: bool = false> {
    queue: NumberedTimers<S, Vec<Record>>,
}

impl<S: Structure, const RESTARTS: bool> OursNumbered<S, RESTARTS> {
    /// Over `structure`, for `capacity` timers.
    ///
    /// # Panics
    /// Where the structure's memory does not do.
    pub fn new(structure: S, capacity: usize) -> Self {
        Self { queue: NumberedTimers::bounded(structure, capacity).expect("a queue") }
    }
}

impl<S: Structure, const RESTARTS: bool> Contender for OursNumbered<S, RESTARTS> {
    #[inline]
    fn start(&mut self, number: u32, expiry: u64) {
        let _ = self.queue.start_at(number, expiry);
    }

    #[inline]
    fn stop(&mut self, number: u32) {
        self.queue.stop(number);
    }

    #[inline]
    fn restart(&mut self, number: u32, expiry: u64) {
        if !RESTARTS {
            self.stop(number);
        }
        self.start(number, expiry);
    }

    #[inline]
    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        expired.extend(self.queue.advance(to).map(|timer| timer.number));
    }

    #[inline]
    fn next_expiry(&mut self) -> Option<u64> {
        self.queue.next_expiry()
    }
}

/// Numbers again, where a timer that is stopped and started again is only started, and such starts are gathered into
/// batches of up to `most`.
#[derive(Debug)]
pub struct OursInBatches<S: Structure> {
    queue: NumberedTimers<S, Vec<Record>>,
    batch: Vec<(u32, u64)>,
    most: usize,
    /// To be stopped, unless it is started again at once.
    stopped: Option<u32>,
}

impl<S: Structure> OursInBatches<S> {
    /// Over `structure`, for `capacity` timers.
    ///
    /// # Panics
    /// Where the structure's memory does not do.
    pub fn new(structure: S, capacity: usize, most: usize) -> Self {
        Self {
            queue: NumberedTimers::bounded(structure, capacity).expect("a queue"),
            batch: Vec::with_capacity(most),
            most,
            stopped: None,
        }
    }

    /// Does all that has been asked for.
    fn catch_up(&mut self) {
        let _ = self.queue.start_batch(&self.batch);
        self.batch.clear();
        if let Some(number) = self.stopped.take() {
            self.queue.stop(number);
        }
    }
}

impl<S: Structure> Contender for OursInBatches<S> {
    #[inline]
    fn start(&mut self, number: u32, expiry: u64) {
        if self.stopped != Some(number) {
            self.catch_up();
        }
        self.stopped = None;
        self.batch.push((number, expiry));
        if self.batch.len() >= self.most {
            self.catch_up();
        }
    }

    #[inline]
    fn stop(&mut self, number: u32) {
        if self.stopped.is_some() {
            self.catch_up();
        }
        self.stopped = Some(number);
    }

    #[inline]
    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        self.catch_up();
        expired.extend(self.queue.advance(to).map(|timer| timer.number));
    }

    #[inline]
    fn next_expiry(&mut self) -> Option<u64> {
        self.catch_up();
        self.queue.next_expiry()
    }
}
