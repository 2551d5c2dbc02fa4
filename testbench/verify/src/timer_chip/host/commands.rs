//! Commands to the timers, and what their words show.

use super::{Done, Host, Patience};
use carillon_regmap::timer_chip::{MAX_INTERVAL, WINDOW, field, offset};
use carillon_sim::TimerPins;
use carillon_spec::timer_chip::Look;

/// What a timer is told.
#[derive(Clone, Copy)]
pub(super) enum Command {
    Stop,
    After(u32),
    Every(u32),
    At(u64),
}

impl<P: TimerPins> Host<P> {
    /// A number of a timer.
    pub(super) fn some_timer(&mut self) -> u32 {
        self.random.u32(0..self.plan.timers)
    }

    /// A write to a timer's word, by the window or by the pair of registers.
    pub(super) fn command(&mut self, timer: u32, word: u32) -> Done {
        if self.random.bool() {
            self.write(WINDOW + 4 * timer, word)
        } else {
            self.write(offset::TIMER, timer)?;
            self.write(offset::TIMER_WORD, word)
        }
    }

    pub(super) fn start(&mut self) -> Done {
        let timer = self.some_timer();
        let most = match self.random.u32(0..3) {
            0 => self.plan.interval.min(6),
            _ => self.plan.interval,
        };
        let interval = match self.random.u32(0..8) {
            0 => 1,
            // Due in the slot of the timers that are due now.
            1 => (self.random.u32(1..4) << self.plan.wheel_bits).min(MAX_INTERVAL),
            _ => self.random.u32(1..=most),
        };
        let slowest = 4 + self.plan.memory.most * 30;
        let start = match self.random.u32(0..8) {
            0 | 1 => {
                let ahead = u64::from(interval);
                let back = self.random.u64(0..40);
                Command::At((self.now(0) + ahead).saturating_sub(back))
            }
            2 if self.build.periodic && interval * self.plan.prescale > slowest => Command::Every(interval),
            _ => Command::After(interval),
        };
        let was_running = self.contract.due(timer).is_some();
        let Some(now) = self.give(timer, start)? else {
            return Ok(());
        };
        self.reached.restarts += u64::from(was_running);
        match start {
            Command::Stop => {}
            Command::After(_) => self.reached.starts += 1,
            Command::Every(_) => self.reached.periodic += 1,
            Command::At(due) => {
                self.reached.deadlines += 1;
                self.reached.passed += u64::from(due <= now);
            }
        }
        Ok(())
    }

    pub(super) fn stop(&mut self) -> Done {
        let timer = self.some_timer();
        let was_running = self.contract.due(timer).is_some();
        if self.give(timer, Command::Stop)?.is_some() {
            self.reached.stops += 1;
            self.reached.idle_stops += u64::from(!was_running);
        }
        Ok(())
    }

    /// Gives a command and tells the contract; returns the tick at which it counts, if the chip has not refused it.
    pub(super) fn give(&mut self, timer: u32, command: Command) -> Done<Option<u64>> {
        let word = match command {
            Command::Stop => 0,
            Command::After(interval) => interval,
            Command::Every(interval) => {
                self.write(offset::START_MODE, field::start_mode::PERIODIC.put(1))?;
                interval
            }
            Command::At(due) => {
                self.write(offset::START_MODE, field::start_mode::ABSOLUTE.put(1))?;
                due as u32
            }
        };
        self.command(timer, word)?;
        let now = self.now(1);
        // Where the memory fails it may have been refused. A command counts the generation up, which tells.
        let shown = match self.plan.memory.errors {
            0 => None,
            _ => Some(self.patient_look(timer)?),
        };
        if let Some((look, then)) = shown
            && self.contract.look(timer, look, then).is_ok()
        {
            self.reached.failing += 1;
            return Ok(None);
        }
        match command {
            Command::Stop => self.contract.stop(timer, now),
            Command::After(interval) => self.contract.start(timer, interval.into(), false, now),
            Command::Every(interval) => self.contract.start(timer, interval.into(), true, now),
            Command::At(due) => self.contract.start_at(timer, due, now),
        }
        if let Some((look, then)) = shown {
            let right = self.contract.look(timer, look, then);
            right.map_err(|broken| format!("after a command, taken or refused: {broken}"))?;
        }
        Ok(Some(now))
    }

    fn look_once(&mut self, timer: u32) -> Done<(Look, u64)> {
        let word = if self.random.bool() {
            self.read(WINDOW + 4 * timer)?
        } else {
            self.write(offset::TIMER, timer)?;
            self.read(offset::TIMER_WORD)?
        };
        let look = Look {
            runs: field::timer_word::RUNS.is_set(word),
            generation: field::timer_word::GENERATION.get(word),
            left: u64::from(field::timer_word::TICKS.get(word)),
        };
        Ok((look, self.now(3)))
    }

    /// Looks again where the chip may have refused to, and reads 0: while its memory fails, which `ERROR` tells.
    fn patient_look(&mut self, timer: u32) -> Done<(Look, u64)> {
        if self.plan.memory.errors == 0 {
            return self.look_once(timer);
        }
        let mut patience = Patience::USUAL;
        loop {
            patience.lasts("the memory never recovers")?;
            self.expect_errors()?;
            // It may have failed already, or does so from here on, which shows in `ERROR`.
            let failing = field::status::MEMORY_FAILING.is_set(self.read(offset::STATUS)?);
            let found = self.look_once(timer)?;
            let fails = self.expect_errors()? & field::error::MEMORY.mask() != 0;
            if found.0.generation != 0 || found.0.runs || !(failing || fails) {
                return Ok(found);
            }
        }
    }

    pub(super) fn look(&mut self) -> Done {
        let timer = self.some_timer();
        let (look, now) = self.patient_look(timer)?;
        self.reached.looks += 1;
        self.contract.look(timer, look, now).map_err(|broken| broken.to_string())
    }

    /// How long no timer can expire, in a build that tells.
    pub(super) fn next(&mut self) -> Done {
        if !self.build.look_ahead {
            return self.look();
        }
        let word = self.read(offset::NEXT_EXPIRY)?;
        let now = self.now(3);
        let ticks = (!field::next_expiry::NONE.is_set(word)).then_some(field::next_expiry::TICKS.get(word).into());
        self.reached.nexts += 1;
        self.reached.sleeps += u64::from(ticks.is_none_or(|ticks| ticks > 1));
        self.contract.next_expiry(ticks, now).map_err(|broken| broken.to_string())
    }
}
