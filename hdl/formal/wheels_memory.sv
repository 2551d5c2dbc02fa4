// Stand for two of the memories of carillon_wheels (hdl/src/shared/memory.rs) in wheels.sv: the same, but an entry that is
// read at the edge of its write may show anything, as in block RAM.
module carillon_wheels_lasts (
    input clock,
    input [9:0] write_address,
    input [19:0] write_data,
    input write_enable,
    input [9:0] read_address,
    output reg [19:0] read_data
);
    (* anyseq *) wire [19:0] anything;
    reg [19:0] entries [7:0];
    wire [2:0] write_entry = write_address[2:0], read_entry = read_address[2:0];
    always @(posedge clock) begin
        if (write_enable) entries[write_entry] <= write_data;
        read_data <= write_enable && write_entry == read_entry ? anything : entries[read_entry];
    end
endmodule

module carillon_wheels_bases (
    input clock,
    input [9:0] write_address,
    input [16:0] write_data,
    input write_enable,
    input [9:0] read_address,
    output reg [16:0] read_data
);
    (* anyseq *) wire [16:0] anything;
    reg [16:0] entries [15:0];
    wire [3:0] write_entry = write_address[3:0], read_entry = read_address[3:0];
    always @(posedge clock) begin
        if (write_enable) entries[write_entry] <= write_data;
        read_data <= write_enable && write_entry == read_entry ? anything : entries[read_entry];
    end
endmodule
