//! The facility without a queue: the timer chip keeps it.
//!
//! START_TIMER is one posted write and STOP_TIMER another; neither takes longer with more timers. The host keeps for
//! each timer its item and one word: the tick at which it is due, or the interval where only the chip knows that tick.
//! The word serves to start the timer again after a reset of the chip, and to reach deadlines that are further ahead
//! than the chip's 2^23 - 1 ticks: such a timer runs in *hops*, each of which costs an event that is not reported.
//!
//! # Which event is whose
//!
//! An event carries the timer's number and the generation of its start, modulo 128. The host counts generations as the
//! chip does: one for each start and each stop. So an event whose start has been ended meanwhile is told by its
//! generation, unless 128 starts and stops of the same number have come in between while the event waited. The host
//! prevents that: numbers that become free go behind all other free ones, and after every 60 commands it looks whether
//! the FIFO is empty. While it is not, deadlines are given in the place of intervals, and the events' ticks are
//! compared as well: the tick of an old event is before that of every later start.
//!
//! # What is refused
//!
//! A command that the chip refuses (while its memory fails, or with a cursor far behind) does not count its generation
//! up. `ERROR` interrupts; the host then reads the words of all timers and gives every command again that was not
//! taken. The same is done after a bus error, which leaves open whether the chip has the command.

use carillon_regmap::timer::MAX_INTERVAL;

use super::interface::TimerFacility;
use super::statistics::count;
use super::{FacilityError, Statistics};
use crate::bus::{Counted, RegisterBus};
use crate::chip::{ChipError, Interrupts, TimerErrors, first_from, last_up_to};
use crate::queue::{Expired, Handle, InvariantError, StartError, StopError};
use crate::timer_chip::{TimerChip, TimerConfiguration, TimerEvent, TimerParameters, TimerWord};
use crate::trace::warning;

/// Half the range of a read of now, in ticks.
const HALF_SPAN: u64 = 1 << 31;

/// Starts and stops after which the host looks whether events wait: fewer than half of the generations.
const COMMANDS_A_LOOK: u32 = 60;

/// How often a command is given again that the chip refuses while its memory fails.
const ATTEMPTS: u32 = 64;

/// The end of the list of free entries.
const NOWHERE: u64 = u32::MAX as u64;

/// What the host knows of when a timer is due: a tick, with these bits above it.
mod when {
    /// Not the tick, but the interval: only the chip knows the tick.
    pub const INTERVAL: u64 = 1 << 63;
    /// The chip's deadline is before this tick.
    pub const HOP: u64 = 1 << 62;
    /// Started again by the chip whenever it expires; the interval is given.
    pub const PERIODIC: u64 = 1 << 61;
    /// The tick or the interval.
    pub const VALUE: u64 = PERIODIC - 1;
}

/// The last tick for which a deadline can be given: 2^61 - 1, 73 years of a tick of a nanosecond.
const LAST_TICK: u64 = when::VALUE;

/// One timer's memory: its item and 16 bytes. A facility is given an array of these, one for each timer that can be
/// outstanding at once.
#[derive(Debug, Clone)]
pub struct TimerEntry<T> {
    /// When it is due; of a free entry, the next free one.
    when: u64,
    /// Of its handle.
    started: u32,
    /// Of its last start or stop, as the chip counts, modulo 128.
    generation: u8,
    item: Option<T>,
}

impl<T> TimerEntry<T> {
    /// Memory without a timer.
    pub const VACANT: Self = Self {
        when: NOWHERE,
        started: 0,
        generation: 0,
        item: None,
    };

    fn count(&mut self) {
        self.generation = self.generation.wrapping_add(1) & 0x7F;
    }
}

impl<T> Default for TimerEntry<T> {
    fn default() -> Self {
        Self::VACANT
    }
}

/// How the timer chip of a facility is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimerSettings {
    /// Clocks per tick, 1 to [`MAX_PRESCALE`](crate::chip::MAX_PRESCALE).
    pub prescale: u32,
    /// Slots of a wheel, as a power of two. With one wheel 4 to those of the build: the more, the fewer visits does a
    /// long timer cost the chip. With several just those of the build.
    pub wheel_bits: u32,
    /// Word address of the records in the chip's memory; see [`TimerConfiguration::memory_base`].
    pub memory_base: u32,
}

