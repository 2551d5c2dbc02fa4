//! The pins as a host drives them, at all speeds; all else is proved: testbench/formal/spi.sv.

use super::*;
use crate::shared::bus_adapter::bench::{Bench, Random, WORDS, register_bus_pins};

register_bus_pins!(Spi);

/// The checksum, from its definition: the remainder of a division of polynomials.
fn checksum(bytes: &[u8]) -> u8 {
    let mut remainder = 0xffu8;
    for byte in bytes {
        remainder ^= byte;
        for _ in 0..8 {
            let carry = remainder & 0x80 != 0;
            remainder <<= 1;
            if carry {
                remainder ^= 0x2f;
            }
        }
    }
    !remainder
}

/// What the module's header and the driver promise of the checksum; the proof is that a wrong one has no effect.
#[test]
fn checksum_finds_up_to_three_wrong_bits_and_any_run_of_up_to_eight() {
    let frame = write_frame(0x15, 0x1234_5678, 0);
    let is_found = |wrong: u64| {
        let mut bytes = frame;
        bytes[..6].iter_mut().zip(&wrong.to_be_bytes()[2..]).for_each(|(byte, wrong)| *byte ^= wrong);
        bytes[5] != checksum(&bytes[..5])
    };
    let bit = |place: u32| 1 << place;
    for first in 0..48 {
        assert!(is_found(bit(first)));
        for second in 0..first {
            assert!(is_found(bit(first) | bit(second)), "{first} {second}");
            for third in 0..second {
                assert!(is_found(bit(first) | bit(second) | bit(third)), "{first} {second} {third}");
            }
        }
    }
    for (run, place) in (1..256).flat_map(|run| (0..41).map(move |place| (run, place))) {
        assert!(is_found(run << place), "{run:#b} at {place}");
    }
}

/// The nine bytes of a write, filled up with `filling`.
fn write_frame(address: u8, word: u32, filling: u8) -> [u8; 9] {
    let mut frame = [filling; 9];
    frame[0] = (address << 2) | 1;
    frame[1..5].copy_from_slice(&word.to_be_bytes());
    frame[5] = checksum(&frame[..5]);
    frame
}

fn read_frame(address: u8, filling: u8) -> [u8; 9] {
    let mut frame = [filling; 9];
    frame[0] = (address << 2) | 2;
    frame[1] = checksum(&frame[..1]);
    frame
}

/// A bit-banging master. Each level of the clock lasts `shortest` clocks, or up to `jitter` more.
struct Master {
    bench: Bench<Spi>,
    random: Random,
    shortest: u64,
    jitter: u64,
    /// The clock's level between frames: low in mode 0, high in mode 3.
    idle_level: bool,
}

impl Master {
    fn new(seed: u64) -> Self {
        let mut bus_adapter = Spi::default();
        bus_adapter.spi_cs_n.next = true;
        Self {
            bench: Bench::new(bus_adapter, seed),
            random: Random::new(seed << 8),
            shortest: 4,
            jitter: 0,
            idle_level: false,
        }
    }

    fn wait(&mut self, clocks: u64) {
        for _ in 0..clocks {
            self.bench.tick();
        }
    }

    fn level(&mut self) {
        let clocks = self.shortest + self.random.below(self.jitter + 1);
        self.wait(clocks);
    }

    fn select(&mut self) {
        self.bench.bus_adapter.spi_sck.next = self.idle_level;
        self.bench.bus_adapter.spi_cs_n.next = false;
        self.wait(1);
    }

    fn deselect(&mut self) {
        self.bench.bus_adapter.spi_cs_n.next = true;
        self.wait(2);
    }

    /// One bit in each direction; the host samples as it raises the clock.
    fn exchange(&mut self, bit: bool) -> bool {
        self.bench.bus_adapter.spi_sck.next = false;
        self.bench.bus_adapter.spi_mosi.next = bit;
        self.level();
        self.bench.settle();
        let answer = self.bench.bus_adapter.spi_miso.val();
        self.bench.bus_adapter.spi_sck.next = true;
        self.level();
        answer
    }

    /// A frame, and what came back.
    fn frame(&mut self, frame: &[u8]) -> Vec<u8> {
        self.select();
        let mut answer = vec![0; frame.len()];
        for place in 0..frame.len() * 8 {
            let bit = frame[place / 8] >> (7 - place % 8) & 1 != 0;
            answer[place / 8] |= u8::from(self.exchange(bit)) << (7 - place % 8);
        }
        self.bench.bus_adapter.spi_sck.next = self.idle_level;
        self.level();
        self.deselect();
        answer
    }

    /// A write; gives the status.
    fn write(&mut self, address: u8, word: u32) -> u8 {
        let filling = self.random.word() as u8;
        let answer = self.frame(&write_frame(address, word, filling));
        assert_eq!(answer[..7], [0; 7]);
        assert_eq!(answer[8], checksum(&answer[6..8]));
        answer[7]
    }

    /// A read; gives status and word.
    fn read(&mut self, address: u8) -> (u8, u32) {
        let filling = self.random.word() as u8;
        let answer = self.frame(&read_frame(address, filling));
        assert_eq!(answer[..3], [0; 3]);
        assert_eq!(answer[8], checksum(&answer[2..8]));
        let word = answer[4..8].try_into().expect("four bytes");
        (answer[3], u32::from_be_bytes(word))
    }

    fn check_alive(&mut self) {
        let word = self.random.word() as u32;
        self.bench.accesses.clear();
        assert_eq!(self.write(9, word), STATUS_DONE);
        assert_eq!(self.read(9), (STATUS_DONE, word));
        assert_eq!(self.bench.accesses.len(), 2);
    }
}

#[test]
fn spi_checksum_of_the_test_is_the_catalogued_one() {
    assert_eq!(checksum(b"123456789"), 0xdf);
}

#[test]
fn spi_every_clock_up_to_the_fastest_is_understood_even_when_it_jitters() {
    for idle_level in [false, true] {
        for (shortest, jitter) in [(4, 0), (4, 1), (4, 5), (5, 0), (6, 2), (7, 0), (23, 9)] {
            let mut master = Master::new(0x62);
            (master.shortest, master.jitter) = (shortest, jitter);
            master.idle_level = idle_level;
            master.bench.bus_adapter.spi_sck.next = idle_level;
            master.wait(4);
            for _ in 0..6 {
                master.check_alive();
            }
        }
    }
}

#[test]
fn spi_frame_with_a_wrong_bit_has_no_effect_and_one_without_a_register_is_refused() {
    let mut master = Master::new(0x65);
    let mut wrong = write_frame(7, 0xdead_beef, 0x55);
    wrong[3] ^= 0x10;
    assert_eq!(master.frame(&wrong)[7], STATUS_WRONG);
    assert!(master.bench.accesses.is_empty());
    assert_eq!(master.write(WORDS, 1), STATUS_REFUSED);
    assert_eq!(master.read(WORDS).0, STATUS_REFUSED);
    master.check_alive();
}
