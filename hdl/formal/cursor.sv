// Proof of carillon$cursor (hdl/src/cursor.rs), its 64-bit tick counter and find-first included, for every wheel size
// from 2 to the whole capacity, and for one slot, `watched`, that the solver chooses: so for every slot.
//
// Proved:
//   - the cursor is never ahead of now, in 64 bits;
//   - it goes forward by 0 to 16 ticks a clock, and `next_slot` and `lap` are those of tick cursor + 1 in every clock:
//     each advance counts on within the wheel, never beyond the last slot, then slot 0 and the next lap. So every tick
//     is visited once and in order, and a tick's slot is the tick modulo the wheel's size;
//   - when the cursor passes the watched slot, `event_strobe` with this slot is high in the next clock if and only if
//     its busy bit was set by the writes of the clocks before the pass; at no other time is there an event for it;
//   - with `event_strobe`, `cursor_low` and `cursor_high` are the tick of `event_slot`;
//   - an event follows only a clock in which `room` was high;
//   - the cursor does not idle: while now is ahead and `room` is high it goes on at least in every third clock.
//
// Assumed: `clear` is high in the first clock; now is 0 after a clear and else counts by 0 or 1 a clock
// (proved in time_base.sv), up to 2^64 - 1; the wheel's size changes only while now is 0 (the registers lock it);
// writes are to slots that the memory has (arming.sv). The memory is represented by the watched slot's bit, with the
// timing of carillon$busy_bits (busy_bits.sv); all other bits of a word are anything, in every clock anew.
module cursor #(
    parameter SLOT_BITS = 10
) (
    input clock,
    input clear,
    input tick,
    input [19:0] last_slot,
    input [15:0] other_bits,
    input write_enable,
    input [19:0] write_address,
    input write_data,
    input room,
    input [19:0] watched,
    // For the proof of visits.sv, which has this one as a part.
    output [19:0] next_slot,
    output [7:0] lap,
    output reg busy,
    output passed,
    output visited
);
    localparam CAPACITY = 1 << SLOT_BITS;

    reg [63:0] now = 0;
    wire [15:0] word_address;
    wire [19:0] event_slot;
    wire [31:0] cursor_low, cursor_high;
    wire event_strobe;
    wire [63:0] ticks = {cursor_high, cursor_low};

    // The watched slot's busy bit: written at the edge, read first.
    initial busy = 0;
    reg fetched = 0, fetched_busy = 0;
    wire writes_watched = write_enable && write_address == watched;
    wire [15:0] watched_mask = 16'h0001 << watched[3:0];
    wire [15:0] word_data =
        fetched ? (other_bits & ~watched_mask) | (fetched_busy ? watched_mask : 16'h0000) : other_bits;
    always @(posedge clock) begin
        if (writes_watched) busy <= write_data;
        fetched_busy <= busy;
        fetched <= word_address == watched[19:4];
    end

    \carillon$cursor chip (
        .clock(clock), .clear(clear), .now_low(now[31:0]), .now_high(now[63:32]), .last_slot(last_slot),
        .word_data(word_data), .write_enable(write_enable), .write_address(write_address), .write_data(write_data),
        .room(room), .word_address(word_address), .next_slot(next_slot), .lap(lap), .cursor_low(cursor_low),
        .cursor_high(cursor_high), .event_strobe(event_strobe), .event_slot(event_slot)
    );

    // The chip's own state, for the invariants that the induction needs. Yosys joins these with the wires of these
    // names when it flattens the design.
    (* hierconn *) wire \chip.looking$q ;
    (* hierconn *) wire \chip.upper_differs$q ;
    (* hierconn *) wire \chip.crossed$q ;
    (* hierconn *) wire [15:0] \chip.forward_set$q ;
    (* hierconn *) wire [15:0] \chip.forward_clear$q ;
    (* hierconn *) wire \chip.ticks.middle_full$q ;

    // The clock before.
    reg started = 0;
    reg past_clear, past_room, past_busy;
    reg [63:0] past_ticks;
    reg [19:0] past_slot, past_last, past_watched;
    reg [7:0] past_lap;
    reg [15:0] past_fetch;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_room <= room;
        past_busy <= busy;
        past_ticks <= ticks;
        past_slot <= next_slot;
        past_last <= last_slot;
        past_watched <= watched;
        past_lap <= lap;
        past_fetch <= word_address;
        if (clear) now <= 0;
        else now <= now + tick;
    end

    // What the last clock's advance must have done to the position.
    wire [4:0] advance = ticks - past_ticks;
    wire [20:0] reached = past_slot + advance;
    wire round = reached == past_last + 21'd1;
    assign passed = past_slot <= watched && watched < reached;
    assign visited = event_strobe && event_slot == watched;

    // A clock in which the cursor could have gone on and did not.
    reg past_waits = 0;
    reg [1:0] past_stuck = 0;
    wire stuck = past_waits && ticks == past_ticks;
    always @(posedge clock) begin
        past_waits <= room && now > ticks && !clear;
        past_stuck <= {past_stuck[0], stuck};
    end

    always @* begin
        if (!started) assume (clear);
        assume (now != 64'hffff_ffff_ffff_ffff);
        assume (last_slot != 0 && last_slot < CAPACITY);
        if (started) assume (last_slot == past_last || now == 0);
        if (started) assume (watched == past_watched);
        assume (!write_enable || write_address < CAPACITY);
        assume (watched < CAPACITY);

        if (started) begin
            assert (ticks <= now);
            if (past_clear) begin
                assert (ticks == 0 && next_slot == 1 && lap == 0 && !event_strobe);
            end else begin
                assert (ticks - past_ticks <= 16);
                assert (reached <= past_last + 21'd1);
                assert (next_slot == (round ? 20'd0 : reached[19:0]));
                assert (lap == past_lap + (round ? 8'd1 : 8'd0));
                assert (visited == (passed && past_busy));
            end
            if (event_strobe) begin
                assert (past_room);
                assert (ticks != past_ticks);
                assert (next_slot == (event_slot == past_last ? 20'd0 : event_slot + 20'd1));
            end
            assert (!(stuck && past_stuck == 2'b11));

`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (next_slot <= last_slot);
            if (now == 0) assert (next_slot == 1);
            assert (!\chip.looking$q || past_fetch == next_slot[19:4]);
            if (fetched) assert (busy == ((fetched_busy && !(|(\chip.forward_clear$q & watched_mask)))
                                          || |(\chip.forward_set$q & watched_mask)));
            if (\chip.upper_differs$q && !\chip.crossed$q ) assert (now[63:10] > ticks[63:10]);
            if (\chip.crossed$q ) assert (ticks[9:0] < 16);
            assert (\chip.ticks.middle_full$q == &ticks[31:10] || ticks[9:0] < 16);
`endif
        end
    end

    // Reachable from reset: an event; one that waited for room; one right after another; the wheel's end in the middle
    // of a word; an event by a bit that was written while its word was fetched, and none by one that was cleared then.
    reg waited = 0, forwarded = 0, withdrawn = 0, went_round = 0, event_before = 0;
    always @(posedge clock) begin
        waited <= !clear && busy && next_slot == watched && !room && now > ticks + 2;
        forwarded <= writes_watched && write_data && !busy && word_address == watched[19:4];
        withdrawn <= writes_watched && !write_data && busy && word_address == watched[19:4];
        went_round <= !clear && (went_round || (started && !past_clear && round));
        event_before <= event_strobe;
    end
    reg forwarded_before = 0, withdrawn_before = 0, waited_before = 0;
    always @(posedge clock) begin
        forwarded_before <= forwarded;
        withdrawn_before <= withdrawn;
        waited_before <= waited;
    end
    always @* if (started && !past_clear) begin
        cover (visited);
        cover (visited && waited_before);
        cover (event_strobe && event_before);
        cover (visited && forwarded_before);
        cover (passed && !visited && withdrawn_before);
        cover (visited && went_round && lap == 2 && last_slot == 4);
`ifdef FAR
        // From any state that fulfils what is proved (a run from reset would take too long): a word passed in one
        // clock, the carries of the count into bit 10, bit 32 and bit 63, and now ahead by a multiple of 1024.
        cover (advance == 16);
        cover (visited && past_ticks[10] != ticks[10]);
        cover (visited && past_ticks[32] != ticks[32]);
        cover (visited && past_ticks[63] != ticks[63]);
        cover (visited && now == ticks + 3072);
        cover (stuck && now == ticks + 1024);
        cover (lap == 0 && past_lap == 255 && last_slot == CAPACITY - 1);
`endif
    end
endmodule
