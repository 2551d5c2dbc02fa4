// Proof of carillon_counter_alarm (hdl/src/counter_chip/alarm.rs, hdl/src/counter_chip/compare.rs).
//
// Proved, for any now and anything that the host writes:
//   - ALARM_LO and ALARM_HI are what was last written, or all ones after a clear;
//   - `reached` is high if and only if, three clocks before, now was at or past the alarm as both stood in that one
//     clock; so it is never high for two halves of different clocks, and from three clocks after a clear on it
//     depends on nothing before the clear;
//   - so, while the alarm stands, `reached` comes three clocks after now has come to it, and stays;
//   - what stands while the alarm is moved as its register's description says (the high half to all ones, the low half,
//     the high half) is not reached before now comes to 2^64 - 2^32.
//
// Assumed: `clear` is high in the first clock; now goes on by 0 or 1 in a clock, from anywhere after a clear, and not
// past its end (time_base.sv).
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

    carillon_counter_alarm chip (
        .clock(clock), .clear(clear), .write_low(write_low), .write_high(write_high), .data(data), .now_low(now_low),
        .now_high(now_high), .reached(reached)
    );
    (* hierconn *) wire [31:0] \chip.low ;
    (* hierconn *) wire [31:0] \chip.high ;
    // They are kept inverted.
    assign alarm_low = ~\chip.low , alarm_high = ~\chip.high ;

    wire [63:0] now = {now_high, now_low};
    wire [63:0] alarm = {alarm_high, alarm_low};
    wire due = now >= alarm;

    // What stood one, two and three clocks before.
    reg started = 0, past_clear = 0;
    reg [31:0] low, high;
    reg [2:0] was_due = 0, was_moving = 0;
    reg [63:0] past_now;
    reg [95:0] were_high;
    // Clocks since the alarm was written last.
    reg [1:0] standing = 0;
    // The alarm is being moved: its high half has been written with all ones, and not with anything else since.
    reg moving = 0;

    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        if (write_low) low <= data;
        if (write_high) high <= data;
        was_due <= {was_due[1:0], due};
        was_moving <= {was_moving[1:0], moving};
        past_now <= now;
        were_high <= {were_high[63:0], now_high};
        standing <= write_low || write_high ? 0 : standing == 3 ? 3 : standing + 1;
        if (write_high) moving <= data == ~32'h0;
        if (clear) begin
            low <= ~0;
            high <= ~0;
            was_due <= 0;
            was_moving <= 0;
            standing <= 0;
            moving <= 0;
        end
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        else begin
            now_goes_on: assume (now == past_now || (now == past_now + 1 && now != 0) || past_clear);
            assert (alarm == {high, low});
            assert (reached == was_due[2]);
            if (standing == 3 && reached) assert (due && was_due == 7);
            if (was_moving[2] && reached) assert (were_high[95:64] == ~32'h0);
`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (!moving || high == ~32'h0);
            if (was_moving[0] && was_due[0]) assert (were_high[31:0] == ~32'h0);
            if (was_moving[1] && was_due[1]) assert (were_high[63:32] == ~32'h0);
            if (standing >= 1) assert (due || !was_due[0]);
            if (standing >= 2) assert (due || !was_due[1]);
            if (past_clear) assert (was_due == 0 && standing == 0);
`endif
        end
    end

    // Reachable: the alarm comes, in each chunk of the comparison, goes when it is moved, and comes at once in the
    // past.
    reg past_reached = 0, was_reached = 0;
    always @(posedge clock) begin
        past_reached <= reached && !clear;
        was_reached <= (was_reached || reached) && !clear;
    end
    always @* if (started && !clear && !past_clear) begin
        cover (reached && !past_reached && standing == 3 && alarm == 64'h0000_0000_0000_1234 && now == alarm + 3);
        cover (reached && !past_reached && standing == 3 && alarm == 64'h0000_0000_1234_0000 && now == alarm + 3);
        cover (reached && !past_reached && standing == 3 && alarm == 64'h0000_1234_0000_0000 && now == alarm + 3);
        cover (reached && !past_reached && standing == 3 && alarm == 64'h1234_0000_0000_0000 && now == alarm + 3);
        cover (was_reached && !reached && alarm_high == 32'h1234);
        cover (was_reached && reached && now > alarm + 1000);
    end
endmodule
