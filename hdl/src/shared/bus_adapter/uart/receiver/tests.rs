//! Other rates than four clocks a bit, for which all is proved: testbench/formal/uart_receiver.sv.

use super::*;
use crate::circuit::clocked::Clocked;

/// What the receiver told.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    Character(u8),
    Broken,
    Break,
}

struct Line {
    receiver: Receiver,
    clocks_a_bit: u32,
    told: Vec<Told>,
}

impl Line {
    fn new(clocks_a_bit: u32) -> Self {
        let mut receiver = Receiver::new(clocks_a_bit);
        receiver.connect_all();
        receiver.uart_rx.next = true;
        receiver.reset.next = true;
        receiver.tick();
        receiver.reset.next = false;
        Self { receiver, clocks_a_bit, told: Vec::new() }
    }

    fn hold(&mut self, level: bool, clocks: u32) {
        for _ in 0..clocks {
            self.receiver.uart_rx.next = level;
            self.receiver.tick();
            assert!(!(self.receiver.arrived.val() && self.receiver.broken.val()));
            if self.receiver.arrived.val() {
                let character: u64 = self.receiver.character.val().into();
                self.told.push(Told::Character(character as u8));
            }
            if self.receiver.broken.val() {
                self.told.push(if self.receiver.pause.val() { Told::Break } else { Told::Broken });
            }
        }
    }

    fn idle(&mut self) {
        self.hold(true, 2 * self.clocks_a_bit);
    }

    /// Start bit, data, stop bit, each of `length` clocks from `phase` on, both in thousandths.
    fn send(&mut self, character: u8, stop: bool, phase: u32, length: u32) {
        let bits = (u32::from(stop) << 9) | (u32::from(character) << 1);
        let mut at = 0;
        for bit in 0..10 {
            let end = (phase + (bit + 1) * length) / 1000;
            self.hold(bits >> bit & 1 != 0, end - at);
            at = end;
        }
    }
}

#[test]
fn uart_receiver_every_character_arrives_at_any_phase_and_tolerated_rate() {
    for clocks_a_bit in [4, 5, 16] {
        let tolerance = if clocks_a_bit < 16 { 20 } else { 40 };
        for permille in [1000 - tolerance, 1000, 1000 + tolerance] {
            for phase in [0, 500, 999] {
                let mut line = Line::new(clocks_a_bit);
                for character in 0..=255 {
                    line.send(character, true, phase, clocks_a_bit * permille);
                    // The next start bit comes at once, or late.
                    line.hold(true, u32::from(character) % 3);
                }
                line.idle();
                let expected: Vec<Told> = (0..=255).map(Told::Character).collect();
                assert_eq!(line.told, expected, "{clocks_a_bit} {permille} {phase}");
            }
        }
    }
}

#[test]
fn uart_receiver_start_bit_too_short_is_ignored() {
    for clocks_a_bit in [4, 5, 16] {
        for clocks in 1..=clocks_a_bit / 2 {
            let mut line = Line::new(clocks_a_bit);
            line.hold(false, clocks);
            line.idle();
            line.send(0xa5, true, 0, clocks_a_bit * 1000);
            line.idle();
            assert_eq!(line.told, [Told::Character(0xa5)], "{clocks} of {clocks_a_bit}");
        }
    }
}

#[test]
fn uart_receiver_low_stop_bit_is_told_and_the_next_character_arrives() {
    let mut line = Line::new(5);
    for character in [0x01, 0x80, 0xff, 0x5a] {
        line.send(character, false, 0, 5000);
        line.idle();
        line.send(character, true, 0, 5000);
        line.idle();
        assert_eq!(line.told, [Told::Broken, Told::Character(character)]);
        line.told.clear();
    }
}
