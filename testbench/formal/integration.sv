// Proof of how the parts of carillon_counter are joined (hdl/src/counter_chip/core.rs): that what one part's proof
// assumes is what another's proves.
//
// Proved:
//   - each input of a part of the core is the output of the part whose header promises it, in the same clock; one
//     `clear` reaches all parts, one clock after a reset;
//   - the wheels' reader is the host in the clock of an access and while NEXT is asked for, then a command, then the
//     cascade; no access meets a command's look-up; the cascade is never kept from the wheels for more than five
//     clocks;
//   - the host's wheel is selected in the clock before its size is written, and its word and index stand; a size is
//     stored only before the first start, with the first position;
//   - no event is given a slot beyond the memory's;
//   - NEXT is asked for once, of a settled position, of the wheel selected in the clock before, within three clocks of
//     the host's question; the cursor is never unsettled for more than three clocks;
//   - the bit that AUTO_CLEAR clears is that of the cursor's last event, and stays until it is cleared;
//   - no command comes while an arm has still to be judged or refused, nor in the two clocks after, and only when
//     `ready`; the arm's lap stands until the clock after its judgement; no word of time is asked
//     for while another is, nor in a reset or in the clock after it, and no access comes meanwhile;
//   - until `ready` no tick comes and none is passed; while the memory is swept, `visited` is the inverted position of
//     two clocks before, which goes on from 0 with each clock.
//
// Assumed: the register bus, as register_bus.sv says: executes are at least four clocks apart (but after a reset), none
// comes before the one before has been done, nor in the clock after that or after a reset; what is written stands
// between them.
module integration #(
    parameter SLOT_BITS = 10,
    parameter FIFO_BITS = 1,
    parameter SINGLE_PORT = 0
) (
    input clock,
    input reset,
    input execute,
    input write,
    input whole,
    input [5:0] address,
    input [31:0] data
);
    localparam [20:0] CAPACITY = 1 << SLOT_BITS;
    localparam [19:0] MASK = CAPACITY - 1;
    wire irq, done, failed;
    wire [31:0] read_data;

    // `SEVERAL` wheels, and all options.
`ifdef SEVERAL
    localparam FULL = 1;
`else
    localparam FULL = 0;
