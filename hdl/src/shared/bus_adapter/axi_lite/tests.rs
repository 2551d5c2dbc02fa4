use super::*;
use crate::shared::bus_adapter::bench::{Bench, Random, Request, WORDS, register_bus_pins};
use std::collections::VecDeque;

register_bus_pins!(AxiLite);

/// A master that offers what waits in its queues, and takes answers, as chance will have it.
struct Master {
    random: Random,
    /// A channel's master hesitates with a chance of one in `hesitation`.
    hesitation: u64,
    addresses: VecDeque<u8>,
    words: VecDeque<(u32, u8)>,
    reads: VecDeque<u8>,
    /// Write responses and read responses, in order.
    write_answers: Vec<u8>,
    read_answers: Vec<(u8, u32)>,
}

impl Master {
    fn new(seed: u64, hesitation: u64) -> Self {
        Self {
            random: Random::new(seed),
            hesitation,
            addresses: VecDeque::new(),
            words: VecDeque::new(),
            reads: VecDeque::new(),
            write_answers: Vec::new(),
            read_answers: Vec::new(),
        }
    }

    fn willing(&mut self) -> bool {
        self.hesitation == 0 || !self.random.once_in(self.hesitation)
    }

    /// One clock. What was offered and not taken is offered again.
    fn step(&mut self, bench: &mut Bench<AxiLite>) {
        let bus_adapter = &mut bench.bus_adapter;
        if !self.addresses.is_empty() && self.willing() {
            bus_adapter.s_axi_awvalid.next = true;
            bus_adapter.s_axi_awaddr.next = u64::from(self.addresses[0]).into();
        }
        if !self.words.is_empty() && self.willing() {
            bus_adapter.s_axi_wvalid.next = true;
            bus_adapter.s_axi_wdata.next = u64::from(self.words[0].0).into();
            bus_adapter.s_axi_wstrb.next = u64::from(self.words[0].1).into();
        }
        if !self.reads.is_empty() && self.willing() {
            bus_adapter.s_axi_arvalid.next = true;
            bus_adapter.s_axi_araddr.next = u64::from(self.reads[0]).into();
        }
        bus_adapter.s_axi_bready.next = self.willing();
        bus_adapter.s_axi_rready.next = self.willing();
        bench.settle();

        let bus_adapter = &mut bench.bus_adapter;
        let response = |value: Bits<2>| -> u8 { u64::from(value) as u8 };
        let (mut held_write, mut held_read) = (None, None);
        if bus_adapter.s_axi_bvalid.val() {
            let answer = response(bus_adapter.s_axi_bresp.val());
            if bus_adapter.s_axi_bready.val() {
                self.write_answers.push(answer);
            } else {
                held_write = Some(answer);
            }
        }
        if bus_adapter.s_axi_rvalid.val() {
            let word: u64 = bus_adapter.s_axi_rdata.val().into();
            let answer = (response(bus_adapter.s_axi_rresp.val()), word as u32);
            if bus_adapter.s_axi_rready.val() {
                self.read_answers.push(answer);
            } else {
                held_read = Some(answer);
            }
        }
        let took_address = bus_adapter.s_axi_awvalid.val() && bus_adapter.s_axi_awready.val();
        let took_word = bus_adapter.s_axi_wvalid.val() && bus_adapter.s_axi_wready.val();
        let took_read = bus_adapter.s_axi_arvalid.val() && bus_adapter.s_axi_arready.val();
        bench.tick();
        let bus_adapter = &mut bench.bus_adapter;
        if took_address {
            self.addresses.pop_front();
            bus_adapter.s_axi_awvalid.next = false;
        }
        if took_word {
            self.words.pop_front();
            bus_adapter.s_axi_wvalid.next = false;
        }
        if took_read {
            self.reads.pop_front();
            bus_adapter.s_axi_arvalid.next = false;
        }
        bench.settle();
        if let Some(answer) = held_write {
            assert!(bench.bus_adapter.s_axi_bvalid.val());
            assert_eq!(response(bench.bus_adapter.s_axi_bresp.val()), answer);
        }
        if let Some((answer, word)) = held_read {
            let now: u64 = bench.bus_adapter.s_axi_rdata.val().into();
            assert!(bench.bus_adapter.s_axi_rvalid.val());
            assert_eq!(response(bench.bus_adapter.s_axi_rresp.val()), answer);
            assert_eq!(now as u32, word);
        }
    }
}

