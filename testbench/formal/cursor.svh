// carillon_counter_cursor and carillon_counter_cascade joined as in the chip, the reference, and what is assumed; a
// part of cursor.sv.
//
// Assumed: `clear` is high in the first clock; a tick comes only while `running`; `running` begins at least four clocks
// after the wheel's size was last set and two after the sweep, and stays until the next clear, and the number of wheels
// does not change meanwhile (registers.sv, arming.sv); the sweep begins with `clear` (arming.sv); `some`, `eight` and
// `far` tell of the ticks that may be passed, and a block is set aside where there are 1280, taken back where there are
// fewer than 1024 (backlog.sv); a carry begins to wait after a multiple of 256 was passed or a clear, and is urgent 128
// ticks later (tick_counts.sv); the cascade waits for a wheel's data five clocks at most (integration.sv). The memory
// is represented by the watched bit, with the timing of busy_bits.sv; all others are anything, in
// every clock anew. What the wheels above wheel 0 say is anything.

    localparam CAPACITY = 1 << SLOT_BITS;
    localparam MASK = CAPACITY - 1;

    wire [19:0] look_address, visited;
    wire [15:0] read_word;
    wire [7:0] lap;
    wire walked, skipped, fewer, settled, starts_cascade, ready, taken, done, again, commit, clear_bit;
    wire cascading, upper, ask, step_upper;
    wire [2:0] wheel;
    wire [15:0] cascade_word;
    wire [3:0] cascade_offset;
    wire [19:0] cascade_slot, step_slot;
    wire [7:0] step_lap;

    // How far now is ahead of the cursor's ticks; how much of that is not set aside.
    reg [63:0] gap = 0;
    reg [11:0] here = 0;
    reg some = 0, eight = 0, far = 0;

    wire slot_busy, word_busy;
    wire [19:0] cascade_address = {cascade_word, cascade_offset} & MASK;

    carillon_counter_cursor #(.WHEELS(FULL ? 4 : 1), .SLOT_BITS(SLOT_BITS), .WHEEL_MODES(FULL != 0)) chip (
        .clock(clock), .clear(clear), .running(running), .sweeping(sweeping), .some(some), .eight(eight), .far(far),
        .carry_waits(carry_waits), .carry_urgent(carry_urgent), .last_slot(~last_slot & MASK), .slot_busy(slot_busy),
        .word_busy(word_busy), .pause(SINGLE_PORT && pause), .room(room), .hold(hold), .auto_clear(auto_clear),
        .acknowledged(acknowledged), .cleared(cleared), .cascading(cascading), .cascade_upper(upper), .cascade_ask(ask),
        .cascade_address(~cascade_address & MASK), .read_word(read_word), .look_address(look_address), .walked(walked), .skipped(skipped),
        .fewer(fewer), .visited(visited), .lap(lap), .settled(settled), .starts_cascade(starts_cascade),
        .ready_for_cascade(ready), .cascade_taken(taken), .cascade_done(done), .cascade_again(again), .commit(commit),
        .clear_bit(clear_bit)
    );
    carillon_counter_cascade #(.SLOT_BITS(SLOT_BITS)) steps (
        .clock(clock), .clear(clear), .start(ready), .count(count), .granted(granted), .selected_last(selected_last),
        .selected_base(selected_base), .selected_slot(selected_slot), .selected_lap(selected_lap), .taken(taken),
        .done(done), .again(again), .cascading(cascading), .wheel(wheel), .upper(upper),
        .slot(cascade_slot), .ask(ask), .word(cascade_word), .offset(cascade_offset), .step(step_upper),
        .step_slot(step_slot), .step_lap(step_lap)
    );

    // The chip's own state, for the reference and for the invariants that the induction needs. Yosys joins these with
    // the wires of these names when it flattens the design.
    (* hierconn *) wire [15:0] \chip.word ;
    (* hierconn *) wire [3:0] \chip.place ;
    (* hierconn *) wire \chip.look_1 ;
    (* hierconn *) wire \chip.look_2 ;
    (* hierconn *) wire \chip.look_3 ;
    (* hierconn *) wire \chip.look_4 ;
    (* hierconn *) wire \chip.skip_1 ;
    (* hierconn *) wire \chip.skip_2 ;
    (* hierconn *) wire \chip.fewer_1 ;
    (* hierconn *) wire \chip.fewer_2 ;
    (* hierconn *) wire \chip.may_begin ;
    (* hierconn *) wire \chip.may_go_on ;
    (* hierconn *) wire \chip.cascade_1 ;
    (* hierconn *) wire \chip.cascade_2 ;
    (* hierconn *) wire \chip.lap_end ;
    (* hierconn *) wire \chip.may_look ;
    (* hierconn *) wire \chip.has_asked ;
    (* hierconn *) wire \chip.paused ;
    (* hierconn *) wire \chip.stops ;
    (* hierconn *) wire \chip.taken_back ;
    (* hierconn *) wire \chip.taken_back_1 ;
    (* hierconn *) wire \chip.taken_back_2 ;
    (* hierconn *) wire \chip.passes ;
    (* hierconn *) wire \chip.repeats ;
    (* hierconn *) wire \chip.edge_due ;
    (* hierconn *) wire \chip.edge_ready ;
    (* hierconn *) wire \chip.may_skip ;
    (* hierconn *) wire \chip.at_second ;
    (* hierconn *) wire \chip.at_15 ;
    (* hierconn *) wire \chip.at_last_place ;
    (* hierconn *) wire \chip.in_last_word ;
    (* hierconn *) wire \chip.in_whole_word ;
    (* hierconn *) wire \chip.single_word ;
    (* hierconn *) wire \chip.whole_words ;
    (* hierconn *) wire \chip.one_place ;
    (* hierconn *) wire [19:0] \chip.position_1 ;
    (* hierconn *) wire [19:0] \chip.position_2 ;
    (* hierconn *) wire [19:0] \chip.position_3 ;
    (* hierconn *) wire \chip.lap_end_1 ;
    (* hierconn *) wire \chip.lap_end_2 ;
    (* hierconn *) wire \chip.lap_end_3 ;
    (* hierconn *) wire \chip.wraps_1 ;
    (* hierconn *) wire \chip.wraps_2 ;
    (* hierconn *) wire \chip.found ;
    (* hierconn *) wire \chip.holding ;
    (* hierconn *) wire \chip.clearing_bit ;
    (* hierconn *) wire \chip.has_walked ;
    (* hierconn *) wire \chip.has_skipped ;
    (* hierconn *) wire \chip.word_is_busy ;
    (* hierconn *) wire \chip.next_look_1 ;
    (* hierconn *) wire [2:0] \steps.level ;
    (* hierconn *) wire [2:0] \steps.state ;
    (* hierconn *) wire \steps.highest ;
    (* hierconn *) wire \steps.picked ;
    localparam IDLE = 3'd0, PICK = 3'd1, LOOK = 3'd2, ASK = 3'd3, WAIT = 3'd4;

    // How many slots of wheel 0 this clock's commit passes, and how many ticks; how many ticks the last one's passed,
    // as the ports say.
    function [4:0] length(input look, input cascade, input skip, input fifteen);
        length = !look || cascade ? 5'd0 : skip ? 5'd16 - fifteen : 5'd1;
    endfunction
    wire zero_done = done && !upper;
    wire [4:0] passes = length(\chip.passes , \chip.cascade_2 , \chip.skip_2 , \chip.fewer_2 );
    wire [4:0] slots = zero_done ? 5'd1 : passes, ticks = \chip.edge_due ? 5'd1 : passes;
    wire [4:0] step = skipped ? 5'd16 - fewer : walked ? 5'd1 : 5'd0;

    // The reference: wheel 0's next visit and its lap; what the host has still to do before the cursor goes on.
    reg [19:0] slot = 1;
    reg [7:0] of_lap = 0;
    reg held = 0, uncleared = 0;
    wire [20:0] beyond = {1'b0, slot} + slots;
    wire wraps = beyond == last_slot + 21'd1;

    // The last clocks.
    reg started = 0, past_clear, past_running, past_sweeping, past_granted = 1;
    // For how many clocks the cascade has not been granted its wheel's data, and may be.
    localparam DENIED = 5;
    reg [2:0] denied = 0;
    reg [63:0] past_gap = 0;
    reg [11:0] past_here = 0;
    reg [19:0] past_last;
    reg [3:0] past_count;
    reg [2:0] calm_before = 0;
    reg [1:0] swept = 0;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_running <= running;
        past_sweeping <= sweeping;
        past_granted <= granted;
        denied <= granted || clear ? 0 : denied + (denied != 7);
        past_last <= last_slot;
        past_count <= count;
        past_gap <= clear ? 0 : gap;
        past_here <= clear ? 0 : here;
        calm_before <= clear || last_slot != past_last ? 0 : calm_before == 7 ? 7 : calm_before + 1;
        swept <= clear || sweeping ? 0 : swept == 3 ? 3 : swept + 1;
        gap <= clear ? 0 : gap + tick - step;
        here <= clear ? 0 : here + tick - step - (sets_aside ? 12'd1024 : 12'd0) + (takes_back ? 12'd1024 : 12'd0);
        some <= !clear && here >= 1;
        eight <= !clear && here >= 8;
        far <= !clear && here >= 96;
        slot <= clear ? 20'd1 : wraps ? 20'd0 : beyond[19:0];
        of_lap <= clear ? 8'd0 : of_lap + (wraps && slots != 0);
        held <= FULL && !clear && ((held && !acknowledged) || (commit && hold));
        uncleared <= FULL && !clear && ((uncleared && !cleared) || (commit && auto_clear));
    end
    // For how many clocks the wheel's size has been what it is.
    wire [2:0] calm = last_slot == past_last ? calm_before : 3'd0;

    always @* begin
        if (!started) first_clock: assume (clear);
        time_bounded: assume (gap != 64'hffff_ffff_ffff_ffff);
        tick_while_running: assume (!tick || running);
        size_in_memory: assume (last_slot != 0 && last_slot < CAPACITY);
        if (started && (past_running || running)) size_stands: assume (last_slot == past_last);
        if (running && !(started && past_running)) size_settled: assume (calm >= 4 && swept >= 2);
        if (started) running_stays: assume (running || !past_running || past_clear);
        if (started) running_begins_again: assume (!past_clear || !running);
        if (sweeping) sweep_after_clear: assume (started && !running && (past_clear || past_sweeping));
        wheels_counted: assume (count >= 1 && count <= 4);
        if (started && past_running && running) wheels_stand: assume (count == past_count);
        // By backlog.sv.
        here_within_gap: assume (here <= gap);
        here_bounded: assume (here < 2048);
        aside_where_many: assume (!sets_aside || (here >= 1280 && !takes_back));
        back_where_few: assume (!takes_back || here < 1024);
        // By integration.sv.
        granted_in_time: assume (clear || granted || denied < DENIED);
    end
