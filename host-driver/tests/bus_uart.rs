//! The bus over a serial line against a chip's registers in virtual time: every single fault of a read of every
//! register, and answers that come late. What a read returns is right, or it is an error.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::uart::{Timing, UartBus, UartError};
use carillon_regmap::counter_chip::field::{ctrl, params};
use carillon_regmap::counter_chip::{REGISTERS, offset};
use common::uart_chip::{Fault, Spoilt, UartChip};

const MARK: u32 = 0x1357_9BDF;

/// Microseconds for a byte at 1 Mbaud and at 115,200 baud.
const FAST: u64 = 10;
const SLOW: u64 = 87;

/// Nows, and cursors, at which a word wraps or looks like another one.
const TIMES: [u32; 7] = [0, 5, 0x1_0000, 0x7FFF_FFFE, 0x8000_0001, 0xFFFF_FFFE, 0xFFFF_FFFF];

fn timing() -> Timing {
    Timing::baud(1_000_000).with_latency(50)
}

fn marked(chip: UartChip, timing: Timing) -> UartBus<UartChip> {
    let mut bus = UartBus::new(chip, timing);
    bus.write(offset::SCRATCH, MARK).unwrap();
    bus
}

/// Every fault of the bytes that a read of so many frames sends and gets: each byte lost, doubled, and changed to every
/// other value.
fn single_faults(frames: u32) -> impl Iterator<Item = Spoilt> {
    let places = (0..6 * frames).map(|place| (true, place));
    let places = places.chain((0..4 * frames).map(|place| (false, place)));
    places.flat_map(|(to_the_chip, place)| {
        let changes = (1..=255).map(Fault::Changed);
        let faults = changes.chain([Fault::Lost, Fault::Doubled]);
        faults.map(move |fault| Spoilt { to_the_chip, place, fault })
    })
}

/// A read of `byte`, which then holds `word`, with every single fault. All but a few are put right.
fn read_with_every_fault(chip: &UartChip, byte: u32, word: u32) {
    // Two more if two reads differ; one more after a word that could be the marker's.
    let frames = match byte {
        _ if chip.pace > 0 => 5,
        offset::SCRATCH => 4,
        _ => 3,
    };
    let mut wrong = 0;
    let mut bus = marked(chip.clone(), timing());
    let marked_chip = bus.line().clone();
    for spoilt in single_faults(frames) {
        *bus.line_mut() = marked_chip.clone();
        bus.line_mut().set_now(byte, word);
        bus.line_mut().spoil(Some(spoilt));
        let before = bus.line().get(byte);
        let read = bus.read(byte);
        let after = bus.line().get(byte);
        bus.line_mut().spoil(None);
        match read {
            Ok(word) => {
                let moved = after.wrapping_sub(before);
                let is_right = if bus.line().pace == 0 {
                    word == before || word == after
                } else {
                    word.wrapping_sub(before) <= moved
                };
                assert!(is_right, "{byte:#x} reads {word:#x} and was {before:#x} to {after:#x}: {spoilt:x?}");
            }
            Err(error) => {
                wrong += 1;
                assert_eq!(error, UartError::WasReset, "{byte:#x}: {spoilt:x?}");
            }
        }
        // Nothing is left on the line that the next read takes for its own.
        let params = bus.read(offset::PARAMS);
        if params == Err(UartError::WasReset) {
            bus = marked(marked_chip.clone(), timing());
        } else {
            assert_eq!(params, Ok(bus.line().get(offset::PARAMS)), "{spoilt:x?}");
        }
    }
    // A read that became a write of `CTRL`, or a marker that did while a reset was looked for.
    assert!(wrong < 20, "{byte:#x}: {wrong} errors");
}

#[test]
fn uart_bus_every_single_fault_a_read_of_any_register_is_right() {
    let chip = UartChip::new(FAST);
    for register in REGISTERS {
        for byte in [register.offset, offset::element(register.offset, register.count - 1)] {
            let word = match byte {
                offset::SCRATCH => MARK,
                _ => chip.get(byte),
            };
            read_with_every_fault(&chip, byte, word);
            if register.count == 1 {
                break;
            }
        }
    }
}

