//! Which visit a tick belongs to: every edge of every wheel, minus one, exact, plus one, and sizes beyond 64 bits.

use carillon_driver::chip::{first_from, last_up_to};
use carillon_driver::counter_chip::{Visit, Wheel, WheelMode, Wheels};
use proptest::prelude::*;

fn wheels(sizes: &[u32]) -> Wheels {
    let wheels: Vec<_> = sizes.iter().map(|&slots| Wheel::of(slots)).collect();
    Wheels::new(&wheels).expect("sizes in range")
}

/// The wheels stepped tick by tick, as the chip does it: the positions and laps after tick 0, 1, 2...
struct Stepped {
    sizes: Vec<u32>,
    /// Slot and lap of each wheel's last visit.
    places: Vec<(u32, u64)>,
    /// The tick of each wheel's last visit.
    ticks: Vec<u64>,
}

impl Stepped {
    fn new(sizes: &[u32]) -> Self {
        Self { sizes: sizes.to_vec(), places: vec![(0, 0); sizes.len()], ticks: vec![0; sizes.len()] }
    }

    fn step(&mut self, tick: u64) {
        for (wheel, &size) in self.sizes.iter().enumerate() {
            let (slot, lap) = &mut self.places[wheel];
            *slot += 1;
            self.ticks[wheel] = tick;
            if *slot < size {
                return;
            }
            (*slot, *lap) = (0, *lap + 1);
        }
    }
}

#[test]
fn visit_for_every_tick_is_the_last_step_of_each_wheel() {
    for sizes in [&[2][..], &[2, 2, 2], &[3, 5, 2], &[7, 2, 3, 4], &[60, 24]] {
        let all = wheels(sizes);
        let mut stepped = Stepped::new(sizes);
        for tick in 0..3_000 {
            if tick > 0 {
                stepped.step(tick);
            }
            for wheel in 0..sizes.len() {
                let (slot, lap) = stepped.places[wheel];
                let expected = Visit { wheel: wheel as u32, slot, lap, tick: stepped.ticks[wheel] };
                assert_eq!(all.visit_for(wheel as u32, tick), Some(expected));
            }
        }
    }
}

#[test]
fn visit_after_every_tick_is_the_first_step_that_brings_the_slot_up() {
    let sizes = [3, 4, 2];
    let all = wheels(&sizes);
    for after in 0..60 {
        for (wheel, &size) in (0..).zip(&sizes) {
            for slot in 0..size {
                let found = all.visit_after(wheel, slot, after).expect("exists");
                let by_search = (after + 1..)
                    .filter_map(|tick| all.visit_for(wheel, tick).filter(|visit| visit.tick == tick))
                    .find(|visit| visit.slot == slot);
                assert_eq!(Some(found), by_search);
            }
            for distance in 0..2 * size {
                let visit = all.visit_at_distance(wheel, after, distance);
                let period = all.period(wheel).expect("exists").get();
                let tick = (after / period + 1 + u64::from(distance)) * period;
                assert_eq!(visit, all.visit_for(wheel, tick));
            }
        }
    }
}

#[test]
fn visit_refreshed_is_the_slots_last_one_up_to_the_cursor() {
    let sizes = [3, 4, 2];
    let all = wheels(&sizes);
    for wheel in 0..3 {
        for tick in 0..60 {
            let visit = all.visit_for(wheel, tick).expect("exists");
            for cursor in 0..120 {
                let expected = if visit.tick > cursor {
                    Some(visit)
                } else {
                    (0..=cursor)
                        .rev()
                        .filter_map(|tick| all.visit_for(wheel, tick))
                        .find(|found| found.slot == visit.slot)
                };
                assert_eq!(Some(all.refreshed(visit, cursor)), expected);
            }
        }
    }
}

#[test]
fn visit_at_every_edge_of_the_papers_clock_is_exact() {
    // The paper's own example: 60 seconds, 60 minutes, 24 hours, 100 days.
    let all = wheels(&[60, 60, 24, 100]);
    let visit = |wheel, tick| {
        let visit = all.visit_for(wheel, tick).expect("exists");
        (visit.slot, visit.lap, visit.tick)
    };
    for (wheel, period, size) in [(1, 60, 60), (2, 3_600, 24), (3, 86_400, 100)] {
        for turn in [1, 2, size - 1, size, size + 1, 300 * size] {
            let edge = turn * period;
            let (slot, lap) = ((turn % size) as u32, turn / size);
            let before = ((turn - 1) % size) as u32;
            assert_eq!(visit(wheel, edge), (slot, lap, edge));
            assert_eq!(visit(wheel, edge + 1), (slot, lap, edge));
            assert_eq!(visit(wheel, edge - 1), (before, (turn - 1) / size, edge - period));
        }
    }
}

