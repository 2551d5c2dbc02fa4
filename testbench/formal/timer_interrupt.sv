// Proof of carillon_interrupt (hdl/src/shared/interrupt.rs), the timer chip's INTR_STATE, INTR_ENABLE, INTR_TEST and
// `irq`. interrupt.sv is the counter chip's, with its registers.
//
// Proved, for any inputs from a clear on, whatever the registers begin with:
//   - a bit of INTR_STATE is 1 if and only if its cause is owed, or its level is high, or INTR_TEST has forced it;
//   - a cause is owed from the clock after it came until 1 is written to its bit; one that comes in the very clock of
//     that write is owed anew: none is lost;
//   - INTR_ENABLE is what was last written;
//   - `irq` is high one clock after some bit is 1 in both, and at no other time; a clear ends all of it.
module timer_interrupt (
    input clock, clear, event_level, error_level, alarm_reached, late_overflow, half_period,
    input write_state, write_enables, write_test,
    input [4:0] data
);
    wire [4:0] state;
    wire attention, irq;

    carillon_interrupt chip (
        .clock(clock), .clear(clear), .event_level(event_level), .error_level(error_level),
        .alarm_reached(alarm_reached), .late_overflow(late_overflow), .half_period(half_period),
        .write_state(write_state), .write_enables(write_enables), .write_test(write_test), .data(data),
        .state(state), .attention(attention), .irq(irq)
    );

    wire [4:0] causes = {half_period, late_overflow, 1'b0, alarm_reached, 1'b0};
    wire [4:0] acknowledged = write_state ? data : 0;
    wire [4:0] tested = write_test ? data : 0;
    reg started = 0;
    reg [4:0] owed, forced, enabled;
    reg asks, asks_other;
    wire [4:0] expected = owed | forced | {2'b0, error_level, 1'b0, event_level};

    always @(posedge clock) begin
        started <= 1;
        owed <= (owed & ~acknowledged) | causes;
        forced <= (forced & ~acknowledged) | tested;
        if (write_enables) enabled <= data;
        asks <= (expected & enabled) != 0;
        asks_other <= (expected & enabled & ~5'd1) != 0;
        if (clear) {owed, forced, enabled, asks, asks_other} <= 0;
    end

    (* hierconn *) wire [4:0] \chip.held ;
    (* hierconn *) wire [4:0] \chip.enabled ;
    wire [4:0] enables = \chip.enabled ;
    always @* if (!started) first_clock: assume (clear);
    always @* if (started) begin
        assert (state == expected);
        assert (enables == enabled);
        assert (attention == asks_other);
        assert (irq == asks);
        // For the induction.
        assert (\chip.held == (owed | forced));
    end

    // Reachable: an owed cause, a level and a forced bit raise the line; it falls again.
    reg was_high = 0;
    always @(posedge clock) was_high <= (was_high || irq) && !clear;
    always @* if (started) begin
        cover (irq && enables == 16 && owed == 16 && forced == 0);
        cover (irq && enables == 1 && owed == 0 && forced == 0);
        cover (irq && forced == 31);
        cover (was_high && !irq && enables == 31);
    end
endmodule
