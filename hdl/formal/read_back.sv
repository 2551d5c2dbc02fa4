// Proof of what the host reads: carillon_host with its decoder and its read side (hdl/src/{host_side,read_back}.rs).
//
// Proved, for any accesses and anything that the other parts may show:
//   - `read_data` in the clock after `done` is the word of the register that was read, each field as it stood in the clock
//     of `done`; 0 where there is no such register, where it is only written, and after a write (but for an access that
//     a reset cuts short);
//   - it stays until the next access is executed;
//   - all 64 bits of now, and of the cursor, can be read without a lock: where a hart reads the high half, the low half and
//     the high half again, and both high halves agree, the two halves are those of one clock, that of the second read; no
//     matter what other accesses, of other harts, come between (a read changes nothing: registers.sv).
//
// Assumed: what host_side.svh says; now and the cursor never go back but by a clear (time_base.sv, cursor.sv), and none
// comes between the reads of one hart.
module read_back #(
    parameter WHEELS = 1,
    parameter FULL = 0,
    parameter PARAMS = 32'h2a1
) (
    input clock
);
`include "host_side.svh"
    (* hierconn *) wire [31:0] \chip.registers.scratch ;
    (* hierconn *) wire [7:0] \chip.registers.errors ;
    (* hierconn *) wire [3:0] \chip.registers.sequence_number ;
    (* hierconn *) wire [4:0] \chip.interrupt.state ;
    (* hierconn *) wire [4:0] \chip.interrupt.enables ;
    (* hierconn *) wire \chip.interrupt.attention ;
    (* hierconn *) wire [23:0] \chip.coalescing.settings ;
    (* hierconn *) wire [31:0] \chip.alarm.alarm_low ;
    (* hierconn *) wire [31:0] \chip.alarm.alarm_high ;

    // The map, in its own order. What a build lacks is not here().
    wire [31:0] event_word = {
        event_valid, event_late, event_more, \chip.interrupt.attention , 1'b0, \chip.registers.sequence_number ,
        event_wheel, event_slot
    };
    reg [31:0] word;
    always @* begin
        word = 0;
        case (address)
            0: word = 32'h4341524c;
            1: word = 32'h00000100;
            2: word = PARAMS;
            3: word = \chip.registers.scratch ;
            4: word = enable;
            5: word = {behind, fifo_full, event_valid, running, ready};
            6: word = prescale;
            8: word = now_low;
            9: word = now_high;
            10: word = cursor_low;
            11: word = cursor_high;
            14: word = event_valid ? event_word : event_word & 32'h10000000;
            15: word = event_valid ? event_tick : 0;
            17: word = \chip.interrupt.state ;
            18: word = \chip.interrupt.enables ;
            20: word = \chip.coalescing.settings ;
            21: word = \chip.registers.errors ;
            22: word = \chip.alarm.alarm_low ;
            23: word = \chip.alarm.alarm_high ;
        endcase
        if (address >= 24 && address < 32 && next_found) word = {next_found, 11'b0, next_distance};
        if (address >= 32 && address < 40) word = shown_size;
        if (address >= 40 && address < 48) word = shown_mode;
        if (write || !here(address)) word = 0;
    end

    reg answered = 0, past_done = 0, past_looking = 0, past_started = 0, past_clear = 1;
    reg [31:0] past_word, past_read;
    always @(posedge clock) begin
        past_started <= started;
        past_clear <= clear;
        past_done <= done;
        answered <= done && !past_reset;
        past_looking <= looking;
        past_word <= word;
        past_read <= read_data;
    end

    // A hart that reads a time in three reads; the solver chooses which reads are his, and which time it is.
    (* anyconst *) reg of_cursor;
    (* anyseq *) wire mine;
    wire [63:0] times = of_cursor ? {cursor_high, cursor_low} : {now_high, now_low};
    wire read_time = done && !past_reset && !write && mine && !clear && address[5:1] == (of_cursor ? 5 : 4);
    reg [1:0] reads = 0;
    // His reads are told apart in the clock after done, when he has the words.
    reg had_high = 0, had_low = 0;
    reg [31:0] first_high, low_read;
    reg [63:0] first_times, second_times, past_times;
    always @(posedge clock) begin
        past_times <= times;
        had_high <= read_time && address[0];
        had_low <= read_time && !address[0];
        if (had_high && reads == 0) begin
            reads <= 1;
            first_high <= read_data;
            first_times <= past_times;
        end
        if (had_low && reads == 1) begin
            reads <= 2;
            low_read <= read_data;
            second_times <= past_times;
        end
        if ((had_high && reads == 2) || clear) reads <= 0;
    end

    always @* begin
        if (!past_clear) assume (times >= past_times);
        if (started) begin
            if (answered) assert (read_data == past_word);
            if (past_started && !past_done && !past_looking) assert (read_data == past_read);
            if (had_high && reads == 2 && read_data == first_high && !clear) begin
                assert ({first_high, low_read} == second_times);
            end
`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (!(had_high && had_low) && (answered || !(had_high || had_low)));
            if (had_high) assert (past_word == past_times[63:32]);
            if (had_low) assert (past_word == past_times[31:0]);
            if (reads >= 1) assert (first_high == first_times[63:32]);
            if (reads == 1) assert (first_times <= past_times);
            if (reads == 2) assert (low_read == second_times[31:0] && first_times <= second_times);
            if (reads == 2) assert (second_times <= past_times);
            assert (reads <= 2);
`endif
        end
    end

    reg shown = 0;
    always @(posedge clock) shown <= shown || (past_done && read_data == 32'h4341524c);
    always @* if (started) begin
        cover (shown && past_done && read_data == 32'hf02a4);
        cover (past_done && !failed && read_data == 32'h10000000);
        cover (past_done && past_looking && read_data == 32'h80000123);
        cover (had_high && reads == 2 && read_data != first_high);
        cover (had_high && reads == 2 && read_data == first_high);
    end
endmodule
