// Proof of carillon_cursor_backlog (hdl/src/backlog.rs): what cursor.sv may believe of `one`, `two` and `far`.
//
// Proved, for now and the cursor's ticks as 64-bit numbers, and for any tick `issued` that was asked for in clock c:
//   - if `issued` was not behind the cursor of clock c - 2, at most 960 ticks before it, and not beyond now, then in clock
//     c + 1: `one` means that now was at least one tick further in c, `two` at least two, `far` at least 32;
//   - it is not silent for ever: if for five clocks now has been beyond the cursor, which stood still, and nothing further was
//     asked for, then `one` or `far` has been high in one of the last four;
//   - `behind` in c + 2 says whether the cursor was not at now in c.
//
// Assumed: `clear` is high in the first clock; now is 0 after a clear and else goes up by 0 or 1 a clock (time_base.sv), up to
// 2^64 - 1; the cursor goes up by at most 16 a clock and never passes now (cursor.sv).
module backlog (
    input clock,
    input clear,
    input tick,
    input [4:0] advance,
    input [63:0] issued
);
    reg [63:0] now = 0, cursor = 0;
    wire one, two, far, behind;

    carillon_cursor_backlog chip (
        .clock(clock), .clear(clear), .now_low(now[31:0]), .now_high(now[63:32]), .cursor_low(cursor[31:0]),
        .cursor_high(cursor[63:32]), .issued(issued[10:0]), .one(one), .two(two), .far(far), .behind(behind)
    );

    (* hierconn *) wire \chip.low_differs ;
    (* hierconn *) wire \chip.part_1_differs ;
    (* hierconn *) wire \chip.part_2_differs ;
    (* hierconn *) wire \chip.part_3_differs ;
    (* hierconn *) wire \chip.part_4_differs ;
    (* hierconn *) wire \chip.part_5_differs ;
    (* hierconn *) wire \chip.upper_differs ;
    (* hierconn *) wire \chip.far_differs ;
    (* hierconn *) wire \chip.block ;
    (* hierconn *) wire \chip.block_then ;
    (* hierconn *) wire \chip.last_block ;
    (* hierconn *) wire \chip.last_block_then ;

    // The last clocks; how many there were since the clear.
    reg started = 0, past_clear;
    reg [63:0] past_now = 0, past_now_2 = 0, past_cursor = 0, past_cursor_2 = 0, past_issued = 0;
    reg [2:0] age = 0, silent = 0;
    reg sound = 0;
    wire still = cursor == past_cursor && issued == cursor && now > cursor;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        now <= clear ? 0 : now + tick;
        cursor <= clear ? 0 : cursor + advance;
        past_now <= clear ? 0 : now;
        past_now_2 <= clear ? 0 : past_now;
        past_cursor <= clear ? 0 : cursor;
        past_cursor_2 <= clear ? 0 : past_cursor;
        past_issued <= issued;
        sound <= !clear && issued >= past_cursor_2 && issued - past_cursor_2 <= 960 && issued <= now;
        age <= clear ? 0 : age == 7 ? 7 : age + 1;
        silent <= clear || !still || one || far ? 0 : silent == 7 ? 7 : silent + 1;
    end

    always @* begin
        if (!started) assume (clear);
        assume (now != 64'hffff_ffff_ffff_ffff);
        assume (advance <= 16 && cursor <= now && advance <= now - cursor);
        if (started) begin
            if (past_clear) assert (!one && !two && !far && !behind);
            if (sound) begin
                assert (!one || past_now - past_issued >= 1);
                assert (!two || past_now - past_issued >= 2);
                assert (!far || past_now - past_issued >= 32);
            end
            if (age >= 2) assert (behind == (past_now_2 != past_cursor_2));
            assert (silent <= 3);

            // Invariants for the induction.
            if (sound) assert (past_issued <= past_now);
            assert (past_now <= now && past_now_2 <= past_now && now - past_now <= 1 && past_now - past_now_2 <= 1);
            assert (past_cursor <= cursor && past_cursor_2 <= past_cursor && cursor - past_cursor <= 16
                && past_cursor - past_cursor_2 <= 16);
            assert (past_cursor <= past_now && past_cursor_2 <= past_now_2);
            if (age == 0) assert (now == 0 && past_now == 0);
            if (age == 1) assert (past_now == 0 && past_now_2 == 0);
            if (age >= 1) begin
                assert (\chip.low_differs == (past_now[9:0] != past_cursor[9:0]));
                assert (\chip.part_1_differs == (past_now[13:10] != past_cursor[13:10]));
                assert (\chip.part_2_differs == (past_now[22:14] != past_cursor[22:14]));
                assert (\chip.part_3_differs == (past_now[31:23] != past_cursor[31:23]));
                assert (\chip.part_4_differs == (past_now[47:32] != past_cursor[47:32]));
                assert (\chip.part_5_differs == (past_now[63:48] != past_cursor[63:48]));
                assert (\chip.block == past_cursor[10] && \chip.last_block == (&past_cursor[13:10]));
            end else assert (!\chip.low_differs && !\chip.part_1_differs && !\chip.part_2_differs
                && !\chip.part_3_differs && !\chip.part_4_differs && !\chip.part_5_differs );
            if (age >= 2) begin
                assert (\chip.upper_differs == (past_now_2[63:10] != past_cursor_2[63:10]));
                assert (\chip.far_differs == (past_now_2[63:14] != past_cursor_2[63:14]));
                assert (\chip.block_then == past_cursor_2[10] && \chip.last_block_then == (&past_cursor_2[13:10]));
            end else assert (!\chip.upper_differs && !\chip.far_differs );
        end
    end

    // From any state that fulfils what is proved.
    always @* if (started && age == 7) begin
        cover (far && sound && past_now - past_issued == 1024 && past_now[9:0] == 1);
        cover (far && sound && past_now[31:0] == past_issued[31:0] && past_now != past_issued);
        cover (one && !two);
        cover (two && !far);
        cover (silent == 3);
    end
endmodule
