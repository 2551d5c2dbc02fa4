// Proof of how the parts of carillon_core are joined (hdl/src/counter_chip.rs): that what one part's proof assumes is what
// another's proves.
//
// Proved:
//   - each input of a part of the core is the output of the part whose header promises it, in the same clock; one `clear`
//     reaches all parts, one clock after a reset;
//   - the wheels' reader is the host in the clock of an access, then a command, then the cascade; no access meets a command's
//     look-up; in a cascade at least every second clock is the cascade's;
//   - the host's wheel is selected in the clock before its size is written, and its word and index stand;
//   - the bit that AUTO_CLEAR clears is that of the cursor's last event, and stays until it is cleared;
//   - the cursor's ticks that the host reads are those of the cursor, but stand at the tick before during a cascade.
//
// Assumed: the register bus, as register_bus.sv says: executes are at least four clocks apart (but after a reset), and none
// comes in the clock after one; what is written stands between them.
module integration #(
    parameter SEVERAL = 0
) (
    input clock,
    input reset,
    input execute,
    input write,
    input whole,
    input [5:0] address,
    input [31:0] data
);
    wire irq, done, failed;
    wire [31:0] read_data;

    carillon_core chip (
        .clock(clock), .reset(reset), .irq(irq), .execute(execute), .write(write), .whole(whole), .address(address),
        .data(data), .done(done), .failed(failed), .read_data(read_data)
    );

    // The ports of the parts. Yosys joins these with the wires of these names when it flattens the design.
    (* hierconn *) wire \chip.host.clear ;
    (* hierconn *) wire \chip.time_base.clear ;
    (* hierconn *) wire \chip.wheels.clear ;
    (* hierconn *) wire \chip.arming.clear ;
    (* hierconn *) wire \chip.late_check.clear ;
    (* hierconn *) wire \chip.look_ahead.clear ;
    (* hierconn *) wire \chip.cursor.clear ;
    (* hierconn *) wire \chip.cascade.clear ;
    (* hierconn *) wire \chip.event_fifo.clear ;
    (* hierconn *) wire \chip.time_base.enable ;
    (* hierconn *) wire \chip.host.enable ;
    (* hierconn *) wire [23:0] \chip.time_base.prescale ;
    (* hierconn *) wire [23:0] \chip.host.prescale ;
    (* hierconn *) wire \chip.cursor.running ;
    (* hierconn *) wire \chip.host.running ;
    (* hierconn *) wire [31:0] \chip.cursor.now_low ;
    (* hierconn *) wire [31:0] \chip.time_base.now_low ;
    (* hierconn *) wire [31:0] \chip.cursor.now_high ;
    (* hierconn *) wire [31:0] \chip.time_base.now_high ;
    (* hierconn *) wire [2:0] \chip.wheels.index ;
    (* hierconn *) wire [2:0] \chip.host.wheel_index ;
    (* hierconn *) wire \chip.wheels.write_size ;
    (* hierconn *) wire \chip.host.write_size ;
    (* hierconn *) wire \chip.wheels.write_mode ;
    (* hierconn *) wire \chip.host.write_mode ;
    (* hierconn *) wire [2:0] \chip.wheels.visited ;
    (* hierconn *) wire [2:0] \chip.cascade.wheel ;
    (* hierconn *) wire [2:0] \chip.wheels.late_check_select ;
    (* hierconn *) wire [2:0] \chip.late_check.late_check_wheel ;
    (* hierconn *) wire \chip.wheels.step ;
    (* hierconn *) wire \chip.cascade.step ;
    (* hierconn *) wire [2:0] \chip.wheels.step_wheel ;
    (* hierconn *) wire [19:0] \chip.wheels.step_slot ;
    (* hierconn *) wire [19:0] \chip.cascade.step_slot ;
    (* hierconn *) wire [7:0] \chip.wheels.step_lap ;
    (* hierconn *) wire [7:0] \chip.cascade.step_lap ;
    (* hierconn *) wire \chip.arming.arm ;
    (* hierconn *) wire \chip.host.arm ;
    (* hierconn *) wire \chip.arming.disarm ;
    (* hierconn *) wire \chip.host.disarm ;
    (* hierconn *) wire [2:0] \chip.arming.wheel ;
    (* hierconn *) wire [2:0] \chip.host.wheel ;
    (* hierconn *) wire [19:0] \chip.arming.slot ;
    (* hierconn *) wire [19:0] \chip.host.slot ;
    (* hierconn *) wire [7:0] \chip.arming.lap ;
    (* hierconn *) wire [7:0] \chip.host.lap ;
    (* hierconn *) wire \chip.arming.selected_present ;
    (* hierconn *) wire \chip.wheels.selected_present ;
    (* hierconn *) wire [20:0] \chip.arming.selected_size ;
    (* hierconn *) wire [20:0] \chip.wheels.selected_size ;
    (* hierconn *) wire [15:0] \chip.arming.selected_base ;
    (* hierconn *) wire [15:0] \chip.wheels.selected_base ;
    (* hierconn *) wire \chip.arming.clear_request ;
    (* hierconn *) wire \chip.cursor.clear_bit ;
    (* hierconn *) wire \chip.busy_bits.write_enable ;
    (* hierconn *) wire \chip.arming.write_enable ;
    (* hierconn *) wire [19:0] \chip.busy_bits.write_address ;
    (* hierconn *) wire [19:0] \chip.arming.write_address ;
    (* hierconn *) wire \chip.busy_bits.write_data ;
    (* hierconn *) wire \chip.arming.write_data ;
    (* hierconn *) wire \chip.busy_bits.whole ;
    (* hierconn *) wire \chip.arming.write_whole ;
    (* hierconn *) wire \chip.cursor.pause ;
    (* hierconn *) wire \chip.arming.pause_reading ;
    (* hierconn *) wire [15:0] \chip.busy_bits.read_address ;
    (* hierconn *) wire [15:0] \chip.cursor.word_address ;
    (* hierconn *) wire \chip.late_check.armed ;
    (* hierconn *) wire \chip.arming.written_arm ;
    (* hierconn *) wire [2:0] \chip.late_check.wheel ;
    (* hierconn *) wire [2:0] \chip.arming.written_wheel ;
    (* hierconn *) wire [19:0] \chip.late_check.slot ;
    (* hierconn *) wire [19:0] \chip.arming.written_slot ;
    (* hierconn *) wire [7:0] \chip.late_check.lap ;
    (* hierconn *) wire [7:0] \chip.arming.written_lap ;
    (* hierconn *) wire [19:0] \chip.late_check.next_slot ;
    (* hierconn *) wire [19:0] \chip.cursor.next_slot ;
    (* hierconn *) wire [7:0] \chip.late_check.next_lap ;
    (* hierconn *) wire [7:0] \chip.cursor.lap ;
    (* hierconn *) wire [19:0] \chip.late_check.upper_slot ;
    (* hierconn *) wire [19:0] \chip.wheels.late_check_slot ;
    (* hierconn *) wire [7:0] \chip.late_check.upper_lap ;
    (* hierconn *) wire [7:0] \chip.wheels.late_check_lap ;
    (* hierconn *) wire \chip.late_check.room ;
    (* hierconn *) wire \chip.event_fifo.room ;
    (* hierconn *) wire \chip.late_check.late_taken ;
    (* hierconn *) wire \chip.event_fifo.late_taken ;
    (* hierconn *) wire [15:0] \chip.cursor.word_data ;
    (* hierconn *) wire [15:0] \chip.busy_bits.read_data ;
    (* hierconn *) wire [19:0] \chip.cursor.last_slot ;
    (* hierconn *) wire [19:0] \chip.wheels.last_slot ;
    (* hierconn *) wire \chip.cursor.hold ;
    (* hierconn *) wire \chip.wheels.hold ;
    (* hierconn *) wire \chip.cursor.auto_clear ;
    (* hierconn *) wire \chip.wheels.auto_clear ;
    (* hierconn *) wire \chip.cursor.room ;
    (* hierconn *) wire \chip.cursor.acknowledged ;
    (* hierconn *) wire \chip.event_fifo.acknowledged ;
    (* hierconn *) wire \chip.cursor.cleared ;
    (* hierconn *) wire \chip.arming.cleared ;
    (* hierconn *) wire \chip.cursor.cascading ;
    (* hierconn *) wire \chip.cascade.cascading ;
    (* hierconn *) wire \chip.cursor.cascade_upper ;
    (* hierconn *) wire \chip.cascade.upper ;
    (* hierconn *) wire \chip.cursor.cascade_ask ;
    (* hierconn *) wire \chip.cascade.ask ;
    (* hierconn *) wire [15:0] \chip.cursor.cascade_word ;
    (* hierconn *) wire [15:0] \chip.cascade.word ;
    (* hierconn *) wire [3:0] \chip.cursor.cascade_offset ;
    (* hierconn *) wire [3:0] \chip.cascade.offset ;
    (* hierconn *) wire \chip.cascade.start ;
    (* hierconn *) wire \chip.cursor.ready_for_cascade ;
    (* hierconn *) wire [3:0] \chip.cascade.count ;
    (* hierconn *) wire [3:0] \chip.wheels.count ;
    (* hierconn *) wire [20:0] \chip.cascade.selected_size ;
    (* hierconn *) wire [15:0] \chip.cascade.selected_base ;
    (* hierconn *) wire [19:0] \chip.cascade.selected_slot ;
    (* hierconn *) wire [19:0] \chip.wheels.selected_slot ;
    (* hierconn *) wire [7:0] \chip.cascade.selected_lap ;
    (* hierconn *) wire [7:0] \chip.wheels.selected_lap ;
    (* hierconn *) wire \chip.cascade.taken ;
    (* hierconn *) wire \chip.cursor.cascade_taken ;
    (* hierconn *) wire \chip.cascade.done ;
    (* hierconn *) wire \chip.cursor.cascade_done ;
    (* hierconn *) wire \chip.cascade.again ;
    (* hierconn *) wire \chip.cursor.cascade_again ;
    (* hierconn *) wire \chip.event_fifo.take ;
    (* hierconn *) wire \chip.cursor.event_commit ;
    (* hierconn *) wire \chip.event_fifo.take_held ;
    (* hierconn *) wire [2:0] \chip.event_fifo.wheel ;
    (* hierconn *) wire \chip.event_fifo.late ;
    (* hierconn *) wire \chip.late_check.late ;
    (* hierconn *) wire [2:0] \chip.event_fifo.late_wheel ;
    (* hierconn *) wire [2:0] \chip.late_check.late_wheel ;
    (* hierconn *) wire [19:0] \chip.event_fifo.late_slot ;
    (* hierconn *) wire [19:0] \chip.late_check.late_slot ;
    (* hierconn *) wire [31:0] \chip.event_fifo.push_tick ;
    (* hierconn *) wire [31:0] \chip.cursor.ticks_low ;
    (* hierconn *) wire [31:0] \chip.cursor.ticks_high ;
    (* hierconn *) wire [31:0] \chip.cursor_low ;
    (* hierconn *) wire [31:0] \chip.cursor_high ;
    (* hierconn *) wire [31:0] \chip.host.time_word ;
    (* hierconn *) wire [1:0] \chip.host.which_time ;
    (* hierconn *) wire \chip.host.ask_time ;
    (* hierconn *) wire \chip.host.time_done ;
    (* hierconn *) wire \chip.event_fifo.pop ;
    (* hierconn *) wire \chip.host.pop ;
    (* hierconn *) wire \chip.host.ready ;
    (* hierconn *) wire \chip.arming.ready ;
    (* hierconn *) wire \chip.host.arm_refused ;
    (* hierconn *) wire \chip.arming.refused ;
    (* hierconn *) wire \chip.host.size_refused ;
    (* hierconn *) wire \chip.wheels.size_refused ;
    (* hierconn *) wire \chip.host.late_lost ;
    (* hierconn *) wire \chip.late_check.late_lost ;
    (* hierconn *) wire \chip.host.event_valid ;
    (* hierconn *) wire \chip.event_fifo.valid ;
    (* hierconn *) wire \chip.host.event_more ;
    (* hierconn *) wire \chip.event_fifo.more ;
    (* hierconn *) wire \chip.host.event_late ;
    (* hierconn *) wire \chip.event_fifo.head_late ;
    (* hierconn *) wire [2:0] \chip.host.event_wheel ;
    (* hierconn *) wire [2:0] \chip.event_fifo.head_wheel ;
    (* hierconn *) wire [19:0] \chip.host.event_slot ;
    (* hierconn *) wire [19:0] \chip.event_fifo.head_slot ;
    (* hierconn *) wire [31:0] \chip.host.event_tick ;
    (* hierconn *) wire [31:0] \chip.event_fifo.head_tick ;
    (* hierconn *) wire [10:0] \chip.host.event_level ;
    (* hierconn *) wire [10:0] \chip.event_fifo.entries ;
    (* hierconn *) wire [31:0] \chip.host.now_low ;
    (* hierconn *) wire [31:0] \chip.host.now_high ;
    (* hierconn *) wire \chip.host.tick ;
    (* hierconn *) wire \chip.time_base.tick_now ;
    (* hierconn *) wire \chip.host.half_period ;
    (* hierconn *) wire \chip.time_base.half_period ;
    (* hierconn *) wire \chip.cascade.granted ;
    (* hierconn *) wire [2:0] \chip.wheels.select ;
    (* hierconn *) wire \chip.arming.selects ;
    (* hierconn *) wire [2:0] \chip.arming.select_wheel ;
    (* hierconn *) wire [19:0] \chip.arming.clear_address ;
    (* hierconn *) wire [19:0] \chip.cursor.event_slot ;
    (* hierconn *) wire [19:0] \chip.cascade.slot ;
    (* hierconn *) wire [19:0] \chip.event_fifo.slot ;
    (* hierconn *) wire \chip.arming.pause_clearing ;
    (* hierconn *) wire [31:0] \chip.wheels.data ;
    (* hierconn *) wire \chip.clearing ;
    (* hierconn *) wire \chip.host.soft_reset ;
    (* hierconn *) wire \chip.host.register_file.acting ;
    (* hierconn *) wire \chip.host.register_file.executed ;
    (* hierconn *) wire \chip.host.registers.started ;

    reg started = 0, past_reset = 1, past_soft = 0, past_execute = 0, past_granted = 1, past_commit = 0, told = 0;
    reg past_clear = 0;
    reg [1:0] since = 3;
    reg [39:0] request;
    reg [2:0] past_select, past_index;
    reg [19:0] event_address, past_address;
    // With several wheels the host sees the ticks a clock later.
    reg [63:0] finished = 0;
    wire [63:0] ticks = {\chip.cursor.ticks_high , \chip.cursor.ticks_low };
    wire [63:0] now = {\chip.time_base.now_high , \chip.time_base.now_low };
    wire [63:0] time_asked = !\chip.host.which_time [1] ? now : SEVERAL ? finished : ticks;
    always @(posedge clock) begin
        started <= 1;
        past_reset <= reset;
        past_soft <= \chip.host.soft_reset ;
        past_clear <= \chip.clearing ;
        past_execute <= execute;
        past_granted <= \chip.cascade.granted ;
        past_select <= \chip.wheels.select ;
        past_index <= \chip.wheels.index ;
        since <= reset ? 3 : execute ? 0 : since == 3 ? 3 : since + 1;
        told <= told || execute;
        if (execute) request <= {write, whole, address, data};
        past_commit <= \chip.cursor.event_commit ;
        event_address <= \chip.cascade.upper ? {\chip.cascade.word , \chip.cascade.offset } : \chip.cursor.event_slot ;
        past_address <= \chip.arming.clear_address ;
        if (!\chip.cascade.cascading ) finished <= ticks;
    end

    always @* begin
        if (!started) assume (reset);
        assume (!execute || (since == 3 && !past_reset && !reset));
        if (told && !execute) assume ({write, whole, address, data} == request);

        assert (\chip.host.clear == \chip.clearing );
        assert (\chip.time_base.clear == \chip.clearing );
        assert (\chip.wheels.clear == \chip.clearing );
        assert (\chip.arming.clear == \chip.clearing );
        assert (\chip.late_check.clear == \chip.clearing );
        assert (\chip.look_ahead.clear == \chip.clearing );
        assert (\chip.cursor.clear == \chip.clearing );
        assert (\chip.cascade.clear == \chip.clearing );
        assert (\chip.event_fifo.clear == \chip.clearing );
        assert (\chip.time_base.enable == \chip.host.enable );
        assert (\chip.time_base.prescale == \chip.host.prescale );
        assert (\chip.cursor.running == \chip.host.running );
        assert (\chip.cursor.now_low == \chip.time_base.now_low );
        assert (\chip.cursor.now_high == \chip.time_base.now_high );
        assert ({\chip.cursor_high , \chip.cursor_low } == (SEVERAL ? finished : ticks));
        assert (\chip.host.time_done == \chip.host.ask_time );
        assert (\chip.host.time_word == (\chip.host.which_time [0] ? time_asked[63:32] : time_asked[31:0]));
        assert (\chip.wheels.index == \chip.host.wheel_index );
        assert (\chip.wheels.write_size == \chip.host.write_size );
        assert (\chip.wheels.write_mode == \chip.host.write_mode );
        assert (\chip.wheels.visited == \chip.cascade.wheel );
        assert (\chip.wheels.late_check_select == \chip.late_check.late_check_wheel );
        assert (\chip.wheels.step == \chip.cascade.step );
        assert (\chip.wheels.step_wheel == \chip.cascade.wheel );
        assert (\chip.wheels.step_slot == \chip.cascade.step_slot );
        assert (\chip.wheels.step_lap == \chip.cascade.step_lap );
        assert (\chip.arming.arm == \chip.host.arm );
        assert (\chip.arming.disarm == \chip.host.disarm );
        assert (\chip.arming.wheel == \chip.host.wheel );
        assert (\chip.arming.slot == \chip.host.slot );
        assert (\chip.arming.lap == \chip.host.lap );
        assert (\chip.arming.selected_present == \chip.wheels.selected_present );
        assert (\chip.arming.selected_size == \chip.wheels.selected_size );
        assert (\chip.arming.selected_base == \chip.wheels.selected_base );
        assert (\chip.arming.clear_request == \chip.cursor.clear_bit );
        assert (\chip.busy_bits.write_enable == \chip.arming.write_enable );
        assert (\chip.busy_bits.write_address == \chip.arming.write_address );
        assert (\chip.busy_bits.write_data == \chip.arming.write_data );
        assert (\chip.busy_bits.whole == \chip.arming.write_whole );
        assert (\chip.cursor.pause == \chip.arming.pause_reading );
        assert (\chip.busy_bits.read_address == \chip.cursor.word_address );
        assert (\chip.late_check.armed == \chip.arming.written_arm );
        assert (\chip.late_check.wheel == \chip.arming.written_wheel );
        assert (\chip.late_check.slot == \chip.arming.written_slot );
        assert (\chip.late_check.lap == \chip.arming.written_lap );
        assert (\chip.late_check.next_slot == \chip.cursor.next_slot );
        assert (\chip.late_check.next_lap == \chip.cursor.lap );
        assert (\chip.late_check.upper_slot == \chip.wheels.late_check_slot );
        assert (\chip.late_check.upper_lap == \chip.wheels.late_check_lap );
        assert (\chip.late_check.room == \chip.event_fifo.room );
        assert (\chip.late_check.late_taken == \chip.event_fifo.late_taken );
        assert (\chip.cursor.word_data == \chip.busy_bits.read_data );
        assert (\chip.cursor.last_slot == \chip.wheels.last_slot );
        assert (\chip.cursor.hold == \chip.wheels.hold );
        assert (\chip.cursor.auto_clear == \chip.wheels.auto_clear );
        assert (\chip.cursor.room == \chip.event_fifo.room );
        assert (\chip.cursor.acknowledged == \chip.event_fifo.acknowledged );
        assert (\chip.cursor.cleared == \chip.arming.cleared );
        assert (\chip.cursor.cascading == \chip.cascade.cascading );
        assert (\chip.cursor.cascade_upper == \chip.cascade.upper );
        assert (\chip.cursor.cascade_ask == \chip.cascade.ask );
        assert (\chip.cursor.cascade_word == \chip.cascade.word );
        assert (\chip.cursor.cascade_offset == \chip.cascade.offset );
        assert (\chip.cascade.start == \chip.cursor.ready_for_cascade );
        assert (\chip.cascade.count == \chip.wheels.count );
        assert (\chip.cascade.selected_size == \chip.wheels.selected_size );
        assert (\chip.cascade.selected_base == \chip.wheels.selected_base );
        assert (\chip.cascade.selected_slot == \chip.wheels.selected_slot );
        assert (\chip.cascade.selected_lap == \chip.wheels.selected_lap );
        assert (\chip.cascade.taken == \chip.cursor.cascade_taken );
        assert (\chip.cascade.done == \chip.cursor.cascade_done );
        assert (\chip.cascade.again == \chip.cursor.cascade_again );
        assert (\chip.event_fifo.take == \chip.cursor.event_commit );
        assert (\chip.event_fifo.take_held == \chip.wheels.hold );
        assert (\chip.event_fifo.wheel == \chip.cascade.wheel );
        assert (\chip.event_fifo.late == \chip.late_check.late );
        assert (\chip.event_fifo.late_wheel == \chip.late_check.late_wheel );
        assert (\chip.event_fifo.late_slot == \chip.late_check.late_slot );
        assert (\chip.event_fifo.push_tick == \chip.cursor.ticks_low );
        assert (\chip.event_fifo.pop == \chip.host.pop );
        assert (\chip.host.ready == \chip.arming.ready );
        assert (\chip.host.arm_refused == \chip.arming.refused );
        assert (\chip.host.size_refused == \chip.wheels.size_refused );
        assert (\chip.host.late_lost == \chip.late_check.late_lost );
        assert (\chip.host.event_valid == \chip.event_fifo.valid );
        assert (\chip.host.event_more == \chip.event_fifo.more );
        assert (\chip.host.event_late == \chip.event_fifo.head_late );
        assert (\chip.host.event_wheel == \chip.event_fifo.head_wheel );
        assert (\chip.host.event_slot == \chip.event_fifo.head_slot );
        assert (\chip.host.event_tick == \chip.event_fifo.head_tick );
        assert (\chip.host.event_level == \chip.event_fifo.entries );
        assert (\chip.host.now_low == \chip.time_base.now_low );
        assert (\chip.host.now_high == \chip.time_base.now_high );
        assert (\chip.host.tick == \chip.time_base.tick_now );
        assert (\chip.host.half_period == \chip.time_base.half_period );
        assert (\chip.wheels.data == data);
        assert (\chip.event_fifo.slot == (\chip.cascade.upper ? \chip.cascade.slot : \chip.cursor.event_slot ));
        if (started) begin
            assert (\chip.clearing == (past_reset || past_soft));

            // One reader at a time.
            assert (\chip.cascade.granted == !(execute || \chip.arming.selects ));
            assert (\chip.wheels.select == (execute ? \chip.wheels.index : \chip.arming.selects ? \chip.arming.select_wheel
                : \chip.cascade.wheel ));
            assert (!(execute && \chip.arming.selects ));
            if (\chip.cascade.cascading ) assert (\chip.cascade.granted || past_granted);
            if (\chip.wheels.write_size ) assert (past_execute && past_select == \chip.wheels.index
                && past_index == \chip.wheels.index && data == request[31:0]);
            assert (!(\chip.wheels.write_size && \chip.cursor.running ));

            // The bit to clear.
            if (past_commit) assert (\chip.arming.clear_address == event_address);
            else assert (\chip.arming.clear_address == past_address);

            // Invariants for the induction.
            if (\chip.host.register_file.acting || \chip.host.register_file.executed ) assert (past_execute);
            if (past_execute) assert (told && (since == 0 || past_reset));
            if (\chip.arming.selects ) assert (since == 1 || past_reset);
            if (past_reset) assert (since == 3);
            if (told && past_execute) assert (past_index == request[34:32]);
        end
    end

    // Accesses are possible.
    always @* if (started) cover (\chip.wheels.write_size && \chip.wheels.index == 0 && data == 100);
endmodule
