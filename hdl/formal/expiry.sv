// Proof of carillon_keeper_engine_expiry (hdl/src/timer_chip/expiry.rs), the one adder of the timer chip's list
// engine.
//
// Proved, of `due` in the clock after each operation, for all times and words:
//   - after `count_from_now` it is now + interval, after `next_tick` now + 1, after `add_interval` due + interval,
//     modulo 2^24;
//   - after `take_deadline` it is the deadline where that is after now, and else what it was; `too_far` is high
//     exactly where the deadline is more than 2^23 ticks after now; differences of 32-bit ticks have a sign;
//   - after `count_left` it is due - now where that is 0 to 2^23 - 1 and `none_left` is low, else 0;
//   - `due` and `interval` take what is loaded, and else stay.
//
// Assumed: one operation at a time, and none with `load_due` (list_engine.rs: each state does one).
module expiry (
    input clock,
    input [31:0] now, word, read_data,
    input load_interval, load_period, load_due,
    input count_from_now, next_tick, take_deadline, add_interval, count_left, none_left
);
    wire [31:0] interval;
    wire [23:0] due;
    wire too_far;

    carillon_keeper_engine_expiry chip (
        .clock(clock), .now(now), .word(word), .load_interval(load_interval), .read_data(read_data),
        .load_period(load_period), .load_due(load_due), .count_from_now(count_from_now), .next_tick(next_tick),
        .take_deadline(take_deadline), .add_interval(add_interval), .count_left(count_left), .none_left(none_left),
        .interval(interval), .due(due), .too_far(too_far)
    );

    wire signed [31:0] ahead = interval - now;
    wire [23:0] left = due - now;
    reg started = 0;
    reg [23:0] expected;
    reg [31:0] expected_interval;
    always @(posedge clock) begin
        started <= 1;
        expected <= due;
        if (load_due) expected <= read_data;
        if (count_from_now) expected <= now + interval;
        if (next_tick) expected <= now + 1;
        if (add_interval) expected <= due + interval;
        // The farthest past is as far as the farthest future.
        if (take_deadline && (ahead > 0 || ahead == 32'sh8000_0000)) expected <= interval;
        if (count_left) expected <= none_left || left >= 24'h80_0000 ? 0 : left;
        expected_interval <= load_period ? read_data : load_interval ? word : interval;
    end
    always @* begin
        assume (load_due + count_from_now + next_tick + take_deadline + add_interval + count_left <= 1);
        if (take_deadline) assert (too_far == (ahead > 32'sh0080_0000 || ahead == 32'sh8000_0000));
        if (started) assert (due == expected && interval == expected_interval);
        if (started) begin
            cover (take_deadline && ahead == 32'sh0080_0000 && now > interval);
            cover (take_deadline && ahead == 0);
            cover (count_left && left == 24'h7f_ffff && due < 5);
        end
    end
endmodule
