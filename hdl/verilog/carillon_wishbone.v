// SPDX-License-Identifier: MIT OR Apache-2.0
// The Wishbone B4 adapter of both Carillon chips. Version 0.1.0.
// With it goes carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// # Wishbone B4 bus adapter
//
// **Purpose.** Carries the transfers of a Wishbone master to the register bus.
//
// **Interface.** A 32-bit slave with word addresses, classic and pipelined. `wb_err` ends a transfer that found no
// register or wrote part of a word (`wb_sel` neither 1111 nor 0000). A write of no byte is executed as a read, which
// changes nothing. Reads ignore `wb_sel`. The word read goes from the core to its pins, past this part.
//
// **Timing.** Accepted (`wb_stall` low) in clock a, executed in a+1, answered in the clock after `bus_done`: a+3, where
// the core answers at once; up to 47 clocks later for a read of `NEXT`. `wb_stall` is high from a+1 to the clock after
// `bus_done`, so a write takes four clocks and a read five. `wb_ack` and `wb_err` are registers, high for one clock.
//
// **Invariants.** Each accepted transfer is executed once and answered once, unless the master drops `wb_cyc` first:
// then it is executed and not answered, and a cycle begun meanwhile waits until it is done. `wb_ack` and `wb_err` are
// never high together, nor without `wb_cyc` in the clock before.
module carillon_wishbone (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the transfer under way.
    input  wire wb_cyc,                      // A bus cycle is under way.
    input  wire wb_stb,                      // The master asks for a transfer.
    input  wire wb_we,                       // It is a write.
    input  wire [3:0] wb_sel,                // Which bytes.
    input  wire [5:0] wb_adr,                // Which word.
    input  wire [31:0] wb_dat_w,             // The word to write.
    output wire wb_ack,                      // The transfer is done.
    output wire wb_err,                      // The transfer has failed.
    output wire wb_stall,                    // No transfer is accepted in this clock.
    output wire bus_execute,                 // An access is made in this clock.
    output wire bus_write,                   // It is a write.
    output wire bus_whole,                   // It writes all four bytes.
    output wire [5:0] bus_address,           // Its word address.
    output wire [31:0] bus_data,             // The word written.
    input  wire bus_done,                    // The access is done.
    input  wire bus_failed                   // With `bus_done`: it has failed.
);
    reg wanted;                              // The bus cycle of the latest transfer accepted still lasts.
    reg acknowledging;                       // One clock ago the core answered that the access is done.
    reg refusing;                            // One clock ago the core answered that the access has failed.

    wire accepted = wb_cyc & wb_stb & ~wb_stall;
    wire answered = bus_done & wanted & wb_cyc;

    carillon_access access (
        .clock(clock), .reset(reset), .start(accepted), .start_write(wb_we & |wb_sel), .start_whole(&wb_sel),
        .start_address(wb_adr), .start_data(wb_dat_w), .busy(wb_stall), .bus_execute(bus_execute),
        .bus_write(bus_write), .bus_whole(bus_whole), .bus_address(bus_address), .bus_data(bus_data),
        .bus_done(bus_done)
    );

    assign wb_ack = acknowledging;
    assign wb_err = refusing;

    always @(posedge clock) begin
        wanted <= accepted | (wanted & wb_cyc);
        acknowledging <= answered & ~bus_failed;
        refusing <= answered & bus_failed;
        if (reset) begin
            wanted <= 1'b0;
            acknowledging <= 1'b0;
            refusing <= 1'b0;
        end
    end
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
