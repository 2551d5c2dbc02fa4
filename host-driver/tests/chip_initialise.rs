//! Starting the chip, resetting it, and taking over one that runs, transfer by transfer.

mod common;

use carillon_driver::chip::{Coalescing, Feature, Interrupts};
use carillon_driver::counter_chip::{Configuration, CounterChipError, Wheel, WheelMode, Wheels};
use carillon_regmap::counter_chip::offset;
use common::script::{FULL, chip, chip_of, chip_of_modes, chip_with};
use common::scripted_bus::{BusFault, ScriptedBus};

fn wheels(sizes: &[u32]) -> Vec<Wheel> {
    sizes.iter().map(|&slots| Wheel::of(slots)).collect()
}

fn configuration(wheels: &[Wheel]) -> Configuration<'_> {
    Configuration { prescale: 7, wheels, coalescing: Coalescing::NONE, interrupts: Interrupts::EVENT }
}

#[test]
fn initialise_two_wheels_makes_these_transfers() {
    let mut chip = chip();
    chip.bus_mut()
        .takes(offset::CTRL, 2)
        .read_gives(offset::STATUS, 0)
        .read_gives(offset::STATUS, 0)
        .read_gives(offset::STATUS, 1)
        .takes(0x080, 60)
        .read_gives(0x080, 60)
        .takes(0x084, 24)
        .read_gives(0x084, 24)
        .takes(offset::PRESCALE, 7)
        .read_gives(offset::PRESCALE, 7)
        .takes(offset::ERROR, 0xFF)
        .takes(offset::INTR_STATE, 0x1F)
        .takes(offset::INTR_ENABLE, 1)
        .takes(offset::CTRL, 1)
        .read_gives(0x080, 60)
        .read_gives(0x084, 24)
        .read_gives(offset::PRESCALE, 7)
        .read_gives(offset::INTR_ENABLE, 1)
        .read_gives(offset::STATUS, 0b11);
    assert_eq!(chip.initialise(&configuration(&wheels(&[60, 24]))), Ok(()));
    chip.bus().played();
}

#[test]
fn initialise_wheel_size_out_of_range_refused_before_the_chip_is_touched() {
    let cases: [(&[u32], u32, u32, u32); 8] = [
        (&[0], 0, 0, 4096),
        (&[1], 0, 1, 4096),
        (&[4097], 0, 4097, 4096),
        (&[4000, 97], 1, 97, 96),
        (&[4096, 2], 1, 2, 0),
        (&[2, u32::MAX], 1, u32::MAX, 4080),
        (&[4081, 2], 1, 2, 0),
        (&[17, 4065], 1, 4065, 4064),
    ];
    for (sizes, wheel, size, capacity) in cases {
        let mut chip = chip();
        let refused = Err(CounterChipError::WheelSizeOutOfRange { wheel, size, capacity });
        assert_eq!(chip.initialise(&configuration(&wheels(sizes))), refused);
        chip.bus().played();
    }
}

#[test]
fn initialise_wheel_count_out_of_range_refused() {
    for sizes in [&[][..], &[2, 2, 2][..]] {
        let refused = Err(CounterChipError::WheelCountOutOfRange { wheels: sizes.len(), built: 2 });
        assert_eq!(chip().initialise(&configuration(&wheels(sizes))), refused);
    }
}

#[test]
fn initialise_prescale_out_of_range_refused() {
    for clocks in [0, 1 << 24, u32::MAX] {
        let wheels = [Wheel::of(2)];
        let configuration = Configuration { prescale: clocks, ..configuration(&wheels) };
        assert_eq!(chip().initialise(&configuration), Err(CounterChipError::PrescaleOutOfRange { clocks }));
    }
}

#[test]
fn initialise_chip_that_is_never_ready_ends_after_a_bounded_wait() {
    let mut chip = chip();
    chip.bus_mut().takes(offset::CTRL, 2);
    for _ in 0..4096 + 64 {
        chip.bus_mut().read_gives(offset::STATUS, 0);
    }
    assert_eq!(chip.initialise(&configuration(&[Wheel::of(2)])), Err(CounterChipError::NotReady { polls: 4160 }));
    chip.bus().played();
}

#[test]
fn initialise_size_that_the_chip_does_not_keep_is_told() {
    let mut chip = chip();
    chip.bus_mut()
        .takes(offset::CTRL, 2)
        .read_gives(offset::STATUS, 1)
        .takes(offset::WHEEL_SIZE, 60)
        .read_gives(offset::WHEEL_SIZE, 4096);
    let refused = CounterChipError::NotAccepted { offset: offset::WHEEL_SIZE, wrote: 60, found: 4096 };
    assert_eq!(chip.initialise(&configuration(&[Wheel::of(60)])), Err(refused));
    chip.bus().played();
}

