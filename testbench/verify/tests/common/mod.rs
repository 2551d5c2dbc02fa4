//! What several test files share: a Verilated chip at its registers, for those that ask what a host may rely on.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod c_host;
pub mod reached;
pub mod timer;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::{Model, Simulation};

/// An event as the registers show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    pub late: bool,
    pub wheel: u32,
    pub slot: u32,
    pub tick: u32,
}

/// An event that is not late.
pub const fn visit(tick: u32, wheel: u32, slot: u32) -> Event {
    Event { late: false, wheel, slot, tick }
}

/// One chip and its host.
pub struct Chip {
    pub pins: Simulation,
}

impl Chip {
    /// A chip after its reset, with its busy bits cleared.
    pub fn new(model: Model) -> Self {
        let mut chip = Self { pins: Simulation::new(model).expect("a simulation") };
        chip.reset();
        chip
    }

    /// Resets it by its pin and waits until it is ready.
    pub fn reset(&mut self) {
        self.pins.reset();
        self.wait_until_ready();
    }

    /// Waits for the end of the clearing after a reset; returns how many clocks that took.
    pub fn wait_until_ready(&mut self) -> u64 {
        let before = self.pins.clocks();
        while self.read(offset::STATUS) & field::status::READY.mask() == 0 {}
        self.pins.clocks() - before
    }

    /// Sets wheels of these sizes and ticks of `prescale` clocks; events interrupt.
    pub fn set_up(&mut self, prescale: u32, sizes: &[u32]) {
        self.write(offset::PRESCALE, prescale);
        for (wheel, size) in (0..).zip(sizes) {
            self.write(offset::element(offset::WHEEL_SIZE, wheel), *size);
        }
        self.write(offset::INTR_ENABLE, field::intr_enable::EVENT.mask());
        assert_eq!(self.read(offset::ERROR), 0, "sizes {sizes:?} fit");
    }

    /// A chip as after `reset` and `set_up`, started.
    pub fn restart(&mut self, prescale: u32, sizes: &[u32]) {
        self.reset();
        self.start(prescale, sizes);
    }

    /// Starts a chip that is ready.
    pub fn start(&mut self, prescale: u32, sizes: &[u32]) {
        self.set_up(prescale, sizes);
        self.enable(true);
    }

    /// Starts, pauses or goes on.
    pub fn enable(&mut self, on: bool) {
        self.write(offset::CTRL, field::ctrl::ENABLE.put(on.into()));
    }

    pub fn set_mode(&mut self, wheel: u32, mode: u32) {
        self.write(offset::element(offset::WHEEL_MODE, wheel), mode);
    }

    pub fn read(&mut self, offset: u32) -> u32 {
        self.pins.read(offset).expect("the register is there")
    }

    pub fn write(&mut self, offset: u32, word: u32) {
        self.pins.write(offset, word).expect("the register is there");
    }

    /// Low half of now.
    pub fn now(&mut self) -> u32 {
        self.read(offset::NOW_LO)
    }

    /// Low half of the cursor.
    pub fn cursor(&mut self) -> u32 {
        self.read(offset::CURSOR_LO)
    }

    /// Waits until the cursor has come to a tick.
    pub fn wait_for_cursor(&mut self, tick: u32) {
        for _ in 0..1_000_000 {
            if self.cursor() >= tick {
                return;
            }
        }
        panic!("the cursor does not come to tick {tick}");
    }

    /// Arms a slot for its visit in `lap`, of which the chip is given the low 8 bits.
    pub fn arm(&mut self, wheel: u32, slot: u32, lap: u32) {
        let word = field::arm::WHEEL.put(wheel) | field::arm::SLOT.put(slot);
        self.write(offset::ARM, word | field::arm::LAP.put(lap & 0xff));
    }

    pub fn disarm(&mut self, wheel: u32, slot: u32) {
        let word = field::disarm::WHEEL.put(wheel) | field::disarm::SLOT.put(slot);
        self.write(offset::DISARM, word);
    }

    /// The head of the FIFO.
    pub fn event(&mut self) -> Option<Event> {
        let word = self.read(offset::EVENT);
        field::event::VALID.is_set(word).then(|| Event {
            late: field::event::LATE.is_set(word),
            wheel: field::event::WHEEL.get(word),
            slot: field::event::SLOT.get(word),
            tick: self.read(offset::EVENT_TICK),
        })
    }

    /// Waits for an event, at most `clocks`.
    pub fn next_event(&mut self, clocks: u64) -> Option<Event> {
        self.pins.clock_until_irq(clocks);
        self.event()
    }

    /// Pops the head of the FIFO, and clears its bit if `disarm`.
    pub fn pop(&mut self, disarm: bool) {
        let event = self.read(offset::EVENT);
        assert!(field::event::VALID.is_set(event), "there is an event");
        let sequence = field::event::SEQUENCE.get(event);
        let word = field::event_ack::SEQUENCE.put(sequence);
        self.write(offset::EVENT_ACK, word | field::event_ack::DISARM.put(disarm.into()));
    }
}
