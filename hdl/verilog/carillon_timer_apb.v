// SPDX-License-Identifier: MIT OR Apache-2.0
// The Carillon timer chip on APB4. Version 0.1.0.
// With it go carillon_timer.v, carillon_apb.v and carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// # The timer chip with its APB bus adapter
//
// **Purpose.** Pins and wires, and the upper address of the window, which the bus adapter for the registers does not
// know.
//
// **Interface.** The host's side: a completer with 23 address bits, of bytes. Bit 22 set means the word of the timer
// that bits 21 to 2 name; else bits 7 to 2 mean a register and those between must be 0. The memory's side: a pipelined
// Wishbone master, `memory_*`; with memory inside it asks for nothing.
//
// **Timing.** That of `carillon_apb`; the window's address is kept from the clock in which a transfer is
// accepted.
//
// **Invariants.** The upper address belongs to the access that is executed, as it changes only when the next one is
// accepted.
module carillon_timer_apb #(
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
    input  wire psel,                        // The chip is selected.
    input  wire penable,                     // The transfer's second clock and those after it; not looked at.
    input  wire [22:0] paddr,                // Byte address.
    input  wire pwrite,                      // It is a write.
    input  wire [31:0] pwdata,               // The word to write.
    input  wire [3:0] pstrb,                 // Which bytes of it.
    output wire [31:0] prdata,               // The word read.
    output wire pready,                      // The transfer ends.
    output wire pslverr,                     // With `pready`: it has failed.
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
    reg window;                              // The latest transfer accepted is to the timers' window.
    reg [19:0] index;                        // Low 20 bits of the word address: in the window the timer.
    reg stray;                               // Unless in the window: the address is beyond the registers.

    wire bus_adapter_accepted, bus_execute, bus_write, bus_whole;
    wire [5:0] bus_address;
    wire [31:0] bus_data;
    wire bus_done, bus_failed;

    carillon_apb bus_adapter (
        .clock(clock), .reset(reset), .psel(psel), .paddr(paddr[7:0]), .pwrite(pwrite), .pwdata(pwdata),
        .pstrb(pstrb), .pready(pready), .pslverr(pslverr), .accepted(bus_adapter_accepted), .bus_execute(bus_execute),
        .bus_write(bus_write), .bus_whole(bus_whole), .bus_address(bus_address), .bus_data(bus_data),
        .bus_done(bus_done), .bus_failed(bus_failed)
    );

    carillon_timer #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .PERIODIC(PERIODIC), .WIDE(WIDE),
        .TIMER_BITS(TIMER_BITS), .LOOK_AHEAD(LOOK_AHEAD), .COALESCING(COALESCING)
    ) core (
        .clock(clock), .reset(reset), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done), .bus_failed(bus_failed),
        .bus_read_data(prdata), .window(window), .index(index), .stray(stray), .irq(irq), .memory_cyc(memory_cyc),
        .memory_stb(memory_stb), .memory_we(memory_we), .memory_sel(memory_sel), .memory_adr(memory_adr),
        .memory_dat_w(memory_dat_w), .memory_dat_r(memory_dat_r), .memory_ack(memory_ack), .memory_err(memory_err),
        .memory_stall(memory_stall)
    );

    always @(posedge clock) begin
        if (bus_adapter_accepted) begin
            window <= paddr[22];
            index <= paddr[21:2];
            stray <= |paddr[21:8];
        end
    end

    wire unused = &{1'b0, penable};
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
