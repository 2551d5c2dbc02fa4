use super::*;
use crate::shared::bus_adapter::bench::{Bench, Random, Request, WORDS, register_bus_pins};

register_bus_pins!(Wishbone);

fn bench(seed: u64) -> Bench<Wishbone> {
    Bench::new(Wishbone::default(), seed)
}

fn offer(bench: &mut Bench<Wishbone>, request: Request) {
    bench.bus_adapter.wb_cyc.next = true;
    bench.bus_adapter.wb_stb.next = true;
    bench.bus_adapter.wb_we.next = request.write;
    bench.bus_adapter.wb_sel.next = if request.whole { 0xf } else { 0x7 }.into();
    bench.bus_adapter.wb_adr.next = u64::from(request.address).into();
    bench.bus_adapter.wb_dat_w.next = u64::from(request.data).into();
    bench.settle();
}

/// A classic transfer: strobe until the answer. Gives the word read, or none for `wb_err`, and the clocks it took.
fn classic(bench: &mut Bench<Wishbone>, request: Request) -> (Option<u32>, u64) {
    offer(bench, request);
    let begin = bench.now;
    while !bench.bus_adapter.wb_ack.val() && !bench.bus_adapter.wb_err.val() {
        assert!(bench.now - begin < 40, "no answer");
        bench.tick();
    }
    let answer = bench.bus_adapter.wb_ack.val().then_some(bench.read_data);
    let clocks = bench.now - begin;
    bench.tick();
    bench.bus_adapter.wb_stb.next = false;
    bench.bus_adapter.wb_cyc.next = false;
    bench.settle();
    (answer, clocks)
}

fn any_request(random: &mut Random) -> Request {
    Request {
        write: random.once_in(2),
        whole: !random.once_in(8),
        address: random.below(64) as u8,
        data: random.word() as u32,
    }
}

#[test]
fn wishbone_classic_transfers_reach_the_registers() {
    let mut bench = bench(0x11);
    let mut random = Random::new(0x12);
    let mut expected = [0; WORDS as usize];
    for count in 1..=500 {
        let request = any_request(&mut random);
        let fails = request.address >= WORDS || (request.write && !request.whole);
        let (answer, _) = classic(&mut bench, request);
        let place = usize::from(request.address);
        if fails {
            assert_eq!(answer, None);
        } else if request.write {
            expected[place] = request.data;
            assert_eq!(answer, Some(0));
        } else {
            assert_eq!(answer, Some(expected[place]));
        }
        assert_eq!(bench.accesses.len(), count);
        assert_eq!(bench.words, expected);
    }
}

/// A write of no byte is answered as if it were one, and changes nothing.
#[test]
fn wishbone_write_of_no_byte_is_acknowledged_and_changes_nothing() {
    let mut bench = bench(0x16);
    for (address, found) in [(3, true), (WORDS, false)] {
        offer(&mut bench, Request::write(address, 77));
        bench.bus_adapter.wb_sel.next = 0.into();
        bench.settle();
        for _ in 0..40 {
            if bench.bus_adapter.wb_ack.val() || bench.bus_adapter.wb_err.val() {
                break;
            }
            bench.tick();
        }
        let answers = (bench.bus_adapter.wb_ack.val(), bench.bus_adapter.wb_err.val());
        assert_eq!(answers, (found, !found));
        bench.tick();
        assert!(!bench.accesses[bench.accesses.len() - 1].write);
        assert_eq!(bench.words, [0; WORDS as usize]);
        bench.bus_adapter.wb_cyc.next = false;
        bench.bus_adapter.wb_stb.next = false;
        bench.tick();
    }
}

#[test]
fn wishbone_answer_comes_three_clocks_after_acceptance_and_every_four() {
    let mut bench = bench(0x13);
    bench.fixed_delay = Some(1);
    offer(&mut bench, Request::write(3, 77));
    let mut answers = Vec::new();
    let begin = bench.now;
    while answers.len() < 3 {
        if bench.bus_adapter.wb_ack.val() {
            answers.push(bench.now - begin);
        }
        assert_eq!(bench.bus_adapter.wb_stall.val(), !(bench.now - begin).is_multiple_of(4));
        bench.tick();
    }
    assert_eq!(answers, [3, 7, 11]);
}

/// A pipelined master that gives up at any time, and a reset at any time.
#[test]
fn wishbone_dropped_cycles_are_executed_once_and_never_answered() {
    let mut bench = bench(0x14);
    let mut random = Random::new(0x15);
    let mut accepted: Vec<Request> = Vec::new();
    let mut wanted = false;
    let mut answers_due = 0;
    let (mut answered, mut dropped) = (0, 0);
    for _ in 0..40_000 {
        let cycle = !random.once_in(6);
        let request = any_request(&mut random);
        offer(&mut bench, request);
        bench.bus_adapter.wb_cyc.next = cycle;
        bench.bus_adapter.wb_stb.next = random.once_in(2);
        bench.settle();
        let answer = bench.bus_adapter.wb_ack.val() || bench.bus_adapter.wb_err.val();
        assert_eq!(answer, answers_due == 1, "clock {}", bench.now);
        answered += u32::from(answer);
        if random.once_in(500) {
            bench.reset();
            accepted.truncate(bench.accesses.len());
            (wanted, answers_due) = (false, 0);
            continue;
        }
        answers_due = u32::from(bench.done && wanted && cycle);
        dropped += u32::from(bench.done && !(wanted && cycle));
        wanted &= cycle;
        if cycle && bench.bus_adapter.wb_stb.val() && !bench.bus_adapter.wb_stall.val() {
            accepted.push(request);
            wanted = true;
        }
        bench.tick();
    }
    assert_eq!(&accepted[..bench.accesses.len()], &bench.accesses[..]);
    assert!(accepted.len() - bench.accesses.len() <= 1);
    assert!(answered > 1000 && dropped > 300, "{answered} {dropped}");
}
