//! A chip that answers anything at all: errors, never a panic, and an end.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_driver::chip::{Coalescing, Interrupts};
use carillon_driver::counter_chip::{
    ChipAlarm, Configuration, CounterChip, CounterChipError, EventClock, Remaining, Wheel, WheelMode,
};
use carillon_driver::facility::{ClockFacility, CounterChipFacility, Settings, TimerFacility};
use carillon_driver::queue::chip::SlotQueue;
use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::schemes::{BasicWheel, MixedWheel};
use carillon_driver::queue::{HashedWheel, Heap, TimerQueue, Timers};
use common::bus_fault::BusFault;
use common::fake_chip::FakeChip;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// A whole chip behind a bus that lies: some transfers fail, some reads give words drawn at random. Time flies.
#[derive(Debug)]
struct Garbage {
    chip: FakeChip,
    random: u64,
    /// Of 256 transfers, how many fail.
    faults: u64,
    /// Of 256 reads, how many give any word at all.
    lies: u64,
}

impl Garbage {
    fn draw(&mut self) -> u64 {
        // A linear congruential generator: its high bits are good enough.
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.random >> 24
    }

    fn happens(&mut self, of_256: u64) -> bool {
        (self.draw() & 0xFF) < of_256
    }
}

impl RegisterBus for Garbage {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        if self.happens(self.faults) {
            return Err(BusFault);
        }
        if self.happens(self.lies) {
            return Ok(self.draw() as u32);
        }
        self.chip.read(offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusFault> {
        if self.happens(self.faults) {
            return Err(BusFault);
        }
        self.chip.write(offset, value)
    }
}

/// Sound chips of every build, which may turn bad later, and how bad.
fn garbage() -> impl Strategy<Value = (Garbage, u64, u64)> {
    // A small chip, so that the wait for it is short.
    let params = (1..9_u32, 1..11_u32, 0..16_u32)
        .prop_map(|(wheels, fifo, features)| wheels | (10 << 4) | (fifo << 9) | (features << 16));
    let params = prop_oneof![params, Just(8 | (10 << 4) | (4 << 9) | (0xF << 16))];
    let bad = prop_oneof![Just(0), 0..64_u64, Just(256)];
    let time = prop_oneof![Just(0), 0..40_u64, Just(1 << 30), Just(1 << 33)];
    (any::<u64>(), params, time, bad, 0..32_u64).prop_map(|(random, params, ticks_a_transfer, lies, faults)| {
        let mut chip = FakeChip::new(params, 4);
        chip.ticks_a_transfer = ticks_a_transfer;
        let garbage = Garbage { chip, random, faults: 0, lies: 0 };
        (garbage, lies, faults)
    })
}

fn wheels() -> impl Strategy<Value = Vec<Wheel>> {
    let size = prop_oneof![0..70_u32, any::<u32>()];
    let wheel = (size, any::<bool>(), any::<bool>())
        .prop_map(|(slots, hold, auto_clear)| Wheel { slots, mode: WheelMode { hold, auto_clear } });
    prop::collection::vec(wheel, 0..10)
}

/// One call of a method, by number, with any arguments.
fn call(chip: &mut CounterChip<Garbage>, clock: &mut EventClock, method: u8, a: u32, b: u64) {
    let wheel = a % 10;
    let mode = WheelMode { hold: a & 1 != 0, auto_clear: a & 2 != 0 };
    let small = (b & 0xFF) as u8;
    let _ = match method % 28 {
        0 => chip.status().map(|_| ()),
        1 => chip.now().map(|now| clock.saw(now)),
        2 => chip.now_low().map(|_| ()),
        3 => chip.cursor().map(|cursor| clock.saw_empty(cursor)),
        4 => chip.arm(a, b as u32, a),
        5 => chip.arm(wheel, a % 64, b as u32),
        6 => chip.arm_for(wheel, b).map(|_| ()),
        7 => chip.disarm(wheel, a),
        8 => chip.disarm_for(wheel, b).map(|_| ()),
        9 => chip.event().map(|_| ()),
        10 => chip.event_tick_low().map(|_| ()),
        11 => chip.event_tick(clock).map(|_| ()),
        12 => chip.acknowledge(a, mode.hold),
        13 => chip.interrupts().map(|_| ()),
        14 => chip.clear_interrupts(Interrupts::from_word(a)),
        15 => chip.test_interrupts(Interrupts::from_word(a)),
        16 => chip.take_host_errors().map(|_| ()),
        17 => chip.pause().and(chip.resume()),
        18 => chip.set_alarm(b),
        19 => chip.alarm().map(|_| ()),
        20 => chip.alarm_rings().map(|_| ()),
        21 => chip.set_coalescing(Coalescing { count: small, age: a as u16 }),
        22 => chip.coalescing().map(|_| ()),
        23 => chip.next_distance(wheel).map(|_| ()),
        24 => chip.next_visit(wheel).map(|_| ()),
        25 => chip.wake().map(|_| ()),
        26 => chip.set_wheel_mode(wheel, mode),
        _ => chip
            .serve(clock, |chip, event, tick| {
                chip.arm_for(event.wheel, tick)?;
                Ok::<_, CounterChipError<BusFault>>(if mode.hold { Remaining::Timers } else { Remaining::Nothing })
            })
            .map(|_| ()),
    };
}

/// These calls of a facility whose chip turns bad.
fn turns_bad<F: TimerFacility<Item = u64>>(
    mut timers: F,
    resynchronise: impl Fn(&mut F) -> bool,
    calls: &[(u8, u64)],
) -> Result<(), TestCaseError> {
    let mut handles = Vec::new();
    for &(method, argument) in calls {
        match method {
            0 => handles.extend(timers.start(argument >> (argument % 64), argument).ok()),
            1 => drop(handles.pop().map(|handle| timers.stop(handle).ok())),
            2 => drop(timers.service(|_, _| ()).ok()),
            3 => drop(timers.wake().ok()),
            _ => {
                if !resynchronise(&mut timers) {
                    timers.recover().ok();
                }
            }
        }
        prop_assert_eq!(timers.check_invariants(), Ok(()));
    }
    Ok(())
}

/// A chip of every feature, still sound.
fn sound(garbage: &Garbage) -> Garbage {
    Garbage {
        chip: FakeChip::new(4 | (10 << 4) | (4 << 9) | (0xF << 16), 4),
        random: garbage.random,
        faults: 0,
        lies: 0,
    }
}

/// The slots of the chip, which turns bad.
fn slots_turn_bad<Q: SlotQueue<Item = u64> + Diagnostics>(
    garbage: &Garbage,
    (lies, faults): (u64, u64),
    queue: Q,
    (hold, auto_clear): (bool, bool),
    calls: &[(u8, u64)],
) -> Result<(), TestCaseError> {
    let mut settings = Settings::of(1);
    settings.mode = WheelMode { hold, auto_clear };
    let mut timers = CounterChipFacility::new(sound(garbage), settings, queue).expect("still sound");
    (timers.bus_mut().lies, timers.bus_mut().faults) = (lies, faults);
    timers.bus_mut().chip.ticks_a_transfer = garbage.chip.ticks_a_transfer;
    turns_bad(timers, |timers| timers.resynchronise().is_ok(), calls)
}

/// The alarm of the chip, which turns bad.
fn alarm_turns_bad<Q: TimerQueue<Item = u64> + Diagnostics>(
    garbage: &Garbage,
    (lies, faults): (u64, u64),
    queue: Q,
    calls: &[(u8, u64)],
) -> Result<(), TestCaseError> {
    let chip = ChipAlarm::new(sound(garbage), 1).expect("still sound");
    let mut timers = ClockFacility::new(chip, queue).expect("still sound");
    let bus = timers.clock_mut().bus_mut();
    (bus.lies, bus.faults) = (lies, faults);
    bus.chip.ticks_a_transfer = garbage.chip.ticks_a_transfer;
    turns_bad(timers, |timers| timers.clock_mut().resynchronise().is_ok(), calls)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn chip_that_turns_bad_gives_no_panic(
        (garbage, lies, faults) in garbage(),
        calls in prop::collection::vec((any::<u8>(), any::<u32>(), any::<u64>()), 1..60),
    ) {
        let mut chip = CounterChip::new(garbage).expect("still sound");
        let wheels = [Wheel::of(16), Wheel::of(3), Wheel::of(40), Wheel::of(2)].map(|wheel| {
            if chip.parameters().wheel_modes { wheel.holding().clearing() } else { wheel }
        });
        let count = wheels.len().min(chip.parameters().wheels as usize);
        let configuration = Configuration {
            prescale: 1,
            wheels: &wheels[..count],
            coalescing: Coalescing::NONE,
            interrupts: Interrupts::ALL,
        };
        prop_assert_eq!(chip.initialise(&configuration), Ok(()));
        (chip.bus_mut().lies, chip.bus_mut().faults) = (lies, faults);
        let mut clock = EventClock::new();
        for (method, a, b) in calls {
            call(&mut chip, &mut clock, method, a, b);
        }
    }

    #[test]
    fn chip_that_is_bad_from_the_start_gives_no_panic_and_no_wheels_unless_it_starts(
        (mut garbage, lies, faults) in garbage(),
        wheels in wheels(),
        prescale in any::<u32>(),
    ) {
        (garbage.lies, garbage.faults) = (lies / 16, faults / 16);
        let Ok(mut chip) = CounterChip::new(garbage) else { return Ok(()) };
        let configuration = Configuration {
            prescale: prescale >> 6,
            wheels: &wheels,
            coalescing: Coalescing::NONE,
            interrupts: Interrupts::ALL,
        };
        let started = chip.initialise(&configuration);
        prop_assert_eq!(started.is_ok(), chip.wheels().count() > 0);
        let found = chip.adopt();
        prop_assert_eq!(found.is_ok(), chip.wheels().count() > 0);
    }

    #[test]
    fn facility_on_a_chip_that_turns_bad_gives_no_panic(
        (garbage, lies, faults) in garbage(),
        hold in any::<bool>(),
        auto_clear in any::<bool>(),
        calls in prop::collection::vec((0..5_u8, any::<u64>()), 1..60),
    ) {
        let queue = Timers::bounded(HashedWheel::new(20), 8).expect("memory");
        slots_turn_bad(&garbage, (lies, faults), queue, (hold, auto_clear), &calls)?;
        let queue = Timers::bounded(BasicWheel::new(1 << 9), 8).expect("memory");
        slots_turn_bad(&garbage, (lies, faults), queue, (hold, auto_clear), &calls)?;
        let queue = Timers::bounded(MixedWheel::of([5, 4, 30]), 8).expect("memory");
        slots_turn_bad(&garbage, (lies, faults), queue, (hold, auto_clear), &calls)?;
        let queue = Timers::bounded(Heap::new(), 8).expect("memory");
        alarm_turns_bad(&garbage, (lies, faults), queue, &calls)?;
    }
}
