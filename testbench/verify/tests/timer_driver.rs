//! The driver's timer chip on the Verilated one: the facility against a map of what is due when, and one method after
//! another.

use std::collections::BTreeMap;

use carillon_driver::bus::RegisterBus;
use carillon_driver::chip::Wake;
use carillon_driver::facility::{
    FacilityError, StopError, TimerChipFacility, TimerEntry, TimerFacility, TimerSettings,
};
use carillon_driver::queue::{Handle, Refused, StartError};
use carillon_driver::timer_chip::{TimerChip, TimerChipError, TimerConfiguration, TimerErrors, TimerWord};
use carillon_regmap::Feature;
use carillon_regmap::timer_chip::MAX_INTERVAL;
use carillon_sim::{Memory, MemoryBehaviour, TimerModel, TimerSimulation, TimerSystem};
use fastrand::Rng;

type System = TimerSystem<TimerSimulation>;
type Timers = TimerChipFacility<System, usize, Vec<TimerEntry<usize>>>;

const CAPACITY: usize = 40;
const WHEEL_BITS: u32 = 8;
const BASE: u32 = 0x1000;

/// One wheel, and three of 2^`WHEEL_BITS` slots; with periodic timers.
const ONE: TimerModel = TimerModel::Timer10x2Periodic;
const THREE: TimerModel = TimerModel::Timer10x2ThreeWheelsPeriodic;

fn system(model: TimerModel, memory: MemoryBehaviour) -> System {
    let chip = TimerSimulation::new(model).expect("a simulation");
    let words = 4 * (CAPACITY as u32 + (model.build().wheels << WHEEL_BITS));
    TimerSystem::new(chip, Memory::new(BASE, words, memory, 1))
}

fn timers(memory: MemoryBehaviour, prescale: u32) -> Timers {
    timers_on(ONE, memory, prescale)
}

fn timers_on(model: TimerModel, memory: MemoryBehaviour, prescale: u32) -> Timers {
    let settings = TimerSettings { prescale, wheel_bits: WHEEL_BITS, memory_base: BASE };
    let entries = vec![TimerEntry::VACANT; CAPACITY];
    TimerChipFacility::new(system(model, memory), settings, entries).expect("the chip starts")
}

/// What a test knows of a timer: its handle and the ticks between which it must be due.
struct Known {
    handle: Handle,
    earliest: u64,
    latest: u64,
}

struct Host {
    timers: Timers,
    running: BTreeMap<usize, Known>,
    started: usize,
    expired: u64,
}

impl Host {
    fn new(model: TimerModel, memory: MemoryBehaviour, prescale: u32) -> Self {
        Self { timers: timers_on(model, memory, prescale), running: BTreeMap::new(), started: 0, expired: 0 }
    }

    fn start(&mut self, interval: u64, absolute: bool) {
        if self.running.len() == CAPACITY {
            let full = self.timers.start(interval, 0);
            let error = FacilityError::Start(StartError::Full { capacity: CAPACITY as u32 });
            assert_eq!(full, Err(Refused { error, item: 0 }));
            return;
        }
        let item = self.started;
        self.started += 1;
        let before = self.timers.now().expect("the bus works");
        let due = before + interval;
        let handle = if absolute { self.timers.start_at(due, item) } else { self.timers.start(interval, item) };
        let handle = handle.expect("started");
        let after = self.timers.now().expect("the bus works");
        assert_eq!(self.timers.item(handle), Some(&item));
        let latest = if absolute {
            assert_eq!(self.timers.expiry(handle), Some(due));
            due
        } else {
            after + interval.max(1)
        };
        let known = Known { handle, earliest: due, latest };
        self.running.insert(item, known);
    }

    fn any(&self, random: &mut Rng) -> Option<usize> {
        let place = random.usize(0..self.running.len().max(1));
        self.running.keys().nth(place).copied()
    }

    /// The interrupt handler, as often as the line asks for it.
    fn serve(&mut self) {
        while self.timers.bus().irq() {
            let running = &mut self.running;
            let served = self.timers.service(|timers, expired| {
                let known = running.remove(&expired.item).expect("once, and not stopped");
                assert_eq!(expired.handle, known.handle);
                assert!(expired.due >= known.earliest, "early");
                assert!(expired.due <= known.latest, "for another tick");
                assert!(timers.last_known_now() >= expired.due);
                timers.check_invariants().expect("the free list is whole");
            });
            self.expired += u64::from(served.expect("the bus works"));
            // The line is a register: it falls a clock after its cause.
            self.timers.bus_mut().clock(2);
        }
    }

