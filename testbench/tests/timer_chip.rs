//! The timer chip in Rust-HDL's simulator against its contract, through its Wishbone pins: a random host, random memory.

use carillon_hdl::timer_chip::TimerBuild;
use carillon_hdl::timer_chip::top::TimerWishboneTop;
use carillon_regmap::timer::{WINDOW, field, offset};
use carillon_testbench::timer_model::lists::{Layout, check};
use carillon_testbench::timer_model::{Contract, Event, GENERATIONS, Look};
use fastrand::Rng;
use rust_hdl::prelude::{Clock, simulate};

/// Word address of record 0.
const BASE: u32 = 0x0123_4000;

/// How the memory answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Memory {
    /// The most clocks to an answer; the fewest is 1, or as many as the most if it is `fixed`.
    clocks: u32,
    fixed: bool,
    /// One answer in so many is an error; 0: none is.
    errors: u32,
}

const FAST: Memory = Memory {
    clocks: 1,
    fixed: true,
    errors: 0,
};

struct System {
    chip: Box<TimerWishboneTop>,
    build: TimerBuild,
    layout: Layout,
    memory: Memory,
    words: Vec<u32>,
    waiting: Option<u32>,
    random: Rng,
    clocks: u64,
    errors: u64,
}

impl System {
    fn new(build: TimerBuild, timers: u32, wheel_bits: u32, memory: Memory, seed: u64) -> Self {
        let layout = Layout {
            timers,
            slots: 1 << wheel_bits,
            stride: build.record_words(),
        };
        let mut random = Rng::with_seed(seed);
        let words = (0..layout.words()).map(|_| random.u32(..)).collect();
        let mut system = Self {
            chip: Box::new(TimerWishboneTop::new(&build)),
            build,
            layout,
            memory,
            words,
            waiting: None,
            random,
            clocks: 0,
            errors: 0,
        };
        system.chip.reset.next = true;
        system.clock();
        system.chip.reset.next = false;
        system.clock();
        system.clock();
        system
    }

    /// Sets sizes and tick, initialises and enables.
    fn begin(&mut self, prescale: u32) {
        let wheel_bits = self.layout.slots.ilog2();
        self.write(offset::TIMERS, self.layout.timers);
        self.write(offset::WHEEL_BITS, wheel_bits);
        self.write(offset::MEMORY_BASE, BASE);
        self.write(offset::PRESCALE, prescale);
        self.write(offset::CTRL, field::ctrl::INITIALISE.put(1));
        while !field::status::READY.is_set(self.read(offset::STATUS)) {}
        self.write(offset::CTRL, field::ctrl::ENABLE.put(1));
    }

    fn settle(&mut self) {
        assert!(
            simulate(&mut *self.chip, 100),
            "the circuit does not settle"
        );
    }

    /// One clock of chip and memory.
    fn clock(&mut self) {
        self.chip.clock.next = Clock { clk: false };
        let slow = self.memory != FAST;
        self.chip.memory_stall.next = slow && self.random.u8(0..4) == 0;
        self.settle();
        let chip = &mut self.chip;
        let mut answers = false;
        if !chip.memory_cyc.val() {
            self.waiting = None;
        }
        if let Some(clocks) = self.waiting {
            self.waiting = clocks.checked_sub(1);
            answers = clocks == 0;
        }
        if chip.memory_stb.val() && !chip.memory_stall.next {
            assert!(self.waiting.is_none() && !answers, "one transfer at a time");
            let most = self.memory.clocks;
            let clocks = if self.memory.fixed {
                most
            } else {
                self.random.u32(1..=most)
            };
            self.waiting = Some(clocks - 1);
        }
        let fails =
            answers && self.memory.errors > 0 && self.random.u32(0..self.memory.errors) == 0;
        let address: u64 = chip.memory_adr.val().into();
        let mut data = self.random.u32(..);
        if answers && !fails {
            let at = (address as u32)
                .checked_sub(BASE)
                .expect("at or behind the base") as usize;
            let word = self.words.get_mut(at).expect("within the records");
            data = *word;
            if chip.memory_we.val() {
                let (select, written): (u64, u64) =
                    (chip.memory_sel.val().into(), chip.memory_dat_w.val().into());
                for byte in (0..4).filter(|byte| select >> byte & 1 != 0) {
                    let mask = 0xff << (8 * byte);
                    *word = *word & !mask | written as u32 & mask;
                }
            }
        }
        self.errors += u64::from(fails);
        chip.memory_ack.next = answers && !fails;
        chip.memory_err.next = fails;
        chip.memory_dat_r.next = u64::from(data).into();
        self.settle();
        self.chip.clock.next = Clock { clk: true };
        self.settle();
        self.clocks += 1;
    }

