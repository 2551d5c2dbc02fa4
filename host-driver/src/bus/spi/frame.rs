//! The nine bytes of an access, in both directions; the datasheet has the table.

/// Bytes of a frame.
const LENGTH: usize = 9;

/// Status: done.
const DONE: u8 = 0xA1;
/// Status: no such register.
const REFUSED: u8 = 0xA2;
/// Status: the host's checksum was wrong; the chip did nothing.
const WRONG: u8 = 0xA4;
/// Status: not finished; a write may still take effect.
const UNFINISHED: u8 = 0xA8;

/// An access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    offset: u32,
    value: Option<u32>,
}

/// The chip's answer to a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// The access was done. The word is that of a read.
    Done(u32),
    /// There is no such register.
    Refused,
    /// The frame was corrupted; the chip did nothing.
    Wrong,
    /// The frame was too fast; a write may still take effect.
    TooFast,
    /// The answer was corrupted.
    Unreadable,
}

impl Frame {
    /// A read of the register at `offset`.
    pub(super) const fn read(offset: u32) -> Self {
        Self { offset, value: None }
    }

    /// A write of `value` to the register at `offset`.
    pub(super) const fn write(offset: u32, value: u32) -> Self {
        Self { offset, value: Some(value) }
    }

    pub(super) const fn offset(&self) -> u32 {
        self.offset
    }

    /// The bytes that the host sends. The offset is less than 256 and a multiple of 4.
    pub(super) fn bytes(&self) -> [u8; LENGTH] {
        let [at, ..] = self.offset.to_le_bytes();
        match self.value {
            Some(value) => {
                let [b3, b2, b1, b0] = value.to_be_bytes();
                let head = [at | 1, b3, b2, b1, b0];
                [at | 1, b3, b2, b1, b0, checksum(&head), 0, 0, 0]
            }
            None => [at | 2, checksum(&[at | 2]), 0, 0, 0, 0, 0, 0, 0],
        }
    }

    /// Decodes the chip's bytes.
    pub(super) fn answer(&self, bytes: [u8; LENGTH]) -> Answer {
        let [_, _, b2, b3, b4, b5, b6, b7, sum] = bytes;
        let (right, status, word) = match self.value {
            Some(_) => (checksum(&[b6, b7]) == sum, b7, 0),
            None => (checksum(&[b2, b3, b4, b5, b6, b7]) == sum, b3, u32::from_be_bytes([b4, b5, b6, b7])),
        };
        match status {
            DONE if right => Answer::Done(word),
            REFUSED if right => Answer::Refused,
            WRONG if right => Answer::Wrong,
            UNFINISHED if right => Answer::TooFast,
            _ => Answer::Unreadable,
        }
    }
}

/// CRC-8/AUTOSAR: polynomial 2F, initial value FF, highest bit first, inverted at the end.
fn checksum(bytes: &[u8]) -> u8 {
    !bytes.iter().fold(0xFF, |remainder, byte| {
        (0..8)
            .fold(remainder ^ byte, |remainder: u8, _| (remainder << 1) ^ if remainder & 0x80 == 0 { 0 } else { 0x2F })
    })
}

#[cfg(test)]
mod tests {
    use super::{Answer, Frame, checksum};

    #[test]
    fn checksum_of_the_nine_digits_is_the_standards() {
        assert_eq!(checksum(b"123456789"), 0xDF);
    }

    #[test]
    fn answer_with_any_one_byte_changed_is_not_believed() {
        let sums = |bytes: &[u8]| checksum(bytes);
        let read = [0, 0, 0, 0xA1, 1, 2, 3, 4, sums(&[0, 0xA1, 1, 2, 3, 4])];
        let write = [0, 0, 0, 0, 0, 0, 0, 0xA1, sums(&[0, 0xA1])];
        for (frame, answer, used) in [(Frame::read(8), read, 2..9), (Frame::write(8, 5), write, 6..9)] {
            assert!(matches!(frame.answer(answer), Answer::Done(_)));
            for (place, change) in used.flat_map(|place| (1..=255).map(move |byte| (place, byte))) {
                let mut changed = answer;
                for (_, byte) in changed.iter_mut().enumerate().filter(|(at, _)| *at == place) {
                    *byte ^= change;
                }
                assert_eq!(frame.answer(changed), Answer::Unreadable);
            }
        }
        assert_eq!(Frame::read(8).answer(read), Answer::Done(0x0102_0304));
        assert_eq!(Frame::read(8).answer([0; 9]), Answer::Unreadable);
        assert_eq!(Frame::read(8).answer([0xFF; 9]), Answer::Unreadable);
    }
}
