//! An example; all else is proved: testbench/formal/wishbone.sv.

use super::*;
use crate::shared::bus_adapter::bench::{Bench, Request, WORDS, register_bus_pins};

register_bus_pins!(Wishbone);

/// A classic transfer: strobe until the answer. Gives the word read, or none for `wb_err`, and the clocks it took.
fn classic(bench: &mut Bench<Wishbone>, request: Request) -> (Option<u32>, u64) {
    bench.bus_adapter.wb_cyc.next = true;
    bench.bus_adapter.wb_stb.next = true;
    bench.bus_adapter.wb_we.next = request.write;
    bench.bus_adapter.wb_sel.next = if request.whole { 0xf } else { 0x7 }.into();
    bench.bus_adapter.wb_adr.next = u64::from(request.address).into();
    bench.bus_adapter.wb_dat_w.next = u64::from(request.data).into();
    bench.settle();
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

#[test]
fn wishbone_transfers_are_answered_three_clocks_after_their_acceptance() {
    let mut bench = Bench::new(Wishbone::default(), 0x11);
    bench.fixed_delay = Some(1);
    assert_eq!(classic(&mut bench, Request::write(3, 77)), (Some(0), 3));
    assert_eq!(classic(&mut bench, Request::read(3)), (Some(77), 3));
    assert_eq!(classic(&mut bench, Request::read(WORDS)), (None, 3));
    assert_eq!(classic(&mut bench, Request { whole: false, ..Request::write(3, 78) }), (None, 3));
    assert_eq!(bench.words[3], 77);
    assert_eq!(bench.accesses.len(), 4);
}
