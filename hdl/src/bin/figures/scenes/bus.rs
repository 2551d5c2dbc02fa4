//! The parallel buses.

use crate::figure::Figure;
use crate::recorder::{decimal, hexadecimal, level, word};
use crate::stage::Stage;
use crate::wishbone::{BUILD, rows_with_data};
use carillon_hdl::counter_chip::top::AxiLiteTop;
use carillon_regmap::counter_chip::offset;

const PATTERN: u32 = 0x600D;

/// A write and a read by a classic master.
pub fn wishbone_classic() -> Figure {
    let mut stage = Stage::wishbone(1, &[1024]);
    stage.record(rows_with_data());
    stage.clocks(1);
    stage.write(offset::SCRATCH, PATTERN);
    stage.clocks(1);
    stage.read(offset::SCRATCH);
    stage.clocks(1);
    Figure {
        name: "wishbone-classic",
        title: "Wishbone, classic: a write and a read",
        stretch: 2,
        lines: stage.lines(),
    }
}

/// Two reads by a pipelined master, which goes on as soon as it is not stalled.
pub fn wishbone_pipelined() -> Figure {
    let mut stage = Stage::wishbone(1, &[1024]);
    stage.write(offset::SCRATCH, PATTERN);
    stage.clocks(4);
    stage.record(rows_with_data());
    stage.clocks(1);
    stage.chip.wb_cyc.next = true;
    stage.chip.wb_stb.next = true;
    let mut answers = 0;
    for offset in [offset::ID, offset::SCRATCH] {
        stage.chip.wb_adr.next = u64::from(offset / 4).into();
        let mut accepted = false;
        while !accepted {
            let answered;
            (accepted, answered) = stage.clock(|chip| (!chip.wb_stall.val(), chip.wb_ack.val()));
            answers += u32::from(answered);
        }
    }
    stage.chip.wb_stb.next = false;
    while answers < 2 {
        answers += u32::from(stage.clock(|chip| chip.wb_ack.val()));
    }
    stage.chip.wb_cyc.next = false;
    stage.clocks(1);
    Figure {
        name: "wishbone-pipelined",
        title: "Wishbone, pipelined: two reads, one directly after the other",
        stretch: 2,
        lines: stage.lines(),
    }
}

/// A write whose data come before its address, and whose response has to wait.
pub fn axi_lite_write() -> Figure {
    let mut stage = Stage::new(AxiLiteTop::new(&BUILD), BUILD.slot_bits);
    stage.record(vec![
        level("s_axi_awvalid", "s_axi_awvalid"),
        level("s_axi_awready", "s_axi_awready"),
        word("s_axi_awaddr", "s_axi_awaddr", hexadecimal).while_high("s_axi_awvalid"),
        level("s_axi_wvalid", "s_axi_wvalid"),
        level("s_axi_wready", "s_axi_wready"),
        word("s_axi_wdata", "s_axi_wdata", hexadecimal).while_high("s_axi_wvalid"),
        level("s_axi_bvalid", "s_axi_bvalid"),
        level("s_axi_bready", "s_axi_bready"),
        word("s_axi_bresp", "s_axi_bresp", decimal).while_high("s_axi_bvalid"),
    ]);
    stage.clocks(1);
    stage.chip.s_axi_wvalid.next = true;
    stage.chip.s_axi_wstrb.next = 15.into();
    stage.chip.s_axi_wdata.next = u64::from(PATTERN).into();
    stage.clocks(1);
    stage.chip.s_axi_wvalid.next = false;
    stage.clocks(1);
    stage.chip.s_axi_awvalid.next = true;
    stage.chip.s_axi_awaddr.next = u64::from(offset::SCRATCH).into();
    stage.clocks(1);
    stage.chip.s_axi_awvalid.next = false;
    while !stage.clock(|chip| chip.s_axi_bvalid.val()) {}
    stage.chip.s_axi_bready.next = true;
    stage.clocks(1);
    stage.chip.s_axi_bready.next = false;
    stage.clocks(1);
    Figure {
        name: "axi-lite-write",
        title: "AXI4-Lite: a write whose data come first",
        stretch: 1,
        lines: stage.lines(),
    }
}

/// A read of a register, and one of none.
pub fn axi_lite_read() -> Figure {
    let mut stage = Stage::new(AxiLiteTop::new(&BUILD), BUILD.slot_bits);
    stage.record(vec![
        level("s_axi_arvalid", "s_axi_arvalid"),
        level("s_axi_arready", "s_axi_arready"),
        word("s_axi_araddr", "s_axi_araddr", hexadecimal).while_high("s_axi_arvalid"),
        level("s_axi_rvalid", "s_axi_rvalid"),
        level("s_axi_rready", "s_axi_rready"),
        word("s_axi_rdata", "s_axi_rdata", hexadecimal).while_high("s_axi_rvalid"),
        word("s_axi_rresp", "s_axi_rresp", decimal).while_high("s_axi_rvalid"),
    ]);
    stage.chip.s_axi_rready.next = true;
    stage.clocks(1);
    // 0xFC has no register in any build.
    for offset in [offset::ID, 0xFC] {
        stage.chip.s_axi_arvalid.next = true;
        stage.chip.s_axi_araddr.next = u64::from(offset).into();
        stage.clocks(1);
        stage.chip.s_axi_arvalid.next = false;
        while !stage.clock(|chip| chip.s_axi_rvalid.val()) {}
    }
    stage.clocks(1);
    Figure {
        name: "axi-lite-read",
        title: "AXI4-Lite: a read of ID, and one where there is no register",
        stretch: 2,
        lines: stage.lines(),
    }
}
