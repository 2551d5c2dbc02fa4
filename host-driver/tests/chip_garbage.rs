//! A chip that answers anything at all: errors, never a panic, and an end.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_driver::chip::{
    Chip, ChipError, Coalescing, Configuration, EventClock, Interrupts, Remaining, Wheel, WheelMode,
};
use carillon_driver::facility::{Facility, Settings};
use carillon_driver::queue::{Entry, List};
use carillon_regmap::offset;
use common::scripted_bus::BusFault;
use proptest::prelude::*;

/// Answers reads with words drawn at random, or fails; a sound chip only where it is asked who it is.
#[derive(Debug)]
struct Garbage {
    random: u64,
    /// Of 256 transfers, how many fail.
    faults: u8,
    params: u32,
    /// Nothing but random words, `SCRATCH` and `STATUS` included.
    hostile: bool,
    last_written: u32,
}

impl Garbage {
    fn draw(&mut self) -> u64 {
        // A linear congruential generator: its high bits are good enough.
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.random >> 24
    }

    fn fails(&mut self) -> bool {
        (self.draw() & 0xFF) < u64::from(self.faults)
    }
}

impl RegisterBus for Garbage {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        if self.fails() {
            return Err(BusFault);
        }
        let word = self.draw() as u32;
        if self.hostile {
            return Ok(word);
        }
        Ok(match offset {
            offset::ID => carillon_regmap::ID_VALUE,
            offset::VERSION => carillon_regmap::VERSION_VALUE,
            offset::PARAMS => self.params,
            // A register keeps what was written, mostly.
            offset::SCRATCH => self.last_written,
            _ if word % 8 != 0 && (0x80..0xC0).contains(&offset) => self.last_written,
            offset::PRESCALE | offset::INTR_COALESCE if word % 8 != 0 => self.last_written,
            offset::STATUS if word % 8 != 0 => 0b11,
            // Times whose halves agree, mostly.
            offset::NOW_HI | offset::CURSOR_HI => u32::from(word % 16 == 0),
            _ => word,
        })
    }

    fn write(&mut self, _: u32, value: u32) -> Result<(), BusFault> {
        self.last_written = value;
        if self.fails() { Err(BusFault) } else { Ok(()) }
    }
}

fn garbage() -> impl Strategy<Value = Garbage> {
    // A small chip, so that the wait for it is short.
    let params = (1..9_u32, 1..11_u32, 0..16_u32)
        .prop_map(|(wheels, fifo, features)| wheels | (10 << 4) | (fifo << 9) | (features << 16));
    (
        any::<u64>(),
        prop_oneof![Just(0), 0..64_u8],
        params,
        prop::bool::weighted(0.1),
    )
        .prop_map(|(random, faults, params, hostile)| Garbage {
            random,
            faults,
            params,
            hostile,
            last_written: 0,
        })
}

fn wheels() -> impl Strategy<Value = Vec<Wheel>> {
    let size = prop_oneof![0..70_u32, any::<u32>()];
    let wheel = (size, any::<bool>(), any::<bool>()).prop_map(|(slots, hold, auto_clear)| Wheel {
        slots,
        mode: WheelMode { hold, auto_clear },
    });
    prop::collection::vec(wheel, 0..10)
}

/// One call of a method, by number, with any arguments.
fn call(chip: &mut Chip<Garbage>, clock: &mut EventClock, method: u8, a: u32, b: u64) {
    let wheel = a % 10;
    let mode = WheelMode {
        hold: a & 1 != 0,
        auto_clear: a & 2 != 0,
    };
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
        21 => chip.set_coalescing(Coalescing {
            count: small,
            age: a as u16,
        }),
        22 => chip.coalescing().map(|_| ()),
        23 => chip.next_distance(wheel).map(|_| ()),
        24 => chip.next_visit(wheel).map(|_| ()),
        25 => chip.wake().map(|_| ()),
        26 => chip.set_wheel_mode(wheel, mode),
        _ => chip
            .serve(clock, |chip, event, tick| {
                chip.arm_for(event.wheel, tick)?;
                Ok::<_, ChipError<BusFault>>(if mode.hold {
                    Remaining::Timers
                } else {
                    Remaining::Nothing
                })
            })
            .map(|_| ()),
    };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn chip_that_answers_anything_gives_no_panic(
        garbage in garbage(),
        wheels in wheels(),
        prescale in any::<u32>(),
        adopted in any::<bool>(),
        calls in prop::collection::vec((any::<u8>(), any::<u32>(), any::<u64>()), 1..60),
    ) {
        let Ok(mut chip) = Chip::new(garbage) else { return Ok(()) };
        let small = [Wheel::of(16), Wheel::of(3)];
        let wheels = if prescale % 2 == 0 { &small[..] } else { &wheels };
        let configuration = Configuration {
            prescale: prescale >> 6,
            wheels,
            coalescing: Coalescing::NONE,
            interrupts: Interrupts::ALL,
        };
        let started = chip.initialise(&configuration);
        prop_assert_eq!(started.is_ok(), chip.wheels().count() > 0);
        if adopted {
            let found = chip.adopt();
            prop_assert_eq!(found.is_ok(), chip.wheels().count() > 0);
        }
        let mut clock = EventClock::new();
        for (method, a, b) in calls {
            call(&mut chip, &mut clock, method, a, b);
        }
    }

    #[test]
    fn facility_on_a_chip_that_answers_anything_gives_no_panic(
        garbage in garbage(),
        hold in any::<bool>(),
        auto_clear in any::<bool>(),
        calls in prop::collection::vec((0..5_u8, any::<u64>()), 1..60),
    ) {
        let mut settings = Settings::of(1);
        settings.mode = WheelMode { hold, auto_clear };
        let slots = [List::EMPTY; 20];
        let entries = [const { Entry::VACANT }; 8];
        let Ok(mut timers) = Facility::with_settings(garbage, settings, slots, entries) else {
            return Ok(());
        };
        let mut handles = Vec::new();
        for (method, argument) in calls {
            match method {
                0 => handles.extend(timers.start(argument >> (argument % 64), argument).ok()),
                1 => drop(handles.pop().map(|handle| timers.stop(handle))),
                2 => drop(timers.service(|_, _| ())),
                3 => drop(timers.wake()),
                _ => drop(timers.resynchronise().or_else(|_| timers.recover())),
            }
            prop_assert_eq!(timers.check_invariants(), Ok(()));
        }
    }
}
