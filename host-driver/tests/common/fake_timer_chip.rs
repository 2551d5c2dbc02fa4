//! The whole timer chip in plain Rust, without clocks: a tick is the smallest step, and what takes the chip some clocks
//! takes none here. Its memory fails when told to.

use std::collections::VecDeque;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::VERSION_VALUE;
use carillon_regmap::timer_chip::field::{self, ctrl, error, start_mode, status};
use carillon_regmap::timer_chip::{ID_VALUE, MAX_INTERVAL, WINDOW, offset};

use super::bus_fault::BusFault;

/// One wheel of 2^10 slots, 2^2 events, periodic timers, and look-ahead.
pub const PARAMS: u32 = 1 | (10 << 4) | (2 << 9) | (1 << 16) | (1 << 23);

const DEPTH: usize = 4;

#[derive(Debug, Clone, Copy, Default)]
struct Timer {
    generation: u32,
    /// When it is due, and which start it is.
    due: Option<(u64, u64)>,
    period: Option<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Event {
    timer: u32,
    generation: u32,
    tick: u64,
}

/// What a reset clears.
#[derive(Debug, Default)]
struct State {
    now: u64,
    enabled: bool,
    locked: bool,
    scratch: u32,
    prescale: u32,
    count: u32,
    mode: u32,
    enable: u32,
    forced: u32,
    half_period: bool,
    errors: u32,
    popped: u32,
    starts: u64,
    named: u32,
    timers: Vec<Timer>,
    fifo: VecDeque<Event>,
}

/// The chip and its bus.
#[derive(Debug, Default)]
pub struct FakeTimerChip {
    /// Ticks that have passed for the world around it.
    pub world: u64,
    /// The memory answers with errors: commands are refused.
    pub failing: bool,
    state: State,
}

impl FakeTimerChip {
    pub fn pass(&mut self, ticks: u64) {
        self.world += ticks;
        let state = &mut self.state;
        if state.enabled {
            let before = state.now;
            state.now += ticks;
            state.half_period |= before >> 31 != state.now >> 31;
            state.expire();
        }
    }

    pub fn reset(&mut self) {
        self.state = State::default();
    }

    pub fn is_enabled(&self) -> bool {
        self.state.enabled
    }

    /// A timer's word.
    fn look(&mut self, timer: u32) -> u32 {
        if self.refuses(timer) {
            return 0;
        }
        let Timer { generation, due, .. } = self.state.timers[timer as usize];
        let left = due.map_or(0, |(due, _)| due.saturating_sub(self.state.now));
        field::timer_word::TICKS.put(left as u32)
            | field::timer_word::GENERATION.put(generation)
            | field::timer_word::RUNS.put(due.is_some().into())
    }

    fn refuses(&mut self, timer: u32) -> bool {
        let state = &mut self.state;
        let refused = if state.timers.is_empty() {
            error::NOT_READY
        } else if timer >= state.count {
            error::TIMER_RANGE
        } else if self.failing {
            error::MEMORY
        } else {
            return false;
        };
        state.errors |= refused.mask();
        true
    }

    fn command(&mut self, number: u32, word: u32) {
        let mode = self.state.mode;
        let absolute = start_mode::ABSOLUTE.is_set(mode);
        let periodic = start_mode::PERIODIC.is_set(mode);
        let is_start = word != 0 || absolute;
        if is_start {
            self.state.mode = 0;
        }
        if self.refuses(number) {
            return;
        }
        let state = &mut self.state;
        let ahead = match absolute {
            true => i64::from(word.wrapping_sub(state.now as u32).cast_signed()).max(1),
            false => word.into(),
        };
        let longest = i64::from(MAX_INTERVAL) + i64::from(absolute);
        if is_start && ahead > longest {
            state.errors |= error::INTERVAL_RANGE.mask();
            return;
        }
        state.starts += 1;
        let timer = &mut state.timers[number as usize];
        timer.generation = (timer.generation + 1) % 128;
        let due = state.now + ahead as u64;
        timer.due = is_start.then_some((due, state.starts));
        timer.period = periodic.then_some(word.into());
    }
}

impl State {
    /// Timers that are due go to the FIFO, as far as it has room.
    fn expire(&mut self) {
        while self.fifo.len() < DEPTH {
            let due = |&(_, timer): &(u32, &Timer)| timer.due;
            let first = (0..).zip(&self.timers).filter(|timer| due(timer).is_some());
            let Some(number) = first.min_by_key(due).map(|(number, _)| number) else {
                return;
            };
            let timer = &mut self.timers[number as usize];
            let Some((tick, _)) = timer.due.filter(|&(tick, _)| tick <= self.now) else {
                return;
            };
            self.starts += 1;
            timer.due = timer.period.map(|period| (tick + period, self.starts));
            self.fifo.push_back(Event { timer: number, generation: timer.generation, tick });
        }
    }

