// Proof that waiting changes nothing in carillon_timer_engine (hdl/src/timer_chip/engine.rs), the timer chip's
// list engine: what it does with slow memory is what it does with memory of one clock, but for the time that passes.
// So what list_engine.sv proves of memory of one clock is true of memory of any latency. An error of the memory is a
// later answer to the engine: record_port.sv repeats the transfer.
//
// The engine waits in a state that asks for a transfer until the port is free, and in one that reads until the answer
// comes. In all other clocks it acts.
//
// Proved with RUNS, for memory of any latency, from `clear` on, for any commands and times:
//   - a clock of waiting requests nothing, reports nothing and changes no register that can still have an effect:
//     `normal` has each register in the states in which it is read;
//   - the one write that a clock of waiting makes is that of the busy bit which the next clock in which the engine acts
//     writes as well, and to the same value;
//   - a transfer is asked for only where the port is free, and waited for only where one is under way.
// Proved with ACTS, of two engines that agree in `normal` and have the same inputs, but where they do not wait another
// `free`, `answered` and `read_data`: in a clock in which they act their outputs are the same, and after it they agree
// and write the same busy bit.
//
// So clocks of waiting may be left out of any run, and in those of acting the memory may answer at once. What is left
// is a run with memory of one clock, in which now and, where it does not stand at a busy slot, the cursor may have gone
// on by any number of ticks before a clock that may wait: that is how list_engine.sv has them.
//
// Of the registers, those of the sweep are not in it: list_sweep.sv is for memory of any latency.
//
// Assumed: `clear` is high in the first clock; the memory's port answers once and is free where nothing is under way
// (record_port.sv); the cursor stands from `stopped` to `visited`. With several wheels also: it stands once a start has
// paused it for five clocks (scan.sv), and a wheel that is meant is there.

// An engine with what it is about to do, and what its registers still mean.
module waiting_engine (
    input clock, clear, initialise, command, starting, stopping, periodic, absolute, ahead, searched, stopped, behind,
        too_far, looked, room, free, answered, overlaps,
    input [20:0] timers,
    input [15:0] slot_mask,
    input [31:0] now, word, at, read_data,
    input [19:0] timer,
    input [1:0] wheel,
    output [5:0] state,
    output ready, ask, pause, visited, may_wait, reads, waits, in_order, visits, sweeps,
    // Whether a busy bit is written, which one, and with what: what the clock before has decided.
    output [17:0] writes,
    output [204:0] normal,
    output [128:0] said
);
`ifdef PERIODIC
    localparam PERIODIC = 1;
`else
    localparam PERIODIC = 0;
`endif
`ifdef WIDE
    localparam WIDE = 1;
`else
    localparam WIDE = 0;
`endif
`ifdef SEVERAL
    // Three wheels of 256 slots.
    localparam WHEELS = 3, WHEEL_BITS = 8;
`else
    localparam WHEELS = 1, WHEEL_BITS = 10;
