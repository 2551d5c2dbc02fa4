// SPDX-License-Identifier: MIT OR Apache-2.0
// The Carillon counter chip on AXI4-Lite. Version 0.1.0.
// With it go carillon_counter.v, carillon_axi_lite.v and carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// The chip with its AXI4-Lite bus adapter: pins and wires only.
module carillon_counter_axi_lite #(
    parameter integer WHEELS      = 1,       // Timing wheels, 1 to 8.
    parameter integer SLOT_BITS   = 12,      // 2^SLOT_BITS slots in all wheels together, 10 to 20.
    parameter integer FIFO_BITS   = 4,       // Room for 2^FIFO_BITS events, 1 to 10.
    parameter integer ALARM       = 0,       // 1: `ALARM_LO` and `ALARM_HI`.
    parameter integer LOOK_AHEAD  = 0,       // 1: `NEXT`.
    parameter integer COALESCING  = 0,       // 1: `INTR_COALESCE`.
    parameter integer WHEEL_MODES = 0,       // 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
    parameter integer SINGLE_PORT = 0        // 1: the busy bits lie in memory with one port.
) (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Synchronous reset, high.
    output wire irq,                         // The interrupt line.
    input  wire [7:0] s_axi_awaddr,          // Write address: byte address.
    input  wire [2:0] s_axi_awprot,          // Write address: protection; not looked at.
    input  wire s_axi_awvalid,               // Write address: offered.
    output wire s_axi_awready,               // Write address: taken when offered.
    input  wire [31:0] s_axi_wdata,          // Write data: the word.
    input  wire [3:0] s_axi_wstrb,           // Write data: which bytes.
    input  wire s_axi_wvalid,                // Write data: offered.
    output wire s_axi_wready,                // Write data: taken when offered.
    output wire [1:0] s_axi_bresp,           // Write response: 0 is OKAY, 2 is SLVERR.
    output wire s_axi_bvalid,                // Write response: offered.
    input  wire s_axi_bready,                // Write response: taken when offered.
    input  wire [7:0] s_axi_araddr,          // Read address: byte address.
    input  wire [2:0] s_axi_arprot,          // Read address: protection; not looked at.
    input  wire s_axi_arvalid,               // Read address: offered.
    output wire s_axi_arready,               // Read address: taken when offered.
    output wire [31:0] s_axi_rdata,          // Read data: the word.
    output wire [1:0] s_axi_rresp,           // Read data: 0 is OKAY, 2 is SLVERR.
    output wire s_axi_rvalid,                // Read data: offered.
    input  wire s_axi_rready                 // Read data: taken when offered.
);
    wire bus_adapter_of_write, bus_execute, bus_write, bus_whole;
    wire [5:0] bus_address;
    wire [31:0] bus_data;
    wire bus_done, bus_failed;
    wire [31:0] bus_read_data;

    carillon_axi_lite bus_adapter (
        .clock(clock), .reset(reset), .s_axi_awaddr(s_axi_awaddr), .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready), .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb),
        .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_bresp(s_axi_bresp),
        .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready), .s_axi_araddr(s_axi_araddr),
        .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_rdata(s_axi_rdata),
        .s_axi_rresp(s_axi_rresp), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
        .of_write(bus_adapter_of_write), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done), .bus_failed(bus_failed),
        .bus_read_data(bus_read_data)
    );

    carillon_counter #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .ALARM(ALARM), .LOOK_AHEAD(LOOK_AHEAD),
        .COALESCING(COALESCING), .WHEEL_MODES(WHEEL_MODES), .SINGLE_PORT(SINGLE_PORT)
    ) core (
        .clock(clock), .reset(reset), .irq(irq), .bus_execute(bus_execute), .bus_write(bus_write),
        .bus_whole(bus_whole), .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done),
        .bus_failed(bus_failed), .bus_read_data(bus_read_data)
    );

    wire unused = &{1'b0, s_axi_awprot, s_axi_arprot, bus_adapter_of_write};
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
