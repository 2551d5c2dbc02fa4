//! The facility's protocol, transfer by transfer: starting, stopping, and serving events.

mod common;

use std::cell::Cell;
use std::rc::Rc;

use carillon_driver::counter_chip::{CounterChipError, HostErrors};
use carillon_driver::facility::{CounterChipFacility, FacilityError, StopError, TimerFacility};
use carillon_driver::queue::chip::Wheeled;
use carillon_driver::queue::memory::Record;
use carillon_driver::queue::schemes::BasicWheel;
use carillon_driver::queue::{HashedWheel, Refused, StartError, TimerQueue, Timers};
use carillon_regmap::counter_chip::offset;
use common::script::*;
use common::scripted_bus::{BusFault, ScriptedBus};

/// An interval of very many laps.
const LONG: u64 = 1 << 48;

const BUS_FAULT: FacilityError<CounterChipError<BusFault>> = FacilityError::Device(CounterChipError::Bus(BusFault));

#[test]
fn new_identifies_and_initialises_with_one_wheel() {
    let facility = facility();
    assert_eq!((facility.queue().structure().wheel_size(0), facility.queue().capacity()), (Some(100), 4));
    assert_eq!((facility.statistics().bus_reads, facility.statistics().bus_writes), (13, 9));
    facility.release().played();
}

#[test]
fn new_wheel_larger_than_the_chip_refused() {
    let mut bus = ScriptedBus::default();
    bus.identified();
    let queue = Timers::<_, u32, _>::bounded(HashedWheel::new(4097), 1);
    let refused = CounterChipFacility::new(&mut bus, 5, queue.expect("memory")).err();
    let too_large = CounterChipError::WheelSizeOutOfRange { wheel: 0, size: 4097, capacity: 4096 };
    assert_eq!(refused, Some(FacilityError::Device(too_large)));
    bus.played();
}

#[test]
fn new_queue_in_use_refused_without_a_transfer() {
    let queue = Timers::<_, u32, _>::bounded(HashedWheel::new(100), 1);
    let mut queue = queue.expect("memory");
    queue.advance(1);
    let refused = CounterChipFacility::new(ScriptedBus::default(), 5, queue).err();
    assert_eq!(refused, Some(FacilityError::QueueInUse));
}

#[test]
fn start_first_in_its_slot_is_one_read_and_one_write() {
    let mut facility = facility();
    expect(&mut facility).read_gives(offset::NOW_LO, 250).takes(offset::ARM, arm(60, 2));
    let handle = facility.start(10, 1).expect("started");
    facility.bus().played();
    assert_eq!(facility.expiry(handle), Some(260));
    assert_eq!((facility.outstanding(), facility.statistics().timers_started), (1, 1));
}

#[test]
fn start_second_in_its_slot_is_one_read_and_no_write() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    expect(&mut facility).read_gives(offset::NOW_LO, 255);
    facility.start(105, 2).expect("started");
    facility.bus().played();
}

#[test]
fn start_names_the_slots_first_visit_after_now() {
    // (now, interval, slot, lap): a whole lap ahead, laps beyond 255, intervals of many laps.
    for (now, interval, slot, lap) in [
        (250, 99, 49, 3),
        (250, 100, 50, 3),
        (250, 101, 51, 2),
        (299, 1, 0, 3),
        (300, 1, 1, 3),
        (25_599, 1, 0, 0),
        (25_599, 100, 99, 0),
        (1, LONG, 57, 0),
    ] {
        let mut facility = facility();
        expect(&mut facility).read_gives(offset::NOW_LO, now).takes(offset::ARM, arm(slot, lap));
        facility.start(interval, 1).expect("started");
        facility.bus().played();
    }
}

#[test]
fn start_interval_0_arms_the_passed_visit_even_if_the_slot_is_armed() {
    let mut facility = facility();
    start(&mut facility, 250, 100, 1);
    expect(&mut facility).read_gives(offset::NOW_LO, 250).takes(offset::ARM, arm(50, 2));
    facility.start(0, 2).expect("started");
    expect(&mut facility).event(LATE | 50, 251).takes(offset::EVENT_ACK, sequence(0));
    assert_eq!(serve(&mut facility), [(2, 250, 250)]);
    assert_eq!(facility.statistics().late_events, 1);
}

