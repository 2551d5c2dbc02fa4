//! What START, STOP and an expiry take, and how long the processor sleeps, for one way or another to run timers.
//!
//! The simulator says how many clocks a tick has and with how many timers at most to measure; with none, it gives the
//! timers itself: see `load.rs`. For each number of timers outstanding the program starts and stops timers, one by one,
//! and tells what each took by the processor's own counter. Then timers expire, the processor being idle in between,
//! and at last nothing happens for a while; the simulator sees in which clock the program comes to each callback, and
//! how long it sleeps.

use riscv::register::mcycle;

use crate::mmio::{self, irq};
use crate::shared::Shared;
use crate::start::{enable_interrupts, or_finish, sleep_until, status};
use crate::timers::{Expired, Handle};
use crate::{load, tell};

/// Timers outstanding, by stage.
pub const STAGES: [u32; 4] = [10, 100, 1_000, 10_000];

/// Room for all timers, and one that is measured.
pub const TIMERS: usize = 10_000 + 1;

/// Operations measured in each stage.
pub const SAMPLES: u32 = 50;
/// Expiries measured in each stage.
pub const EXPIRIES: u32 = 20;
/// The clocks between them, of which as many ticks are made as they fill, but one at least.
pub const BETWEEN: u32 = 7_000;
/// Clocks without anything in each stage, likewise, but two ticks at least.
pub const IDLE: u32 = 500_000;
/// The shortest interval, in clocks, of a timer that does not expire while the program runs.
pub const FAR: u32 = 1 << 30;

/// A timer whose expiry is measured.
pub const MEASURED: u32 = u32::MAX;

/// What [`tell::reached`] says.
pub mod point {
    /// A stage begins; the number of timers outstanding follows.
    pub const STAGE: u32 = 0x100;
    /// The clocks of nothing, of a START and of a STOP follow.
    pub const SAMPLE: u32 = 0x101;
    /// The callback of a measured timer.
    pub const CALLBACK: u32 = 0x102;
    /// Nothing happens until the next callback.
    pub const IDLE: u32 = 0x103;
    /// The clocks of nothing and of a START follow: there is no STOP.
    pub const START: u32 = 0x104;
}

/// A way to run timers.
pub trait Way {
    /// Now, in ticks; `None` where it fails.
    fn now(&mut self) -> Option<u64>;

    /// START_TIMER, of a number, `interval` ticks from now; `None` where it fails.
    fn start(&mut self, interval: u64, timer: u32) -> Option<Handle>;

    /// START_TIMER for tick `due`.
    fn start_at(&mut self, due: u64, timer: u32) -> Option<Handle>;

    /// STOP_TIMER; `None` where it fails.
    fn stop(&mut self, handle: Handle) -> Option<u32>;

    /// The interrupt routine: `callback` for each timer that has run out. `None` where it fails.
    fn serve(&mut self, callback: impl FnMut(&mut Self, Expired<u32>)) -> Option<()>;

    /// The tick that an expiry's `due` or `reported` stands for.
    fn tick(&self, time: u64) -> u64 {
        time
    }
}

static LEFT: Shared<u32> = Shared::new();
static BETWEEN_TICKS: Shared<u64> = Shared::new();

/// Measures the way that `make` makes for a tick of the given number of clocks.
#[cold]
pub fn run<W: Way>(shared: &Shared<W>, make: impl FnOnce(u32) -> W) -> ! {
    let prescale = mmio::take_asked().unwrap_or(1_000).max(1);
    let most = mmio::take_asked().unwrap_or(u32::MAX);
    let ticks = |clocks: u32| u64::from(clocks.checked_div(prescale).unwrap_or(0).max(1));
    let (between, idle, far) = (ticks(BETWEEN), ticks(IDLE).max(2), ticks(FAR));
    shared.put(make(prescale));
    BETWEEN_TICKS.put(between);
    if most == 0 {
        load::run(shared);
    }
    enable_interrupts(irq::CHIP | irq::TIMER | irq::TIMER_CHIP);
    let mut random = Random(0x2545_F491);
    let mut outstanding = 0;
    for stage in STAGES.into_iter().filter(|&stage| stage <= most) {
        while outstanding < stage {
            let interval = far + u64::from(random.next() >> 12);
            start(shared, interval, outstanding);
            outstanding += 1;
        }
        tell::reached(point::STAGE);
        tell::reached(stage);
        sample_all(shared, &mut random);
        expire(shared, EXPIRIES, between);
        tell::reached(point::IDLE);
        expire(shared, 1, idle);
    }
    mmio::finish(0)
}

/// Marsaglia's xorshift.
pub struct Random(pub u32);

impl Random {
    /// The next number.
    #[allow(clippy::should_implement_trait, reason = "there is always one more")]
    pub fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }
}

/// Starts timers and stops them, one by one.
#[inline(never)]
fn sample_all<W: Way>(shared: &Shared<W>, random: &mut Random) {
    for _ in 0..SAMPLES {
        let interval = 100 + u64::from(random.next() >> 12);
        shared.with(|way| sample(way, interval));
    }
}

/// Lets `count` timers expire, one after another, and sleeps meanwhile.
#[cold]
fn expire<W: Way>(shared: &Shared<W>, count: u32, interval: u64) {
    LEFT.put(count);
    start(shared, interval, MEASURED);
    sleep_until(|| LEFT.with(|left| *left == 0).unwrap_or(true));
}

#[cold]
fn start<W: Way>(shared: &Shared<W>, interval: u64, timer: u32) {
    let started = shared.with(|way| way.start(interval, timer)).flatten();
    or_finish(started, status::DRIVER);
}

/// Starts a timer and stops it.
#[inline(never)]
fn sample<W: Way>(way: &mut W, interval: u64) {
    // As if no compiler knew which timer it is.
    let timer = core::hint::black_box(MEASURED);
    let nothing = mcycle::read();
    let before = mcycle::read();
    let handle = way.start(interval, timer);
    let between = mcycle::read();
    let stopped = handle.and_then(|handle| way.stop(handle));
    let after = mcycle::read();
    or_finish(stopped, status::DRIVER);
    tell::reached(point::SAMPLE);
    for clocks in [before.wrapping_sub(nothing), between.wrapping_sub(before), after.wrapping_sub(between)] {
        tell::reached(u32::try_from(clocks).unwrap_or(0));
    }
}

/// The interrupt routine.
pub fn interrupt<W: Way>(shared: &Shared<W>) {
    let pending = mmio::pending_interrupts();
    let served = shared.with(|way| {
        if pending & irq::PROBE != 0 {
            load::obey(way)?;
            // Nothing else may be up.
            if pending == irq::PROBE {
                return Some(());
            }
        }
        way.serve(|way, expired| {
            if expired.item != MEASURED {
                load::expired(way, expired.item, expired.due, expired.reported);
                return;
            }
            tell::reached(point::CALLBACK);
            let left = LEFT.with(|left| {
                *left = left.saturating_sub(1);
                *left
            });
            if left.is_some_and(|left| left > 0) {
                let between = BETWEEN_TICKS.with(|ticks| *ticks).unwrap_or(2);
                or_finish(way.start(between, MEASURED), status::DRIVER);
            }
        })
    });
    or_finish(served.flatten(), status::DRIVER);
}
