//! Look-ahead: when a slot will next be busy, for a host that sleeps until then.
//!
//! `NEXT` counts from the position of the wheel at the moment of the read, and other transfers read the cursor, which
//! gives that position its tick. The cursor may move in between. The driver therefore reads the cursor *first*: the
//! wheel has then made at least the steps that the cursor shows, and the computed tick is at most the true one. A host
//! that wakes at it may be early, never late. Events that the cursor raises between the two reads are in the FIFO, and
//! `EVENT` is read *last*.
//!
//! A read of `NEXT` includes every arm written before it: the chip delays the read, at most 50 clocks, until it does.

use carillon_regmap::Feature;
use carillon_regmap::counter_chip::field::next;
use carillon_regmap::counter_chip::{REGISTERS, offset};

use super::{CounterChip, CounterChipError, Visit};
use crate::bus::RegisterBus;
use crate::chip::{Wake, defined};

impl<B: RegisterBus> CounterChip<B> {
    /// Slots from the wheel's position to its next busy slot, or `None` if it has none: distance *d* is the wheel's
    /// step number *d* + 1 from now; 0 is the very next one. One read. May be repeated.
    ///
    /// # Errors
    /// [`CounterChipError::MissingFeature`], [`CounterChipError::WheelOutOfRange`]: nothing was read.
    /// [`CounterChipError::ImpossibleAnswer`] for a distance of the wheel's size or more, and if a reserved bit is set;
    /// [`CounterChipError::Bus`].
    pub fn next_distance(&mut self, wheel: u32) -> Result<Option<u32>, CounterChipError<B::Error>> {
        self.expect(Feature::LookAhead)?;
        let slots = self.wheel(wheel)?.slots;
        const BITS: u32 = defined(REGISTERS, offset::NEXT);
        let offset = offset::element(offset::NEXT, wheel);
        let found = self.read_fields(offset, BITS)?;
        if !next::VALID.is_set(found) {
            return Ok(None);
        }
        let distance = next::DISTANCE.get(found);
        if distance >= slots {
            return Err(CounterChipError::ImpossibleAnswer { offset, found });
        }
        Ok(Some(distance))
    }

    /// The next visit of a busy slot of the wheel, or `None` if it has none in 64 bits of ticks. Exact while the cursor
    /// does not move. While it moves, the visit's tick is a lower bound of the true one (see the top of this file), and
    /// its slot need not be the busy one. Four reads. May be repeated.
    ///
    /// # Errors
    /// As [`next_distance`](Self::next_distance); [`CounterChipError::TimeUnsteady`].
    pub fn next_visit(&mut self, wheel: u32) -> Result<Option<Visit>, CounterChipError<B::Error>> {
        self.expect(Feature::LookAhead)?;
        self.wheel(wheel)?;
        let cursor = self.cursor()?;
        self.next_visit_after(wheel, cursor)
    }

    fn next_visit_after(&mut self, wheel: u32, cursor: u64) -> Result<Option<Visit>, CounterChipError<B::Error>> {
        let distance = self.next_distance(wheel)?;
        Ok(distance.and_then(|distance| self.wheels.visit_at_distance(wheel, cursor, distance)))
    }

    /// How long a tickless host may sleep: until the next tick at which any wheel reaches a busy slot, or earlier;
    /// never later. A chip that was reset has no busy slot: read now afterwards to tell. It does not consider the alarm
    /// or `half_period`: keep their interrupts enabled, or wake for them. Four reads and one for each wheel that steps
    /// in 64 bits of ticks. May be repeated.
    ///
    /// # Errors
    /// [`CounterChipError::MissingFeature`]: nothing was read. [`CounterChipError::ImpossibleAnswer`],
    /// [`CounterChipError::TimeUnsteady`], [`CounterChipError::Bus`].
    pub fn wake(&mut self) -> Result<Wake, CounterChipError<B::Error>> {
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
        Ok(if event.valid || event.attention { Wake::Now } else { first.map_or(Wake::Never, Wake::At) })
    }
}
