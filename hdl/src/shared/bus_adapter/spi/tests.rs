use super::*;
use crate::shared::bus_adapter::bench::{Bench, Random, Request, WORDS, register_bus_pins};

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

    /// The first `bits` bits of a frame, and what came back.
    fn part(&mut self, frame: &[u8], bits: usize) -> Vec<u8> {
        self.select();
        let mut answer = vec![0; frame.len()];
        for place in 0..bits {
            let bit = frame[place / 8] >> (7 - place % 8) & 1 != 0;
            answer[place / 8] |= u8::from(self.exchange(bit)) << (7 - place % 8);
        }
        self.bench.bus_adapter.spi_sck.next = self.idle_level;
        answer
    }

    fn frame(&mut self, frame: &[u8]) -> Vec<u8> {
        let answer = self.part(frame, frame.len() * 8);
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
fn spi_random_words_come_back_as_they_were_written() {
    let mut master = Master::new(0x61);
    for _ in 0..100 {
        let (address, word) = (master.random.below(48) as u8, master.random.word() as u32);
        assert_eq!(master.write(address, word), STATUS_DONE);
        assert_eq!(master.read(address), (STATUS_DONE, word));
    }
    assert_eq!(master.bench.accesses.len(), 200);
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
fn spi_slowest_answer_is_there_in_time_at_the_fastest_clock() {
    let mut master = Master::new(0x63);
    master.bench.fixed_delay = Some(32);
    for _ in 0..10 {
        master.check_alive();
    }
}

#[test]
fn spi_answer_too_late_is_told_as_unfinished() {
    let mut master = Master::new(0x64);
    master.bench.fixed_delay = Some(100);
    assert_eq!(master.write(3, 5), STATUS_UNFINISHED);
    assert_eq!(master.read(3).0, STATUS_UNFINISHED);
    // An access is still going on when the next frame wants one: that one is not made.
    master.bench.fixed_delay = Some(1000);
    assert_eq!(master.write(3, 6), STATUS_UNFINISHED);
    master.bench.fixed_delay = Some(1);
    assert_eq!(master.write(3, 7), STATUS_UNFINISHED);
    assert_eq!(master.bench.accesses.len(), 3);
    master.wait(1000);
    master.check_alive();
}

#[test]
fn spi_register_that_does_not_exist_is_refused() {
    let mut master = Master::new(0x65);
    for address in [WORDS, 0x3f] {
        assert_eq!(master.write(address, 1), STATUS_REFUSED);
        assert_eq!(master.read(address).0, STATUS_REFUSED);
        master.check_alive();
    }
}

#[test]
fn spi_every_single_wrong_bit_is_found_before_it_has_an_effect() {
    let mut master = Master::new(0x66);
    for (frame, length, status_at) in [(write_frame(7, 0xdead_beef, 0x55), 48, 7), (read_frame(7, 0xaa), 16, 3)] {
        for place in 0..length {
            let mut wrong = frame;
            wrong[place / 8] ^= 0x80 >> (place % 8);
            let answer = master.frame(&wrong);
            assert!(master.bench.accesses.is_empty(), "bit {place}");
            if [6, 7].contains(&place) {
                // No longer a read or a write: nothing is said to it.
                assert_eq!(answer, [0; 9]);
            } else {
                assert_eq!(answer[status_at], STATUS_WRONG);
            }
        }
        master.check_alive();
        master.bench.accesses.clear();
    }
}

#[test]
fn spi_two_and_three_wrong_bits_and_short_bursts_are_found() {
    let mut master = Master::new(0x67);
    for _ in 0..400 {
        let frame = write_frame(master.random.below(64) as u8, master.random.word() as u32, 0);
        let mut wrong = frame;
        if master.random.once_in(2) {
            for _ in 0..2 + master.random.below(2) {
                let place = master.random.below(48) as usize;
                wrong[place / 8] ^= 0x80 >> (place % 8);
            }
        } else {
            let pattern = (1 + master.random.below(255)) << master.random.below(41);
            for (byte, change) in wrong.iter_mut().zip(&pattern.to_be_bytes()[2..]) {
                *byte ^= change;
            }
        }
        if wrong != frame {
            master.frame(&wrong);
        }
    }
    assert!(master.bench.accesses.is_empty());
    master.check_alive();
}

#[test]
fn spi_frame_that_ends_before_its_checksum_has_no_effect() {
    let mut master = Master::new(0x68);
    for (frame, length) in [(write_frame(7, 0xdead_beef, 0), 48), (read_frame(7, 0), 16)] {
        for bits in 0..72 {
            master.bench.accesses.clear();
            master.part(&frame, bits);
            master.deselect();
            master.wait(100);
            let expected = usize::from(bits >= length);
            assert_eq!(master.bench.accesses.len(), expected, "{bits} bits");
            assert!(!master.bench.bus_adapter.spi_miso.val());
        }
        master.check_alive();
    }
}

#[test]
fn spi_frame_that_ends_during_its_access_leaves_the_next_alone() {
    let mut master = Master::new(0x69);
    for delay in 1..=32 {
        for clocks in [1, 2, 3, 5, 20] {
            master.bench.fixed_delay = Some(delay);
            master.part(&write_frame(7, delay, 0), 48);
            master.wait(clocks);
            master.deselect();
            let word = master.random.word() as u32;
            assert_eq!(master.write(8, word), STATUS_DONE);
            assert_eq!(master.read(8), (STATUS_DONE, word));
        }
    }
}

#[test]
fn spi_further_clocks_after_the_frame_do_nothing() {
    let mut master = Master::new(0x6a);
    let frame = [write_frame(7, 1, 0), write_frame(7, 2, 0)].concat();
    let answer = master.frame(&frame);
    assert_eq!(answer[7], STATUS_DONE);
    assert_eq!(answer[9..], [0; 9]);
    assert_eq!(master.bench.accesses, [Request::write(7, 1)]);
    master.check_alive();
}

#[test]
fn spi_stuck_wires_have_no_effect() {
    let mut master = Master::new(0x6b);
    for byte in [0x00, 0xff] {
        assert_eq!(master.frame(&[byte; 9]), [0; 9]);
    }
    // Clocks for another chip.
    for place in 0..200 {
        master.bench.bus_adapter.spi_cs_n.next = true;
        let answer = master.exchange(place % 3 == 0);
        assert!(!answer);
    }
    assert!(master.bench.accesses.is_empty());
    master.bench.bus_adapter.spi_sck.next = false;
    master.wait(4);
    master.check_alive();
}

#[test]
fn spi_noise_and_resets_are_over_after_two_clocks_of_high_select() {
    let mut master = Master::new(0x6c);
    for _ in 0..300 {
        for _ in 0..master.random.below(150) {
            master.bench.bus_adapter.spi_cs_n.next = master.random.once_in(50);
            master.bench.bus_adapter.spi_sck.next = master.random.once_in(2);
            master.bench.bus_adapter.spi_mosi.next = master.random.once_in(2);
            master.wait(1);
            if master.random.once_in(60) {
                master.bench.reset();
            }
        }
        master.bench.bus_adapter.spi_sck.next = false;
        master.deselect();
        master.check_alive();
    }
}

#[test]
fn spi_reset_within_a_frame_ignores_the_rest_of_it() {
    let mut master = Master::new(0x6d);
    let frame = [write_frame(7, 1, 0), write_frame(7, 2, 0)].concat();
    for bits in (0..=72).step_by(8) {
        master.part(&frame, bits);
        master.bench.reset();
        master.bench.accesses.clear();
        // A whole frame's worth of bits, and yet no frame: spi_cs_n has not been high.
        for place in bits..144 {
            let bit = frame[place / 8] >> (7 - place % 8) & 1 != 0;
            assert!(!master.exchange(bit));
        }
        assert!(master.bench.accesses.is_empty());
        master.bench.bus_adapter.spi_sck.next = false;
        master.level();
        master.deselect();
        master.check_alive();
    }
}
