//! `embedded_hal`'s delay, by the chip's clock.

use embedded_hal::delay::DelayNs;

use crate::duration::TickRate;
use crate::facility::TimerFacility;

/// Waits by reading a facility's now; borrows the facility for that long. No timer is used.
///
/// A delay is never shorter than asked for, and at most two ticks and a reading longer. [`DelayNs`] has no errors: while the bus fails, the
/// delay goes on. A facility whose chip was reset is [recovered](TimerFacility::recover).
#[derive(Debug)]
pub struct Delay<'facility, F> {
    facility: &'facility mut F,
    rate: TickRate,
}

impl<'facility, F: TimerFacility> Delay<'facility, F> {
    /// Delays by `facility`, whose ticks are of `rate`.
    pub const fn new(facility: &'facility mut F, rate: TickRate) -> Self {
        Self { facility, rate }
    }

    /// Reads now until that succeeds.
    fn now(&mut self) -> u64 {
        loop {
            match self.facility.now() {
                Ok(now) => return now,
                Err(crate::facility::FacilityError::ChipWasReset) => {
                    self.facility.recover().ok();
                }
                Err(_) => {}
            }
        }
    }
}

impl<F: TimerFacility> DelayNs for Delay<'_, F> {
    fn delay_ns(&mut self, nanoseconds: u32) {
        let time = core::time::Duration::from_nanos(u64::from(nanoseconds));
        let ticks = self.rate.ticks(time).unwrap_or(u64::MAX);
        // The tick under way has begun before, and does not count.
        let until = self.now().saturating_add(ticks).saturating_add(1);
        while self.now() < until {}
    }
}
