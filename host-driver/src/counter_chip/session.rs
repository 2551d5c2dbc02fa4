//! A chip that this host has started: its time in 64 bits, also across a reset, and what it asks of the host besides
//! events.
//!
//! # Now
//!
//! The last known now is the latest tick that the host has read, whether in `NOW_LO`, of an event, or of the cursor. A
//! read of `NOW_LO` is extended to the smallest 64-bit tick that is not before it and has those low 32 bits. That is
//! correct while fewer than 2^32 ticks pass between two reads. The chip ensures this: it sets `half_period` and
//! interrupts every 2^31 ticks, and the interrupt handler then reads now in full. A host that keeps the interrupt
//! masked for longer calls [`CounterChipFacility::resynchronise`](crate::facility::CounterChipFacility::resynchronise)
//! before it starts timers again. A read of 0, one below the last known now's low half, and a step of 2^31 ticks or
//! more are suspicious, because a chip that was reset, or reset and started by another host, reads like that, and so is
//! one of all ones; they are verified with `STATUS.running` and a full read.
//!
//! # The tick of an event
//!
//! `EVENT_TICK` has 32 bits as well; [`EventClock`] extends them to 64, for any number of wheels. It requires that now
//! is less than 2^31 ahead of the last known now. This holds: `EVENT` was read without `attention`, which means that
//! bit 31 of now has not changed since `half_period` was last cleared, and the session read now after that. If the bit
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
//! The chip starts again from 0; the host's time continues. `epoch` is the host's tick at the chip's tick 0. A reset by
//! another host shows as [`CounterChipError::NotRunning`] or [`CounterChipError::TimeRanBack`]. It shows in every read
//! of now and of an event's tick. A chip that was reset has neither an event nor a busy slot, so now is read, last,
//! where there is none.

mod mend;

use carillon_regmap::counter_chip::field::event;
use carillon_regmap::counter_chip::offset;

use super::{Configuration, CounterChip, CounterChipError, EVENT_BITS, Event, EventClock, HostErrors, Wheel};
use crate::bus::{Counted, RegisterBus};
use crate::chip::{Coalescing, Interrupts, expect_defined};
use crate::trace::warning;

/// What the functions of a session on the bus `B` return.
type Result<T, B> = core::result::Result<T, CounterChipError<<B as RegisterBus>::Error>>;

/// The chip on the bus `B`, and the host's record of it. Ticks are the chip's.
#[derive(Debug, Clone)]
pub(crate) struct Session<B> {
    chip: CounterChip<Counted<B>>,
    prescale: u32,
    coalescing: Coalescing,
    interrupts: Interrupts,
    /// Now, and the bounds of future events' ticks.
    clock: EventClock,
    /// The host's tick at the chip's tick 0.
    epoch: u64,
    /// The host has stopped the chip's time.
    paused: bool,
    /// Bit 31 of now has changed: now is to be read in full.
    read_now: bool,
    /// A late event was dropped: all slots are to be searched.
    search: bool,
    /// The host errors reported so far.
    errors: HostErrors,
}

impl<B: RegisterBus> Session<B> {
    /// Checks the chip on `bus`; it is not started. The wheels of `configuration` are not used.
    pub(crate) fn new(bus: B, configuration: &Configuration<'_>) -> Result<Self, B> {
        Ok(Self {
            chip: CounterChip::new(Counted::new(bus))?,
            prescale: configuration.prescale,
            coalescing: configuration.coalescing,
            interrupts: configuration.interrupts,
            clock: EventClock::new(),
            epoch: 0,
            paused: false,
            read_now: false,
            search: false,
            errors: HostErrors::NONE,
        })
    }

    /// Starts the chip with `wheels`. Transfers as [`CounterChip::initialise`].
    pub(crate) fn start(&mut self, wheels: &[Wheel]) -> Result<(), B> {
        self.chip.initialise(&Configuration {
            prescale: self.prescale,
            wheels,
            coalescing: self.coalescing,
            interrupts: self.interrupts,
        })?;
        self.paused = false;
        Ok(())
    }

