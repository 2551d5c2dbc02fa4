// How fast the cursor goes on; a part of cursor.sv, whose header says what is proved here.

    // Only the backlog decides whether it goes on: it has room, and does not wait for the host, a write or
    // a carry.
    wire lap_waits = FULL && slot == 0;
    wire goes = running && room && !held && !uncleared && !carry_urgent && !past_pause && !past_2_pause
        && !(lap_waits && !cascading && carry_waits);

    // For how many clocks there has been a tick to pass and nothing has been passed. How long the cascade has looked at
    // a wheel, and how long it may until it looks at the next.
    reg [4:0] waits = 0;
    reg [2:0] looked = 0;
    localparam CLIMB = DENIED + 3;
    wire left = cascading || here != step;
    reg past_left = 0;
    wire went = slots != 0 || ticks != 0 || done;

    // How many clocks are owed: each costs one, and the commits pay. The last commit was of a word that was passed, or
    // of one that was found not to be empty. `unsteady` for five clocks after it was near now, or has come to be, or
    // not to be, far from it.
    reg [3:0] owed = 0;
    reg was_skip = 0, was_busy = 0, past_far = 0, past_2_far = 0;
    reg [2:0] unsteady = 0;
    wire finds = \chip.repeats && \chip.skip_2 ;
    wire walks_on = passes == 1 && !\chip.skip_2 ;
    wire [3:0] paid = walks_on && was_skip ? 4'd5 : walks_on && was_busy ? 4'd4 : passes != 0 || finds ? 4'd1 : 4'd0;
    wire counts = goes && !lap_waits && unsteady == 0;

    // Nothing has made it wait since it was near now.
    reg fresh = 0;

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
        assert (waits <= (cascading ? 3 * CLIMB + 3 : was_busy ? 8 : 4));
        assert (owed <= 10);
        if (fresh) assert (gap <= 16);
        // A whole word is skipped, unless it has just been found not to be empty.
        if (walks_on && first(slot) && past_2_far) assert (was_busy);
    end
