//! The host of the replay: a facility of the driver on a Verilated chip.

use core::fmt;
use std::collections::HashMap;

use carillon_driver::bus::RegisterBus;
use carillon_driver::facility::{
    ByAlarm, Facility, FacilityError, Settings, Statistics, TimerChipFacility, TimerEntry,
    TimerFacility, TimerSettings,
};
use carillon_driver::queue::chip::Wheeled;
use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::{Expired, Handle, HashedWheel, TimerQueue, Timers};
use carillon_regmap::{offset, timer};
use carillon_sim::{
    BusError, Memory, MemoryBehaviour, Simulation, TimerPins, TimerSimulation, TimerSystem,
};

use super::{Cost, Expiry, Host};

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

/// What can go wrong beneath a [`SimulatedHost`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostError {
    /// The driver refused.
    Facility(FacilityError<BusError>),
    /// The simulated bus failed.
    Bus(BusError),
}

impl fmt::Display for HostError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Facility(error) => write!(formatter, "the driver failed: {error}"),
            Self::Bus(error) => write!(formatter, "the simulated bus failed: {error}"),
        }
    }
}

impl core::error::Error for HostError {}

impl From<FacilityError<BusError>> for HostError {
    fn from(error: FacilityError<BusError>) -> Self {
        Self::Facility(error)
    }
}

impl From<BusError> for HostError {
    fn from(error: BusError) -> Self {
        Self::Bus(error)
    }
}

/// A simulated chip on its bus.
pub trait SimulatedChip: RegisterBus<Error = BusError> {
    /// Clocks so far.
    fn clocks(&self) -> u64;

    /// The interrupt line.
    fn irq(&self) -> bool;

    /// Runs so many clocks.
    fn clock(&mut self, clocks: u64);

    /// Runs until the interrupt line is high, at most so many clocks.
    fn clock_until_irq(&mut self, clocks: u64);
}

macro_rules! simulated_chip {
    ([$($generics:tt)*] $chip:ty) => {
        impl<$($generics)*> SimulatedChip for $chip {
            fn clocks(&self) -> u64 {
                <$chip>::clocks(self)
            }

            fn irq(&self) -> bool {
                <$chip>::irq(self)
            }

            fn clock(&mut self, clocks: u64) {
                <$chip>::clock(self, clocks);
            }

            fn clock_until_irq(&mut self, clocks: u64) {
                <$chip>::clock_until_irq(self, clocks);
            }
        }
    };
}

simulated_chip!([] Simulation);
simulated_chip!([P: TimerPins] TimerSystem<P>);

/// A facility whose chip is simulated, and what the host does with the chip behind the driver's back.
pub trait Simulated: TimerFacility<Item = u32, BusError = BusError> {
    /// How many ticks `CURSOR_LO` is ahead of the last tick that was visited.
    const CURSOR_AHEAD: u32;

    /// The chip.
    type Chip: SimulatedChip;

    /// The chip, to look at.
    fn chip(&self) -> &Self::Chip;

    /// The chip, to run it, and for transfers that the driver does not count.
    fn chip_mut(&mut self) -> &mut Self::Chip;

    /// The next expired timer, whose `reported` is the tick of the chip's visit as the chip itself says.
    ///
    /// # Errors
    /// Where the driver fails.
    fn next(&mut self) -> Result<Option<Expired<u32>>, HostError> {
        Ok(self.next_expired()?)
    }
}

/// The counter chip with a queue of its wheels in the host's memory.
type BySlots<S> = Facility<Simulation, Timers<S, u32, Bounded<u32>>>;

impl<S: Wheeled> Simulated for BySlots<S> {
    const CURSOR_AHEAD: u32 = 0;
    type Chip = Simulation;

    fn chip(&self) -> &Simulation {
        self.bus()
    }

    fn chip_mut(&mut self) -> &mut Simulation {
        self.bus_mut()
    }
}

