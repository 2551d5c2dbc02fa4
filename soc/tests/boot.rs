//! The program in a board's ROM loads another one, as LiteX's `litex_term` sends it, and starts it.

mod common;

use carillon_soc::{Event, Soc, firmware};
use common::program;

/// Where programs are loaded to.
const ORIGIN: u32 = 0x4000_0000;

/// The checksum of a frame.
fn crc(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, &byte| {
        (0..8).rev().fold(crc, |crc, bit| {
            let feedback = (crc >> 15) ^ u16::from(byte >> bit & 1);
            (crc << 1) ^ (feedback * 0x1021)
        })
    })
}

fn frame(command: u8, address: u32, bytes: &[u8]) -> Vec<u8> {
    let payload = [&address.to_be_bytes(), bytes].concat();
    let body = [&[command], payload.as_slice()].concat();
    let head = [&[payload.len() as u8], crc(&body).to_be_bytes().as_slice()].concat();
    [head, body].concat()
}

/// The program `boot` and what it has printed.
struct Board {
    soc: Soc,
    printed: Vec<u8>,
}

impl Board {
    /// Types bytes, and runs until the board prints something that `enough` approves of, or the end of the program.
    fn exchange(&mut self, bytes: &[u8], enough: impl Fn(&[u8]) -> bool) -> Option<u32> {
        for &byte in bytes {
            self.soc.type_byte(byte);
        }
        self.printed.clear();
        loop {
            match self.soc.run(50_000_000) {
                Some(Event::Printed(byte)) => self.printed.push(byte),
                Some(Event::Finished(status)) => return Some(status),
                other => panic!("{other:?}, {:?}", self.printed),
            }
            if enough(&self.printed) {
                return None;
            }
        }
    }

    fn reply(&mut self, frame: &[u8]) -> u8 {
        assert_eq!(self.exchange(frame, |printed| printed.len() == 1), None);
        self.printed[0]
    }

    /// A board that has been answered.
    fn answered() -> Self {
        let mut board = Self { soc: Soc::new(&program("boot")).expect("the program fits"), printed: Vec::new() };
        board.exchange(&[], |printed| printed.ends_with(b"sL5DdSMmkekro\n"));
        // Something else comes first.
        for &byte in b"zz6IHG7cYDID6o\n" {
            board.soc.type_byte(byte);
        }
        board
    }
}

/// Ends the simulation with this status.
fn ending_program(status: u32) -> Vec<u8> {
    let words = [
        0xF000_2537,                  // lui a0, 0xf0002
        0x0000_0593 | (status << 20), // addi a1, zero, status
        0x00B5_2223,                  // sw a1, 4(a0)
        0x0000_006F,                  // j .
    ];
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

#[test]
fn loader_takes_a_program_frame_by_frame_and_starts_it() {
    let mut board = Board::answered();
    let [first, second] = [0x55_u32, 0x7A].map(ending_program);
    assert_eq!(board.reply(&frame(1, ORIGIN, &first)), b'K');
    // The second program is there in pieces, and replaces what the caches may hold of the first.
    for (address, piece) in (ORIGIN..).step_by(5).zip(second.chunks(5)) {
        assert_eq!(board.reply(&frame(1, address, piece)), b'K');
    }
    let jump = frame(2, ORIGIN, &[]);
    assert_eq!(board.exchange(&jump, |_| false), Some(0x7A));
    assert_eq!(board.printed, b"K");
}

#[test]
fn loader_refuses_what_is_corrupted_unknown_or_elsewhere() {
    let mut board = Board::answered();
    let mut corrupted = frame(1, ORIGIN, b"abcd");
    corrupted[9] ^= 4;
    assert_eq!(board.reply(&corrupted), b'C');
    assert_eq!(board.reply(&frame(9, 0, &[])), b'U');
    for elsewhere in [0, ORIGIN - 1, ORIGIN + 0xF000 - 3, u32::MAX] {
        assert_eq!(board.reply(&frame(1, elsewhere, b"abcd")), b'E');
    }
    assert_eq!(board.soc.peek(ORIGIN), Some(0));
    assert_eq!(board.reply(&frame(1, ORIGIN, b"abcd")), b'K');
    assert_eq!(board.soc.peek(ORIGIN), Some(u32::from_le_bytes(*b"abcd")));
    // An abort, and a frame that does not end: the board calls again.
    let called = |printed: &[u8]| printed.ends_with(b"kekro\n");
    assert_eq!(board.exchange(&frame(0, 0, &[]), called), None);
    for &byte in b"z6IHG7cYDID6o\n" {
        board.soc.type_byte(byte);
    }
    assert_eq!(board.exchange(&frame(1, 0, b"abcd")[..6], called), None);
}

/// The loader fits into the ROM, and programs into the RAM that is left beside its stack.
#[test]
fn programs_for_boards_fit_the_smallest_board() {
    let bytes = |program, in_rom| {
        let path = firmware::build_for_board(program, in_rom);
        let path = path.unwrap_or_else(|error| panic!("{program}: {error}"));
        std::fs::metadata(path).expect("it was built").len()
    };
    assert!(bytes("boot", true) <= 4 * 1024);
    for program in ["app_counter_chip", "delay"] {
        assert!(bytes(program, false) <= 60 * 1024, "{program}");
    }
}