#[test]
fn start_whose_arm_fails_is_taken_back() {
    let mut facility = facility();
    expect(&mut facility).read_gives(offset::NOW_LO, 250).refuses(offset::ARM, arm(60, 2));
    let (error, item) = (BUS_FAULT, 1);
    assert_eq!(facility.start(10, 1), Err(Refused { error, item }));
    facility.bus().played();
    assert_eq!((facility.outstanding(), facility.statistics().timers_started), (0, 0));
    facility.check_invariants().expect("clean");
    // If the chip got the write after all, its event finds nothing and clears the bit.
    expect(&mut facility).event(60, 260).takes(offset::EVENT_ACK, 1);
    assert_eq!(serve(&mut facility), []);
    assert_eq!(facility.statistics().empty_events, 1);
    // And the next one in that slot is armed.
    start(&mut facility, 261, 99, 2);
}

#[test]
fn start_whose_read_fails_starts_nothing() {
    let mut facility = facility();
    expect(&mut facility).read_fails(offset::NOW_LO);
    let (error, item) = (BUS_FAULT, 1);
    assert_eq!(facility.start(10, 1), Err(Refused { error, item }));
    assert_eq!(facility.outstanding(), 0);
}

#[test]
fn start_interval_too_long_or_slab_full_refused_without_a_transfer() {
    let mut bus = ScriptedBus::default();
    bus.identified().initialised(100, 5);
    let queue = Timers::bounded(BasicWheel::new(100), 4).expect("memory");
    let mut short = CounterChipFacility::new(bus, 5, queue).expect("the chip of the script");
    let longest = short.queue().longest_interval();
    let interval = longest + 1;
    let beyond = StartError::BeyondTheWheel { interval, longest };
    let (error, item) = (FacilityError::Start(beyond), 1);
    assert_eq!(short.start(interval, 1), Err(Refused { error, item }));
    short.release().played();
    let mut facility = facility();
    for item in 0..4 {
        start(&mut facility, 250, 1 + u64::from(item), item);
    }
    let error = FacilityError::Start(StartError::Full { capacity: 4 });
    assert_eq!(facility.start(1, 9), Err(Refused { error, item: 9 }));
    facility.bus().played();
}

#[test]
fn stop_that_empties_the_slot_is_one_write_and_any_other_none() {
    let mut facility = facility();
    let first = start(&mut facility, 250, 10, 1);
    expect(&mut facility).read_gives(offset::NOW_LO, 250);
    let second = facility.start(110, 2).expect("started");
    assert_eq!(facility.stop(first), Ok(1));
    expect(&mut facility).takes(offset::DISARM, 60);
    assert_eq!(facility.stop(second), Ok(2));
    facility.bus().played();
    assert_eq!(facility.statistics().stopped, 2);
}

#[test]
fn stop_whose_disarm_fails_stops_all_the_same() {
    let mut facility = facility();
    let handle = start(&mut facility, 250, 10, 1);
    expect(&mut facility).refuses(offset::DISARM, 60);
    assert_eq!(facility.stop(handle), Ok(1));
    assert_eq!(facility.statistics().disarm_failures, 1);
    // The bit left set costs one empty event.
    expect(&mut facility).event(60, 260).takes(offset::EVENT_ACK, 1);
    assert_eq!(serve(&mut facility), []);
    assert_eq!(facility.statistics().empty_events, 1);
}

#[test]
fn stop_stale_handle_refused_without_a_transfer() {
    let mut facility = facility();
    let handle = start(&mut facility, 250, 10, 1);
    expect(&mut facility).takes(offset::DISARM, 60);
    assert_eq!(facility.stop(handle), Ok(1));
    assert_eq!(facility.stop(handle), Err(StopError::StaleHandle.into()));
    let fired = start(&mut facility, 250, 10, 2);
    expect(&mut facility).event(60, 260).takes(offset::EVENT_ACK, 1);
    assert_eq!(serve(&mut facility), [(2, 260, 260)]);
    assert_eq!(facility.stop(fired), Err(StopError::StaleHandle.into()));
    facility.bus().played();
}

#[test]
fn service_event_is_two_reads_and_one_write_for_all_timers_of_its_slot() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    for (interval, item) in [(10, 2), (110, 3)] {
        expect(&mut facility).read_gives(offset::NOW_LO, 250);
        facility.start(interval, item).expect("started");
    }
    expect(&mut facility)
        .read_gives(offset::EVENT, VALID | sequence(7) | 60)
        .read_gives(offset::EVENT_TICK, 260)
        .takes(offset::EVENT_ACK, sequence(7));
    assert_eq!(serve(&mut facility), [(1, 260, 260), (2, 260, 260)]);
    expect(&mut facility)
        .read_gives(offset::EVENT, VALID | sequence(8) | 60)
        .read_gives(offset::EVENT_TICK, 360)
        .takes(offset::EVENT_ACK, sequence(8) | 1);
    assert_eq!(serve(&mut facility), [(3, 360, 360)]);
    let statistics = facility.statistics();
    assert_eq!((statistics.interrupts, statistics.events, statistics.expired, statistics.examined), (2, 2, 3, 4));
    assert_eq!(statistics.empty_events, 0);
}

