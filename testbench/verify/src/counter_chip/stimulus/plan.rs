//! What the random host does next.

use super::{Phase, Stimulus, Transfer};
use carillon_regmap::counter_chip::{field, offset};
use carillon_spec::counter_chip::ReferenceChip;
use carillon_spec::counter_chip::WheelSizes;

impl Stimulus {
    /// What a driver does after a reset, with wheels from tiny to all, and some of it wrong.
    pub(super) fn initialise(&mut self) {
        self.queue.clear();
        self.phase = Phase::Pausing(0);
        self.pipelined = self.random.bool();
        self.eagerness = self.one_of(&[0, 20, 60, 95]);
        self.tidiness = self.one_of(&[5, 50, 80]);
        let prescale = self.prescale();
        let capacity = 1 << self.build.slot_bits;
        if self.random.bool() {
            let too_large = capacity + 1 + self.random.u32(0..1 << 20);
            self.write(offset::WHEEL_SIZE, too_large);
            let too_small = self.random.u32(0..2);
            self.write(offset::WHEEL_SIZE, too_small);
            self.write(offset::element(offset::WHEEL_SIZE, 1), 7);
            self.write(offset::element(offset::WHEEL_SIZE, 2), 7);
            self.write(offset::PRESCALE, 0);
        }
        let sizes = self.sizes(capacity);
        for (wheel, &size) in (0..).zip(&sizes) {
            self.write(offset::element(offset::WHEEL_SIZE, wheel), size);
            self.read(offset::element(offset::WHEEL_SIZE, wheel));
        }
        // No room for one more, or just for a small one, or no such wheel: the chip knows. With and without reserved
        // bits.
        if self.once_in(4) {
            let wheel = self.random.u32(0..8);
            let size = self.random.u32(0..2 * capacity);
            let reserved = self.random.u32(..) << 21 & 0u32.wrapping_sub(self.random.u32(0..2));
            self.write(offset::element(offset::WHEEL_SIZE, wheel), size | reserved);
        }
        self.sizes = WheelSizes::new(sizes);
        for wheel in 0..self.build.wheels {
            if self.random.bool() {
                let mode = self.one_of(&[0, 1, 1, 2, 2, 3]);
                self.write(offset::element(offset::WHEEL_MODE, wheel), mode);
            }
        }
        self.write(offset::PRESCALE, prescale);
        let enables = self.random.u32(0..32);
        let enables = self.one_of(&[enables, 0b11101, 0b11101, 0b11111, 0b00001]);
        self.write(offset::INTR_ENABLE, enables);
        if self.random.bool() {
            self.coalesce();
        }
        self.write(offset::ARM, 3);
        // Sometimes too early: refused.
        let sweep = if self.once_in(8) { 10 } else { capacity + 10 };
        self.queue.push_back(Transfer { write: true, offset: offset::CTRL, data: 1, select: 0xf, pause: sweep });
    }

    /// Mostly ticks short enough to keep the wheels turning; once in 16 times one of hundreds of clocks to the longest.
    fn prescale(&mut self) -> u32 {
        if self.once_in(16) {
            let bits = self.random.u32(8..=24);
            return self.random.u32(1 << (bits - 1)..1 << bits);
        }
        self.one_of(&[1, 1, 1, 2, 3, 7, 20, 40])
    }

    /// Sizes for one wheel or more, of all kinds, that fit.
    fn sizes(&mut self, capacity: u32) -> Vec<u32> {
        let most = self.build.wheels;
        let wheels = if self.once_in(3) { self.random.u32(1..=most) } else { most };
        let share = (capacity / wheels) & !15;
        let kind = self.random.u32(0..6);
        let mut left = capacity;
        let mut sizes = Vec::new();
        for wheel in 0..wheels as usize {
            let last = wheel + 1 == wheels as usize;
            let size = match kind {
                0 => self.random.u32(2..6),
                1 => self.random.u32(6..70),
                2 => self.random.u32(2..=share),
                3 => [60, 60, 24, 100][wheel % 4],
                4 if last => left - self.random.u32(0..3),
                4 => self.one_of(&[2, 3, 15, 16, 17, 32]),
                _ => share - self.random.u32(0..3),
            };
            let size = size.min(share.max(left * u32::from(last)));
            left -= size.next_multiple_of(16);
            sizes.push(size);
        }
        sizes
    }

