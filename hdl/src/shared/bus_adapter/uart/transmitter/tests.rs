//! Four clocks a bit, for which all is proved (testbench/formal/uart_transmitter.sv), and other rates.

use super::*;
use crate::circuit::clocked::Clocked;

#[test]
fn uart_transmitter_every_character_has_its_waveform_to_the_clock() {
    for clocks_a_bit in [4, 5, 9] {
        let mut transmitter = Transmitter::new(clocks_a_bit);
        transmitter.connect_all();
        transmitter.reset.next = true;
        transmitter.tick();
        transmitter.reset.next = false;
        for character in 0..=255u64 {
            // Idle for a while, or not at all.
            for _ in 0..character % 5 {
                transmitter.tick();
                assert!(transmitter.uart_tx.val() && transmitter.idle.val());
            }
            transmitter.send.next = true;
            transmitter.character.next = character.into();
            transmitter.tick();
            transmitter.send.next = false;
            transmitter.character.next = (!character & 0xff).into();
            let bits = (character << 1) | (1 << 9);
            for bit in 0..10 {
                for _ in 0..clocks_a_bit {
                    assert_eq!(transmitter.uart_tx.val(), bits >> bit & 1 != 0);
                    assert!(!transmitter.idle.val());
                    transmitter.tick();
                }
            }
            assert!(transmitter.uart_tx.val() && transmitter.idle.val());
        }
    }
}