    /// One transfer. Gives the word, or `None` where it ended with an error.
    fn transfer(&mut self, write: bool, byte: u32, data: u32) -> Option<u32> {
        let chip = &mut self.chip;
        chip.wb_cyc.next = true;
        chip.wb_stb.next = true;
        chip.wb_we.next = write;
        chip.wb_sel.next = 15.into();
        chip.wb_adr.next = u64::from(byte / 4).into();
        chip.wb_dat_w.next = u64::from(data).into();
        loop {
            self.settle();
            let stalled = self.chip.wb_stall.val();
            self.clock();
            if !stalled {
                break;
            }
        }
        self.chip.wb_stb.next = false;
        self.settle();
        let begun = self.clocks;
        while !self.chip.wb_ack.val() && !self.chip.wb_err.val() {
            self.clock();
            assert!(self.clocks < begun + 20_000, "the bus hangs at {byte:#x}");
        }
        let word: u64 = self.chip.wb_dat_r.val().into();
        let failed = self.chip.wb_err.val();
        self.chip.wb_cyc.next = false;
        self.clock();
        (!failed).then_some(word as u32)
    }

    fn read(&mut self, byte: u32) -> u32 {
        self.transfer(false, byte, 0).expect("it is mapped")
    }

    fn write(&mut self, byte: u32, data: u32) {
        self.transfer(true, byte, data).expect("it is mapped");
    }

    /// Now, as the registers show it.
    fn now(&mut self) -> u64 {
        loop {
            let high = self.read(offset::NOW_HI);
            let low = self.read(offset::NOW_LO);
            if self.read(offset::NOW_HI) == high {
                return u64::from(high) << 32 | u64::from(low);
            }
        }
    }

    /// Takes the head of the FIFO, if there is one; `now` completes its tick.
    fn event(&mut self) -> Option<(Event, u64)> {
        let word = self.read(offset::EVENT);
        if !field::event::VALID.is_set(word) {
            return None;
        }
        let tick = u64::from(self.read(offset::EVENT_TICK));
        let sequence = field::event::SEQUENCE.get(word);
        self.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence));
        let event = Event {
            timer: field::event::TIMER.get(word),
            generation: field::event::GENERATION.get(word),
            tick,
        };
        Some((event, self.now()))
    }

    /// A write to a timer's word, by the window or by the pair of registers.
    fn command(&mut self, timer: u32, word: u32) {
        if self.random.bool() {
            self.write(WINDOW + 4 * timer, word);
        } else {
            self.write(offset::TIMER, timer);
            self.write(offset::TIMER_WORD, word);
        }
    }

    fn look(&mut self, timer: u32) -> Look {
        let word = self.read(WINDOW + 4 * timer);
        Look {
            runs: field::timer_word::RUNS.is_set(word),
            generation: field::timer_word::GENERATION.get(word),
            left: u64::from(field::timer_word::TICKS.get(word)),
        }
    }

    fn errors(&mut self) -> u32 {
        let errors = self.read(offset::ERROR);
        self.write(offset::ERROR, errors);
        errors
    }
}

