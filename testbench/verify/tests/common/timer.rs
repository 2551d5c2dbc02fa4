//! A Verilated timer chip at its registers.

use carillon_driver::bus::RegisterBus;
use carillon_regmap::timer_chip::TimerBuild;
use carillon_regmap::timer_chip::{WINDOW, field, offset};
use carillon_sim::{Memory, MemoryBehaviour, TimerModel, TimerSimulation, TimerSystem};
use carillon_spec::timer_chip::Look;
use carillon_spec::timer_chip::lists::Layout;

/// A timer chip, its memory and its host.
pub struct System {
    pub chip: TimerSystem<TimerSimulation>,
    pub build: TimerBuild,
    pub layout: Layout,
    base: u32,
}

impl System {
    /// A chip after its reset, for `timers` timers and 2^`wheel_bits` slots, with its records from the word `base` on.
    pub fn new(model: TimerModel, timers: u32, wheel_bits: u32, base: u32) -> Self {
        let build = model.build();
        let layout = Layout::new(&build, timers, wheel_bits);
        let chip = TimerSimulation::new(model).expect("a simulation can be made");
        let memory = Memory::new(base, layout.words(), MemoryBehaviour::FAST, 1);
        Self { chip: TimerSystem::new(chip, memory), build, layout, base }
    }

    /// Sets sizes and tick, initialises and enables.
    pub fn begin(&mut self, prescale: u32) {
        self.write(offset::TIMERS, self.layout.timers);
        self.write(offset::WHEEL_BITS, self.layout.slots.ilog2());
        self.write(offset::MEMORY_BASE, self.base);
        self.write(offset::PRESCALE, prescale);
        self.write(offset::CTRL, field::ctrl::INITIALISE.put(1));
        while !field::status::READY.is_set(self.read(offset::STATUS)) {}
        self.write(offset::CTRL, field::ctrl::ENABLE.put(1));
    }

    /// A chip of one clock a tick, with as many slots as there can be, its records at the end of the memory, and its
    /// interrupt for events; it is paused.
    pub fn paused(model: TimerModel, timers: u32) -> Self {
        let build = model.build();
        let wheel_bits = build.slot_bits - (build.wheels - 1);
        let mut system = Self::new(model, timers, wheel_bits, 0x3f80_0000);
        system.begin(1);
        system.write(offset::INTR_ENABLE, field::intr_enable::EVENT.mask());
        system.pause();
        system
    }

    /// Stops time, and tells now.
    pub fn pause(&mut self) -> u32 {
        self.write(offset::CTRL, 0);
        self.read(offset::NOW_LO)
    }

    /// Lets time go on.
    pub fn go_on(&mut self) {
        self.write(offset::CTRL, field::ctrl::ENABLE.mask());
    }

    /// Starts a timer with a deadline.
    pub fn start_at(&mut self, timer: u32, deadline: u32) {
        self.write(offset::START_MODE, field::start_mode::ABSOLUTE.mask());
        self.command(timer, deadline);
    }

    /// The next event, of a timer due at most 2^23 clocks later: tick, timer and generation.
    pub fn next_event(&mut self) -> (u32, u32, u32) {
        self.chip.clock_until_irq((1 << 23) + 100);
        let tick = self.read(offset::EVENT_TICK);
        let (timer, generation) = self.event().expect("an event");
        // Until the interrupt has fallen.
        self.chip.clock(4);
        (tick, timer, generation)
    }

    /// Reads a register.
    pub fn read(&mut self, byte: u32) -> u32 {
        self.chip.read(byte).expect("it is mapped")
    }

    /// Writes a register.
    pub fn write(&mut self, byte: u32, data: u32) {
        self.chip.write(byte, data).expect("it is mapped");
    }

    /// Takes the head of the FIFO, if there is one: timer and generation.
    pub fn event(&mut self) -> Option<(u32, u32)> {
        let word = self.read(offset::EVENT);
        if !field::event::VALID.is_set(word) {
            return None;
        }
        let sequence = field::event::SEQUENCE.get(word);
        self.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence));
        let timer = field::event::TIMER.get(word);
        Some((timer, field::event::GENERATION.get(word)))
    }

    /// A write to a timer's word, by the pair of registers for one number and by the window for the next.
    pub fn command(&mut self, timer: u32, word: u32) {
        if timer.is_multiple_of(2) {
            self.write(WINDOW + 4 * timer, word);
        } else {
            self.write(offset::TIMER, timer);
            self.write(offset::TIMER_WORD, word);
        }
    }

    /// What a timer's word shows.
    pub fn look(&mut self, timer: u32) -> Look {
        let word = self.read(WINDOW + 4 * timer);
        Look {
            runs: field::timer_word::RUNS.is_set(word),
            generation: field::timer_word::GENERATION.get(word),
            left: u64::from(field::timer_word::TICKS.get(word)),
        }
    }

    /// Takes the errors.
    pub fn errors(&mut self) -> u32 {
        let errors = self.read(offset::ERROR);
        self.write(offset::ERROR, errors);
        errors
    }
}
