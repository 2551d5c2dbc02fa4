// SPDX-License-Identifier: MIT OR Apache-2.0
// The AXI4-Lite adapter of both Carillon chips. Version 0.1.0.
// With it goes carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// # AXI4-Lite bus adapter
//
// **Purpose.** Carries the transfers of an AXI4-Lite master to the register bus.
//
// **Interface.** A 32-bit slave with byte addresses, 256 bytes. The low two address bits are ignored: an address means
// the word that contains it. SLVERR answers a transfer that found no register, and a write of a part of a word
// (strobes neither 1111 nor 0000), which changes nothing. A write of no byte is executed as a read, which changes
// nothing either, and answered as a write. Protection bits are not looked at; the top leaves them unconnected.
//
// **Timing.** Each channel holds one transfer, so `s_axi_awready`, `s_axi_wready` and `s_axi_arready` do not wait for
// anything on another channel: address and data of a write may come in either order, and the next may come while one is
// answered. All outputs are registers or their inverse; no output depends on an input of the same clock. Taken in clock
// a (for a write: the later of address and data), executed in a+2, `s_axi_bvalid` in a+4, `s_axi_rvalid` in a+5, where
// the core answers at once.
//
// **Invariants.** Each write (one address and one datum) and each read is executed once and answered once, in order.
// `s_axi_bvalid` and `s_axi_rvalid` stay, with what they tell, until `s_axi_bready` and `s_axi_rready`. A response that
// is not taken holds up its own kind only. Where a read and a write both wait, they take turns.
module carillon_axi_lite (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the transfers under way.
    input  wire [7:0] s_axi_awaddr,          // Write address: byte address.
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
    input  wire s_axi_arvalid,               // Read address: offered.
    output wire s_axi_arready,               // Read address: taken when offered.
    output wire [31:0] s_axi_rdata,          // Read data: the word.
    output wire [1:0] s_axi_rresp,           // Read data: 0 is OKAY, 2 is SLVERR.
    output wire s_axi_rvalid,                // Read data: offered.
    input  wire s_axi_rready,                // Read data: taken when offered.
    // The access under way, or the latest one, is a write's; one without a strobe is executed as a read.
    output wire of_write,
    output wire bus_execute,                 // An access is made in this clock.
    output wire bus_write,                   // It is a write.
    output wire bus_whole,                   // It writes all four bytes.
    output wire [5:0] bus_address,           // Its word address.
    output wire [31:0] bus_data,             // The word written.
    input  wire bus_done,                    // The access is done.
    input  wire bus_failed,                  // With `bus_done`: it has failed.
    input  wire [31:0] bus_read_data         // The word read, from the clock after `bus_done` on.
);
    reg write_address_held;                  // A write address was taken and waits for its access.
    reg [5:0] write_address;                 // Word address of the latest write taken.
    reg write_data_held;                     // Write data were taken and wait for their access.
    reg [31:0] write_data;                   // The latest write data taken.
    reg write_whole;                         // The latest write data had all four byte strobes.
    reg write_some;                          // The latest write data had a byte strobe.
    reg read_address_held;                   // A read address was taken and waits for its access.
    reg [5:0] read_address;                  // Word address of the latest read taken.
    reg write_last;                          // The access under way, or the latest one, is a write.
    reg write_answered;                      // A write was answered; its response is not taken yet.
    reg write_failed;                        // The write that was answered last has failed.
    reg read_done;                           // The core answered a read one clock ago: its word is there.
    reg read_failed;                         // The core's answer of one clock ago, if any, was a failure.
    reg read_answered;                       // A read was answered; its word is not taken yet.
    reg read_refused;                        // The read that was answered last has failed.
    reg [31:0] word_read;                    // The word of the read that was answered last.

    wire access_busy;
    wire write_ready = write_address_held & write_data_held & ~write_answered;
    wire read_ready = read_address_held & ~read_answered;
    wire start_write = ~access_busy & write_ready & ~(read_ready & write_last);
    wire start_read = ~access_busy & read_ready & ~(write_ready & ~write_last);
    wire ended = bus_done & access_busy;

    carillon_access access (
        .clock(clock), .reset(reset), .start(start_write | start_read), .start_write(start_write & write_some),
        .start_whole(write_whole), .start_address(start_write ? write_address : read_address),
        .start_data(write_data), .busy(access_busy), .bus_execute(bus_execute), .bus_write(bus_write),
        .bus_whole(bus_whole), .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done)
    );

    assign s_axi_awready = ~write_address_held;
    assign s_axi_wready = ~write_data_held;
    assign s_axi_arready = ~read_address_held;
    assign s_axi_bvalid = write_answered;
    assign s_axi_bresp = {write_failed, 1'b0};
    assign s_axi_rvalid = read_answered;
    assign s_axi_rresp = {read_refused, 1'b0};
    assign s_axi_rdata = word_read;
    assign of_write = write_last;

    always @(posedge clock) begin
        if (start_write | start_read) write_last <= start_write;
        if (start_write) begin
            write_address_held <= 1'b0;
            write_data_held <= 1'b0;
        end
        if (start_read) read_address_held <= 1'b0;
        if (s_axi_awvalid & ~write_address_held) begin
            write_address_held <= 1'b1;
            write_address <= s_axi_awaddr[7:2];
        end
        if (s_axi_wvalid & ~write_data_held) begin
            write_data_held <= 1'b1;
            write_data <= s_axi_wdata;
            write_whole <= &s_axi_wstrb;
            write_some <= |s_axi_wstrb;
        end
        if (s_axi_arvalid & ~read_address_held) begin
            read_address_held <= 1'b1;
            read_address <= s_axi_araddr[7:2];
        end
        if (write_answered & s_axi_bready) write_answered <= 1'b0;
        if (ended & write_last) begin
            write_answered <= 1'b1;
            write_failed <= bus_failed;
        end
        read_done <= ended & ~write_last;
        read_failed <= bus_failed;
        if (read_answered & s_axi_rready) read_answered <= 1'b0;
        if (read_done) begin
            read_answered <= 1'b1;
            read_refused <= read_failed;
            word_read <= bus_read_data;
        end
        if (reset) begin
            write_address_held <= 1'b0;
            write_data_held <= 1'b0;
            read_address_held <= 1'b0;
            write_last <= 1'b0;
            write_answered <= 1'b0;
            read_done <= 1'b0;
            read_answered <= 1'b0;
        end
    end

    wire unused = &{1'b0, s_axi_awaddr[1:0], s_axi_araddr[1:0]};
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
