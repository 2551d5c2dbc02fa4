//! An example; all else is proved: testbench/formal/axi_lite.sv.

use super::*;
use crate::shared::bus_adapter::bench::{Bench, Request, WORDS, register_bus_pins};

register_bus_pins!(AxiLite);

const OKAY: u64 = 0;
const SLVERR: u64 = 2;

/// A write; its response.
fn write(bench: &mut Bench<AxiLite>, address: u8, word: u32) -> u64 {
    bench.bus_adapter.s_axi_awvalid.next = true;
    bench.bus_adapter.s_axi_awaddr.next = (4 * u64::from(address)).into();
    bench.bus_adapter.s_axi_wvalid.next = true;
    bench.bus_adapter.s_axi_wdata.next = u64::from(word).into();
    bench.bus_adapter.s_axi_wstrb.next = 0xf.into();
    bench.bus_adapter.s_axi_bready.next = true;
    bench.settle();
    for _ in 0..40 {
        let pins = &bench.bus_adapter;
        let (took_address, took_word) = (pins.s_axi_awready.val(), pins.s_axi_wready.val());
        let answer = pins.s_axi_bvalid.val().then_some(u64::from(pins.s_axi_bresp.val()));
        bench.tick();
        bench.bus_adapter.s_axi_awvalid.next &= !took_address;
        bench.bus_adapter.s_axi_wvalid.next &= !took_word;
        bench.settle();
        if let Some(answer) = answer {
            return answer;
        }
    }
    panic!("no answer");
}

/// A read; its response and the word.
fn read(bench: &mut Bench<AxiLite>, address: u8) -> (u64, u64) {
    bench.bus_adapter.s_axi_arvalid.next = true;
    bench.bus_adapter.s_axi_araddr.next = (4 * u64::from(address)).into();
    bench.bus_adapter.s_axi_rready.next = true;
    bench.settle();
    for _ in 0..40 {
        let pins = &bench.bus_adapter;
        let took_address = pins.s_axi_arready.val();
        let answer = (pins.s_axi_rresp.val().into(), pins.s_axi_rdata.val().into());
        let answered = pins.s_axi_rvalid.val();
        bench.tick();
        bench.bus_adapter.s_axi_arvalid.next &= !took_address;
        bench.settle();
        if answered {
            return answer;
        }
    }
    panic!("no answer");
}

#[test]
fn axi_lite_words_are_written_and_read_and_an_address_without_one_is_an_error() {
    let mut bench = Bench::new(AxiLite::default(), 0x21);
    assert_eq!(write(&mut bench, 3, 77), OKAY);
    assert_eq!(read(&mut bench, 3), (OKAY, 77));
    assert_eq!(write(&mut bench, WORDS, 78), SLVERR);
    assert_eq!(read(&mut bench, WORDS).0, SLVERR);
    assert_eq!(bench.accesses[..1], [Request::write(3, 77)]);
    assert_eq!(bench.accesses.len(), 4);
}
