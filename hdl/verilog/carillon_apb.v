// SPDX-License-Identifier: MIT OR Apache-2.0
// The APB4 adapter of both Carillon chips. Version 0.1.0.
// With it goes carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// # APB bus adapter
//
// **Purpose.** Carries the transfers of an APB master to the register bus.
//
// **Interface.** A completer of AMBA APB4 (APB3 with `pstrb` tied to 1111) with byte addresses, 256 bytes. The low two
// address bits are ignored: an address means the word that contains it. `pslverr` comes with `pready` where there is
// no register, and for a write of a part of a word (strobes neither 1111 nor 0000), which changes nothing. A write of
// no byte is executed as a read, which changes nothing either. The word read goes from the core to its pins, past this
// part. The protection bits of APB4 have no pins.
//
// **Timing.** A setup clock a is executed in a+1 and answered in the clock after `bus_done`: `pready` is high in a+3
// for a write, a+4 for a read, where the core answers at once; up to 47 clocks later for a read of `NEXT`. `pready` and
// `pslverr` are registers, high for one clock. The next setup clock may follow that.
//
// **Invariants.** Each transfer is executed once and answered once, unless the master drops `psel` before the answer:
// then it is executed and not answered, and a transfer begun meanwhile waits until it is done. `pslverr` is never high
// without `pready`, nor that without `psel` in the clock before.
module carillon_apb (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the transfer under way.
    input  wire psel,                        // The chip is selected.
    input  wire [7:0] paddr,                 // Byte address.
    input  wire pwrite,                      // It is a write.
    input  wire [31:0] pwdata,               // The word to write.
    input  wire [3:0] pstrb,                 // Which bytes of it.
    output wire pready,                      // The transfer ends.
    output wire pslverr,                     // With `pready`: it has failed.
    output wire accepted,                    // A transfer is accepted in this clock.
    output wire bus_execute,                 // An access is made in this clock.
    output wire bus_write,                   // It is a write.
    output wire bus_whole,                   // It writes all four bytes.
    output wire [5:0] bus_address,           // Its word address.
    output wire [31:0] bus_data,             // The word written.
    input  wire bus_done,                    // The access is done.
    input  wire bus_failed                   // With `bus_done`: it has failed.
);
    reg wanted;                              // The chip has been selected since it accepted the transfer.
    reg ready;                               // The core answered the selected transfer one clock ago.
    reg failed;                              // One clock ago the core answered that the transfer has failed.

    wire access_busy;
    wire answered = bus_done & wanted & psel;

    carillon_access access (
        .clock(clock), .reset(reset), .start(psel & ~access_busy), .start_write(pwrite & |pstrb),
        .start_whole(&pstrb), .start_address(paddr[7:2]), .start_data(pwdata), .busy(access_busy),
        .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole), .bus_address(bus_address),
        .bus_data(bus_data), .bus_done(bus_done)
    );

    assign accepted = psel & ~access_busy;
    assign pready = ready;
    assign pslverr = failed;

    always @(posedge clock) begin
        wanted <= psel & (~access_busy | wanted);
        ready <= answered;
        failed <= answered & bus_failed;
        if (reset) begin
            wanted <= 1'b0;
            ready <= 1'b0;
            failed <= 1'b0;
        end
    end

    wire unused = &{1'b0, paddr[1:0]};
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
