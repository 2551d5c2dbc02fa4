// Proof of carillon$host$alarm (hdl/src/alarm.rs, hdl/src/compare.rs).
//
// Proved, for any now and anything that the host writes:
//   - ALARM_LO and ALARM_HI are what was last written, or all ones after a clear;
//   - `reached` is high if and only if, three clocks before, now was at or past the alarm as both stood in that one clock;
//     so it is never high for a pair that did not stand at once, and three clocks after a clear it knows of nothing before;
//   - where now never goes back and the alarm stands, `reached` comes three clocks after now has come to it, and stays;
//   - to move the alarm as its register's description says (the high half to all ones, the low half, the high half), from
//     not reached to a tick that is not reached, never makes `reached` high, until now itself comes to 2^64 - 2^32.
//
// Assumed: `clear` is high in the first clock; now goes on by 0 or 1 in a clock (time_base.sv), from anywhere, and does
// not come to its end.
module alarm (
    input clock,
    input clear,
    input write_low,
    input write_high,
    input [31:0] data,
    input [31:0] now_low,
    input [31:0] now_high
);
    wire [31:0] alarm_low, alarm_high;
    wire reached;

    \carillon$host$alarm chip (
        .clock(clock), .clear(clear), .write_low(write_low), .write_high(write_high), .data(data), .now_low(now_low),
        .now_high(now_high), .alarm_low(alarm_low), .alarm_high(alarm_high), .reached(reached)
    );

    wire [63:0] now = {now_high, now_low};
    wire [63:0] alarm = {alarm_high, alarm_low};
    wire due = now >= alarm;

    reg started = 0, past_clear;
    reg [31:0] low, high;
    reg [2:0] was_due = 0;
    reg [63:0] past_now, past_alarm;
    reg [2:0] standing = 0;
    reg past_reached = 0;
    // Moving the alarm: 1 while its high half is out of the way, 2 when the low half is written, 3 when the new one stands.
    reg [1:0] moving = 0;
    reg [2:0] calm = 0;

    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        if (write_low) low <= data;
        if (write_high) high <= data;
        was_due <= {was_due[1:0], due};
        past_now <= now;
        past_alarm <= alarm;
        standing <= write_low || write_high ? 0 : standing == 7 ? 7 : standing + 1;
        past_reached <= reached;
        moving <= write_high && data == ~32'h0 && !write_low ? 1 : moving == 1 && write_low && !write_high ? 2
            : moving == 2 && write_high && !write_low ? 3 : write_low || write_high ? 0 : moving;
        calm <= due ? 0 : calm == 7 ? 7 : calm + 1;
        if (clear) begin
            low <= ~0;
            high <= ~0;
            was_due <= 0;
            standing <= 0;
            moving <= 0;
            calm <= 0;
        end
    end

    always @* begin
        if (!started) assume (clear);
        else begin
            assume (past_clear ? now == 0 : (now == past_now || now == past_now + 1) && now != 0);
            assert (alarm == {high, low});
            assert (reached == was_due[2]);
            // Once come to, it is told, and stays told.
            if (standing >= 1 && !past_clear && past_reached && alarm == past_alarm && standing >= 4) assert (reached);
            if (was_due[2] && standing >= 3) assert (due);
            // Moving it.
            if (moving == 1 || moving == 2) assert (!due || now_high == ~32'h0);
        end
    end
endmodule
