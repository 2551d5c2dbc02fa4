// Proof of carillon_vector_level (hdl/src/shared/vector_level.rs), for one word that the solver chooses:
// so for every word.
//
// Proved:
//   - a word that is read in a clock that does not follow a write shows, one clock after its address, all writes
//     before;
//   - two clocks after the last write to the word, and later, the level above, written as this one says, has a bit
//     set if and only if the word is not empty; from the word's first write on, so after a sweep for all words;
//   - of the level above no bit is written but those of this one's words.
//
// Assumed: nothing. Memory and registers may begin with anything; busy_memory.sv stands for the block RAM.
module vector_level #(
    parameter BITS = 10
) (
    input clock,
    input write_enable,
    input [19:0] write_address,
    input write_data,
    input [15:0] read_address
);
    localparam WORD_BITS = BITS - 4;
    (* anyconst *) wire [WORD_BITS-1:0] watched;
    wire [15:0] read_data;
    wire above_enable, above_data;
    wire [19:0] above_address;

    carillon_vector_level #(.BITS(BITS)) chip (
        .clock(clock), .write_enable(write_enable), .write_address(write_address), .write_data(write_data),
        .read_address(read_address), .read_data(read_data), .above_enable(above_enable),
        .above_address(above_address), .above_data(above_data)
    );

    (* hierconn *) wire \chip.written ;
    (* hierconn *) wire [15:0] \chip.written_word ;
    (* hierconn *) wire \chip.read_back ;
    (* hierconn *) wire [15:0] \chip.read_back_word ;
    wire [15:0] word;
    memory_port #(.MEMID("\\chip.bits.busy"), .ABITS(WORD_BITS), .WIDTH(16))
        word_port (.CLK(1'b0), .EN(1'b1), .ADDR(watched), .DATA(word));

    // The word as the writes make it, from what it was in the first clock on; and its bit above.
    reg known = 0, follows = 0, fetched = 0;
    reg [15:0] bits;
    wire written = write_enable && write_address[BITS-1:4] == watched;
    wire [15:0] bit_written = 16'h1 << write_address[3:0];
    wire [15:0] bits_now = known ? bits : word;
    // The write of the clock before and the one before that: whether there was one, of this word, of which bit.
    reg written_1 = 0, written_2 = 0, ours_1 = 0, ours_2 = 0;
    reg [15:0] bit_1;
    reg [WORD_BITS-1:0] word_1, word_2;
    wire above_bit = above_address[WORD_BITS-1:0] == watched;
    wire handed_on = above_enable && above_bit;
    reg above = 0, above_known = 0;
    wire above_next = handed_on ? above_data : above;

    always @(posedge clock) begin
        known <= 1;
        follows <= known;
        bits <= written ? (write_data ? bits_now | bit_written : bits_now & ~bit_written) : bits_now;
        fetched <= !\chip.written && read_address[WORD_BITS-1:0] == watched && !written;
        {written_1, written_2} <= {write_enable, written_1 && known};
        {ours_1, ours_2} <= {written, ours_1 && known};
        {word_1, word_2} <= {write_address[BITS-1:4], word_1};
        bit_1 <= bit_written;
        above <= above_next;
        above_known <= above_known || (handed_on && known && written_2);
    end

    always @* if (known) begin
        assert (word == bits);
        if (fetched) word_as_written: assert (read_data == bits);
        if (follows && handed_on) above_in_its_words: assert (above_address[19:WORD_BITS] == 1);
        if (above_known && !ours_1 && !ours_2) above_says_busy: assert (above == (bits != 0));
`ifndef PORTS_ONLY
        // Invariants for the induction: what is under way, and what is known of the bit above meanwhile.
        assert (\chip.written == written_1 && (!written_1 || \chip.written_word [WORD_BITS-1:0] == word_1));
        assert (ours_1 == (written_1 && word_1 == watched) && ours_2 == (written_2 && word_2 == watched));
        if (follows) begin
            assert (\chip.read_back == written_2 && (!written_2 || \chip.read_back_word [WORD_BITS-1:0] == word_2));
            if (ours_2) assert (((read_data ^ bits) & ~(ours_1 ? bit_1 : 16'h0)) == 0);
        end
        if (above_known) assert (follows);
`endif
    end

    // Reachable: each kind of write, just read.
    always @* if (above_known) begin
        cover (fetched && read_data == 16'h8001 && watched == 3);
        cover (handed_on && !above && bits == 16'h8000);
        cover (handed_on && above && bits == 0);
    end
endmodule
