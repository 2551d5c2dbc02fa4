// Proof of carillon_timer_next_expiry (hdl/src/timer_chip/next_expiry.rs) with three wheels of 256 slots, beside a
// look-ahead that does what look_ahead.sv proves (next_expiry_parts.sv): what `NEXT_EXPIRY` shows.
//
// Proved, for all ticks, and for a slot of any wheel that the solver chooses, so for each:
//   - a question is answered once, 28 clocks a wheel and 2 more after it at the latest, and not after a clear;
//   - if the slot is busy, the answer is not that none is, and not later than the slot's next visit, counted from `at`;
//   - the answer is the least distance of the slots that the look-ahead has found, one of each wheel at most, less the
//     ticks that have passed from `at` to now, or 0 where they are over or the cursor is too far behind; and none is
//     told only if it has found none.
//
// Assumed: a question comes after the answer to the one before, and no busy bit is written meanwhile (engine.rs);
// now stands at most one tick before `at` (scan.sv), and less than 2^22 ticks behind it unless `too_far`.
module next_expiry (
    input clock, ask, too_far, clear,
    input [31:0] at, now
);
    localparam REST = 0, SEARCH = 1, WAIT = 2, COMPARE = 3, SUBTRACT = 4;
    wire done, none;
    wire [24:0] ticks;
    carillon_timer_next_expiry #(.WHEELS(3), .SLOT_BITS(10), .WHEEL_BITS(8)) chip (
        .clock(clock), .clear(clear), .write_enable(1'b0), .write_address(20'd0), .write_data(1'b0), .ask(ask),
        .slot_mask(16'd255), .at(at), .now(now), .too_far(too_far), .done(done), .ticks(ticks), .none(none)
    );
    (* hierconn *) wire [2:0] \chip.state ;
    (* hierconn *) wire [1:0] \chip.wheel ;
    (* hierconn *) wire [31:0] \chip.from ;
    (* hierconn *) wire \chip.found ;
    (* hierconn *) wire [23:0] \chip.ahead ;
    (* hierconn *) wire [23:0] \chip.earliest ;
    (* hierconn *) wire \chip.any ;
    (* hierconn *) wire \chip.look_ahead.done ;
    (* hierconn *) wire \chip.look_ahead.found ;
    (* hierconn *) wire \chip.look_ahead.pending ;
    (* hierconn *) wire [4:0] \chip.look_ahead.age ;
    (* hierconn *) wire [15:0] \chip.look_ahead.first ;
    (* hierconn *) wire [15:0] \chip.look_ahead.from ;
    (* hierconn *) wire [20:0] \chip.look_ahead.size ;
    (* hierconn *) wire [15:0] \chip.look_ahead.answer ;
    (* hierconn *) wire [15:0] \chip.look_ahead.watched ;
    (* hierconn *) wire \chip.look_ahead.is_busy ;
    wire [2:0] state = \chip.state ;
    wire [1:0] wheel = \chip.wheel ;
    wire [4:0] search_age = \chip.look_ahead.age ;

    // The question, and the slot that is watched.
    (* anyconst *) reg [15:0] watched;
    (* anyseq *) wire any_busy;
    reg busy = 0, started = 0, pending = 0, past_too_far;
    reg [31:0] from, past_now;
    reg [6:0] age = 0;
    assign \chip.look_ahead.watched = watched, \chip.look_ahead.is_busy = busy;
    always @(posedge clock) begin
        started <= 1;
        pending <= (ask || (pending && !done)) && !clear;
        age <= ask ? 1 : age + 1;
        {past_now, past_too_far} <= {now, too_far};
        if (ask) {from, busy} <= {at, any_busy};
    end

    // The ticks from `tick` to the next visit of a wheel's slot, which is at a multiple of the wheel's ticks.
    function [23:0] until_visit(input [1:0] wheel, input [7:0] slot, input [31:0] tick);
        case (wheel)
            0: until_visit = {16'd0, slot - tick[7:0]};
            1: until_visit = {8'd0, {slot, 8'd0} - tick[15:0]};
            default: until_visit = {slot, 16'd0} - tick[23:0];
        endcase
    endfunction
    wire [1:0] own = watched[9:8];
    wire [23:0] until_watched = until_visit(own, watched[7:0], from);

    // The first slot that a wheel visits from then on.
    wire [23:0] from_1 = from[23:0] + 24'h0000ff, from_2 = from[23:0] + 24'h00ffff;
    wire [7:0] first_slot = wheel == 0 ? from[7:0] : wheel == 1 ? from_1[15:8] : from_2[23:16];

    // What the look-ahead has found on each wheel.
    reg [2:0] founds = 0;
    reg [23:0] until_0, until_1, until_2;
    wire [23:0] until_found = until_visit(wheel, \chip.look_ahead.answer [7:0], from);
    always @(posedge clock) if (\chip.look_ahead.done ) begin
        founds[wheel] <= \chip.look_ahead.found ;
        if (wheel == 0) until_0 <= until_found;
        if (wheel == 1) until_1 <= until_found;
        if (wheel == 2) until_2 <= until_found;
    end
    wire [23:0] until_own = own == 0 ? until_0 : own == 1 ? until_1 : until_2;
    wire [23:0] until_last = wheel == 0 ? until_0 : wheel == 1 ? until_1 : until_2;
    wire [2:0] searched = state == SUBTRACT || done ? 3'b111 : (3'b001 << wheel) - 3'b001;
    wire [2:0] counted = founds & searched;
    wire [23:0] least_0 = counted[0] ? until_0 : 24'hff_ffff;
    wire [23:0] least_1 = counted[1] && until_1 < least_0 ? until_1 : least_0;
    wire [23:0] least = counted[2] && until_2 < least_1 ? until_2 : least_1;
    wire signed [32:0] passed = $signed(past_now - from), left = $signed({9'd0, least}) - passed;

    always @* begin
        watched_is_there: assume (watched < 3 * 256);
        if (!started) first_clock: assume (clear);
        one_expiry_question: assume (!(ask && pending && !done) && !(ask && clear));
        if (pending && !too_far) cursor_near: assume ($signed(now - from) >= -1 && $signed(now - from) < (1 << 22));
        if (started) begin
            if (done) begin
                assert (pending && age <= 28 * 3 + 2);
                assert (none == (counted == 0));
                if (busy) assert (!none);
                if (busy && ticks != 0) assert ($signed({8'd0, ticks}) + passed <= $signed({9'd0, until_watched}));
                if (none || past_too_far) assert (ticks == 0);
                else assert (ticks == (left < 0 ? 0 : left));
            end

            // Invariants for the induction.
            assert (state <= SUBTRACT && (pending == (state != REST || done)) && !(done && state != REST));
            if (pending) begin
                assert (\chip.from == from && age != 0);
                assert (\chip.any == (counted != 0));
                if (\chip.any ) assert (\chip.earliest == least);
                if (state != REST && state != SUBTRACT) assert (wheel <= 2);
                if (busy && searched[own]) assert (founds[own] && until_own <= until_watched);
            end
            assert (\chip.look_ahead.pending == (state == WAIT));
            case (state)
                SEARCH: assert (age <= 28 * wheel + 1);
                WAIT: begin
                    assert (search_age >= 1 && search_age <= 26 && age <= 28 * wheel + 1 + search_age);
                    assert (\chip.look_ahead.size == 256 && \chip.look_ahead.first == 256 * wheel);
                    assert (\chip.look_ahead.from == first_slot);
                end
                COMPARE: begin
                    assert (age <= 28 * wheel + 28 && \chip.found == founds[wheel]);
                    if (\chip.found ) assert (\chip.ahead == until_last);
                    if (busy && own == wheel) assert (founds[own] && until_own <= until_watched);
                end
                SUBTRACT: assert (age <= 28 * 3 + 1);
                default: ;
            endcase
        end
    end

    // Reachable: each wheel's slot is the earliest; ticks are over; nothing is busy.
    always @* if (started && done) begin
        cover (ticks > 5 && counted == 3'b111 && least == until_2 && least < least_1);
        cover (ticks > 5 && counted == 3'b011 && least == until_1 && least < least_0);
        cover (!none && ticks == 0 && !past_too_far && passed == 1000);
        cover (none && !busy && now > 5);
    end
endmodule
