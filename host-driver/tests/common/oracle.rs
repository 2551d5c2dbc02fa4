//! What a timer queue must do, said with a sorted map: slow, obvious, and checked against after every step.

use std::collections::{BTreeMap, VecDeque};

use carillon_driver::queue::{Entry, Handle, List, Scheme6, StartError, StopError, TimerQueue};

/// One step of a test.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// Starts a timer of so many ticks.
    Start(u64),
    /// Stops the timer at this place (modulo how many were ever started), whether it is still there or not.
    Stop(usize),
    /// Advances by so many ticks.
    Advance(u64),
    /// Pops up to so many timers.
    Pop(usize),
}

/// A Scheme 6 queue beside its oracle. Items are numbers in the order of starting.
pub struct Pair {
    queue: Scheme6<usize, Vec<List>, Vec<Entry<usize>>>,
    capacity: usize,
    now: u64,
    waiting: BTreeMap<(u64, usize), ()>,
    due: VecDeque<(u64, usize)>,
    handles: Vec<(Handle, usize, u64)>,
    started: usize,
}

impl Pair {
    pub fn new(slots: usize, capacity: usize) -> Self {
        let entries = (0..capacity).map(|_| Entry::VACANT).collect();
        Self {
            queue: Scheme6::new(vec![List::EMPTY; slots], entries).expect("at least two slots"),
            capacity,
            now: 0,
            waiting: BTreeMap::new(),
            due: VecDeque::new(),
            handles: Vec::new(),
            started: 0,
        }
    }

    /// Takes one step with both and compares all that can be seen.
    pub fn step(&mut self, step: Step) {
        match step {
            Step::Start(interval) => self.start(interval),
            Step::Stop(choice) => self.stop(choice),
            Step::Advance(ticks) => self.advance(ticks),
            Step::Pop(count) => {
                for _ in 0..count {
                    self.pop();
                }
            }
        }
        self.queue.check_invariants().expect("invariants");
        assert_eq!(self.queue.outstanding() as usize, self.outstanding());
        assert_eq!(self.queue.now(), self.now);
    }

    /// Lets everything run out and compares.
    pub fn finish(&mut self) {
        self.step(Step::Advance(u64::MAX));
        self.step(Step::Pop(self.outstanding() + 1));
        assert_eq!(self.outstanding(), 0);
    }

    fn outstanding(&self) -> usize {
        self.waiting.len() + self.due.len()
    }

    fn start(&mut self, interval: u64) {
        let full = self.outstanding() == self.capacity;
        match self.queue.start(interval, self.started) {
            Ok(handle) => {
                assert!(!full, "a full slab took another timer");
                let expiry = self.now + interval;
                assert_eq!(self.queue.expiry(handle), Some(expiry));
                if interval == 0 {
                    self.due.push_back((expiry, self.started));
                } else {
                    self.waiting.insert((expiry, self.started), ());
                }
                self.handles.push((handle, self.started, expiry));
                self.started += 1;
            }
            Err(StartError::SlabFull { capacity }) => {
                assert!(full && capacity as usize == self.capacity)
            }
            Err(StartError::BeyondTheEndOfTime) => {
                assert!(self.now.checked_add(interval).is_none())
            }
            Err(error) => panic!("start of {interval} refused: {error}"),
        }
    }

    fn stop(&mut self, choice: usize) {
        if self.handles.is_empty() {
            return;
        }
        let (handle, item, expiry) = self.handles[choice % self.handles.len()];
        let waited = self.waiting.remove(&(expiry, item)).is_some();
        let was_due = self
            .due
            .iter()
            .position(|&(_, due)| due == item)
            .map(|place| self.due.remove(place))
            .is_some();
        let expected = if waited || was_due {
            Ok(item)
        } else {
            Err(StopError::StaleHandle)
        };
        assert_eq!(self.queue.stop(handle), expected);
    }

    fn advance(&mut self, ticks: u64) {
        self.now = self.now.saturating_add(ticks);
        self.queue.advance(self.now).expect("not back in time");
        while let Some(first) = self
            .waiting
            .first_entry()
            .filter(|first| first.key().0 <= self.now)
        {
            self.due.push_back(first.remove_entry().0);
        }
    }

    fn pop(&mut self) {
        let popped = self.queue.next_expired();
        let expected = self.due.pop_front();
        assert_eq!(popped.map(|expired| (expired.due, expired.item)), expected);
        if let Some(expired) = popped {
            assert_eq!(
                expired.reported, expired.due,
                "reported at its own tick, however far the jump"
            );
            assert_eq!(self.queue.stop(expired.handle), Err(StopError::StaleHandle));
        }
    }
}
