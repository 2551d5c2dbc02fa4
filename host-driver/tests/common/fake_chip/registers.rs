//! The registers of the fake chip.

use carillon_regmap::counter_chip::{ID_VALUE, REGISTERS, field, offset};
use carillon_regmap::{Feature, Register, VERSION_VALUE};

use super::Drum;
use crate::common::bus_fault::BusFault;

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
}

impl Registers {
    pub fn new(params: u32) -> Self {
        let mut kept = [0; 64];
        kept[word(offset::PRESCALE)] = 1;
        kept[word(offset::ALARM_LO)] = u32::MAX;
        kept[word(offset::ALARM_HI)] = u32::MAX;
        kept[word(offset::WHEEL_SIZE)] = 1 << field::params::SLOT_BITS.get(params);
        Self { now: 0, params, kept, running: false, enabled: false, pops: 0, sticky: 0, forced: 0, error: 0 }
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

    pub fn irq(&self, drum: &Drum) -> bool {
        self.state(drum) & self.kept[word(offset::INTR_ENABLE)] != 0
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
    fn state(&self, drum: &Drum) -> u32 {
        let coalesce = self.kept[word(offset::INTR_COALESCE)];
        let count = field::intr_coalesce::COUNT.get(coalesce) as usize;
        let age = u64::from(field::intr_coalesce::AGE.get(coalesce));
        let event = drum.head().is_some_and(|head| {
            count < 2 || age < 1 || drum.events() >= count || drum.is_full() || self.now - head.arrived >= age
        });
        self.sticky
            | self.forced
            | field::intr_state::EVENT.put(event.into())
            | field::intr_state::ERROR.put((self.error != 0).into())
    }

    fn event(&self, drum: &Drum) -> u32 {
        let others = self.kept[word(offset::INTR_ENABLE)] & !field::intr_state::EVENT.mask();
        let attention = self.state(drum) & others != 0;
        let always = field::event::ATTENTION.put(attention.into()) | field::event::SEQUENCE.put(self.pops);
        drum.head().map_or(always, |head| {
            always
                | field::event::VALID.mask()
                | field::event::LATE.put(head.late.into())
                | field::event::MORE.put((drum.events() > 1).into())
                | field::event::WHEEL.put(head.wheel as u32)
                | field::event::SLOT.put(head.slot)
        })
    }

    fn status(&self, drum: &Drum) -> u32 {
        field::status::READY.mask()
            | field::status::RUNNING.put(self.running.into())
            | field::status::EVENT_PENDING.put(drum.head().is_some().into())
            | field::status::FIFO_FULL.put(drum.is_full().into())
            | field::status::BEHIND.put((drum.cursor() != self.now).into())
    }

    pub fn read(&mut self, byte: u32, drum: &Drum) -> Result<u32, BusFault> {
        let Some(register) = self.find(byte) else {
            self.error |= field::error::ADDRESS.mask();
            return Err(BusFault);
        };
        Ok(match register.offset {
            offset::ID => ID_VALUE,
            offset::VERSION => VERSION_VALUE,
            offset::PARAMS => self.params,
            offset::CTRL => field::ctrl::ENABLE.put(self.enabled.into()),
            offset::STATUS => self.status(drum),
            offset::NOW_LO => self.now as u32,
            offset::NOW_HI => (self.now >> 32) as u32,
            offset::CURSOR_LO => drum.cursor() as u32,
            offset::CURSOR_HI => (drum.cursor() >> 32) as u32,
            offset::ARM | offset::DISARM | offset::EVENT_ACK | offset::INTR_TEST => 0,
            offset::EVENT => self.event(drum),
            offset::EVENT_TICK => drum.head().map_or(0, |head| head.tick as u32),
            offset::INTR_STATE => self.state(drum),
            offset::ERROR => self.error,
            offset::NEXT => {
                let wheel = (byte - offset::NEXT) as usize / 4;
                let exists = drum.has_slot(wheel, 0);
                let distance = exists.then(|| drum.distance(wheel)).flatten();
                distance.map_or(0, |distance| field::next::VALID.mask() | field::next::DISTANCE.put(distance as u32))
            }
            _ => self.kept[word(byte)],
        })
    }

    /// Says whether the write resets the chip.
    pub fn write(&mut self, byte: u32, value: u32, drum: &mut Drum) -> Result<bool, BusFault> {
        use field::error;
        let Some(register) = self.find(byte) else {
            self.error |= error::ADDRESS.mask();
            return Err(BusFault);
        };
        match register.offset {
            offset::CTRL if field::ctrl::RESET.is_set(value) => return Ok(true),
            offset::CTRL => self.enable(field::ctrl::ENABLE.is_set(value), drum),
            offset::PRESCALE | offset::WHEEL_SIZE if self.running => {
                self.error |= error::LOCKED.mask();
            }
            offset::PRESCALE if value & 0xFF_FFFF == 0 => {
                self.error |= error::PRESCALE_ZERO.mask();
            }
            offset::WHEEL_SIZE => self.resize(byte, value),
            offset::WHEEL_MODE => {
                self.kept[word(byte)] = value & 3;
                self.set_modes(drum);
            }
            offset::ARM | offset::DISARM if !self.running => {
                self.error |= error::NOT_READY.mask();
            }
            offset::ARM | offset::DISARM => self.arm(register.offset, value, drum),
            offset::EVENT_ACK => self.acknowledge(value, drum),
            offset::INTR_STATE => {
                self.sticky &= !value;
                self.forced &= !value;
            }
            offset::INTR_TEST => self.forced |= value & 0x1F,
            offset::INTR_COALESCE => self.kept[word(byte)] = value & 0xFF_FFFF,
            offset::ERROR => self.error &= !value,
            _ if register.access.writable() => self.kept[word(byte)] = value,
            _ => {}
        }
        Ok(false)
    }

    fn enable(&mut self, enabled: bool, drum: &mut Drum) {
        if enabled && !self.running {
            let first = word(offset::WHEEL_SIZE);
            drum.start(&self.kept[first..first + 8]);
            self.set_modes(drum);
        }
        self.enabled = enabled;
        self.running |= enabled;
    }

    fn set_modes(&self, drum: &mut Drum) {
        for index in 0..8 {
            let mode = self.kept[word(offset::WHEEL_MODE) + index];
            let hold = field::wheel_mode::HOLD.is_set(mode);
            drum.set_mode(index, hold, field::wheel_mode::AUTO_CLEAR.is_set(mode));
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

    fn arm(&mut self, register: u32, value: u32, drum: &mut Drum) {
        let wheel = field::arm::WHEEL.get(value) as usize;
        let slot = field::arm::SLOT.get(value);
        if !drum.has_slot(wheel, slot) {
            self.error |= field::error::ARM_RANGE.mask();
        } else if register == offset::DISARM {
            drum.disarm(wheel, slot);
        } else if !drum.arm(wheel, slot, field::arm::LAP.get(value) as u8) {
            self.sticky |= field::intr_state::LATE_OVERFLOW.mask();
        }
    }

    fn acknowledge(&mut self, value: u32, drum: &mut Drum) {
        let Some(head) = drum.head() else {
            self.error |= field::error::ACK_EMPTY.mask();
            return;
        };
        if field::event_ack::SEQUENCE.get(value) != self.pops % 16 {
            self.error |= field::error::ACK_STALE.mask();
            return;
        }
        drum.pop();
        self.pops += 1;
        if field::event_ack::DISARM.is_set(value) {
            drum.disarm(head.wheel, head.slot);
        }
    }
}

fn word(byte: u32) -> usize {
    byte as usize / 4
}
