//! Some seconds in which threads start timers, and stop and restart each other's at random: no timer is early by what
//! was asked for last, none comes after a stop, none is lost, and none comes twice.
#![cfg(feature = "shards")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::shards::{Shard, ShardHandle, Shards};

const THREADS: u32 = 3;
const RUN: Duration = Duration::from_secs(3);
const PATIENCE: Duration = Duration::from_secs(60);

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
struct Item(Arc<Record>);

impl Drop for Item {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

type Known = Arc<Mutex<Vec<(ShardHandle, Arc<Record>)>>>;

/// Random numbers by Knuth's linear congruence.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn interval(&mut self) -> Duration {
        Duration::from_micros(self.below(30_000))
    }
}

fn serve(shard: &mut Shard<Item>) {
    let service = Instant::now();
    shard.service(|_, expired| expired.item.0.expires(service));
}

/// One thread's part; gives the number of its requests for timers of others.
fn play(number: u32, shards: &Shards, known: &Known) -> u64 {
    let mut random = Random(u64::from(number));
    let mut shard = shards.own(number).expect("free");
    let mut requests = 0;
    let begin = Instant::now();
    while begin.elapsed() < RUN {
        for _ in 0..random.below(20) {
            let (record, interval) = (Arc::new(Record::default()), random.interval());
            let item = Item(Arc::clone(&record));
            let handle = record.ask(Some(interval), || shard.start(interval, item));
            known.lock().unwrap().push((handle, record));
        }
        for _ in 0..random.below(60) {
            let (handle, record) = {
                let known = known.lock().unwrap();
                // One of the last, which may still run.
                let Some(back) = known.len().checked_sub(1 + random.below(500) as usize) else {
                    continue;
                };
                let (handle, record) = &known[back];
                (*handle, Arc::clone(record))
            };
            match random.below(3) {
                0 => record.ask(None, || shards.stop(handle)),
                _ => {
                    let interval = random.interval();
                    record.ask(Some(interval), || shards.restart(handle, interval));
                }
            }
            requests += u64::from(handle.shard() != number);
        }
        serve(&mut shard);
        if shard.outstanding() > 0 && random.below(4) == 0 {
            shard.wait();
        }
    }
    while shard.outstanding() > 0 {
        shard.wait();
        serve(&mut shard);
    }
    requests
}

#[test]
fn threads_start_stop_and_restart_each_others_timers_none_early_lost_or_twice() {
    let shards = Shards::new(THREADS, Duration::from_micros(100));
    let known = Known::default();
    let (done, results) = mpsc::channel();
    for number in 0..THREADS {
        let (shards, known, done) = (shards.clone(), Arc::clone(&known), done.clone());
        thread::spawn(move || done.send(play(number, &shards, &known)));
    }
    drop(done);
    for _ in 0..THREADS {
        let requests = results
            .recv_timeout(PATIENCE)
            .expect("all come to their end");
        assert!(requests > 1_000, "{requests} for timers of others");
    }
    let [mut stopped, mut expired] = [0, 0];
    for (_, record) in &*known.lock().unwrap() {
        let ends = record.expired.load(Ordering::SeqCst);
        assert!(ends <= 1 && record.dropped.load(Ordering::SeqCst) == 1);
        let requests = record.requests.lock().unwrap();
        assert!(
            ends == 1 || requests.iter().any(|one| one.due.is_none()),
            "lost"
        );
        [stopped, expired] = [stopped + 1 - ends, expired + ends];
    }
    assert!(stopped > 1_000 && expired > 1_000, "{stopped}, {expired}");
}