`endif
    wire taken, deadline_refused, looked_up, search, busy_write, busy, push, ask_write;
    wire [15:0] slot;
    wire [20:0] record, ask_record;
    wire [6:0] generation;
    wire [31:0] shown, ask_data;
    wire [1:0] ask_field;
    wire [3:0] ask_select;
    carillon_timer_engine #(
        .WHEELS(WHEELS), .SLOT_BITS(10), .WHEEL_BITS(WHEEL_BITS), .PERIODIC(PERIODIC), .WIDE(WIDE)
    ) chip (
        .clock(clock), .clear(clear), .initialise(initialise), .timers(timers), .slot_mask(slot_mask),
        .overlaps(overlaps), .now(now), .command(command), .starting(starting), .stopping(stopping),
        .periodic(periodic), .absolute(absolute), .ahead(ahead), .searched(searched), .timer(timer), .word(word),
        .at(at), .wheel(wheel), .stopped(stopped), .behind(behind), .too_far(too_far), .looked(looked), .room(room),
        .ready(ready), .taken(taken), .deadline_refused(deadline_refused), .looked_up(looked_up), .shown(shown),
        .search(search), .pause(pause), .visited(visited), .busy_write(busy_write), .busy(busy), .slot(slot),
        .push(push), .record(record), .generation(generation), .ask(ask), .ask_write(ask_write),
        .ask_record(ask_record), .ask_field(ask_field), .ask_select(ask_select), .ask_data(ask_data), .free(free),
        .answered(answered), .read_data(read_data)
    );
    (* hierconn *) wire [5:0] \chip.state ;
    (* hierconn *) wire [20:0] \chip.current ;
    (* hierconn *) wire [20:0] \chip.next_link ;
    (* hierconn *) wire [20:0] \chip.previous_link ;
    (* hierconn *) wire [20:0] \chip.head ;
    (* hierconn *) wire [21:0] \chip.head_sum ;
    (* hierconn *) wire [20:0] \chip.next_record ;
    (* hierconn *) wire [7:0] \chip.info ;
    (* hierconn *) wire \chip.is_start ;
    (* hierconn *) wire \chip.is_stop ;
    (* hierconn *) wire \chip.is_look ;
    (* hierconn *) wire \chip.is_periodic ;
    (* hierconn *) wire \chip.initialised ;
    (* hierconn *) wire \chip.visiting ;
    (* hierconn *) wire \chip.kept ;
    (* hierconn *) wire \chip.settled ;
    (* hierconn *) wire [1:0] \chip.turns ;
    (* hierconn *) wire \chip.worked ;
    (* hierconn *) wire \chip.counts ;
    (* hierconn *) wire \chip.compares ;
    (* hierconn *) wire \chip.takes_deadline ;
    (* hierconn *) wire \chip.adds ;
    (* hierconn *) wire \chip.counts_left ;
    (* hierconn *) wire \chip.migrates ;
    (* hierconn *) wire [31:0] \chip.expiry.held_interval ;
    (* hierconn *) wire [23:0] \chip.expiry.held_due ;
    (* hierconn *) wire [9:0] \chip.expiry.ahead ;
    (* hierconn *) wire \chip.expiry.past_parity ;
    (* hierconn *) wire [1:0] \chip.placing.highest ;
    (* hierconn *) wire [23:0] \chip.placing.differs ;
    (* hierconn *) wire \chip.placing.is_reached ;
    localparam IDLE = 4, HEAD = 5, HEAD_WAIT = 6, STEP = 7, BEGIN = 8, DEADLINE = 9, READ_LINKS = 10, READ_DUE = 11,
        DECIDE = 12, COUNT = 13, ANSWER = 14, COMPARE = 15, UNLINK_NEXT = 16, UNLINK_PREVIOUS = 17, FREE = 18,
        READ_PERIOD = 19, PERIOD_WAIT = 20, REPEAT = 21, SETTLE = 22, READ_HEAD = 23, READ_HEAD_WAIT = 24,
        LINK_NEXT = 25, LINK_PREVIOUS = 26, LINK_SELF = 27, WRITE_DUE = 28, WRITE_PERIOD = 29, READ_PREVIOUS = 31,
        LINK_PREVIOUS_OF_SELF = 32, AHEAD = 33;
    assign state = \chip.state ;
    assign reads = state == HEAD_WAIT || state == READ_DUE || state == DECIDE || state == PERIOD_WAIT
        || state == READ_HEAD_WAIT || state == READ_PREVIOUS;
    assign may_wait = reads || state == HEAD || state == READ_LINKS || state == UNLINK_NEXT
        || state == UNLINK_PREVIOUS || state == FREE || state == READ_PERIOD || state == READ_HEAD
        || state == LINK_NEXT || state == LINK_PREVIOUS || state == LINK_SELF || state == WRITE_DUE
        || state == WRITE_PERIOD || state == LINK_PREVIOUS_OF_SELF;
    assign waits = reads ? !answered : may_wait && !free;

    // What is looked at in no state of these is not there. What will be overwritten counts as it will be.
    wire starts_visit = state == HEAD || state == HEAD_WAIT;
    wire keeps = state == LINK_NEXT && !\chip.migrates ;
    wire [20:0] visited_next = starts_visit ? 21'd0
        : state == UNLINK_NEXT && \chip.next_record == \chip.current ? \chip.next_link
`ifdef SEVERAL
        : state == LINK_SELF && \chip.next_record == \chip.head ? \chip.current
