// SPDX-License-Identifier: MIT OR Apache-2.0
// The Carillon timer chip on UART. Version 0.1.0.
// With it go carillon_timer.v, carillon_uart.v and carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// # The timer chip with its UART bus adapter
//
// **Purpose.** Pins and wires.
//
// **Interface.** The host's side: a serial line, `uart_*`. It reaches a timer's word by `TIMER` and `TIMER_WORD`. The
// memory's side: a pipelined Wishbone master, `memory_*`; with memory inside it asks for nothing.
//
// **Timing.** That of `carillon_uart`.
//
// **Invariants.** No address but those of the registers reaches the core.
module carillon_timer_uart #(
    parameter integer WHEELS       = 1,      // Timing wheels, 1 to 3.
    parameter integer SLOT_BITS    = 10,     // 2^SLOT_BITS busy bits for all wheels, 10 to 15.
    parameter integer FIFO_BITS    = 4,      // Room for 2^FIFO_BITS events, 1 to 10.
    parameter integer PERIODIC     = 0,      // 1: periodic timers; a record has four words.
    parameter integer WIDE         = 0,      // 1: up to 2^20 timers; a record has four words.
    parameter integer TIMER_BITS   = 0,      // 4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.
    parameter integer LOOK_AHEAD   = 0,      // 1: `NEXT_EXPIRY`.
    parameter integer COALESCING   = 0,      // 1: `INTR_COALESCE`.
    parameter integer CLOCKS_A_BIT = 104     // Clocks of a bit on the line, 4 to 65535.
) (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Synchronous reset, high.
    output wire irq,                         // The interrupt line.
    input  wire uart_rx,                     // From the host; high when idle.
    output wire uart_tx,                     // To the host; high when idle.
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
    wire bus_execute, bus_write, bus_whole;
    wire [5:0] bus_address;
    wire [31:0] bus_data;
    wire bus_done, bus_failed;
    wire [31:0] bus_read_data;

    carillon_uart #(.CLOCKS_A_BIT(CLOCKS_A_BIT)) bus_adapter (
        .clock(clock), .reset(reset), .uart_rx(uart_rx), .uart_tx(uart_tx), .bus_execute(bus_execute),
        .bus_write(bus_write), .bus_whole(bus_whole), .bus_address(bus_address), .bus_data(bus_data),
        .bus_done(bus_done), .bus_failed(bus_failed), .bus_read_data(bus_read_data)
    );

    carillon_timer #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .PERIODIC(PERIODIC), .WIDE(WIDE),
        .TIMER_BITS(TIMER_BITS), .LOOK_AHEAD(LOOK_AHEAD), .COALESCING(COALESCING)
    ) core (
        .clock(clock), .reset(reset), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done), .bus_failed(bus_failed),
        .bus_read_data(bus_read_data), .window(1'b0), .index(20'd0), .stray(1'b0), .irq(irq), .memory_cyc(memory_cyc),
        .memory_stb(memory_stb), .memory_we(memory_we), .memory_sel(memory_sel), .memory_adr(memory_adr),
        .memory_dat_w(memory_dat_w), .memory_dat_r(memory_dat_r), .memory_ack(memory_ack), .memory_err(memory_err),
        .memory_stall(memory_stall)
    );
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
