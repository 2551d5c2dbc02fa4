//! Time: 64 bits in the host from reads of 32 bits, and across a reset of the chip.
//!
//! # Now
//!
//! The last known now is the latest tick that the host has read, whether in `NOW_LO`, of an event, or of the cursor. A
//! read of `NOW_LO` is extended to the smallest 64-bit tick that is not before it and has those low 32 bits. That is
//! correct while fewer than 2^32 ticks pass between two reads. The chip ensures this: it sets `half_period` and
//! interrupts every 2^31 ticks, and the interrupt handler then reads now in full. A host that keeps the interrupt
//! masked for longer calls [`Facility::resynchronise`](super::Facility::resynchronise) before it starts timers again. A
//! read of 0 and a step of 2^31 ticks or more are suspicious, because a chip that was reset by another host reads like
//! that; they are verified with `STATUS.running` and a full read.
//!
//! # The tick of an event
//!
//! `EVENT_TICK` has 32 bits as well; [`EventClock`] extends them to 64, for any number of wheels. It requires that now
//! is less than 2^31 ahead of the last known now. This holds: `EVENT` was read without `attention`, which means that
//! bit 31 of now has not changed since `half_period` was last cleared, and the facility read now after that. If the bit
//! has changed, now is read in full first and, if there is no event up to the cursor, the ticks of later events are
//! beyond it.
//!
//! The tick is uncertain only if all of this happened: an event waited for more than 2^32 ticks, its slot was disarmed
//! meanwhile, and a timer was started later. The slot is then visited at the latest tick that fits, which is not after
//! the cursor's. This reports nothing early and loses nothing: every timer due by then is taken, at worst with a
//! `reported` after `due`.
//!
//! # Across a reset
//!
//! The chip starts again from 0; the host's time continues. `epoch` is the host's tick at the chip's tick 0. Timers
//! keep their expiry in the host's ticks. A queue driven by slots counts the chip's ticks and is renumbered; one driven
//! by the alarm counts the host's.

use carillon_regmap::counter_chip::field::event;

use super::FacilityError;
use super::host::Host;
use crate::bus::RegisterBus;
use crate::counter_chip::{ChipError, EventClock};

/// The host's record of the chip's time.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChipTime {
    /// Now, and the bounds of future events' ticks, in ticks of the chip.
    pub(super) events: EventClock,
    /// The host's tick at the chip's tick 0.
    epoch: u64,
}

impl ChipTime {
    /// The host's tick for a tick of the chip. Both count ticks that have passed, so their sum does not wrap.
    #[inline(always)]
    pub(super) const fn host(&self, chip_tick: u64) -> u64 {
        self.epoch.wrapping_add(chip_tick)
    }

    pub(super) const fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The last known now, in ticks of the chip.
    pub(super) const fn now(&self) -> u64 {
        self.events.now()
    }

    /// The chip starts again from 0 at the last known now.
    pub(super) const fn restart(&mut self) {
        *self = Self {
            events: EventClock::new(),
            epoch: self.host(self.now()),
        };
    }
}

impl<B: RegisterBus> Host<B> {
    /// Now, in ticks since the facility was made. One read; four more if the value is suspicious.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`], [`FacilityError::Chip`].
    #[inline(always)]
    pub(super) fn now(&mut self) -> Result<u64, FacilityError<B::Error>> {
        match self.plain_now()? {
            Some(now) => Ok(now),
            None => {
                self.read_whole_now()?;
                Ok(self.last_known_now())
            }
        }
    }

    /// Now, unless the value is suspicious and has to be read in full. One read.
    ///
    /// # Errors
    /// [`FacilityError::Chip`].
    #[inline(always)]
    pub(super) fn plain_now(&mut self) -> Result<Option<u64>, FacilityError<B::Error>> {
        let low = self.chip.now_low()?;
        let now = self.clock.events.follow(low);
        Ok(now.map(|now| self.clock.host(now)))
    }

    /// The last known now, without a transfer: the latest tick read of now, of an event, or of the cursor.
    pub(super) const fn last_known_now(&self) -> u64 {
        self.clock.host(self.clock.now())
    }

    /// Reads now in full, and detects a reset of the chip.
    #[cold]
    #[inline(never)]
    pub(super) fn read_whole_now(&mut self) -> Result<(), FacilityError<B::Error>> {
        if !self.chip.status()?.running {
            return Err(FacilityError::ChipWasReset);
        }
        let now = self.chip.now()?;
        if now < self.clock.now() {
            return Err(FacilityError::ChipWasReset);
        }
        self.clock.events.saw(now);
        Ok(())
    }

    /// Records, if so, that there is no event up to the cursor, and returns the word of `EVENT`. The cursor is read
    /// first: all events up to it are in the FIFO by the time that `EVENT` is read.
    #[cold]
    #[inline(never)]
    pub(super) fn follow_cursor(&mut self) -> Result<u32, FacilityError<B::Error>> {
        let cursor = self.read_cursor()?;
        let word = self.chip.event_word()?;
        if !event::VALID.is_set(word) {
            self.clock.events.saw_empty(cursor);
        }
        Ok(word)
    }

    /// Both, where bit 31 of now has changed.
    #[cold]
    #[inline(never)]
    pub(super) fn read_now_and_cursor(&mut self) -> Result<u32, FacilityError<B::Error>> {
        self.read_whole_now()?;
        self.follow_cursor()
    }

    /// The chip's tick at which to visit the slot of the event that `EVENT` shows: the event's own, except after a
    /// sleep that leaves it uncertain (see the top of this file).
    pub(super) fn tick_of_event(&mut self) -> Result<u64, FacilityError<B::Error>> {
        match self.chip.event_tick(&mut self.clock.events) {
            Ok(placed) => Ok(placed.tick),
            Err(ChipError::TimeRanBack { .. }) => Err(FacilityError::ChipWasReset),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads the cursor in full. Now is at or after it.
    pub(super) fn read_cursor(&mut self) -> Result<u64, FacilityError<B::Error>> {
        let cursor = self.chip.cursor()?;
        self.clock.events.saw(cursor);
        Ok(cursor)
    }
}