/// Any queue with the chip's alarm.
type Alarm<Q> = Facility<Simulation, ByAlarm<Q>>;

impl<Q: TimerQueue<Item = u32> + Diagnostics> Simulated for Alarm<Q> {
    const CURSOR_AHEAD: u32 = 0;
    type Chip = Simulation;

    fn chip(&self) -> &Simulation {
        self.bus()
    }

    fn chip_mut(&mut self) -> &mut Simulation {
        self.bus_mut()
    }

    /// The chip makes no visits: that the timer is not early is all that can be said.
    fn next(&mut self) -> Result<Option<Expired<u32>>, HostError> {
        let next = self.next_expired()?;
        Ok(next.map(|expired| Expired {
            reported: expired.due,
            ..expired
        }))
    }
}

/// The timer chip, which keeps the queue.
type QueueInChip<P> = TimerChipFacility<TimerSystem<P>, u32, Vec<TimerEntry<u32>>>;

impl<P: TimerPins> Simulated for QueueInChip<P> {
    const CURSOR_AHEAD: u32 = 1;
    type Chip = TimerSystem<P>;

    fn chip(&self) -> &TimerSystem<P> {
        self.bus()
    }

    fn chip_mut(&mut self) -> &mut TimerSystem<P> {
        self.bus_mut()
    }

    /// The driver does not read an event's tick where it knows when the timer is due, so it is read here.
    fn next(&mut self) -> Result<Option<Expired<u32>>, HostError> {
        let waits = timer::field::event::VALID.is_set(self.chip_mut().read(timer::offset::EVENT)?);
        let tick = self.chip_mut().read(timer::offset::EVENT_TICK)?;
        let events = self.statistics().events;
        let mut next = self.next_expired()?;
        if let Some(expired) = &mut next
            && waits
            && self.statistics().events == events + 1
        {
            let ahead = tick.wrapping_sub(expired.due as u32).cast_signed();
            expired.reported = expired.due.saturating_add_signed(ahead.into());
        }
        Ok(next)
    }
}

/// A facility on a simulated chip.
pub struct SimulatedHost<F> {
    facility: F,
    /// The driver's handle of each timer that is outstanding, by identity.
    handles: HashMap<u32, Handle>,
    clocks_per_tick: u64,
    /// The clock at which tick 0 began, as seen at the end of a bus read.
    origin: u64,
    /// Readings of now and the cursor, which the driver does not count.
    position_reads: u64,
    /// Transfers and clocks of the initialisation, which are not the replay's.
    before: Cost,
}

impl SimulatedHost<BySlots<HashedWheel>> {
    /// Starts the counter chip in `simulation` with a wheel of `slots` slots and ticks of `clocks_per_tick` clocks.
    /// There is room for `timers` timers at once.
    ///
    /// # Errors
    /// Where the driver does not accept the chip, or `slots` does not fit it.
    pub fn new(
        mut simulation: Simulation,
        slots: u32,
        clocks_per_tick: u32,
        timers: usize,
    ) -> Result<Self, HostError> {
        simulation.reset();
        let queue = Timers::bounded(HashedWheel::new(slots), timers.max(1));
        let queue = queue.map_err(FacilityError::from)?;
        let facility = Facility::new(simulation, clocks_per_tick, queue)?;
        Self::on(facility, clocks_per_tick)
    }
}

/// The host of a simulated timer chip.
pub type TimerChipHost = SimulatedHost<QueueInChip<TimerSimulation>>;

impl<S: Wheeled> SimulatedHost<BySlots<S>> {
    /// Starts the counter chip in `simulation` with the wheels of `structure`, which hold, and ticks of
    /// `clocks_per_tick` clocks. There is room for `timers` timers at once.
    ///
    /// # Errors
    /// Where the driver does not accept the chip, or the wheels do not fit it.
    pub fn with_wheels(
        mut simulation: Simulation,
        structure: S,
        clocks_per_tick: u32,
        timers: usize,
    ) -> Result<Self, HostError> {
        simulation.reset();
        let queue = Timers::bounded(structure, timers.max(1)).map_err(FacilityError::from)?;
        let settings = Settings::of(clocks_per_tick).holding();
        let facility = Facility::new(simulation, settings, queue)?;
        Self::on(facility, clocks_per_tick)
    }
}

