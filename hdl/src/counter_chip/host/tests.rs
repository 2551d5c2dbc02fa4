use super::*;
use crate::circuit::clocked::Clocked;
use crate::circuit::word_map::{WORDS, builds, words};
use carillon_regmap::Access;
use carillon_regmap::counter_chip::field::{error, intr_enable, intr_state};
use carillon_regmap::counter_chip::{REGISTERS, offset};

/// The host's side after a reset, ready.
fn host(build: &Build) -> Host {
    let mut host = Host::new(build);
    host.connect_all();
    host.clear.next = true;
    host.tick();
    host.clear.next = false;
    host.ready.next = true;
    host.tick();
    host
}

/// Lets ticks pass, one a clock.
fn pass(host: &mut Host, ticks: u32) {
    host.tick.next = true;
    for _ in 0..ticks {
        Clocked::tick(host);
    }
    host.tick.next = false;
}

/// One access. `Err` is a failed one.
fn access(host: &mut Host, write: bool, byte_offset: u32, data: u32) -> Result<u32, ()> {
    host.bus.write.next = write;
    host.bus.whole.next = true;
    host.bus.address.next = u64::from(byte_offset / 4).into();
    host.bus.data.next = u64::from(data).into();
    host.bus.execute.next = true;
    host.tick();
    host.bus.execute.next = false;
    host.settle();
    let failed = host.bus.failed.val();
    let (next, time) = (host.ask_next.val(), host.ask_time.val());
    if !write && !failed {
        assert!(!host.bus.done.val(), "no read is done so soon");
        host.tick();
        host.next_done.next = next;
        host.time_done.next = time;
        host.settle();
    }
    if host.arm.val() {
        host.tick();
        host.arm_judged.next = true;
        host.settle();
    }
    assert!(host.bus.done.val(), "done at {byte_offset:#x}");
    host.tick();
    host.next_done.next = false;
    host.time_done.next = false;
    host.arm_judged.next = false;
    host.settle();
    assert!(!host.bus.done.val(), "done once at {byte_offset:#x}");
    let word = u64::from(host.bus.read_data.val()) as u32;
    host.tick();
    host.tick();
    assert_eq!(u64::from(host.bus.read_data.val()) as u32, word, "it stays");
    if failed { Err(()) } else { Ok(word) }
}

fn read(host: &mut Host, byte_offset: u32) -> u32 {
    access(host, false, byte_offset, 0).expect("the register is there")
}

fn write(host: &mut Host, byte_offset: u32, word: u32) {
    let answer = access(host, true, byte_offset, word);
    assert_eq!(answer, Ok(0), "a write answers 0");
}

#[test]
fn host_every_register_of_every_build_resets_as_the_map_says() {
    for build in builds() {
        let mut host = host(&build);
        host.ready.next = false;
        for register in REGISTERS {
            for index in 0..register.count {
                let byte_offset = register.element(index).expect("within the array");
                let answer = access(&mut host, false, byte_offset, 0);
                let present = words(&build) & 1 << (byte_offset / 4) != 0;
                assert_eq!(answer.is_ok(), present, "{} {index}", register.name);
                if let Ok(word) = answer {
                    let mask = register.reset_mask();
                    assert_eq!(word & mask, register.reset, "{} {index}", register.name);
                } else {
                    assert_eq!(read(&mut host, offset::ERROR), error::ADDRESS.mask());
                    write(&mut host, offset::ERROR, error::ADDRESS.mask());
                }
            }
        }
    }
}

/// All addresses, between and beyond the registers as well.
#[test]
fn host_unmapped_access_of_every_build_fails_and_sets_its_error() {
    for build in builds() {
        let mut host = host(&build);
        let mapped = words(&build);
        for word in (0..WORDS).filter(|word| mapped & 1 << word == 0) {
            for write_it in [false, true] {
                let answer = access(&mut host, write_it, 4 * word, u32::MAX);
                assert_eq!(answer, Err(()), "{build:?}, word {word}");
                assert_eq!(read(&mut host, offset::ERROR), error::ADDRESS.mask());
                write(&mut host, offset::ERROR, error::ADDRESS.mask());
                assert_eq!(read(&mut host, offset::ERROR), 0);
            }
        }
    }
}

