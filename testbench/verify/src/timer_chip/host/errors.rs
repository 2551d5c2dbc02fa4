//! What the chip has to refuse, and its register `ERROR`.

use super::{Done, Host, Patience, REST};
use carillon_driver::bus::RegisterBus;
use carillon_regmap::timer_chip::{MAX_INTERVAL, MAX_WIDE_TIMERS, WINDOW, field, offset};
use carillon_sim::{BusError, TimerPins};

/// A cursor so far behind now leaves starts to be refused, and words of timers wrong.
const TOO_FAR: u64 = 1 << 22;

impl<P: TimerPins> Host<P> {
    /// Before the start: what must not be then, and its bit of `ERROR`.
    pub(super) fn misconfigure(&mut self) -> Done {
        use field::error::{NOT_READY, PRESCALE_ZERO, SIZE_RANGE};
        self.reached.refused += 1;
        self.failures = self.system.memory().errors();
        let has_base = self.build.timer_bits.is_none();
        let bits = match self.random.u32(0..6) {
            0 => {
                let timers = self.bad_count();
                self.write(offset::TIMERS, timers)?;
                SIZE_RANGE
            }
            1 => {
                let wrong = match self.random.u32(0..3) {
                    0 => self.random.u32(0..4),
                    1 => self.build.slot_bits + self.random.u32(1..6),
                    _ => self.build.wheel_bits() | 1 << self.random.u32(5..32),
                };
                self.write(offset::WHEEL_BITS, wrong)?;
                SIZE_RANGE
            }
            2 => {
                let without_clocks = self.random.u32(0..1 << 8) << 24;
                self.write(offset::PRESCALE, without_clocks)?;
                PRESCALE_ZERO
            }
            3 => {
                self.write(offset::CTRL, field::ctrl::ENABLE.put(1))?;
                NOT_READY
            }
            4 => {
                let timer = self.some_timer();
                self.command(timer, 5)?;
                NOT_READY
            }
            _ => {
                // No timers; or a base that has a bit in common with a record's word.
                if has_base && self.random.bool() {
                    let words = self.layout.words();
                    let wrong = 1 << self.random.u32(0..words.ilog2());
                    self.write(offset::TIMERS, self.plan.timers)?;
                    self.write(offset::WHEEL_BITS, self.plan.wheel_bits)?;
                    self.write(offset::MEMORY_BASE, self.plan.base | wrong)?;
                }
                self.write(offset::CTRL, field::ctrl::INITIALISE.put(1))?;
                self.system.clock(u64::from(self.layout.words()) + 60);
                SIZE_RANGE
            }
        };
        self.errors |= bits.mask();
        self.expect_errors().map(drop)
    }

    /// A number of timers that the chip does not take. One with its memory inside takes fewer than the chip beside it
    /// does, and is not asked for those in between.
    fn bad_count(&mut self) -> u32 {
        let link_bits = if self.build.wide { 21 } else { 16 };
        match self.random.u32(0..4) {
            0 => 0,
            1 if self.build.wide => MAX_WIDE_TIMERS + self.random.u32(1..=MAX_WIDE_TIMERS),
            _ => self.random.u32(0..1 << 16) | 1 << self.random.u32(link_bits..32),
        }
    }

