//! The C driver of the timer chip, run against the Verilated chip, whose memory and bus may fail.

mod common;

use std::collections::HashMap;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::timer_chip::field::{error, event, timer_word};
use carillon_regmap::timer_chip::{WINDOW, offset};
use carillon_sim::{Memory, MemoryBehaviour, TimerModel, TimerSimulation, TimerSystem};
use common::c_host::{Bus, Host, LANGUAGES, compile};

const BASE: u32 = 0x1000;
const WORDS: u32 = 4 * (60 + 256);

/// The chip, which notes when the word of each timer was written last: now before and after it.
struct Chip {
    system: TimerSystem<TimerSimulation>,
    written: HashMap<u64, [u64; 2]>,
}

impl Chip {
    fn now(&mut self) -> u64 {
        self.system.read(offset::NOW_LO).expect("now").into()
    }
}

impl Bus for Chip {
    fn read(&mut self, offset: u32) -> u32 {
        self.system.read(offset).expect("a register")
    }

    fn write(&mut self, offset: u32, word: u32) {
        let before = self.now();
        self.system.write(offset, word).expect("a register");
        if offset >= WINDOW {
            let after = self.now();
            let number = (offset - WINDOW) / 4;
            self.written.insert(number.into(), [before, after]);
        }
    }

    fn pass(&mut self, clocks: u64) -> bool {
        // The line is a register: it falls a clock after its cause.
        self.system.clock(2);
        self.system.clock_until_irq(clocks);
        self.system.irq()
    }
}

/// A timer that the host has started: between which ticks it must be due, and how it was started.
struct Known {
    earliest: u64,
    latest: u64,
    deadline: bool,
    period: Option<u64>,
    order: u64,
}

/// Starts that were accepted, events reported, timers stopped while they ran.
#[derive(Default, Debug)]
struct Counts {
    starts: u64,
    expired: u64,
    periods: u64,
    stopped: u64,
    looks: u64,
}

/// Runs the host against the oracle: every timer at its tick, once, in order, and a stopped one never.
fn run(model: TimerModel, memory: MemoryBehaviour, failing: u32) -> (Counts, u32) {
    let pins = TimerSimulation::new(model).expect("a simulation");
    let mut chip =
        Chip { system: TimerSystem::new(pins, Memory::new(BASE, WORDS, memory, 1)), written: HashMap::new() };
    let exact = memory.errors == 0 && failing == 0;
    let mut host = Host::new(&compile("c_timer_chip", LANGUAGES[0]), failing);
    let mut running: HashMap<u64, Known> = HashMap::new();
    let mut counts = Counts::default();
    // Of the last event: its earliest tick, and of an interval tick and order of start.
    let (mut floor, mut last) = (0, (0, 0));
    let mut results = [0; 16];
    let mut errors = 0;
    while let Some((what, numbers)) = host.tells(&mut chip) {
        match what.as_str() {
            "started" => {
                let [number, way, value] = numbers[..] else { panic!("{numbers:?}") };
                let [before, after] = chip.written[&number];
                counts.starts += 1;
                let known = Known {
                    earliest: if way == 1 { value } else { before + value },
                    latest: match way {
                        _ if !exact => u64::MAX,
                        1 => value.max(after + 1),
                        _ => after + value,
                    },
                    deadline: way == 1,
                    period: (way == 2).then_some(value),
                    order: counts.starts,
                };
                running.insert(number, known);
            }
            "stopped" => counts.stopped += u64::from(running.remove(&numbers[0]).is_some()),
            "left" => {
                counts.looks += 1;
                let (now, left) = (chip.now(), numbers[1]);
                if let Some(known) = running.get(&numbers[0]).filter(|_| exact) {
                    // The chip is ahead of a periodic timer's events that wait.
                    let latest = known.latest.max(now + known.period.unwrap_or(0));
                    let earliest = known.earliest.saturating_sub(now);
                    assert!(
                        left >= earliest && left <= latest - now + 10,
                        "{left} at {now}, due from {} to {}",
                        known.earliest,
                        known.latest
                    );
                }
            }
            "expired" => {
                let (number, due) = (numbers[0], numbers[1]);
                let known = running.remove(&number).expect("once, and not stopped");
                assert!(chip.now() >= due, "early");
                assert!(
                    due >= known.earliest && due <= known.latest,
                    "{due} is not in {} to {}",
                    known.earliest,
                    known.latest
                );
                counts.expired += 1;
                if exact {
                    // A deadline that had passed is of a later tick than that which it names.
                    let reported = if known.deadline { known.latest } else { due };
                    assert!(reported >= floor, "out of order: {due} after {floor}");
                    floor = floor.max(due);
                    if !known.deadline && known.period.is_none() {
                        assert!(last.0 != due || last.1 < known.order, "order of starts");
                        last = (due, known.order);
                    }
                }
                if let Some(period) = known.period {
                    counts.periods += 1;
                    let latest = if exact { due + period } else { u64::MAX };
                    let earliest = due + period;
                    let again = Known { earliest, latest, ..known };
                    running.insert(number, again);
                }
            }
            "result" => results[numbers[0] as usize] += 1,
            "errors" => errors = numbers[0] as u32,
            _ => panic!("{what}"),
        }
    }
    println!("{counts:?}, results {results:?}, {} failures", host.failures);
    assert!(running.is_empty(), "lost");
    assert_eq!(host.failures > 0, failing > 0);
    // At the end chip and host agree that none runs, and no event is left.
    for number in 0..60 {
        let word = chip.system.read(WINDOW + 4 * number).expect("a word");
        assert!(!timer_word::RUNS.is_set(word), "{number} runs");
    }
    let word = chip.system.read(offset::EVENT).expect("a register");
    assert!(!event::VALID.is_set(word));
    assert!(results[1..].iter().all(|&result| result == 0) || !exact);
    (counts, errors)
}

#[test]
fn c_timer_chip_expires_every_timer_once_at_its_tick_in_order() {
    let (counts, errors) = run(TimerModel::Timer10x2, MemoryBehaviour::FAST, 0);
    assert_eq!(errors, 0);
    assert!(counts.expired > 300 && counts.stopped > 50 && counts.looks > 100, "{counts:?}");
    assert_eq!(counts.periods, 0);
}

#[test]
fn c_timer_chip_periodic_timer_expires_once_a_period_until_it_is_stopped() {
    let model = TimerModel::Timer10x2Periodic;
    let (counts, errors) = run(model, MemoryBehaviour::up_to(5), 0);
    assert_eq!(errors, 0);
    assert!(counts.periods > 200, "{counts:?}");
}

#[test]
fn c_timer_chip_with_a_failing_memory_reports_it_and_loses_no_timer() {
    for model in [TimerModel::Timer10x2, TimerModel::Timer10x2Periodic] {
        let (counts, errors) = run(model, MemoryBehaviour::up_to(5).failing(40), 0);
        assert!(errors & error::MEMORY.mask() != 0, "{errors:#x}");
        assert!(counts.expired > 200, "{counts:?}");
    }
}

#[test]
fn c_timer_chip_on_a_bus_that_fails_loses_no_timer_and_expires_none_twice() {
    for model in [TimerModel::Timer10x2, TimerModel::Timer10x2Periodic] {
        let (counts, _) = run(model, MemoryBehaviour::FAST, 50);
        assert!(counts.expired > 200, "{counts:?}");
    }
}