    /// Starts a chip that was reset; the host's time goes on from its tick `from`. Transfers as
    /// [`CounterChip::initialise`].
    #[cold]
    pub(crate) fn restart(&mut self, wheels: &[Wheel], from: u64) -> Result<(), B> {
        self.start(wheels)?;
        warning!("the chip was reset; it starts again at its tick {}", self.clock.now());
        self.clock = EventClock::new();
        self.epoch = from;
        (self.read_now, self.search) = (false, false);
        Ok(())
    }

    /// Stops the chip's time. One write.
    pub(crate) fn pause(&mut self) -> Result<(), B> {
        self.paused = true;
        self.chip.pause()
    }

    /// Resumes the chip's time. One write and one read, as that would start a chip that was reset.
    pub(crate) fn resume(&mut self) -> Result<(), B> {
        self.paused = false;
        self.chip.resume()?;
        self.expect_interrupts()
    }

    /// Detects a reset of a chip that may have been started again without its settings: it enables no interrupt.
    fn expect_interrupts(&mut self) -> Result<(), B> {
        match self.chip.bus_mut().read(offset::INTR_ENABLE)? {
            0 => Err(CounterChipError::NotRunning),
            _ => Ok(()),
        }
    }

    /// Whether the host has stopped the chip's time.
    pub(crate) const fn is_paused(&self) -> bool {
        self.paused
    }

    /// The chip, read only.
    #[inline(always)]
    pub(crate) const fn chip(&self) -> &CounterChip<Counted<B>> {
        &self.chip
    }

    /// The chip, for functions that neither start it nor read a time.
    #[inline(always)]
    pub(crate) const fn chip_mut(&mut self) -> &mut CounterChip<Counted<B>> {
        &mut self.chip
    }

    /// Gives the bus back.
    pub(crate) fn release(self) -> B {
        self.chip.release().into_inner()
    }

    /// Registers read and written so far.
    pub(crate) const fn transfers(&self) -> (u64, u64) {
        let bus = self.chip.bus();
        (bus.reads(), bus.writes())
    }

    /// The host errors that the chip has reported since the last call.
    pub(crate) const fn take_errors(&mut self) -> HostErrors {
        core::mem::replace(&mut self.errors, HostErrors::NONE)
    }

    /// Whether all slots are to be searched, since the last call.
    pub(crate) const fn take_search(&mut self) -> bool {
        core::mem::replace(&mut self.search, false)
    }

    /// The host's tick at the chip's tick 0.
    #[inline(always)]
    pub(crate) const fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The last known now, without a transfer.
    #[inline(always)]
    pub(crate) const fn last_known_now(&self) -> u64 {
        self.clock.now()
    }

    /// Now. One read; four more if the value is suspicious.
    #[inline(always)]
    pub(crate) fn now(&mut self) -> Result<u64, B> {
        let low = self.chip.now_low()?;
        match self.clock.follow(low) {
            Some(now) => Ok(now),
            None => self.read_whole_now(),
        }
    }

    /// A tick that now has not passed: by the host's clock and not recorded, if the bus has one and the tick is at most
    /// `most` ticks ahead of the last known now; else now, which is read as by [`now`](Self::now). So it is now if
    /// `most` is 0.
    #[inline(always)]
    pub(crate) fn now_within(&mut self, most: u64) -> Result<u64, B> {
        match self.chip.bus_mut().not_passed() {
            Some(low) => self.now_by_host(low, most),
            None => self.now(),
        }
    }

    /// A tick that now has not passed, as [`now_within`](Self::now_within), where `low` is its low 32 bits by the
    /// host's clock.
    #[inline(never)]
    fn now_by_host(&mut self, low: u32, most: u64) -> Result<u64, B> {
        let ahead = self.clock.ahead(low).filter(|&ahead| ahead <= most);
        // Nothing comes after the end of time.
        match ahead.and_then(|ahead| self.clock.now().checked_add(ahead)) {
            Some(tick) => Ok(tick),
            None => self.now(),
        }
    }

