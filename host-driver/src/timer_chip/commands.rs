//! Starting and stopping timers, and looking at one.

use carillon_regmap::timer_chip::field::{start_mode, timer_word};
use carillon_regmap::timer_chip::{WINDOW, offset};

use super::{MAX_INTERVAL, Result, TimerChip, TimerChipError};
use crate::bus::RegisterBus;

/// A timer as the chip knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TimerWord {
    /// Whether it runs.
    pub runs: bool,
    /// Its generation, 0 to 127: each start and each stop counts it up by one.
    pub generation: u32,
    /// The ticks that are left, 0 if it does not run.
    pub left: u32,
}

impl<B: RegisterBus> TimerChip<B> {
    /// START_TIMER: starts `timer`, or starts it again if it runs; due `interval` ticks after the tick at which the
    /// chip takes the command. One posted write, no read.
    ///
    /// # Errors
    /// [`TimerChipError::TimerOutOfRange`], [`TimerChipError::IntervalOutOfRange`]; [`TimerChipError::Bus`].
    /// [`take_errors`](Self::take_errors) returns what the chip itself refuses.
    pub fn start(&mut self, timer: u32, interval: u32) -> Result<(), B> {
        let word = self.word_of(timer)?;
        Self::check_interval(interval)?;
        self.write(word, interval)
    }

    /// START_TIMER for a periodic timer: the chip starts it again whenever it expires, `interval` ticks after the tick
    /// at which it was due. Two writes.
    ///
    /// # Errors
    /// As [`start`](Self::start); [`TimerChipError::NotPeriodic`].
    pub fn start_periodic(&mut self, timer: u32, interval: u32) -> Result<(), B> {
        let word = self.word_of(timer)?;
        Self::check_interval(interval)?;
        if !self.parameters.periodic {
            return Err(TimerChipError::NotPeriodic);
        }
        self.write(offset::START_MODE, start_mode::PERIODIC.mask())?;
        self.write(word, interval)
    }

    /// START_TIMER with a deadline: the tick whose low half is `tick`, at most 2^23 - 1 ticks ahead. One that has
    /// passed, by less than 2^31 ticks, is due at the next tick. Two writes.
    ///
    /// # Errors
    /// [`TimerChipError::TimerOutOfRange`]; [`TimerChipError::Bus`].
    pub fn start_at(&mut self, timer: u32, tick: u32) -> Result<(), B> {
        let word = self.word_of(timer)?;
        self.write(offset::START_MODE, start_mode::ABSOLUTE.mask())?;
        self.write(word, tick)
    }

    /// STOP_TIMER: no event of the timer's start is pushed after this; one may wait in the FIFO, with the old
    /// generation. No error if the timer does not run. One write.
    ///
    /// # Errors
    /// [`TimerChipError::TimerOutOfRange`]; [`TimerChipError::Bus`].
    pub fn stop(&mut self, timer: u32) -> Result<(), B> {
        let word = self.word_of(timer)?;
        self.write(word, 0)
    }

    /// What the chip knows of a timer. One read.
    ///
    /// # Errors
    /// [`TimerChipError::TimerOutOfRange`]; [`TimerChipError::Bus`]; [`TimerChipError::ImpossibleAnswer`] for more
    /// ticks than a timer can have left.
    pub fn look(&mut self, timer: u32) -> Result<TimerWord, B> {
        let offset = self.word_of(timer)?;
        let word = self.read(offset)?;
        // A deadline is at most a tick farther ahead than an interval is long.
        if timer_word::TICKS.get(word) > MAX_INTERVAL + 1 {
            return Err(TimerChipError::ImpossibleAnswer { offset, found: word });
        }
        Ok(TimerWord {
            runs: timer_word::RUNS.is_set(word),
            generation: timer_word::GENERATION.get(word),
            left: timer_word::TICKS.get(word),
        })
    }

    /// Makes the next start take an interval, once, whatever mode a failed start has left. One write.
    pub(crate) fn forget_mode(&mut self) -> Result<(), B> {
        self.write(offset::START_MODE, 0)
    }

    fn word_of(&self, timer: u32) -> Result<u32, B> {
        if timer >= self.timers {
            return Err(TimerChipError::TimerOutOfRange { timer, timers: self.timers });
        }
        Ok(WINDOW + timer * 4)
    }

    fn check_interval(interval: u32) -> Result<(), B> {
        if (1..=MAX_INTERVAL).contains(&interval) {
            Ok(())
        } else {
            Err(TimerChipError::IntervalOutOfRange { interval })
        }
    }
}
