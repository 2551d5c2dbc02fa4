// Proof of carillon$arming and carillon$cursor together, joined as in the chip (hdl/src/counter_chip.rs): what an ARM
// promises. It contains the proofs of arming.sv and cursor.sv, so it also shows that the write port fulfils what
// cursor.sv assumes of it and that the cursor's position is right at every judgement. For one slot, `watched`, and one
// of its arms that the solver chooses: so for every arm.
//
// Proved:
//   - an arm that is not judged late keeps its promise: the cursor has not passed the visit that it means; the slot's bit
//     is set from the judgement until a disarm of the slot is written; and when the cursor passes that visit, in that
//     lap, there is an event for the slot in the next clock. The cursor never gets beyond it otherwise;
//   - an arm of the slot that is judged late means a visit that the cursor has passed: in the clock of the judgement the
//     position is beyond it, and `late` follows (arming.sv);
//   - the bit of the watched slot is clear when `ready` rises after a clear, whatever the memory held before.
//
// Assumed: as in arming.sv and cursor.sv; time stands still until `ready` (the registers refuse to enable before); the
// wheel's size does not change from the first command to the next clear (the registers refuse commands before the first
// start, and a size after it).
module visits #(
    parameter SLOT_BITS = 10
) (
    input clock,
    input clear,
    input tick,
    input [19:0] last_slot,
    input [15:0] other_bits,
    input room,
    input arm,
    input disarm,
    input [2:0] wheel,
    input [19:0] slot,
    input [7:0] lap,
    input late_taken,
    input full,
    input [19:0] watched,
    // The solver's choice: follow the arm that is judged in this clock.
    input follow_this
);
    wire write_enable, write_data, ready, late, late_lost, judges, judged_late, swept, busy, passed, visited;
    wire [19:0] write_address, next_slot, judged_slot;
    wire [7:0] next_lap, judged_lap;

    arming #(.SLOT_BITS(SLOT_BITS)) arms (
        .clock(clock), .clear(clear), .arm(arm), .disarm(disarm), .wheel(wheel), .slot(slot), .lap(lap),
        .last_slot(last_slot), .next_slot(next_slot), .next_lap(next_lap), .late_taken(late_taken), .full(full),
        .watched(watched), .write_enable(write_enable), .write_address(write_address), .write_data(write_data),
        .ready(ready), .late(late), .late_lost(late_lost), .judges(judges), .judged_slot(judged_slot),
        .judged_lap(judged_lap), .judged_late(judged_late), .swept(swept)
    );
    cursor #(.SLOT_BITS(SLOT_BITS)) looks (
        .clock(clock), .clear(clear), .tick(tick), .last_slot(last_slot), .other_bits(other_bits),
        .write_enable(write_enable), .write_address(write_address), .write_data(write_data), .room(room),
        .watched(watched), .next_slot(next_slot), .lap(next_lap), .busy(busy), .passed(passed), .visited(visited)
    );

    reg started = 0, past_clear, past_ready, past_promised = 0;
    reg [7:0] past_lap, past_promised_lap;
    reg [19:0] past_last;
    reg commanded = 0;

    // The promise of the arm that is followed: made at its judgement, kept by the event, taken back by a disarm.
    reg kept_promise = 0;
    reg [7:0] kept_lap;
    wire open = kept_promise && !(past_promised && passed && past_lap == past_promised_lap);
    wire in_time = judges && judged_slot == watched && !judged_late;
    wire made = in_time && follow_this && !open;
    wire promised = open || made;
    wire [7:0] promised_lap = open ? kept_lap : judged_lap;
    wire taken_back = write_enable && write_address == watched && !write_data;
    wire [7:0] laps_to_go = promised_lap - next_lap;

    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_ready <= ready;
        past_lap <= next_lap;
        past_last <= last_slot;
        commanded <= !clear && (commanded || arm || disarm);
        past_promised <= promised && !clear;
        past_promised_lap <= promised_lap;
        kept_promise <= promised && !taken_back && !clear;
        kept_lap <= promised_lap;
    end

    always @* begin
        if (!ready) assume (!tick);
        if (commanded) assume (last_slot == past_last);
        if (started && !past_clear) begin
            if (past_promised && passed && past_lap == past_promised_lap) assert (visited);
            if (promised) begin
                assert (busy);
                assert (laps_to_go < 128);
                assert (laps_to_go != 0 || watched >= next_slot);
            end
            if (ready && !past_ready) assert (!busy);
        end
        // Invariants for the induction.
        if (started && !past_clear) begin
            if (kept_promise) assert (past_promised && kept_lap == past_promised_lap);
            if (judges && judged_slot == watched) assert (busy);
            if (!ready && swept) assert (!busy);
            if (judges || kept_promise || (ready && write_enable)) assert (commanded);
            if (judges && judged_slot == watched) assert (watched <= last_slot);
            if (write_enable && write_data && write_address == watched) assert (watched <= last_slot);
            if (kept_promise) assert (watched <= last_slot);
        end
    end

    // From any state that fulfils what is proved (the sweep alone would take too long).
    reg just_made = 0, was_lost = 0, was_taken = 0;
    always @(posedge clock) begin
        just_made <= made;
        was_taken <= late && late_taken;
        was_lost <= late && full;
    end
    wire fulfilled = past_promised && passed && past_lap == past_promised_lap && visited;
    always @* if (started && !past_clear) begin
        cover (fulfilled);
        cover (fulfilled && just_made);
        cover (fulfilled && past_lap == 8'hff && next_lap == 0);
        cover (made && laps_to_go == 1 && next_lap == 8'hff);
        cover (judges && judged_slot == watched && judged_late && visited);
        cover (late_lost && was_lost);
        cover (was_taken && !late);
        cover (promised && taken_back);
    end
endmodule
