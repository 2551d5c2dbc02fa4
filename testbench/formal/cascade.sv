// Proof of carillon_counter_cascade (hdl/src/counter_chip/cascade.rs) for up to four wheels of any sizes, at any
// places and positions.
//
// Proved:
//   - from `start` on, the wheels that step in this tick are visited once each, the highest first and wheel 0 last:
//     wheel 1, and each further one if the wheel below it comes to slot 0 in the same tick; nothing is visited
//     otherwise;
//   - a wheel above wheel 0 is visited at its position, in the word and at the place where that slot's bit lies; wheel
//     0 at slot 0 of word 0;
//   - with each visit that is done the wheel's position goes on by one slot, and at the wheel's end to slot 0 of the
//     next lap; with one that has to be made again it does not;
//   - no start is taken before the cascade is over; until the first one after a clear, the new position is slot 1 of
//     lap 0;
//   - each wheel is looked at for at most eight clocks, of which five are those in which the host has the wheels for
//     NEXT.
//
// Assumed: `clear` is high in the first clock; there is at least one wheel, and their number and sizes do not change
// after the first start (registers.sv, wheels.sv); the data granted are those of the wheel named, one clock before
// (wheels.sv), and are granted in a cascade after at most five clocks without (integration.sv); the cursor takes a
// question only when asked and answers each once, `done` or `again` (cursor.sv).
module cascade #(
    parameter SLOT_BITS = 10
) (
    input clock,
    input clear,
    input start,
    input granted,
    input [19:0] selected_last,
    input [15:0] selected_base,
    input [19:0] selected_slot,
    input [7:0] selected_lap,
    input taken,
    input done,
    input again
);
    localparam [20:0] CAPACITY = 1 << SLOT_BITS;
    (* anyconst *) wire [3:0] count;
    (* anyconst *) wire [20:0] size_1;
    (* anyconst *) wire [20:0] size_2;
    (* anyconst *) wire [20:0] size_3;
    (* anyconst *) wire [15:0] base_1;
    (* anyconst *) wire [15:0] base_2;
    (* anyconst *) wire [15:0] base_3;
    wire cascading, upper, ask, step;
    wire [2:0] wheel;
    wire [19:0] slot, step_slot;
    wire [15:0] word;
    wire [3:0] offset;
    wire [7:0] step_lap;

    carillon_counter_cascade #(.SLOT_BITS(SLOT_BITS)) chip (
        .clock(clock), .clear(clear), .start(start), .count(count), .granted(granted), .selected_last(selected_last),
        .selected_base(selected_base), .selected_slot(selected_slot), .selected_lap(selected_lap), .taken(taken),
        .done(done), .again(again), .cascading(cascading), .wheel(wheel), .upper(upper), .slot(slot),
        .ask(ask), .word(word), .offset(offset), .step(step), .step_slot(step_slot), .step_lap(step_lap)
    );

    (* hierconn *) wire [2:0] \chip.state ;
    (* hierconn *) wire \chip.climbing ;
    (* hierconn *) wire \chip.picked ;
    (* hierconn *) wire \chip.at_zero ;
    (* hierconn *) wire \chip.at_last ;
    (* hierconn *) wire \chip.highest ;
    (* hierconn *) wire [7:0] \chip.next_lap ;
    localparam IDLE = 3'd0, PICK = 3'd1, LOOK = 3'd2, ASK = 3'd3, WAIT = 3'd4;

    // The reference: where the wheels stand, and which of them is still to be visited.
    reg [19:0] slot_1 = 1, slot_2 = 1, slot_3 = 1;
    reg [7:0] lap_1 = 0, lap_2 = 0, lap_3 = 0;
    reg busy = 0, waiting = 0;
    reg [2:0] due = 0;
    wire [2:0] highest = count == 1 ? 0 : count == 2 || slot_1 != 0 ? 1 : count == 3 || slot_2 != 0 ? 2 : 3;
    wire [19:0] here = wheel == 1 ? slot_1 : wheel == 2 ? slot_2 : wheel == 3 ? slot_3 : 20'd0;
    wire [7:0] lap_here = wheel == 1 ? lap_1 : wheel == 2 ? lap_2 : lap_3;
    wire [20:0] size_here = wheel == 1 ? size_1 : wheel == 2 ? size_2 : size_3;
    wire [15:0] base_here = wheel == 1 ? base_1 : wheel == 2 ? base_2 : wheel == 3 ? base_3 : 16'd0;
    wire wraps = here + 21'd1 == size_here;
    wire begins = start && !busy;

    reg started = 0, past_granted = 0, begun = 0;
    reg [2:0] past_wheel, kept = 0;
    reg [3:0] looked = 0;
    reg [19:0] shown_slot;
    reg [7:0] shown_lap;
    reg [19:0] shown_last;
    reg [15:0] shown_base;
    always @(posedge clock) begin
        started <= 1;
        past_granted <= granted;
        kept <= granted || clear ? 0 : kept + (kept != 7);
        past_wheel <= wheel;
        shown_slot <= here;
        shown_lap <= lap_here;
        shown_last <= ~(size_here - 21'd1) & (CAPACITY - 1);
        shown_base <= base_here;
        looked <= \chip.state == PICK && !clear ? looked + (looked != 15) : 0;

        begun <= !clear && (begun || begins);
        if (begins) begin
            busy <= 1;
            due <= highest;
        end
        if (taken) waiting <= 1;
        if (done || again) waiting <= 0;
        if (done) begin
            due <= due - 1;
            if (due == 0) busy <= 0;
        end
        if (step && wheel == 1) {lap_1, slot_1} <= {step_lap, step_slot};
        if (step && wheel == 2) {lap_2, slot_2} <= {step_lap, step_slot};
        if (step && wheel == 3) {lap_3, slot_3} <= {step_lap, step_slot};
        if (clear) begin
            busy <= 0;
            waiting <= 0;
            {lap_1, slot_1} <= 1;
            {lap_2, slot_2} <= 1;
            {lap_3, slot_3} <= 1;
        end
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        wheels_counted: assume (count >= 1 && count <= 4);
        sizes_least: assume (size_1 >= 2 && size_2 >= 2 && size_3 >= 2);
        sizes_most: assume (size_1 <= CAPACITY && size_2 <= CAPACITY && size_3 <= CAPACITY);
        if (past_granted && past_wheel != 0 && past_wheel < count)
            data_of_the_wheel: assume (selected_slot == shown_slot
            && selected_lap == shown_lap && selected_last == shown_last && selected_base == shown_base);
        taken_if_asked: assume (!taken || ask);
        answered_one_way: assume (!(done && again));
        answered_if_waiting: assume (waiting || !(done || again));
        if (cascading) granted_in_time: assume (kept <= 5 && (granted || kept < 5));

        if (started) begin
            assert (cascading == busy);
            steps_when_done: assert (step == (done && wheel != 0));
            assert (upper == (wheel != 0));
            assert (!ask || (busy && !waiting));
            if (ask || waiting) begin
                event_of_its_slot: assert (wheel == due && slot == here && offset == here[3:0]);
                event_at_its_place: assert (word == base_here + here[19:4]);
            end
            if (step) begin
                position_steps: assert (step_slot == (wraps ? 20'd0 : here + 20'd1));
                assert (step_lap == lap_here + wraps);
            end
            assert (looked <= 7);
            if (!begun) step_before_start: assert (step_slot == 1 && step_lap == 0);

            // Invariants for the induction.
            assert (\chip.state <= WAIT);
            assert (busy == (\chip.state != IDLE) && waiting == (\chip.state == WAIT));
            positions_in_wheels: assert (slot_1 < size_1 && slot_2 < size_2 && slot_3 < size_3);
            if (!busy) assert (wheel == 0);
            if (busy) assert (begun);
            if (!begun) assert (slot == 0 && \chip.next_lap == 0 && !\chip.at_last );
            if (busy) begin
                assert (due < count && wheel < count);
                if (wheel == 0) assert (\chip.state >= ASK);
                if (\chip.state == PICK || \chip.state == LOOK) begin
                    assert (wheel != 0);
                    if (\chip.climbing ) assert (wheel <= due && due == highest);
                    else assert (wheel == due);
                end else assert (wheel == due && (wheel == 0 || !\chip.climbing ));
                if (\chip.state == PICK && \chip.picked ) assert (past_granted && past_wheel == wheel
                    && shown_slot == here && shown_lap == lap_here
                        && shown_last == (~(size_here - 21'd1) & (CAPACITY - 1)) && shown_base == base_here);
                if (\chip.state == PICK) assert (looked == 0 || \chip.picked == past_granted);
                if (\chip.state == PICK && looked == 0) assert (!\chip.picked );
                if (\chip.state == PICK) assert (looked <= (\chip.picked ? 6 : kept));
                if (wheel != 0 && \chip.state != PICK) begin
                    assert (\chip.at_last == wraps && \chip.next_lap == lap_here);
                    assert (slot == here && word == base_here + here[19:4]);
                    if (\chip.state == LOOK)
                        assert (\chip.at_zero == (here == 0) && \chip.highest == (wheel + 4'd1 == count));
                end
                if (wheel == 0) assert (slot == 0 && word == 0);
            end
        end
    end

    reg [1:0] agains = 0, high = 0;
    always @(posedge clock) begin
        if (begins) agains <= 0;
        if (again) agains <= 1;
        if (begins) high <= highest;
    end
    always @* if (started && !clear) begin
        cover (done && due == 0 && high == 3);
        cover (done && due == 0 && high == 2 && agains == 1);
        cover (done && due == 0 && high == 1);
        cover (done && due == 0 && high == 0);
        cover (step && wheel == 3 && wraps);
        cover (looked == 7);
        cover (begins && slot_1 == 0 && slot_2 == 0 && slot_3 == 0);
    end
endmodule
