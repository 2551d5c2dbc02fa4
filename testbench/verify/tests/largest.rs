//! The largest build: every bit of a slot, of a place in the FIFO and of a register is used.

mod common;

use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::{Model, Simulation};
use carillon_spec::counter_chip::ReferenceChip;
use carillon_verify::counter_chip::{self, Length, Stimulus};
use common::{Chip, visit};

/// Slots of the build.
const SLOTS: u32 = 1 << 20;

/// Events that its FIFO holds.
const DEPTH: u32 = 1 << 10;

#[test]
fn largest_random_host_verilog_and_model_agree() {
    let build = Model::Largest.build();
    // Each seed clears the memory first, a slot a clock.
    for seed in 60_000..60_004 {
        let mut chip = Simulation::new(Model::Largest).expect("a simulation can be made");
        let mut reference = ReferenceChip::new(&build);
        let mut stimulus = Stimulus::new(seed, &build);
        let length = Length::Clocks(u64::from(SLOTS) + 250_000);
        counter_chip::run(&mut reference, &mut [&mut chip], &mut stimulus, length)
            .unwrap_or_else(|difference| panic!("{difference}"));
        assert!(reference.reached().transfers > 20, "seed {seed}");
    }
}

#[test]
fn largest_wheel_of_all_slots_each_power_of_two_comes_in_its_tick() {
    let mut chip = Chip::new(Model::Largest);
    chip.start(1, &[SLOTS]);
    let mut slots: Vec<u32> = (11..20).flat_map(|bit| [1 << bit, (1 << bit) + 0x55]).collect();
    slots.push(SLOTS - 1);
    slots.sort_unstable();
    for &slot in slots.iter().rev() {
        chip.arm(0, slot, 0);
    }
    // For when the wheel has gone round; soon, for it does not wait for the host at the end.
    chip.arm(0, 0, 1);
    let mut slots = slots.into_iter().peekable();
    while let Some(slot) = slots.next() {
        assert_eq!(chip.next_event(u64::from(SLOTS)), Some(visit(slot, 0, slot)));
        let before = chip.cursor();
        let distance = chip.read(offset::NEXT);
        let after = chip.cursor();
        chip.pop(true);
        if let Some(&next) = slots.peek()
            && after < next
        {
            // The wheel turns while the host reads.
            let tick = |visited| next - 1 - visited;
            let told = field::next::DISTANCE.get(distance);
            assert!(field::next::VALID.is_set(distance));
            assert!((tick(after)..=tick(before)).contains(&told), "{told} from slot {slot} to {next}");
        }
    }
    // And round: slot 0 of the next lap.
    assert_eq!(chip.next_event(1000), Some(visit(SLOTS, 0, 0)));
}

#[test]
fn largest_upper_wheel_of_half_the_slots_and_more_steps_through_all() {
    let mut chip = Chip::new(Model::Largest);
    let size = SLOTS / 2 + 48;
    chip.start(1, &[2, size]);
    // The largest slot of each number of bits, and the last.
    for slot in (9..20).map(|bits| (1 << bits) - 1).chain([size - 1]) {
        chip.arm(1, slot, 0);
        let expected = visit(2 * slot, 1, slot);
        assert_eq!(chip.next_event(30_000_000), Some(expected));
        chip.pop(true);
    }
    assert_eq!(chip.read(offset::ERROR), 0);
}

#[test]
fn largest_fifo_fills_to_the_last_place_and_loses_nothing() {
    let mut chip = Chip::new(Model::Largest);
    chip.start(1, &[SLOTS]);
    chip.enable(false);
    // Beyond the cursor, and more than there is room for.
    let first = 100;
    let count = DEPTH + 10;
    for slot in first..first + count {
        chip.arm(0, slot, 0);
    }
    chip.enable(true);
    chip.pins.clock(u64::from(first + 4 * count));
    assert!(field::status::FIFO_FULL.is_set(chip.read(offset::STATUS)));
    for slot in first..first + count {
        assert_eq!(chip.event(), Some(visit(slot, 0, slot)));
        chip.pop(true);
    }
    assert_eq!(chip.event(), None);
    assert_eq!(chip.read(offset::ERROR), 0);
}

#[test]
fn largest_coalescing_waits_for_255_events_or_65535_ticks() {
    let mut chip = Chip::new(Model::Largest);
    chip.start(1, &[SLOTS]);
    let word = field::intr_coalesce::COUNT.put(255) | field::intr_coalesce::AGE.put(65_535);
    chip.write(offset::INTR_COALESCE, word);
    chip.enable(false);
    let first = chip.now() + 100;
    for slot in first..first + 255 {
        chip.arm(0, slot, 0);
    }
    chip.enable(true);
    let waited = chip.pins.clock_until_irq(100_000);
    assert!((300..1000).contains(&waited), "255 events after {waited} clocks");
    for _ in 0..255 {
        chip.pop(true);
    }
    chip.pins.clock(10);
    assert!(!chip.pins.irq());
    let slot = chip.now() + 100;
    chip.arm(0, slot, 0);
    let waited = chip.pins.clock_until_irq(100_000);
    assert!((65_535..65_535 + 200).contains(&waited), "one event after {waited} clocks");
}

#[test]
fn largest_registers_keep_every_bit() {
    let mut chip = Chip::new(Model::Largest);
    let registers = [
        (offset::SCRATCH, u32::MAX),
        (offset::PRESCALE, field::prescale::CLOCKS.mask()),
        (offset::ALARM_LO, u32::MAX),
        (offset::ALARM_HI, u32::MAX),
        (offset::INTR_COALESCE, field::intr_coalesce::COUNT.mask() | field::intr_coalesce::AGE.mask()),
    ];
    for (offset, mask) in registers {
        for word in (0..32).map(|bit| 1 << bit).chain([u32::MAX, 0x5555_5555, 0xaaaa_aaaa]) {
            chip.write(offset, word);
            if offset != offset::PRESCALE || word & mask != 0 {
                assert_eq!(chip.read(offset), word & mask, "{word:#x} at {offset:#x}");
            }
        }
    }
}

#[test]
fn prescale_largest_a_tick_takes_that_many_clocks() {
    let mut chip = Chip::new(Model::Tiny);
    let clocks = field::prescale::CLOCKS.mask();
    chip.set_up(clocks, &[1024]);
    chip.enable(true);
    chip.pins.clock(u64::from(clocks) - 50);
    assert_eq!(chip.now(), 0);
    chip.pins.clock(100);
    assert_eq!(chip.now(), 1);
}

#[test]
fn largest_late_arms_in_a_dense_run_wait_for_a_place_or_are_told_lost() {
    let mut chip = Chip::new(Model::Largest);
    chip.start(1, &[SLOTS]);
    chip.enable(false);
    let first = chip.now() + 200;
    for slot in first..first + 900 {
        chip.arm(0, slot, 0);
    }
    chip.enable(true);
    chip.pins.clock(210);
    // Now the FIFO has room, but every place goes to what the cursor finds.
    let (late_slot, arms) = (3, 40);
    for _ in 0..arms {
        chip.arm(0, late_slot, 0);
    }
    let state = chip.read(offset::INTR_STATE);
    assert!(field::intr_state::LATE_OVERFLOW.is_set(state), "{state:#x}");
    chip.pins.clock(2000);
    let (mut late, mut found) = (0, 0);
    while let Some(event) = chip.event() {
        assert_eq!(event.late, event.slot == late_slot);
        late += u32::from(event.late);
        found += u32::from(!event.late);
        chip.pop(true);
    }
    assert_eq!(found, 900);
    assert!((1..arms).contains(&late), "{late} late events");
}
