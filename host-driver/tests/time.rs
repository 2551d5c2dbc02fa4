//! Counters of ticks, and delays.
#![cfg(feature = "embedded-hal")]

mod common;

use std::num::NonZeroU32;
use std::time::Duration;

use carillon_driver::chip::Coalescing;
use carillon_driver::counter::{PausedCounter, TickCounter};
use carillon_driver::counter_chip::{Wheel, WheelMode};
use carillon_driver::delay::{Delay, READINGS_THAT_MAY_FAIL};
use carillon_driver::facility::{CounterChipFacility, TimerFacility};
use carillon_driver::queue::{HashedWheel, Timers};
use carillon_driver::rate::TickRate;
use common::builds::FULL;
use common::fake_chip::{FakeChip, Fate};
use embedded_hal::delay::DelayNs;

fn hertz(ticks: u32) -> TickRate {
    TickRate::hertz(NonZeroU32::new(ticks).expect("not 0"))
}

#[test]
fn paused_clock_stands_until_told() {
    let clock = PausedCounter::new();
    assert_eq!((&clock).now(), Ok(0));
    clock.pass(5);
    assert_eq!((&clock).now(), Ok(5));
    clock.step_when_asked(2);
    assert_eq!((&clock).now(), Ok(5));
    assert_eq!((&clock).now(), Ok(7));
    clock.pass(u64::MAX);
    assert_eq!(clock.stands_at(), u64::MAX);
    assert_eq!(clock.readings(), 4);
}

#[test]
fn delay_any_unit_lasts_a_tick_longer_than_the_span() {
    for (wait, span) in
        [(1_u32, Duration::from_nanos(1)), (2, Duration::from_micros(1_500)), (3, Duration::from_millis(70))]
    {
        let clock = PausedCounter::new();
        clock.step_when_asked(1);
        let mut delay = Delay::new(&clock, hertz(1_000));
        match wait {
            1 => delay.delay_ns(1),
            2 => delay.delay_us(1_500),
            _ => delay.delay_ms(70),
        }
        let ticks = u64::try_from(span.as_nanos().div_ceil(1_000_000)).expect("small");
        // The reading that ends the delay saw that many ticks gone, and one more for the one under way.
        assert_eq!(clock.stands_at(), ticks + 2, "{span:?}");
        assert_eq!(delay.take_error(), None);
    }
}

#[test]
fn delay_longest_is_not_cut_short() {
    let clock = PausedCounter::new();
    clock.step_when_asked(1 << 50);
    Delay::new(&clock, hertz(u32::MAX)).delay_ms(u32::MAX);
    let least = u128::from(u32::MAX) * u128::from(u32::MAX) / 1_000;
    assert!(u128::from(clock.stands_at()) > least);
}

/// A clock that fails at some readings, and else counts them.
struct Failing {
    readings: u64,
    fails: fn(u64) -> bool,
}

impl TickCounter for Failing {
    type Error = u64;

    fn now(&mut self) -> Result<u64, u64> {
        self.readings += 1;
        if (self.fails)(self.readings) {
            return Err(self.readings);
        }
        Ok(self.readings)
    }
}

#[test]
fn delay_clock_that_fails_now_and_then_is_asked_again() {
    let clock = Failing { readings: 0, fails: |reading| reading % 3 != 0 };
    let mut delay = Delay::new(clock, hertz(1_000));
    delay.delay_ms(100);
    assert_eq!(delay.take_error(), None);
    assert!(delay.release().readings >= 103);
}

#[test]
fn delay_clock_that_is_gone_ends_and_tells() {
    let clock = Failing { readings: 0, fails: |reading| reading > 10 };
    let mut delay = Delay::new(clock, hertz(1_000));
    delay.delay_ms(100);
    let last = 10 + u64::from(READINGS_THAT_MAY_FAIL);
    assert_eq!(delay.take_error(), Some(last));
    assert_eq!(delay.take_error(), None);
    assert_eq!(delay.wait(1), Err(last + 1));
}

#[test]
fn delay_clock_that_is_started_anew_still_lasts_long_enough() {
    // 1, 2, ..., 50, then 0, 1, ...: the tick in which it went back is not counted.
    struct Anew(u64);
    impl TickCounter for Anew {
        type Error = ();
        fn now(&mut self) -> Result<u64, ()> {
            self.0 += 1;
            Ok(if self.0 > 50 { self.0 - 51 } else { self.0 })
        }
    }
    let mut delay = Delay::new(Anew(0), hertz(1_000));
    assert_eq!(delay.wait(100), Ok(()));
    assert_eq!(delay.release().0, 102);
}

#[test]
fn delay_over_a_chip_and_over_a_facility_takes_the_ticks() {
    let wheel = Wheel { slots: 16, mode: WheelMode::default() };
    let mut chip = common::started::start(&[wheel], 16, Coalescing::NONE);
    chip.bus_mut().ticks_a_transfer = 1;
    let before = chip.now().expect("no faults");
    let mut delay = Delay::new(chip, hertz(1_000));
    delay.delay_ms(30);
    let mut chip = delay.release();
    assert!(chip.now().expect("no faults") - before >= 31);

    let queue = Timers::<_, u32, _>::bounded(HashedWheel::new(16), 2);
    let fake = FakeChip::new(FULL, 16);
    let mut facility = CounterChipFacility::new(fake, 1, queue.expect("memory")).expect("the right chip");
    facility.bus_mut().ticks_a_transfer = 1;
    facility.bus_mut().fates = [Fate::Lost, Fate::Succeeds, Fate::AnswerLost].into();
    let before = facility.last_known_now();
    let mut delay = Delay::new(&mut facility, hertz(1_000));
    delay.delay_ms(30);
    assert_eq!(delay.take_error(), None);
    assert!(facility.last_known_now() - before >= 31);
}
