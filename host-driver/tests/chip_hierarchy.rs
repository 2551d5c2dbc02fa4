//! Scheme 7 on the chip layer: with `HOLD` every timer migrates down to its exact tick, however long the host sleeps.

mod common;

use std::collections::BTreeMap;

use carillon_driver::chip::Coalescing;
use carillon_driver::counter_chip::{CounterChip, CounterChipError, Event, EventClock, Remaining, Wheel};
use common::bus_fault::BusFault;
use common::fake_chip::FakeChip;
use common::started::start;
use proptest::prelude::*;

type Result<T> = core::result::Result<T, CounterChipError<BusFault>>;

/// Scheme 7 in a few lines: timers wait on lists of three wheels, and come down when their slot is visited.
struct Hierarchy {
    chip: CounterChip<FakeChip>,
    clock: EventClock,
    /// Expiries, by wheel and slot.
    lists: BTreeMap<(u32, u32), Vec<u64>>,
    /// Expiry and the tick at which it was found due.
    expired: Vec<(u64, u64)>,
}

/// The wheel of a timer, as the paper has it: the lowest whose lap it fits into.
fn place(chip: &CounterChip<FakeChip>, tick: u64, expiry: u64) -> (u32, u32) {
    let wheels = chip.wheels();
    (0..wheels.count())
        .find_map(|wheel| {
            let period = wheels.period(wheel)?.get();
            let ahead = expiry / period - tick / period;
            let slots = wheels.get(wheel)?.slots;
            let visit = wheels.visit_for(wheel, expiry)?;
            (ahead < u64::from(slots)).then_some((wheel, visit.slot))
        })
        .expect("the interval fits the highest wheel")
}

impl Hierarchy {
    fn start(&mut self, expiry: u64) -> Result<()> {
        let now = self.chip.now()?;
        let (wheel, slot) = place(&self.chip, now, expiry);
        let list = self.lists.entry((wheel, slot)).or_default();
        list.push(expiry);
        if list.len() == 1 {
            self.chip.arm_for(wheel, expiry)?;
        }
        Ok(())
    }

    fn serve(&mut self) -> Result<bool> {
        let (lists, expired) = (&mut self.lists, &mut self.expired);
        let migrate = |chip: &mut CounterChip<FakeChip>, event: Event, tick: u64| {
            let all = lists.remove(&(event.wheel, event.slot)).unwrap_or_default();
            for expiry in all {
                if expiry <= tick && event.wheel == 0 {
                    expired.push((expiry, tick));
                    continue;
                }
                let (wheel, slot) = place(chip, tick, expiry);
                assert!(wheel < event.wheel, "down it goes");
                let list = lists.entry((wheel, slot)).or_default();
                list.push(expiry);
                if list.len() == 1 {
                    chip.arm_for(wheel, expiry)?;
                }
            }
            Ok::<_, CounterChipError<BusFault>>(Remaining::Nothing)
        };
        Ok(self.chip.serve(&mut self.clock, migrate)?.event.valid)
    }
}

proptest! {
    #[test]
    fn held_wheels_migrate_every_timer_to_its_exact_tick(
        sizes in prop::collection::vec(2..9_u32, 2..5),
        intervals in prop::collection::vec((1..4_000_u64, 0..50_u64), 1..40),
        sleep in 0..3_000_u64,
        depth in 2..5_usize,
    ) {
        let wheels: Vec<_> = (0..)
            .zip(&sizes)
            .map(|(index, &slots)| if index == 0 { Wheel::of(slots) } else { Wheel::of(slots).holding() })
            .collect();
        let mut hierarchy = Hierarchy {
            chip: start(&wheels, depth, Coalescing::NONE),
            clock: EventClock::new(),
            lists: BTreeMap::new(),
            expired: Vec::new(),
        };
        let span: u64 = sizes.iter().map(|&size| u64::from(size)).product();
        let mut due = Vec::new();
        for (interval, pause) in intervals {
            // The longest interval that the highest wheel takes is a lap less the step under way.
            let top = span / u64::from(sizes[sizes.len() - 1]);
            let expiry = hierarchy.chip.bus().now() + 1 + interval % (span - top);
            hierarchy.start(expiry).expect("no faults");
            due.push(expiry);
            hierarchy.chip.bus_mut().pass(pause);
            while hierarchy.serve().expect("no faults") {}
        }
        // Asleep: the cursor waits, and every timer still comes at its tick.
        hierarchy.chip.bus_mut().pass(sleep);
        hierarchy.chip.bus_mut().pass(span);
        while hierarchy.serve().expect("no faults") {}
        prop_assert!(hierarchy.lists.values().all(Vec::is_empty));
        prop_assert!(hierarchy.expired.iter().all(|&(expiry, tick)| expiry == tick));
        hierarchy.expired.sort_unstable();
        due.sort_unstable();
        let expired: Vec<_> = hierarchy.expired.iter().map(|&(expiry, _)| expiry).collect();
        prop_assert_eq!(expired, due);
    }
}
