//! Bus transfers: values, errors, and both ways to drive the bus.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::{ID_VALUE, field, offset, reset};
use carillon_regmap::{ADDRESS_SPACE, VERSION_VALUE};
use carillon_sim::{BusError, DEFAULT_TIMEOUT, Inputs, Model, Protocol, RESET_CLOCKS, Simulation};
use common::ready_chip;

#[test]
fn scratch_written_reads_back() {
    for protocol in [Protocol::Classic, Protocol::Pipelined] {
        let mut chip = ready_chip(Model::Tiny);
        chip.set_protocol(protocol);
        let walking_ones = (0..32).map(|bit| 1u32 << bit);
        for value in walking_ones.chain([0, u32::MAX, 0x5555_AAAA]) {
            assert_eq!(chip.write(offset::SCRATCH, value), Ok(()));
            assert_eq!(chip.read(offset::SCRATCH), Ok(value), "{protocol:?}");
        }
    }
}

#[test]
fn identity_of_every_model_is_that_of_the_register_map() {
    for &model in Model::all() {
        let mut chip = Simulation::new(model).expect("memory for one chip");
        chip.reset();
        assert_eq!(chip.read(offset::ID), Ok(ID_VALUE), "{model}");
        assert_eq!(chip.read(offset::VERSION), Ok(VERSION_VALUE), "{model}");
        let parameters = chip.read(offset::PARAMS).expect("PARAMS is mapped");
        assert_eq!(parameters, model.build().params(), "{model}");
    }
}

#[test]
fn unmapped_offset_is_refused_and_the_bus_goes_on() {
    let mut chip = ready_chip(Model::Tiny);
    let unmapped = ADDRESS_SPACE - 4;
    assert_eq!(chip.read(unmapped), Err(BusError::Refused { offset: unmapped }));
    assert_eq!(chip.write(unmapped, 1), Err(BusError::Refused { offset: unmapped }));
    let errors = chip.read(offset::ERROR).expect("ERROR is mapped");
    assert_eq!(field::error::ADDRESS.get(errors), 1);
    assert_eq!(chip.read(offset::ID), Ok(ID_VALUE));
}

#[test]
fn impossible_offset_does_not_reach_the_bus() {
    let mut chip = ready_chip(Model::Tiny);
    let before = chip.clocks();
    assert_eq!(chip.read(offset::SCRATCH + 1), Err(BusError::Misaligned { offset: offset::SCRATCH + 1 }));
    assert_eq!(chip.write(offset::SCRATCH + 2, 0), Err(BusError::Misaligned { offset: offset::SCRATCH + 2 }));
    assert_eq!(chip.read(ADDRESS_SPACE), Err(BusError::OutOfSpace { offset: ADDRESS_SPACE }));
    assert_eq!(chip.write(u32::MAX - 3, 0), Err(BusError::OutOfSpace { offset: u32::MAX - 3 }));
    assert_eq!(chip.clocks(), before);
}

#[test]
fn chip_held_in_reset_times_out_and_answers_afterwards() {
    let mut chip = ready_chip(Model::Tiny);
    let held = Inputs { reset: true, ..Inputs::default() };
    chip.step(&held);
    let before = chip.clocks();
    let refused = BusError::Timeout { offset: offset::ID, clocks: DEFAULT_TIMEOUT };
    assert_eq!(chip.read(offset::ID), Err(refused));
    assert_eq!(chip.clocks() - before, u64::from(DEFAULT_TIMEOUT));
    chip.set_timeout(5);
    assert_eq!(chip.write(offset::SCRATCH, 1), Err(BusError::Timeout { offset: offset::SCRATCH, clocks: 5 }));
    chip.step(&Inputs::default());
    assert_eq!(chip.read(offset::ID), Ok(ID_VALUE));
}

#[test]
fn reset_restores_reset_values() {
    let mut chip = ready_chip(Model::Tiny);
    chip.write(offset::SCRATCH, 0xDEAD_BEEF).unwrap();
    chip.write(offset::PRESCALE, 77).unwrap();
    let before = chip.clocks();
    chip.reset();
    assert_eq!(chip.clocks() - before, RESET_CLOCKS);
    assert_eq!(chip.read(offset::SCRATCH), Ok(reset::SCRATCH));
    assert_eq!(chip.read(offset::PRESCALE), Ok(reset::PRESCALE));
    assert!(!chip.irq());
}

#[test]
fn pipelined_transfers_equal_classic_ones() {
    let session = |protocol: Protocol| {
        let mut chip = ready_chip(Model::Small10x16);
        chip.set_protocol(protocol);
        let mut seen = Vec::new();
        chip.write(offset::CTRL, field::ctrl::ENABLE.put(1)).unwrap();
        for slot in 0..40 {
            chip.write(offset::ARM, field::arm::SLOT.put(slot * 7)).unwrap();
        }
        for address in (0..ADDRESS_SPACE).step_by(4).cycle().take(200) {
            chip.clock(u64::from(address % 5));
            seen.push((chip.clocks(), chip.irq(), chip.read(address)));
        }
        seen
    };
    let classic = session(Protocol::Classic);
    assert!(classic.iter().any(|(_, _, answer)| answer.is_err()));
    assert!(classic.iter().any(|(_, _, answer)| answer.is_ok()));
    assert_eq!(classic, session(Protocol::Pipelined));
}

#[test]
fn messages_say_what_to_do() {
    let message = |error: BusError| error.to_string();
    assert!(message(BusError::Refused { offset: 0x58 }).contains("0x058"));
    assert!(message(BusError::Timeout { offset: 0, clocks: 9 }).contains("set_timeout"));
    assert!(message(BusError::Misaligned { offset: 5 }).contains("multiples of four"));
    assert!(message(BusError::OutOfSpace { offset: 0x100 }).contains("0x0fc"));
}
