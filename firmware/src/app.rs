//! An application with timers of every kind, on any facility: one shots, deadlines, a periodic timer that does not
//! drift, a watchdog that each period restarts, and a timer that is stopped. Every start, stop and expiry is told.
//!
//! Times are in units. Timers that begin at about the same time are a unit apart when they expire, so they expire in
//! the same order on every device that starts all of them within a unit.

use carillon_driver::bus::interrupt::InterruptPin;

use crate::mmio::{self, Pin, irq};
use crate::shared::Shared;
use crate::start::{enable_interrupts, next_tick, or_finish, sleep_unless, status};
use crate::timers::{Expired, Handle, TimerFacility};
use crate::{print, tell};

/// Timers outstanding at most.
pub const ROOM: usize = 16;

/// The lengths of a tick and of a unit.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Clocks a tick.
    pub prescale: u32,
    /// Ticks a unit: all timers are started in less, and an expiry is reported in less.
    pub unit: u64,
}

/// Of a device on the processor's bus.
pub const PLAN: Plan = Plan { prescale: 5_000, unit: 5 };

/// Units that the one shots run; their numbers are from 0 on. The last one of all timers is the last one here.
const ONE_SHOTS: [u64; 6] = [0, 3, 5, 9, 15, 31];

/// Units after the beginning at which the deadlines are; their numbers are from 200 on.
const DEADLINES: [u64; 2] = [11, 7];
const FIRST_DEADLINE: u32 = 200;

/// The number of the periodic timer, its period in units, and how often it expires.
const PERIODIC: u32 = 100;
const PERIOD: u64 = 2;
const PERIODS: u32 = 10;

/// The number of the watchdog, and the units without a period that it waits for.
const WATCHDOG: u32 = 101;
const PATIENCE: u64 = 3;

/// The number of the timer that is stopped, the units that it would run, and the period that stops it.
const STOPPED: u32 = 102;
const STOPPED_AFTER: u64 = 13;
const STOPPED_IN: u32 = 4;

/// What goes on.
struct State {
    unit: u64,
    /// Expiries of the periodic timer.
    periods: u32,
    watchdog: Handle,
    stopped: Handle,
    /// The last timer has expired.
    is_over: bool,
}

static STATE: Shared<State> = Shared::new();

/// Runs the application on `made`; ends with the last timer.
pub fn run<F: TimerFacility<Item = u32>>(facility: &Shared<F>, made: F, plan: Plan) -> ! {
    facility.put(made);
    let begin = next_tick(|| {
        let now = facility.with(|timers| timers.now().ok());
        or_finish(now.flatten(), status::DRIVER)
    });
    tell::now(begin);
    let after = |units: u64| begin.saturating_add(units.saturating_mul(plan.unit));
    let begun = facility.with(|timers| {
        start_at(timers, PERIODIC, after(PERIOD))?;
        STATE.put(State {
            unit: plan.unit,
            periods: 0,
            watchdog: start(timers, WATCHDOG, PATIENCE.saturating_mul(plan.unit))?,
            stopped: start(timers, STOPPED, STOPPED_AFTER.saturating_mul(plan.unit))?,
            is_over: false,
        });
        Some(())
    });
    or_finish(begun.flatten(), status::DRIVER);
    enable_interrupts(irq::CHIPS);
    for (timer, units) in (0..).zip(ONE_SHOTS) {
        let started = facility.with(|timers| start(timers, timer, units.saturating_mul(plan.unit)));
        or_finish(started.flatten(), status::DRIVER);
    }
    for (timer, units) in (FIRST_DEADLINE..).zip(DEADLINES) {
        let started = facility.with(|timers| start_at(timers, timer, after(units)));
        or_finish(started.flatten(), status::DRIVER);
    }
    print::line("one-shot timers, and one every ", PERIOD.saturating_mul(plan.unit), " ticks");
    while !sleep_unless(|| STATE.with(|state| state.is_over).unwrap_or(true)) {}
    print::text("all have run out\n");
    mmio::finish(0)
}

fn start<F: TimerFacility<Item = u32>>(timers: &mut F, timer: u32, interval: u64) -> Option<Handle> {
    let handle = timers.start(interval, timer).ok()?;
    tell_started(timers, timer, handle, interval)?;
    Some(handle)
}

fn start_at<F: TimerFacility<Item = u32>>(timers: &mut F, timer: u32, due: u64) -> Option<Handle> {
    let handle = timers.start_at(due, timer).ok()?;
    tell::started(timer, due);
    Some(handle)
}

/// Tells of a timer that has just been started with an interval. When it is due the timer chip does not say: then this
/// tells when at the latest, which is a tick later at most.
fn tell_started<F: TimerFacility<Item = u32>>(timers: &mut F, timer: u32, handle: Handle, interval: u64) -> Option<()> {
    let due = match timers.expiry(handle) {
        Some(due) => due,
        None => timers.now().ok()?.checked_add(interval.max(1))?,
    };
    tell::started(timer, due);
    Some(())
}

/// The interrupt routine.
pub fn interrupt<F: TimerFacility<Item = u32>>(facility: &Shared<F>) {
    let served = facility.with(|timers| {
        let mut done = Some(());
        timers
            .service(|timers, expired| {
                tell::expired(expired.item, expired.due, expired.reported);
                let next = STATE.with(|state| go_on(timers, state, &expired)).flatten();
                done = done.and(next);
            })
            .ok()?;
        done
    });
    or_finish(served.flatten(), status::DRIVER);
}

/// The interrupt routine where the chip interrupts by a pin.
pub fn interrupt_by<F: TimerFacility<Item = u32>>(pin: Pin, facility: &Shared<F>) {
    if or_finish(InterruptPin::new(pin).is_pending().ok(), status::DRIVER) {
        interrupt(facility);
    }
}

/// What follows from an expiry.
fn go_on<F: TimerFacility<Item = u32>>(timers: &mut F, state: &mut State, expired: &Expired<u32>) -> Option<()> {
    if expired.item == PERIODIC {
        state.periods = state.periods.saturating_add(1);
        let patience = PATIENCE.saturating_mul(state.unit);
        timers.restart(state.watchdog, patience).ok()?;
        tell::stopped(WATCHDOG);
        tell_started(timers, WATCHDOG, state.watchdog, patience)?;
        if state.periods == STOPPED_IN {
            timers.stop(state.stopped).ok()?;
            tell::stopped(STOPPED);
        }
        if state.periods < PERIODS {
            let period = PERIOD.saturating_mul(state.unit);
            start_at(timers, PERIODIC, expired.due.saturating_add(period))?;
        }
    }
    state.is_over |= expired.item.saturating_add(1) == ONE_SHOTS.len() as u32;
    Some(())
}