#[test]
fn initialise_wheels_that_fill_whole_words_to_the_last_are_accepted() {
    for sizes in [&[4096][..], &[4080, 16], &[4080, 2], &[2, 4080], &[1, 1]] {
        let mut chip = chip();
        chip.bus_mut().refuses(offset::CTRL, 2);
        let outcome = chip.initialise(&configuration(&wheels(sizes)));
        let fits = sizes != [1, 1];
        assert_eq!(outcome == Err(CounterChipError::Bus(BusFault)), fits, "{sizes:?}");
    }
}

/// The whole of a full build: four wheels, two of them with modes, and coalescing.
fn full_configuration(wheels: &[Wheel]) -> Configuration<'_> {
    Configuration { prescale: 7, wheels, coalescing: Coalescing { count: 8, age: 300 }, interrupts: Interrupts::ALL }
}

#[test]
fn initialise_full_build_makes_these_transfers() {
    let wheels =
        [Wheel::of(256), Wheel::of(64).holding(), Wheel::of(64).clearing(), Wheel::of(100).holding().clearing()];
    let mut chip = chip_with(FULL);
    chip.bus_mut().takes(offset::CTRL, 2).read_gives(offset::STATUS, 1);
    for (index, size) in (0..).zip([256, 64, 64, 100]) {
        chip.bus_mut().takes(0x080 + 4 * index, size).read_gives(0x080 + 4 * index, size);
    }
    chip.bus_mut()
        .takes(0x0A4, 1)
        .read_gives(0x0A4, 1)
        .takes(0x0A8, 2)
        .read_gives(0x0A8, 2)
        .takes(0x0AC, 3)
        .read_gives(0x0AC, 3)
        .takes(offset::PRESCALE, 7)
        .read_gives(offset::PRESCALE, 7)
        .takes(offset::INTR_COALESCE, (300 << 8) | 8)
        .read_gives(offset::INTR_COALESCE, (300 << 8) | 8)
        .takes(offset::ERROR, 0xFF)
        .takes(offset::INTR_STATE, 0x1F)
        .takes(offset::INTR_ENABLE, 0x1F)
        .takes(offset::CTRL, 1);
    for (index, size) in (0..).zip([256, 64, 64, 100]) {
        chip.bus_mut().read_gives(0x080 + 4 * index, size);
    }
    chip.bus_mut()
        .read_gives(0x0A4, 1)
        .read_gives(0x0A8, 2)
        .read_gives(0x0AC, 3)
        .read_gives(offset::PRESCALE, 7)
        .read_gives(offset::INTR_COALESCE, (300 << 8) | 8)
        .read_gives(offset::INTR_ENABLE, 0x1F)
        .read_gives(offset::STATUS, 0b11);
    assert_eq!(chip.initialise(&full_configuration(&wheels)), Ok(()));
    chip.bus().played();
    assert_eq!(Some(*chip.wheels()), Wheels::new(&wheels));
}

#[test]
fn initialise_with_what_the_build_lacks_refused_before_the_chip_is_touched() {
    let missing = |feature| Err(CounterChipError::MissingFeature { feature });
    let mut chip = chip();
    let plain = [Wheel::of(16)];
    let coalescing = Coalescing { count: 0, age: 1 };
    for mode in [Wheel::of(16).holding(), Wheel::of(16).clearing()] {
        assert_eq!(chip.initialise(&configuration(&[mode])), missing(Feature::WheelModes));
    }
    let configuration = Configuration { coalescing, ..configuration(&plain) };
    assert_eq!(chip.initialise(&configuration), missing(Feature::Coalescing));
    chip.bus().played();
}

#[test]
fn initialise_that_fails_at_any_transfer_leaves_no_wheels_and_can_be_repeated() {
    // (write, offset, word) of the transfers in their order.
    let transfers = [
        (true, offset::CTRL, 2),
        (false, offset::STATUS, 1),
        (true, 0x080, 16),
        (false, 0x080, 16),
        (true, 0x084, 18),
        (false, 0x084, 18),
        (true, offset::PRESCALE, 7),
        (false, offset::PRESCALE, 7),
        (true, offset::ERROR, 0xFF),
        (true, offset::INTR_STATE, 0x1F),
        (true, offset::INTR_ENABLE, 1),
        (true, offset::CTRL, 1),
        (false, 0x080, 16),
        (false, 0x084, 18),
        (false, offset::PRESCALE, 7),
        (false, offset::INTR_ENABLE, 1),
        (false, offset::STATUS, 3),
    ];
    let wheels = [Wheel::of(16), Wheel::of(18)];
    let mut chip = chip();
    for failing in 0..transfers.len() {
        play(chip.bus_mut(), &transfers[..failing]);
        match transfers[failing] {
            (true, offset, value) => chip.bus_mut().refuses(offset, value),
            (false, offset, _) => chip.bus_mut().read_fails(offset),
        };
        let failed = Err(CounterChipError::Bus(BusFault));
        assert_eq!(chip.initialise(&configuration(&wheels)), failed);
        chip.bus().played();
        assert_eq!(*chip.wheels(), Wheels::NONE);
    }
    play(chip.bus_mut(), &transfers);
    assert_eq!(chip.initialise(&configuration(&wheels)), Ok(()));
    chip.bus().played();
    assert_eq!(chip.wheels().count(), 2);
}

