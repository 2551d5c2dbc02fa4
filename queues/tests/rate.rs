//! Spans of time and ticks.

use std::num::NonZeroU32;
use std::time::Duration;

use carillon_queues::clock::{Span, TickRate};
use proptest::prelude::*;

fn hertz(ticks: u32) -> TickRate {
    TickRate::hertz(NonZeroU32::new(ticks).expect("not 0"))
}

proptest! {
    /// Not shorter than asked for, and not a whole tick longer.
    #[test]
    fn tick_rate_any_span_takes_the_least_ticks_that_are_enough(
        // Of nanoseconds, in which a duration counts, and of anything else.
        clocks in prop_oneof![Just(1_000_000_000), 1..u32::MAX],
        tick in 1_u32..1 << 24,
        nanoseconds in 0..1_u64 << 60,
    ) {
        let rate = TickRate::new(NonZeroU32::new(clocks).unwrap(), NonZeroU32::new(tick).unwrap());
        let ticks = u128::from(rate.ticks(Duration::from_nanos(nanoseconds)).expect("fits"));
        // ticks * tick / clocks seconds, compared with nanoseconds / 10^9 seconds.
        let lasts = |ticks: u128| ticks * u128::from(tick) * 1_000_000_000;
        let asked = u128::from(nanoseconds) * u128::from(clocks);
        prop_assert!(lasts(ticks) >= asked);
        prop_assert!(ticks == 0 || lasts(ticks - 1) < asked);
    }

    #[test]
    fn tick_rate_there_and_back_loses_less_than_a_nanosecond(
        clocks in 1_u32..1_000_000_000,
        tick in 1_u32..1 << 24,
        ticks in 0..1_u64 << 40,
    ) {
        let rate = TickRate::new(NonZeroU32::new(clocks).unwrap(), NonZeroU32::new(tick).unwrap());
        let duration = rate.duration(ticks);
        prop_assert!(rate.ticks(duration).expect("fits") <= ticks);
        let above = duration + Duration::from_nanos(1);
        prop_assert!(rate.ticks(above).expect("fits") >= ticks);
    }
}

#[test]
fn tick_rate_span_of_nothing_is_due_at_once_and_any_other_a_tick_later() {
    let rate = hertz(1_000);
    assert_eq!(rate.interval(Duration::ZERO), Some(0));
    assert_eq!(rate.interval(Duration::from_nanos(1)), Some(2));
    assert_eq!(rate.interval(Duration::from_millis(5)), Some(6));
}

#[test]
fn tick_rate_span_beyond_64_bits_is_none() {
    assert_eq!(hertz(u32::MAX).ticks(Duration::MAX), None);
    assert_eq!(hertz(1).ticks(Duration::new(u64::MAX, 0)), Some(u64::MAX));
    assert_eq!(hertz(1).interval(Duration::new(u64::MAX, 0)), None);
    assert_eq!(hertz(1).duration(u64::MAX), Duration::new(u64::MAX, 0));
    let slow = TickRate::new(NonZeroU32::MIN, NonZeroU32::new(2).unwrap());
    assert_eq!(slow.duration(u64::MAX), Duration::MAX);
    assert_eq!(slow.whole_hertz(), None);
}

#[cfg(feature = "fugit")]
#[test]
fn tick_rate_fugit_durations_are_exact() {
    use fugit::{ExtU32, ExtU64};
    let rate = hertz(3);
    let third = fugit::Duration::<u32, 1, 3>::from_ticks(1);
    assert_eq!(rate.ticks(third), Some(1));
    assert_eq!(rate.ticks(fugit::TimerDurationU64::<1_000>::from_ticks(334)), Some(2));
    assert_eq!(rate.ticks(1_u32.hours() as fugit::HoursDurationU32), Some(3 * 3_600));
    assert_eq!(rate.ticks(2_u64.minutes() as fugit::MinutesDurationU64), Some(360));
    let long = fugit::Duration::<u64, { u32::MAX }, 1>::from_ticks(u64::MAX);
    assert_eq!(long.seconds().0, u128::from(u64::MAX) * u128::from(u32::MAX));
    assert_eq!(rate.ticks(long), None);
}

#[test]
fn span_duration_is_in_nanoseconds() {
    let (numerator, denominator) = Duration::new(2, 5).seconds();
    assert_eq!((numerator, denominator.get()), (2_000_000_005, 1_000_000_000));
}
