// Proof of carillon_now (hdl/src/shared/now.rs), the now that the alarm looks at and that of the timer chip: it is a
// plain 64-bit counter.
//
// Proved: the count is 0 after `clear` and else goes up by `advance` a clock, with all carries.
//
// Assumed: `clear` is high in the first clock; `advance` is 16 at most (host.rs gives 0 or 1).
module wide_counter (
    input clock,
    input clear,
    input [4:0] advance
);
    wire [31:0] low, high;
    wire [63:0] count = {high, low};

    carillon_now chip (
        .clock(clock), .clear(clear), .advance(advance), .low(low), .high(high)
    );

    (* hierconn *) wire \chip.full_1 ;
    (* hierconn *) wire \chip.full_2 ;
    (* hierconn *) wire \chip.full_3 ;

    reg started = 0;
    reg [63:0] plain = 0;
    always @(posedge clock) begin
        started <= 1;
        plain <= clear ? 0 : plain + advance;
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        advance_bounded: assume (advance <= 16);
        if (started) begin
            counts_plainly: assert (count == plain);
            // Invariants for the induction: a part is known to be full before the next carry comes.
            assert (\chip.full_1 == (&plain[20:10]) || plain[9:0] < 16);
            assert (\chip.full_2 == (&plain[31:10]) || plain[9:0] < 32);
            assert (\chip.full_3 == (&plain[47:10]) || plain[9:0] < 48);
        end
    end

    // From any state that fulfils what is proved: the carries.
    always @* if (started && !clear) begin
        cover (advance == 16 && plain == 64'h0000_0000_0000_03ff);
        cover (advance == 16 && plain == 64'h7fff_ffff_ffff_ffff);
        cover (advance == 1 && plain == 64'h0000_ffff_ffff_ffff);
    end
endmodule
