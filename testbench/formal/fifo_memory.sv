// Stands for carillon_memory (hdl/src/shared/memory.rs) in event_fifo.sv: the same, but an entry that is read at the
// edge of its write may show anything, as in block RAM. Of the lower half only the last entry is written and read:
// that is proved here, and no other is kept.
module carillon_memory #(
    parameter WIDTH = 1,
    parameter ADDRESS_BITS = 2
) (
    input clock,
    input [ADDRESS_BITS-1:0] write_address,
    input [WIDTH-1:0] write_data,
    input write_enable,
    input [ADDRESS_BITS-1:0] read_address,
    output reg [WIDTH-1:0] read_data
);
    localparam HALF = ADDRESS_BITS - 1;
    reg [WIDTH-1:0] entries [(1 << HALF) - 1:0];
    reg [WIDTH-1:0] nothing;
    (* anyseq *) wire [WIDTH-1:0] anything;
    wire [HALF-1:0] write_entry = write_address, read_entry = read_address;
    wire collides = write_enable && write_address == read_address;
    reg started = 0;
    always @(posedge clock) started <= 1;
    always @* if (started) assert (!write_enable || write_address[HALF] || &write_entry);
    always @* if (started) assert (read_address[HALF] || &read_entry);
    always @(posedge clock) begin
        if (write_enable && write_address[HALF]) entries[write_entry] <= write_data;
        if (write_enable && !write_address[HALF]) nothing <= write_data;
        read_data <= collides ? anything : read_address[HALF] ? entries[read_entry] : nothing;
    end
endmodule
