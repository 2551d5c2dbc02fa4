//! A host at the registers of the Verilated chip, without the driver.
#![allow(dead_code, reason = "each test uses some of it")]

use carillon_driver::bus::RegisterBus;
use carillon_regmap::{field, offset};
use carillon_sim::{Model, Simulation};

/// An event as the registers show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub late: bool,
    pub wheel: u32,
    pub slot: u32,
    pub tick: u32,
}

/// A chip and its host.
pub struct Host {
    pub chip: Simulation,
}

impl Host {
    /// A chip after its reset, with a clear memory, which has not been started.
    pub fn ready(model: Model) -> Self {
        let chip = Simulation::new(model).expect("a simulation");
        let mut host = Self { chip };
        host.chip.reset();
        host.sweep();
        host
    }

    /// Waits until the memory is clear.
    pub fn sweep(&mut self) {
        self.chip.clock(u64::from(self.chip.model().slots()));
        for _ in 0..10 {
            if field::status::READY.is_set(self.read(offset::STATUS)) {
                return;
            }
        }
        panic!("the sweep does not end");
    }

    /// A chip that runs with wheels of these sizes and modes (0 where none is given), and with `prescale` clocks a tick. All
    /// interrupts are enabled.
    pub fn start(model: Model, prescale: u32, sizes: &[u32], modes: &[u32]) -> Self {
        let mut host = Self::ready(model);
        host.configure(prescale, sizes, modes);
        host.enable(true);
        host
    }

    pub fn configure(&mut self, prescale: u32, sizes: &[u32], modes: &[u32]) {
        for (wheel, &size) in (0..).zip(sizes) {
            self.write(offset::element(offset::WHEEL_SIZE, wheel), size);
        }
        for (wheel, &mode) in (0..).zip(modes) {
            self.write(offset::element(offset::WHEEL_MODE, wheel), mode);
        }
        self.write(offset::PRESCALE, prescale);
        self.write(offset::INTR_ENABLE, 0x1f);
        assert_eq!(self.read(offset::ERROR), 0, "{sizes:?} {modes:?}");
    }

    /// Lets time run or stand.
    pub fn enable(&mut self, enable: bool) {
        self.write(offset::CTRL, field::ctrl::ENABLE.put(enable.into()));
    }

    pub fn read(&mut self, offset: u32) -> u32 {
        self.chip.read(offset).expect("the bus works")
    }

    pub fn write(&mut self, offset: u32, word: u32) {
        self.chip.write(offset, word).expect("the bus works");
    }

    /// What `ERROR` holds, cleared.
    pub fn take_errors(&mut self) -> u32 {
        let errors = self.read(offset::ERROR);
        self.write(offset::ERROR, errors);
        errors
    }

    pub fn now(&mut self) -> u32 {
        self.read(offset::NOW_LO)
    }

    pub fn cursor(&mut self) -> u32 {
        self.read(offset::CURSOR_LO)
    }

    pub fn arm(&mut self, wheel: u32, slot: u32, lap: u32) {
        self.write(
            offset::ARM,
            field::arm::WHEEL.put(wheel) | field::arm::SLOT.put(slot) | field::arm::LAP.put(lap),
        );
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

    /// Acknowledges the head of the FIFO, whichever it is.
    pub fn acknowledge(&mut self, disarm: bool) {
        let sequence = field::event::SEQUENCE.get(self.read(offset::EVENT));
        self.write(
            offset::EVENT_ACK,
            field::event_ack::SEQUENCE.put(sequence) | field::event_ack::DISARM.put(disarm.into()),
        );
    }

    /// Takes the next event, which must come within so many clocks.
    pub fn take_event(&mut self, clocks: u64, disarm: bool) -> Option<Event> {
        let mut event = self.event();
        let end = self.chip.clocks() + clocks;
        while event.is_none() && self.chip.clocks() < end {
            event = self.event();
        }
        if event.is_some() {
            self.acknowledge(disarm);
        }
        event
    }

    /// All events of so many clocks, acknowledged.
    pub fn take_events(&mut self, clocks: u64, disarm: bool) -> Vec<Event> {
        let end = self.chip.clocks() + clocks;
        let mut events = Vec::new();
        while self.chip.clocks() < end {
            events.extend(self.take_event(0, disarm));
        }
        events
    }

    /// Clocks until time stands at `tick` or later, and pauses it there.
    pub fn run_to(&mut self, tick: u32) {
        self.enable(true);
        while self.now() < tick {}
        self.enable(false);
        // The cursor comes to now, unless it waits.
        self.chip.clock(100);
    }
}
