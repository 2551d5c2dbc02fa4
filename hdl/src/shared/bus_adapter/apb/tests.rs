//! An example; all else is proved: testbench/formal/apb.sv.

use super::*;
use crate::shared::bus_adapter::bench::{Bench, Request, WORDS, register_bus_pins};

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
        assert!(bench.now - begin < 40, "no answer");
        bench.tick();
    }
    let answer = (!bench.bus_adapter.pslverr.val()).then_some(bench.read_data);
    let clocks = bench.now - begin;
    bench.tick();
    (answer, clocks)
}

#[test]
fn apb_transfers_are_answered_three_clocks_after_the_setup_clock() {
    let mut bench = Bench::new(Apb::default(), 0x21);
    bench.fixed_delay = Some(1);
    assert_eq!(transfer(&mut bench, Request::write(3, 77)), (Some(0), 3));
    assert_eq!(transfer(&mut bench, Request::read(3)), (Some(77), 3));
    assert_eq!(transfer(&mut bench, Request::read(WORDS)), (None, 3));
    assert_eq!(transfer(&mut bench, Request { whole: false, ..Request::write(3, 78) }), (None, 3));
    assert_eq!(bench.words[3], 77);
    assert_eq!(bench.accesses.len(), 4);
}
