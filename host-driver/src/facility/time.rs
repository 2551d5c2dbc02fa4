//! Time: 64 bits in the host from the 32 that one read gives, and across a reset of the chip.
//!
//! # Now
//!
//! The last known now is the latest tick that the host has seen, be it in `NOW_LO`, of an event, or the cursor's. A reading
//! of `NOW_LO` is extended to the smallest 64-bit tick that is not before it and has those low 32 bits. That is right while
//! fewer than 2^32 ticks pass between two readings. The chip sees to it: `half_period` is set every 2^31 ticks, it
//! interrupts, and the service routine then reads now in full. A host that keeps the interrupt masked for longer calls
//! [`Facility::resynchronise`] before it starts timers again. A reading of 0 and a step of 2^31 ticks or more are
//! suspicious, for so looks a chip that was reset underneath; they are verified with `STATUS.running` and a full reading.
//!
//! # The tick of an event
//!
//! `EVENT_TICK` gives 32 bits as well. Let *l* be the tick of the event before, or a later tick up to which there is known
//! to be no event. Events come in the order of their ticks and never from the future, so the event's tick *e* satisfies
//! l <= e <= cursor <= now. If now - l is below 2^32, only one such tick has the low 32 bits read.
//!
//! * `EVENT` was read without `attention`, so bit 31 of now has not changed since `half_period` was last cleared; the
//!   facility read now after that. Hence now is less than 2^31 ahead of the last known now, and if that is less than 2^31
//!   ahead of l, the tick is certain without another transfer. This is so in all normal use, because l moves with every
//!   event, and at every `half_period` it moves to the cursor if there is no event up to there.
//! * Otherwise, after a long sleep, the cursor is read in full. If it is less than 2^32 ahead of the lowest candidate, that
//!   one it is: so it is in a long backlog, where the cursor waits at most a FIFO's worth of laps ahead of the head.
//! * If not, all of this happened: an event was left waiting for more than 2^31 ticks, its slot was disarmed meanwhile, and a
//!   timer was started later. The slot is then visited at the cursor's tick. This reports nothing early and loses nothing:
//!   whatever is due by then is taken, at worst with a `reported` after `due`.
//!
//! # Across a reset
//!
//! The chip starts again from 0; the host's time goes on. `epoch` is the host's tick at the chip's tick 0, so timers keep
//! their expiry, and slots are only counted from another place: slot s of the chip is slot s + epoch (mod M) of the queue.

use super::{Facility, FacilityError};
use crate::bus::RegisterBus;
use crate::queue::{Entry, List};

/// Half of the span of a 32-bit reading, in ticks.
const HALF_SPAN: u64 = 1 << 31;

/// The span of a 32-bit reading, in ticks.
const SPAN: u64 = 1 << 32;

/// What the host knows about the chip's time. All but `epoch` in ticks of the chip.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Clock {
    /// The last known now: the latest tick seen of now, of an event, or of the cursor.
    pub(super) now: u64,
    /// No event that is still to be popped has an earlier tick.
    pub(super) last_event: u64,
    /// The host's tick at the chip's tick 0.
    epoch: u64,
}

impl Clock {
    /// The host's tick for a tick of the chip. Stops at the end of time.
    pub(super) const fn host(&self, chip_tick: u64) -> u64 {
        self.epoch.saturating_add(chip_tick)
    }

    pub(super) const fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The chip starts again from 0 at what is now the last known now.
    pub(super) const fn restart(&mut self) {
        *self = Self {
            now: 0,
            last_event: 0,
            epoch: self.host(self.now),
        };
    }
}

/// The first tick from `reference` on with these low 32 bits.
pub(super) fn extend(reference: u64, low: u32) -> u64 {
    let reference_low = u32::try_from(reference & u64::from(u32::MAX)).unwrap_or(0);
    reference.wrapping_add(u64::from(low.wrapping_sub(reference_low)))
}

impl<B, T, Slots, Entries> Facility<B, T, Slots, Entries>
where
    B: RegisterBus,
    Slots: AsRef<[List]> + AsMut<[List]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// Now, in ticks since the facility was made. One read; four more where the reading is suspicious.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`], [`FacilityError::Chip`].
    pub fn now(&mut self) -> Result<u64, FacilityError<B::Error>> {
        let low = self.chip.now_low()?;
        let now = extend(self.clock.now, low);
        if low == 0 || now.wrapping_sub(self.clock.now) >= HALF_SPAN {
            self.read_whole_now()?;
        } else {
            self.clock.now = now;
        }
        Ok(self.clock.host(self.clock.now))
    }

    /// The last known now, without asking the chip: the latest tick seen of now, of an event, or of the cursor.
    pub const fn last_known_now(&self) -> u64 {
        self.clock.host(self.clock.now)
    }

    /// Reads now and the cursor in full: for a host that had the chip's interrupt masked for 2^32 ticks or longer.
    /// Eight reads.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`], [`FacilityError::Chip`].
    pub fn resynchronise(&mut self) -> Result<(), FacilityError<B::Error>> {
        self.read_whole_now()?;
        self.follow_cursor()?;
        Ok(())
    }

    /// Reads now in full, and finds out whether the chip has been reset.
    pub(super) fn read_whole_now(&mut self) -> Result<(), FacilityError<B::Error>> {
        if !self.chip.status()?.running {
            return Err(FacilityError::ChipWasReset);
        }
        let now = self.chip.now()?;
        if now < self.clock.now {
            return Err(FacilityError::ChipWasReset);
        }
        self.clock.now = now;
        Ok(())
    }

    /// Moves `last_event` to the cursor if there is no event up to there, and returns the head of the FIFO. The cursor is
    /// read first: what it has passed is in the FIFO by the time that `EVENT` is read.
    pub(super) fn follow_cursor(&mut self) -> Result<crate::chip::Event, FacilityError<B::Error>> {
        let cursor = self.read_cursor()?;
        let event = self.chip.event()?;
        if !event.valid {
            self.clock.last_event = self.clock.last_event.max(cursor);
        }
        Ok(event)
    }

    /// The tick at which to visit the slot of the event whose `EVENT_TICK` reads `low`: the event's own, except after a
    /// sleep that leaves it in doubt (see the head of this file). Moves `last_event` up to the event.
    pub(super) fn tick_of_event(&mut self, low: u32) -> Result<u64, FacilityError<B::Error>> {
        let earliest = extend(self.clock.last_event, low);
        let mut visit = earliest;
        if self.clock.now.saturating_sub(self.clock.last_event) >= HALF_SPAN {
            let cursor = self.read_cursor()?;
            match cursor.checked_sub(earliest) {
                None => return Err(FacilityError::ChipWasReset),
                Some(ahead) if ahead >= SPAN => visit = cursor,
                Some(_) => {}
            }
        }
        self.clock.last_event = earliest;
        self.clock.now = self.clock.now.max(earliest);
        Ok(visit)
    }

    /// Reads the cursor in full. Now is not before it.
    pub(super) fn read_cursor(&mut self) -> Result<u64, FacilityError<B::Error>> {
        let cursor = self.chip.cursor()?;
        self.clock.now = self.clock.now.max(cursor);
        Ok(cursor)
    }
}
