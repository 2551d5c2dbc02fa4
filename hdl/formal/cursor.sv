// Proof of carillon_cursor (hdl/src/cursor.rs) and carillon_cascade (hdl/src/cascade.rs), joined as in the chip. For one busy bit,
// `watched`, that the solver chooses: so for every slot of every wheel.
//
// Proved, for every clock:
//   - the cursor never passes now, nor more ticks than the backlog holds without the blocks set aside; it visits the slot of
//     every tick once, in order: `slot`, the next visit, moves on by as many slots, around the wheel, as the ticks count, at
//     most 16 in a clock and never past the wheel's last slot; `lap` counts the rounds, modulo 256. In the tick in which wheel 0
//     begins a new lap, a cascade adds the tick and wheel 0's slot is visited last;
//   - when the cursor passes a slot in clock c, there is an event for it if and only if its busy bit was set by the writes
//     up to clock c - 2; at no other time is there an event for it. So too for a slot of an upper wheel that the cascade asks for;
//   - `visited` is the slot of each event, and in each `settled` clock the slot of the next visit; `lap` is its lap. While not
//     `settled` nothing is passed. So a bit written in clock w is seen by its visit exactly if that is not before
//     `visited` in the first settled clock from w + 2 on;
//   - `walked`, `skipped` and `fewer` tell in c + 1 the ticks passed in c, so the count of them in c + 2 is the tick of the event of
//     clock c. During a cascade it stands still;
//   - an event follows only with `room`; from the event of a wheel with HOLD until it is acknowledged, and from that of one
//     with AUTO_CLEAR until its bit is cleared, nothing is passed;
//   - the wheel that is visited is the same in the clock before (wheels.sv looks up its mode then);
//   - after four clocks of `carry_urgent`, so after 64 ticks, no tick is passed until it falls; a cascade begins only when no carry waits;
//   - with memory of one port, nothing is used that was read in the clock after `pause` (it is anything here);
//   - while `sweeping`, `visited` runs through the memory, one slot a clock, from 0.
// How fast it goes on is the other proof, cursor_pace.sv.
//
// Assumed: `clear` is high in the first clock; a tick comes only while `running`; `running` begins at least four clocks after
// the wheel's size was last set and two after the sweep, and stays until the next clear, and the number of wheels does not change
// meanwhile (registers.sv, arming.sv); the sweep begins with `clear` (arming.sv); `some`, `eight` and `far` tell of the ticks that
// may be passed, and a block is set aside where there are 1280 (backlog.sv). The memory is represented by the watched bit, with the
// timing of carillon_busy_bits (busy_bits.sv); all others are anything, in every clock anew. What the wheels above wheel 0 say is anything.
module cursor #(
    parameter SLOT_BITS = 10,
    parameter FULL = 0,
    parameter SINGLE_PORT = 0
) (
    input clock,
    input clear,
    input running,
    input sweeping,
    input tick,
    input sets_aside,
    input takes_back,
    input carry_waits,
    input carry_urgent,
    input [19:0] last_slot,
    input other_slot,
    input other_in_word,
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
`include "cursor.svh"

    // The watched busy bit, and the answer that shows it: written at the edge, write first.
    (* anyconst *) wire [19:0] watched;
    reg busy = 0, busy_1 = 0, shows_slot = 0, shows_word = 0, past_pause = 0, unknown = 0;
    wire [19:0] looks_at = ~look_address & MASK;
    assign slot_busy = shows_slot && !unknown ? busy : other_slot;
    assign word_busy = other_in_word || (shows_word && !unknown && busy);
    always @(posedge clock) begin
        if (write) busy <= write_data;
        busy_1 <= busy;
        past_pause <= SINGLE_PORT && pause;
        unknown <= past_pause;
        shows_slot <= looks_at == watched;
        shows_word <= looks_at[19:4] == watched[19:4];
    end

    // More of the chip's own state.
    (* hierconn *) wire \chip.at_first ;
    (* hierconn *) wire \chip.at_second ;
    (* hierconn *) wire \chip.at_15 ;
    (* hierconn *) wire \chip.at_last_place ;
    (* hierconn *) wire \chip.in_last_word ;
    (* hierconn *) wire \chip.single_word ;
    (* hierconn *) wire \chip.whole_words ;
    (* hierconn *) wire \chip.one_place ;
    (* hierconn *) wire [19:0] \chip.position_1 ;
    (* hierconn *) wire [19:0] \chip.position_2 ;
    (* hierconn *) wire [19:0] \chip.position_3 ;
    (* hierconn *) wire \chip.lap_end_1 ;
    (* hierconn *) wire \chip.lap_end_2 ;
    (* hierconn *) wire \chip.lap_end_3 ;
    (* hierconn *) wire \chip.wraps_1 ;
    (* hierconn *) wire \chip.wraps_2 ;
    (* hierconn *) wire \chip.found ;
    (* hierconn *) wire \chip.holding ;
    (* hierconn *) wire \chip.clearing_bit ;
    (* hierconn *) wire \chip.has_walked ;
    (* hierconn *) wire \chip.has_skipped ;
    (* hierconn *) wire \chip.word_is_busy ;
    (* hierconn *) wire \chip.next_look_1 ;

    // All slots of wheel 0 that have been passed, all ticks; the tick of the last event.
    reg [63:0] all_slots = 0, all_ticks = 0, event_tick, event_tick_2;
    reg past_ready = 0, past_cascading = 0, past_commit = 0, past_commit_2 = 0, past_crosses = 0;
    reg [2:0] past_wheel;
    reg [4:0] past_ticks = 0, past_step = 0;
    reg [3:0] urgent = 0;
    // A carry waited in the last three clocks; this clock's ticks make one.
    reg [2:0] carried = 0;
    wire [8:0] low = {1'b0, all_ticks[7:0]} + step;
    wire crosses = low[8];
    reg [SLOT_BITS-1:0] sweep = 0, sweep_1 = 0, sweep_2 = 0;
    always @(posedge clock) begin
        all_slots <= clear ? 0 : all_slots + slots;
        all_ticks <= clear ? 0 : all_ticks + step;
        past_commit <= commit && !clear;
        past_commit_2 <= past_commit && !clear;
        event_tick <= all_ticks + step + passes;
        event_tick_2 <= event_tick;
        past_ready <= ready && !clear;
        past_cascading <= cascading && !clear;
        past_crosses <= crosses && !clear;
        carried <= clear ? 0 : {carried[1:0], carry_waits};
        past_wheel <= wheel;
        past_ticks <= clear ? 0 : ticks;
        past_step <= clear ? 0 : step;
        urgent <= clear ? 0 : {urgent[2:0], carry_urgent};
        {sweep, sweep_1, sweep_2} <= clear ? 0 : {sweep + {{(SLOT_BITS - 1){1'b0}}, sweeping}, sweep, sweep_1};
    end

    // What this clock's commit passes: the watched slot?
    wire cascade_watched = cascade_address == watched;
    wire [19:0] to_watched = watched - slot;
    wire passed = done ? cascade_watched : watched >= slot && to_watched < slots;
    wire told = commit && (upper ? cascade_watched : (~visited & MASK) == watched);

    always @* begin
        // By tick_counts.sv.
        assume (carry_urgent == (carry_waits && all_ticks[7]));
        if (started) assume (!carry_waits || carried[0] || past_crosses || past_clear);

        // In this clock.
        assert (!commit || room);
        assert (!(walked && skipped));
        if (started && !clear) begin
            if (running) assert (told == (passed && busy_1));
            if (commit) assert (running && wheel == past_wheel);
            if (commit && !upper) assert (visited == (~slot & MASK) && slots == 1);
            if (running && past_running && settled) assert (visited == (~slot & MASK));
            if (!settled) assert (slots == 0 && !done && !commit);
            assert (lap == ~of_lap);
            if (sweeping) assert (visited == (~{20'd0, sweep_2} & MASK));
            assert (beyond <= last_slot + 21'd1 || !running);
            if (held || uncleared) assert (!commit && !done && slots == 0 && ticks == 0);
            assert (clear_bit == uncleared);
            assert (step <= here);
            if (&urgent) assert (step == 0);
            assert (!crosses || (!carry_waits && carried == 0));
            assert (!starts_cascade || (walked && !carry_waits && !past_ready && !past_cascading));
            if (cascading || !running) assert (step == 0);
            assert (starts_cascade == ready);
        end
        if (FULL == 0) assert (!cascading && !ready && !held && !uncleared);

        // From one clock to the next.
        if (started) begin
            if (past_clear) assert (step == 0 && !cascading);
            else assert (step == past_ticks);
            // With the tick of a cascade under way, as many ticks as slots.
            assert (all_ticks + step == all_slots + (ready || cascading));
            if (past_commit_2) assert (all_ticks == event_tick_2);
        end
    end

`ifndef PORTS_ONLY
    // Invariants for the induction. Positions, right way round: of this clock and of three before.
    wire [19:0] at_0 = ~{\chip.word , \chip.place } & MASK, at_1 = ~\chip.position_1 & MASK, at_2 = ~\chip.position_2 & MASK,
        at_3 = ~\chip.position_3 & MASK;
    // The slot after a look, the looks of wheel 0 under way, and what should be their slots.
    function [19:0] after(input [19:0] from, input skip);
        after = (skip ? from | 20'hf : from) == last_slot ? 20'd0 : (skip ? from | 20'hf : from) + 20'd1;
    endfunction
    wire one = \chip.look_1 && !(\chip.cascade_1 && upper);
    wire two = \chip.look_2 && !(\chip.cascade_2 && upper);
    wire [19:0] slot_1 = two ? after(slot, \chip.skip_2 ) : slot;
    wire [19:0] slot_0 = one ? after(slot_1, \chip.skip_1 ) : slot_1;
    wire [4:0] length_1 = length(\chip.look_1 , \chip.cascade_1 , \chip.skip_1 , \chip.fewer_1 );
    wire [4:0] length_2 = length(\chip.look_2 , \chip.cascade_2 , \chip.skip_2 , \chip.fewer_2 );
    wire [6:0] under_way = step + length_1 + length_2;
    wire [1:0] looks = \chip.look_1 + \chip.look_2 ;
    wire tb = \chip.taken_back , tb_1 = \chip.taken_back_1 , tb_2 = \chip.taken_back_2 ;
    // A skip, from where it may begin.
    function proper(input [19:0] from, input fifteen);
        proper = (from[3:0] == 0 || (FULL && from[3:0] == 1)) && fifteen == (from[3:0] == 1) && (from | 20'hf) <= last_slot
            && (!FULL || from != 0);
    endfunction

`include "cursor_pace.svh"

    always @* if (started) begin
        assert (({\chip.word , \chip.place } & ~MASK) == 0);
        assert (((\chip.position_1 | \chip.position_2 | \chip.position_3 ) & ~MASK) == 0);
        if (past_commit) assert (event_tick == all_ticks + step);
        assert (\chip.holding == held && \chip.clearing_bit == uncleared);
        assert ((swept == 0) == (past_clear || past_sweeping));
        if (swept == 0) begin
            assert (at_0 == sweep && at_1 == sweep_1 && at_2 == sweep_2);
            assert (\chip.at_15 == (at_0[3:0] == 15));
        end else if (!running) assert (at_0 == 1);
        if (!running) begin
            assert (gap == 0 && here == 0 && slot == 1 && of_lap == 0 && looks == 0 && !\chip.look_3 && !\chip.look_4
                && !\chip.may_look && !\chip.stops && !tb && !\chip.lap_end && step == 0 && past_step == 0);
            assert (!cascading && !ready && !held && !uncleared && !some && past_here == 0);
            if (calm >= 1) assert (!tb_1 && !\chip.lap_end_1 );
            if (calm >= 2) assert (!tb_2 && !\chip.lap_end_2 );
            if (calm >= 3) assert (!\chip.lap_end_3 );
        end
        // The wheel's shape.
        if (running) assert (calm >= 4);
        if (calm >= 1) begin
            assert (\chip.single_word == (last_slot[19:4] == 0));
            assert (\chip.whole_words == &last_slot[3:0] && \chip.one_place == (last_slot[3:0] == 0));
        end
        if (running || (calm >= 2 && swept >= 1)) begin
            assert (at_0 <= last_slot);
            assert (\chip.at_first == (at_0[3:0] == 0) && \chip.at_second == (FULL && at_0[3:0] == 1));
            assert (\chip.at_15 == (at_0[3:0] == 15) && \chip.at_last_place == (at_0[3:0] == last_slot[3:0]));
            assert (\chip.in_last_word == (at_0[19:4] == last_slot[19:4]));
        end
        assert (slot <= last_slot || !running);
        if (swept >= 2) assert (running || at_1 == 1);
        if (running) begin
            // Where the lap ends.
            assert (\chip.lap_end == (FULL && at_0 == 0));
            assert (\chip.lap_end_1 == (FULL && at_1 == 0));
            if (past_running) assert (\chip.lap_end_2 == (FULL && at_2 == 0));
            // The looks under way, and where the position is when some are taken back.
            assert (tb + tb_1 + tb_2 + \chip.stops <= 1);
            if (!past_running) assert (looks == 0 && !\chip.may_look && settled && at_0 == 1 && at_1 == 1 && !\chip.stops );
            else if (settled) assert (at_2 == slot);
            if (settled && !\chip.stops ) assert (at_1 == slot_1);
            if (!tb && !\chip.stops ) assert (at_0 == slot_0);
            if (tb) assert (at_3 == slot && \chip.lap_end_3 == (FULL && at_3 == 0));
            if (tb_2) assert (at_1 == slot);
            if (tb || tb_1 || \chip.stops || held || uncleared) assert (looks == 0);
            if (tb || tb_1 || tb_2) assert (step == 0 || (ready && tb_2));
            if (tb_1 || tb_2) assert (past_step == 0);
            if (tb || \chip.stops || held || uncleared) assert (!\chip.may_look );
            if (tb_2) assert (!\chip.look_2 );
            if (one) begin
                assert (at_1 == slot_1 && \chip.wraps_1 == (after(at_1, \chip.skip_1 ) == 0));
                assert (!\chip.skip_1 || proper(at_1, \chip.fewer_1 ));
            end
            if (two) begin
                assert (at_2 == slot && \chip.wraps_2 == (after(at_2, \chip.skip_2 ) == 0));
                assert (!\chip.skip_2 || proper(at_2, \chip.fewer_2 ));
            end
            if (\chip.cascade_1 && \chip.look_1 ) assert (!\chip.skip_1 && (upper ? !\chip.wraps_1 : 1'b1));
            if (\chip.cascade_2 && \chip.look_2 ) assert (!\chip.skip_2 && (upper ? !\chip.wraps_2 : 1'b1));
            if (FULL && one && !\chip.cascade_1 ) assert (at_1 != 0);
            if (FULL && two && !\chip.cascade_2 ) assert (at_2 != 0);
            assert (\chip.walk_1 == (one && !\chip.skip_1 ));
            if (\chip.walk_1 ) assert (!(\chip.look_2 && \chip.skip_2 ) && !skipped && past_step <= 1);
            // What was found of the watched slot.
            if (one && !\chip.skip_1 ) assert (shows_slot == (at_1 == watched));
            if (one) assert (shows_word == (at_1[19:4] == watched[19:4]));
            if (\chip.look_1 && \chip.cascade_1 ) assert (shows_slot == cascade_watched);
            if (\chip.look_1 ) assert (!unknown);
            if (two && !\chip.skip_2 && at_2 == watched) assert (\chip.found == busy_1);
            if (two && \chip.skip_2 && at_2[19:4] == watched[19:4]) assert (\chip.found || !busy_1);
            if (\chip.look_2 && \chip.cascade_2 && cascade_watched) assert (\chip.found == busy_1);
            if (past_pause) assert (!\chip.may_look );
        end

        // Never beyond what there is.
        assert (under_way <= here);
        assert (step <= 16 && past_step <= 16);
        if (\chip.has_skipped ) assert (\chip.look_3 );
        if (\chip.has_walked && !ready) assert (\chip.look_3 );
        if (past_step != 0 && !(cascading && slot == 0)) assert (\chip.look_4 || \chip.look_1 || !running );
        assert (some == (past_here >= 1) && eight == (past_here >= 8) && far == (past_here >= 96));
        assert (here + past_step >= past_here || here >= 240);
        if (urgent[0]) assert (!\chip.may_look );
        if (urgent[1:0] == 3) assert (!\chip.look_1 );
        if (urgent[2:0] == 7) assert (!\chip.look_2 );
        assert (urgent[0] == (carried[0] && (all_ticks[7:0] - past_step) >> 7));
        if (carry_waits) assert (low + length_2 + length_1 <= (!all_ticks[7] ? 175 : urgent[0] ? 208 : 191));
        if (carried[0]) assert (low + length_2 + length_1 <= 208);
        if (carried[1]) assert (low + length_2 <= 209);
        if (carried[2]) assert (low <= 210);

        // The end of the lap, and the cascade.
        assert (cascading == (\steps.state != IDLE) && \steps.state <= WAIT);
        assert (upper == (\steps.level != 0));
        if (!cascading) assert (\steps.level == 0);
        assert (2'd0 + (\chip.look_1 && \chip.cascade_1 ) + (\chip.look_2 && \chip.cascade_2 ) == (\steps.state == WAIT));
        if (cascading) begin
            assert (running && slot == 0 && wheel < count && !ready);
            if (\steps.state != WAIT) assert (looks == 0);
            if (upper) assert (looks <= 1);
            else assert (\steps.state >= ASK && cascade_slot == 0 && cascade_word == 0);
            if (\chip.cascade_1 && \chip.look_1 ) assert (!\chip.look_2 );
            if (\steps.state == LOOK) assert (\steps.highest == (wheel + 4'd1 == count));
            if (\steps.state == WAIT) assert (wheel == past_wheel);
        end
        if (ready) assert (running && slot == 0 && looks == 0 && !\chip.look_3 && !\chip.stops && !tb && !held && !uncleared
            && here != 0 && step == 1 && !past_commit);
    end
`endif

    // Reachable, or with FAR: from any state that fulfils what is proved.
    reg was_blocked = 0, was_held = 0, was_cleared = 0, was_urgent = 0;
    always @(posedge clock) begin
        was_blocked <= !clear && (was_blocked || (\chip.repeats && !\chip.skip_2 && slot == 3));
        was_held <= !clear && (was_held || (held && acknowledged));
        was_cleared <= !clear && (was_cleared || (uncleared && cleared));
        was_urgent <= !clear && (was_urgent || urgent == 15);
    end
    always @* if (started && !past_clear && !clear) begin
`ifdef FAR
        cover (told && !upper && passed && slot == CAPACITY - 20);
        cover (commit && walks_on && was_busy && far);
        cover (passes == 16 && wraps && far);
        cover (walks_on && was_skip && last_slot == 36 && slot == 32);
        cover (of_lap == 8'hff && wraps && slots != 0);
        cover (was_urgent && carry_urgent && step == 16);
        cover (waits == (FULL ? 3 * CLIMB + 2 : 8) && went);
        cover (sweeping && sweep_2 == CAPACITY - 1);
        if (FULL) cover (zero_done && commit && was_held);
        if (FULL) cover (passes == 15 && far);
        else cover (fresh && gap == 14);
`else
        cover (was_blocked && commit && slot == 3);
        cover (wraps && slots == 1 && last_slot == 2 && of_lap == 1);
        if (FULL) begin
            cover (was_held && commit);
            cover (was_cleared && !held && commit);
            cover (done && upper && commit && cascade_watched && wheel == 1);
            cover (again && upper);
        end else cover (commit && past_commit && past_commit_2 && gap == 9);
`endif
    end
endmodule
