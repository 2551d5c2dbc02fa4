// Proof of carillon_counter_late_check (hdl/src/counter_chip/late_check.rs), for any positions of the wheels and any
// FIFO.
//
// Proved, for an arm whose bit is written in clock w:
//   - it is judged once, in the first clock from w + 2 on that is `settled`, by its wheel's position in that clock:
//     `judged` is high then and at no other time. It is late if the visit that it means is behind that position, by 128
//     laps at most. `late` rises, with its wheel and slot, three clocks after that if it is late, and for nothing else;
//   - each late slot is taken by the FIFO or reported by `late_lost` in the clock after it was dropped, one for one,
//     and stays on offer, unchanged, until then.
//
// Assumed: `clear` is high in the first clock; an arm comes no sooner than three clocks after the one before was
// judged, and its wheel, slot and lap stand until two clocks after it is judged (arming.sv, integration.sv); positions
// are of slots that exist; `upper_*` is the position, one clock ago, of the wheel that `late_check_wheel` named then
// (wheels.sv); the FIFO takes a late event only when there is one and it has room (event_fifo.sv).
module late_check #(
    parameter SLOT_BITS = 10,
    parameter FULL = 0
) (
    input clock,
    input clear,
    input armed,
    input [2:0] wheel,
    input [19:0] slot,
    input [7:0] lap,
    input [19:0] next_slot,
    input [7:0] next_lap,
    input settled,
    input [19:0] upper_slot,
    input [7:0] upper_lap,
    // The position of the judged wheel, if that is not wheel 0.
    input [19:0] position_slot,
    input [7:0] position_lap,
    input room,
    input late_taken
);
    localparam CAPACITY = 1 << SLOT_BITS;
    wire [2:0] late_check_wheel, late_wheel;
    wire [19:0] late_slot;
    wire late, late_lost, judged;

    carillon_counter_late_check #(.WHEELS(FULL ? 4 : 1), .SLOT_BITS(SLOT_BITS)) chip (
        .clock(clock), .clear(clear), .armed(armed), .wheel(wheel), .slot(slot), .lap(lap), .next_slot(~next_slot),
        .next_lap(~next_lap), .settled(settled), .judged(judged), .upper_slot(upper_slot), .upper_lap(upper_lap), .room(room), .late_taken(late_taken),
        .late_check_wheel(late_check_wheel), .late(late), .late_wheel(late_wheel), .late_slot(late_slot), .late_lost(late_lost)
    );

    (* hierconn *) wire \chip.after_1 ;
    (* hierconn *) wire \chip.after_2 ;
    (* hierconn *) wire \chip.judging ;
    (* hierconn *) wire \chip.late_verdict ;
    (* hierconn *) wire \chip.passed_zero ;

    // The reference: the last arm, how many clocks ago it was, whether it has still to be judged, and how many clocks
    // ago it was.
    reg [1:0] since = 3;
    reg waits = 0;
    reg [2:0] verdict_since = 7;
    wire judging = waits && since >= 2 && settled;
    reg [2:0] of_wheel, wheel_of_verdict;
    reg [19:0] of_slot, slot_of_verdict;
    reg [7:0] of_lap;
    wire upper = FULL && of_wheel != 0;
    wire [19:0] at_slot = upper ? position_slot : next_slot;
    wire [7:0] at_lap = upper ? position_lap : next_lap;
    wire [7:0] laps_ahead = of_lap - at_lap;
    wire behind = (laps_ahead >= 128 && !(laps_ahead == 128 && of_slot < at_slot)) || (laps_ahead == 0 && of_slot < at_slot);

    wire [7:0] past_laps_ahead = of_lap - past_position_lap;
    reg started = 0, past_clear, past_late, past_taken, past_room, is_late = 0, verdict = 0, rises = 0;
    reg [2:0] past_judge_wheel, past_late_wheel, rising_wheel;
    reg [19:0] past_late_slot, past_position_slot, rising_slot;
    reg [7:0] past_position_lap;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_late <= late;
        past_taken <= late_taken;
        past_room <= room;
        past_late_wheel <= late_wheel;
        past_late_slot <= late_slot;
        past_judge_wheel <= late_check_wheel;
        past_position_slot <= position_slot;
        past_position_lap <= position_lap;
        since <= clear ? 3 : armed ? 1 : since == 3 ? 3 : since + 1;
        waits <= !clear && (armed || (waits && !judging));
        verdict_since <= clear ? 7 : judging ? 1 : verdict_since == 7 ? 7 : verdict_since + 1;
        if (armed) begin
            of_wheel <= wheel;
            of_slot <= slot;
            of_lap <= lap;
        end
        is_late <= judging && behind && !clear;
        slot_of_verdict <= of_slot;
        wheel_of_verdict <= of_wheel;
        verdict <= is_late && !clear;
        rising_slot <= slot_of_verdict;
        rising_wheel <= wheel_of_verdict;
        rises <= verdict && !clear;
    end
    reg [19:0] fresh_slot;
    reg [2:0] fresh_wheel;
    always @(posedge clock) begin
        fresh_slot <= rising_slot;
        fresh_wheel <= FULL ? rising_wheel : 3'd0;
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        if (armed) arms_apart: assume (!waits && verdict_since >= 3 && slot < CAPACITY);
        positions_in_memory: assume (next_slot < CAPACITY && position_slot < CAPACITY);
        if (waits || verdict_since <= 2) arm_stands: assume (wheel == of_wheel && slot == of_slot && lap == of_lap);
        if (verdict_since == 1 && past_judge_wheel == of_wheel)
            position_of_the_wheel: assume (upper_slot == past_position_slot && upper_lap == past_position_lap);
        late_taken_with_room: assume (!late_taken || (late && room));

        if (started) begin
            judged_once: assert (judged == judging);
            if (past_clear) assert (!late && !late_lost);
            else begin
                assert (late == (rises || (past_late && !past_taken && past_room)));
                if (rises) late_as_judged: assert (late_slot == fresh_slot && late_wheel == fresh_wheel);
                else if (late) late_stands: assert (late_slot == past_late_slot && late_wheel == past_late_wheel);
                assert (late_lost == (past_late && !past_taken && (!past_room || rises)));
            end

