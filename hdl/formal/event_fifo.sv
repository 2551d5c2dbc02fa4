// Proof of carillon$event_fifo (hdl/src/event_fifo.rs), its memories included.
//
// Proved, for the events and at the times that the solver likes:
//   - the event of any one push, chosen freely, is popped after exactly those that were in the FIFO before it, with all
//     its 56 bits; so the n-th pop since `clear` yields the n-th push: none is lost, repeated, changed or overtaken;
//   - as soon as an event is the oldest one and `valid` is high, the head outputs show it;
//   - the level is pushes less pops and stays within 0 and the depth; `full` is high exactly at the depth;
//   - `room` in one clock means not `full` in the next; without `room` and without a pop it is full in the next;
//   - `valid` means that there is an event, and it rises at the latest one clock after the FIFO holds one;
//     `more` is high exactly when `valid` is and two or more are held.
//
// Assumed: `clear` is high in the first clock; nobody pushes when `full`, or pops unless `valid`.
module event_fifo #(
    parameter FIFO_BITS = 1
) (
    input clock,
    input clear,
    input push,
    input push_late,
    input [2:0] push_wheel,
    input [19:0] push_slot,
    input [31:0] push_tick,
    input pop,
    // The solver's choice: from now on follow the event that is pushed in this clock.
    input follow_this
);
    localparam DEPTH = 1 << FIFO_BITS;

    wire valid, more, room, full, head_late;
    wire [2:0] head_wheel;
    wire [19:0] head_slot;
    wire [31:0] head_tick;

    \carillon$event_fifo chip (
        .clock(clock), .clear(clear), .push(push), .push_late(push_late), .push_wheel(push_wheel),
        .push_slot(push_slot), .push_tick(push_tick), .pop(pop), .valid(valid), .more(more), .room(room), .full(full),
        .head_late(head_late), .head_wheel(head_wheel), .head_slot(head_slot), .head_tick(head_tick)
    );

    // The chip's own state, for the invariants that the induction needs. Yosys joins these with the wires of these
    // names when it flattens the design.
    (* hierconn *) wire [10:0] \chip.level$q ;
    (* hierconn *) wire [9:0] \chip.write_pointer$q ;
    (* hierconn *) wire [9:0] \chip.read_pointer$q ;

    // What the memories hold where the followed event should be: a further read port on each.
    wire [23:0] kept_place;
    wire [31:0] kept_tick;
    wire [FIFO_BITS-1:0] kept_entry = \chip.read_pointer$q + ahead;
    memory_port #(.MEMID("\\chip.places.entries"), .ABITS(FIFO_BITS), .WIDTH(24))
        places_port (.CLK(1'b0), .EN(1'b1), .ADDR(kept_entry), .DATA(kept_place));
    memory_port #(.MEMID("\\chip.ticks.entries"), .ABITS(FIFO_BITS), .WIDTH(32))
        ticks_port (.CLK(1'b0), .EN(1'b1), .ADDR(kept_entry), .DATA(kept_tick));

    // The reference: how many events are held, and how many of them are before the followed one.
    reg started = 0;
    reg [11:0] held = 0;
    reg following = 0;
    reg [11:0] ahead = 0;
    reg [55:0] followed;
    wire [55:0] pushed = {push_late, push_wheel, push_slot, push_tick};
    wire [55:0] head = {head_late, head_wheel, head_slot, head_tick};

    reg past_clear, past_room, past_push, past_pop, past_any;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_room <= room;
        past_push <= push;
        past_pop <= pop;
        past_any <= held != pop;
        held <= held + push - pop;
        if (following && pop) begin
            if (ahead == 0) following <= 0;
            else ahead <= ahead - 1;
        end
        if (!following && push && follow_this) begin
            following <= 1;
            ahead <= held - pop;
            followed <= pushed;
        end
        if (clear) begin
            held <= 0;
            following <= 0;
            ahead <= 0;
        end
    end

    always @* begin
        if (!started) assume (clear);
        assume (!(push && full));
        assume (!(pop && !valid));
        if (started) begin
            assert (held <= DEPTH);
            assert (full == (held == DEPTH));
            assert (!valid || held != 0);
            assert (more == (valid && held >= 2));
            if (past_clear) assert (held == 0 && !valid);
            else begin
                assert (!past_room || !full);
                assert (past_room || past_pop || full);
                assert (valid == past_any);
            end
            if (following && pop && ahead == 0) assert (head == followed);
            if (following && valid && ahead == 0) assert (head == followed);

`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (\chip.level$q == held);
            assert (\chip.write_pointer$q < DEPTH && \chip.read_pointer$q < DEPTH);
            assert (((\chip.read_pointer$q + held) & (DEPTH - 1)) == \chip.write_pointer$q );
            if (following) assert (ahead < held);
            if (following) assert ({kept_place, kept_tick} == followed);
`endif
        end
    end

    // Reachable: full, full with a pop, a push and a pop at once at every level, and both pointers round the end.
    reg [2:0] pops = 0;
    always @(posedge clock) pops <= clear ? 0 : pops + (pop && pops != 7);
    always @* if (started) begin
        cover (full && valid && more);
        cover (full && pop && pops == 1);
        cover (push && pop && held == 1);
        cover (following && pop && ahead == 0 && pops == DEPTH && followed == 56'hc0ffee);
        cover (past_pop && !past_clear && valid && held == 1);
        cover (past_pop && !past_clear && !valid && held == 1);
    end
endmodule
