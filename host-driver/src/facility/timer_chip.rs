//! The facility without a queue: the timer chip keeps it.
//!
//! START_TIMER is one posted write and STOP_TIMER another; neither takes longer with more timers. The host keeps for
//! each timer its item and one word: the tick at which it is due, or the interval where only the chip knows that tick.
//! The word serves to start the timer again after a reset of the chip, and to reach deadlines that are further ahead
//! than the chip's 2^23 - 1 ticks: such a timer runs in *hops*, each of which costs an event that is not reported.
//!
//! `entries.rs` has the host's memory, `commands.rs` gives the chip its commands, and `events.rs` serves its events.

mod commands;
mod entries;
mod events;

use super::StopError;
use super::interface::TimerFacility;
use super::queue::expect_by;
use super::statistics::Counters;
use super::{FacilityError, Started, Statistics};
use crate::bus::{Counted, RegisterBus};
use crate::chip::{Wake, first_from, is_doubtful, low_half};
use crate::queue::diagnostics::InvariantError;
use crate::queue::{Expired, Handle};
use crate::timer_chip::{TimerChip, TimerChipError, TimerConfiguration, TimerErrors, TimerEvent, TimerParameters};
use crate::trace::warning;

use entries::{Entries, when};

pub use entries::TimerEntry;

/// Half the range of a read of now, in ticks.
const HALF_SPAN: u64 = 1 << 31;

/// The last tick for which a deadline can be given: 2^61 - 1, 73 years of a tick of a nanosecond.
const LAST_TICK: u64 = when::VALUE;

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
/// A bus should not repeat writes: the chip counts a start that arrives twice as two. The event then shows it, and the
/// facility starts the timer again: it is late by its interval, but neither lost nor early. One for a deadline is late
/// by the ticks from the chip's start to the deadline, or on time if that is more than an interval can be, as the
/// second start has lost its mode. If such a timer has expired and is restarted before it is handed out, its event may
/// be taken for that of the restart, which is early then. On a bus that repeats every write none of this helps, as the
/// new start is repeated too, and
/// [`next_expired`](TimerFacility::next_expired) says [`TimerChipError::Refused`].
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
pub struct TimerChipFacility<B, T, Memory> {
    chip: TimerChip<Counted<B>>,
    entries: Entries<T, Memory>,
    settings: TimerSettings,
    counters: Counters,
    errors: TimerErrors,
    /// The host's tick at the chip's tick 0.
    epoch: u64,
    /// The last known now, in ticks of the chip.
    now: u64,
    /// No later event has an earlier tick than this, in ticks of the chip.
    events_from: u64,
    /// How often the FIFO has been seen empty, modulo 2^16.
    times_empty: u16,
    /// Events have been waiting for too many commands: their ticks must be compared.
    crowded: bool,
    /// The chip may not have taken every command.
    unsure: bool,
    /// Events taken in this interrupt.
    taken: u32,
    /// What has expired and was not handed out; its entry keeps the item.
    waiting: Option<Due>,
    /// The event that was dealt with and whose acknowledgement may not have arrived.
    unacknowledged: Option<TimerEvent>,
    /// How a periodic timer's item is handed out again and again.
    again: Option<fn(&T) -> T>,
}

type Result<T, B> = core::result::Result<T, FacilityError<TimerChipError<<B as RegisterBus>::Error>>>;

/// A timer that has expired: when it was due, and at which tick that shows.
#[derive(Debug, Clone, Copy)]
struct Due {
    handle: Handle,
    due: u64,
    reported: u64,
}

