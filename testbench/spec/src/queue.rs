//! A queue's oracle: a plain sorted list of what is due when.
//!
//! The paper's Scheme 2 over the standard library's ordered set, so short that it can be seen to be right. The queues,
//! their peers, the replay and its hosts are compared with it.

use core::fmt;
use std::collections::BTreeSet;

/// Timers sorted by (due tick, identity). Identities must be given in the order of starting where timers due at the
/// same tick are to expire in that order.
///
/// Every operation takes time logarithmic in the number of outstanding timers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Oracle {
    outstanding: BTreeSet<(u64, u32)>,
}

/// Why the oracle refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OracleError {
    /// The same timer is outstanding already.
    AlreadyOutstanding,
    /// The timer is not outstanding: never started, stopped, or expired.
    NotOutstanding,
}

impl fmt::Display for OracleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::AlreadyOutstanding => "the timer is outstanding already; give each start an identity of its own",
            Self::NotOutstanding => "the timer is not outstanding; stop it only between its start and its expiry",
        })
    }
}

impl core::error::Error for OracleError {}

impl Oracle {
    /// An oracle with nothing outstanding.
    pub const fn new() -> Self {
        Self { outstanding: BTreeSet::new() }
    }

    /// Starts timer `identity`, due at tick `due`.
    ///
    /// # Errors
    /// [`OracleError::AlreadyOutstanding`] where that very timer is outstanding with that due tick.
    pub fn start(&mut self, identity: u32, due: u64) -> Result<(), OracleError> {
        let is_new = self.outstanding.insert((due, identity));
        is_new.then_some(()).ok_or(OracleError::AlreadyOutstanding)
    }

    /// Stops timer `identity`, which was started to be due at tick `due`.
    ///
    /// # Errors
    /// [`OracleError::NotOutstanding`] where it is not outstanding.
    pub fn stop(&mut self, identity: u32, due: u64) -> Result<(), OracleError> {
        let was_there = self.outstanding.remove(&(due, identity));
        was_there.then_some(()).ok_or(OracleError::NotOutstanding)
    }

    /// The earliest timer as (due tick, identity).
    pub fn next(&self) -> Option<(u64, u32)> {
        self.outstanding.first().copied()
    }

    /// Takes the earliest timer if it is due at tick `now` or before, as (due tick, identity).
    pub fn expire(&mut self, now: u64) -> Option<(u64, u32)> {
        let (due, _) = self.next()?;
        if due > now {
            return None;
        }
        self.outstanding.pop_first()
    }

    /// Timers outstanding.
    pub fn len(&self) -> usize {
        self.outstanding.len()
    }

    /// Whether nothing is outstanding.
    pub fn is_empty(&self) -> bool {
        self.outstanding.is_empty()
    }

    /// The timers outstanding as (due tick, identity), earliest first.
    pub fn outstanding(&self) -> impl Iterator<Item = (u64, u32)> {
        self.outstanding.iter().copied()
    }
}

#[cfg(test)]
mod tests;
