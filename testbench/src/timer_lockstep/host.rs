//! A random host, which knows what it may expect.

use super::now::{Calibration, Now};
use super::{Plan, Reached};
use crate::timer_model::lists::{Layout, check};
use crate::timer_model::{Contract, Event, Look};
use carillon_driver::bus::RegisterBus;
use carillon_hdl::timer_chip::TimerBuild;
use carillon_regmap::timer::{MAX_INTERVAL, WINDOW, field, offset};
use carillon_sim::{BusError, Memory, TimerPins, TimerSystem};
use fastrand::Rng;

/// A cursor so far behind now leaves starts to be refused, and words of timers wrong.
const TOO_FAR: u64 = 1 << 22;

/// Clocks without a transfer of the memory after which the chip has no work: the list engine never thinks that long.
const REST: u64 = 12;

/// A bus transfer that ended otherwise than it had to.
fn unexpected(error: BusError) -> String {
    format!("the bus: {error}")
}

/// How an operation goes on.
type Done<T = ()> = Result<T, String>;

/// How often the host tries before it gives up: a chip with a flaw may never do what it waits for.
#[derive(Default)]
struct Patience(u32);

impl Patience {
    fn lasts(&mut self, otherwise: &str) -> Done {
        self.0 += 1;
        match self.0 {
            0..400_000 => Ok(()),
            _ => Err(otherwise.to_owned()),
        }
    }
}

/// What a start is given.
#[derive(Clone, Copy)]
enum Start {
    After(u32),
    Every(u32),
    At(u64),
}

/// The host with its chip.
pub(super) struct Host<P> {
    system: TimerSystem<P>,
    build: TimerBuild,
    plan: Plan,
    layout: Layout,
    contract: Contract,
    random: Rng,
    now: Now,
    /// Bits of `ERROR` that must be set.
    errors: u32,
    /// Failures of the memory when `ERROR` had been cleared last.
    failures: u64,
    enables: u32,
    /// What was last written to `INTR_COALESCE`: events, and ticks.
    coalescing: (u32, u32),
    reached: Reached,
}

impl<P: TimerPins> Host<P> {
    pub fn new(pins: P, build: TimerBuild, plan: Plan, seed: u64) -> Self {
        let layout = Layout::new(&build, plan.timers, plan.wheel_bits);
        let memory = Memory::new(plan.base, layout.words(), plan.memory, seed);
        Self {
            system: TimerSystem::new(pins, memory),
            build,
            contract: Contract::new(plan.timers),
            plan,
            layout,
            random: Rng::with_seed(seed),
            now: Now::Stands(0),
            errors: 0,
            failures: 0,
            enables: 0,
            coalescing: (0, 0),
            reached: Reached::default(),
        }
    }

    /// What has been reached so far.
    pub fn reached(&self) -> Reached {
        Reached {
            clocks: self.system.clocks(),
            accesses: self.system.memory().accesses() + self.system.memory().errors(),
            errors: self.system.memory().errors(),
            ..self.reached
        }
    }

    /// Works for so many transfers, stops everything and checks what is left.
    pub fn work(&mut self, operations: u64, differs: fn(&P) -> Option<&str>) -> Done {
        self.begin()?;
        while self.reached.operations < operations {
            self.operation()?;
            if let Some(difference) = differs(self.system.pins()) {
                return Err(difference.to_owned());
            }
        }
        self.end()
    }

    /// One thing that a host does.
    fn operation(&mut self) -> Done {
        if self.plan.long && self.is_far_behind()? {
            return self.catch_up();
        }
        if self.random.u32(0..16) < self.plan.diligence {
            return self.take_events();
        }
        match self.random.u32(0..4000) {
            0 | 1 => self.reset(),
            2..=9 => self.pause(),
            10..=60 => self.nonsense(),
            61..=110 => self.expect_errors().map(drop),
            111..=170 => self.check_lists(),
            171..=200 => self.enable_interrupts(),
            201..=230 => self.coalesce(),
            231..=1300 => {
                self.sleep();
                Ok(())
            }
            1301..=1600 => self.look(),
            1601..=1700 => self.next(),
            1701..=2200 => self.stop(),
            2201..=3400 => self.start(),
            _ => self.take_events(),
        }
    }

    /// Does nothing, mostly for a short while.
    fn sleep(&mut self) {
        let most = match self.random.u32(0..64) {
            _ if !self.plan.long => self.plan.sleep_bits,
            0 => self.plan.sleep_bits,
            _ => 8,
        };
        let bits = self.random.u32(0..=most);
        let clocks = self.random.u64(0..1 << bits);
        self.system.clock(clocks);
    }