/// What is kept is kept in exactly the bits that the map gives to fields, and in no other register.
#[test]
fn host_registers_that_are_kept_read_back_their_fields() {
    let kept = [
        offset::SCRATCH,
        offset::PRESCALE,
        offset::INTR_ENABLE,
        offset::INTR_COALESCE,
        offset::ALARM_LO,
        offset::ALARM_HI,
    ];
    let mut random = fastrand::Rng::with_seed(3);
    for build in builds() {
        let mut host = host(&build);
        let mut expected: Vec<(u32, u32)> = REGISTERS
            .iter()
            .filter(|register| kept.contains(&register.offset))
            .filter(|register| register.feature.is_none_or(|feature| build.has(feature)))
            .map(|register| (register.offset, register.reset))
            .collect();
        for _ in 0..6 {
            let place = random.usize(0..expected.len());
            let byte_offset = expected[place].0;
            let register = REGISTERS.iter().find(|register| register.offset == byte_offset).expect("it is in the map");
            let word = random.u32(..) | 1 << 8;
            let mask = register.fields.iter().fold(0, |mask, field| mask | field.mask());
            write(&mut host, byte_offset, word);
            expected[place].1 = word & mask;
            for &(byte_offset, word) in &expected {
                assert_eq!(read(&mut host, byte_offset), word, "{}", register.name);
            }
        }
    }
}

#[test]
fn host_partial_write_changes_nothing_but_its_error() {
    let mut host = host(&Build::full());
    for register in REGISTERS.iter().filter(|register| register.access.writable()) {
        host.bus.write.next = true;
        host.bus.whole.next = false;
        host.bus.address.next = u64::from(register.offset / 4).into();
        host.bus.data.next = 0x0012_3457.into();
        host.bus.execute.next = true;
        host.tick();
        host.bus.execute.next = false;
        host.settle();
        assert!(host.bus.done.val() & host.bus.failed.val(), "{}", register.name);
        assert!(!host.soft_reset.val() & !host.write_size.val() & !host.write_mode.val());
        host.tick();
        host.tick();
        host.tick();
        assert_eq!(read(&mut host, offset::ERROR), error::ADDRESS.mask());
        write(&mut host, offset::ERROR, error::ADDRESS.mask());
    }
    for register in REGISTERS.iter().filter(|register| register.access.readable()) {
        let word = read(&mut host, register.offset);
        // `STATUS.ready` is the test's doing.
        let status = u32::from(register.offset == offset::STATUS);
        let expected = register.reset | status;
        assert_eq!(word & register.reset_mask(), expected, "{}", register.name);
    }
}

#[test]
fn host_write_to_a_read_only_register_is_ignored() {
    for build in builds() {
        let mut host = host(&build);
        let only_read = |register: &&carillon_regmap::Register| {
            register.access == Access::ReadOnly && register.feature.is_none_or(|feature| build.has(feature))
        };
        for register in REGISTERS.iter().filter(only_read) {
            write(&mut host, register.offset, u32::MAX);
            assert_eq!(read(&mut host, offset::ERROR), 0, "{}", register.name);
        }
    }
}

/// Every bit of `INTR_STATE` and of `ERROR`: forced or caused, seen, cleared by its own 1 only.
#[test]
fn host_write_one_to_clear_clears_that_bit_only() {
    let mut host = host(&Build::full());
    write(&mut host, offset::INTR_TEST, 0b11111);
    for bit in 0..5 {
        write(&mut host, offset::INTR_STATE, 1 << bit);
        let left = 0b11111 & !((2 << bit) - 1);
        assert_eq!(read(&mut host, offset::INTR_STATE), left);
    }
    host.arm_refused.next = true;
    host.size_refused.next = true;
    host.tick();
    host.arm_refused.next = false;
    host.size_refused.next = false;
    write(&mut host, offset::EVENT_ACK, 0);
    host.event_valid.next = true;
    write(&mut host, offset::EVENT_ACK, 5 << 23);
    host.event_valid.next = false;
    write(&mut host, offset::PRESCALE, 0);
    write(&mut host, offset::ARM, 0);
    write(&mut host, offset::CTRL, 1);
    write(&mut host, offset::PRESCALE, 9);
    assert_eq!(access(&mut host, true, 0xfc, 0), Err(()));
    assert_eq!(read(&mut host, offset::ERROR), 0xff, "every kind of error");
    assert_eq!(read(&mut host, offset::INTR_STATE), intr_state::ERROR.mask());
    for bit in 0..8 {
        write(&mut host, offset::ERROR, 1 << bit);
        assert_eq!(read(&mut host, offset::ERROR), 0xff & !((2 << bit) - 1));
    }
    assert_eq!(read(&mut host, offset::INTR_STATE), 0);
}

