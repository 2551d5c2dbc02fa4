//! Loads a program over the UART, by the protocol of LiteX's `litex_term`: the resident program of a board's SoC.
//!
//! The board sends [`CALL`] until the host answers with [`ANSWER`]. Then the host sends frames: the length of the
//! payload, a checksum of two bytes (CRC-16 with polynomial 0x1021, of what follows), a command, and the payload, whose
//! first four bytes are an address, highest first. The board replies to each with one byte. A frame that does not end
//! is forgotten, and the board calls again.

use core::ops::ControlFlow;

use crate::mmio::{self, Line};

const CALL: &str = "sL5DdSMmkekro\n";
const ANSWER: &[u8] = b"z6IHG7cYDID6o\n";

/// Commands.
mod command {
    pub const ABORT: u8 = 0;
    pub const LOAD: u8 = 1;
    pub const JUMP: u8 = 2;
}

/// Replies.
mod reply {
    pub const DONE: u8 = b'K';
    pub const CORRUPTED: u8 = b'C';
    pub const UNKNOWN: u8 = b'U';
    pub const FAILED: u8 = b'E';
}

/// How often the UART is looked at before no further byte is expected: a tenth of a second on a slow processor,
const PATIENCE: u32 = 20_000;
/// and between two frames some seconds.
const PATIENCE_BETWEEN: u32 = 50 * PATIENCE;

/// The longest payload.
const LONGEST: usize = 255;

/// Waits for a host and does what it says; returns the address at which it wants its program started.
pub fn load() -> u32 {
    loop {
        if !answered() {
            continue;
        }
        let mut buffer = [0; LONGEST];
        while let Some(frame) = receive(&mut buffer) {
            let (answer, next) = obey(frame);
            Line::Console.send(answer);
            match next {
                ControlFlow::Continue(true) => {}
                ControlFlow::Continue(false) => break,
                ControlFlow::Break(address) => {
                    Line::Console.flush();
                    return address;
                }
            }
        }
    }
}

/// Calls once; returns whether a host answers.
fn answered() -> bool {
    for byte in CALL.bytes() {
        Line::Console.send(byte);
    }
    let mut expected = ANSWER;
    while let Some(byte) = byte(PATIENCE) {
        expected = match expected.split_first() {
            Some((&first, rest)) if first == byte => rest,
            // It may begin here.
            _ => ANSWER.strip_prefix(&[byte]).unwrap_or(ANSWER),
        };
        if expected.is_empty() {
            return true;
        }
    }
    false
}

/// The next byte, if one comes in time.
fn byte(patience: u32) -> Option<u8> {
    (0..patience).find_map(|_| Line::Console.take())
}

/// A frame whose bytes have all come.
struct Frame<'a> {
    checksum: u16,
    command: u8,
    payload: &'a [u8],
}

fn receive(buffer: &mut [u8; LONGEST]) -> Option<Frame<'_>> {
    let length = byte(PATIENCE_BETWEEN)?;
    let payload = buffer.get_mut(..length.into())?;
    let checksum = u16::from_be_bytes([byte(PATIENCE)?, byte(PATIENCE)?]);
    let command = byte(PATIENCE)?;
    for place in payload.iter_mut() {
        *place = byte(PATIENCE)?;
    }
    Some(Frame { checksum, command, payload })
}

impl Frame<'_> {
    fn is_whole(&self) -> bool {
        let bytes = core::iter::once(self.command).chain(self.payload.iter().copied());
        let checksum = bytes.fold(0_u16, |checksum, byte| {
            (0..8).fold(checksum ^ u16::from(byte) << 8, |checksum, _| {
                let shifted = checksum << 1;
                if checksum >> 15 == 0 { shifted } else { shifted ^ 0x1021 }
            })
        });
        checksum == self.checksum
    }
}

/// The reply, and whether frames follow or at which address the program begins.
fn obey(frame: Frame<'_>) -> (u8, ControlFlow<u32, bool>) {
    let more = ControlFlow::Continue(true);
    if !frame.is_whole() {
        return (reply::CORRUPTED, more);
    }
    match (frame.command, frame.payload.split_first_chunk()) {
        (command::ABORT, _) => (reply::DONE, ControlFlow::Continue(false)),
        (command::LOAD, Some((&address, bytes))) => {
            let places = u32::from_be_bytes(address)..;
            for (address, &byte) in places.zip(bytes) {
                if !mmio::LOADABLE.contains(&address) {
                    return (reply::FAILED, more);
                }
                mmio::load(address, byte);
            }
            (reply::DONE, more)
        }
        (command::JUMP, Some((&address, _))) => (reply::DONE, ControlFlow::Break(u32::from_be_bytes(address))),
        _ => (reply::UNKNOWN, more),
    }
}
