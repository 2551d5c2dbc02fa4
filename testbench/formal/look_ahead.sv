// Proof of carillon_look_ahead (hdl/src/shared/look_ahead.rs), of builds with three levels, for one busy bit that
// the solver chooses: so for every one.
//
// Proved, for any wheel and any slot to start from:
//   - each question is answered once, `LONGEST` clocks after it at the latest, and not after a clear;
//   - `searching` is high from the clock after the question to the clock before the answer;
//   - the slot that is found is one of the wheel's and busy, and `distance`, less than the wheel's size, leads to it,
//     past the wheel's end to its beginning if need be;
//   - where the wheel has a busy slot, one is found, and no busy one is passed on the way to it. An absent wheel has
//     none.
//
// Assumed: a question comes after the answer to the one before (register_bus.sv); the wheel lies within the memory,
// at a whole word, and the slot within the wheel (wheels.sv). And of the words that are read during a search:
//   - the bit watched is in its word of level 0, and no bit beyond the wheel's end is set in its last word there
//     (vector_level.sv, arming.sv);
//   - it has its bits in levels 1 and 2, and a word whose bit above is set is not empty (vector_level.sv): nobody
//     writes from the clock after the question on (registers.sv, arming.sv), and a write in its very clock has come
//     to level 1 two clocks later and to level 2 four, when the search is not there yet;
//   - the word of level 2 shows no bit but those of level 1's words (top_level.sv).
module look_ahead #(
    parameter SLOT_BITS = 10,
    parameter LONGEST = 26
) (
    input clock,
    input clear,
    input ask,
    input wheel_present,
    input [15:0] wheel_base,
    input [20:0] wheel_size,
    input [19:0] slot
);
    wire searching, done, found;
    wire [19:0] distance;

    carillon_look_ahead #(.WHEELS(4), .SLOT_BITS(SLOT_BITS)) chip (
        .clock(clock), .clear(clear), .write_enable(1'b0), .write_address(20'h0), .write_data(1'b0), .ask(ask),
        .wheel_present(wheel_present), .wheel_base(wheel_base), .wheel_size(wheel_size), .slot(slot),
        .searching(searching), .done(done), .found(found), .distance(distance)
    );
    (* hierconn *) wire [15:0] \chip.level_0.read_data ;
    (* hierconn *) wire [15:0] \chip.level_1.read_data ;
    (* hierconn *) wire [15:0] \chip.level_2.read_data ;
    (* hierconn *) wire \chip.find_first.found ;
    (* hierconn *) wire \chip.active ;
    (* hierconn *) wire \chip.again ;
    (* hierconn *) wire [15:0] \chip.base ;
    (* hierconn *) wire [15:0] \chip.from_word ;
    (* hierconn *) wire [3:0] \chip.from_bit ;
    (* hierconn *) wire \chip.from_none ;
    (* hierconn *) wire [17:0] \chip.limit_inverted ;
    (* hierconn *) wire [19:0] \chip.size ;
    (* hierconn *) wire [19:0] \chip.origin_inverted ;
    (* hierconn *) wire \chip.asked ;
    (* hierconn *) wire \chip.begins ;
    (* hierconn *) wire \chip.reading ;
    (* hierconn *) wire \chip.judging ;
    (* hierconn *) wire [15:0] \chip.candidates ;
    (* hierconn *) wire \chip.arrived ;
    (* hierconn *) wire [20:0] \chip.node ;
    (* hierconn *) wire \chip.answer_done ;
    wire [20:0] node = \chip.node ;
    wire again = \chip.again ;

    // The question, and the bit that is watched: in the wheel or not, busy or not.
    (* anyconst *) wire [SLOT_BITS-1:0] watched;
    (* anyseq *) wire is_busy;
    reg started = 0, pending = 0, busy, present;
    reg [4:0] age = 0;
    reg [20:0] first, size, from;
    wire [20:0] last = first + size - 1;
    wire [20:0] begin_at = first + from;
    wire in_wheel = present && watched >= first && watched <= last;
    // Where the distance leads, and whether it passes the slot watched.
    wire [20:0] end_at = begin_at + distance;
    wire wraps = end_at > last;
    wire [20:0] answer = wraps ? end_at - size : end_at;
    wire passed = wraps ? watched >= begin_at || watched < answer : watched >= begin_at && watched < answer;
    // A bit has been found since the search began.
    reg hit = 0;

    always @(posedge clock) begin
        started <= 1;
        pending <= (ask || (pending && !done)) && !clear;
        age <= ask ? 1 : age + 1;
        hit <= (hit || (\chip.judging && \chip.find_first.found )) && !ask && !\chip.begins ;
        if (ask) begin
            busy <= is_busy;
            present <= wheel_present;
            first <= {wheel_base, 4'h0};
            size <= wheel_size;
            from <= slot;
        end
    end

    // The node of a slot, and that of its word at a level.
    localparam [20:0] FIRST_SLOT = 1 << SLOT_BITS;
    function [20:0] at(input [20:0] slot, input [2:0] level);
        at = (FIRST_SLOT + slot) >> (4 * (level + 1));
    endfunction
    function [3:0] place(input [20:0] slot, input [2:0] level);
        place = (FIRST_SLOT + slot) >> (4 * level);
    endfunction
    wire [2:0] level = node >= (FIRST_SLOT >> 4) ? 0 : node >= (FIRST_SLOT >> 8) ? 1 : 2;
    // The bits of the highest level that stand for a word.
    wire [15:0] of_words = SLOT_BITS == 10 ? 16'h00f0 : 16'hffff;

    // What is known of the words.
    wire [15:0] shown = level == 0 ? \chip.level_0.read_data : level == 1 ? \chip.level_1.read_data
        : \chip.level_2.read_data ;
    wire has_watched = node == at(watched, level);
    always @* begin
        one_question: assume (!ask || !pending);
        if (ask && wheel_present) begin
            wheel_sizes: assume (wheel_size >= 2 && wheel_size <= (1 << SLOT_BITS) && slot < wheel_size);
            wheel_base_in_memory: assume (wheel_base < (1 << (SLOT_BITS - 4)));
            wheel_ends_in_memory: assume ({wheel_base, 4'h0} + wheel_size <= (1 << SLOT_BITS));
        end
        if (pending && \chip.reading && age >= 3 + 2 * level) begin
            if (has_watched && level == 0) word_has_watched: assume (shown[watched[3:0]] == busy);
            if (has_watched && busy) word_has_busy: assume (shown[place(watched, level)]);
            if (level == 0 && node == at(last, 0)) word_has_none_beyond: assume ((shown >> last[3:0]) >> 1 == 0);
            if (level == 2) top_has_none_beyond: assume ((shown & ~of_words) == 0);
            if (hit) word_is_not_empty: assume (shown != 0);
        end
    end

    // Where a search begins, and whether it is to find the watched slot.
    wire [20:0] origin = again ? first : begin_at;
    wire sought = busy && in_wheel && (again ? watched < begin_at : watched >= begin_at);
    // The lowest bit that is looked at in a word.
    wire [4:0] lowest = hit ? 0 : level == 0 ? origin[3:0] : place(origin, level) + 5'd1;
    // The words that have been read by now, at most; and the latest clock in which the search can have begun.
    wire [4:0] words = hit ? 5 - level : level + 1;
    wire [4:0] begun = again ? 14 : 2;
    wire looking = \chip.reading || \chip.judging ;
    wire [20:0] found_slot = node - FIRST_SLOT;
    wire [20:0] counted_from = ~\chip.origin_inverted & (FIRST_SLOT - 1);
    wire [20:0] limit = ~\chip.limit_inverted & ((FIRST_SLOT >> 2) - 1);

    always @* begin
        if (!started) first_clock: assume (clear);
        else begin
            answered_when_asked: assert (!done || pending);
            assert (searching == (pending && !done));
            answered_in_time_of_search: assert (!pending || (age >= 1 && age <= LONGEST));
            if (done && !present) assert (!found);
            // (What is found is the watched slot, for one choice of it.)
            if (done && found && found_slot == watched) begin
                found_is_busy: assert (busy && in_wheel && distance < size && answer == watched);
            end
            if (done && busy && in_wheel) nearest_is_found: assert (found && !passed);

            // Invariants for the induction: the stages.
            assert (done == \chip.answer_done && \chip.active == (pending && !done));
            assert (3'd0 + \chip.asked + \chip.begins + \chip.reading + \chip.judging + \chip.arrived
                == (pending && !done));
            if (pending && !present) begin
                assert (again && !hit && node == 0);
                assert (\chip.arrived ? age == 1 : done && age == 2);
            end
            if (pending && present) begin
                assert (size >= 2 && from < size && first[3:0] == 0 && first + size <= FIRST_SLOT);
                assert (\chip.base == first[19:4] && \chip.size == (size & (FIRST_SLOT - 1)));
                assert (limit == 2 * (first[20:4] + size[20:4]) + (size[3:0] != 0));
                if (\chip.asked ) assert (!again && age == 1);
                if (\chip.begins ) assert (again ? age >= 6 && age <= 14 : age == 2);
                if (\chip.asked || \chip.begins ) begin
                    assert (\chip.from_word == (again ? 0 : from[19:4]) && \chip.from_bit == (again ? 0 : from[3:0]));
                end
                if (again || !(\chip.asked || \chip.begins )) begin
                    assert (counted_from == ((again ? begin_at - size : begin_at) & (FIRST_SLOT - 1)));
                end
                if (again) assert (!(busy && in_wheel && watched >= begin_at));
            end
            // A word is read or judged.
            if (looking) begin
                assert (age <= begun + 2 * words - \chip.reading && age >= 4 + 2 * level - \chip.reading + 4 * again);
                assert ({\chip.from_none , \chip.from_bit } == lowest);
                if (hit) begin
                    assert (level <= 1 && node > at(origin, level) && node < 2 * (FIRST_SLOT >> (4 * level + 4)));
                    if (sought) assert (node <= at(watched, level));
                end
                else begin
                    assert (node == at(origin, level));
                    if (!again) assert (age == 4 + 2 * level - \chip.reading );
                    if (sought && level == 0) assert (watched >= origin);
                    if (sought && level != 0) assert (at(watched, level - 1) > at(origin, level - 1));
                end
            end
            if (\chip.judging ) begin
                assert ((\chip.candidates & ~(16'hffff << lowest)) == 0);
                if (hit) assert (\chip.candidates != 0);
                if (level == 2) assert ((\chip.candidates & ~of_words) == 0);
                if (has_watched && busy && place(watched, level) >= lowest) begin
                    assert (\chip.candidates [place(watched, level)]);
                end
                if (has_watched && level == 0 && !busy) assert (!\chip.candidates [watched[3:0]]);
                if (level == 0 && node == at(last, 0)) assert ((\chip.candidates >> last[3:0]) >> 1 == 0);
            end
            // The end.
            if (\chip.arrived && present) assert (age >= 5 && age <= begun + 11);
            if ((\chip.arrived || done) && present) begin
                if (hit) begin
                    assert (node >= FIRST_SLOT && node < 2 * FIRST_SLOT && found_slot >= origin);
                    assert (found_slot[20:4] != last[20:4] || found_slot <= last);
                    if (sought) assert (found_slot <= watched);
                    if (found_slot == watched) assert (busy);
                end
                else assert (node == 0 && !sought);
            end
            if (done && present) begin
                assert (found == (hit && found_slot <= last) && (found || again));
                if (found) assert (distance == ((found_slot - counted_from) & (FIRST_SLOT - 1)));
            end
        end
    end

    // Reachable: a wheel without a busy slot, the slot itself, one past the wheel's end, and the longest search.
    always @* if (started && pending) begin
        cover (done && !found && present);
        cover (done && found && distance == 0);
        cover (done && found && wraps && first != 0);
        cover (done && age == LONGEST);
    end
endmodule
