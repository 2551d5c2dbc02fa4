//! All connections of a capture.

use std::collections::HashMap;
use std::net::SocketAddr;

use crate::capture::Segment;

use super::{Connection, Intervals, Owner, Side, TimerService};

/// One direction of a connection: sender, receiver, and the VLANs.
type Path = (SocketAddr, SocketAddr, u64);

/// Follows the connections of a capture, segment by segment. Time: constant a segment, on average.
///
/// The same addresses and ports in two VLANs are two connections, unless one VLAN has the segments of one direction and
/// the other those of the other, as some taps tag them.
#[derive(Debug)]
pub struct Follower {
    intervals: Intervals,
    connections: Vec<Connection>,
    /// The two ends of each, that of the first segment's sender first.
    ends: Vec<(SocketAddr, SocketAddr)>,
    /// The VLANs of the two directions of each.
    vlans: Vec<(u64, u64)>,
    /// From each direction in which a segment was seen to the connection's number and who sends.
    paths: HashMap<Path, (u32, Side)>,
    /// The last connection between two ends of which only the first has sent.
    one_way: HashMap<(SocketAddr, SocketAddr), u32>,
}

impl Follower {
    /// A follower that has seen nothing yet.
    pub fn new(intervals: Intervals) -> Self {
        Self {
            intervals,
            connections: Vec::new(),
            ends: Vec::new(),
            vlans: Vec::new(),
            paths: HashMap::new(),
            one_way: HashMap::new(),
        }
    }

    /// The two ends of each connection seen, by its number; that of the first segment's sender first.
    pub fn into_ends(self) -> Vec<(SocketAddr, SocketAddr)> {
        self.ends
    }

    /// Takes the next segment of the capture; its timers are started and stopped through `service`.
    pub fn segment(&mut self, segment: &Segment, service: &mut impl TimerService) {
        let (from, to, vlans) = (segment.source, segment.destination, segment.vlans);
        if let Some((number, side)) = self.known(segment) {
            let connection = &mut self.connections[number as usize];
            if !connection.is_reopened_by(segment) {
                return connection.segment(side, segment, service);
            }
            connection.close(service);
            let (first, second) = self.ends[number as usize];
            let (there, back) = self.vlans[number as usize];
            self.paths.remove(&(first, second, there));
            self.paths.remove(&(second, first, back));
            self.one_way.remove(&(first, second));
        }
        let number = self.connections.len() as u32;
        let mut connection = Connection::new(number, segment, &self.intervals);
        connection.segment(Side::First, segment, service);
        self.connections.push(connection);
        self.ends.push((from, to));
        self.vlans.push((vlans, vlans));
        self.paths.insert((from, to, vlans), (number, Side::First));
        self.one_way.insert((from, to), number);
    }

    /// The connection that a segment belongs to, and who sends it.
    fn known(&mut self, segment: &Segment) -> Option<(u32, Side)> {
        let (from, to, vlans) = (segment.source, segment.destination, segment.vlans);
        if let Some(known) = self.paths.get(&(from, to, vlans)) {
            return Some(*known);
        }
        let opens = segment.syn && segment.acknowledgement.is_none();
        let number = match self.paths.get(&(to, from, vlans)) {
            Some((number, Side::First)) => *number,
            Some((_, Side::Second)) => return None,
            None if opens => return None,
            None => *self.one_way.get(&(to, from))?,
        };
        if self.one_way.get(&(to, from)) == Some(&number) {
            self.one_way.remove(&(to, from));
        }
        self.vlans[number as usize].1 = vlans;
        self.paths.insert((from, to, vlans), (number, Side::Second));
        Some((number, Side::Second))
    }

    /// A timer has expired.
    pub fn expire(&mut self, owner: Owner, service: &mut impl TimerService) {
        if let Some(connection) = self.connections.get_mut(owner.connection as usize) {
            connection.expire(owner.side, owner.kind, service);
        }
    }
}
