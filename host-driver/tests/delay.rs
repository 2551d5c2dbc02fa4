//! `embedded_hal`'s delay by the chip's clock, and lengths of time in ticks.
#![cfg(all(feature = "embedded-hal", feature = "fugit"))]

mod common;

use core::num::NonZeroU32;
use core::time::Duration;

use carillon_driver::counter_chip::ChipAlarm;
use carillon_driver::delay::Delay;
use carillon_driver::facility::{ClockFacility, TimerFacility};
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::{Heap, Timers};
use carillon_driver::rate::TickRate;
use common::builds::FULL;
use common::fake_chip::{FakeChip, Fate};
use embedded_hal::delay::DelayNs;
use fugit::ExtU32;

fn rate(hertz: u32, prescale: u32) -> TickRate {
    let number = |number| NonZeroU32::new(number).expect("not 0");
    TickRate::new(number(hertz), number(prescale))
}

type Queue = Timers<Heap, u32, Bounded<u32>>;

fn facility() -> ClockFacility<ChipAlarm<FakeChip>, Queue> {
    let queue = Timers::bounded(Heap::new(), 4).expect("a queue");
    let chip = ChipAlarm::new(FakeChip::new(FULL, 4), 1).expect("the right chip");
    ClockFacility::new(chip, queue).expect("an alarm")
}

#[test]
fn delay_of_every_length_is_not_shorter_and_at_most_two_ticks_longer() {
    // A tick is 4 microseconds, and one passes with each reading.
    let rate = rate(1_000_000, 4);
    for microseconds in [0, 1, 3, 4, 5, 8, 100, 1_001] {
        let mut facility = facility();
        facility.clock_mut().bus_mut().pass(7);
        facility.clock_mut().bus_mut().ticks_a_transfer = 1;
        let begin = facility.clock().bus().now();
        Delay::new(&mut facility, rate).delay_us(microseconds);
        let took = (facility.clock().bus().now() - begin) * 4;
        let least = u64::from(microseconds);
        assert!(took >= least && took < least + 4 + 3 * 4, "{microseconds}: {took}");
    }
}

#[test]
fn delay_while_the_bus_fails_or_the_chip_is_reset_goes_on() {
    let rate = rate(1_000_000, 1);
    let mut facility = facility();
    facility.start(1_000_000, 5).expect("room");
    facility.clock_mut().bus_mut().ticks_a_transfer = 1;
    facility.clock_mut().bus_mut().fates = [Fate::Lost, Fate::AnswerLost, Fate::Succeeds, Fate::Lost].into();
    Delay::new(&mut facility, rate).delay_us(50);
    facility.clock_mut().bus_mut().reset();
    Delay::new(&mut facility, rate).delay_us(50);
    assert!(facility.last_known_now() >= 100);
    assert_eq!(facility.outstanding(), 1);
}

#[test]
fn ticks_of_durations_are_rounded_up() {
    let second = Duration::from_secs(1);
    assert_eq!(rate(32_768, 1).ticks(second), Some(32_768));
    assert_eq!(rate(32_768, 100).ticks(second), Some(328));
    assert_eq!(rate(32_768, 1).ticks(Duration::from_micros(31)), Some(2));
    assert_eq!(rate(1, 1).ticks(Duration::ZERO), Some(0));
    assert_eq!(rate(u32::MAX, 1).ticks(Duration::MAX), None);
    assert_eq!(rate(1, 1).ticks(Duration::MAX), None, "a nanosecond too long");
    assert_eq!(rate(1, 2).ticks(Duration::MAX), Some(1 << 63));
}

#[test]
fn ticks_of_fugits_durations_are_those_of_cores() {
    for rate in [rate(1_000_000, 1), rate(32_768, 3), rate(48_000_000, 48)] {
        let milliseconds = fugit::MillisDurationU32::millis(1_234);
        assert_eq!(rate.ticks(milliseconds), rate.ticks(Duration::from_millis(1_234)));
        let micros: fugit::MicrosDurationU64 = fugit::MicrosDurationU64::micros(7_654_321);
        assert_eq!(rate.ticks(micros), rate.ticks(Duration::from_micros(7_654_321)));
        let minutes: fugit::MinutesDurationU32 = 3.minutes();
        assert_eq!(rate.ticks(minutes), rate.ticks(Duration::from_secs(180)));
    }
}
