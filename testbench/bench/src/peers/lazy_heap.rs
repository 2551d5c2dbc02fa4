//! The standard library's `BinaryHeap` with lazy deletion: a stopped timer stays in the heap until it comes to the top,
//! or until more are stopped than are not; then the heap is built anew.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::Contender;

/// A heap of (expiry, number, start), the earliest first, and of each timer the number of its last start.
#[derive(Debug)]
pub struct LazyHeap {
    heap: BinaryHeap<Reverse<(u64, u32, u32)>>,
    /// Odd while the timer is outstanding.
    starts: Vec<u32>,
    outstanding: usize,
}

impl LazyHeap {
    /// For `capacity` timers.
    pub fn new(capacity: usize) -> Self {
        Self { heap: BinaryHeap::with_capacity(2 * capacity + 64), starts: vec![0; capacity], outstanding: 0 }
    }

    fn drop_stopped(&mut self) {
        while let Some(&Reverse((_, number, start))) = self.heap.peek()
            && self.starts[number as usize] != start
        {
            self.heap.pop();
        }
    }
}

impl Contender for LazyHeap {
    fn start(&mut self, number: u32, expiry: u64) {
        let start = &mut self.starts[number as usize];
        *start = start.wrapping_add(1);
        self.heap.push(Reverse((expiry, number, *start)));
        self.outstanding += 1;
    }

    fn stop(&mut self, number: u32) {
        let start = &mut self.starts[number as usize];
        *start = start.wrapping_add(1);
        self.outstanding -= 1;
        if self.heap.len() > 2 * self.outstanding + 64 {
            let starts = &self.starts;
            self.heap.retain(|Reverse((_, number, start))| starts[*number as usize] == *start);
        }
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        while let Some(&Reverse((expiry, number, start))) = self.heap.peek()
            && expiry <= to
        {
            self.heap.pop();
            let last = &mut self.starts[number as usize];
            if *last == start {
                *last = last.wrapping_add(1);
                self.outstanding -= 1;
                expired.push(number);
            }
        }
    }

    fn next_expiry(&mut self) -> Option<u64> {
        self.drop_stopped();
        self.heap.peek().map(|Reverse((expiry, ..))| *expiry)
    }
}