impl<Q: TimerQueue<Item = u32> + Diagnostics> SimulatedHost<Alarm<Q>> {
    /// Starts the chip in `simulation` with `queue` and its alarm at the queue's next expiry, and ticks of
    /// `clocks_per_tick` clocks.
    ///
    /// # Errors
    /// Where the driver does not accept the chip.
    pub fn with_alarm(
        mut simulation: Simulation,
        queue: Q,
        clocks_per_tick: u32,
    ) -> Result<Self, HostError> {
        simulation.reset();
        let facility = Facility::new(simulation, clocks_per_tick, ByAlarm::new(queue))?;
        Self::on(facility, clocks_per_tick)
    }
}

/// Word address of the records of a replay's timer chip.
const RECORDS: u32 = 0x10_0000;

impl TimerChipHost {
    /// Starts a timer chip with a wheel of 2^`wheel_bits` slots and ticks of `clocks_per_tick` clocks, and with a
    /// memory that behaves so. There is room for `timers` timers at once, or as many as the chip can have.
    ///
    /// # Errors
    /// Where the driver does not accept the chip, or the slots do not fit it.
    pub fn with_timer_chip(
        simulation: TimerSimulation,
        memory: MemoryBehaviour,
        wheel_bits: u32,
        clocks_per_tick: u32,
        timers: usize,
    ) -> Result<Self, HostError> {
        let most = (1_usize << 16) - (1 << wheel_bits);
        let timers = timers.clamp(1, most);
        // Records of four words at most.
        let words = 4 * (timers as u32 + (1 << wheel_bits));
        let system = TimerSystem::new(simulation, Memory::new(RECORDS, words, memory, 0));
        let settings = TimerSettings {
            prescale: clocks_per_tick,
            wheel_bits,
            memory_base: RECORDS,
        };
        let entries = vec![TimerEntry::VACANT; timers];
        let facility = TimerChipFacility::new(system, settings, entries)?;
        Self::on(facility, clocks_per_tick)
    }

    /// Starts timer `timer`, due `interval` ticks after the tick at which the chip takes the command: one write.
    ///
    /// # Errors
    /// Where the driver refuses.
    pub fn start_after(&mut self, timer: u32, interval: u64) -> Result<(), HostError> {
        let handle = self.facility.start(interval, timer);
        let handle = handle.map_err(FacilityError::from)?;
        self.handles.insert(timer, handle);
        Ok(())
    }

    /// Transfers of the chip's memory so far, initialisation included.
    pub fn memory_accesses(&self) -> u64 {
        self.facility.bus().memory().accesses()
    }
}

impl<F: Simulated> SimulatedHost<F> {
    fn on(facility: F, clocks_per_tick: u32) -> Result<Self, HostError> {
        let mut host = Self {
            facility,
            handles: HashMap::new(),
            clocks_per_tick: clocks_per_tick.into(),
            origin: 0,
            position_reads: 0,
            before: Cost::default(),
        };
        host.calibrate()?;
        host.before = host.total();
        Ok(host)
    }

    /// What the driver has counted, initialisation included.
    pub fn statistics(&self) -> Statistics {
        self.facility.statistics()
    }

    /// The clocks run, initialisation included.
    fn clocks(&self) -> u64 {
        self.facility.chip().clocks()
    }

