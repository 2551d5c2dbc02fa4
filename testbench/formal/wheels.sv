// Proof of carillon_counter_wheels (hdl/src/counter_chip/wheels.rs), for the four wheels of the full build and the
// one of the small ones.
//
// Proved:
//   - a size is accepted exactly if it is the next wheel's or one of those that are there, is 2 or more, and fits
//     behind the wheels below it; setting one takes away all wheels above it; otherwise `size_refused` tells, and
//     nothing changes;
//   - wheel 0 begins at word 0 and each further one at the next whole word behind the one before; all that are there
//     lie within the memory: so no two wheels have a word in common;
//   - the reader finds what belongs to the wheel that it named one clock before: whether it is there, its size, its
//     first word, its mode, and, of wheels 1 and up, the position before the write at that edge; the late check the
//     same position;
//   - a wheel's position is slot 1 of lap 0 after its size was set and else what the last step said;
//   - `hold` and `auto_clear` are the mode of the wheel that was `visited` one clock before; after `clear`, and without
//     modes, no wheel has any.
//
// Assumed: `clear` is high in the first clock; the host selects the wheel whose size it writes in the clock before
// `write_size`, its word and index stand from then to the clock after, and it writes no sooner than two clocks later
// nor in the clock after a clear (register_bus.sv); no step comes at the edge at which a size is stored: not before
// the chip runs (cascade.sv), and no size after it (registers.sv); with several wheels `step_slot` and `step_lap`
// say slot 1 of lap 0 until then, and always a slot of the memory (cascade.sv, integration.sv). What a memory of
// sizes or first words shows when an entry is read at the edge of its write is anything (wheels_memory.sv), and is
// not looked at in the clock after a store, nor what it shows of wheel 0 in the second clock after a clear.
module wheels #(
    parameter SLOT_BITS = 10,
    parameter FULL = 0
) (
    input clock,
    input clear,
    input [2:0] index,
    input write_size,
    input write_mode,
    input [31:0] data,
    input [2:0] select,
    input [2:0] late_check_select,
    input step,
    input [2:0] step_wheel,
    input [19:0] step_slot,
    input [7:0] step_lap,
    input [2:0] visited
);
    localparam CAPACITY = 1 << SLOT_BITS, WORDS = CAPACITY / 16, MOST = FULL ? 4 : 1;
    (* anyconst *) wire [2:0] watched;
    wire size_refused, selected_present, hold, auto_clear;
    wire [3:0] count;
    wire [19:0] last_slot, selected_slot, late_check_slot;
    wire [20:0] selected_size;
    wire [19:0] selected_last;
    wire [15:0] selected_base;
    wire [7:0] selected_lap, late_check_lap;

    carillon_counter_wheels #(.WHEELS(FULL ? 4 : 1), .SLOT_BITS(SLOT_BITS), .WHEEL_MODES(FULL != 0)) chip (
        .clock(clock), .clear(clear), .index(index), .write_size(write_size), .write_mode(write_mode), .data(data),
        .select(select), .late_check_select(late_check_select), .step(step), .step_wheel(step_wheel),
            .step_slot(step_slot),
        .step_lap(step_lap), .visited(visited), .size_refused(size_refused), .count(count), .last_slot(last_slot),
        .selected_present(selected_present), .selected_last(selected_last), .selected_size(selected_size),
        .selected_base(selected_base),
        .selected_slot(selected_slot), .selected_lap(selected_lap),
        .late_check_slot(late_check_slot), .late_check_lap(late_check_lap), .hold(hold), .auto_clear(auto_clear)
    );

    (* hierconn *) wire \chip.checking ;
    (* hierconn *) wire \chip.accepted ;
    (* hierconn *) wire [19:0] \chip.candidate ;
    (* hierconn *) wire \chip.cleared ;
    (* hierconn *) wire [16:0] \chip.last_word ;
    (* hierconn *) wire [19:0] \chip.last_0 ;
    (* hierconn *) wire [7:0] \chip.holds ;
    (* hierconn *) wire [7:0] \chip.auto_clears ;

    // What the memories hold: further read ports.
    wire [19:0] kept_0, kept_1, kept_2, kept_3;
    wire [16:0] base_1, base_2, base_3;
    wire [27:0] kept_position, kept_judge_position;
