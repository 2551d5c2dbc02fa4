//! A random host, which knows what it may expect.

mod commands;
mod errors;
mod events;
mod settings;

use super::now::{Calibration, Now};
use super::{Plan, Reached};
use carillon_driver::bus::RegisterBus;
use carillon_regmap::timer_chip::TimerBuild;
use carillon_regmap::timer_chip::{field, offset};
use carillon_sim::{BusError, Memory, TimerPins, TimerSystem};
use carillon_spec::timer_chip::Contract;
use carillon_spec::timer_chip::lists::{Layout, check};
use commands::Command;
use fastrand::Rng;

/// Clocks without a transfer of the memory after which the chip has no work: the list engine never thinks that long.
const REST: u64 = 12;

/// The longest lap of a wheel that is worth waiting for, in clocks.
const LONGEST_LAP: u64 = 1 << 17;

/// A bus transfer that ended otherwise than it had to.
fn unexpected(error: BusError) -> String {
    format!("the bus: {error}")
}

/// How an operation goes on.
type Done<T = ()> = Result<T, String>;

/// How often the host still tries before it gives up: a chip with a flaw may never do what it waits for.
struct Patience(u32);

impl Patience {
    /// Enough for most waits.
    const USUAL: Self = Self(100_000);

    fn lasts(&mut self, otherwise: &str) -> Done {
        let left = self.0.checked_sub(1);
        self.0 = left.ok_or_else(|| otherwise.to_owned())?;
        Ok(())
    }
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
    /// Events taken since the reset.
    popped: u32,
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
            popped: 0,
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

    /// Works for `operations` transfers, stops everything and checks what is left.
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
            231..=250 => self.force_interrupts(),
            251..=280 => self.read_back(),
            281..=290 => self.settle(),
            291..=320 => self.check_interrupts(),
            321..=350 => self.check_cursor(),
            351..=1300 => {
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

    /// Leaves the chip alone, mostly for a short time.
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

    /// Now in the clock that was `before` clocks before the last one that has run. A transfer's answer stands one clock
    /// before.
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
        self.popped = 0;
        if self.random.u32(0..4) == 0 {
            self.misconfigure()?;
        }
        self.write(offset::TIMERS, self.plan.timers)?;
        self.write(offset::WHEEL_BITS, self.plan.wheel_bits)?;
        self.write(offset::MEMORY_BASE, self.plan.base)?;
        self.write(offset::PRESCALE, self.plan.prescale)?;
        self.write(offset::CTRL, field::ctrl::INITIALISE.put(1))?;
        // Each word with its transfer, some of them repeated.
        let clocks = 4 * self.layout.words() * (self.plan.memory.most + 4);
        let mut patience = Patience(100 + clocks / 100);
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
        let mut patience = Patience(1000);
        // From the begin of a reading to the clock that it is of.
        let mut takes = 0;
        loop {
            patience.lasts("now does not go on")?;
            let pause = calibration.pause(self.system.clocks() + takes);
            self.system.clock(pause);
            let begin = self.system.clocks();
            let tick = u64::from(self.read(offset::NOW_LO)?);
            let clock = self.system.clocks() - 2;
            takes = clock - begin;
            if let Some(now) = calibration.reading(tick, clock) {
                self.now = now;
                return Ok(());
            }
        }
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
            self.soft_reset()?;
        }
        if self.random.bool() {
            self.reads_as_reset()?;
        }
        self.begin()
    }

    /// A reset by `CTRL`. It does not raise the interrupt line, not even for a clock.
    fn soft_reset(&mut self) -> Done {
        let no_interrupts = self.random.bool();
        if no_interrupts {
            self.write(offset::INTR_ENABLE, 0)?;
        }
        self.write(offset::CTRL, field::ctrl::RESET.put(1))?;
        for _ in 0..4 {
            self.system.clock(1);
            if no_interrupts && self.system.irq() {
                return Err("a reset raises the interrupt line".to_owned());
            }
        }
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

    /// Stops every timer that runs, and some that do not, and takes what is left.
    fn end(&mut self) -> Done {
        for timer in 0..self.plan.timers {
            if self.contract.due(timer).is_some() || self.random.u32(0..64) == 0 {
                while self.give(timer, Command::Stop)?.is_none() {}
            }
        }
        let mut quiet = 0;
        let mut patience = Patience::USUAL;
        while quiet < 3 {
            patience.lasts("the chip never comes to rest")?;
            let came = self.take_event(None)?;
            quiet = if !came && self.rests() { quiet + 1 } else { 0 };
        }
        if self.contract.running() != 0 {
            return Err("a timer runs that was stopped".to_owned());
        }
        self.expect_errors()?;
        check(&self.layout, self.system.memory().words(), Some(&self.contract))?;
        self.stays_idle()
    }

    /// No timer runs. Once all slots that are still busy have been visited, the chip leaves its memory alone. Slots of
    /// higher wheels may be busy for longer than anybody waits.
    fn stays_idle(&mut self) -> Done {
        let lap = u64::from(self.plan.prescale) << self.plan.wheel_bits;
        if self.build.wheels > 1 || lap > LONGEST_LAP {
            return Ok(());
        }
        let mut patience = Patience(64);
        loop {
            let before = self.reached().accesses;
            self.system.clock(lap + 1000);
            if self.reached().accesses == before {
                return Ok(());
            }
            patience.lasts("the chip visits slots again and again, and no timer runs")?;
        }
    }
}
