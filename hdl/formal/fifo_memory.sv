// Stand for the two memories of carillon_event_fifo (hdl/src/shared/memory.rs) in event_fifo.sv: the same, but an entry that
// is read at the edge of its write may show anything, as in block RAM. Of the lower half only the last entry is written
// and read: that is proved here, and no other is kept.
module any_on_collision #(
    parameter WIDTH = 1
) (
    input collides,
    input [WIDTH-1:0] old,
    output [WIDTH-1:0] shown
);
    (* anyseq *) wire [WIDTH-1:0] anything;
    assign shown = collides ? anything : old;
endmodule

module carillon_event_fifo_places (
    input clock,
    input [9:0] write_address,
    input [23:0] write_data,
    input write_enable,
    input [9:0] read_address,
    output reg [23:0] read_data
);
    reg [23:0] entries [(1 << `FIFO_BITS) - 1:0];
    reg [23:0] nothing;
    wire [`FIFO_BITS-1:0] write_entry = write_address, read_entry = read_address;
    wire [23:0] shown;
    any_on_collision #(.WIDTH(24)) collision (
        .collides(write_enable && write_address == read_address),
        .old(read_address[`FIFO_BITS] ? entries[read_entry] : nothing), .shown(shown)
    );
    reg started = 0;
    always @(posedge clock) started <= 1;
    always @* if (started) assert (!write_enable || write_address[`FIFO_BITS] || &write_entry);
    always @* if (started) assert (read_address[`FIFO_BITS] || &read_entry);
    always @(posedge clock) begin
        if (write_enable && write_address[`FIFO_BITS]) entries[write_entry] <= write_data;
        if (write_enable && !write_address[`FIFO_BITS]) nothing <= write_data;
        read_data <= shown;
    end
endmodule

module carillon_event_fifo_ticks (
    input clock,
    input [9:0] write_address,
    input [31:0] write_data,
    input write_enable,
    input [9:0] read_address,
    output reg [31:0] read_data
);
    reg [31:0] entries [(1 << `FIFO_BITS) - 1:0];
    reg [31:0] nothing;
    wire [`FIFO_BITS-1:0] write_entry = write_address, read_entry = read_address;
    wire [31:0] shown;
    any_on_collision #(.WIDTH(32)) collision (
        .collides(write_enable && write_address == read_address),
        .old(read_address[`FIFO_BITS] ? entries[read_entry] : nothing), .shown(shown)
    );
    reg started = 0;
    always @(posedge clock) started <= 1;
    always @* if (started) assert (!write_enable || write_address[`FIFO_BITS] || &write_entry);
    always @* if (started) assert (read_address[`FIFO_BITS] || &read_entry);
    always @(posedge clock) begin
        if (write_enable && write_address[`FIFO_BITS]) entries[write_entry] <= write_data;
        if (write_enable && !write_address[`FIFO_BITS]) nothing <= write_data;
        read_data <= shown;
    end
endmodule
