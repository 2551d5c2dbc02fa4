// Proof of carillon_timer_placing and carillon_timer_wheel_slot (hdl/src/timer_chip/placing.rs and wheel_slot.rs)
// with three wheels of 256 slots: where the timer chip's list engine puts a timer.
//
// Proved, for all ticks:
//   - `place` is the highest wheel on which the two ticks of the clock before have different slots, but not below the
//     wheel that is visited now; on that wheel the timer's slot begins after the cursor's tick and at the latest in the
//     tick at which it is due, unless it is the slot that is visited: so no timer is found too late;
//   - `reached` is high exactly where the timer that was read in the clock before is due in one of the ticks of the
//     slot that was visited then;
//   - the slot of a tick on a wheel is its share of the tick; slots of two wheels have different numbers, below 768.
//
// Assumed: the build has wheels 0 to 2, and is due at most 2^24 - 2^16 ticks after the cursor (engine.rs: at most
// 2^23 ticks after now, which is at most 2^22 and some ticks after the cursor).
module placing (
    input clock,
    input [23:0] due, read_due, at, tick, other_tick,
    input [1:0] wheel, other_wheel
);
    wire reached;
    wire [1:0] place;
    wire [15:0] slot, other_slot;

    carillon_timer_placing #(.WHEELS(3), .WHEEL_BITS(8)) chip (
        .clock(clock), .due(due), .read_due(read_due), .at(at), .wheel(wheel), .reached(reached), .place(place)
    );
    carillon_timer_wheel_slot #(.WHEELS(3), .WHEEL_BITS(8)) one (
        .tick(tick), .wheel(wheel), .slot_mask(16'd255), .slot(slot)
    );
    carillon_timer_wheel_slot #(.WHEELS(3), .WHEEL_BITS(8)) other (
        .tick(other_tick), .wheel(other_wheel), .slot_mask(16'd255), .slot(other_slot)
    );

    reg started = 0;
    reg [23:0] past_due, past_read, past_at;
    reg [1:0] past_wheel;
    always @(posedge clock) {started, past_due, past_read, past_at, past_wheel} <= {1'b1, due, read_due, at, wheel};

    wire [1:0] highest = past_due[23:16] != past_at[23:16] ? 2 : past_due[15:8] != past_at[15:8] ? 1 : 0;
    // The tick in which the timer's slot on `place` begins, counted from the cursor's; and when the timer is due.
    wire [23:0] begins = place == 2 ? {past_due[23:16], 16'd0} : place == 1 ? {past_due[23:8], 8'd0} : past_due;
    wire [23:0] until_begin = begins - past_at, until_due = past_due - past_at;
    wire visited = place == wheel && wheel >= highest;
    always @* begin
        wheel_is_there: assume (wheel <= 2 && other_wheel <= 2);
        deadline_near: assume (until_due <= 24'hff_0000);
        if (started) begin
            assert (place == (highest > wheel ? highest : wheel));
            if (!visited || wheel == 0) assert (until_begin <= until_due);
            assert (reached == (past_wheel == 2 ? past_read[23:16] == past_at[23:16]
                : past_wheel == 1 ? past_read[23:8] == past_at[23:8] : past_read == past_at));
        end
        assert (slot == (wheel == 2 ? 512 + tick[23:16] : wheel == 1 ? 256 + tick[15:8] : {8'd0, tick[7:0]}));
        if (wheel != other_wheel) assert (slot != other_slot);
        if (started) begin
            cover (place == 2 && wheel == 0 && past_due < past_at);
            cover (place == 1 && wheel == 1 && highest == 0);
            cover (reached && past_wheel == 2 && past_read[15:0] == 16'hffff);
        end
    end
endmodule
