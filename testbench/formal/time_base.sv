// Proof of carillon_time_base (hdl/src/shared/time_base.rs), which both chips have.
//
// Proved: `tick` is what a plain prescaler gives, one clock later: from one tick to the next, `prescale` clocks with
// `enable` pass, and as many before the first.
//
// Assumed: `clear` is high in the first clock; `prescale` is not 0; it does not change at the edge before a clock with
// `enable`, nor later until a clear, and `enable` is low in the clock after one (the registers lock it).
module time_base (
    input clock,
    input clear,
    input enable,
    input [23:0] prescale
);
    wire tick;

    carillon_time_base chip (
        .clock(clock), .clear(clear), .enable(enable), .prescale(prescale), .tick(tick)
    );

    (* hierconn *) wire [11:0] \chip.low ;
    (* hierconn *) wire [11:0] \chip.high ;
    (* hierconn *) wire \chip.counting ;
    (* hierconn *) wire \chip.fresh ;
    (* hierconn *) wire \chip.borrowed ;
    (* hierconn *) wire \chip.last_part ;
    (* hierconn *) wire \chip.every_clock ;
    (* hierconn *) wire \chip.low_only ;

    // What the two halves count together: the upper one is a clock late.
    wire [23:0] count = {\chip.high , \chip.low } - {11'd0, \chip.borrowed && clocks > 1, 12'd0};

    // The reference: a plain prescaler and a register.
    reg started = 0, running = 0, past_clear, past_due = 0;
    reg [23:0] clocks = 0, past_prescale;
    wire due = enable && clocks == prescale - 24'd1;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        running <= !clear && (running || enable);
        past_prescale <= prescale;
        past_due <= !clear && due;
        clocks <= clear || due ? 0 : clocks + enable;
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        prescale_not_zero: assume (prescale != 0);
        if (started && (running || enable)) prescale_stands: assume (prescale == past_prescale);
        if (started) off_after_clear: assume (!past_clear || !enable);
        if (started) begin
            tick_of_the_prescaler: assert (tick == past_due);

            // Invariants for the induction.
            assert (clocks == 0 || (running && clocks < past_prescale));
            assert (running || !past_due);
            assert (past_clear || \chip.every_clock == (past_prescale == 1));
            assert (past_clear || \chip.low_only == (past_prescale[23:12] == 0));
            assert (\chip.counting == (clocks != 0));
            if (clocks != 0) assert (\chip.fresh == (clocks == 1));
            if (clocks == 1) assert (count == past_prescale && !\chip.borrowed );
            if (clocks > 1) begin
                assert (count == past_prescale - 24'd1 - clocks);
                if (\chip.borrowed ) assert (\chip.high != 0 && \chip.low >= 12'hffd);
            end
            if (clocks != 0 && \chip.last_part ) assert (\chip.high == 0);
            if (clocks == 1) assert (\chip.last_part == (\chip.high == 0));
            if (clocks > 1 && !\chip.last_part && \chip.high == 0) assert (\chip.low >= 12'hffc);
        end
    end

    // From any state that fulfils what is proved.
    always @* if (started && !past_clear) begin
        cover (tick && past_prescale == 24'hffffff);
        cover (tick && clocks == 0 && past_prescale == 1 && due);
        cover (tick && past_prescale == 2 && enable);
        cover (clocks == 24'h123456 && !enable && running);
    end
endmodule
