//! Passages that many scripts share. Words are written out here rather than taken from the driver.

use carillon_driver::counter_chip::CounterChip;
use carillon_driver::facility::{CounterChipFacility, TimerFacility};
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::{HashedWheel, Timers};
use carillon_regmap::counter_chip::offset;

use super::scripted_bus::ScriptedBus;

/// A chip with 2 wheels, 2^12 slots and 2^4 events.
pub const PARAMS: u32 = 2 | (12 << 4) | (4 << 9);
/// A chip with 8 wheels, 2^20 slots, 2^4 events and every feature.
pub const FULL: u32 = 8 | (20 << 4) | (4 << 9) | (0xF << 16);
/// `EVENT.valid`.
pub const VALID: u32 = 1 << 31;
/// `EVENT.late`.
pub const LATE: u32 = 1 << 30;
/// `EVENT.more`.
pub const MORE: u32 = 1 << 29;
/// `EVENT.attention`.
pub const ATTENTION: u32 = 1 << 28;
/// `INTR_STATE.error`.
pub const ERROR: u32 = 1 << 2;
/// `INTR_STATE.late_overflow`.
pub const LATE_OVERFLOW: u32 = 1 << 3;
/// `INTR_STATE.half_period`.
pub const HALF_PERIOD: u32 = 1 << 4;
/// What the facility enables: event, error, late_overflow, half_period.
pub const ENABLED: u32 = 0b11101;

/// `EVENT.sequence` and `EVENT_ACK.sequence`.
pub fn sequence(sequence: u32) -> u32 {
    sequence << 23
}

/// `ARM` of a slot of wheel 0.
pub fn arm(slot: u32, lap: u32) -> u32 {
    (lap << 24) | slot
}

impl ScriptedBus {
    /// The driver makes sure of the chip of most tests.
    pub fn identified(&mut self) -> &mut Self {
        self.identified_as(PARAMS)
    }

    /// The driver makes sure of a chip.
    pub fn identified_as(&mut self, parameters: u32) -> &mut Self {
        self.read_gives(offset::ID, 0x4341_524C)
            .read_gives(offset::VERSION, 0x0000_0100)
            .takes(offset::SCRATCH, 0x0F5A_C396)
            .read_gives(offset::SCRATCH, 0x0F5A_C396)
            .takes(offset::SCRATCH, 0xF0A5_3C69)
            .read_gives(offset::SCRATCH, 0xF0A5_3C69)
            .read_gives(offset::PARAMS, parameters)
    }

    /// The driver starts the chip with one wheel.
    pub fn initialised(&mut self, slots: u32, prescale: u32) -> &mut Self {
        self.takes(offset::CTRL, 2)
            .read_gives(offset::STATUS, 0)
            .read_gives(offset::STATUS, 1)
            .takes(offset::WHEEL_SIZE, slots)
            .read_gives(offset::WHEEL_SIZE, slots)
            .takes(offset::PRESCALE, prescale)
            .read_gives(offset::PRESCALE, prescale)
            .takes(offset::ERROR, 0xFF)
            .takes(offset::INTR_STATE, 0x1F)
            .takes(offset::INTR_ENABLE, ENABLED)
            .takes(offset::CTRL, 1)
            .read_gives(offset::WHEEL_SIZE, slots)
            .read_gives(offset::PRESCALE, prescale)
            .read_gives(offset::INTR_ENABLE, ENABLED)
            .read_gives(offset::STATUS, 0b11)
    }

    /// A full reading of now, after the question whether the chip is running.
    pub fn whole_now(&mut self, now: u64) -> &mut Self {
        self.read_gives(offset::STATUS, 0b11).time(offset::NOW_HI, offset::NOW_LO, now)
    }

    /// A full reading of the cursor.
    pub fn cursor(&mut self, cursor: u64) -> &mut Self {
        self.time(offset::CURSOR_HI, offset::CURSOR_LO, cursor)
    }

    /// A full reading of the cursor, and then of now.
    pub fn cursor_and_now(&mut self, cursor: u64, now: u64) -> &mut Self {
        self.cursor(cursor).whole_now(now)
    }

    /// There is no event, and the chip is asked whether it was reset.
    pub fn no_event(&mut self, now: u64) -> &mut Self {
        self.read_gives(offset::EVENT, 0).read_gives(offset::NOW_LO, now as u32)
    }

