// Proof of carillon_timer_events (hdl/src/timer_chip/events.rs), its memories included.
//
// Proved, for the events and at the times that the solver likes:
//   - the event of any one push, chosen freely, is popped after exactly those that were pushed before it, with all
//     its 59 bits: so the n-th pop since `clear` yields the n-th push: none is lost, repeated, changed or overtaken;
//   - when it is the oldest one it is at the head, and `valid`, from two clocks after its push and no sooner, or from
//     the clock after the pop before it;
//   - the events are the pushes less the pops and stay within 0 and the depth; `room` is high exactly below it.
//
// Assumed: `clear` is high in the first clock; nobody pushes without `room` (list_engine.sv), nor pops unless `valid`
// (registers.rs). What a memory shows when an entry is read at the edge of its write is anything
// (wheels_memory.sv).
module timer_events #(
    parameter FIFO_BITS = 1
) (
    input clock, clear, push,
    input [19:0] timer,
    input [6:0] generation,
    input [31:0] tick,
    input pop,
    // The solver's choice: from now on follow the event that is pushed in this clock.
    input follow_this
);
    localparam DEPTH = 1 << FIFO_BITS;

    wire room, valid;
    wire [19:0] head_timer;
    wire [6:0] head_generation;
    wire [31:0] head_tick;

    carillon_timer_events #(.FIFO_BITS(FIFO_BITS)) chip (
        .clock(clock), .clear(clear), .push(push), .timer(timer), .generation(generation), .tick(tick), .pop(pop),
        .room(room), .valid(valid), .head_timer(head_timer), .head_generation(head_generation), .head_tick(head_tick)
    );

    (* hierconn *) wire [10:0] \chip.level ;
    (* hierconn *) wire [9:0] \chip.write_pointer ;
    (* hierconn *) wire [9:0] \chip.read_pointer ;
    (* hierconn *) wire \chip.head_valid ;

    // What the memories hold where the followed event should be: a further read port on each.
    wire [26:0] kept_timer;
    wire [31:0] kept_tick;
    wire [FIFO_BITS-1:0] kept_entry = \chip.read_pointer + ahead;
    memory_port #(.MEMID("\\chip.timers.entries"), .ABITS(FIFO_BITS), .WIDTH(27))
        timers_port (.CLK(1'b0), .EN(1'b1), .ADDR(kept_entry), .DATA(kept_timer));
    memory_port #(.MEMID("\\chip.ticks.entries"), .ABITS(FIFO_BITS), .WIDTH(32))
        ticks_port (.CLK(1'b0), .EN(1'b1), .ADDR(kept_entry), .DATA(kept_tick));

    // The reference: how many events there are, how many before the followed one, and the clocks since its push.
    reg started = 0, following = 0, past_clear, pushed = 0;
    reg [11:0] given = 0, ahead = 0;
    reg [1:0] age = 0;
    reg [58:0] followed;
    // The head has been an event for a clock.
    reg [11:0] past_given = 0;
    reg popped = 0;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        pushed <= push && !clear;
        popped <= pop && !clear;
        past_given <= clear ? 0 : given;
        given <= given + push - pop;
        if (following) begin
            if (age != 2) age <= age + 1;
            if (pop) begin
                if (ahead == 0) following <= 0;
                else ahead <= ahead - 1;
            end
        end else if (push && follow_this) begin
            following <= 1;
            age <= 1;
            ahead <= given - pop;
            followed <= {timer, generation, tick};
        end
        if (clear) begin
            given <= 0;
            following <= 0;
        end
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        push_with_room: assume (!(push && !room));
        pop_if_valid: assume (!(pop && !valid));
        if (started) begin
            assert (given <= DEPTH && room == (given != DEPTH));
            assert (valid == (given != 0 && !(pushed && given == 1)));
            if (past_clear) assert (given == 0 && !valid);
            if (following && ahead == 0) assert (valid == (age == 2));
            if (following && ahead == 0 && valid) assert ({head_timer, head_generation, head_tick} == followed);

`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (\chip.level == given && \chip.head_valid == valid);
            assert (given == past_given + pushed - popped);
            assert (\chip.write_pointer < DEPTH && \chip.read_pointer < DEPTH);
            assert (((\chip.read_pointer + \chip.level - \chip.write_pointer ) & (DEPTH - 1)) == 0);
            if (following) begin
                assert (age != 0 && ahead < given && (age == 2 || (pushed && ahead == given - 1)));
                assert ({kept_timer, kept_tick} == followed);
            end
`endif
        end
    end

    // Reachable: full, full with a pop, and both pointers round the end.
    reg [2:0] pops = 0;
    always @(posedge clock) pops <= clear ? 0 : pops + (pop && pops != 7);
    always @* if (started) begin
        cover (!room && valid && pop);
        cover (push && pop && given == 1);
        cover (following && pop && ahead == 0 && pops == DEPTH && followed == 59'hc0ffee);
    end
endmodule
