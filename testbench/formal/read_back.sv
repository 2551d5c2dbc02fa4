// Proof of what the host reads: carillon_counter_host with its register file (hdl/src/counter_chip/host.rs,
// hdl/src/shared/register_file.rs).
//
// Proved, for any accesses and anything that the other parts may show:
//   - `read_data` in the clock after `done` is the word of the register that was read, each field as it stood in the
//     clock before `done`, an event's as the FIFO was asked for it in that clock, a half of now or of the cursor as it
//     stood in some clock of the access; 0 where there is no such register, where it is only written, and after a write
//     (but for an access that a reset cuts short);
//   - it stays until the next access is executed;
//   - all 64 bits of now, and of the cursor, can be read without a lock: where a hart reads the high half, the low
//     half and the high half again, and both high halves agree, the two halves are those of one clock, that of the
//     second read; no matter what other accesses, of other harts, come between (a read changes nothing: registers.sv).
//
// A word that is kept is that of the part that works with it, where there is one; SCRATCH, the sizes and the modes are
// what was written last and taken. This is shown for each word of the map at a time: the solver chooses it.
//
// Assumed: what host_side.svh says; what the FIFO was not asked for a clock ago is 0 (event_fifo.sv); the time asked
// for is a half of now or of the cursor, as it stood in some clock since (tick_counts.sv says which), and 0 in an
// access that does not ask for it (tick_counts.sv, integration.sv); they never go back but by a clear (tick_counts.sv),
// and none comes between the reads of one hart; `ready` falls only by a clear (arming.sv).
module read_back #(
    parameter WHEELS = 1,
    parameter SLOT_BITS = 10,
    parameter FIFO_BITS = 1,
    parameter FULL = 0,
    parameter PARAMS = 32'h2a1
) (
    input clock
);
`include "host_side.svh"
    localparam CAPACITY = 1 << SLOT_BITS;
    (* hierconn *) wire [7:0] \chip.registers.errors ;
    (* hierconn *) wire [4:0] \chip.interrupt.state ;
    (* hierconn *) wire [4:0] \chip.interrupt.enabled ;
    (* hierconn *) wire \chip.interrupt.attention ;

    // Now or the cursor, the solver chooses which; as it is, as it was in the clock after `execute`, and as it is told.
    (* anyconst *) reg of_cursor;
    (* anyseq *) wire [63:0] times, sample;
    reg [63:0] past_times, asked_times;
    wire reads_time = is_time && !write;
    always @(posedge clock) begin
        past_times <= times;
        if (second) asked_times <= times;
    end

    // The word of the map that is watched, and what was written last of what no other part shows.
    (* anyconst *) wire [5:0] watched;
    wire is_scratch = watched == WORD_SCRATCH, is_size = watched >= WORD_WHEEL_SIZE && watched < WORD_WHEEL_SIZE + 8,
        is_mode = watched >= WORD_WHEEL_MODE && watched < WORD_WHEEL_MODE + 8;
    wire [31:0] untouched = watched == WORD_WHEEL_SIZE ? CAPACITY : 0;
    reg [31:0] kept;
    reg checking = 0, past_keep = 0, past_act = 0, past_ready = 0;
    always @(posedge clock) begin
        checking <= write_size && !clear;
        if (act && address == watched && is_scratch) kept <= data;
        if (act && address == watched && is_mode && here(watched)) kept <= data[1:0];
        if (checking && !size_refused && is_size) begin
            if (address == watched) kept <= data[20:0];
            else if (address < watched) kept <= 0;
        end
        if (clear) kept <= untouched;
    end

    // What the memory holds of it: the word written. Bits without a field are left out.
    wire [31:0] at_write;
    memory_port #(.MEMID("\\chip.register_file.memory.entries"), .ABITS(6), .WIDTH(32))
        write_port (.CLK(1'b0), .EN(1'b1), .ADDR(watched), .DATA(at_write));
    (* hierconn *) wire \chip.register_file.keep ;
    (* hierconn *) wire \chip.register_file.keeping ;
    (* hierconn *) wire \chip.register_file.acting ;
    (* hierconn *) wire \chip.register_file.holds_ctrl ;
    (* hierconn *) wire \chip.register_file.holds_prescale ;
    (* hierconn *) wire \chip.register_file.holds_scratch ;
    (* hierconn *) wire \chip.register_file.holds_intr_enable ;
    (* hierconn *) wire [7:0] \chip.register_file.holds_wheel_size ;
`ifdef ALL
    (* hierconn *) wire [7:0] \chip.with_coalescing.coalescing.count_inverted ;
    (* hierconn *) wire [15:0] \chip.with_coalescing.coalescing.age_inverted ;
    (* hierconn *) wire [31:0] \chip.with_alarm.alarm.low ;
    (* hierconn *) wire [31:0] \chip.with_alarm.alarm.high ;
    (* hierconn *) wire \chip.register_file.holds_intr_coalesce ;
    (* hierconn *) wire \chip.register_file.holds_alarm_lo ;
    (* hierconn *) wire \chip.register_file.holds_alarm_hi ;
    (* hierconn *) wire [7:0] \chip.register_file.holds_wheel_mode ;
