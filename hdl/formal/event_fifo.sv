// Proof of carillon_event_fifo (hdl/src/event_fifo.rs), its memories included.
//
// Proved, for the events and at the times that the solver likes:
//   - the event of any one place taken, chosen freely, is popped after exactly those that had a place before it, with all
//     its 56 bits (the tick is the one at `push_tick` two clocks after its place); so the n-th pop since `clear` yields the
//     n-th place taken: none is lost, repeated, changed or overtaken;
//   - when it is the oldest one it is at the head, and `valid`, from four clocks after its place was taken and no sooner;
//   - the places given are the takes less the pops and stay within 0 and the depth; `room` is high exactly below it;
//   - a late event gets a place exactly when there is room and the cursor takes none;
//   - `entries` counts the places taken at least three clocks ago, `more` says that two or more of them are there;
//   - with modes, `acknowledged` is high exactly when the held event is popped; without, never.
//
// Assumed: `clear` is high in the first clock; the cursor takes a place only with `room`, and none while its held event is
// not acknowledged (cursor.sv proves both); nobody pops unless `valid` (registers.sv). What a memory shows when an entry is
// read at the edge of its write is anything (fifo_memory.sv).
module event_fifo #(
    parameter FIFO_BITS = 1,
    parameter FULL = 0
) (
    input clock,
    input clear,
    input take,
    input take_held,
    input [2:0] wheel,
    input [19:0] slot,
    input late,
    input [2:0] late_wheel,
    input [19:0] late_slot,
    input [31:0] push_tick,
    input pop,
    // The solver's choice: from now on follow the event that gets its place in this clock.
    input follow_this
);
    localparam DEPTH = 1 << FIFO_BITS;

    wire room, late_taken, acknowledged, valid, more, head_late;
    wire [10:0] entries;
    wire [2:0] head_wheel;
    wire [19:0] head_slot;
    wire [31:0] head_tick;

    carillon_event_fifo chip (
        .clock(clock), .clear(clear), .take(take), .take_held(take_held), .wheel(wheel), .slot(slot), .late(late),
        .late_wheel(late_wheel), .late_slot(late_slot), .push_tick(push_tick), .pop(pop), .room(room),
        .late_taken(late_taken), .acknowledged(acknowledged), .valid(valid), .more(more), .entries(entries),
        .head_late(head_late), .head_wheel(head_wheel), .head_slot(head_slot), .head_tick(head_tick)
    );

    // The chip's own state, for the invariants that the induction needs. Yosys joins these with the wires of these
    // names when it flattens the design.
    (* hierconn *) wire [10:0] \chip.taken ;
    (* hierconn *) wire [10:0] \chip.level ;
    (* hierconn *) wire [9:0] \chip.write_pointer ;
    (* hierconn *) wire [9:0] \chip.tick_pointer ;
    (* hierconn *) wire [9:0] \chip.read_pointer ;
    (* hierconn *) wire [9:0] \chip.held_pointer ;
    (* hierconn *) wire \chip.held ;
    (* hierconn *) wire \chip.filling ;
    (* hierconn *) wire \chip.filling_held ;
    (* hierconn *) wire \chip.filling_late ;
    (* hierconn *) wire [2:0] \chip.filling_wheel ;
    (* hierconn *) wire [19:0] \chip.filling_slot ;
    (* hierconn *) wire \chip.timing ;

    // What the memories hold where the followed event should be: a further read port on each.
    wire [23:0] kept_place;
    wire [31:0] kept_tick;
    wire [FIFO_BITS-1:0] kept_entry = \chip.read_pointer + ahead;
    memory_port #(.MEMID("\\chip.places.entries"), .ABITS(FIFO_BITS), .WIDTH(24))
        places_port (.CLK(1'b0), .EN(1'b1), .ADDR(kept_entry), .DATA(kept_place));
    memory_port #(.MEMID("\\chip.ticks.entries"), .ABITS(FIFO_BITS), .WIDTH(32))
        ticks_port (.CLK(1'b0), .EN(1'b1), .ADDR(kept_entry), .DATA(kept_tick));

    // The reference: how many places are given, how many of them before the followed one, and before the held one.
    reg started = 0;
    reg [11:0] given = 0;
    reg following = 0, holding = 0, hold_settled = 0;
    reg [11:0] ahead = 0, hold_ahead = 0;
    reg [2:0] age = 0;
    reg [23:0] place;
    reg [31:0] followed_tick;
    wire takes = take || late_taken;
    wire [23:0] taken_place = take ? {1'b0, FULL ? wheel : 3'd0, slot} : {1'b1, FULL ? late_wheel : 3'd0, late_slot};

    reg past_clear, past_any, took_1 = 0, took_2 = 0;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_any <= !clear && entries != pop;
        took_1 <= takes && !clear;
        took_2 <= took_1 && !clear;
        given <= given + takes - pop;
        if (following) begin
            if (age != 4) age <= age + 1;
            if (age == 2) followed_tick <= push_tick;
            if (pop) begin
                if (ahead == 0) following <= 0;
                else ahead <= ahead - 1;
            end
        end else if (takes && follow_this) begin
            following <= 1;
            age <= 1;
            ahead <= given - pop;
            place <= taken_place;
        end
        hold_settled <= 1;
        if (holding && pop) begin
            if (hold_ahead == 0) holding <= 0;
            else hold_ahead <= hold_ahead - 1;
        end
        if (FULL && take && take_held) begin
            holding <= 1;
            hold_settled <= 0;
            hold_ahead <= given - pop;
        end
        if (clear) begin
            given <= 0;
            following <= 0;
            holding <= 0;
        end
    end

    always @* begin
        if (!started) assume (clear);
        assume (!(take && !room));
        assume (!(take && holding));
        assume (!(pop && !valid));
        if (started) begin
            assert (given <= DEPTH);
            assert (room == (given != DEPTH));
            assert (late_taken == (late && room && !take));
            assert (entries == given - took_1 - took_2);
            assert (!valid || entries != 0);
            assert (valid == past_any);
            assert (more == (valid && entries >= 2));
            if (past_clear) assert (given == 0 && !valid);
            if (following && ahead == 0) begin
                assert (valid == (age == 4));
                if (valid) assert ({head_late, head_wheel, head_slot} == place && head_tick == followed_tick);
            end
            assert (acknowledged == (holding && pop && hold_ahead == 0));

