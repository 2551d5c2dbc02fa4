//! The error of buses that a test lets fail.

/// What the bus reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BusFault;

impl core::fmt::Display for BusFault {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("a fault of the test")
    }
}
