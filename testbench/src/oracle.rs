//! The oracle: a plain sorted list of what is due when.
//!
//! The paper's Scheme 2 without any cleverness, so short that it can be seen to be right. It is what every scheme, the
//! driver and the chip are compared with.

use core::fmt;

/// Timers sorted by (due tick, identity). Identities must be given in the order of starting where timers due at the
/// same tick are to expire in that order.
///
/// Start and stop: a binary search and a move of what lies behind, so linear in the number of outstanding timers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Oracle {
    /// Sorted, the earliest last, so that taking it moves nothing.
    outstanding: Vec<(u64, u32)>,
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
            Self::AlreadyOutstanding => {
                "the timer is outstanding already; give each start an identity of its own"
            }
            Self::NotOutstanding => {
                "the timer is not outstanding; stop it only between its start and its expiry"
            }
        })
    }
}

impl core::error::Error for OracleError {}

impl Oracle {
    /// An oracle with nothing outstanding.
    pub const fn new() -> Self {
        Self {
            outstanding: Vec::new(),
        }
    }

    /// Where the timer is or would be. Compared the other way round, as the earliest is last.
    fn position(&self, identity: u32, due: u64) -> Result<usize, usize> {
        self.outstanding
            .binary_search_by(|entry| (due, identity).cmp(entry))
    }

    /// Starts timer `identity`, due at tick `due`.
    ///
    /// # Errors
    /// [`OracleError::AlreadyOutstanding`] where that very timer is outstanding with that due tick.
    pub fn start(&mut self, identity: u32, due: u64) -> Result<(), OracleError> {
        let position = self
            .position(identity, due)
            .err()
            .ok_or(OracleError::AlreadyOutstanding)?;
        self.outstanding.insert(position, (due, identity));
        Ok(())
    }

    /// Stops timer `identity`, which was started to be due at tick `due`.
    ///
    /// # Errors
    /// [`OracleError::NotOutstanding`] where it is not outstanding.
    pub fn stop(&mut self, identity: u32, due: u64) -> Result<(), OracleError> {
        let position = self
            .position(identity, due)
            .map_err(|_| OracleError::NotOutstanding)?;
        self.outstanding.remove(position);
        Ok(())
    }

    /// The earliest timer as (due tick, identity).
    pub fn next(&self) -> Option<(u64, u32)> {
        self.outstanding.last().copied()
    }

    /// Takes the earliest timer if it is due at tick `now` or before, as (due tick, identity).
    pub fn expire(&mut self, now: u64) -> Option<(u64, u32)> {
        self.outstanding.pop_if(|entry| entry.0 <= now)
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
        self.outstanding.iter().rev().copied()
    }
}
