//! A replay on the simulated chip by a host that has a clock of its own: as exact as without, and no read for a start.

use std::cell::Cell;
use std::fs::File;
use std::num::NonZeroU32;
use std::rc::Rc;

use carillon_driver::bus::RegisterBus;
use carillon_driver::device::{Clock, HostClock};
use carillon_driver::facility::Settings;
use carillon_driver::queue::{HashedWheel, Timers};
use carillon_driver::rate::TickRate;
use carillon_replay::capture::Capture;
use carillon_replay::tcp::Intervals;
use carillon_replay::{Cost, Options, Schedule, SimulatedChip, SimulatedHost, drive, schedule};
use carillon_sim::{Model, Simulation};

const WEB_LOSSY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testbench/captures/web-lossy.pcap");

/// Slots of the wheel; events of the FIFO; clocks a tick.
const CHIP: (u32, u32, u32) = (65_536, 16, 4);

/// Clocks a second.
const RATE: u32 = 4_000_000;

/// The simulation's clock, as the host's.
struct Oscillator(Rc<Cell<u64>>);

impl Clock for Oscillator {
    fn rate(&self) -> TickRate {
        TickRate::hertz(NonZeroU32::new(RATE).expect("not 0"))
    }

    fn now(&self) -> u64 {
        self.0.get()
    }
}

/// The chip, which keeps the host's clock.
struct Chip(Simulation, Rc<Cell<u64>>);

impl Chip {
    fn then<T>(&mut self, work: impl FnOnce(&mut Simulation) -> T) -> T {
        let done = work(&mut self.0);
        self.1.set(self.0.clocks());
        done
    }
}

impl RegisterBus for Chip {
    type Error = <Simulation as RegisterBus>::Error;

    fn read(&mut self, offset: u32) -> Result<u32, Self::Error> {
        self.then(|chip| chip.read(offset))
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        self.then(|chip| chip.write(offset, value))
    }
}

/// The chip on a host with a clock.
struct OnHostClock(HostClock<Chip, Oscillator>);

impl RegisterBus for OnHostClock {
    type Error = <Chip as RegisterBus>::Error;

    fn read(&mut self, offset: u32) -> Result<u32, Self::Error> {
        self.0.read(offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        self.0.write(offset, value)
    }

    fn not_passed(&mut self) -> Option<u32> {
        self.0.not_passed()
    }
}

impl SimulatedChip for OnHostClock {
    fn reset(&mut self) {
        self.0.bus_mut().then(Simulation::reset);
    }

    fn clocks(&self) -> u64 {
        self.0.bus().0.clocks()
    }

    fn irq(&self) -> bool {
        self.0.bus().0.irq()
    }

    fn clock(&mut self, clocks: u64) {
        self.0.bus_mut().then(|chip| chip.clock(clocks));
    }

    fn clock_until_irq(&mut self, clocks: u64) {
        self.0.bus_mut().then(|chip| chip.clock_until_irq(clocks));
    }
}

/// The replay's cost; it must be exact.
fn cost(schedule: &Schedule, chip: impl SimulatedChip<Error: std::error::Error>) -> Cost {
    let (slots, _, clocks) = CHIP;
    let queue = Timers::bounded(HashedWheel::new(slots), schedule.room(0)).expect("a queue");
    let mut host = SimulatedHost::new(chip, queue, Settings::of(clocks)).expect("a host");
    let options = Options { service_every: 0 };
    let outcome = drive(schedule, &mut host, options, &mut |_| ()).expect("a replay");
    assert!(outcome.is_exact(), "{:?}", outcome.differences);
    assert_eq!(outcome.expired, u64::from(schedule.expired));
    outcome.cost
}

#[test]
fn replay_by_the_hosts_clock_is_exact_and_reads_nothing_for_a_start() {
    let segments = Capture::new(File::open(WEB_LOSSY).expect("a capture")).expect("a capture");
    let segments = segments.map(|segment| segment.expect("a segment"));
    let schedule = schedule(segments.take(4_000), &Intervals::default(), 1_100_000);
    let (slots, fifo, clocks) = CHIP;
    let simulation = || Simulation::new(Model::find(slots, fifo).expect("a model")).expect("a chip");
    let by_reads = cost(&schedule, simulation());

    let oscillator = Rc::new(Cell::new(0));
    let chip = Chip(simulation(), Rc::clone(&oscillator));
    let ticks = TickRate::hertz(NonZeroU32::new(RATE / clocks).expect("not 0"));
    let bus = HostClock::new(chip, Oscillator(oscillator), ticks, 0);
    let by_clock = cost(&schedule, OnHostClock(bus));

    let started = u64::from(schedule.started);
    let saved = by_reads.bus_reads - by_clock.bus_reads;
    println!("{started} timers: {} reads, by the clock {}", by_reads.bus_reads, by_clock.bus_reads);
    assert!(started > 1_000);
    assert!(saved > started * 98 / 100, "{saved} of {started}");
    let writes = by_clock.bus_writes.abs_diff(by_reads.bus_writes);
    assert!(writes < started / 1_000, "{writes} of {started}");
}
