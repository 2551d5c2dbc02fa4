//! How long a host may sleep.

/// How long a host may sleep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Wake {
    /// Not at all: an event waits in the FIFO, or another enabled interrupt is pending.
    Now,
    /// To this tick: no event comes before it unless another timer is started. The tick may be in the past while the
    /// cursor is behind now.
    At(u64),
    /// Forever: no timer expires in 64 bits of ticks.
    Never,
}