    /// The first tick at which a timer is due.
    fn first(&self) -> Option<u64> {
        self.timers.iter().filter_map(|timer| timer.due).map(|(tick, _)| tick).min()
    }

    fn causes(&self) -> u32 {
        field::intr_state::EVENT.put((!self.fifo.is_empty()).into())
            | field::intr_state::ERROR.put((self.errors != 0).into())
            | field::intr_state::HALF_PERIOD.put(self.half_period.into())
            | self.forced
    }

    fn event(&self) -> u32 {
        self.fifo.front().map_or(0, |event| {
            field::event::TIMER.put(event.timer)
                | field::event::GENERATION.put(event.generation)
                | field::event::SEQUENCE.put(self.popped)
                | field::event::VALID.mask()
        })
    }

    fn acknowledge(&mut self, word: u32) {
        if self.fifo.is_empty() {
            self.errors |= error::ACK_EMPTY.mask();
        } else if field::event_ack::SEQUENCE.get(word) != self.popped {
            self.errors |= error::ACK_STALE.mask();
        } else {
            self.fifo.pop_front();
            self.popped = (self.popped + 1) % 16;
            self.expire();
        }
    }

    fn control(&mut self, word: u32) {
        if ctrl::ENABLE.is_set(word) && self.timers.is_empty() {
            self.errors |= error::NOT_READY.mask();
        } else {
            self.enabled = ctrl::ENABLE.is_set(word);
        }
        if !ctrl::INITIALISE.is_set(word) {
            return;
        }
        if self.locked {
            self.errors |= error::LOCKED.mask();
        } else if self.count == 0 {
            self.errors |= error::SIZE_RANGE.mask();
        } else {
            self.locked = true;
            self.timers = vec![Timer::default(); self.count as usize];
        }
    }
}

impl RegisterBus for FakeTimerChip {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        let state = &self.state;
        Ok(match offset {
            offset::ID => ID_VALUE,
            offset::VERSION => VERSION_VALUE,
            offset::PARAMS => PARAMS,
            offset::SCRATCH => state.scratch,
            offset::CTRL => state.enabled.into(),
            offset::STATUS => {
                status::READY.put((!state.timers.is_empty()).into())
                    | status::LOCKED.put(state.locked.into())
                    | status::EVENT_PENDING.put((!state.fifo.is_empty()).into())
                    | status::FIFO_FULL.put((state.fifo.len() == DEPTH).into())
                    | status::MEMORY_FAILING.put(self.failing.into())
            }
            offset::PRESCALE => state.prescale.max(1),
            offset::NOW_LO => state.now as u32,
            offset::NOW_HI => (state.now >> 32) as u32,
            offset::CURSOR_LO => match state.first() {
                Some(tick) => tick.min(state.now + 1) as u32,
                None => state.now as u32 + 1,
            },
            offset::EVENT => state.event(),
            offset::EVENT_TICK => state.fifo.front().map_or(0, |event| event.tick as u32),
            offset::INTR_STATE => state.causes(),
            offset::INTR_ENABLE => state.enable,
            offset::ERROR => state.errors,
            offset::NEXT_EXPIRY if state.timers.is_empty() => 0,
            offset::NEXT_EXPIRY => match state.first() {
                Some(tick) => tick.saturating_sub(state.now) as u32,
                None => field::next_expiry::NONE.mask(),
            },
            offset::TIMER_WORD => self.look(self.state.named),
            WINDOW.. => self.look((offset - WINDOW) / 4),
            _ => 0,
        })
    }

    fn write(&mut self, offset: u32, word: u32) -> Result<(), BusFault> {
        let state = &mut self.state;
        let sizes = [offset::PRESCALE, offset::TIMERS, offset::WHEEL_BITS, offset::MEMORY_BASE];
        match offset {
            offset::CTRL if ctrl::RESET.is_set(word) => self.reset(),
            offset::CTRL => state.control(word),
            _ if sizes.contains(&offset) && state.locked => state.errors |= error::LOCKED.mask(),
            offset::PRESCALE => state.prescale = word,
            offset::TIMERS => state.count = word,
            offset::SCRATCH => state.scratch = word,
            offset::TIMER => state.named = word,
            offset::EVENT_ACK => state.acknowledge(word),
            offset::INTR_STATE => {
                state.forced &= !word;
                state.half_period &= !field::intr_state::HALF_PERIOD.is_set(word);
            }
            offset::INTR_ENABLE => state.enable = word,
            offset::INTR_TEST => state.forced |= word,
            offset::ERROR => state.errors &= !word,
            offset::START_MODE => state.mode = word,
            offset::TIMER_WORD => self.command(self.state.named, word),
            WINDOW.. => self.command((offset - WINDOW) / 4, word),
            _ => {}
        }
        Ok(())
    }
}
