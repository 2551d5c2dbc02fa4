//! The numbers of a cable to the chip.

use schemars::JsonSchema;
use serde::Serialize;

use crate::Trouble;

/// What the cable has spoilt and how it was put right.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CableSummary {
    /// The serial port.
    pub port: String,
    /// Bits a second.
    pub baud: u32,
    /// Answers that did not come, or not whole.
    pub silences: u32,
    /// Readings that did not agree.
    pub disagreements: u32,
    /// Writes that were sent again.
    pub rewrites: u32,
    /// Accesses that failed for good; the host tried again.
    pub failures: u32,
    /// Times that the chip was found reset and started again.
    pub recoveries: u32,
    /// Audits of the chip.
    pub audits: u32,
    /// Settings of the chip that an audit has mended.
    pub mended: u32,
}

impl CableSummary {
    /// What `trouble` there was with the port at `port`.
    pub fn new(port: &str, baud: u32, trouble: Trouble) -> Self {
        Self {
            port: port.to_owned(),
            baud,
            silences: trouble.repairs.silences,
            disagreements: trouble.repairs.disagreements,
            rewrites: trouble.repairs.rewrites,
            failures: trouble.failures,
            recoveries: trouble.recoveries,
            audits: trouble.audits,
            mended: trouble.mended,
        }
    }
}
