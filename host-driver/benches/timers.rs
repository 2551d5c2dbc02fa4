//! Timers on the operating system's clock beside tokio's and libuv's:
//! `cargo bench -p carillon-driver --features future,shards`.
//!
//! For each number of timers: the time of a start, a restart and a stop in nanoseconds, each the mean over all timers,
//! and the bytes that a start leaves allocated. Then how late 2,000 timers of 1 to 1,000 ms are, in microseconds, while
//! nothing else runs in the process, and how many are early. All take turns in one process, libuv in one of its own;
//! the table has the least of three rounds. libuv (Debian's `libuv1-dev`) is left out, with a message, if it is
//! missing. Its timers are in one array, and it reads no clock for a start: it takes the time at which its loop last
//! woke.
//!
//! Arguments after `--`: numbers of timers (10000, 100000 and 1000000 unless given). Without `--bench` the run is short
//! and only shows that the program works.

use std::future::Future;
use std::time::{Duration, Instant};

use carillon_driver::future as ours;
use carillon_driver::shards::Shards;
use fastrand::Rng;
use tokio::runtime::{Builder, Runtime};
use tokio_util::time::delay_queue::DelayQueue;

#[path = "timers/contenders.rs"]
mod contenders;
#[path = "timers/libuv.rs"]
mod libuv;

use contenders::{OurSleeps, OursInQueue, OursInShard, Timers, TokioInQueue, TokioSleeps};
pub use libuv::Libuv;

/// What all do: each timer is started, then restarted in the order of the places.
pub struct Load {
    /// Those of the starts, then those of the restarts.
    delays: Vec<Duration>,
    places: Vec<usize>,
}

impl Load {
    fn new(n: usize) -> Self {
        let mut random = Rng::with_seed(1);
        let delays = (0..2 * n).map(|_| Duration::from_micros(random.u64(60_000_000..120_000_000))).collect();
        let mut places: Vec<_> = (0..n).collect();
        random.shuffle(&mut places);
        Self { delays, places }
    }
}

/// Nanoseconds of a start, a restart and a stop, and bytes of a timer.
fn measure(mut timers: impl Timers, load: &Load) -> [f64; 4] {
    let n = load.places.len();
    let each = |begin: Instant| begin.elapsed().as_nanos() as f64 / n as f64;
    let mut start = 0.0;
    let allocated = allocation_counter::measure(|| {
        let begin = Instant::now();
        load.delays[..n].iter().for_each(|&delay| timers.start(delay));
        start = each(begin);
    });
    let bytes = allocated.bytes_current as f64 / n as f64;
    let begin = Instant::now();
    for (&place, &delay) in load.places.iter().zip(&load.delays[n..]) {
        timers.restart(place, delay);
    }
    let restart = each(begin);
    let begin = Instant::now();
    timers.stop_all();
    [start, restart, each(begin), bytes]
}

/// Who takes part: a name, and the measurement of fresh timers.
type Contestant<'a> = (&'static str, Box<dyn FnMut(&Load) -> [f64; 4] + 'a>);

fn contestants<'a>(shards: &'a Shards, libuv: Option<&'a Libuv>) -> Vec<Contestant<'a>> {
    let mut number = 0;
    let mut all: Vec<Contestant> = vec![
        ("ours: a queue of delays", Box::new(|load| measure(OursInQueue(ours::DelayQueue::new(), Vec::new()), load))),
        ("tokio-util: DelayQueue", Box::new(|load| measure(TokioInQueue(DelayQueue::new(), Vec::new()), load))),
        (
            "ours: a shard",
            Box::new(move |load| {
                number += 1;
                let shard = shards.own(number - 1).expect("a shard for each round");
                measure(OursInShard(shard, Vec::new()), load)
            }),
        ),
        ("ours: sleeps, boxed", Box::new(|load| measure(OurSleeps(Vec::new()), load))),
        ("tokio: sleeps, boxed", Box::new(|load| measure(TokioSleeps(Vec::new()), load))),
    ];
    if let Some(libuv) = libuv {
        all.push(("libuv: an array", Box::new(|load| libuv.times(load))));
    }
    all
}

