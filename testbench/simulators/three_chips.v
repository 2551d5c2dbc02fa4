// SPDX-License-Identifier: MIT OR Apache-2.0
// Two builds of the counter chip and a timer chip in one design, each with a reset of its own, behind one decoder.
`default_nettype none

module three_chips (
    input  wire clock,
    input  wire [2:0] reset,                 // Of each chip: small, large, timer.
    output wire [2:0] irq,
    input  wire wb_cyc,
    input  wire wb_stb,
    input  wire wb_we,
    input  wire [3:0] wb_sel,
    input  wire [22:0] wb_adr,               // Bits 22 and 21: the chip, 0 to 2.
    input  wire [31:0] wb_dat_w,
    output wire [31:0] wb_dat_r,
    output wire wb_ack,
    output wire wb_err,
    output wire wb_stall
);
    wire [31:0] small_word, large_word, timer_word;
    wire [2:0] ack, err, stall;
    wire [2:0] selected = 3'b001 << wb_adr[22:21];

    carillon_counter_wishbone #(.SLOT_BITS(10)) small_chip (
        .clock(clock), .reset(reset[0]), .irq(irq[0]), .wb_cyc(wb_cyc & selected[0]), .wb_stb(wb_stb), .wb_we(wb_we),
        .wb_sel(wb_sel), .wb_adr(wb_adr[5:0]), .wb_dat_w(wb_dat_w), .wb_dat_r(small_word), .wb_ack(ack[0]),
        .wb_err(err[0]), .wb_stall(stall[0])
    );

    carillon_counter_wishbone #(
        .WHEELS(4), .ALARM(1), .LOOK_AHEAD(1), .COALESCING(1), .WHEEL_MODES(1)
    ) large_chip (
        .clock(clock), .reset(reset[1]), .irq(irq[1]), .wb_cyc(wb_cyc & selected[1]), .wb_stb(wb_stb), .wb_we(wb_we),
        .wb_sel(wb_sel), .wb_adr(wb_adr[5:0]), .wb_dat_w(wb_dat_w), .wb_dat_r(large_word), .wb_ack(ack[1]),
        .wb_err(err[1]), .wb_stall(stall[1])
    );

    wire memory_cyc, memory_stb, memory_we;
    wire [3:0] memory_sel;
    wire [29:0] memory_adr;
    wire [31:0] memory_dat_w;

    carillon_timer_wishbone #(.TIMER_BITS(6), .LOOK_AHEAD(1)) timer_chip (
        .clock(clock), .reset(reset[2]), .irq(irq[2]), .wb_cyc(wb_cyc & selected[2]), .wb_stb(wb_stb), .wb_we(wb_we),
        .wb_sel(wb_sel), .wb_adr(wb_adr[20:0]), .wb_dat_w(wb_dat_w), .wb_dat_r(timer_word), .wb_ack(ack[2]),
        .wb_err(err[2]), .wb_stall(stall[2]), .memory_cyc(memory_cyc), .memory_stb(memory_stb), .memory_we(memory_we),
        .memory_sel(memory_sel), .memory_adr(memory_adr), .memory_dat_w(memory_dat_w), .memory_dat_r(32'd0),
        .memory_ack(1'b0), .memory_err(1'b0), .memory_stall(1'b0)
    );

    assign wb_dat_r = selected[2] ? timer_word : selected[1] ? large_word : small_word;
    assign wb_ack = |ack;
    assign wb_err = |err;
    assign wb_stall = |(stall & selected);

    // The records are inside.
    wire unused = &{1'b0, memory_cyc, memory_stb, memory_we, memory_sel, memory_adr, memory_dat_w};
endmodule

`default_nettype wire
