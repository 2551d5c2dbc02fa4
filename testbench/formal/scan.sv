// Proof of carillon_timer_scan (hdl/src/timer_chip/scan.rs), the timer chip's cursor, beside a count that does what
// lag.sv proves (scan_parts.sv).
//
// Proved, for any wheel, for a slot that the solver likes and whatever is in the others:
//   - the cursor is never more than one tick ahead of now, and stands at a busy slot only at a tick that has come;
//   - it passes the slot's tick only after a visit, or because the slot's bit was clear in the clock in which its
//     word was asked for; that tick had come then, and no pause was asked for in that clock;
//   - it stops at the slot only if its bit was set in such a clock; at and stop stay until `visited`;
//   - in a pause of five clocks without `visited` it has come to stand;
//   - a step is never more than the ticks that are to be visited;
//   - of the slots that it looks at it passes all up to the first busy one, and word after word an empty word at once,
//     a word a clock.
//
// So a timer whose bit is set while `pause` is high, for a tick after now, is not passed.
//
// With SEVERAL, of three wheels of 256 slots, for a slot of any wheel. Of a slot of a higher wheel also:
//   - the cursor leaves a tick in which the slot begins only after it has passed the slot, as above;
//   - `entered` and `wheel` tell whether it has: the slot is passed when `wheel` goes below its wheel.
//
// Assumed: `clear` is high in the first clock, and later never; the number of slots is a power of two from 16 to
// 2^WHEEL_BITS (registers.rs takes no other size); a word shows each bit as it was written up to the clock of the
// address (busy_bits.rs); `visited` comes only while `busy`; now is less than 2^42.
module scan #(
    // A wheel has 2^WHEEL_BITS slots, or fewer by `slot_mask`.
    parameter WHEEL_BITS = 10
) (
    input clock, tick, pause, visited,
    input [15:0] word_data,
    // The watched slot's bit.
    input is_busy
);
    (* anyconst *) reg [15:0] slot;
`ifdef SEVERAL
    localparam WHEELS = 3;
    wire [15:0] slot_mask = 255;
`else
    localparam WHEELS = 1;
    (* anyconst *) reg [15:0] slot_mask;