/// Waits until a tick has just begun, so that a short command is taken within it.
fn at_a_tick(system: &mut System) -> u64 {
    let before = system.read(offset::NOW_LO);
    loop {
        let now = system.read(offset::NOW_LO);
        if now != before {
            return u64::from(now);
        }
    }
}

/// What a random run has seen.
#[derive(Debug, Default)]
struct Seen {
    events: u32,
    looks: u32,
    starts: u32,
}

/// A random host for so many operations; then everything is left to expire. Commands are given at the beginning of a tick
/// that is long enough for them, so the tick at which each counts is known.
fn run(build: TimerBuild, memory: Memory, seed: u64, operations: u32) -> Seen {
    println!("{build:?} {memory:?} seed {seed}");
    let mut random = Rng::with_seed(seed);
    let timers = random.u32(1..60);
    let wheel_bits = random.u32(4..6);
    let mut system = System::new(build, timers, wheel_bits, memory, seed);
    let mut contract = Contract::new(timers);
    let prescale = if memory == FAST {
        200
    } else {
        60 * memory.clocks
    };
    system.begin(prescale);
    let mut seen = Seen::default();
    for _ in 0..operations {
        let now = at_a_tick(&mut system);
        let timer = random.u32(0..timers);
        let in_time = |system: &mut System| {
            let after = u64::from(system.read(offset::NOW_LO));
            assert_eq!(after, now, "the command was not taken within its tick");
        };
        match random.u32(0..12) {
            0..=4 => {
                let interval = match random.u32(0..3) {
                    0 => random.u32(1..4),
                    1 => random.u32(1..4) << wheel_bits,
                    _ => random.u32(1..150),
                };
                let periodic = build.periodic && interval > 8 && random.u32(0..4) == 0;
                if periodic {
                    system.write(offset::START_MODE, field::start_mode::PERIODIC.put(1));
                }
                system.command(timer, interval);
                in_time(&mut system);
                contract.start(timer, u64::from(interval), periodic, now);
                seen.starts += 1;
            }
            5 => {
                let deadline = (now + random.u64(0..100)).saturating_sub(20);
                system.write(offset::START_MODE, field::start_mode::ABSOLUTE.put(1));
                system.command(timer, deadline as u32);
                in_time(&mut system);
                contract.start_at(timer, deadline, now);
                seen.starts += 1;
            }
            6 | 7 => {
                system.command(timer, 0);
                in_time(&mut system);
                contract.stop(timer, now);
            }
            8 => {
                let look = system.look(timer);
                in_time(&mut system);
                contract.look(timer, look, now).unwrap();
                seen.looks += 1;
            }
            9 => {
                for _ in 0..random.u32(0..prescale * 20) {
                    system.clock();
                }
            }
            _ => {
                // The host takes some events, not always all.
                for _ in 0..random.u32(0..12) {
                    if let Some((event, now)) = system.event() {
                        contract
                            .event(event, now)
                            .unwrap_or_else(|broken| panic!("{broken}"));
                        seen.events += 1;
                    }
                }
            }
        }
    }

    // What is left: the periodic ones are stopped, the others expire.
    for timer in 0..timers {
        let now = at_a_tick(&mut system);
        system.command(timer, 0);
        contract.stop(timer, now);
    }
    let last = at_a_tick(&mut system);
    system.command(0, 5);
    contract.start(0, 5, false, last);
    while contract.outstanding(u64::MAX) > 0 {
        assert!(system.now() < last + 10_000, "the last event never comes");
        if let Some((event, now)) = system.event() {
            contract
                .event(event, now)
                .unwrap_or_else(|broken| panic!("{broken}"));
            seen.events += 1;
        }
    }
    for _ in 0..40 * memory.clocks {
        system.clock();
    }
    assert_eq!(contract.running(), 0);
    check(&system.layout, &system.words, Some(&contract)).unwrap();
    let errors = system.errors();
    let expected = if system.errors > 0 {
        field::error::MEMORY.mask()
    } else {
        0
    };
    assert_eq!(errors, expected);
    seen
}

