//! What a lock for each slot is worth (Appendix B of the paper): nanoseconds an operation on 1, 2 and 4 threads,
//! against the same scheme behind one lock.
//!
//!     cargo run --release --example shared_speed
//!
//! Each thread has its own timers outstanding; an operation restarts one of them at random. The first thread also
//! lets time pass.

use std::sync::Mutex;
use std::time::Instant;

use carillon_queues::memory::Bounded;
use carillon_queues::shared::{SharedEntry, SharedSlot, SharedTimers};
use carillon_queues::{Handle, HashedWheel, TimerQueue, Timers};

const SLOTS: usize = 1 << 14;
const TIMERS: usize = 1 << 14;
const OPERATIONS: u64 = 500_000;
/// The longest interval, in ticks.
const LONGEST: u64 = 100_000;
/// The first thread advances by a tick after so many of its operations.
const OPERATIONS_A_TICK: u64 = 64;

type Big = Mutex<Timers<HashedWheel, u64, Bounded<u64>>>;
type Shared = SharedTimers<Vec<SharedSlot>, Vec<SharedEntry>, ()>;

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

/// A queue that threads share, whichever way.
trait Queue: Sync {
    type Handle: Copy;
    fn start(&self, interval: u64) -> Self::Handle;
    /// False if the timer has run out.
    fn restart(&self, handle: Self::Handle, interval: u64) -> bool;
    fn advance(&self, ticks: u64);
}

impl Queue for Big {
    type Handle = Handle;

    fn start(&self, interval: u64) -> Handle {
        let mut queue = self.lock().expect("no panic");
        queue.start(interval, 0).expect("room")
    }

    fn restart(&self, handle: Handle, interval: u64) -> bool {
        let mut queue = self.lock().expect("no panic");
        queue.restart(handle, interval).is_ok()
    }

    fn advance(&self, ticks: u64) {
        let mut queue = self.lock().expect("no panic");
        let next = queue.now() + ticks;
        queue.advance(next);
        while queue.next_expired().is_some() {}
    }
}

impl Queue for Shared {
    type Handle = Handle;

    fn start(&self, interval: u64) -> Handle {
        SharedTimers::start(self, interval, 0).expect("room")
    }

    fn restart(&self, handle: Handle, interval: u64) -> bool {
        SharedTimers::restart(self, handle, interval).is_ok()
    }

    fn advance(&self, ticks: u64) {
        assert!(SharedTimers::advance(self, self.now() + ticks));
        while self.next_expired().is_some() {}
    }
}

fn big() -> Big {
    let wheel = HashedWheel::new(SLOTS as u32);
    Mutex::new(Timers::bounded(wheel, TIMERS).expect("a queue"))
}

fn shared() -> Shared {
    let slots = (0..SLOTS).map(|_| SharedSlot::empty()).collect();
    let entries = (0..TIMERS).map(|_| SharedEntry::vacant()).collect();
    SharedTimers::new(slots, entries, ()).expect("a queue")
}

/// Some timers of one thread, all started.
fn own<Q: Queue>(queue: &Q, threads: u64, random: &mut fastrand::Rng) -> Vec<Q::Handle> {
    let number = TIMERS as u64 / threads;
    (0..number).map(|_| queue.start(1 + random.u64(0..LONGEST))).collect()
}

/// Restarts one of the timers, or starts it if it has run out.
fn operate<Q: Queue>(queue: &Q, handles: &mut [Q::Handle], random: &mut fastrand::Rng) {
    let chosen = random.usize(0..handles.len());
    let interval = 1 + random.u64(0..LONGEST);
    if !queue.restart(handles[chosen], interval) {
        handles[chosen] = queue.start(interval);
    }
}

/// Nanoseconds an operation of all threads together.
fn throughput<Q: Queue>(queue: &Q, threads: u64) -> f64 {
    measure(threads, |thread| {
        let mut random = fastrand::Rng::with_seed(thread);
        let mut handles = own(queue, threads, &mut random);
        for operation in 0..OPERATIONS {
            operate(queue, &mut handles, &mut random);
            if thread == 0 && operation % OPERATIONS_A_TICK == 0 {
                queue.advance(1);
            }
        }
    })
}

fn main() {
    println!("threads   one lock   a lock a slot   (ns an operation of all threads, medians of 5)");
    for threads in [1, 2, 4] {
        let median = |run: &dyn Fn() -> f64| {
            let mut runs: Vec<_> = (0..5).map(|_| run()).collect();
            runs.sort_by(f64::total_cmp);
            runs[2]
        };
        let one = median(&|| throughput(&big(), threads));
        let many = median(&|| throughput(&shared(), threads));
        println!("{threads:>7} {one:>10.1} {many:>15.1}");
    }
}
