// Proof of carillon_timer_lag (hdl/src/timer_chip/lag.rs), the ticks by which the timer chip's cursor is behind
// now.
//
// Proved, with `plain` the ticks less the steps since `clear`, up to 2^42: `some`, `sixteen` and `many` say that it
// is at least 1, 16, 128, neither later nor sooner; `too_many` is high where it has been 2^22 + 2048 or more for
// three clocks, and low where it has been below 2^22 - 1024 for three.
//
// Assumed: `clear` is high in the first clock; a step is 16 slots at most, and no more than there are (scan.sv).
module lag (
    input clock, clear, tick,
    input [4:0] step
);
    wire some, sixteen, many, too_many;

    carillon_timer_lag chip (
        .clock(clock), .clear(clear), .tick(tick), .step(step), .some(some), .sixteen(sixteen), .many(many),
        .too_many(too_many)
    );

    (* hierconn *) wire [11:0] \chip.low ;
    (* hierconn *) wire [31:0] \chip.high ;
    (* hierconn *) wire \chip.carry ;
    (* hierconn *) wire \chip.borrow ;
    (* hierconn *) wire \chip.some_high ;
    (* hierconn *) wire \chip.far ;

    reg started = 0;
    reg [42:0] plain = 0;
    reg [1:0] above = 0, below = 0;
    reg [31:0] past_high = 0;
    wire is_above = plain >= (43'd1 << 22) + 2048, is_below = plain < (43'd1 << 22) - 1024;
    always @(posedge clock) begin
        started <= 1;
        plain <= clear ? 0 : plain + tick - step;
        above <= clear || !is_above ? 0 : above + (above != 3);
        below <= !clear && !is_below ? 0 : below + (below != 3);
        past_high <= clear ? 0 : \chip.high ;
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        step_within_lag: assume (step <= 16 && step <= plain);
        time_bounded: assume (plain < 43'd1 << 42);
        if (started) begin
            assert (some == (plain >= 1) && sixteen == (plain >= 16) && many == (plain >= 128));
            if (above >= 2) assert (too_many);
            if (below >= 2) assert (!too_many);
            // Invariants for the induction.
            assert (\chip.low + {\chip.high , 10'd0} == plain);
            assert (!(\chip.carry && \chip.borrow ));
            assert (\chip.some_high == (past_high != 0) && \chip.far == (past_high[31:12] != 0));
            assert (\chip.low < 2048 + 3);
            if (\chip.carry ) assert (\chip.low >= 2048 - 16);
            if (\chip.borrow ) assert (\chip.low < 512 + 1 && \chip.high != 0);
            if (\chip.high != 0 && !\chip.borrow ) assert (\chip.low >= 512 - 48);
            if (\chip.high != 0 && past_high == 0) assert (\chip.low >= 1024 - 48 && !\chip.borrow );
            if (\chip.high != 0 && \chip.borrow ) assert (\chip.low >= 512 - 48);
            if (\chip.high != past_high)
                assert (\chip.low >= 1024 - 48 && \chip.low < 1600 && !\chip.carry && !\chip.borrow );
        end
    end

    // From any state that fulfils what is proved: carry and borrow with a tick and a step at once.
    always @* if (started && !clear) begin
        cover (\chip.carry && tick && step == 16);
        cover (\chip.borrow && tick && step == 16 && \chip.high == 1);
        cover (too_many && \chip.high == 4096);
    end
endmodule
