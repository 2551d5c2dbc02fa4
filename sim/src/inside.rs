//! Looking inside a chip without a clock, and going back to an earlier state of it.

use core::fmt;

use crate::simulation::Simulation;

/// What a chip holds between two clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inside {
    /// The tick that now is at.
    pub now: u64,
    /// The last tick that the cursor has finished.
    pub cursor: u64,
    /// The busy bits of the memory in words of sixteen slots, the lowest slot in bit 0. Each wheel begins with a word.
    /// Of no meaning before the memory is cleared after a reset.
    pub busy: Vec<u16>,
    /// The event FIFO, its head first.
    pub events: Vec<InsideEvent>,
}

/// One event in the FIFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InsideEvent {
    /// Its wheel.
    pub wheel: u32,
    /// Its slot.
    pub slot: u32,
    /// It was armed after its visit.
    pub late: bool,
    /// The low 32 bits of its tick.
    pub tick: u32,
}

/// A chip's state at one clock: [`Simulation::save`] makes it.
#[derive(Clone, PartialEq, Eq)]
pub struct Saved {
    model: crate::model::Model,
    bytes: Vec<u8>,
}

impl Saved {
    /// Bytes of memory that it takes.
    pub const fn size(&self) -> usize {
        self.bytes.len()
    }
}

impl fmt::Debug for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Saved").field("model", &self.model).field("size", &self.size()).finish()
    }
}

/// A chip cannot be looked into, saved or restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsideError {
    /// It was made by [`Simulation::new`], or the build counts coverage.
    NotPrepared,
    /// The state is of another model.
    OtherModel,
}

impl fmt::Display for InsideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotPrepared => "make the chip with Simulation::with_waves, in a build without CARILLON_COVERAGE",
            Self::OtherModel => "the saved state is of another model: restore it into a chip of that one",
        })
    }
}

impl core::error::Error for InsideError {}

/// For chips that were made by [`with_waves`](Simulation::with_waves).
impl Simulation {
    /// Looks inside. No clock runs, and nothing changes. Takes time in proportion to the slots.
    ///
    /// # Errors
    /// [`InsideError::NotPrepared`].
    pub fn inside(&self) -> Result<Inside, InsideError> {
        let depth = self.model().fifo_depth() as usize;
        let mut busy = vec![0; self.model().slots() as usize / 16];
        let (mut places, mut ticks) = (vec![0; depth], vec![0; depth]);
        let (now, cursor, level) =
            self.chip.peek(&mut busy, &mut places, &mut ticks).ok_or(InsideError::NotPrepared)?;
        let events = places.into_iter().zip(ticks).take(level as usize);
        // Above the bits of a slot the memory has what the circuit masks behind it.
        let slots = self.model().slots();
        let event = |(place, tick): (u32, u32)| InsideEvent {
            wheel: place >> 1 & 7,
            slot: place >> 4 & (slots - 1),
            late: place & 1 != 0,
            tick,
        };
        Ok(Inside { now, cursor, busy, events: events.map(event).collect() })
    }

    /// The tick that now is at. No clock runs. Constant time.
    ///
    /// # Errors
    /// [`InsideError::NotPrepared`].
    pub fn now(&self) -> Result<u64, InsideError> {
        let peeked = self.chip.peek(&mut [], &mut [], &mut []);
        peeked.map(|(now, ..)| now).ok_or(InsideError::NotPrepared)
    }

    /// The whole state: every register, the memories, the pins and the count of clocks. Takes time in proportion to the
    /// slots.
    ///
    /// # Errors
    /// [`InsideError::NotPrepared`].
    pub fn save(&mut self) -> Result<Saved, InsideError> {
        let bytes = self.chip.save().ok_or(InsideError::NotPrepared)?;
        Ok(Saved { model: self.model(), bytes })
    }

    /// Makes this chip the one that was saved. From here on it does exactly what that one did, given the same inputs. A
    /// wave file that is being written goes on with the restored signals.
    ///
    /// # Errors
    /// [`InsideError`]. The chip is then as before.
    pub fn restore(&mut self, saved: &Saved) -> Result<(), InsideError> {
        if saved.model != self.model() {
            return Err(InsideError::OtherModel);
        }
        if self.chip.restore(&saved.bytes) { Ok(()) } else { Err(InsideError::NotPrepared) }
    }
}