#[test]
fn uart_bus_every_single_fault_a_read_of_a_counter_is_right_at_every_wrap() {
    let chip = UartChip::new(FAST);
    for (byte, time) in counters().chain([(offset::NOW_HI, u32::MAX), (offset::EVENT_TICK, u32::MAX)]) {
        read_with_every_fault(&chip, byte, time);
    }
}

#[test]
fn uart_bus_every_single_fault_a_read_of_a_moving_counter_is_within_the_read() {
    for (byte, time) in counters() {
        let mut chip = UartChip::new(FAST);
        chip.pace = 1;
        read_with_every_fault(&chip, byte, time);
    }
}

fn counters() -> impl Iterator<Item = (u32, u32)> {
    let both = [offset::NOW_LO, offset::CURSOR_LO];
    both.into_iter().flat_map(|byte| TIMES.map(|time| (byte, time)))
}

#[test]
fn uart_bus_what_is_not_there_is_refused_and_not_all_ones() {
    let mut chip = UartChip::new(FAST);
    let without = chip.get(offset::PARAMS) & !params::ALARM.mask();
    chip.set(offset::PARAMS, without);
    chip.unmap(offset::ALARM_LO);
    chip.unmap(offset::ALARM_HI);
    let mut bus = marked(chip, timing());
    for byte in (0..0x100).step_by(4) {
        let refused = Err(UartError::Refused { offset: byte });
        assert_eq!(bus.read(byte) == refused, !bus.line().is_mapped(byte));
    }
    let mut chip = UartChip::new(FAST);
    let with = chip.get(offset::PARAMS) | params::ALARM.mask();
    chip.set(offset::PARAMS, with);
    chip.set(offset::ALARM_HI, u32::MAX);
    assert_eq!(marked(chip, timing()).read(offset::ALARM_HI), Ok(u32::MAX));
}

#[test]
fn uart_bus_all_ones_from_another_address_are_not_taken_for_a_refusal() {
    // The lowest byte of the address, in both frames of the register.
    let both = [5, 17].map(|place| Spoilt { to_the_chip: true, place, fault: Fault::Changed(0x40) });
    let mut bus = marked(UartChip::new(FAST), timing());
    // Not those whose word may be all ones.
    let in_every_build = REGISTERS.iter().filter(|register| {
        let fields = register.fields.iter();
        let bits = fields.fold(0, |bits, field| bits | field.mask());
        register.feature.is_none() && bits != u32::MAX
    });
    for byte in in_every_build.map(|register| register.offset) {
        bus.line_mut().spoil(both);
        let word = bus.line().get(byte);
        assert_eq!(bus.read(byte), Ok(word), "{byte:#x}");
    }
}

/// What one history of delays did.
#[derive(Debug, Default)]
struct Late {
    right: u32,
    errors: u32,
}

/// Reads registers that all differ while the answers come late by these delays; each word is the register's, or the
/// read is an error.
fn read_late(bus: &UartBus<UartChip>, delays: &[u64], known: &mut Late) {
    let mut line = bus.line().clone();
    line.rest();
    let mut bus = UartBus::new(line, Timing::baud(115_200));
    let scratch = bus.line().get(offset::SCRATCH);
    bus.write(offset::SCRATCH, scratch).unwrap();
    bus.line_mut().delays.extend(delays);
    for byte in [offset::PRESCALE, offset::ALARM_LO, offset::SCRATCH] {
        match bus.read(byte) {
            Ok(word) => {
                let right = bus.line().get(byte);
                assert_eq!(word, right, "{byte:#x} with {delays:?}");
                known.right += 1;
            }
            Err(UartError::WasReset) => panic!("nothing was reset: {delays:?}"),
            Err(_) => known.errors += 1,
        }
    }
    bus.line_mut().delays.clear();
    bus.line_mut().rest();
    assert_eq!(bus.read(offset::SCRATCH), Ok(scratch), "{delays:?}");
}

/// Every way in which the next `answers` answers can come late.
fn histories(answers: u32) -> impl Iterator<Item = Vec<u64>> {
    const DELAYS: [u64; 5] = [0, 155_000, 310_000, 465_000, 620_000];
    (0..5_usize.pow(answers))
        .map(move |history| (0..answers).map(|answer| DELAYS[history / 5_usize.pow(answer) % 5]).collect())
}

