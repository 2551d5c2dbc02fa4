//! Threads start timers, and stop and restart each other's at random, for some seconds, or with a million timers for a
//! minute on a busy machine: no timer is early by what was asked for last, none comes after a stop, none is lost, and
//! none comes twice.
#![cfg(feature = "shards")]

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::shards::{Shard, ShardHandle, Shards};
use fastrand::Rng;

/// How much there is to do.
#[derive(Debug, Clone, Copy)]
struct Load {
    threads: u32,
    /// Timers that each thread starts with.
    timers: u32,
    run: Duration,
    /// No interval is longer.
    longest: Duration,
    /// Threads that take the processor from the others.
    spinning: u32,
}

/// More timers than this must be stopped, more must expire, and each thread must have more requests for timers of
/// others: where that is not so by the end of the run all go on, whatever the machine's speed.
const ENOUGH: u64 = 1_000;

/// What has come about so far.
#[derive(Default)]
struct Score {
    stopped: AtomicU64,
    expired: AtomicU64,
    /// Threads with enough requests for timers of others.
    threads: AtomicU32,
}

impl Score {
    fn is_enough(&self, threads: u32) -> bool {
        let ended = [&self.stopped, &self.expired];
        let mut ended = ended.iter().map(|ended| ended.load(Ordering::Relaxed));
        self.threads.load(Ordering::Relaxed) == threads && ended.all(|ended| ended > ENOUGH)
    }
}

/// How long a thread may take after its run and its longest timer.
const PATIENCE: Duration = Duration::from_secs(600);

/// A start, restart or stop.
struct Request {
    begin: Instant,
    end: Instant,
    /// The timer is not due before it; `None` for a stop.
    due: Option<Instant>,
}

/// What was asked for a timer, in order, and how often it came to an end.
#[derive(Default)]
struct Record {
    requests: Mutex<Vec<Request>>,
    expired: AtomicU32,
    dropped: AtomicU32,
}

impl Record {
    /// Asks, while nobody else asks for this timer.
    fn ask<R>(&self, interval: Option<Duration>, ask: impl FnOnce() -> R) -> R {
        let mut requests = self.requests.lock().unwrap();
        let begin = Instant::now();
        let result = ask();
        let due = interval.map(|interval| begin + interval);
        let end = Instant::now();
        requests.push(Request { begin, end, due });
        result
    }

    /// It expires in a service that began at `service`: the last request that had ended by then holds, or a later one.
    fn expires(&self, service: Instant) {
        let now = Instant::now();
        let requests = self.requests.lock().unwrap();
        let held = requests.iter().rposition(|one| one.end < service);
        let may_hold = requests.iter().skip(held.unwrap_or(0));
        let mut dues = may_hold.filter_map(|request| request.due);
        assert!(dues.any(|due| due <= now), "early, or stopped");
        assert!(requests.is_sorted_by_key(|request| request.begin));
        self.expired.fetch_add(1, Ordering::SeqCst);
    }
}

/// A timer's item: who drops it counts.
struct Item(Arc<Record>, Arc<Score>);

impl Drop for Item {
    fn drop(&mut self) {
        let Self(record, score) = self;
        record.dropped.fetch_add(1, Ordering::SeqCst);
        let ended = match record.expired.load(Ordering::SeqCst) {
            0 => &score.stopped,
            _ => &score.expired,
        };
        ended.fetch_add(1, Ordering::Relaxed);
    }
}

type Known = Arc<Mutex<Vec<(ShardHandle, Arc<Record>)>>>;

/// One thread at work.
struct Player {
    number: u32,
    load: Load,
    shards: Shards,
    shard: Shard<Item>,
    known: Known,
    score: Arc<Score>,
    random: Rng,
}

impl Player {
    fn interval(&mut self) -> Duration {
        self.load.longest.mul_f64(self.random.f64())
    }

    fn start(&mut self) {
        let (record, interval) = (Arc::new(Record::default()), self.interval());
        let item = Item(Arc::clone(&record), Arc::clone(&self.score));
        let handle = record.ask(Some(interval), || self.shard.start(interval, item));
        self.known.lock().unwrap().push((handle, record));
    }