`endif
        : \chip.next_record ;
    wire looks_at_head = state == HEAD || state == STEP || state == READ_HEAD || state == LINK_PREVIOUS
        || state == LINK_SELF;
    wire looks_at_sum = state == DEADLINE || state == ANSWER;
    wire looks_at_place = state == UNLINK_PREVIOUS && (\chip.is_start || !\chip.is_stop )
        || state == SETTLE && \chip.settled || state == LINK_NEXT || state == LINK_PREVIOUS;
    wire [3:0] command_kind = {\chip.is_start , \chip.is_stop , \chip.is_look , \chip.is_periodic };
    wire [4:0] operations = {\chip.counts , \chip.compares , \chip.takes_deadline , \chip.adds , \chip.counts_left };
    assign normal = {
        state, \chip.current , \chip.next_link , \chip.previous_link , visited_next,
        state == DECIDE ? 8'd0 : \chip.info , command_kind, \chip.initialised , \chip.visiting ,
        \chip.kept && !starts_visit || keeps, \chip.settled , \chip.turns , operations,
        looks_at_head ? \chip.head : 21'd0, \chip.expiry.held_interval , \chip.expiry.held_due ,
        looks_at_sum ? \chip.expiry.ahead : 10'd0, state == DEADLINE && \chip.expiry.past_parity ,
        state == COMPARE && \chip.placing.is_reached , looks_at_place ? \chip.placing.highest : 2'd0,
        state == IDLE && \chip.worked
    };
    assign writes = busy_write ? {1'b1, busy, slot} : 18'd0;
    assign said = {
        ask, ask ? {ask_write, ask_record, ask_field, ask_select, ask_write ? ask_data : 32'd0} : 60'd0, taken,
        deadline_refused, state == ANSWER ? shown : 32'd0, looked_up, search, visited, pause, ready, push,
        push ? {record, generation} : 28'd0
    };

    // What the states promise of the registers.
    wire linking = state == READ_HEAD || state == READ_HEAD_WAIT || state == LINK_NEXT || state == LINK_PREVIOUS
        || state == LINK_SELF;
    // It is a start, or of a visit.
    wire links = \chip.is_start || !\chip.is_stop && !\chip.is_look ;
    wire is_idle = state == IDLE || state == AHEAD;
    wire of_command = \chip.is_start || \chip.is_stop || \chip.is_look ;
    // What the engine would compute anew: the head of the slot that is meant, and the wheel of the tick due.
    wire head_is_right = \chip.head == (WIDE ? \chip.head_sum [20:0] : \chip.head_sum [15:0]);
`ifdef SEVERAL
    wire place_is_right = \chip.placing.highest == (\chip.placing.differs [23:16] != 0 ? 2
        : \chip.placing.differs [15:8] != 0 ? 1 : 0);
`else
    wire place_is_right = 1;
`endif
    // States that only some builds enter.
    wire is_there = (PERIODIC || (state < READ_PERIOD || state > REPEAT) && state != WRITE_PERIOD)
        && (PERIODIC || WHEELS > 1 || state != SETTLE)
        && (WIDE || state != READ_PREVIOUS && state != LINK_PREVIOUS_OF_SELF);
    assign in_order = state >= IDLE && state <= AHEAD && state != 30 && is_there
        && (!\chip.counts && !\chip.compares || state == BEGIN || state == AHEAD)
        && (!\chip.takes_deadline || state == DEADLINE) && (!\chip.adds || state == REPEAT)
        && (!\chip.counts_left || state == COUNT)
        && (\chip.visiting || starts_visit || is_idle || of_command)
        && (!(linking || state == HEAD) || head_is_right) && (!\chip.settled || state == SETTLE)
`ifdef SEVERAL
        && (!(linking || state == UNLINK_PREVIOUS && links || \chip.settled ) || place_is_right)
        && (state < READ_PERIOD || state > LINK_SELF || links)
        && (state < COMPARE || state > UNLINK_PREVIOUS || !\chip.is_look || \chip.is_start );
`else
        && (!(state == UNLINK_PREVIOUS
            || \chip.is_start && (state == READ_DUE || state == READ_PREVIOUS || state == DECIDE)) || head_is_right);
`endif
    assign sweeps = (state <= 3 || state == 30) && (operations == 0 || state == 0) && !\chip.settled && !visits;
    assign visits = \chip.visiting || starts_visit;
endmodule

module list_waits (
    input clock, clear, initialise, command, starting, stopping, periodic, absolute, ahead, searched, is_stopped,
        behind, too_far, looked, room, reply, any_free, overlaps, free_of_other, answered_of_other,
    input [20:0] timers,
    input [15:0] slot_mask,
    input [31:0] now, word, any_at, read_data, read_data_of_other,
    input [19:0] timer,
    input [1:0] any_wheel
);
`define INPUTS .clock(clock), .clear(clear), .initialise(initialise), .command(command), .starting(starting), \
    .stopping(stopping), .periodic(periodic), .absolute(absolute), .ahead(ahead), .searched(searched), \
    .stopped(stopped), .behind(behind), .too_far(too_far), .looked(looked), .room(room), .overlaps(overlaps), \
    .timers(timers), .slot_mask(slot_mask), .now(now), .word(word), .at(at), .timer(timer), .wheel(wheel)
    reg [31:0] at;
`ifdef SEVERAL
    reg [1:0] wheel;
    always @(posedge clock) wheel <= any_wheel;
    wire [1:0] next_wheel = any_wheel;
`else
    wire [1:0] wheel = 0, next_wheel = 0;
