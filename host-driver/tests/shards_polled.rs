//! Shards whose owners wait for sockets besides: for one file descriptor of the shard and one of a socket.
#![cfg(all(feature = "shards", target_os = "linux"))]

use std::io;
use std::net::UdpSocket;
use std::os::fd::{AsFd, AsRawFd};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::shards::{Polled, Shard, Shards};
use mio::unix::SourceFd;
use mio::{Events, Interest, Poll, Token};

const HOUR: Duration = Duration::from_secs(3_600);

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

const TIMER: Token = Token(0);
const SOCKET: Token = Token(1);

/// A thread's own loop: its shard, its socket.
struct Server {
    shard: Shard<Instant, Polled>,
    socket: mio::net::UdpSocket,
    poll: Poll,
    events: Events,
}

impl Server {
    fn new(shards: &Shards, number: u32) -> Self {
        let shard = shards.own_polled(number).expect("a file").expect("free");
        let socket = UdpSocket::bind("127.0.0.1:0").expect("a socket");
        socket.set_nonblocking(true).expect("a socket");
        let mut socket = mio::net::UdpSocket::from_std(socket);
        let poll = Poll::new().expect("a file");
        let (registry, descriptor) = (poll.registry(), shard.as_fd().as_raw_fd());
        let mut source = SourceFd(&descriptor);
        let registered = registry.register(&mut source, TIMER, Interest::READABLE);
        registered.expect("the timer");
        let registered = registry.register(&mut socket, SOCKET, Interest::READABLE);
        registered.expect("the socket");
        Self {
            shard,
            socket,
            poll,
            events: Events::with_capacity(4),
        }
    }

    /// Waits once. Timers that have expired, none before the time in it, and bytes received.
    fn turn(&mut self) -> (u32, usize) {
        self.shard.arm().expect("the timer is set");
        let polled = self.poll.poll(&mut self.events, Some(PATIENCE));
        polled.expect("nothing interrupts");
        assert!(!self.events.is_empty(), "nothing has woken it");
        let mut bytes = 0;
        if self.events.iter().any(|event| event.token() == SOCKET) {
            loop {
                match self.socket.recv(&mut [0; 16]) {
                    Ok(count) => bytes += count,
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                    Err(error) => panic!("{error}"),
                }
            }
        }
        let expired = self.shard.service(|_, expired| {
            assert!(expired.item <= Instant::now(), "early");
        });
        (expired, bytes)
    }

    fn start(&mut self, interval: Duration) -> carillon_driver::shards::ShardHandle {
        self.shard.start(interval, Instant::now() + interval)
    }
}

#[test]
fn timers_and_datagrams_come_in_one_loop_and_no_timer_early() {
    const TIMERS: u32 = 200;
    let shards = Shards::new(1, Duration::from_micros(10));
    let mut server = Server::new(&shards, 0);
    let address = server.socket.local_addr().expect("bound");
    let sender = thread::spawn(move || {
        let socket = UdpSocket::bind("127.0.0.1:0").expect("a socket");
        for _ in 0..50 {
            socket.send_to(&[1], address).expect("sent");
            thread::sleep(Duration::from_micros(500));
        }
    });
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..TIMERS {
        server.start(Duration::from_micros(random.u64(0..40_000)));
    }
    let (mut expired, mut bytes) = (0, 0);
    while expired < TIMERS || bytes < 50 {
        let (timers, received) = server.turn();
        (expired, bytes) = (expired + timers, bytes + received);
    }
    assert_eq!((expired, server.shard.outstanding()), (TIMERS, 0));
    sender.join().expect("it has sent all");
}

#[test]
fn letter_that_waits_ends_the_next_sleep_at_once() {
    let shards = Shards::new(1, Duration::from_micros(10));
    let mut server = Server::new(&shards, 0);
    let (stopped, restarted) = (server.start(HOUR), server.shard.start(HOUR, Instant::now()));
    shards.stop(stopped);
    assert_eq!(server.turn(), (0, 0));
    assert_eq!(server.shard.outstanding(), 1);
    shards.restart(restarted, Duration::ZERO);
    while server.turn() != (1, 0) {}
    assert_eq!(server.shard.outstanding(), 0);
}

/// Each of two threads sleeps for an hour and is woken by the other, again and again: a wake-up that is lost ends the
/// test.
#[test]
fn two_threads_that_poll_wake_each_other_and_no_wake_up_is_lost() {
    const ROUNDS: u32 = 2_000;
    let shards = Shards::new(2, Duration::from_micros(1));
    let (done, ends) = mpsc::channel();
    let (sends, hears): (Vec<_>, Vec<_>) = (0..2).map(|_| mpsc::channel()).unzip();
    for ((number, sends), hears) in (0..).zip(sends).zip(hears.into_iter().rev()) {
        let (shards, done) = (shards.clone(), done.clone());
        thread::spawn(move || {
            let mut server = Server::new(&shards, number);
            for _ in 0..ROUNDS {
                let handle = server.shard.start(HOUR, Instant::now());
                sends.send(handle).expect("heard");
                let its = hears.recv().expect("sent");
                shards.restart(its, Duration::ZERO);
                while server.turn().0 == 0 {}
                done.send(()).expect("the test waits");
            }
        });
    }
    for _ in 0..2 * ROUNDS {
        assert_eq!(ends.recv_timeout(PATIENCE), Ok(()));
    }
}
