// Proof of carillon$cursor (hdl/src/cursor.rs, with its parts backlog, fetch, find_first and wide_counter) and
// carillon$cascade (hdl/src/cascade.rs), joined as in the chip. For one slot of wheel 0, `watched`, that the solver
// chooses: so for every slot.
//
// Proved, for every clock:
//   - the cursor never passes now, and visits the slot of every tick once, in order: `next_slot` moves on by as many
//     slots, around the wheel, as the ticks count, at most 16 in a clock; `lap` counts the rounds, modulo 256. In the tick
//     in which the wheel begins a new lap, a cascade adds the tick and the slot is visited last;
//   - when the cursor passes a slot in clock L, there is an event for it if and only if its busy bit was set by the
//     writes up to clock L - 3; at no other time is there an event for it;
//   - the ticks in L + 2 are the tick of the event of clock L;
//   - an event follows only with `room`; while an event of a wheel with HOLD has not been acknowledged, or the bit of one
//     with AUTO_CLEAR not been cleared, nothing is passed.
//
// Assumed: `clear` is high in the first clock; now is 0 after a clear and else counts by 0 or 1 a clock (time_base.sv), up to
// 2^64 - 1, and only while `running`; `running` begins at least four clocks after the wheel's size was last set and stays
// until the next clear (registers.sv); there is no busy bit in the wheel's last word beyond its last slot (arming.sv). The
// memory is represented by the watched slot's bit, with the timing of carillon$busy_bits (busy_bits.sv); all other bits of
// a word are anything, in every clock anew. What the wheels above wheel 0 say is anything.
module cursor #(
    parameter SLOT_BITS = 10,
    parameter SEVERAL = 0
) (
    input clock,
    input clear,
    input running,
    input tick,
    input [19:0] last_slot,
    input [15:0] other_bits,
    input write_enable,
    input [19:0] write_address,
    input write_data,
    input room,
    input hold,
    input auto_clear,
    input acknowledged,
    input cleared,
    input [3:0] count,
    input granted,
    input [20:0] selected_size,
    input [15:0] selected_base,
    input [19:0] selected_slot,
    input [7:0] selected_lap,
    input [19:0] watched,
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
    wire [31:0] ticks_low, ticks_high;
    wire event_commit, behind, ready, taken, done, again, clear_bit;
    wire cascade_tick, cascading, upper, ask, step_upper;
    wire [2:0] wheel;
    wire [15:0] cascade_word;
    wire [3:0] cascade_offset;
    wire [19:0] cascade_slot, step_slot;
    wire [7:0] step_lap;
    wire [63:0] ticks = {ticks_high, ticks_low};

    // The watched slot's busy bit, and the word that shows it: written at the edge, write first.
    initial busy = 0;
    reg fetched = 0, busy_1 = 0, busy_2 = 0;
    wire [15:0] watched_mask = 16'h0001 << watched[3:0];
    wire [15:0] last_mask = 16'hffff >> (4'd15 - last_slot[3:0]);
    reg in_last_word = 0;
    wire [15:0] word_data = (fetched ? (other_bits & ~watched_mask) | (busy ? watched_mask : 16'h0000) : other_bits)
        & (in_last_word ? last_mask : 16'hffff);
    always @(posedge clock) begin
        if (write_enable && write_address == watched) busy <= write_data;
        busy_1 <= busy;
        busy_2 <= busy_1;
        fetched <= word_address == watched[19:4];
        in_last_word <= word_address == last_slot[19:4];
    end

    \carillon$cursor chip (
        .clock(clock), .clear(clear), .running(running), .now_low(now[31:0]), .now_high(now[63:32]),
        .last_slot(last_slot), .word_data(word_data), .room(room), .hold(hold), .auto_clear(auto_clear),
        .acknowledged(acknowledged), .cleared(cleared), .cascade_tick(cascade_tick), .cascading(cascading),
        .cascade_upper(upper), .cascade_ask(ask), .cascade_word(cascade_word), .cascade_offset(cascade_offset),
        .word_address(word_address), .next_slot(next_slot), .lap(lap), .ticks_low(ticks_low), .ticks_high(ticks_high),
        .behind(behind), .ready_for_cascade(ready), .cascade_taken(taken), .cascade_done(done), .cascade_again(again),
        .event_commit(event_commit), .event_slot(event_slot), .clear_bit(clear_bit)
    );
    \carillon$cascade steps (
        .clock(clock), .clear(clear), .start(ready), .count(count), .granted(granted), .selected_size(selected_size),
        .selected_base(selected_base), .selected_slot(selected_slot), .selected_lap(selected_lap), .taken(taken),
        .done(done), .again(again), .tick(cascade_tick), .cascading(cascading), .wheel(wheel), .upper(upper),
        .slot(cascade_slot), .ask(ask), .word(cascade_word), .offset(cascade_offset), .step(step_upper),
        .step_slot(step_slot), .step_lap(step_lap)
    );

    // The chip's own state, for the invariants that the induction needs. Yosys joins these with the wires of these
    // names when it flattens the design.
    (* hierconn *) wire [15:0] \chip.fetch.word$q ;
    (* hierconn *) wire [3:0] \chip.fetch.offset$q ;
    (* hierconn *) wire [4:0] \chip.fetch.left$q ;
    (* hierconn *) wire \chip.fetch.last$q ;
    (* hierconn *) wire \chip.fetch.stopped$q ;
    (* hierconn *) wire [10:0] \chip.fetch.ticks$q ;
    (* hierconn *) wire \chip.fetch.single_before$q ;
    (* hierconn *) wire \chip.fetch.none_before$q ;
    (* hierconn *) wire \chip.fetch.issues_rest ;
    (* hierconn *) wire \chip.fetch.issues_single ;
    (* hierconn *) wire [4:0] \chip.fetch.count ;
    (* hierconn *) wire \chip.fetch.wraps ;
    (* hierconn *) wire \chip.fetch.reload ;
    (* hierconn *) wire \chip.fetch.valid$q ;
    (* hierconn *) wire \chip.fetch.cascade$q ;
    (* hierconn *) wire [15:0] \chip.fetch.mask$q ;
    (* hierconn *) wire [3:0] \chip.fetch.end_place$q ;
    (* hierconn *) wire \chip.fetch.ends_word$q ;
    (* hierconn *) wire \chip.searched$q ;
    (* hierconn *) wire \chip.searched_cascade$q ;
    (* hierconn *) wire [15:0] \chip.searched_word$q ;
    (* hierconn *) wire [3:0] \chip.searched_end$q ;
    (* hierconn *) wire \chip.searched_ends_word$q ;
    (* hierconn *) wire \chip.valid$q ;
    (* hierconn *) wire \chip.cascade$q ;
    (* hierconn *) wire \chip.found$q ;
    (* hierconn *) wire [3:0] \chip.place$q ;
    (* hierconn *) wire [3:0] \chip.end_place$q ;
    (* hierconn *) wire \chip.ends_word$q ;
    (* hierconn *) wire \chip.blocked ;
    (* hierconn *) wire \chip.redirect ;
    (* hierconn *) wire \chip.visit_last$q ;
    (* hierconn *) wire \chip.visit_edge$q ;
    (* hierconn *) wire [4:0] \chip.visit_left$q ;
    (* hierconn *) wire [15:0] \chip.before_last_word$q ;
    (* hierconn *) wire \chip.single_word$q ;
    (* hierconn *) wire [4:0] \chip.step$q ;
    (* hierconn *) wire [4:0] \chip.step$d ;
    (* hierconn *) wire \chip.flushing$q ;
    (* hierconn *) wire \chip.reloading$q ;
    (* hierconn *) wire \chip.may_issue$q ;
    (* hierconn *) wire \chip.holding$q ;
    (* hierconn *) wire \chip.clearing_bit$q ;
    (* hierconn *) wire \chip.edge_ready$q ;
    (* hierconn *) wire \chip.backlog.at_least_one$q ;
    (* hierconn *) wire \chip.backlog.at_least_two$q ;
    (* hierconn *) wire \chip.backlog.at_least_32$q ;
    (* hierconn *) wire \chip.backlog.upper_differs$q ;
    (* hierconn *) wire \chip.backlog.far_differs$q ;
    (* hierconn *) wire \chip.backlog.part_1_differs$q ;
    (* hierconn *) wire \chip.backlog.part_2_differs$q ;
    (* hierconn *) wire \chip.backlog.part_3_differs$q ;
    (* hierconn *) wire \chip.backlog.part_4_differs$q ;
    (* hierconn *) wire \chip.backlog.part_5_differs$q ;
    (* hierconn *) wire \chip.backlog.block$q ;
    (* hierconn *) wire \chip.backlog.block_then$q ;
    (* hierconn *) wire \chip.backlog.last_block$q ;
    (* hierconn *) wire \chip.backlog.last_block_then$q ;
    (* hierconn *) wire \chip.ticks.full_1$q ;
    (* hierconn *) wire \chip.ticks.full_2$q ;
    (* hierconn *) wire \chip.ticks.full_3$q ;
    (* hierconn *) wire [2:0] \steps.level$q ;
    (* hierconn *) wire [1:0] \steps.state$q ;
    localparam IDLE = 2'd0, PICK = 2'd1, ASK = 2'd2, WAIT = 2'd3;

    // What is known of a ticket besides what the chip keeps of it: the tick before it, its word and its first slot.
    reg [63:0] issued = 0, before_1, before_2, before_3, issued_before = 0;
    reg [15:0] word_1, word_2, word_3;
    reg [3:0] start_1, start_2, start_3;
    wire issues = \chip.fetch.issues_rest || \chip.fetch.issues_single ;
    always @(posedge clock) begin
        if (\chip.fetch.reload ) issued <= ticks;
        else if (issues) issued <= issued + \chip.fetch.count ;
        issued_before <= issued;
        before_1 <= issued;
        before_2 <= before_1;
        before_3 <= before_2;
        word_1 <= \chip.fetch.word$q ;
        word_2 <= word_1;
        word_3 <= word_2;
        start_1 <= \chip.fetch.offset$q ;
        start_2 <= start_1;
        start_3 <= start_2;
    end

    wire one = \chip.fetch.valid$q && !\chip.fetch.cascade$q ;
    wire two = \chip.searched$q && !\chip.searched_cascade$q ;
    wire three = \chip.valid$q && !\chip.cascade$q ;
    wire [4:0] count_1 = \chip.fetch.end_place$q - start_1 + 5'd1;
    wire [4:0] count_2 = \chip.searched_end$q - start_2 + 5'd1;
    wire [4:0] count_3 = \chip.end_place$q - start_3 + 5'd1;
    // The slot after the last one of a ticket.
    function [19:0] after(input [15:0] word, input [3:0] last_place, input ends_word);
        after = !ends_word ? {word, last_place} + 20'd1 : word == last_slot[19:4] ? 20'd0 : {word + 16'd1, 4'd0};
    endfunction
    wire [19:0] after_1 = after(word_1, \chip.fetch.end_place$q , \chip.fetch.ends_word$q );
    wire [19:0] after_2 = after(word_2, \chip.searched_end$q , \chip.searched_ends_word$q );
    wire [19:0] after_3 = after(word_3, \chip.end_place$q , \chip.ends_word$q );
    wire [19:0] fetch_slot = {\chip.fetch.word$q , \chip.fetch.offset$q };

    // Where the cursor is, in ticks: the ticks follow the slots by one clock.
    wire [63:0] reached = ticks + \chip.step$q ;
    wire [19:0] slot_2 = three ? after_3 : next_slot, slot_1 = two ? after_2 : slot_2, slot_0 = one ? after_1 : slot_1;
    wire [63:0] tick_2 = reached + (three ? count_3 : 5'd0), tick_1 = tick_2 + (two ? count_2 : 5'd0),
        tick_0 = tick_1 + (one ? count_1 : 5'd0);
    wire ends_1 = one && \chip.fetch.ends_word$q && word_1 == last_slot[19:4];
    wire ends_2 = two && \chip.searched_ends_word$q && word_2 == last_slot[19:4];
    wire ends_3 = three && \chip.ends_word$q && word_3 == last_slot[19:4];
    wire flush = \chip.flushing$q || \chip.reloading$q ;

    // The last clocks.
    reg started = 0, past_clear, past_room, past_running, past_commit, past_holding, past_clearing, past_done;
    reg [63:0] past_now = 0, past_now_2 = 0, past_ticks = 0, past_ticks_2 = 0, past_reached;
    reg [19:0] past_slot, past_last, past_watched, past_event;
    reg [7:0] past_lap;
    reg [4:0] past_step;
    reg [2:0] settled = 0;
    reg past_cascade_tick, past_zero;
    wire zero_done = done && !upper;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_running <= running;
        past_room <= room;
        past_commit <= event_commit && !clear;
        past_event <= event_slot;
        past_holding <= \chip.holding$q || \chip.clearing_bit$q ;
        past_now <= clear ? 0 : now;
        past_now_2 <= clear ? 0 : past_now;
        past_ticks <= clear ? 0 : ticks;
        past_ticks_2 <= clear ? 0 : past_ticks;
        past_reached <= reached;
        past_slot <= next_slot;
        past_last <= last_slot;
        past_watched <= watched;
        past_lap <= lap;
        past_step <= \chip.step$d ;
        past_zero <= zero_done;
        past_cascade_tick <= cascade_tick;
        settled <= clear || last_slot != past_last ? 0 : settled == 7 ? 7 : settled + 1;
        now <= clear ? 0 : now + tick;
    end

    // For how many clocks the wheel's size has been what it is.
    wire [2:0] calm = last_slot == past_last ? settled : 3'd0;

    // What this clock's commit passes.
    wire [19:0] to_watched = watched - next_slot;
    assign passed = three ? watched >= next_slot && to_watched < \chip.step$d : zero_done && watched == 0;
    assign visited = event_commit && !upper && event_slot == watched;

    always @* begin
        if (!started) assume (clear);
        assume (now != 64'hffff_ffff_ffff_ffff);
        assume (!tick || running);
        assume (last_slot != 0 && last_slot < CAPACITY);
        if (started && (past_running || running)) assume (last_slot == past_last);
        if (running && !(started && past_running)) assume (calm >= 4);
        if (started) assume (running || !past_running || past_clear);
        if (started && past_clear) assume (!running);
        if (started) assume (watched == past_watched);
        assume (watched <= last_slot);
        assume (count >= 1 && count <= 8);

        // In this clock.
        assert (!event_commit || room);
        if (started && !clear) begin
            if (running) assert (visited == (passed && busy_2));
            if (event_commit) assert (running);
            if (three && event_commit) assert (event_slot - next_slot == \chip.step$d - 20'd1);
            if (\chip.holding$q || \chip.clearing_bit$q ) assert (!passed && !event_commit && \chip.step$d == 0);
        end

        // From one clock to the next.
        if (started) begin
            assert (reached <= now);
            if (past_clear) begin
                assert (ticks == 0 && next_slot == 1 && lap == 0 && !cascading);
            end else begin
                assert (past_step <= 16);
                assert (ticks == past_reached + past_cascade_tick);
                if (past_zero) begin
                    assert (next_slot == 1 && past_slot == 0 && lap == past_lap);
                end else begin
                    assert ({1'b0, past_slot} + past_step <= past_last + 21'd1);
                    if (past_slot + past_step == past_last + 20'd1)
                        assert (next_slot == 0 && lap == past_lap + 8'd1);
                    else assert (next_slot == past_slot + past_step && lap == past_lap);
                end
            end

`ifndef PORTS_ONLY
            // Invariants for the induction. Shape and place of the tickets.
            if (running || calm >= 3) begin
                assert (\chip.single_word$q == (last_slot[19:4] == 0));
                assert (\chip.before_last_word$q == ((last_slot[19:4] - 16'd1) & (CAPACITY / 16 - 1)));
            end
            assert (calm < 4 || (\chip.visit_last$q == (next_slot[19:4] == last_slot[19:4])));
            if (running) assert (calm >= 4 );
            if (!running) assert (now == 0 && ticks == 0 && \chip.step$q == 0 && next_slot == 1 && !\chip.may_issue$q
                && !\chip.fetch.valid$q && !\chip.searched$q && !\chip.valid$q && !cascading && !flush
                && !\chip.edge_ready$q && !\chip.visit_edge$q );
            assert (next_slot <= last_slot || !running);
            assert (\chip.step$q <= 16);
            if (running || calm >= 2) assert (\chip.fetch.ticks$q == issued[10:0]);
            if (!running && calm >= 2) assert (issued == 0 && fetch_slot == 1 && !\chip.fetch.stopped$q
                && \chip.fetch.last$q == \chip.visit_last$q );
            if (!running && calm >= 3) assert (issued_before == 0);
            if (running) assert (issued <= now);
            assert (\chip.may_issue$q ? !flush && !\chip.holding$q && !\chip.clearing_bit$q : 1'b1);
            if (running) begin
                if (\chip.fetch.valid$q || \chip.searched$q || \chip.valid$q ) assert (!flush);
                assert (!(\chip.flushing$q && \chip.reloading$q ) || 1'b1);
                if (\chip.holding$q || \chip.clearing_bit$q )
                    assert (!\chip.fetch.valid$q && !\chip.searched$q && !\chip.valid$q && \chip.may_issue$q == 0);
                if (one) begin
                    assert (before_1 == tick_1 && {word_1, start_1} == slot_1);
                    assert (\chip.fetch.end_place$q >= start_1);
                    assert (word_1 != last_slot[19:4] || \chip.fetch.end_place$q <= last_slot[3:0]);
                    assert (\chip.fetch.ends_word$q == (\chip.fetch.end_place$q
                        == (word_1 == last_slot[19:4] ? last_slot[3:0] : 4'd15)));
                    assert (\chip.fetch.mask$q == (16'hffff << start_1) && \chip.fetch.ends_word$q
                        || \chip.fetch.mask$q == (16'h0001 << start_1) && \chip.fetch.end_place$q == start_1);
                    assert (word_1 == {watched[19:4]} ? fetched : !fetched);
                    assert (in_last_word == (word_1 == last_slot[19:4]));
                end
                if (two) begin
                    assert (before_2 == tick_2 && {word_2, start_2} == slot_2);
                    assert (\chip.searched_end$q >= start_2);
                    assert (word_2 != last_slot[19:4] || \chip.searched_end$q <= last_slot[3:0]);
                    assert (\chip.searched_ends_word$q == (\chip.searched_end$q
                        == (word_2 == last_slot[19:4] ? last_slot[3:0] : 4'd15)));
                    assert ((\chip.searched_word$q & ~(16'hffff << start_2)) == 0);
                    assert ((\chip.searched_word$q & ~(16'hffff >> (4'd15 - \chip.searched_end$q ))) == 0);
                    if (word_2 == watched[19:4] && watched[3:0] >= start_2 && watched[3:0] <= \chip.searched_end$q )
                        assert (|(\chip.searched_word$q & watched_mask) == busy_1);
                end
                if (three) begin
                    assert (before_3 == reached && {word_3, start_3} == next_slot);
                    assert (\chip.place$q >= start_3 && \chip.place$q <= \chip.end_place$q );
                    assert (word_3 != last_slot[19:4] || \chip.end_place$q <= last_slot[3:0]);
                    assert (\chip.ends_word$q == (\chip.end_place$q
                        == (word_3 == last_slot[19:4] ? last_slot[3:0] : 4'd15)));
                    assert (\chip.found$q || \chip.place$q == \chip.end_place$q );
                    if (word_3 == watched[19:4] && watched[3:0] >= start_3) begin
                        if (watched[3:0] < \chip.place$q ) assert (!busy_2);
                        if (watched[3:0] == \chip.place$q ) assert (\chip.found$q == busy_2);
                    end
                end
                if (!flush && !cascading) assert (issued == tick_0 && fetch_slot == slot_0);
                if (!flush) begin
                    assert (\chip.fetch.last$q == (fetch_slot[19:4] == last_slot[19:4]));
                    assert (\chip.fetch.left$q == (\chip.fetch.last$q ? last_slot[3:0] : 4'd15) - fetch_slot[3:0] + 5'd1);
                end
                assert (fetch_slot <= last_slot);
            end

            // Nothing is issued that would pass now.
            if (running) assert (!\chip.backlog.at_least_one$q || past_now >= issued_before + 1);
            if (running) assert (!\chip.backlog.at_least_two$q || past_now >= issued_before + 2);
            if (running) assert (!\chip.backlog.at_least_32$q || past_now >= issued_before + 32);
            assert (past_now <= now && past_now_2 <= past_now);
            if (running && \chip.may_issue$q ) begin
                assert (issued <= issued_before + 16);
                if (\chip.fetch.none_before$q ) assert (issued <= issued_before);
                if (\chip.fetch.single_before$q ) assert (issued <= issued_before + 1);
            end
            if (running) assert (issued <= ticks + 80);
            if (running && !cascading) assert (issued >= ticks);
            assert (past_ticks_2 <= past_ticks && past_ticks <= ticks);
            assert (ticks - past_ticks <= 16 && past_ticks - past_ticks_2 <= 16);
            assert (past_ticks <= past_now && past_ticks_2 <= past_now_2);
            if (!past_clear) begin
                assert (\chip.backlog.part_1_differs$q == (past_now[13:10] != past_ticks[13:10]));
                assert ((\chip.backlog.part_2_differs$q || \chip.backlog.part_3_differs$q
                    || \chip.backlog.part_4_differs$q || \chip.backlog.part_5_differs$q )
                    == (past_now[63:14] != past_ticks[63:14]));
            end
            if (past_now != 0) assert (\chip.backlog.block$q == past_ticks[10]
                && \chip.backlog.last_block$q == (&past_ticks[13:10]));
            if (past_now_2 != 0) assert (\chip.backlog.block_then$q == past_ticks_2[10]
                && \chip.backlog.last_block_then$q == (&past_ticks_2[13:10]));
            assert (!\chip.backlog.upper_differs$q || past_now_2[63:10] != past_ticks_2[63:10]);
            assert (!\chip.backlog.far_differs$q || past_now_2[63:14] != past_ticks_2[63:14]);

            // Carries are calm when they are needed.
            assert (\chip.ticks.full_1$q == (&ticks[20:10]) || ticks[9:0] < 16);
            assert (\chip.ticks.full_2$q == (&ticks[31:10]) || ticks[9:0] < 32);
            assert (\chip.ticks.full_3$q == (&ticks[47:10]) || ticks[9:0] < 48);

            // The end of the lap, and the cascade.
            assert (cascading == (\steps.state$q != IDLE));
            assert (!(\chip.flushing$q && \chip.reloading$q ));
            if (SEVERAL == 0) assert (!cascading && !\chip.fetch.stopped$q );
            if (!cascading) assert (!(\chip.fetch.valid$q && \chip.fetch.cascade$q )
                && !(\chip.searched$q && \chip.searched_cascade$q ) && !(\chip.valid$q && \chip.cascade$q ));
            if (SEVERAL == 1) begin
                if (!flush && !cascading) assert (\chip.fetch.stopped$q == (one ? ends_1 : two ? ends_2 : three ? ends_3
                    : \chip.visit_edge$q ));
                if (ends_3) assert (!two && !one);
                if (ends_2) assert (!one);
                if (\chip.visit_edge$q ) assert (next_slot == 0 && !one && !two && !three);
                if (cascading) begin
                    assert (\chip.visit_edge$q && \chip.step$q == 0 && issued <= ticks);
                    assert (\chip.fetch.stopped$q && !\chip.holding$q || !\chip.fetch.valid$q );
                    assert (\steps.state$q == WAIT || (!\chip.fetch.valid$q && !\chip.searched$q && !\chip.valid$q ));
                    if (\steps.state$q == WAIT) assert (\chip.fetch.valid$q + \chip.searched$q + \chip.valid$q == 1);
                    assert (\chip.fetch.stopped$q );
                end
                if (\chip.edge_ready$q && !cascading) assert (!\chip.fetch.valid$q && !\chip.searched$q
                    && !\chip.valid$q && !flush && \chip.visit_edge$q && \chip.step$q == 0 && now > ticks);
            end
`endif
        end
    end
endmodule