    /// Stops or restarts any of the last timers, which may still run; gives whether it is another thread's.
    fn ask(&mut self) -> bool {
        let last = 500.max(u64::from(self.load.threads * self.load.timers));
        let (handle, record) = {
            let known = self.known.lock().unwrap();
            let back = 1 + self.random.u64(..last) as usize;
            let Some(place) = known.len().checked_sub(back) else {
                return false;
            };
            let (handle, record) = &known[place];
            (*handle, Arc::clone(record))
        };
        if self.random.u32(..3) == 0 {
            record.ask(None, || self.shards.stop(handle));
        } else {
            let interval = self.interval();
            record.ask(Some(interval), || self.shards.restart(handle, interval));
        }
        handle.shard() != self.number
    }

    fn serve(&mut self) {
        let service = Instant::now();
        self.shard.service(|_, expired| expired.item.0.expires(service));
    }

    /// Gives the number of its requests for timers of others.
    fn play(mut self) -> u64 {
        for _ in 0..self.load.timers {
            self.start();
        }
        let (mut requests, mut has_enough, begin) = (0, false, Instant::now());
        while begin.elapsed() < self.load.run || !self.score.is_enough(self.load.threads) {
            for _ in 0..self.random.u32(..20) {
                self.start();
            }
            for _ in 0..self.random.u32(..60) {
                requests += u64::from(self.ask());
            }
            if requests > ENOUGH && !has_enough {
                has_enough = true;
                self.score.threads.fetch_add(1, Ordering::Relaxed);
            }
            self.serve();
            if self.shard.outstanding() > 0 && self.random.u32(..4) == 0 {
                self.shard.wait();
            }
        }
        while self.shard.outstanding() > 0 {
            self.shard.wait();
            self.serve();
        }
        requests
    }
}

fn play(load: Load) {
    let shards = Shards::new(load.threads, Duration::from_micros(100));
    let (known, score) = (Known::default(), Arc::<Score>::default());
    let over = Arc::new(AtomicBool::new(false));
    for _ in 0..load.spinning {
        let over = Arc::clone(&over);
        thread::spawn(move || while !over.load(Ordering::Relaxed) {});
    }
    let (done, results) = mpsc::channel();
    for number in 0..load.threads {
        let (shards, known, done) = (shards.clone(), Arc::clone(&known), done.clone());
        let score = Arc::clone(&score);
        thread::spawn(move || {
            let player = Player {
                number,
                load,
                shard: shards.own(number).expect("free"),
                shards,
                known,
                score,
                random: Rng::with_seed(number.into()),
            };
            done.send(player.play())
        });
    }
    drop(done);
    for _ in 0..load.threads {
        let patience = load.run + load.longest + PATIENCE;
        let requests = results.recv_timeout(patience).expect("all come to their end");
        assert!(requests > ENOUGH, "{requests} for timers of others");
    }
    over.store(true, Ordering::Relaxed);
    let [mut stopped, mut expired] = [0, 0_u64];
    for (_, record) in &*known.lock().unwrap() {
        let ends = record.expired.load(Ordering::SeqCst);
        assert!(ends <= 1 && record.dropped.load(Ordering::SeqCst) == 1);
        let requests = record.requests.lock().unwrap();
        assert!(ends == 1 || requests.iter().any(|one| one.due.is_none()), "lost");
        [stopped, expired] = [stopped + 1 - u64::from(ends), expired + u64::from(ends)];
    }
    assert!(stopped > ENOUGH && expired > ENOUGH, "{stopped}, {expired}");
}

#[test]
fn threads_start_stop_and_restart_each_others_timers_none_early_lost_or_twice() {
    play(Load { threads: 3, timers: 0, run: Duration::from_secs(3), longest: Duration::from_millis(30), spinning: 0 });
}

#[test]
#[ignore = "long"]
fn a_million_timers_for_a_minute_on_a_busy_machine_none_early_lost_or_twice() {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let threads = 2 * cores;
    play(Load {
        threads,
        timers: 1_000_000_u32.div_ceil(threads),
        run: Duration::from_secs(60),
        longest: Duration::from_secs(30),
        spinning: 2 * cores,
    });
}
