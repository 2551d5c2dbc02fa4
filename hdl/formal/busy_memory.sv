// Stands for carillon_busy_bits_bits (hdl/src/shared/memory.rs) in busy_bits.sv: the same memory, but a bit that is read at
// the edge of its write may show anything, as in block RAM.
module carillon_busy_bits_bits (
    input clock,
    input [19:0] write_address,
    input write_data,
    input write_enable,
    input whole,
    input [15:0] read_address,
    output reg [15:0] read_data
);
    (* anyseq *) wire anything;
    reg [15:0] busy [(1 << `SLOT_BITS) / 16 - 1:0];
    wire [`SLOT_BITS-1:0] slot = write_address[`SLOT_BITS-1:0];
    wire [`SLOT_BITS-5:0] word = read_address[`SLOT_BITS-5:0];
    integer i;
    initial for (i = 0; i < (1 << `SLOT_BITS) / 16; i = i + 1) busy[i] = 16'h0000;

    always @(posedge clock) begin
        if (write_enable) busy[slot[`SLOT_BITS-1:4]][slot[3:0]] <= write_data;
        read_data <= busy[word];
        if (write_enable && slot[`SLOT_BITS-1:4] == word) read_data[slot[3:0]] <= anything;
    end
endmodule
