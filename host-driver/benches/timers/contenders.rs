//! Our timers and tokio's behind one trait.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};
use std::time::{Duration, Instant};

use carillon_driver::future as ours;
use carillon_driver::shards::{Shard, ShardHandle};
use tokio_util::time::delay_queue::{DelayQueue, Key};

/// What is measured: some timers, each known by its place.
pub trait Timers {
    fn start(&mut self, delay: Duration);
    fn restart(&mut self, place: usize, delay: Duration);
    fn stop_all(&mut self);
}

pub struct OursInQueue(pub ours::DelayQueue<u32>, pub Vec<carillon_driver::queue::Handle>);

impl Timers for OursInQueue {
    fn start(&mut self, delay: Duration) {
        let handle = self.0.insert(0, delay);
        self.1.push(handle);
    }

    fn restart(&mut self, place: usize, delay: Duration) {
        assert!(self.0.reset(self.1[place], delay));
    }

    fn stop_all(&mut self) {
        for handle in self.1.drain(..) {
            assert!(self.0.remove(handle).is_some());
        }
    }
}

pub struct TokioInQueue(pub DelayQueue<u32>, pub Vec<Key>);

impl Timers for TokioInQueue {
    fn start(&mut self, delay: Duration) {
        let key = self.0.insert(0, delay);
        self.1.push(key);
    }

    fn restart(&mut self, place: usize, delay: Duration) {
        self.0.reset(&self.1[place], delay);
    }

    fn stop_all(&mut self) {
        for key in self.1.drain(..) {
            self.0.remove(&key);
        }
    }
}

pub struct OursInShard(pub Shard<u32>, pub Vec<ShardHandle>);

impl Timers for OursInShard {
    fn start(&mut self, delay: Duration) {
        let handle = self.0.start(delay, 0);
        self.1.push(handle);
    }

    fn restart(&mut self, place: usize, delay: Duration) {
        assert!(self.0.restart(self.1[place], delay));
    }

    fn stop_all(&mut self) {
        for handle in self.1.drain(..) {
            assert!(self.0.stop(handle).is_some());
        }
    }
}

fn poll(future: Pin<&mut impl Future>) {
    let mut context = Context::from_waker(Waker::noop());
    assert!(future.poll(&mut context).is_pending());
}

pub struct OurSleeps(pub Vec<Pin<Box<ours::Sleep>>>);

impl Timers for OurSleeps {
    fn start(&mut self, delay: Duration) {
        let mut sleep = Box::pin(ours::sleep(delay));
        poll(sleep.as_mut());
        self.0.push(sleep);
    }

    fn restart(&mut self, place: usize, delay: Duration) {
        let mut sleep = self.0[place].as_mut();
        sleep.as_mut().reset(Instant::now() + delay);
        poll(sleep);
    }

    fn stop_all(&mut self) {
        self.0.clear();
    }
}

pub struct TokioSleeps(pub Vec<Pin<Box<tokio::time::Sleep>>>);

impl Timers for TokioSleeps {
    fn start(&mut self, delay: Duration) {
        let mut sleep = Box::pin(tokio::time::sleep(delay));
        poll(sleep.as_mut());
        self.0.push(sleep);
    }

    fn restart(&mut self, place: usize, delay: Duration) {
        let mut sleep = self.0[place].as_mut();
        sleep.as_mut().reset(tokio::time::Instant::now() + delay);
        poll(sleep);
    }

    fn stop_all(&mut self) {
        self.0.clear();
    }
}
