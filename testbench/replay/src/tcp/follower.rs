//! All connections of a capture.

use std::collections::HashMap;
use std::net::SocketAddr;

use crate::capture::Segment;

use super::{Connection, Intervals, Owner, Side, TimerService};

/// Follows the connections of a capture, segment by segment. Time: constant a segment, on average.
#[derive(Debug)]
pub struct Follower {
    intervals: Intervals,
    connections: Vec<Connection>,
    /// The two ends of each, that of the first segment's sender first.
    ends: Vec<(SocketAddr, SocketAddr)>,
    /// From (sender, receiver) of the first segment to the connection's number.
    numbers: HashMap<(SocketAddr, SocketAddr), u32>,
}

impl Follower {
    /// A follower that has seen nothing yet.
    pub fn new(intervals: Intervals) -> Self {
        Self {
            intervals,
            connections: Vec::new(),
            ends: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// The two ends of each connection seen, by its number; that of the first segment's sender first.
    pub fn into_ends(self) -> Vec<(SocketAddr, SocketAddr)> {
        self.ends
    }

    /// Takes the next segment of the capture; its timers are started and stopped through `service`.
    pub fn segment(&mut self, segment: &Segment, service: &mut impl TimerService) {
        let there = (segment.source, segment.destination);
        let back = (segment.destination, segment.source);
        let known = self
            .numbers
            .get(&there)
            .map(|&number| (number, Side::First))
            .or_else(|| {
                self.numbers
                    .get(&back)
                    .map(|&number| (number, Side::Second))
            });
        if let Some((number, side)) = known {
            let connection = &mut self.connections[number as usize];
            if !connection.is_reopened_by(segment) {
                return connection.segment(side, segment, service);
            }
            connection.close(service);
            self.numbers.remove(&there);
            self.numbers.remove(&back);
        }
        let number = self.connections.len() as u32;
        let mut connection = Connection::new(number, segment, &self.intervals);
        connection.segment(Side::First, segment, service);
        self.connections.push(connection);
        self.ends.push(there);
        self.numbers.insert(there, number);
    }

    /// A timer has expired.
    pub fn expire(&mut self, owner: Owner, service: &mut impl TimerService) {
        if let Some(connection) = self.connections.get_mut(owner.connection as usize) {
            connection.expire(owner.side, owner.kind, service);
        }
    }
}
