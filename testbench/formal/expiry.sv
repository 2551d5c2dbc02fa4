// Proof of carillon_timer_expiry (hdl/src/timer_chip/expiry.rs), the one adder of the timer chip's list
// engine.
//
// Proved, of `due` in the clock after each operation, for all times and words:
//   - after `count_from_now` it is now + interval, after `add_interval` due + interval, modulo 2^24;
//   - after `take_deadline` it is the deadline where that was after now in the clock before, and else the tick after
//     that; in the clock after `compare`, `too_far` is high exactly where the deadline was more than 2^23 ticks after
//     now; differences of 32-bit ticks have a sign;
//   - in the clock after `count_left`, `left` is what due - now was where that is 0 to 2^23 and `none_left` is low; it
//     is 0 where `none_left` is high, or that was -1 to -2^22;
//   - `due` and `interval` take what is loaded, are 0 after `clear`, and else stay.
//
// Assumed: one operation at a time, and none with `load_due`; `take_deadline` comes after `compare` only, and the
// deadline stays between them (engine.rs: each state does one); now goes on by one at most.
module expiry (
    input clock, clear,
    input [31:0] now, word, read_data,
    input load_interval, load_period, load_due,
    input count_from_now, compare, take_deadline, add_interval, count_left, none_left
);
    wire [31:0] interval;
    wire [23:0] due, shown_left;
    wire too_far;

    carillon_timer_expiry chip (
        .clock(clock), .clear(clear), .now(now), .word(word), .load_interval(load_interval), .read_data(read_data),
        .load_period(load_period), .load_due(load_due), .count_from_now(count_from_now), .compare(compare),
        .take_deadline(take_deadline), .add_interval(add_interval), .count_left(count_left), .none_left(none_left),
        .interval(interval), .due(due), .too_far(too_far), .left(shown_left)
    );

    wire signed [31:0] ahead = interval - now;
    wire [23:0] left = due - now;
    reg started = 0, past_compare = 0, past_count_left = 0;
    reg signed [31:0] past_ahead;
    reg [31:0] past_now;
    reg [23:0] expected, past_left;
    reg [31:0] expected_interval;
    // The farthest past is as far as the farthest future.
    wire is_ahead = past_ahead > 0 || past_ahead == 32'sh8000_0000;
    always @(posedge clock) begin
        started <= 1;
        past_now <= now;
        {past_compare, past_ahead} <= {compare, ahead};
        {past_count_left, past_left} <= {count_left && !clear, left};
        expected <= due;
        if (load_due) expected <= read_data;
        if (count_from_now) expected <= now + interval;
        if (add_interval) expected <= due + interval;
        if (take_deadline) expected <= is_ahead ? interval : past_now + 1;
        if (count_left) expected <= left;
        expected_interval <= load_period ? read_data : load_interval ? word : interval;
        if (clear) {expected, expected_interval} <= 0;
    end
    always @* begin
        one_engine_operation: assume (load_due + count_from_now + compare + take_deadline + add_interval
            + count_left <= 1);
        deadline_after_compare: assume (!(take_deadline && !(started && past_compare)));
        if (started) now_goes_on: assume (now == past_now || now == past_now + 1);
        no_load_while_comparing: assume (!(compare && (load_interval || load_period)));
        if (started && past_compare)
            assert (too_far == (past_ahead > 32'sh0080_0000 || past_ahead == 32'sh8000_0000));
        if (started && past_count_left) begin
            if (past_left <= 24'h80_0000 && !none_left) assert (shown_left == past_left);
            if (past_left >= 24'hc0_0000 || none_left) assert (shown_left == 0);
        end
        if (started) assert (due == expected && interval == expected_interval);
        if (started) begin
            cover (take_deadline && past_ahead == 32'sh0080_0000 && now > interval);
            cover (take_deadline && past_ahead == 0);
            cover (past_count_left && past_left == 24'h80_0000 && now > 24'hff_0000);
        end
    end
endmodule
