//! Restarts for a deadline and within a range, on each kind of facility: by busy slots, by an alarm of the chip, by
//! that of a clock, and on the timer chip.

mod common;

use core::fmt::Debug;
use core::num::NonZeroU32;

use carillon_driver::chip::Wake;
use carillon_driver::counter_chip::ChipAlarm;
use carillon_driver::device::ManualClock;
use carillon_driver::facility::{
    ClockFacility, CounterChipFacility, FacilityError, StopError, TimerChipFacility, TimerEntry, TimerFacility,
    TimerSettings,
};
use carillon_driver::queue::schemes::{HashedWheel, Heap, MixedWheel};
use carillon_driver::queue::{FixedTimers, Handle, Timers};
use carillon_driver::rate::TickRate;
use common::builds::FULL;
use common::fake_chip::FakeChip;
use common::fake_timer_chip::FakeTimerChip;

/// Which ticks the timers were due at that come within so many ticks.
fn served<F>(timers: &mut F, pass: fn(&mut F, u64), ticks: u64) -> Vec<(u32, u64)>
where
    F: TimerFacility<Item = u32>,
    F::DeviceError: Debug,
{
    let mut seen = Vec::new();
    for _ in 0..ticks {
        pass(timers, 1);
        let service = timers.service(|_, expired| seen.push((expired.item, expired.due)));
        service.expect("no faults");
    }
    seen
}

/// A facility at its tick 0 with room for two timers. `by_range` if it gains by a range.
fn restarts<F>(mut timers: F, pass: fn(&mut F, u64), by_range: bool)
where
    F: TimerFacility<Item = u32>,
    F::DeviceError: Debug + PartialEq,
{
    let stale = |timers: &mut F, handle: Handle| {
        let stale = Err(FacilityError::Stop(StopError::StaleHandle));
        assert_eq!(timers.restart_at(handle, 500), stale);
        assert_eq!(timers.restart_between(handle, 5, 10), stale);
    };
    let later = timers.start_at(20, 1).expect("room");
    let sooner = timers.start_at(40, 2).expect("room");
    timers.restart_at(later, 50).expect("outstanding");
    timers.restart_at(sooner, 12).expect("outstanding");
    assert_eq!(timers.expiry(sooner), Some(12));
    assert_eq!(served(&mut timers, pass, 30), [(2, 12)]);
    stale(&mut timers, sooner);

    // It is due within the range already; then it is not.
    let now = timers.now().expect("no faults");
    timers.restart_between(later, 10, 30).expect("outstanding");
    if by_range {
        assert_eq!(timers.expiry(later), Some(50));
        timers.restart_between(later, 5, 8).expect("outstanding");
        let due = timers.expiry(later).expect("outstanding");
        assert!((now + 5..=now + 8).contains(&due), "{due} at {now}");
    }
    assert_eq!(served(&mut timers, pass, 30).len(), 1);

    // A deadline that has gone by is due at once.
    let third = timers.start_at(now + 1_000, 3).expect("room");
    timers.restart_at(third, 1).expect("outstanding");
    assert_eq!(served(&mut timers, pass, 2), [(3, 1)]);
    stale(&mut timers, third);
    assert_eq!(timers.outstanding(), 0);
    assert_ne!(timers.wake(), Ok(Wake::Now));
}

fn chip() -> FakeChip {
    FakeChip::new(FULL, 16)
}

#[test]
fn restart_at_and_within_a_range_on_every_kind_of_facility() {
    let wheel = Timers::bounded(HashedWheel::new(64), 2).expect("memory");
    let by_slots = CounterChipFacility::new(chip(), 1, wheel).expect("a facility");
    restarts(by_slots, |timers, ticks| timers.bus_mut().pass(ticks), true);

    let wheels = Timers::bounded(MixedWheel::of([8, 8, 30]), 2).expect("memory");
    let by_slots = CounterChipFacility::new(chip(), 1, wheels).expect("a facility");
    restarts(by_slots, |timers, ticks| timers.bus_mut().pass(ticks), true);

    let heap = Timers::bounded(Heap::new(), 2).expect("memory");
    let alarm = ChipAlarm::new(chip(), 1).expect("an alarm");
    let by_alarm = ClockFacility::new(alarm, heap).expect("a facility");
    let pass = |timers: &mut ClockFacility<ChipAlarm<FakeChip>, _>, ticks| timers.clock_mut().bus_mut().pass(ticks);
    restarts(by_alarm, pass, true);

    let clock = ManualClock::new(TickRate::hertz(NonZeroU32::MIN));
    let by_clock = ClockFacility::new(clock, FixedTimers::<_, 2>::new()).expect("a facility");
    let pass = |timers: &mut ClockFacility<ManualClock, _>, ticks| {
        timers.clock().advance(core::time::Duration::from_secs(ticks));
    };
    restarts(by_clock, pass, true);

    let settings = TimerSettings { prescale: 1, wheel_bits: 10, memory_base: 0 };
    let entries = [const { TimerEntry::VACANT }; 2];
    let itself = TimerChipFacility::new(FakeTimerChip::default(), settings, entries);
    restarts(itself.expect("a facility"), |timers, ticks| timers.bus_mut().pass(ticks), false);
}
