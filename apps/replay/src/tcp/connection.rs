//! A connection: two endpoints and the segments between them.

use crate::capture::Segment;

use super::{Endpoint, Intervals, Kind, State, TimerService};

/// Which endpoint of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The one that sent the first segment seen: the client, where the handshake was captured.
    First,
    /// The other one.
    Second,
}

/// The two endpoints of a connection.
#[derive(Debug)]
pub struct Connection {
    /// The sequence number of the SYN that opened it, where that was captured.
    opened_at: Option<u32>,
    first: Endpoint,
    second: Endpoint,
}

impl Connection {
    /// A connection whose first segment is `segment`. Where that is no SYN, the capture began in the middle of the
    /// connection, and both endpoints are taken for established.
    pub fn new(number: u32, segment: &Segment, intervals: &Intervals) -> Self {
        let state = if segment.syn { State::Opening } else { State::Established };
        Self {
            opened_at: (segment.syn && segment.acknowledgement.is_none()).then_some(segment.sequence),
            first: Endpoint::new(number, Side::First, state, intervals),
            second: Endpoint::new(number, Side::Second, state, intervals),
        }
    }

    /// One of the endpoints.
    pub const fn endpoint(&self, side: Side) -> &Endpoint {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    /// Whether `segment` opens another connection between the same addresses and ports.
    pub fn is_reopened_by(&self, segment: &Segment) -> bool {
        segment.syn && segment.acknowledgement.is_none() && self.opened_at != Some(segment.sequence)
    }

    /// A segment that the endpoint `from` sends and the other receives.
    pub fn segment(&mut self, from: Side, segment: &Segment, service: &mut impl TimerService) {
        if segment.rst {
            return self.close(service);
        }
        let (sender, receiver) = match from {
            Side::First => (&mut self.first, &mut self.second),
            Side::Second => (&mut self.second, &mut self.first),
        };
        sender.send(segment, service);
        receiver.receive(segment, service);
        sender.keep_alive(service);
        receiver.keep_alive(service);
    }

    /// A timer of the endpoint `side` has expired.
    pub fn expire(&mut self, side: Side, kind: Kind, service: &mut impl TimerService) {
        match side {
            Side::First => self.first.expire(kind, service),
            Side::Second => self.second.expire(kind, service),
        }
    }

    /// Ends it at once: a reset, or the same addresses and ports opened anew.
    pub fn close(&mut self, service: &mut impl TimerService) {
        self.first.close(service);
        self.second.close(service);
    }
}
