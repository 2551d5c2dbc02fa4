// Proof of carillon_cursor (hdl/src/cursor.rs, with fetch and find_first) and carillon_cascade (hdl/src/cascade.rs), joined as
// in the chip. For one busy bit, `watched`, that the solver chooses: so for every slot of every wheel.
//
// Proved, for every clock:
//   - the cursor never passes now, and visits the slot of every tick once, in order: `next_slot` moves on by as many
//     slots, around the wheel, as the ticks count, at most 16 in a clock; `lap` counts the rounds, modulo 256. In the tick
//     in which wheel 0 begins a new lap, a cascade adds the tick and wheel 0's slot is visited last;
//   - when the cursor passes a slot in clock L, there is an event for it if and only if its busy bit was set by the
//     writes up to clock L - 3; at no other time is there an event for it. So too for a slot of an upper wheel that the
//     cascade asks for;
//   - the ticks in L + 2 are the tick of the event of clock L; they never go back;
//   - an event follows only with `room`; from the event of a wheel with HOLD until it is acknowledged, and from that of one
//     with AUTO_CLEAR until its bit is cleared, nothing is passed;
//   - the wheel that is visited is the same in the clock before (wheels.sv looks up its mode then);
//   - it goes on: while it is behind now and has room, and neither HOLD nor AUTO_CLEAR lets it wait, no more than eight clocks
//     pass without a visit; in a build with up to four wheels no more than 15. With memory of one port these clocks are counted
//     anew after each clock in which it pauses;
//   - with memory of one port, no word is used that was read in the clock after `pause` (it is anything here).
//
// Assumed: `clear` is high in the first clock; now is 0 after a clear and else counts by 0 or 1 a clock (time_base.sv), up to
// 2^64 - 1, and only while `running`; `running` begins at least four clocks after the wheel's size was last set and stays
// until the next clear, and the number of wheels does not change meanwhile (registers.sv); the wheels' data are granted in at
// least every second clock of a cascade (integration.sv); there is no busy bit in the wheel's last word beyond its last slot
// (arming.sv). The memory is represented by the watched bit, with the timing of carillon_busy_bits (busy_bits.sv); all other
// bits of a word are anything, in every clock anew. What the wheels above wheel 0 say is anything. The parts backlog and
// wide_counter do what backlog.sv and wide_counter.sv prove (cursor_parts.sv).
module cursor #(
    parameter SLOT_BITS = 10,
    parameter FULL = 0,
    parameter SINGLE_PORT = 0
) (
    input clock,
    input clear,
    input running,
    input tick,
    input [19:0] last_slot,
    input [15:0] other_bits,
    input write,
    input write_data,
    input pause,
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
    input [7:0] selected_lap
);
    localparam CAPACITY = 1 << SLOT_BITS;
    (* anyconst *) wire [19:0] watched;

    // How far the cursor's ticks are behind now.
    reg [63:0] gap = 0;
    wire [15:0] word_address;
    wire [19:0] event_slot, next_slot;
    wire [31:0] ticks_low, ticks_high;
    wire [7:0] lap;
    wire event_commit, behind, ready, taken, done, again, clear_bit;
    wire cascading, upper, ask, step_upper;
    wire [2:0] wheel;
    wire [15:0] cascade_word;
    wire [3:0] cascade_offset;
    wire [19:0] cascade_slot, step_slot;
    wire [7:0] step_lap;
    wire [63:0] ticks = {ticks_high, ticks_low};
    wire [63:0] now = ticks + gap;

    // The watched busy bit, and the word that shows it: written at the edge, write first.
    reg busy = 0, fetched = 0, busy_1 = 0, busy_2 = 0, in_last_word = 0;
    wire [15:0] watched_mask = 16'h0001 << watched[3:0];
    wire [15:0] last_mask = 16'hffff >> (4'd15 - last_slot[3:0]);
    reg past_pause = 0, unknown = 0;
    wire [15:0] word_data = (fetched && !unknown ? (other_bits & ~watched_mask) | (busy ? watched_mask : 16'h0000) : other_bits)
        & (in_last_word ? last_mask : 16'hffff);
    always @(posedge clock) begin
        if (write) busy <= write_data;
        busy_1 <= busy;
        busy_2 <= busy_1;
        past_pause <= SINGLE_PORT && pause;
        unknown <= past_pause;
        fetched <= word_address == watched[19:4];
        in_last_word <= word_address == last_slot[19:4];
    end

    carillon_cursor chip (
        .clock(clock), .clear(clear), .running(running), .now_low(now[31:0]), .now_high(now[63:32]),
        .last_slot(last_slot), .word_data(word_data), .pause(SINGLE_PORT && pause), .room(room), .hold(hold), .auto_clear(auto_clear),
        .acknowledged(acknowledged), .cleared(cleared), .cascading(cascading),
        .cascade_upper(upper), .cascade_ask(ask), .cascade_word(cascade_word), .cascade_offset(cascade_offset),
        .word_address(word_address), .next_slot(next_slot), .lap(lap), .ticks_low(ticks_low), .ticks_high(ticks_high),
        .behind(behind), .ready_for_cascade(ready), .cascade_taken(taken), .cascade_done(done), .cascade_again(again),
        .event_commit(event_commit), .event_slot(event_slot), .clear_bit(clear_bit)
    );
    carillon_cascade steps (
        .clock(clock), .clear(clear), .start(ready), .count(count), .granted(granted), .selected_size(selected_size),
        .selected_base(selected_base), .selected_slot(selected_slot), .selected_lap(selected_lap), .taken(taken),
        .done(done), .again(again), .cascading(cascading), .wheel(wheel), .upper(upper),
        .slot(cascade_slot), .ask(ask), .word(cascade_word), .offset(cascade_offset), .step(step_upper),
        .step_slot(step_slot), .step_lap(step_lap)
    );

    // The chip's own state, for the invariants that the induction needs. Yosys joins these with the wires of these
    // names when it flattens the design.
    (* hierconn *) wire [15:0] \chip.fetch.word ;
    (* hierconn *) wire [3:0] \chip.fetch.offset ;
    (* hierconn *) wire [4:0] \chip.fetch.left ;
    (* hierconn *) wire \chip.fetch.last ;
    (* hierconn *) wire \chip.fetch.stopped ;
    (* hierconn *) wire [10:0] \chip.fetch.ticks ;
    (* hierconn *) wire \chip.fetch.single_before ;
    (* hierconn *) wire \chip.fetch.none_before ;
    (* hierconn *) wire \chip.fetch.issues_rest ;
    (* hierconn *) wire \chip.fetch.issues_single ;
    (* hierconn *) wire [4:0] \chip.fetch.count ;
    (* hierconn *) wire \chip.fetch.reload ;
    (* hierconn *) wire \chip.fetch.valid ;
    (* hierconn *) wire \chip.fetch.cascade ;
    (* hierconn *) wire [15:0] \chip.fetch.mask ;
    (* hierconn *) wire [3:0] \chip.fetch.end_place ;
    (* hierconn *) wire \chip.fetch.ends_word ;
    (* hierconn *) wire \chip.searched ;
    (* hierconn *) wire \chip.searched_cascade ;
    (* hierconn *) wire [15:0] \chip.searched_word ;
    (* hierconn *) wire [3:0] \chip.searched_end ;
    (* hierconn *) wire \chip.searched_ends_word ;
    (* hierconn *) wire \chip.valid ;
    (* hierconn *) wire \chip.cascade ;
    (* hierconn *) wire \chip.found ;
    (* hierconn *) wire [3:0] \chip.place ;
    (* hierconn *) wire \chip.at_end ;
    (* hierconn *) wire \chip.completes_word ;
    (* hierconn *) wire \chip.blocked ;
    (* hierconn *) wire \chip.visit_last ;
    (* hierconn *) wire \chip.visit_edge ;
    (* hierconn *) wire [4:0] \chip.visit_left ;
    (* hierconn *) wire [15:0] \chip.before_last_word ;
    (* hierconn *) wire \chip.single_word ;
    (* hierconn *) wire [4:0] \chip.step ;
    (* hierconn *) wire [4:0] \chip.next_step ;
    (* hierconn *) wire \chip.flushing ;
    (* hierconn *) wire \chip.reloading ;
    (* hierconn *) wire \chip.may_issue ;
    (* hierconn *) wire \chip.holding ;
    (* hierconn *) wire \chip.clearing_bit ;
    (* hierconn *) wire \chip.edge_due ;
    (* hierconn *) wire \chip.edge_ready ;
    (* hierconn *) wire \chip.backlog.one ;
    (* hierconn *) wire \chip.backlog.two ;
    (* hierconn *) wire \chip.backlog.far ;
    (* hierconn *) wire [2:0] \steps.level ;
    (* hierconn *) wire [2:0] \steps.state ;
    (* hierconn *) wire \steps.highest ;
    (* hierconn *) wire \steps.picked ;
    localparam IDLE = 3'd0, PICK = 3'd1, LOOK = 3'd2, ASK = 3'd3, WAIT = 3'd4;

    // What is known of a ticket besides what the chip keeps of it: its word and its first slot. And how far the last tick
    // asked for is ahead of the cursor's ticks.
    reg signed [8:0] lead = 0;
    wire [4:0] advance = \chip.step ;
    reg [15:0] word_1, word_2, word_3;
    reg [3:0] start_1, start_2, start_3, end_3;
    reg ends_word_3;
    wire issues = \chip.fetch.issues_rest || \chip.fetch.issues_single ;
    always @(posedge clock) begin
        lead <= clear ? 9'sd0 : (\chip.fetch.reload ? 9'sd0 : issues ? lead + $signed({4'd0, \chip.fetch.count }) : lead)
            - $signed({4'd0, advance});
        word_1 <= word_address;
        word_2 <= word_1;
        word_3 <= word_2;
        start_1 <= taken ? cascade_offset : \chip.fetch.offset ;
        start_2 <= start_1;
        start_3 <= start_2;
        end_3 <= \chip.searched_end ;
        ends_word_3 <= \chip.searched_ends_word ;
    end

    wire one = \chip.fetch.valid && !\chip.fetch.cascade ;
    wire two = \chip.searched && !\chip.searched_cascade ;
    wire three = \chip.valid && !\chip.cascade ;
    wire up_1 = \chip.fetch.valid && \chip.fetch.cascade ;
    wire up_2 = \chip.searched && \chip.searched_cascade ;
    wire up_3 = \chip.valid && \chip.cascade ;
    wire [4:0] count_1 = one ? {1'b0, \chip.fetch.end_place } - {1'b0, start_1} + 5'd1 : 5'd0;
    wire [4:0] count_2 = two ? {1'b0, \chip.searched_end } - {1'b0, start_2} + 5'd1 : 5'd0;
    wire [4:0] count_3 = three ? {1'b0, end_3} - {1'b0, start_3} + 5'd1 : 5'd0;
    // The slot after the last one of a ticket.
    function [19:0] after(input [15:0] word, input [3:0] last_place, input ends_word);
        after = !ends_word ? {word, last_place + 4'd1} : word == last_slot[19:4] ? 20'd0 : {word + 16'd1, 4'd0};
    endfunction
    // The last place of a word that is a slot.
    function [3:0] top(input [15:0] word);
        top = word == last_slot[19:4] ? last_slot[3:0] : 4'd15;
    endfunction
    wire [19:0] after_1 = after(word_1, \chip.fetch.end_place , \chip.fetch.ends_word );
    wire [19:0] after_2 = after(word_2, \chip.searched_end , \chip.searched_ends_word );
    wire [19:0] after_3 = after(word_3, end_3, ends_word_3);
    wire [19:0] fetch_slot = {\chip.fetch.word , \chip.fetch.offset };

    // The slots that the last clock passed. The tick of the cascade is none of them.
    wire [4:0] slots = ready ? 5'd0 : \chip.step , slots_next = \chip.edge_due ? 5'd0 : \chip.next_step ;
    // Where the cursor is, in ticks: the ticks follow the slots by one clock.
    wire [63:0] reached = ticks + slots;
    wire [19:0] slot_2 = three ? after_3 : next_slot, slot_1 = two ? after_2 : slot_2, slot_0 = one ? after_1 : slot_1;
    wire [6:0] under_way = slots + count_3 + count_2 + count_1;
    wire ends_1 = one && \chip.fetch.ends_word && word_1 == last_slot[19:4];
    wire ends_2 = two && \chip.searched_ends_word && word_2 == last_slot[19:4];
    wire ends_3 = three && ends_word_3 && word_3 == last_slot[19:4];
    wire flush = \chip.flushing || \chip.reloading ;
    wire [15:0] cascade_mask = 16'h0001 << cascade_offset;
    wire cascade_watched = {cascade_word, cascade_offset} == watched;

    // The last clocks.
    reg started = 0, past_clear, past_running, past_commit = 0, past_commit_2 = 0, past_ready, past_zero;
    reg past_cascading = 0, sound = 0;
    reg [63:0] past_gap = 0, past_reached, past_ticks = 0, event_tick, event_tick_2;
    reg signed [8:0] past_lead = 0;
    reg [4:0] past_advance = 0, past_advance_2 = 0;
    reg [19:0] past_slot, past_last;
    reg [7:0] past_lap;
    reg [4:0] past_step;
    reg [3:0] past_count;
    reg [2:0] settled = 0, past_wheel;
    wire zero_done = done && !upper;
    wire signed [8:0] past_steps = $signed({4'd0, past_advance}) + $signed({4'd0, past_advance_2});
    // How far what is asked for has moved in the last clock.
    wire signed [8:0] moved = lead + $signed({4'd0, past_advance}) - past_lead;
    // A lead that would pass now.
    function beyond(input signed [8:0] ahead, input [63:0] room_ahead);
        beyond = !ahead[8] && ahead[7:0] > room_ahead;
    endfunction
    // The reference for HOLD and AUTO_CLEAR.
    reg held = 0, uncleared = 0;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_running <= running;
        past_commit <= event_commit && !clear;
        past_commit_2 <= past_commit && !clear;
        event_tick <= three ? reached + \chip.next_step : ticks;
        event_tick_2 <= event_tick;
        past_gap <= gap;
        past_ticks <= clear ? 0 : ticks;
        past_lead <= lead;
        past_advance <= clear ? 0 : advance;
        past_advance_2 <= clear ? 0 : past_advance;
        // What is asked for is not behind the cursor's ticks of two clocks ago, nor far ahead of them, nor beyond now.
        sound <= !clear && lead + past_steps >= 0 && lead + past_steps <= 960 && !beyond(lead, gap);
        past_reached <= reached;
        past_slot <= next_slot;
        past_last <= last_slot;
        past_lap <= lap;
        past_count <= count;
        past_step <= slots_next;
        past_zero <= zero_done;
        past_ready <= ready;
        past_cascading <= cascading && !clear;
        past_wheel <= wheel;
        settled <= clear || last_slot != past_last ? 0 : settled == 7 ? 7 : settled + 1;
        gap <= clear ? 0 : gap + tick - advance;
        held <= FULL && !clear && ((held && !acknowledged) || (event_commit && hold));
        uncleared <= FULL && !clear && ((uncleared && !cleared) || (event_commit && auto_clear));
    end

    // For how many clocks there has been something to visit and nothing has been; how long backlog has been silent though
    // there was something to ask for; how long the cascade has been looking at a wheel.
    reg [4:0] idle = 0;
    reg [2:0] silent = 0;
    reg [1:0] looked = 0;
    reg past_granted = 1;
    wire still = past_advance == 0 && lead == 0 && gap != 0;
    wire excused = !running || !room || held || uncleared || (!cascading && gap == slots);
    always @(posedge clock) begin
        idle <= clear || excused || past_pause || three || done || ready ? 0 : idle + (idle != 31);
        silent <= clear || !still || \chip.backlog.one || \chip.backlog.far ? 0 : silent + (silent != 7);
        looked <= \steps.state == PICK && !clear ? looked + (looked != 3) : 0;
        past_granted <= granted;
    end
    wire none = !\chip.fetch.valid && !\chip.searched && !\chip.valid ;

    // For how many clocks the wheel's size has been what it is.
    wire [2:0] calm = last_slot == past_last ? settled : 3'd0;

    // What this clock's commit passes.
    wire [19:0] to_watched = watched - next_slot;
    wire passed = three ? watched >= next_slot && to_watched < \chip.next_step : zero_done ? watched == 0 : done && cascade_watched;
    wire visited = event_commit && (upper ? cascade_watched : event_slot == watched);

    always @* begin
        if (!started) assume (clear);
        assume (gap < ~ticks);
        assume (!tick || running);
        assume (last_slot != 0 && last_slot < CAPACITY);
        if (started && (past_running || running)) assume (last_slot == past_last);
        if (running && !(started && past_running)) assume (calm >= 4);
        if (started) assume (running || !past_running || past_clear);
        if (started && past_clear) assume (!running);
        assume (watched < CAPACITY);
        assume (watched <= last_slot || watched[19:4] > last_slot[19:4]);
        assume (count >= 1 && count <= 8);
        if (started && past_running && running) assume (count == past_count);
        // By backlog.sv.
        if (sound) begin
            assume (!\chip.backlog.one || !beyond(past_lead + 9'sd1, past_gap));
            assume (!\chip.backlog.two || !beyond(past_lead + 9'sd2, past_gap));
            assume (!\chip.backlog.far || !beyond(past_lead + 9'sd32, past_gap));
        end
        assume (silent <= 3);
        assume (count <= 4 && (!cascading || granted || past_granted));
        if (started && past_clear) assume (!\chip.backlog.one && !\chip.backlog.two && !\chip.backlog.far && !behind);

        // In this clock.
        assert (!event_commit || room);
        if (started && !clear) begin
            if (running) assert (visited == (passed && busy_2));
            if (event_commit) begin
                assert (running);
                if (three) assert (event_slot - next_slot == \chip.next_step - 20'd1);
                if (!upper) assert (event_slot <= last_slot);
                assert (wheel == past_wheel);
            end
            if (held || uncleared) assert (!event_commit && !done && \chip.next_step == 0);
            assert (clear_bit == uncleared);
            assert (idle <= (FULL ? 15 : 8));
        end

        if (FULL == 0) assert (!cascading && !\chip.fetch.stopped && !\chip.edge_ready && !held && !uncleared);

        assert (lead >= -9'sd1 && lead <= 80 && past_lead >= -9'sd1 && past_lead <= 80);

        // From one clock to the next.
        if (started) begin
            assert (\chip.step <= gap);
            if (past_clear) begin
                assert (ticks == 0 && next_slot == 1 && lap == 0 && !cascading);
            end else begin
                assert (past_step <= 16);
                assert (ticks == past_reached + past_ready);
                if (past_zero) begin
                    assert (next_slot == 1 && past_slot == 0 && lap == past_lap);
                end else begin
                    assert ({1'b0, past_slot} + past_step <= past_last + 21'd1);
                    if (past_slot + past_step == past_last + 20'd1)
                        assert (next_slot == 0 && lap == past_lap + 8'd1);
                    else assert (next_slot == past_slot + past_step && lap == past_lap);
                end
                if (past_commit_2) assert (ticks == event_tick_2);
                assert (past_ticks <= ticks);
            end

`ifndef PORTS_ONLY
            // Invariants for the induction. The wheel's shape.
            if (last_slot == past_last) begin
                assert (\chip.single_word == (last_slot[19:4] == 0));
                assert (\chip.before_last_word == ((last_slot[19:4] - 16'd1) & (CAPACITY / 16 - 1)));
            end
            if (calm >= 1) assert (\chip.visit_last == (next_slot[19:4] == last_slot[19:4]));
            if (running) assert (calm >= 4);
            if (!running) begin
                assert (gap == 0 && ticks == 0 && \chip.step == 0 && next_slot == 1 && !\chip.may_issue
                    && !\chip.fetch.valid && !\chip.searched && !\chip.valid && !cascading && !flush
                    && !\chip.edge_ready && !\chip.visit_edge && !held && !uncleared && past_advance == 0 && past_advance_2 == 0);
                if (calm >= 2) assert (lead == 0 && fetch_slot == 1 && !\chip.fetch.stopped );
                if (calm >= 2) assert (\chip.visit_left == top(16'd0) && \chip.fetch.last == \chip.visit_last );
                if (calm >= 3) assert (\chip.fetch.left == \chip.visit_left && past_lead == 0);
                if (calm >= 4) assert (sound);
            end
            assert (next_slot <= last_slot || !running);
            assert (\chip.step <= 16);
            if (running || calm >= 2) assert (\chip.fetch.ticks == ticks[10:0] + {{2{lead[8]}}, lead});
            assert (\chip.completes_word == (three && ends_word_3 && \chip.at_end ));
            assert (\chip.holding == held && \chip.clearing_bit == uncleared);
            if (\chip.may_issue ) assert (running && !flush && !held && !uncleared);
            assert (!\chip.flushing || !\chip.reloading );
            if (flush || held || uncleared)
                assert (!\chip.fetch.valid && !\chip.searched && !\chip.valid && !\chip.may_issue );
            if (running) begin
                // The tickets.
                if (one) begin
                    assert ({word_1, start_1} == slot_1);
                    assert (\chip.fetch.end_place >= start_1 && \chip.fetch.end_place <= top(word_1));
                    assert (\chip.fetch.ends_word == (\chip.fetch.end_place == top(word_1)));
                    assert ((\chip.fetch.mask == (16'hffff << start_1) && \chip.fetch.ends_word )
                        || (\chip.fetch.mask == (16'h0001 << start_1) && \chip.fetch.end_place == start_1));
                end
                if (\chip.fetch.valid ) assert (fetched == (word_1 == watched[19:4])
                    && in_last_word == (word_1 == last_slot[19:4]));
                if (two) begin
                    assert ({word_2, start_2} == slot_2);
                    assert (\chip.searched_end >= start_2 && \chip.searched_end <= top(word_2));
                    assert (\chip.searched_ends_word == (\chip.searched_end == top(word_2)));
                    assert ((\chip.searched_word & ~(16'hffff << start_2)) == 0);
                    assert ((\chip.searched_word & ~(16'hffff >> (4'd15 - \chip.searched_end ))) == 0);
                    if (word_2 == watched[19:4] && watched[3:0] >= start_2 && watched[3:0] <= \chip.searched_end )
                        assert (|(\chip.searched_word & watched_mask) == busy_1);
                end
                if (three) begin
                    assert ({word_3, start_3} == next_slot);
                    assert (\chip.place >= start_3 && \chip.place <= end_3);
                    assert (end_3 <= top(word_3));
                    assert (ends_word_3 == (end_3 == top(word_3)));
                    assert (\chip.found || \chip.place == end_3);
                    assert (\chip.at_end == (\chip.place == end_3));
                    if (word_3 == watched[19:4] && watched[3:0] >= start_3) begin
                        if (watched[3:0] < \chip.place ) assert (!busy_2);
                        if (watched[3:0] == \chip.place ) assert (\chip.found == busy_2);
                    end
                end
                // The cascade's ticket.
                if (up_1) assert (word_1 == cascade_word && \chip.fetch.mask == cascade_mask
                    && \chip.fetch.end_place == cascade_offset && !\chip.fetch.ends_word );
                if (up_2) assert ((\chip.searched_word & ~cascade_mask) == 0 && \chip.searched_end == cascade_offset
                    && !\chip.searched_ends_word && (!cascade_watched || |\chip.searched_word == busy_1));
                if (up_3) assert (\chip.place == cascade_offset && end_3 == cascade_offset && \chip.at_end
                    && !ends_word_3 && (!cascade_watched || \chip.found == busy_2));
                // The asking is as far ahead as the tickets say.
                if (!flush && !cascading) assert (lead == {2'd0, under_way} && fetch_slot == slot_0);
                if (flush && !cascading) assert (lead >= $signed({4'd0, \chip.step }) && lead <= 80);
                if (!flush) begin
                    assert (\chip.fetch.last == (fetch_slot[19:4] == last_slot[19:4]));
                    assert (\chip.fetch.left == top(\chip.fetch.word ) - fetch_slot[3:0] + 5'd1);
                end
                if (\chip.reloading ) assert (\chip.step == 0);
                if (\chip.reloading || cascading || \chip.edge_ready )
                    assert (\chip.visit_left == top(next_slot[19:4]) - next_slot[3:0] + 5'd1);
                assert (fetch_slot <= last_slot);
                assert (!beyond(lead, gap));
                // Nothing is issued that would pass now.
                if (\chip.may_issue && !cascading) begin
                    assert (sound);
                    assert (moved <= 16);
                    if (\chip.fetch.none_before || !\chip.fetch.valid ) assert (moved <= 0);
                    if (\chip.fetch.single_before ) assert (moved <= 1);
                end
            end
            assert (past_advance <= 16 && past_advance_2 <= 16);
            assert (past_gap != 64'hffff_ffff_ffff_ffff);
            if (running) assert (past_advance <= past_gap
                && (gap == past_gap - past_advance || gap == past_gap - past_advance + 1));
            if (past_commit) assert (event_tick == reached);

            // Going on.
            if (running && !past_running) assert (gap == 0 && !cascading);
            if (running && past_running) assert (\chip.may_issue == !(flush || held || uncleared || past_pause));
            if (\chip.fetch.valid ) assert (!unknown);
            if (running && !flush && !cascading && !\chip.fetch.valid ) assert (\chip.fetch.none_before );
            if (!running && calm >= 1) assert (\chip.fetch.none_before );
            if (!running || \chip.flushing || held || uncleared) assert (idle == 0);
            if (\chip.reloading || past_advance != 0) assert (idle <= 1);
            if (!cascading) begin
                if (slots != 0) assert (idle == 0);
                if (none && !\chip.edge_ready ) assert (idle <= 2 + silent);
                if (none) assert (idle <= 6);
                if (!\chip.searched && !\chip.valid ) assert (idle <= 6);
                if (!\chip.valid ) assert (idle <= 7);
            end else begin
                if (\steps.state == PICK || \steps.state == LOOK) assert (idle <= 4 * wheel - 4 + looked);
                if (\steps.state == PICK) assert (looked == 0 ? !\steps.picked : \steps.picked == past_granted);
                if (\steps.state == PICK) assert (looked <= 2 && (looked < 2 || \steps.picked ));
                if (\steps.state == ASK || up_1) assert (idle <= 12 + up_1);
                if (up_2) assert (idle <= 14);
            end

            // The end of the lap, and the cascade.
            assert (cascading == (\steps.state != IDLE));
            assert (\steps.state <= WAIT);
            assert (upper == (\steps.level != 0));
            if (!cascading) assert (\steps.level == 0 && !up_1 && !up_2 && !up_3);
            if (FULL == 1) begin
                if (\chip.visit_edge ) assert (next_slot == 0 && !one && !two && !three);
                if (running && !flush && !cascading)
                    assert (\chip.fetch.stopped == (one ? ends_1 : two ? ends_2 : three ? ends_3 : \chip.visit_edge ));
                if (ends_3) assert (!two && !one);
                if (ends_2) assert (!one);
                if (past_cascading) assert (\chip.fetch.stopped );
                if (cascading) begin
                    assert (running && \chip.visit_edge && \chip.step == 0 && \chip.fetch.stopped && !issues);
                    assert (lead == 0 || lead == -9'sd1);
                    if (\steps.state == WAIT)
                        assert (\chip.fetch.valid + \chip.searched + \chip.valid == 2'd1 && wheel == past_wheel);
                    else assert (!\chip.fetch.valid && !\chip.searched && !\chip.valid );
                    assert (!one && !two && !three);
                    assert (wheel < count);
                    if (\steps.state == LOOK) assert (\steps.highest == (wheel + 4'd1 == count));
                    if (!upper) assert (\steps.state >= ASK && cascade_slot == 0 && cascade_word == 0);
                end
                if (past_cascading && !cascading) assert (\chip.flushing && lead == 0);
                assert (!(ready && cascading));
                if (ready) assert (!\chip.fetch.valid && !\chip.searched
                    && !\chip.valid && !flush && \chip.visit_edge && \chip.step == 1 && gap != 0
                    && !held && !uncleared && running && !past_commit);
            end
`endif
        end
    end

    // Reachable, or with FAR: from any state that fulfils what is proved.
    reg was_blocked = 0, was_redirected = 0, was_held = 0, was_cleared = 0, was_sixteen = 0;
    reg [1:0] climbed = 0;
    always @(posedge clock) begin
        was_blocked <= \chip.blocked && three && !clear && running;
        was_redirected <= !clear && (was_redirected || (three && event_commit && \chip.place != end_3));
        was_held <= !clear && (was_held || (held && acknowledged));
        was_cleared <= !clear && (was_cleared || (uncleared && cleared));
        was_sixteen <= three && \chip.next_step == 16 && !clear;
        if (ready) climbed <= 0;
        if (done && climbed != 3) climbed <= climbed + 1;
    end
    always @* if (started && !past_clear && !clear && running) begin
`ifdef FAR
        cover (event_commit && !upper && event_slot == watched && next_slot + 20'd5 == watched);
        cover (was_redirected && three && event_commit);
        cover (past_step != 0 && past_last == 20'd36 && next_slot == 0 && past_slot == 20'd35);
        cover (next_slot == 0 && lap == 0 && past_lap == 8'hff);
        cover (idle == (FULL ? 15 : 8));
        if (FULL) cover (zero_done && event_commit && climbed == 3);
        if (FULL) cover (ready && \chip.backlog.far && !\chip.backlog.one );
        else cover (was_sixteen && three && \chip.next_step == 16 && now > ticks + 40);
`else
        cover (was_blocked);
        cover (past_step == 1 && past_last == 20'd2 && next_slot == 0 && lap == 1);
        if (FULL) begin
            cover (was_held && event_commit);
            cover (was_cleared && !held && event_commit);
            cover (done && upper && event_commit && cascade_watched && wheel == 1);
            cover (again && upper);
        end else cover (event_commit && past_commit && past_commit_2 && now == ticks + 2);
`endif
    end
endmodule
