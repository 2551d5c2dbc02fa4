// What the block RAMs of the families have in common: words of bytes, a port that writes and a port that reads.
//
// Both ports have one clock, as in the chip, and a word follows its address by one clock. The memory begins with no
// value, whatever the device loads into it: the chip counts on no first value. A byte that is read at the edge at which
// it is written is X, which the chip must bear, or with OLD what was there before. The other bytes of that word are
// read as they are, on which the counter chip's busy bits count. An address or an enable that is X while it matters
// makes X of what it may have touched.
`timescale 1ps / 1ps

module block_ram_words (clock, write, write_address, written, read, read_address, shown);
    parameter ADDRESS_BITS = 9;
    parameter BYTES = 4;
    parameter BITS = 9;
    parameter OLD = 0;

    input clock, read;
    // A bit for each byte.
    input [BYTES - 1:0] write;
    input [ADDRESS_BITS - 1:0] write_address, read_address;
    input [BYTES * BITS - 1:0] written;
    output reg [BYTES * BITS - 1:0] shown;

    reg [BYTES * BITS - 1:0] words [0:(1 << ADDRESS_BITS) - 1];
    reg [BYTES * BITS - 1:0] word, met, stored;
    integer n;

    always @(posedge clock) begin
        // Blocking, so that all is as it was before the edge.
        word = words[read_address];
        met = word;
        stored = words[write_address];
        for (n = 0; n < BYTES; n = n + 1) begin
            if (write[n] !== 1'b0) begin
                if (!OLD && (write_address == read_address) !== 1'b0) met[n * BITS +: BITS] = {BITS{1'bx}};
                stored[n * BITS +: BITS] = write[n] === 1'b1 ? written[n * BITS +: BITS] : {BITS{1'bx}};
            end
        end
        if (read === 1'b1) shown <= met;
        else if (read !== 1'b0) shown <= {BYTES * BITS{1'bx}};
        if (write !== {BYTES{1'b0}}) begin
            if ((^write_address) === 1'bx)
                for (n = 0; n < 1 << ADDRESS_BITS; n = n + 1) words[n] = {BYTES * BITS{1'bx}};
            else words[write_address] = stored;
        end
    end
endmodule

// The same with a port that writes a bit and a port that reads words of sixteen, whose bit 0 has the lowest address.
module block_ram_bits (clock, write, write_address, written, read, read_address, shown);
    parameter ADDRESS_BITS = 14;
    parameter OLD = 0;

    input clock, write, written, read;
    input [ADDRESS_BITS - 1:0] write_address;
    input [ADDRESS_BITS - 5:0] read_address;
    output [15:0] shown;

    wire [15:0] selected = {15'b0, write} << write_address[3:0];

    block_ram_words #(.ADDRESS_BITS(ADDRESS_BITS - 4), .BYTES(16), .BITS(1), .OLD(OLD)) words (
        .clock(clock),
        .write(write === 1'b0 ? 16'b0 : selected),
        .write_address(write_address[ADDRESS_BITS - 1:4]),
        .written({16{written}}),
        .read(read),
        .read_address(read_address),
        .shown(shown)
    );
endmodule

// Ends the simulation if the netlist uses a RAM in a way that the model does not cover.
module block_ram_limits (clock, parameters, pins);
    parameter CELL = "";

    input clock;
    // Each is 1 if the model covers what the netlist says.
    input parameters, pins;

    // In both, when what is asked for has settled.
    initial #1 if (parameters !== 1'b1) begin
        $display("%0s: the model does not cover the value of a parameter", CELL);
        $finish;
    end

    always @(posedge clock) #1 if (pins !== 1'b1) begin
        $display("%0s: the model does not cover the value of a pin", CELL);
        $finish;
    end
endmodule
