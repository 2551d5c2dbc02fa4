//! How long the host may sleep.

use carillon_regmap::Feature;
use carillon_regmap::timer_chip::field::next_expiry;
use carillon_regmap::timer_chip::{REGISTERS, offset};

use super::{Result, TimerChip};
use crate::bus::RegisterBus;
use crate::chip::{Wake, defined};

impl<B: RegisterBus> TimerChip<B> {
    /// The ticks, from now on, in which no timer expires unless the host starts one; `None`: no timer runs. It may be
    /// fewer than are left of any timer, and is 0 while a slot waits to be visited, and where the chip refused the read
    /// because its memory fails. Events in the FIFO do not count. One read.
    ///
    /// # Errors
    /// [`TimerChipError::MissingFeature`](super::TimerChipError::MissingFeature): nothing was read.
    /// [`TimerChipError::Bus`](super::TimerChipError::Bus);
    /// [`TimerChipError::ImpossibleAnswer`](super::TimerChipError::ImpossibleAnswer) if a reserved bit is set.
    pub fn next_expiry(&mut self) -> Result<Option<u32>, B> {
        self.expect(Feature::LookAhead)?;
        const BITS: u32 = defined(REGISTERS, offset::NEXT_EXPIRY);
        let word = self.read_fields(offset::NEXT_EXPIRY, BITS)?;
        Ok((!next_expiry::NONE.is_set(word)).then_some(next_expiry::TICKS.get(word)))
    }

    /// How long a host that the interrupt does not wake may sleep: not at all, to a tick of the chip's, or until the
    /// host starts a timer. It may wake too early, never too late: now is read first, the FIFO last. Six reads, rarely
    /// eight. A chip that was reset has no timer: read now afterwards to tell.
    ///
    /// # Errors
    /// As [`next_expiry`](Self::next_expiry);
    /// [`TimerChipError::TimeUnsteady`](super::TimerChipError::TimeUnsteady).
    pub fn wake(&mut self) -> Result<Wake, B> {
        self.expect(Feature::LookAhead)?;
        let now = self.now()?;
        let next = self.next_expiry()?;
        if self.event()?.is_some() || !self.interrupts()?.is_empty() {
            return Ok(Wake::Now);
        }
        Ok(match next {
            None => Wake::Never,
            Some(0) => Wake::Now,
            Some(ticks) => Wake::At(now.saturating_add(ticks.into())),
        })
    }
}
