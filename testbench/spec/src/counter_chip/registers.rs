//! The registers: what the host sets, and what an access asks of the rest of the chip.

use super::arming::{Appointment, Command};
use super::counts::Half;
use super::events::Event;
use super::interrupt::InterruptWrite;
use super::wheels::{Visit, Wheels};
use carillon_regmap::counter_chip::Build;
use carillon_regmap::counter_chip::{REGISTERS, field, offset};

/// A register that the build has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// The byte offset of the register; of an array, of its first element.
    pub offset: u32,
    /// Which element of an array.
    pub index: usize,
}

impl Address {
    /// What stands at each word of the address space.
    pub fn map(build: &Build) -> Vec<Option<Self>> {
        let mut words = vec![None; (carillon_regmap::ADDRESS_SPACE / 4) as usize];
        for register in REGISTERS {
            if register.feature.is_some_and(|feature| !build.has(feature)) {
                continue;
            }
            // Arrays have an element for each wheel.
            for index in 0..register.count.min(build.wheels) {
                let offset = register.offset;
                words[(offset::element(offset, index) / 4) as usize] = Some(Self { offset, index: index as usize });
            }
        }
        words
    }
}

/// What the registers must know of the rest of the chip to decide.
pub(super) struct Situation {
    pub ready: bool,
    pub head: Option<Event>,
}

/// A value for a register, stored at the clock's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Store {
    Scratch(u32),
    Enable(bool),
    Prescale(u32),
    Mode(usize, u32),
    Coalesce(u32),
    AlarmLow(u32),
    AlarmHigh(u32),
    ClearErrors(u32),
}

/// What an access does in the clock after its execution.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Access {
    pub pop: bool,
    pub soft_reset: bool,
    pub command: Option<Command>,
    pub interrupt: Option<InterruptWrite>,
    pub store: Option<Store>,
    /// A wheel's size, to be checked in the next clock.
    pub size: Option<(usize, u32)>,
    /// The wheel whose next busy slot is looked for.
    pub asks: Option<usize>,
    /// The half of a count that is read.
    pub asks_time: Option<Half>,
    pub errors: u32,
}

/// What the host has set.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    pub scratch: u32,
    pub enabled: bool,
    pub running: bool,
    pub prescale: u32,
    /// Events acknowledged, modulo 16.
    pub pops: u32,
    pub errors: u32,
    /// Some error was set a clock ago.
    pub error_level: bool,
    size: Option<(usize, u32)>,
}

impl Registers {
    pub fn new() -> Self {
        Self {
            scratch: 0,
            enabled: false,
            running: false,
            prescale: 1,
            pops: 0,
            errors: 0,
            error_level: false,
            size: None,
        }
    }

    /// What a write of all of a word does.
    pub fn write(&self, address: Address, data: u32, situation: &Situation) -> Access {
        use field::error;
        let mut access = Access::default();
        match address.offset {
            offset::SCRATCH => access.store = Some(Store::Scratch(data)),
            offset::CTRL if field::ctrl::RESET.is_set(data) => access.soft_reset = true,
            offset::CTRL if field::ctrl::ENABLE.is_set(data) && !situation.ready => {
                access.errors = error::NOT_READY.mask();
            }
            offset::CTRL => access.store = Some(Store::Enable(field::ctrl::ENABLE.is_set(data))),
            offset::PRESCALE | offset::WHEEL_SIZE if self.running => access.errors = error::LOCKED.mask(),
            offset::PRESCALE => match field::prescale::CLOCKS.get(data) {
                0 => access.errors = error::PRESCALE_ZERO.mask(),
                clocks => access.store = Some(Store::Prescale(clocks)),
            },
            offset::WHEEL_SIZE => access.size = Some((address.index, data)),
            offset::WHEEL_MODE => access.store = Some(Store::Mode(address.index, data)),
            offset::ARM | offset::DISARM if !self.running => access.errors = error::NOT_READY.mask(),
            offset::ARM | offset::DISARM => access.command = Some(command(address.offset, data)),
            offset::EVENT_ACK => self.acknowledge(data, situation, &mut access),
            offset::INTR_STATE => access.interrupt = Some(InterruptWrite::State(data & 0x1f)),
            offset::INTR_ENABLE => access.interrupt = Some(InterruptWrite::Enable(data & 0x1f)),
            offset::INTR_TEST => access.interrupt = Some(InterruptWrite::Test(data & 0x1f)),
            offset::INTR_COALESCE => access.store = Some(Store::Coalesce(data & 0xff_ffff)),
            offset::ERROR => access.store = Some(Store::ClearErrors(data)),
            offset::ALARM_LO => access.store = Some(Store::AlarmLow(data)),
            offset::ALARM_HI => access.store = Some(Store::AlarmHigh(data)),
            // The others can only be read.
            _ => {}
        }
        access
    }

    fn acknowledge(&self, data: u32, situation: &Situation, access: &mut Access) {
        match situation.head {
            None => access.errors = field::error::ACK_EMPTY.mask(),
            Some(_) if field::event_ack::SEQUENCE.get(data) != self.pops => {
                access.errors = field::error::ACK_STALE.mask();
            }
            Some(head) => {
                access.pop = true;
                let visit = Visit { slot: head.slot, lap: 0 };
                access.command = field::event_ack::DISARM
                    .is_set(data)
                    .then_some(Command { busy: false, appointment: Appointment { wheel: head.wheel, visit } });
            }
        }
    }

    /// The clock's edge, for all that is kept here.
    pub fn finish(&mut self, access: &Access, refused: bool, wheels: &mut Wheels) {
        self.error_level = self.errors != 0;
        let mut errors = access.errors | field::error::ARM_RANGE.put(refused.into());
        if let Some((index, size)) = self.size.take() {
            if wheels.fits(index, size) {
                wheels.resize(index, size);
            } else {
                errors |= field::error::SIZE_RANGE.mask();
            }
        }
        self.size = access.size;
        match access.store {
            Some(Store::Scratch(word)) => self.scratch = word,
            Some(Store::Enable(enable)) => {
                self.enabled = enable;
                self.running |= enable;
            }
            Some(Store::Prescale(clocks)) => self.prescale = clocks,
            Some(Store::Mode(index, word)) => {
                wheels[index].mode.hold = field::wheel_mode::HOLD.is_set(word);
                wheels[index].mode.auto_clear = field::wheel_mode::AUTO_CLEAR.is_set(word);
            }
            Some(Store::ClearErrors(bits)) => self.errors &= !bits,
            _ => {}
        }
        self.errors |= errors;
        self.pops = (self.pops + u32::from(access.pop)) % 16;
    }
}

/// The command in a word written to `ARM` or `DISARM`.
fn command(register: u32, data: u32) -> Command {
    Command {
        busy: register == offset::ARM,
        appointment: Appointment {
            wheel: field::arm::WHEEL.get(data),
            visit: Visit { slot: field::arm::SLOT.get(data), lap: field::arm::LAP.get(data) as u8 },
        },
    }
}