#[test]
fn service_more_events_are_served_in_one_interrupt_and_the_last_costs_no_read() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    start(&mut facility, 250, 20, 2);
    expect(&mut facility)
        .event(MORE | 60, 260)
        .takes(offset::EVENT_ACK, 1)
        .event(sequence(1) | 70, 270)
        .takes(offset::EVENT_ACK, sequence(1) | 1);
    assert_eq!(serve(&mut facility), [(1, 260, 260), (2, 270, 270)]);
}

#[test]
fn service_false_interrupt_is_two_reads() {
    let mut facility = facility();
    expect(&mut facility).no_event(1);
    assert_eq!(serve(&mut facility), []);
}

#[test]
fn service_stream_of_events_ends_after_the_depth_of_the_fifo() {
    let mut facility = facility();
    start(&mut facility, 250, LONG, 1);
    let slot = ((250 + LONG) % 100) as u32;
    for lap in 0..16 {
        let tick = 300 + u64::from(lap) * 100 + u64::from(slot);
        facility.bus_mut().event(MORE | sequence(lap) | slot, tick).takes(offset::EVENT_ACK, sequence(lap));
    }
    // One call; it does not ask for a seventeenth.
    assert_eq!(facility.next_expired(), Ok(None));
    facility.bus().played();
    assert_eq!(facility.statistics().events, 16);
    expect(&mut facility).no_event(1_900);
    assert_eq!(facility.next_expired(), Ok(None), "the next interrupt asks again");
}

#[test]
fn service_acknowledgement_that_fails_loses_and_doubles_nothing() {
    for arrived in [false, true] {
        let mut facility = facility();
        start(&mut facility, 250, 10, 1);
        expect(&mut facility).event(sequence(3) | 60, 260).refuses(offset::EVENT_ACK, sequence(3) | 1);
        assert_eq!(facility.next_expired(), Err(BUS_FAULT));
        assert_eq!(facility.outstanding(), 1);
        // The timer is there without asking the chip; only then is the chip asked again.
        let handed_out = facility.next_expired().expect("on the due list").map(|expired| expired.item);
        assert_eq!(handed_out, Some(1));
        if arrived {
            expect(&mut facility).no_event(260);
        } else {
            expect(&mut facility).event(sequence(3) | 60, 260).takes(offset::EVENT_ACK, sequence(3) | 1);
        }
        assert_eq!(facility.next_expired(), Ok(None));
        facility.bus().played();
        assert_eq!((facility.outstanding(), facility.statistics().expired), (0, 1));
    }
}

#[test]
fn service_timer_started_after_a_failed_acknowledgement_keeps_its_bit() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    expect(&mut facility).event(60, 260).refuses(offset::EVENT_ACK, 1);
    assert_eq!(facility.next_expired(), Err(BUS_FAULT));
    start(&mut facility, 261, 99, 2);
    assert_eq!(facility.next_expired().map(|expired| expired.map(|expired| expired.item)), Ok(Some(1)));
    // The same event again: its slot is not empty any more, so the bit stays.
    expect(&mut facility).event(60, 260).takes(offset::EVENT_ACK, 0);
    assert_eq!(facility.next_expired(), Ok(None));
    facility.bus().played();
}

#[test]
fn service_timers_started_and_stopped_between_two_of_one_slot() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    expect(&mut facility).read_gives(offset::NOW_LO, 250);
    let victim = facility.start(10, 2).expect("started");
    expect(&mut facility).event(60, 260).takes(offset::EVENT_ACK, 1);
    let first = facility.next_expired().expect("served").expect("due");
    assert_eq!((first.item, facility.stop(first.handle)), (1, Err(StopError::StaleHandle.into())));
    // Stopping a timer that is due but not handed out costs nothing, and it never fires.
    assert_eq!(facility.stop(victim), Ok(2));
    // Starting again into the slot just acknowledged as empty arms it.
    start(&mut facility, 262, 98, 3);
    assert_eq!(facility.next_expired(), Ok(None));
    facility.bus().played();
    facility.check_invariants().expect("clean");
}

/// Memory of items that a test breaks.
struct Items {
    items: [Option<u32>; 4],
    is_broken: Rc<Cell<bool>>,
}

impl AsRef<[Option<u32>]> for Items {
    fn as_ref(&self) -> &[Option<u32>] {
        &self.items
    }
}

impl AsMut<[Option<u32>]> for Items {
    fn as_mut(&mut self) -> &mut [Option<u32>] {
        if self.is_broken.get() { &mut [] } else { &mut self.items }
    }
}

