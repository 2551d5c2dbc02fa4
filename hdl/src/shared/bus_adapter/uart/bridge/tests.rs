use super::*;
use crate::shared::bus_adapter::bench::{Bench, Random, Request, WORDS, register_bus_pins};

register_bus_pins!(Bridge);

/// The bridge with a transmitter that is idle as chance will have it.
struct Host {
    bench: Bench<Bridge>,
    random: Random,
    answers: Vec<u8>,
}

impl Host {
    fn new(seed: u64) -> Self {
        Self { bench: Bench::new(Bridge::default(), seed), random: Random::new(seed << 8), answers: Vec::new() }
    }

    fn clock(&mut self) {
        self.bench.bus_adapter.idle.next = self.random.once_in(3);
        self.bench.settle();
        if self.bench.bus_adapter.send.val() {
            assert!(self.bench.bus_adapter.idle.val(), "sent to a busy line");
            let answer: u64 = self.bench.bus_adapter.answer.val().into();
            self.answers.push(answer as u8);
        }
        self.bench.tick();
    }

    fn send(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.bench.bus_adapter.arrived.next = true;
            self.bench.bus_adapter.character.next = u64::from(byte).into();
            self.clock();
            self.bench.bus_adapter.arrived.next = false;
            for _ in 0..40 + self.random.below(8) {
                self.clock();
            }
        }
    }

    fn silence(&mut self) {
        self.bench.bus_adapter.quiet.next = true;
        self.clock();
        self.bench.bus_adapter.quiet.next = false;
        self.clock();
    }

    fn framing_error(&mut self, is_break: bool) {
        self.bench.bus_adapter.broken.next = true;
        self.bench.bus_adapter.pause.next = is_break;
        self.clock();
        self.bench.bus_adapter.broken.next = false;
        self.clock();
    }

    /// Waits until `count` bytes have been answered, and hands them out.
    fn answer(&mut self, count: usize) -> Vec<u8> {
        for _ in 0..count * 100 {
            self.clock();
        }
        assert_eq!(self.answers.len(), count);
        std::mem::take(&mut self.answers)
    }

    fn write_frame(&mut self, command: u8, address: u32, words: &[u32]) -> Vec<u8> {
        let mut frame = vec![command, words.len() as u8];
        frame.extend(address.to_be_bytes());
        frame.extend(words.iter().flat_map(|word| word.to_be_bytes()));
        frame
    }

    /// Proves that the bridge understands a frame.
    fn check_alive(&mut self) {
        let word = self.random.word() as u32;
        let frame = self.write_frame(1, 9, &[word]);
        self.answers.clear();
        self.bench.accesses.clear();
        self.send(&frame);
        self.send(&[2, 1, 0, 0, 0, 9]);
        assert_eq!(self.answer(4), word.to_be_bytes());
        assert_eq!(self.bench.accesses.len(), 2);
    }
}

#[test]
fn uart_bridge_bursts_of_any_length_write_and_read_word_by_word() {
    let mut host = Host::new(0x41);
    for length in [1, 2, 3, 8, 47] {
        let words: Vec<u32> = (0..length).map(|_| host.random.word() as u32).collect();
        let frame = host.write_frame(1, 1, &words);
        host.send(&frame);
        let expected: Vec<Request> = (1..).zip(&words).map(|(address, &word)| Request::write(address, word)).collect();
        assert_eq!(std::mem::take(&mut host.bench.accesses), expected);
        host.send(&[2, length as u8, 0, 0, 0, 1]);
        let read: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        assert_eq!(host.answer(read.len()), read);
        host.bench.accesses.clear();
    }
}

#[test]
fn uart_bridge_fixed_address_bursts_stay_at_their_word() {
    let mut host = Host::new(0x42);
    let frame = host.write_frame(3, 7, &[10, 20, 30]);
    host.send(&frame);
    assert_eq!(host.bench.accesses, [10, 20, 30].map(|word| Request::write(7, word)));
    host.send(&[4, 2, 0, 0, 0, 7]);
    assert_eq!(host.answer(8), [0, 0, 0, 30, 0, 0, 0, 30]);
}

#[test]
fn uart_bridge_length_of_zero_means_256_words() {
    let mut host = Host::new(0x43);
    host.bench.words[5] = 0x0102_0304;
    host.send(&[4, 0, 0, 0, 0, 5]);
    let answer = host.answer(1024);
    assert!(answer.chunks(4).all(|word| word == [1, 2, 3, 4]));
    host.check_alive();
}

