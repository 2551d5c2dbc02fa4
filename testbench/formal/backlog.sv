// Proof of carillon_counter_backlog (hdl/src/counter_chip/backlog.rs): what cursor.sv may believe of `some`, `eight`
// and `far`.
//
// Proved, for a backlog (the ticks that have come less those that were passed) of up to 2^64 - 1:
//   - `some`, `eight` and `far` in clock c + 1 say that in c the backlog less the blocks set aside was at least 1, 8
//     and 96: so they never promise more than there is, and with nothing set aside they promise all that there is;
//   - `behind` in c + 1 says whether the cursor was not at now in c;
//   - a block is wanted aside from 1536 ticks on and wanted back below 512, back only where there is one; it changes
//     sides where there are 1280 at least, or fewer than 1024; neither the count nor the number of blocks ever
//     overflows or falls below 0; while a block is wanted aside, at most 32 ticks more are passed than there are
//     clocks; while one is wanted back, 511.
//
// Assumed: `clear` is high in the first clock; the cursor passes no more than there is without the blocks (cursor.sv);
// a block changes sides only where that was wanted at most 8 clocks before, and a block that is wanted aside is taken
// within 76 clocks, back within 111; `any_aside` says whether there are blocks (tick_counts.sv).
module backlog (
    input clock,
    input clear,
    input tick,
    input walked,
    input skipped,
    input fewer,
    // The solver's choice: the block that is wanted now begins to change sides, and is done with it.
    input begins,
    input exchanged
);
    reg [63:0] truth = 0;
    reg [53:0] aside = 0;
    wire any_aside = aside != 0;
    wire wants_aside, wants_back, some, eight, far, behind;

    carillon_counter_backlog chip (
        .clock(clock), .clear(clear), .tick(tick), .walked(walked), .skipped(skipped), .fewer(fewer),
        .any_aside(any_aside), .exchanged(exchanged), .wants_aside(wants_aside), .wants_back(wants_back), .some(some),
        .eight(eight), .far(far), .behind(behind)
    );

    (* hierconn *) wire [10:0] \chip.count ;

    wire [63:0] here = truth - {aside, 10'd0};
    wire [4:0] step = walked ? 5'd1 : skipped ? 5'd16 - fewer : 5'd0;

    // The block that changes sides: which way, and for how many clocks it has. How long one has been wanted aside.
    reg changing = 0, is_aside;
    reg [4:0] age = 0;
    reg [9:0] waits = 0;
    // The same as tick_counts.sv has it, and the ticks passed meanwhile.
    reg [6:0] aside_for = 0;
    reg [7:0] passed_for = 0;
    wire window = wants_aside && !exchanged && !clear;
    reg [7:0] back_for = 0;
    reg [9:0] passed_back = 0;
    wire back_window = wants_back && !exchanged && !clear;
    reg started = 0, past_clear;
    reg [63:0] past_here = 0, past_truth = 0;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_here <= clear ? 0 : here;
        past_truth <= clear ? 0 : truth;
        truth <= clear ? 0 : truth + tick - step;
        aside <= clear ? 0 : !exchanged ? aside : is_aside ? aside + 1 : aside - 1;
        changing <= !clear && (begins || (changing && !exchanged));
        age <= begins ? 1 : age + (age != 31);
        if (begins) is_aside <= wants_aside;
        aside_for <= !window ? 0 : aside_for + (aside_for != 127);
        passed_for <= !window ? 0 : passed_for + step;
        back_for <= !back_window ? 0 : back_for + (back_for != 255);
        passed_back <= !back_window ? 0 : passed_back + step;
        waits <= clear || exchanged || here + tick - step < 1536 ? 0 : waits + 1;
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        time_bounded: assume (truth != 64'hffff_ffff_ffff_ffff);
        one_pass: assume (!(walked && skipped));
        no_more_than_here: assume (step <= here);
        exchange_wanted: assume (!begins || (!changing && (wants_aside || wants_back)));
        exchange_begun: assume (!exchanged || changing);
        exchange_short: assume (!changing || age <= 8);
        if (wants_aside) aside_soon: assume (aside_for <= 75);
        if (wants_back) back_soon: assume (back_for <= 110);
        if (started) begin
            if (past_clear) assert (!some && !eight && !far && !behind);
            tells_of_here: assert (some == (past_here >= 1) && eight == (past_here >= 8) && far == (past_here >= 96));
            assert (behind == (past_truth != 0));
            wanted_where_needed: assert (wants_aside == (here >= 1536) && wants_back == (here < 512 && any_aside));
            here_bounded: assert (here < 2048);
            one_block_wanted: assert (!(wants_aside && wants_back) && (!wants_back || any_aside));
            passed_while_aside: assert (passed_for <= aside_for + 32);
            passed_while_back: assert (passed_back <= back_for + 511);
            if (exchanged) exchanged_where_needed: assert (is_aside ? here >= 1280 : here < 1024 && aside != 0);

            // Invariants for the induction.
            assert (back_for != 0 ? here + passed_back <= 511 + back_for && back_for <= 111 : passed_back == 0);
            assert (\chip.count == here);
            aside_within_truth: assert ({aside, 10'd0} <= truth);
            assert (past_truth == 0 ? past_here == 0 : 1'b1);
            if (here >= 1536) assert (here <= 1552 + waits && waits <= aside_for + 1);
            if (aside_for != 0) assert (here + passed_for <= 1552 + aside_for && aside_for <= 76);
            else assert (passed_for == 0);
            if (here >= 1536) assert (here + passed_for <= 1552 + aside_for);
            if (changing) begin
                assert (age >= 1);
                if (is_aside) assert (here + 16 * age >= 1536);
                else assert (aside != 0 && here < 512 + age);
            end
        end
    end

    // From any state that fulfils what is proved.
    always @* if (started && !past_clear) begin
        cover (exchanged && is_aside && aside == 54'h123456789);
        cover (exchanged && !is_aside && aside == 1 && truth == 1100);
        cover (here == 1600);
        cover (far && past_here == 96);
        cover (behind && !some);
        cover (skipped && fewer && tick);
    end
endmodule
