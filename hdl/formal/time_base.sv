// Proof of carillon$time_base (hdl/src/time_base.rs), its 64-bit counter included.
//
// Proved:
//   - now is 0 after `clear` and else counts by 0 or 1 a clock, in 64 bits with all carries; not while `enable` is low:
//     which is what cursor.sv assumes;
//   - from one tick to the next, `prescale` clocks with `enable` pass, and as many before the first;
//   - `half_period` is high for one clock, the one in which bit 31 of now has just changed.
//
// Assumed: `clear` is high in the first clock; `prescale` is not 0, and does not change but by a clear or before the
// first clock with `enable` (the registers lock it).
module time_base (
    input clock,
    input clear,
    input enable,
    input [23:0] prescale
);
    wire [31:0] now_low, now_high;
    wire half_period;

    \carillon$time_base chip (
        .clock(clock), .clear(clear), .enable(enable), .prescale(prescale), .now_low(now_low), .now_high(now_high),
        .half_period(half_period)
    );

    (* hierconn *) wire \chip.now.middle_full$q ;
    (* hierconn *) wire \chip.previous_half$q ;
    (* hierconn *) wire [23:0] \chip.elapsed$q ;

    // The reference: a plain prescaler and a plain counter.
    wire [63:0] now = {now_high, now_low};
    reg started = 0, running = 0, past_half = 0;
    reg [23:0] clocks = 0, past_prescale;
    reg [63:0] ticks = 0;
    wire tick = enable && clocks == prescale - 24'd1;
    always @(posedge clock) begin
        started <= 1;
        running <= !clear && (running || enable);
        past_prescale <= prescale;
        past_half <= !clear && now[31];
        clocks <= clear || tick ? 0 : clocks + enable;
        ticks <= clear ? 0 : ticks + tick;
    end

    always @* begin
        if (!started) assume (clear);
        assume (prescale != 0);
        if (running) assume (prescale == past_prescale);
        if (started) begin
            assert (now == ticks);
            assert (half_period == (now[31] != past_half));

            // Invariants for the induction.
            assert (\chip.elapsed$q == clocks);
            assert (\chip.previous_half$q == past_half);
            assert (clocks == 0 || (running && clocks < past_prescale));
            assert (running || now == 0);
            assert (\chip.now.middle_full$q == &now[31:10] || now[9:0] == 0);
        end
    end

    // From any state that fulfils what is proved: the carries.
    always @* if (started && prescale > 1) begin
        cover (half_period && now[31]);
        cover (half_period && !now[31] && ticks[63:32] == 7);
        cover (tick && !clear && now[62:0] == 63'h7fff_ffff_ffff_ffff);
    end
endmodule
