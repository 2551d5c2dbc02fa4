// Proof of carillon_look_ahead (hdl/src/look_ahead.rs), of builds with two levels below the summary, for one busy bit that
// the solver chooses: so for every one.
//
// Proved, for any wheel and any slot to start from:
//   - each question is answered once, `LONGEST` clocks after it at the latest, and not after a clear;
//   - `searching` is high from the clock after the question to the clock before the answer;
//   - the slot that is found is one of the wheel's and busy, and `distance`, less than the wheel's size, leads to it, past the
//     wheel's end to its beginning if need be;
//   - where the wheel has a busy slot, one is found, and no busy one is passed on the way to it. An absent wheel has none;
//   - a bit of the summary is what the highest level has last written to it, whatever else is written.
//
// Assumed: a question comes after the answer to the one before (register_bus.sv); the wheel lies within the memory, at a
// whole word, and the slot within the wheel (wheels.sv). And of the words that are read during a search:
//   - the bit watched is in its word of level 0, and no bit beyond the wheel's end is set in its last word there
//     (vector_level.sv, arming.sv);
//   - it has its bits in level 1 and in the summary, and a word whose bit above is set is not empty (vector_level.sv):
//     nobody writes from the clock after the question on (registers.sv, arming.sv), and a write in its very clock has come
//     to level 1 one clock later and to the summary two, when the climb is not there yet.
module look_ahead #(
    parameter SLOT_BITS = 10,
    parameter LONGEST = 19
) (
    input clock,
    input clear,
    input ask,
    input wheel_present,
    input [15:0] wheel_base,
    input [19:0] wheel_size,
    input [19:0] slot
);
    wire searching, done, found;
    wire [19:0] distance;

    carillon_look_ahead chip (
        .clock(clock), .clear(clear), .write_enable(1'b0), .write_address(20'h0), .write_data(1'b0), .ask(ask),
        .wheel_present(wheel_present), .wheel_base(wheel_base), .wheel_size(wheel_size), .slot(slot),
        .searching(searching), .done(done), .found(found), .distance(distance)
    );
    (* hierconn *) wire [15:0] \chip.level_0.read_data ;
    (* hierconn *) wire [15:0] \chip.level_1.read_data ;
    (* hierconn *) wire [15:0] \chip.summary ;
    (* hierconn *) wire \chip.level_1.above_enable ;
    (* hierconn *) wire [19:0] \chip.level_1.above_address ;
    (* hierconn *) wire \chip.level_1.above_data ;
    (* hierconn *) wire \chip.hit ;
    (* hierconn *) wire \chip.active ;
    (* hierconn *) wire \chip.again ;
    (* hierconn *) wire [15:0] \chip.base ;
    (* hierconn *) wire [15:0] \chip.last_word ;
    (* hierconn *) wire [19:0] \chip.size ;
    (* hierconn *) wire [19:0] \chip.origin ;
    (* hierconn *) wire \chip.climbing ;
    (* hierconn *) wire \chip.climb_begins ;
    (* hierconn *) wire [2:0] \chip.climb_level ;
    (* hierconn *) wire [19:0] \chip.climb_bit ;
    (* hierconn *) wire \chip.reading ;
    (* hierconn *) wire \chip.read_highest ;
    (* hierconn *) wire [2:0] \chip.read_level ;
    (* hierconn *) wire [15:0] \chip.read_word ;
    (* hierconn *) wire [15:0] \chip.read_mask ;
    (* hierconn *) wire \chip.judging ;
    (* hierconn *) wire \chip.judged_highest ;
    (* hierconn *) wire \chip.judged_beyond ;
    (* hierconn *) wire [2:0] \chip.judged_level ;
    (* hierconn *) wire [15:0] \chip.judged_word ;
    (* hierconn *) wire [15:0] \chip.judged_bits ;
    (* hierconn *) wire \chip.concluding ;
    (* hierconn *) wire [19:0] \chip.hit_slot ;
    (* hierconn *) wire \chip.hit_before ;
    (* hierconn *) wire \chip.miss ;
    (* hierconn *) wire \chip.answer_done ;

    // The question, and the bit that is watched: in the wheel or not, busy or not.
    (* anyconst *) wire [SLOT_BITS-1:0] watched;
    (* anyseq *) wire is_busy;
    reg started = 0, pending = 0, busy, present;
    reg [4:0] age = 0;
    reg [19:0] first, size, from;
    wire [19:0] last = first + size - 1;
    wire [19:0] begin_at = first + from;
    wire in_wheel = present && watched >= first && watched <= last;
    // Where the distance leads, and whether it passes the slot watched.
    wire [19:0] end_at = begin_at + distance;
    wire wraps = end_at > last;
    wire [19:0] answer = wraps ? end_at - size : end_at;
    wire passed = wraps ? watched >= begin_at || watched < answer : watched >= begin_at && watched < answer;
    // The word that is read or judged stands below a bit that was found; else it is one of the climb.
    reg read_below = 0, judged_below = 0;
    // A bit has been found since the climb began.
    reg hit = 0;
    // A bit of the summary, and what it has to be.
    (* anyconst *) wire [3:0] group;
    wire group_written = \chip.level_1.above_enable && \chip.level_1.above_address [3:0] == group;
    reg summarised = 0;

    always @(posedge clock) begin
        started <= 1;
        pending <= (ask || (pending && !done)) && !clear;
        age <= ask ? 1 : age + 1;
        read_below <= \chip.hit ;
        judged_below <= read_below;
        hit <= \chip.hit || (hit && !\chip.miss && !ask);
        if (group_written) summarised <= \chip.level_1.above_data ;
        if (ask) begin
            busy <= is_busy;
            present <= wheel_present;
            first <= {wheel_base, 4'h0};
            size <= wheel_size;
            from <= slot;
        end
    end

    // The index at a level, of the bit that stands for a slot; at the next level, that of its word.
    function [19:0] at(input [19:0] slot, input [2:0] level);
        at = slot >> (4 * level);
    endfunction
    wire [2:0] reads = \chip.read_level ;
    wire [2:0] judges = \chip.judged_level ;
    wire again = \chip.again ;

    // What is known of the words.
    wire [15:0] shown = reads == 0 ? \chip.level_0.read_data : reads == 1 ? \chip.level_1.read_data : \chip.summary ;
    wire reads_watched = \chip.read_word == at(watched, reads + 1);
    wire [3:0] watched_place = at(watched, reads);
    always @* begin
        assume (!ask || !pending);
        if (ask && wheel_present) begin
            assume (wheel_size >= 2 && wheel_size <= (1 << SLOT_BITS) && slot < wheel_size);
            assume (wheel_base < (1 << (SLOT_BITS - 4)));
            assume ({wheel_base, 4'h0} + {1'b0, wheel_size} <= (1 << SLOT_BITS));
        end
        if (pending && \chip.reading && age >= reads + 2) begin
            if (reads_watched && reads == 0) assume (shown[watched_place] == busy);
            if (reads_watched && busy) assume (shown[watched_place]);
            if (reads == 0 && \chip.read_word == last[19:4]) assume ((shown >> last[3:0]) >> 1 == 0);
            if (read_below) assume (shown != 0);
        end
    end

    // Where a pass of the climb begins, and whether it is to find the watched slot.
    wire [19:0] origin = again ? first : begin_at;
    wire [2:0] lowest = again ? 1 : 0;
    wire sought = busy && in_wheel && (again ? watched < begin_at : watched >= begin_at);
    // The lowest bit that is looked at in the word that is read, and in the one that is judged.
    wire [4:0] read_from = read_below ? 0 : (at(origin, reads) & 15) + (reads != lowest);
    wire [4:0] judged_from = judged_below ? 0 : (at(origin, judges) & 15) + (judges != lowest);
    wire looking = \chip.climbing || \chip.reading || \chip.judging ;
    wire [19:0] watched_word = at(watched, judges + 1);
    wire [3:0] watched_bit = at(watched, judges);

    always @* begin
        if (!started) assume (clear);
        else begin
            assert (\chip.summary [group] == summarised);
            assert (!done || pending);
            assert (searching == (pending && !done));
            assert (!pending || (age >= 1 && age <= LONGEST));
            if (done && !present) assert (!found);
            // (What is found is the watched slot, for one choice of it.)
            if (done && found && \chip.hit_slot == watched) begin
                assert (busy && in_wheel && distance < size && answer == watched);
            end
            if (done && busy && in_wheel) assert (found && !passed);

            // Invariants for the induction: the stages.
            assert (done == \chip.answer_done && \chip.active == (pending && !done));
            if (!pending || done) assert (!looking && !\chip.concluding );
            if (pending && !done) assert (looking || \chip.concluding );
            if (looking) assert (present && !\chip.concluding );
            if (pending && !present) assert (!hit);
            if (\chip.concluding ) assert (\chip.hit_before == hit);
            if (done) assert (found == hit);
            if (pending && present) begin
                assert (size >= 2 && from < size && first[3:0] == 0 && {1'b0, first} + size <= (1 << SLOT_BITS));
                assert (\chip.base == first[19:4] && \chip.last_word == last[19:4] && \chip.size == size);
                if (looking || hit) assert (\chip.origin == (again ? begin_at - size : begin_at));
                assert (!(again && busy && in_wheel && watched >= begin_at));
            end
            // The climb.
            if (\chip.climbing ) begin
                assert (\chip.climb_level >= lowest && \chip.climb_level <= 2);
                assert (\chip.climb_begins == (\chip.climb_level == lowest));
                assert (\chip.climb_bit == at(origin, \chip.climb_level ));
                assert (again ? age <= 9 + \chip.climb_level && age >= 4 + \chip.climb_level : age == 1 + \chip.climb_level );
                assert (\chip.reading == (\chip.climb_level > lowest) && !(\chip.reading && read_below));
                if (\chip.reading ) assert (reads == \chip.climb_level - 1);
                assert (\chip.judging == (\chip.climb_level > lowest + 1));
            end
            // A word is read.
            if (\chip.reading ) begin
                assert (\chip.read_highest == (reads == 2) && reads <= 2);
                assert (\chip.read_mask == ((16'hffff << read_from) & 16'hffff));
                if (read_below) begin
                    assert (at(\chip.read_word , 2 - reads) == 0);
                    assert (reads <= 1 && !\chip.climbing && !\chip.judging );
                    assert (age <= (again ? 16 : 8) - 2 * reads && age >= reads + 5);
                    if (reads == 1 || !again) assert (\chip.read_word > at(origin, reads + 1));
                    else assert (\chip.read_word >= at(origin, reads + 1));
                    if (sought) assert (\chip.read_word <= at(watched, reads + 1));
                end
                else begin
                    assert (reads >= lowest && \chip.read_word == at(origin, reads + 1));
                    assert (\chip.climbing == (reads < 2) && \chip.judging == (reads > lowest));
                    assert (again ? age <= 10 + reads && age >= 5 + reads : age == 2 + reads);
                    if (\chip.judging ) assert (!judged_below && judges == reads - 1);
                end
            end
            // A word is judged.
            if (\chip.judging ) begin
                assert (\chip.judged_highest == (judges == 2) && judges <= 2);
                assert (\chip.judged_beyond == (judges == 0 && \chip.judged_word > last[19:4]));
                assert ((\chip.judged_bits & ~(16'hffff << judged_from)) == 0);
                if (busy && \chip.judged_word == watched_word && watched_bit >= judged_from) begin
                    assert (\chip.judged_bits [watched_bit]);
                end
                if (judges == 0 && \chip.judged_word == watched_word && !busy) begin
                    assert (!\chip.judged_bits [watched_bit]);
                end
                if (judges == 0 && \chip.judged_word == last[19:4]) begin
                    assert ((\chip.judged_bits >> last[3:0]) >> 1 == 0);
                end
                if (judged_below) begin
                    assert (at(\chip.judged_word , 2 - judges) == 0);
                    assert (\chip.judged_bits != 0 && judges <= 1 && !\chip.climbing && !\chip.reading );
                    assert (age <= (again ? 17 : 9) - 2 * judges && age >= judges + 6);
                    if (judges == 1 || !again) assert (\chip.judged_word > at(origin, judges + 1));
                    else assert (\chip.judged_word >= at(origin, judges + 1));
                    if (sought) assert (\chip.judged_word <= watched_word);
                end
                else begin
                    assert (judges >= lowest && \chip.judged_word == at(origin, judges + 1));
                    assert (\chip.reading == (judges < 2));
                    assert (again ? age <= 11 + judges && age >= 6 + judges : age == 3 + judges);
                    if (sought && judges == lowest) assert (at(watched, judges) >= at(origin, judges));
                    if (sought && judges != lowest) assert (at(watched, judges) > at(origin, judges));
                end
            end
            // The end.
            if (\chip.concluding ) assert (age <= LONGEST - 1);
            if ((\chip.concluding || done) && present) begin
                if (hit) begin
                    assert (\chip.hit_slot >= origin && \chip.hit_slot <= last);
                    if (sought) assert (\chip.hit_slot <= watched);
                    if (\chip.hit_slot == watched) assert (busy);
                end
                else assert (!(busy && in_wheel));
            end
            if (done && hit) begin
                assert (end_at == (again ? \chip.hit_slot + size : \chip.hit_slot ));
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
