//! Looking ahead: when a slot will next be busy, for a host that sleeps until then.
//!
//! `NEXT` counts from the position of the wheel at the moment it is read, and the cursor that gives that position its tick
//! is read by other transfers. Meanwhile the cursor may move on. So the cursor is read *first*: the wheel has then made at
//! least the steps that the cursor tells, and the tick computed is at most the true one. A host that wakes at it may be
//! early, never late. What the cursor passes between the two readings is in the FIFO, so `EVENT` is read *last*.
//!
//! `NEXT` follows a change of the busy bits within 32 clocks, and an arm changes them within four. A transfer takes four
//! clocks or more, so the ninth transfer after an arm sees it. The driver counts its own transfers and reads `STATUS` for
//! those that are missing.

use carillon_regmap::field::next;
use carillon_regmap::{Feature, offset};

use super::{Chip, ChipError, Visit};
use crate::bus::RegisterBus;

/// The transfer after an arm that sees it in `NEXT`: 4 + 32 clocks later, of which each transfer takes at least four.
pub(super) const SETTLING_TRANSFERS: u8 = 9;

/// Until when a host may sleep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Wake {
    /// It must not sleep: an event waits in the FIFO, or another enabled interrupt is pending.
    Now,
    /// To this tick: no event comes before it unless more is armed. The tick may lie in the past while the cursor is
    /// behind now.
    At(u64),
    /// For ever: no slot is busy that will be visited in 64 bits of ticks.
    Never,
}

impl<B: RegisterBus> Chip<B> {
    /// Slots from the wheel's position to its next busy slot, or `None` if it has none: distance *d* is the wheel's step
    /// number *d* + 1 from now, so 0 is the very next one. One read; up to eight more directly after an arm. May be repeated.
    ///
    /// # Errors
    /// [`ChipError::MissingFeature`], [`ChipError::WheelOutOfRange`]: nothing was read. [`ChipError::ImpossibleAnswer`]
    /// for a distance of the wheel's size or more; [`ChipError::Bus`].
    pub fn next_distance(&mut self, wheel: u32) -> Result<Option<u32>, ChipError<B::Error>> {
        self.expect(Feature::LookAhead)?;
        let slots = self.wheel(wheel)?.slots;
        while self.unsettled > 1 {
            self.status()?;
        }
        let offset = offset::element(offset::NEXT, wheel);
        let found = self.read(offset)?;
        if !next::VALID.is_set(found) {
            return Ok(None);
        }
        let distance = next::DISTANCE.get(found);
        if distance >= slots {
            return Err(ChipError::ImpossibleAnswer { offset, found });
        }
        Ok(Some(distance))
    }

    /// The next visit of a busy slot of the wheel, or `None` if it has none in 64 bits of ticks. Exact while the cursor
    /// stands still; while it moves, the visit's tick is a lower bound of the true one (see the head of this file), and its
    /// slot need not be the busy one. Four reads; directly after an arm up to five more. May be repeated.
    ///
    /// # Errors
    /// As [`next_distance`](Self::next_distance); [`ChipError::TimeUnsteady`].
    pub fn next_visit(&mut self, wheel: u32) -> Result<Option<Visit>, ChipError<B::Error>> {
        self.expect(Feature::LookAhead)?;
        self.wheel(wheel)?;
        let cursor = self.cursor()?;
        self.next_visit_after(wheel, cursor)
    }

    fn next_visit_after(
        &mut self,
        wheel: u32,
        cursor: u64,
    ) -> Result<Option<Visit>, ChipError<B::Error>> {
        let distance = self.next_distance(wheel)?;
        Ok(distance.and_then(|distance| self.wheels.visit_at_distance(wheel, cursor, distance)))
    }

    /// Until when a tickless host may sleep: the next tick at which any wheel comes to a busy slot, or earlier; never
    /// later. The alarm is not part of it, nor `half_period`: keep their interrupts enabled, or wake for them.
    /// Four reads and one for each wheel that steps in 64 bits of ticks; directly after an arm up to five more. May be repeated.
    ///
    /// # Errors
    /// [`ChipError::MissingFeature`]: nothing was read. [`ChipError::ImpossibleAnswer`], [`ChipError::TimeUnsteady`],
    /// [`ChipError::Bus`].
    pub fn wake(&mut self) -> Result<Wake, ChipError<B::Error>> {
        self.expect(Feature::LookAhead)?;
        let cursor = self.cursor()?;
        let mut first: Option<u64> = None;
        for wheel in 0..self.wheels.count() {
            if self.wheels.period(wheel).is_none() {
                break;
            }
            if let Some(visit) = self.next_visit_after(wheel, cursor)? {
                first = Some(first.map_or(visit.tick, |first| first.min(visit.tick)));
            }
        }
        let event = self.event()?;
        Ok(if event.valid || event.attention {
            Wake::Now
        } else {
            first.map_or(Wake::Never, Wake::At)
        })
    }
}