    /// What must not be, and its bit of `ERROR`.
    pub(super) fn nonsense(&mut self) -> Done {
        use field::error::{ACK_STALE, ADDRESS, INTERVAL_RANGE, LOCKED, TIMER_RANGE};
        self.reached.refused += 1;
        let bits = match self.random.u32(0..8) {
            0 => {
                let timer = self.plan.timers + self.random.u32(0..1000);
                self.command(timer, 5)?;
                TIMER_RANGE.mask()
            }
            1 => {
                let timer = self.some_timer();
                let word = MAX_INTERVAL + 1 + self.random.u32(0..1 << 20);
                self.command(timer, word)?;
                INTERVAL_RANGE.mask()
            }
            2 => {
                let timer = self.some_timer();
                let far = self.now(0) + (1 << 23) + self.random.u64(600..1 << 20) + 40_000;
                self.write(offset::START_MODE, field::start_mode::ABSOLUTE.put(1))?;
                self.command(timer, far as u32)?;
                // It is refused after it has been answered.
                self.system.clock(REST);
                INTERVAL_RANGE.mask()
            }
            3 => {
                let timer = self.some_timer();
                self.write(offset::START_MODE, 3)?;
                self.command(timer, 7)?;
                INTERVAL_RANGE.mask()
            }
            4 => {
                let (at, word) = match self.random.u32(0..5) {
                    0 => (offset::TIMERS, self.random.u32(1..1000)),
                    1 => (offset::WHEEL_BITS, self.random.u32(4..11)),
                    2 => (offset::MEMORY_BASE, 0),
                    3 => (offset::PRESCALE, self.random.u32(1..5)),
                    _ => {
                        let again = field::ctrl::INITIALISE.put(1) | field::ctrl::ENABLE.put(1);
                        (offset::CTRL, again)
                    }
                };
                self.write(at, word)?;
                LOCKED.mask()
            }
            5 => {
                let timer = WINDOW + 4 * self.some_timer();
                let registers =
                    [timer, offset::TIMER_WORD, offset::EVENT_ACK, offset::CTRL, offset::INTR_ENABLE, offset::SCRATCH];
                let at = registers[self.random.usize(0..registers.len())];
                let (word, lanes) = (self.random.u32(..), self.random.u8(0..15));
                self.reached.operations += 1;
                match (lanes, self.system.write_lanes(at, word, lanes)) {
                    // A write of no byte changes nothing.
                    (0, Ok(())) => return Ok(()),
                    (1.., Err(BusError::Refused { .. })) => ADDRESS.mask(),
                    (_, other) => return Err(format!("{at:#x}, bytes {lanes:04b}: {other:?}")),
                }
            }
            6 => {
                let at = [0x01c, 0x070, 0x100, WINDOW - 4][self.random.usize(0..4)];
                self.reached.operations += 1;
                match self.system.write(at, 5) {
                    Err(BusError::Refused { .. }) => ADDRESS.mask(),
                    other => return Err(format!("{at:#x} is no register: {other:?}")),
                }
            }
            _ => {
                let word = self.read(offset::EVENT)?;
                if !field::event::VALID.is_set(word) {
                    return Ok(());
                }
                let sequence = field::event::SEQUENCE.get(word) ^ self.random.u32(1..16);
                self.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence))?;
                ACK_STALE.mask()
            }
        };
        self.errors |= bits;
        // A command that comes while the memory fails is refused for that, or for what is wrong with it.
        if self.plan.memory.errors > 0 {
            self.take_errors()?;
            return Ok(());
        }
        self.expect_errors().map(drop)
    }

    pub(super) fn take_errors(&mut self) -> Done<u32> {
        let errors = self.read(offset::ERROR)?;
        self.write(offset::ERROR, errors)?;
        self.errors = 0;
        self.failures = self.system.memory().errors();
        Ok(errors)
    }

    /// `ERROR` is what it must be.
    pub(super) fn expect_errors(&mut self) -> Done<u32> {
        let (expected, cleared) = (self.errors, self.failures);
        let failures = self.system.memory().errors();
        self.system.clock(4);
        let asks = expected != 0 && field::intr_enable::ERROR.is_set(self.enables);
        if asks && !self.system.irq() {
            return Err(format!("ERROR is {expected:#x} and the interrupt line is low"));
        }
        let found = self.take_errors()?;
        let memory = field::error::MEMORY.mask();
        if found & !memory != expected {
            return Err(format!("ERROR is {found:#x} and must be {expected:#x}"));
        }
        let failed = self.plan.memory.errors > 0;
        if found & memory != 0 && !failed {
            return Err("ERROR.memory is set, and the memory has not failed".to_owned());
        }
        if found & memory == 0 && failures > cleared {
            return Err("the memory has failed, and ERROR.memory is not set".to_owned());
        }
        Ok(found)
    }

    pub(super) fn is_far_behind(&mut self) -> Done<bool> {
        let cursor = self.cursor()?;
        Ok(self.now(0).saturating_sub(cursor) > TOO_FAR / 2)
    }

    /// Takes what waits, after a start that may come too late.
    pub(super) fn catch_up(&mut self) -> Done {
        let behind = |host: &mut Self| Ok::<_, String>(host.now(0).saturating_sub(host.cursor()?));
        let is_full = field::status::FIFO_FULL.is_set(self.read(offset::STATUS)?);
        // Only a full FIFO keeps the cursor where it is.
        if is_full && behind(self)? > TOO_FAR + 5000 {
            let timer = self.some_timer();
            self.command(timer, 100)?;
            self.reached.behind += 1;
            self.reached.refused += 1;
            self.errors |= field::error::BEHIND.mask();
            if self.plan.memory.errors == 0 {
                self.expect_errors()?;
            } else {
                self.take_errors()?;
            }
        }
        let mut patience = Patience(400_000);
        while behind(self)? > TOO_FAR / 4 {
            patience.lasts("the cursor never comes after now")?;
            self.take_event(None)?;
            self.system.clock(100);
        }
        Ok(())
    }
}