    fn drain(&mut self) {
        for _ in 0..2_000 {
            if self.running.is_empty() {
                return;
            }
            self.timers.bus_mut().clock_until_irq(10_000);
            self.serve();
        }
        panic!("lost: {:?}", self.running.keys());
    }
}

#[test]
fn facility_on_the_timer_chip_reports_every_timer_once_at_its_tick() {
    for (seed, model, memory, prescale, sleep) in [
        (1, ONE, MemoryBehaviour::FAST, 20, 100),
        (2, ONE, MemoryBehaviour::fixed(20), 200, 30_000),
        (3, ONE, MemoryBehaviour::up_to(5), 1, 3_000),
        (4, ONE, MemoryBehaviour::up_to(5).failing(40), 50, 1_000),
        (5, THREE, MemoryBehaviour::FAST, 20, 100),
        (6, THREE, MemoryBehaviour::up_to(5).failing(40), 5, 10_000),
    ] {
        let mut random = Rng::with_seed(seed);
        let mut host = Host::new(model, memory, prescale);
        for _ in 0..600 {
            match random.u32(0..10) {
                0..=3 => {
                    let interval = random.u64(0..200);
                    host.start(interval, random.bool());
                }
                4 | 5 => {
                    if let Some(item) = host.any(&mut random) {
                        let known = host.running.remove(&item).expect("it runs");
                        assert_eq!(host.timers.stop(known.handle), Ok(item));
                        let again = host.timers.stop(known.handle);
                        assert_eq!(again, Err(FacilityError::Stop(StopError::StaleHandle)));
                    }
                }
                6 => {
                    if let Some(item) = host.any(&mut random) {
                        let interval = random.u64(1..100);
                        let before = host.timers.now().expect("the bus works");
                        let handle = host.running[&item].handle;
                        host.timers.restart(handle, interval).expect("it runs");
                        let after = host.timers.now().expect("the bus works");
                        let known = host.running.get_mut(&item).expect("it runs");
                        known.earliest = before + interval;
                        known.latest = after + interval;
                    }
                }
                7 => {
                    let clocks = random.u64(0..sleep);
                    host.timers.bus_mut().clock(clocks);
                }
                _ => host.serve(),
            }
            // A command that was refused is given again at the next service: later, but not lost.
            if memory.errors > 0 {
                host.running.values_mut().for_each(|known| known.latest = u64::MAX);
            }
        }
        host.drain();
        let statistics = host.timers.statistics();
        assert_eq!(statistics.expired, host.expired);
        assert!(host.expired > 25 && statistics.stopped > 20, "{statistics:?}");
        let errors = host.timers.take_chip_errors();
        assert_eq!(errors.contains(TimerErrors::MEMORY), memory.errors > 0);
        assert_eq!(host.timers.outstanding(), 0);
    }
}

#[test]
fn start_and_stop_on_the_timer_chip_are_one_write_each() {
    let mut timers = timers(MemoryBehaviour::FAST, 100);
    let cost = |timers: &Timers| {
        let statistics = timers.statistics();
        [statistics.bus_reads, statistics.bus_writes]
    };
    let before = cost(&timers);
    let handle = timers.start(9, 1).unwrap();
    assert_eq!(cost(&timers), [before[0], before[1] + 1]);
    timers.restart(handle, 20).unwrap();
    assert_eq!(cost(&timers), [before[0], before[1] + 2]);
    timers.stop(handle).unwrap();
    assert_eq!(cost(&timers), [before[0], before[1] + 3]);
    let due = timers.last_known_now() + 12;
    timers.start_at(due, 2).unwrap();
    assert_eq!(cost(&timers), [before[0], before[1] + 5]);
    // The event, its acknowledgement, and the end of the FIFO.
    timers.bus_mut().clock_until_irq(10_000);
    assert_eq!(timers.service(|_, _| {}), Ok(1));
    assert_eq!(cost(&timers), [before[0] + 2, before[1] + 6]);
    // However many, as long as each number has few of them.
    let before = cost(&timers);
    for item in 0..1000 {
        let handle = timers.start(1_000, item).unwrap();
        timers.stop(handle).unwrap();
    }
    assert_eq!(cost(&timers), [before[0], before[1] + 2000]);
}