#[test]
fn wheels_whose_product_exceeds_64_bits_never_step_beyond_it() {
    let all = wheels(&[1 << 17; 8]);
    let periods: Vec<_> = (0..9).map(|wheel| all.period(wheel)).collect();
    let expected: Vec<_> =
        (0..9).map(|wheel| (wheel < 4).then(|| core::num::NonZeroU64::new(1 << (17 * wheel))).flatten()).collect();
    assert_eq!(periods, expected);
    let start = Visit { wheel: 4, slot: 0, lap: 0, tick: 0 };
    assert_eq!(all.visit_for(4, u64::MAX), Some(start));
    for wheel in 4..8 {
        assert_eq!(all.visit_after(wheel, 1, 0), None);
        assert_eq!(all.visit_at_distance(wheel, 0, 0), None);
    }
    // Wheel 3 has 2^13 steps in 64 bits; slot 2^13 is never reached.
    assert_eq!(all.visit_after(3, (1 << 13) - 1, 0).map(|visit| visit.tick), Some(((1 << 13) - 1) << 51));
    assert_eq!(all.visit_after(3, 1 << 13, 0), None);
    assert_eq!(all.visit_at_distance(0, u64::MAX, 0), None);
}

#[test]
fn wheels_sizes_out_of_range_refused() {
    assert_eq!(Wheels::new(&[Wheel::of(2); 9]), None);
    for slots in [0, 1, (1 << 20) + 1, u32::MAX] {
        assert_eq!(Wheels::new(&[Wheel::of(slots)]), None);
    }
    assert_eq!(Wheels::new(&[]), Some(Wheels::NONE));
    let both = wheels(&[2, 1 << 20]);
    assert_eq!((both.count(), both.get(2)), (2, None));
    assert_eq!(both.get(u32::MAX), None);
}

#[test]
fn wheels_with_mode_changes_that_wheel_alone() {
    let mode = WheelMode { hold: true, auto_clear: false };
    let changed = wheels(&[16, 16]).with_mode(1, mode);
    assert_eq!(changed.get(0), Some(Wheel::of(16)));
    assert_eq!(changed.get(1), Some(Wheel::of(16).holding()));
    assert_eq!(changed.with_mode(2, mode), changed);
}

#[test]
fn ticks_from_low_halves_at_every_wrap() {
    for edge in [0, 1_u64 << 32, 5 << 32, 1 << 63] {
        for reference in [edge.wrapping_add(1), edge, edge.wrapping_sub(1)] {
            for step in [0, 1, 2, (1 << 32) - 1] {
                let up = reference.checked_add(step);
                let down = reference.checked_sub(step);
                if let Some(tick) = up {
                    assert_eq!(first_from(reference, tick as u32), up);
                }
                if let Some(tick) = down {
                    assert_eq!(last_up_to(reference, tick as u32), down);
                }
            }
        }
    }
    assert_eq!(first_from(u64::MAX, 0), None);
    assert_eq!(last_up_to(4, 5), None);
}

proptest! {
    #[test]
    fn wheels_any_tick_and_slot_give_visits_that_agree(
        sizes in prop::collection::vec(2..=1_u32 << 20, 1..9),
        wheel in 0..9_u32,
        slot in any::<u32>(),
        tick in any::<u64>(),
    ) {
        let all = wheels(&sizes);
        let visit = all.visit_for(wheel, tick);
        prop_assert_eq!(visit.is_some(), (wheel as usize) < sizes.len());
        if let Some(visit) = visit {
            prop_assert!(visit.tick <= tick && visit.slot < sizes[wheel as usize]);
            prop_assert!(all.period(wheel).is_none_or(|period| tick - visit.tick < period.get()));
        }
        if let Some(next) = all.visit_after(wheel, slot, tick) {
            prop_assert!(next.tick > tick);
            prop_assert_eq!(all.visit_for(wheel, next.tick), Some(next));
        }
    }
}