const SMALL: TimerBuild = TimerBuild {
    slot_bits: 10,
    fifo_bits: 2,
    periodic: false,
};

#[test]
fn timer_chip_under_a_random_host_keeps_its_contract() {
    for seed in 0..4 {
        let build = TimerBuild {
            periodic: seed % 2 == 1,
            ..SMALL
        };
        let seen = run(build, FAST, seed, 200);
        println!("{seen:?}");
        assert!(seen.events > 20 && seen.starts > 50 && seen.looks > 5);
    }
}

#[test]
fn timer_chip_with_slow_memory_keeps_its_contract() {
    for (seed, fixed) in [(10, true), (11, false)] {
        let memory = Memory {
            clocks: 20,
            fixed,
            errors: 0,
        };
        let build = TimerBuild {
            periodic: true,
            ..SMALL
        };
        let seen = run(build, memory, seed, 60);
        println!("{seen:?}");
        assert!(seen.events > 5 && seen.starts > 15);
    }
}

#[test]
fn timer_chip_refuses_bad_input_with_an_error_and_nothing_else() {
    use field::error::*;
    let mut system = System::new(SMALL, 20, 4, FAST, 1);
    assert_eq!(system.build.params(), system.read(offset::PARAMS));
    // Before the records are initialised.
    system.command(0, 5);
    assert_eq!(system.errors(), NOT_READY.mask());
    system.write(offset::CTRL, field::ctrl::ENABLE.put(1));
    assert_eq!(system.errors(), NOT_READY.mask());
    assert_eq!(system.read(WINDOW), 0);
    assert_eq!(system.errors(), NOT_READY.mask());
    for wrong in [0, 0x1_0000, u32::MAX] {
        system.write(offset::TIMERS, wrong);
        assert_eq!(system.errors(), SIZE_RANGE.mask(), "{wrong}");
    }
    for wrong in [0, 3, 11, 36] {
        system.write(offset::WHEEL_BITS, wrong);
        assert_eq!(system.errors(), SIZE_RANGE.mask(), "{wrong}");
    }
    system.write(offset::CTRL, field::ctrl::INITIALISE.put(1));
    assert_eq!(system.errors(), SIZE_RANGE.mask(), "no timers");
    system.write(offset::PRESCALE, 0);
    assert_eq!(system.errors(), PRESCALE_ZERO.mask());
    system.begin(200);
    assert_eq!(system.errors(), 0);
    for locked in [
        (offset::TIMERS, 5),
        (offset::WHEEL_BITS, 5),
        (offset::MEMORY_BASE, 0),
        (offset::PRESCALE, 7),
    ] {
        system.write(locked.0, locked.1);
        assert_eq!(system.errors(), LOCKED.mask(), "{locked:?}");
    }
    let again = field::ctrl::INITIALISE.put(1) | field::ctrl::ENABLE.put(1);
    system.write(offset::CTRL, again);
    assert_eq!(system.errors(), LOCKED.mask());

    // Numbers, intervals, modes.
    for timer in [20, 21, 0xffff, 0x1_0000, 0xf_ffff] {
        system.write(WINDOW + 4 * timer, 5);
        assert_eq!(system.errors(), TIMER_RANGE.mask(), "{timer}");
        assert_eq!(system.read(WINDOW + 4 * timer), 0);
        assert_eq!(system.errors(), TIMER_RANGE.mask(), "{timer}");
    }
    for interval in [1 << 23, u32::MAX] {
        system.command(3, interval);
        assert_eq!(system.errors(), INTERVAL_RANGE.mask(), "{interval}");
    }
    system.command(3, (1 << 23) - 1);
    assert_eq!(system.errors(), 0);
    assert!(system.look(3).runs);
    system.write(offset::START_MODE, field::start_mode::PERIODIC.put(1));
    system.command(4, 9);
    assert_eq!(system.errors(), INTERVAL_RANGE.mask(), "not in this build");
    system.command(4, 9);
    assert_eq!(system.errors(), 0, "the mode is for one start");
    let far = system.read(offset::NOW_LO) + (1 << 24);
    system.write(offset::START_MODE, field::start_mode::ABSOLUTE.put(1));
    system.command(5, far);
    system.read(offset::ID);
    assert_eq!(system.errors(), INTERVAL_RANGE.mask());
    assert_eq!(system.look(5).generation, 0, "it was not started");

    // Acknowledgements and addresses.
    system.write(offset::EVENT_ACK, 0);
    assert_eq!(system.errors(), ACK_EMPTY.mask());
    while !field::event::VALID.is_set(system.read(offset::EVENT)) {}
    system.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(9));
    assert_eq!(system.errors(), ACK_STALE.mask());
    assert_eq!(system.event().map(|(event, _)| event.timer), Some(4));
    for unmapped in [
        0x01c,
        0x06c,
        0x0fc,
        0x100,
        0x100 + offset::SCRATCH,
        WINDOW - 4,
    ] {
        assert_eq!(system.transfer(false, unmapped, 0), None, "{unmapped:#x}");
        assert_eq!(system.transfer(true, unmapped, 5), None, "{unmapped:#x}");
        assert_eq!(system.errors(), ADDRESS.mask());
    }
    assert_eq!(system.read(offset::SCRATCH), 0);
    check(&system.layout, &system.words, None).unwrap();
}

