// Proof of carillon_counter_tick_counts (hdl/src/counter_chip/tick_counts.rs).
//
// Proved:
//   - now and the cursor's tick are plain 64-bit counters: `cursor_tick` is the cursor's low half in every clock, and
//     a word answered in clock d is that half of now, or of the cursor, as it stood in d - 4 (low half) or d - 8 (high
//     half), which is not before the clock after `ask`. In a cascade, and in the clock after it, the cursor's is the
//     tick before;
//   - a word comes at most 16 clocks after `ask` (low half: 12), or in the first clocks after a `clear` at most 33
//     clocks after it. It stays until `forget`, and is 0 from then until the next `ask`;
//   - `half_period` is high for one clock, from 4 to 20 clocks after bit 31 of now has changed, once for each change;
//   - the blocks are a plain counter of the exchanges, of which each begins where it is wanted, and ends within 8
//     clocks; `any_aside` says that there are blocks. A block that is wanted aside is exchanged within 76 clocks, one
//     that is wanted back within 111;
//   - a carry of the cursor's tick waits, outside of a cascade, at most 33 clocks; `carry_waits` and `carry_urgent`
//     are what the cursor is told of it.
//
// Assumed: `clear` is high in the first clock, and for 40 clocks after one nothing is counted or wanted
// (integration.sv: not before `ready`, which arming.sv has after 1,028 clocks or more); the cursor passes 0, 1, 15 or
// 16 ticks a clock, and no multiple of 256 in a clock with `carry_waits` or the three after one; a cascade begins with
// `starts_cascade`, with a walked tick, without `carry_waits`, not in the clock after another, and no tick is passed in
// it (cursor.sv); blocks are wanted one way at a time, back only where there are some, aside only while the ticks
// passed meanwhile are at most 32 more than the clocks, back while they are 511 more, and there are never 2^54
// (backlog.sv); `ask` comes not in a reset or in the clock after it, and not before the word asked for before has come;
// nor does `forget`; `of_cursor` and `high` stay until then (integration.sv).
module tick_counts #(
    parameter SEVERAL = 0
) (
    input clock,
    input clear,
    input tick,
    input walked,
    input skipped,
    input fewer,
    input starts_cascade,
    input cascading,
    input wants_aside,
    input wants_back,
    input ask,
    input of_cursor,
    input high,
    input forget
);
    wire [31:0] cursor_tick, word;
    wire carry_waits, carry_urgent, exchanged, any_aside, half_period, answered;

    carillon_counter_tick_counts #(.WHEELS(SEVERAL ? 4 : 1)) chip (
        .clock(clock), .clear(clear), .tick(tick), .walked(walked), .skipped(skipped), .fewer(fewer),
        .starts_cascade(starts_cascade), .cascading(cascading), .wants_aside(wants_aside), .wants_back(wants_back),
        .ask(ask), .of_cursor(of_cursor), .high(high), .forget(forget), .cursor_tick(cursor_tick),
        .carry_waits(carry_waits), .carry_urgent(carry_urgent), .exchanged(exchanged), .any_aside(any_aside),
        .half_period(half_period), .answered(answered), .word(word)
    );

    // The chip's own state. Yosys joins these with the wires of these names when it flattens the design.
    (* hierconn *) wire [191:0] \chip.bytes.held ;
    (* hierconn *) wire [7:0] \chip.bytes_read_data ;
    (* hierconn *) wire [7:0] \chip.now_low ;
    (* hierconn *) wire [7:0] \chip.finished_low ;
    (* hierconn *) wire \chip.now_carry ;
    (* hierconn *) wire \chip.cursor_carry ;
    (* hierconn *) wire \chip.carry_due ;
    (* hierconn *) wire [7:0] \chip.next_1 ;
    (* hierconn *) wire [7:0] \chip.next_2 ;
    (* hierconn *) wire [7:0] \chip.next_3 ;
    (* hierconn *) wire \chip.asked ;
    (* hierconn *) wire \chip.adding ;
    (* hierconn *) wire \chip.zeroing ;
    (* hierconn *) wire \chip.reading ;
    (* hierconn *) wire [1:0] \chip.number ;
    (* hierconn *) wire [2:0] \chip.place ;
    (* hierconn *) wire \chip.has_result ;
    (* hierconn *) wire [4:0] \chip.result_address ;
    (* hierconn *) wire [7:0] \chip.result ;
    (* hierconn *) wire \chip.minus ;
    (* hierconn *) wire \chip.carry ;
    (* hierconn *) wire \chip.at_end ;
    (* hierconn *) wire \chip.through_all ;
    (* hierconn *) wire \chip.half ;
    (* hierconn *) wire \chip.answering ;
    (* hierconn *) wire \chip.exchanges ;
    (* hierconn *) wire \chip.writes ;
    (* hierconn *) wire [7:0] \chip.total ;
    // What the memory holds, or will hold in the next clock.
    reg [191:0] held;
    always @(posedge clock) if (\chip.writes ) held[{\chip.number , \chip.place ,
        3'd0} +: 8] <= \chip.zeroing ? 8'd0 : \chip.total ;
    wire [55:0] held_now = held[8 +: 56], held_cursor = held[72 +: 56], held_blocks = held[136 +: 56];
    wire [5:0] shift = {\chip.place , 3'd0} - 6'd8;
    wire walking = \chip.adding && !\chip.zeroing ;
    wire changing = walking && !\chip.reading ;
    // What is still to be added to the number that is walked through.
    wire [55:0] rest = ({56{\chip.minus }} << shift) + ({55'd0, \chip.carry } << shift);

    integer i;

    // The reference: plain counters.
    reg [63:0] now = 0, cursor = 0, finished = 0;
    reg [55:0] blocks = 0;
    wire [4:0] passed = walked ? 5'd1 : skipped ? 5'd16 - fewer : 5'd0;
    wire [63:0] next_cursor = cursor + passed;
    wire crosses = next_cursor[63:8] != cursor[63:8];
    wire in_cascade = SEVERAL && (starts_cascade || cascading);
    wire [63:0] seen = of_cursor ? (SEVERAL ? finished : cursor) : now;
    reg [63:0] seen_1, seen_2, seen_3, seen_4, seen_5, seen_6, seen_7, seen_8;

    // How far the clear is behind; for how many clocks no carry of the cursor has waited; the word asked for.
    reg started = 0, past_clear, past_cascade = 0, past_forget, past_waits, past_of_cursor, past_high;
    reg [31:0] past_word;
    reg [5:0] since = 0;
    reg [1:0] quiet = 0;
    reg past_carry = 0, past_crosses = 0;
    reg waits = 0;
    reg [5:0] asked_for = 0;
    // The block that is exchanged: which way, and for how long.
    reg exchanging = 0, is_aside;
    reg [3:0] age = 0;
    // The change of bit 31.
    reg turning = 0;
    reg [4:0] turned_for = 0;
    // How long carries have waited, and whether one of now has come meanwhile.
    reg [4:0] now_for = 0;
    reg [5:0] cursor_for = 0;
    reg had_now = 0;
    // How long a block has been wanted aside, what the cursor has passed meanwhile, and which carries have come.
    reg [6:0] aside_for = 0;
    reg [7:0] passed_for = 0;
    reg had_now_too = 0, crossed = 0;
    wire window = wants_aside && !exchanged && !clear;
    // The same of a block that is wanted back; three carries of the cursor's tick may come meanwhile.
    reg [7:0] back_for = 0;
    reg [9:0] passed_back = 0;
    reg had_now_back = 0;
    reg [1:0] crossings = 0;
    wire back_window = wants_back && !exchanged && !clear;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_cascade <= in_cascade && !clear;
        past_forget <= forget;
        past_waits <= waits && !clear;
        past_of_cursor <= of_cursor;
        past_high <= high;
        past_word <= word;
        now <= clear ? 0 : now + tick;
        cursor <= clear ? 0 : next_cursor;
        if (!in_cascade || clear) finished <= clear ? 0 : next_cursor;
        blocks <= clear ? 0 : !exchanged ? blocks : is_aside ? blocks + 1 : blocks - 1;
        {seen_1, seen_2, seen_3, seen_4} <= {seen, seen_1, seen_2, seen_3};
        {seen_5, seen_6, seen_7, seen_8} <= {seen_4, seen_5, seen_6, seen_7};
        since <= clear ? 0 : since + (since != 63);
        quiet <= clear || carry_waits ? 0 : quiet + (quiet != 3);
        past_carry <= carry_waits;
        past_crosses <= crosses;
        waits <= !clear && (ask || (waits && !answered));
        asked_for <= ask ? 1 : asked_for + (asked_for != 63);
        exchanging <= !clear && (\chip.exchanges || (exchanging && !exchanged));
        age <= \chip.exchanges ? 1 : age + (age != 15);
        if (\chip.exchanges ) is_aside <= wants_aside;
        turning <= !clear && ((tick && now[30:0] == 31'h7fff_ffff) || (turning && !half_period));
        turned_for <= turning && !half_period ? turned_for + (turned_for != 31) : 0;
        now_for <= clear || !\chip.now_carry ? 0 : now_for + (now_for != 31);
        cursor_for <= clear || \chip.zeroing || !\chip.carry_due ? 0 : cursor_for + (cursor_for != 63);
        had_now <= !clear && !\chip.zeroing && \chip.carry_due && (had_now || \chip.now_carry );
        aside_for <= !window ? 0 : aside_for + (aside_for != 127);
        passed_for <= !window ? 0 : passed_for + passed;
        had_now_too <= window && (had_now_too || \chip.now_carry );
        crossed <= window && (crossed || crosses);
        back_for <= !back_window ? 0 : back_for + (back_for != 255);
        passed_back <= !back_window ? 0 : passed_back + passed;
        had_now_back <= back_window && (had_now_back || \chip.now_carry );
        crossings <= !back_window ? 0 : crossings + (crosses && crossings != 3);
    end

    // The bounds: how many clocks may pass until what waits begins, by what is under way and what may still come
    // before it.
    wire [6:0] until_free = changing ? 7'd17 - \chip.place : walking ? 7'd8 - \chip.place : \chip.asked ? 7'd8 + \chip.has_result
        : \chip.answering ? 7'd0 : 7'd9;
    wire [6:0] for_now = had_now && !\chip.now_carry ? 7'd0 : 7'd17;
    wire [6:0] for_now_too = had_now_too && !\chip.now_carry ? 7'd0 : 7'd17;
    wire [6:0] for_cursor = (\chip.cursor_carry ? 7'd17 : 7'd0) + (crossed ? 7'd0 : 7'd17);
    wire [6:0] for_now_back = had_now_back && !\chip.now_carry ? 7'd0 : 7'd17;
    wire [6:0] for_carries = (\chip.cursor_carry ? 7'd17 : 7'd0) + 7'd17 * (2'd3 - crossings);
    wire [6:0] until_back = exchanging ? (exchanged ? 7'd0 : 7'd8 - \chip.place )
        : until_free + for_now_back + for_carries + 7'd8;
    wire [6:0] until_aside = exchanging ? (exchanged ? 7'd0 : 7'd8 - \chip.place )
        : until_free + for_now_too + for_cursor + 7'd8;

    always @* begin
        if (!started) first_clock: assume (clear);
        // As cursor.sv proves.
        one_pass: assume (!(walked && skipped));
        cascade_walks: assume (!starts_cascade || walked);
        if (crosses) no_carry_crossed: assume (!carry_waits && quiet == 3);
        if (SEVERAL) begin
            cascade_without_carry: assume (!starts_cascade || (!carry_waits && !past_cascade));
            cascade_passes_nothing: assume (!cascading || (passed == 0 && past_cascade && !starts_cascade));
        end
        if (since < 40)
            quiet_after_clear: assume (!tick && passed == 0 && !wants_aside && !wants_back && !starts_cascade
                && !cascading);
        // As backlog.sv proves.
        one_block_wanted: assume (!(wants_aside && wants_back) && (!wants_back || any_aside));
        passed_while_aside: assume (passed_for <= aside_for + 32);
        passed_while_back: assume (passed_back <= back_for + 511);
        time_bounded: assume (blocks < 56'h40_0000_0000_0000);
        // As registers.sv proves.
        if (ask) time_asked_once: assume (!clear && !waits && started && !past_clear);
        if (waits) question_stands: assume (of_cursor == past_of_cursor && high == past_high && !forget);

        if (started) begin
            tick_of_the_cursor: assert (cursor_tick == cursor[31:0]);
            carry_urgency: assert (carry_urgent == (carry_waits && cursor[7]));
            blocks_counted: assert (any_aside == (blocks != 0));
            if (exchanged) exchange_short: assert (exchanging && age <= 8 && (is_aside || blocks != 0));
            if (\chip.exchanges ) exchange_wanted: assert ((wants_aside || wants_back) && !exchanging);
            if (wants_aside) aside_soon: assert (aside_for <= 75);
            if (wants_back) back_soon: assert (back_for <= 110);
            if (answered) begin
                word_is_told: assert (waits && word == (high ? seen_8[63:32] : seen_4[31:0]));
                assert (asked_for > (high ? 8 : 4));
            end
            if (waits && since > 40) word_in_time: assert (asked_for <= (high ? 16 : 12));
            if (waits) word_in_time_at_first: assert (asked_for < 33);
            if (past_forget) word_forgotten: assert (word == 0);
            else if (!past_clear && !past_waits && !waits) assert (word == past_word);
            if (half_period) assert (turning && turned_for >= 4);
            if (turning) assert (turned_for <= 20);
            if (\chip.carry_due && !\chip.zeroing ) assert (cursor_for <= 33);
            if (carry_waits) carry_begins: assert (past_carry || past_crosses || past_clear);

            // Invariants for the induction: what the memory holds.
            assert (\chip.now_low == now[7:0]);
            assert (carry_waits == \chip.cursor_carry );
            if (\chip.zeroing ) begin
                assert (\chip.adding && !\chip.reading && since == {\chip.number , \chip.place } && \chip.number < 3);
                assert ((held << (9'd192 - {since[4:0], 3'd0})) == 0);
                assert ({\chip.next_3 , \chip.next_2 , \chip.next_1 } == 0);
                assert (!\chip.now_carry && carry_waits);
            end else begin
                assert (since >= 24);
                assert (held_now + (changing && \chip.number == 0 ? rest : 56'd0) + \chip.now_carry == now[63:8]);
                assert (held_cursor + (changing && \chip.number == 1 ? rest : 56'd0) + \chip.cursor_carry
                    == cursor[63:8] + 56'd1);
                assert (held_blocks + (changing && \chip.number == 2 ? rest : 56'd0) + blocks
                    == (!exchanging ? 56'd0 : is_aside ? 56'hff_ffff_ffff_ffff : 56'd1));
                assert ({\chip.next_3 , \chip.next_2 , \chip.next_1 } == held_cursor[23:0]);
            end
            if (since < 40) assert (now == 0 && cursor == 0 && finished == 0 && blocks == 0 && !exchanging
                && !exchanged);
            if (since < 24) assert (\chip.zeroing );
            for (i = 0; i < 24; i = i + 1) if (!\chip.zeroing || i < since) begin
                if (!\chip.has_result || \chip.result_address != i)
                    assert (\chip.bytes.held [8 * i +: 8] == held[8 * i +: 8]);
                else assert (\chip.result == held[8 * i +: 8]);
            end
            // What is written behind a walk, or in the idle clock after it.
            if (\chip.has_result && since != 0) begin
                if (\chip.zeroing || since == 24) assert (\chip.result_address == since - 1 && \chip.result == 0);
                else if (\chip.adding ) assert (changing && \chip.result_address == {\chip.number , \chip.place } - 1);
                else if (\chip.result_address [4:3] == 0) assert (!\chip.now_carry );
                else if (\chip.result_address [4:3] == 1) assert (\chip.result_address [2]
                    || (quiet == \chip.result_address [1:0] && !carry_waits));
                else assert (exchanged);
            end
            if (changing) assert (\chip.has_result == (\chip.place > 1));
            if (since == 24 || (\chip.zeroing && since != 0)) assert (\chip.has_result );
            if (\chip.adding ) assert (\chip.at_end == (\chip.zeroing ? since == 23 : \chip.reading
                ? \chip.place [1:0] == 3 && (\chip.place [2] || !high) : \chip.place == 7));
            if (walking) begin
                assert (\chip.place >= 1 && \chip.number < 3);
                assert (\chip.bytes_read_data == held[{\chip.number , \chip.place , 3'd0} +: 8]);
            end
            if (changing) begin
                assert (\chip.number == 2 || !\chip.minus );
                if (\chip.number == 1 && \chip.place <= 3) assert (quiet == \chip.place - 3'd1 && !carry_waits);
                assert ((\chip.number == 2) == (exchanging && !exchanged));
            end
            assert (exchanged == (exchanging && !changing));
            if (exchanging) assert (is_aside == \chip.minus && age >= 1 && age <= 8 && (is_aside || blocks != 0));
            if (exchanging && changing) assert (age == \chip.place );
            if (exchanging && !is_aside && changing)
                assert (\chip.carry == (((blocks - 56'd1) << (6'd56 - shift)) == 0));
            if (exchanged && !is_aside) assert ((\chip.carry && \chip.through_all ) == (blocks == 1));

            // The cascade.
            if (SEVERAL) begin
                assert (\chip.finished_low == finished[7:0]);
                assert (finished == (past_cascade ? cursor - 64'd1 : cursor));
                if (past_cascade) assert (carry_waits == (cursor[7:0] == 0));
            end else assert (\chip.carry_due == carry_waits);

            // The word.
            assert (!(\chip.asked && walking && \chip.reading ) && !(\chip.asked && \chip.answering ));
            assert (!(\chip.answering && \chip.adding ));
            assert (waits == (\chip.asked || (walking && \chip.reading ) || \chip.answering ));
            assert (answered == \chip.answering );
            if (!\chip.adding && !\chip.answering && !\chip.asked ) assert (!waits);
            if (waits) assert (asked_for >= 1 && asked_for <= since);
            if (\chip.asked && changing) assert (asked_for <= \chip.place - 1);
            if (\chip.asked && \chip.zeroing ) assert (asked_for < since);
            if (\chip.asked && !\chip.adding ) assert (asked_for <= 8 - \chip.has_result
                || (since == 25 - \chip.has_result && asked_for < since));
            if (walking && \chip.reading ) begin
                assert (\chip.number == of_cursor && asked_for > \chip.place );
                assert (asked_for <= 8 + \chip.place || (since == 25 + \chip.place && asked_for < since));
                assert (\chip.place <= (high ? 7 : 3));
            end
            if (\chip.answering ) assert (asked_for <= (high ? 16 : 12) || since == (high ? 33 : 29));
`define READ(PLACE, SEEN) \
            if (walking && \chip.reading && \chip.place == PLACE) begin \
                assert (((((\chip.number == 0 ? held_now : held_cursor) + rest) ^ SEEN[63:8]) \
                    >> (8 * (PLACE - 1))) == 0); \
                assert ((((word << 32) ^ (SEEN << (64 - 8 * PLACE))) & ({32'hffff_ffff, 32'd0} \
                    & (PLACE < 4 ? ~(64'hffff_ffff_ffff_ffff >> (8 * PLACE)) : ~64'd0))) == 0); \
            end
            `READ(1, seen_1)
            `READ(2, seen_2)
            `READ(3, seen_3)
            `READ(4, seen_4)
            `READ(5, seen_5)
            `READ(6, seen_6)
            `READ(7, seen_7)

            // Bit 31.
            assert (turning == ((held_now[23] != now[31] && !\chip.zeroing ) || \chip.half ));
            if (\chip.half ) assert (held_now[23] == now[31]);
            if (turning) assert (now[30:0] <= turned_for);
            if (turning && \chip.now_carry && !(changing && \chip.number == 0)) assert (turned_for == now_for);
            if (turning && changing && \chip.number == 0) assert (turned_for <= 16 + \chip.place
                && turned_for >= \chip.place );
            if (turning && !\chip.now_carry ) assert (changing && \chip.number == 0 && \chip.place <= 4);
            if (\chip.half ) assert (changing && \chip.number == 0 && \chip.place == 4 || turned_for <= 20
                && turned_for >= 4);

            // How long a carry of now waits.
            if (changing && \chip.number == 0) assert (!\chip.now_carry && now[7:0] <= 16 + \chip.place );
            if (\chip.now_carry ) begin
                assert (now[7:0] <= now_for);
                if (changing) assert (now_for <= \chip.place - 1);
                else if (walking) assert (now_for <= 8 + \chip.place );
                else if (\chip.asked ) assert (now_for <= 8 - \chip.has_result );
                else assert (now_for <= (\chip.answering ? 16 : 7));
            end

            // How long a carry of the cursor waits, and a block that is wanted aside or back.
            if (back_for != 0 && wants_back) assert (back_for + until_back <= 110);
            if (back_for != 0) begin
                if (had_now_back) assert (now[7:0] <= 17 + back_for);
                if (crossings != 0) assert (passed_back >= 10'd256 * (crossings - 1) + cursor[7:0] + 1);
            end else assert (!had_now_back && crossings == 0 && passed_back == 0);
            if (\chip.carry_due && !\chip.zeroing ) begin
                assert (cursor_for + until_free + for_now <= 33);
                if (had_now) assert (now[7:0] <= 17 + cursor_for);
            end
            if (aside_for != 0 && wants_aside) begin
                assert (aside_for + until_aside <= 75);
            end
            if (aside_for != 0) begin
                if (had_now_too) assert (now[7:0] <= 17 + aside_for);
                if (crossed) assert (cursor[7:0] <= passed_for);
            end else assert (!had_now_too && !crossed && passed_for == 0);
        end
    end

    // From any state that fulfils what is proved.
    always @* if (started && !past_clear) begin
        cover (answered && high && asked_for == 15 && since > 60);
        cover (answered && !high && asked_for == 5);
        cover (answered && of_cursor && high && word == 32'h89abcdef && carry_waits);
        cover (exchanged && age == 8);
        cover (exchanged && !is_aside && blocks == 1);
        cover (half_period && turned_for == 20);
        cover (half_period && turned_for == 4);
        cover (crosses && cursor_tick == 32'hffff_fffa);
        cover (\chip.carry_due && cursor_for == 30);
        cover (wants_aside && aside_for == 30);
        if (SEVERAL) cover (answered && of_cursor && past_cascade && carry_waits);
    end
endmodule
