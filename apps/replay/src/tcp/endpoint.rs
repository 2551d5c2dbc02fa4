//! One host's end of a connection: its state, and the timers that it runs.

use crate::capture::Segment;

use super::{Estimator, Intervals, Kind, Owner, Sequence, Side, TimerService};

/// Where an endpoint is between SYN and the end (RFC 9293, 3.3.2; SYN-SENT and SYN-RECEIVED are one here).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Its SYN is not acknowledged yet, or it has not sent one yet.
    Opening,
    /// Data may flow both ways.
    Established,
    /// It has sent FIN (FIN-WAIT-1 and FIN-WAIT-2).
    FinWait,
    /// It has received FIN.
    CloseWait,
    /// It has received FIN, then sent its own.
    LastAck,
    /// Both have sent FIN at the same time, and its own is not acknowledged.
    Closing,
    /// It has closed first and waits for stragglers.
    TimeWait,
    /// It has ended: closed, reset, or given up.
    Closed,
}

/// One end of a connection.
#[derive(Debug)]
pub struct Endpoint {
    connection: u32,
    side: Side,
    state: State,
    intervals: Intervals,
    estimator: Estimator,
    /// The identity of the timer of each kind that is outstanding.
    timers: [Option<u32>; 4],
    /// (first number not acknowledged, next number to send), once it has sent anything.
    sent: Option<(Sequence, Sequence)>,
    /// The segment whose round trip is being measured: its end and when it was sent.
    measured: Option<(Sequence, u64)>,
    /// Expiries of the retransmission timer since anything new was acknowledged.
    tries: u32,
    /// The next number expected from the peer, once anything came.
    expected: Option<Sequence>,
    /// The number behind the peer's FIN, once it was seen.
    peer_end: Option<Sequence>,
    /// Keep-alive probes since the peer was last heard.
    probes: u32,
}

impl Endpoint {
    /// An endpoint that has neither sent nor received anything yet.
    pub fn new(connection: u32, side: Side, state: State, intervals: &Intervals) -> Self {
        Self {
            connection,
            side,
            state,
            intervals: *intervals,
            estimator: Estimator::new(intervals),
            timers: [None; 4],
            sent: None,
            measured: None,
            tries: 0,
            expected: None,
            peer_end: None,
            probes: 0,
        }
    }

    /// Its state.
    pub const fn state(&self) -> State {
        self.state
    }

    /// Its estimate of the round trip.
    pub const fn estimator(&self) -> &Estimator {
        &self.estimator
    }

    /// Whether its timer of that kind is outstanding.
    pub const fn is_running(&self, kind: Kind) -> bool {
        self.timers[kind.index()].is_some()
    }

    /// It sends `segment`.
    pub fn send(&mut self, segment: &Segment, service: &mut impl TimerService) {
        if self.state == State::Closed {
            return;
        }
        if let Some(acknowledgement) = segment.acknowledgement {
            // Whatever it acknowledges it has received, seen or not.
            let acknowledged = Sequence(acknowledgement);
            self.expected = Some(self.expected.map_or(acknowledged, |expected| expected.later(acknowledged)));
            self.stop(Kind::DelayedAcknowledgement, service);
        }
        if segment.span() > 0 {
            self.send_span(segment, service);
        }
        if segment.fin {
            let next = match self.state {
                State::Opening | State::Established => State::FinWait,
                State::CloseWait => State::LastAck,
                same => same,
            };
            if next != self.state {
                self.state = next;
                self.stop(Kind::KeepAlive, service);
            }
        }
        self.take_peer_end(service);
    }

    /// Something that is to be acknowledged goes out.
    fn send_span(&mut self, segment: &Segment, service: &mut impl TimerService) {
        let start = Sequence(segment.sequence);
        let end = start.plus(segment.span());
        let (first, next) = self.sent.unwrap_or((start, start));
        if start == next || start.is_after(next) {
            if self.measured.is_none() {
                self.measured = Some((end, segment.tick));
            }
        } else {
            // Sent again: no measurement may come of it (Karn's rule, RFC 6298, 3).
            self.measured = None;
        }
        let next = next.later(end);
        self.sent = Some((first, next));
        if first != next && !self.is_running(Kind::Retransmission) {
            self.start(Kind::Retransmission, self.estimator.timeout(), service);
        }
    }

    /// It receives `segment`.
    pub fn receive(&mut self, segment: &Segment, service: &mut impl TimerService) {
        if self.state == State::Closed {
            return;
        }
        self.probes = 0;
        if let Some(acknowledgement) = segment.acknowledgement {
            self.receive_acknowledgement(Sequence(acknowledgement), segment.tick, service);
        }
        if segment.span() > 0 && self.state != State::Closed {
            self.receive_span(segment, service);
        }
    }