#[test]
fn service_of_a_queue_whose_memory_is_broken_acknowledges_the_event_once() {
    const WHEEL: HashedWheel = HashedWheel::new(100);
    let is_broken = Rc::new(Cell::new(false));
    let items = Items { items: [None; 4], is_broken: is_broken.clone() };
    let memory = ([Record::VACANT; WHEEL.records(4)], [0; 4], items);
    let mut bus = ScriptedBus::default();
    bus.identified().initialised(100, 5);
    let queue = Timers::with(WHEEL, memory).expect("memory");
    let mut facility = CounterChipFacility::new(bus, 5, queue).expect("the chip of the script");
    facility.bus_mut().read_gives(offset::NOW_LO, 250).takes(offset::ARM, arm(60, 2));
    facility.start(10, 1).expect("started");
    is_broken.set(true);
    facility.bus_mut().event(60, 260).takes(offset::EVENT_ACK, 1);
    assert_eq!(facility.next_expired(), Ok(None));
    facility.bus().played();
}

#[test]
fn service_failing_reads_are_told_and_the_event_is_served_later() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    expect(&mut facility).read_fails(offset::EVENT);
    assert_eq!(facility.next_expired(), Err(BUS_FAULT));
    expect(&mut facility).read_gives(offset::EVENT, VALID | 60).read_fails(offset::EVENT_TICK);
    assert_eq!(facility.next_expired(), Err(BUS_FAULT));
    expect(&mut facility).event(60, 260).takes(offset::EVENT_ACK, 1);
    assert_eq!(serve(&mut facility), [(1, 260, 260)]);
}

#[test]
fn service_event_of_another_wheel_or_slot_is_only_acknowledged() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    expect(&mut facility)
        .event(MORE | (1 << 20) | 60, 260)
        .takes(offset::EVENT_ACK, 1)
        .event(sequence(1) | 0xF_FFFF, 260)
        .takes(offset::EVENT_ACK, sequence(1) | 1);
    assert_eq!(serve(&mut facility), []);
    assert_eq!(facility.outstanding(), 1);
}

#[test]
fn service_late_overflow_clears_it_and_scans_all_slots_after_the_fifo() {
    let mut facility = facility();
    start(&mut facility, 250, 10, 1);
    start(&mut facility, 250, 5, 2);
    start(&mut facility, 250, 1, 3);
    start(&mut facility, 250, 50, 4);
    expect(&mut facility)
        .read_gives(offset::EVENT, VALID | ATTENTION | 55)
        .read_gives(offset::INTR_STATE, LATE_OVERFLOW | 1)
        .takes(offset::INTR_STATE, LATE_OVERFLOW)
        .read_gives(offset::EVENT_TICK, 255)
        .takes(offset::EVENT_ACK, 1)
        .cursor_and_now(270, 270);
    assert_eq!(serve(&mut facility), [(2, 255, 255), (3, 251, 270), (1, 260, 270)]);
    assert_eq!((facility.statistics().late_overflows, facility.outstanding()), (1, 1));
}

#[test]
fn service_late_overflow_whose_scan_fails_is_not_forgotten() {
    let mut facility = facility();
    start(&mut facility, 250, 1, 1);
    expect(&mut facility)
        .read_gives(offset::EVENT, ATTENTION)
        .read_gives(offset::INTR_STATE, LATE_OVERFLOW)
        .takes(offset::INTR_STATE, LATE_OVERFLOW)
        .read_gives(offset::NOW_LO, 251)
        .read_fails(offset::CURSOR_HI);
    assert_eq!(facility.next_expired(), Err(BUS_FAULT));
    expect(&mut facility).cursor_and_now(251, 252);
    assert_eq!(serve(&mut facility), [(1, 251, 251)]);
}

#[test]
fn service_host_error_is_cleared_and_remembered() {
    let mut facility = facility();
    expect(&mut facility)
        .read_gives(offset::EVENT, ATTENTION)
        .read_gives(offset::INTR_STATE, ERROR)
        .read_gives(offset::ERROR, 1 << 4)
        .takes(offset::ERROR, 1 << 4)
        .takes(offset::INTR_STATE, ERROR)
        .read_gives(offset::NOW_LO, 1);
    assert_eq!(serve(&mut facility), []);
    assert_eq!(facility.take_chip_errors(), HostErrors::ACK_STALE);
    assert_eq!(facility.take_chip_errors(), HostErrors::NONE);
}

#[test]
fn errors_say_what_to_do() {
    assert!(BUS_FAULT.to_string().contains("try again"));
    assert!(FacilityError::<BusFault>::ChipWasReset.to_string().contains("call recover"));
}
