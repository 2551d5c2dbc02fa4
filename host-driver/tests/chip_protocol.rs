//! The chip's protocol, transfer by transfer.

mod common;

use carillon_driver::bus::{Counted, RegisterBus};
use carillon_driver::chip::{
    Chip, ChipError, Configuration, Event, HostErrors, Interrupts, Version,
};
use carillon_regmap::offset;
use common::script::PARAMS;
use common::scripted_bus::{BusFault, ScriptedBus};

fn chip() -> Chip<ScriptedBus> {
    let mut bus = ScriptedBus::default();
    bus.identified();
    Chip::new(bus).expect("the chip of the script")
}

fn configuration(wheel_sizes: &[u32]) -> Configuration<'_> {
    Configuration {
        prescale: 7,
        wheel_sizes,
        interrupts: Interrupts::EVENT,
    }
}

#[test]
fn new_right_chip_is_identified_and_its_parameters_read() {
    let chip = chip();
    chip.bus().played();
    let parameters = chip.parameters();
    assert_eq!(
        (
            parameters.wheels,
            parameters.capacity(),
            parameters.fifo_depth()
        ),
        (2, 4096, 16)
    );
    assert!(
        !parameters.alarm
            && !parameters.look_ahead
            && !parameters.coalescing
            && !parameters.wheel_modes
    );
    assert_eq!(
        chip.version(),
        Version {
            major: 0,
            minor: 1,
            patch: 0
        }
    );
    chip.release().played();
}

#[test]
fn new_wrong_identity_refused_by_name() {
    let mut bus = ScriptedBus::default();
    bus.read_gives(offset::ID, 0xFFFF_FFFF);
    let refused = Chip::new(&mut bus).err();
    assert_eq!(
        refused,
        Some(ChipError::WrongIdentity { found: 0xFFFF_FFFF })
    );
    assert!(refused.is_some_and(|error| error.to_string().contains("0xffffffff")));
    bus.played();
}

#[test]
fn new_other_major_version_refused_by_name() {
    let mut bus = ScriptedBus::default();
    bus.read_gives(offset::ID, 0x4341_524C)
        .read_gives(offset::VERSION, 0x0001_0203);
    let found = Version {
        major: 1,
        minor: 2,
        patch: 3,
    };
    assert_eq!(
        Chip::new(&mut bus).err(),
        Some(ChipError::IncompatibleVersion { found })
    );
    bus.played();
}

#[test]
fn new_scratch_with_a_stuck_line_refused() {
    let mut bus = ScriptedBus::default();
    bus.read_gives(offset::ID, 0x4341_524C)
        .read_gives(offset::VERSION, 0x0000_0100)
        .takes(offset::SCRATCH, 0x0F5A_C396)
        .read_gives(offset::SCRATCH, 0x0F5A_C397);
    let mismatch = ChipError::ScratchMismatch {
        wrote: 0x0F5A_C396,
        found: 0x0F5A_C397,
    };
    assert_eq!(Chip::new(&mut bus).err(), Some(mismatch));
    bus.played();
}

#[test]
fn new_impossible_parameters_refused() {
    for found in [
        0,
        9 | (12 << 4) | (4 << 9),
        1 | (9 << 4) | (4 << 9),
        1 | (21 << 4) | (4 << 9),
        1 | (12 << 4),
        u32::MAX,
    ] {
        let mut bus = ScriptedBus::default();
        bus.identified();
        // The last word of the passage is PARAMS; play it with another answer.
        let mut bus = Replaced { bus, found };
        assert_eq!(
            Chip::new(&mut bus).err(),
            Some(ChipError::ImpossibleParameters { found })
        );
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
        Ok(if offset == offset::PARAMS {
            self.found
        } else {
            answer
        })
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), BusFault> {
        self.bus.write(offset, value)
    }
}

#[test]
fn new_failing_bus_is_told() {
    let mut bus = ScriptedBus::default();
    bus.read_fails(offset::ID);
    assert_eq!(Chip::new(&mut bus).err(), Some(ChipError::Bus(BusFault)));
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
        .takes(offset::CTRL, 1);
    assert_eq!(chip.initialise(&configuration(&[60, 24])), Ok(()));
    chip.bus().played();
}