    /// The peer acknowledges everything before `acknowledged`.
    fn receive_acknowledgement(&mut self, acknowledged: Sequence, tick: u64, service: &mut impl TimerService) {
        let Some((first, next)) = self.sent else {
            return;
        };
        if acknowledged.is_after(first) {
            // Beyond what was seen to be sent: the capture missed it.
            let next = next.later(acknowledged);
            self.sent = Some((acknowledged, next));
            let lost_before = self.tries > 0;
            self.tries = 0;
            if let Some((end, sent_at)) = self.measured
                && !end.is_after(acknowledged)
            {
                self.estimator.measure(tick - sent_at);
                self.measured = None;
            }
            if self.state == State::Opening {
                self.state = State::Established;
                if lost_before {
                    self.estimator.syn_was_lost();
                }
            }
            self.stop(Kind::Retransmission, service);
            if acknowledged != next {
                self.start(Kind::Retransmission, self.estimator.timeout(), service);
            }
        }
        if !self.everything_acknowledged() {
            return;
        }
        match self.state {
            State::LastAck => self.close(service),
            State::Closing => self.wait(service),
            _ => {}
        }
    }

    /// Data, SYN or FIN come in.
    fn receive_span(&mut self, segment: &Segment, service: &mut impl TimerService) {
        let start = Sequence(segment.sequence);
        let end = start.plus(segment.span());
        let in_order = self.expected.is_none_or(|expected| expected == start);
        if segment.fin {
            self.peer_end = Some(end);
            if self.state == State::TimeWait {
                // The peer has not heard the last acknowledgement: wait anew.
                self.wait(service);
            }
        }
        if !in_order {
            // Acknowledged at once, be it old or ahead of its time.
            return;
        }
        self.expected = Some(end);
        if segment.payload > 0 && !segment.syn && !segment.fin && !self.is_running(Kind::DelayedAcknowledgement) {
            self.start(Kind::DelayedAcknowledgement, self.intervals.delayed_acknowledgement, service);
        }
        self.take_peer_end(service);
    }

    /// Acts on the peer's FIN once everything before it has come.
    fn take_peer_end(&mut self, service: &mut impl TimerService) {
        let (Some(end), Some(expected)) = (self.peer_end, self.expected) else {
            return;
        };
        if end.is_after(expected) {
            return;
        }
        match self.state {
            State::Opening | State::Established => self.state = State::CloseWait,
            State::FinWait if self.everything_acknowledged() => self.wait(service),
            State::FinWait => self.state = State::Closing,
            _ => {}
        }
    }

    /// Starts its keep-alive timer anew, as a segment went past; only where it may be idle for long.
    pub fn keep_alive(&mut self, service: &mut impl TimerService) {
        if matches!(self.state, State::Established | State::CloseWait) {
            self.stop(Kind::KeepAlive, service);
            self.start(Kind::KeepAlive, self.intervals.keep_alive, service);
        }
    }

    /// Its timer of that kind has expired.
    pub fn expire(&mut self, kind: Kind, service: &mut impl TimerService) {
        self.timers[kind.index()] = None;
        match kind {
            Kind::Retransmission => {
                self.tries += 1;
                self.measured = None;
                let opening = self.state == State::Opening;
                if self.tries > if opening { self.intervals.syn_tries } else { self.intervals.data_tries } {
                    self.close(service);
                } else {
                    self.estimator.back_off();
                    self.start(Kind::Retransmission, self.estimator.timeout(), service);
                }
            }
            // The acknowledgement goes out; nothing waits for it.
            Kind::DelayedAcknowledgement => {}
            Kind::KeepAlive => {
                self.probes += 1;
                if self.probes > self.intervals.keep_alive_probes {
                    self.close(service);
                } else {
                    self.start(Kind::KeepAlive, self.intervals.keep_alive_probe, service);
                }
            }
            Kind::TimeWait => self.close(service),
        }
    }

    /// It is through: every timer is stopped.
    pub fn close(&mut self, service: &mut impl TimerService) {
        self.state = State::Closed;
        for kind in Kind::ALL {
            self.stop(kind, service);
        }
    }

    /// It enters TIME-WAIT, or begins its wait anew.
    fn wait(&mut self, service: &mut impl TimerService) {
        for kind in Kind::ALL {
            self.stop(kind, service);
        }
        self.state = State::TimeWait;
        self.start(Kind::TimeWait, self.intervals.time_wait, service);
    }

    /// Whether it has sent anything and all of it is acknowledged.
    fn everything_acknowledged(&self) -> bool {
        self.sent.is_some_and(|(first, next)| first == next)
    }

    fn start(&mut self, kind: Kind, interval: u64, service: &mut impl TimerService) {
        let owner = Owner { connection: self.connection, side: self.side, kind };
        self.timers[kind.index()] = Some(service.start(owner, interval));
    }

    fn stop(&mut self, kind: Kind, service: &mut impl TimerService) {
        if let Some(identity) = self.timers[kind.index()].take() {
            service.stop(identity);
        }
    }
}
