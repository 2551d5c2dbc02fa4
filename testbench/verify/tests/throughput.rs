//! How fast the cursor of a build with several wheels is, as docs/datasheet.md says it.

mod common;

use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::Model;
use common::Chip;

/// A running chip with wheels of these sizes, nothing armed, and a tick of one clock.
fn started(model: Model, sizes: &[u32]) -> Chip {
    let mut chip = Chip::new(model);
    chip.start(1, sizes);
    chip
}

/// Steps of the wheels above wheel 0 in `laps` laps of it.
fn steps_above(sizes: &[u32], laps: u64) -> u64 {
    let mut period = 1;
    let mut steps = 0;
    for below in &sizes[..sizes.len() - 1] {
        period *= u64::from(*below);
        steps += laps * u64::from(sizes[0]) / period;
    }
    steps
}

#[test]
fn cascade_takes_thirteen_clocks_a_lap_and_thirteen_for_each_step_at_most() {
    for sizes in [&[2][..], &[3], &[16], &[2, 2], &[2, 400], &[2, 2, 2], &[2, 2, 2, 2], &[5, 3, 2, 7], &[17, 2, 2, 2]] {
        let mut chip = started(Model::Full10x2, sizes);
        // Time runs away from so small a wheel, so the cursor goes as fast as it can.
        chip.pins.clock(100_000);
        let cursor = chip.cursor();
        let clocks = chip.pins.clocks();
        chip.pins.clock(50_000);
        let passed = chip.cursor() - cursor;
        let clocks = chip.pins.clocks() - clocks;
        let laps = u64::from(passed / sizes[0]);
        let words = u64::from(sizes[0].div_ceil(16));
        // A wheel that the cursor keeps up with takes a clock a slot: it cannot be faster than time.
        let at_most = ((words + 13) * laps + 13 * steps_above(sizes, laps)).max(u64::from(passed));
        assert!(clocks <= at_most + 100, "{sizes:?}: {clocks} clocks for {laps} laps, {at_most} allowed");
        assert!(laps > 1000, "{sizes:?}: {laps} laps are few");
    }
}

#[test]
fn cascade_of_eight_wheels_keeps_up_with_a_lap_of_forty_clocks() {
    let mut chip = started(Model::EightWheels, &[40, 2, 2, 2, 2, 2, 2, 2]);
    for _ in 0..200 {
        chip.pins.clock(997);
        let now = chip.now();
        let cursor = chip.cursor();
        let behind = now.wrapping_sub(cursor) as i32;
        assert!(behind < 200, "{behind} ticks behind at {now}");
    }
}

/// The host lets the FIFO of two events be full for 3,000 ticks, and then empties it.
#[test]
fn cursor_after_a_backlog_follows_as_closely_as_the_datasheet_says() {
    for (prescale, at_most) in [(1, 112), (2, 10), (3, 10), (5, 10), (6, 1), (8, 1)] {
        for size in [1_000, 1_024, 400] {
            let mut chip = Chip::new(Model::Tiny);
            chip.start(prescale, &[size]);
            for slot in [100, 200, 300] {
                chip.arm(0, slot, 0);
            }
            chip.pins.clock(3_000 * u64::from(prescale));
            for _ in 0..3 {
                chip.pins.clock(100);
                chip.pop(true);
            }
            // Skipping sixteen ticks a clock, but for the last word of a lap, it is there soon.
            chip.pins.clock(2_000);
            for pause in 0..50 {
                chip.pins.clock(pause);
                let cursor = chip.cursor();
                let clocks = chip.pins.clocks();
                let now = chip.now();
                // From the one reading to the other.
                let between = (chip.pins.clocks() - clocks) as u32 / prescale + 1;
                let behind = now - cursor;
                assert!(behind <= at_most + between, "{prescale}, {size}: {behind}");
            }
        }
    }
}