`endif
    reg holds, constant;
    reg [31:0] fields, stands;
    always @* begin
        {holds, constant, fields, stands} = 0;
        case (watched)
            WORD_ID: {constant, stands} = {1'b1, 32'h4341524c};
            WORD_VERSION: {constant, stands} = {1'b1, 32'h00000100};
            WORD_PARAMS: {constant, stands} = {1'b1, PARAMS};
            WORD_SCRATCH: {holds, fields, stands} = {\chip.register_file.holds_scratch , 32'hffffffff, kept};
            WORD_CTRL: {holds, fields, stands} = {\chip.register_file.holds_ctrl , 32'h1, 31'b0, enable};
            WORD_PRESCALE: {holds, fields, stands} = {\chip.register_file.holds_prescale , 32'h00ffffff,
                8'b0, prescale};
            WORD_INTR_ENABLE: {holds, fields, stands} = {\chip.register_file.holds_intr_enable , 32'h1f, 27'b0,
                \chip.interrupt.enabled };
            WORD_WHEEL_SIZE: {holds, fields, stands} = {\chip.register_file.holds_wheel_size [0], 32'h1fffff, kept};
`ifdef ALL
            WORD_INTR_COALESCE: {holds, fields, stands} = {\chip.register_file.holds_intr_coalesce , 32'hffffff, 8'b0,
                ~{\chip.with_coalescing.coalescing.age_inverted ,
                \chip.with_coalescing.coalescing.count_inverted }};
            WORD_ALARM_LO: {holds, fields, stands} = {\chip.register_file.holds_alarm_lo , 32'hffffffff,
                ~\chip.with_alarm.alarm.low };
            WORD_ALARM_HI: {holds, fields, stands} = {\chip.register_file.holds_alarm_hi , 32'hffffffff,
                ~\chip.with_alarm.alarm.high };
            WORD_WHEEL_SIZE + 1: {holds, fields, stands} = {\chip.register_file.holds_wheel_size [1], 32'h1fffff, kept};
            WORD_WHEEL_SIZE + 2: {holds, fields, stands} = {\chip.register_file.holds_wheel_size [2], 32'h1fffff, kept};
            WORD_WHEEL_SIZE + 3: {holds, fields, stands} = {\chip.register_file.holds_wheel_size [3], 32'h1fffff, kept};
            WORD_WHEEL_MODE: {holds, fields, stands} = {\chip.register_file.holds_wheel_mode [0], 32'h3, kept};
            WORD_WHEEL_MODE + 1: {holds, fields, stands} = {\chip.register_file.holds_wheel_mode [1], 32'h3, kept};
            WORD_WHEEL_MODE + 2: {holds, fields, stands} = {\chip.register_file.holds_wheel_mode [2], 32'h3, kept};
            WORD_WHEEL_MODE + 3: {holds, fields, stands} = {\chip.register_file.holds_wheel_mode [3], 32'h3, kept};
`endif
        endcase
    end
    wire is_kept = fields != 0;
    wire [31:0] after_reset = watched == 6 ? 1 : watched == 22 || watched == 23 ? 32'hffffffff : untouched;

    // The map, in its own order. What a build lacks is not here().
    reg past_valid, past_more, past_attention, past_show_place = 0, past_show_tick = 0;
    reg [3:0] past_sequence;
    reg [4:0] past_status, past_state;
    reg [7:0] past_errors;
    always @(posedge clock) begin
        {past_valid, past_more, past_attention} <= {event_valid, event_more, \chip.interrupt.attention };
        {past_show_place, past_show_tick} <= {show_place, show_tick};
        past_sequence <= event_sequence;
        past_status <= {behind, fifo_full, event_valid, running, ready};
        past_state <= \chip.interrupt.state ;
        past_errors <= \chip.registers.errors ;
    end
    wire [31:0] event_word = {
        past_valid, event_late, past_more, past_attention, 1'b0, past_sequence, event_wheel, event_slot
    };
    wire [31:0] half = address[0] ? sample[63:32] : sample[31:0];
    // Of the words in memory only the watched one is known here, and of the times only the chosen one.
    wire other = (reads_time && address[1] != of_cursor) || !write && here(address) && address != watched
        && (address <= WORD_CTRL || address == WORD_PRESCALE || address == WORD_INTR_ENABLE
            || address == WORD_INTR_COALESCE || address == WORD_ALARM_LO || address == WORD_ALARM_HI
            || address >= WORD_WHEEL_SIZE);
    reg [31:0] word;
    always @* begin
        word = 0;
        case (address)
            WORD_STATUS: word = past_status;
            WORD_NOW_LO, WORD_NOW_HI, WORD_CURSOR_LO, WORD_CURSOR_HI: word = half;
            WORD_EVENT: word = past_valid ? event_word : event_word & 32'h10000000;
            WORD_EVENT_TICK: word = past_valid ? event_tick : 0;
            WORD_INTR_STATE: word = past_state;
            WORD_ERROR: word = past_errors;
        endcase
        if (is_kept || constant) if (address == watched) word = stands;
        if (address >= WORD_NEXT && address < WORD_NEXT + 8 && next_found) word = {next_found, 11'b0, next_distance};
        if (write || !here(address)) word = 0;
    end

    reg answers = 0, past_done = 0, past_looking = 0, past_started = 0, past_clear = 1;
    reg [31:0] past_word, past_read;
    always @(posedge clock) begin
        past_started <= started;
        past_clear <= clear;
        past_done <= done;
        answers <= done && !past_reset && !other && !clear;
        past_act <= act && here(address) && !clear;
        past_ready <= ready;
        past_keep <= \chip.register_file.keep ;
        past_looking <= looking;
        past_word <= word;
        past_read <= read_data;
    end

    // A hart that reads a time in three reads; the solver chooses which reads are his.
    (* anyseq *) wire mine;
    wire read_time = done && !past_reset && !write && mine && !clear
        && address[5:1] == (of_cursor ? WORD_CURSOR_LO : WORD_NOW_LO) / 2;
    reg [1:0] reads = 0;
    // His reads are told apart in the clock after done, when he has the words.
    reg had_high = 0, had_low = 0;
    reg [31:0] first_high, low_read;
    reg [63:0] first_times, second_times, sampled;
    always @(posedge clock) begin
        sampled <= sample;
        had_high <= read_time && address[0];
        had_low <= read_time && !address[0];
        if (had_high && reads == 0) begin
            reads <= 1;
            first_high <= read_data;
            first_times <= sampled;
        end
        if (had_low && reads == 1) begin
            reads <= 2;
            low_read <= read_data;
            second_times <= sampled;
        end
        if ((had_high && reads == 2) || clear) reads <= 0;
    end

    always @* begin
        if (!past_clear) times_go_on: assume (times >= past_times);
        if (time_done) time_of_the_access: assume (asked_times <= sample && sample <= times && (address[1] != of_cursor
            || time_word == half));
        if (pending && !reads_time) nothing_unasked_of_time: assume (time_word == 0);
        if (!past_show_place) nothing_unasked_of_place: assume ({event_late, event_wheel, event_slot} == 0);
        if (!past_show_tick) nothing_unasked_of_tick: assume (event_tick == 0);
        ready_stays: assume (ready || !past_ready || past_clear);
        ready_falls: assume (!ready || !past_clear);
        if (started) begin
            if (answers) read_as_it_stood: assert (read_data == past_word);
            // The FIFO shows what is read, if there is an event, and nothing else.
            if (third && !past_reset)
                event_asked_for: assert (past_show_place == (address == WORD_EVENT && past_valid));
            if (third && !past_reset)
                tick_asked_for: assert (past_show_tick == (address == WORD_EVENT_TICK && past_valid));
            if (past_clear) assert (read_data == 0);
            else if (past_started && !past_done && !past_looking) word_stands: assert (read_data == past_read);
            if (had_high && reads == 2 && read_data == first_high && !clear) begin
                assert ({first_high, low_read} == second_times);
            end
            // No use is made of what is read at the edge of a write.
            assert (!(done && past_keep && !write && !past_reset));
`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert ((!running || ready) && (!enable || running));
            if (is_kept && \chip.register_file.keeping && address == watched && !is_size && !clear) begin
                assert (stands == (data & fields));
            end
            else if (is_kept && !clear) assert (stands == ((holds ? at_write : after_reset) & fields));
            assert (\chip.register_file.acting == (act && here(address)) || past_reset);
            assert (!\chip.register_file.keeping || past_act);
            assert (!(had_high && had_low) && (answers || !(had_high || had_low)));
            if (had_high) assert (past_word == sampled[63:32]);
            if (had_low) assert (past_word == sampled[31:0]);
            if (had_high || had_low) assert (sampled <= past_times);
            if (reads >= 1) assert (first_high == first_times[63:32]);
            if (reads == 1) assert (first_times <= past_times);
            if (reads == 2) assert (low_read == second_times[31:0] && first_times <= second_times);
            if (reads == 2) assert (second_times <= past_times);
            if (looking && reads_time && !past_reset && !second) assert (asked_times <= past_times);
            if (looking && reads_time && !past_reset && !second && reads == 1) assert (first_times <= asked_times);
            if (looking && reads_time && !past_reset && !second && reads == 2) assert (second_times <= asked_times);
            if (looking && !past_reset && !second) assert (!(had_high || had_low));
            assert (reads <= 2);
`endif
        end
    end

    reg shown = 0;
    always @(posedge clock) shown <= shown || (past_done && read_data == 32'h4341524c);
`ifndef FAR
    always @* if (started) begin
        cover (shown && past_done && read_data == 32'hf02a4);
        cover (past_done && !failed && read_data == 32'h10000000);
        cover (past_done && past_looking && read_data == 32'h80000123);
    end
`else
    // From any state that fulfils what is proved: three reads from reset take too long.
    always @* if (started && !past_clear && !past_reset) begin
        cover (had_high && reads == 2 && read_data != first_high && reads_time);
        cover (had_high && reads == 2 && read_data == first_high && first_times != second_times);
    end
`endif
endmodule
