// Stands for carillon_bit_memory with two ports (hdl/src/shared/memory.rs) in busy_bits.sv and vector_level.sv: the
// same memory, but a bit that is read at the edge of its write may show anything, as in block RAM.
module carillon_bit_memory #(
    parameter ADDRESS_BITS = 12,
    parameter [0:0] ONE_PORT = 0
) (
    input clock,
    input [ADDRESS_BITS-1:0] write_address,
    input write_data,
    input write_enable,
    input whole,
    input [ADDRESS_BITS-5:0] read_address,
    output reg [15:0] read_data
);
    (* anyseq *) wire anything;
    reg [15:0] busy [(1 << ADDRESS_BITS) / 16 - 1:0];

    always @(posedge clock) begin
        if (write_enable) busy[write_address[ADDRESS_BITS-1:4]][write_address[3:0]] <= write_data;
        read_data <= busy[read_address];
        if (write_enable && write_address[ADDRESS_BITS-1:4] == read_address) read_data[write_address[3:0]] <= anything;
    end
endmodule