`define PORT(NAME, MEMORY, ENTRY, ENTRY_BITS, BITS, DATA_WIRE) \
        memory_port #(.MEMID(MEMORY), .ABITS(ENTRY_BITS), .WIDTH(BITS)) \
        NAME (.CLK(1'b0), .EN(1'b1), .ADDR(ENTRY), .DATA(DATA_WIRE));
    `PORT(last_port_0, "\\chip.lasts.entries", 3'd0, 3, 20, kept_0)
    `PORT(last_port_1, "\\chip.lasts.entries", 3'd1, 3, 20, kept_1)
    `PORT(last_port_2, "\\chip.lasts.entries", 3'd2, 3, 20, kept_2)
    `PORT(last_port_3, "\\chip.lasts.entries", 3'd3, 3, 20, kept_3)
    `PORT(base_port_1, "\\chip.bases.entries", 4'd1, 4, 17, base_1)
    `PORT(base_port_2, "\\chip.bases.entries", 4'd2, 4, 17, base_2)
    `PORT(base_port_3, "\\chip.bases.entries", 4'd3, 4, 17, base_3)
    `PORT(position_port, "\\chip.positions.entries", watched, 3, 28, kept_position)
    `PORT(late_check_port, "\\chip.late_check_positions.entries", watched, 3, 28, kept_judge_position)

    // The reference: the sizes of the wheels that are there, and where that puts them.
    reg [3:0] there = 1;
    reg [20:0] size_0, size_1, size_2, size_3;
    function [16:0] words(input [20:0] size);
        words = (size + 21'd15) >> 4;
    endfunction
    // A size as it is kept: the highest slot, inverted.
    function [19:0] inverted(input [20:0] size);
        inverted = ~(size - 1) & (CAPACITY - 1);
    endfunction
    wire [16:0] start_1 = words(size_0), start_2 = start_1 + words(size_1), start_3 = start_2 + words(size_2),
        start_4 = start_3 + words(size_3);
    wire [16:0] end_of_all = there == 1 ? start_1 : there == 2 ? start_2 : there == 3 ? start_3 : start_4;
    wire [16:0] start_of_index = index == 0 ? 17'd0 : index == 1 ? start_1 : index == 2 ? start_2 : start_3;
    wire fits = index <= there && index < MOST && data >= 2 && data <= CAPACITY
        && start_of_index + words(data[20:0]) <= WORDS;
    reg checks = 0, accepts;
    reg [27:0] position = 1;
    reg [7:0] holds = 0, clears = 0;

    // What was asked for one clock ago, and the answer.
    reg started = 0, past_clear, past_write, past_step_watched;
    reg [31:0] past_data;
    reg [2:0] past_index, past_select;
    reg asked_present, asked_hold, asked_clear, judged_known, asked_known, past_stores = 0, past_past_clear = 0;
    reg [20:0] asked_size;
    reg [15:0] asked_base;
    reg [27:0] asked_position = 1;
    wire stores = checks && accepts;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_past_clear <= past_clear;
        past_write <= write_size;
        past_data <= data;
        past_index <= index;
        past_select <= select;
        past_stores <= stores || clear;
        checks <= write_size && !clear;
        accepts <= fits;

        asked_present <= select < there;
        asked_size <= select >= there ? 0 : select == 0 ? size_0 : select == 1 ? size_1 : select == 2 ? size_2 : size_3;
        asked_base <= select == 0 ? 0 : select == 1 ? start_1 : select == 2 ? start_2 : start_3;
        asked_known <= select == watched && watched != 0 && watched < there;
        judged_known <= late_check_select == watched && watched != 0 && watched < there;
        asked_position <= position;
        asked_hold <= holds[visited] && !clear;
        asked_clear <= clears[visited] && !clear;

        if (stores) begin
            there <= FULL ? index + 1 : 1;
            if (index == 0) size_0 <= data;
            if (index == 1) size_1 <= data;
            if (index == 2) size_2 <= data;
            if (index == 3) size_3 <= data;
            if (index == watched) position <= 1;
        end
        if (step && step_wheel == watched) position <= {step_lap, step_slot};
        if (write_mode && FULL && index < MOST) begin
            holds[index] <= data[0];
            clears[index] <= data[1];
        end
        if (clear) begin
            there <= 1;
            size_0 <= CAPACITY;
            holds <= 0;
            clears <= 0;
        end
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        if (write_size) begin
            size_written_apart: assume (started && !past_clear && !past_write && !checks);
            size_selected: assume (past_data == data && past_index == index && past_select == index);
        end
        if (checks) size_word_stands: assume (data == past_data && index == past_index);
        no_step_with_size: assume (!(step && (checks || clear)));
        step_in_memory: assume (step_slot < CAPACITY);
        if (FULL && checks) step_before_start: assume (step_slot == 1 && step_lap == 0);

        if (started) begin
            wheels_counted: assert (count >= 1 && count <= 4);
            assert (count == there && there >= 1 && there <= MOST);
            size_of_wheel_0: assert (last_slot == inverted(size_0));
            refused_after_write: assert (size_refused == (checks && !accepts));
            // They fit, and follow each other.
            wheels_fit: assert (size_0 >= 2 && end_of_all <= WORDS);
            if (there > 1) sizes_least: assert (size_1 >= 2);
            if (there > 2) assert (size_2 >= 2);
            if (there > 3) assert (size_3 >= 2);
            if (!past_stores) begin
                assert (selected_present == asked_present);
                if (asked_present && !(past_past_clear && past_select == 0))
                    wheel_is_shown: assert (selected_size == asked_size && selected_last == inverted(asked_size));
                if (asked_present || (past_select <= there && past_select < MOST))
                    base_is_shown: assert (selected_base == asked_base);
            end
            if (asked_known) position_is_shown: assert ({selected_lap, selected_slot} == asked_position || !FULL);
            if (judged_known) position_for_late_check: assert ({late_check_lap, late_check_slot} == asked_position
                || !FULL);
            assert (hold == asked_hold && auto_clear == asked_clear);
`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (position[19:0] < CAPACITY && asked_position[19:0] < CAPACITY);
            assert (\chip.checking == checks);
            if (checks) assert (\chip.candidate == inverted(past_data[20:0]));
            assert (\chip.cleared == past_clear);
            if (past_clear) assert (\chip.candidate == 0 && size_0 == CAPACITY && there == 1);
            if (checks) assert (\chip.accepted == accepts);
            if (checks && accepts) begin
                assert (accepts == fits);
                assert (\chip.last_word == start_of_index + words(data[20:0]) - 1);
            end
            assert (\chip.last_0 == inverted(size_0) && size_0 <= CAPACITY);
            assert (\chip.holds == holds && \chip.auto_clears == clears);
            assert ((holds | clears) >> (FULL ? MOST : 0) == 0);
            if (FULL) begin
                assert (base_1 == start_1);
                if (!past_clear) assert (kept_0 == inverted(size_0));
                if (there > 1) assert (kept_1 == inverted(size_1) && base_2 == start_2 && size_1 <= CAPACITY);
                if (there > 2) assert (kept_2 == inverted(size_2) && base_3 == start_3 && size_2 <= CAPACITY);
                if (there > 3) assert (kept_3 == inverted(size_3) && size_3 <= CAPACITY);
                if (watched != 0 && watched < there) assert (kept_position == {position[19:0], position[27:20]}
                    && kept_judge_position == {position[19:0], position[27:20]});
            end
`endif
        end
    end

    reg [1:0] sets = 0;
    always @(posedge clock) sets <= clear ? 0 : sets + (stores && sets != 3);
    always @* if (started && !past_clear) begin
        cover (size_refused && index == 0);
        cover (stores && data == CAPACITY);
        if (FULL) cover (there == 3 && sets == 3 && end_of_all == WORDS && size_1 == 17);
        if (FULL) cover (there == 1 && sets == 3 && size_0 == 33);
        if (FULL) cover (size_refused && index == 1 && there == 2 && data == 17);
        if (FULL) cover (there == 2 && asked_known && position[19:0] == 5);
        if (FULL) cover (hold && auto_clear && there == 2);
    end
endmodule
