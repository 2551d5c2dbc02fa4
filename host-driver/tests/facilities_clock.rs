//! Every kind of queue on every kind of clock: the histories of `facilities.rs`, with a device that fails, one that
//! forgets, and a host that sleeps.

mod common;
#[macro_use]
#[path = "common/histories.rs"]
mod histories;

use std::num::NonZeroU32;

use carillon_driver::device::{AlarmClock, ManualClock, Prescaled};
use carillon_driver::facility::ClockFacility;
use carillon_driver::queue::schemes::*;
use carillon_driver::queue::{FixedTimerWheel, TimerQueue, TimerWheel};
use common::fake_clock::{FakeClock, NANOSECONDS};
use common::fake_counter::FakeCounter;
use common::fake_mtime::{FakeMtime, PRESCALE};
use histories::{EXACT, Kind, ROUNDED, UNORDERED, queue, rounded};

fn clock<C: AlarmClock, Q: TimerQueue>(clock: C, queue: Q) -> ClockFacility<C, Q> {
    ClockFacility::new(clock, queue).expect("no faults")
}

facility!(timer_wheel_by_a_clock, EXACT, |_| { clock(FakeClock::at(0), TimerWheel::<usize>::new()) });
facility!(timer_wheel_by_a_clock_that_has_been_running, EXACT, |_| {
    clock(FakeClock::at(1_000_000_000_007), TimerWheel::<usize>::new())
});
facility!(fixed_timer_wheel_by_a_clock, EXACT, |_| { clock(FakeClock::at(0), FixedTimerWheel::<usize, 40>::new()) });
facility!(scheme3_by_a_clock, EXACT, |parts| { clock(FakeClock::at(0), queue(Heap::new(), parts.capacity)) });
facility!(scheme4_by_a_clock, Kind { longest: 128, ..EXACT }, |parts| {
    let queue = queue(BasicWheel::new(128), parts.capacity);
    clock(FakeClock::at(12_345), queue)
});
facility!(scheme6_by_a_clock, UNORDERED, |parts| {
    clock(FakeClock::at(0), queue(HashedWheel::new(64), parts.capacity))
});
facility!(scheme7_after_nichols_by_a_clock, Kind { migrates: false, ..ROUNDED }, |parts| {
    let queue = queue(rounded(Precision::OfTheWheel), parts.capacity);
    clock(FakeClock::at(0), queue)
});
facility!(timer_wheel_by_the_clock_for_tests, EXACT, |_| {
    clock(ManualClock::new(NANOSECONDS), TimerWheel::<usize>::new())
});
facility!(timer_wheel_by_mtime, EXACT, |_| { clock(FakeMtime::at(0xFFFF_FF00), TimerWheel::<usize>::new()) });
facility!(timer_wheel_by_mtime_with_longer_ticks, EXACT, |_| {
    // It begins within a tick.
    let mtime = FakeMtime::at(0xFFFF_FF01);
    let prescaled = NonZeroU32::new(PRESCALE).and_then(|prescale| Prescaled::new(mtime, prescale));
    clock(prescaled.expect("a tick"), TimerWheel::<usize>::new())
});
facility!(timer_wheel_by_a_counter, EXACT, |_| { clock(FakeCounter::<40>::clock(77), TimerWheel::<usize>::new()) });
