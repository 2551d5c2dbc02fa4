//! Segments in the order of their times, and those that were captured twice.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap, VecDeque};

use super::segment::Captured;
use super::{Contents, Segment};

/// The first time that is not believed, in microseconds before or after 1970: 10,000 years.
pub(super) const LATEST: u64 = 10_000 * 366 * 86_400 * 1_000_000;

/// Microseconds by which the packets of one interface may be out of order, as several processors may write them. A
/// clock that is set steps by more (NTP's by 128 ms at least); it is the order of the file that is right then.
const DISORDER: i64 = 100_000;

/// Segments that wait at most for an earlier one of another interface.
const WAITING: usize = 1 << 17;

/// Interfaces at most whose times are looked at for each packet.
const INTERFACES: usize = 16;

/// Microseconds within which the same packet again is a copy. A host sends nothing twice within less.
const COPY: i64 = 1_000;

/// Segments at most that are remembered to tell copies.
const REMEMBERED: usize = 1 << 12;

/// When a packet is taken to have passed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    /// In microseconds since 1970.
    pub time: i64,
    /// Whether that is not the time it bears.
    pub moved_up: bool,
}

/// The place of a packet whose interface has had its latest packet at `latest`, which follows.
pub(super) fn place(time: i64, latest: &mut Option<i64>) -> Placed {
    let before = latest.unwrap_or(time);
    *latest = Some(before.max(time));
    let moved_up = time < before - DISORDER;
    Placed { time: if moved_up { before } else { time }, moved_up }
}

/// The time before which no packet follows any more, where these are the latest times of all interfaces.
pub(super) fn frontier(latest: impl ExactSizeIterator<Item = Option<i64>>) -> i64 {
    if latest.len() > INTERFACES {
        return i64::MIN;
    }
    latest.map(|latest| latest.map_or(i64::MIN, |latest| latest - DISORDER)).min().unwrap_or(i64::MIN)
}

/// A segment that waits for those before it.
#[derive(Debug)]
struct Waiting {
    time: i64,
    /// Its place in the file.
    number: u64,
    captured: Captured,
}

impl Waiting {
    fn key(&self) -> (i64, u64) {
        (self.time, self.number)
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// Puts segments in order.
#[derive(Debug, Default)]
pub(super) struct Order {
    waiting: BinaryHeap<Reverse<Waiting>>,
    /// Segments that have been taken.
    taken: u64,
    /// The earliest and the latest time of all packets.
    span: Option<(i64, i64)>,
    /// The time of tick 0, once a segment has been given out: the earliest until then.
    origin: Option<i64>,
    /// The last tick that was given out.
    last: u64,
    copies: Copies,
}

impl Order {
    /// Takes notice of the time of a packet, TCP or not.
    pub fn pass(&mut self, placed: Placed, contents: &mut Contents) {
        let time = placed.time;
        let (earliest, latest) = self.span.unwrap_or((time, time));
        contents.moved_up += u64::from(placed.moved_up);
        contents.sorted += u64::from(time < latest);
        let (earliest, latest) = (earliest.min(time), latest.max(time));
        self.span = Some((earliest, latest));
        contents.length = latest.abs_diff(self.origin.unwrap_or(earliest));
    }

    /// Takes a segment.
    pub fn take(&mut self, time: i64, captured: Captured) {
        self.waiting.push(Reverse(Waiting { time, number: self.taken, captured }));
        self.taken += 1;
    }

    /// The earliest segment, if none before `frontier` may follow or too many wait.
    pub fn next(&mut self, frontier: i64, contents: &mut Contents) -> Option<Segment> {
        let first = &self.waiting.peek()?.0;
        if first.time > frontier && self.waiting.len() <= WAITING {
            return None;
        }
        let Reverse(first) = self.waiting.pop()?;
        let earliest = self.span.map_or(first.time, |span| span.0);
        let origin = *self.origin.get_or_insert(earliest);
        let tick = u64::try_from(first.time - origin).unwrap_or(0);
        if tick < self.last || first.time < origin {
            contents.moved_up += 1;
        }
        self.last = self.last.max(tick);
        contents.duplicates += u64::from(self.copies.has(first.time, &first.captured));
        Some(Segment { tick: self.last, ..first.captured.segment })
    }
}

/// What was captured within the last millisecond.
#[derive(Debug, Default)]
struct Copies {
    /// By their digits: when, in which VLANs, and how many routers they might still pass.
    known: HashMap<u64, (i64, u64, u8)>,
    /// In the order of their times.
    order: VecDeque<(i64, u64)>,
}

impl Copies {
    /// Whether a segment is a copy of one shortly before it; remembers it. The same in another VLAN is none unless a
    /// router has forwarded it there: addresses may be used twice.
    fn has(&mut self, time: i64, captured: &Captured) -> bool {
        let Some(print) = captured.print else {
            return false;
        };
        while let Some(&(at, old)) = self.order.front()
            && (time - at > COPY || self.order.len() >= REMEMBERED)
        {
            self.order.pop_front();
            if self.known.get(&old).is_some_and(|known| known.0 == at) {
                self.known.remove(&old);
            }
        }
        let vlans = captured.segment.vlans;
        let now = (time, vlans, captured.hops);
        self.order.push_back((time, print));
        let before = self.known.insert(print, now);
        before.is_some_and(|(_, there, hops)| there == vlans || hops != captured.hops)
    }
}