/// Timers that the timer chip keeps and whose expiry interrupts. Start, stop and service need exclusive access: if the
/// interrupt handler and the program share the facility, keep it in a critical section's cell.
///
/// ```no_run
/// use carillon_driver::facility::{TimerChipFacility, TimerEntry, TimerFacility, TimerSettings};
/// # fn example(bus: carillon_driver::mmio::Mmio) -> Result<(), Box<dyn core::error::Error>> {
/// let settings = TimerSettings { prescale: 100, wheel_bits: 10, memory_base: 0 };
/// let mut timers = TimerChipFacility::new(bus, settings, [const { TimerEntry::VACANT }; 32])?;
/// let retransmit = timers.start(5_000, "retransmit")?;
/// timers.start_periodic(90_000, "keep alive")?;
/// timers.stop(retransmit)?;
/// timers.service(|_, expired| drop(expired.item))?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct TimerChipFacility<B, T, Entries> {
    chip: TimerChip<Counted<B>>,
    entries: Entries,
    settings: TimerSettings,
    counters: Statistics,
    errors: TimerErrors,
    /// The free entries: the first and the last.
    free: [u64; 2],
    outstanding: u32,
    /// The host's tick at the chip's tick 0.
    epoch: u64,
    /// The last known now, in ticks of the chip.
    now: u64,
    /// No event that comes is of an earlier tick, in ticks of the chip.
    events_from: u64,
    /// Commands since the FIFO was known to be empty.
    commands: u32,
    /// Events have been waiting for too many commands: their ticks must be compared.
    crowded: bool,
    /// The chip may not have taken every command.
    unsure: bool,
    /// Events taken in this interrupt.
    taken: u32,
    /// What has expired and was not handed out.
    waiting: Option<Expired<T>>,
    /// The event that was dealt with and whose acknowledgement may not have arrived.
    unacknowledged: Option<TimerEvent>,
    /// How a periodic timer's item is handed out again and again.
    again: Option<fn(&T) -> T>,
}

type Result<T, B> = core::result::Result<T, FacilityError<<B as RegisterBus>::Error>>;

