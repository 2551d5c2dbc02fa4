//! What the host sets and reads back.

use super::{Done, Host};
use carillon_regmap::VERSION_VALUE;
use carillon_regmap::timer_chip::{ID_VALUE, REGISTERS, field, offset};
use carillon_sim::TimerPins;

/// More clocks than pass from a tick until a reading of `STATUS` shows that the cursor is behind it.
const BEHIND_CLOCKS: u64 = 8;

/// All bits of the interrupt's registers.
fn interrupts() -> u32 {
    use field::intr_enable::{ERROR, EVENT, HALF_PERIOD};
    EVENT.mask() | ERROR.mask() | HALF_PERIOD.mask()
}

impl<P: TimerPins> Host<P> {
    /// The register reads as that word.
    fn reads_as(&mut self, at: u32, word: u32) -> Done {
        let found = self.read(at)?;
        if found == word { Ok(()) } else { Err(format!("register {at:#x} reads {found:#x}, not {word:#x}")) }
    }

    /// After a reset the interrupt line is low and every register reads as the map says, but for those that are refused
    /// then, those of an event that is not there, and the build's parameters, which [`read_back`](Self::read_back)
    /// reads.
    pub(super) fn reads_as_reset(&mut self) -> Done {
        if self.system.irq() {
            return Err("the interrupt line is high after a reset".to_owned());
        }
        for register in REGISTERS {
            let at = register.offset;
            let refused = [offset::TIMER_WORD, offset::NEXT_EXPIRY].contains(&at);
            let of_event = [offset::EVENT, offset::EVENT_TICK].contains(&at);
            let is_there = register.access.readable() && self.build.has(register);
            if is_there && !refused && !of_event && at != offset::PARAMS {
                self.reads_as(at, register.reset)?;
            }
        }
        Ok(())
    }

    /// Where `STATUS.behind` is 0, the cursor is a tick ahead of now.
    pub(super) fn check_cursor(&mut self) -> Done {
        let status = self.read(offset::STATUS)?;
        let now = self.now(BEHIND_CLOCKS);
        if field::status::BEHIND.is_set(status) {
            return Ok(());
        }
        self.reached.up_to_date += 1;
        let cursor = self.cursor()?;
        if cursor > now {
            return Ok(());
        }
        Err(format!("CURSOR is {cursor} and STATUS.behind was 0 at tick {now}"))
    }

    /// Reads some register back that keeps what was written.
    pub(super) fn read_back(&mut self) -> Done {
        self.reached.read_back += 1;
        match self.random.u32(0..7) {
            0 => self.reads_as(offset::PRESCALE, self.plan.prescale),
            1 => self.reads_as(offset::INTR_ENABLE, self.enables),
            3 => self.reads_as(offset::ID, ID_VALUE),
            4 => self.reads_as(offset::VERSION, VERSION_VALUE),
            // The chip beside one with its memory inside shows other parameters.
            5 if self.build.timer_bits.is_none() => self.reads_as(offset::PARAMS, self.build.params()),
            // These can only be written.
            2 => {
                let settings = [offset::TIMERS, offset::WHEEL_BITS, offset::MEMORY_BASE];
                let at = settings[self.random.usize(0..3)];
                self.reads_as(at, 0)
            }
            _ => {
                let word = self.random.u32(..);
                self.write(offset::SCRATCH, word)?;
                let clocks = self.random.u64(0..4);
                self.system.clock(clocks);
                self.reads_as(offset::SCRATCH, word)
            }
        }
    }

    /// Enables some interrupts.
    pub(super) fn enable_interrupts(&mut self) -> Done {
        self.enables = self.random.u32(..) & interrupts();
        self.write(offset::INTR_ENABLE, self.enables)?;
        self.system.clock(4);
        Ok(())
    }

    /// Forces some bits of `INTR_STATE`, and clears them again.
    pub(super) fn force_interrupts(&mut self) -> Done {
        self.reached.forced += 1;
        let forced = self.random.u32(..) & interrupts();
        self.write(offset::INTR_TEST, forced)?;
        self.system.clock(4);
        let (state, irq) = (self.read(offset::INTR_STATE)?, self.system.irq());
        if state & forced != forced || (forced & self.enables != 0 && !irq) {
            return Err(format!(
                "INTR_TEST has forced {forced:#x}: INTR_STATE is {state:#x}, the interrupt line {irq}"
            ));
        }
        self.write(offset::INTR_STATE, interrupts())?;
        self.system.clock(4);
        let half = field::intr_state::HALF_PERIOD;
        if half.is_set(self.read(offset::INTR_STATE)?) {
            return Err("INTR_STATE.half_period has been cleared and is set".to_owned());
        }
        Ok(())
    }

    /// The interrupt line follows `INTR_STATE`, which has no bit without a cause. What comes meanwhile is no fault.
    pub(super) fn check_interrupts(&mut self) -> Done {
        let before = self.read(offset::INTR_STATE)?;
        self.system.clock(4);
        let irq = self.system.irq();
        let after = self.read(offset::INTR_STATE)?;
        let error = field::intr_state::ERROR;
        let strange = after & !interrupts();
        if strange != 0 || (error.is_set(after) && self.errors == 0 && self.plan.memory.errors == 0) {
            return Err(format!("INTR_STATE is {after:#x}, without a cause"));
        }
        if irq && (before | after) & self.enables == 0 {
            return Err(format!("the interrupt line is high, and INTR_STATE is {after:#x}"));
        }
        Ok(())
    }

    /// How many events an interrupt waits for, and how long; often no more than one.
    pub(super) fn coalesce(&mut self) -> Done {
        if !self.build.coalescing {
            return Ok(());
        }
        self.coalescing = (self.random.u32(0..6), self.random.u32(0..40));
        let (count, age) = self.coalescing;
        let word = field::intr_coalesce::COUNT.put(count) | field::intr_coalesce::AGE.put(age);
        self.write(offset::INTR_COALESCE, word)?;
        self.reads_as(offset::INTR_COALESCE, word)
    }
}