fn bench(seed: u64) -> Bench<AxiLite> {
    Bench::new(AxiLite::default(), seed)
}

#[test]
fn axi_lite_random_traffic_every_transfer_is_executed_and_answered_in_order() {
    for (seed, hesitation) in [(0x21, 0), (0x22, 2), (0x23, 3), (0x24, 10)] {
        let mut bench = bench(seed);
        let mut master = Master::new(seed << 8, hesitation);
        let (mut writes, mut reads) = (Vec::new(), Vec::new());
        for _ in 0..20_000 {
            if master.random.once_in(8) && master.addresses.len() < 4 {
                let address = master.random.word() as u8;
                let word = master.random.word() as u32;
                let strobes = if master.random.once_in(8) { 0x3 } else { 0xf };
                master.addresses.push_back(address);
                master.words.push_back((word, strobes));
                writes.push(Request { write: true, whole: strobes == 0xf, address: address / 4, data: word });
            }
            if master.random.once_in(8) && master.reads.len() < 4 {
                let address = master.random.word() as u8;
                master.reads.push_back(address);
                reads.push(address / 4);
            }
            master.step(&mut bench);
        }
        for _ in 0..2000 {
            master.step(&mut bench);
        }

        // Every access, in the order of its kind; and the answers, from a walk through them.
        let done_writes: Vec<Request> = bench.accesses.iter().copied().filter(|access| access.write).collect();
        let done_reads: Vec<u8> =
            bench.accesses.iter().filter(|access| !access.write).map(|access| access.address).collect();
        assert_eq!(done_writes, writes);
        assert_eq!(done_reads, reads);
        let mut words = [0; WORDS as usize];
        let (mut write_answers, mut read_answers) = (Vec::new(), Vec::new());
        for access in &bench.accesses {
            let exists = access.address < WORDS;
            if access.write {
                write_answers.push(if exists && access.whole { 0 } else { 2 });
                if exists && access.whole {
                    words[usize::from(access.address)] = access.data;
                }
            } else if exists {
                read_answers.push((0, words[usize::from(access.address)]));
            } else {
                read_answers.push((2, 0));
            }
        }
        assert_eq!(master.write_answers, write_answers);
        assert_eq!(master.read_answers, read_answers);
        assert!(writes.len() > 500 && reads.len() > 500);
    }
}

#[test]
fn axi_lite_write_of_no_byte_is_answered_and_changes_nothing() {
    let mut bench = bench(0x27);
    let mut master = Master::new(0x28, 0);
    for (address, strobes) in [(0x0c, 0x0), (0x0c, 0xf), (0x0c, 0x0), (4 * WORDS, 0x0)] {
        master.addresses.push_back(address);
        master.words.push_back((77 + u32::from(strobes), strobes));
        for _ in 0..80 {
            master.step(&mut bench);
        }
    }
    assert_eq!(master.write_answers, [0, 0, 0, 2]);
    assert!(master.read_answers.is_empty());
    let writes = bench.accesses.iter().filter(|access| access.write);
    assert_eq!(writes.count(), 1);
    assert_eq!(bench.words[3], 77 + 0xf);
}

#[test]
fn axi_lite_write_waits_for_both_halves_in_either_order() {
    for data_first in [false, true] {
        let mut bench = bench(0x25);
        let mut master = Master::new(0x26, 0);
        if data_first {
            master.words.push_back((0xcafe, 0xf));
        } else {
            master.addresses.push_back(0x0c);
        }
        for _ in 0..20 {
            master.step(&mut bench);
        }
        assert!(bench.accesses.is_empty());
        if data_first {
            master.addresses.push_back(0x0c);
        } else {
            master.words.push_back((0xcafe, 0xf));
        }
        for _ in 0..50 {
            master.step(&mut bench);
        }
        assert_eq!(bench.accesses, [Request::write(3, 0xcafe)]);
        assert_eq!(master.write_answers, [0]);
    }
}

#[test]
fn axi_lite_any_byte_of_a_word_means_the_word() {
    let mut bench = bench(0x27);
    let mut master = Master::new(0x28, 0);
    bench.words[5] = 0x1234_5678;
    for byte in 0..4 {
        master.reads.push_back(5 * 4 + byte);
    }
    for _ in 0..200 {
        master.step(&mut bench);
    }
    assert_eq!(master.read_answers, [(0, 0x1234_5678); 4]);
}

