// Proof of the first sweep of carillon_timer_engine (hdl/src/timer_chip/engine.rs): with it the lists are whole,
// as list_engine.sv has it.
//
// Proved, for any number of timers and slots that the links can name (with WIDE, links of two words): in the first
// clock in which the engine is ready, any record, a timer or the head of a slot's list, is the only one in its list;
// the engine is idle, no visit has begun and no command is half done. Until then it takes no command and pushes no
// event.
//
// Assumed: `clear` is high in the first clock, `initialise` not in the next one; timers and slots do not change after
// `initialise`; the slots of a wheel are a power of two, 65,536 at most; transfers are answered once, in order
// (record_port.sv).
module list_sweep (
    input clock, clear, initialise, command, overlaps, reply,
    input [20:0] timers,
    input [15:0] slot_mask,
    input [31:0] read_data
);
`ifdef WIDE
    localparam WIDE = 1, LINK_BITS = 21;
`else
    localparam WIDE = 0, LINK_BITS = 16;
`endif
`ifdef PERIODIC
    localparam PERIODIC = 1;
`else
    localparam PERIODIC = 0;
`endif
    wire taken, push, visited, ready, ask, ask_write;
    wire [20:0] ask_record;
    wire [1:0] ask_field;
    wire [3:0] ask_select;
    wire [31:0] ask_data;
    reg under_way = 0;
    wire answered = under_way && reply;
    wire free = answered || !under_way;
    always @(posedge clock) under_way <= !clear && (ask || (under_way && !answered));

    carillon_timer_engine #(.PERIODIC(PERIODIC), .WIDE(WIDE)) chip (
        .clock(clock), .clear(clear), .initialise(initialise), .timers(timers), .slot_mask(slot_mask),
        .overlaps(overlaps), .now(0), .command(command), .starting(0), .stopping(0), .periodic(0), .absolute(0),
        .ahead(0), .searched(0), .timer(0), .word(0), .at(0), .wheel(0), .stopped(0), .behind(0), .too_far(0),
        .looked(0), .room(0), .ready(ready), .taken(taken), .visited(visited), .push(push), .ask(ask),
        .ask_write(ask_write), .ask_record(ask_record), .ask_field(ask_field), .ask_select(ask_select),
        .ask_data(ask_data), .free(free), .answered(answered), .read_data(read_data)
    );
    (* hierconn *) wire [5:0] \chip.state ;
    (* hierconn *) wire [20:0] \chip.current ;
    (* hierconn *) wire [20:0] \chip.head ;
    (* hierconn *) wire \chip.at_last ;
    (* hierconn *) wire \chip.visiting ;
    (* hierconn *) wire \chip.counts ;
    (* hierconn *) wire \chip.compares ;
    (* hierconn *) wire \chip.takes_deadline ;
    (* hierconn *) wire \chip.adds ;
    (* hierconn *) wire \chip.counts_left ;
    localparam REST = 0, FIT = 1, SWEEP_LINKS = 2, SWEEP_DUE = 3, IDLE = 4, SWEEP_PREVIOUS = 30;
    wire [5:0] state = \chip.state ;
    wire [20:0] current = \chip.current ;
    wire [20:0] head = \chip.head ;
    wire sweeping = state == SWEEP_LINKS || state == SWEEP_DUE || WIDE && state == SWEEP_PREVIOUS;

    // One record's links.
    (* anyconst *) reg [LINK_BITS - 1:0] name;
    reg [LINK_BITS - 1:0] next, previous;
    wire [LINK_BITS - 1:0] upper = WIDE ? ask_data : ask_data[31:16];
    wire written = ask && ask_write && ask_record == name && ask_select == 4'hf;
    always @(posedge clock) begin
        if (written && ask_field == 0) next <= ask_data;
        if (written && ask_field == (WIDE ? 3 : 0)) previous <= upper;
    end
    wire alone = next == name && previous == name;

    reg started = 0, was_clear = 1, rested = 0;
    reg [20:0] past_timers;
    reg [15:0] past_mask;
    always @(posedge clock) begin
        started <= 1;
        was_clear <= clear;
        rested <= state == REST && !clear;
        past_timers <= timers;
        past_mask <= slot_mask;
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        slots_power_of_two: assume ((slot_mask & (slot_mask + 1)) == 0);
        if (started && (timers != past_timers || slot_mask != past_mask))
            sizes_stand_in_sweep: assume (state == REST && !initialise);
        if (!rested) initialise_at_rest: assume (!initialise);
        if (started) begin
            // Of the sweep.
            assert (ready ? state >= IDLE && state != SWEEP_PREVIOUS : state <= SWEEP_DUE || sweeping);
            if (state == REST) assert (current == 0 || !rested);
            if (state == FIT || sweeping) assert (timers + slot_mask < 22'd1 << LINK_BITS && head == timers + slot_mask);
            if (sweeping) assert (current <= head && (state == SWEEP_LINKS || \chip.at_last == (current == head)));
            if (sweeping && (name < current || (name == current && state == SWEEP_DUE)))
                assert (alone);
            if (WIDE && state == SWEEP_PREVIOUS && name == current) assert (next == name);
            if (ask && ask_write && ask_field != 1 && !ready) assert (ask_select == 4'hf);
            // Of the engine that is ready.
            if (!ready) assert (!taken && !push && !visited && !\chip.visiting );
        end
    end
    reg was_ready = 0;
    always @(posedge clock) was_ready <= ready && !clear;
    always @* if (started && ready && !was_ready && !was_clear) begin
        assert (state == IDLE && !\chip.visiting && (name > timers + slot_mask || alone));
        assert (!\chip.counts && !\chip.compares && !\chip.takes_deadline && !\chip.adds && !\chip.counts_left );
    end
    always @* cover (ready && !was_ready && timers == 2 && slot_mask == 1);
endmodule
