// Proof of carillon_counter_event_fifo (hdl/src/counter_chip/event_fifo.rs), its memories included.
//
// Proved, for the events and at the times that the solver likes:
//   - the event of any one place taken, chosen freely, is popped after exactly those that had a place before it, with
//     all its 56 bits (the tick is the one at `push_tick` two clocks after its place); so the n-th pop since `clear`
//     yields the n-th place taken: none is lost, repeated, changed or overtaken;
//   - its wheel, slot and late mark are on `head_*` in the clock after `show_place`, where that was high while it was
//     the head, `valid` and settled, in the clock of its pop or in the next one; so is its tick after `show_tick`; what
//     was not asked for a clock ago is 0, from the third clock after `clear` on;
//   - when it is the oldest one it is at the head, and `valid`, from four clocks after its place was taken and no
//     sooner, or from the fourth clock after the pop before it;
//   - the places given are the takes less the pops and stay within 0 and the depth; `room` is high exactly below it;
//   - a late event gets a place exactly when there is room and the cursor takes none;
//   - `entries` counts the places, `pops` the pops, modulo 16, from the second clock after each on; from the fourth
//     clock after a pop on, `valid` says that one was taken four clocks ago or more, and `more` that there are two or
//     more, taken two clocks ago or more;
//   - with modes, `acknowledged` is high exactly when the held event is popped; without, never.
//
// Assumed: `clear` is high in the first clock; `push_tick` is 0 in the one after it (tick_counts.sv); the cursor takes
// a place only with `room`, and none while its held event is not acknowledged (cursor.sv proves both); nobody pops
// unless `valid`, nor sooner than four clocks after another pop (registers.sv). What a memory shows when an entry is
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
    input show_place,
    input show_tick,
    // The solver's choice: from now on follow the event that gets its place in this clock.
    input follow_this
);
    localparam DEPTH = 1 << FIFO_BITS, COUNTED = DEPTH < 16 ? 16 : DEPTH;

    wire room, late_taken, acknowledged, valid, more, head_late;
    wire [10:0] entries;
    wire [3:0] told_pops;
    wire [2:0] head_wheel;
    wire [19:0] head_slot;
    wire [31:0] head_tick;

    carillon_counter_event_fifo #(
        .WHEELS(FULL ? 4 : 1), .FIFO_BITS(FIFO_BITS), .WHEEL_MODES(FULL != 0)
    ) chip (
        .clock(clock), .clear(clear), .take(take), .take_held(take_held), .wheel(wheel), .slot(slot), .late(late),
        .late_wheel(late_wheel), .late_slot(late_slot), .push_tick(push_tick), .pop(pop),
        .show_place(show_place), .show_tick(show_tick), .room(room),
        .late_taken(late_taken), .acknowledged(acknowledged), .valid(valid), .more(more), .pops(told_pops),
        .entries(entries),
        .head_late(head_late), .head_wheel(head_wheel), .head_slot(head_slot), .head_tick(head_tick)
    );

    // The chip's own state, for the invariants that the induction needs. Yosys joins these with the wires of these
    // names when it flattens the design.
    (* hierconn *) wire [10:0] \chip.taken ;
    (* hierconn *) wire \chip.some_1 ;
    (* hierconn *) wire \chip.some_2 ;
    (* hierconn *) wire \chip.head_more ;
    (* hierconn *) wire [9:0] \chip.write_pointer ;
    (* hierconn *) wire [9:0] \chip.tick_pointer ;
    (* hierconn *) wire [9:0] \chip.read_pointer ;
    (* hierconn *) wire \chip.popped ;
    (* hierconn *) wire [9:0] \chip.held_pointer ;
    (* hierconn *) wire \chip.held ;
    (* hierconn *) wire \chip.filling ;
    (* hierconn *) wire \chip.filling_held ;
    (* hierconn *) wire \chip.filling_late ;
    (* hierconn *) wire [2:0] \chip.filling_wheel ;
    (* hierconn *) wire [19:0] \chip.filling_slot ;
    (* hierconn *) wire \chip.timing ;
    (* hierconn *) wire \chip.cleared ;
    (* hierconn *) wire [23:0] \chip.places.nothing ;
    (* hierconn *) wire [31:0] \chip.ticks.nothing ;

    // What the memories hold where the followed event should be: a further read port on each.
    wire [23:0] kept_place;
    wire [31:0] kept_tick;
    // Where the head is: the pointer is a clock late.
    wire [FIFO_BITS-1:0] pointer = \chip.read_pointer + \chip.popped ;
    wire [FIFO_BITS-1:0] kept_entry = pointer + ahead, left_entry = \chip.read_pointer ;
    wire [23:0] old_place;
    wire [31:0] old_tick;
    memory_port #(.MEMID("\\chip.places.entries"), .ABITS(FIFO_BITS), .WIDTH(24))
        places_port (.CLK(1'b0), .EN(1'b1), .ADDR(kept_entry), .DATA(kept_place));
    memory_port #(.MEMID("\\chip.ticks.entries"), .ABITS(FIFO_BITS), .WIDTH(32))
        ticks_port (.CLK(1'b0), .EN(1'b1), .ADDR(kept_entry), .DATA(kept_tick));
    memory_port #(.MEMID("\\chip.places.entries"), .ABITS(FIFO_BITS), .WIDTH(24))
        old_places_port (.CLK(1'b0), .EN(1'b1), .ADDR(left_entry), .DATA(old_place));
    memory_port #(.MEMID("\\chip.ticks.entries"), .ABITS(FIFO_BITS), .WIDTH(32))
        old_ticks_port (.CLK(1'b0), .EN(1'b1), .ADDR(left_entry), .DATA(old_tick));

    // The reference: how many places are given, how many of them before the followed one, and before the held one.
    reg started = 0;
    reg [11:0] given = 0;
    reg following = 0, holding = 0, hold_settled = 0;
    reg [11:0] ahead = 0, hold_ahead = 0;
    reg [2:0] age = 0;
    reg [23:0] place;
    reg [31:0] followed_tick;
    wire takes = take || late_taken;
    wire [23:0] taken_place = take ? {slot, FULL ? wheel : 3'd0, 1'b0} : {late_slot, FULL ? late_wheel : 3'd0, 1'b1};

    // For how many clocks some place has been taken, how many there were a clock ago, and how long ago the last pop
    // was.
    reg past_clear, past_clear_2, took_1 = 0, took_2 = 0;
    reg [1:0] some = 0;
    reg emptied = 0;
    reg [11:0] past_given = 0;
    reg [2:0] popped = 4;
    reg [3:0] older_pops = 0;
    wire settled = popped >= 4;

    // What could be asked for a clock ago: the followed event as the head, or as the one that was just popped.
    reg past_show_place = 0, past_show_tick = 0, shown = 0, left = 0;
    reg [23:0] shown_place, left_place;
    reg [31:0] shown_tick, left_tick;
    wire heads = following && ahead == 0 && valid && settled;
    always @(posedge clock) begin
        started <= 1;
        past_show_place <= show_place;
        past_show_tick <= show_tick;
        shown <= heads || left;
        shown_place <= heads ? place : left_place;
        shown_tick <= heads ? followed_tick : left_tick;
        left <= heads && pop && !clear;
        left_place <= place;
        left_tick <= followed_tick;
        past_clear <= clear;
        past_clear_2 <= past_clear || !started;
        some <= clear || given == 0 ? 0 : some + (some != 3);
        past_given <= clear ? 0 : given;
        emptied <= pop && past_given < 2;
        older_pops <= clear ? 0 : older_pops + (popped == 1);
        popped <= clear ? 4 : pop ? 1 : popped + (popped != 4);
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
        if (!started) first_clock: assume (clear);
        if (started && past_clear) tick_after_clear: assume (push_tick == 0);
        taken_with_room: assume (!take || room);
        taken_unless_held: assume (!(take && holding));
        popped_if_valid: assume (!(pop && !(valid && settled)));
        if (started) begin
            assert (given <= DEPTH);
            assert (room == (given != DEPTH));
            late_taken_with_room: assert (!late_taken || (late && room));
            late_taken_as_offered: assert (late_taken == (late && room && !take));
            assert (entries == given);
            pops_counted: assert (told_pops == older_pops);
            valid_if_taken: assert (valid == (some == 3 && !emptied));
            if (valid) valid_if_there: assert (given != 0);
            assert (more == (valid && past_given >= 2));
            if (past_clear) assert (given == 0 && !valid);
            if (following && ahead == 0) begin
                if (settled) first_is_shown: assert (valid == (age == 4));
            end
            if (shown && past_show_place) place_as_taken: assert ({head_slot, head_wheel, head_late} == shown_place);
            if (shown && past_show_tick) tick_as_taken: assert (head_tick == shown_tick);
            if (!past_clear && !past_clear_2) begin
                if (!past_show_place) nothing_unasked_of_place: assert ({head_slot, head_wheel, head_late} == 0);
                if (!past_show_tick) nothing_unasked_of_tick: assert (head_tick == 0);
            end
            acknowledged_as_popped: assert (acknowledged == (holding && pop && hold_ahead == 0));

