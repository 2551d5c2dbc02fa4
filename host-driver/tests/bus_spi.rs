//! The SPI bus against a device that follows a script, byte by byte, and the interrupt's pin.
#![cfg(feature = "embedded-hal")]

use std::collections::VecDeque;

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::interrupt::InterruptPin;
use carillon_driver::bus::spi::{SpiBus, SpiError};
use carillon_regmap::counter_chip::offset;
use embedded_hal::spi::{ErrorKind, Operation, SpiDevice};
use embedded_hal_mock::eh1::digital::{Mock as Pin, State, Transaction as Level};
use embedded_hal_mock::eh1::spi::{Mock as Spi, Transaction};

/// What the host sends to read `ID`, `NOW_LO` and `INTR_STATE`, to write 0x01020304 to `SCRATCH`, and to clear bit 3 of
/// `INTR_STATE`; the checksums are those of the datasheet's polynomial, worked out apart.
const READ_ID: [u8; 9] = [0x02, 0xE3, 0, 0, 0, 0, 0, 0, 0];
const READ_NOW: [u8; 9] = [0x22, 0x90, 0, 0, 0, 0, 0, 0, 0];
const READ_STATE: [u8; 9] = [0x46, 0xB9, 0, 0, 0, 0, 0, 0, 0];
const WRITE_SCRATCH: [u8; 9] = [0x0D, 1, 2, 3, 4, 0xF0, 0, 0, 0];
const CLEAR: [u8; 9] = [0x45, 0, 0, 0, 8, 0x48, 0, 0, 0];

/// CRC-8/AUTOSAR.
fn checksum(bytes: &[u8]) -> u8 {
    let mut remainder = 0xFFu8;
    for bit in bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1)) {
        let carry = (remainder >> 7) ^ bit;
        remainder = (remainder << 1) ^ (carry * 0x2F);
    }
    !remainder
}

/// What the chip answers to a read.
fn word(status: u8, word: u32) -> [u8; 9] {
    let mut answer = [0; 9];
    answer[3] = status;
    answer[4..8].copy_from_slice(&word.to_be_bytes());
    answer[8] = checksum(&answer[2..8]);
    answer
}

/// What the chip answers to a write.
fn done(status: u8) -> [u8; 9] {
    [0, 0, 0, 0, 0, 0, 0, status, checksum(&[0, status])]
}

/// A device at which each frame is one transaction of its own: selected, nine bytes both ways, released.
fn device(frames: &[([u8; 9], [u8; 9])]) -> Spi<u8> {
    let script: Vec<_> = frames
        .iter()
        .flat_map(|(sent, answer)| {
            [
                Transaction::transaction_start(),
                Transaction::transfer_in_place(sent.to_vec(), answer.to_vec()),
                Transaction::transaction_end(),
            ]
        })
        .collect();
    Spi::new(&script)
}

/// Plays a script to its end.
fn played<R>(frames: &[([u8; 9], [u8; 9])], access: impl FnOnce(&mut SpiBus<Spi<u8>>) -> R) -> R {
    let mut bus = SpiBus::new(device(frames)).with_attempts(3);
    let result = access(&mut bus);
    bus.release().done();
    result
}

#[test]
fn spi_bus_frames_are_those_of_the_datasheet() {
    let read = played(&[(READ_ID, word(0xA1, 0x4341_524C)); 2], |bus| bus.read(offset::ID));
    assert_eq!(read, Ok(0x4341_524C));
    let write = played(&[(WRITE_SCRATCH, done(0xA1))], |bus| bus.write(offset::SCRATCH, 0x0102_0304));
    assert_eq!(write, Ok(()));
}

#[test]
fn spi_bus_what_went_wrong_is_sent_again_and_no_more() {
    let mut spoilt = word(0xA1, 5);
    spoilt[7] ^= 1;
    let right = (READ_ID, word(0xA1, 7));
    for wrong in [word(0xA4, 0), word(0xA8, 0), spoilt, [0; 9], [0xFF; 9]] {
        let wrong = (READ_ID, wrong);
        for frames in [[wrong, right, right], [right, wrong, right]] {
            assert_eq!(played(&frames, |bus| bus.read(offset::ID)), Ok(7));
        }
    }
    let offset = offset::ID;
    for (wrong, error) in [([0; 9], SpiError::Corrupted { offset }), (word(0xA8, 0), SpiError::TooFast { offset })] {
        let read = played(&[(READ_ID, wrong); 3], |bus| bus.read(offset));
        assert_eq!(read, Err(error));
    }
    let refused = played(&[(READ_ID, word(0xA2, 0))], |bus| bus.read(offset));
    assert_eq!(refused, Err(SpiError::Refused { offset }));
}

