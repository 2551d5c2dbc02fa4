// Proof of carillon_counter_arming and carillon_counter_late_check together, joined as in the chip
// (hdl/src/counter_chip/core.rs), with a cursor and a memory that do no more than cursor.sv, cascade.sv and
// busy_bits.sv prove of them: what an ARM promises. For one slot, `watched`, of one wheel of any size at any place
// in the memory, and for one of its arms, all of the solver's choice: so for every arm of every wheel.
//
// Proved:
//   - an arm that is not judged late keeps its promise: from the judgement on, unless a disarm of the slot (or
//     AUTO_CLEAR) is written after it, the slot's next visit with that lap is still ahead, and when the cursor passes
//     it there is an event;
//   - an arm of the slot that is judged late means a visit that had been passed by then;
//   - a visit that no write has made busy raises no event: the bit is what the last write to the slot, by the host's
//     command or by AUTO_CLEAR, made of it, whatever is written to other slots and wheels in the clocks before and
//     after.
//
// Assumed: as in arming.sv and late_check.sv; no command comes while an arm has still to be judged or refused, nor in
// the clock after that, and its lap stands until then (integration.sv); other wheels do not overlap with this one
// (wheels.sv); the position moves on by at most 16 slots in a clock (one for a wheel above wheel 0), around the wheel,
// and when it passes the watched slot in clock L there is an event if and only if the bit was set by the writes up to
// L - 2 (cursor.sv, cascade.sv); in clocks that are not `settled` nothing is passed, and in the others the cursor shows
// the position (cursor.sv).
module visits #(
    parameter SLOT_BITS = 10,
    parameter FULL = 0
) (
    input clock,
    input clear,
    input arm,
    input disarm,
    input [2:0] wheel,
    input [19:0] slot,
    input [7:0] lap,
    input selected_present,
    input [20:0] selected_size,
    input [15:0] selected_base,
    input clear_request,
    input [19:0] clear_address,
    input pause_clearing,
    input [19:0] anywhere,
    input [19:0] other_slot,
    input [7:0] other_lap,
    input settled,
    input room,
    input late_taken,
    // The disarm is an acknowledgement's: its wheel and slot come from the FIFO.
    input of_event,
    // How many slots the cursor passes in this clock.
    input [4:0] step,
    input visited,
    // The solver's choice: follow the arm that is judged in this clock.
    input follow_this
);
    localparam CAPACITY = 1 << SLOT_BITS;
    (* anyconst *) wire [2:0] watched_wheel;
    (* anyconst *) wire [19:0] watched;
    (* anyconst *) wire [20:0] size;
    (* anyconst *) wire [15:0] base;
    wire [19:0] place = (base << 4) + watched;

    reg [19:0] next_slot = 1;
    reg [7:0] next_lap = 0;
    wire selects, refused, ready, cleared, write_enable, write_data, written_arm, late, late_lost, judged;
    wire [2:0] select_wheel, written_wheel, late_check_wheel, late_wheel;
    wire [19:0] write_address, written_slot, late_slot;
    wire [19:0] write_slot = ~write_address & (CAPACITY - 1);
    wire [20:0] last = ~(selected_size - 21'd1) & (CAPACITY - 1);
    reg [19:0] past_next_slot;
    reg [7:0] past_next_lap;
    reg [2:0] past_judge_wheel;
    wire of_zero = watched_wheel == 0;

    carillon_counter_arming #(
        .WHEELS(FULL ? 4 : 1), .SLOT_BITS(SLOT_BITS), .WHEEL_MODES(FULL != 0), .SINGLE_PORT(1'b0)
    ) arming (
        .clock(clock), .clear(clear), .arm(arm), .disarm(disarm), .wheel(of_event ? 3'd0 : wheel),
        .slot(of_event ? 20'd0 : slot), .head_wheel(since == 1 ? shown_wheel : anywhere[2:0]),
        .head_slot(since == 2 ? shown_slot : anywhere),
        .selected_present(selected_present), .selected_last(last[19:0]), .selected_base(selected_base),
        .swept(anywhere),
        .clear_request(clear_request), .clear_address(clear_address), .pause_clearing(pause_clearing),
        .selects(selects), .select_wheel(select_wheel), .refused(refused), .ready(ready), .cleared(cleared),
        .write_enable(write_enable), .write_address(write_address), .write_data(write_data),
        .written_arm(written_arm), .written_wheel(written_wheel), .written_slot(written_slot)
    );
    carillon_counter_late_check #(.WHEELS(FULL ? 4 : 1), .SLOT_BITS(SLOT_BITS)) late_check (
        .clock(clock), .clear(clear), .armed(written_arm), .wheel(written_wheel), .slot(written_slot),
        .lap(lap), .next_slot(~(of_zero && settled ? next_slot : other_slot)),
        .next_lap(~(of_zero && settled ? next_lap : other_lap)), .settled(settled), .judged(judged),
        .upper_slot(!of_zero && past_judge_wheel == watched_wheel ? past_next_slot : other_slot),
        .upper_lap(!of_zero && past_judge_wheel == watched_wheel ? past_next_lap : other_lap), .room(room),
        .late_taken(late_taken), .late_check_wheel(late_check_wheel), .late(late), .late_wheel(late_wheel),
        .late_slot(late_slot), .late_lost(late_lost)
    );

    (* hierconn *) wire \arming.looking_up ;
    (* hierconn *) wire \arming.checking ;
    (* hierconn *) wire \arming.arms ;
    (* hierconn *) wire [2:0] \arming.command_wheel ;
    (* hierconn *) wire [19:0] \arming.command_slot ;
    (* hierconn *) wire \arming.command_sets ;
    (* hierconn *) wire \arming.outside ;
    (* hierconn *) wire \late_check.after_1 ;
    (* hierconn *) wire \late_check.after_2 ;
    (* hierconn *) wire \late_check.judging ;
    (* hierconn *) wire \late_check.passed_zero ;
    (* hierconn *) wire \late_check.late_verdict ;

    // The busy bit of the watched slot, and how it looks to a commit: two clocks ago.
    reg busy = 0, busy_1 = 0;
    wire written = write_enable && write_slot == place;
    reg written_1 = 0, written_2 = 0, data_1, data_2;

    // The reference for commands of the watched slot: what its bit should be, from the commands alone.
    reg [2:0] since = 7;
    reg commanded = 0, sets, ours;
    // What the FIFO shows of the event that is acknowledged; 0 for other commands.
    reg by_event = 0;
    reg [2:0] shown_wheel = 0;
    reg [19:0] shown_slot = 0;
    reg [7:0] of_lap;
    wire command = (arm || disarm) && !clear;
    wire our_arm = since == 3 && ours && sets;
    wire our_write = (since == 3 && ours) || (cleared && write_slot == place);

    // The arms of the watched slot from their write to the verdict, and whether a 0 was written after the arm, as a
    // commit sees it.
    reg arm_1 = 0, arm_2 = 0, arm_3 = 0, arm_4 = 0, behind_3 = 0, behind_4 = 0, rises = 0, wiped = 0;
    reg [7:0] lap_1;
    wire decided = arm_2 && settled;
    wire [7:0] laps_ahead = lap_1 - next_lap;
    wire behind = (laps_ahead >= 128 && !(laps_ahead == 128 && watched < next_slot)) || (laps_ahead == 0
        && watched < next_slot);
    // An arm of any slot has still to be judged or refused.
    reg undecided = 0, settled_1 = 0;
    wire settles = judged || refused;

    // The cursor.
    wire [20:0] reached = next_slot + step;
    wire [19:0] to_watched = watched - next_slot;
    wire passed = watched >= next_slot && to_watched < step;

    // The promise of the arm that is followed: made at its judgement, kept by the event, taken back by a write of 0.
    reg promised = 0;
    reg [7:0] promised_lap;
    wire made = decided && !behind && !wiped && follow_this && !promised;
    wire due = passed && (promised ? promised_lap == next_lap : made && lap_1 == next_lap);
    wire taken_back = written_1 && !data_1;
    wire [7:0] laps_to_go = promised_lap - next_lap;
    wire [7:0] past_laps_ahead = of_lap - past_next_lap;

    reg started = 0, past_clear, past_request, past_cleared, past_selects, past_ready = 0;
    reg [2:0] past_select;
    reg [19:0] past_address;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_ready <= ready;
        past_request <= clear_request && !clear;
        past_cleared <= cleared;
        past_address <= clear_address;
        past_selects <= selects;
        past_select <= select_wheel;
        past_judge_wheel <= late_check_wheel;
        past_next_slot <= next_slot;
        past_next_lap <= next_lap;

        if (written) busy <= write_data;
        busy_1 <= busy;
        {written_1, written_2} <= {written, written_1};
        {data_1, data_2} <= {write_data, data_1};

        since <= clear ? 7 : command ? 1 : since == 7 ? 7 : since + 1;
        commanded <= !clear && (commanded || command);
        if (command) begin
            sets <= arm;
            by_event <= of_event;
            shown_wheel <= of_event ? wheel : 0;
            shown_slot <= of_event ? slot : 0;
            ours <= wheel == watched_wheel && slot == watched;
            of_lap <= lap;
        end

        settled_1 <= undecided && settles && !clear;
        undecided <= !clear && ((command && arm) || (undecided && !settles));
        arm_1 <= our_arm && !clear;
        arm_2 <= !clear && (arm_1 || (arm_2 && !settled));
        {arm_3, arm_4} <= clear ? 2'd0 : {decided, arm_3};
        if (our_arm) lap_1 <= of_lap;
        wiped <= !our_arm && (wiped || taken_back);
        behind_3 <= behind;
        behind_4 <= behind_3;
        rises <= arm_4 && behind_4 && !clear;

        next_slot <= clear ? 1 : reached == size ? 0 : reached;
        next_lap <= clear ? 0 : reached == size ? next_lap + 1 : next_lap;

        if (made) promised_lap <= lap_1;
        promised <= !clear && (promised || made) && !due && !taken_back;
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        // As in arming.sv.
        one_command: assume (!(arm && disarm));
        events_disarm: assume (!of_event || (disarm && (FULL || wheel == 0)));
        if (by_event && since == 2 && selected_present) event_in_its_wheel: assume (shown_slot < selected_size);
        commands_when_ready: assume (ready || !(arm || disarm));
        clearing_when_ready: assume (ready || !clear_request);
        if (arm || disarm) commands_after_judgement: assume (since >= 4 && !undecided && !settled_1);
        if (undecided || settled_1) lap_stands: assume (lap == of_lap);
        clear_address_in_memory: assume (!clear_request || clear_address < CAPACITY);
        if (started && past_request && !past_cleared && !past_clear)
            clearing_stands: assume (clear_request && clear_address == past_address);
        // The wheels: this one, and those that lie elsewhere.
        wheel_chosen: assume (size >= 2 && size <= CAPACITY && (base << 4) + size <= CAPACITY && watched < size);
        one_wheel: assume (FULL || (watched_wheel == 0 && base == 0));
        wheel_0_first: assume (!of_zero || base == 0);
        if (started && past_selects) begin
            if (past_select == watched_wheel)
                wheel_shown: assume (selected_present && selected_size == size && selected_base == base);
            else begin
                if (!FULL) one_wheel_shown: assume (!selected_present);
                if (selected_present) other_wheel_elsewhere: assume (selected_size >= 2 && selected_size <= CAPACITY
                    && (selected_base << 4) + selected_size <= CAPACITY
                    && ((selected_base << 4) > place || (selected_base << 4) + selected_size <= place));
            end
        end
        // As in late_check.sv.
        late_taken_with_room: assume (!late_taken || (late && room));
        // As cursor.sv and cascade.sv prove.
        position_steps: assume (step <= (of_zero ? 16 : 1) && reached <= size);
        no_step_before_ready: assume (ready || step == 0);
        no_step_unsettled: assume (settled || step == 0);
        visit_sees_bit: assume (visited == (passed && busy_1));

        if (started && !past_clear) begin
            // The bit is the commands' and AUTO_CLEAR's.
            if (ready) written_by_commands: assert (written == our_write);
            if (since == 3 && ours) command_makes_bit: assert (written && write_data == sets);
            // The promise.
            if (due) promise_kept: assert (visited);
            if (promised) begin
                promise_ahead: assert (laps_to_go < 128 || (laps_to_go == 128 && watched < next_slot));
                promise_not_behind: assert (laps_to_go != 0 || watched >= next_slot);
            end
            // The verdict.
            judged_once: assert (judged == (undecided && since >= 5 && settled));
            if (rises) late_is_told: assert (late && late_slot == watched && (!FULL || late_wheel == watched_wheel));
        end

`ifndef PORTS_ONLY
        // Invariants for the induction.
        if (started) begin
            assert (since != 0);
            assert (next_slot < size);
            assert (\arming.looking_up == (since == 1) && \arming.checking == (since == 2));
            assert (past_selects == (since == 2) || past_clear);
            if (commanded) assert (\arming.command_sets == sets
                && \arming.outside == (\arming.command_slot >= CAPACITY)
                && ours == ((\arming.command_wheel | shown_wheel) == watched_wheel
                && (\arming.command_slot | shown_slot) == watched));
            if (commanded && by_event) assert (\arming.command_wheel == 0 && \arming.command_slot == 0 && !sets);
            if (!by_event) assert (shown_wheel == 0 && shown_slot == 0);
            assert (FULL || shown_wheel == 0);
            if (since == 1) assert (!past_clear);
            if (since == 2) assert (past_select == (\arming.command_wheel | shown_wheel));
            if (since == 3 && ours) assert (written && \arming.arms == sets);
            if (since != 3) assert (!\arming.arms );
            if (ready && write_enable && since != 3) assert (cleared);
            if (cleared) assert (since != 3);
            if (since == 3 && write_enable) assert (ours == (write_slot == place));
            if (!ready) assert (since == 7 && !cleared && !promised && !undecided);
            assert (!write_enable || ready || !write_data);
            assert (undecided || !(arm_1 || arm_2));
            if (since <= 3) assert (undecided == sets && !arm_1 && !arm_2);
            if (undecided && since >= 4) assert (\late_check.after_1 == (since == 4)
                && \late_check.after_2 == (since >= 5));
            else assert (!\late_check.after_1 && !\late_check.after_2 );
            if (arm_1) assert (since == 4 && lap_1 == of_lap && ours && written_1 && data_1);
            if (arm_2) assert (since >= 5 && lap_1 == of_lap);
            if (since == 4 && undecided) assert (arm_1 == (ours && sets));
            if (arm_1 || (arm_2 && !wiped && !taken_back)) assert (busy && (busy_1 || arm_1));
            if (arm_2 && !wiped) assert (busy_1);
            if (arm_2 && since == 5) assert (written_2 && data_2);
            assert (!written_1 || busy == data_1);
            assert (!written_2 || busy_1 == data_2);
            assert (written_1 || busy == busy_1);
            if (arm_2 || arm_3 || arm_4) assert (ours);
            if (undecided || arm_3 || arm_4) assert (sets && !by_event);
            assert (commanded || since == 7);
            assert (commanded || !(undecided || arm_3 || arm_4));
            if (arm_3) begin
                assert (\late_check.judging );
                if (!FULL || of_zero) assert (\late_check.passed_zero == behind_3);
                else assert (past_judge_wheel == watched_wheel && behind_3 == (past_laps_ahead == 128
                    ? watched >= past_next_slot
                    : past_laps_ahead > 128 || (past_laps_ahead == 0 && watched < past_next_slot)));
            end
            if (arm_4) assert (\late_check.late_verdict == behind_4);
            if (promised) assert (busy_1);
        end
`endif
    end

    // From any state that fulfils what is proved (the sweep alone would take too long).
    reg just_made = 0;
    always @(posedge clock) just_made <= made;
    always @* if (started && !past_clear) begin
        cover (due && promised);
        cover (due && made);
        cover (due && promised && next_lap == 8'hff);
        cover (made && lap_1 == 0 && next_lap == 8'hff);
        cover (decided && behind && since == 7);
        cover (promised && taken_back);
        cover (cleared && written && arm_2 && since == 5);
        cover (rises && late_lost);
        if (FULL) cover (due && promised && watched_wheel == 2 && size == 21);
    end
endmodule
