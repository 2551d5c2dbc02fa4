//! Telling the chip which slots' queues are empty.

use carillon_regmap::field::arm;
use carillon_regmap::offset;

use super::{Chip, ChipError, Visit};
use crate::bus::RegisterBus;

impl<B: RegisterBus> Chip<B> {
    /// The queue of `slot` became non-empty; `lap` is how often the wheel will have wrapped at the visit meant, of which
    /// the chip takes the low 8 bits. If that visit has passed, the chip raises a late event. One write. May be repeated:
    /// at worst the slot gets a second late event.
    ///
    /// # Errors
    /// [`ChipError::WheelOutOfRange`], [`ChipError::SlotOutOfRange`]: nothing was written. [`ChipError::Bus`].
    pub fn arm(&mut self, wheel: u32, slot: u32, lap: u32) -> Result<(), ChipError<B::Error>> {
        let place = self.place(wheel, slot)?;
        self.write(offset::ARM, place | arm::LAP.put(lap))
    }

    /// The queue of the visit's slot became non-empty, and this is the visit meant. One write. May be repeated.
    ///
    /// The chip compares laps as signed differences of 8 bits. A visit more than 127 laps after the wheel's position looks
    /// passed and gives a false late event, which costs the host a look at a queue. To avoid that, arm the slot's *next*
    /// visit ([`Wheels::visit_after`](super::Wheels::visit_after)); the bit stays for the laps after it. A visit that passed more
    /// than 127 laps ago looks still to come, and the slot is visited up to a lap late. Where that can be, as in serving
    /// an old event, arm what [`Wheels::refreshed`](super::Wheels::refreshed) makes of it.
    ///
    /// # Errors
    /// As [`arm`](Self::arm).
    pub fn arm_visit(&mut self, visit: Visit) -> Result<(), ChipError<B::Error>> {
        self.arm(
            visit.wheel,
            visit.slot,
            (visit.lap & u64::from(u32::MAX)) as u32,
        )
    }

    /// Arms the wheel for the visit that `tick` belongs to: at `tick` itself in wheel 0, at the last step of the wheel up to
    /// `tick` in others ([`Wheels::visit_for`](super::Wheels::visit_for)). Gives back that visit. Tick 0 counts as visited,
    /// so what belongs to it is late. One write. May be repeated.
    ///
    /// # Errors
    /// As [`arm`](Self::arm).
    pub fn arm_for(&mut self, wheel: u32, tick: u64) -> Result<Visit, ChipError<B::Error>> {
        let visit = self.visit_for(wheel, tick)?;
        self.arm_visit(visit)?;
        Ok(visit)
    }

    /// The queue of `slot` became empty. One write. May be repeated.
    ///
    /// # Errors
    /// As [`arm`](Self::arm).
    pub fn disarm(&mut self, wheel: u32, slot: u32) -> Result<(), ChipError<B::Error>> {
        let place = self.place(wheel, slot)?;
        self.write(offset::DISARM, place)
    }

    /// Disarms the slot of the wheel that `tick` belongs to, as [`arm_for`](Self::arm_for) arms it. Gives back the visit
    /// that would have been. One write. May be repeated.
    ///
    /// # Errors
    /// As [`arm`](Self::arm).
    pub fn disarm_for(&mut self, wheel: u32, tick: u64) -> Result<Visit, ChipError<B::Error>> {
        let visit = self.visit_for(wheel, tick)?;
        self.disarm(wheel, visit.slot)?;
        Ok(visit)
    }

    fn visit_for(&self, wheel: u32, tick: u64) -> Result<Visit, ChipError<B::Error>> {
        self.wheel(wheel)?;
        let wheels = self.wheels.count();
        self.wheels
            .visit_for(wheel, tick)
            .ok_or(ChipError::WheelOutOfRange { wheel, wheels })
    }

    /// The fields of `ARM` and `DISARM` that say where.
    fn place(&self, wheel: u32, slot: u32) -> Result<u32, ChipError<B::Error>> {
        let size = self.wheel(wheel)?.slots;
        if slot >= size {
            return Err(ChipError::SlotOutOfRange { wheel, slot, size });
        }
        Ok(arm::WHEEL.put(wheel) | arm::SLOT.put(slot))
    }
}