#[test]
fn initialise_wheel_size_out_of_range_refused_before_the_chip_is_touched() {
    let cases: [(&[u32], u32, u32, u32); 6] = [
        (&[0], 0, 0, 4096),
        (&[1], 0, 1, 4096),
        (&[4097], 0, 4097, 4096),
        (&[4000, 97], 1, 97, 96),
        (&[4096, 2], 1, 2, 0),
        (&[2, u32::MAX], 1, u32::MAX, 4094),
    ];
    for (sizes, wheel, size, capacity) in cases {
        let mut chip = chip();
        let refused = Err(ChipError::WheelSizeOutOfRange {
            wheel,
            size,
            capacity,
        });
        assert_eq!(chip.initialise(&configuration(sizes)), refused);
        chip.bus().played();
    }
}

#[test]
fn initialise_wheel_count_out_of_range_refused() {
    for sizes in [&[][..], &[2, 2, 2][..]] {
        let refused = Err(ChipError::WheelCountOutOfRange {
            wheels: sizes.len(),
            built: 2,
        });
        assert_eq!(chip().initialise(&configuration(sizes)), refused);
    }
}

#[test]
fn initialise_prescale_out_of_range_refused() {
    for clocks in [0, 1 << 24, u32::MAX] {
        let configuration = Configuration {
            prescale: clocks,
            ..configuration(&[2])
        };
        assert_eq!(
            chip().initialise(&configuration),
            Err(ChipError::PrescaleOutOfRange { clocks })
        );
    }
}

#[test]
fn initialise_chip_that_is_never_ready_ends_after_a_bounded_wait() {
    let mut chip = chip();
    chip.bus_mut().takes(offset::CTRL, 2);
    for _ in 0..4096 + 64 {
        chip.bus_mut().read_gives(offset::STATUS, 0);
    }
    assert_eq!(
        chip.initialise(&configuration(&[2])),
        Err(ChipError::NotReady { polls: 4160 })
    );
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
    let refused = ChipError::NotAccepted {
        offset: offset::WHEEL_SIZE,
        wrote: 60,
        found: 4096,
    };
    assert_eq!(chip.initialise(&configuration(&[60])), Err(refused));
    chip.bus().played();
}

#[test]
fn now_low_half_that_wraps_between_is_read_again() {
    let mut chip = chip();
    chip.bus_mut()
        .read_gives(offset::NOW_HI, 0)
        .read_gives(offset::NOW_LO, 0xFFFF_FFFF)
        .read_gives(offset::NOW_HI, 1)
        .read_gives(offset::NOW_LO, 3)
        .read_gives(offset::NOW_HI, 1);
    assert_eq!(chip.now(), Ok((1 << 32) + 3));
    chip.bus().played();
}

#[test]
fn cursor_that_never_reads_the_same_ends_after_a_bounded_number_of_attempts() {
    let mut chip = chip();
    chip.bus_mut().read_gives(offset::CURSOR_HI, 0);
    for high in 1..=4 {
        chip.bus_mut()
            .read_gives(offset::CURSOR_LO, 9)
            .read_gives(offset::CURSOR_HI, high);
    }
    assert_eq!(
        chip.cursor(),
        Err(ChipError::TimeUnsteady {
            offset: offset::CURSOR_LO
        })
    );
    chip.bus().played();
}

#[test]
fn arm_and_disarm_pack_their_fields() {
    let mut chip = chip();
    chip.bus_mut()
        .takes(offset::ARM, 0xAB71_2345)
        .takes(offset::DISARM, 0x0071_2345);
    assert_eq!(
        chip.arm(7, 0x1_2345, 0x1AB),
        Ok(()),
        "the lap is taken modulo 256"
    );
    assert_eq!(chip.disarm(7, 0x1_2345), Ok(()));
    chip.bus().played();
}

