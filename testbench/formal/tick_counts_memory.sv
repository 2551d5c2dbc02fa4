// Stands for carillon_memory (hdl/src/shared/memory.rs) in tick_counts.sv: what it shows when a byte is read at the
// edge of its write is anything, and so is what it holds at first.
module carillon_memory #(
    parameter WIDTH = 8,
    parameter ADDRESS_BITS = 5
) (
    input clock,
    input [ADDRESS_BITS-1:0] write_address,
    input [WIDTH-1:0] write_data,
    input write_enable,
    input [ADDRESS_BITS-1:0] read_address,
    output reg [WIDTH-1:0] read_data
);
    reg [191:0] all;
    wire [191:0] held = all;
    (* anyseq *) wire [7:0] anything;
    wire [4:0] to = write_address, from = read_address;
    always @(posedge clock) begin
        if (write_enable) all[{to, 3'd0} +: 8] <= write_data;
        read_data <= (write_enable && to == from) || from >= 24 ? anything : all[{from, 3'd0} +: 8];
    end
endmodule
