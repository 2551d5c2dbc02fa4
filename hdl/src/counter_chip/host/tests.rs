use super::*;
use crate::circuit::clocked::Clocked;
use crate::circuit::word_map::{builds, words};
use carillon_regmap::counter_chip::field::{error, intr_enable};
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