impl<B, T, Entries> TimerChipFacility<B, T, Entries>
where
    B: RegisterBus,
    Entries: AsRef<[TimerEntry<T>]> + AsMut<[TimerEntry<T>]>,
{
    /// Checks the chip on `bus` and starts it. `entries` bounds the number of timers; what they held is dropped. This
    /// moment is tick 0. Takes time in proportion to timers and slots.
    ///
    /// # Errors
    /// [`FacilityError::Chip`] as from [`TimerChip::new`] and [`TimerChip::initialise`]. Pass `&mut bus` to keep the
    /// bus in that case.
    pub fn new(bus: B, settings: TimerSettings, mut entries: Entries) -> Result<Self, B> {
        let chip = TimerChip::new(Counted::new(bus))?;
        let count = entries.as_mut().len();
        let mut next: u64 = 1;
        for entry in entries.as_mut() {
            *entry = TimerEntry::VACANT;
            entry.when = next;
            next = next.saturating_add(1);
        }
        if let Some(last) = entries.as_mut().last_mut() {
            last.when = NOWHERE;
        }
        let last = u64::try_from(count).unwrap_or(NOWHERE).saturating_sub(1);
        let mut facility = Self {
            chip,
            entries,
            settings,
            counters: Statistics::default(),
            errors: TimerErrors::NONE,
            free: [0, last],
            outstanding: 0,
            epoch: 0,
            now: 0,
            events_from: 0,
            commands: 0,
            crowded: false,
            unsure: false,
            taken: 0,
            waiting: None,
            unacknowledged: None,
            again: None,
        };
        facility.initialise_chip()?;
        Ok(facility)
    }

    fn initialise_chip(&mut self) -> Result<(), B> {
        let count = self.entries.as_ref().len();
        let timers = u32::try_from(count).map_err(|_| ChipError::TimersOutOfRange {
            timers: count,
            wheel_bits: self.settings.wheel_bits,
        })?;
        self.chip.initialise(&TimerConfiguration {
            prescale: self.settings.prescale,
            timers,
            wheel_bits: self.settings.wheel_bits,
            memory_base: self.settings.memory_base,
        })?;
        Ok(())
    }

    /// Starts a timer that the chip starts again whenever it expires, from the tick at which it was due: it does not
    /// drift. Each period is reported with a clone of the item, and the handle stays valid until the timer is stopped.
    /// Two writes.
    ///
    /// # Errors
    /// As [`start`](TimerFacility::start); `BeyondTheWheel` above 2^23 - 1 ticks;
    /// [`ChipError::NotPeriodic`] if the chip was built without.
    pub fn start_periodic(&mut self, interval: u32, item: T) -> Result<Handle, B>
    where
        T: Clone,
    {
        self.again = Some(T::clone);
        Self::expect_short(interval.into())?;
        let when = when::INTERVAL | when::PERIODIC | u64::from(interval.max(1));
        self.begin(when, item)
    }

    /// Starts a timer again, which is due `interval` ticks after now then, and keeps item and handle. One write, or as
    /// [`start`](TimerFacility::start).
    ///
    /// # Errors
    /// [`FacilityError::Stop`] if the timer was stopped or reported before; else as `start`. After a bus error it is
    /// unknown when the timer is due.
    pub fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), B> {
        self.settle()?;
        self.resolve(handle)?;
        let when = self.when_after(interval)?;
        self.entry(handle.index())?.when = when;
        self.command(handle.index())
    }

    /// The ticks that are left until the timer is due; 0 if it is due and has not been reported. One read, of now for a
    /// deadline.
    ///
    /// # Errors
    /// [`FacilityError::Stop`] if the timer was stopped or reported before; [`FacilityError::Chip`].
    pub fn time_left(&mut self, handle: Handle) -> Result<u64, B> {
        let when = self.resolve(handle)?.when;
        if when & when::INTERVAL == 0 {
            let now = TimerFacility::now(self)?;
            return Ok((when & when::VALUE).saturating_sub(now));
        }
        self.settle()?;
        Ok(self.chip.look(handle.index())?.left.into())
    }

    /// What the chip has refused, or what has failed in it, since the last call. The facility has put it right.
    pub const fn take_chip_errors(&mut self) -> TimerErrors {
        core::mem::replace(&mut self.errors, TimerErrors::NONE)
    }

    /// Reads every timer's word and gives each command again that the chip has not taken; returns how many. The
    /// facility does so itself after a bus error and when the chip interrupts with an error. A few transfers for each
    /// entry.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`]; [`ChipError::Refused`] while the memory fails all the time. Nothing is lost:
    /// call it again.
    #[cold]
    #[inline(never)]
    pub fn audit(&mut self) -> Result<u32, B> {
        self.unsure = true;
        // With an old now, deadlines that are given again would be refused again.
        self.read_whole_now()?;
        let mut mended: u32 = 0;
        let timers = self.chip.timers();
        for number in 0..timers {
            mended = mended.saturating_add(u32::from(self.mend(number)?));
        }
        self.unsure = false;
        Ok(mended)
    }

    /// The chip's build parameters.
    pub const fn parameters(&self) -> TimerParameters {
        self.chip.parameters()
    }

    /// The bus to the chip, read only.
    pub const fn bus(&self) -> &B {
        self.chip.bus().bus()
    }

    /// The bus to the chip; transfers made directly on it are not counted.
    pub const fn bus_mut(&mut self) -> &mut B {
        self.chip.bus_mut().bus_mut()
    }

    /// Drops the timers and gives the bus back. Does not change the chip.
    pub fn release(self) -> B {
        self.chip.release().into_inner()
    }

    /// The entry of a number that the chip or the facility itself has named.
    #[inline]
    fn entry(&mut self, number: u32) -> Result<&mut TimerEntry<T>, B> {
        let entries = self.entries.as_mut();
        let capacity = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        usize::try_from(number)
            .ok()
            .and_then(|index| entries.get_mut(index))
            .ok_or(FacilityError::Stop(StopError::ForeignHandle {
                index: number,
                capacity,
            }))
    }

    /// The entry of an outstanding timer.
    fn find(&self, handle: Handle) -> core::result::Result<&TimerEntry<T>, StopError> {
        let entries = self.entries.as_ref();
        let index = handle.index();
        let entry = usize::try_from(index)
            .ok()
            .and_then(|index| entries.get(index))
            .ok_or(StopError::ForeignHandle {
                index,
                capacity: u32::try_from(entries.len()).unwrap_or(u32::MAX),
            })?;
        if entry.item.is_none() || u64::from(entry.started) != handle.generation() {
            return Err(StopError::StaleHandle);
        }
        Ok(entry)
    }

    fn resolve(&self, handle: Handle) -> Result<&TimerEntry<T>, B> {
        Ok(self.find(handle)?)
    }

    fn expect_short(interval: u64) -> Result<(), B> {
        if interval <= u64::from(MAX_INTERVAL) {
            return Ok(());
        }
        let longest = MAX_INTERVAL.into();
        Err(StartError::BeyondTheWheel { interval, longest }.into())
    }

    /// How a timer of this interval is started: without a read, unless it is long, or its event could be taken for an
    /// older one.
    fn when_after(&mut self, interval: u64) -> Result<u64, B> {
        if interval <= u64::from(MAX_INTERVAL) && !self.crowded {
            return Ok(when::INTERVAL | interval.max(1));
        }
        let due = TimerFacility::now(self)?.checked_add(interval);
        due.filter(|&due| due <= LAST_TICK)
            .ok_or_else(|| StartError::BeyondTheEndOfTime.into())
    }

    /// Takes a free entry and has the chip start its timer.
    #[inline]
    fn begin(&mut self, when: u64, item: T) -> Result<Handle, B> {
        self.settle()?;
        let [first, last] = self.free;
        let number = u32::try_from(first).unwrap_or(u32::MAX);
        if first == NOWHERE {
            let capacity = self.chip.timers();
            return Err(StartError::Full { capacity }.into());
        }
        let entry = self.entry(number)?;
        let next = core::mem::replace(&mut entry.when, when);
        entry.started = entry.started.wrapping_add(1);
        entry.item = Some(item);
        let handle = Handle::new(number, entry.started.into());
        self.free = [next, if next == NOWHERE { NOWHERE } else { last }];
        self.outstanding = self.outstanding.saturating_add(1);
        if let Err(error) = self.command(number) {
            drop(self.give_back(number));
            return Err(error);
        }
        count(&mut self.counters.timers_started);
        Ok(handle)
    }

    /// Gives an entry back, behind all that are free: a number is used again as late as possible.
    fn give_back(&mut self, number: u32) -> Option<T> {
        let [first, last] = self.free;
        let at = u64::from(number);
        let entries = self.entries.as_mut();
        let entry = usize::try_from(number)
            .ok()
            .and_then(|index| entries.get_mut(index))?;
        let item = entry.item.take()?;
        entry.when = NOWHERE;
        let before = usize::try_from(last)
            .ok()
            .and_then(|index| entries.get_mut(index));
        match before {
            Some(before) if last != NOWHERE => {
                before.when = at;
                self.free = [first, at];
            }
            _ => self.free = [at, at],
        }
        self.outstanding = self.outstanding.saturating_sub(1);
        Some(item)
    }

    /// Gives the chip the start of a timer, as its entry says, and counts its generation. One write or two.
    #[inline]
    fn command(&mut self, number: u32) -> Result<(), B> {
        let entry = self.entry(number)?;
        let when = entry.when;
        if when & (when::INTERVAL | when::PERIODIC) != when::INTERVAL {
            return self.command_with_mode(number);
        }
        entry.count();
        let done = self.chip.start(number, low_half(when));
        // An error leaves open whether the chip has it.
        self.unsure |= done.is_err();
        done?;
        self.count_command()
    }

    /// The same of what is not started with an interval, once. Two writes.
    #[cold]
    #[inline(never)]
    fn command_with_mode(&mut self, number: u32) -> Result<(), B> {
        let entry = self.entry(number)?;
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
            if target <= self.now {
                self.chip.start(number, 1)
            } else {
                self.chip.start_at(number, low_half(target))
            }
        };
        // An error leaves open whether the chip has it.
        self.unsure |= done.is_err();
        let entry = self.entry(number)?;
        entry.when = if hop { when | when::HOP } else { when };
        entry.count();
        done?;
        self.count_command()
    }

    /// Looks now and then whether events wait.
    #[inline]
    fn count_command(&mut self) -> Result<(), B> {
        self.commands = self.commands.saturating_add(1);
        if self.commands >= COMMANDS_A_LOOK {
            return self.look_for_events();
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn look_for_events(&mut self) -> Result<(), B> {
        self.crowded = true;
        self.crowded = self.chip.event()?.is_some();
        self.commands = 0;
        Ok(())
    }

    /// The FIFO has been seen empty: no old event waits.
    const fn saw_empty(&mut self) {
        self.commands = 0;
        self.crowded = false;
    }

    /// Puts right what may be wrong, before anything is built on it.
    #[inline]
    fn settle(&mut self) -> Result<(), B> {
        if self.unsure {
            self.audit()?;
        }
        Ok(())
    }

    fn expect_ready(&mut self) -> Result<(), B> {
        if self.chip.is_ready()? {
            Ok(())
        } else {
            Err(FacilityError::ChipWasReset)
        }
    }

    /// Brings chip and entry of one timer into agreement; says whether it had to.
    fn mend(&mut self, number: u32) -> Result<bool, B> {
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
            let entry = self.entry(number)?;
            if word.generation == u32::from(entry.generation) {
                return Ok(mended);
            }
            mended = true;
            entry.generation = u8::try_from(word.generation).unwrap_or(0);
            if entry.item.is_some() {
                self.command(number)?;
            } else {
                entry.count();
                self.chip.stop(number)?;
            }
        }
        Err(ChipError::Refused { errors }.into())
    }

    fn take_errors(&mut self) -> Result<TimerErrors, B> {
        let errors = self.chip.take_errors()?;
        self.errors = self.errors | errors;
        Ok(errors)
    }

    /// Takes what the chip says it has refused, and gives it again.
    fn attend_to_errors(&mut self) -> Result<(), B> {
        let errors = self.take_errors()?;
        if errors.intersection(TimerErrors::REFUSED) != TimerErrors::NONE {
            warning!(
                "the timer chip refused something or its memory failed: ERROR was {}",
                errors.word()
            );
            self.audit()?;
        }
        Ok(())
    }

    /// An interrupt without an event.
    fn attend(&mut self) -> Result<(), B> {
        let pending = self.chip.interrupts()?;
        if pending.is_empty() {
            return self.expect_ready();
        }
        if pending.contains(Interrupts::ERROR) {
            self.attend_to_errors()?;
        }
        if pending.contains(Interrupts::HALF_PERIOD) {
            self.read_whole_now()?;
            let cursor = self.chip.cursor_low()?;
            // All events of ticks before the cursor are in the FIFO by now. The cursor may be a tick ahead of the now
            // just read.
            if self.chip.event()?.is_none()
                && let Some(cursor) = last_up_to(self.now.saturating_add(HALF_SPAN), cursor)
            {
                self.saw_empty();
                self.events_from = self.events_from.max(cursor);
            }
        }
        // What was forced for a test ends here as well.
        self.chip.clear_interrupts(pending)?;
        Ok(())
    }

    fn read_whole_now(&mut self) -> Result<(), B> {
        self.expect_ready()?;
        let now = self.chip.now()?;
        if now < self.now {
            return Err(FacilityError::ChipWasReset);
        }
        self.now = now;
        Ok(())
    }

    /// The tick of the event at the FIFO's head.
    fn tick_of_event(&mut self) -> Result<u64, B> {
        let low = self.chip.event_tick_low()?;
        let tick = first_from(self.events_from, low).ok_or(FacilityError::ChipWasReset)?;
        self.events_from = tick;
        self.now = self.now.max(tick);
        Ok(tick)
    }

    /// Whether the event is of the timer's last start.
    fn is_current(&mut self, event: TimerEvent) -> Result<bool, B> {
        let (epoch, crowded) = (self.epoch, self.crowded);
        let Ok(entry) = self.entry(event.timer) else {
            return Ok(false);
        };
        if entry.item.is_none() || u32::from(entry.generation) != event.generation {
            return Ok(false);
        }
        let when = entry.when;
        if !crowded || when & (when::INTERVAL | when::HOP) != 0 {
            return Ok(true);
        }
        let due = (when & when::VALUE).saturating_sub(epoch);
        Ok(self.tick_of_event()? >= due)
    }

    /// Takes the head of the FIFO; `None` if it reports nothing. The host's memory comes first, then the
    /// acknowledgement: if that fails, what was found waits, and the event is only acknowledged when it is shown again.
    fn take(&mut self, event: TimerEvent) -> Result<(), B> {
        if self.unacknowledged != Some(event) {
            let mine = self.is_current(event)?;
            if mine {
                self.waiting = self.expire(event.timer)?;
            } else {
                // It may be the host that is wrong: the chip has not counted a command that it has refused.
                if self
                    .entry(event.timer)
                    .is_ok_and(|entry| entry.item.is_some())
                {
                    self.attend_to_errors()?;
                }
                count(&mut self.counters.empty_events);
            }
            self.unacknowledged = Some(event);
        }
        self.chip.acknowledge(event)?;
        self.unacknowledged = None;
        count(&mut self.counters.events);
        self.taken = self.taken.saturating_add(1);
        Ok(())
    }

    /// The timer has expired, or has come to the end of a hop.
    fn expire(&mut self, number: u32) -> Result<Option<Expired<T>>, B> {
        let (epoch, again) = (self.epoch, self.again);
        let entry = self.entry(number)?;
        let (when, started) = (entry.when, entry.started);
        if when & when::HOP != 0 {
            self.tick_of_event()?;
            self.command(number)?;
            return Ok(None);
        }
        let handle = Handle::new(number, started.into());
        let (due, reported) = if when & when::INTERVAL != 0 {
            let tick = epoch.saturating_add(self.tick_of_event()?);
            (tick, tick)
        } else {
            let due = when & when::VALUE;
            let tick = due.saturating_sub(epoch);
            self.events_from = self.events_from.max(tick);
            self.now = self.now.max(tick);
            (due, due.max(epoch))
        };
        let item = if when & when::PERIODIC != 0 {
            let entry = self.entry(number)?;
            entry
                .item
                .as_ref()
                .zip(again)
                .map(|(item, again)| again(item))
        } else {
            self.give_back(number)
        };
        Ok(item.map(|item| Expired {
            handle,
            item,
            due,
            reported,
        }))
    }
}