`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (\chip.taken == given);
            assert (\chip.filling == took_1 && \chip.timing == took_2);
            assert (\chip.write_pointer < DEPTH && \chip.read_pointer < DEPTH && \chip.held_pointer < DEPTH);
            assert (((\chip.read_pointer + \chip.level + took_2) & (DEPTH - 1)) == \chip.write_pointer );
            if (took_2) assert (((\chip.tick_pointer + 1) & (DEPTH - 1)) == \chip.write_pointer );
            if (following) begin
                assert (age >= 1 && age <= 4 && ahead < given);
                if (age == 1) begin
                    assert (took_1 && ahead == given - 1);
                    assert ({\chip.filling_late , \chip.filling_wheel , \chip.filling_slot } == place);
                end else assert (kept_place == place);
                if (age == 2) assert (took_2 && ahead == entries);
                if (age >= 3) assert (kept_tick == followed_tick && ahead < entries);
            end
            assert (\chip.held == (holding && hold_settled));
            if (holding) begin
                assert (hold_ahead < given);
                if (hold_settled) begin
                    assert (((\chip.read_pointer + hold_ahead) & (DEPTH - 1)) == \chip.held_pointer );
                    assert (hold_ahead < entries + took_2);
                end else assert (took_1 && hold_ahead == given - 1);
            end
            if (took_1) assert (\chip.filling_held == (holding && !hold_settled));
`endif
        end
    end

    // Reachable: full, full with a pop, late events taken and refused, and both pointers round the end.
    reg [2:0] pops = 0;
    reg past_pop, followed_late = 0;
    always @(posedge clock) begin
        pops <= clear ? 0 : pops + (pop && pops != 7);
        past_pop <= pop;
        if (takes && follow_this) followed_late <= late_taken;
    end
    wire leaves = following && pop && ahead == 0;
    always @* if (started) begin
        cover (!room && valid && more);
        cover (!room && late && !late_taken);
        cover (!room && pop && pops == 1);
        cover (takes && pop && given == 1);
        cover (take && late && room);
        cover (leaves && pops == DEPTH && followed_tick == 32'hc0ffee && !followed_late);
        cover (leaves && followed_late && place[19:0] == 20'h3e7);
        cover (past_pop && !past_clear && valid && entries == 1);
        cover (past_pop && !past_clear && !valid && entries == 1);
        if (FULL) cover (acknowledged && pops == 2);
        if (FULL) cover (pop && holding && !acknowledged);
        if (FULL) cover (late_taken && holding);
    end
endmodule
