//! `NEXT`, against a plain look at every slot.

mod common;

use carillon_regmap::{field, offset};
use carillon_sim::Model;
use common::Host;

/// The slot that each wheel's very next step brings up, after `cursor`.
fn next_slots(sizes: &[u32], cursor: u32) -> Vec<u32> {
    let mut ticks_a_step = 1;
    sizes
        .iter()
        .map(|&size| {
            let step = u64::from(cursor) / ticks_a_step + 1;
            ticks_a_step *= u64::from(size);
            (step % u64::from(size)) as u32
        })
        .collect()
}

/// The distance that `NEXT` shows, if there is one.
fn next(host: &mut Host, wheel: u32) -> Option<u32> {
    let word = host.read(offset::element(offset::NEXT, wheel));
    if field::next::VALID.is_set(word) {
        Some(field::next::DISTANCE.get(word))
    } else {
        assert_eq!(word, 0, "nothing is shown where there is nothing");
        None
    }
}

/// Checks all wheels of a chip that stands still, with these busy slots.
fn check(host: &mut Host, sizes: &[u32], busy: &[Vec<bool>]) {
    let cursor = host.cursor();
    for (wheel, first) in next_slots(sizes, cursor).into_iter().enumerate() {
        let size = sizes[wheel];
        let expected = (0..size).find(|ahead| busy[wheel][((first + ahead) % size) as usize]);
        let found = next(host, wheel as u32);
        assert_eq!(found, expected, "{sizes:?}, wheel {wheel}, cursor {cursor}");
    }
}

#[test]
fn next_at_random_is_the_models() {
    let cases = [
        (Model::OneWheelFull, &[1024][..]),
        (Model::OneWheelFull, &[777]),
        (Model::Full10x2, &[60, 60, 24, 100]),
        (Model::Full, &[1000, 2, 3, 2000]),
        (Model::Full16x16, &[300, 20_000, 17, 40_000]),
        (Model::EightWheels, &[5, 17, 2, 33, 16, 100, 3, 400]),
    ];
    for (seed, (model, sizes)) in (0..).zip(cases) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut host = Host::start(model, 8, sizes, &[]);
        let mut busy: Vec<Vec<bool>> = sizes
            .iter()
            .map(|&size| vec![false; size as usize])
            .collect();
        for round in 0..60 {
            host.run_to(random.u32(1..40) + 40 * round);
            check(&mut host, sizes, &busy);
            for _ in 0..random.u32(0..10) {
                let wheel = random.usize(0..sizes.len());
                let slot = random.u32(0..sizes[wheel]);
                let arms = random.u32(0..3) > 0;
                if arms {
                    // Never late: the lap is far ahead.
                    host.arm(wheel as u32, slot, 100);
                } else {
                    host.disarm(wheel as u32, slot);
                }
                busy[wheel][slot as usize] = arms;
                check(&mut host, sizes, &busy);
            }
            // Events are not looked at, so the cursor must not be kept waiting for them: forget all that is busy.
            for (wheel, slots) in busy.iter_mut().enumerate() {
                for (slot, busy) in slots.iter_mut().enumerate() {
                    if std::mem::take(busy) {
                        host.disarm(wheel as u32, slot as u32);
                    }
                }
            }
        }
    }
}

#[test]
fn next_wraps_at_the_wheels_end_whatever_its_size() {
    for size in [2, 3, 15, 16, 17, 31, 32, 33, 100, 256, 257] {
        let sizes = [size, 4];
        let mut host = Host::start(Model::Full10x2, 8, &sizes, &[]);
        for tick in [0, 1, 2, size / 2, size - 1, size, size + 1] {
            host.run_to(tick);
            let cursor = host.cursor();
            let first = next_slots(&sizes, cursor)[0];
            for slot in [0, 1, first, (first + size - 1) % size, size - 1] {
                host.arm(0, slot, 100);
                let ahead = (slot + size - first) % size;
                assert_eq!(
                    next(&mut host, 0),
                    Some(ahead),
                    "{size} slots, {cursor}, {slot}"
                );
                assert_eq!(next(&mut host, 1), None);
                host.disarm(0, slot);
                assert_eq!(next(&mut host, 0), None, "{size} slots, {cursor}, {slot}");
            }
        }
    }
}

#[test]
fn next_answers_within_32_clocks_in_every_build() {
    // From acceptance to execution one clock, from the answer to the acknowledgement one, and one until the next transfer.
    const AROUND: u64 = 3;
    for model in Model::all().iter().filter(|model| model.build().look_ahead) {
        let wheels = model.build().wheels;
        let share = model.slots() / wheels & !15;
        let sizes: Vec<u32> = (0..wheels).map(|_| share).collect();
        let mut host = Host::start(*model, 1 << 20, &sizes, &[]);
        let mut random = fastrand::Rng::with_seed(3);
        let mut longest = 0;
        for _ in 0..500 {
            let (wheel, slot) = (random.u32(0..wheels), random.u32(0..share));
            if random.bool() {
                host.arm(wheel, slot, 100);
            } else {
                host.disarm(wheel, slot);
            }
            let asked = random.u32(0..wheels);
            let begun = host.chip.clocks();
            next(&mut host, asked);
            longest = longest.max(host.chip.clocks() - begun);
        }
        assert!(longest > 8 && longest <= 32 + AROUND, "{model}: {longest}");
    }
}