`endif
    carillon_counter #(
        .WHEELS(FULL ? 4 : 1), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .ALARM(FULL), .LOOK_AHEAD(FULL),
        .COALESCING(FULL), .WHEEL_MODES(FULL), .SINGLE_PORT(SINGLE_PORT)
    ) chip (
        .clock(clock), .reset(reset), .irq(irq), .bus_execute(execute), .bus_write(write), .bus_whole(whole),
            .bus_address(address),
        .bus_data(data), .bus_done(done), .bus_failed(failed), .bus_read_data(read_data)
    );

    // The ports of the parts. Yosys joins these with the wires of these names when it flattens the design.
    (* hierconn *) wire \chip.host.clear ;
    (* hierconn *) wire \chip.time_base.clear ;
    (* hierconn *) wire \chip.tick_counts.clear ;
    (* hierconn *) wire \chip.backlog.clear ;
    (* hierconn *) wire \chip.wheels.clear ;
    (* hierconn *) wire \chip.arming.clear ;
    (* hierconn *) wire \chip.late_check.clear ;
    (* hierconn *) wire \chip.cursor.clear ;
    (* hierconn *) wire \chip.event_fifo.clear ;
    (* hierconn *) wire \chip.clearing ;
    (* hierconn *) wire \chip.time_base.enable ;
    (* hierconn *) wire \chip.host.enable ;
    (* hierconn *) wire [23:0] \chip.time_base.prescale ;
    (* hierconn *) wire [23:0] \chip.host.prescale ;
    (* hierconn *) wire \chip.tick_counts.tick ;
    (* hierconn *) wire \chip.backlog.tick ;
    (* hierconn *) wire \chip.host.tick ;
    (* hierconn *) wire \chip.time_base.tick ;
    (* hierconn *) wire \chip.tick_counts.walked ;
    (* hierconn *) wire \chip.backlog.walked ;
    (* hierconn *) wire \chip.cursor.walked ;
    (* hierconn *) wire \chip.tick_counts.skipped ;
    (* hierconn *) wire \chip.backlog.skipped ;
    (* hierconn *) wire \chip.cursor.skipped ;
    (* hierconn *) wire \chip.tick_counts.fewer ;
    (* hierconn *) wire \chip.backlog.fewer ;
    (* hierconn *) wire \chip.cursor.fewer ;
    (* hierconn *) wire \chip.tick_counts.starts_cascade ;
    (* hierconn *) wire \chip.cursor.starts_cascade ;
    (* hierconn *) wire \chip.tick_counts.cascading ;
    (* hierconn *) wire \chip.cursor.cascading ;
    (* hierconn *) wire \chip.tick_counts.wants_aside ;
    (* hierconn *) wire \chip.backlog.wants_aside ;
    (* hierconn *) wire \chip.tick_counts.wants_back ;
    (* hierconn *) wire \chip.backlog.wants_back ;
    (* hierconn *) wire \chip.tick_counts.ask ;
    (* hierconn *) wire \chip.host.ask_time ;
    (* hierconn *) wire \chip.host.time_done ;
    (* hierconn *) wire \chip.tick_counts.answered ;
    (* hierconn *) wire [31:0] \chip.host.time_word ;
    (* hierconn *) wire [31:0] \chip.tick_counts.word ;
    (* hierconn *) wire \chip.host.half_period ;
    (* hierconn *) wire \chip.tick_counts.half_period ;
    (* hierconn *) wire \chip.backlog.any_aside ;
    (* hierconn *) wire \chip.tick_counts.any_aside ;
    (* hierconn *) wire \chip.backlog.exchanged ;
    (* hierconn *) wire \chip.tick_counts.exchanged ;
    (* hierconn *) wire \chip.cursor.running ;
    (* hierconn *) wire \chip.host.running ;
    (* hierconn *) wire \chip.cursor.some ;
    (* hierconn *) wire \chip.backlog.some ;
    (* hierconn *) wire \chip.cursor.eight ;
    (* hierconn *) wire \chip.backlog.eight ;
    (* hierconn *) wire \chip.cursor.far ;
    (* hierconn *) wire \chip.backlog.far ;
    (* hierconn *) wire \chip.cursor.carry_waits ;
    (* hierconn *) wire \chip.tick_counts.carry_waits ;
    (* hierconn *) wire \chip.cursor.carry_urgent ;
    (* hierconn *) wire \chip.tick_counts.carry_urgent ;
    (* hierconn *) wire [2:0] \chip.wheels.index ;
    (* hierconn *) wire [2:0] \chip.host.wheel_index ;
    (* hierconn *) wire \chip.wheels.write_size ;
    (* hierconn *) wire \chip.host.write_size ;
    (* hierconn *) wire \chip.wheels.write_mode ;
    (* hierconn *) wire \chip.host.write_mode ;
    (* hierconn *) wire [2:0] \chip.wheels.visited ;
    (* hierconn *) wire [2:0] \chip.wheels.step_wheel ;
    (* hierconn *) wire [2:0] \chip.event_fifo.wheel ;
    (* hierconn *) wire [2:0] \chip.wheels.late_check_select ;
    (* hierconn *) wire [2:0] \chip.late_check.late_check_wheel ;
    (* hierconn *) wire \chip.wheels.step ;
    (* hierconn *) wire [19:0] \chip.wheels.step_slot ;
    (* hierconn *) wire [7:0] \chip.wheels.step_lap ;
    (* hierconn *) wire \chip.arming.arm ;
    (* hierconn *) wire \chip.host.arm ;
    (* hierconn *) wire \chip.arming.disarm ;
    (* hierconn *) wire \chip.host.disarm ;
    (* hierconn *) wire [2:0] \chip.arming.wheel ;
    (* hierconn *) wire [2:0] \chip.host.wheel ;
    (* hierconn *) wire [19:0] \chip.arming.slot ;
    (* hierconn *) wire [19:0] \chip.host.slot ;
    (* hierconn *) wire [7:0] \chip.host.lap ;
    (* hierconn *) wire \chip.arming.selected_present ;
    (* hierconn *) wire \chip.wheels.selected_present ;
    (* hierconn *) wire [19:0] \chip.arming.selected_last ;
    (* hierconn *) wire [19:0] \chip.wheels.selected_last ;
    (* hierconn *) wire [20:0] \chip.wheels.selected_size ;
    (* hierconn *) wire [15:0] \chip.arming.selected_base ;
    (* hierconn *) wire [15:0] \chip.wheels.selected_base ;
    (* hierconn *) wire [19:0] \chip.cursor.last_slot ;
    (* hierconn *) wire [19:0] \chip.wheels.last_slot ;
    (* hierconn *) wire [19:0] \chip.arming.swept ;
    (* hierconn *) wire [19:0] \chip.late_check.next_slot ;
    (* hierconn *) wire [19:0] \chip.cursor.visited ;
    (* hierconn *) wire \chip.arming.clear_request ;
    (* hierconn *) wire \chip.cursor.clear_bit ;
    (* hierconn *) wire \chip.cursor.sweeping ;
    (* hierconn *) wire \chip.arming.sweeping ;
    (* hierconn *) wire \chip.cursor.pause ;
    (* hierconn *) wire \chip.arming.pause_reading ;
    (* hierconn *) wire \chip.cursor.cleared ;
    (* hierconn *) wire \chip.arming.cleared ;
    (* hierconn *) wire \chip.busy_bits.write_enable ;
    (* hierconn *) wire \chip.arming.write_enable ;
    (* hierconn *) wire [19:0] \chip.busy_bits.write_address ;
    (* hierconn *) wire [19:0] \chip.arming.write_address ;
    (* hierconn *) wire \chip.busy_bits.write_data ;
    (* hierconn *) wire \chip.arming.write_data ;
    (* hierconn *) wire \chip.busy_bits.whole ;
    (* hierconn *) wire \chip.arming.write_whole ;
    (* hierconn *) wire [15:0] \chip.busy_bits.read_word ;
    (* hierconn *) wire [15:0] \chip.cursor.read_word ;
    (* hierconn *) wire [19:0] \chip.busy_bits.look_address ;
    (* hierconn *) wire [19:0] \chip.cursor.look_address ;
    (* hierconn *) wire \chip.cursor.slot_busy ;
    (* hierconn *) wire \chip.busy_bits.slot_busy ;
    (* hierconn *) wire \chip.cursor.word_busy ;
    (* hierconn *) wire \chip.busy_bits.word_busy ;
    (* hierconn *) wire \chip.late_check.armed ;
    (* hierconn *) wire \chip.arming.written_arm ;
    (* hierconn *) wire [2:0] \chip.late_check.wheel ;
    (* hierconn *) wire [2:0] \chip.arming.written_wheel ;
    (* hierconn *) wire [19:0] \chip.late_check.slot ;
    (* hierconn *) wire [19:0] \chip.arming.written_slot ;
    (* hierconn *) wire [7:0] \chip.late_check.lap ;
    (* hierconn *) wire [7:0] \chip.late_check.next_lap ;
    (* hierconn *) wire [7:0] \chip.cursor.lap ;
    (* hierconn *) wire \chip.late_check.settled ;
    (* hierconn *) wire \chip.cursor.settled ;
    (* hierconn *) wire [19:0] \chip.late_check.upper_slot ;
    (* hierconn *) wire [19:0] \chip.wheels.late_check_slot ;
    (* hierconn *) wire [7:0] \chip.late_check.upper_lap ;
    (* hierconn *) wire [7:0] \chip.wheels.late_check_lap ;
    (* hierconn *) wire \chip.late_check.room ;
    (* hierconn *) wire \chip.cursor.room ;
    (* hierconn *) wire \chip.event_fifo.room ;
    (* hierconn *) wire \chip.late_check.late_taken ;
    (* hierconn *) wire \chip.event_fifo.late_taken ;
    (* hierconn *) wire \chip.host.arm_judged ;
    (* hierconn *) wire \chip.late_check.judged ;
    (* hierconn *) wire \chip.cursor.hold ;
    (* hierconn *) wire \chip.event_fifo.take_held ;
    (* hierconn *) wire \chip.wheels.hold ;
    (* hierconn *) wire \chip.cursor.auto_clear ;
    (* hierconn *) wire \chip.wheels.auto_clear ;
    (* hierconn *) wire \chip.cursor.acknowledged ;
    (* hierconn *) wire \chip.event_fifo.acknowledged ;
    (* hierconn *) wire \chip.cursor.cascade_upper ;
    (* hierconn *) wire \chip.cursor.cascade_ask ;
    (* hierconn *) wire \chip.cursor.ready_for_cascade ;
    (* hierconn *) wire [3:0] \chip.wheels.count ;
    (* hierconn *) wire [19:0] \chip.wheels.selected_slot ;
    (* hierconn *) wire [7:0] \chip.wheels.selected_lap ;
    (* hierconn *) wire \chip.cursor.cascade_taken ;
    (* hierconn *) wire \chip.cursor.cascade_done ;
    (* hierconn *) wire \chip.cursor.cascade_again ;
    (* hierconn *) wire \chip.event_fifo.take ;
    (* hierconn *) wire \chip.cursor.commit ;
    (* hierconn *) wire \chip.event_fifo.late ;
    (* hierconn *) wire \chip.late_check.late ;
    (* hierconn *) wire [2:0] \chip.event_fifo.late_wheel ;
    (* hierconn *) wire [2:0] \chip.late_check.late_wheel ;
    (* hierconn *) wire [19:0] \chip.event_fifo.late_slot ;
    (* hierconn *) wire [19:0] \chip.late_check.late_slot ;
    (* hierconn *) wire [31:0] \chip.event_fifo.push_tick ;
    (* hierconn *) wire [31:0] \chip.tick_counts.cursor_tick ;
    (* hierconn *) wire \chip.event_fifo.pop ;
    (* hierconn *) wire \chip.host.pop ;
    (* hierconn *) wire [3:0] \chip.host.event_sequence ;
    (* hierconn *) wire [3:0] \chip.event_fifo.pops ;
    (* hierconn *) wire \chip.event_fifo.show_place ;
    (* hierconn *) wire \chip.host.show_place ;
    (* hierconn *) wire \chip.event_fifo.show_tick ;
    (* hierconn *) wire \chip.host.show_tick ;
    (* hierconn *) wire [2:0] \chip.arming.head_wheel ;
    (* hierconn *) wire [19:0] \chip.arming.head_slot ;
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
    (* hierconn *) wire \chip.host.next_done ;
    (* hierconn *) wire \chip.host.next_found ;
    (* hierconn *) wire [19:0] \chip.host.next_distance ;
    (* hierconn *) wire [1:0] \chip.host.which_time ;
    (* hierconn *) wire \chip.host.ask_next ;
    (* hierconn *) wire \chip.host.soft_reset ;
    (* hierconn *) wire \chip.host.fifo_full ;
    (* hierconn *) wire \chip.host.behind ;
    (* hierconn *) wire \chip.backlog.behind ;
    (* hierconn *) wire \chip.tick_counts.of_cursor ;
    (* hierconn *) wire \chip.tick_counts.high ;
    (* hierconn *) wire \chip.tick_counts.forget ;
    (* hierconn *) wire \chip.tick_counts.asked ;
    (* hierconn *) wire \chip.tick_counts.adding ;
    (* hierconn *) wire \chip.tick_counts.zeroing ;
    (* hierconn *) wire \chip.tick_counts.reading ;
    (* hierconn *) wire \chip.tick_counts.answering ;
    (* hierconn *) wire [2:0] \chip.wheels.select ;
    (* hierconn *) wire [31:0] \chip.wheels.data ;
    (* hierconn *) wire \chip.wheels.checking ;
    (* hierconn *) wire [19:0] \chip.cursor.cascade_address ;
    (* hierconn *) wire \chip.arming.selects ;
    (* hierconn *) wire [2:0] \chip.arming.select_wheel ;
    (* hierconn *) wire [19:0] \chip.arming.clear_address ;
    (* hierconn *) wire \chip.arming.pause_clearing ;
    (* hierconn *) wire [19:0] \chip.event_fifo.slot ;
    (* hierconn *) wire \chip.next_waits ;
    (* hierconn *) wire \chip.host.register_file.acting ;
    (* hierconn *) wire \chip.host.register_file.executed ;
    (* hierconn *) wire \chip.host.register_file.asking ;
    (* hierconn *) wire \chip.host.register_file.silent ;
    (* hierconn *) wire \chip.host.register_file.showing ;
    (* hierconn *) wire \chip.host.arm_waits ;
    (* hierconn *) wire \chip.cursor.taken_back ;
    (* hierconn *) wire \chip.cursor.taken_back_1 ;
    (* hierconn *) wire \chip.cursor.taken_back_2 ;
    (* hierconn *) wire \chip.cursor.stops ;
    (* hierconn *) wire \chip.cursor.look_1 ;
    (* hierconn *) wire \chip.cursor.look_2 ;
    (* hierconn *) wire \chip.cursor.may_look ;
    (* hierconn *) wire \chip.cursor.edge_ready ;
    (* hierconn *) wire \chip.cursor.holding ;
    (* hierconn *) wire \chip.cursor.clearing_bit ;
    (* hierconn *) wire [10:0] \chip.backlog.count ;
    (* hierconn *) wire \chip.tick_counts.block_done ;
    (* hierconn *) wire [1:0] \chip.tick_counts.number ;
    (* hierconn *) wire [15:0] \chip.cursor.word ;
    (* hierconn *) wire [3:0] \chip.cursor.place ;
    (* hierconn *) wire \chip.cursor.at_15 ;
    (* hierconn *) wire [19:0] \chip.cursor.position_1 ;
    (* hierconn *) wire [19:0] \chip.cursor.position_2 ;
    (* hierconn *) wire \chip.late_check.after_1 ;
    (* hierconn *) wire \chip.late_check.after_2 ;
    (* hierconn *) wire \chip.late_check.judging ;
    (* hierconn *) wire \chip.late_check.late_verdict ;
    (* hierconn *) wire \chip.arming.arms ;
    (* hierconn *) wire \chip.arming.looking_up ;
    (* hierconn *) wire \chip.arming.checking ;

    // The parts that a build of one wheel without options has not; where it has them, what they say there is tied.
`ifdef SEVERAL
    (* hierconn *) wire [4:0] \chip.host.with_alarm.now.advance ;
    (* hierconn *) wire \chip.with_look_ahead.look_ahead.clear ;
    (* hierconn *) wire \chip.with_cascade.cascade.clear ;
    (* hierconn *) wire \chip.with_cascade.cascade.cascading ;
    (* hierconn *) wire [2:0] \chip.with_cascade.cascade.wheel ;
    (* hierconn *) wire \chip.with_cascade.cascade.step ;
    (* hierconn *) wire [19:0] \chip.with_cascade.cascade.step_slot ;
    (* hierconn *) wire [7:0] \chip.with_cascade.cascade.step_lap ;
    (* hierconn *) wire [19:0] \chip.with_cascade.cascade.selected_last ;
    (* hierconn *) wire [15:0] \chip.with_cascade.cascade.selected_base ;
    (* hierconn *) wire [15:0] \chip.with_look_ahead.look_ahead.wheel_base ;
    (* hierconn *) wire \chip.with_look_ahead.look_ahead.write_enable ;
    (* hierconn *) wire \chip.with_look_ahead.look_ahead.write_data ;
    (* hierconn *) wire \chip.with_cascade.cascade.upper ;
    (* hierconn *) wire \chip.with_cascade.cascade.ask ;
    (* hierconn *) wire \chip.with_cascade.cascade.start ;
    (* hierconn *) wire [3:0] \chip.with_cascade.cascade.count ;
    (* hierconn *) wire [19:0] \chip.with_cascade.cascade.selected_slot ;
    (* hierconn *) wire [7:0] \chip.with_cascade.cascade.selected_lap ;
    (* hierconn *) wire \chip.with_cascade.cascade.taken ;
    (* hierconn *) wire \chip.with_cascade.cascade.done ;
    (* hierconn *) wire \chip.with_cascade.cascade.again ;
    (* hierconn *) wire \chip.with_look_ahead.look_ahead.done ;
    (* hierconn *) wire \chip.with_look_ahead.look_ahead.found ;
    (* hierconn *) wire [19:0] \chip.with_look_ahead.look_ahead.distance ;
    (* hierconn *) wire \chip.with_cascade.cascade.granted ;
    (* hierconn *) wire [15:0] \chip.with_cascade.cascade.word ;
    (* hierconn *) wire [3:0] \chip.with_cascade.cascade.offset ;
    (* hierconn *) wire [19:0] \chip.with_cascade.cascade.slot ;
    (* hierconn *) wire [7:0] \chip.with_cascade.cascade.next_lap ;
    (* hierconn *) wire \chip.with_cascade.cascade.at_last ;
    (* hierconn *) wire \chip.with_look_ahead.look_ahead.ask ;
    (* hierconn *) wire \chip.with_look_ahead.look_ahead.searching ;
    (* hierconn *) wire [19:0] \chip.with_look_ahead.look_ahead.write_address ;
    (* hierconn *) wire \chip.with_look_ahead.look_ahead.wheel_present ;
    (* hierconn *) wire [20:0] \chip.with_look_ahead.look_ahead.wheel_size ;
    (* hierconn *) wire [19:0] \chip.with_look_ahead.look_ahead.slot ;
