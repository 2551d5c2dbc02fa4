//! Ours: every queue of `carillon_driver::queue` behind one adapter.

use carillon_driver::queue::chip::Structure;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::memory::Record;
use carillon_driver::queue::{Handle, NumberedQueue, NumberedTimers, TimerQueue, Timers};

use super::Contender;

/// A queue of ours, and the handle of each timer.
#[derive(Debug)]
pub struct Ours<Q> {
    queue: Q,
    handles: Vec<Handle>,
}

impl<S: Structure> Ours<Timers<S, u32, Bounded<u32>>> {
    /// Over `structure`, for `capacity` timers.
    ///
    /// # Panics
    /// Where the structure's memory does not do.
    pub fn new(structure: S, capacity: usize) -> Self {
        let mut queue = Timers::bounded(structure, capacity).expect("a queue");
        // There are no handles but those of timers; the first one stands where none has been started yet.
        let handle = queue.start(1, 0).expect("room for one timer");
        queue.stop(handle);
        Self {
            queue,
            handles: vec![handle; capacity],
        }
    }
}

impl<Q: TimerQueue<Item = u32>> Contender for Ours<Q> {
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
    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        expired.extend(self.queue.advance(to).map(|timer| timer.item));
    }

    #[inline]
    fn next_expiry(&mut self) -> Option<u64> {
        self.queue.next_expiry()
    }
}

/// A structure of ours whose timers the caller numbers: without handles.
#[derive(Debug)]
pub struct OursNumbered<S> {
    queue: NumberedTimers<S, Vec<Record>>,
}

impl<S: Structure> OursNumbered<S> {
    /// Over `structure`, for `capacity` timers.
    ///
    /// # Panics
    /// Where the structure's memory does not do.
    pub fn new(structure: S, capacity: usize) -> Self {
        Self {
            queue: NumberedTimers::bounded(structure, capacity).expect("a queue"),
        }
    }
}

impl<S: Structure> Contender for OursNumbered<S> {
    #[inline]
    fn start(&mut self, number: u32, expiry: u64) {
        let _ = self.queue.start_at(number, expiry);
    }

    #[inline]
    fn stop(&mut self, number: u32) {
        self.queue.stop(number);
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

/// Numbers again, where a timer that is stopped and started again is only started.
#[derive(Debug)]
pub struct OursRestarted<S> {
    queue: NumberedTimers<S, Vec<Record>>,
    /// To be stopped, unless it is started again at once.
    stopped: Option<u32>,
}

impl<S: Structure> OursRestarted<S> {
    /// Over `structure`, for `capacity` timers.
    ///
    /// # Panics
    /// Where the structure's memory does not do.
    pub fn new(structure: S, capacity: usize) -> Self {
        Self {
            queue: NumberedTimers::bounded(structure, capacity).expect("a queue"),
            stopped: None,
        }
    }

    /// Stops what is not started again.
    #[inline]
    fn catch_up(&mut self) {
        if let Some(number) = self.stopped.take() {
            self.queue.stop(number);
        }
    }
}

impl<S: Structure> Contender for OursRestarted<S> {
    #[inline]
    fn start(&mut self, number: u32, expiry: u64) {
        if self.stopped != Some(number) {
            self.catch_up();
        }
        self.stopped = None;
        let _ = self.queue.start_at(number, expiry);
    }

    #[inline]
    fn stop(&mut self, number: u32) {
        self.catch_up();
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

/// Numbers again, where a timer that is stopped and started again is only started, and such starts are gathered into
/// batches of up to `most`.
#[derive(Debug)]
pub struct OursInBatches<S> {
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