#[test]
fn uart_bus_late_answer_is_not_taken_for_that_to_another_read() {
    let found = [310, 0, 0, 0, 0, 155, 620].map(|delay| delay * 1_000);
    let mut known = Late::default();
    let bus = marked(UartChip::new(SLOW), Timing::baud(115_200));
    read_late(&bus, &found, &mut known);
    for delays in histories(7) {
        read_late(&bus, &delays, &mut known);
    }
    assert!(known.right > 180_000, "{known:?}");
}

/// Also a word that looks like a sequence number, and one that no marker can be, are there afterwards.
#[test]
fn uart_bus_late_answers_leave_the_users_scratch_as_it_was() {
    for word in [0, 1, 0xC3A5_0001, u32::MAX] {
        let mut known = Late::default();
        let mut bus = UartBus::new(UartChip::new(SLOW), Timing::baud(115_200));
        bus.write(offset::SCRATCH, word).unwrap();
        for delays in histories(5) {
            read_late(&bus, &delays, &mut known);
        }
        assert!(known.right > 8_000, "{word:#x}: {known:?}");
    }
}

/// A reset before any answer of a history is noticed: at the latest by the first read after the line is good again.
#[test]
fn uart_bus_reset_while_answers_are_late_is_told() {
    let bus = marked(UartChip::new(SLOW), Timing::baud(115_200));
    for delays in histories(6) {
        for moment in 0..2 {
            let mut bus = UartBus::new(bus.line().clone(), Timing::baud(115_200));
            bus.write(offset::SCRATCH, MARK).unwrap();
            bus.line_mut().delays.extend(&delays);
            let mut told = false;
            for number in 0..3 {
                if number == moment {
                    bus.line_mut().reset();
                }
                told |= bus.read(offset::ALARM_HI) == Err(UartError::WasReset);
            }
            bus.line_mut().delays.clear();
            bus.line_mut().rest();
            for _ in 0..2 {
                let read = bus.read(offset::ALARM_HI);
                assert_eq!(read, Err(UartError::WasReset), "{delays:?} {told}");
                let written = bus.write(offset::INTR_STATE, 1);
                assert_eq!(written, Err(UartError::WasReset));
            }
            bus.write(offset::CTRL, ctrl::RESET.mask()).unwrap();
            let params = bus.line().get(offset::PARAMS);
            assert_eq!(bus.read(offset::PARAMS), Ok(params));
        }
    }
}

/// A program that is started again while answers to its predecessor are under way.
#[test]
fn uart_bus_answers_to_an_earlier_program_are_not_taken_after_resynchronising() {
    for delays in histories(6) {
        let mut chip = UartChip::new(SLOW);
        chip.pace = 1;
        let mut earlier = UartBus::new(chip, Timing::baud(115_200).with_attempts(2));
        earlier.write(offset::SCRATCH, MARK).unwrap();
        earlier.line_mut().delays.extend(&delays);
        let _ = earlier.read(offset::PRESCALE);
        let mut bus = UartBus::new(earlier.release(), Timing::baud(115_200));
        if bus.resynchronise().is_ok() {
            let read = bus.read(offset::ALARM_LO);
            let right = bus.line().get(offset::ALARM_LO);
            assert!(read == Ok(right) || read.is_err(), "{delays:?}: {read:x?}");
        }
    }
}

/// A line on which bytes come without end ends every access with an error.
#[test]
fn uart_bus_on_a_babbling_line_every_access_ends() {
    use carillon_driver::bus::serial::SerialLine;
    use std::convert::Infallible;

    struct Babbling(u8, u64);
    impl SerialLine for Babbling {
        type Error = Infallible;
        fn send(&mut self, _: &[u8]) -> Result<(), Infallible> {
            Ok(())
        }
        fn receive(&mut self, buffer: &mut [u8], _: u32) -> Result<usize, Infallible> {
            self.0 = self.0.wrapping_mul(5).wrapping_add(1);
            self.1 += 1;
            buffer[0] = self.0;
            Ok(1)
        }
        fn be_silent(&mut self, _: u32) -> Result<(), Infallible> {
            Ok(())
        }
    }
    let mut bus = UartBus::new(Babbling(0, 0), timing());
    assert!(bus.read(offset::NOW_LO).is_err());
    assert!(bus.write(offset::SCRATCH, 7).is_err());
    assert!(bus.resynchronise().is_err());
    assert!(bus.line().1 < 1_000_000);
}
