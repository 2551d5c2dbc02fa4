//! Many timers outstanding on a host that is otherwise idle, under any scheme.
//!
//! The simulator may ask for the length of a tick, in clocks, and for the shortest and the longest interval, in ticks,
//! before the program begins. When all timers are started the program says so and sleeps; each expiry is told. It ends
//! when a further word comes.

use crate::cost::Random;
use crate::mmio::{self, irq};
use crate::shared::Shared;
use crate::start::{enable_interrupts, or_finish, sleep_unless, status};
use crate::timers::TimerFacility;
use crate::{print, tell};

/// Timers outstanding.
pub const TIMERS: usize = 10_000;

/// What [`tell::reached`] says once all timers are started.
const ALL_STARTED: u32 = 1;

/// Starts all timers on what `make` makes for a tick of the given number of clocks, and sleeps.
pub fn run<F: TimerFacility<Item = u32>>(facility: &Shared<F>, make: impl FnOnce(u32) -> F) -> ! {
    let prescale = mmio::take_asked().unwrap_or(100);
    let shortest = mmio::take_asked().unwrap_or(1 << 24);
    let span = mmio::take_asked().unwrap_or(1 << 30) | 1;
    facility.put(make(prescale));
    enable_interrupts(irq::CHIP | irq::TIMER_CHIP);
    let mut random = Random(0x2545_F491);
    for timer in (0..).take(TIMERS) {
        // The high half of a product scales without a division.
        let part = u64::from(random.next()).wrapping_mul(span.into()) >> 32;
        start(facility, timer, part.wrapping_add(shortest.into()));
    }
    print::line("", TIMERS as u64, " timers are outstanding");
    tell::reached(ALL_STARTED);
    mmio::listen();
    enable_interrupts(irq::CHIP | irq::TIMER_CHIP | irq::PROBE);
    loop {
        sleep_unless(|| false);
    }
}

fn start<F: TimerFacility<Item = u32>>(facility: &Shared<F>, timer: u32, interval: u64) {
    // With interrupts masked, so that the timer does not expire before it is told of.
    let told = facility.with(|timers| {
        // With a deadline, so that the host knows it.
        let due = timers.now().ok()?.checked_add(interval)?;
        timers.start_at(due, timer).ok()?;
        tell::started(timer, due);
        Some(())
    });
    or_finish(told.flatten(), status::DRIVER);
}

/// The interrupt routine, of the chip and of the word that ends the program.
pub fn interrupt<F: TimerFacility<Item = u32>>(facility: &Shared<F>) {
    if mmio::pending_interrupts() & irq::PROBE != 0 {
        mmio::finish(0);
    }
    let served =
        facility.with(|timers| timers.service(|_, expired| tell::expired(expired.item, expired.due, expired.reported)));
    or_finish(served.and_then(Result::ok), status::DRIVER);
}