    fn time(&mut self, high: u32, low: u32, time: u64) -> &mut Self {
        let upper = (time >> 32) as u32;
        self.read_gives(high, upper);
        // What might be a bus without a chip is read again.
        for _ in 0..1 + u32::from(time as u32 == u32::MAX) {
            self.read_gives(low, time as u32).read_gives(high, upper);
        }
        self
    }

    /// The head of the FIFO and its tick are read.
    pub fn event(&mut self, word: u32, tick: u64) -> &mut Self {
        self.read_gives(offset::EVENT, word | VALID).read_gives(offset::EVENT_TICK, tick as u32)
    }
}

/// A chip that has only been identified; its script is played.
pub fn chip_with(parameters: u32) -> CounterChip<ScriptedBus> {
    let mut bus = ScriptedBus::default();
    bus.identified_as(parameters);
    let chip = CounterChip::new(bus).expect("the chip of the script");
    chip.bus().played();
    chip
}

/// The small chip of most tests.
pub fn chip() -> CounterChip<ScriptedBus> {
    chip_with(PARAMS)
}

/// A full chip that runs with wheels of these sizes and no modes.
pub fn chip_of(sizes: &[u32]) -> CounterChip<ScriptedBus> {
    let modes: Vec<_> = sizes.iter().map(|&size| (size, 0)).collect();
    chip_of_modes(&modes)
}

/// A full chip that runs with wheels of these sizes and words of `WHEEL_MODE`.
pub fn chip_of_modes(wheels: &[(u32, u32)]) -> CounterChip<ScriptedBus> {
    let mut chip = chip_with(FULL);
    chip.bus_mut().read_gives(offset::STATUS, 0b11);
    for index in 0..8_u32 {
        let (size, mode) = wheels.get(index as usize).copied().unwrap_or((0, 0));
        let bus = chip.bus_mut().read_gives(offset::WHEEL_SIZE + 4 * index, size);
        if size != 0 {
            bus.read_gives(offset::WHEEL_MODE + 4 * index, mode);
        }
    }
    chip.adopt().expect("scripted");
    chip.bus().played();
    chip
}

/// The facility of most tests: 100 slots, room for 4 timers.
pub type TestFacility = CounterChipFacility<ScriptedBus, Timers<HashedWheel, u32, Bounded<u32>>>;

/// Its queue.
pub fn queue() -> Timers<HashedWheel, u32, Bounded<u32>> {
    Timers::bounded(HashedWheel::new(100), 4).expect("memory")
}

/// A facility that has just been made; its script is played.
pub fn facility() -> TestFacility {
    let mut bus = ScriptedBus::default();
    bus.identified().initialised(100, 5);
    let facility = CounterChipFacility::new(bus, 5, queue()).expect("the chip of the script");
    facility.bus().played();
    facility
}

/// Extends the facility's script.
pub fn expect(facility: &mut TestFacility) -> &mut ScriptedBus {
    facility.bus().played();
    facility.bus_mut()
}

/// Whether a tick after `known` has a low half as a chip reads that was reset, or reset and started again, or a bus
/// without a chip.
pub fn is_suspicious(known: u64, tick: u64) -> bool {
    let low = tick as u32;
    low == 0 || low == u32::MAX || low < known as u32
}

/// Starts a timer while `NOW_LO` reads `now`; its slot's list is empty, and the chip is told so.
pub fn start(facility: &mut TestFacility, now: u64, interval: u64, item: u32) -> carillon_driver::queue::Handle {
    let visit = if interval == 0 { now } else { now + (interval - 1) % 100 + 1 };
    let known = facility.last_known_now();
    let bus = expect(facility).read_gives(offset::NOW_LO, now as u32);
    if is_suspicious(known, now) {
        bus.whole_now(now);
    }
    bus.takes(offset::ARM, arm((visit % 100) as u32, (visit / 100 % 256) as u32));
    let handle = facility.start(interval, item).expect("started");
    facility.bus().played();
    handle
}

/// Serves until `None`; the timers handed out as (item, due, reported).
pub fn serve(facility: &mut TestFacility) -> Vec<(u32, u64, u64)> {
    let mut served = Vec::new();
    facility.service(|_, expired| served.push((expired.item, expired.due, expired.reported))).expect("served");
    facility.bus().played();
    facility.check_invariants().expect("invariants");
    served
}
