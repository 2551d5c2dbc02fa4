//! Timers on the operating system's clock beside tokio's: `cargo bench -p carillon-driver --features future,shards`.
//!
//! For each number of timers: the time of a start, a restart and a stop in nanoseconds, each the mean over all timers,
//! and the bytes that a start leaves allocated. Then how late 2,000 timers of 1 to 1,000 ms are, in microseconds, while
//! nothing else runs in the process. Both sides take turns in one process; the table has the least of three rounds.
//!
//! Arguments after `--`: numbers of timers (10000, 100000 and 1000000 unless given). Without `--bench` the run is short
//! and only shows that the program works.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};
use std::time::{Duration, Instant};

use carillon_driver::future as ours;
use carillon_driver::shards::{Shard, ShardHandle, Shards};
use fastrand::Rng;
use tokio::runtime::{Builder, Runtime};
use tokio_util::time::delay_queue::{DelayQueue, Key};

/// What is measured: some timers, each known by its place.
trait Timers {
    fn start(&mut self, delay: Duration);
    fn restart(&mut self, place: usize, delay: Duration);
    fn stop_all(&mut self);
}

struct OursInQueue(ours::DelayQueue<u32>, Vec<carillon_driver::queue::Handle>);

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

struct TokioInQueue(DelayQueue<u32>, Vec<Key>);

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

struct OursInShard(Shard<u32>, Vec<ShardHandle>);

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

struct OurSleeps(Vec<Pin<Box<ours::Sleep>>>);

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

struct TokioSleeps(Vec<Pin<Box<tokio::time::Sleep>>>);

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

/// Nanoseconds of a start, a restart and a stop, and bytes of a timer.
fn measure(timers: &mut dyn Timers, n: usize) -> [f64; 4] {
    let mut random = Rng::with_seed(1);
    let delays: Vec<_> = (0..2 * n)
        .map(|_| Duration::from_micros(random.u64(60_000_000..120_000_000)))
        .collect();
    let mut places: Vec<_> = (0..n).collect();
    random.shuffle(&mut places);
    let each = |begin: Instant| begin.elapsed().as_nanos() as f64 / n as f64;
    let mut start = 0.0;
    let allocated = allocation_counter::measure(|| {
        let begin = Instant::now();
        delays[..n].iter().for_each(|&delay| timers.start(delay));
        start = each(begin);
    });
    let bytes = allocated.bytes_current as f64 / n as f64;
    let begin = Instant::now();
    for (&place, &delay) in places.iter().zip(&delays[n..]) {
        timers.restart(place, delay);
    }
    let restart = each(begin);
    let begin = Instant::now();
    timers.stop_all();
    [start, restart, each(begin), bytes]
}

/// Who takes part: a name, and fresh timers.
type Contestant<'a> = (&'static str, Box<dyn FnMut() -> Box<dyn Timers> + 'a>);

fn contestants(shards: &Shards) -> Vec<Contestant<'_>> {
    let mut number = 0;
    vec![
        (
            "ours: a queue of delays",
            Box::new(|| Box::new(OursInQueue(ours::DelayQueue::new(), Vec::new()))),
        ),
        (
            "tokio-util: DelayQueue",
            Box::new(|| Box::new(TokioInQueue(DelayQueue::new(), Vec::new()))),
        ),
        (
            "ours: a shard",
            Box::new(move || {
                number += 1;
                let shard = shards.own(number - 1).expect("a shard for each round");
                Box::new(OursInShard(shard, Vec::new()))
            }),
        ),
        (
            "ours: sleeps, boxed",
            Box::new(|| Box::new(OurSleeps(Vec::new()))),
        ),
        (
            "tokio: sleeps, boxed",
            Box::new(|| Box::new(TokioSleeps(Vec::new()))),
        ),
    ]
}

/// Microseconds after its time at which each of many sleeps is over, sorted.
fn lateness<S: Future + 'static>(
    runtime: &Runtime,
    count: u64,
    sleep: fn(Duration) -> S,
) -> Vec<u128> {
    let mut random = Rng::with_seed(2);
    let local = tokio::task::LocalSet::new();
    local.block_on(runtime, async {
        let tasks: Vec<_> = (0..count)
            .map(|_| {
                let delay = Duration::from_micros(random.u64(1_000..1_000_000));
                let due = Instant::now() + delay;
                tokio::task::spawn_local(async move {
                    sleep(delay).await;
                    due.elapsed().as_micros()
                })
            })
            .collect();
        let mut late = Vec::new();
        for task in tasks {
            late.push(task.await.expect("no task panics"));
        }
        late.sort_unstable();
        late
    })
}

/// Measures and prints: rounds with each of these numbers of timers, and how late so many sleeps are.
pub fn run(numbers: &[usize], rounds: u32, sleeps: u64) {
    let runtime = Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    let entered = runtime.enter();
    // Threads that are ready or wait for a disk, of the last minute: the figures are for this load.
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().filter(|load| !load.is_empty());
    println!("load {}", load.unwrap_or("unknown"));
    println!(
        "{:<26} {:>9} {:>8} {:>8} {:>8} {:>8}",
        "ns each", "timers", "start", "restart", "stop", "bytes"
    );
    for &n in numbers {
        let shards = Shards::new(rounds, Duration::from_micros(100));
        for (name, mut make) in contestants(&shards) {
            let mut least = [f64::MAX; 4];
            for _ in 0..rounds {
                let found = measure(&mut *make(), n);
                for (least, found) in least.iter_mut().zip(found) {
                    *least = least.min(found);
                }
            }
            let [start, restart, stop, bytes] = least;
            println!("{name:<26} {n:>9} {start:>8.0} {restart:>8.0} {stop:>8.0} {bytes:>8.0}");
        }
    }
    drop(entered);
    println!(
        "{:<26} {:>9} {:>8} {:>8} {:>8}",
        "µs late", "timers", "p50", "p99", "p99.9"
    );
    for (name, late) in [
        ("ours: sleep", lateness(&runtime, sleeps, ours::sleep)),
        (
            "tokio: sleep",
            lateness(&runtime, sleeps, tokio::time::sleep),
        ),
    ] {
        let at = |part: f64| late[((late.len() - 1) as f64 * part) as usize];
        println!(
            "{name:<26} {sleeps:>9} {:>8} {:>8} {:>8}",
            at(0.5),
            at(0.99),
            at(0.999)
        );
    }
}

fn main() {
    let numbers: Vec<usize> = std::env::args()
        .filter_map(|argument| argument.parse().ok())
        .collect();
    match std::env::args().any(|argument| argument == "--bench") {
        true if numbers.is_empty() => run(&[10_000, 100_000, 1_000_000], 3, 2_000),
        true => run(&numbers, 3, 2_000),
        false => run(&[100], 1, 20),
    }
}
