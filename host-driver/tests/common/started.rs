//! A fake chip that the driver has started.

use carillon_driver::chip::{Coalescing, Interrupts};
use carillon_driver::counter_chip::{
    Configuration, CounterChip, CounterChipError, EventClock, EventTick, Remaining, Wheel,
};

use super::builds::FULL;
use super::bus_fault::BusFault;
use super::fake_chip::FakeChip;

/// A full chip that has just been started.
pub fn start(wheels: &[Wheel], depth: usize, coalescing: Coalescing) -> CounterChip<FakeChip> {
    let mut chip = CounterChip::new(FakeChip::new(FULL, depth)).expect("the right chip");
    chip.initialise(&Configuration { prescale: 1, wheels, coalescing, interrupts: Interrupts::ALL })
        .expect("the wheels fit");
    chip
}

/// The same with a FIFO of 16 events that interrupt at once.
pub fn running(wheels: &[Wheel]) -> CounterChip<FakeChip> {
    start(wheels, 16, Coalescing::NONE)
}

/// Serves one event, and says what it was.
pub fn take(chip: &mut CounterChip<FakeChip>, clock: &mut EventClock) -> Option<(u32, u32, EventTick)> {
    let served =
        chip.serve(clock, |_, _, _| Ok::<_, CounterChipError<BusFault>>(Remaining::Nothing)).expect("no faults");
    let event = served.event;
    served.tick.map(|tick| (event.wheel, event.slot, tick))
}