/// Several changed bytes pass the checksum: whichever of the frames is wrong, the word is right.
#[test]
fn spi_bus_wrong_word_with_a_right_checksum_is_not_taken() {
    let now = |time| (READ_NOW, word(0xA1, time));
    for wrong in [0, 9, 10, 12, 99, 1 << 31, u32::MAX] {
        for place in 0..3 {
            let mut frames = [now(10), now(11), now(12)];
            frames[place] = now(wrong);
            // Two that agree end the read, and three that do not begin it again.
            for at_most in [2, 3, 5, 6] {
                let mut script: Vec<_> = frames.into_iter().chain([now(13); 3]).collect();
                script.truncate(at_most);
                let mut device = Replaying(script.into());
                let read = SpiBus::new(&mut device).read(offset::NOW_LO);
                assert!(read.is_err() || (10..=13).contains(&read.unwrap()), "{wrong:#x} in frame {place}: {read:x?}");
            }
        }
    }
    // Never two that agree, and never in order; and a word with reserved bits.
    let frames: Vec<_> = (0..9).map(|frame| now((9 - frame) << 20)).collect();
    let unsteady = Err(SpiError::Unsteady { offset: offset::NOW_LO });
    assert_eq!(played(&frames, |bus| bus.read(offset::NOW_LO)), unsteady);
    let reserved = [(READ_STATE, word(0xA1, u32::MAX)); 6];
    let read = played(&reserved, |bus| bus.read(offset::INTR_STATE));
    let offset = offset::INTR_STATE;
    assert_eq!(read, Err(SpiError::Unsteady { offset }));
}

/// A device that answers what it is given, and fails when nothing is left.
struct Replaying(VecDeque<([u8; 9], [u8; 9])>);

impl embedded_hal::spi::ErrorType for Replaying {
    type Error = ErrorKind;
}

impl SpiDevice for Replaying {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), ErrorKind> {
        let (sent, answer) = self.0.pop_front().ok_or(ErrorKind::Other)?;
        let [Operation::TransferInPlace(bytes)] = operations else { panic!("one transfer in place") };
        assert_eq!(**bytes, sent);
        bytes.copy_from_slice(&answer);
        Ok(())
    }
}

#[test]
fn spi_bus_clearing_is_sent_again_only_if_nothing_was_done() {
    let at = offset::INTR_STATE;
    let clear = |frames: &[_]| played(frames, |bus| bus.write(at, 8));
    assert_eq!(clear(&[(CLEAR, done(0xA4)), (CLEAR, done(0xA1))]), Ok(()));
    // It may have come about or not: see whether the bit is set.
    for unknown in [done(0xA8), [0; 9]] {
        let then = |state| (READ_STATE, word(0xA1, state));
        assert_eq!(clear(&[(CLEAR, unknown), then(1), then(1)]), Ok(()));
        let set = clear(&[(CLEAR, unknown), then(9), then(9)]);
        assert_eq!(set, Err(SpiError::Uncertain { offset: at }));
    }
}

#[test]
fn spi_bus_device_that_fails_is_an_error_at_once() {
    struct Broken;
    impl embedded_hal::spi::ErrorType for Broken {
        type Error = ErrorKind;
    }
    impl embedded_hal::spi::SpiDevice for Broken {
        fn transaction(&mut self, _: &mut [embedded_hal::spi::Operation<'_, u8>]) -> Result<(), ErrorKind> {
            Err(ErrorKind::ChipSelectFault)
        }
    }
    let mut bus = SpiBus::new(Broken);
    let failed = SpiError::Device(ErrorKind::ChipSelectFault);
    assert_eq!(bus.read(offset::ID), Err(failed));
    assert_eq!(bus.write(offset::INTR_STATE, 1), Err(failed));
    assert_eq!(bus.read(3), Err(SpiError::NoWord { offset: 3 }));
}

#[test]
fn interrupt_pin_is_a_level() {
    let mut pin = InterruptPin::new(Pin::new(&[Level::get(State::Low), Level::get(State::High)]));
    assert_eq!(pin.is_pending(), Ok(false));
    assert_eq!(pin.is_pending(), Ok(true));
    pin.release().done();
}

#[cfg(feature = "embedded-hal-async")]
#[test]
fn interrupt_pin_waits_for_the_level_and_not_for_an_edge() {
    use core::future::Future;
    use core::pin::pin;
    use core::task::{Context, Poll, Waker};

    let mut line = InterruptPin::new(Pin::new(&[Level::wait_for_state(State::High)]));
    let mut context = Context::from_waker(Waker::noop());
    assert_eq!(pin!(line.pending()).poll(&mut context), Poll::Ready(Ok(())));
    line.release().done();
}