impl<B, T, Memory> TimerChipFacility<B, T, Memory>
where
    B: RegisterBus,
    Memory: AsRef<[TimerEntry<T>]> + AsMut<[TimerEntry<T>]>,
{
    /// Checks the chip on `bus` and starts it. `entries` bounds the number of timers; what they held is dropped. This
    /// moment is tick 0. Takes time in proportion to timers and slots.
    ///
    /// # Errors
    /// [`FacilityError::Device`] as from [`TimerChip::new`] and [`TimerChip::initialise`]. Pass `&mut bus` to keep the
    /// bus in that case.
    pub fn new(bus: B, settings: TimerSettings, entries: Memory) -> Result<Self, B> {
        let chip = TimerChip::new(Counted::new(bus))?;
        let mut facility = Self {
            chip,
            entries: Entries::new(entries),
            settings,
            counters: Counters::default(),
            errors: TimerErrors::NONE,
            epoch: 0,
            now: 0,
            events_from: 0,
            times_empty: 0,
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
        let count = self.entries.len();
        let timers = u32::try_from(count)
            .map_err(|_| TimerChipError::TimersOutOfRange { timers: count, wheel_bits: self.settings.wheel_bits })?;
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
    /// [`TimerChipError::NotPeriodic`] if the chip was built without.
    pub fn start_periodic(&mut self, interval: u32, item: T) -> Started<T, TimerChipError<B::Error>>
    where
        T: Clone,
    {
        self.again = Some(T::clone);
        let when = when::INTERVAL | when::PERIODIC | u64::from(interval.max(1));
        self.begin(Self::expect_short(interval.into()).map(|()| when), item)
    }

    /// The ticks that are left until the timer is due; 0 if it is due and has not been reported. One read, of now for a
    /// deadline.
    ///
    /// # Errors
    /// [`FacilityError::Stop`] if the timer was stopped or reported before; [`FacilityError::Device`].
    pub fn time_left(&mut self, handle: Handle) -> Result<u64, B> {
        let when = self.entries.find(handle)?.when;
        if when & when::INTERVAL == 0 {
            let now = TimerFacility::now(self)?;
            return Ok((when & when::VALUE).saturating_sub(now));
        }
        self.settle()?;
        Ok(self.chip.look(handle.index())?.left.into())
    }

    /// When a timer with a deadline is due, in an entry's words.
    fn when_at(expiry: u64) -> Result<u64, B> {
        Ok(expect_by(Some(expiry), LAST_TICK)?)
    }

    /// Checks that the timer is outstanding, in a chip that has taken every command.
    fn expect_outstanding(&mut self, handle: Handle) -> Result<(), B> {
        self.settle()?;
        self.entries.find(handle)?;
        Ok(())
    }

    /// Makes an outstanding timer due when `when` says.
    fn begin_again(&mut self, handle: Handle, when: u64) -> Result<(), B> {
        self.forget(handle);
        self.entries.entry(handle.index())?.when = when;
        self.command(handle.index())
    }

    /// The data attached to the timer; `None` if it was stopped or reported before.
    pub fn item(&self, handle: Handle) -> Option<&T> {
        self.entries.find(handle).ok()?.item.as_ref()
    }

    /// What the chip has refused, or what has failed in it, since the last call. The facility has put it right.
    pub const fn take_chip_errors(&mut self) -> TimerErrors {
        core::mem::replace(&mut self.errors, TimerErrors::NONE)
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
}

impl<B, T, Memory> TimerFacility for TimerChipFacility<B, T, Memory>
where
    B: RegisterBus,
    Memory: AsRef<[TimerEntry<T>]> + AsMut<[TimerEntry<T>]>,
{
    type Item = T;
    type DeviceError = TimerChipError<B::Error>;

    /// One write, no read: the interval counts from the tick at which the chip takes the command, which only the chip
    /// knows. Above 2^23 - 1 ticks one read of now and two writes. An interval of 0 is taken for 1. Constant time.
    fn start(&mut self, interval: u64, item: T) -> Started<T, Self::DeviceError> {
        let when = self.when_after(interval);
        self.begin(when, item)
    }

    /// Two writes. Constant time. A deadline more than 2^23 - 1 ticks after the last known now costs an event every
    /// 2^23 - 1 ticks.
    fn start_at(&mut self, expiry: u64, item: T) -> Started<T, Self::DeviceError> {
        self.begin(Self::when_at(expiry), item)
    }

    /// One write, or as [`start`](Self::start). After a bus error it is unknown when the timer is due.
    fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), B> {
        self.expect_outstanding(handle)?;
        let when = self.when_after(interval)?;
        self.begin_again(handle, when)
    }

    /// Two writes, as [`start_at`](Self::start_at). After a bus error it is unknown when the timer is due.
    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), B> {
        self.expect_outstanding(handle)?;
        let when = Self::when_at(expiry)?;
        self.begin_again(handle, when)
    }

    /// One write. Constant time.
    fn stop(&mut self, handle: Handle) -> Result<T, B> {
        self.entries.find(handle)?;
        let number = handle.index();
        let item = self.entries.give_back(number).ok_or(StopError::StaleHandle)?;
        self.forget(handle);
        self.count_command(number)?;
        self.counters.stopped.one();
        if self.chip.stop(number).is_err() {
            // The timer may run on: the audit before the next command or service stops it.
            self.unsure = true;
            self.counters.disarm_failures.one();
        }
        Ok(item)
    }

    fn interrupt(&mut self) {
        self.counters.interrupts.one();
    }

    /// An event costs one read and one write, and one more read if the timer was started with an interval; an interrupt
    /// one read more, which finds the FIFO empty. After as many events as the FIFO holds it ends, and the interrupt
    /// fires again. An interrupt without an event costs three reads.
    fn next_expired(&mut self) -> Result<Option<Expired<T>>, B> {
        self.next()
    }

    /// A timer that was started with an interval begins it anew, as only the chip knew when it began; a periodic one
    /// its period.
    fn recover(&mut self) -> Result<(), B> {
        // Until all is done, everything else says that the chip was reset.
        self.unsure = true;
        self.initialise_chip()?;
        self.epoch = self.epoch.saturating_add(self.now);
        warning!("the timer chip was reset; it starts again at its tick {}", self.epoch);
        (self.now, self.events_from, self.taken) = (0, 0, 0);
        self.unacknowledged = None;
        self.saw_empty();
        for entry in self.entries.all() {
            entry.generation = 0;
        }
        for number in 0..self.chip.timers() {
            if self.is_to_run(number)? {
                self.command(number)?;
            }
        }
        self.unsure = false;
        TimerFacility::now(self).map(drop)
    }

    /// One read; four more if the value is suspicious.
    fn now(&mut self) -> Result<u64, B> {
        let low = self.chip.now_low()?;
        match first_from(self.now, low) {
            Some(now) if low >= low_half(self.now) && now - self.now < HALF_SPAN && !is_doubtful(low) => {
                self.now = now;
            }
            // A chip that was reset reads 0, and looks like one whose low half has wrapped.
            _ => self.read_whole_now()?,
        }
        Ok(self.last_known_now())
    }

    fn last_known_now(&self) -> u64 {
        self.epoch.saturating_add(self.now)
    }

    /// It needs a build with look-ahead; the tick is that of the next slot with a timer, which may be of a later lap or
    /// the end of a hop. Seven reads, rarely nine; none if a timer waits.
    fn wake(&mut self) -> Result<Wake, B> {
        self.settle()?;
        if self.waiting.is_some() || self.unacknowledged.is_some() {
            return Ok(Wake::Now);
        }
        let wake = self.chip.wake()?;
        if wake != Wake::Now {
            // A chip that was reset has no timer.
            TimerFacility::now(self)?;
        }
        Ok(match wake {
            Wake::At(tick) => Wake::At(self.epoch.saturating_add(tick)),
            other => other,
        })
    }

    /// Of a timer that was started with an interval only the chip knows the tick: `None` as well; see
    /// [`time_left`](TimerChipFacility::time_left).
    fn expiry(&self, handle: Handle) -> Option<u64> {
        let when = self.entries.find(handle).ok()?.when;
        (when & when::INTERVAL == 0).then_some(when & when::VALUE)
    }

    fn outstanding(&self) -> u32 {
        self.entries.outstanding()
    }

    fn statistics(&self) -> Statistics {
        let bus = self.chip.bus();
        self.counters.statistics((bus.reads(), bus.writes()))
    }

    /// Checks the list of free entries.
    fn check_invariants(&self) -> core::result::Result<(), InvariantError> {
        self.entries.check()
    }
}
