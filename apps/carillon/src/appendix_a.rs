//! Appendix A's argument, measured: what timers cost a host by software alone, with a single alarm, with the counter
//! chip, and with the timer chip. `carillon appendix-a` writes them into docs/measured/appendix-a.md.
//!
//! Every way carries out the same schedules (a capture's, or synthetic ones) on the simulated chip, and the oracle
//! checks every expiry.

mod page;
mod synthetic;
mod ticked;

use std::error::Error;

use carillon_driver::facility::{Settings, TimerEntry};
use carillon_driver::queue::memory::Record;
use carillon_driver::queue::schemes::{MixedWheel, OrderedList, Search};
use carillon_driver::queue::{HashedWheel, Timers};
use carillon_sim::{MemoryBehaviour, Model, Simulation, TimerModel, TimerSimulation};

use carillon_replay::{Host, Options, Schedule, SimulatedHost, drive, timer_chip};

pub use page::{Sweeps, capture_table, properties, runs, sweeps};
pub use synthetic::synthetic;
use ticked::Ticked;

/// Clocks a tick of every chip.
const CLOCKS_A_TICK: u32 = 50;

/// Slots of Scheme 6, in the host and in the timer chip, where they are not swept.
pub const SLOTS: u32 = 1024;

/// The models: busy bits for 1,024 slots, and four wheels.
pub const MODEL: Model = Model::Full10x2;
/// Its counterpart.
pub const TIMER_MODEL: TimerModel = TimerModel::Timer10x2;

/// A way to run timers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// An interrupt every tick, and Scheme 6 in the host, with this number of slots.
    Ticked(u32),
    /// The single timer of Scheme 2: the chip's alarm at the head of an ordered list.
    Alarm,
    /// The counter chip with one wheel of this number of slots.
    Scheme6(u32),
    /// The counter chip with this number of wheels, 2 to 4.
    Scheme7(u32),
    /// The timer chip with 2^n slots.
    TimerChip(u32),
}

/// All ways, with as many slots each.
pub const WAYS: [Way; 5] =
    [Way::Ticked(SLOTS), Way::Alarm, Way::Scheme6(SLOTS), Way::Scheme7(4), Way::TimerChip(SLOTS.ilog2())];

/// What a schedule has cost the host, a timer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// Interrupts.
    pub interrupts: f64,
    /// Bus reads.
    pub reads: f64,
    /// Bus writes.
    pub writes: f64,
    /// Ticks from due to reported, at most.
    pub latest: u64,
}

impl Way {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ticked(_) => "software, every tick (Scheme 6)",
            Self::Alarm => "single alarm (Scheme 2)",
            Self::Scheme6(_) => "counter chip (Scheme 6)",
            Self::Scheme7(_) => "counter chip (Scheme 7)",
            Self::TimerChip(_) => "timer chip (Scheme 6)",
        }
    }

    /// Bytes of the host's memory a timer, with an item of a word.
    pub const fn host_bytes(self) -> usize {
        match self {
            Self::TimerChip(_) => size_of::<TimerEntry<u32>>(),
            _ => size_of::<Record>() + size_of::<u32>() + size_of::<Option<u32>>(),
        }
    }

    /// Bytes of the host's memory besides: the heads of the slots' lists.
    pub const fn host_bytes_besides(self) -> usize {
        let slots = match self {
            Self::Ticked(slots) | Self::Scheme6(slots) => slots,
            Self::Scheme7(_) => SLOTS,
            Self::Alarm | Self::TimerChip(_) => 0,
        };
        slots as usize * size_of::<Record>()
    }

    /// The paper's interrupts for a timer of T ticks, where nothing is shared: T, 1, T/M, m, 1.
    pub fn formula(self, interval: u64) -> f64 {
        match self {
            Self::Ticked(_) => interval as f64,
            Self::Scheme6(slots) => (interval as f64 / f64::from(slots)).max(1.0),
            Self::Scheme7(wheels) => wheels.into(),
            Self::Alarm | Self::TimerChip(_) => 1.0,
        }
    }

    /// Carries out a schedule.
    ///
    /// # Errors
    /// The simulator fails, or the way differs from the oracle.
    pub fn carry_out(self, schedule: &Schedule) -> Result<Cost, String> {
        self.cost(schedule).map_err(|error| format!("{}: {error}", self.name()))
    }

    fn cost(self, schedule: &Schedule) -> Result<Cost, Box<dyn Error>> {
        let room = schedule.room(0);
        match self {
            Self::Ticked(slots) => run(schedule, Ticked::new(slots, room)?),
            Self::Alarm => {
                let list = OrderedList::new(Search::FromRear);
                let queue = Timers::bounded(list, room)?;
                let chip = Simulation::new(MODEL)?;
                let host = SimulatedHost::with_alarm(chip, queue, CLOCKS_A_TICK)?;
                run(schedule, host)
            }
            Self::Scheme6(slots) => {
                let queue = Timers::bounded(HashedWheel::new(slots), room)?;
                let settings = Settings::of(CLOCKS_A_TICK);
                run(schedule, SimulatedHost::new(Simulation::new(MODEL)?, queue, settings)?)
            }
            Self::Scheme7(2) => run_wheels(schedule, [128; 2], room),
            Self::Scheme7(3) => run_wheels(schedule, [24; 3], room),
            Self::Scheme7(_) => run_wheels(schedule, [SLOTS / 4; 4], room),
            Self::TimerChip(wheel_bits) => {
                let chip = TimerSimulation::new(TIMER_MODEL)?;
                let memory = MemoryBehaviour::FAST;
                let chip = timer_chip(chip, memory, wheel_bits, room);
                let host = SimulatedHost::with_timer_chip(chip, wheel_bits, CLOCKS_A_TICK, room)?;
                run(schedule, host)
            }
        }
    }
}

fn run_wheels<const WHEELS: usize>(
    schedule: &Schedule,
    sizes: [u32; WHEELS],
    room: usize,
) -> Result<Cost, Box<dyn Error>> {
    let chip = Simulation::new(MODEL)?;
    let queue = Timers::bounded(MixedWheel::of(sizes), room)?;
    let settings = Settings::of(CLOCKS_A_TICK).holding();
    run(schedule, SimulatedHost::new(chip, queue, settings)?)
}

fn run<H: Host>(schedule: &Schedule, mut host: H) -> Result<Cost, Box<dyn Error>>
where
    H::Error: Error + 'static,
{
    let options = Options { service_every: 0 };
    let outcome = drive(schedule, &mut host, options, &mut |_| {})?;
    if let Some(difference) = outcome.differences.first() {
        return Err(difference.to_string().into());
    }
    let timers = f64::from(schedule.started.max(1));
    Ok(Cost {
        interrupts: outcome.interrupts.len() as f64 / timers,
        reads: outcome.cost.bus_reads as f64 / timers,
        writes: outcome.cost.bus_writes as f64 / timers,
        latest: outcome.delay(1.0),
    })
}
