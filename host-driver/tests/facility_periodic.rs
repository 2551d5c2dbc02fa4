//! Periodic timers, which their handler starts again, on each kind of facility: by busy slots, by an alarm of the chip,
//! by that of a clock. Their host is late, misses periods, and each rule says which of them come.

mod common;

use core::fmt::Debug;
use core::num::{NonZeroU32, NonZeroU64};

use carillon_driver::chip::Wake;
use carillon_driver::counter_chip::ChipAlarm;
use carillon_driver::device::ManualClock;
use carillon_driver::facility::{ClockFacility, CounterChipFacility, TimerFacility};
use carillon_driver::queue::schemes::{HashedWheel, Heap, MixedWheel};
use carillon_driver::queue::tools::{MissedTicks, Periodic};
use carillon_driver::queue::{FixedTimerWheel, Timers};
use carillon_driver::rate::TickRate;
use common::builds::FULL;
use common::fake_chip::FakeChip;

const PERIOD: u64 = 10;

/// The services' ticks, and the ticks at which a timer of each rule is due that they see. The host sleeps from 20 to
/// 57.
const SERVICES: [u64; 7] = [9, 10, 14, 20, 57, 60, 75];
const SEEN: [(MissedTicks, &[u64]); 3] = [
    (MissedTicks::Burst, &[10, 20, 30, 40, 50, 60, 70]),
    (MissedTicks::Skip, &[10, 20, 30, 60, 70]),
    (MissedTicks::Delay, &[10, 20, 30, 67]),
];

/// Serves at those ticks; `pass` lets ticks pass.
fn serve<F>(mut timers: F, pass: fn(&mut F, u64), rule: MissedTicks) -> Vec<u64>
where
    F: TimerFacility<Item = Periodic>,
    F::DeviceError: Debug + PartialEq,
{
    let period = NonZeroU64::new(PERIOD).expect("not 0");
    timers.start(PERIOD, Periodic::new(period, rule)).expect("room");
    let (mut now, mut seen) = (0, Vec::new());
    for tick in SERVICES {
        pass(&mut timers, tick - now);
        now = tick;
        // The interrupt is a level.
        while timers.wake() == Ok(Wake::Now) {
            let served = timers.service(|timers, expired| {
                assert!(expired.due <= now, "{} is early at {now}", expired.due);
                seen.push(expired.due);
                let next = expired.item.next(expired.due, now).expect("a tick");
                timers.start_at(next, expired.item).expect("room");
            });
            served.expect("no faults");
        }
    }
    assert_eq!(timers.outstanding(), 1);
    seen
}

fn chip() -> FakeChip {
    FakeChip::new(FULL, 16)
}

#[test]
fn periodic_timers_come_by_their_rule_on_every_kind_of_facility() {
    for (rule, wanted) in SEEN {
        let wheel = Timers::bounded(HashedWheel::new(64), 1).expect("memory");
        let by_slots = CounterChipFacility::new(chip(), 1, wheel).expect("a facility");
        assert_eq!(serve(by_slots, |timers, ticks| timers.bus_mut().pass(ticks), rule), wanted, "Scheme 6");

        let wheels = Timers::bounded(MixedWheel::of([8, 8, 8]), 1).expect("memory");
        let by_slots = CounterChipFacility::new(chip(), 1, wheels).expect("a facility");
        assert_eq!(serve(by_slots, |timers, ticks| timers.bus_mut().pass(ticks), rule), wanted, "Scheme 7");

        let heap = Timers::bounded(Heap::new(), 1).expect("memory");
        let alarm = ChipAlarm::new(chip(), 1).expect("an alarm");
        let by_alarm = ClockFacility::new(alarm, heap).expect("a facility");
        let pass = |timers: &mut ClockFacility<ChipAlarm<FakeChip>, _>, ticks| timers.clock_mut().bus_mut().pass(ticks);
        assert_eq!(serve(by_alarm, pass, rule), wanted, "the chip's alarm");

        let rate = TickRate::hertz(NonZeroU32::MIN);
        let by_clock = ClockFacility::new(ManualClock::new(rate), FixedTimerWheel::<_, 1>::new());
        let pass = |timers: &mut ClockFacility<ManualClock, _>, ticks| {
            timers.clock().advance(core::time::Duration::from_secs(ticks));
        };
        assert_eq!(serve(by_clock.expect("a facility"), pass, rule), wanted, "a clock");
    }
}
