// Proof of a level of the look-ahead, carillon$look_ahead$level_0 (hdl/src/vector_level.rs), for one word that the solver
// chooses: so for every word. The other levels are the same module with fewer words.
//
// Proved: the bit of the level above, if that makes the writes it is told to make, is set if and only if the word of this
// level was not empty a clock ago; so they agree as soon as a clock passes without a write. A clear does not disturb this.
//
// Assumed: the memory begins cleared, as its `initial` says, and so does the level above.
module vector_level #(
    parameter SLOT_BITS = 10
) (
    input clock,
    input [19:0] write_address,
    input write_data,
    input write_enable,
    input [15:0] read_address
);
    (* anyconst *) wire [SLOT_BITS-5:0] watched;
    wire [15:0] read_data;
    wire above_enable, above_data;
    wire [19:0] above_address;

    \carillon$look_ahead$level_0 chip (
        .clock(clock), .write_address(write_address), .write_data(write_data), .write_enable(write_enable),
        .read_address(read_address), .read_data(read_data), .above_enable(above_enable), .above_address(above_address),
        .above_data(above_data)
    );

    (* hierconn *) wire \chip.written$q ;
    (* hierconn *) wire [15:0] \chip.written_word$q ;
    wire [15:0] kept;
    memory_port #(.MEMID("\\chip.bits.bits.busy"), .ABITS(SLOT_BITS - 4), .WIDTH(16))
        busy_port (.CLK(1'b0), .EN(1'b1), .ADDR(watched), .DATA(kept));

    reg above = 0, fetched = 0, started = 0;
    reg [15:0] past_kept = 0;
    wire [15:0] address = write_enable ? write_address[19:4] : read_address;
    always @(posedge clock) begin
        started <= 1;
        past_kept <= kept;
        fetched <= address[SLOT_BITS-5:0] == watched;
        if (above_enable && above_address[SLOT_BITS-5:0] == watched) above <= above_data;
    end

    wire watched_written = \chip.written$q && \chip.written_word$q [SLOT_BITS-5:0] == watched;
    always @* begin
        assert (above == (past_kept != 0));
        if (fetched) assert (read_data == kept);
`ifndef PORTS_ONLY
        // Invariants for the induction.
        if (watched_written) assert (fetched);
        else assert (kept == past_kept);
        if (!started) assert (kept == 0);
`endif
    end

    always @* if (started) begin
        cover (above && kept == 0);
        cover (!above && kept == 16'h0100);
        cover (above && watched_written && kept == 16'h0001 && past_kept == 16'h0003);
    end
endmodule
