use super::*;
use crate::shared::bus_adapter::bench::{Bench, Random, Request, WORDS, register_bus_pins};

register_bus_pins!(Apb);

/// A transfer: its setup clock and the access phase. Gives the word read, or none for `pslverr`, and how many clocks
/// after the setup clock `pready` was high.
fn transfer(bench: &mut Bench<Apb>, request: Request) -> (Option<u32>, u64) {
    bench.bus_adapter.psel.next = true;
    bench.bus_adapter.pwrite.next = request.write;
    bench.bus_adapter.pstrb.next = if request.whole { 0xf } else { 0xb }.into();
    bench.bus_adapter.paddr.next = (4 * u64::from(request.address)).into();
    bench.bus_adapter.pwdata.next = u64::from(request.data).into();
    bench.settle();
    let begin = bench.now;
    while !bench.bus_adapter.pready.val() {
        assert!(!bench.bus_adapter.pslverr.val(), "an error without an end");
        assert!(bench.now - begin < 40, "no answer");
        bench.tick();
    }
    let answer = (!bench.bus_adapter.pslverr.val()).then_some(bench.read_data);
    let clocks = bench.now - begin;
    bench.tick();
    (answer, clocks)
}

fn idle(bench: &mut Bench<Apb>, clocks: u64) {
    bench.bus_adapter.psel.next = false;
    bench.settle();
    for _ in 0..clocks {
        bench.tick();
        assert!(!bench.bus_adapter.pready.val(), "an answer to nobody");
    }
}

#[test]
fn apb_transfers_reach_the_registers() {
    let mut bench = Bench::new(Apb::default(), 0x21);
    let mut random = Random::new(0x22);
    let mut expected = [0; WORDS as usize];
    for count in 1..=500 {
        let request = Request {
            write: random.once_in(2),
            whole: !random.once_in(8),
            address: random.below(64) as u8,
            data: random.word() as u32,
        };
        let fails = request.address >= WORDS || (request.write && !request.whole);
        let (answer, _) = transfer(&mut bench, request);
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
        // Back to back, or with a pause.
        if random.once_in(2) {
            idle(&mut bench, 1 + random.below(5));
        }
    }
}

#[test]
fn apb_write_of_no_byte_is_answered_and_changes_nothing() {
    let mut bench = Bench::new(Apb::default(), 0x26);
    for (address, found) in [(3, true), (WORDS, false)] {
        bench.bus_adapter.psel.next = true;
        bench.bus_adapter.pwrite.next = true;
        bench.bus_adapter.pstrb.next = 0.into();
        bench.bus_adapter.paddr.next = (4 * u64::from(address)).into();
        bench.bus_adapter.pwdata.next = 77.into();
        bench.settle();
        for _ in 0..40 {
            if bench.bus_adapter.pready.val() {
                break;
            }
            bench.tick();
        }
        assert!(bench.bus_adapter.pready.val(), "no answer");
        assert_eq!(bench.bus_adapter.pslverr.val(), !found);
        bench.tick();
        assert!(!bench.accesses[bench.accesses.len() - 1].write);
        assert_eq!(bench.words, [0; WORDS as usize]);
        idle(&mut bench, 2);
    }
}

#[test]
fn apb_answer_comes_three_clocks_after_the_setup_clock() {
    let mut bench = Bench::new(Apb::default(), 0x23);
    bench.fixed_delay = Some(1);
    for _ in 0..3 {
        let (answer, clocks) = transfer(&mut bench, Request::write(3, 77));
        assert_eq!((answer, clocks), (Some(0), 3));
    }
}

#[test]
fn apb_master_that_gives_up_gets_the_answer_to_its_next_transfer() {
    let mut bench = Bench::new(Apb::default(), 0x24);
    let mut random = Random::new(0x25);
    for count in 1..=50 {
        bench.fixed_delay = Some(12);
        bench.bus_adapter.psel.next = true;
        bench.bus_adapter.pwrite.next = true;
        bench.bus_adapter.pstrb.next = 0xf.into();
        bench.bus_adapter.paddr.next = 4.into();
        bench.bus_adapter.pwdata.next = 1.into();
        bench.settle();
        bench.tick();
        idle(&mut bench, 1 + random.below(6));
        let (answer, _) = transfer(&mut bench, Request::write(2, count));
        assert_eq!(answer, Some(0));
        assert_eq!((bench.words[1], bench.words[2]), (1, count));
        assert_eq!(bench.accesses.len(), 2 * count as usize);
        idle(&mut bench, 4);
    }
}