`else
    (* hierconn *) wire \chip.cascade_cascading ;
    wire \chip.with_cascade.cascade.cascading = \chip.cascade_cascading ;
    (* hierconn *) wire [2:0] \chip.cascade_wheel ;
    wire [2:0] \chip.with_cascade.cascade.wheel = \chip.cascade_wheel ;
    (* hierconn *) wire \chip.cascade_step ;
    wire \chip.with_cascade.cascade.step = \chip.cascade_step ;
    (* hierconn *) wire [19:0] \chip.cascade_step_slot ;
    wire [19:0] \chip.with_cascade.cascade.step_slot = \chip.cascade_step_slot ;
    (* hierconn *) wire [7:0] \chip.cascade_step_lap ;
    wire [7:0] \chip.with_cascade.cascade.step_lap = \chip.cascade_step_lap ;
    (* hierconn *) wire \chip.cascade_upper ;
    wire \chip.with_cascade.cascade.upper = \chip.cascade_upper ;
    (* hierconn *) wire \chip.cascade_ask ;
    wire \chip.with_cascade.cascade.ask = \chip.cascade_ask ;
    (* hierconn *) wire \chip.look_ahead_done ;
    wire \chip.with_look_ahead.look_ahead.done = \chip.look_ahead_done ;
    (* hierconn *) wire \chip.look_ahead_found ;
    wire \chip.with_look_ahead.look_ahead.found = \chip.look_ahead_found ;
    (* hierconn *) wire [19:0] \chip.look_ahead_distance ;
    wire [19:0] \chip.with_look_ahead.look_ahead.distance = \chip.look_ahead_distance ;
    (* hierconn *) wire \chip.granted ;
    wire \chip.with_cascade.cascade.granted = \chip.granted ;
    (* hierconn *) wire [15:0] \chip.cascade_word ;
    wire [15:0] \chip.with_cascade.cascade.word = \chip.cascade_word ;
    (* hierconn *) wire [3:0] \chip.cascade_offset ;
    wire [3:0] \chip.with_cascade.cascade.offset = \chip.cascade_offset ;
    (* hierconn *) wire [19:0] \chip.cascade_slot ;
    wire [19:0] \chip.with_cascade.cascade.slot = \chip.cascade_slot ;
    (* hierconn *) wire \chip.look_ahead_searching ;
    wire \chip.with_look_ahead.look_ahead.searching = \chip.look_ahead_searching ;
`endif

    // The reset reaches the parts in the second clock.
    reg begun = 0, started = 0, past_reset = 1, past_soft = 0, past_execute = 0, past_commit = 0, told = 0,
        past_clear = 0;
    reg [1:0] since = 3;
    reg [39:0] request;
    reg [2:0] past_select, past_index;
    reg [19:0] event_address, past_address;
    // An access has not been done; an arm has not been judged; a word of time, a distance have not come.
    reg pending = 0, finished = 0, undecided = 0, decided_1 = 0, decided_2 = 0, word_waits = 0, asked_next = 0;
    // For how many clocks the cascade has been kept from the wheels, NEXT from its answer, and the cursor has not been
    // settled.
    reg [2:0] kept = 0, next_kept = 0, unsettled = 0;
    reg after_unsettled = 0;
    // Where the cursor's position was in the sweep.
    reg [SLOT_BITS-1:0] position = 0, position_1 = 0, position_2 = 0;
    always @(posedge clock) begin
        {started, begun} <= {begun, 1'b1};
        past_reset <= reset;
        past_soft <= \chip.host.soft_reset ;
        past_clear <= \chip.clearing ;
        past_execute <= execute;
        past_select <= \chip.wheels.select ;
        past_index <= \chip.wheels.index ;
        since <= reset ? 3 : execute ? 0 : since == 3 ? 3 : since + 1;
        told <= told || execute;
        if (execute) request <= {write, whole, address, data};
        past_commit <= \chip.cursor.commit ;
        event_address <= \chip.with_cascade.cascade.upper
            ? ~{\chip.with_cascade.cascade.word , \chip.with_cascade.cascade.offset } & MASK
            : \chip.cursor.visited ;
        past_address <= \chip.arming.clear_address ;
        finished <= pending && done && !reset;
        {decided_1, decided_2} <= {undecided && !\chip.clearing && (\chip.late_check.judged
            || \chip.arming.refused ), decided_1};
        pending <= (execute || (pending && !done)) && !reset;
        undecided <= !\chip.clearing && (\chip.arming.arm || (undecided && !\chip.late_check.judged
            && !\chip.arming.refused ));
        word_waits <= !\chip.clearing && (\chip.tick_counts.ask || (word_waits && !\chip.tick_counts.answered ));
        asked_next <= !\chip.clearing && (\chip.host.ask_next || (asked_next
            && !\chip.with_look_ahead.look_ahead.done ));
        after_unsettled <= \chip.cursor.taken_back_2 && !\chip.clearing ;
        kept <= \chip.with_cascade.cascade.granted || \chip.clearing ? 0 : kept + (kept != 7);
        next_kept <= \chip.next_waits && !\chip.clearing ? next_kept + (next_kept != 7) : 0;
        unsettled <= \chip.cursor.settled || \chip.clearing ? 0 : unsettled + (unsettled != 7);
        position <= \chip.clearing ? 0 : position + \chip.arming.sweeping ;
        position_1 <= \chip.clearing ? 0 : position;
        position_2 <= \chip.clearing ? 0 : position_1;
    end

    always @* begin
        if (!begun) first_clock: assume (reset);
        accesses_apart: assume (!execute || (since == 3 && !pending && !finished && !past_reset && !reset));
        if (told && !execute) request_stands: assume ({write, whole, address, data} == request);

        assert (\chip.host.clear == \chip.clearing );
        assert (\chip.time_base.clear == \chip.clearing );
        assert (\chip.tick_counts.clear == \chip.clearing );
        assert (\chip.backlog.clear == \chip.clearing );
        assert (\chip.wheels.clear == \chip.clearing );
        assert (\chip.arming.clear == \chip.clearing );
        assert (\chip.late_check.clear == \chip.clearing );
        assert (\chip.cursor.clear == \chip.clearing );
        assert (\chip.event_fifo.clear == \chip.clearing );
        assert (\chip.time_base.enable == \chip.host.enable );
        assert (\chip.time_base.prescale == \chip.host.prescale );
        assert (\chip.host.event_sequence == \chip.event_fifo.pops );
        assert (\chip.tick_counts.tick == \chip.time_base.tick );
        assert (\chip.backlog.tick == \chip.time_base.tick );
        assert (\chip.host.tick == \chip.time_base.tick );
        assert (\chip.tick_counts.walked == \chip.cursor.walked );
        assert (\chip.backlog.walked == \chip.cursor.walked );
        assert (\chip.tick_counts.skipped == \chip.cursor.skipped );
        assert (\chip.backlog.skipped == \chip.cursor.skipped );
        assert (\chip.tick_counts.fewer == \chip.cursor.fewer );
        assert (\chip.backlog.fewer == \chip.cursor.fewer );
        assert (\chip.tick_counts.starts_cascade == \chip.cursor.starts_cascade );
        assert (\chip.tick_counts.cascading == \chip.with_cascade.cascade.cascading );
        assert (\chip.cursor.cascading == \chip.with_cascade.cascade.cascading );
        assert (\chip.tick_counts.wants_aside == \chip.backlog.wants_aside );
        assert (\chip.tick_counts.wants_back == \chip.backlog.wants_back );
        assert (\chip.tick_counts.ask == \chip.host.ask_time );
        assert (\chip.host.time_done == \chip.tick_counts.answered );
        assert (\chip.host.time_word == \chip.tick_counts.word );
        assert (\chip.host.half_period == \chip.tick_counts.half_period );
        assert (\chip.backlog.any_aside == \chip.tick_counts.any_aside );
        assert (\chip.backlog.exchanged == \chip.tick_counts.exchanged );
        assert (\chip.cursor.running == \chip.host.running );
        assert (\chip.cursor.some == \chip.backlog.some );
        assert (\chip.cursor.eight == \chip.backlog.eight );
        assert (\chip.cursor.far == \chip.backlog.far );
        assert (\chip.cursor.carry_waits == \chip.tick_counts.carry_waits );
        assert (\chip.cursor.carry_urgent == \chip.tick_counts.carry_urgent );
        assert (\chip.wheels.index == \chip.host.wheel_index );
        assert (\chip.wheels.write_size == \chip.host.write_size );
        assert (\chip.wheels.write_mode == \chip.host.write_mode );
        assert (\chip.wheels.visited == \chip.with_cascade.cascade.wheel );
        assert (\chip.wheels.step_wheel == \chip.with_cascade.cascade.wheel );
        assert (\chip.event_fifo.wheel == \chip.with_cascade.cascade.wheel );
        assert (\chip.wheels.late_check_select == \chip.late_check.late_check_wheel );
        assert (\chip.wheels.step == \chip.with_cascade.cascade.step );
        assert (\chip.wheels.step_slot == \chip.with_cascade.cascade.step_slot );
        assert (\chip.wheels.step_lap == \chip.with_cascade.cascade.step_lap );
        assert (\chip.arming.arm == \chip.host.arm );
        assert (\chip.arming.disarm == \chip.host.disarm );
        assert (\chip.arming.wheel == \chip.host.wheel );
        assert (\chip.arming.slot == \chip.host.slot );
        assert (\chip.arming.head_wheel == \chip.event_fifo.head_wheel );
        assert (\chip.arming.head_slot == (\chip.event_fifo.head_slot & MASK));
        assert (\chip.arming.selected_present == \chip.wheels.selected_present );
        assert (\chip.arming.selected_last == \chip.wheels.selected_last );
        assert (\chip.arming.selected_base == \chip.wheels.selected_base );
        assert (\chip.cursor.last_slot == \chip.wheels.last_slot );
        assert (\chip.arming.swept == \chip.cursor.visited );
        assert (\chip.late_check.next_slot == \chip.cursor.visited );
        assert (\chip.arming.clear_request == \chip.cursor.clear_bit );
        assert (\chip.cursor.sweeping == \chip.arming.sweeping );
        assert (\chip.cursor.pause == \chip.arming.pause_reading );
        assert (\chip.cursor.cleared == \chip.arming.cleared );
        assert (\chip.busy_bits.write_enable == \chip.arming.write_enable );
        assert (\chip.busy_bits.write_address == \chip.arming.write_address );
        assert (\chip.busy_bits.write_data == \chip.arming.write_data );
        assert (\chip.busy_bits.whole == \chip.arming.write_whole );
        assert (\chip.busy_bits.read_word == \chip.cursor.read_word );
        assert (\chip.busy_bits.look_address == \chip.cursor.look_address );
        assert (\chip.cursor.slot_busy == \chip.busy_bits.slot_busy );
        assert (\chip.cursor.word_busy == \chip.busy_bits.word_busy );
        assert (\chip.late_check.armed == \chip.arming.written_arm );
        assert (\chip.late_check.wheel == \chip.arming.written_wheel );
        assert (\chip.late_check.slot == \chip.arming.written_slot );
        assert (\chip.late_check.lap == \chip.host.lap && \chip.host.lap == data[31:24]);
        if (undecided || decided_1) lap_stands: assert (!execute);
        assert (\chip.late_check.next_lap == \chip.cursor.lap );
        assert (\chip.late_check.settled == \chip.cursor.settled );
        assert (\chip.late_check.upper_slot == \chip.wheels.late_check_slot );
        assert (\chip.late_check.upper_lap == \chip.wheels.late_check_lap );
        assert (\chip.late_check.room == \chip.event_fifo.room );
        assert (\chip.cursor.room == \chip.event_fifo.room );
        assert (\chip.late_check.late_taken == \chip.event_fifo.late_taken );
        assert (\chip.host.arm_judged == \chip.late_check.judged );
        assert (\chip.cursor.hold == \chip.wheels.hold );
        assert (\chip.event_fifo.take_held == \chip.wheels.hold );
        assert (\chip.cursor.auto_clear == \chip.wheels.auto_clear );
        assert (\chip.cursor.acknowledged == \chip.event_fifo.acknowledged );
        assert (\chip.cursor.cascade_upper == \chip.with_cascade.cascade.upper );
        assert (\chip.cursor.cascade_ask == \chip.with_cascade.cascade.ask );
        assert (\chip.event_fifo.take == \chip.cursor.commit );
        assert (\chip.event_fifo.late == \chip.late_check.late );
        assert (\chip.event_fifo.late_wheel == \chip.late_check.late_wheel );
        assert (\chip.event_fifo.late_slot == \chip.late_check.late_slot );
        assert (\chip.event_fifo.push_tick == \chip.tick_counts.cursor_tick );
        assert (\chip.event_fifo.pop == \chip.host.pop );
        assert (\chip.event_fifo.show_place == \chip.host.show_place );
        assert (\chip.event_fifo.show_tick == \chip.host.show_tick );
        assert (\chip.host.ready == \chip.arming.ready );
        assert (\chip.host.arm_refused == \chip.arming.refused );
        assert (\chip.host.size_refused == \chip.wheels.size_refused );
        assert (\chip.host.late_lost == \chip.late_check.late_lost );
        assert (\chip.host.event_valid == \chip.event_fifo.valid );
        assert (\chip.host.event_more == \chip.event_fifo.more );
        assert (\chip.host.event_late == \chip.event_fifo.head_late );
        assert (\chip.host.event_wheel == \chip.event_fifo.head_wheel );
        assert (\chip.host.event_slot == (\chip.event_fifo.head_slot & MASK));
        assert (\chip.host.event_tick == \chip.event_fifo.head_tick );
        assert (\chip.host.event_level == \chip.event_fifo.entries );
        assert (\chip.host.next_done == \chip.with_look_ahead.look_ahead.done );
        assert (\chip.host.next_found == \chip.with_look_ahead.look_ahead.found );
        assert (\chip.host.next_distance == \chip.with_look_ahead.look_ahead.distance );
        assert (\chip.tick_counts.of_cursor == \chip.host.which_time [1]
            && \chip.tick_counts.high == \chip.host.which_time [0]);
        assert (\chip.tick_counts.forget == execute);
        assert (\chip.host.behind == (\chip.backlog.behind || \chip.with_cascade.cascade.cascading ));
        assert (\chip.host.fifo_full == !\chip.event_fifo.room );
        assert (\chip.wheels.data == data);
        assert (\chip.cursor.cascade_address
            == (~{\chip.with_cascade.cascade.word , \chip.with_cascade.cascade.offset } & MASK));
        assert (\chip.event_fifo.slot == (\chip.with_cascade.cascade.upper ? \chip.with_cascade.cascade.slot
            : ~\chip.cursor.visited & MASK));
        if (started) slots_in_memory: assert (\chip.event_fifo.slot <= MASK && \chip.with_cascade.cascade.slot <= MASK
            && (!\chip.event_fifo.late || \chip.event_fifo.late_slot <= MASK));
        // What only a build with several wheels and all options has.
`ifdef SEVERAL
        assert (\chip.arming.pause_clearing == (\chip.host.ask_next || \chip.next_waits
            || \chip.with_look_ahead.look_ahead.searching ));
        assert (\chip.with_look_ahead.look_ahead.clear == \chip.clearing );
        assert (\chip.with_cascade.cascade.clear == \chip.clearing );
        assert (\chip.with_cascade.cascade.selected_last == \chip.wheels.selected_last );
        assert (\chip.with_cascade.cascade.selected_base == \chip.wheels.selected_base );
        assert (\chip.with_look_ahead.look_ahead.wheel_base == \chip.wheels.selected_base );
        assert (\chip.with_look_ahead.look_ahead.write_enable == \chip.arming.write_enable );
        assert (\chip.with_look_ahead.look_ahead.write_data == \chip.arming.write_data );
        assert (\chip.with_cascade.cascade.start == \chip.cursor.ready_for_cascade );
        assert (\chip.with_cascade.cascade.count == \chip.wheels.count );
        assert (\chip.with_cascade.cascade.selected_slot == \chip.wheels.selected_slot );
        assert (\chip.with_cascade.cascade.selected_lap == \chip.wheels.selected_lap );
        assert (\chip.with_cascade.cascade.taken == \chip.cursor.cascade_taken );
        assert (\chip.with_cascade.cascade.done == \chip.cursor.cascade_done );
        assert (\chip.with_cascade.cascade.again == \chip.cursor.cascade_again );
        assert (\chip.with_look_ahead.look_ahead.write_address == (~\chip.arming.write_address & MASK));
        assert (\chip.with_look_ahead.look_ahead.wheel_present == (\chip.wheels.selected_present
            && \chip.arming.ready ));
        assert (\chip.with_look_ahead.look_ahead.wheel_size == \chip.wheels.selected_size );
        assert (\chip.with_look_ahead.look_ahead.slot == (\chip.wheels.index != 0 ? \chip.wheels.selected_slot
            : ~\chip.cursor.visited & MASK));
        if (started) begin
            advance_bounded: assert (\chip.host.with_alarm.now.advance <= 16);
            assert (\chip.with_look_ahead.look_ahead.ask == ((\chip.host.ask_next || \chip.next_waits )
                && \chip.cursor.settled ));
            if (\chip.with_look_ahead.look_ahead.ask )
                wheel_was_selected: assert (past_select == \chip.wheels.index && past_index == \chip.wheels.index );
            if (\chip.with_look_ahead.look_ahead.ask )
                one_question: assert (!\chip.with_look_ahead.look_ahead.searching
                    && !\chip.with_look_ahead.look_ahead.done );
            if (\chip.wheels.checking ) step_before_start: assert (\chip.wheels.step_slot == 1
                && \chip.wheels.step_lap == 0);
            if (!\chip.host.running ) assert (\chip.with_cascade.cascade.slot == 0
                && \chip.with_cascade.cascade.next_lap == 0
                && !\chip.with_cascade.cascade.at_last );
        end
`else
        assert (!\chip.arming.pause_clearing );
        if (started) assert (!\chip.host.ask_next && !\chip.next_waits );
`endif
        // The very text that another proof assumes (chain.py).
        if (started) begin
            tick_while_running: assert (!\chip.time_base.tick || \chip.host.running );
            clearing_when_ready: assert (\chip.arming.ready || !\chip.arming.clear_request );
            event_while_running: assert (\chip.host.running || !\chip.host.event_valid );
        end
        if (started) begin
            assert (\chip.clearing == (past_reset || past_soft));

            // One reader at a time.
            assert (\chip.with_cascade.cascade.granted == !(execute || \chip.host.ask_next || \chip.next_waits
                || \chip.arming.selects ));
            assert (\chip.wheels.select == (\chip.with_cascade.cascade.granted ? \chip.with_cascade.cascade.wheel
                : \chip.arming.selects ? \chip.arming.select_wheel : \chip.wheels.index ));
            assert (!((execute || \chip.host.ask_next || \chip.next_waits ) && \chip.arming.selects ));
            if (!past_reset && !\chip.clearing ) granted_in_time: assert (kept <= 5
                && (\chip.with_cascade.cascade.granted
                || kept < 5));
            if (\chip.wheels.write_size ) size_selected: assert (past_execute && past_select == \chip.wheels.index
                && past_index == \chip.wheels.index && data == request[31:0]);
            size_before_running: assert (!((\chip.wheels.write_size || \chip.wheels.checking )
                && \chip.cursor.running ));

            // NEXT is of a settled position and of the wheel that was selected, and is asked for within three clocks.
            if (\chip.next_waits ) asked_in_time: assert (next_kept < 3);
            settled_in_time: assert (unsettled <= 3);

            // The bit to clear.
            if (past_commit) clears_the_event: assert (\chip.arming.clear_address == event_address);
            else clear_address_stands: assert (\chip.arming.clear_address == past_address);

            // Commands and questions come one at a time, and none in a reset.
            if (\chip.arming.arm || \chip.arming.disarm )
                commands_after_judgement: assert (!undecided && !decided_1 && !decided_2 && \chip.arming.ready );
            if (\chip.tick_counts.ask ) time_asked_once: assert (!word_waits && !\chip.clearing && !past_clear);
            if (word_waits) question_stands: assert (!execute);
            // What a read asks for comes after the clock in which it asks.
            next_after_asking: assert (!(\chip.host.ask_next && \chip.with_look_ahead.look_ahead.done ));
            time_after_asking: assert (!(\chip.tick_counts.ask && \chip.tick_counts.answered ));

            // Nothing goes on before the sweep is over; in it the cursor's position runs through the memory.
            if (!\chip.arming.ready ) begin
                quiet_until_ready: assert (!\chip.tick_counts.tick && !\chip.tick_counts.walked
                    && !\chip.tick_counts.skipped );
                assert (!\chip.tick_counts.wants_aside && !\chip.tick_counts.wants_back );
                assert (!\chip.tick_counts.starts_cascade && !\chip.tick_counts.cascading && !\chip.cursor.clear_bit );
            end
            if (\chip.arming.sweeping ) sweep_follows: assert (\chip.cursor.visited == (~{20'd0, position_2} & MASK));

            // Invariants for the induction. The bus, and who has still to answer.
            if (\chip.host.register_file.acting
                || \chip.host.register_file.asking ) assert (\chip.host.register_file.executed );
            if (\chip.host.register_file.executed ) assert (past_execute);
            if (\chip.host.register_file.acting ) assert (\chip.host.register_file.silent );
            if (\chip.host.register_file.showing ) assert (since == 1 || past_reset);
            if (past_execute) assert (told && since == 0 && !past_reset);
            if (past_soft) assert (since == 1 || past_reset);
            if (\chip.arming.selects ) assert (since == 1 || past_reset);
            if (past_reset) assert (since == 3 && !pending);
            if (told && past_execute) assert (past_index == request[34:32]);
            if (past_execute && !past_reset) assert (pending && past_select == request[34:32] && kept == 1);
            if (pending) assert (told);
            assert (word_waits == (\chip.tick_counts.asked || \chip.tick_counts.answering
                || (\chip.tick_counts.adding && \chip.tick_counts.reading )));
            if (\chip.tick_counts.zeroing ) assert (\chip.tick_counts.adding && !\chip.tick_counts.reading );
            assert (!(\chip.tick_counts.answering && (\chip.tick_counts.asked || \chip.tick_counts.adding )));
            assert (!(\chip.tick_counts.asked && \chip.tick_counts.adding && \chip.tick_counts.reading ));
            assert (undecided == \chip.host.arm_waits );
            assert (asked_next == (\chip.next_waits || \chip.with_look_ahead.look_ahead.searching
                || \chip.with_look_ahead.look_ahead.done ));
            assert (\chip.next_waits + \chip.with_look_ahead.look_ahead.searching
                + \chip.with_look_ahead.look_ahead.done <= 2'd1);
            if (!past_reset) begin
                assert (word_waits + undecided + asked_next + past_execute + \chip.host.register_file.showing <= 3'd1);
                if (word_waits || undecided || asked_next) assert (pending);
                if (\chip.next_waits ) assert (past_select == \chip.wheels.index && past_index == \chip.wheels.index
                    && kept == next_kept + 2 && since != 0);
            end
            if (past_execute) assert (next_kept == 0);
            if (\chip.next_waits && !past_clear) assert (unsettled > next_kept);
            if (!past_reset && !\chip.clearing && kept != 0 && !past_execute && !\chip.next_waits )
                assert ((\chip.with_look_ahead.look_ahead.searching && kept <= 5) || (since == 2 && kept == 1));
            if (\chip.arming.selects && !past_reset) assert (kept == 0 && !asked_next);
            assert (!(\chip.host.register_file.acting && \chip.host.register_file.asking ));

            // The cursor: what was taken back.
            assert (\chip.cursor.taken_back + \chip.cursor.taken_back_1 + \chip.cursor.taken_back_2 <= 2'd1);
            if (\chip.cursor.taken_back || \chip.cursor.taken_back_1 || \chip.cursor.taken_back_2
                || \chip.cursor.stops )
                assert (!\chip.cursor.look_2 );
            if (\chip.cursor.taken_back || \chip.cursor.taken_back_1
                || \chip.cursor.stops ) assert (!\chip.cursor.look_1 );
            if (\chip.cursor.taken_back ) assert (!\chip.cursor.may_look );
            assert (!\chip.cursor.stops || \chip.cursor.settled );
            assert (unsettled == (\chip.cursor.taken_back_1 ? 1 : \chip.cursor.taken_back_2 ? 2 : after_unsettled
                ? 3 : 0));
            if (after_unsettled) assert (\chip.cursor.settled );

            // Until the start.
            assert (!\chip.host.running || \chip.arming.ready );
            assert (!\chip.host.enable || \chip.host.running );
            if (!\chip.host.running ) begin
                assert (!\chip.cursor.may_look && !\chip.cursor.look_1 && !\chip.cursor.look_2
                    && !\chip.cursor.taken_back
                    && !\chip.cursor.stops && !\chip.cursor.edge_ready && !\chip.cursor.holding
                        && !\chip.cursor.clearing_bit );
                assert (!\chip.tick_counts.walked && !\chip.tick_counts.skipped
                    && !\chip.with_cascade.cascade.cascading );
                assert (!\chip.time_base.tick && \chip.backlog.count == 0 && !\chip.tick_counts.any_aside
                    && !\chip.tick_counts.block_done && !\chip.backlog.some );
                if (\chip.tick_counts.adding && !\chip.tick_counts.zeroing ) assert (\chip.tick_counts.number != 2);
                assert (\chip.event_fifo.entries == 0 && !\chip.event_fifo.valid && !\chip.late_check.late );
                assert (!\chip.late_check.after_1 && !\chip.late_check.after_2 && !\chip.late_check.judging
                    && !\chip.late_check.late_verdict && !\chip.arming.arms );
                assert (!\chip.arming.looking_up && !\chip.arming.checking );
            end
            if (\chip.arming.sweeping ) begin
                assert ({\chip.cursor.word , \chip.cursor.place } == (~{20'd0, position} & MASK));
                assert (\chip.cursor.at_15 == (position[3:0] == 15));
                assert (\chip.cursor.position_1 == (~{20'd0, position_1} & MASK)
                    && \chip.cursor.position_2 == (~{20'd0, position_2} & MASK));
            end
        end
    end

    // Accesses are possible.
    always @* if (started) cover (\chip.wheels.write_size && \chip.wheels.index == 0 && data == 100);
endmodule
