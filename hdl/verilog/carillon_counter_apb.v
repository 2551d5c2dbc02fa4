// SPDX-License-Identifier: MIT OR Apache-2.0
// The Carillon counter chip on APB4. Version 0.1.0.
// With it go carillon_counter.v, carillon_apb.v and carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// The chip with its APB bus adapter: pins and wires only.
module carillon_counter_apb #(
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
    input  wire psel,                        // The chip is selected.
    input  wire penable,                     // The transfer's second clock and those after it; not looked at.
    input  wire [7:0] paddr,                 // Byte address.
    input  wire pwrite,                      // It is a write.
    input  wire [31:0] pwdata,               // The word to write.
    input  wire [3:0] pstrb,                 // Which bytes of it.
    output wire [31:0] prdata,               // The word read.
    output wire pready,                      // The transfer ends.
    output wire pslverr                      // With `pready`: it has failed.
);
    wire bus_adapter_accepted, bus_execute, bus_write, bus_whole;
    wire [5:0] bus_address;
    wire [31:0] bus_data;
    wire bus_done, bus_failed;

    carillon_apb bus_adapter (
        .clock(clock), .reset(reset), .psel(psel), .paddr(paddr), .pwrite(pwrite), .pwdata(pwdata), .pstrb(pstrb),
        .pready(pready), .pslverr(pslverr), .accepted(bus_adapter_accepted), .bus_execute(bus_execute),
        .bus_write(bus_write), .bus_whole(bus_whole), .bus_address(bus_address), .bus_data(bus_data),
        .bus_done(bus_done), .bus_failed(bus_failed)
    );

    carillon_counter #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .ALARM(ALARM), .LOOK_AHEAD(LOOK_AHEAD),
        .COALESCING(COALESCING), .WHEEL_MODES(WHEEL_MODES), .SINGLE_PORT(SINGLE_PORT)
    ) core (
        .clock(clock), .reset(reset), .irq(irq), .bus_execute(bus_execute), .bus_write(bus_write),
        .bus_whole(bus_whole), .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done),
        .bus_failed(bus_failed), .bus_read_data(prdata)
    );

    wire unused = &{1'b0, penable, bus_adapter_accepted};
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
