//! Giving the timer chip its commands, and making sure that it has taken them.
//!
//! A command that the chip refuses (while its memory fails, or with a cursor far behind) does not count its generation
//! up. `ERROR` interrupts; the host then reads the words of all timers and gives every command again that was not
//! taken. The same is done after a bus error, which leaves open whether the chip has the command.

use carillon_regmap::timer_chip::MAX_INTERVAL;

use super::entries::when;
use super::{Due, LAST_TICK, Result, TimerChipFacility, TimerEntry};
use crate::bus::RegisterBus;
use crate::chip::low_half;
use crate::facility::queue::{due_after, refused, refused_by_queue, taken_back};
use crate::facility::{FacilityError, Started, TimerFacility};
use crate::queue::{Handle, StartError};
use crate::timer_chip::{TimerChipError, TimerErrors, TimerWord};
use crate::trace::warning;

/// Starts and stops of one number after which the host looks whether events wait: fewer than the 128 generations.
const COMMANDS_A_LOOK: u8 = 100;

/// How often a command is given again that the chip refuses while its memory fails.
const ATTEMPTS: u32 = 64;

/// What a look shows that the chip has refused.
const REFUSED_WORD: TimerWord = TimerWord { runs: false, generation: 0, left: 0 };

impl<B, T, Memory> TimerChipFacility<B, T, Memory>
where
    B: RegisterBus,
    Memory: AsRef<[TimerEntry<T>]> + AsMut<[TimerEntry<T>]>,
{
    /// Reads every timer's word and gives each command again that the chip has not taken; returns how many. The
    /// facility does so itself after a bus error and when the chip interrupts with an error. A few transfers for each
    /// entry.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`]; [`TimerChipError::Refused`] while the memory fails all the time. Nothing is
    /// lost: call it again.
    #[cold]
    #[inline(never)]
    pub fn audit(&mut self) -> Result<u32, B> {
        self.unsure = true;
        // With an old now, deadlines that are given again would be refused again.
        self.read_whole_now()?;
        // A start may have failed between its two writes.
        self.chip.forget_mode()?;
        let mut mended: u32 = 0;
        let timers = self.chip.timers();
        for number in 0..timers {
            mended += u32::from(self.mend(number)?);
        }
        self.unsure = false;
        Ok(mended)
    }

    pub(super) fn expect_short(interval: u64) -> Result<(), B> {
        if interval <= u64::from(MAX_INTERVAL) {
            return Ok(());
        }
        let longest = MAX_INTERVAL.into();
        Err(StartError::BeyondTheWheel { interval, longest }.into())
    }

    /// How a timer of this interval is started: without a read, unless it is long, or its event could be taken for an
    /// older one.
    pub(super) fn when_after(&mut self, interval: u64) -> Result<u64, B> {
        if interval <= u64::from(MAX_INTERVAL) && !self.crowded {
            return Ok(when::INTERVAL | interval.max(1));
        }
        self.when_by_now(interval)
    }

    #[cold]
    #[inline(never)]
    fn when_by_now(&mut self, interval: u64) -> Result<u64, B> {
        self.settle()?;
        let now = TimerFacility::now(self)?;
        Ok(due_after(now, interval, LAST_TICK)?)
    }

    /// Takes a free entry and has the chip start its timer, if it can be started.
    #[inline]
    pub(super) fn begin(&mut self, when: Result<u64, B>, item: T) -> Started<T, TimerChipError<B::Error>> {
        let when = match when.and_then(|when| self.settle().map(|()| when)) {
            Ok(when) => when,
            Err(error) => return Err(refused(error, item)),
        };
        // The host's memory keeps the item.
        let taken = self.entries.take(when, item);
        let handle = taken.map_err(refused_by_queue)?;
        // The chip gets the timer.
        match self.command(handle.index()) {
            Ok(()) => {
                self.counters.timers_started.one();
                Ok(handle)
            }
            Err(error) => self.take_back(handle, error),
        }
    }

    /// Ends a timer whose start the chip may not have taken.
    #[cold]
    #[inline(never)]
    fn take_back(
        &mut self,
        handle: Handle,
        error: FacilityError<TimerChipError<B::Error>>,
    ) -> Started<T, TimerChipError<B::Error>> {
        let item = self.entries.give_back(handle.index());
        taken_back(item, handle, error)
    }

    /// Gives the chip the start of a timer, as its entry says, and counts its generation. One write or two.
    #[inline]
    pub(super) fn command(&mut self, number: u32) -> Result<(), B> {
        let when = self.entries.entry(number)?.when;
        if when & (when::INTERVAL | when::PERIODIC) != when::INTERVAL {
            return self.command_with_mode(number);
        }
        self.count_command(number)?;
        let done = self.chip.start(number, low_half(when));
        // An error leaves open whether the chip has it.
        self.unsure |= done.is_err();
        Ok(done?)
    }

    /// Gives the chip the start of a timer with a deadline, or of a periodic one. Two writes.
    #[cold]
    #[inline(never)]
    fn command_with_mode(&mut self, number: u32) -> Result<(), B> {
        self.count_command(number)?;
        let entry = self.entries.entry(number)?;
        let (when, value) = (entry.when & !when::HOP, entry.when & when::VALUE);
        let mut hop = false;
        let done = if when & when::INTERVAL != 0 {
            self.chip.start_periodic(number, low_half(value))
        } else {
            // In ticks of the chip. Now is later than the last known one by an unknown time, so a hop may end at once:
            // the event's tick then tells more.
            let due = value.saturating_sub(self.epoch);
            let target = due.min(self.now.saturating_add(u64::from(MAX_INTERVAL)));
            hop = target < due;
            if target <= self.now { self.chip.start(number, 1) } else { self.chip.start_at(number, low_half(target)) }
        };
        // An error leaves open whether the chip has it.
        self.unsure |= done.is_err();
        self.entries.entry(number)?.when = if hop { when | when::HOP } else { when };
        Ok(done?)
    }

    /// The chip counts a start or a stop that is about to be given. Before an event could be taken for one of a later
    /// start, looks whether any waits.
    #[inline]
    pub(super) fn count_command(&mut self, number: u32) -> Result<(), B> {
        if self.entries.entry(number)?.commands() >= COMMANDS_A_LOOK && !self.crowded {
            self.look_for_events();
        }
        let times_empty = self.times_empty;
        self.entries.entry(number)?.count(times_empty);
        Ok(())
    }

    /// After a read that fails events may wait, so it counts as if they did.
    #[cold]
    #[inline(never)]
    fn look_for_events(&mut self) {
        self.crowded = true;
        if matches!(self.chip.event(), Ok(None)) {
            self.saw_empty();
        }
    }

    /// The FIFO has been seen empty: no old event waits.
    pub(super) const fn saw_empty(&mut self) {
        self.times_empty = self.times_empty.wrapping_add(1);
        self.crowded = false;
    }

    /// Puts right what may be wrong, before anything is built on it.
    #[inline]
    pub(super) fn settle(&mut self) -> Result<(), B> {
        if self.unsure {
            self.audit()?;
        }
        Ok(())
    }

    pub(super) fn expect_ready(&mut self) -> Result<(), B> {
        // Without timers it has not been started again after a reset.
        if self.chip.timers() > 0 && self.chip.is_ready()? { Ok(()) } else { Err(FacilityError::ChipWasReset) }
    }

    /// Whether the timer is to run in the chip: not if none is outstanding, nor if it has expired and waits to be
    /// handed out.
    pub(super) fn is_to_run(&mut self, number: u32) -> Result<bool, B> {
        let entry = self.entries.entry(number)?;
        let waits = |due: Due| due.handle.index() == number && entry.when & when::PERIODIC == 0;
        Ok(entry.item.is_some() && !self.waiting.is_some_and(waits))
    }

    /// The timer is not to be handed out after all, if it has expired.
    pub(super) fn forget(&mut self, handle: Handle) {
        self.waiting.take_if(|due| due.handle == handle);
    }

    /// Brings chip and entry of one timer into agreement; says whether it had to.
    pub(super) fn mend(&mut self, number: u32) -> Result<bool, B> {
        let mut mended = false;
        let mut errors = TimerErrors::NONE;
        for _ in 0..ATTEMPTS {
            self.take_errors()?;
            // The memory may fail already, or do so from here on, which shows in `ERROR`.
            let failing = self.chip.is_failing()?;
            let word = self.chip.look(number)?;
            errors = self.take_errors()?;
            // What is refused reads 0, and so does a timer that was never started.
            if word == REFUSED_WORD && (failing || errors.contains(TimerErrors::MEMORY)) {
                continue;
            }
            let is_to_run = self.is_to_run(number)?;
            let entry = self.entries.entry(number)?;
            // A start that failed counts, and may run in the chip although nobody waits for it.
            let runs_for_nothing = word.runs && !is_to_run;
            if word.generation == u32::from(entry.generation) && !runs_for_nothing {
                return Ok(mended);
            }
            mended = true;
            entry.generation = u8::try_from(word.generation).unwrap_or(0);
            if is_to_run {
                self.command(number)?;
            } else {
                self.count_command(number)?;
                self.chip.stop(number)?;
            }
        }
        Err(TimerChipError::Refused { errors }.into())
    }

    fn take_errors(&mut self) -> Result<TimerErrors, B> {
        let errors = self.chip.errors()?;
        self.errors = self.errors | errors;
        // The write that clears them may arrive although it fails.
        self.unsure |= errors.intersection(TimerErrors::REFUSED) != TimerErrors::NONE;
        if !errors.is_empty() {
            self.chip.clear_errors(errors)?;
        }
        Ok(errors)
    }

    /// Takes what the chip says it has refused, and gives it again.
    pub(super) fn attend_to_errors(&mut self) -> Result<(), B> {
        let errors = self.take_errors()?;
        if errors.intersection(TimerErrors::REFUSED) != TimerErrors::NONE {
            warning!("the timer chip refused something or its memory failed: ERROR was {}", errors.word());
            self.audit()?;
        }
        Ok(())
    }
}
