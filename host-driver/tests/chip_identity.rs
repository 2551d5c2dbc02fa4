//! The driver makes sure of the chip before it does anything else.

mod common;

use carillon_driver::bus::{Counted, RegisterBus};
use carillon_driver::chip::{Feature, Version};
use carillon_driver::counter_chip::{CounterChip, CounterChipError};
use carillon_regmap::counter_chip::offset;
use common::script::{FULL, PARAMS, chip, chip_with};
use common::scripted_bus::{BusFault, ScriptedBus};

#[test]
fn new_right_chip_is_identified_and_its_parameters_read() {
    let chip = chip();
    chip.bus().played();
    let parameters = chip.parameters();
    assert_eq!((parameters.wheels, parameters.capacity(), parameters.fifo_depth()), (2, 4096, 16));
    assert!(!parameters.alarm && !parameters.look_ahead && !parameters.coalescing && !parameters.wheel_modes);
    assert_eq!(chip.version(), Version { major: 0, minor: 1, patch: 0 });
    chip.release().played();
}

#[test]
fn new_wrong_identity_refused_by_name() {
    let mut bus = ScriptedBus::default();
    bus.read_gives(offset::ID, 0xFFFF_FFFF);
    let refused = CounterChip::new(&mut bus).err();
    assert_eq!(refused, Some(CounterChipError::WrongIdentity { found: 0xFFFF_FFFF, wanted: 0x4341_524C }));
    assert!(refused.is_some_and(|error| error.to_string().contains("0xffffffff")));
    bus.played();
}

#[test]
fn new_other_major_version_refused_by_name() {
    let mut bus = ScriptedBus::default();
    bus.read_gives(offset::ID, 0x4341_524C).read_gives(offset::VERSION, 0x0001_0203);
    let found = Version { major: 1, minor: 2, patch: 3 };
    assert_eq!(CounterChip::new(&mut bus).err(), Some(CounterChipError::IncompatibleVersion { found }));
    bus.played();
}

#[test]
fn new_scratch_with_a_stuck_line_refused() {
    let mut bus = ScriptedBus::default();
    bus.read_gives(offset::ID, 0x4341_524C)
        .read_gives(offset::VERSION, 0x0000_0100)
        .takes(offset::SCRATCH, 0x0F5A_C396)
        .read_gives(offset::SCRATCH, 0x0F5A_C397);
    let mismatch = CounterChipError::ScratchMismatch { wrote: 0x0F5A_C396, found: 0x0F5A_C397 };
    assert_eq!(CounterChip::new(&mut bus).err(), Some(mismatch));
    bus.played();
}

#[test]
fn new_impossible_parameters_refused() {
    for found in
        [0, 9 | (12 << 4) | (4 << 9), 1 | (9 << 4) | (4 << 9), 1 | (21 << 4) | (4 << 9), 1 | (12 << 4), u32::MAX]
    {
        let mut bus = ScriptedBus::default();
        bus.identified();
        // The last word of the passage is PARAMS; play it with another answer.
        let mut bus = Replaced { bus, found };
        assert_eq!(CounterChip::new(&mut bus).err(), Some(CounterChipError::ImpossibleParameters { found }));
        bus.bus.played();
    }
}

/// Answers `PARAMS` with another word.
struct Replaced {
    bus: ScriptedBus,
    found: u32,
}

impl RegisterBus for Replaced {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        let answer = self.bus.read(offset)?;
        Ok(if offset == offset::PARAMS { self.found } else { answer })
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusFault> {
        self.bus.write(offset, value)
    }
}

#[test]
fn new_failing_bus_is_told() {
    let mut bus = ScriptedBus::default();
    bus.read_fails(offset::ID);
    assert_eq!(CounterChip::new(&mut bus).err(), Some(CounterChipError::Bus(BusFault)));
}

#[test]
fn new_full_build_has_every_feature_and_a_small_one_none() {
    let features = [Feature::Alarm, Feature::LookAhead, Feature::Coalescing, Feature::WheelModes];
    for (index, feature) in (0..).zip(features) {
        assert!(chip_with(FULL).parameters().has(feature));
        assert!(!chip().parameters().has(feature));
        let parameters = chip_with(PARAMS | (1 << (16 + index))).parameters();
        let having: Vec<_> = features.into_iter().filter(|&feature| parameters.has(feature)).collect();
        assert_eq!(having, [feature]);
    }
}

#[test]
fn counted_bus_counts_failures_as_well() {
    let mut bus = ScriptedBus::default();
    bus.read_gives(0, PARAMS).read_fails(0).refuses(4, 1);
    let mut counted = Counted::new(bus);
    assert_eq!((counted.read(0), counted.read(0), counted.write(4, 1)), (Ok(PARAMS), Err(BusFault), Err(BusFault)));
    assert_eq!((counted.reads(), counted.writes()), (2, 1));
    counted.into_inner().played();
}