    /// Puts the transfers of one thing that a host may do into the queue.
    pub(super) fn plan(&mut self, chip: &ReferenceChip) {
        let peek = |offset| chip.peek(offset).unwrap_or(0);
        let pending = field::event::VALID.is_set(peek(offset::EVENT));
        if pending && self.random.u32(0..100) < self.eagerness {
            return self.service(chip);
        }
        match self.random.u32(0..200) {
            0..70 => {
                let word = self.arm_word(chip);
                self.write(offset::ARM, word);
            }
            70..85 => {
                let word = self.arm_word(chip);
                self.write(offset::DISARM, word);
            }
            85..135 => self.service(chip),
            135..150 => {
                let offset = self.random.u32(0..64) * 4;
                self.read(offset);
            }
            150..160 => {
                let wheel = self.random.u32(0..self.build.wheels);
                self.read(offset::element(offset::NEXT, wheel));
            }
            160..164 => {
                // What the host has seen, and some of what it has not.
                self.read(offset::INTR_STATE);
                let bits = self.random.u32(0..32) | 0b01000;
                self.write(offset::INTR_STATE, bits);
            }
            164..168 => {
                let bits = self.random.u32(0..32);
                let offset = self.one_of(&[offset::INTR_ENABLE, offset::INTR_TEST]);
                self.write(offset, bits);
            }
            168..170 => self.write(offset::ERROR, 0xff),
            170..172 => self.coalesce(),
            172..176 => self.set_alarm(chip),
            176 => self.change_mode(),
            177 => {
                let word = self.random.u32(..);
                self.write(offset::SCRATCH, word);
            }
            178 => {
                let wheel = self.random.u32(0..8);
                let size = offset::element(offset::WHEEL_SIZE, wheel);
                let offset = self.one_of(&[size, offset::PRESCALE]);
                let value = self.random.u32(0..4);
                self.write(offset, value);
            }
            179..182 => {
                self.write(offset::CTRL, 0);
                self.read(offset::STATUS);
                self.write(offset::CTRL, 1);
                let longest = self.one_of(&[100, 100, 1000]);
                let clocks = self.random.u32(0..longest);
                self.pause(clocks);
            }
            182 if self.random.u32(0..1 << self.build.slot_bits) < 8 => {
                self.write(offset::CTRL, 2);
                self.initialise();
            }
            183 => {
                let word = self.arm_word(chip);
                self.write(offset::ARM, word);
                self.queue[0].select = self.random.u8(0..16);
            }
            184 => {
                let word = self.random.u32(..);
                self.write(offset::ARM, word);
            }
            185..188 => self.anywhere(),
            _ => {
                // The host sleeps.
                self.read(offset::STATUS);
                let longest = self.one_of(&[30, 100, 300, 2000]);
                let clocks = self.random.u32(0..longest);
                self.pause(clocks);
            }
        }
        if self.once_in(3) {
            let clocks = self.random.u32(0..12);
            if let Some(first) = self.queue.front_mut() {
                first.pause += clocks;
            }
        }
    }

    /// The interrupt service routine, for one event; now and then with a stale acknowledgement.
    fn service(&mut self, chip: &ReferenceChip) {
        self.read(offset::EVENT);
        self.read(offset::EVENT_TICK);
        let head = chip.peek(offset::EVENT).unwrap_or(0);
        let mut sequence = chip.sequence();
        if self.once_in(20) {
            sequence = self.random.u32(0..16);
        }
        if self.random.bool() && field::event::VALID.is_set(head) {
            // A host that migrates: what is due within the slot goes to the wheels below.
            for _ in 0..self.random.u32(0..3) {
                let word = self.arm_word(chip);
                self.write(offset::ARM, word);
            }
        }
        let disarm = u32::from(self.random.u32(0..100) < self.tidiness);
        let word = field::event_ack::SEQUENCE.put(sequence) | field::event_ack::DISARM.put(disarm);
        self.write(offset::EVENT_ACK, word);
    }

    /// A write to any register, except that most would only stop the clock.
    fn anywhere(&mut self) {
        let offset = self.random.u32(0..64) * 4;
        let data = self.random.u32(..);
        if offset != offset::CTRL {
            self.write(offset, data);
        }
    }

    fn coalesce(&mut self) {
        let count = self.one_of(&[0, 1, 2, 3, 4, 15, 16, 17, 255]);
        let age = self.one_of(&[0, 1, 2, 5, 30, 300, 65_535]);
        let word = field::intr_coalesce::COUNT.put(count) | field::intr_coalesce::AGE.put(age);
        self.write(offset::INTR_COALESCE, word);
    }

    /// An alarm close to now, or once in 8 times anywhere in all time, in the three-write order or straight; sometimes
    /// never.
    fn set_alarm(&mut self, chip: &ReferenceChip) {
        let mut tick = (chip.now() + self.random.u64(0..60)).saturating_sub(10);
        if self.once_in(8) {
            tick = self.random.u64(..) >> self.random.u32(0..64);
        }
        let (low, high) = (tick as u32, (tick >> 32) as u32);
        match self.random.u32(0..5) {
            0 | 4 => {
                self.write(offset::ALARM_HI, u32::MAX);
                self.write(offset::INTR_STATE, field::intr_state::ALARM.mask());
            }
            1 => {
                self.write(offset::ALARM_LO, low);
                self.write(offset::ALARM_HI, high);
            }
            _ => {
                self.write(offset::ALARM_HI, u32::MAX);
                self.write(offset::ALARM_LO, low);
                self.write(offset::ALARM_HI, high);
                self.write(offset::INTR_STATE, field::intr_state::ALARM.mask());
            }
        }
    }

    fn change_mode(&mut self) {
        let wheel = self.random.u32(0..self.build.wheels);
        let mode = self.random.u32(0..4);
        self.write(offset::element(offset::WHEEL_MODE, wheel), mode);
    }

    /// A visit close to a wheel's position, sometimes named a lap or three too early or too late.
    fn arm_word(&mut self, chip: &ReferenceChip) -> u32 {
        let wheel = match self.sizes.wheels() {
            0 | 1 => 0,
            _ if self.random.bool() => 0,
            wheels => self.random.u32(0..wheels),
        };
        let size = self.sizes.size(wheel).max(1);
        let near = size.min(24);
        let spread = self.one_of(&[3, near + 1, size + 2]);
        // From the visit that is just past.
        let step = self.sizes.steps(wheel, chip.turned()) + self.random.u64(0..spread);
        let (slot, mut lap) = self.sizes.slot_and_lap(wheel, step);
        if self.once_in(6) {
            lap = lap.wrapping_add(self.random.u8(0..7)).wrapping_sub(3);
        }
        // And once in 24 times any lap, of which half are on the wrong side of 128; 127 and 128 more often than others.
        if self.once_in(24) {
            let any = self.random.u8(..);
            lap = lap.wrapping_add(self.one_of(&[any, any, 127, 128, 129]));
        }
        field::arm::WHEEL.put(wheel) | field::arm::SLOT.put(slot) | field::arm::LAP.put(lap.into())
    }
}