    fn read(&mut self, at: u32) -> Done<u32> {
        self.reached.operations += 1;
        self.system.read(at).map_err(unexpected)
    }

    fn write(&mut self, at: u32, word: u32) -> Done {
        self.reached.operations += 1;
        self.system.write(at, word).map_err(unexpected)
    }

    /// Now in the clock so many before the last one that has run. A transfer's answer stands one clock before.
    fn now(&self, before: u64) -> u64 {
        self.now.at(self.system.clocks() - before)
    }

    /// Sets the chip up after a reset.
    fn begin(&mut self) -> Done {
        self.contract = Contract::new(self.plan.timers);
        self.now = Now::Stands(0);
        self.errors = 0;
        self.enables = 0;
        self.coalescing = (0, 0);
        self.write(offset::TIMERS, self.plan.timers)?;
        self.write(offset::WHEEL_BITS, self.plan.wheel_bits)?;
        self.write(offset::MEMORY_BASE, self.plan.base)?;
        self.write(offset::PRESCALE, self.plan.prescale)?;
        self.write(offset::CTRL, field::ctrl::INITIALISE.put(1))?;
        let mut patience = Patience::default();
        while !field::status::READY.is_set(self.read(offset::STATUS)?) {
            patience.lasts("the records are never initialised")?;
            self.system.clock(100);
        }
        self.write(offset::CTRL, field::ctrl::ENABLE.put(1))?;
        self.calibrate()?;
        self.take_errors().map(drop)
    }

    fn calibrate(&mut self) -> Done {
        let mut calibration = Calibration::new(self.plan.prescale);
        let mut patience = Patience::default();
        for pause in 0.. {
            patience.lasts("now does not go on")?;
            let tick = u64::from(self.read(offset::NOW_LO)?);
            let clock = self.system.clocks() - 2;
            if let Some(now) = calibration.reading(tick, clock) {
                self.now = now;
                break;
            }
            self.system.clock(pause % 37);
        }
        Ok(())
    }

    /// A number of a timer.
    fn some_timer(&mut self) -> u32 {
        self.random.u32(0..self.plan.timers)
    }

    /// A write to a timer's word, by the window or by the pair of registers.
    fn command(&mut self, timer: u32, word: u32) -> Done {
        if self.random.bool() {
            self.write(WINDOW + 4 * timer, word)
        } else {
            self.write(offset::TIMER, timer)?;
            self.write(offset::TIMER_WORD, word)
        }
    }

