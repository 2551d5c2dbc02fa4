// Stands for carillon_memory (hdl/src/shared/memory.rs) in wheels.sv and timer_events.sv: the same, but an
// entry that is read at the edge of its write may show anything, as in block RAM.
module carillon_memory #(
    parameter WIDTH = 1,
    parameter ADDRESS_BITS = 1
) (
    input clock,
    input [ADDRESS_BITS-1:0] write_address,
    input [WIDTH-1:0] write_data,
    input write_enable,
    input [ADDRESS_BITS-1:0] read_address,
    output reg [WIDTH-1:0] read_data
);
    (* anyseq *) wire [WIDTH-1:0] anything;
    reg [WIDTH-1:0] entries [(1 << ADDRESS_BITS) - 1:0];
    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= write_enable && write_address == read_address ? anything : entries[read_address];
    end
endmodule
