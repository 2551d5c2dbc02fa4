//! The timer chip with three and four timers: every arrangement of its lists, and every command at every clock of a
//! visit.
//!
//! A timer is off, or due at the next tick, at the tick after it, or a lap after the next tick. So the visit of the
//! next tick meets timers that it takes out and timers that it leaves. The order of starting is part of the
//! arrangement, as it is the order of the lists.

use carillon_driver::bus::RegisterBus;
use carillon_regmap::timer_chip::{WINDOW, field, offset};
use carillon_sim::{Memory, MemoryBehaviour, TimerModel, TimerSimulation, TimerSystem};
use carillon_spec::timer_chip::lists::{Layout, check};
use carillon_spec::timer_chip::{Contract, Event};

/// The smallest chip, with a FIFO of 2, which fills up; and one with wide records.
const MODEL: TimerModel = TimerModel::Timer10x2;
const WIDE: TimerModel = TimerModel::Timer10x16All;

/// The slots as a power of two, and the intervals: two slots, and one of them a lap later.
const WHEEL_BITS: u32 = 4;
const INTERVALS: [u32; 3] = [1, 2, 17];

/// Clocks a tick, and those that the longest visit takes.
const PRESCALE: u32 = 150;
const VISIT: u64 = 70;

/// Clocks without a transfer of the memory after which the chip has no work.
const REST: u64 = 12;

/// Starts in their order: timer and interval.
type Arrangement = Vec<(u32, u32)>;

/// All arrangements of `timers` timers.
fn arrangements(timers: u32) -> Vec<Arrangement> {
    let mut all = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..timers {
        let mut longer = Vec::new();
        for one in &longest {
            let free = (0..timers).filter(|timer| one.iter().all(|(other, _)| other != timer));
            for (timer, interval) in free.flat_map(|timer| INTERVALS.map(|ticks| (timer, ticks))) {
                let mut next: Arrangement = one.clone();
                next.push((timer, interval));
                longer.push(next);
            }
        }
        all.extend(longer.iter().cloned());
        longest = longer;
    }
    all
}

struct Bench {
    chip: TimerSystem<TimerSimulation>,
    layout: Layout,
    contract: Contract,
    /// Clocks from the answer to the write that lets time pass after which an access finds tick 1 for the first time.
    first_tick: u64,
    events: u64,
}

impl Bench {
    fn new(model: TimerModel, timers: u32) -> Self {
        let layout = Layout::new(&model.build(), timers, WHEEL_BITS);
        let memory = Memory::new(0, layout.words(), MemoryBehaviour::FAST, 1);
        let chip = TimerSimulation::new(model).expect("a simulation can be made");
        let mut bench = Self {
            chip: TimerSystem::new(chip, memory),
            layout,
            contract: Contract::new(timers),
            first_tick: 0,
            events: 0,
        };
        loop {
            bench.begin();
            bench.write(offset::CTRL, field::ctrl::ENABLE.mask());
            bench.chip.clock(bench.first_tick);
            if bench.read(offset::NOW_LO) != 0 {
                break;
            }
            bench.first_tick += 1;
        }
        bench
    }

    fn read(&mut self, byte: u32) -> u32 {
        self.chip.read(byte).expect("it is mapped")
    }

    fn write(&mut self, byte: u32, word: u32) {
        self.chip.write(byte, word).expect("it is mapped");
    }

    /// A reset, after which time stands at tick 0.
    fn begin(&mut self) {
        self.write(offset::CTRL, field::ctrl::RESET.mask());
        self.chip.clock(4);
        self.write(offset::TIMERS, self.layout.timers);
        self.write(offset::WHEEL_BITS, WHEEL_BITS);
        self.write(offset::PRESCALE, PRESCALE);
        self.write(offset::CTRL, field::ctrl::INITIALISE.mask());
        while !field::status::READY.is_set(self.read(offset::STATUS)) {}
        self.contract = Contract::new(self.layout.timers);
    }