#[test]
fn event_of_a_stopped_timer_is_not_reported_however_often_its_number_is_used_again() {
    let mut timers = timers(MemoryBehaviour::FAST, 10);
    // All numbers but one are taken, and its event waits.
    for item in 1..CAPACITY {
        timers.start(100_000, item).unwrap();
    }
    let mut handle = timers.start(2, 0).unwrap();
    timers.bus_mut().clock_until_irq(1_000);
    // Five times as many commands as there are generations: the last start has that of the first.
    for round in 0..320 {
        timers.stop(handle).unwrap();
        handle = timers.start(50_000, 1000 + round).unwrap();
    }
    assert_eq!(timers.service(|_, _| panic!("it was stopped")), Ok(0));
    let statistics = timers.statistics();
    assert_eq!((statistics.events, statistics.empty_events), (1, 1));
    assert!(timers.time_left(handle).unwrap() > 40_000);
}

#[test]
fn periodic_timer_on_the_timer_chip_never_drifts_and_ends_when_it_is_stopped() {
    let mut timers = timers(MemoryBehaviour::up_to(3), 30);
    let handle = timers.start_periodic(25, 7).unwrap();
    let mut dues = Vec::new();
    while dues.len() < 40 {
        // The host is late every now and then.
        timers.bus_mut().clock(if dues.len() % 9 == 8 { 2_000 } else { 0 });
        timers.bus_mut().clock_until_irq(10_000);
        timers
            .service(|_, expired| {
                assert_eq!((expired.item, expired.handle), (7, handle));
                dues.push(expired.due);
            })
            .unwrap();
    }
    assert!(dues.windows(2).all(|pair| pair[1] == pair[0] + 25), "{dues:?}");
    assert_eq!(timers.stop(handle), Ok(7));
    timers.bus_mut().clock(10_000);
    assert_eq!(timers.service(|_, _| panic!("it was stopped")), Ok(0));
}

#[test]
fn deadline_beyond_the_chips_intervals_is_reached_in_hops() {
    let mut timers = timers(MemoryBehaviour::FAST, 1);
    let long = 2 * u64::from(MAX_INTERVAL) + 12_345;
    let due = timers.now().unwrap() + long;
    let handle = timers.start_at(due, 3).unwrap();
    assert_eq!(timers.expiry(handle), Some(due));
    let mut seen = None;
    let mut interrupts = 0;
    while seen.is_none() {
        timers.bus_mut().clock_until_irq(1 << 25);
        timers.service(|_, expired| seen = Some(expired.due)).unwrap();
        interrupts += 1;
    }
    assert_eq!((seen, interrupts), (Some(due), 3));
}

/// A host that no interrupt wakes looks at `NEXT_EXPIRY` and sleeps: never past a timer, nor much more often than the
/// wheels make it.
#[test]
fn host_that_sleeps_by_next_on_the_timer_chip_wakes_for_every_timer() {
    for (model, longest, most) in
        [(TimerModel::Timer10x16All, 3_000, 16), (TimerModel::Timer10x2ThreeWheelsWide, 200_000, 4)]
    {
        let mut random = Rng::with_seed(7);
        let mut host = Host::new(model, MemoryBehaviour::FAST, 20);
        assert_eq!(host.timers.wake(), Ok(Wake::Never));
        let (mut sleeps, mut looks) = (0, 0);
        while host.started < 60 || !host.running.is_empty() {
            if host.started < 60 && random.bool() {
                let interval = random.u64(1..longest);
                host.start(interval, random.bool());
            }
            looks += 1;
            match host.timers.wake().expect("the bus works") {
                Wake::Now => host.serve(),
                Wake::At(tick) => {
                    let latest = host.running.values().map(|known| known.latest).min();
                    assert!(latest.is_none_or(|latest| tick <= latest), "{latest:?} {tick}");
                    let now = host.timers.now().expect("the bus works");
                    let ticks = tick.saturating_sub(now);
                    host.timers.bus_mut().clock(20 * ticks);
                    sleeps += u64::from(ticks > 1);
                }
                Wake::Never => assert!(host.running.is_empty()),
            }
        }
        assert_eq!(host.expired, 60);
        println!("{sleeps} sleeps, {looks} looks");
        assert!(sleeps > 40 && sleeps < 60 * most && looks < 600 * most, "{sleeps} {looks}");
    }
    let mut timers = timers(MemoryBehaviour::FAST, 20);
    let feature = Feature::LookAhead;
    let missing = FacilityError::Device(TimerChipError::MissingFeature { feature });
    assert_eq!(timers.wake(), Err(missing));
}

