// Proof of carillon$arming (hdl/src/arming.rs), for any position of a cursor and any FIFO.
//
// Proved:
//   - a command in range is written to the busy bits in the next clock, with its slot and its bit; nothing else is
//     written once the sweep is over, and the sweep writes zeros only;
//   - a command out of range is answered by `refused` in the next clock, no other is; it writes nothing and is not judged;
//   - an arm is judged in the clock after its write: when the visit that it means is behind the cursor (its lap is up to
//     128 laps back, or it is this lap and the slot is before the next visit's) then `late` with its slot follows in the
//     next clock; `late` rises for nothing else;
//   - each late slot is taken by the FIFO or reported by `late_lost` in the clock after it was dropped, one for one, and
//     stays on offer, unchanged, until then;
//   - after `clear`, `ready` is low for 2^SLOT_BITS + 1 clocks, the sweep has written a zero to each slot (to the one that
//     the solver chooses) when it rises, and it stays high until the next `clear`;
//   - an address on the write port is within the memory.
//
// Assumed: `clear` is high in the first clock; one command a clock and only when `ready` (the registers see to both);
// the FIFO takes a late event only when there is one and it is not full.
module arming #(
    parameter SLOT_BITS = 10
) (
    input clock,
    input clear,
    input arm,
    input disarm,
    input [2:0] wheel,
    input [19:0] slot,
    input [7:0] lap,
    input [19:0] last_slot,
    input [19:0] next_slot,
    input [7:0] next_lap,
    input late_taken,
    input full,
    input [19:0] watched,
    // For the proof of visits.sv, which has this one as a part.
    output write_enable,
    output [19:0] write_address,
    output write_data,
    output ready,
    output late,
    output late_lost,
    output judges,
    output [19:0] judged_slot,
    output [7:0] judged_lap,
    output judged_late,
    output reg swept
);
    localparam CAPACITY = 1 << SLOT_BITS;
    wire refused;
    wire [19:0] late_slot;

    \carillon$arming chip (
        .clock(clock), .clear(clear), .arm(arm), .disarm(disarm), .wheel(wheel), .slot(slot), .lap(lap),
        .last_slot(last_slot), .next_slot(next_slot), .next_lap(next_lap), .late_taken(late_taken), .full(full),
        .refused(refused), .ready(ready), .write_enable(write_enable), .write_address(write_address),
        .write_data(write_data), .late(late), .late_slot(late_slot), .late_lost(late_lost)
    );

    (* hierconn *) wire \chip.judging$q ;
    (* hierconn *) wire [19:0] \chip.judged_slot$q ;
    (* hierconn *) wire [7:0] \chip.judged_lap$q ;
    (* hierconn *) wire [7:0] \chip.bit_lap$q ;

    // The reference: what becomes of a command, clock by clock.
    wire commanded = (arm || disarm) && !clear;
    wire in_range = wheel == 0 && slot <= last_slot;
    reg writes = 0, judge = 0, refuse = 0;
    reg written_bit;
    reg [19:0] written_slot, judge_slot;
    reg [7:0] written_lap, judge_lap;
    wire [7:0] laps_ahead = judge_lap - next_lap;
    assign judges = judge;
    assign judged_slot = judge_slot;
    assign judged_lap = judge_lap;
    assign judged_late = judge && (laps_ahead >= 128 || (laps_ahead == 0 && judge_slot < next_slot));

    reg started = 0, past_clear, past_ready, past_late, past_taken, past_full, past_judged_late;
    reg [19:0] past_judge_slot, past_late_slot, past_watched;
    reg [20:0] sweeping = 0;
    initial swept = 0;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_ready <= ready;
        past_late <= late;
        past_taken <= late_taken;
        past_full <= full;
        past_judged_late <= judged_late;
        past_judge_slot <= judge_slot;
        past_late_slot <= late_slot;
        past_watched <= watched;

        writes <= commanded && in_range;
        refuse <= commanded && !in_range;
        written_bit <= arm;
        written_slot <= slot;
        written_lap <= lap;
        judge <= writes && written_bit && !clear;
        judge_slot <= written_slot;
        judge_lap <= written_lap;

        sweeping <= clear ? 0 : sweeping + !ready;
        swept <= !clear && (swept || (write_enable && write_address == watched && !write_data));
    end

    always @* begin
        if (!started) assume (clear);
        assume (!(arm && disarm));
        assume (ready || !(arm || disarm));
        assume (last_slot != 0 && last_slot < CAPACITY);
        assume (!late_taken || (late && !full));
        assume (watched < CAPACITY);
        if (started) assume (watched == past_watched);

        if (started) begin
            assert (refused == refuse);
            assert (write_address < CAPACITY);
            if (ready) begin
                assert (write_enable == writes);
                assert (!writes || (write_address == written_slot && write_data == written_bit));
            end else begin
                assert (!write_enable || !write_data);
                assert (!writes);
            end

            if (past_clear) assert (!late && !late_lost && !ready);
            else begin
                assert (late == (past_judged_late || (past_late && !past_taken && !past_full)));
                if (past_judged_late) assert (late_slot == past_judge_slot);
                else if (late) assert (late_slot == past_late_slot);
                assert (late_lost == (past_late && !past_taken && (past_full || past_judged_late)));
                assert (!past_ready || ready);
            end

            assert (ready == (sweeping == CAPACITY + 1));
            if (ready) assert (swept);

            // Invariants for the induction.
            assert (sweeping <= CAPACITY + 1);
            if (!ready) begin
                assert (write_enable == (sweeping != 0));
                assert (write_address == (sweeping == 0 ? CAPACITY - 1 : sweeping - 1));
                if (write_enable && watched < write_address) assert (swept);
                assert (!judge);
            end
            assert (\chip.judging$q == judge);
            if (judge) assert (\chip.judged_slot$q == judge_slot && \chip.judged_lap$q == judge_lap);
            if (judge) assert (judge_slot < CAPACITY);
            if (writes) assert (\chip.bit_lap$q == written_lap);
        end
    end

    // From any state that fulfils what is proved (the sweep alone would take too long).
    always @* if (started && !past_clear) begin
        cover (past_late && past_taken && past_judged_late && late);
        cover (late_lost && !late);
        cover (late_lost && late);
        cover (refused && write_enable == 0 && past_ready);
        cover (ready && !past_ready);
        cover (judges && !judged_late && laps_ahead == 127);
        cover (judged_late && laps_ahead == 128);
        cover (judges && !judged_late && laps_ahead == 0 && judge_slot == next_slot);
    end
endmodule
