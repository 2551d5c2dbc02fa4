//! The timer chip's registers: what the host has set, and what it reads.

use carillon_regmap::VERSION_VALUE;
use carillon_regmap::timer_chip::field::{self, ctrl, status};
use carillon_regmap::timer_chip::{ID_VALUE, MAX_INTERVAL, MIN_WHEEL_BITS, WINDOW, offset};

use super::reference::{Command, ReferenceTimerChip};
use super::rings::Rings;

/// Clocks from the one in which the memory is told to be initialised, for each record.
const CLOCKS_A_RECORD: u64 = 5;

/// The longest deadline, in ticks.
const FARTHEST: u64 = MAX_INTERVAL as u64 + 1;

/// What the host has set.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub scratch: u32,
    pub enabled: bool,
    pub prescale: u32,
    pub timers: u32,
    pub wheel_bits: u32,
    pub base: u32,
    pub locked: bool,
    pub interrupts: u32,
    pub forced: u32,
    pub absolute: bool,
    pub periodic: bool,
    pub timer: u32,
    pub errors: u32,
    /// Events popped since reset.
    pub popped: u32,
}

impl Default for Set {
    fn default() -> Self {
        Self {
            scratch: 0,
            enabled: false,
            prescale: 1,
            timers: 0,
            wheel_bits: MIN_WHEEL_BITS,
            base: 0,
            locked: false,
            interrupts: 0,
            forced: 0,
            absolute: false,
            periodic: false,
            timer: 0,
            errors: 0,
            popped: 0,
        }
    }
}

impl ReferenceTimerChip {
    /// What a read shows that waits for nothing; `None` where the chip has no such register.
    pub(super) fn show(&self, offset: u32) -> Option<u32> {
        let set = &self.set;
        let head = self.events.front();
        Some(match offset {
            offset::ID => ID_VALUE,
            offset::VERSION => VERSION_VALUE,
            offset::PARAMS => self.build.params(),
            offset::SCRATCH => set.scratch,
            offset::CTRL => ctrl::ENABLE.put(set.enabled.into()),
            offset::STATUS => {
                status::READY.put(self.rings.is_some().into())
                    | status::LOCKED.put(set.locked.into())
                    | status::EVENT_PENDING.put(head.is_some().into())
                    | status::FIFO_FULL.put((!self.has_room()).into())
                    | status::BEHIND.put((self.at <= self.now).into())
            }
            offset::PRESCALE => set.prescale,
            offset::NOW_LO => self.now as u32,
            offset::NOW_HI => (self.now >> 32) as u32,
            offset::CURSOR_LO => self.at as u32,
            offset::EVENT => head.map_or(0, |event| {
                field::event::TIMER.put(event.timer)
                    | field::event::GENERATION.put(event.generation)
                    | field::event::SEQUENCE.put(set.popped)
                    | field::event::VALID.put(1)
            }),
            offset::EVENT_TICK => head.map_or(0, |event| event.tick as u32),
            offset::INTR_STATE => self.causes(),
            offset::INTR_ENABLE => set.interrupts,
            offset::ERROR => set.errors,
            offset::TIMER
            | offset::EVENT_ACK
            | offset::INTR_TEST
            | offset::START_MODE
            | offset::TIMERS
            | offset::WHEEL_BITS
            | offset::MEMORY_BASE => 0,
            _ => return None,
        })
    }

    /// What asks for an interrupt.
    pub(super) fn causes(&self) -> u32 {
        field::intr_state::EVENT.put((!self.events.is_empty()).into())
            | field::intr_state::ERROR.put((self.set.errors != 0).into())
            | field::intr_state::HALF_PERIOD.put(self.half_period.into())
            | self.set.forced
    }

