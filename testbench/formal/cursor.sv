// Proof of carillon_counter_cursor (hdl/src/counter_chip/cursor.rs) and carillon_counter_cascade
// (hdl/src/counter_chip/cascade.rs), joined as in the chip. For one busy bit, `watched`, that the solver chooses: so
// for every slot of every wheel. cursor.svh joins the parts and says what is assumed, cursor_pace.svh what is proved
// of how fast it goes, cursor_invariants.svh what the induction needs besides.
//
// Proved, for every clock:
//   - the cursor never passes now, nor more ticks than there are besides the blocks set aside; it visits the slot of
//     every tick once, in order: `slot`, the next visit, moves on by as many slots, around the wheel, as the ticks
//     count, at most 16 in a clock and never past the wheel's last slot; `lap` counts the rounds, modulo 256. In the
//     tick in which wheel 0 begins a new lap, a cascade adds the tick and wheel 0's slot is visited last;
//   - when the cursor passes a slot in clock c, there is an event for it if and only if its busy bit was set by the
//     writes up to clock c - 2; at no other time is there an event for it. So too for a slot of an upper wheel that the
//     cascade asks for;
//   - `visited` is the slot of each event of wheel 0, and in each `settled` clock the slot of the next visit; `lap` is
//     its lap. While not `settled` nothing is visited. So a visit sees a bit written in clock w exactly if it is not
//     before `visited` in the first settled clock from w + 2 on;
//   - `walked`, `skipped` and `fewer` give in c + 1 the ticks passed in c; their count up to c + 2 is the tick of the
//     event of clock c. They count nothing during a cascade, nor before `running`;
//   - an event follows only with `room`; from the event of a wheel with HOLD until it is acknowledged, and from that of
//     one with AUTO_CLEAR until its bit is cleared, nothing is passed;
//   - the wheel that is visited is the same in the clock before (wheels.sv looks up its mode then);
//   - after four clocks of `carry_urgent`, so after 64 ticks, no tick is passed until it falls. No multiple of 256 is
//     passed while a carry waits or in the three clocks after. A cascade begins only when none waits, and never in the
//     clock after one;
//   - with memory of one port, nothing is used that was looked at in the two clocks after `pause` (it is anything
//     here);
//   - while `sweeping`, `visited` runs through the memory from slot 0, one slot a clock, two clocks later.
//
// Proved of its pace, while the chip runs, there is room, and neither HOLD, AUTO_CLEAR, `pause` nor a carry makes it
// wait:
//   - no more than four clocks pass without a visit while there is a tick to pass; eight after a word that was found
//     not to be empty; in a cascade, 27;
//   - catching up: while the backlog stays at 8 ticks or more, and at 96 or more (or below), n clocks are paid by the
//     visits but for ten at most: a word passed by a skip pays one; a word found not to be empty four and its sixteen
//     slots one each; any other slot one, and four more if the word before was skipped. The count begins anew with each
//     cascade;
//   - with 96 ticks, a walk through a whole word begins only if that word has just been found not to be empty;
//   - with one wheel, once it is at most seven ticks behind, it is never more than 16 behind, with a tick a clock and
//     every slot busy.
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
    input [19:0] selected_last,
    input [15:0] selected_base,
    input [19:0] selected_slot,
    input [7:0] selected_lap
);
`include "cursor.svh"

    // The watched busy bit, and the answer that shows it: written at the edge, write first.
    (* anyconst *) wire [19:0] watched;
    reg busy = 0, busy_1 = 0, shows_slot = 0, shows_word = 0, past_pause = 0, past_2_pause = 0, unknown = 0,
        has_read = 0, past_ask = 0;
    wire [19:0] looks_at = ~look_address & MASK;
    wire [15:0] reads = ~read_word & (MASK >> 4);
    assign slot_busy = shows_slot && !unknown ? busy : other_slot;
    assign word_busy = other_in_word || (shows_word && !unknown && busy);
    always @(posedge clock) begin
        if (write) busy <= write_data;
        busy_1 <= busy;
        past_pause <= SINGLE_PORT && pause;
        past_2_pause <= past_pause;
        unknown <= past_pause || past_2_pause;
        past_ask <= ask;
        has_read <= reads == watched[19:4];
        shows_slot <= has_read && looks_at == watched;
        shows_word <= has_read && looks_at[19:4] == watched[19:4];
    end


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
    // The cascade's question has been taken, and not answered.
    reg waiting = 0;
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
        waiting <= !clear && (taken || (waiting && !(done || again)));
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
        carry_urgency: assume (carry_urgent == (carry_waits && all_ticks[7]));
        if (started) carry_begins: assume (!carry_waits || carried[0] || past_crosses || past_clear);

        // In this clock.
        if (started) taken_with_room: assert (!commit || room);
        if (started) no_more_than_here: assert (step <= here);
        if (started) one_pass: assert (!(walked && skipped));
        if (started) cascade_walks: assert (!starts_cascade || walked);
        if (started) taken_if_asked: assert (!taken || ask);
        if (started) answered_one_way: assert (!(done && again));
        if (started) answered_if_waiting: assert (waiting || !(done || again));
        if (started && !clear) begin
            if (running) visit_sees_bit: assert (told == (passed && busy_1));
            if (commit) assert (running && wheel == past_wheel);
            if (commit && !upper) event_names_slot: assert (visited == (~slot & MASK) && slots == 1);
            if (running && past_running && settled) position_is_shown: assert (visited == (~slot & MASK));
            if (!settled) no_step_unsettled: assert (slots == 0 && !done && !commit);
            lap_is_shown: assert (lap == ~of_lap);
            if (sweeping) sweep_runs: assert (visited == (~{20'd0, sweep_2} & MASK));
            within_the_wheel: assert (beyond <= last_slot + 21'd1 || !running);
            if (held || uncleared) waits_for_the_host: assert (!commit && !done && slots == 0 && ticks == 0);
            clears_until_cleared: assert (clear_bit == uncleared);
            if (&urgent) assert (step == 0);
            no_carry_crossed: assert (!crosses || (!carry_waits && carried == 0));
            cascade_without_carry: assert (!starts_cascade || (walked && !carry_waits && !past_ready
                && !past_cascading));
            if (cascading || !running) cascade_passes_nothing: assert (step == 0);
            assert (starts_cascade == ready);
        end
        if (started && FULL == 0) assert (!cascading && !ready && !held && !uncleared);

        // From one clock to the next.
        if (started) begin
            if (past_clear) assert (step == 0 && !cascading);
            else assert (step == past_ticks);
            // With the tick of a cascade under way, as many ticks as slots.
            assert (all_ticks + step == all_slots + (ready || cascading));
            if (past_commit_2) tick_of_the_event: assert (all_ticks == event_tick_2);
        end
    end

`include "cursor_pace.svh"
`include "cursor_invariants.svh"

    // Reachable, or with FAR: from any state that fulfils what is proved.
    reg was_blocked = 0, was_held = 0, was_cleared = 0, was_urgent = 0;
    always @(posedge clock) begin
        was_blocked <= !clear && (was_blocked || (\chip.repeats && !\chip.skip_2 ));
        was_held <= !clear && (was_held || (held && acknowledged));
        was_cleared <= !clear && (was_cleared || (uncleared && cleared));
        was_urgent <= !clear && (was_urgent || urgent == 15);
    end
    always @* if (started && !past_clear && !clear) begin
`ifdef FAR
        cover (told && !upper && slot == CAPACITY - 20);
        cover (walks_on && commit && was_busy && far);
        cover (passes == 16 && wraps && far);
        cover (walks_on && was_skip && last_slot == 36 && slot == 32);
        cover (of_lap == 8'hff && wraps && slots != 0);
        cover (was_urgent && carry_urgent && step == 16);
        cover (waits == 8 && went);
        cover (owed == 10 && went);
        cover (sweeping && sweep_2 == CAPACITY - 1);
        if (FULL) begin
            cover (waits == 3 * CLIMB + 3 && went);
            cover (zero_done && commit && was_held);
            cover (passes == 15 && far);
        end else begin
            cover (commit && past_commit && past_commit_2 && here == 9);
            cover (fresh && gap == 14);
        end
`else
        cover (was_blocked && commit && slot == 1);
        cover (wraps && slots == 1 && last_slot == 2);
        if (FULL) begin
            cover (was_held && commit);
            cover (was_cleared && !held && commit);
            cover (done && upper && commit && cascade_watched && wheel == 1);
            cover (again && upper);
        end
`endif
    end
endmodule
