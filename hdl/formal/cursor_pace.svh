// How fast the cursor goes on; a part of cursor.sv, whose header says what is proved here.

    // Nothing but the backlog decides whether it goes on: it neither wants for room nor waits for the host, a write or a carry.
    wire lap_waits = FULL && slot == 0;
    wire goes = running && room && !held && !uncleared && !carry_urgent && !past_pause && !(lap_waits && !cascading && carry_waits);

    // For how many clocks there has been a tick to pass and nothing has been passed; how long the cascade has looked at a wheel.
    reg [4:0] waits = 0;
    localparam CLIMB = DENIED + 3;
    reg [2:0] looked = 0;
    wire left = cascading || here != step;
    reg past_left = 0;
    wire went = slots != 0 || ticks != 0 || done;

    // How many clocks are owed: each costs one, which the commits pay. The last commit was of a word that was passed, or of one
    // that was found not to be empty. For how many clocks it has still to be `steady`.
    reg [3:0] owed = 0;
    reg was_skip = 0, was_busy = 0, past_far = 0, past_2_far = 0;
    reg [2:0] unsteady = 0;
    wire finds = \chip.repeats && \chip.skip_2 ;
    wire walks_on = passes == 1 && !\chip.skip_2 ;
    wire [3:0] paid = walks_on && was_skip ? 4'd5 : walks_on && was_busy ? 4'd4 : passes != 0 || finds ? 4'd1 : 4'd0;
    wire counts = goes && !lap_waits && unsteady == 0;

    // Since it was at now, nothing has made it wait.
    reg fresh = 0;
    wire [11:0] unasked = here - under_way;

    always @(posedge clock) begin
        waits <= clear || !goes || !left || went || ready ? 0 : waits + (waits != 31);
        past_left <= left && !clear;
        looked <= \steps.state == PICK && !clear ? looked + (looked != 7) : 0;
        owed <= clear || !counts || owed + 4'd1 <= paid ? 0 : owed + 4'd1 - paid;
        if (went || finds) begin
            was_skip <= passes > 1;
            was_busy <= finds;
        end
        if (clear) {was_skip, was_busy} <= 0;
        unsteady <= clear || !eight || far != past_far ? 5 : unsteady - (unsteady != 0);
        past_far <= far;
        past_2_far <= past_far;
        fresh <= FULL == 0 && !clear && goes && (fresh || gap <= 7);
    end

    // The first slot of a whole word, but for one that a cascade has visited.
    function first(input [19:0] from);
        first = (from[3:0] == 0 || (FULL && from == 1)) && (from | 20'hf) <= last_slot;
    endfunction

    always @* if (started && !clear) begin
        assert (waits <= (FULL ? 3 * CLIMB + 2 : 8));
        assert (owed <= 10);
        if (fresh) assert (gap <= 16);
        // A whole word is skipped, unless it has just been found not to be empty.
        if (walks_on && first(slot) && past_2_far) assert (was_busy);
    end

`ifndef PORTS_ONLY
    // Invariants for the induction. For how many clocks the oldest look to come has been on its way.
    wire [3:0] since_pass = looks == 0 ? (\chip.look_3 ? 4'd0 : \chip.look_4 ? 4'd1 : 4'd2) : \chip.look_2 ? 4'd4 : 4'd3;
    wire [3:0] since = tb ? 4'd1 : tb_1 ? 4'd2 : tb_2 ? (\chip.look_1 ? 4'd3 : 4'd1) : since_pass;
    wire partial = (slot | 20'hf) > last_slot, next_partial = (slot_1 | 20'hf) > last_slot;
    always @* if (started && !running) assert (!\chip.word_is_busy && !was_busy && !was_skip);
    always @* if (started && running) begin
        if (!past_clear) assert (\chip.may_look == (past_running && !past_pause && !tb && !\chip.stops && !held && !uncleared && !urgent[0]));
        if (!past_running) assert (gap == 0 && here == 0 && owed == 0 && waits == 0);
        if (tb) assert (!\chip.look_3 );
        if (tb_1 || tb_2) assert (!\chip.look_3 && !\chip.look_4 );
        assert (here <= past_here + 1 || here >= 1024);
        // A word that has been found not to be empty.
        if (was_busy) assert (\chip.word_is_busy && !(\chip.look_1 && \chip.skip_1 ) && !(\chip.look_2 && \chip.skip_2 )
            && slot[3:0] <= FULL);
        if (\chip.word_is_busy ) assert (!partial && (tb || (at_0[19:4] == slot[19:4] && at_0 >= slot)));
        if (\chip.word_is_busy && (slot[3:0] == 0 || (FULL && slot == 1))) assert (was_busy);

        if (length_1 > 1) assert (past_far);
        if (length_2 > 1) assert (past_2_far);
        if (length_1 == 1 && first(at_1)) assert (!past_far || was_busy);
        if (length_2 == 1 && first(at_2)) assert (!past_2_far || was_busy);

        assert (past_left == (past_cascading || past_here != past_step));
        if (!past_left || urgent[0]) assert (waits == 0);
        if (!cascading && !ready) assert (waits <= since + (was_busy ? 4 : 0));
        if (!cascading && \chip.look_2 && \chip.skip_2 ) assert (waits <= 4);
        // In a cascade.
        if (lap_waits) assert (!\chip.word_is_busy && !was_busy);
        if (ready || (past_cascading && !cascading)) assert (waits == 0);
        if (cascading) begin
            if (\steps.state == PICK) begin
                assert (looked == 0 ? !\steps.picked : \steps.picked == past_granted);
                assert (denied <= DENIED && looked <= DENIED + 1 && (\steps.picked || looked <= denied));
            end
            if (\steps.state == PICK || \steps.state == LOOK) assert (waits <= CLIMB * wheel - CLIMB + looked);
            if (\steps.state == ASK) assert (waits <= 3 * CLIMB);
            if (tb || tb_1) assert (waits <= since);
            if (\steps.state == WAIT) assert (waits <= 3 * CLIMB + (\chip.look_1 && \chip.cascade_1 ? 1 : 2));
        end
        if (\chip.stops ) assert (waits == 0 && (held || uncleared) && !was_busy);

        if (urgent[0]) assert (owed == 0);
        if (!lap_waits && unsteady == 0) begin
            if (was_busy || (was_skip && partial)) assert (owed <= (was_busy ? 5 : 6) + since);
            else if (looks == 0 || !\chip.look_2 ) assert (owed <= 2 + since || \chip.stops );
            else assert (owed <= 6);
            if (\chip.look_2 && !\chip.look_1 && !(\chip.skip_2 && next_partial) && !(FULL && \chip.wraps_2 )) assert (owed <= 2);
            assert (past_far == past_2_far);
        end
        if (fresh) begin
            assert (gap == here && unasked <= 12);
            if (urgent[0]) assert (gap <= 8);
            assert (length_1 <= 1 && length_2 <= 1 && step <= 1 && !far);
            if (!\chip.look_1 ) assert (unasked <= (\chip.look_2 ? 8 : 9 + since));
        end
        assert (((gap - here) & 1023) == 0);
        assert (past_here <= past_gap && gap + past_step >= past_gap);
    end
`endif
