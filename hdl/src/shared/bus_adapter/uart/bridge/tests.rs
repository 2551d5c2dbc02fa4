//! An example; all else is proved: testbench/formal/uart_bridge.sv.

use super::*;
use crate::shared::bus_adapter::bench::{Bench, Random, Request, register_bus_pins};

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

    /// Waits until `count` bytes have been answered, and hands them out.
    fn answer(&mut self, count: usize) -> Vec<u8> {
        for _ in 0..count * 100 {
            self.clock();
        }
        assert_eq!(self.answers.len(), count);
        std::mem::take(&mut self.answers)
    }
}

#[test]
fn uart_bridge_burst_writes_and_reads_word_by_word() {
    let mut host = Host::new(0x41);
    host.send(&[1, 2, 0, 0, 0, 46, 0xaa, 0xbb, 0xcc, 0xdd, 0, 0, 0, 5]);
    assert_eq!(host.bench.accesses, [Request::write(46, 0xaabb_ccdd), Request::write(47, 5)]);
    // The third word does not exist.
    host.send(&[2, 3, 0, 0, 0, 46]);
    assert_eq!(host.answer(12), [0xaa, 0xbb, 0xcc, 0xdd, 0, 0, 0, 5, 0xff, 0xff, 0xff, 0xff]);
}
