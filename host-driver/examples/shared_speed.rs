//! What a lock for each slot is worth (Appendix B of the paper): operations a second on 1, 2 and 4 threads, against the same scheme
//! behind one lock.
//!
//!     cargo run --release --example shared_speed
//!
//! Each thread has its own timers outstanding; an operation stops one of them at random and starts it again. The first thread also
//! lets time pass.

use std::sync::Mutex;
use std::time::Instant;

use carillon_driver::queue::{
    Entry, Handle, List, Scheme6, SharedEntry, SharedHandle, SharedSlot, SharedTimers, TimerQueue,
};

const SLOTS: usize = 1 << 14;
const TIMERS: usize = 1 << 14;
const OPERATIONS: u64 = 500_000;
/// The first thread advances by a tick after so many of its operations.
const OPERATIONS_A_TICK: u64 = 64;

type Big = Mutex<Scheme6<u64, Vec<List>, Vec<Entry<u64>>>>;
type Shared = SharedTimers<Vec<SharedSlot>, Vec<SharedEntry>, ()>;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % limit
    }
}

/// Nanoseconds an operation of all threads together; `work` is given the number of its thread.
fn measure(threads: u64, work: impl Fn(u64) + Sync) -> f64 {
    let begin = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let work = &work;
            scope.spawn(move || work(thread));
        }
    });
    begin.elapsed().as_nanos() as f64 / (threads * OPERATIONS) as f64
}

fn one_lock(threads: u64) -> f64 {
    let entries = (0..TIMERS).map(|_| Entry::VACANT).collect();
    let queue: Big = Mutex::new(Scheme6::new(vec![List::EMPTY; SLOTS], entries).expect("a queue"));
    let lock = || queue.lock().expect("no panic");
    measure(threads, |thread| {
        let mut random = Random(thread);
        let own = TIMERS / threads as usize;
        let mut handles: Vec<Option<Handle>> = vec![None; own];
        for operation in 0..OPERATIONS {
            let chosen = random.below(own as u64) as usize;
            let mut queue = lock();
            if let Some(handle) = handles[chosen].take() {
                queue.stop(handle).ok();
            }
            handles[chosen] = queue.start(1 + random.below(100_000), operation).ok();
            if thread == 0 && operation % OPERATIONS_A_TICK == 0 {
                let next = queue.now() + 1;
                queue.advance(next).expect("forwards");
                queue.expire(|_| ());
            }
        }
    })
}

fn lock_a_slot(threads: u64) -> f64 {
    let slots = (0..SLOTS).map(|_| SharedSlot::empty()).collect();
    let entries = (0..TIMERS).map(|_| SharedEntry::vacant()).collect();
    let queue: Shared = SharedTimers::new(slots, entries, ()).expect("a queue");
    measure(threads, |thread| {
        let mut random = Random(thread);
        let own = TIMERS / threads as usize;
        let mut handles: Vec<Option<SharedHandle>> = vec![None; own];
        for operation in 0..OPERATIONS {
            let chosen = random.below(own as u64) as usize;
            if let Some(handle) = handles[chosen].take() {
                queue.stop(handle).ok();
            }
            handles[chosen] = queue.start(1 + random.below(100_000), operation).ok();
            if thread == 0 && operation % OPERATIONS_A_TICK == 0 {
                queue.advance(queue.now() + 1).expect("forwards");
                while queue.next_expired().is_some() {}
            }
        }
    })
}

fn main() {
    println!("threads   one lock   a lock a slot   (ns an operation of all threads, medians of 5)");
    for threads in [1, 2, 4] {
        let median = |run: &dyn Fn(u64) -> f64| {
            let mut runs: Vec<_> = (0..5).map(|_| run(threads)).collect();
            runs.sort_by(f64::total_cmp);
            runs[2]
        };
        let (big, shared) = (median(&one_lock), median(&lock_a_slot));
        println!("{threads:>7} {big:>10.1} {shared:>15.1}");
    }
}