`endif
    localparam [15:0] WORDS = 1 << (WHEEL_BITS - 4);
    reg started = 0;
    wire [15:0] word_address;
    wire [31:0] at;
    wire busy, behind, too_far, looked;

    carillon_timer_scan #(.WHEELS(WHEELS), .WHEEL_BITS(WHEEL_BITS)) chip (
        .clock(clock), .clear(!started), .tick(tick), .pause(pause), .slot_mask(slot_mask), .word_data(word_data),
        .visited(visited), .word_address(word_address), .at(at), .busy(busy), .behind(behind), .too_far(too_far),
        .looked(looked)
    );

    (* hierconn *) wire [2:0] \chip.state ;
    (* hierconn *) wire [4:0] \chip.step ;
    (* hierconn *) wire \chip.whole ;
    (* hierconn *) wire [15:0] \chip.word ;
    (* hierconn *) wire \chip.found ;
    (* hierconn *) wire [15:0] \chip.fetch ;
    (* hierconn *) wire \chip.fetched ;
    (* hierconn *) wire \chip.judged ;
    (* hierconn *) wire \chip.empty ;
    (* hierconn *) wire \chip.met ;
    (* hierconn *) wire \chip.lag_many ;
    (* hierconn *) wire \chip.ends_lap ;
    (* hierconn *) wire [42:0] \chip.lag.plain ;
    localparam LOOK = 0, MASK = 1, SEARCH = 2, MOVE = 3, RUN = 4, STOP = 5;
    wire [42:0] plain = \chip.lag.plain ;
    wire [2:0] state = \chip.state ;
    wire [4:0] step = \chip.step ;

    // Now, and the next tick to visit, whole.
    reg [42:0] now = 0, next_visit = 1;
    always @(posedge clock) begin
        started <= 1;
        if (started) now <= now + tick;
        if (started) next_visit <= next_visit + step;
    end

    // What was so in the last clocks: the bit, the last tick that had come, the pause.
    reg bit_1, bit_2, bit_3, of_slot_1;
    reg [42:0] now_1 = 0, now_2 = 0, now_3 = 0;
    reg look_bit;
    reg [42:0] look_now = 0;
    reg pause_1, pause_2, pause_3, look_pause;
    reg [31:0] past_at;
    reg [1:0] past_level;
    reg [2:0] paused = 0;
    reg past_busy = 0, past_visited = 0, visit = 0;
    reg word_is_empty = 0, runs_on = 0, reads_on = 0;
    always @(posedge clock) begin
        {bit_3, bit_2, bit_1} <= {bit_2, bit_1, is_busy};
        {now_3, now_2, now_1} <= {now_2, now_1, now};
        {pause_3, pause_2, pause_1} <= {pause_2, pause_1, pause};
        of_slot_1 <= word_address == slot[15:4];
        if (state == LOOK) {look_bit, look_now, look_pause} <= {is_busy, now, pause};
        word_is_empty <= word_data == 0;
        runs_on <= started && state == RUN && \chip.judged && \chip.empty ;
        reads_on <= started && state == RUN && \chip.fetched && !(\chip.judged && !\chip.empty )
            && \chip.lag_many && !\chip.ends_lap && !pause;
        past_at <= at;
        past_level <= level;
        paused <= pause && !visited && started ? paused + (paused != 7) : 0;
        past_busy <= busy && started;
        past_visited <= visited;
        visit <= busy && visited && started;
    end

    // The slot of the word that is passed or looked at, on the wheel that is looked at; the watched slot's wheel.
`ifdef SEVERAL
    (* hierconn *) wire [1:0] \chip.level ;
    (* hierconn *) wire \chip.entered ;
    wire [1:0] level = \chip.level ;
    wire entered = \chip.entered ;
    wire [1:0] own = slot[9:8];
    wire [15:0] at_slot = level == 2 ? {level, at[23:16]} : level == 1 ? {level, at[15:8]} : at[7:0];
    // The highest wheel with a slot that begins in this tick; does the watched slot?
    wire [1:0] highest = at[7:0] != 0 ? 0 : at[15:8] != 0 ? 1 : 2;
    wire begins = own != 0 && highest >= own && (own == 2 ? at[23:16] : at[15:8]) == slot[7:0];
`else
    wire [1:0] level = 0, own = 0;
    wire [15:0] at_slot = at & slot_mask;
`endif
    wire [3:0] offset = at_slot[3:0];
    wire same_word = at_slot[15:4] == slot[15:4];
    wire in_step = same_word && slot[3:0] >= offset && slot[3:0] < offset + step;
    wire [42:0] its_tick = own == 0 ? next_visit + slot[3:0] - offset : next_visit;
    wire passes = own == 0 ? step != 0 && in_step
        : state == MOVE && level == own && at_slot == slot && !\chip.found ;
    wire [15:0] looked_at = \chip.whole ? 16'hffff << offset : 16'h0001 << offset;
    wire [42:0] base = next_visit + step;
`ifdef SEVERAL
    // The watched slot of a higher wheel has been passed in this tick.
    reg dealt_with = 0;
    always @(posedge clock) dealt_with <= started && step == 0 && (dealt_with || (passes && own != 0));
    // Words that are asked for: the first ones of a lap are looked at by an entered cursor only.
    wire [42:0] asked = base + 16 * \chip.judged ;
    always @* if (started) begin
        if (step != 0 && begins) assert (dealt_with);
        if (own != 0) assert (dealt_with == (entered && begins && level < own));
        if (step != 0) assert (level == 0);
        assert (entered ? level <= highest : level == 0);
        if (state == MASK || state == SEARCH) assert (entered);
        if (state != LOOK) assert (entered || highest == 0);
        if (level != 0) assert (state != RUN && (state == LOOK || !\chip.whole ));
        if (state == RUN) begin
            if (\chip.judged ) assert (base[7:0] != 0 || (base == next_visit && entered));
            if (\chip.fetched ) assert (asked[7:0] != 0 || (asked == next_visit && entered));
        end
    end
`endif
    always @* begin
