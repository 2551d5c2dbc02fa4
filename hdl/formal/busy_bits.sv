// Proof of carillon$busy_bits (hdl/src/busy_bits.rs) for one slot that the solver chooses: so for every slot.
//
// Proved: the memory is, for each slot, the one-bit memory that cursor.sv puts in its place:
//   - a slot's bit is what the last write to this slot wrote, and no write to another slot changes it;
//   - a word shows it one clock after the word's address, with the write at the same edge (write first).
//
// Assumed: nothing, but that the memory begins cleared, as its `initial` says. When a bit is read at the edge of its
// write, the block RAM underneath gives anything: busy_memory.sv stands for it.
module busy_bits #(
    parameter SLOT_BITS = 10
) (
    input clock,
    input [19:0] write_address,
    input write_data,
    input write_enable,
    input [15:0] read_address
);
    (* anyconst *) wire [SLOT_BITS-1:0] watched;
    wire [15:0] read_data;

    \carillon$busy_bits chip (
        .clock(clock), .write_address(write_address), .write_data(write_data), .write_enable(write_enable),
        .read_address(read_address), .read_data(read_data)
    );

    wire [15:0] kept_word;
    memory_port #(.MEMID("\\chip.bits.busy"), .ABITS(SLOT_BITS - 4), .WIDTH(16))
        busy_port (.CLK(1'b0), .EN(1'b1), .ADDR(watched[SLOT_BITS-1:4]), .DATA(kept_word));

    reg busy = 0;
    reg fetched = 0, past_written = 0;
    wire written = write_enable && write_address[SLOT_BITS-1:0] == watched;
    always @(posedge clock) begin
        if (written) busy <= write_data;
        past_written <= written;
        fetched <= read_address[SLOT_BITS-5:0] == watched[SLOT_BITS-1:4];
    end

    wire shown = read_data >> watched[3:0];
    wire kept = kept_word >> watched[3:0];
    always @* begin
        if (fetched) assert (shown == busy);
`ifndef PORTS_ONLY
        // Invariant for the induction.
        assert (kept == busy);
`endif
    end

    always @* begin
        cover (fetched && past_written && shown && watched == 77);
        cover (fetched && past_written && !shown && read_data == 16'hc000 && watched[3:0] == 1);
        cover (fetched && !past_written && shown && read_data == 16'h0003 && watched[3:0] == 1);
    end
endmodule