#[test]
fn arm_slot_that_no_chip_has_refused_without_a_transfer() {
    let mut chip = chip();
    assert_eq!(
        chip.arm(8, 0, 0),
        Err(ChipError::SlotOutOfRange { wheel: 8, slot: 0 })
    );
    assert_eq!(
        chip.disarm(0, 1 << 20),
        Err(ChipError::SlotOutOfRange {
            wheel: 0,
            slot: 1 << 20
        })
    );
    chip.bus().played();
}

#[test]
fn event_one_read_gives_all_fields() {
    let mut chip = chip();
    chip.bus_mut()
        .read_gives(offset::EVENT, 0xF6D1_2345)
        .read_gives(offset::EVENT, 0x1000_0000);
    let event = Event {
        valid: true,
        more: true,
        late: true,
        attention: true,
        wheel: 5,
        slot: 0x1_2345,
        sequence: 13,
    };
    assert_eq!(chip.event(), Ok(event));
    let idle = Event {
        valid: false,
        more: false,
        late: false,
        attention: true,
        wheel: 0,
        slot: 0,
        sequence: 0,
    };
    assert_eq!(
        chip.event(),
        Ok(idle),
        "attention shows while there is no event"
    );
    chip.bus().played();
}

#[test]
fn small_methods_make_one_transfer_each() {
    let mut chip = chip();
    chip.bus_mut()
        .read_gives(offset::NOW_LO, 9)
        .read_gives(offset::EVENT_TICK, 8)
        .takes(offset::EVENT_ACK, (15 << 23) | 1)
        .takes(offset::EVENT_ACK, 0)
        .read_gives(offset::INTR_STATE, 0xFFFF_FFFF)
        .takes(offset::INTR_STATE, 0b01000)
        .takes(offset::INTR_ENABLE, 0b00011)
        .takes(offset::INTR_TEST, 0b10000)
        .takes(offset::CTRL, 0)
        .takes(offset::CTRL, 1)
        .read_gives(offset::STATUS, 0b10111);
    assert_eq!((chip.now_low(), chip.event_tick_low()), (Ok(9), Ok(8)));
    assert_eq!(
        chip.acknowledge(15, true).and(chip.acknowledge(16, false)),
        Ok(())
    );
    assert_eq!(chip.interrupts(), Ok(Interrupts::ALL));
    assert_eq!(chip.clear_interrupts(Interrupts::LATE_OVERFLOW), Ok(()));
    assert_eq!(
        chip.enable_interrupts(Interrupts::EVENT | Interrupts::ALARM),
        Ok(())
    );
    assert_eq!(chip.test_interrupts(Interrupts::HALF_PERIOD), Ok(()));
    assert_eq!(chip.pause().and(chip.resume()), Ok(()));
    let status = chip.status().expect("scripted");
    assert!(
        status.ready
            && status.running
            && status.event_pending
            && !status.fifo_full
            && status.behind
    );
    chip.bus().played();
}

#[test]
fn take_host_errors_clears_only_what_it_saw() {
    let mut chip = chip();
    chip.bus_mut()
        .read_gives(offset::ERROR, 0)
        .read_gives(offset::ERROR, 0b1_0001)
        .takes(offset::ERROR, 0b1_0001);
    assert_eq!(chip.take_host_errors(), Ok(HostErrors::NONE));
    assert_eq!(
        chip.take_host_errors(),
        Ok(HostErrors::ARM_RANGE | HostErrors::ACK_STALE)
    );
    chip.bus().played();
}

#[test]
fn counted_bus_counts_failures_as_well() {
    let mut bus = ScriptedBus::default();
    bus.read_gives(0, PARAMS).read_fails(0).refuses(4, 1);
    let mut counted = Counted::new(bus);
    assert_eq!(
        (counted.read(0), counted.read(0), counted.write(4, 1)),
        (Ok(PARAMS), Err(BusFault), Err(BusFault))
    );
    assert_eq!((counted.reads(), counted.writes()), (2, 1));
    counted.into_inner().played();
}
