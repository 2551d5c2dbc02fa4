//! Two threads whose shards wake each other.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use carillon_driver::shards::{ShardHandle, Shards};

pub const HOUR: Duration = Duration::from_secs(3_600);

/// How long a test waits for what must come.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A shard and the way in which its owner sleeps.
pub trait Sleeper {
    fn own(shards: &Shards, number: u32) -> Self;

    /// Starts a timer of an hour.
    fn start(&mut self) -> ShardHandle;

    /// Sleeps once at most. Timers that have expired.
    fn turn(&mut self) -> u32;
}

/// So many times each of two threads sleeps for an hour and is woken by the other: a wake-up that is lost ends the
/// test.
pub fn wake_each_other<S: Sleeper>(rounds: u32) {
    let shards = Shards::new(2, Duration::from_micros(1));
    let (done, ends) = mpsc::channel();
    let (sends, hears): (Vec<_>, Vec<_>) = (0..2).map(|_| mpsc::channel()).unzip();
    for ((number, sends), hears) in (0..).zip(sends).zip(hears.into_iter().rev()) {
        let (shards, done) = (shards.clone(), done.clone());
        thread::spawn(move || {
            let mut sleeper = S::own(&shards, number);
            for _ in 0..rounds {
                sends.send(sleeper.start()).expect("heard");
                let its = hears.recv_timeout(PATIENCE).expect("sent");
                shards.restart(its, Duration::ZERO);
                while sleeper.turn() == 0 {}
                done.send(()).expect("the test waits");
            }
        });
    }
    for _ in 0..2 * rounds {
        assert_eq!(ends.recv_timeout(PATIENCE), Ok(()));
    }
}