#[test]
fn uart_bridge_word_that_does_not_exist_reads_as_ones() {
    let mut host = Host::new(0x44);
    host.send(&[2, 1, 0, 0, 0, WORDS]);
    assert_eq!(host.answer(4), [0xff; 4]);
    // One after another over the end.
    host.bench.words[47] = 5;
    host.send(&[2, 2, 0, 0, 0, 47]);
    assert_eq!(host.answer(8), [0, 0, 0, 5, 0xff, 0xff, 0xff, 0xff]);
}

#[test]
fn uart_bridge_upper_address_bits_never_reach_a_register() {
    for bit in 6..32 {
        let mut host = Host::new(0x45);
        host.bench.words[2] = 0x5555;
        let address = (1u32 << bit) | 2;
        let frame = host.write_frame(1, address, &[1]);
        host.send(&frame);
        let mut frame = vec![2, 1];
        frame.extend(address.to_be_bytes());
        host.send(&frame);
        assert_eq!(host.answer(4), [0xff; 4]);
        assert_eq!(host.bench.words[2], 0x5555);
        assert!(host.bench.accesses.iter().all(|access| access.address == 0x3f));
        host.check_alive();
    }
    // Counting up from the last word leads out, and not round to the first.
    let mut host = Host::new(0x46);
    let frame = host.write_frame(1, 0x3f, &[7, 8, 9]);
    host.send(&frame);
    assert!(host.bench.accesses.iter().all(|access| access.address == 0x3f));
    host.check_alive();
}

#[test]
fn uart_bridge_frame_broken_off_anywhere_is_forgotten_after_silence() {
    let mut host = Host::new(0x47);
    let frame = host.write_frame(1, 3, &[0xaabb_ccdd, 0x1122_3344]);
    for length in 0..frame.len() {
        host.send(&frame[..length]);
        assert_eq!(host.bench.accesses.len(), usize::from(length >= 10));
        host.silence();
        host.check_alive();
        host.bench.accesses.clear();
    }
    for length in 0..6 {
        host.send(&[2, 1, 0, 0, 0, 3][..length]);
        host.silence();
        host.check_alive();
    }
}

#[test]
fn uart_bridge_every_wrong_command_is_ignored_with_all_that_follows_until_silence() {
    let mut host = Host::new(0x48);
    for command in (0..=255).filter(|command| !(1..=4).contains(command)) {
        let frame = host.write_frame(1, 3, &[0x0101_0101; 4]);
        host.bench.accesses.clear();
        host.send(&[command]);
        host.send(&frame);
        assert!(host.bench.accesses.is_empty() && host.answers.is_empty());
        host.silence();
        host.check_alive();
    }
}

#[test]
fn uart_bridge_framing_error_waits_for_silence_and_a_break_does_not() {
    let mut host = Host::new(0x49);
    let frame = host.write_frame(1, 3, &[0x0101_0101, 5]);
    for length in 0..frame.len() {
        host.send(&frame[..length]);
        host.bench.accesses.clear();
        host.framing_error(false);
        host.send(&frame[length..]);
        host.send(&frame);
        assert!(host.bench.accesses.is_empty());
        host.silence();
        host.check_alive();
        host.send(&frame[..length]);
        host.framing_error(true);
        host.check_alive();
    }
}

#[test]
fn uart_bridge_byte_within_an_answer_ends_it_until_silence() {
    let mut host = Host::new(0x4a);
    host.send(&[2, 40, 0, 0, 0, 0]);
    host.bench.bus_adapter.arrived.next = true;
    host.clock();
    host.bench.bus_adapter.arrived.next = false;
    let sent = host.answers.len();
    assert!(sent < 160);
    host.bench.accesses.clear();
    let frame = host.write_frame(1, 3, &[5]);
    host.send(&frame);
    assert_eq!(host.answers.len(), sent);
    assert!(host.bench.accesses.is_empty());
    host.silence();
    host.check_alive();
}

#[test]
fn uart_bridge_random_bytes_are_over_after_silence() {
    let mut host = Host::new(0x4b);
    for _ in 0..300 {
        for _ in 0..host.random.below(30) {
            let byte = if host.random.once_in(2) { host.random.below(6) } else { host.random.below(256) };
            host.send(&[byte as u8]);
            if host.random.once_in(40) {
                let is_break = host.random.once_in(2);
                host.framing_error(is_break);
            }
            if host.random.once_in(60) {
                host.bench.reset();
            }
        }
        // An answer under way is let out first: 256 words at the most.
        host.bench.bus_adapter.arrived.next = true;
        host.clock();
        host.bench.bus_adapter.arrived.next = false;
        for _ in 0..40 {
            host.clock();
        }
        host.silence();
        host.check_alive();
    }
}
