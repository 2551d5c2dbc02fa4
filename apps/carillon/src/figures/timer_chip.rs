//! What a start, a stop and an expiry take the timer chip, with few timers and with many.

use carillon_driver::bus::RegisterBus;
use carillon_regmap::timer_chip::{WINDOW, field, offset};
use carillon_sim::{Memory, MemoryBehaviour, TimerModel, TimerSimulation, TimerSystem};

use carillon_bench::figures::plot::{Curve, Figure, Scale};
use carillon_spec::timer_chip::lists::Layout;

/// With wide records: 2^20 timers.
const MODEL: TimerModel = TimerModel::Timer15x16Wide;

/// Clocks without a transfer of the memory after which a command is done: the list engine never thinks that long.
const REST: u64 = 12;

/// Clocks from the one in which a command is taken to the end of the bus transfer that has brought it.
const ANSWER: u64 = 1;

/// Clocks a tick: more than any command takes.
const PRESCALE: u32 = 10_000;

/// Clocks, at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clocks {
    /// From the clock in which the start of a timer that runs is taken to the end of its last transfer.
    pub start: u64,
    /// The same of a stop of a timer that runs.
    pub stop: u64,
    /// From the first transfer of a slot's visit to the interrupt for the only timer in its list.
    pub expiry: u64,
}

struct Bench {
    system: TimerSystem<TimerSimulation>,
}

impl Bench {
    fn write(&mut self, byte: u32, word: u32) {
        self.system.write(byte, word).expect("the chip answers");
    }

    fn command(&mut self, timer: u32, word: u32) {
        self.write(WINDOW + 4 * timer, word);
    }

    /// Clocks from the one in which the last command was taken to the end of its last transfer.
    fn work(&mut self) -> u64 {
        let begun = self.system.clocks();
        while !self.system.rests(REST) {}
        self.system.clocks() - REST - begun + ANSWER
    }
}

/// What commands and an expiry take while `timers` timers run, 3 to 2^20, with a memory of `latency` clocks.
///
/// # Panics
///
/// The Verilated chip is not there, or does not do what it must.
pub fn clocks(timers: u32, latency: u32) -> Clocks {
    let build = MODEL.build();
    let slots = 1 << build.slot_bits;
    let layout = Layout::new(&build, timers, build.slot_bits);
    let memory = Memory::new(0, layout.words(), MemoryBehaviour::FAST, 1);
    let chip = TimerSimulation::new(MODEL).expect("a simulation can be made");
    let system = TimerSystem::new(chip, memory);
    let mut bench = Bench { system };
    bench.write(offset::TIMERS, timers);
    bench.write(offset::WHEEL_BITS, build.slot_bits);
    bench.write(offset::PRESCALE, PRESCALE);
    bench.write(offset::INTR_ENABLE, field::intr_enable::EVENT.mask());
    bench.write(offset::CTRL, field::ctrl::INITIALISE.mask());
    while !field::status::READY.is_set(bench.system.read(offset::STATUS).expect("it answers")) {
        bench.system.clock(1000);
    }

    // Now stands at 0. The timers are in all slots but that of tick 1, some in each.
    let interval = |timer: u32| slots + 2 + timer % (slots - 2);
    for timer in 0..timers {
        bench.command(timer, interval(timer));
    }
    bench.work();
    bench.system.memory_mut().behave(MemoryBehaviour::fixed(latency));
    // The first, the last, and some between; in lists of one timer and of many.
    let some: Vec<u32> = (0..=8).map(|part| (u64::from(timers - 1) * part / 8) as u32).collect();
    let (mut start, mut stop) = (0, 0);
    for &timer in &some {
        bench.command(timer, interval(timer) + 7);
        start = start.max(bench.work());
        bench.command(timer, 0);
        stop = stop.max(bench.work());
        bench.command(timer, interval(timer));
        bench.work();
    }
    bench.command(timers / 2, 1);
    bench.work();
    bench.write(offset::CTRL, field::ctrl::ENABLE.mask());
    while bench.system.rests(1) {}
    let begun = bench.system.clocks();
    bench.system.clock_until_irq(PRESCALE.into());
    let expiry = bench.system.clocks() - begun;
    let event = bench.system.read(offset::EVENT).expect("it answers");
    assert!(bench.system.irq() && field::event::TIMER.get(event) == timers / 2);
    Clocks { start, stop, expiry }
}

/// Clocks of START, STOP and an expiry against the number of timers.
pub fn timer_chip_clocks() -> Figure {
    let sizes = [10, 100, 1_000, 10_000, 100_000, 1 << 20];
    let mut curves = Vec::new();
    for latency in [20, 1] {
        let found: Vec<_> = sizes.iter().map(|&n| (f64::from(n), clocks(n, latency))).collect();
        for (what, get) in [
            ("start", (|clocks| clocks.start) as fn(&Clocks) -> u64),
            ("expiry", |clocks| clocks.expiry),
            ("stop", |clocks| clocks.stop),
        ] {
            let points = found.iter().map(|(n, clocks)| (*n, get(clocks) as f64));
            let label = format!("{what}, memory of {latency}");
            curves.push(Curve::measured(label, points.collect()));
        }
    }
    Figure {
        name: "timer-chip-clocks",
        title: "The timer chip: clocks of a start, a stop and an expiry while n timers run".to_owned(),
        axes: ["timers, n".to_owned(), "clocks".to_owned()],
        scales: [Scale::Logarithmic, Scale::Linear],
        curves,
    }
}
