//! The host of the replay: the driver's facility on the Verilated chip.

use core::fmt;
use std::collections::HashMap;

use carillon_driver::bus::RegisterBus;
use carillon_driver::facility::{Facility, FacilityError, Statistics};
use carillon_driver::queue::{Allocated, Handle, HashedUnordered, Timers};
use carillon_regmap::offset;
use carillon_sim::{BusError, Simulation};

use super::{Cost, Expiry, Host};

/// Clocks between the last transfer of the interrupt routine and the next look at the interrupt line.
const RETURN_CLOCKS: u64 = 2;

/// Readings of now with which the host finds out at which clocks the chip's ticks begin.
const CALIBRATION_READS: u64 = 256;

/// Ticks that the cursor is behind now at most when it has caught up; it looks at a tick a few clocks after it has begun.
const CAUGHT_UP_TICKS: u32 = 16;

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

/// A facility on a simulated chip.
pub struct SimulatedHost {
    facility: Facility<Simulation, u32, Allocated<u32>>,
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

impl SimulatedHost {
    /// Starts the chip in `simulation` with a wheel of `slots` slots and ticks of `clocks_per_tick` clocks. There is
    /// room for `timers` timers at once.
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
        let queue = Timers::with_capacity(HashedUnordered::new(slots), timers.max(1));
        let queue = queue.map_err(FacilityError::from)?;
        let facility = Facility::new(simulation, clocks_per_tick, queue)?;
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
        self.facility.bus().clocks()
    }

    /// Finds `origin` by readings of now at several clocks; each one narrows it down.
    fn calibrate(&mut self) -> Result<(), HostError> {
        let period = self.clocks_per_tick;
        let (mut earliest, mut latest) = (0, u64::MAX);
        for pause in 0..CALIBRATION_READS {
            let now = u64::from(self.facility.bus_mut().read(offset::NOW_LO)?);
            let clocks = self.clocks();
            latest = latest.min(clocks - now * period);
            earliest = earliest.max((clocks + 1).saturating_sub((now + 1) * period));
            if earliest >= latest {
                break;
            }
            // Ever longer, so that no period of the ticks is always hit at the same place.
            self.facility.bus_mut().clock(pause);
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

    /// A 64-bit register that stands still, read behind the driver's back.
    fn read_wide(&mut self, low: u32) -> Result<u64, HostError> {
        let bus = self.facility.bus_mut();
        Ok(u64::from(bus.read(low)?) | (u64::from(bus.read(low + 4)?) << 32))
    }
}

/// The tick that the chip is at after `clocks` clocks.
fn tick_at(clocks: u64, origin: u64, clocks_per_tick: u64) -> u64 {
    clocks.saturating_sub(origin) / clocks_per_tick
}

impl Host for SimulatedHost {
    type Error = HostError;

    fn now(&self) -> u64 {
        tick_at(self.clocks(), self.origin, self.clocks_per_tick)
    }

    fn run_to(&mut self, tick: u64) -> Result<(), HostError> {
        let clocks = self.clock_of(tick).saturating_sub(self.clocks());
        self.facility.bus_mut().clock(clocks);
        Ok(())
    }

    fn run_until_interrupt(&mut self, tick: u64) -> Result<bool, HostError> {
        let clocks = self.clock_of(tick).saturating_sub(self.clocks());
        self.facility.bus_mut().clock_until_irq(clocks);
        Ok(self.is_interrupted())
    }

    fn is_interrupted(&self) -> bool {
        self.facility.bus().irq()
    }

    fn is_behind(&mut self) -> Result<bool, HostError> {
        self.position_reads += 2;
        let bus = self.facility.bus_mut();
        let cursor = bus.read(offset::CURSOR_LO)?;
        let now = bus.read(offset::NOW_LO)?;
        Ok(now.wrapping_sub(cursor) > CAUGHT_UP_TICKS)
    }

    fn start(&mut self, timer: u32, due: u64) -> Result<(), HostError> {
        let handle = self.facility.start_at(due, timer)?;
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
        let (origin, clocks_per_tick) = (self.origin, self.clocks_per_tick);
        let searches = self.facility.statistics().late_overflows;
        let handles = &mut self.handles;
        self.facility.service(|facility, expiry| {
            handles.remove(&expiry.item);
            expired.push(Expiry {
                by_search: facility.statistics().late_overflows != searches,
                timer: expiry.item,
                due: expiry.due,
                visited: expiry.reported,
                reported: tick_at(facility.bus().clocks(), origin, clocks_per_tick),
            });
        })?;
        self.facility.bus_mut().clock(RETURN_CLOCKS);
        Ok(())
    }

    fn finish(&mut self) -> Result<bool, HostError> {
        self.facility.bus_mut().write(offset::CTRL, 0)?;
        let now = self.read_wide(offset::NOW_LO)?;
        while !self.is_interrupted() && self.read_wide(offset::CURSOR_LO)? < now {
            self.facility.bus_mut().clock(CATCH_UP_CLOCKS);
        }
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
