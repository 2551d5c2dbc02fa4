use super::receiver::SILENCE_BITS;
use super::*;
use crate::shared::bus_adapter::bench::{Bench, Random, register_bus_pins};

register_bus_pins!(Uart);

const CLOCKS_A_BIT: u32 = 4;

/// A serial port that puts out bits and samples them, by its own clock.
struct Port {
    bench: Bench<Uart>,
    random: Random,
}

impl Port {
    fn new(seed: u64) -> Self {
        let mut bus_adapter = Uart::new(CLOCKS_A_BIT);
        bus_adapter.uart_rx.next = true;
        Self { bench: Bench::new(bus_adapter, seed), random: Random::new(seed << 8) }
    }

    fn hold(&mut self, level: bool, clocks: u32) {
        self.bench.bus_adapter.uart_rx.next = level;
        for _ in 0..clocks {
            self.bench.tick();
        }
    }

    fn silence(&mut self) {
        self.hold(true, (CLOCKS_A_BIT << SILENCE_BITS) + 40);
    }

    fn send(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let bits = (1 << 9) | (u32::from(*byte) << 1);
            for bit in 0..10 {
                self.hold(bits >> bit & 1 != 0, CLOCKS_A_BIT);
            }
            let gap = self.random.below(4) as u32;
            self.hold(true, gap);
        }
    }

    /// One character from the chip, or none within a hundred bit times.
    fn receive(&mut self) -> Option<u8> {
        let begin = self.bench.now;
        while self.bench.bus_adapter.uart_tx.val() {
            if self.bench.now - begin > 400 {
                return None;
            }
            self.hold(true, 1);
        }
        self.hold(true, CLOCKS_A_BIT / 2);
        let mut bits = 0;
        for bit in 0..10 {
            bits |= u32::from(self.bench.bus_adapter.uart_tx.val()) << bit;
            self.hold(true, if bit == 9 { 1 } else { CLOCKS_A_BIT });
        }
        assert_eq!(bits & 0x201, 0x200, "start and stop bit");
        Some((bits >> 1) as u8)
    }

    fn write(&mut self, address: u8, word: u32) {
        self.send(&[1, 1, 0, 0, 0, address]);
        self.send(&word.to_be_bytes());
    }

    fn read(&mut self, address: u8) -> Option<u32> {
        self.send(&[2, 1, 0, 0, 0, address]);
        let mut word = 0;
        for _ in 0..4 {
            word = (word << 8) | u32::from(self.receive()?);
        }
        Some(word)
    }
}

#[test]
fn uart_random_words_come_back_as_they_were_written() {
    let mut port = Port::new(0x51);
    for _ in 0..60 {
        let (address, word) = (port.random.below(48) as u8, port.random.word() as u32);
        port.write(address, word);
        assert_eq!(port.read(address), Some(word));
    }
}

#[test]
fn uart_burst_is_answered_without_further_asking() {
    let mut port = Port::new(0x52);
    port.bench.words[..3].copy_from_slice(&[0x0102_0304, 0x0506_0708, 0x090a_0b0c]);
    port.send(&[2, 3, 0, 0, 0, 0]);
    for expected in 1..=12 {
        assert_eq!(port.receive(), Some(expected));
    }
    assert_eq!(port.receive(), None);
}

/// What a lossy cable does: one byte of a frame never comes.
#[test]
fn uart_byte_lost_inside_a_frame_recovers_after_the_silence() {
    let frame = [1, 1, 0, 0, 0, 6, 0xde, 0xad, 0xbe, 0xef];
    for lost in 0..frame.len() {
        let mut port = Port::new(0x53);
        let mut rest = frame.to_vec();
        rest.remove(lost);
        port.send(&rest);
        // The host notices nothing, waits as the datasheet tells it, and goes on.
        port.silence();
        assert!(port.bench.accesses.is_empty(), "byte {lost}");
        port.write(6, 0x1234_5678);
        assert_eq!(port.read(6), Some(0x1234_5678), "byte {lost}");
        assert_eq!(port.bench.accesses.len(), 2);
    }
}

#[test]
fn uart_break_recovers_at_once() {
    let frame = [1, 2, 0, 0, 0, 6, 0xde, 0xad, 0xbe];
    for length in 0..=frame.len() {
        let mut port = Port::new(0x54);
        port.send(&frame[..length]);
        port.hold(false, 12 * CLOCKS_A_BIT);
        port.hold(true, CLOCKS_A_BIT);
        port.write(6, 0x1234_5678);
        assert_eq!(port.read(6), Some(0x1234_5678), "{length} bytes");
        assert_eq!(port.bench.accesses.len(), 2);
    }
}

#[test]
fn uart_noise_is_over_after_the_silence() {
    let mut port = Port::new(0x55);
    for _ in 0..3 {
        for _ in 0..200 {
            let (level, clocks) = (port.random.once_in(2), 1 + port.random.below(9) as u32);
            port.hold(level, clocks);
        }
        port.silence();
        port.write(6, 0x1234_5678);
        assert_eq!(port.read(6), Some(0x1234_5678));
    }
}

#[test]
fn uart_reset_at_any_time_leaves_an_idle_line_and_a_fresh_bridge() {
    let mut port = Port::new(0x56);
    for round in 0..100 {
        port.send(&[2, 2, 0, 0, 0, 1]);
        let clocks = port.random.below(400) as u32;
        port.hold(true, clocks);
        port.bench.reset();
        assert!(port.bench.bus_adapter.uart_tx.val());
        port.write(1, round);
        assert_eq!(port.read(1), Some(round));
    }
}
