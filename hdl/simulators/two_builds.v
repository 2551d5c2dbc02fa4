// SPDX-License-Identifier: MIT OR Apache-2.0
// Two builds of the counter chip in one design, each with a reset of its own, behind one decoder.
`default_nettype none

module two_builds (
    input  wire clock,
    input  wire [1:0] reset,
    output wire [1:0] irq,
    input  wire wb_cyc,
    input  wire wb_stb,
    input  wire wb_we,
    input  wire [3:0] wb_sel,
    input  wire [6:0] wb_adr,                // Bit 6: the second build.
    input  wire [31:0] wb_dat_w,
    output wire [31:0] wb_dat_r,
    output wire wb_ack,
    output wire wb_err,
    output wire wb_stall
);
    wire [31:0] small_word, large_word;
    wire [1:0] ack, err, stall;
    wire second = wb_adr[6];

    carillon_counter_wishbone #(.SLOT_BITS(10)) small_chip (
        .clock(clock), .reset(reset[0]), .irq(irq[0]), .wb_cyc(wb_cyc & ~second), .wb_stb(wb_stb), .wb_we(wb_we),
        .wb_sel(wb_sel), .wb_adr(wb_adr[5:0]), .wb_dat_w(wb_dat_w), .wb_dat_r(small_word), .wb_ack(ack[0]),
        .wb_err(err[0]), .wb_stall(stall[0])
    );

    carillon_counter_wishbone #(
        .WHEELS(4), .ALARM(1), .LOOK_AHEAD(1), .COALESCING(1), .WHEEL_MODES(1)
    ) large_chip (
        .clock(clock), .reset(reset[1]), .irq(irq[1]), .wb_cyc(wb_cyc & second), .wb_stb(wb_stb), .wb_we(wb_we),
        .wb_sel(wb_sel), .wb_adr(wb_adr[5:0]), .wb_dat_w(wb_dat_w), .wb_dat_r(large_word), .wb_ack(ack[1]),
        .wb_err(err[1]), .wb_stall(stall[1])
    );

    assign wb_dat_r = second ? large_word : small_word;
    assign wb_ack = |ack;
    assign wb_err = |err;
    assign wb_stall = second ? stall[1] : stall[0];
endmodule

`default_nettype wire