/// Microseconds by which each of the sleeps with these delays is late.
fn lateness<S: Future + 'static>(runtime: &Runtime, delays: &[u64], sleep: fn(Duration) -> S) -> Vec<i64> {
    let local = tokio::task::LocalSet::new();
    local.block_on(runtime, async {
        let tasks: Vec<_> = delays
            .iter()
            .map(|&delay| {
                let delay = Duration::from_micros(delay);
                let due = Instant::now() + delay;
                tokio::task::spawn_local(async move {
                    sleep(delay).await;
                    let now = Instant::now();
                    let [late, early] =
                        [(now, due), (due, now)].map(|(a, b)| a.saturating_duration_since(b).as_micros() as i64);
                    late - early
                })
            })
            .collect();
        let mut late = Vec::new();
        for task in tasks {
            late.push(task.await.expect("no task panics"));
        }
        late
    })
}

/// Measures and prints: rounds with each of these numbers of timers, and how late so many sleeps are.
pub fn run(numbers: &[usize], rounds: u32, sleeps: usize, libuv: Option<&Libuv>) {
    let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
    let entered = runtime.enter();
    // Threads that are ready or wait for a disk, of the last minute: the figures are for this load.
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().filter(|load| !load.is_empty());
    println!("load {}", load.unwrap_or("unknown"));
    println!("{:<26} {:>9} {:>8} {:>8} {:>8} {:>8}", "ns each", "timers", "start", "restart", "stop", "bytes");
    for &n in numbers {
        let shards = Shards::new(rounds, Duration::from_micros(100));
        let load = Load::new(n);
        for (name, mut measure) in contestants(&shards, libuv) {
            let mut least = [f64::MAX; 4];
            for _ in 0..rounds {
                for (least, found) in least.iter_mut().zip(measure(&load)) {
                    *least = least.min(found);
                }
            }
            let [start, restart, stop, bytes] = least;
            println!("{name:<26} {n:>9} {start:>8.0} {restart:>8.0} {stop:>8.0} {bytes:>8.0}");
        }
    }
    drop(entered);
    println!("{:<26} {:>9} {:>8} {:>8} {:>8} {:>8}", "µs late", "timers", "p50", "p99", "p99.9", "early");
    let mut random = Rng::with_seed(2);
    let delays: Vec<_> = (0..sleeps).map(|_| random.u64(1_000..1_000_000)).collect();
    let mut all = vec![
        ("ours: sleep", lateness(&runtime, &delays, ours::sleep)),
        ("tokio: sleep", lateness(&runtime, &delays, tokio::time::sleep)),
    ];
    all.extend(libuv.map(|libuv| ("libuv: timers", libuv.lateness(&delays))));
    for (name, mut late) in all {
        late.sort_unstable();
        let at = |part: f64| late[((late.len() - 1) as f64 * part) as usize];
        let [p50, p99, p999] = [0.5, 0.99, 0.999].map(at);
        let early = late.iter().filter(|&&late| late < 0).count();
        println!("{name:<26} {sleeps:>9} {p50:>8} {p99:>8} {p999:>8} {early:>8}");
    }
}

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let libuv = Libuv::compile();
    if let Err(message) = &libuv {
        eprintln!("WITHOUT libuv, which is not measured here:\n{message}");
    }
    let libuv = libuv.as_ref().ok();
    match std::env::args().any(|argument| argument == "--bench") {
        true if numbers.is_empty() => run(&[10_000, 100_000, 1_000_000], 3, 2_000, libuv),
        true => run(&numbers, 3, 2_000, libuv),
        false => run(&[100], 1, 20, libuv),
    }
}