fn play(bus: &mut ScriptedBus, transfers: &[(bool, u32, u32)]) {
    for &(write, offset, value) in transfers {
        if write {
            bus.takes(offset, value);
        } else {
            bus.read_gives(offset, value);
        }
    }
}

#[test]
fn reset_forgets_the_wheels_even_if_the_bus_fails() {
    let mut chip = chip_of(&[60]);
    chip.bus_mut().refuses(offset::CTRL, 2);
    assert_eq!(chip.reset(), Err(CounterChipError::Bus(BusFault)));
    assert_eq!(*chip.wheels(), Wheels::NONE);
    chip.bus_mut().takes(offset::CTRL, 2).read_gives(offset::STATUS, 0).read_gives(offset::STATUS, 1);
    assert_eq!(chip.reset(), Ok(()));
    chip.bus().played();
}

#[test]
fn reset_that_a_running_chip_has_not_received_is_written_again() {
    let mut chip = chip_of(&[60]);
    chip.bus_mut()
        .takes(offset::CTRL, 2)
        .read_gives(offset::STATUS, 0b11)
        .takes(offset::CTRL, 2)
        .read_gives(offset::STATUS, 0)
        .read_gives(offset::STATUS, 1);
    assert_eq!(chip.reset(), Ok(()));
    chip.bus().played();
}

#[test]
fn set_wheel_mode_is_one_write_and_remembered() {
    let mut chip = chip_of(&[256, 64, 64, 64]);
    let mode = WheelMode { hold: false, auto_clear: true };
    chip.bus_mut().takes(0x0A8, 2);
    assert_eq!(chip.set_wheel_mode(2, mode), Ok(()));
    assert_eq!(chip.wheels().get(2).map(|wheel| wheel.mode), Some(mode));
    chip.bus_mut().refuses(0x0A4, 2);
    assert_eq!(chip.set_wheel_mode(1, mode), Err(CounterChipError::Bus(BusFault)));
    let no_wheel = CounterChipError::WheelOutOfRange { wheel: 4, wheels: 4 };
    assert_eq!(chip.set_wheel_mode(4, mode), Err(no_wheel));
    chip.bus().played();
}

#[test]
fn adopt_is_one_read_and_two_for_each_wheel() {
    let mut chip = chip_of_modes(&[(256, 0), (64, 1), (64, 2), (64, 3)]);
    let wheels =
        [Wheel::of(256), Wheel::of(64).holding(), Wheel::of(64).clearing(), Wheel::of(64).holding().clearing()];
    assert_eq!(Some(*chip.wheels()), Wheels::new(&wheels));
    chip.bus_mut().read_fails(offset::STATUS);
    assert_eq!(chip.adopt(), Err(CounterChipError::Bus(BusFault)));
    assert_eq!(*chip.wheels(), Wheels::NONE);
    chip.bus().played();
}

#[test]
fn adopt_chip_that_was_never_started_refused() {
    let mut chip = chip();
    chip.bus_mut().read_gives(offset::STATUS, 1);
    assert_eq!(chip.adopt(), Err(CounterChipError::NotRunning));
    chip.bus().played();
}

#[test]
fn adopt_absent_wheel_is_left_out() {
    let mut chip = chip();
    chip.bus_mut().read_gives(offset::STATUS, 0b11).read_gives(0x080, 4096).read_gives(0x084, 0);
    assert_eq!(chip.adopt().map(|wheels| wheels.count()), Ok(1));
    chip.bus().played();
}

#[test]
fn adopt_sizes_that_no_chip_accepts_refused() {
    for (sizes, offset, found) in
        [([4096, 2], 0x084, 2), ([1, 2], 0x080, 1), ([0, 0], 0x080, 0), ([0, 64], 0x080, 0), ([4097, 0], 0x080, 4097)]
    {
        let mut chip = chip();
        chip.bus_mut().read_gives(offset::STATUS, 0b11).read_gives(0x080, sizes[0]).read_gives(0x084, sizes[1]);
        assert_eq!(chip.adopt(), Err(CounterChipError::ImpossibleAnswer { offset, found }));
        assert_eq!(*chip.wheels(), Wheels::NONE);
        chip.bus().played();
    }
}
