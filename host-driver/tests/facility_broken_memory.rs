//! A queue whose memory breaks underneath the facility.

mod common;

use std::cell::Cell;
use std::rc::Rc;

use carillon_driver::facility::{CounterChipFacility, TimerFacility};
use carillon_driver::queue::memory::Record;
use carillon_driver::queue::{HashedWheel, Timers};
use common::builds::PARAMS;
use common::fake_chip::FakeChip;

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
    let queue = Timers::with(WHEEL, memory).expect("memory");
    let mut facility = CounterChipFacility::new(FakeChip::new(PARAMS, 16), 5, queue).expect("the right chip");
    facility.bus_mut().pass(250);
    facility.start(10, 1).expect("started");
    facility.bus_mut().pass(10);
    is_broken.set(true);
    let before = facility.statistics();
    assert_eq!(facility.next_expired(), Ok(None));
    let after = facility.statistics();
    assert_eq!((after.bus_reads - before.bus_reads, after.bus_writes - before.bus_writes), (2, 1));
    // Acknowledged as empty: the slot does not come up again.
    facility.bus_mut().pass(1_000);
    assert!(!facility.bus().irq());
}
