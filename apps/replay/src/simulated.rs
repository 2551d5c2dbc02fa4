//! The host of the replay: a facility of the driver on a simulated chip.

mod facility;

use core::fmt;
use std::collections::HashMap;

use carillon_driver::bus::RegisterBus;
use carillon_driver::counter_chip::ChipAlarm;
use carillon_driver::facility::{
    ClockFacility, CounterChipFacility, FacilityError, Settings, Statistics, TimerChipFacility, TimerEntry,
    TimerFacility, TimerSettings,
};
use carillon_driver::queue::chip::Wheeled;
use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::{Handle, TimerQueue, Timers};
use carillon_regmap::counter_chip::offset;

use super::{Cost, DriverEvent, DriverEvents, Expiry, Host};
use facility::{Alarm, BySlots, ErrorOf, QueueInChip, peek};
pub use facility::{Simulated, SimulatedChip};

/// Clocks between the last transfer of the interrupt routine and the next look at the interrupt line.
const RETURN_CLOCKS: u64 = 2;

/// Readings of now, at most, with which the host finds out at which clocks the chip's ticks begin: each halves what is
/// left of a tick of less than 2^24 clocks.
const CALIBRATION_READS: u64 = 32;

/// Ticks that the cursor is behind now at most when it has caught up; it looks at a tick a few clocks after it has
/// begun.
const CAUGHT_UP_TICKS: u32 = 16;

/// The same for ticks of one clock, where it follows at the distance at which it begins to skip.
const FOLLOWING_TICKS: u32 = 128;

/// Clocks that the cursor is given at a time to come up to now.
const CATCH_UP_CLOCKS: u64 = 64;

/// What can go wrong beneath a [`SimulatedHost`]. `D` is the error of the driver's device, and `E` that of the bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostError<D, E> {
    /// The driver refused.
    Facility(FacilityError<D>),
    /// The simulated bus failed.
    Bus(E),
}

impl<D: fmt::Display, E: fmt::Display> fmt::Display for HostError<D, E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Facility(error) => write!(formatter, "the driver failed: {error}"),
            Self::Bus(error) => write!(formatter, "the simulated bus failed: {error}"),
        }
    }
}

impl<D: fmt::Debug + fmt::Display, E: fmt::Debug + fmt::Display> core::error::Error for HostError<D, E> {}

impl<D, E> From<FacilityError<D>> for HostError<D, E> {
    fn from(error: FacilityError<D>) -> Self {
        Self::Facility(error)
    }
}

/// A facility on a simulated chip.
pub struct SimulatedHost<F> {
    facility: F,
    /// The driver's handle of each timer that is outstanding, by identity.
    handles: HashMap<u32, Handle>,
    clocks_per_tick: u64,
    /// The driver's tick at the host's tick 0: time has passed before that.
    begun: u64,
    /// The clock at which the host's tick 0 began, as seen at the end of a bus read.
    origin: u64,
    /// Readings of now and the cursor, which the driver does not count.
    position_reads: u64,
    /// Transfers and clocks of the initialisation, which are not the replay's.
    before: Cost,
    events: DriverEvents,
}

/// The host of a simulated timer chip.
pub type TimerChipHost<C> = SimulatedHost<QueueInChip<C>>;

impl<C: SimulatedChip, S: Wheeled> SimulatedHost<BySlots<C, S>> {
    /// Resets and starts the counter chip `chip` with the wheels of `queue`: with several, `settings` must hold them,
    /// so that a timer migrates before it is due.
    ///
    /// # Errors
    /// Where the driver does not accept the chip, or the wheels do not fit it.
    pub fn new(
        mut chip: C,
        queue: Timers<S, u32, Bounded<u32>>,
        settings: Settings,
    ) -> Result<Self, ErrorOf<BySlots<C, S>>> {
        chip.reset();
        let facility = CounterChipFacility::new(chip, settings, queue)?;
        Self::on(facility, settings.prescale)
    }
}

impl<C: SimulatedChip, Q: TimerQueue<Item = u32> + Diagnostics> SimulatedHost<Alarm<C, Q>> {
    /// Resets and starts the chip `chip` with `queue` and its alarm at the queue's next expiry, and ticks of
    /// `clocks_per_tick` clocks.
    ///
    /// # Errors
    /// Where the driver does not accept the chip.
    pub fn with_alarm(mut chip: C, queue: Q, clocks_per_tick: u32) -> Result<Self, ErrorOf<Alarm<C, Q>>> {
        chip.reset();
        let chip = ChipAlarm::new(chip, clocks_per_tick).map_err(FacilityError::from)?;
        let facility = ClockFacility::new(chip, queue)?;
        Self::on(facility, clocks_per_tick)
    }
}