    /// Finds `origin` by readings of now, each of which ends where a tick would begin if `origin` were in the middle of
    /// what is still possible.
    fn calibrate(&mut self) -> Result<(), HostError> {
        let period = self.clocks_per_tick;
        let (mut earliest, mut latest) = (0, u64::MAX);
        for _ in 0..CALIBRATION_READS {
            let before = self.clocks();
            let now = u64::from(self.facility.chip_mut().read(offset::NOW_LO)?);
            let clocks = self.clocks();
            latest = latest.min(clocks - now * period);
            earliest = earliest.max((clocks + 1).saturating_sub((now + 1) * period));
            if earliest >= latest {
                break;
            }
            let middle = earliest.midpoint(latest);
            let next = 2 * clocks - before;
            self.facility
                .chip_mut()
                .clock(period - 1 - (next + period - 1 - middle) % period);
        }
        self.origin = latest;
        Ok(())
    }

    /// The clock at which `tick` begins.
    fn clock_of(&self, tick: u64) -> u64 {
        self.origin
            .saturating_add(tick.saturating_mul(self.clocks_per_tick))
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
    type Error = HostError;

    fn now(&self) -> u64 {
        tick_at(self.clocks(), self.origin, self.clocks_per_tick)
    }

    fn run_to(&mut self, tick: u64) -> Result<(), HostError> {
        let clocks = self.clock_of(tick).saturating_sub(self.clocks());
        self.facility.chip_mut().clock(clocks);
        Ok(())
    }

    fn run_until_interrupt(&mut self, tick: u64) -> Result<bool, HostError> {
        let clocks = self.clock_of(tick).saturating_sub(self.clocks());
        self.facility.chip_mut().clock_until_irq(clocks);
        Ok(self.is_interrupted())
    }

    fn is_interrupted(&self) -> bool {
        self.facility.chip().irq()
    }

    fn is_behind(&mut self) -> Result<bool, HostError> {
        self.position_reads += 2;
        let visited = self
            .facility
            .chip_mut()
            .read(offset::CURSOR_LO)?
            .wrapping_sub(F::CURSOR_AHEAD);
        let now = self.facility.chip_mut().read(offset::NOW_LO)?;
        let near = if self.clocks_per_tick == 1 {
            FOLLOWING_TICKS
        } else {
            CAUGHT_UP_TICKS
        };
        Ok(now.wrapping_sub(visited) > near)
    }

    fn start(&mut self, timer: u32, due: u64) -> Result<(), HostError> {
        let handle = self.facility.start_at(due, timer);
        let handle = handle.map_err(FacilityError::from)?;
        self.handles.insert(timer, handle);
        Ok(())
    }

    fn stop(&mut self, timer: u32) -> Result<bool, HostError> {
        let Some(handle) = self.handles.remove(&timer) else {
            return Ok(false);
        };
        match self.facility.stop(handle) {
            Ok(item) => Ok(item == timer),
            Err(FacilityError::Stop(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    fn service(&mut self, expired: &mut Vec<Expiry>) -> Result<(), HostError> {
        let searches = self.facility.statistics().late_overflows;
        self.facility.interrupt();
        while let Some(expiry) = self.facility.next()? {
            self.handles.remove(&expiry.item);
            expired.push(Expiry {
                by_search: self.facility.statistics().late_overflows != searches,
                timer: expiry.item,
                due: expiry.due,
                visited: expiry.reported,
                reported: tick_at(self.clocks(), self.origin, self.clocks_per_tick),
            });
        }
        self.facility.chip_mut().clock(RETURN_CLOCKS);
        Ok(())
    }

    fn finish(&mut self) -> Result<bool, HostError> {
        self.facility.chip_mut().write(offset::CTRL, 0)?;
        let now = self.facility.chip_mut().read(offset::NOW_LO)?;
        while !self.is_interrupted() {
            let cursor = self.facility.chip_mut().read(offset::CURSOR_LO)?;
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

    fn cost(&self) -> Cost {
        let total = self.total();
        Cost {
            bus_reads: total.bus_reads - self.before.bus_reads,
            bus_writes: total.bus_writes - self.before.bus_writes,
            examined: total.examined - self.before.examined,
            clocks: total.clocks - self.before.clocks,
        }
    }
}
