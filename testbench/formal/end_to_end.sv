// The theorem at the pins of the counter chip, as the conclusion of all its parts' proofs. There is no chip here: what
// the parts do is anything that their guarantees allow, which are the assumptions of this file; chain.toml names for
// each the proofs that assert it, and chain.py checks that they do. For one slot, `watched`, of one wheel of any size,
// of the solver's choice: so for every slot.
//
// The pins: an access of the host is one of a bus adapter's, which executes each transfer once (wishbone.sv,
// axi_lite.sv, apb.sv, spi.sv, uart_bridge.sv). A command is a write to ARM, DISARM or EVENT_ACK; a report is what
// reads of EVENT and EVENT_TICK show, from when the event gets its place in the FIFO to its acknowledgement.
//
// Proved, from any state that a reset reaches:
//   - armed: an arm that is not judged late, and neither disarmed nor cleared after it, is reported when the cursor
//     comes to its slot in its lap: the event gets one place in the FIFO in that clock;
//   - disarmed: where the last command that has come to the slot two clocks before the cursor passes it is no arm,
//     the slot is not reported;
//   - once: the slot gets as many places as the cursor has passed it while it was armed, and no other. Such a place is
//     read as the oldest event after all that were taken before it, and leaves with one acknowledgement;
//   - its tick: as long as it is the oldest one, EVENT shows its wheel and slot and EVENT_TICK the tick in which it was
//     visited. With a slot of wheel 0 that is the first tick of the lap and as many more as the slot's number; a lap
//     begins as many ticks after the one before as the wheel has slots.
//
// The tasks `without_…` each take one assumption away and must fail.
module end_to_end #(
    parameter SLOT_BITS = 12,
    parameter FIFO_BITS = 4,
    parameter FULL = 0
) (
    input clock,
    input clear,
    // The bus.
    input execute,
    input write,
    input whole,
    input [5:0] address,
    input [31:0] data,
    // What the parts tell each other, and the host.
    input running,
    input ready,
    input arm,
    input disarm,
    input pop,
    input [2:0] wheel,
    input [19:0] slot,
    input ours_shown,
    input written,
    input write_data,
    input cleared,
    input settled,
    input judged,
    input refused,
    input [4:0] step,
    input take,
    input [2:0] take_wheel,
    input [19:0] take_slot,
    input late_taken,
    input [2:0] late_wheel,
    input [19:0] late_slot,
    input [31:0] push_tick,
    input valid,
    input show_place,
    input show_tick,
    input head_late,
    input [2:0] head_wheel,
    input [19:0] head_slot,
    input [31:0] head_tick,
    input [3:0] told_pops,
    input [4:0] others,
    input [31:0] read_data,
    // The solver's choice: follow the visit of this clock.
    input follow_this
);
`include "words.svh"
    localparam [20:0] CAPACITY = 1 << SLOT_BITS;
    localparam DEPTH = 1 << FIFO_BITS;
    (* anyconst *) wire [2:0] watched_wheel;
    (* anyconst *) wire [19:0] watched;
    (* anyconst *) wire [20:0] size;
    wire of_zero = watched_wheel == 0;

    // The access: in its second clock a command leaves, in its third what is read has come.
    reg started = 0, second = 0, third = 0, reads = 0;
    wire act = second && write && whole && !clear;
    wire asks_place = second && !write && address == WORD_EVENT && !clear;
    wire asks_tick = second && !write && address == WORD_EVENT_TICK && !clear;

    // Commands of the watched slot, as the host gives them; the lap of an arm; the bit that they are to make.
    reg [2:0] since = 7;
    reg sets = 0, ours = 0, named = 0, armed = 0, armed_1 = 0, past_ready = 0;
    reg [7:0] of_lap;
    wire armed_by_host = act && address == WORD_ARM && running;
    wire disarmed_by_host = act && address == WORD_DISARM && running;
    wire acknowledged = act && address == WORD_EVENT_ACK && valid && data[26:23] == told_pops;
    wire command = (arm || disarm) && !clear;
    wire is_named = data[22:20] == watched_wheel && data[19:0] == watched;

    // The bit as it is written, and as a visit sees it.
    reg busy = 0, busy_1 = 0;

    // The cursor: the wheel's next slot and its lap, the ticks passed, and the tick in which this lap has begun.
    reg [19:0] next_slot = 1;
    reg [7:0] next_lap = 0;
    reg [63:0] ticks = 0, lap_begin = 0;
    wire [20:0] reached = next_slot + step;
    wire wraps = reached == size;
    wire [19:0] to_watched = watched - next_slot;
    wire passed = watched >= next_slot && to_watched < step;
    // Of wheel 0 each step is a tick. A wheel above it steps in one tick, while wheel 0 waits for it.
    wire [63:0] visit_tick = of_zero ? ticks + to_watched + 64'd1 : ticks + 64'd1;
    wire [63:0] next_ticks = ticks + (of_zero ? step : others);

    // An arm in time and its promise, as in visits.sv.
    reg undecided = 0, mine = 0, wiped = 0, promised = 0;
    reg [7:0] promised_lap;
    wire [7:0] laps_ahead = of_lap - next_lap;
    wire behind = (laps_ahead >= 128 && !(laps_ahead == 128 && watched < next_slot))
        || (laps_ahead == 0 && watched < next_slot);
    reg written_1 = 0, data_1 = 0;
    wire taken_back = written_1 && !data_1;
    wire made = judged && mine && !behind && !wiped && !taken_back && !promised;
    wire due = passed && ((promised && promised_lap == next_lap) || (made && of_lap == next_lap));

    // Places of the watched slot, and visits while it was armed.
    wire told = take && take_wheel == watched_wheel && take_slot == watched;
    reg [31:0] places = 0, visits = 0;

    // The FIFO: how many places, the followed one, and whether it is shown.
    reg [11:0] given = 0, ahead = 0;
    reg following = 0, gone = 0;
    reg [2:0] age = 0, popped = 4;
    reg [63:0] followed_tick = 0, followed_lap = 0;
    reg [31:0] kept_tick = 0;
    wire takes = take || late_taken;
    wire heads = following && ahead == 0 && valid && popped == 4;
    reg past_heads = 0, past_valid = 0, past_show_place = 0, past_show_tick = 0;
    reg answers_place = 0, answers_tick = 0, of_followed = 0, past_late;
    reg read_place = 0, read_tick = 0, read_followed = 0, read_valid = 0;
    reg [22:0] past_place;
    reg [31:0] past_tick;
    reg [3:0] pops = 0, older_pops = 0;

    always @(posedge clock) begin
        started <= 1;
        {second, third} <= clear ? 2'd0 : {execute, second};
        past_ready <= ready && !clear;
        since <= clear ? 7 : command ? 1 : since == 7 ? 7 : since + 1;
        if (command) begin
            sets <= arm;
            ours <= pop ? ours_shown : is_named;
            of_lap <= data[31:24];
        end
        if (written) busy <= write_data;
        busy_1 <= busy;
        {written_1, data_1} <= {written, write_data};

        // What the commands make of the slot: the reference.
        armed <= !clear && ready && past_ready && (since == 3 && ours ? sets : armed && !cleared);
        armed_1 <= armed && !clear;

        undecided <= !clear && ((command && arm) || (undecided && !judged && !refused));
        mine <= !clear && (command ? 1'b0 : since == 3 && ours && sets ? 1'b1 : mine && !judged);
        wiped <= !(since == 3 && ours && sets) && (wiped || taken_back);
        if (made) promised_lap <= of_lap;
        promised <= !clear && (promised || made) && !due && !taken_back;

        next_slot <= clear ? 1 : wraps ? 0 : reached;
        next_lap <= clear ? 0 : next_lap + wraps;
        ticks <= clear ? 0 : next_ticks;
        lap_begin <= clear ? 0 : wraps ? lap_begin + size : lap_begin;

        places <= clear ? 0 : places + told;
        visits <= clear ? 0 : visits + (passed && armed_1);

        given <= clear ? 0 : given + takes - pop;
        popped <= clear ? 4 : pop ? 1 : popped + (popped != 4);
        pops <= clear ? 0 : pops + pop;
        older_pops <= clear ? 0 : pops;
        if (following) begin
            if (age != 4) age <= age + 1;
            if (age == 2) kept_tick <= push_tick;
            if (pop) begin
                ahead <= ahead - 1;
                if (ahead == 0) {following, gone} <= 2'b01;
            end
        end else if (told && follow_this && !gone) begin
            following <= 1;
            age <= 1;
            ahead <= given - pop;
            followed_tick <= visit_tick;
            followed_lap <= lap_begin;
        end
        if (clear) {following, gone} <= 0;

        past_heads <= heads && !clear;
        past_valid <= valid;
        {past_show_place, past_show_tick} <= {show_place, show_tick};
        {answers_place, answers_tick, of_followed} <= {asks_place, asks_tick, heads && !clear};
        {read_place, read_tick, read_followed} <= clear ? 3'd0 : {answers_place, answers_tick, of_followed};
        read_valid <= past_valid;
        past_late <= head_late;
        past_place <= {head_wheel, head_slot};
        past_tick <= head_tick;
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        wheel_chosen: assume (size >= 2 && size <= CAPACITY && watched < size && watched_wheel < 4);
        one_wheel: assume (FULL || watched_wheel == 0);
        time_bounded: assume (next_ticks >= ticks && lap_begin < 64'hffff_ffff_0000_0000);

        // The register bus, and what leaves the registers.
        bus_stands: assume (!execute || !(second || third));
        arms_as_asked: assume (arm == armed_by_host);
        disarms_as_asked: assume (disarm == (disarmed_by_host || (acknowledged && data[0])));
        pops_a_valid_event: assume (pop == acknowledged);
        command_as_written: assume (!(arm || disarm) || pop || {wheel, slot} == data[22:0]);
        ready_to_run: assume ((ready || !running) && (!past_ready || ready || clear));
        commands_apart: assume (!command || (since >= 4 && !undecided));
        // An acknowledgement that disarms names the event's slot.
        if (pop && heads) popped_is_shown: assume (ours_shown);

        // The busy bit.
        if (ready) written_by_commands: assume (written == ((since == 3 && ours) || cleared));
        if (since == 3 && ours) command_makes_bit: assume (write_data == sets && !cleared);
        if (cleared) clearing_written: assume (!write_data);
        if (ready && !past_ready) all_swept: assume (!busy && !busy_1 && !written);

        // The late check.
        judged_once: assume (judged == (undecided && since >= 5 && settled && !refused));
        if (refused) refused_at_once: assume (since == 3 && !ours);

        // The cursor.
        position_steps: assume (step <= (of_zero ? 16 : 1) && reached <= size && others <= 16);
        if (!of_zero && step != 0) upper_waits: assume (others == 0);
        no_step_unsettled: assume ((settled && ready) || (step == 0 && others == 0));
        visit_sees_bit: assume (told == (passed && busy_1));
        if (due) promise_kept: assume (told);
        if (age == 2 && following) tick_of_the_event: assume (push_tick == followed_tick[31:0]);

        // The FIFO.
        taken_with_room: assume (!takes || given != DEPTH);
        taken_once: assume (!(take && late_taken));
        if (valid) valid_if_there: assume (given != 0 && ready);
        if (popped == 4 && following && ahead == 0) first_is_shown: assume (valid == (age == 4));
        pops_counted: assume (popped == 1 || told_pops == pops);
        if (pop) popped_apart: assume (popped == 4);
        if (past_heads && past_show_place)
            place_as_taken: assume ({head_wheel, head_slot, head_late} == {watched_wheel, watched, 1'b0});
        if (past_heads && past_show_tick) tick_as_taken: assume (head_tick == kept_tick);

        // What is read.
        if (answers_place) event_asked_for: assume (past_show_place == past_valid);
        if (answers_tick) tick_asked_for: assume (past_show_tick == past_valid);
        if (read_place && read_valid)
            read_as_it_stood: assume (read_data[31:30] == {1'b1, past_late} && read_data[22:0] == past_place);
        if (read_tick && read_valid) read_of_tick: assume (read_data == past_tick);

        if (started && !clear) begin
            // Armed.
            if (due) assert (told && armed_1);
            if (promised) begin
                assert (promised_lap - next_lap < 8'd128 || (promised_lap - next_lap == 8'd128 && watched < next_slot));
                assert (promised_lap != next_lap || watched >= next_slot);
            end
            // Disarmed; and never otherwise.
            assert (told == (passed && armed_1));
            // Once.
            assert (places == visits);
            if (gone) assert (!following);
            if (following) assert (ahead < given);
            // Its tick.
            if (told && of_zero) assert (visit_tick == lap_begin + watched);
            if (following && of_zero) assert (followed_tick == followed_lap + watched);
            // As it is read.
            if (read_place && read_followed) assert (read_data[31] && !read_data[30]
                && read_data[22:0] == {watched_wheel, watched});
            if (read_tick && read_followed) assert (read_data == followed_tick[31:0]);

            // Invariants for the induction.
            assert (given <= DEPTH);
            if (ready && past_ready) assert (busy == armed);
            if (ready && past_ready) assert (busy_1 == armed_1);
            if (!past_ready) assert (!armed && !armed_1);
            if (!ready) assert (!promised && !mine && !undecided && since == 7 && ticks == 0);
            assert (next_slot < size);
            if (of_zero) assert (ticks + 1 == lap_begin + next_slot);
            if (following) assert (age >= 1 && age <= 4);
            if (following && age >= 3) assert (kept_tick == followed_tick[31:0]);
            if (past_heads) assert ((following || gone) && kept_tick == followed_tick[31:0] && past_valid);
            if (of_followed) assert (past_heads);
            if (read_followed) assert (read_valid);
            if (answers_place || answers_tick) assert (third);
            if (read_followed && read_place) assert (past_place == {watched_wheel, watched} && !past_late);
            if (read_followed && read_tick) assert (past_tick == followed_tick[31:0]);
            if (undecided) assert (sets);
            if (mine) assert (undecided && since >= 4 && ours);
            if (mine && !wiped && !taken_back) assert (busy);
            if (mine && since >= 5 && !wiped && !taken_back) assert (busy_1);
            if (promised) assert (busy_1 && (busy || (written_1 && !data_1)));
            assert (!written_1 || busy == data_1);
            assert (written_1 || busy == busy_1 || !past_ready);
            assert (popped >= 1 && popped <= 4);
            if (since <= 2) assert (!mine);
            if (since <= 3) assert (undecided == sets);
            if (undecided) assert (since >= 1);
        end
    end

    // A slot is armed, visited, read and acknowledged; with its tick; and one is disarmed before its visit.
    reg was_read = 0, was_read_tick = 0, was_disarmed = 0;
    always @(posedge clock) begin
        was_read <= !clear && (was_read || (read_place && read_followed));
        was_read_tick <= !clear && (was_read_tick || (read_tick && read_followed));
        was_disarmed <= !clear && (was_disarmed || (promised && taken_back));
    end
    always @* if (started && !clear) begin
        cover (gone && was_read && was_read_tick && places == 1 && followed_tick == 20);
        cover (was_disarmed && passed && !told);
        if (FULL) cover (gone && was_read && watched_wheel == 2);
    end
endmodule
