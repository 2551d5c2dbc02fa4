//! The first pass: from packets to operations and the expiries that they must lead to.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::net::SocketAddr;

use carillon_spec::queue::Oracle;

use crate::capture::Segment;
use crate::tcp::{Follower, Intervals, Kind, Owner, TimerService};

use super::log::{Action, Event, Log, Reader};

/// Timers that a driver may hold besides because the bus cannot keep pace.
const BUS_ROOM: usize = 1 << 16;

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

/// One timer, from its start to its end.
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

/// Everything that a replay does, and what must come of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Schedule {
    log: Log,
    /// Timers started; the identity of each is the number of those started before it.
    pub started: u32,
    /// Timers that are stopped.
    pub stopped: u32,
    /// Timers that expire.
    pub expired: u32,
    /// The greatest number of timers outstanding at once.
    pub outstanding_peak: usize,
    /// The tick at which the replay ends: expiries due then are still delivered.
    pub end: u64,
    /// The two ends of each connection, by its number; that of the first segment's sender first.
    pub connections: Vec<(SocketAddr, SocketAddr)>,
}

impl Schedule {
    /// What happens, in order; the ticks never decrease, and expiries are in the oracle's order.
    pub fn events(&self) -> impl Iterator<Item = Event> {
        let mut reader = Reader::default();
        std::iter::from_fn(move || self.next(&mut reader))
    }

    /// The event that follows those that `reader` has read, which begins with none.
    pub fn next(&self, reader: &mut Reader) -> Option<Event> {
        reader.next(&self.log)
    }

    /// Every timer, in the order of their ends; those outstanding come last, in the order of their starts.
    pub fn timers(&self) -> impl Iterator<Item = Timer> {
        let mut reader = Reader::default();
        let mut outstanding = None;
        std::iter::from_fn(move || {
            while let Some(event) = self.next(&mut reader) {
                let end = match event.action {
                    Action::Start => continue,
                    Action::Stop => End::Stopped(event.tick),
                    Action::Expire => End::Expired,
                };
                return Some((event.timer, end));
            }
            let outstanding = outstanding.get_or_insert_with(|| reader.running().into_iter());
            Some((outstanding.next()?, End::Outstanding))
        })
        .map(|(timer, end)| Timer { owner: timer.owner, started: timer.started, due: timer.due, end })
    }

    /// Ticks that a timer runs on average, from its start to its stop, expiry, or the end of the replay.
    pub fn mean_interval(&self) -> f64 {
        let sum: u64 = self.timers().map(|timer| timer.ran(self.end)).sum();
        sum as f64 / f64::from(self.started.max(1))
    }

    /// Ticks of the longest interval for which a timer is started; 0 where there is none.
    pub fn longest_interval(&self) -> u64 {
        let started = self.events().filter(|event| event.action == Action::Start);
        let intervals = started.map(|event| event.timer.due - event.timer.started);
        intervals.max().unwrap_or(0)
    }

    /// The same with other ticks.
    pub(super) fn with(self, log: Log, end: u64) -> Self {
        Self { log, end, ..self }
    }

    /// Room that a driver needs for its timers where it hands them out at most `delay` ticks after they are due: twice
    /// the greatest number that it holds then, and room for some thousands that a bus which cannot keep pace holds
    /// up. At least 1.
    pub fn room(&self, delay: u64) -> usize {
        let (mut held, mut most) = (0, 0);
        // Ticks at which timers that have ended are handed out.
        let mut ends = BinaryHeap::new();
        for event in self.events() {
            match event.action {
                Action::Stop => ends.push(Reverse(event.tick)),
                Action::Expire => ends.push(Reverse(event.tick.saturating_add(delay))),
                Action::Start => {
                    while ends.peek().is_some_and(|end| end.0 < event.tick) {
                        ends.pop();
                        held -= 1;
                    }
                    held += 1;
                    most = most.max(held);
                }
            }
        }
        (self.started as usize).clamp(1, 2 * most + BUS_ROOM)
    }
}