`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (\chip.taken == given);
            assert (\chip.cleared == past_clear);
            assert (\chip.filling == (took_1 || past_clear));
            assert (\chip.timing == (took_2 || past_clear || past_clear_2));
            if (past_clear)
                assert ({\chip.filling_slot , \chip.filling_wheel , \chip.filling_late } == 0);
            if (past_clear) assert (!\chip.filling_held );
            if (!past_clear) assert (\chip.places.nothing == 0 && \chip.ticks.nothing == 0);
            assert (\chip.write_pointer < DEPTH && \chip.read_pointer < COUNTED);
            if (\chip.held ) assert (\chip.held_pointer < DEPTH);
            assert (popped != 0 && popped <= 4 && \chip.popped == (popped == 1));
            assert (((pointer + \chip.taken - \chip.filling - \chip.write_pointer ) & (DEPTH - 1)) == 0);
            assert (\chip.some_1 == (some >= 1) && \chip.some_2 == (some >= 2) && \chip.head_more == (past_given >= 2));
            if (took_2) assert (((\chip.tick_pointer + 1) & (DEPTH - 1)) == \chip.write_pointer );
            if (left) assert (\chip.popped && old_place == left_place && old_tick == left_tick);
            if (following) begin
                assert (age >= 1 && age <= 4 && ahead < given);
                if (age == 1) begin
                    assert (took_1 && ahead == given - 1);
                    assert ({\chip.filling_slot , \chip.filling_wheel , \chip.filling_late } == place);
                end else assert (kept_place == place);
                if (age == 2) assert (took_2 && ahead == given - took_1 - 1);
                if (age >= 3) assert (kept_tick == followed_tick);
            end
            assert (\chip.held == (holding && hold_settled));
            if (holding) begin
                assert (hold_ahead < given);
                if (hold_settled) begin
                    assert (((pointer + hold_ahead) & (DEPTH - 1)) == \chip.held_pointer );
                    assert (hold_ahead < given - took_1);
                end else assert (took_1 && hold_ahead == given - 1);
            end
            if (took_1) assert (\chip.filling_held == (holding && !hold_settled));
`endif
        end
    end

    // Reachable: full, full with a pop, late events taken and refused, and both pointers round the end.
    reg [2:0] pops = 0;
    reg past_pop_4 = 0, followed_late = 0;
    always @(posedge clock) begin
        pops <= clear ? 0 : pops + (pop && pops != 7);
        past_pop_4 <= popped == 3 && !clear;
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
        cover (leaves && followed_late && place[23:4] == 20'h3e7);
        cover (popped == 4 && past_pop_4 && valid && entries == 1);
        cover (popped == 4 && past_pop_4 && !valid && entries == 1);
        if (FULL) cover (acknowledged && pops == 2);
        if (FULL) cover (pop && holding && !acknowledged);
        if (FULL) cover (late_taken && holding);
    end
endmodule