`ifdef SEVERAL
        slot_is_there: assume (slot < 3 * 256);
`else
        slots_power_of_two: assume ((slot_mask & (slot_mask + 1)) == 0 && slot_mask >= 15
            && slot_mask < 1 << WHEEL_BITS && (slot & ~slot_mask) == 0);
`endif
        time_bounded: assume (now < 43'd1 << 42);
        if (of_slot_1) word_as_written: assume (word_data[slot[3:0]] == bit_1);
        visited_if_busy: assume (!(visited && !busy));
        if (started) begin
            step_within_lag: assert (step <= plain);
            cursor_by_the_lag: assert (at == next_visit[31:0] && next_visit + plain == now + 1 && plain <= now);
            if (busy) stands_while_busy: assert (plain != 0 && (!past_busy || at == past_at && level == past_level));
            if (paused >= 5) stands_in_pause: assert (at == past_at && level == past_level);
            if (past_busy && !past_visited) busy_until_visited: assert (busy);
            if (passes && !visit) begin
                if (state == MOVE) assert (!look_bit && its_tick <= look_now && !look_pause);
                else assert (!bit_3 && its_tick <= now_3 && !pause_3);
            end
            if (busy && at_slot == slot) assert (look_bit && its_tick <= look_now && !look_pause);

            // Invariants for the induction.
            assert (state <= STOP && now_1 <= now && now_2 <= now_1 && now_3 <= now_2 && look_now <= now);
            if (state != MOVE && state != RUN) assert (step == 0);
            if (runs_on) assert (step == 16);
            if (reads_on) assert (state == RUN && \chip.fetched && \chip.judged );
            if (visit) assert (state == MOVE && step == (level == 0) && !\chip.found );
            if (state != RUN) assert (!\chip.fetched && !\chip.judged );
            // A look.
            if (state == MASK) assert (of_slot_1 == same_word && bit_1 == look_bit);
            if ((state == MASK || state == SEARCH || state == MOVE || state == STOP) && !visit) begin
                assert (look_now >= next_visit && !look_pause);
                if (\chip.whole && state != STOP) assert (look_now >= next_visit + 15 - offset);
            end
            if (state == SEARCH) begin
                assert ((\chip.word & ~looked_at) == 0);
                if (same_word) assert (\chip.word [slot[3:0]] == (look_bit && looked_at[slot[3:0]]));
            end
            if (state == MOVE && !visit) begin
                assert (offset + step <= 16 && look_now + 1 >= next_visit + step + \chip.found );
                if (passes) assert (!look_bit);
                if (\chip.found && same_word && slot[3:0] == offset + step) assert (look_bit);
                if (\chip.found ) assert (offset + step < 16);
                else if (level == 0) assert (step == (\chip.whole ? 16 - offset : 1));
            end
            // Word after word: `base` is the tick of the first word that is not passed.
            if (state == RUN) begin
                assert (next_visit[3:0] == 0 && (step == 0 || step == 16));
                if (\chip.fetched ) begin
                    // The text has no more address bits than words of the wheel.
                    assert (\chip.fetch == ((base[19:4] + 16'd1 + \chip.judged ) & (WORDS - 16'd1)));
                    assert (now_1 >= base + 16 * \chip.judged + 15 && !pause_1);
                    assert (of_slot_1 == (((base[19:4] + \chip.judged ) & slot_mask[15:4]) == slot[15:4]));
                end
                if (\chip.judged ) begin
                    assert (\chip.empty == word_is_empty);
                    assert (now_2 >= base + 15 && !pause_2);
                    if ((base[19:4] & slot_mask[15:4]) == slot[15:4] && \chip.empty ) assert (!bit_2);
                end
                if (step == 16) assert (now_3 >= next_visit + 15 && !pause_3 && !(same_word && bit_3));
            end
        end
    end

    // Reachable: a stop at the slot, a pass of it, a visit.
    always @* if (started) begin
        cover (busy && at_slot == slot && visited && now == 3 && own == 0);
        cover (passes && !visit && now > 4 && own == 0);
        cover (visit && slot == 2 && is_busy);
    end
endmodule