impl<B, T, Entries> TimerFacility for TimerChipFacility<B, T, Entries>
where
    B: RegisterBus,
    Entries: AsRef<[TimerEntry<T>]> + AsMut<[TimerEntry<T>]>,
{
    type Item = T;
    type BusError = B::Error;

    /// One write, no read: the interval counts from the tick at which the chip takes the command, which only the chip
    /// knows. Above 2^23 - 1 ticks one read of now and two writes. An interval of 0 is taken for 1. Constant time.
    fn start(&mut self, interval: u64, item: T) -> Result<Handle, B> {
        self.settle()?;
        let when = self.when_after(interval)?;
        self.begin(when, item)
    }

    /// Two writes. Constant time. A deadline more than 2^23 - 1 ticks after the last known now costs an event every so
    /// many ticks.
    fn start_at(&mut self, expiry: u64, item: T) -> Result<Handle, B> {
        if expiry > LAST_TICK {
            return Err(StartError::BeyondTheEndOfTime.into());
        }
        self.begin(expiry, item)
    }

    /// One write. Constant time.
    fn stop(&mut self, handle: Handle) -> Result<T, B> {
        self.find(handle)?;
        let number = handle.index();
        let item = self.give_back(number).ok_or(StopError::StaleHandle)?;
        self.entry(number)?.count();
        count(&mut self.counters.stopped);
        if self.chip.stop(number).is_err() {
            // The timer may run on: the audit before the next command or service stops it.
            self.unsure = true;
            count(&mut self.counters.disarm_failures);
        } else {
            // A look that fails is tried again after the next command.
            self.count_command().ok();
        }
        Ok(item)
    }

    fn interrupt(&mut self) {
        count(&mut self.counters.interrupts);
    }

    /// An event costs one read and one write, and one more read if the timer was started with an interval; an interrupt
    /// one read more, which finds the FIFO empty. After as many events as the FIFO holds it ends, and the interrupt
    /// fires again.
    fn next_expired(&mut self) -> Result<Option<Expired<T>>, B> {
        loop {
            if let Some(expired) = self.waiting.take_if(|_| self.unacknowledged.is_none()) {
                count(&mut self.counters.expired);
                return Ok(Some(expired));
            }
            self.settle()?;
            if self.taken >= self.chip.parameters().fifo_depth() {
                self.taken = 0;
                return Ok(None);
            }
            let Some(event) = self.chip.event()? else {
                self.saw_empty();
                self.unacknowledged = None;
                if self.waiting.is_some() {
                    continue;
                }
                if self.taken == 0 {
                    self.attend()?;
                }
                self.taken = 0;
                return Ok(None);
            };
            if self.unacknowledged.is_some_and(|before| before != event) {
                // The acknowledgement has arrived, only its answer has not.
                self.unacknowledged = None;
                if self.waiting.is_some() {
                    continue;
                }
            }
            self.take(event)?;
        }
    }

    /// A timer that was started with an interval begins it anew, as only the chip knew when it began; a periodic one
    /// its period.
    fn recover(&mut self) -> Result<(), B> {
        self.initialise_chip()?;
        self.epoch = self.epoch.saturating_add(self.now);
        warning!(
            "the timer chip was reset; it starts again at its tick {}",
            self.epoch
        );
        (self.now, self.events_from, self.taken) = (0, 0, 0);
        self.unacknowledged = None;
        self.unsure = false;
        self.saw_empty();
        for entry in self.entries.as_mut() {
            entry.generation = 0;
        }
        for number in 0..self.chip.timers() {
            if self.entry(number)?.item.is_some() {
                self.command(number)?;
            }
        }
        Ok(())
    }

    /// One read; four more if the value is suspicious.
    fn now(&mut self) -> Result<u64, B> {
        let low = self.chip.now_low()?;
        match first_from(self.now, low) {
            Some(now) if low >= low_half(self.now) && now.wrapping_sub(self.now) < HALF_SPAN => {
                self.now = now;
            }
            // A chip that was reset looks like one whose low half has wrapped.
            _ => self.read_whole_now()?,
        }
        Ok(self.last_known_now())
    }

    fn last_known_now(&self) -> u64 {
        self.epoch.saturating_add(self.now)
    }

    fn item(&self, handle: Handle) -> Option<&T> {
        self.find(handle).ok()?.item.as_ref()
    }

    /// Of a timer that was started with an interval only the chip knows the tick: `None` as well; see
    /// [`time_left`](TimerChipFacility::time_left).
    fn expiry(&self, handle: Handle) -> Option<u64> {
        let when = self.find(handle).ok()?.when;
        (when & when::INTERVAL == 0).then_some(when & when::VALUE)
    }

    fn outstanding(&self) -> u32 {
        self.outstanding
    }

    fn statistics(&self) -> Statistics {
        let bus = self.chip.bus();
        Statistics {
            bus_reads: bus.reads(),
            bus_writes: bus.writes(),
            ..self.counters
        }
    }

    /// Checks the list of free entries.
    fn check_invariants(&self) -> core::result::Result<(), InvariantError> {
        let entries = self.entries.as_ref();
        let count = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        let free = count
            .checked_sub(self.outstanding)
            .ok_or(InvariantError::FreeListBroken)?;
        let mut at = self.free[0];
        for _ in 0..free {
            let entry = usize::try_from(at)
                .ok()
                .and_then(|at| entries.get(at))
                .filter(|entry| entry.item.is_none())
                .ok_or(InvariantError::FreeListBroken)?;
            at = entry.when;
        }
        if at == NOWHERE {
            Ok(())
        } else {
            Err(InvariantError::FreeListBroken)
        }
    }
}

/// What a look shows that the chip has refused.
const REFUSED_WORD: TimerWord = TimerWord {
    runs: false,
    generation: 0,
    left: 0,
};

/// The low half of a tick.
const fn low_half(tick: u64) -> u32 {
    (tick & 0xFFFF_FFFF) as u32
}
