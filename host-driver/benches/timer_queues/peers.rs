//! The peers: crates of the registry, and the two collections of the standard library that people use for timers.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::time::{Duration, Instant};

use hierarchical_hash_wheel_timer::IdOnlyTimerEntry;
use hierarchical_hash_wheel_timer::wheels::Skip;
use hierarchical_hash_wheel_timer::wheels::cancellable::QuadWheelWithOverflow;

use crate::subject::Subject;

/// `BinaryHeap`; a stopped timer stays in it until it comes up, and is recognised by the count of its item's starts.
#[derive(Default)]
pub struct LazyHeap {
    heap: BinaryHeap<Reverse<(u64, u32, u32)>>,
    starts: Vec<u32>,
}

impl LazyHeap {
    fn drop_stopped(&mut self) {
        while let Some(&Reverse((_, item, start))) = self.heap.peek()
            && self.starts[item as usize] != start
        {
            self.heap.pop();
        }
    }
}

impl Subject for LazyHeap {
    type Handle = u32;

    fn start(&mut self, expiry: u64, item: u32) -> u32 {
        if self.starts.len() <= item as usize {
            self.starts.resize(item as usize + 1, 0);
        }
        let start = self.starts[item as usize];
        self.heap.push(Reverse((expiry, item, start)));
        item
    }

    fn stop(&mut self, item: u32) {
        self.starts[item as usize] = self.starts[item as usize].wrapping_add(1);
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        self.drop_stopped();
        while let Some(&Reverse((expiry, item, start))) = self.heap.peek()
            && expiry <= to
        {
            self.heap.pop();
            if self.starts[item as usize] == start {
                self.stop(item);
                expired.push(item);
            }
        }
    }

    fn next(&mut self) -> Option<u64> {
        self.drop_stopped();
        self.heap.peek().map(|first| first.0.0)
    }
}

/// `BTreeSet` of expiry and item.
#[derive(Default)]
pub struct Tree(BTreeSet<(u64, u32)>);

impl Subject for Tree {
    type Handle = (u64, u32);

    fn start(&mut self, expiry: u64, item: u32) -> (u64, u32) {
        self.0.insert((expiry, item));
        (expiry, item)
    }

    fn stop(&mut self, handle: (u64, u32)) {
        self.0.remove(&handle);
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        while let Some(&first) = self.0.first()
            && first.0 <= to
        {
            self.0.pop_first();
            expired.push(first.1);
        }
    }

    fn next(&mut self) -> Option<u64> {
        self.0.first().map(|first| first.0)
    }
}

/// The crate `timer-queue`.
#[derive(Default)]
pub struct TimerQueueCrate(timer_queue::TimerQueue<u32>);

impl Subject for TimerQueueCrate {
    type Handle = timer_queue::Timer;

    fn start(&mut self, expiry: u64, item: u32) -> timer_queue::Timer {
        self.0.insert(expiry, item)
    }

    fn stop(&mut self, handle: timer_queue::Timer) {
        self.0.remove(handle);
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        while let Some(item) = self.0.poll(to) {
            expired.push(item);
        }
    }

    fn next(&mut self) -> Option<u64> {
        self.0.next_timeout()
    }
}

/// The crate `nexus-timer`, with ticks of a microsecond and levels for 2^34 of them. Its handles must be used up, so they are kept here
/// by item.
pub struct Nexus {
    wheel: nexus_timer::Wheel<u32>,
    handles: Vec<Option<nexus_timer::TimerHandle<u32>>>,
    epoch: Instant,
    now: u64,
}

impl Default for Nexus {
    fn default() -> Self {
        let epoch = Instant::now();
        let builder = nexus_timer::WheelBuilder::default().tick_duration(Duration::from_micros(1));
        Self {
            wheel: builder
                .clk_shift(4)
                .num_levels(8)
                .unbounded(4_096)
                .build(epoch)
                .expect("valid"),
            handles: Vec::new(),
            epoch,
            now: 0,
        }
    }
}

impl Nexus {
    fn at(&self, tick: u64) -> Instant {
        self.epoch + Duration::from_micros(tick)
    }
}

impl Subject for Nexus {
    type Handle = u32;

    fn start(&mut self, expiry: u64, item: u32) -> u32 {
        let deadline = self.at(expiry);
        let handle = self.wheel.schedule(deadline, item);
        if self.handles.len() <= item as usize {
            self.handles.resize_with(item as usize + 1, || None);
        }
        self.handles[item as usize] = Some(handle);
        item
    }

    fn stop(&mut self, item: u32) {
        if let Some(handle) = self.handles[item as usize].take() {
            self.wheel.cancel(handle);
        }
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        self.now = to;
        let now = self.at(to);
        self.wheel.poll_and_rebalance(now, expired);
        for &item in expired.iter() {
            if let Some(handle) = self.handles[item as usize].take() {
                self.wheel.free(handle);
            }
        }
    }

    fn next(&mut self) -> Option<u64> {
        let deadline = self.wheel.next_deadline()?;
        let tick = deadline.saturating_duration_since(self.epoch).as_micros() as u64;
        Some(tick.max(self.now + 1))
    }
}

/// The crate `hierarchical_hash_wheel_timer`: four wheels of 256 and an overflow, ticks of a millisecond, items hashed.
#[derive(Default)]
pub struct HashWheel {
    wheel: QuadWheelWithOverflow<IdOnlyTimerEntry<u32>>,
    now: u64,
    outstanding: u64,
}

impl Subject for HashWheel {
    type Handle = u32;

    fn start(&mut self, expiry: u64, item: u32) -> u32 {
        let delay = Duration::from_millis(expiry - self.now);
        self.wheel
            .insert(IdOnlyTimerEntry::new(item, delay))
            .expect("after now");
        self.outstanding += 1;
        item
    }

    fn stop(&mut self, item: u32) {
        self.wheel.cancel(&item).expect("outstanding");
        self.outstanding -= 1;
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        while self.now < to {
            let left = to - self.now;
            let skip = match self.wheel.can_skip() {
                Skip::Empty => left,
                Skip::Millis(ticks) => u64::from(ticks).min(left),
                Skip::None => 0,
            };
            if skip > 0 {
                let skip = skip.min(u64::from(u32::MAX));
                self.wheel.skip(skip as u32);
                self.now += skip;
                continue;
            }
            self.now += 1;
            for entry in self.wheel.tick() {
                expired.push(entry.id);
                self.outstanding -= 1;
            }
        }
    }

    fn next(&mut self) -> Option<u64> {
        if self.outstanding == 0 {
            return None;
        }
        Some(match self.wheel.can_skip() {
            Skip::Millis(ticks) => self.now + u64::from(ticks),
            Skip::Empty | Skip::None => self.now + 1,
        })
    }
}
