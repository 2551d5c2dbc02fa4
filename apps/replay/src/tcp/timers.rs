//! The kinds of timers, their intervals, and what they are started and stopped through.

use schemars::JsonSchema;
use serde::Serialize;

use super::Side;

/// A second in ticks.
const SECOND: u64 = 1_000_000;

/// What a timer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Send again what was not acknowledged (RFC 6298).
    Retransmission,
    /// Acknowledge data although there is nothing to send (RFC 1122, 4.2.3.2).
    DelayedAcknowledgement,
    /// Ask whether a silent peer is still there (RFC 1122, 4.2.3.6).
    KeepAlive,
    /// Twice the maximum segment lifetime in TIME-WAIT (RFC 9293, 3.6.1).
    TimeWait,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Retransmission, Self::DelayedAcknowledgement, Self::KeepAlive, Self::TimeWait];

    /// The name for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Retransmission => "retransmission",
            Self::DelayedAcknowledgement => "delayed acknowledgement",
            Self::KeepAlive => "keep-alive",
            Self::TimeWait => "2 MSL",
        }
    }

    /// The place in [`Kind::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Whose timer it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    /// The connection's number in the order of their first segments.
    pub connection: u32,
    /// The endpoint.
    pub side: Side,
    /// What for.
    pub kind: Kind,
}

/// Where the endpoints start and stop their timers. Both happen at the tick that is being worked on.
pub trait TimerService {
    /// Starts a timer of `interval` ticks, at least 1, and returns its identity, which no other timer ever gets.
    fn start(&mut self, owner: Owner, interval: u64) -> u32;

    /// Stops the timer `identity`, which is outstanding.
    fn stop(&mut self, identity: u32);
}

/// The intervals and limits of a host's TCP. Intervals in ticks, at least 1; the default's are of one microsecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Intervals {
    /// Retransmission before any measurement: 1 s (RFC 6298, 2.1).
    pub retransmission_initial: u64,
    /// The least retransmission timeout: 1 s (RFC 6298, 2.4).
    pub retransmission_minimum: u64,
    /// The greatest retransmission timeout: 60 s (RFC 6298, 2.5).
    pub retransmission_maximum: u64,
    /// The retransmission timeout once data are sent, where the timer of the SYN expired: 3 s (RFC 6298, 5.7).
    pub retransmission_after_lost_syn: u64,
    /// Expiries after which an endpoint gives its data up: 15, as Linux.
    pub data_tries: u32,
    /// Expiries after which an endpoint gives its SYN up: 6, as Linux.
    pub syn_tries: u32,
    /// How long an acknowledgement waits for data to go with: 40 ms.
    pub delayed_acknowledgement: u64,
    /// How long a connection is silent before the peer is asked: 2 h.
    pub keep_alive: u64,
    /// How long after that it is asked again: 75 s.
    pub keep_alive_probe: u64,
    /// Unanswered questions after which the connection is given up: 9.
    pub keep_alive_probes: u32,
    /// Twice the maximum segment lifetime: 60 s.
    pub time_wait: u64,
}

impl Default for Intervals {
    fn default() -> Self {
        Self {
            retransmission_initial: SECOND,
            retransmission_minimum: SECOND,
            retransmission_maximum: 60 * SECOND,
            retransmission_after_lost_syn: 3 * SECOND,
            data_tries: 15,
            syn_tries: 6,
            delayed_acknowledgement: 40_000,
            keep_alive: 7_200 * SECOND,
            keep_alive_probe: 75 * SECOND,
            keep_alive_probes: 9,
            time_wait: 60 * SECOND,
        }
    }
}

impl Intervals {
    /// These intervals, which are in microseconds, in ticks of `tick` microseconds, at least 1; rounded up.
    #[must_use]
    pub const fn in_ticks(self, tick: u64) -> Self {
        Self {
            retransmission_initial: self.retransmission_initial.div_ceil(tick),
            retransmission_minimum: self.retransmission_minimum.div_ceil(tick),
            retransmission_maximum: self.retransmission_maximum.div_ceil(tick),
            retransmission_after_lost_syn: self.retransmission_after_lost_syn.div_ceil(tick),
            delayed_acknowledgement: self.delayed_acknowledgement.div_ceil(tick),
            keep_alive: self.keep_alive.div_ceil(tick),
            keep_alive_probe: self.keep_alive_probe.div_ceil(tick),
            time_wait: self.time_wait.div_ceil(tick),
            ..self
        }
    }
}
