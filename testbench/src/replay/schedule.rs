//! The first pass: from packets to operations and the expiries that they must lead to.

use std::net::SocketAddr;

use crate::capture::Segment;
use crate::oracle::Oracle;
use crate::tcp::{Follower, Intervals, Kind, Owner, TimerService};

/// How a timer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It is still outstanding when the replay ends.
    Outstanding,
    /// It is stopped at this tick, before it is due.
    Stopped(u64),
    /// It expires when it is due.
    Expired,
}

/// One timer, from its start to its end. Its identity is its place in [`Schedule::timers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timer {
    /// Whose it is.
    pub owner: Owner,
    /// The tick at which it is started.
    pub started: u64,
    /// The tick at which it is due: later than `started`.
    pub due: u64,
    /// How it ends.
    pub end: End,
}

impl Timer {
    /// How many ticks it runs, in a replay that ends at tick `end`.
    pub fn ran(&self, end: u64) -> u64 {
        let until = match self.end {
            End::Outstanding => end,
            End::Stopped(tick) => tick,
            End::Expired => self.due,
        };
        until - self.started
    }
}

/// What the host does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// START_TIMER.
    Start,
    /// STOP_TIMER.
    Stop,
}

/// Something that the host does at a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// When.
    pub tick: u64,
    /// The timer's identity.
    pub timer: u32,
    /// What.
    pub action: Action,
}

/// Everything that a replay does, and what must come of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Schedule {
    /// Every timer, by identity.
    pub timers: Vec<Timer>,
    /// What the host does, in order; the ticks never decrease.
    pub operations: Vec<Operation>,
    /// The timers that expire, in the oracle's order.
    pub expiries: Vec<u32>,
    /// The greatest number of timers outstanding at once.
    pub outstanding_peak: usize,
    /// The tick at which the replay ends: expiries due then are still delivered.
    pub end: u64,
    /// The two ends of each connection, by its number; that of the first segment's sender first.
    pub connections: Vec<(SocketAddr, SocketAddr)>,
}

impl Schedule {
    /// Timers of one kind that fulfil a condition.
    pub fn count(&self, kind: Kind, condition: impl Fn(&Timer) -> bool) -> u64 {
        self.timers
            .iter()
            .filter(|timer| timer.owner.kind == kind && condition(timer))
            .count() as u64
    }

    /// Ticks that a timer runs on average, from its start to its stop, expiry, or the end of the replay.
    pub fn mean_interval(&self) -> f64 {
        let sum: u64 = self.timers.iter().map(|timer| timer.ran(self.end)).sum();
        sum as f64 / self.timers.len().max(1) as f64
    }
}

/// Runs `segments` against the oracle. After the last one the replay goes on until only keep-alive timers are
/// outstanding, but at most for `drain` ticks.
pub fn schedule(
    segments: impl IntoIterator<Item = Segment>,
    intervals: &Intervals,
    drain: u64,
) -> Schedule {
    let mut follower = Follower::new(*intervals);
    let mut building = Building::default();
    for segment in segments {
        building.expire_until(segment.tick, &mut follower, false);
        building.now = segment.tick;
        follower.segment(&segment, &mut building);
    }
    let limit = building.now.saturating_add(drain);
    building.expire_until(limit, &mut follower, true);
    if !building.is_drained() {
        building.now = limit;
    }
    Schedule {
        end: building.now,
        connections: follower.into_ends(),
        ..building.schedule
    }
}

/// The schedule so far.
#[derive(Debug, Default)]
struct Building {
    schedule: Schedule,
    oracle: Oracle,
    now: u64,
    /// Timers outstanding, by kind.
    outstanding: [usize; 4],
}

impl Building {
    /// Whether only keep-alive timers are outstanding.
    fn is_drained(&self) -> bool {
        self.oracle.len() == self.outstanding[Kind::KeepAlive.index()]
    }

    /// Delivers every expiry up to tick `until`; where `draining`, only until nothing but keep-alive is outstanding.
    fn expire_until(&mut self, until: u64, follower: &mut Follower, draining: bool) {
        while !(draining && self.is_drained())
            && let Some((due, identity)) = self.oracle.expire(until)
        {
            self.now = due;
            let timer = &mut self.schedule.timers[identity as usize];
            timer.end = End::Expired;
            let owner = timer.owner;
            self.outstanding[owner.kind.index()] -= 1;
            self.schedule.expiries.push(identity);
            follower.expire(owner, self);
        }
    }
}

impl TimerService for Building {
    fn start(&mut self, owner: Owner, interval: u64) -> u32 {
        let identity = self.schedule.timers.len() as u32;
        let due = self.now.saturating_add(interval.max(1));
        self.schedule.timers.push(Timer {
            owner,
            started: self.now,
            due,
            end: End::Outstanding,
        });
        self.schedule.operations.push(Operation {
            tick: self.now,
            timer: identity,
            action: Action::Start,
        });
        // An identity is never given twice, so the oracle cannot refuse it.
        let accepted = self.oracle.start(identity, due);
        debug_assert_eq!(accepted, Ok(()));
        self.outstanding[owner.kind.index()] += 1;
        self.schedule.outstanding_peak = self.schedule.outstanding_peak.max(self.oracle.len());
        identity
    }

    fn stop(&mut self, identity: u32) {
        let timer = &mut self.schedule.timers[identity as usize];
        // An endpoint forgets a timer as it expires, so it stops outstanding ones only.
        let accepted = self.oracle.stop(identity, timer.due);
        debug_assert_eq!(accepted, Ok(()));
        timer.end = End::Stopped(self.now);
        self.outstanding[timer.owner.kind.index()] -= 1;
        self.schedule.operations.push(Operation {
            tick: self.now,
            timer: identity,
            action: Action::Stop,
        });
    }
}
