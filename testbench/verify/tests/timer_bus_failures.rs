//! The driver's timer chip on a bus that fails: after a failed transfer the chip has it or not.

use std::collections::BTreeMap;

use carillon_driver::bus::RegisterBus;
use carillon_driver::facility::{TimerChipFacility, TimerEntry, TimerFacility, TimerSettings};
use carillon_driver::queue::Handle;
use carillon_regmap::timer_chip::field::timer_word;
use carillon_regmap::timer_chip::{WINDOW, offset};
use carillon_sim::{Memory, MemoryBehaviour, TimerModel, TimerSimulation, TimerSystem};
use fastrand::Rng;

const CAPACITY: usize = 20;
const WHEEL_BITS: u32 = 8;
const BASE: u32 = 0x1000;

/// A bus of which one in `failing` transfers fails; 0: none.
struct Unsteady {
    system: TimerSystem<TimerSimulation>,
    failing: u32,
    random: Rng,
    failures: u32,
    /// So many writes succeed, then one arrives but seems to fail.
    deceives_after: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Failure;

impl core::fmt::Display for Failure {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("try again")
    }
}

impl core::error::Error for Failure {}

impl Unsteady {
    fn fails(&mut self) -> bool {
        let fails = self.failing > 0 && self.random.u32(0..self.failing) == 0;
        self.failures += u32::from(fails);
        fails
    }
}

impl RegisterBus for Unsteady {
    type Error = Failure;

    fn read(&mut self, offset: u32) -> Result<u32, Failure> {
        let word = self.system.read(offset).expect("a register");
        if self.fails() { Err(Failure) } else { Ok(word) }
    }

    fn write(&mut self, offset: u32, word: u32) -> Result<(), Failure> {
        let deceives = self.deceives_after == Some(0);
        self.deceives_after = self.deceives_after.and_then(|writes| writes.checked_sub(1));
        let fails = self.fails() || deceives;
        if !fails || deceives || self.random.bool() {
            self.system.write(offset, word).expect("a register");
        }
        if fails { Err(Failure) } else { Ok(()) }
    }
}

type Timers = TimerChipFacility<Unsteady, u32, Vec<TimerEntry<u32>>>;

fn timers() -> Timers {
    let pins = TimerSimulation::new(TimerModel::Timer10x2Periodic).expect("a simulation");
    let words = 4 * (CAPACITY as u32 + (1 << WHEEL_BITS));
    let memory = Memory::new(BASE, words, MemoryBehaviour::FAST, 1);
    let bus = Unsteady {
        system: TimerSystem::new(pins, memory),
        failing: 0,
        random: Rng::with_seed(3),
        failures: 0,
        deceives_after: None,
    };
    let settings = TimerSettings { prescale: 20, wheel_bits: WHEEL_BITS, memory_base: BASE };
    let entries = vec![TimerEntry::VACANT; CAPACITY];
    TimerChipFacility::new(bus, settings, entries).expect("the chip starts")
}

/// Whether any timer runs in the chip.
fn some_run(timers: &mut Timers) -> bool {
    (0..CAPACITY as u32).any(|number| {
        let word = timers.bus_mut().system.read(WINDOW + 4 * number);
        timer_word::RUNS.is_set(word.expect("a word"))
    })
}

#[test]
fn facility_start_that_fails_although_the_chip_has_it_is_stopped_there() {
    let mut timers = timers();
    timers.bus_mut().deceives_after = Some(1);
    assert!(timers.start_periodic(100, 1).is_err());
    assert!(some_run(&mut timers));
    assert_eq!(timers.service(|_, _| panic!("it was not started")), Ok(0));
    assert!(!some_run(&mut timers));
}

#[test]
fn facility_start_that_fails_between_its_writes_leaves_the_next_start_as_it_is_meant() {
    let mut timers = timers();
    timers.bus_mut().deceives_after = Some(0);
    assert!(timers.start_periodic(100, 1).is_err());
    timers.start(50, 2).expect("the bus works");
    timers.bus_mut().system.clock_until_irq(2_000);
    assert_eq!(timers.service(|_, expired| assert_eq!(expired.item, 2)), Ok(1));
    assert!(!some_run(&mut timers), "it is not periodic");
}

#[test]
fn facility_on_a_bus_that_fails_loses_no_timer_and_expires_none_early_or_twice() {
    let mut timers = timers();
    timers.bus_mut().failing = 60;
    let mut random = Rng::with_seed(5);
    // Of each item: its handle, the earliest tick, and its period.
    let mut running: BTreeMap<u32, (Handle, u64, Option<u64>)> = BTreeMap::new();
    let mut expired = 0;
    let mut stopped = BTreeMap::new();
    for item in 0..4_000 {
        let before = u64::from(timers.bus_mut().system.read(offset::NOW_LO).expect("a register"));
        let interval = random.u64(1..300);
        let (started, earliest, period) = match random.u32(0..8) {
            0 | 1 => (timers.start(interval, item), before + interval, None),
            2 | 3 => {
                let due = before + random.u64(0..300);
                (timers.start_at(due, item), due, None)
            }
            4 => {
                let period = 100 + interval;
                let started = timers.start_periodic(period as u32, item);
                (started, before + period, Some(period))
            }
            5 => {
                let place = random.usize(0..running.len().max(1));
                if let Some(item) = running.keys().nth(place).copied()
                    && timers.stop(running[&item].0).is_ok()
                {
                    stopped.insert(item, running.remove(&item));
                }
                continue;
            }
            _ => {
                let clocks = random.u64(0..2_000);
                timers.bus_mut().system.clock(clocks);
                let served = timers.service(|_, event| {
                    let Some(known) = running.get_mut(&event.item) else {
                        panic!("{event:?}: once, and not stopped; {:?}", stopped.get(&event.item));
                    };
                    assert_eq!(event.handle, known.0);
                    assert!(event.due >= known.1, "{} before {}", event.due, known.1);
                    expired += 1;
                    match known.2 {
                        Some(period) => known.1 = event.due + period,
                        None => {
                            running.remove(&event.item);
                        }
                    }
                });
                let _: Result<u32, _> = served;
                continue;
            }
        };
        if let Ok(handle) = started {
            running.insert(item, (handle, earliest, period));
        }
    }
    println!("{expired} expired, {} failures", timers.bus().failures);
    assert!(expired > 300 && timers.bus().failures > 100);
    timers.bus_mut().failing = 0;
    for (handle, _, period) in running.values() {
        if period.is_some() {
            timers.stop(*handle).expect("it runs");
        }
    }
    running.retain(|_, known| known.2.is_none());
    for _ in 0..200 {
        timers.bus_mut().system.clock(200);
        timers
            .service(|_, event| {
                running.remove(&event.item).expect("once");
            })
            .expect("the bus works");
    }
    assert!(running.is_empty(), "lost: {:?}", running.keys());
    // No timer runs in the chip for nothing.
    assert!(!some_run(&mut timers));
}