#[test]
fn timer_chip_whose_memory_fails_keeps_its_lists_and_its_contract() {
    let memory = Memory {
        clocks: 4,
        fixed: false,
        errors: 5,
    };
    let mut system = System::new(SMALL, 20, 4, memory, 3);
    system.begin(3000);
    let mut contract = Contract::new(20);
    let mut refused = 0;
    for round in 0..40 {
        let timer = round * 7 % 20;
        let (stops, interval) = (round % 4 == 3, 3 + round % 9);
        // A command that is refused while the memory fails is given again; the generation tells whether it was.
        loop {
            let now = at_a_tick(&mut system);
            let before = contract.clone();
            if stops {
                contract.stop(timer, now);
            } else {
                contract.start(timer, u64::from(interval), false, now);
            }
            system.command(timer, if stops { 0 } else { interval });
            // A look that is refused reads 0.
            let mut look = system.look(timer);
            for _ in 0..20 {
                if look.generation == 0 {
                    look = system.look(timer);
                }
            }
            let now = u64::from(system.read(offset::NOW_LO));
            if contract.look(timer, look, now).is_ok() {
                break;
            }
            refused += 1;
            before
                .look(timer, look, now)
                .expect("a command that is refused changes nothing");
            contract = before;
        }
        while let Some((event, now)) = system.event() {
            contract
                .event(event, now)
                .unwrap_or_else(|broken| panic!("{broken}"));
        }
        check(&system.layout, &system.words, None).unwrap();
    }
    println!("{} errors, {refused} commands refused", system.errors);
    assert!(system.errors > 50 && refused > 0);
    assert_eq!(system.errors(), field::error::MEMORY.mask());
}

#[test]
fn timer_chip_raises_its_interrupt_while_an_event_waits() {
    let mut system = System::new(SMALL, 4, 4, FAST, 1);
    system.begin(50);
    system.write(offset::INTR_ENABLE, field::intr_enable::EVENT.put(1));
    system.command(2, 3);
    assert!(!system.chip.irq.val());
    for _ in 0..250 {
        system.clock();
    }
    assert!(system.chip.irq.val());
    assert_eq!(
        system.read(offset::INTR_STATE),
        field::intr_state::EVENT.mask()
    );
    assert_eq!(
        system.event().map(|(event, _)| event.generation),
        Some(1 % GENERATIONS)
    );
    for _ in 0..4 {
        system.clock();
    }
    assert!(!system.chip.irq.val());
    system.write(offset::INTR_TEST, u32::MAX);
    assert_eq!(system.read(offset::INTR_STATE), 0b1_0101);
}
