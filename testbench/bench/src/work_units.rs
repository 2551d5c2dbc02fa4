//! W7, the work units of Ratas's own benchmark (src/test/test_benchmark.cc there): pairs of a client and a server whose
//! five timers each are used in five ways.
//!
//! The client asks, the server answers with [`MESSAGES`] messages, one each [`PACE`] ticks; a second later the client
//! asks again. After three minutes both wind down, and ten seconds later another pair takes their place, where Ratas's
//! benchmark ends. A tick is 20 µs. As there without ranges: an idle timer is started for exactly a minute.
//!
//! | timer | started | comes to its end |
//! |---|---|---|
//! | idle | anew with each message, for a minute | by a stop |
//! | close | twice in three minutes | always |
//! | pace | after each message, for 10 ticks | always |
//! | request | after each answer, for a second | always |
//! | deadline | with each request; anew with the first message | by a stop |

use super::Contender;
use super::clock::thread_nanoseconds;
use super::workload::Measured;
use fastrand::Rng;

const MESSAGES: u32 = 128;
const PACE: u64 = 10;
const SECOND: u64 = 50_000;
/// The longest interval.
pub(super) const LONGEST: u64 = 180 * SECOND;
/// Time goes on by no more at once.
const LEAP: u64 = SECOND / 10;

const IDLE: u32 = 0;
const CLOSE: u32 = 1;
const PACED: u32 = 2;
const REQUEST: u32 = 3;
const DEADLINE: u32 = 4;
/// Timers of a unit.
const KINDS: u32 = 5;

/// One side of a pair. The other one's number differs in the last bit; the client's is even.
#[derive(Default)]
struct Unit {
    /// Messages still to be sent.
    to_send: u32,
    /// Messages received of the present answer.
    received: u32,
    /// The next message must wait for the pace timer.
    paced: bool,
    /// Nothing has been received of the present answer.
    waiting: bool,
    closing: bool,
    gone: bool,
}

/// Where a timer is.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Stopped,
    Outstanding,
    /// Handed out by the queue; what its unit does then is still to be done.
    Expired,
}

/// All pairs, and the queue that their timers are in.
pub(super) struct Units<Q> {
    queue: Q,
    units: Vec<Unit>,
    states: Vec<State>,
    now: u64,
    operations: u64,
    random: Rng,
    expired: Vec<u32>,
}

impl<Q: Contender> Units<Q> {
    /// As many pairs as have `timers` timers, one at least, begun within the first second.
    pub(super) fn new(queue: Q, timers: u32) -> Self {
        let pairs = (timers / (2 * KINDS)).max(1);
        let mut all = Self {
            queue,
            units: (0..2 * pairs).map(|_| Unit::default()).collect(),
            states: vec![State::Stopped; (2 * pairs * KINDS) as usize],
            now: 0,
            operations: 0,
            random: Rng::with_seed(18),
            expired: Vec::with_capacity(1 << 16),
        };
        (0..2 * pairs).step_by(2).for_each(|client| all.open(client));
        all
    }

    /// Goes on for about `operations` operations.
    pub(super) fn round(&mut self, operations: u64) -> Measured {
        let (begin, first) = (thread_nanoseconds(), self.operations);
        let mut expired = std::mem::take(&mut self.expired);
        while self.operations < first + operations {
            let next = self.queue.next_expiry().expect("close timers are outstanding");
            self.now = next.clamp(self.now + 1, self.now + LEAP);
            self.queue.advance(self.now, &mut expired);
            for &number in &expired {
                self.states[number as usize] = State::Expired;
            }
            for number in expired.drain(..) {
                // An earlier one of the same tick may have stopped or restarted it.
                if self.states[number as usize] == State::Expired {
                    self.states[number as usize] = State::Stopped;
                    self.operations += 1;
                    self.expire(number / KINDS, number % KINDS);
                }
            }
        }
        self.expired = expired;
        Measured { units: self.operations - first, nanoseconds: thread_nanoseconds() - begin }
    }

    fn start(&mut self, unit: u32, kind: u32, interval: u64) {
        let number = self.take_out(unit, kind);
        self.states[number as usize] = State::Outstanding;
        self.operations += 1;
        self.queue.start(number, self.now + interval);
    }

    fn stop(&mut self, unit: u32, kind: u32) {
        self.take_out(unit, kind);
        self.operations += 1;
    }

    /// The timer's number; it is stopped.
    fn take_out(&mut self, unit: u32, kind: u32) -> u32 {
        let number = unit * KINDS + kind;
        let state = std::mem::replace(&mut self.states[number as usize], State::Stopped);
        if state == State::Outstanding {
            self.queue.stop(number);
        }
        number
    }

    fn open(&mut self, client: u32) {
        for unit in [client, client + 1] {
            self.units[unit as usize] = Unit::default();
            self.start(unit, IDLE, 60 * SECOND);
            self.start(unit, CLOSE, LONGEST);
        }
        let first = 1 + self.random.u64(0..SECOND);
        self.start(client, REQUEST, first);
    }

    fn expire(&mut self, unit: u32, kind: u32) {
        let this = &mut self.units[unit as usize];
        match kind {
            CLOSE if this.closing => self.close(unit),
            CLOSE => {
                this.closing = true;
                self.start(unit, CLOSE, 10 * SECOND);
            }
            PACED => {
                this.paced = false;
                self.send(unit);
            }
            REQUEST if this.closing => {}
            REQUEST => {
                this.waiting = true;
                self.start(unit, DEADLINE, 4 * PACE * u64::from(MESSAGES));
                self.units[(unit ^ 1) as usize].to_send += MESSAGES;
                self.send(unit ^ 1);
            }
            IDLE => unreachable!("a unit was idle for a minute"),
            _ => unreachable!("an answer was not complete by its deadline"),
        }
    }

    /// Sends a message, unless there is none or the next must wait.
    fn send(&mut self, unit: u32) {
        let this = &mut self.units[unit as usize];
        if this.to_send == 0 || this.paced || this.gone {
            return;
        }
        this.to_send -= 1;
        this.paced = true;
        self.start(unit, IDLE, 60 * SECOND);
        self.start(unit, PACED, PACE);
        self.receive(unit ^ 1);
    }

    fn receive(&mut self, unit: u32) {
        let this = &mut self.units[unit as usize];
        if this.gone {
            return;
        }
        this.received += 1;
        let first = std::mem::take(&mut this.waiting);
        let complete = this.received == MESSAGES;
        self.start(unit, IDLE, 60 * SECOND);
        if first {
            self.start(unit, DEADLINE, 2 * PACE * u64::from(MESSAGES));
        }
        if complete {
            self.units[unit as usize].received = 0;
            self.stop(unit, DEADLINE);
            let pause = SECOND + self.random.u64(0..100);
            self.start(unit, REQUEST, pause);
        }
    }

    /// Ends a unit; with the second of a pair another pair begins.
    fn close(&mut self, unit: u32) {
        (0..KINDS).for_each(|kind| self.stop(unit, kind));
        self.units[unit as usize].gone = true;
        if self.units[(unit ^ 1) as usize].gone {
            self.open(unit & !1);
        }
    }
}
