// SPDX-License-Identifier: MIT OR Apache-2.0
// The Carillon timer chip on AXI4-Lite. Version 0.1.0.
// With it go carillon_timer.v, carillon_axi_lite.v and carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// # The timer chip with its AXI4-Lite bus adapter
//
// **Purpose.** Pins and wires, and the upper address of the window, which the bus adapter for the registers does not
// know.
//
// **Interface.** The host's side: a 32-bit slave with 23 address bits, of bytes, `s_axi_*`. Bit 22 set means the word
// of the timer that bits 21 to 2 name; else bits 7 to 2 mean a register and those between must be 0. The memory's
// side: a pipelined Wishbone master, `memory_*`; with memory inside it asks for nothing.
//
// **Timing.** That of `carillon_axi_lite`.
//
// **Invariants.** The upper address belongs to the access that is executed: each channel's is kept until the clock of
// `bus_execute`, as the next one is taken in that clock at the earliest.
module carillon_timer_axi_lite #(
    parameter integer WHEELS     = 1,        // Timing wheels, 1 to 3.
    parameter integer SLOT_BITS  = 10,       // 2^SLOT_BITS busy bits for all wheels, 10 to 15.
    parameter integer FIFO_BITS  = 4,        // Room for 2^FIFO_BITS events, 1 to 10.
    parameter integer PERIODIC   = 0,        // 1: periodic timers; a record has four words.
    parameter integer WIDE       = 0,        // 1: up to 2^20 timers; a record has four words.
    parameter integer TIMER_BITS = 0,        // 4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.
    parameter integer LOOK_AHEAD = 0,        // 1: `NEXT_EXPIRY`.
    parameter integer COALESCING = 0         // 1: `INTR_COALESCE`.
) (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Synchronous reset, high.
    output wire irq,                         // The interrupt line.
    input  wire [22:0] s_axi_awaddr,         // Write address: byte address.
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
    input  wire [22:0] s_axi_araddr,         // Read address: byte address.
    input  wire [2:0] s_axi_arprot,          // Read address: protection; not looked at.
    input  wire s_axi_arvalid,               // Read address: offered.
    output wire s_axi_arready,               // Read address: taken when offered.
    output wire [31:0] s_axi_rdata,          // Read data: the word.
    output wire [1:0] s_axi_rresp,           // Read data: 0 is OKAY, 2 is SLVERR.
    output wire s_axi_rvalid,                // Read data: offered.
    input  wire s_axi_rready,                // Read data: taken when offered.
    output wire memory_cyc,                  // A bus cycle to the records' memory is under way.
    output wire memory_stb,                  // A transfer is asked for.
    output wire memory_we,                   // It is a write.
    output wire [3:0] memory_sel,            // Which bytes.
    output wire [29:0] memory_adr,           // Which word.
    output wire [31:0] memory_dat_w,         // The word to write.
    input  wire [31:0] memory_dat_r,         // The word read.
    input  wire memory_ack,                  // The transfer is done.
    input  wire memory_err,                  // The transfer has failed.
    input  wire memory_stall                 // No transfer is accepted in this clock.
);
    reg [14:0] write_upper;                  // Bits 22 to 8 of the latest write address taken.
    reg [14:0] read_upper;                   // Bits 22 to 8 of the latest read address taken.
    reg [14:0] held_upper;                   // Bits 22 to 8 of the address of the latest access.

    wire bus_adapter_of_write, bus_execute, bus_write, bus_whole;
    wire [5:0] bus_address;
    wire [31:0] bus_data;
    wire bus_done, bus_failed;
    wire [31:0] bus_read_data;
    wire [14:0] upper = bus_execute ? (bus_adapter_of_write ? write_upper : read_upper) : held_upper;

    carillon_axi_lite bus_adapter (
        .clock(clock), .reset(reset), .s_axi_awaddr(s_axi_awaddr[7:0]), .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready), .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb),
        .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_bresp(s_axi_bresp),
        .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready), .s_axi_araddr(s_axi_araddr[7:0]),
        .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_rdata(s_axi_rdata),
        .s_axi_rresp(s_axi_rresp), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
        .of_write(bus_adapter_of_write), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done), .bus_failed(bus_failed),
        .bus_read_data(bus_read_data)
    );

    carillon_timer #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .PERIODIC(PERIODIC), .WIDE(WIDE),
        .TIMER_BITS(TIMER_BITS), .LOOK_AHEAD(LOOK_AHEAD), .COALESCING(COALESCING)
    ) core (
        .clock(clock), .reset(reset), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done), .bus_failed(bus_failed),
        .bus_read_data(bus_read_data), .window(upper[14]), .index({upper[13:0], bus_address}),
        .stray(~upper[14] & |upper[13:0]), .irq(irq), .memory_cyc(memory_cyc), .memory_stb(memory_stb),
        .memory_we(memory_we), .memory_sel(memory_sel), .memory_adr(memory_adr), .memory_dat_w(memory_dat_w),
        .memory_dat_r(memory_dat_r), .memory_ack(memory_ack), .memory_err(memory_err), .memory_stall(memory_stall)
    );

    always @(posedge clock) begin
        if (s_axi_awvalid & s_axi_awready) write_upper <= s_axi_awaddr[22:8];
        if (s_axi_arvalid & s_axi_arready) read_upper <= s_axi_araddr[22:8];
        held_upper <= upper;
    end

    wire unused = &{1'b0, s_axi_awprot, s_axi_arprot};
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
