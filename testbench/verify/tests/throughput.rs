//! How fast the cursor of a build with several wheels is, as docs/datasheet.md says it.

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::{Model, Simulation};

/// A running chip with wheels of these sizes, nothing armed, and a tick of one clock.
fn started(model: Model, sizes: &[u32]) -> Simulation {
    let mut chip = Simulation::new(model).expect("a simulation");
    chip.reset();
    chip.clock(1100);
    for (wheel, size) in sizes.iter().enumerate() {
        chip.write(offset::WHEEL_SIZE + 4 * wheel as u32, *size)
            .expect("the bus works");
    }
    assert_eq!(chip.read(offset::ERROR), Ok(0), "{sizes:?} fit");
    chip.write(offset::CTRL, field::ctrl::ENABLE.mask())
        .expect("the bus works");
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
    for sizes in [
        &[2][..],
        &[3],
        &[16],
        &[2, 2],
        &[2, 400],
        &[2, 2, 2],
        &[2, 2, 2, 2],
        &[5, 3, 2, 7],
        &[17, 2, 2, 2],
    ] {
        let mut chip = started(Model::Full10x2, sizes);
        // Time runs away from so small a wheel, so the cursor goes as fast as it can.
        chip.clock(100_000);
        let cursor = chip.read(offset::CURSOR_LO).expect("the bus works");
        let clocks = chip.clocks();
        chip.clock(50_000);
        let passed = chip.read(offset::CURSOR_LO).expect("the bus works") - cursor;
        let clocks = chip.clocks() - clocks;
        let laps = u64::from(passed / sizes[0]);
        let words = u64::from(sizes[0].div_ceil(16));
        // A wheel that the cursor keeps up with takes a clock a slot: it cannot be faster than time.
        let at_most = ((words + 13) * laps + 13 * steps_above(sizes, laps)).max(u64::from(passed));
        assert!(
            clocks <= at_most + 100,
            "{sizes:?}: {clocks} clocks for {laps} laps, {at_most} allowed"
        );
        assert!(laps > 1000, "{sizes:?}: {laps} laps are few");
    }
}

#[test]
fn cascade_of_eight_wheels_keeps_up_with_a_lap_of_forty_clocks() {
    let mut chip = started(Model::EightWheels, &[40, 2, 2, 2, 2, 2, 2, 2]);
    for _ in 0..200 {
        chip.clock(997);
        let now = chip.read(offset::NOW_LO).expect("the bus works");
        let cursor = chip.read(offset::CURSOR_LO).expect("the bus works");
        let behind = now.wrapping_sub(cursor) as i32;
        assert!(behind < 200, "{behind} ticks behind at {now}");
    }
}

/// The host lets the FIFO of two events be full for 3,000 ticks, and then empties it.
#[test]
fn cursor_after_a_backlog_follows_as_closely_as_the_datasheet_says() {
    for (prescale, at_most) in [(1, 112), (2, 10), (3, 10), (5, 10), (6, 1), (8, 1)] {
        for size in [1_000, 1_024, 400] {
            let mut chip = Simulation::new(Model::Tiny).expect("a simulation");
            chip.reset();
            chip.clock(1_100);
            for (register, word) in [
                (offset::PRESCALE, prescale),
                (offset::WHEEL_SIZE, size),
                (offset::CTRL, field::ctrl::ENABLE.mask()),
                (offset::ARM, field::arm::SLOT.put(100)),
                (offset::ARM, field::arm::SLOT.put(200)),
                (offset::ARM, field::arm::SLOT.put(300)),
            ] {
                chip.write(register, word).expect("the bus works");
            }
            chip.clock(3_000 * u64::from(prescale));
            for sequence in 0..3 {
                let ack =
                    field::event_ack::SEQUENCE.put(sequence) | field::event_ack::DISARM.mask();
                chip.clock(100);
                chip.write(offset::EVENT_ACK, ack).expect("the bus works");
            }
            // Skipping sixteen ticks a clock, but for the last word of a lap, it is there soon.
            chip.clock(2_000);
            for pause in 0..50 {
                chip.clock(pause);
                let cursor = chip.read(offset::CURSOR_LO).expect("the bus works");
                let clocks = chip.clocks();
                let now = chip.read(offset::NOW_LO).expect("the bus works");
                // From the one reading to the other.
                let between = (chip.clocks() - clocks) as u32 / prescale + 1;
                let behind = now - cursor;
                assert!(behind <= at_most + between, "{prescale}, {size}: {behind}");
            }
        }
    }
}

/// A read of a time's high half keeps a carry of the cursor waiting, until the cursor must stop for it.
#[test]
fn cursor_that_catches_up_while_the_host_reads_the_time_counts_every_tick() {
    for pause in 0..8 {
        let mut chip = started(Model::Tiny, &[1024]);
        for slot in [100, 200, 300] {
            let word = field::arm::SLOT.put(slot);
            chip.write(offset::ARM, word).expect("the bus works");
        }
        chip.clock(100_000);
        for sequence in 0..3 {
            let ack = field::event_ack::SEQUENCE.put(sequence) | field::event_ack::DISARM.mask();
            chip.clock(100);
            chip.write(offset::EVENT_ACK, ack).expect("the bus works");
        }
        let mut last = 0;
        for _ in 0..500 {
            chip.clock(pause);
            assert_eq!(chip.read(offset::CURSOR_HI), Ok(0));
            let cursor = chip.read(offset::CURSOR_LO).expect("the bus works");
            assert!(cursor >= last, "{cursor} after {last}");
            last = cursor;
        }
        let now = chip.read(offset::NOW_LO).expect("the bus works");
        let behind = now - last;
        assert!(behind < 150, "{behind} ticks behind");
    }
}

/// Every access at many distances from a tick, with ticks of one clock, so that carries wait and looks are taken back.
#[test]
fn access_takes_the_clocks_that_the_datasheet_says() {
    for (model, sizes) in [
        (Model::Tiny, &[1000][..]),
        (Model::Full10x2, &[300, 20]),
        (Model::SinglePort, &[300, 20]),
    ] {
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
                let before = chip.clocks();
                match word {
                    Some(word) => chip.write(register, word).expect("the bus works"),
                    None => drop(chip.read(register).expect("the bus works")),
                }
                let clocks = chip.clocks() - before;
                assert!(
                    range.contains(&clocks),
                    "{model}, access {access}: {clocks}"
                );
                loop {
                    let event = chip.read(offset::EVENT).expect("the bus works");
                    if !field::event::VALID.is_set(event) {
                        break;
                    }
                    let sequence = field::event::SEQUENCE.get(event);
                    let ack =
                        field::event_ack::SEQUENCE.put(sequence) | field::event_ack::DISARM.mask();
                    chip.write(offset::EVENT_ACK, ack).expect("the bus works");
                }
                chip.clock(random.u64(0..4));
            }
        }
    }
}