#[test]
fn host_sizes_are_offered_until_the_first_start() {
    let mut host = host(&Build::full());
    for (running, wheel) in [(false, 0), (false, 3), (true, 0), (true, 3)] {
        if running {
            write(&mut host, offset::CTRL, 1);
        }
        host.bus.write.next = true;
        host.bus.whole.next = true;
        host.bus.address.next = u64::from(offset::WHEEL_SIZE / 4 + wheel).into();
        host.bus.execute.next = true;
        host.tick();
        host.bus.execute.next = false;
        host.settle();
        assert_eq!(host.write_size.val(), !running);
        assert_eq!(host.wheel_index.val(), u64::from(wheel));
        for _ in 0..3 {
            host.tick();
            assert!(!host.write_size.val(), "for one clock");
        }
        let locked = if running { error::LOCKED.mask() } else { 0 };
        assert_eq!(read(&mut host, offset::ERROR), locked);
    }
    // A mode may change at any time.
    host.bus.write.next = true;
    host.bus.address.next = u64::from(offset::WHEEL_MODE / 4 + 2).into();
    host.bus.execute.next = true;
    host.tick();
    host.bus.execute.next = false;
    host.settle();
    assert!(host.write_mode.val());
    assert_eq!(host.wheel_index.val(), 2u64);
}

/// An alarm that is due and is cleared while it still stands comes back; moved as the map says, it does not.
#[test]
fn host_alarm_in_the_past_comes_back_until_it_is_moved() {
    let mut host = host(&Build::full());
    pass(&mut host, 1000);
    let state = |host: &mut Host| read(host, offset::INTR_STATE);
    write(&mut host, offset::ALARM_HI, 0);
    assert_eq!(state(&mut host), 0, "the lower half still says never");
    write(&mut host, offset::ALARM_LO, 1000);
    host.tick();
    assert_eq!(state(&mut host), intr_state::ALARM.mask());
    write(&mut host, offset::INTR_STATE, intr_state::ALARM.mask());
    assert_eq!(state(&mut host), intr_state::ALARM.mask(), "still due");
    write(&mut host, offset::ALARM_HI, u32::MAX);
    write(&mut host, offset::ALARM_LO, 1001);
    write(&mut host, offset::ALARM_HI, 0);
    write(&mut host, offset::INTR_STATE, intr_state::ALARM.mask());
    assert_eq!(state(&mut host), 0);
    // Switched off and cleared in the very next access.
    pass(&mut host, 1);
    for _ in 0..5 {
        host.tick();
    }
    write(&mut host, offset::ALARM_HI, u32::MAX);
    write(&mut host, offset::INTR_STATE, intr_state::ALARM.mask());
    assert_eq!(state(&mut host), 0);
}

#[test]
fn host_alarm_raises_the_line_five_clocks_after_its_tick() {
    let mut host = host(&Build::full());
    write(&mut host, offset::INTR_ENABLE, intr_enable::ALARM.mask());
    write(&mut host, offset::ALARM_HI, 0);
    write(&mut host, offset::ALARM_LO, 8);
    pass(&mut host, 8);
    for clock in 0..8 {
        host.settle();
        assert_eq!(host.irq.val(), clock >= 5, "now is 8 from clock 0 on");
        host.tick();
    }
}

#[test]
fn host_event_raises_the_line_in_the_next_clock_unless_it_waits() {
    for count in [0, 2] {
        let mut host = host(&Build::full());
        write(&mut host, offset::INTR_ENABLE, intr_enable::EVENT.mask());
        write(&mut host, offset::INTR_COALESCE, 100 << 8 | count);
        host.event_valid.next = true;
        host.event_level.next = 1.into();
        host.tick();
        assert_eq!(host.irq.val(), count == 0);
        host.event_level.next = 2.into();
        for _ in 0..3 {
            host.tick();
        }
        assert!(host.irq.val());
        assert_eq!(read(&mut host, offset::INTR_STATE), intr_state::EVENT.mask());
    }
}
