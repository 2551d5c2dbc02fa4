//! Queues whose ticks are counted from another tick on, as after a reset of the chip that turns their wheels.
#![cfg(feature = "chip")]

use std::collections::BTreeMap;

use carillon_queues::chip::{SlotQueue, Wheeled};
use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::schemes::*;
use carillon_queues::{Handle, TimerQueue, Timers};
use fastrand::Rng;

/// Ticks from which on a queue goes, as far as 64 bits reach.
const TIMES: [u64; 6] = [0, 1_000, u32::MAX as u64, 1 << 40, u64::MAX / 2, u64::MAX - 10_000];

/// Rebases at random, from a tick on, to origins of which some are before now. By how much the ticks of timers may
/// move.
fn rebased<S: Wheeled>(structure: S, from: u64, grain: u64, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut timers = Timers::bounded(structure, 20).expect("a queue");
    let longest = timers.longest_interval().min(4_000);
    let mut now = from;
    let mut dues: BTreeMap<u32, (Handle, u64)> = BTreeMap::new();
    let pass = |timers: &mut Timers<_, _, _>, dues: &mut BTreeMap<_, _>, now: u64| {
        if S::VISITED {
            timers.visit(None, now, u64::MAX);
        }
        timers.advance(if S::VISITED { 0 } else { now });
        while let Some(expired) = timers.next_expired() {
            let due = dues.remove(&expired.item);
            let (_, due): (Handle, u64) = due.expect("outstanding");
            assert_eq!(expired.due, due);
            assert!(due <= now, "{due} at {now}");
        }
        assert!(dues.values().all(|&(_, due)| due > now), "none is lost");
    };
    pass(&mut timers, &mut dues, now);
    for item in 0..60 {
        let interval = random.u64(1..=longest);
        if let Ok((handle, _)) = timers.start_in_slot(now.saturating_add(interval), item) {
            let due = timers.expiry(handle).expect("outstanding");
            dues.insert(item, (handle, due));
        }
        now = now.saturating_add(random.u64(..=longest / 4));
        pass(&mut timers, &mut dues, now);
        if random.u8(..4) == 0 {
            // One that is before now is taken for now.
            let origin = match random.u8(..3) {
                0 => 0,
                1 => now,
                _ => now.saturating_add(random.u64(..=longest / 2)),
            };
            let reached = if S::VISITED { 0 } else { now };
            timers.rebase(origin);
            let origin = origin.max(reached);
            timers.check_invariants().expect("sound");
            for &mut (handle, ref mut due) in dues.values_mut() {
                let moved = timers.expiry(handle).expect("outstanding");
                let exact = due.wrapping_sub(origin);
                assert!(moved.wrapping_sub(exact) < grain, "{due} became {moved}");
                assert!(*due > origin || moved == exact);
                *due = moved;
            }
            now = now.saturating_sub(origin);
            // What was due by then has kept its tick modulo 2^64.
            while let Some(expired) = timers.next_expired() {
                let due = dues.remove(&expired.item).expect("outstanding").1;
                assert_eq!(expired.due, due);
            }
            pass(&mut timers, &mut dues, now);
        }
    }
}

/// The same for all times and some seeds.
fn every_time<S: Wheeled + Clone>(structure: S, grain: u64) {
    for from in TIMES {
        for seed in 0..40 {
            rebased(structure.clone(), from, grain, seed);
        }
    }
}

#[test]
fn rebase_from_any_tick_to_any_origin_keeps_every_timer_of_scheme_4() {
    every_time(BasicWheel::new(64), 1);
}

#[test]
fn rebase_from_any_tick_to_any_origin_keeps_every_timer_of_schemes_5_and_6() {
    every_time(OrderedHashedWheel::new(16), 1);
    every_time(HashedWheel::new(60), 1);
}

#[test]
fn rebase_from_any_tick_to_any_origin_keeps_every_timer_of_scheme_7() {
    every_time(MixedWheel::of([10, 6, 8]), 1);
    every_time(HierarchicalWheel::<4, 4>::first(), 1);
}

#[test]
fn rebase_of_rounded_wheels_moves_ticks_by_less_than_a_step_and_never_to_earlier_ones() {
    for precision in [Precision::OfTheWheel, Precision::OfTheWheelBelow] {
        every_time(RoundedHierarchy::new(precision, [10, 6, 8]), 60);
    }
}
