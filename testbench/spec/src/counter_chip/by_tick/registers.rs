//! The registers.

use carillon_regmap::counter_chip::{ID_VALUE, REGISTERS, field, offset};
use carillon_regmap::{Feature, Field, Register, VERSION_VALUE};

use super::{NoRegister, Wheels};

/// Registers that keep what was last written, as the words that they read.
#[derive(Debug)]
pub struct Registers {
    pub now: u64,
    params: u32,
    kept: [u32; 64],
    running: bool,
    enabled: bool,
    /// Popped events.
    pops: u32,
    sticky: u32,
    forced: u32,
    error: u32,
    /// Since when the FIFO has not been empty.
    waiting_since: Option<u64>,
    /// The interrupt of events is not held back until the FIFO is empty.
    open: bool,
}

impl Registers {
    pub fn new(params: u32) -> Self {
        let mut kept = [0; 64];
        kept[word(offset::PRESCALE)] = 1;
        kept[word(offset::ALARM_LO)] = u32::MAX;
        kept[word(offset::ALARM_HI)] = u32::MAX;
        kept[word(offset::WHEEL_SIZE)] = 1 << field::params::SLOT_BITS.get(params);
        Self {
            now: 0,
            params,
            kept,
            running: false,
            enabled: false,
            pops: 0,
            sticky: 0,
            forced: 0,
            error: 0,
            waiting_since: None,
            open: false,
        }
    }

    pub fn pass(&mut self, ticks: u64) {
        if self.enabled {
            let before = self.now;
            self.now += ticks;
            if before >> 31 != self.now >> 31 {
                self.sticky |= field::intr_state::HALF_PERIOD.mask();
            }
        }
    }

    /// The alarm rings while now is at or past it.
    pub fn ring(&mut self) {
        let half = |offset| u64::from(self.kept[word(offset)]);
        let alarm = (half(offset::ALARM_HI) << 32) | half(offset::ALARM_LO);
        if self.has(Feature::Alarm) && self.now >= alarm {
            self.sticky |= field::intr_state::ALARM.mask();
        }
    }

    /// The wait of events for their interrupt begins, goes on, or ends.
    pub fn coalesce(&mut self, wheels: &Wheels) {
        let Some(head) = wheels.head() else {
            (self.waiting_since, self.open) = (None, false);
            return;
        };
        let since = *self.waiting_since.get_or_insert(head.arrived);
        let coalesce = self.kept[word(offset::INTR_COALESCE)];
        let count = field::intr_coalesce::COUNT.get(coalesce) as usize;
        let age = u64::from(field::intr_coalesce::AGE.get(coalesce));
        let is_held_back = count >= 2 && age >= 1;
        let enough = wheels.events() >= count || wheels.is_full() || self.now - since >= age;
        self.open |= !is_held_back || enough;
    }

    pub fn irq(&self, wheels: &Wheels) -> bool {
        self.state(wheels) & self.kept[word(offset::INTR_ENABLE)] != 0
    }

    fn has(&self, feature: Feature) -> bool {
        feature.parameter().is_set(self.params)
    }

