//! Arming and disarming slots.

use carillon_regmap::counter_chip::field::arm;
use carillon_regmap::counter_chip::offset;

use super::{CounterChip, CounterChipError, Visit, Wheel};
use crate::bus::RegisterBus;

impl<B: RegisterBus> CounterChip<B> {
    /// Reports that the queue of `slot` became non-empty. `lap` is the number of times that the wheel will have wrapped
    /// at the intended visit; the chip uses the low 8 bits. If that visit has passed, the chip raises a late event. One
    /// write. May be repeated: at worst the slot gets a second late event.
    ///
    /// # Errors
    /// [`CounterChipError::WheelOutOfRange`], [`CounterChipError::SlotOutOfRange`]: nothing was written.
    /// [`CounterChipError::Bus`].
    pub fn arm(&mut self, wheel: u32, slot: u32, lap: u32) -> Result<(), CounterChipError<B::Error>> {
        let place = self.place(wheel, slot)?;
        self.write(offset::ARM, place | arm::LAP.put(lap))
    }

    /// Arms `slot` for its last visit up to tick `now`, which raises a late event, if that is among the wheel's last
    /// `since` steps, otherwise for its first one after `now`. `now` is the chip's, just read, or by the host's clock.
    /// One write. May be repeated.
    #[inline(always)]
    pub(crate) fn arm_next(
        &mut self,
        wheel: u32,
        slot: u32,
        now: u64,
        since: u64,
    ) -> Result<(), CounterChipError<B::Error>> {
        if self.wheels.turns_by_shift(wheel) {
            let lap = self.wheels.lap_to_arm(wheel, slot, now, since);
            return self.arm_lap(wheel, slot, lap);
        }
        self.arm_next_by_division(wheel, slot, now, since)
    }

    /// As [`arm_next`](Self::arm_next), for a wheel whose size is no power of two.
    #[cold]
    #[inline(never)]
    fn arm_next_by_division(
        &mut self,
        wheel: u32,
        slot: u32,
        now: u64,
        since: u64,
    ) -> Result<(), CounterChipError<B::Error>> {
        let lap = self.wheels.lap_to_arm(wheel, slot, now, since);
        self.arm_lap(wheel, slot, lap)
    }

    /// Arms a slot, if there is one with that lap.
    #[inline(always)]
    fn arm_lap(&mut self, wheel: u32, slot: u32, lap: Option<u32>) -> Result<(), CounterChipError<B::Error>> {
        match lap {
            Some(lap) => {
                let place = arm::WHEEL.put(wheel) | arm::SLOT.put(slot);
                self.write(offset::ARM, place | arm::LAP.put(lap))
            }
            None => Err(self.refused(wheel, slot)),
        }
    }

    /// Reports that the queue of the visit's slot became non-empty, for this visit. One write. May be repeated.
    ///
    /// The chip compares laps as signed differences of 8 bits. It takes a visit more than 127 laps after the wheel's
    /// position for a passed one and raises a false late event, which costs the host a search of one queue. To avoid
    /// that, arm the slot's *next* visit ([`Wheels::visit_after`](super::Wheels::visit_after)); the bit stays for the
    /// laps after it. The chip takes a visit that passed more than 127 laps ago for a future one, and visits the slot
    /// up to a lap late. If that can happen, as in serving an old event, arm the result of
    /// [`Wheels::refreshed`](super::Wheels::refreshed).
    ///
    /// # Errors
    /// As [`arm`](Self::arm).
    pub fn arm_visit(&mut self, visit: Visit) -> Result<(), CounterChipError<B::Error>> {
        self.arm(visit.wheel, visit.slot, (visit.lap & u64::from(u32::MAX)) as u32)
    }

    /// Arms the wheel for the visit that `tick` belongs to: at `tick` itself in wheel 0, at the last step of the wheel
    /// up to `tick` in others ([`Wheels::visit_for`](super::Wheels::visit_for)). Returns that visit. Tick 0 counts as
    /// visited: its visit is late. One write. May be repeated.
    ///
    /// # Errors
    /// As [`arm`](Self::arm).
    pub fn arm_for(&mut self, wheel: u32, tick: u64) -> Result<Visit, CounterChipError<B::Error>> {
        let visit = self.visit_for(wheel, tick)?;
        self.arm_visit(visit)?;
        Ok(visit)
    }

    /// Reports that the queue of `slot` became empty. One write. May be repeated.
    ///
    /// # Errors
    /// As [`arm`](Self::arm).
    pub fn disarm(&mut self, wheel: u32, slot: u32) -> Result<(), CounterChipError<B::Error>> {
        let place = self.place(wheel, slot)?;
        self.write(offset::DISARM, place)
    }

    /// Disarms the slot of the wheel that `tick` belongs to, the counterpart of [`arm_for`](Self::arm_for). Returns the
    /// cancelled visit. One write. May be repeated.
    ///
    /// # Errors
    /// As [`arm`](Self::arm).
    pub fn disarm_for(&mut self, wheel: u32, tick: u64) -> Result<Visit, CounterChipError<B::Error>> {
        let visit = self.visit_for(wheel, tick)?;
        self.disarm(wheel, visit.slot)?;
        Ok(visit)
    }

    fn visit_for(&self, wheel: u32, tick: u64) -> Result<Visit, CounterChipError<B::Error>> {
        self.wheel(wheel)?;
        let wheels = self.wheels.count();
        self.wheels.visit_for(wheel, tick).ok_or(CounterChipError::WheelOutOfRange { wheel, wheels })
    }

    /// The wheel and slot fields of `ARM` and `DISARM`.
    #[inline]
    fn place(&self, wheel: u32, slot: u32) -> Result<u32, CounterChipError<B::Error>> {
        if slot < self.wheels.slots(wheel) {
            return Ok(arm::WHEEL.put(wheel) | arm::SLOT.put(slot));
        }
        Err(self.refused(wheel, slot))
    }

    /// What is wrong with them.
    #[cold]
    #[inline(never)]
    fn refused(&self, wheel: u32, slot: u32) -> CounterChipError<B::Error> {
        match self.wheel(wheel) {
            Ok(Wheel { slots: size, .. }) => CounterChipError::SlotOutOfRange { wheel, slot, size },
            Err(error) => error,
        }
    }
}