#[test]
fn timers_survive_a_reset_of_the_timer_chip() {
    let mut timers = timers(MemoryBehaviour::FAST, 10);
    let deadline = timers.now().unwrap() + 500;
    timers.start_at(deadline, 1).unwrap();
    timers.start(300, 2).unwrap();
    timers.bus_mut().clock(1_000);
    let reached = timers.now().unwrap();
    assert!(reached > 50);
    timers.bus_mut().reset();
    assert_eq!(timers.now(), Err(FacilityError::ChipWasReset));
    assert_eq!(timers.audit(), Err(FacilityError::ChipWasReset));
    timers.recover().unwrap();
    assert!(timers.now().unwrap() >= reached);
    let mut seen = BTreeMap::new();
    while seen.len() < 2 {
        timers.bus_mut().clock_until_irq(100_000);
        timers
            .service(|_, expired| {
                seen.insert(expired.item, expired.due);
            })
            .unwrap();
    }
    assert_eq!(seen[&1], deadline);
    // Only the chip knew when it would have been due: its interval begins anew.
    assert!(seen[&2] >= reached + 300);
}

#[test]
fn timer_chip_driver_knows_the_slots_of_a_chip_with_several_wheels() {
    let mut bus = system(THREE, MemoryBehaviour::FAST);
    let mut chip = TimerChip::new(&mut bus).unwrap();
    let parameters = chip.parameters();
    assert_eq!((parameters.wheels, parameters.wheel_bits()), (3, WHEEL_BITS));
    let configuration =
        |timers, wheel_bits| TimerConfiguration { prescale: 10, timers, wheel_bits, memory_base: 1 << 18 };
    for (timers, wheel_bits) in [(5, 7), (5, 9), (5, 10), ((1 << 16) - 3 * 256 + 1, 8)] {
        assert!(matches!(
            chip.initialise(&configuration(timers, wheel_bits)),
            Err(TimerChipError::TimersOutOfRange { .. })
        ));
    }
    // The records of all wheels count: 4 words each of 5 and 768.
    let misaligned = TimerConfiguration { memory_base: 1 << 11, ..configuration(5, 8) };
    let expected = TimerChipError::MisalignedRecords { word: 1 << 11, alignment: 1 << 12 };
    assert_eq!(chip.initialise(&misaligned), Err(expected));
}

#[test]
fn timer_chip_driver_refuses_what_the_chip_would_refuse() {
    let mut bus = system(ONE, MemoryBehaviour::FAST);
    let mut chip = TimerChip::new(&mut bus).unwrap();
    assert!(chip.parameters().periodic && chip.parameters().slot_bits == 10);
    let timer = TimerChipError::TimerOutOfRange { timer: 0, timers: 0 };
    assert_eq!(chip.start(0, 5), Err(timer));
    let good = TimerConfiguration { prescale: 10, timers: 40, wheel_bits: 4, memory_base: BASE };
    let timers = |timers, wheel_bits| TimerChipError::TimersOutOfRange { timers, wheel_bits };
    let misaligned = TimerChipError::MisalignedRecords { word: BASE + 4, alignment: 256 };
    let wrong: [(fn(&mut TimerConfiguration), _); 4] = [
        (|it| it.prescale = 0, TimerChipError::PrescaleOutOfRange { clocks: 0 }),
        (|it| it.timers = 0, timers(0, 4)),
        (|it| it.wheel_bits = 11, timers(40, 11)),
        (|it| it.memory_base = BASE + 4, misaligned),
    ];
    for (change, expected) in wrong {
        let mut wrong = good;
        change(&mut wrong);
        assert_eq!(chip.initialise(&wrong), Err(expected));
    }
    chip.initialise(&good).unwrap();
    for interval in [0, MAX_INTERVAL + 1] {
        let refused = Err(TimerChipError::IntervalOutOfRange { interval });
        assert_eq!(chip.start(3, interval), refused);
        assert_eq!(chip.start_periodic(3, interval), refused);
    }
    assert!(matches!(chip.stop(40), Err(TimerChipError::TimerOutOfRange { timer: 40, .. })));
    chip.start(3, MAX_INTERVAL).unwrap();
    let word = chip.look(3).unwrap();
    assert!(word.runs && word.generation == 1 && word.left > MAX_INTERVAL - 10);
    chip.stop(3).unwrap();
    let stopped = TimerWord { runs: false, generation: 2, left: 0 };
    assert_eq!(chip.look(3), Ok(stopped));
    // What the driver cannot know the chip says itself.
    chip.start_at(3, 1 << 24).unwrap();
    chip.now_low().unwrap();
    assert_eq!(chip.take_errors(), Ok(TimerErrors::INTERVAL_RANGE));
    assert_eq!(chip.take_errors(), Ok(TimerErrors::NONE));
    let id = carillon_regmap::timer_chip::offset::ID;
    assert_eq!(bus.read(id), Ok(carillon_regmap::timer_chip::ID_VALUE));
}
