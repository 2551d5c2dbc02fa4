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

#[test]
fn uart_transmitter_reset_leaves_an_idle_line() {
    for clocks in 0..45 {
        let mut transmitter = Transmitter::new(4);
        transmitter.connect_all();
        transmitter.send.next = true;
        transmitter.tick();
        transmitter.send.next = false;
        for _ in 0..clocks {
            transmitter.tick();
        }
        transmitter.reset.next = true;
        transmitter.tick();
        assert!(transmitter.uart_tx.val() && transmitter.idle.val());
    }
}
