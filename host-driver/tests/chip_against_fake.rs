//! The chip layer against a whole chip in plain Rust: wheels of every shape and mode, armed, served and slept through
//! at random.

mod common;

use std::collections::BTreeMap;

use carillon_driver::bus::{Counted, RegisterBus};
use carillon_driver::chip::{Coalescing, Interrupts, Wake};
use carillon_driver::counter_chip::{CounterChip, CounterChipError, EventClock, Remaining, Wheel, WheelMode};
use common::builds::PARAMS;
use common::bus_fault::BusFault;
use common::fake_chip::{FakeChip, Fate};
use common::started::start;
use proptest::prelude::*;

/// Slots that are armed, each for one visit, and what the chip must say of them.
struct Armed {
    chip: CounterChip<FakeChip>,
    clock: EventClock,
    /// By wheel and slot, the tick of the visit meant.
    visits: BTreeMap<(u32, u32), u64>,
}

impl Armed {
    fn new(wheels: &[Wheel], depth: usize) -> Self {
        Self { chip: start(wheels, depth, Coalescing::NONE), clock: EventClock::new(), visits: BTreeMap::new() }
    }

    /// Arms the wheel's visit so many steps ahead, unless its slot is armed.
    fn arm(&mut self, wheel: u32, ahead: u32) {
        let cursor = self.chip.cursor().expect("no faults");
        let wheels = self.chip.wheels();
        let wheel = wheel % wheels.count();
        if let Some(visit) = wheels.visit_at_distance(wheel, cursor, ahead)
            && !self.visits.contains_key(&(wheel, visit.slot))
        {
            assert_eq!(self.chip.arm_for(wheel, visit.tick), Ok(visit));
            self.visits.insert((wheel, visit.slot), visit.tick);
        }
    }

    fn disarm(&mut self, choice: usize) {
        let chosen = self.visits.iter().nth(choice % self.visits.len().max(1));
        if let Some((&(wheel, slot), &tick)) = chosen {
            self.visits.remove(&(wheel, slot));
            assert_eq!(self.chip.disarm_for(wheel, tick).map(|visit| visit.slot), Ok(slot));
        }
    }

    /// Serves one event; false if there is none.
    fn serve(&mut self) -> bool {
        let visits = &mut self.visits;
        let served = self.chip.serve(&mut self.clock, |chip, event, tick| {
            let place = (event.wheel, event.slot);
            let visit = chip.wheels().visit_for(event.wheel, tick);
            if !event.late {
                let visit = visit.map(|visit| (visit.slot, visit.tick));
                assert_eq!(visit, Some((event.slot, tick)), "a visit of that slot");
            }
            match visits.get(&place) {
                Some(&due) if due > tick => return Ok(Remaining::Timers),
                // A late event may also have been dropped; then the slot comes up in its next lap.
                Some(&due) => assert!(event.late || event.attention || due == tick),
                None => {}
            }
            visits.remove(&place);
            Ok::<_, CounterChipError<BusFault>>(Remaining::Nothing)
        });
        let served = served.expect("no faults");
        assert!(served.tick.is_none_or(|tick| tick.exact));
        served.event.valid
    }

    /// Whether sleeping until then would miss anything.
    fn check_wake(&mut self) {
        let first = self.visits.values().min().copied();
        let wake = self.chip.wake().expect("no faults");
        let next = self.chip.bus().wheels().next_busy_tick();
        match wake {
            Wake::Now => assert!(self.chip.bus().irq()),
            Wake::At(tick) => {
                assert!(next.is_some_and(|next| tick <= next));
                assert!(first.is_none_or(|first| tick <= first));
                let still = self.chip.bus().ticks_a_transfer == 0;
                assert!(!still || next == Some(tick), "exact while time stands still");
            }
            Wake::Never => assert_eq!((next, first), (None, None)),
        }
    }