`endif
    wire stopped = is_stopped;
    reg started = 0;
    always @(posedge clock) begin
        at <= any_at;
        started <= 1;
    end
    wire [5:0] state;
    wire ready, ask, pause, visited, may_wait, reads, waits, in_order, visits, sweeps, free, answered;
    wire [17:0] writes;
    wire [204:0] normal;
    wire [128:0] said;
    waiting_engine engine (
        `INPUTS, .free(free), .answered(answered), .read_data(read_data), .state(state), .ready(ready), .ask(ask),
        .pause(pause), .visited(visited), .may_wait(may_wait), .reads(reads), .waits(waits), .in_order(in_order),
        .visits(visits), .sweeps(sweeps), .writes(writes), .normal(normal), .said(said)
    );

`ifdef RUNS
    // The port.
    reg under_way = 0;
    assign answered = under_way && reply;
    assign free = answered || !under_way;

    reg was_stopped = 0, was_visited = 0, waited = 0;
    reg [2:0] paused = 0;
    reg [17:0] past_writes;
    reg waited_before = 0;
    reg [204:0] past_normal;
    reg [20:0] past_timers;
    reg [15:0] past_mask;
    always @(posedge clock) begin
        under_way <= !clear && (ask || (under_way && !answered));
        was_stopped <= stopped && !clear;
        was_visited <= visited;
        waited <= ready && waits && !clear;
        waited_before <= waited;
        paused <= !pause || clear ? 0 : paused + (paused != 7);
        past_writes <= writes;
        past_normal <= normal;
        past_timers <= timers;
        past_mask <= slot_mask;
    end
    always @* begin
        if (!started) first_clock: assume (clear);
        if (was_stopped && !was_visited) stops_until_visited: assume (stopped);
        if (stopped && !visited) tick_stands_where_stopped: assume (any_at == at && next_wheel == wheel);
        if (ready) sizes_stand: assume (timers == past_timers && slot_mask == past_mask);
`ifdef SEVERAL
        if (paused >= 4) cursor_stands_in_pause: assume (any_at == at && next_wheel == wheel);
`endif
        ask_when_free: assert (!(ask && !free));
        // What a clock of waiting has decided to write, the clock after it decides as well.
        if (waited_before) waiting_writes_once: assert (past_writes == 0 || writes == past_writes);
        if (started && !ready) assert (sweeps);
        if (started && ready) begin
            assert (in_order);
            if (visits) assert (stopped);
            if (visited) assert (!pause && visits);
            if (visited) assert (stopped);
            if (reads) assert (under_way);
            // A start goes through READ_LINKS, READ_DUE or READ_PREVIOUS, and DECIDE.
            if (pause && state >= 10 && state != 33)
                assert (paused >= (state == 10 ? 1 : state == 11 || state == 31 ? 2 : state == 12 ? 3 : 4));
            if (waits) waiting_says_nothing: assert (!ask && said == {98'd0, pause, 1'b1, 29'd0});
            if (waited) waiting_changes_nothing: assert (normal == past_normal);
        end
    end
    // A transfer that takes long in each kind of state, so that no assumption rules it out.
    reg [1:0] clocks = 0;
    always @(posedge clock) clocks <= waited && waits ? clocks + (clocks != 3) : 0;
    always @* cover (clocks == 3);
`else
    assign {answered, free} = {reply, any_free};
    // The other engine: one whose memory answers at once.
    wire [5:0] other_state;
    wire other_ready, other_ask, other_pause, other_visited, other_may_wait, other_reads, other_waits, other_in_order,
        other_visits;
    wire [17:0] other_writes;
    wire [204:0] other_normal;
    wire [128:0] other_said;
    waiting_engine other (
        `INPUTS, .free(free_of_other), .answered(answered_of_other), .read_data(read_data_of_other),
        .state(other_state), .ready(other_ready), .ask(other_ask), .pause(other_pause), .visited(other_visited),
        .may_wait(other_may_wait), .reads(other_reads), .waits(other_waits), .in_order(other_in_order),
        .visits(other_visits), .writes(other_writes), .normal(other_normal), .said(other_said)
    );
    always @* begin
        no_clear_of_a_step: assume (!clear);
        if (!started) begin
            engines_agree: assume (ready && in_order && other_in_order && normal == other_normal);
            engines_act: assume (!waits && !other_waits);
            if (reads) engines_read_the_same: assume (read_data == read_data_of_other);
            if (reads) engines_free_with_the_answer: assume (free && free_of_other);
            acts_say_the_same: assert (said == other_said);
        end else acts_agree_after: assert (normal == other_normal && writes == other_writes);
    end
`endif
endmodule