    fn start(&mut self) -> Done {
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
                Start::At((self.now(0) + ahead).saturating_sub(back))
            }
            2 if self.build.periodic && interval * self.plan.prescale > slowest => {
                Start::Every(interval)
            }
            _ => Start::After(interval),
        };
        let was_running = self.contract.due(timer).is_some();
        let before = self.may_be_refused();
        let now = self.begin_start(timer, start)?;
        if !self.was_taken(timer, before)? {
            return Ok(());
        }
        self.reached.restarts += u64::from(was_running);
        match start {
            Start::After(_) => self.reached.starts += 1,
            Start::Every(_) => self.reached.periodic += 1,
            Start::At(due) => {
                self.reached.deadlines += 1;
                self.reached.passed += u64::from(due <= now);
            }
        }
        Ok(())
    }

    /// Gives the command and tells the contract; returns the tick at which it counts.
    fn begin_start(&mut self, timer: u32, start: Start) -> Done<u64> {
        let word = match start {
            Start::After(interval) => interval,
            Start::Every(interval) => {
                self.write(offset::START_MODE, field::start_mode::PERIODIC.put(1))?;
                interval
            }
            Start::At(due) => {
                self.write(offset::START_MODE, field::start_mode::ABSOLUTE.put(1))?;
                due as u32
            }
        };
        self.command(timer, word)?;
        let now = self.now(1);
        match start {
            Start::After(interval) => self.contract.start(timer, interval.into(), false, now),
            Start::Every(interval) => self.contract.start(timer, interval.into(), true, now),
            Start::At(due) => self.contract.start_at(timer, due, now),
        }
        Ok(now)
    }

    fn stop(&mut self) -> Done {
        let timer = self.some_timer();
        let was_running = self.contract.due(timer).is_some();
        let before = self.may_be_refused();
        self.command(timer, 0)?;
        let now = self.now(1);
        self.contract.stop(timer, now);
        if self.was_taken(timer, before)? {
            self.reached.stops += 1;
            self.reached.idle_stops += u64::from(!was_running);
        }
        Ok(())
    }

    /// The contract as it is, if the next command may be refused because the memory fails.
    fn may_be_refused(&self) -> Option<Contract> {
        (self.plan.memory.errors > 0).then(|| self.contract.clone())
    }

    /// Whether a command was taken: its generation tells. One that was not has changed nothing.
    fn was_taken(&mut self, timer: u32, before: Option<Contract>) -> Done<bool> {
        let Some(before) = before else {
            return Ok(true);
        };
        let (look, now) = self.patient_look(timer)?;
        if self.contract.look(timer, look, now).is_ok() {
            return Ok(true);
        }
        self.contract = before;
        self.reached.failing += 1;
        self.contract
            .look(timer, look, now)
            .map_err(|broken| format!("after a command that was refused: {broken}"))?;
        Ok(false)
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
        let mut patience = Patience::default();
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

    fn look(&mut self) -> Done {
        let timer = self.some_timer();
        let (look, now) = self.patient_look(timer)?;
        self.reached.looks += 1;
        self.contract
            .look(timer, look, now)
            .map_err(|broken| broken.to_string())
    }

    /// How long no timer can expire, in a build that tells.
    fn next(&mut self) -> Done {
        if !self.build.look_ahead {
            return self.look();
        }
        let word = self.read(offset::NEXT_EXPIRY)?;
        let now = self.now(3);
        let ticks = (!field::next_expiry::NONE.is_set(word))
            .then_some(field::next_expiry::TICKS.get(word).into());
        self.reached.nexts += 1;
        self.reached.sleeps += u64::from(ticks.is_none_or(|ticks| ticks > 1));
        self.contract
            .next_expiry(ticks, now)
            .map_err(|broken| broken.to_string())
    }

    /// Takes some events, not always all.
    fn take_events(&mut self) -> Done {
        for _ in 0..self.random.u32(1..12) {
            let cursor = if self.random.u32(0..4) == 0 {
                Some(self.cursor()?)
            } else {
                None
            };
            if !self.take_event(cursor)? {
                break;
            }
        }
        Ok(())
    }

    /// The next tick to visit.
    fn cursor(&mut self) -> Done<u64> {
        let low = u64::from(self.read(offset::CURSOR_LO)?);
        let now = self.now(2);
        // It is never more than a tick ahead of now.
        let bits = (now + 1).wrapping_sub(low) & 0xFFFF_FFFF;
        Ok(now + 1 - bits)
    }

    /// Takes the head of the FIFO; `cursor` was read just before.
    fn take_event(&mut self, cursor: Option<u64>) -> Done<bool> {
        let word = self.read(offset::EVENT)?;
        if !field::event::VALID.is_set(word) {
            if let Some(cursor) = cursor {
                self.reached.complete += 1;
                let lost = self.contract.outstanding(cursor.saturating_sub(1));
                if lost > 0 {
                    return Err(format!(
                        "{lost} timers due before tick {cursor} have no event, and the cursor is there"
                    ));
                }
            }
            return Ok(false);
        }
        self.expect_interrupt()?;
        if self.random.u32(0..8) == 0 {
            let status = self.read(offset::STATUS)?;
            self.reached.full += u64::from(field::status::FIFO_FULL.is_set(status));
        }
        let tick = u64::from(self.read(offset::EVENT_TICK)?);
        let sequence = field::event::SEQUENCE.get(word);
        self.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence))?;
        let event = Event {
            timer: field::event::TIMER.get(word),
            generation: field::event::GENERATION.get(word),
            tick,
        };
        let (now, due) = (self.now(1), self.contract.due(event.timer));
        self.contract
            .event(event, now)
            .map_err(|broken| format!("event {broken}"))?;
        self.reached.events += 1;
        self.reached.stale += u64::from(self.contract.due(event.timer) == due);
        Ok(true)
    }

    /// An event waits: the interrupt line is high, or will be when the event has waited for as long as it may.
    fn expect_interrupt(&mut self) -> Done {
        if self.enables & field::intr_enable::EVENT.mask() == 0 || self.system.irq() {
            return Ok(());
        }
        let (count, age) = self.coalescing;
        if count < 2 || age == 0 {
            return Err("an event waits and the interrupt line is low".to_owned());
        }
        self.reached.held += 1;
        if matches!(self.now, Now::Stands(_)) {
            return Ok(());
        }
        // From the tick that makes the age full to the line: see `carillon_hdl::coalescing`, and the interrupt's clock.
        self.system.clock(u64::from(age * self.plan.prescale) + 5);
        if self.system.irq() {
            Ok(())
        } else {
            Err(format!(
                "an event has waited for more than {age} ticks, and the interrupt line is low"
            ))
        }
    }

    /// How many events an interrupt waits for, and how long; often no more than one.
    fn coalesce(&mut self) -> Done {
        if !self.build.coalescing {
            return Ok(());
        }
        self.coalescing = (self.random.u32(0..6), self.random.u32(0..40));
        let (count, age) = self.coalescing;
        let word = field::intr_coalesce::COUNT.put(count) | field::intr_coalesce::AGE.put(age);
        self.write(offset::INTR_COALESCE, word)?;
        if self.read(offset::INTR_COALESCE)? != word {
            return Err("INTR_COALESCE does not read as written".to_owned());
        }
        Ok(())
    }

    /// What must not be, and its bit of `ERROR`.
    fn nonsense(&mut self) -> Done {
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
                let bits = self.random.u32(4..11);
                self.write(offset::WHEEL_BITS, bits)?;
                LOCKED.mask()
            }
            5 => {
                let clocks = self.random.u32(1..5);
                self.write(offset::PRESCALE, clocks)?;
                LOCKED.mask()
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

    fn take_errors(&mut self) -> Done<u32> {
        let errors = self.read(offset::ERROR)?;
        self.write(offset::ERROR, errors)?;
        self.errors = 0;
        self.failures = self.system.memory().errors();
        Ok(errors)
    }

    /// `ERROR` is what it must be.
    fn expect_errors(&mut self) -> Done<u32> {
        let (expected, cleared) = (self.errors, self.failures);
        let failures = self.system.memory().errors();
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

    fn enable_interrupts(&mut self) -> Done {
        self.enables = self.random.u32(0..8) & 0b101;
        self.write(offset::INTR_ENABLE, self.enables)?;
        self.system.clock(4);
        Ok(())
    }

    /// Lets time stand still for a while, with commands meanwhile.
    fn pause(&mut self) -> Done {
        self.reached.pauses += 1;
        self.write(offset::CTRL, 0)?;
        self.system.clock(4);
        let now = u64::from(self.read(offset::NOW_LO)?);
        self.now = Now::Stands(now);
        for _ in 0..self.random.u32(0..8) {
            match self.random.u32(0..3) {
                0 => self.start()?,
                1 => self.stop()?,
                _ => self.take_events()?,
            }
        }
        self.write(offset::CTRL, field::ctrl::ENABLE.put(1))?;
        self.calibrate()
    }

    /// A reset in the midst of something, after which all begins anew.
    fn reset(&mut self) -> Done {
        self.reached.resets += 1;
        let timer = self.some_timer();
        self.command(timer, 3)?;
        let clocks = self.random.u64(0..60);
        self.system.clock(clocks);
        if self.random.bool() {
            self.system.reset();
        } else {
            self.write(offset::CTRL, field::ctrl::RESET.put(1))?;
            self.system.clock(4);
        }
        self.begin()
    }

    /// Waits for the chip to have no work; says whether it has none.
    fn rests(&mut self) -> bool {
        for _ in 0..20 {
            if self.system.rests(REST) {
                return true;
            }
        }
        false
    }

    fn check_lists(&mut self) -> Done {
        if !self.rests() {
            return Ok(());
        }
        self.reached.checks += 1;
        let contract = (self.contract.outstanding(self.now(0)) == 0).then_some(&self.contract);
        check(&self.layout, self.system.memory().words(), contract)
    }

    fn is_far_behind(&mut self) -> Done<bool> {
        let cursor = self.cursor()?;
        Ok(self.now(0).saturating_sub(cursor) > TOO_FAR / 2)
    }

    /// Takes what waits, after a start that may come too late.
    fn catch_up(&mut self) -> Done {
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
        let mut patience = Patience::default();
        while behind(self)? > TOO_FAR / 4 {
            patience.lasts("the cursor never comes after now")?;
            self.take_event(None)?;
            self.system.clock(100);
        }
        Ok(())
    }

    /// Stops every timer and takes what is left.
    fn end(&mut self) -> Done {
        for timer in 0..self.plan.timers {
            loop {
                let before = self.may_be_refused();
                self.command(timer, 0)?;
                let now = self.now(1);
                self.contract.stop(timer, now);
                if self.was_taken(timer, before)? {
                    break;
                }
            }
        }
        let mut quiet = 0;
        let mut patience = Patience::default();
        while quiet < 3 {
            patience.lasts("the chip never comes to rest")?;
            let came = self.take_event(None)?;
            quiet = if !came && self.rests() { quiet + 1 } else { 0 };
        }
        if self.contract.running() != 0 {
            return Err("a timer runs that was stopped".to_owned());
        }
        self.expect_errors()?;
        check(
            &self.layout,
            self.system.memory().words(),
            Some(&self.contract),
        )
    }
}