    /// Serves everything up to now; then nothing can be overdue.
    fn settle(&mut self) {
        self.chip.bus_mut().ticks_a_transfer = 0;
        while self.serve() {}
        let (now, cursor) = (self.chip.now(), self.chip.cursor());
        assert_eq!(now, cursor);
        assert_eq!(now, Ok(self.chip.bus().now()));
        let now = self.chip.bus().now();
        // A late event that found the FIFO full: the host looks through its queues.
        let pending = self.chip.interrupts().expect("no faults");
        if pending.contains(Interrupts::LATE_OVERFLOW) {
            self.chip.clear_interrupts(Interrupts::LATE_OVERFLOW).expect("no faults");
            self.visits.retain(|_, &mut tick| tick > now);
        }
        assert!(self.visits.values().all(|&tick| tick > now), "lost");
    }
}

#[derive(Debug, Clone)]
enum Step {
    Arm(u32, u32),
    Disarm(usize),
    Pass(u64),
    Serve(usize),
    Slow(u64),
    Settle,
}

fn wheels() -> impl Strategy<Value = Vec<Wheel>> {
    let mode = (any::<bool>(), any::<bool>()).prop_map(|(hold, auto_clear)| WheelMode { hold, auto_clear });
    let wheel = (2..12_u32, mode).prop_map(|(slots, mode)| Wheel { slots, mode });
    prop::collection::vec(wheel, 1..6)
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => (any::<u32>(), 0..40_u32).prop_map(|(wheel, ahead)| Step::Arm(wheel, ahead)),
        2 => any::<usize>().prop_map(Step::Disarm),
        4 => (0..300_u64).prop_map(Step::Pass),
        1 => (0..40_u32, 0..300_u64).prop_map(|(bits, more)| Step::Pass((1 << bits) + more)),
        4 => (1..6_usize).prop_map(Step::Serve),
        1 => (0..3_u64).prop_map(Step::Slow),
        2 => Just(Step::Settle),
    ];
    prop::collection::vec(step, 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn armed_visits_of_any_wheels_are_reported_at_their_ticks(
        wheels in wheels(),
        depth in 2..16_usize,
        steps in steps(),
    ) {
        let mut armed = Armed::new(&wheels, depth);
        for step in steps {
            match step {
                Step::Arm(wheel, ahead) => armed.arm(wheel, ahead),
                Step::Disarm(choice) => armed.disarm(choice),
                Step::Pass(ticks) => {
                    // What is longer than a half period is slept through with nothing left to serve.
                    if ticks >= 1 << 31 {
                        armed.visits.clear();
                        let mut all = Vec::new();
                        for (wheel, its) in (0..).zip(&wheels) {
                            all.extend((0..its.slots).map(|slot| (wheel, slot)));
                        }
                        for (wheel, slot) in all {
                            armed.chip.disarm(wheel, slot).expect("no faults");
                        }
                        armed.settle();
                    }
                    armed.chip.bus_mut().pass(ticks);
                    if ticks >= 1 << 31 {
                        let cursor = armed.chip.cursor().expect("no faults");
                        armed.clock.saw_empty(cursor);
                    }
                    armed.chip.clear_interrupts(Interrupts::HALF_PERIOD).expect("no faults");
                }
                Step::Serve(count) => (0..count).for_each(|_| {
                    armed.serve();
                }),
                Step::Slow(ticks) => armed.chip.bus_mut().ticks_a_transfer = ticks,
                Step::Settle => armed.settle(),
            }
            armed.check_wake();
        }
        armed.settle();
        // Until everything has come.
        while let Some(tick) = armed.visits.values().min().copied() {
            let ahead = tick - armed.chip.bus().now();
            armed.chip.bus_mut().pass(ahead);
            armed.settle();
        }
    }
}

#[test]
fn counted_bus_counts_failures_as_well() {
    let mut chip = FakeChip::new(PARAMS, 16);
    chip.fates.extend([Fate::Succeeds, Fate::Lost, Fate::Lost]);
    let mut counted = Counted::new(chip);
    let (id, params) = (counted.read(0x000), counted.read(0x008));
    assert_eq!((id, params, counted.write(0x00C, 1)), (Ok(0x4341_524C), Err(BusFault), Err(BusFault)));
    assert_eq!((counted.reads(), counted.writes(), counted.into_inner().transfers), (2, 1, 3));
}
