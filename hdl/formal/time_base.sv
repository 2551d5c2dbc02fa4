// Proof of carillon_time_base (hdl/src/time_base.rs), its 64-bit counter (hdl/src/wide_counter.rs) included.
//
// Proved:
//   - now is 0 after `clear` and else counts by 0 or 1 a clock, in 64 bits with all carries: which is what cursor.sv assumes;
//     by 1 exactly at the edge of a clock in which `tick_now` is high;
//   - `tick_now` is what a plain prescaler gives, one clock later: from one tick to the next, `prescale` clocks with
//     `enable` pass, and as many before the first;
//   - `half_period` is high for one clock, the one in which bit 31 of now has just changed.
//
// Assumed: `clear` is high in the first clock; `prescale` is not 0; it does not change at the edge before a clock with
// `enable`, nor later until a clear, and `enable` is low in the clock after one (the registers lock it).
module time_base (
    input clock,
    input clear,
    input enable,
    input [23:0] prescale
);
    wire [31:0] now_low, now_high;
    wire half_period, tick_now;

    carillon_time_base chip (
        .clock(clock), .clear(clear), .enable(enable), .prescale(prescale), .tick_now(tick_now), .now_low(now_low),
        .now_high(now_high), .half_period(half_period)
    );

    (* hierconn *) wire \chip.now.full_1 ;
    (* hierconn *) wire \chip.now.full_2 ;
    (* hierconn *) wire \chip.now.full_3 ;
    (* hierconn *) wire \chip.previous_half ;
    (* hierconn *) wire \chip.at_end ;
    (* hierconn *) wire \chip.every_clock ;
    (* hierconn *) wire [23:0] \chip.elapsed ;

    // The reference: a plain prescaler, a register, and a plain counter.
    wire [63:0] now = {now_high, now_low};
    reg started = 0, running = 0, past_half = 0, past_clear, past_tick = 0;
    reg [23:0] clocks = 0, past_prescale;
    reg [63:0] ticks = 0;
    wire tick = enable && clocks == prescale - 24'd1;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        running <= !clear && (running || enable);
        past_prescale <= prescale;
        past_half <= !clear && now[31];
        past_tick <= !clear && tick;
        clocks <= clear || tick ? 0 : clocks + enable;
        ticks <= clear ? 0 : ticks + past_tick;
    end

    always @* begin
        if (!started) assume (clear);
        assume (prescale != 0);
        if (started && (running || enable)) assume (prescale == past_prescale);
        if (started && past_clear) assume (!enable);
        if (started) begin
            assert (now == ticks);
            assert (tick_now == past_tick);
            assert (half_period == (now[31] != past_half));

            // Invariants for the induction.
            assert (\chip.elapsed == clocks + 24'd2);
            assert (\chip.previous_half == past_half);
            assert (clocks == 0 || (running && clocks < past_prescale));
            assert (running || (now == 0 && !past_tick));
            assert (!running || past_clear || \chip.every_clock == (past_prescale == 1));
            assert (past_clear || \chip.every_clock == (past_prescale == 1));
            assert (\chip.at_end == (clocks != 0 && clocks == past_prescale - 24'd1));
            assert (\chip.now.full_1 == (&now[20:10]) || now[9:0] == 0);
            assert (\chip.now.full_2 == (&now[31:10]) || now[9:0] < 2);
            assert (\chip.now.full_3 == (&now[47:10]) || now[9:0] < 3);
        end
    end

    // From any state that fulfils what is proved: the carries.
    always @* if (started && prescale > 1) begin
        cover (half_period && now[31]);
        cover (half_period && !now[31] && ticks[63:32] == 7);
        cover (tick_now && !clear && now[62:0] == 63'h7fff_ffff_ffff_ffff);
        cover (tick_now && !clear && now[47:0] == 48'hffff_ffff_ffff);

    end
    always @* if (started && prescale == 1) begin
        cover (tick && past_tick && !clear && now == 64'hffff_ffff_ffff_fffe);
    end
endmodule