    /// The register at an offset, unless this build lacks it.
    fn find(&self, byte: u32) -> Option<&'static Register> {
        let wheels = field::params::WHEELS.get(self.params);
        REGISTERS.iter().find(|register| {
            let count = if register.is_array() { wheels } else { 1 };
            register.feature.is_none_or(|feature| self.has(feature))
                && (0..count).any(|index| register.element(index) == Some(byte))
        })
    }

    /// `INTR_STATE`.
    fn state(&self, wheels: &Wheels) -> u32 {
        let event = wheels.head().is_some() && self.open;
        self.sticky
            | self.forced
            | field::intr_state::EVENT.put(event.into())
            | field::intr_state::ERROR.put((self.error != 0).into())
    }

    fn event(&self, wheels: &Wheels) -> u32 {
        let others = self.kept[word(offset::INTR_ENABLE)] & !field::intr_state::EVENT.mask();
        let attention = self.state(wheels) & others != 0;
        let attention = field::event::ATTENTION.put(attention.into());
        wheels.head().map_or(attention, |head| {
            attention
                | field::event::VALID.mask()
                | field::event::SEQUENCE.put(self.pops)
                | field::event::LATE.put(head.late.into())
                | field::event::MORE.put((wheels.events() > 1).into())
                | field::event::WHEEL.put(head.wheel as u32)
                | field::event::SLOT.put(head.slot)
        })
    }

    fn status(&self, wheels: &Wheels) -> u32 {
        field::status::READY.mask()
            | field::status::RUNNING.put(self.running.into())
            | field::status::EVENT_PENDING.put(wheels.head().is_some().into())
            | field::status::FIFO_FULL.put(wheels.is_full().into())
            | field::status::BEHIND.put((wheels.cursor() != self.now).into())
    }

    pub fn read(&mut self, byte: u32, wheels: &Wheels) -> Result<u32, NoRegister> {
        let Some(register) = self.find(byte) else {
            self.error |= field::error::ADDRESS.mask();
            return Err(NoRegister);
        };
        Ok(match register.offset {
            offset::ID => ID_VALUE,
            offset::VERSION => VERSION_VALUE,
            offset::PARAMS => self.params,
            offset::CTRL => field::ctrl::ENABLE.put(self.enabled.into()),
            offset::STATUS => self.status(wheels),
            offset::NOW_LO => self.now as u32,
            offset::NOW_HI => (self.now >> 32) as u32,
            offset::CURSOR_LO => wheels.cursor() as u32,
            offset::CURSOR_HI => (wheels.cursor() >> 32) as u32,
            offset::ARM | offset::DISARM | offset::EVENT_ACK | offset::INTR_TEST => 0,
            offset::EVENT => self.event(wheels),
            offset::EVENT_TICK => wheels.head().map_or(0, |head| head.tick as u32),
            offset::INTR_STATE => self.state(wheels),
            offset::ERROR => self.error,
            offset::NEXT => {
                let wheel = (byte - offset::NEXT) as usize / 4;
                let exists = wheels.has_slot(wheel, 0);
                let distance = exists.then(|| wheels.distance(wheel)).flatten();
                distance.map_or(0, |distance| field::next::VALID.mask() | field::next::DISTANCE.put(distance as u32))
            }
            _ => self.kept[word(byte)],
        })
    }

    /// Says whether the write resets the chip.
    pub fn write(&mut self, byte: u32, value: u32, wheels: &mut Wheels) -> Result<bool, NoRegister> {
        use field::error;
        let Some(register) = self.find(byte) else {
            self.error |= error::ADDRESS.mask();
            return Err(NoRegister);
        };
        match register.offset {
            offset::CTRL if field::ctrl::RESET.is_set(value) => return Ok(true),
            offset::CTRL => self.enable(field::ctrl::ENABLE.is_set(value), wheels),
            offset::PRESCALE | offset::WHEEL_SIZE if self.running => {
                self.error |= error::LOCKED.mask();
            }
            offset::PRESCALE if value & 0xFF_FFFF == 0 => {
                self.error |= error::PRESCALE_ZERO.mask();
            }
            offset::WHEEL_SIZE => self.resize(byte, value),
            offset::WHEEL_MODE => {
                self.kept[word(byte)] = value & 3;
                self.set_modes(wheels);
            }
            offset::ARM | offset::DISARM if !self.running => {
                self.error |= error::NOT_READY.mask();
            }
            offset::ARM | offset::DISARM => self.arm(register.offset, value, wheels),
            offset::EVENT_ACK => self.acknowledge(value, wheels),
            offset::INTR_STATE => {
                self.sticky &= !value;
                self.forced &= !value;
            }
            offset::INTR_TEST => self.forced |= value & 0x1F,
            offset::ERROR => self.error &= !value,
            _ if register.access.writable() => self.kept[word(byte)] = value & kept_bits(register),
            _ => {}
        }
        Ok(false)
    }

    fn enable(&mut self, enabled: bool, wheels: &mut Wheels) {
        if enabled && !self.running {
            let first = word(offset::WHEEL_SIZE);
            wheels.start(&self.kept[first..first + 8]);
            self.set_modes(wheels);
        }
        self.enabled = enabled;
        self.running |= enabled;
    }

    fn set_modes(&self, wheels: &mut Wheels) {
        for index in 0..8 {
            let mode = self.kept[word(offset::WHEEL_MODE) + index];
            let hold = field::wheel_mode::HOLD.is_set(mode);
            wheels.set_mode(index, hold, field::wheel_mode::AUTO_CLEAR.is_set(mode));
        }
    }

    /// A size must fit into what the wheels below leave, in whole words, and none of them may be missing. The wheels
    /// above are removed.
    fn resize(&mut self, byte: u32, slots: u32) {
        let (first, this) = (word(offset::WHEEL_SIZE), word(byte));
        let below: u32 = (first..this).map(|index| self.kept[index].next_multiple_of(16)).sum();
        let left = (1 << field::params::SLOT_BITS.get(self.params)) - below;
        let missing = this > first && self.kept[this - 1] == 0;
        if missing || !(2..=left).contains(&slots) {
            self.error |= field::error::SIZE_RANGE.mask();
        } else {
            self.kept[this] = slots;
            self.kept[this + 1..first + 8].fill(0);
        }
    }

    fn arm(&mut self, register: u32, value: u32, wheels: &mut Wheels) {
        let wheel = field::arm::WHEEL.get(value) as usize;
        let slot = field::arm::SLOT.get(value);
        if !wheels.has_slot(wheel, slot) {
            self.error |= field::error::ARM_RANGE.mask();
        } else if register == offset::DISARM {
            wheels.disarm(wheel, slot);
        } else if !wheels.arm(wheel, slot, field::arm::LAP.get(value) as u8) {
            self.sticky |= field::intr_state::LATE_OVERFLOW.mask();
        }
    }

    fn acknowledge(&mut self, value: u32, wheels: &mut Wheels) {
        let Some(head) = wheels.head() else {
            self.error |= field::error::ACK_EMPTY.mask();
            return;
        };
        if field::event_ack::SEQUENCE.get(value) != self.pops % 16 {
            self.error |= field::error::ACK_STALE.mask();
            return;
        }
        wheels.pop();
        self.coalesce(wheels);
        self.pops += 1;
        if field::event_ack::DISARM.is_set(value) {
            wheels.disarm(head.wheel, head.slot);
        }
    }
}

/// The bits of its fields.
fn kept_bits(register: &Register) -> u32 {
    register.fields.iter().map(Field::mask).sum()
}

fn word(byte: u32) -> usize {
    byte as usize / 4
}