/// Runs `segments` against the oracle. After the last one the replay goes on until only keep-alive timers are
/// outstanding, but at most for `drain` ticks.
pub fn schedule(segments: impl IntoIterator<Item = Segment>, intervals: &Intervals, drain: u64) -> Schedule {
    let mut follower = Follower::new(*intervals);
    let mut building = Building::default();
    for segment in segments {
        building.expire_until(segment.tick, false, |owner, building| {
            follower.expire(owner, building);
        });
        building.now = segment.tick;
        follower.segment(&segment, &mut building);
    }
    let limit = building.now.saturating_add(drain);
    building.expire_until(limit, true, |owner, building| {
        follower.expire(owner, building);
    });
    if !building.is_drained() {
        building.now = limit;
    }
    Schedule { end: building.now, connections: follower.into_ends(), ..building.schedule }
}

/// Timers that all expire, each given by the tick of its start, its owner and its interval. The ticks never decrease,
/// and no owner has two timers at once. The replay ends `drain` ticks after the last expiry.
pub fn expiring(starts: impl IntoIterator<Item = (u64, Owner, u64)>, drain: u64) -> Schedule {
    let mut building = Building::default();
    for (tick, owner, interval) in starts {
        building.expire_until(tick, false, |_, _| {});
        building.now = tick;
        building.start(owner, interval);
    }
    building.expire_until(u64::MAX, false, |_, _| {});
    Schedule { end: building.now.saturating_add(drain), ..building.schedule }
}

/// The schedule so far.
#[derive(Debug, Default)]
struct Building {
    schedule: Schedule,
    oracle: Oracle,
    now: u64,
    /// Owner and due tick of the timers that are outstanding.
    owners: HashMap<u32, (Owner, u64)>,
    /// How many these are, by kind.
    outstanding: [usize; 4],
}

impl Building {
    /// Whether only keep-alive timers are outstanding.
    fn is_drained(&self) -> bool {
        self.oracle.len() == self.outstanding[Kind::KeepAlive.index()]
    }

    /// Delivers every expiry up to tick `until` to `expired`; where `draining`, only until nothing but keep-alive is
    /// outstanding.
    fn expire_until(&mut self, until: u64, draining: bool, mut expired: impl FnMut(Owner, &mut Self)) {
        while !(draining && self.is_drained())
            && let Some((due, identity)) = self.oracle.expire(until)
        {
            self.now = due;
            if let Some(owner) = self.end(identity, Action::Expire) {
                self.schedule.expired += 1;
                expired(owner, self);
            }
        }
    }

    /// A timer ends now.
    fn end(&mut self, identity: u32, action: Action) -> Option<Owner> {
        let (owner, _) = self.owners.remove(&identity)?;
        self.outstanding[owner.kind.index()] -= 1;
        self.schedule.log.push(self.now, action, owner, 0);
        Some(owner)
    }
}

impl TimerService for Building {
    fn start(&mut self, owner: Owner, interval: u64) -> u32 {
        let identity = self.schedule.started;
        let due = self.now.saturating_add(interval.max(1));
        self.schedule.started += 1;
        self.schedule.log.push(self.now, Action::Start, owner, due - self.now);
        // An identity is never given twice, so the oracle cannot refuse it.
        let accepted = self.oracle.start(identity, due);
        debug_assert_eq!(accepted, Ok(()));
        self.owners.insert(identity, (owner, due));
        self.outstanding[owner.kind.index()] += 1;
        self.schedule.outstanding_peak = self.schedule.outstanding_peak.max(self.oracle.len());
        identity
    }

    fn stop(&mut self, identity: u32) {
        // An endpoint forgets a timer as it expires, so it stops outstanding ones only.
        if let Some(&(_, due)) = self.owners.get(&identity) {
            let accepted = self.oracle.stop(identity, due);
            debug_assert_eq!(accepted, Ok(()));
        }
        if self.end(identity, Action::Stop).is_some() {
            self.schedule.stopped += 1;
        }
    }
}