    /// Starts the timer, or stops it with the interval 0.
    fn command(&mut self, timer: u32, interval: u32, now: u64) {
        self.write(WINDOW + 4 * timer, interval);
        match interval {
            0 => self.contract.stop(timer, now),
            _ => self.contract.start(timer, interval.into(), false, now),
        }
    }

    /// Takes all events, until the chip rests with none.
    fn drain(&mut self, now: u64) {
        loop {
            let word = self.read(offset::EVENT);
            if !field::event::VALID.is_set(word) {
                if self.chip.rests(REST) {
                    return;
                }
                continue;
            }
            let event = Event {
                timer: field::event::TIMER.get(word),
                generation: field::event::GENERATION.get(word),
                tick: self.read(offset::EVENT_TICK).into(),
            };
            let sequence = field::event::SEQUENCE.get(word);
            self.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence));
            self.contract.event(event, now).expect("a right event");
            self.events += 1;
        }
    }

    fn check(&self, contract: bool) {
        let contract = contract.then_some(&self.contract);
        check(&self.layout, self.chip.memory().words(), contract).expect("whole lists");
    }

    /// One run: the arrangement, then the command, at once or `after` clocks after tick 1 has begun.
    fn run(&mut self, arrangement: &Arrangement, command: (u32, u32), after: Option<u64>) {
        self.begin();
        for &(timer, interval) in arrangement {
            self.command(timer, interval, 0);
        }
        if after.is_none() {
            self.command(command.0, command.1, 0);
        }
        while !self.chip.rests(REST) {}
        self.check(true);
        self.write(offset::CTRL, field::ctrl::ENABLE.mask());
        self.chip.clock(self.first_tick + after.unwrap_or(VISIT));
        if after.is_some() {
            self.command(command.0, command.1, 1);
        }
        // Before tick 2.
        self.write(offset::CTRL, 0);
        let now = u64::from(self.read(offset::NOW_LO));
        assert_eq!(now, 1, "{arrangement:?} {command:?} {after:?}");
        self.drain(now);
        assert_eq!(self.contract.outstanding(now), 0, "{arrangement:?} {command:?} {after:?}");
        self.check(true);
        // Whatever is left comes at its tick.
        self.write(offset::CTRL, field::ctrl::ENABLE.mask());
        self.chip.clock(u64::from(PRESCALE));
        self.write(offset::CTRL, 0);
        let now = u64::from(self.read(offset::NOW_LO));
        self.drain(now);
        assert_eq!(self.contract.outstanding(now), 0, "{arrangement:?} {command:?} {after:?}");
        self.check(true);
    }
}

/// A stop, a start for the next tick, and one for a lap after it.
const COMMANDS: [u32; 3] = [0, 1, 17];

#[test]
#[ignore = "long"]
fn timer_chip_every_arrangement_of_four_timers_takes_every_command() {
    let all = arrangements(4);
    assert_eq!(all.len(), 1 + 12 + 108 + 648 + 1944);
    for model in [MODEL, WIDE] {
        let mut bench = Bench::new(model, 4);
        for arrangement in &all {
            for timer in 0..4 {
                for command in COMMANDS {
                    bench.run(arrangement, (timer, command), None);
                }
            }
        }
        println!("{} events in {} clocks", bench.events, bench.chip.clocks());
        assert!(bench.events > 30_000);
    }
}

#[test]
#[ignore = "long"]
fn timer_chip_every_arrangement_of_three_timers_takes_every_command_at_every_clock_of_a_visit() {
    let mut bench = Bench::new(MODEL, 3);
    let all = arrangements(3);
    assert_eq!(all.len(), 1 + 9 + 54 + 162);
    for arrangement in &all {
        for timer in 0..3 {
            for command in COMMANDS {
                for clock in 0..VISIT {
                    bench.run(arrangement, (timer, command), Some(clock));
                }
            }
        }
    }
    println!("{} events in {} clocks", bench.events, bench.chip.clocks());
    assert!(bench.events > 100_000);
}
