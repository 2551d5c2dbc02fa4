// Proof of carillon_counter_busy_bits (hdl/src/counter_chip/busy_bits.rs) for one slot that the solver chooses: so
// for every slot.
//
// Proved: the memory is, for each slot, the one-bit memory that cursor.sv puts in its place:
//   - a slot's bit is what the last write to this slot wrote, and no write to another slot changes it;
//   - `slot_busy` shows it one clock after the slot's address, if its word was read in the clock before that; with the
//     writes at both edges (write first);
//   - `word_busy` is high one clock after an address in the slot's word if the bit is set; if no bit of the word was
//     written at either edge, it is high only if one of them is set.
//
// With memory of one port (SINGLE_PORT), where the memory is the chip's own:
//   - the same of every address but those that come in the clock of a write or in the next two: what is shown of them
//     is anything;
//   - a `whole` write writes all bits of the word.
//
// Assumed: no write follows another in the next clock, unless it is a `whole` one after a `whole` one, and the address
// of any other stands for another clock (arming.sv); no answer is used that is not promised: one to an address of
// the clock of a `whole` write or in the next two (arming.sv: not when `ready`; cursor.sv: not before `running`), and
// with one port of any write (arming.sv, cursor.sv), and then nothing is written in the first clock. The reference
// begins with what the memory holds. When a bit is read at the edge of its write, the block RAM underneath gives
// anything: busy_memory.sv stands for it.
module busy_bits #(
    parameter SLOT_BITS = 10
) (
    input clock,
    input [19:0] write_address,
    input write_data,
    input write_enable,
    input whole,
    input [15:0] read_word,
    input [19:0] look_address
);
    (* anyconst *) wire [SLOT_BITS-1:0] watched;
    wire slot_busy, word_busy;
`ifdef SINGLE_PORT
    localparam [0:0] ONE_PORT = 1;
`else
    localparam [0:0] ONE_PORT = 0;
`endif

    carillon_counter_busy_bits #(.SLOT_BITS(SLOT_BITS), .SINGLE_PORT(ONE_PORT)) chip (
        .clock(clock), .write_address(write_address), .write_data(write_data), .write_enable(write_enable),
        .whole(whole), .read_word(read_word), .look_address(look_address), .slot_busy(slot_busy), .word_busy(word_busy)
    );

    wire [15:0] kept_word;
    wire kept = kept_word >> watched[3:0];
    // The write before.
    reg started = 0, past_write = 0, past_whole = 0, past_2_write = 0, past_2_whole = 0;
    reg [SLOT_BITS-1:0] past_address;
    always @(posedge clock) begin
        started <= 1;
        {past_write, past_2_write} <= {write_enable, past_write};
        {past_whole, past_2_whole} <= {whole, past_whole};
        past_address <= write_address;
    end
    always @* if (past_write) begin
        writes_apart: assume (!write_enable || (whole && past_whole));
        address_stands: assume (past_whole || write_address[SLOT_BITS-1:0] == past_address);
    end
`ifdef SINGLE_PORT
    localparam MEMORY = "\\chip.bits.one_port.bits.banks[0].busy";
    wire all_bits = whole;
    (* hierconn *) wire \chip.bits.one_port.bits.value ;
    (* hierconn *) wire \chip.bits.one_port.bits.all_bits ;
    (* hierconn *) wire [SLOT_BITS-1:0] \chip.bits.one_port.bits.slot ;
    (* hierconn *) wire [15:0] \chip.bits.one_port.bits.banks[0].read ;
    always @* if (!started) no_write_at_first: assume (!write_enable);
    wire readable = !write_enable && !past_write && !past_2_write;
    // The write of the watched bit is under way.
    wire of_word = past_write && \chip.bits.one_port.bits.slot [SLOT_BITS-1:4] == watched[SLOT_BITS-1:4];
    wire changing = of_word
        && (\chip.bits.one_port.bits.all_bits || \chip.bits.one_port.bits.slot [3:0] == watched[3:0]);
`else
    localparam MEMORY = "\\chip.bits.busy";
    wire all_bits = 0;
    wire changing = 0;
    wire readable = !(write_enable && whole) && !(past_write && past_whole) && !(past_2_write && past_2_whole);
`endif
    memory_port #(.MEMID(MEMORY), .ABITS(SLOT_BITS - 4), .WIDTH(16))
        busy_port (.CLK(1'b0), .EN(1'b1), .ADDR(watched[SLOT_BITS-1:4]), .DATA(kept_word));

    reg busy;
    // In the first clock a write may be under way of which nothing is known.
    reg begun = 0;
    (* anyseq *) wire anything;
    always @* if (!begun) reference_begins: assume (kept == busy);
    reg fetched = 0, fetched_word = 0, past_written = 0, past_2_written = 0, past_met = 0, past_2_met = 0, read = 0;
    // The word looked at is the one that was read.
    wire looks = begun && readable && read && look_address[SLOT_BITS-1:4] == watched[SLOT_BITS-1:4];
    wire written = write_enable && (write_address[SLOT_BITS-1:0] == watched
        || (all_bits && write_address[SLOT_BITS-1:4] == watched[SLOT_BITS-1:4]));
    always @(posedge clock) begin
        begun <= started;
        if (!started) busy <= anything;
        else if (written) busy <= write_data;
        {past_written, past_2_written} <= {written, past_written};
        past_met <= write_enable && write_address[SLOT_BITS-1:4] == watched[SLOT_BITS-1:4];
        past_2_met <= past_met;
        read <= read_word[SLOT_BITS-5:0] == watched[SLOT_BITS-1:4];
        fetched <= looks && look_address[3:0] == watched[3:0];
        fetched_word <= looks;
    end

    always @* begin
        if (fetched) slot_as_written: assert (slot_busy == busy);
        if (fetched_word && busy) word_as_written: assert (word_busy);
        if (fetched_word && !past_met && !past_2_met) assert (word_busy == |kept_word);
`ifndef PORTS_ONLY
        // Invariant for the induction.
        assert (kept == busy || changing);
`ifdef SINGLE_PORT
        if (changing) assert (\chip.bits.one_port.bits.value == busy);
        if (of_word && !\chip.bits.one_port.bits.all_bits )
            assert (|(\chip.bits.one_port.bits.banks[0].read & (16'h0001 << watched[3:0])) == kept);
`endif
`endif
    end

    always @* begin
`ifndef SINGLE_PORT
        cover (fetched && past_written && slot_busy && watched == 77);
        cover (fetched && past_2_written && slot_busy && watched == 77);
        cover (fetched && past_written && !slot_busy && kept_word == 16'hc000 && watched[3:0] == 1);
        cover (fetched_word && past_met && word_busy && kept_word == 0);
        cover (fetched_word && past_2_met && word_busy && kept_word == 0);
`endif
        cover (fetched && !past_written && !past_2_written && slot_busy && kept_word == 16'h0003 && watched[3:0] == 1);
        cover (fetched_word && !word_busy);
    end
endmodule
