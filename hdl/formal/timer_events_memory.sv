// Stand for the two memories of carillon_keeper_events (hdl/src/shared/memory.rs) in timer_events.sv: the same, but
// an entry that is read at the edge of its write may show anything, as in block RAM.
`define MEMORY(name, width) \
module name ( \
    input clock, \
    input [9:0] write_address, \
    input [width-1:0] write_data, \
    input write_enable, \
    input [9:0] read_address, \
    output reg [width-1:0] read_data \
); \
    reg [width-1:0] entries [(1 << `FIFO_BITS) - 1:0]; \
    wire [`FIFO_BITS-1:0] write_entry = write_address, read_entry = read_address; \
    (* anyseq *) wire [width-1:0] anything; \
    always @(posedge clock) begin \
        if (write_enable) entries[write_entry] <= write_data; \
        read_data <= write_enable && write_entry == read_entry ? anything : entries[read_entry]; \
    end \
endmodule

`MEMORY(carillon_keeper_events_timers, 27)
`MEMORY(carillon_keeper_events_ticks, 32)