#[test]
fn axi_lite_answer_not_taken_leaves_the_other_kind_alone() {
    let mut bench = bench(0x29);
    let mut master = Master::new(0x2a, 0);
    let offer_word = |bench: &mut Bench<AxiLite>| {
        bench.bus_adapter.s_axi_awvalid.next = true;
        bench.bus_adapter.s_axi_wvalid.next = true;
        bench.bus_adapter.s_axi_wstrb.next = 0xf.into();
    };
    // A write response that nobody takes; reads go on.
    offer_word(&mut bench);
    for _ in 0..100 {
        bench.tick();
    }
    assert!(bench.bus_adapter.s_axi_bvalid.val());
    assert!(!bench.bus_adapter.s_axi_awready.val() && !bench.bus_adapter.s_axi_wready.val());
    assert_eq!(bench.accesses.len(), 1);
    bench.bus_adapter.s_axi_awvalid.next = false;
    bench.bus_adapter.s_axi_wvalid.next = false;
    bench.bus_adapter.s_axi_arvalid.next = true;
    bench.bus_adapter.s_axi_rready.next = true;
    for _ in 0..200 {
        bench.tick();
    }
    assert!(bench.accesses[1..].iter().all(|access| !access.write));
    assert!(bench.accesses.len() > 4);
    // Now the other way round: a read response stands, writes go on.
    bench.bus_adapter.s_axi_arvalid.next = false;
    bench.bus_adapter.s_axi_bready.next = true;
    for _ in 0..100 {
        bench.tick();
    }
    bench.accesses.clear();
    bench.bus_adapter.s_axi_arvalid.next = true;
    bench.bus_adapter.s_axi_rready.next = false;
    for _ in 0..100 {
        bench.tick();
    }
    offer_word(&mut bench);
    for _ in 0..200 {
        bench.tick();
    }
    assert_eq!(bench.accesses.iter().filter(|access| !access.write).count(), 1);
    assert!(bench.accesses.len() > 4);
    bench.reset();
    master.step(&mut bench);
    assert!(!bench.bus_adapter.s_axi_rvalid.val() && !bench.bus_adapter.s_axi_bvalid.val());
}

#[test]
fn axi_lite_reads_and_writes_that_both_wait_take_turns() {
    let mut bench = bench(0x2b);
    let mut master = Master::new(0x2c, 0);
    for count in 0..20 {
        master.addresses.push_back(count * 4);
        master.words.push_back((u32::from(count), 0xf));
        master.reads.push_back(count * 4);
    }
    while master.write_answers.len() < 20 || master.read_answers.len() < 20 {
        master.step(&mut bench);
        assert!(bench.now < 2000);
    }
    let mut last = None;
    for access in &bench.accesses {
        assert_ne!(last, Some(access.write));
        last = Some(access.write);
    }
}

#[test]
fn axi_lite_reset_at_any_clock_forgets_and_goes_on() {
    let mut bench = bench(0x2d);
    let mut random = Random::new(0x2e);
    for round in 0..500 {
        let mut master = Master::new(round, 4);
        for _ in 0..3 {
            master.addresses.push_back(random.word() as u8);
            master.words.push_back((random.word() as u32, 0xf));
            master.reads.push_back(random.word() as u8);
        }
        for _ in 0..random.below(60) {
            master.step(&mut bench);
        }
        bench.bus_adapter.s_axi_awvalid.next = false;
        bench.bus_adapter.s_axi_wvalid.next = false;
        bench.bus_adapter.s_axi_arvalid.next = false;
        bench.reset();
        assert!(!bench.bus_adapter.s_axi_bvalid.val() && !bench.bus_adapter.s_axi_rvalid.val());
        bench.accesses.clear();
        let mut master = Master::new(round, 0);
        master.addresses.push_back(8);
        master.words.push_back((round as u32, 0xf));
        master.reads.push_back(8);
        for _ in 0..100 {
            master.step(&mut bench);
        }
        assert_eq!(
            bench.accesses,
            [Request::write(2, round as u32), {
                // What stands on the data wires during a read is of no account.
                Request { data: round as u32, ..Request::read(2) }
            }]
        );
        assert_eq!(master.read_answers, [(0, round as u32)]);
    }
}