    /// Reads now in full, and detects a reset of the chip. Four reads.
    #[cold]
    #[inline(never)]
    pub(crate) fn read_whole_now(&mut self) -> Result<u64, B> {
        let found = self.chip.whole_now(self.clock.now())?;
        self.clock.saw(found);
        Ok(found)
    }

    /// Reads the cursor and then now in full, and detects a reset of the chip. Now is at or after the cursor, which is
    /// returned. Seven reads.
    pub(crate) fn read_cursor(&mut self) -> Result<u64, B> {
        let (cursor, now) = self.chip.cursor_and_now(self.clock.now())?;
        self.clock.saw(now);
        Ok(cursor)
    }

    /// Detects a reset of the chip, or a start that has failed. One read; four more if the value is suspicious.
    #[inline(never)]
    pub(crate) fn expect_running(&mut self) -> Result<(), B> {
        if self.chip.wheels().count() == 0 {
            return Err(CounterChipError::NotRunning);
        }
        self.now().map(drop)
    }

    /// Reads the cursor and now in full, and returns the word of `EVENT`. The cursor is read before `EVENT`: all events
    /// up to it are in the FIFO by the time that `EVENT` is read. Eight reads.
    #[cold]
    #[inline(never)]
    pub(crate) fn resynchronise(&mut self) -> Result<u32, B> {
        let cursor = self.read_cursor()?;
        let word = self.chip.event_word()?;
        if !event::VALID.is_set(word) {
            self.clock.saw_empty(cursor);
        }
        Ok(word)
    }

    /// The head of the FIFO, if there is one, and the tick at which to visit its slot: the event's own, except after a
    /// sleep that leaves it uncertain (see the top of this file). Two reads, of `EVENT` and of the event's tick or of
    /// now.
    #[inline(always)]
    pub(crate) fn event(&mut self) -> Result<Option<(Event, u64)>, B> {
        let mut word = self.chip.bus_mut().read(offset::EVENT)?;
        // Both at once: this is the way to the handler.
        if word & (event::ATTENTION.mask() | !EVENT_BITS) != 0 || self.read_now {
            expect_defined(offset::EVENT, word, EVENT_BITS)?;
            word = self.attend_before(word)?;
        }
        let event = Event::from_word(word);
        if !event.valid {
            // A chip that was reset has none either.
            self.expect_running()?;
            return Ok(None);
        }
        let placed = self.chip.event_tick(&mut self.clock)?;
        Ok(Some((event, placed.tick)))
    }

    /// What comes before the event in `word`; returns the word that `EVENT` shows afterwards.
    #[cold]
    #[inline(never)]
    fn attend_before(&mut self, mut word: u32) -> Result<u32, B> {
        if event::ATTENTION.is_set(word) {
            self.take_requests()?;
        }
        if self.read_now {
            word = self.resynchronise()?;
            self.read_now = false;
        }
        Ok(word)
    }

    /// Does what the chip asks for, for a host that takes no events. One read; for errors a read and a write; and one
    /// write.
    pub(crate) fn attend(&mut self) -> Result<(), B> {
        self.take_requests()?;
        if self.read_now {
            self.read_whole_now()?;
            self.read_now = false;
        }
        Ok(())
    }

    /// Takes what the chip asks for besides events. It is recorded before it is cleared, as the answer to that may be
    /// lost, and handled after: a request that arrives in between sets its bit again. One read; for errors a read and a
    /// write; and one write.
    fn take_requests(&mut self) -> Result<(), B> {
        let pending = self.chip.interrupts()?;
        if pending.contains(Interrupts::ERROR) {
            let errors = self.chip.host_errors()?;
            self.errors = self.errors | errors;
            self.chip.clear_host_errors(errors)?;
        }
        self.search |= pending.contains(Interrupts::LATE_OVERFLOW);
        self.read_now |= pending.contains(Interrupts::HALF_PERIOD);
        let ours = Interrupts::ERROR | Interrupts::LATE_OVERFLOW | Interrupts::HALF_PERIOD;
        match pending.intersection(ours) {
            Interrupts::NONE => Ok(()),
            seen => self.chip.clear_interrupts(seen),
        }
    }
}
