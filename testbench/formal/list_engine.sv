// Proof of carillon_timer_engine (hdl/src/timer_chip/engine.rs), the timer chip's list engine: whatever whole
// lists it finds, what it does next leaves them whole. One step is a command, the beginning of a visit, one record of
// it, or its end, from an idle engine to the next clock in which it is idle. A start is cut into two halves, UNLINK and
// LINK, where the timer is in no list. list_sweep.sv proves that the lists are whole at the beginning; so they are
// whole after any number of steps.
//
// The lists are whole if, of all records x and y (a timer or the head of a slot's list):
//   - `next` of `previous` and `previous` of `next` of x are x;
//   - x is alone and a timer, or in the list of one head; a timer's head is that of the slot in which it is due;
//   - along a list the timers are in the order of their starts, from its head back to its head: `next` of x was
//     started after x; and if y is in the list of x and was started after it, `next` of x is y or was started before
//     y. So a walk from the head along `next` comes to every timer of the list once, and back to the head;
//   - a list that is not empty has its busy bit.
// During a visit also:
//   - the record that comes next is in the visited list, and no timer before it is due at the cursor's tick;
//   - unless the busy bit will be kept, it is the first one.
//
// Proved, with 16 timers and 16 slots of 16-bit links, for all lists, words and times:
//   - a step leaves the lists whole. The timer that is started is the last one of the list in which it is due, the one
//     that is stopped or has expired is in none; nothing else changes its list, order, expiry or generation;
//   - the expiry of a timer that is started is now + interval, its deadline, or now + 1; its generation counts up, as
//     that of one that is stopped. A deadline that is refused and a look change nothing;
//   - with PERIODIC, a timer is marked as periodic, and its interval kept as its period, by a start that is, and by
//     nothing else; a stop takes the mark off. One that has expired goes to the end of the list in which it is due a
//     period later, with its generation: unlinked and its expiry worked out by RECORD, linked by LINK;
//   - `push` comes for a timer of the visited list that is due at the cursor's tick, with the generation of its start,
//     and for the one that was started first among them; when `visited` ends the visit, none is left;
//   - the clocks of each kind of step, as `MOST` has them.
//
// Of the memory only those records are there that a step can touch, and the two that are watched with their
// neighbours, 13 at most; what else there is, is arbitrary. Each access is to one of them, which is proved as well.
// What is assumed of any two of them before the step is proved of the two that are watched after it.
//
// In each step the memory answers in the next clock. That it may take any number of clocks is list_waits.sv's proof,
// with what is needed here for it: where the engine may wait, any number of ticks passes.
//
// With WIDE, records have their links in two words. In one that is in no list only the first one is valid.
//
// Assumed: the cursor stands still from `stopped` to `visited` and is not ahead of now where a start is taken while it
// is stopped (scan.sv); a command's timer is there, it is not a start and a stop, and no periodic start has a deadline;
// a start's interval is 1 to 2^23 - 1 and the cursor less than 2^22 ticks behind (registers.rs, lag.sv).
// Not in it: several wheels.
module list_engine #(parameter W = 5) (
    input clock, tick, command, starting, stopping, periodic, absolute, behind, too_far, looked, room, is_stopped,
    input [31:0] any_at, any_now
);
    // The records that are there, by their place: the watched ones, the command's timer or the visited record, the
    // heads of its new list and of the visited one, and neighbours.
    localparam X = 0, NEXT_X = 1, PREVIOUS_X = 2, Y = 3, NEXT_Y = 4, C = 5, NEXT_C = 6, PREVIOUS_C = 7, HEAD = 8,
        LAST = 9, VISITED = 10, COMING = 11, FIRST = 12, RECORDS = 13;
    // Younger than all: the orders of 13 timers need no more.
    localparam [4:0] YOUNGEST = 31;

    // The build and the step.
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
`ifdef LINK
    localparam LINKS = 1;
`else
    localparam LINKS = 0;
`endif
`ifdef RECORD
    localparam VISITS_RECORD = 1;