`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (since != 0 && verdict_since != 0);
            assert (\chip.after_1 == (waits && since == 1) && \chip.after_2 == (waits && since >= 2)
                && \chip.judging == (verdict_since == 1));
            if (since == 1) assert (waits && verdict_since >= 4);
            if (waits) assert (verdict_since >= 4);
            if (waits || verdict_since <= 3) assert (of_slot < CAPACITY);
            if (is_late) assert (verdict_since == 1 && slot_of_verdict == of_slot && wheel_of_verdict == of_wheel);
            assert (\chip.late_verdict == verdict);
            if (verdict) assert (verdict_since == 2);
            if (verdict) assert (of_slot == rising_slot && of_wheel == rising_wheel);
            if (verdict_since == 1) begin
                if (FULL) assert (past_judge_wheel == of_wheel);
                if (!upper) assert (\chip.passed_zero == is_late);
                else assert (is_late == (past_laps_ahead == 128 ? of_slot >= past_position_slot
                    : past_laps_ahead > 128 || (past_laps_ahead == 0 && of_slot < past_position_slot)));
                assert (past_position_slot < CAPACITY);
            end
`endif
        end
    end

    always @* if (started && !past_clear) begin
        cover (past_late && past_taken && rises);
        cover (late_lost && !late);
        cover (late_lost && late);
        cover (rises && late_wheel == (FULL ? 3'd5 : 3'd0));
        cover (judged && !behind && laps_ahead == 127);
        cover (judged && behind && laps_ahead == 128);
        cover (judged && !behind && laps_ahead == 128);
        cover (judged && !behind && laps_ahead == 0 && of_slot == at_slot);
        cover (judged && since == 3);
        cover (late && past_late && past_room && !past_taken);
    end
endmodule
