//! Shards whose owners wait for sockets besides: for one file descriptor of the shard and one of a socket.
#![cfg(all(feature = "shards", target_os = "linux"))]

#[path = "common/two_threads.rs"]
mod two_threads;

use std::io;
use std::net::UdpSocket;
use std::os::fd::{AsFd, AsRawFd};
use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::shards::{Polled, Shard, ShardHandle, Shards};
use mio::unix::SourceFd;
use mio::{Events, Interest, Poll, Token};
use two_threads::{HOUR, PATIENCE, Sleeper, wake_each_other};

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
        Self { shard, socket, poll, events: Events::with_capacity(4) }
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

    fn start(&mut self, interval: Duration) -> ShardHandle {
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

impl Sleeper for Server {
    fn own(shards: &Shards, number: u32) -> Self {
        Self::new(shards, number)
    }

    fn start(&mut self) -> ShardHandle {
        self.shard.start(HOUR, Instant::now())
    }

    fn turn(&mut self) -> u32 {
        Self::turn(self).0
    }
}

#[test]
fn two_threads_that_poll_wake_each_other_and_no_wake_up_is_lost() {
    wake_each_other::<Server>(2_000);
}