`else
    localparam VISITS_RECORD = 0;
`endif
    // The clocks of a step, with memory of one clock.
    localparam MOST = 9 + WIDE + (LINKS ? PERIODIC : VISITS_RECORD ? 4 * PERIODIC : 0);

    (* anyconst *) reg [W * RECORDS - 1:0] names;
    (* anyconst *) reg [W * RECORDS - 1:0] old_lists;
    (* anyconst *) reg [5 * RECORDS - 1:0] old_orders;
    (* anyconst *) reg [W - 1:0] timer;
    wire [W - 1:0] timers = 16, slot_mask = 15;
    (* anyconst *) reg [31:0] word;
    reg [W * RECORDS - 1:0] next, previous;
    reg [32 * RECORDS - 1:0] due;
    reg [RECORDS - 1:0] busy_bits;
    reg first = 1;
    always @(posedge clock) first <= 0;

`define NAME(i) names[W * (i) +: W]
`define NEXT(i) next[W * (i) +: W]
`define PREVIOUS(i) previous[W * (i) +: W]
`define NEXT_OF(i) linked_next[W * (i) +: W]
`define PREVIOUS_OF(i) linked_previous[W * (i) +: W]
`define DUE(i) due[32 * (i) +: 24]
`define INFO(i) due[32 * (i) + 24 +: 7]
`define LIST(i) lists[W * (i) +: W]
`define ORDER(i) orders[5 * (i) +: 5]
`define REPEATS(i) due[32 * (i) + 31]
// The word of the links, or of the next one in a wide record.
`define WORDS(upper, lower) (WIDE ? lower : `WORD(upper, lower))
`define WORD(upper, lower) {{16 - W{1'b0}}, upper, {16 - W{1'b0}}, lower}

    // The engine.
    wire [31:0] now;
    reg [31:0] at;
    wire stopped;
    wire taken, deadline_refused, looked_up, visited, busy_write, busy, push, ask, ask_write;
    wire [15:0] slot;
    wire [20:0] record, ask_record;
    wire [6:0] generation;
    wire [31:0] shown, ask_data;
    wire [1:0] ask_field;
    wire [3:0] ask_select;
    wire [31:0] read_data;
    carillon_timer_engine #(.PERIODIC(PERIODIC), .WIDE(WIDE)) chip (
        .clock(clock), .clear(1'b0), .initialise(1'b0), .timers({{21 - W{1'b0}}, timers}),
        .slot_mask({{16 - W{1'b0}}, slot_mask}), .overlaps(1'b0), .now(now), .command(command), .starting(starting),
        .stopping(stopping), .periodic(periodic), .absolute(absolute), .ahead(1'b0), .searched(1'b0),
        .timer({{20 - W{1'b0}}, timer}), .word(word), .at(at), .wheel(2'd0), .stopped(stopped), .behind(behind),
        .too_far(too_far), .looked(looked), .room(room), .taken(taken), .deadline_refused(deadline_refused),
        .looked_up(looked_up), .shown(shown), .visited(visited), .busy_write(busy_write), .busy(busy), .slot(slot),
        .push(push), .record(record), .generation(generation), .ask(ask), .ask_write(ask_write),
        .ask_record(ask_record), .ask_field(ask_field), .ask_select(ask_select), .ask_data(ask_data), .free(1'b1),
        .answered(under_way), .read_data(read_data)
    );
    (* hierconn *) wire [5:0] \chip.state ;
    (* hierconn *) wire [20:0] \chip.next_record ;
    (* hierconn *) wire \chip.initialised ;
    (* hierconn *) wire \chip.visiting ;
    (* hierconn *) wire \chip.kept ;
    (* hierconn *) wire \chip.counts ;
    (* hierconn *) wire \chip.compares ;
    (* hierconn *) wire \chip.takes_deadline ;
    (* hierconn *) wire \chip.adds ;
    (* hierconn *) wire \chip.counts_left ;
    (* hierconn *) wire [20:0] \chip.current ;
    (* hierconn *) wire [20:0] \chip.head ;
    (* hierconn *) wire [7:0] \chip.info ;
    (* hierconn *) wire \chip.is_start ;
    (* hierconn *) wire \chip.is_stop ;
    (* hierconn *) wire \chip.is_look ;
    (* hierconn *) wire \chip.is_periodic ;
    (* hierconn *) wire [23:0] \chip.expiry_due ;
    (* hierconn *) wire [31:0] \chip.expiry_interval ;
    localparam IDLE = 4, HEAD_WAIT = 6, STEP = 7, BEGIN = 8, DEADLINE = 9, READ_HEAD = 23;
    wire [5:0] state = \chip.state ;
    wire visiting = \chip.visiting ;
    wire [20:0] coming = \chip.next_record ;

    // Time and the cursor. Where the engine may wait for the memory, now has gone on meanwhile by any number of ticks.
    reg was_stopped, was_visited;
    reg [31:0] now_from_here;
    wire may_wait = state == 5 || state == 6 || state == 10 || state == 11 || state == 12 || state >= 16 && state <= 20
        || state >= 23 && state <= 32;
    assign now = may_wait ? any_now : now_from_here;
    assign stopped = is_stopped;
    always @(posedge clock) begin
        now_from_here <= now + tick;
        at <= any_at;
        was_stopped <= stopped;
        was_visited <= visited;
    end
    wire [31:0] to_visit = now + 1 - at;
    always @* begin
        if (stopped && !visited) tick_stands_where_stopped: assume (any_at == at);
        if (!first && was_stopped && !was_visited) stops_until_visited: assume (stopped);
    end

    // The memory answers in the next clock. A write changes it when it is asked for.
    reg under_way;
    reg [1:0] asked_field;
    // The period of the command's timer or of the visited one; no other is read or written.
    reg [31:0] period;
    // Which record each state asks for; that it is that one is proved.
    wire [RECORDS - 1:0] asked_for;
    wire [W * RECORDS + W - 1:0] name_so_far;
    assign name_so_far[W - 1:0] = 0;
    assign asked_for[PREVIOUS_C] = state == 16;
    assign asked_for[NEXT_C] = state == 17;
    assign asked_for[HEAD] = state == 23 || state == 26;
    assign asked_for[LAST] = state == 25;
    assign asked_for[VISITED] = state == 5;
    assign asked_for[C] = state == 10 || state == 11 || state == 18 || state == 19
        || state == 27 || state == 28 || state == 29 || state == 31 || state == 32;
    assign {asked_for[PREVIOUS_X:X], asked_for[NEXT_Y:Y], asked_for[FIRST:COMING]} = 0;
    wire [W - 1:0] read_next = state == HEAD_WAIT ? `NEXT(VISITED) : state == 24 ? `NEXT(HEAD) : `NEXT(C);
    wire [W - 1:0] read_previous = state == HEAD_WAIT ? `PREVIOUS(VISITED) : state == 24 ? `PREVIOUS(HEAD)
        : `PREVIOUS(C);
    assign read_data = asked_field == 1 ? due[32 * C +: 32] : asked_field == 2 ? period
        : asked_field == 3 ? read_previous : WIDE ? read_next : `WORD(read_previous, read_next);
    wire [RECORDS * RECORDS - 1:0] same;
    genvar i, j, k;
    for (i = 0; i < RECORDS; i = i + 1) begin : of_record
        wire is_written = ask && ask_write && (same[RECORDS * i +: RECORDS] & asked_for) != 0;
        assign name_so_far[W * i + W +: W] = name_so_far[W * i +: W] | (asked_for[i] ? `NAME(i) : {W{1'b0}});
        always @(posedge clock) begin
            if (is_written) begin
                if (ask_field == 0 && ask_select[0]) `NEXT(i) <= ask_data[W - 1:0];
                if (WIDE ? ask_field == 3 : ask_field == 0 && ask_select[2])
                    `PREVIOUS(i) <= WIDE ? ask_data[W - 1:0] : ask_data[16 +: W];
                if (ask_field == 1) due[32 * i +: 32] <= ask_data;
            end
            if (busy_write && timers + slot == `NAME(i)) busy_bits[i] <= busy;
        end
    end
    localparam [3:0] ONE_LINK = WIDE ? 15 : 3, OTHER_LINK = WIDE ? 15 : 12;
    wire [20:0] written_next = WIDE ? ask_data : ask_data[15:0];
    wire [20:0] written_previous = WIDE ? ask_data : ask_data[31:16];
    always @* begin
        if (ask && !cut) assert (asked_for != 0 && ask_record == name_so_far[W * RECORDS +: W]);
        if (ask && !cut && !ask_write) assert (ask_field == (state == 11 ? 1 : state == 19 ? 2
            : WIDE && (state == 23 || state == 31) ? 3 : 0));
        if (ask && ask_write) assert (ask_field == (state == 28 ? 1 : state == 29 ? 2
            : WIDE && (state == 17 || state == 26 || state == 32) ? 3 : 0));
        if (ask && ask_write && state == 16) assert (ask_select == ONE_LINK && written_next == `NAME(NEXT_C));
        if (ask && ask_write && state == 17) assert (ask_select == OTHER_LINK && written_previous == `NAME(PREVIOUS_C));
        if (ask && ask_write && state == 18) assert (ask_select == 15 && ask_data == `WORDS(`NAME(C), `NAME(C)));
        if (ask && ask_write && state == 25) assert (ask_select == ONE_LINK && written_next == `NAME(C));
        if (ask && ask_write && state == 26) assert (ask_select == OTHER_LINK && written_previous == `NAME(C));
        if (ask && ask_write && state == 27) assert (ask_select == 15 && ask_data == `WORDS(`NAME(LAST), `NAME(HEAD)));
        if (ask && ask_write && state == 32) assert (ask_select == 15 && ask_data == `NAME(LAST));
        if (ask && ask_write && (state == 28 || state == 29)) assert (ask_select == 15);
    end
    always @(posedge clock) begin
        under_way <= ask;
        if (ask) asked_field <= ask_field;
        if (ask && ask_write && ask_field == 2) period <= ask_data;
    end

    // What the step is, and what it has to do.
    reg begun = 0, start = LINKS, stop = 0, look = 0, deadline = 0, refused = 0, pushed = 0, over = 0;
    reg [31:0] past_now;
    reg [23:0] expected;
    wire [W - 1:0] new_head = timers + (expected[W - 1:0] & slot_mask);
    // Of a periodic timer, the second half is of its start or of its expiry.
    wire repeats = PERIODIC && (LINKS || VISITS_RECORD) && !\chip.is_start ;
    wire in_range = period != 0 && period < 32'h0080_0000;
    wire word_in_range = word != 0 && word < 32'h0080_0000;
    // What the engine carries from the first half of a start to the second.
    wire between_halves = \chip.current == `NAME(C) && \chip.head == new_head && \chip.expiry_due == expected
        && !\chip.is_stop && !\chip.is_look && (!visiting || expected != at[23:0])
        && (PERIODIC || !\chip.is_periodic )
        && (repeats ? visiting && \chip.info == {1'b1, `INFO(C)} && `REPEATS(C) && in_range
            : \chip.is_start && \chip.info == {PERIODIC && \chip.is_periodic , `INFO(C) + 7'd1}
                && (!PERIODIC || !\chip.is_periodic || word_in_range && \chip.expiry_interval == word));
    reg [5:0] clocks = 0;
    wire signed [31:0] ahead = word - past_now;
    always @(posedge clock) begin
        past_now <= now;
        if (state != IDLE) begun <= 1;
        if (ends) over <= 1;
        if (taken && !begun) {start, stop, look, deadline} <= {starting, stopping, !starting && !stopping, absolute};
        if (state == BEGIN) expected <= now + word;
        if (state == DEADLINE) expected <= ahead > 0 ? word : past_now + 1;
        if (deadline_refused) refused <= 1;
        if (push) pushed <= 1;
        if (push && PERIODIC) expected <= at + period;
        if (begun || state != IDLE || taken) clocks <= clocks + 1;
    end
`ifdef UNLINK
    wire cut = begun && state == READ_HEAD;
`else
    wire cut = PERIODIC && VISITS_RECORD && begun && state == READ_HEAD;
`endif
    wire ends = begun && !over && (state == IDLE || cut);
    wire starts = start && !refused;

    // Lists and orders, after the step those that it has to make.
    wire [W * RECORDS - 1:0] lists;
    wire [5 * RECORDS - 1:0] orders;
    wire [W * RECORDS - 1:0] linked_next, linked_previous;
    for (i = 0; i < RECORDS; i = i + 1) begin : after
        wire handled = ends && `NAME(i) == `NAME(C);
        // Between the halves of a start the timer is in no list, whatever its record says.
        assign `NEXT_OF(i) = cut && handled ? `NAME(i) : `NEXT(i);
        // In a wide record that is in no list, the link to the previous one is of no account.
        assign `PREVIOUS_OF(i) = cut && handled || WIDE && `NAME(i) < timers && `NEXT(i) == `NAME(i) ? `NAME(i)
            : `PREVIOUS(i);
        assign `LIST(i) = handled && starts && !cut ? timers + (expected[W - 1:0] & slot_mask)
            : handled && (stop || pushed || cut) ? `NAME(i) : old_lists[W * i +: W];
        assign `ORDER(i) = handled && starts && !cut ? YOUNGEST : old_orders[5 * i +: 5];
    end

    // Whole lists: of each record, of each two, and of each two with what follows the first. A write of a busy bit
    // that is under way counts.
    wire [RECORDS - 1:0] alone, whole, follows_there, precedes_there;
    wire [RECORDS * RECORDS - 1:0] follows, precedes, joined, younger, next_oldest;
    wire [W - 1:0] visited_head = timers + (at[W - 1:0] & slot_mask);
    wire [W - 1:0] last = timers + slot_mask;
    for (i = 0; i < RECORDS; i = i + 1) begin : each
        wire is_timer = `NAME(i) < timers;
        wire is_busy = busy_write && timers + slot == `NAME(i) ? busy : busy_bits[i];
        assign alone[i] = `NEXT_OF(i) == `NAME(i);
        assign whole[i] = `NAME(i) <= last && `NEXT_OF(i) <= last && `PREVIOUS_OF(i) <= last
            && (!is_timer || (`LIST(i) == `NAME(i) ? alone[i]
                : !alone[i] && `LIST(i) == timers + (due[32 * i +: W] & slot_mask) && `ORDER(i) != 0))
            && (is_timer || (`LIST(i) == `NAME(i) && `ORDER(i) == 0 && (alone[i] || is_busy)))
            // The visit.
            && (!visiting || !is_timer || `LIST(i) != visited_head || `DUE(i) != at[23:0] || coming < timers)
            && (!visiting || coming != `NAME(i) || `LIST(i) == visited_head)
            && (!visiting || \chip.kept || `NAME(i) != visited_head || `NEXT_OF(i) == coming[W - 1:0]);
        assign follows_there[i] = follows[RECORDS * i +: RECORDS] != 0;
        assign precedes_there[i] = precedes[RECORDS * i +: RECORDS] != 0;
        for (j = 0; j < RECORDS; j = j + 1) begin : other
            wire other_is_timer = `NAME(j) < timers;
            assign same[RECORDS * i + j] = `NAME(i) == `NAME(j);
            assign follows[RECORDS * i + j] = `NEXT_OF(i) == `NAME(j);
            assign precedes[RECORDS * i + j] = `PREVIOUS_OF(i) == `NAME(j);
            // In the list of i and younger.
            assign younger[RECORDS * i + j] = `LIST(i) == `LIST(j) && other_is_timer && `ORDER(j) > `ORDER(i);
            assign joined[RECORDS * i + j] = follows[RECORDS * i + j] == precedes[RECORDS * j + i]
                && (!follows[RECORDS * i + j] || same[RECORDS * i + j]
                    || (`LIST(i) == `LIST(j) && (!other_is_timer || younger[RECORDS * i + j])))
                && (same[RECORDS * i + j] || `LIST(i) != `LIST(j) || `ORDER(i) != `ORDER(j))
                && (!younger[RECORDS * i + j] || `NEXT_OF(i) < timers)
                && (!visiting || coming != `NAME(i) || !other_is_timer || `LIST(j) != visited_head
                    || `DUE(j) != at[23:0] || `ORDER(i) <= `ORDER(j));
            wire [RECORDS - 1:0] between;
            for (k = 0; k < RECORDS; k = k + 1) begin : third
                assign between[k] = follows[RECORDS * i + k] && `ORDER(k) > `ORDER(j);
            end
            assign next_oldest[RECORDS * i + j] = !younger[RECORDS * i + j] || between == 0;
        end
    end

    // A record that is there more than once is the same.
    wire [RECORDS * RECORDS - 1:0] consistent;
    wire [RECORDS - 1:0] joined_to_x, old_orders_are_old;
    for (i = 0; i < RECORDS; i = i + 1) begin : once
        assign joined_to_x[i] = joined[RECORDS * i + X];
        assign old_orders_are_old[i] = `ORDER(i) != YOUNGEST;
        for (j = 0; j < RECORDS; j = j + 1) begin : other
            assign consistent[RECORDS * i + j] = !same[RECORDS * i + j] || (`NEXT(i) == `NEXT(j)
                && `PREVIOUS(i) == `PREVIOUS(j) && due[32 * i +: 32] == due[32 * j +: 32] && `LIST(i) == `LIST(j)
                && `ORDER(i) == `ORDER(j) && busy_bits[i] == busy_bits[j]);
        end
    end

    always @* begin
        one_engine_command: assume (timer < timers && !(starting && stopping) && !(periodic && absolute));
        if (first) begin
            lists_whole_before: assume (\chip.initialised && (!visiting || coming[20:W] == 0));
`ifdef LINK
            lists_of_the_half: assume (state == READ_HEAD && `NEXT_OF(C) == `NAME(C) && `PREVIOUS_OF(C) == `NAME(C)
                && `NAME(C) < timers);
            lists_of_the_half_too: assume (`LIST(C) == `NAME(C) && between_halves && `NAME(HEAD) == new_head);
`else
            lists_whole_idle: assume (state == IDLE);
`endif
            lists_whole_no_operation: assume (!\chip.counts && !\chip.compares && !\chip.takes_deadline
                && !\chip.adds && !\chip.counts_left );
            if (visiting) lists_whole_stopped: assume (stopped);
            if (PERIODIC && `REPEATS(C) && `LIST(C) != `NAME(C)) periods_in_range: assume (in_range);
            lists_whole: assume (&whole && &joined && &next_oldest && &consistent && &old_orders_are_old);
            names_of_neighbours: assume (`NAME(NEXT_X) == `NEXT(X) && `NAME(PREVIOUS_X) == `PREVIOUS_OF(X)
                && `NAME(NEXT_Y) == `NEXT(Y));
            names_of_command_neighbours: assume (`NAME(NEXT_C) == `NEXT(C) && `NAME(PREVIOUS_C) == `PREVIOUS_OF(C)
                && `NAME(LAST) == `PREVIOUS(HEAD));
            names_of_visited: assume (`NAME(VISITED) == visited_head);
            if (visiting) names_of_coming: assume (`NAME(COMING) == coming);
            // What this kind of step does not touch is not there.
`ifdef UNLINK
            step_of_unlink: assume (taken && starting && `NAME(FIRST) == `NAME(X) && `NAME(HEAD) == `NAME(X));
`endif
`ifdef LINK
            step_of_link: assume (`NAME(FIRST) == `NAME(X));
`endif
`ifdef STOP
            step_of_stop: assume (taken && !starting && `NAME(FIRST) == `NAME(X) && `NAME(HEAD) == `NAME(X));
`endif
`ifdef VISIT
            step_of_visit: assume (`NAME(FIRST) == `NEXT(VISITED));
            step_of_visit_too: assume (!taken && !visiting && `NAME(C) == `NAME(X) && `NAME(HEAD) == `NAME(X));
            step_of_visit_coming: assume (`NAME(COMING) == `NAME(X));
`endif
`ifdef RECORD
            step_of_record: assume (!taken && visiting && `NAME(FIRST) == `NAME(X) && `NAME(HEAD) == `NAME(X));
`endif
            if (taken) names_of_timer: assume (`NAME(C) == timer);
            else if (visiting && !start) names_of_record: assume (`NAME(C) == coming);
        end
        // One step; what comes later is another, and so is one that begins later.
        if (!first) one_step: assume (state != IDLE || ends);
        one_step_over: assume (!over);
        if (taken && starting) begin
            backlog_not_too_far: assume (to_visit < 32'h0040_0010);
            if (stopped) cursor_not_ahead_where_stopped: assume (to_visit != 0);
            if (!absolute) interval_in_range: assume (word_in_range);
        end
        if (push) begin
            assert (visiting && `NAME(C) < timers && record == `NAME(C) && generation == due[32 * C + 24 +: 7]);
            assert (old_lists[W * C +: W] == visited_head && `DUE(C) == at[23:0] && !pushed);
            if (`NAME(X) < timers && old_lists[W * X +: W] == visited_head && `DUE(X) == at[23:0])
                assert (old_orders[5 * C +: 5] <= old_orders[5 * X +: 5]);
        end
        if (visited && `NAME(X) < timers && old_lists[W * X +: W] == visited_head) assert (`DUE(X) != at[23:0]);
        if (ends) begin
            assert (\chip.initialised && (!visiting || coming[20:W] == 0));
            assert (!\chip.counts && !\chip.compares && !\chip.takes_deadline && !\chip.adds && !\chip.counts_left );
            if (visiting) assert (stopped);
            if (cut) assert (between_halves);
        end
        // A start that is refused and a look change nothing; so the lists are what they were.
        if (ends && (look || refused)) begin
            assert (!touched && !busy_write && visiting == old_visiting);
            if (visiting) assert (coming == old_coming && \chip.kept == old_kept && at == old_at);
        end else if (ends) begin
            assert (whole[X] && follows_there[X] && precedes_there[X] && follows_there[Y]);
            assert (&joined[RECORDS * X +: RECORDS] && &joined_to_x);
            assert (next_oldest[RECORDS * X + Y] && next_oldest[RECORDS * Y + X]);
            if (starts && !cut) assert (`DUE(C) == expected);
            if (PERIODIC && `REPEATS(C) && `LIST(C) != `NAME(C)) assert (in_range);
        end
    end

    always @* begin
        if (ends) begin
            // What a step can come to, so that no assumption rules it out.
`ifdef UNLINK
            cover (refused);
            cover (cut && alone[C] && `NEXT(C) != `NAME(C) && visiting);
            cover (cut && `NEXT(C) == `NAME(C));
            cover (cut && deadline && `NAME(X) != `NAME(C) && !alone[X]);
`endif
`ifdef LINK
            cover (`NEXT(HEAD) != `NAME(C) && `NAME(X) == `PREVIOUS(C) && `NAME(Y) == `NEXT(X));
            cover (visiting && coming >= timers && `NAME(HEAD) == visited_head);
            cover (alone[VISITED] == 0 && visiting && `NAME(HEAD) == visited_head);
`ifdef PERIODIC
            cover (repeats && `NAME(HEAD) == visited_head && coming >= timers);
            cover (!repeats && \chip.is_periodic && visiting);
`endif
`endif
`ifdef STOP
            cover (look && visiting);
            cover (stop && visiting && coming == `NAME(NEXT_C));
            cover (stop && alone[PREVIOUS_C]);
`endif
`ifdef VISIT
            cover (visiting && coming < timers);
            cover (visiting && coming >= timers);
`endif
`ifdef RECORD
            cover (pushed && visiting && coming < timers);
            cover (pushed && \chip.kept );
            cover (!pushed && visiting);
            cover (!visiting && alone[VISITED]);
            cover (!visiting && !alone[VISITED]);
`ifdef PERIODIC
            cover (cut && !\chip.kept && coming >= timers);
`endif
`endif
        end
    end

    // The lists and the visit as they were.
    reg touched = 0;
    (* anyconst *) reg [20:0] old_coming;
    (* anyconst *) reg [31:0] old_at;
    (* anyconst *) reg old_visiting, old_kept;
    always @(posedge clock) if (ask && ask_write || busy_write && !first) touched <= 1;
    always @* if (first)
        before_the_step: assume (old_coming == coming && old_at == at && old_visiting == visiting
            && old_kept == \chip.kept );

    // Expiries and generations of all others stay, and so do periods, but for a start's.
    (* anyconst *) reg [31:0] old_x, old_period;
    always @* begin
        if (first) expiries_before: assume (old_x == due[32 * X +: 32] && old_period == period);
        if (ends) begin
            if (`NAME(X) != `NAME(C) || !(starts || stop) || cut) assert (due[32 * X +: 32] == old_x);
            else assert (due[32 * X + 24 +: 7] == old_x[30:24] + !repeats);
            if (`NAME(X) == `NAME(C) && stop) assert (`DUE(X) == old_x[23:0]);
            if (PERIODIC && `NAME(X) == `NAME(C) && stop) assert (!`REPEATS(X));
            if (PERIODIC && LINKS) assert (`REPEATS(C) == (repeats || \chip.is_periodic ));
            if (PERIODIC) assert (period == (LINKS && !repeats && \chip.is_periodic ? word : old_period));
            if (PERIODIC && pushed) assert (cut == `REPEATS(C));
        end
        assert (clocks <= MOST);
    end
endmodule