    /// A write that waits for nothing; `None` where the chip has no such register.
    pub(super) fn store(&mut self, offset: u32, word: u32) -> Option<()> {
        use field::error;
        let events = self.events.len();
        let set = &mut self.set;
        let mut refused = 0;
        match offset {
            offset::SCRATCH => set.scratch = word,
            offset::CTRL if ctrl::RESET.is_set(word) => self.clear(),
            offset::CTRL => {
                let enables = ctrl::ENABLE.is_set(word);
                if enables && self.rings.is_none() {
                    refused |= error::NOT_READY.mask();
                } else {
                    set.enabled = enables;
                }
                if ctrl::INITIALISE.is_set(word) {
                    refused |= self.initialise();
                }
            }
            offset::PRESCALE | offset::TIMERS | offset::WHEEL_BITS | offset::MEMORY_BASE if set.locked => {
                refused |= error::LOCKED.mask();
            }
            offset::PRESCALE => match field::prescale::CLOCKS.get(word) {
                0 => refused |= error::PRESCALE_ZERO.mask(),
                clocks => set.prescale = clocks,
            },
            offset::TIMERS if (1..=0xffff).contains(&word) => set.timers = word,
            offset::WHEEL_BITS if (MIN_WHEEL_BITS..=self.build.wheel_bits()).contains(&word) => {
                set.wheel_bits = word;
            }
            offset::TIMERS | offset::WHEEL_BITS => refused |= error::SIZE_RANGE.mask(),
            offset::MEMORY_BASE => set.base = word & 0x3fff_ffff,
            offset::TIMER => set.timer = field::timer::NUMBER.get(word),
            offset::EVENT_ACK if events == 0 => refused |= error::ACK_EMPTY.mask(),
            offset::EVENT_ACK if field::event_ack::SEQUENCE.get(word) != set.popped % 16 => {
                refused |= error::ACK_STALE.mask();
            }
            offset::EVENT_ACK => {
                set.popped = (set.popped + 1) % 16;
                self.events.pop_front();
            }
            offset::INTR_STATE => {
                set.forced &= !word;
                self.half_period &= !field::intr_state::HALF_PERIOD.is_set(word);
            }
            offset::INTR_ENABLE => set.interrupts = word & INTERRUPTS,
            offset::INTR_TEST => set.forced |= word & INTERRUPTS,
            offset::ERROR => set.errors &= !word,
            offset::START_MODE => {
                set.absolute = field::start_mode::ABSOLUTE.is_set(word);
                set.periodic = field::start_mode::PERIODIC.is_set(word);
            }
            _ => self.show(offset).map(drop)?,
        }
        self.set.errors |= refused;
        Some(())
    }

    /// Begins to write all records; returns what is wrong with them.
    fn initialise(&mut self) -> u32 {
        use field::error;
        let set = &mut self.set;
        if set.locked {
            return error::LOCKED.mask();
        }
        let records = set.timers + (1 << set.wheel_bits);
        let space = (records * self.build.record_words()).next_power_of_two();
        if set.timers == 0 || records > 1 << self.build.link_bits() || !set.base.is_multiple_of(space) {
            return error::SIZE_RANGE.mask();
        }
        set.locked = true;
        self.sweep = Some(u64::from(records) * CLOCKS_A_RECORD);
        0
    }

    /// The sweep is over.
    pub(super) fn swept(&mut self) {
        let slots = 1 << self.set.wheel_bits;
        self.busy = vec![false; slots as usize];
        self.accesses += u64::from((self.set.timers + slots) * self.build.record_words());
        self.rings = Some(Rings::new(self.set.timers, slots));
    }

    /// Which timer an offset means.
    pub(super) fn timer_at(&self, offset: u32) -> Option<u32> {
        match offset {
            offset::TIMER_WORD => Some(self.set.timer),
            WINDOW.. => Some((offset - WINDOW) / 4),
            _ => None,
        }
    }

    /// What a word written to a timer asks for; an error is noted, and nothing asked for.
    pub(super) fn command(&mut self, timer: u32, word: u32) -> Option<Command> {
        use field::error;
        let is_start = word != 0 || self.set.absolute;
        let too_long = if self.set.absolute { self.set.periodic } else { self.set.periodic || word > MAX_INTERVAL };
        let refused = if self.rings.is_none() {
            error::NOT_READY.mask()
        } else if timer >= self.set.timers {
            error::TIMER_RANGE.mask()
        } else if is_start && too_long {
            error::INTERVAL_RANGE.mask()
        } else {
            0
        };
        self.set.errors |= refused;
        let absolute = self.set.absolute;
        if is_start {
            (self.set.absolute, self.set.periodic) = (false, false);
        }
        if refused != 0 {
            return None;
        }
        Some(match (is_start, absolute) {
            (false, _) => Command::Stop { timer },
            (true, false) => Command::Start { timer, interval: word.into() },
            (true, true) => Command::Deadline { timer, tick: word },
        })
    }

    /// The tick of a deadline, of which `tick` is the low half; `None` and an error if it is too far ahead.
    pub(super) fn deadline(&mut self, tick: u32) -> Option<u64> {
        let ahead = tick.wrapping_sub(self.now as u32).cast_signed();
        let ahead = u64::try_from(ahead).unwrap_or(0).max(1);
        if ahead > FARTHEST {
            self.set.errors |= field::error::INTERVAL_RANGE.mask();
            return None;
        }
        Some(self.now + ahead)
    }
}

const INTERRUPTS: u32 =
    field::intr_enable::EVENT.mask() | field::intr_enable::ERROR.mask() | field::intr_enable::HALF_PERIOD.mask();
