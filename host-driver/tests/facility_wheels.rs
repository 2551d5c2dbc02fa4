//! What a facility over wheels owes its host besides the timers.

mod common;

use carillon_driver::chip::Wake;
use carillon_driver::facility::{CounterChipFacility, TimerFacility};
use carillon_driver::queue::Timers;
use carillon_driver::queue::schemes::BasicWheel;
use common::builds::FULL;
use common::fake_chip::FakeChip;

#[test]
fn recover_timers_that_came_due_meanwhile_interrupt_and_others_do_not() {
    for (passed, is_due) in [(5, false), (20, true)] {
        let queue = Timers::bounded(BasicWheel::new(128), 2);
        let queue = queue.expect("enough memory");
        let mut facility = CounterChipFacility::new(FakeChip::new(FULL, 16), 1, queue).expect("a facility");
        facility.start(10, "once").expect("started");
        facility.bus_mut().pass(passed);
        facility.now().expect("no faults");
        facility.bus_mut().reset();
        facility.recover().expect("no faults");
        assert_eq!(facility.wake() == Ok(Wake::Now), is_due, "{passed} ticks");
        facility.bus_mut().pass(2);
        assert_eq!(facility.bus().irq(), is_due, "{passed} ticks");
        let mut reported = 0;
        for _ in 0..2 {
            facility.service(|_, expired| reported += u32::from(expired.item == "once")).expect("no faults");
            assert_eq!(reported, u32::from(is_due));
        }
        facility.bus_mut().pass(20);
        facility.service(|_, expired| reported += u32::from(expired.item == "once")).expect("no faults");
        assert_eq!(reported, 1, "{passed} ticks");
    }
}