/// Word address of the records of a replay's timer chip.
pub const RECORDS: u32 = 0x10_0000;

/// Words of memory from [`RECORDS`] on that a timer chip of one wheel needs for `timers` timers and 2^`wheel_bits`
/// slots.
pub fn record_words(wheel_bits: u32, timers: usize) -> u32 {
    // Records of four words at most.
    4 * (room(wheel_bits, timers) as u32 + (1 << wheel_bits))
}

/// How many timers a timer chip with narrow records gets if it is asked for `timers`.
fn room(wheel_bits: u32, timers: usize) -> usize {
    timers.clamp(1, (1_usize << 16) - (1 << wheel_bits))
}

impl<C: SimulatedChip> TimerChipHost<C> {
    /// Starts a timer chip after its reset, whose memory has [`record_words`] words from [`RECORDS`] on, with a wheel
    /// of 2^`wheel_bits` slots and ticks of `clocks_per_tick` clocks. There is room for `timers` timers at once, or as
    /// many as the chip can have.
    ///
    /// # Errors
    /// Where the driver does not accept the chip, or the slots do not fit it.
    pub fn with_timer_chip(
        chip: C,
        wheel_bits: u32,
        clocks_per_tick: u32,
        timers: usize,
    ) -> Result<Self, ErrorOf<QueueInChip<C>>> {
        let settings = TimerSettings { prescale: clocks_per_tick, wheel_bits, memory_base: RECORDS };
        let entries = vec![TimerEntry::VACANT; room(wheel_bits, timers)];
        let facility = TimerChipFacility::new(chip, settings, entries)?;
        Self::on(facility, clocks_per_tick)
    }

    /// Starts timer `timer`, due `interval` ticks after the tick at which the chip takes the command: one write.
    ///
    /// # Errors
    /// Where the driver refuses.
    pub fn start_after(&mut self, timer: u32, interval: u64) -> Result<(), ErrorOf<QueueInChip<C>>> {
        let handle = self.facility.start(interval, timer);
        let handle = handle.map_err(FacilityError::from)?;
        self.handles.insert(timer, handle);
        Ok(())
    }

    /// The number that the chip has for timer `timer`, which the host has started.
    pub fn number_of(&self, timer: u32) -> Option<u32> {
        self.handles.get(&timer).map(|handle| handle.index())
    }

    /// The tick of the chip at the host's tick 0.
    pub const fn begun(&self) -> u64 {
        self.begun
    }
}

impl<F: Simulated> SimulatedHost<F> {
    fn on(facility: F, clocks_per_tick: u32) -> Result<Self, ErrorOf<F>> {
        let mut host = Self {
            facility,
            handles: HashMap::new(),
            clocks_per_tick: clocks_per_tick.into(),
            begun: 0,
            origin: 0,
            position_reads: 0,
            before: Cost::default(),
            events: DriverEvents::default(),
        };
        host.calibrate()?;
        let next = host.now() + 1;
        host.run_to(next)?;
        host.origin = host.clock_of(next);
        host.begun = next;
        host.before = host.total();
        Ok(host)
    }

    /// The chip.
    pub fn chip(&self) -> &F::Chip {
        self.facility.chip()
    }

    /// Records what the driver does from now on.
    pub fn record(&mut self) {
        self.events.begin();
    }

    /// Ends the simulation: what was recorded. A wave of the chip is then complete.
    pub fn into_events(mut self) -> Vec<(u64, DriverEvent)> {
        self.events.end()
    }

    fn note(&mut self, event: DriverEvent) {
        let clock = self.clocks();
        self.events.note(clock, event);
    }

    /// What the driver has counted, initialisation included.
    pub fn statistics(&self) -> Statistics {
        self.facility.statistics()
    }

    /// The clocks run, initialisation included.
    fn clocks(&self) -> u64 {
        self.facility.chip().clocks()
    }

    /// Finds where the driver's tick 0 began by readings of now, each of which ends where a tick would begin if that
    /// were in the middle of what is still possible.
    fn calibrate(&mut self) -> Result<(), ErrorOf<F>> {
        let period = self.clocks_per_tick;
        let (mut earliest, mut latest) = (0, u64::MAX);
        for _ in 0..CALIBRATION_READS {
            let before = self.clocks();
            let now = u64::from(peek(&mut self.facility, offset::NOW_LO)?);
            let clocks = self.clocks();
            latest = latest.min(clocks - now * period);
            earliest = earliest.max((clocks + 1).saturating_sub((now + 1) * period));
            if earliest >= latest {
                break;
            }
            let middle = earliest.midpoint(latest);
            let next = 2 * clocks - before;
            self.facility.chip_mut().clock(period - 1 - (next + period - 1 - middle) % period);
        }
        self.origin = latest;
        Ok(())
    }

