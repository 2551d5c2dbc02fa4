// SPDX-License-Identifier: MIT OR Apache-2.0
// The Carillon counter chip on SPI. Version 0.1.0.
// With it go carillon_counter.v, carillon_spi.v and carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// The chip with its SPI bus adapter: pins and wires only.
module carillon_counter_spi #(
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
    input  wire spi_sck,                     // The host's clock.
    input  wire spi_cs_n,                    // Low: a frame for this chip.
    input  wire spi_mosi,                    // From the host.
    output wire spi_miso                     // To the host; always driven.
);
    wire bus_execute, bus_write, bus_whole;
    wire [5:0] bus_address;
    wire [31:0] bus_data;
    wire bus_done, bus_failed;
    wire [31:0] bus_read_data;

    carillon_spi bus_adapter (
        .clock(clock), .reset(reset), .spi_sck(spi_sck), .spi_cs_n(spi_cs_n), .spi_mosi(spi_mosi),
        .spi_miso(spi_miso), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
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
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
