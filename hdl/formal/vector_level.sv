// Proof of carillon_look_ahead_level_0 and $level_1 (hdl/src/vector_level.rs), for one word that the solver chooses: so for
// every word.
//
// Proved:
//   - a word that is read shows, one clock after its address, every write up to the clock of the address;
//   - the level above, written as this one says, has a bit set if and only if this one's word is not empty: in every
//     clock, when the write that is just handed on is counted; from the first time that a bit of the word was set or its
//     last was cleared, so after a sweep for all words.
//
// Assumed: nothing. Memory and registers may begin with anything; busy_memory.sv stands for the block RAM.
module vector_level (
    input clock,
    input write_enable,
    input [19:0] write_address,
    input write_data,
    input [15:0] read_address
);
    localparam WORD_BITS = `SLOT_BITS - 4;
    (* anyconst *) wire [WORD_BITS-1:0] watched;
    wire [15:0] read_data;
    wire above_enable, above_data;
    wire [19:0] above_address;

    vector_level_chip chip (
        .clock(clock), .write_enable(write_enable), .write_address(write_address), .write_data(write_data),
        .read_address(read_address), .read_data(read_data), .above_enable(above_enable),
        .above_address(above_address), .above_data(above_data)
    );

    wire [15:0] word;
    memory_port #(.MEMID("\\chip.bits.bits.busy"), .ABITS(WORD_BITS), .WIDTH(16))
        word_port (.CLK(1'b0), .EN(1'b1), .ADDR(watched), .DATA(word));

    // The word as the writes make it, from what it was in the first clock on; and its bit above.
    reg known = 0, fetched = 0;
    reg [15:0] bits;
    wire written = write_enable && write_address[`SLOT_BITS-1:4] == watched;
    wire [15:0] bit_written = 16'h1 << write_address[3:0];
    wire [15:0] bits_now = known ? bits : word;
    wire handed_on = above_enable && above_address[WORD_BITS-1:0] == watched;
    reg above = 0, above_known = 0;
    wire above_next = handed_on ? above_data : above;

    always @(posedge clock) begin
        known <= 1;
        bits <= written ? (write_data ? bits_now | bit_written : bits_now & ~bit_written) : bits_now;
        fetched <= !write_enable && read_address[WORD_BITS-1:0] == watched;
        above <= above_next;
        above_known <= above_known || (handed_on && known);
    end

    always @* if (known) begin
        assert (word == bits);
        if (fetched) assert (read_data == bits);
        if (above_known || handed_on) assert (above_next == (bits != 0));
    end

    // Reachable: each kind of write, just read.
    always @* if (above_known) begin
        cover (fetched && read_data == 16'h8001 && watched == 3);
        cover (handed_on && !above && bits == 16'h8000);
        cover (handed_on && above && bits == 0);
    end
endmodule