    /// The clock at which `tick` begins.
    fn clock_of(&self, tick: u64) -> u64 {
        self.origin.saturating_add(tick.saturating_mul(self.clocks_per_tick))
    }

    /// Everything counted since the chip was made.
    fn total(&self) -> Cost {
        let statistics = self.facility.statistics();
        Cost {
            bus_reads: statistics.bus_reads + self.position_reads,
            bus_writes: statistics.bus_writes,
            examined: statistics.examined,
            clocks: self.clocks(),
        }
    }
}

/// The tick that the chip is at after `clocks` clocks.
fn tick_at(clocks: u64, origin: u64, clocks_per_tick: u64) -> u64 {
    clocks.saturating_sub(origin) / clocks_per_tick
}

impl<F: Simulated> Host for SimulatedHost<F> {
    type Error = ErrorOf<F>;

    fn now(&self) -> u64 {
        tick_at(self.clocks(), self.origin, self.clocks_per_tick)
    }

    fn run_to(&mut self, tick: u64) -> Result<(), ErrorOf<F>> {
        let clocks = self.clock_of(tick).saturating_sub(self.clocks());
        self.facility.chip_mut().clock(clocks);
        Ok(())
    }

    fn run_until_interrupt(&mut self, tick: u64) -> Result<bool, ErrorOf<F>> {
        let clocks = self.clock_of(tick).saturating_sub(self.clocks());
        self.facility.chip_mut().clock_until_irq(clocks);
        Ok(self.is_interrupted())
    }

    fn is_interrupted(&self) -> bool {
        self.facility.chip().irq()
    }

    fn is_behind(&mut self) -> Result<bool, ErrorOf<F>> {
        self.position_reads += 2;
        let visited = peek(&mut self.facility, offset::CURSOR_LO)?.wrapping_sub(F::CURSOR_AHEAD);
        let now = peek(&mut self.facility, offset::NOW_LO)?;
        let near = if self.clocks_per_tick == 1 { FOLLOWING_TICKS } else { CAUGHT_UP_TICKS };
        Ok(now.wrapping_sub(visited) > near)
    }

    fn start(&mut self, timer: u32, due: u64) -> Result<(), ErrorOf<F>> {
        let handle = self.facility.start_at(self.begun + due, timer);
        let handle = handle.map_err(FacilityError::from)?;
        self.handles.insert(timer, handle);
        self.note(DriverEvent::Start(timer));
        Ok(())
    }

    fn stop(&mut self, timer: u32) -> Result<bool, ErrorOf<F>> {
        let Some(handle) = self.handles.remove(&timer) else {
            return Ok(false);
        };
        match self.facility.stop(handle) {
            Ok(item) => {
                self.note(DriverEvent::Stop(timer));
                Ok(item == timer)
            }
            Err(FacilityError::Stop(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    fn service(&mut self, expired: &mut Vec<Expiry>) -> Result<(), ErrorOf<F>> {
        let searches = self.facility.statistics().late_overflows;
        self.note(DriverEvent::ServiceBegins);
        self.facility.interrupt();
        while let Some(expiry) = self.facility.next()? {
            self.note(DriverEvent::Expiry(expiry.item));
            self.handles.remove(&expiry.item);
            expired.push(Expiry {
                by_search: self.facility.statistics().late_overflows != searches,
                timer: expiry.item,
                due: expiry.due.saturating_sub(self.begun),
                visited: expiry.reported.saturating_sub(self.begun),
                reported: tick_at(self.clocks(), self.origin, self.clocks_per_tick),
            });
        }
        self.note(DriverEvent::ServiceEnds);
        self.facility.chip_mut().clock(RETURN_CLOCKS);
        Ok(())
    }

    fn finish(&mut self) -> Result<bool, ErrorOf<F>> {
        self.facility.chip_mut().write(offset::CTRL, 0).map_err(HostError::Bus)?;
        let now = peek(&mut self.facility, offset::NOW_LO)?;
        while !self.is_interrupted() {
            let cursor = peek(&mut self.facility, offset::CURSOR_LO)?;
            let visited = cursor.wrapping_sub(F::CURSOR_AHEAD);
            if visited.wrapping_sub(now).cast_signed() >= 0 {
                break;
            }
            self.facility.chip_mut().clock(CATCH_UP_CLOCKS);
        }
        // The line follows the event.
        self.facility.chip_mut().clock(RETURN_CLOCKS);
        Ok(self.is_interrupted())
    }

    fn outstanding(&self) -> u64 {
        self.facility.outstanding().into()
    }

    fn clocks_per_tick(&self) -> u64 {
        self.clocks_per_tick
    }

    fn cost(&self) -> Cost {
        self.total() - self.before
    }
}