/// The host lets a held slot stop the cursor for up to 2,400 ticks, pauses time, and then lets it go.
#[test]
fn cursor_catches_up_in_the_clocks_that_the_datasheet_says() {
    let mut random = fastrand::Rng::with_seed(5);
    for size in [17, 33, 40, 1000, 1024] {
        for one_in in [3, 60, 2000] {
            let mut chip = started(Model::Largest, &[size]);
            chip.enable(false);
            chip.set_mode(0, field::wheel_mode::HOLD.mask());
            let now = chip.now();
            let busy: Vec<_> = (0..size).map(|slot| slot == 0 || random.u32(0..one_in) == 0).collect();
            for (slot, _) in (0..).zip(&busy).filter(|(_, busy)| **busy) {
                // The slot's next visit.
                chip.arm(0, slot, now / size + u32::from(slot <= now % size));
            }
            chip.enable(true);
            chip.pins.clock(random.u64(1200..2400));
            chip.enable(false);
            let behind = u64::from(chip.now() - chip.cursor());
            chip.set_mode(0, 0);
            chip.pop(false);

            let is_busy = |word: &u32| busy[*word as usize * 16..][..16].contains(&true);
            let in_a_lap = (0..size / 16).filter(is_busy).count() as u64;
            let (laps, partial) = (behind / u64::from(size) + 1, u64::from(size % 16));
            // This build has several wheels.
            let a_lap = 19 * in_a_lap + 12 + if partial == 0 { 0 } else { partial + 4 };
            chip.pins.clock(behind / 16 + a_lap * laps + 200);
            assert_eq!(chip.cursor(), chip.now(), "{size} slots, one of {one_in} busy, {behind} ticks");
        }
    }
}

/// A read of a time's high half keeps a carry of the cursor waiting, until the cursor must stop for it.
#[test]
fn cursor_that_catches_up_while_the_host_reads_the_time_counts_every_tick() {
    for pause in 0..8 {
        let mut chip = started(Model::Tiny, &[1024]);
        for slot in [100, 200, 300] {
            chip.arm(0, slot, 0);
        }
        chip.pins.clock(100_000);
        for _ in 0..3 {
            chip.pins.clock(100);
            chip.pop(true);
        }
        let mut last = 0;
        for _ in 0..500 {
            chip.pins.clock(pause);
            assert_eq!(chip.read(offset::CURSOR_HI), 0);
            let cursor = chip.cursor();
            assert!(cursor >= last, "{cursor} after {last}");
            last = cursor;
        }
        let now = chip.now();
        let behind = now - last;
        assert!(behind < 150, "{behind} ticks behind");
    }
}

/// Every access at many distances from a tick, with ticks of one clock, so that carries wait and looks are taken back.
#[test]
fn access_takes_the_clocks_that_the_datasheet_says() {
    for (model, sizes) in [(Model::Tiny, &[1000][..]), (Model::Full10x2, &[300, 20]), (Model::SinglePort, &[300, 20])] {
        let mut chip = started(model, sizes);
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            // Some arms are late; the FIFO is emptied all the same.
            let slot = field::arm::SLOT.put(random.u32(0..sizes[0]));
            let lap = field::arm::LAP.put(random.u32(0..160));
            let absent = field::arm::SLOT.put(1_020);
            for (access, (register, word, range)) in [
                (offset::SCRATCH, None, 5..=5),
                (offset::NOW_LO, None, 9..=15),
                (offset::CURSOR_HI, None, 13..=19),
                (offset::ARM, Some(slot | lap), 9..=12),
                (offset::ARM, Some(absent), 7..=7),
                (offset::DISARM, Some(slot), 4..=4),
            ]
            .into_iter()
            .enumerate()
            {
                let before = chip.pins.clocks();
                match word {
                    Some(word) => chip.write(register, word),
                    None => drop(chip.read(register)),
                }
                let clocks = chip.pins.clocks() - before;
                assert!(range.contains(&clocks), "{model}, access {access}: {clocks}");
                while chip.event().is_some() {
                    chip.pop(true);
                }
                chip.pins.clock(random.u64(0..4));
            }
        }
    }
}
