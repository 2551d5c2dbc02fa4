// SPDX-License-Identifier: MIT OR Apache-2.0
// The Carillon counter chip behind its register bus. Version 0.1.0.
// With it goes carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// # The counter chip behind its register bus
//
// **Purpose.** Appendix A of Varghese and Lauck: steps an array of busy bits, one slot a tick, and interrupts the host
// only where a bit is set.
//
// **Interface.** `clock`, `reset` (synchronous, high, one clock or more), `irq` (level, high), and the register bus
// (see carillon_shared.v), to which a bus adapter carries the host's accesses.
//
// **Timing.** One clock. A reset, by pin or by `CTRL`, takes hold one clock later. `done` comes one clock after
// `bus_execute` of a write, two of a read; up to 48 of a read of `NEXT`, 32 with up to 4,096 slots. A busy slot is
// found three clocks after its tick was asked for; its event can be read four clocks after that.
//
// **Invariants.** Of all parts only `arming` writes a busy bit, only `cursor` moves wheel 0 and only `cascade` the
// wheels above it. The cursor's event comes before a late one when both want a place in the FIFO; the late one waits.
module carillon_counter #(
    parameter integer WHEELS      = 1,       // Timing wheels, 1 to 8.
    parameter integer SLOT_BITS   = 12,      // 2^SLOT_BITS slots in all wheels together, 10 to 20.
    parameter integer FIFO_BITS   = 4,       // Room for 2^FIFO_BITS events, 1 to 10.
    parameter integer ALARM       = 0,       // 1: `ALARM_LO` and `ALARM_HI`.
    parameter integer LOOK_AHEAD  = 0,       // 1: `NEXT`.
    parameter integer COALESCING  = 0,       // 1: `INTR_COALESCE`.
    parameter integer WHEEL_MODES = 0,       // 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
    parameter integer SINGLE_PORT = 0        // 1: the busy bits lie in memory with one port.
) (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Synchronous reset.
    output wire irq,                         // The interrupt line.
    input  wire bus_execute,                 // An access is made in this clock.
    input  wire bus_write,                   // It is a write.
    input  wire bus_whole,                   // It writes all four bytes.
    input  wire [5:0] bus_address,           // Its word address.
    input  wire [31:0] bus_data,             // The word written.
    output wire bus_done,                    // The access is done.
    output wire bus_failed,                  // With `done`: it has failed.
    output wire [31:0] bus_read_data         // The word read, from the clock after `done` on.
);
    // A parameter out of its range: no tool finds the module that is named after the fault, and each says so.
    generate
        if (WHEELS < 1 || WHEELS > 8) WHEELS_must_be_1_to_8 wrong ();
        if (SLOT_BITS < 10 || SLOT_BITS > 20) SLOT_BITS_must_be_10_to_20 wrong ();
        if (FIFO_BITS < 1 || FIFO_BITS > 10) FIFO_BITS_must_be_1_to_10 wrong ();
        if (ALARM < 0 || ALARM > 1) ALARM_must_be_0_or_1 wrong ();
        if (LOOK_AHEAD < 0 || LOOK_AHEAD > 1) LOOK_AHEAD_must_be_0_or_1 wrong ();
        if (COALESCING < 0 || COALESCING > 1) COALESCING_must_be_0_or_1 wrong ();
        if (WHEEL_MODES < 0 || WHEEL_MODES > 1) WHEEL_MODES_must_be_0_or_1 wrong ();
        if (SINGLE_PORT < 0 || SINGLE_PORT > 1) SINGLE_PORT_must_be_0_or_1 wrong ();
    endgenerate

    localparam [0:0] MULTI_WHEEL = WHEELS > 1;
    localparam [0:0] LOOKS_AHEAD = LOOK_AHEAD != 0;
    localparam [19:0] SLOT_MASK = (1 << SLOT_BITS) - 1;

    reg clearing;                            // The pin or `CTRL.reset` asked for a reset one clock ago.
    reg [19:0] found_address;                // Which busy bit the cursor's latest event comes from, inverted.
    reg next_waits;                          // A read of `NEXT` waits until the cursor has settled.

    wire host_enable, host_running, host_soft_reset, host_arm, host_disarm, host_pop, host_show_place,
        host_show_tick, host_write_size, host_write_mode, host_ask_next, host_ask_time;
    wire [1:0] host_which_time;
    wire [2:0] host_wheel, host_wheel_index;
    wire [7:0] host_lap;
    wire [19:0] host_slot;
    wire [23:0] host_prescale;
    wire time_base_tick;
    wire tick_counts_carry_waits, tick_counts_carry_urgent, tick_counts_exchanged, tick_counts_any_aside,
        tick_counts_half_period, tick_counts_answered;
    wire [31:0] tick_counts_cursor_tick, tick_counts_word;
    wire backlog_wants_aside, backlog_wants_back, backlog_some, backlog_eight, backlog_far, backlog_behind;
    wire busy_bits_slot_busy, busy_bits_word_busy;
    wire wheels_size_refused, wheels_selected_present, wheels_hold, wheels_auto_clear;
    wire [3:0] wheels_count;
    wire [7:0] wheels_selected_lap, wheels_late_check_lap;
    wire [15:0] wheels_selected_base;
    wire [19:0] wheels_last_slot, wheels_selected_last, wheels_selected_slot, wheels_late_check_slot;
    wire [20:0] wheels_selected_size;
    wire arming_selects, arming_refused, arming_sweeping, arming_ready, arming_cleared, arming_write_enable,
        arming_write_data, arming_write_whole, arming_pause_reading, arming_written_arm;
    wire [2:0] arming_select_wheel, arming_written_wheel;
    wire [19:0] arming_write_address, arming_written_slot;
    wire late_check_judged, late_check_late, late_check_late_lost;
    wire [2:0] late_check_late_check_wheel, late_check_late_wheel;
    wire [19:0] late_check_late_slot;
    wire look_ahead_searching, look_ahead_done, look_ahead_found;
    wire [19:0] look_ahead_distance;
    wire cursor_walked, cursor_skipped, cursor_fewer, cursor_settled, cursor_starts_cascade,
        cursor_ready_for_cascade, cursor_cascade_taken, cursor_cascade_done, cursor_cascade_again, cursor_commit,
        cursor_clear_bit;
    wire [7:0] cursor_lap;
    wire [15:0] cursor_read_word;
    wire [19:0] cursor_look_address, cursor_visited;
    wire cascade_cascading, cascade_upper, cascade_ask, cascade_step;
    wire [2:0] cascade_wheel;
    wire [3:0] cascade_offset;
    wire [7:0] cascade_step_lap;
    wire [15:0] cascade_word;
    wire [19:0] cascade_slot, cascade_step_slot;
    wire event_fifo_room, event_fifo_late_taken, event_fifo_acknowledged, event_fifo_valid, event_fifo_more,
        event_fifo_head_late;
    wire [2:0] event_fifo_head_wheel;
    wire [3:0] event_fifo_pops;
    wire [10:0] event_fifo_entries;
    wire [19:0] event_fifo_head_slot;
    wire [31:0] event_fifo_head_tick;
    wire next_asked = LOOKS_AHEAD & (host_ask_next | next_waits);
    wire granted = ~(bus_execute | next_asked) & ~arming_selects;
    wire [2:0] wheels_select =
        bus_execute | next_asked ? host_wheel_index :
        arming_selects ? arming_select_wheel :
        cascade_wheel;
    wire [19:0] cascade_address = ~{cascade_word, cascade_offset} & SLOT_MASK;
    wire [19:0] visited = ~cursor_visited & SLOT_MASK;
    wire [19:0] look_ahead_slot = MULTI_WHEEL & |host_wheel_index ? wheels_selected_slot : visited;

    carillon_counter_host #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .ALARM(ALARM != 0),
        .LOOK_AHEAD(LOOK_AHEAD != 0), .COALESCING(COALESCING != 0), .WHEEL_MODES(WHEEL_MODES != 0)
    ) host (
        .clock(clock), .clear(clearing), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done), .bus_failed(bus_failed),
        .bus_read_data(bus_read_data), .irq(irq), .enable(host_enable), .prescale(host_prescale),
        .running(host_running), .soft_reset(host_soft_reset), .arm(host_arm), .disarm(host_disarm),
        .wheel(host_wheel), .slot(host_slot), .lap(host_lap), .pop(host_pop), .show_place(host_show_place),
        .show_tick(host_show_tick), .wheel_index(host_wheel_index), .write_size(host_write_size),
        .write_mode(host_write_mode), .ask_next(host_ask_next), .size_refused(wheels_size_refused),
        .next_done(look_ahead_done), .next_found(look_ahead_found), .next_distance(look_ahead_distance),
        .ready(arming_ready), .arm_refused(arming_refused), .arm_judged(late_check_judged),
        .late_lost(late_check_late_lost), .event_valid(event_fifo_valid), .event_sequence(event_fifo_pops),
        .event_more(event_fifo_more), .event_late(event_fifo_head_late), .event_wheel(event_fifo_head_wheel),
        .event_slot(event_fifo_head_slot & SLOT_MASK), .event_tick(event_fifo_head_tick),
        .event_level(event_fifo_entries), .fifo_full(~event_fifo_room), .tick(time_base_tick),
        .half_period(tick_counts_half_period), .ask_time(host_ask_time), .which_time(host_which_time),
        .time_done(tick_counts_answered), .time_word(tick_counts_word), .behind(backlog_behind | cascade_cascading)
    );

    carillon_time_base time_base (
        .clock(clock), .clear(clearing), .enable(host_enable), .prescale(host_prescale), .tick(time_base_tick)
    );

    carillon_counter_tick_counts #(.WHEELS(WHEELS)) tick_counts (
        .clock(clock), .clear(clearing), .tick(time_base_tick), .walked(cursor_walked), .skipped(cursor_skipped),
        .fewer(cursor_fewer), .starts_cascade(cursor_starts_cascade), .cascading(cascade_cascading),
        .wants_aside(backlog_wants_aside), .wants_back(backlog_wants_back), .ask(host_ask_time),
        .of_cursor(host_which_time[1]), .high(host_which_time[0]), .forget(bus_execute),
        .cursor_tick(tick_counts_cursor_tick), .carry_waits(tick_counts_carry_waits),
        .carry_urgent(tick_counts_carry_urgent), .exchanged(tick_counts_exchanged), .any_aside(tick_counts_any_aside),
        .half_period(tick_counts_half_period), .answered(tick_counts_answered), .word(tick_counts_word)
    );

    carillon_counter_backlog backlog (
        .clock(clock), .clear(clearing), .tick(time_base_tick), .walked(cursor_walked), .skipped(cursor_skipped),
        .fewer(cursor_fewer), .any_aside(tick_counts_any_aside), .exchanged(tick_counts_exchanged),
        .wants_aside(backlog_wants_aside), .wants_back(backlog_wants_back), .some(backlog_some),
        .eight(backlog_eight), .far(backlog_far), .behind(backlog_behind)
    );

    carillon_counter_busy_bits #(.SLOT_BITS(SLOT_BITS), .SINGLE_PORT(SINGLE_PORT != 0)) busy_bits (
        .clock(clock), .write_address(arming_write_address), .write_data(arming_write_data),
        .write_enable(arming_write_enable), .whole(arming_write_whole), .read_word(cursor_read_word),
        .look_address(cursor_look_address), .slot_busy(busy_bits_slot_busy), .word_busy(busy_bits_word_busy)
    );

    carillon_counter_wheels #(.WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .WHEEL_MODES(WHEEL_MODES != 0)) wheels (
        .clock(clock), .clear(clearing), .index(host_wheel_index), .write_size(host_write_size),
        .write_mode(host_write_mode), .data(bus_data), .select(wheels_select),
        .late_check_select(late_check_late_check_wheel), .step(cascade_step), .step_wheel(cascade_wheel),
        .step_slot(cascade_step_slot), .step_lap(cascade_step_lap), .visited(cascade_wheel),
        .size_refused(wheels_size_refused), .count(wheels_count), .last_slot(wheels_last_slot),
        .selected_present(wheels_selected_present), .selected_last(wheels_selected_last),
        .selected_size(wheels_selected_size), .selected_base(wheels_selected_base),
        .selected_slot(wheels_selected_slot), .selected_lap(wheels_selected_lap),
        .late_check_slot(wheels_late_check_slot), .late_check_lap(wheels_late_check_lap), .hold(wheels_hold),
        .auto_clear(wheels_auto_clear)
    );

    carillon_counter_arming #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .WHEEL_MODES(WHEEL_MODES != 0), .SINGLE_PORT(SINGLE_PORT != 0)
    ) arming (
        .clock(clock), .clear(clearing), .arm(host_arm), .disarm(host_disarm), .wheel(host_wheel), .slot(host_slot),
        .head_wheel(event_fifo_head_wheel), .head_slot(event_fifo_head_slot & SLOT_MASK),
        .selected_present(wheels_selected_present), .selected_last(wheels_selected_last),
        .selected_base(wheels_selected_base), .swept(cursor_visited), .clear_request(cursor_clear_bit),
        .clear_address(found_address), .pause_clearing(next_asked | look_ahead_searching), .selects(arming_selects),
        .select_wheel(arming_select_wheel), .refused(arming_refused), .sweeping(arming_sweeping),
        .ready(arming_ready), .cleared(arming_cleared), .write_enable(arming_write_enable),
        .write_address(arming_write_address), .write_data(arming_write_data), .write_whole(arming_write_whole),
        .pause_reading(arming_pause_reading), .written_arm(arming_written_arm), .written_wheel(arming_written_wheel),
        .written_slot(arming_written_slot)
    );

    carillon_counter_late_check #(.WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS)) late_check (
        .clock(clock), .clear(clearing), .armed(arming_written_arm), .wheel(arming_written_wheel),
        .slot(arming_written_slot), .lap(host_lap), .next_slot(cursor_visited), .next_lap(cursor_lap),
        .settled(cursor_settled), .upper_slot(wheels_late_check_slot), .upper_lap(wheels_late_check_lap),
        .room(event_fifo_room), .late_taken(event_fifo_late_taken), .late_check_wheel(late_check_late_check_wheel),
        .judged(late_check_judged), .late(late_check_late), .late_wheel(late_check_late_wheel),
        .late_slot(late_check_late_slot), .late_lost(late_check_late_lost)
    );

    carillon_counter_cursor #(.WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .WHEEL_MODES(WHEEL_MODES != 0)) cursor (
        .clock(clock), .clear(clearing), .running(host_running), .sweeping(arming_sweeping), .some(backlog_some),
        .eight(backlog_eight), .far(backlog_far), .carry_waits(tick_counts_carry_waits),
        .carry_urgent(tick_counts_carry_urgent), .last_slot(wheels_last_slot), .slot_busy(busy_bits_slot_busy),
        .word_busy(busy_bits_word_busy), .pause(arming_pause_reading), .room(event_fifo_room), .hold(wheels_hold),
        .auto_clear(wheels_auto_clear), .acknowledged(event_fifo_acknowledged), .cleared(arming_cleared),
        .cascading(cascade_cascading), .cascade_upper(cascade_upper), .cascade_ask(cascade_ask),
        .cascade_address(cascade_address), .read_word(cursor_read_word), .look_address(cursor_look_address),
        .walked(cursor_walked), .skipped(cursor_skipped), .fewer(cursor_fewer), .visited(cursor_visited),
        .lap(cursor_lap), .settled(cursor_settled), .starts_cascade(cursor_starts_cascade),
        .ready_for_cascade(cursor_ready_for_cascade), .cascade_taken(cursor_cascade_taken),
        .cascade_done(cursor_cascade_done), .cascade_again(cursor_cascade_again), .commit(cursor_commit),
        .clear_bit(cursor_clear_bit)
    );

    carillon_counter_event_fifo #(.WHEELS(WHEELS), .FIFO_BITS(FIFO_BITS), .WHEEL_MODES(WHEEL_MODES != 0)) event_fifo (
        .clock(clock), .clear(clearing), .take(cursor_commit), .take_held(wheels_hold), .wheel(cascade_wheel),
        .slot(cascade_upper ? cascade_slot : visited), .late(late_check_late), .late_wheel(late_check_late_wheel),
        .late_slot(late_check_late_slot), .push_tick(tick_counts_cursor_tick), .pop(host_pop),
        .show_place(host_show_place), .show_tick(host_show_tick), .room(event_fifo_room),
        .late_taken(event_fifo_late_taken), .acknowledged(event_fifo_acknowledged), .valid(event_fifo_valid),
        .more(event_fifo_more), .pops(event_fifo_pops), .entries(event_fifo_entries),
        .head_late(event_fifo_head_late), .head_wheel(event_fifo_head_wheel), .head_slot(event_fifo_head_slot),
        .head_tick(event_fifo_head_tick)
    );

    generate
        if (LOOKS_AHEAD) begin : with_look_ahead
            carillon_look_ahead #(.WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS)) look_ahead (
                .clock(clock), .clear(clearing), .write_enable(arming_write_enable),
                .write_address(~arming_write_address & SLOT_MASK), .write_data(arming_write_data),
                .ask(next_asked & cursor_settled), .wheel_present(wheels_selected_present & arming_ready),
                .wheel_base(wheels_selected_base), .wheel_size(wheels_selected_size), .slot(look_ahead_slot),
                .searching(look_ahead_searching), .done(look_ahead_done), .found(look_ahead_found),
                .distance(look_ahead_distance)
            );
        end else begin : without_look_ahead
            assign look_ahead_searching = 1'b0;
            assign look_ahead_done = 1'b0;
            assign look_ahead_found = 1'b0;
            assign look_ahead_distance = 20'd0;

            wire unused = &{1'b0, wheels_selected_size, look_ahead_slot};
        end

        if (MULTI_WHEEL) begin : with_cascade
            carillon_counter_cascade #(.SLOT_BITS(SLOT_BITS)) cascade (
                .clock(clock), .clear(clearing), .start(cursor_ready_for_cascade), .count(wheels_count),
                .granted(granted), .selected_last(wheels_selected_last), .selected_base(wheels_selected_base),
                .selected_slot(wheels_selected_slot), .selected_lap(wheels_selected_lap),
                .taken(cursor_cascade_taken), .done(cursor_cascade_done), .again(cursor_cascade_again),
                .cascading(cascade_cascading), .wheel(cascade_wheel), .upper(cascade_upper), .slot(cascade_slot),
                .ask(cascade_ask), .word(cascade_word), .offset(cascade_offset), .step(cascade_step),
                .step_slot(cascade_step_slot), .step_lap(cascade_step_lap)
            );
        end else begin : without_cascade
            assign cascade_cascading = 1'b0;
            assign cascade_wheel = 3'd0;
            assign cascade_upper = 1'b0;
            assign cascade_slot = 20'd0;
            assign cascade_ask = 1'b0;
            assign cascade_word = 16'd0;
            assign cascade_offset = 4'd0;
            assign cascade_step = 1'b0;
            assign cascade_step_slot = 20'd0;
            assign cascade_step_lap = 8'd0;

            wire unused = &{1'b0, granted, wheels_count, wheels_selected_lap, cursor_ready_for_cascade,
                cursor_cascade_taken, cursor_cascade_done, cursor_cascade_again};
        end
    endgenerate

    always @(posedge clock) begin
        clearing <= reset | host_soft_reset;
        next_waits <= next_asked & ~cursor_settled & ~clearing;
        if (cursor_commit) begin
            found_address <= cursor_visited;
            if (cascade_upper) found_address <= cascade_address;
        end
    end
endmodule

// # The host's side of the chip
//
// **Purpose.** Everything between the register bus and the parts that keep time: register file, settings and commands,
// interrupt, alarm and coalescing.
//
// **Interface.** The register bus (see carillon_shared.v). The other ports are the settings, commands and
// strobes to the other parts, and what can be seen of them.
//
// **Timing.** With `bus_execute` in clock *e*: `bus_failed` in *e* + 1, with `bus_done`; `bus_done` of a write in *e* +
// 1, of a read in *e* + 2, of a read of a time in the clock of `time_done`; of a read of `NEXT` in the clock of
// `next_done`; of an `ARM` that is postponed when it is judged or refused. Commands leave in *e* + 1; a setting shows
// in *e* + 2. A read shows what was true in the clock before `bus_done`; but a time is of the clock in which its
// reading began; so is a word of `NEXT`.
//
// **Invariants.** Each access has one `bus_done`, if a reset does not come in between. A read changes nothing but
// `ERROR.address`.
module carillon_counter_host #(
    parameter integer WHEELS    = 1,         // Timing wheels, 1 to 8.
    parameter integer SLOT_BITS = 12,        // 2^SLOT_BITS slots in all wheels together, 10 to 20.
    parameter integer FIFO_BITS = 4,         // Room for 2^FIFO_BITS events, 1 to 10.
    parameter [0:0] ALARM       = 0,         // 1: `ALARM_LO` and `ALARM_HI`.
    parameter [0:0] LOOK_AHEAD  = 0,         // 1: `NEXT`.
    parameter [0:0] COALESCING  = 0,         // 1: `INTR_COALESCE`.
    parameter [0:0] WHEEL_MODES = 0          // 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
) (
    input  wire clock,                       // The one clock.
    // Back to reset values; what was executed in the clock before may have no answer.
    input  wire clear,
    input  wire bus_execute,                 // An access is made in this clock.
    input  wire bus_write,                   // It is a write.
    input  wire bus_whole,                   // It writes all four bytes.
    input  wire [5:0] bus_address,           // Its word address.
    input  wire [31:0] bus_data,             // The word written.
    output wire bus_done,                    // The access is done.
    output wire bus_failed,                  // With `bus_done`: it has failed.
    output wire [31:0] bus_read_data,        // The word read, from the clock after `bus_done` on.
    output wire irq,                         // The line to the host.
    output wire enable,                      // Time passes.
    output wire [23:0] prescale,             // Clocks a tick.
    output wire running,                     // Enabled at least once since reset.
    // `CTRL.reset` is written: everything but the bus adapter goes through its reset.
    output wire soft_reset,
    output wire arm,                         // `ARM` is accepted.
    output wire disarm,                      // `DISARM` is accepted, or an acknowledgement disarms.
    output wire [2:0] wheel,                 // The command's wheel.
    output wire [19:0] slot,                 // The command's slot.
    output wire [7:0] lap,                   // The command's lap.
    output wire pop,                         // The event FIFO drops its head.
    // The event FIFO shows its head's wheel, slot and late mark in the next clock: they are read, or acknowledged.
    output wire show_place,
    output wire show_tick,                   // The event FIFO shows its head's tick in the next clock.
    // The wheel whose size or mode is written or read, or whose next busy slot is asked for.
    output wire [2:0] wheel_index,
    output wire write_size,                  // The wheel takes `data` as its size, if it fits.
    output wire write_mode,                  // The wheel takes `data` as its mode.
    output wire ask_next,                    // The distance to the wheel's next busy slot is asked for.
    input  wire size_refused,                // The size written a clock ago does not fit.
    input  wire next_done,                   // The distance asked for is there.
    input  wire next_found,                  // The wheel has a busy slot.
    input  wire [19:0] next_distance,        // How far it is.
    input  wire ready,                       // The memory has been cleared.
    input  wire arm_refused,                 // A command names no slot of a wheel.
    input  wire arm_judged,                  // The arm has been judged.
    input  wire late_lost,                   // A late event was lost.
    input  wire event_valid,                 // The FIFO's head is an event.
    input  wire [3:0] event_sequence,        // Events popped, modulo 16.
    input  wire event_more,                  // Another stands behind it.
    input  wire event_late,                  // The head shown is late; 0 when none is shown.
    input  wire [2:0] event_wheel,           // The wheel of the head shown, or 0.
    input  wire [19:0] event_slot,           // The slot of the head shown, or 0.
    input  wire [31:0] event_tick,           // The tick of the head shown, or 0.
    input  wire [10:0] event_level,          // Events in the FIFO.
    input  wire fifo_full,                   // The FIFO is full.
    input  wire tick,                        // Now goes on by one.
    input  wire half_period,                 // Now has crossed a multiple of 2^31.
    output wire ask_time,                    // A half of now or of the cursor is asked for.
    output wire [1:0] which_time,            // Which: bit 0 the high half, bit 1 the cursor's.
    input  wire time_done,                   // The half asked for is there.
    input  wire [31:0] time_word,            // That half; 0 unless it was asked for.
    input  wire behind                       // The cursor is behind now.
);
    reg arm_waits;                           // An arm was taken and is neither judged nor refused.
    reg [4:0] status_word;                   // `STATUS` where that is read, else 0.
    reg [4:0] state_word;                    // `INTR_STATE` where that is read, else 0.
    reg [7:0] error_word;                    // `ERROR` where that is read, else 0.
    reg event_shown;                         // `EVENT` is read, and there is one.
    reg more_shown;                          // The same, and another stands behind it.
    reg [3:0] sequence_shown;                // The event's sequence number where `EVENT` is read, else 0.
    reg attention_shown;                     // `EVENT` is read, and something else asks for the host.

    wire written_ctrl, written_prescale, written_arm, written_disarm, written_event_ack, written_intr_state,
        written_intr_enable, written_intr_test, written_intr_coalesce, written_error, written_alarm_lo,
        written_alarm_hi, written_wheel_size, selected_status, selected_event, selected_event_tick,
        selected_event_ack, selected_intr_state, selected_error, selected_next;
    wire registers_refused, registers_error_level;
    wire [7:0] registers_errors;
    wire interrupt_attention;
    wire [4:0] interrupt_state;
    wire alarm_reached;
    wire coalescing_announced;
    wire register_file_answered = next_done | time_done | (arm_waits & (arm_judged | arm_refused));
    wire shows_event = selected_event & event_valid;
    wire [31:0] event_word = {event_shown, event_late, more_shown, attention_shown, 1'b0, sequence_shown,
        event_wheel, event_slot};
    wire shows_next = selected_next & next_found;
    wire [31:0] next_word = shows_next ? {next_found, 11'd0, next_distance} : 32'd0;
    wire [31:0] register_file_live = {24'd0, {3'd0, status_word | state_word} | error_word} | event_word | event_tick
        | time_word | next_word;

    carillon_counter_register_file #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .ALARM(ALARM), .LOOK_AHEAD(LOOK_AHEAD),
        .COALESCING(COALESCING), .WHEEL_MODES(WHEEL_MODES)
    ) register_file (
        .clock(clock), .clear(clear), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done), .bus_failed(bus_failed),
        .bus_read_data(bus_read_data), .refused(registers_refused), .refused_late(size_refused), .postponed(arm),
        .answered(register_file_answered), .live(register_file_live), .written_ctrl(written_ctrl),
        .written_prescale(written_prescale), .written_arm(written_arm), .written_disarm(written_disarm),
        .written_event_ack(written_event_ack), .written_intr_state(written_intr_state),
        .written_intr_enable(written_intr_enable), .written_intr_test(written_intr_test),
        .written_intr_coalesce(written_intr_coalesce), .written_error(written_error),
        .written_alarm_lo(written_alarm_lo), .written_alarm_hi(written_alarm_hi),
        .written_wheel_size(written_wheel_size), .written_wheel_mode(write_mode), .selected_status(selected_status),
        .selected_event(selected_event), .selected_event_tick(selected_event_tick),
        .selected_event_ack(selected_event_ack), .selected_intr_state(selected_intr_state),
        .selected_error(selected_error), .selected_next(selected_next), .asked_time(ask_time), .asked_next(ask_next)
    );

    carillon_counter_registers registers (
        .clock(clock), .clear(clear), .data(bus_data), .write_ctrl(written_ctrl), .write_prescale(written_prescale),
        .write_arm(written_arm), .write_disarm(written_disarm), .write_event_ack(written_event_ack),
        .write_error(written_error), .write_wheel_size(written_wheel_size), .access_failed(bus_failed),
        .arm_refused(arm_refused), .size_refused(size_refused), .ready(ready), .event_valid(event_valid),
        .pops(event_sequence), .refused(registers_refused), .enable(enable), .prescale(prescale), .running(running),
        .soft_reset(soft_reset), .arm(arm), .disarm(disarm), .wheel(wheel), .slot(slot), .lap(lap), .pop(pop),
        .write_size(write_size), .errors(registers_errors), .error_level(registers_error_level)
    );

    carillon_interrupt interrupt (
        .clock(clock), .clear(clear), .event_level(coalescing_announced), .error_level(registers_error_level),
        .alarm_reached(alarm_reached), .late_overflow(late_lost), .half_period(half_period),
        .write_state(written_intr_state), .write_enables(written_intr_enable), .write_test(written_intr_test),
        .data(bus_data[4:0]), .state(interrupt_state), .attention(interrupt_attention), .irq(irq)
    );

    generate
        if (ALARM) begin : with_alarm
            wire [31:0] now_low, now_high;

            carillon_now now (
                .clock(clock), .clear(clear), .advance({4'd0, tick}), .low(now_low), .high(now_high)
            );

            carillon_counter_alarm alarm (
                .clock(clock), .clear(clear), .write_low(written_alarm_lo), .write_high(written_alarm_hi),
                .data(bus_data), .now_low(now_low), .now_high(now_high), .reached(alarm_reached)
            );
        end else begin : without_alarm
            assign alarm_reached = 1'b0;

            wire unused = &{1'b0, tick, written_alarm_lo, written_alarm_hi};
        end

        if (COALESCING) begin : with_coalescing
            carillon_coalescing coalescing (
                .clock(clock), .clear(clear), .write(written_intr_coalesce), .data(bus_data[23:0]),
                .event_valid(event_valid), .event_level(event_level), .fifo_full(fifo_full), .tick(tick),
                .announced(coalescing_announced)
            );
        end else begin : without_coalescing
            assign coalescing_announced = event_valid;

            wire unused = &{1'b0, event_level, tick, written_intr_coalesce};
        end
    endgenerate

    assign wheel_index = bus_address[2:0];
    assign which_time = bus_address[1:0];
    assign show_place = shows_event | (selected_event_ack & bus_write);
    assign show_tick = selected_event_tick & event_valid;

    always @(posedge clock) begin
        arm_waits <= ~clear & (arm | (arm_waits & ~arm_judged & ~arm_refused));
        status_word <= {behind, fifo_full, event_valid, running, ready};
        if (~selected_status) status_word <= 5'd0;
        state_word <= interrupt_state;
        if (~selected_intr_state) state_word <= 5'd0;
        error_word <= registers_errors;
        if (~selected_error) error_word <= 8'd0;
        event_shown <= shows_event;
        more_shown <= shows_event & event_more;
        sequence_shown <= event_sequence;
        if (~shows_event) sequence_shown <= 4'd0;
        attention_shown <= selected_event & interrupt_attention;
    end
endmodule

// # The register file
//
// **Purpose.** The bus side of the register map: answers every access, tells the other parts which register is
// written, keeps what can be read back, and gathers the word that a read shows. All of it follows from the rows of the
// register map.
//
// **Interface.** The register bus (see carillon_shared.v). `written_*` is a strobe for each register whose write
// makes some part do something. `selected_*` is high for each register that shows what a part does, which is then to
// be on `live`, where all else is 0; some of these words take time (`asked_*`) and are there with `answered`. Every
// other register that can be read is a constant, or shows what was written last: to add one, add its row to the map.
// One that makes a part do something, or shows what a part does, needs its wire in the lists below as well. `refused`
// and, a clock later, `refused_late` say that a write does not count, `postponed` that it is not done at once.
//
// **Timing.** With `bus_execute` in clock *e*: `bus_failed`, `asked_*` and `written_*` in *e* + 1; `bus_done` of a
// write or of a failed access in *e* + 1, of a read in *e* + 2, of a word that is asked for in the clock of `answered`,
// *e* + 2 or later, of a write that is postponed in that of `answered`, *e* + 1 or later. `read_data` is a register: it
// shows from the clock after `bus_done` what was true in that clock. `refused` and `postponed` belong to *e* + 1,
// `refused_late` to *e* + 2. A read that is executed in the clock before `clear` is forgotten; after `clear`
// `read_data` is 0.
//
// **Invariants.** Each access has one `bus_done`. At most one strobe is high, and none with `bus_failed`. Nothing that
// is read changes by being read. What is written in *e* stands in memory before the next `bus_execute`.
//
// **What is kept** lies in one memory, which has what was written last. A flip-flop for each register says whether it
// was written since the last reset; if not, its word after reset is shown. So a reset takes one clock, and what the
// memory begins with does not matter. Bits without a field are written too, and are 0 in the register behind the
// memory, which takes each word over first, since a block RAM is slow to show one.
module carillon_counter_register_file #(
    parameter integer WHEELS    = 1,         // Timing wheels, 1 to 8.
    parameter integer SLOT_BITS = 12,        // 2^SLOT_BITS slots in all wheels together, 10 to 20.
    parameter integer FIFO_BITS = 4,         // Room for 2^FIFO_BITS events, 1 to 10.
    parameter [0:0] ALARM       = 0,         // 1: `ALARM_LO` and `ALARM_HI`.
    parameter [0:0] LOOK_AHEAD  = 0,         // 1: `NEXT`.
    parameter [0:0] COALESCING  = 0,         // 1: `INTR_COALESCE`.
    parameter [0:0] WHEEL_MODES = 0          // 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to reset values.
    input  wire bus_execute,                 // An access is made in this clock.
    input  wire bus_write,                   // It is a write.
    input  wire bus_whole,                   // It writes all four bytes.
    input  wire [5:0] bus_address,           // Its word address.
    input  wire [31:0] bus_data,             // The word written.
    output wire bus_done,                    // The access is done.
    output wire bus_failed,                  // With `bus_done`: it has failed.
    output wire [31:0] bus_read_data,        // The word read, from the clock after `bus_done` on.
    input  wire refused,                     // What is written in this clock does not count.
    input  wire refused_late,                // What was written in the clock before does not count.
    // What is written in this clock takes time: it is done when `answered` comes.
    input  wire postponed,
    input  wire answered,                    // The word asked for is there, or what was postponed is done.
    input  wire [31:0] live,                 // What is selected of the other parts; 0 where nothing is.
    output wire written_ctrl,
    output wire written_prescale,
    output wire written_arm,
    output wire written_disarm,
    output wire written_event_ack,
    output wire written_intr_state,
    output wire written_intr_enable,
    output wire written_intr_test,
    output wire written_intr_coalesce,
    output wire written_error,
    output wire written_alarm_lo,
    output wire written_alarm_hi,
    output wire written_wheel_size,
    output wire written_wheel_mode,
    output wire selected_status,
    output wire selected_event,
    output wire selected_event_tick,
    output wire selected_event_ack,
    output wire selected_intr_state,
    output wire selected_error,
    output wire selected_next,
    output wire asked_time,
    output wire asked_next
);
    // Word addresses; of an array that of its first word.
    localparam [5:0] ADDR_ID            = 6'h00;
    localparam [5:0] ADDR_VERSION       = 6'h01;
    localparam [5:0] ADDR_PARAMS        = 6'h02;
    localparam [5:0] ADDR_SCRATCH       = 6'h03;
    localparam [5:0] ADDR_CTRL          = 6'h04;
    localparam [5:0] ADDR_STATUS        = 6'h05;
    localparam [5:0] ADDR_PRESCALE      = 6'h06;
    localparam [5:0] ADDR_NOW_LO        = 6'h08;
    localparam [5:0] ADDR_NOW_HI        = 6'h09;
    localparam [5:0] ADDR_CURSOR_LO     = 6'h0a;
    localparam [5:0] ADDR_CURSOR_HI     = 6'h0b;
    localparam [5:0] ADDR_ARM           = 6'h0c;
    localparam [5:0] ADDR_DISARM        = 6'h0d;
    localparam [5:0] ADDR_EVENT         = 6'h0e;
    localparam [5:0] ADDR_EVENT_TICK    = 6'h0f;
    localparam [5:0] ADDR_EVENT_ACK     = 6'h10;
    localparam [5:0] ADDR_INTR_STATE    = 6'h11;
    localparam [5:0] ADDR_INTR_ENABLE   = 6'h12;
    localparam [5:0] ADDR_INTR_TEST     = 6'h13;
    localparam [5:0] ADDR_INTR_COALESCE = 6'h14;
    localparam [5:0] ADDR_ERROR         = 6'h15;
    localparam [5:0] ADDR_ALARM_LO      = 6'h16;
    localparam [5:0] ADDR_ALARM_HI      = 6'h17;
    localparam [5:0] ADDR_NEXT          = 6'h18;
    localparam [5:0] ADDR_WHEEL_SIZE    = 6'h20;
    localparam [5:0] ADDR_WHEEL_MODE    = 6'h28;

    localparam [31:0] ID      = 32'h4341_524c;
    localparam [31:0] VERSION = 32'h0000_0100;
    localparam [31:0] PARAMS  = {12'd0, WHEEL_MODES, COALESCING, LOOK_AHEAD, ALARM, 3'd0, FIFO_BITS[3:0],
        SLOT_BITS[4:0], WHEELS[3:0]};
    localparam [7:0] WHEEL_MASK = (1 << WHEELS) - 1;

    reg executed;                            // An access was made in the clock before.
    reg acting;                              // It was a write that found its register.
    reg failing;                             // It found no register, or wrote part of a word.
    reg asking;                              // It was a read of a word that takes time.
    reg silent;                              // The access shows no word: a write, or one that failed.
    reg showing;                             // A read is done; its word is taken over at the next edge.
    reg keeping;                             // What was written goes to memory, unless refused late.
    reg [31:0] hidden;                       // Bits of the word from memory that are not shown.
    reg [31:0] stored;                       // The word from memory, without bits that have no field.
    reg [31:0] untouched;                    // The word after reset, while the register was not written.
    reg [31:0] answer;                       // The word read; 0 after a write or a reset.
    reg is_ctrl;                             // The access is to `CTRL`.
    reg is_prescale;                         // The access is to `PRESCALE`.
    reg is_arm;                              // The access is to `ARM`.
    reg is_disarm;                           // The access is to `DISARM`.
    reg is_event_ack;                        // The access is to `EVENT_ACK`.
    reg is_intr_state;                       // The access is to `INTR_STATE`.
    reg is_intr_enable;                      // The access is to `INTR_ENABLE`.
    reg is_intr_test;                        // The access is to `INTR_TEST`.
    reg is_intr_coalesce;                    // The access is to `INTR_COALESCE`.
    reg is_error;                            // The access is to `ERROR`.
    reg is_alarm_lo;                         // The access is to `ALARM_LO`.
    reg is_alarm_hi;                         // The access is to `ALARM_HI`.
    reg is_wheel_size;                       // The access is to `WHEEL_SIZE`.
    reg is_wheel_mode;                       // The access is to `WHEEL_MODE`.
    reg is_status;                           // The access is to `STATUS`.
    reg is_time;                             // The access is to `NOW_LO`, `NOW_HI`, `CURSOR_LO`, `CURSOR_HI`.
    reg is_event;                            // The access is to `EVENT`.
    reg is_event_tick;                       // The access is to `EVENT_TICK`.
    reg is_next;                             // The access is to `NEXT`.
    reg holds_scratch;                       // `SCRATCH` has been written since the last reset.
    reg holds_ctrl;                          // `CTRL` has been written since the last reset.
    reg holds_prescale;                      // `PRESCALE` has been written since the last reset.
    reg holds_intr_enable;                   // `INTR_ENABLE` has been written since the last reset.
    reg holds_intr_coalesce;                 // `INTR_COALESCE` has been written since the last reset.
    reg holds_alarm_lo;                      // `ALARM_LO` has been written since the last reset.
    reg holds_alarm_hi;                      // `ALARM_HI` has been written since the last reset.
    reg [7:0] holds_wheel_size;              // Bit n: `WHEEL_SIZE` n has been written since the last reset.
    reg [7:0] holds_wheel_mode;              // Bit n: `WHEEL_MODE` n has been written since the last reset.

    wire [31:0] memory_read_data;
    wire [2:0] wheel = bus_address[2:0];
    wire has_wheel = {1'b0, wheel} < WHEELS[3:0];
    wire [7:0] this_wheel = 8'h01 << wheel;
    wire [7:0] above = 8'hfe << wheel;

    // What there is at an address; none of these is a flip-flop.
    reg there;                               // There is a register.
    reg slow;                                // It takes time to read.
    reg held;                                // It has been written since the last reset.
    reg [31:0] fields;                       // Its bits that show what was written.
    reg [31:0] first;                        // What it shows until it is written.

    wire known = there & (bus_whole | ~bus_write);
    wire keep = keeping & ~refused_late;

    always @* begin
        there = 1'b1;
        slow = 1'b0;
        held = 1'b0;
        fields = 32'd0;
        first = 32'd0;
        case (bus_address)
            ADDR_STATUS, ADDR_ARM, ADDR_DISARM, ADDR_EVENT, ADDR_EVENT_TICK, ADDR_EVENT_ACK, ADDR_INTR_STATE,
            ADDR_INTR_TEST, ADDR_ERROR: ;
            ADDR_NOW_LO, ADDR_NOW_HI, ADDR_CURSOR_LO, ADDR_CURSOR_HI: slow = 1'b1;
            ADDR_ID: first = ID;
            ADDR_VERSION: first = VERSION;
            ADDR_PARAMS: first = PARAMS;
            ADDR_SCRATCH: begin
                held = holds_scratch;
                fields = 32'hffff_ffff;
            end
            ADDR_CTRL: begin
                held = holds_ctrl;
                fields = 32'd1;
            end
            ADDR_PRESCALE: begin
                held = holds_prescale;
                fields = 32'h00ff_ffff;
                first = 32'd1;
            end
            ADDR_INTR_ENABLE: begin
                held = holds_intr_enable;
                fields = 32'h0000_001f;
            end
            ADDR_INTR_COALESCE: if (COALESCING) begin
                held = holds_intr_coalesce;
                fields = 32'h00ff_ffff;
            end else there = 1'b0;
            ADDR_ALARM_LO: if (ALARM) begin
                held = holds_alarm_lo;
                fields = 32'hffff_ffff;
                first = 32'hffff_ffff;
            end else there = 1'b0;
            ADDR_ALARM_HI: if (ALARM) begin
                held = holds_alarm_hi;
                fields = 32'hffff_ffff;
                first = 32'hffff_ffff;
            end else there = 1'b0;
            default:
                case (bus_address[5:3])
                    ADDR_NEXT[5:3]: if (LOOK_AHEAD) begin
                        there = has_wheel;
                        slow = 1'b1;
                    end else there = 1'b0;
                    ADDR_WHEEL_SIZE[5:3]: begin
                        there = has_wheel;
                        held = holds_wheel_size[wheel];
                        fields = 32'h001f_ffff;
                        if (wheel == 3'd0) first = 32'd1 << SLOT_BITS;
                    end
                    ADDR_WHEEL_MODE[5:3]: if (WHEEL_MODES) begin
                        there = has_wheel;
                        held = holds_wheel_mode[wheel];
                        fields = 32'd3;
                    end else there = 1'b0;
                    default: there = 1'b0;
                endcase
        endcase
    end

    carillon_memory #(.WIDTH(32), .ADDRESS_BITS(6)) memory (
        .clock(clock), .write_address(bus_address), .write_data(bus_data), .write_enable(keep),
        .read_address(bus_address), .read_data(memory_read_data)
    );

    assign written_ctrl = acting & is_ctrl;
    assign written_prescale = acting & is_prescale;
    assign written_arm = acting & is_arm;
    assign written_disarm = acting & is_disarm;
    assign written_event_ack = acting & is_event_ack;
    assign written_intr_state = acting & is_intr_state;
    assign written_intr_enable = acting & is_intr_enable;
    assign written_intr_test = acting & is_intr_test;
    assign written_intr_coalesce = acting & is_intr_coalesce;
    assign written_error = acting & is_error;
    assign written_alarm_lo = acting & is_alarm_lo;
    assign written_alarm_hi = acting & is_alarm_hi;
    assign written_wheel_size = acting & is_wheel_size;
    assign written_wheel_mode = acting & is_wheel_mode;
    assign selected_status = is_status;
    assign selected_event = is_event;
    assign selected_event_tick = is_event_tick;
    assign selected_event_ack = is_event_ack;
    assign selected_intr_state = is_intr_state;
    assign selected_error = is_error;
    assign selected_next = is_next;
    assign asked_time = asking & is_time;
    assign asked_next = asking & is_next;
    assign bus_done = (executed & silent & ~postponed) | showing | answered;
    assign bus_failed = failing;
    assign bus_read_data = answer;

    integer n;

    always @(posedge clock) begin
        executed <= bus_execute;
        acting <= bus_execute & bus_write & known;
        failing <= bus_execute & ~known;
        asking <= bus_execute & ~bus_write & there & slow;
        silent <= bus_write | ~known;
        is_ctrl <= bus_address == ADDR_CTRL;
        is_prescale <= bus_address == ADDR_PRESCALE;
        is_arm <= bus_address == ADDR_ARM;
        is_disarm <= bus_address == ADDR_DISARM;
        is_event_ack <= bus_address == ADDR_EVENT_ACK;
        is_intr_state <= bus_address == ADDR_INTR_STATE;
        is_intr_enable <= bus_address == ADDR_INTR_ENABLE;
        is_intr_test <= bus_address == ADDR_INTR_TEST;
        is_intr_coalesce <= bus_address == ADDR_INTR_COALESCE;
        is_error <= bus_address == ADDR_ERROR;
        is_alarm_lo <= bus_address == ADDR_ALARM_LO;
        is_alarm_hi <= bus_address == ADDR_ALARM_HI;
        is_wheel_size <= bus_address[5:3] == ADDR_WHEEL_SIZE[5:3];
        is_wheel_mode <= bus_address[5:3] == ADDR_WHEEL_MODE[5:3];
        is_status <= bus_address == ADDR_STATUS;
        is_time <= bus_address[5:2] == ADDR_NOW_LO[5:2];
        is_event <= bus_address == ADDR_EVENT;
        is_event_tick <= bus_address == ADDR_EVENT_TICK;
        is_next <= bus_address[5:3] == ADDR_NEXT[5:3];
        showing <= executed & ~silent & ~(asking | clear);
        keeping <= acting & ~refused & ~clear;
        if (keep) begin
            if (bus_address == ADDR_SCRATCH) holds_scratch <= 1'b1;
            if (is_ctrl) holds_ctrl <= 1'b1;
            if (is_prescale) holds_prescale <= 1'b1;
            if (is_intr_enable) holds_intr_enable <= 1'b1;
            if (is_intr_coalesce) holds_intr_coalesce <= COALESCING;
            if (is_alarm_lo) holds_alarm_lo <= ALARM;
            if (is_alarm_hi) holds_alarm_hi <= ALARM;
            // A size takes the wheels above away.
            if (is_wheel_size) holds_wheel_size <= ((holds_wheel_size & ~above) | this_wheel) & WHEEL_MASK;
            if (is_wheel_mode) holds_wheel_mode <= (holds_wheel_mode | this_wheel) & WHEEL_MASK & {8{WHEEL_MODES}};
        end
        if (clear) begin
            holds_scratch <= 1'b0;
            holds_ctrl <= 1'b0;
            holds_prescale <= 1'b0;
            holds_intr_enable <= 1'b0;
            holds_intr_coalesce <= 1'b0;
            holds_alarm_lo <= 1'b0;
            holds_alarm_hi <= 1'b0;
            holds_wheel_size <= 8'd0;
            holds_wheel_mode <= 8'd0;
        end
        // Kept inverted, so that no reset below needs an inverter.
        hidden <= {32{~held}} | ~fields;
        // Each flip-flop is reset where its bit is not shown: that costs no look-up table, as a mask would.
        stored <= memory_read_data;
        for (n = 0; n < 32; n = n + 1)
            if (hidden[n]) stored[n] <= 1'b0;
        untouched <= {32{~held}} & first;
        if (bus_done | clear) answer <= silent | clear ? 32'd0 : live | stored | untouched;
    end
endmodule

// # What the host sets
//
// **Purpose.** Keeps the settings, turns writes into commands for the other parts, and remembers what was refused.
//
// **Interface.** One `write_*` strobe at a time, with `data`. Settings leave on `enable`, `prescale` and `running`,
// commands on `arm`, `disarm`, `pop`, `soft_reset` and `write_size`; `refused` says that a setting is not taken. Who
// is written, and what a read shows, is the register file's; what belongs to the interrupt, the alarm and coalescing
// is in parts of their own.
//
// **Timing.** `data` is valid from the clock before the strobe. Commands leave in the clock of the strobe; settings
// and `errors` show at its end. `error_level` is one clock behind `errors`.
//
// **Invariants.** The prescaler is never 0; it never changes while `running`, nor is a size offered to the wheels
// then. `enable` is high only while `running`. A refused write changes nothing but its bit of `errors`. An error that
// comes in the clock in which its bit is cleared is kept.
module carillon_counter_registers (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to reset values.
    input  wire [31:0] data,                 // The word written.
    input  wire write_ctrl,                  // `CTRL` is written.
    input  wire write_prescale,              // `PRESCALE` is written.
    input  wire write_arm,                   // `ARM` is written.
    input  wire write_disarm,                // `DISARM` is written.
    input  wire write_event_ack,             // `EVENT_ACK` is written.
    input  wire write_error,                 // `ERROR` is written.
    input  wire write_wheel_size,            // `WHEEL_SIZE` of some wheel is written.
    input  wire access_failed,               // An access has found no register, or has written part of a word.
    input  wire arm_refused,                 // A command names no slot of a wheel.
    input  wire size_refused,                // A size does not fit.
    input  wire ready,                       // The memory has been cleared.
    input  wire event_valid,                 // The FIFO's head is an event.
    // Events acknowledged, modulo 16, by the clock before a strobe: what an acknowledgement must name.
    input  wire [3:0] pops,
    output wire refused,                     // A setting is written and not taken.
    output wire enable,                      // Time passes.
    output wire [23:0] prescale,             // Clocks a tick.
    output wire running,                     // Enabled at least once since reset: sizes and prescaler are locked.
    output wire soft_reset,                  // Everything but the bus adapter goes through its reset.
    output wire arm,                         // `ARM` is accepted.
    output wire disarm,                      // `DISARM` is accepted, or an acknowledgement disarms.
    output wire [2:0] wheel,                 // The command's wheel; 0 of an acknowledgement.
    // The command's slot; 0 of an acknowledgement, which means that of the head.
    output wire [19:0] slot,
    output wire [7:0] lap,                   // The command's lap.
    output wire pop,                         // The event FIFO drops its head.
    output wire write_size,                  // The wheels take a size, if it fits.
    output wire [7:0] errors,                // `ERROR`.
    output wire error_level                  // Some bit of `ERROR` is set.
);
    localparam [23:0] RESET_CLOCKS = 24'd1;

    reg enabled;                             // `CTRL.enable`.
    reg started;                             // It has been enabled since the last reset.
    reg [23:0] clocks_a_tick;                // `PRESCALE`.
    reg [7:0] sticky_errors;                 // `ERROR`.
    reg some_error;                          // Some bit of `ERROR` was set in the clock before.
    reg clocks_given;                        // The word on the bus in the clock before was a prescaler, not 0.
    reg sequence_right;                      // It named the head of the FIFO, as an acknowledgement must.

    wire [3:0] sequence_given = data[26:23];
    wire acknowledged = write_event_ack & event_valid & sequence_right;
    wire locked = (write_prescale | write_wheel_size) & started;
    wire ack_empty = write_event_ack & ~event_valid;
    wire ack_stale = write_event_ack & event_valid & ~sequence_right;
    wire prescale_zero = write_prescale & ~started & ~clocks_given;
    wire not_ready = ((write_arm | write_disarm) & ~started) | (write_ctrl & data[0] & ~data[1] & ~ready);
    wire [7:0] new_errors = {access_failed, not_ready, prescale_zero, ack_stale, ack_empty, locked, size_refused,
        arm_refused};
    wire [7:0] cleared_errors = write_error ? data[7:0] : 8'd0;

    assign soft_reset = write_ctrl & data[1];
    assign write_size = write_wheel_size & ~started;
    assign pop = acknowledged;
    assign arm = write_arm & started;
    assign disarm = (write_disarm & started) | (acknowledged & data[0]);
    assign lap = data[31:24];
    assign wheel = write_event_ack ? 3'd0 : data[22:20];
    assign slot = write_event_ack ? 20'd0 : data[19:0];
    assign refused = locked | prescale_zero | not_ready;
    assign enable = enabled;
    assign prescale = clocks_a_tick;
    assign running = started;
    assign errors = sticky_errors;
    assign error_level = some_error;

    always @(posedge clock) begin
        sequence_right <= sequence_given == pops;
        clocks_given <= |data[23:0];
        if (write_prescale & ~started & clocks_given) clocks_a_tick <= data[23:0];
        if (write_ctrl) begin
            enabled <= data[0] & ready;
            if (data[0] & ready) started <= 1'b1;
        end
        sticky_errors <= (sticky_errors & ~cleared_errors) | new_errors;
        some_error <= |sticky_errors;
        if (clear) begin
            enabled <= 1'b0;
            started <= 1'b0;
            clocks_a_tick <= RESET_CLOCKS;
            sticky_errors <= 8'd0;
            some_error <= 1'b0;
        end
    end
endmodule

// # The alarm
//
// **Purpose.** Says when now has come to a tick that the host has set: the single hardware timer that a priority queue
// in the host's memory needs.
//
// **Interface.** `write_low` and `write_high` are strobes with `data`. The registers reset to all ones: the end of
// time. `reached` is a level.
//
// **Timing.** `reached` in clock *c* + 3 says whether now was at or past the alarm in clock *c*. All 64 bits of both
// are taken in the same clock *c*, in four chunks of 16 bits (`carillon_counter_compare`), so no torn value is ever
// compared. The registers hold the alarm inverted: a comparison subtracts it, which takes it inverted, and the end of
// time is then a reset to 0.
//
// **Invariants.** `reached` is never high for a pair of now and alarm that did not stand in the registers at once.
module carillon_counter_alarm (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Sets the alarm to the end of time.
    input  wire write_low,                   // `ALARM_LO` is written.
    input  wire write_high,                  // `ALARM_HI` is written.
    input  wire [31:0] data,                 // The word written.
    input  wire [31:0] now_low,              // Bits 31 to 0 of now, in ticks.
    input  wire [31:0] now_high,             // Bits 63 to 32 of now, in ticks.
    output wire reached                      // Now was at or past the alarm three clocks ago.
);
    reg [31:0] low;                          // Bits 31 to 0 of the alarm, inverted: `ALARM_LO`.
    reg [31:0] high;                         // Bits 63 to 32 of the alarm, inverted: `ALARM_HI`.
    reg past;                                // All 64 bits together: the alarm was reached three clocks ago.

    wire chunk_3_at_least, chunk_3_equal;
    wire chunk_2_at_least, chunk_2_equal;
    wire chunk_1_at_least, chunk_1_equal;
    wire chunk_0_at_least, chunk_0_equal;
    wire [31:0] low_alarm = ~low;
    wire [31:0] high_alarm = ~high;

    carillon_counter_compare chunk_3 (
        .clock(clock), .clear(clear), .value(now_high[31:16]), .other(high_alarm[31:16]), .at_least(chunk_3_at_least),
        .equal(chunk_3_equal)
    );

    carillon_counter_compare chunk_2 (
        .clock(clock), .clear(clear), .value(now_high[15:0]), .other(high_alarm[15:0]), .at_least(chunk_2_at_least),
        .equal(chunk_2_equal)
    );

    carillon_counter_compare chunk_1 (
        .clock(clock), .clear(clear), .value(now_low[31:16]), .other(low_alarm[31:16]), .at_least(chunk_1_at_least),
        .equal(chunk_1_equal)
    );

    carillon_counter_compare chunk_0 (
        .clock(clock), .clear(clear), .value(now_low[15:0]), .other(low_alarm[15:0]), .at_least(chunk_0_at_least),
        .equal(chunk_0_equal)
    );

    assign reached = past;

    always @(posedge clock) begin
        if (write_low) low <= ~data;
        if (write_high) high <= ~data;
        past <= chunk_3_at_least & (~chunk_3_equal
            | (chunk_2_at_least & (~chunk_2_equal
            | (chunk_1_at_least & (~chunk_1_equal | chunk_0_at_least | chunk_0_equal)))));
        if (clear) begin
            low <= 32'd0;
            high <= 32'd0;
            past <= 1'b0;
        end
    end
endmodule

// # A comparison of sixteen bits, in two clocks
//
// **Purpose.** Compares one chunk of a long number with that of another, so that a comparison of 64 bits is not the
// slowest path of the chip.
//
// **Interface.** `value` is compared with `other`; `at_least` and `equal` answer.
//
// **Timing.** Inputs of clock *c* are answered in clock *c* + 2, from registers. In between, each half of eight bits
// has been compared by itself. After `clear` in *c*, the outputs are 0 in *c* + 1 and *c* + 2.
//
// **Invariants.** `equal` is never high without `at_least`.
module carillon_counter_compare (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Forgets what is on its way.
    input  wire [15:0] value,                // A number.
    input  wire [15:0] other,                // The number that it is compared with.
    output wire at_least,                    // The value was the greater one, or both were equal, two clocks ago.
    output wire equal                        // Both were equal two clocks ago.
);
    reg at_least_high;                       // Bits 15 to 8: the value was not the smaller one a clock ago.
    reg equal_high;                          // Bits 15 to 8: both were equal one clock ago.
    reg at_least_low;                        // Bits 7 to 0: the value was not the smaller one a clock ago.
    reg equal_low;                           // Bits 7 to 0: both were equal one clock ago.
    reg at_least_both;                       // All bits: the value was not the smaller one two clocks ago.
    reg equal_both;                          // All bits: both were equal two clocks ago.

    wire [7:0] value_high = value[15:8];
    wire [7:0] value_low = value[7:0];
    wire [7:0] other_high = other[15:8];
    wire [7:0] other_low = other[7:0];

    assign at_least = at_least_both;
    assign equal = equal_both;

    always @(posedge clock) begin
        at_least_high <= value_high >= other_high;
        at_least_low <= value_low >= other_low;
        equal_high <= value_high == other_high;
        equal_low <= value_low == other_low;
        at_least_both <= at_least_high & (~equal_high | at_least_low);
        equal_both <= equal_high & equal_low;
        if (clear) begin
            at_least_high <= 1'b0;
            at_least_low <= 1'b0;
            equal_high <= 1'b0;
            equal_low <= 1'b0;
            at_least_both <= 1'b0;
            equal_both <= 1'b0;
        end
    end
endmodule

// # The tick counts: now, the cursor's tick, and the ticks set aside
//
// **Purpose.** Three numbers of 64 bits that only ever change by one carry at a time: now, the cursor's tick, and the
// blocks of 1024 ticks that the backlog has set aside. Their upper seven bytes lie in one block RAM and are walked by
// one adder of eight bits, lowest first, when a carry comes; only the lowest bytes are counters.
//
// **Interface.** `tick` adds 1 to now; `walked` and `skipped` add 1 or 16 (15 with `fewer`) to the cursor's tick.
// `cursor_tick`: its 32 low bits. `wants_aside` and `wants_back`, levels, change the blocks by one; `exchanged` for
// one clock when that is done. `half_period` for one clock when bit 31 of now has changed. In builds with several
// wheels the cascade counts its tick with `walked` and `starts_cascade`; the host sees the tick before until
// `cascading` has fallen. The host asks for a word with `ask`, `of_cursor` and `high`; `word` is there with
// `answered`, and 0 from the next `forget` on, which comes before the next `ask`.
//
// **Timing.** Counts of ticks are seen in the next clock. A carry takes three clocks, and one more for each byte that
// it goes on through; eight at most. Nothing is begun in the clock of `ask`: a word comes 5 clocks after it (high
// half: 9), or, for what is under way, at most 7 clocks later than that. After `clear` the memory is zeroed in 24
// clocks. Outside of a cascade a carry of the cursor's tick waits for 33 clocks at most. `half_period` comes 4 to 20
// clocks after its bit has changed.
//
// **Invariants.** All of a word is of the clock in which its reading began: nothing else is walked meanwhile, and a
// carry that still waits then is added on the way. The memory is read for the next clock's byte and written with the
// last clock's: no two walks of one number follow each other so soon that this matters. It holds the *next*
// value of the cursor's upper bytes, three bytes of which wait in registers: so `cursor_tick` is right in the clock
// of the carry itself, if that is not before the fourth clock without `carry_waits`. The blocks are held negative:
// the carry out of the highest byte tells that none is left.
module carillon_counter_tick_counts #(
    parameter integer WHEELS = 1             // Timing wheels, 1 to 8.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // All counts are zero.
    input  wire tick,                        // Now goes on by one.
    input  wire walked,                      // The cursor goes on by one tick.
    input  wire skipped,                     // The cursor goes on by 16 ticks.
    input  wire fewer,                       // With `skipped`: only by 15.
    input  wire starts_cascade,              // With `walked`: the tick is a cascade's, which begins.
    input  wire cascading,                   // The cascade is under way.
    input  wire wants_aside,                 // A block of 1024 ticks is to be set aside.
    input  wire wants_back,                  // A block of 1024 ticks is to be taken back.
    input  wire ask,                         // The host asks for a word.
    input  wire of_cursor,                   // It is the cursor's; otherwise now's. Stays until `answered`.
    input  wire high,                        // It is the high half; otherwise the low one. Stays until `answered`.
    input  wire forget,                      // The word is no longer wanted.
    // Bits 31 to 0 of the cursor's tick, or of the tick of the cascade under way.
    output wire [31:0] cursor_tick,
    output wire carry_waits,                 // A carry of the cursor's tick waits.
    output wire carry_urgent,                // It has waited for 128 ticks of the cursor, which must stop.
    output wire exchanged,                   // The block has been set aside or taken back.
    output wire any_aside,                   // Blocks are set aside.
    output wire half_period,                 // Bit 31 of now has changed.
    output wire answered,                    // The word asked for is on `word`.
    output wire [31:0] word                  // The word asked for, or 0.
);
    localparam [0:0] MULTI_WHEEL = WHEELS > 1;
    localparam [1:0] ASIDE = 2'd2;
    localparam [2:0] BYTE_1 = 3'd1;
    localparam [2:0] BYTE_2 = 3'd2;
    localparam [2:0] BYTE_3 = 3'd3;
    localparam [8:0] FIFTEEN = 9'd15;
    localparam [1:0] THE_CURSOR = 2'd1;

    reg [7:0] now_low;                       // Bits 7 to 0 of now.
    reg now_carry;                           // A carry into the upper bytes of now waits.
    reg [7:0] cursor_low;                    // Bits 7 to 0 of the cursor's tick.
    reg cursor_carry;                        // A carry into the upper bytes of the cursor's tick waits.
    reg [7:0] finished_low;                  // Bits 7 to 0 of the cursor's tick as the host sees it.
    reg finishing;                           // A cascade began, or was under way, one clock ago.
    reg [23:0] upper;                        // Bits 31 to 8 of the cursor's tick.
    reg [7:0] next_1;                        // Bits 15 to 8 of the cursor's tick after its next carry.
    reg [7:0] next_2;                        // Bits 23 to 16 of the cursor's tick after its next carry.
    reg [7:0] next_3;                        // Bits 31 to 24 of the cursor's tick after its next carry.
    reg asked;                               // The host has asked for a word, and its reading has not begun.
    reg adding;                              // A walk is under way, one byte a clock.
    reg zeroing;                             // The walk zeroes the memory, as after a reset.
    reg reading;                             // The walk is for the host and writes nothing.
    reg [1:0] number;                        // Which number is walked: 0 now, 1 the cursor's, 2 the blocks.
    reg [2:0] place;                         // Which of its bytes is added to, 0 the lowest.
    reg [7:0] result;                        // The byte to write: the sum of one clock ago, or 0.
    reg [4:0] result_address;                // The number and the byte that it is written to.
    reg has_result;                          // The byte is written at the next edge.
    reg minus;                               // The walk takes one off: 255 is added to each byte.
    reg carry;                               // The carry into the byte that is added to.
    reg some_aside;                          // At least one block of 1024 ticks is set aside.
    reg block_done;                          // The walk of the blocks ended one clock ago.
    reg at_end;                              // The byte that is added to is the last the walk may come to.
    reg through_all;                         // One clock ago the walk was at the last byte it may come to.
    reg half;                                // A carry changed bit 31 of now one clock ago.
    reg answering;                           // The last byte of the host's word came one clock ago.
    reg [31:0] given;                        // The word read for the host, or 0; bytes come in at the top.

    wire [7:0] bytes_read_data;
    wire [8:0] now_sum = {1'b0, now_low} + {8'd0, tick};
    wire [8:0] cursor_step = skipped & fewer ? FIFTEEN : {4'd0, skipped, 3'd0, walked};
    wire [8:0] cursor_sum = {1'b0, cursor_low} + cursor_step;
    wire carries = cursor_sum[8];
    wire carry_due = cursor_carry & ~finishing;
    wire idle = ~adding;
    wire may_begin = idle & ~asked & ~ask;
    wire reads = idle & asked & ~has_result;
    wire counts_now = may_begin & now_carry;
    wire counts_cursor = may_begin & ~now_carry & carry_due;
    wire exchanges = may_begin & ~now_carry & ~carry_due & ~block_done & (wants_aside | wants_back);
    wire [8:0] addend = minus ? 9'd255 : 9'd0;
    wire [8:0] sum = {1'b0, bytes_read_data} + addend + {8'd0, carry};
    wire [7:0] total = sum[7:0];
    wire [7:0] shown =
        adding ? total :
        of_cursor ? (MULTI_WHEEL ? finished_low : cursor_low) :
        now_low;
    wire writes = adding & ~reading;
    wire last = &place;
    wire ends = (~zeroing & ~reading & (carry == minus)) | at_end;
    wire [2:0] read_place = adding ? place + 3'd1 : BYTE_1;
    wire [1:0] read_number =
        adding ? (zeroing & last ? number + 2'd1 : number) :
        asked ? (of_cursor ? THE_CURSOR : 2'd0) :
        now_carry ? 2'd0 :
        carry_due ? THE_CURSOR :
        ASIDE;

    carillon_memory #(.WIDTH(8), .ADDRESS_BITS(5)) bytes (
        .clock(clock), .write_address(result_address), .write_data(result), .write_enable(has_result),
        .read_address({read_number, read_place}), .read_data(bytes_read_data)
    );

    assign cursor_tick = {upper, cursor_low};
    assign carry_waits = cursor_carry;
    assign carry_urgent = cursor_carry & cursor_low[7];
    assign exchanged = block_done;
    assign any_aside = some_aside;
    assign half_period = half;
    assign answered = answering;
    assign word = given;

    always @(posedge clock) begin
        now_low <= now_sum[7:0];
        cursor_low <= cursor_sum[7:0];
        if (carries) upper <= {next_3, next_2, next_1};
        finishing <= (starts_cascade | cascading) & MULTI_WHEEL;
        if (~starts_cascade & ~cascading) finished_low <= cursor_sum[7:0];
        asked <= (asked & ~reads) | ask;
        now_carry <= now_sum[8] | (now_carry & ~counts_now);
        cursor_carry <= carries | (cursor_carry & ~counts_cursor);
        has_result <= writes;
        result <= total;
        if (zeroing) result <= 8'd0;
        result_address <= {number, place};
        at_end <= adding & (place[1:0] == 2'd2) & (place[2] | (reading & ~high)) & (number[1] | ~zeroing);
        if (adding) begin
            adding <= ~ends;
            carry <= sum[8];
        end else begin
            adding <= reads | counts_now | counts_cursor | exchanges;
            reading <= asked;
            minus <= wants_aside;
            carry <= wants_back;
            if (carry_due) begin
                minus <= 1'b0;
                carry <= 1'b1;
            end
            if (now_carry) begin
                minus <= 1'b0;
                carry <= 1'b1;
            end
            if (asked) begin
                minus <= 1'b0;
                carry <= now_carry;
                if (of_cursor) begin
                    minus <= ~carry_due;
                    carry <= 1'b0;
                end
            end
        end
        if (at_end) zeroing <= 1'b0;
        place <= read_place;
        number <= read_number;
        block_done <= writes & ends & (number == ASIDE) & ~zeroing;
        through_all <= at_end;
        if (block_done) some_aside <= minus | ~(through_all & carry);
        if (writes & (number == THE_CURSOR) & ~zeroing) begin
            if (place == BYTE_1) next_1 <= total;
            if (place == BYTE_2) next_2 <= total;
            if (place == BYTE_3) next_3 <= total;
        end
        half <= writes & (number == 2'd0) & ~zeroing & (place == BYTE_3) & (sum[7] ^ bytes_read_data[7]);
        answering <= adding & reading & ends;
        if (reads | (adding & reading)) given <= {shown, given[31:8]};
        if (forget) given <= 32'd0;
        if (clear) begin
            now_low <= 8'd0;
            now_carry <= 1'b0;
            cursor_low <= 8'd0;
            finished_low <= 8'd0;
            upper <= 24'd0;
            next_1 <= 8'd0;
            next_2 <= 8'd0;
            next_3 <= 8'd0;
            some_aside <= 1'b0;
            block_done <= 1'b0;
            half <= 1'b0;
            reading <= 1'b0;
            asked <= 1'b0;
            answering <= 1'b0;
            adding <= 1'b1;
            zeroing <= 1'b1;
            at_end <= 1'b0;
            number <= 2'd0;
            place <= 3'd0;
            cursor_carry <= 1'b1;
        end
    end
endmodule

// # The backlog: how many ticks the cursor may still pass
//
// **Purpose.** Counts the ticks that have come and have not been passed, so that the cursor never passes now.
//
// **Interface.** `tick`: one more has come. `walked` and `skipped`: the cursor has passed 1 or 16 (15 with `fewer`).
// `some`, `eight` and `far`: at least 1, 8 or 96 may be passed. A backlog may be longer than the counter: blocks of
// 1024 ticks are set aside (`wants_aside`) and taken back (`wants_back`); `exchanged` when a block has changed sides.
// `any_aside`: there are blocks.
//
// **Timing.** `some`, `eight` and `far` in clock *c* + 1 tell of clock *c*. `behind` too: there is a tick to pass.
//
// **Invariants.** The count is the backlog less the blocks set aside, so it is never more than the truth. A block is
// set aside from 1536 on, in fewer than 512 clocks, so the eleven bits never overflow; it is taken back below 512.
module carillon_counter_backlog (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Nothing may be passed.
    input  wire tick,                        // A tick has come.
    input  wire walked,                      // The cursor has passed one tick.
    input  wire skipped,                     // The cursor has passed 16 ticks.
    input  wire fewer,                       // With `skipped`: only 15.
    input  wire any_aside,                   // Blocks of 1024 ticks are set aside.
    input  wire exchanged,                   // A block has been set aside or taken back.
    output wire wants_aside,                 // A block is to be set aside.
    output wire wants_back,                  // A block is to be taken back.
    output wire some,                        // One tick may be passed.
    output wire eight,                       // Eight ticks may be passed.
    output wire far,                         // Ninety-six ticks may be passed.
    output wire behind                       // The cursor is not at now.
);
    reg [10:0] count;                        // Ticks that have come and are not passed, less those set aside.
    reg at_least_1;                          // At least 1 tick could be passed one clock ago.
    reg at_least_8;                          // At least 8 ticks could be passed one clock ago.
    reg at_least_96;                         // At least 96 ticks could be passed one clock ago.
    reg not_at_now;                          // A tick was not yet passed one clock ago, set aside or not.

    wire down = walked & ~tick;
    wire falls = down | skipped;
    wire [10:0] step =
        skipped ? {1'b0, {8'd0, tick & fewer, tick ^ fewer} | 10'h3f0} :
        down ? 11'h3ff :
        {10'd0, walked ^ tick};
    wire from_8 = |count[10:3];
    wire from_1 = from_8 | |count[2:0];

    assign wants_aside = &count[10:9];
    assign wants_back = ~|count[10:9] & any_aside;
    assign some = at_least_1;
    assign eight = at_least_8;
    assign far = at_least_96;
    assign behind = not_at_now;

    always @(posedge clock) begin
        count <= count + (step | {falls ^ exchanged, 10'd0});
        at_least_1 <= from_1;
        at_least_8 <= from_8;
        at_least_96 <= |count[10:7] | &count[6:5];
        not_at_now <= from_1 | any_aside;
        if (clear) begin
            count <= 11'd0;
            at_least_1 <= 1'b0;
            at_least_8 <= 1'b0;
            at_least_96 <= 1'b0;
            not_at_now <= 1'b0;
        end
    end
endmodule

// # The busy bits
//
// **Purpose.** One bit for each slot, of all wheels: is the slot's queue worth a look?
//
// **Interface.** Written one bit at a time by `carillon_counter_arming`. The cursor names a word, and in the next clock
// a slot of it; it learns whether that slot is busy and whether any of the word is.
//
// **Timing.** The word is read in the clock of `read_word`, a clock before `look_address`; a register lies behind the
// memory, so that its data go through no logic before a flip-flop. Both answers follow `look_address` by one clock
// and show every write up to the clock of `look_address` (write first). A write's address stands for another clock,
// unless a `whole` write follows a `whole` one; in the clock of a `whole` write and in the next two no look is made.
// With one port the same holds of every write, and none follows another in the next clock, but for a `whole` one after
// a `whole` one.
//
// **Invariants.** Block RAM may give anything for a bit that is written while it is read, and does not show what is
// written in the next clock. If that is the slot asked for, the bit written is told in its place; a word that is
// written in one of the two clocks counts as busy, and then the cursor looks at its slots one by one. Memory with one
// port needs none of that: nobody looks then.
module carillon_counter_busy_bits #(
    parameter integer SLOT_BITS = 12,        // 2^SLOT_BITS slots in all wheels together, 10 to 20.
    parameter [0:0] SINGLE_PORT = 0          // 1: the busy bits lie in memory with one port.
) (
    input  wire clock,                       // The one clock.
    input  wire [19:0] write_address,        // Which bit to write.
    input  wire write_data,                  // Its new value.
    input  wire write_enable,                // Writes at the next edge.
    // With `write_enable`: the other bits of its word are written too, with the same value, one after the other.
    input  wire whole,
    input  wire [15:0] read_word,            // Which word to look at in the next clock.
    input  wire [19:0] look_address,         // Which bit to look at, of last clock's `read_word`.
    output wire slot_busy,                   // The bit at last clock's `look_address`.
    output wire word_busy                    // One of the sixteen bits of its word is set, or has just been written.
);
    localparam [15:0] WORD_MASK = (1 << (SLOT_BITS - 4)) - 1;
    localparam [0:0] TWO_PORTS = SINGLE_PORT == 0;

    reg [15:0] word;                         // The word of the look of one clock ago, as memory gave it.
    reg [3:0] place;                         // Which bit of that word was looked at one clock ago.
    reg met_word;                            // A write met that word in the clock of the look or the one before.
    reg met_slot;                            // The write that met the word was of the bit looked at.
    reg has_written;                         // A busy bit was written one clock ago.
    reg written;                             // The value that was written last.

    wire [15:0] bits_read_data;
    wire [15:0] word_differs = (write_address[19:4] ^ look_address[19:4]) & WORD_MASK;
    wire [3:0] place_differs = write_address[3:0] ^ look_address[3:0];
    wire meets = (write_enable | has_written) & ~|word_differs & TWO_PORTS;

    carillon_bit_memory #(.ADDRESS_BITS(SLOT_BITS), .ONE_PORT(SINGLE_PORT)) bits (
        .clock(clock), .write_address(write_address[SLOT_BITS-1:0]), .write_data(write_data),
        .write_enable(write_enable), .whole(whole), .read_address(read_word[SLOT_BITS-5:0]),
        .read_data(bits_read_data)
    );

    assign slot_busy = met_slot ? written : word[place];
    assign word_busy = |word | met_word;

    always @(posedge clock) begin
        word <= bits_read_data;
        place <= look_address[3:0];
        met_word <= meets;
        met_slot <= meets & ~|place_differs;
        has_written <= write_enable;
        if (write_enable) written <= write_data;
    end

    wire unused = &{1'b0, write_address, read_word};
endmodule

// # The wheels' sizes, modes and positions
//
// **Purpose.** Keeps what the host has set for each wheel, where each wheel lies in the memory, and where wheels 1 and
// up stand. (Wheel 0's position is the cursor's.)
//
// **Interface.** The host writes the size (`write_size`) or mode (`write_mode`) of wheel `index`. One reader at a time
// names a wheel on `select` and finds it on `selected_*` in the next clock; the late check has a port of its own
// (`late_check_select`, `late_check_*`). `step_slot` and `step_lap` are a wheel's new position: with `step` the
// cascade stores it, and with a size the first one is stored, which is theirs until the chip runs.
//
// **Timing.** A size is stored, or `size_refused`, in the clock after `write_size`. `data` and `index` stand, and the
// wheel is on `select`, from the clock before `write_size` on. All reads take one clock. A reader in the clock of a
// step sees the old position; one in the clock of a store sees anything, and so does one of wheel 0 in the clock after
// `clear`.
//
// **Invariants.** Wheels 0 to `count` - 1 are there, one behind the other in the memory, each from the beginning of a
// word; setting a wheel's size takes all wheels above it away. Sizes and places never change while the chip runs.
// A size is kept as the wheel's highest slot, inverted: a slot exists if adding it has no carry. No output has a bit
// that a chip of this size cannot need.
module carillon_counter_wheels #(
    parameter integer WHEELS    = 1,         // Timing wheels, 1 to 8.
    parameter integer SLOT_BITS = 12,        // 2^SLOT_BITS slots in all wheels together, 10 to 20.
    parameter [0:0] WHEEL_MODES = 0          // 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // One wheel of the whole capacity, no modes.
    input  wire [2:0] index,                 // Which wheel the host accesses.
    input  wire write_size,                  // The host writes the wheel's size.
    input  wire write_mode,                  // The host writes the wheel's mode.
    input  wire [31:0] data,                 // The word written.
    input  wire [2:0] select,                // Which wheel to show in the next clock.
    input  wire [2:0] late_check_select,     // Which wheel to show to the late check in the next clock.
    input  wire step,                        // The cascade stores a position.
    input  wire [2:0] step_wheel,            // Of which wheel.
    input  wire [19:0] step_slot,            // The slot of its next visit.
    input  wire [7:0] step_lap,              // The lap of its next visit, modulo 256.
    input  wire [2:0] visited,               // Which wheel is being visited.
    output wire size_refused,                // The size written does not fit or comes out of order.
    output wire [3:0] count,                 // How many wheels there are.
    output wire [19:0] last_slot,            // Wheel 0's highest slot, inverted.
    output wire selected_present,            // The wheel selected exists.
    output wire [19:0] selected_last,        // Its highest slot, inverted; of no meaning when it is absent.
    output wire [20:0] selected_size,        // Its size in slots; of no meaning when it is absent.
    output wire [15:0] selected_base,        // The first word of its busy bits.
    output wire [19:0] selected_slot,        // The slot of its next visit; of no meaning for wheel 0.
    output wire [7:0] selected_lap,          // The lap of its next visit; of no meaning for wheel 0.
    output wire [19:0] late_check_slot,      // The slot of the judged wheel's next visit; of no meaning for wheel 0.
    output wire [7:0] late_check_lap,        // The lap of the judged wheel's next visit; of no meaning for wheel 0.
    output wire hold,                        // The wheel being visited has `HOLD`.
    output wire auto_clear                   // The wheel being visited has `AUTO_CLEAR`.
);
    localparam [0:0] MULTI_WHEEL = WHEELS > 1;
    localparam [7:0] MODE_MASK = WHEEL_MODES ? (1 << WHEELS) - 1 : 0;
    localparam [19:0] TOP_SLOT = (1 << SLOT_BITS) - 1;
    localparam [31:0] ABOVE = ~((2 << SLOT_BITS) - 1);
    localparam [31:0] BELOW = (1 << SLOT_BITS) - 1;
    localparam [31:0] WHOLE = 1 << SLOT_BITS;
    localparam [16:0] ABOVE_WORDS = 1 << (SLOT_BITS - 4);
    localparam [16:0] WORD_MASK = (1 << (SLOT_BITS - 3)) - 1;
    localparam [16:0] ALL_WORDS = 1 << (SLOT_BITS - 4);
    localparam [3:0] MOST = WHEELS[3:0];

    reg [19:0] last_0;                       // Wheel 0's size less one, inverted.
    reg [3:0] present;                       // How many wheels have a size, from wheel 0 up.
    reg [7:0] holds;                         // Bit n: wheel n has `WHEEL_MODE.hold`.
    reg [7:0] auto_clears;                   // Bit n: wheel n has `WHEEL_MODE.auto_clear`.
    reg visited_holds;                       // The wheel visited one clock ago has `WHEEL_MODE.hold`.
    reg visited_clears;                      // The wheel visited one clock ago has `WHEEL_MODE.auto_clear`.
    reg [19:0] candidate;                    // Highest slot for the size on data one clock ago, inverted.
    reg cleared;                             // Cleared one clock ago: the size of wheel 0 is stored now.
    reg checking;                            // A size was written one clock ago: it is stored or refused now.
    reg fits;                                // The size written one clock ago is in range, its wheel in order.
    reg [16:0] last_word;                    // Last memory word of the wheel, if it gets the size written.
    reg shown_present;                       // The wheel selected one clock ago exists.
    reg first_selected;                      // The wheel selected one clock ago is wheel 0.

    wire [19:0] lasts_read_data;
    wire [16:0] bases_read_data;
    wire [27:0] positions_read_data;
    wire [27:0] late_check_positions_read_data;
    wire [3:0] there = MULTI_WHEEL ? present : 4'd1;
    wire [19:0] last = MULTI_WHEEL ? lasts_read_data & TOP_SLOT : last_0;
    wire [16:0] base = MULTI_WHEEL & ~first_selected ? bases_read_data & WORD_MASK : 17'd0;
    wire [27:0] position = positions_read_data;
    wire [27:0] late_check_position = late_check_positions_read_data;
    wire [19:0] new_last = ~(data[19:0] + 20'hfffff) & TOP_SLOT;
    wire [16:0] candidate_words = {1'b0, ~candidate[19:4] & TOP_SLOT[19:4]};
    wire too_large = |(data & ABOVE) | (|(data & WHOLE) & |(data & BELOW));
    wire in_order = (~MULTI_WHEEL | ({1'b0, index} <= present)) & ({1'b0, index} < MOST);
    wire accepted = fits & ~(|(last_word & ABOVE_WORDS) & MULTI_WHEEL);
    wire store = checking & accepted;
    wire [27:0] new_position = {step_slot, step_lap};
    wire [7:0] index_bit = 8'd1 << index;

    carillon_memory #(.WIDTH(20), .ADDRESS_BITS(3)) lasts (
        .clock(clock), .write_address(cleared ? 3'd0 : index), .write_data(candidate),
        .write_enable((store | cleared) & MULTI_WHEEL), .read_address(select), .read_data(lasts_read_data)
    );

    carillon_memory #(.WIDTH(17), .ADDRESS_BITS(4)) bases (
        .clock(clock), .write_address(clear ? 4'd1 : {1'b0, index} + 4'd1),
        .write_data(clear ? ALL_WORDS : (last_word + 17'd1) & WORD_MASK),
        .write_enable(clear ? MULTI_WHEEL : store & MULTI_WHEEL), .read_address({1'b0, select}),
        .read_data(bases_read_data)
    );

    carillon_memory_read_first #(.WIDTH(28), .ADDRESS_BITS(3)) positions (
        .clock(clock), .write_address(step ? step_wheel : index), .write_data(new_position),
        .write_enable((store | step) & MULTI_WHEEL), .read_address(select), .read_data(positions_read_data)
    );

    carillon_memory_read_first #(.WIDTH(28), .ADDRESS_BITS(3)) late_check_positions (
        .clock(clock), .write_address(step ? step_wheel : index), .write_data(new_position),
        .write_enable((store | step) & MULTI_WHEEL), .read_address(late_check_select),
        .read_data(late_check_positions_read_data)
    );

    assign selected_present = shown_present;
    assign selected_last = last;
    assign selected_size = {1'b0, ~last & TOP_SLOT} + 21'd1;
    assign selected_base = base[15:0];
    assign selected_slot = position[27:8] & TOP_SLOT;
    assign selected_lap = position[7:0];
    assign late_check_slot = late_check_position[27:8] & TOP_SLOT;
    assign late_check_lap = late_check_position[7:0];
    assign size_refused = checking & ~accepted;
    assign hold = visited_holds;
    assign auto_clear = visited_clears;
    assign count = present;
    assign last_slot = last_0;

    always @(posedge clock) begin
        first_selected <= select == 3'd0;
        shown_present <= {1'b0, select} < there;
        candidate <= new_last;
        last_word <= (base + candidate_words) & WORD_MASK;
        checking <= write_size;
        fits <= in_order & ~too_large & |data[31:1];
        if (store) begin
            if (MULTI_WHEEL) present <= {1'b0, index} + 4'd1;
            if (index == 3'd0) last_0 <= new_last;
        end
        if (write_mode) begin
            holds <= holds & ~index_bit & MODE_MASK;
            auto_clears <= auto_clears & ~index_bit & MODE_MASK;
            if (data[0]) holds <= (holds | index_bit) & MODE_MASK;
            if (data[1]) auto_clears <= (auto_clears | index_bit) & MODE_MASK;
        end
        visited_holds <= holds[visited];
        visited_clears <= auto_clears[visited];
        cleared <= clear;
        if (clear) begin
            candidate <= 20'd0;
            checking <= 1'b0;
            present <= 4'd1;
            last_0 <= 20'd0;
            holds <= 8'd0;
            auto_clears <= 8'd0;
            visited_holds <= 1'b0;
            visited_clears <= 1'b0;
        end
    end
endmodule

// # Arming, disarming, and the sweep that clears the memory
//
// **Purpose.** The only writer of the busy bits. It executes `ARM`, `DISARM` and the disarm of an acknowledgement. It
// clears the bits that `AUTO_CLEAR` is to clear. It clears the whole memory after a reset.
//
// **Interface.** A command, `arm` or `disarm` with `wheel` and `slot`, at most once in four clocks. What an
// acknowledgement disarms comes later, on `head_wheel` one clock after the command and on `head_slot` two; both are 0
// for other commands, and `wheel` and `slot` for this one. Its wheel's size and place are asked for with
// `select_wheel` in the clock after the command and come back on `selected_*` one clock later. `refused` tells that
// there is no such slot. `clear_request` asks for the bit at `clear_address` to be cleared, and stays until `cleared`.
// Writes leave on `write_*`; their addresses are inverted, as the cursor's positions are. While `sweeping` the
// cursor's position runs through the memory, and `swept` follows it. With memory of one port the cursor must not ask
// for a word while `pause_reading` was high in the clock before.
//
// **Timing.** A command in clock *c* is looked up in *c* + 1, checked in *c* + 2, and written, or refused, in *c* + 3.
// `written_arm` is high in the clock of an arm's write; its wheel and slot stay until the clock of the next command. A
// requested clearing is written in the first clock after the request in which no command is, nor in the clock before
// or after it, and after a clock without `pause_clearing`; `cleared` is high in the clock of the write. The sweep
// writes the bit at `swept` in each clock from the one after `clear` on; `ready` rises when it has come round. With
// memory of one port `pause_reading` is high in the clock before a write and in its clock. Between two writes, but for
// the sweep's, there is a clock without, in which the address stands.
//
// **Invariants.** Only bits of slots that exist are ever set. Commands come only after the chip was first enabled (the
// registers refuse them before): then the sweep is over, and the size that a slot is checked against never changes.
module carillon_counter_arming #(
    parameter integer WHEELS    = 1,         // Timing wheels, 1 to 8.
    parameter integer SLOT_BITS = 12,        // 2^SLOT_BITS slots in all wheels together, 10 to 20.
    parameter [0:0] WHEEL_MODES = 0,         // 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
    parameter [0:0] SINGLE_PORT = 0          // 1: the busy bits lie in memory with one port.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Starts the sweep afresh.
    input  wire arm,                         // Sets the slot's bit.
    input  wire disarm,                      // Clears the slot's bit.
    input  wire [2:0] wheel,                 // The command's wheel.
    input  wire [19:0] slot,                 // The command's slot.
    input  wire [2:0] head_wheel,            // The wheel of the event acknowledged.
    input  wire [19:0] head_slot,            // The slot of the event acknowledged.
    input  wire selected_present,            // The wheel that was selected exists.
    input  wire [19:0] selected_last,        // Its highest slot, inverted.
    input  wire [15:0] selected_base,        // The first word of its busy bits.
    input  wire [19:0] swept,                // Where the cursor's position was two clocks ago, inverted.
    input  wire clear_request,               // The bit at `clear_address` is to be cleared.
    input  wire [19:0] clear_address,        // Which bit that is, inverted.
    input  wire pause_clearing,              // No clearing may be begun in this clock.
    output wire selects,                     // The command's wheel must be selected in this clock.
    output wire [2:0] select_wheel,          // The command's wheel.
    // The command of three clocks before names no slot of a wheel; it is ignored.
    output wire refused,
    output wire sweeping,                    // The memory is being cleared.
    output wire ready,                       // The memory is clear; commands may come.
    output wire cleared,                     // The requested bit is cleared at the next edge.
    output wire write_enable,                // Write port of the busy bits: write at the next edge.
    output wire [19:0] write_address,        // Write port: which bit of the memory, inverted.
    output wire write_data,                  // Write port: its value.
    // Write port: the other bits of the word are written too, with the same value.
    output wire write_whole,
    output wire pause_reading,               // The cursor is not to read in the next clock.
    output wire written_arm,                 // The write is an arm's.
    output wire [2:0] written_wheel,         // Its wheel.
    output wire [19:0] written_slot          // Its slot.
);
    localparam [19:0] SLOT_MASK = (1 << SLOT_BITS) - 1;
    localparam [19:0] TOP_BIT = 1 << (SLOT_BITS - 1);
    localparam [20:0] CARRY_BIT = 1 << SLOT_BITS;
    localparam [0:0] MULTI_WHEEL = WHEELS > 1;

    reg looking_up;                          // A command came one clock ago; its wheel is looked up.
    reg checking;                            // A command came two clocks ago; its slot is checked.
    reg refusing;                            // The slot that was checked one clock ago does not exist.
    reg arms;                                // The bit that is written is an arm's.
    reg command_sets;                        // The latest command is an arm, not a disarm.
    reg [2:0] command_wheel;                 // The latest command's wheel; 0 for an acknowledgement.
    reg [19:0] command_slot;                 // The latest command's slot; 0 for an acknowledgement.
    reg outside;                             // The latest command's slot is beyond the whole memory.
    reg sweeps;                              // The sweep that clears the memory is under way.
    reg clearing;                            // The bit that is written is one whose clearing was requested.
    reg bit_enable;                          // A busy bit is written at the next edge.
    reg [19:0] bit_address;                  // Which bit is written, or was one clock ago, if any; inverted.
    reg bit_whole;                           // The sweep was under way one clock ago: the write is the sweep's.
    reg upper_half;                          // One clock ago the position swept was in the upper half.
    reg bit_data;                            // The value to write; 1 for an arm only.

    wire [19:0] beyond = slot & ~SLOT_MASK;
    wire [20:0] low_slot = {1'b0, command_slot & SLOT_MASK};
    wire [20:0] above_last = low_slot + {1'b0, selected_last & SLOT_MASK};
    wire fits = ~|(above_last & CARRY_BIT);
    wire in_range = selected_present & ~outside & fits;
    wire [19:0] wheel_start = MULTI_WHEEL ? {selected_base, 4'd0} : 20'd0;
    wire may_clear = WHEEL_MODES & ~(looking_up | bit_enable);
    wire is_upper_half = ~|(swept & TOP_BIT);
    wire [19:0] absolute = wheel_start + (command_slot | head_slot);

    assign selects = looking_up;
    assign select_wheel = MULTI_WHEEL ? command_wheel | head_wheel : command_wheel;
    assign refused = refusing;
    assign sweeping = sweeps;
    assign ready = ~sweeps & ~bit_whole;
    assign cleared = clearing;
    assign write_enable = bit_enable;
    assign write_address = bit_address;
    assign write_data = bit_data;
    assign write_whole = bit_whole;
    assign pause_reading = SINGLE_PORT & (checking | clear_request | bit_enable);
    assign written_arm = arms;
    assign written_wheel = command_wheel;
    assign written_slot = command_slot;

    always @(posedge clock) begin
        looking_up <= arm | disarm;
        checking <= looking_up;
        if (arm | disarm) begin
            command_sets <= arm;
            command_wheel <= wheel;
            command_slot <= slot;
            outside <= |beyond;
        end
        bit_enable <= 1'b0;
        bit_whole <= sweeps;
        bit_data <= 1'b0;
        arms <= 1'b0;
        refusing <= 1'b0;
        clearing <= 1'b0;
        upper_half <= is_upper_half;
        if (sweeps) begin
            bit_enable <= 1'b1;
            bit_address <= swept;
            if (upper_half & ~is_upper_half) sweeps <= 1'b0;
        end else if (checking) begin
            refusing <= ~in_range;
            bit_enable <= in_range;
            bit_address <= ~absolute & SLOT_MASK;
            bit_data <= command_sets;
            arms <= in_range & command_sets;
        end else if (clear_request & ~clearing & ~pause_clearing & may_clear) begin
            clearing <= 1'b1;
            bit_enable <= 1'b1;
            bit_address <= clear_address;
        end
        if (clear) begin
            looking_up <= 1'b0;
            checking <= 1'b0;
            refusing <= 1'b0;
            arms <= 1'b0;
            clearing <= 1'b0;
            sweeps <= 1'b1;
            upper_half <= 1'b0;
            bit_enable <= 1'b0;
        end
    end
endmodule

// # The late check: was an arm in time?
//
// **Purpose.** An arm whose visit the cursor has already passed raises an event at once, marked late; if the FIFO has
// no place for it, the host is told to look through its own queues.
//
// **Interface.** `armed` in the clock of an arm's write, with its wheel, slot and lap, which stay until two clocks
// after `judged`. `next_slot` and `next_lap` (both inverted) are wheel 0's next visit, while `settled`; `upper_*` that
// of the wheel named by `late_check_wheel` one clock before. `late` asks for a place for the event of `late_wheel` and
// `late_slot` until `late_taken`; `late_lost` tells that a late event found no place.
//
// **Timing.** An arm written in clock *w* is judged by the position of the first settled clock from *w* + 2 on, which
// reflects exactly the commits that did not see the bit. `judged` is high then, *w* + 5 at the latest: looks are taken
// back four clocks apart or more. `late` rises three clocks after that. The next arm is not written before the third
// clock after `judged`.
//
// **Invariants.** An arm judged late is reported by a late event or by `late_lost`; one judged in time is seen by the
// next visit to its slot. The lap and the slot are compared as one number, by the sign of their difference: a visit is
// ahead or passed as far as 128 laps either way.
module carillon_counter_late_check #(
    parameter integer WHEELS    = 1,         // Timing wheels, 1 to 8.
    parameter integer SLOT_BITS = 12         // 2^SLOT_BITS slots in all wheels together, 10 to 20.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Forgets every arm.
    input  wire armed,                       // An arm's bit is written at the next edge.
    input  wire [2:0] wheel,                 // Its wheel.
    input  wire [19:0] slot,                 // Its slot.
    input  wire [7:0] lap,                   // The lap of the visit that it means, modulo 256.
    input  wire [19:0] next_slot,            // The slot of wheel 0's next visit, inverted.
    input  wire [7:0] next_lap,              // The lap of wheel 0's next visit, modulo 256, inverted.
    input  wire settled,                     // `next_slot` and `next_lap` count.
    // The slot of the next visit of last clock's `late_check_wheel`, if that is not 0.
    input  wire [19:0] upper_slot,
    input  wire [7:0] upper_lap,             // The lap of it, modulo 256.
    input  wire room,                        // The FIFO has a place.
    input  wire late_taken,                  // The FIFO gives the late event its place.
    output wire [2:0] late_check_wheel,      // The wheel that is judged.
    output wire judged,                      // The arm is judged in this clock.
    output wire late,                        // A late event waits for a place.
    output wire [2:0] late_wheel,            // Its wheel.
    output wire [19:0] late_slot,            // Its slot.
    output wire late_lost                    // A late event was dropped for want of a place.
);
    localparam [0:0] MULTI_WHEEL = WHEELS > 1;
    localparam [19:0] SLOT_MASK = (1 << SLOT_BITS) - 1;
    localparam [4:0] ALIGN = 5'd20 - SLOT_BITS[4:0];

    reg after_1;                             // An arm's bit was written one clock ago.
    reg after_2;                             // An arm written two clocks ago or more is to be judged.
    reg judging;                             // An arm was judged one clock ago; its verdict is made.
    reg passed_zero;                         // If the arm is wheel 0's: its visit was passed one clock ago.
    reg late_verdict;                        // The arm that was judged two clocks ago came too late.
    reg waiting;                             // A late event is kept here until it gets a place or is lost.
    reg [2:0] waiting_wheel;                 // Wheel of the late event that is kept.
    reg [19:0] waiting_slot;                 // Slot of the late event that is kept.
    reg lost;                                // A late event was lost one clock ago.

    wire is_judged = after_2 & settled;
    wire [19:0] armed_slot = slot & SLOT_MASK;
    wire [27:0] armed_visit = ({8'd0, armed_slot} << ALIGN) | {lap, 20'd0};
    wire [27:0] next_visit = ({8'd0, ~next_slot & SLOT_MASK} << ALIGN) | {~next_lap, 20'd0};
    wire [27:0] ahead = armed_visit - next_visit;
    wire [27:0] upper_visit = ({8'd0, upper_slot} << ALIGN) | {upper_lap, 20'd0};
    wire [27:0] upper_ahead = armed_visit - upper_visit;
    wire passed = |wheel & MULTI_WHEEL ? upper_ahead[27] : passed_zero;

    assign late_check_wheel = wheel;
    assign judged = is_judged;
    assign late = waiting;
    assign late_wheel = waiting_wheel;
    assign late_slot = waiting_slot;
    assign late_lost = lost;

    always @(posedge clock) begin
        after_1 <= armed;
        after_2 <= after_1 | (after_2 & ~settled);
        judging <= is_judged;
        passed_zero <= ahead[27];
        lost <= 1'b0;
        if (waiting & (late_taken | ~room)) begin
            waiting <= 1'b0;
            lost <= ~late_taken;
        end
        late_verdict <= judging & passed;
        if (late_verdict) begin
            waiting <= 1'b1;
            waiting_wheel <= 3'd0;
            if (MULTI_WHEEL) waiting_wheel <= wheel;
            waiting_slot <= armed_slot;
            if (waiting & ~late_taken) lost <= 1'b1;
        end
        if (clear) begin
            after_1 <= 1'b0;
            after_2 <= 1'b0;
            judging <= 1'b0;
            late_verdict <= 1'b0;
            waiting <= 1'b0;
            lost <= 1'b0;
        end
    end

    wire unused = &{1'b0, ahead[26:0], upper_ahead[26:0]};
endmodule

// # The cursor that chases the clock
//
// **Purpose.** Visits the slots of every tick, in order, and reports each busy one. It follows now, never passes it,
// and waits when the event FIFO has no room or the host has not yet acknowledged an event that is held; now goes on
// meanwhile and nothing is lost.
//
// **Interface.** `read_word` and, a clock later, `look_address` go to the busy bits, `slot_busy` and `word_busy`
// come back. `walked` and `skipped` tell the tick counts and the backlog of 1 or 16 ticks passed (15 with
// `fewer`); `some`, `eight` and `far` say how many may be. With `commit` the event FIFO gives a place to an event,
// of wheel 0's slot `visited` (inverted) or of the cascade's wheel. `visited` and `lap` (both inverted) are also
// wheel 0's next visit as the late check must see it, while `settled`. In builds with several wheels the cursor is
// `ready_for_cascade` for one clock at the end of wheel 0's lap and adds the tick; the cascade then asks for slots
// one by one (`cascade_ask`, answered by `cascade_done` or, when the FIFO had no room, `cascade_again`). While
// `sweeping` the position runs through all slots, one a clock, and `visited` follows it.
//
// **Timing.** The word of a look in clock *i* is read in *i* - 1; what the look finds is registered in *i* + 1 and
// committed in *i* + 2. The cascade's word is read when it asks, so that it is looked at in the next clock.
// There are two kinds. A *walk* looks at one slot: one a clock. A *skip* looks at a word of sixteen slots and passes
// all if none is busy: one a clock, where at least 96 ticks may be passed. With several wheels it may begin at a
// word's second slot and pass 15, since the cascade has visited slot 0. A skip that finds a busy slot and a walk that
// finds the FIFO full take back the looks after them: the next one is in *i* + 4. An event of a wheel with `HOLD` or
// `AUTO_CLEAR` does so too: the next look is in *i* + 5. After such a skip the word is walked through: 20 clocks in
// all. The last word of a wheel whose size is no multiple of 16 is always walked.
//
// **Catching up.** While 96 ticks may be passed, an empty word costs one clock, one with a busy slot 20, and a last
// word of *p* < 16 slots *p* + 4. Nearer to now a slot costs one clock, and with less than eight ticks five. So *n*
// ticks take at most *n*/16 + 19*b* + (*p* + 4)*l* + 200 clocks, where *b* words are not empty and the wheel comes
// round *l* times; besides those in which the FIFO is full, or the host, a carry or a cascade is waited for
// (testbench/formal has the proof).
//
// **Invariants.** A commit in clock *c* sees exactly the busy bits as written up to clock *c* - 2. The position two
// clocks old is that of the oldest look not yet committed, unless a look was taken back in the last three clocks (not
// `settled`): so a bit written in *w* is seen by its visit exactly if that is not before `visited` in the first
// settled clock from *w* + 2 on. A pass shows in `some`, `eight` and `far` five clocks after its look. So a walk
// follows a walk only with `eight`, any other comes when no look of the last four clocks has passed a slot or still
// may, and four skips and a fifth pass 80 ticks at most. Positions are kept inverted, for whoever subtracts them. An
// event is committed only with `room`.
module carillon_counter_cursor #(
    parameter integer WHEELS    = 1,         // Timing wheels, 1 to 8.
    parameter integer SLOT_BITS = 12,        // 2^SLOT_BITS slots in all wheels together, 10 to 20.
    parameter [0:0] WHEEL_MODES = 0          // 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Goes back to slot 0; nothing is under way.
    input  wire running,                     // The chip has been enabled; the wheel's size is settled.
    input  wire sweeping,                    // The memory is being cleared.
    input  wire some,                        // One tick may be passed.
    input  wire eight,                       // Eight ticks may be passed.
    input  wire far,                         // Ninety-six ticks may be passed.
    input  wire carry_waits,                 // A carry of the cursor's tick waits.
    input  wire carry_urgent,                // It has waited so long that the cursor must stop.
    input  wire [19:0] last_slot,            // Wheel 0's highest slot, inverted.
    input  wire slot_busy,                   // The slot at last clock's `look_address` is busy.
    input  wire word_busy,                   // A slot of its word is.
    input  wire pause,                       // There must be no look in the next two clocks: the memory is written.
    input  wire room,                        // The FIFO has a place.
    input  wire hold,                        // The wheel that is being visited has `HOLD`.
    input  wire auto_clear,                  // The wheel that is being visited has `AUTO_CLEAR`.
    input  wire acknowledged,                // The host has acknowledged the event that was held.
    input  wire cleared,                     // The busy bit of the event has been cleared.
    input  wire cascading,                   // The cascade is under way.
    input  wire cascade_upper,               // The slot asked for is of a wheel above 0.
    input  wire cascade_ask,                 // The cascade asks for a slot.
    input  wire [19:0] cascade_address,      // The slot's address in the memory, inverted.
    output wire [15:0] read_word,            // The word of the next clock's look, if there is one.
    output wire [19:0] look_address,         // Which bit to look at.
    output wire walked,                      // One tick has been passed.
    output wire skipped,                     // Sixteen ticks have been passed.
    output wire fewer,                       // With `skipped`: fifteen have been.
    output wire [19:0] visited,              // The slot of wheel 0's next commit, inverted.
    output wire [7:0] lap,                   // The lap of it, modulo 256, inverted.
    output wire settled,                     // Nothing was taken back of late.
    output wire starts_cascade,              // With `walked`: the tick is that of a cascade, which begins.
    output wire ready_for_cascade,           // All of wheel 0's lap is committed and a tick is due.
    output wire cascade_taken,               // The cascade's question is taken in this clock.
    output wire cascade_done,                // The cascade's slot has been visited.
    output wire cascade_again,               // It has not, for want of room.
    output wire commit,                      // A place in the FIFO is taken for an event.
    output wire clear_bit                    // The event's busy bit is to be cleared.
);
    localparam [15:0] WORD_MASK = (1 << (SLOT_BITS - 4)) - 1;
    localparam [19:0] SLOT_MASK = (1 << SLOT_BITS) - 1;
    localparam [0:0] MULTI_WHEEL = WHEELS > 1;

    reg [15:0] word;                         // Memory word of the position, inverted.
    reg [3:0] place;                         // The position's place in its word, inverted.
    reg lap_end;                             // Wheel 0's lap is looked through: slot 0 is the cascade's.
    reg may_skip;                            // A skip may begin at this place of the word.
    reg at_second;                           // The position is a word's second slot: a skip passes 15.
    reg at_15;                               // The position is the last slot of a word, 15.
    reg at_last_place;                       // The place is that of wheel 0's last slot in its word.
    reg in_last_word;                        // The position is in wheel 0's last word.
    reg in_whole_word;                       // All 16 slots of the position's word are wheel 0's.
    reg single_word;                         // Wheel 0 has 16 slots or fewer.
    reg whole_words;                         // Wheel 0's size is a multiple of 16.
    reg one_place;                           // Wheel 0 has one slot only in its last word.
    reg [19:0] position_1;                   // The position one clock ago, inverted.
    reg [19:0] position_2;                   // The position two clocks ago, inverted.
    reg [19:0] position_3;                   // The position three clocks ago, inverted.
    reg lap_end_1;                           // Wheel 0's lap was looked through one clock ago.
    reg lap_end_2;                           // Wheel 0's lap was looked through two clocks ago.
    reg lap_end_3;                           // Wheel 0's lap was looked through three clocks ago.
    reg look_1;                              // A look was made one clock ago and is not yet taken back.
    reg look_2;                              // A look was made two clocks ago and is not yet taken back.
    reg look_3;                              // A look was made three clocks ago and has passed.
    reg look_4;                              // A look was made four clocks ago and has passed.
    reg has_walked;                          // One clock ago a walk passed, or a cascade was due.
    reg has_skipped;                         // One clock ago a skip passed.
    reg skip_1;                              // The look of one clock ago was a skip.
    reg skip_2;                              // The look of two clocks ago was a skip.
    reg fewer_1;                             // One clock ago the position was a word's second slot.
    reg fewer_2;                             // Two clocks ago the position was a word's second slot.
    reg has_fewer;                           // Three clocks ago the position was a word's second slot.
    reg may_begin;                           // A walk may begin: no look of the last four clocks stands.
    reg may_go_on;                           // A walk may follow the one of one clock ago.
    reg wraps_1;                             // The look of one clock ago was at the end of wheel 0's lap.
    reg wraps_2;                             // The look of two clocks ago was at the end of wheel 0's lap.
    reg cascade_1;                           // The look of one clock ago was the cascade's.
    reg cascade_2;                           // The look of two clocks ago was the cascade's.
    reg found;                               // The look of two clocks ago found its slot or its word busy.
    reg taken_back;                          // The position goes back to that of three clocks ago.
    reg stops;                               // An event that stops the cursor was committed one clock ago.
    reg taken_back_1;                        // The position went back one clock ago.
    reg taken_back_2;                        // The position went back two clocks ago.
    reg word_is_busy;                        // A skip found the position's word busy: it is walked through.
    reg [7:0] inverse_lap;                   // Wheel 0's lap at its next commit, modulo 256, inverted.
    reg holding;                             // The cursor waits for the acknowledgement of a held event.
    reg clearing_bit;                        // The cursor waits until the busy bit of an event is cleared.
    reg edge_ready;                          // A cascade was due one clock ago: it starts now.
    reg may_look;                            // A look may be made in this clock.
    reg has_asked;                           // The cascade asked for a slot one clock ago.
    reg paused;                              // Looks were told to pause one clock ago.

    wire [15:0] last_word = last_slot[19:4] & WORD_MASK;
    wire [3:0] last_place = last_slot[3:0];
    wire idle = ~look_1 & ~look_2 & ~look_3 & ~look_4;
    wire asks = cascade_ask & has_asked & may_look & MULTI_WHEEL;
    wire skips = may_look & far & may_skip & in_whole_word;
    wire may_walk = (some & may_begin) | (eight & may_go_on);
    wire walks = (may_walk & ~skips) | (asks & ~cascade_upper);
    wire advances = skips | (may_walk & at_15) | taken_back;
    wire wraps = in_last_word & (skips | (may_walk & at_last_place));
    wire steps = walks | sweeping;
    wire [3:0] place_after = taken_back ? position_3[3:0] : place - 4'd1;
    wire [15:0] word_after = taken_back ? position_3[19:4] & WORD_MASK : (word - 16'd1) & WORD_MASK;
    wire lap_ends = taken_back ? MULTI_WHEEL & lap_end_3 : MULTI_WHEEL & (wraps | (lap_end & ~walks));
    wire repeats = look_2 & found & (skip_2 | ~room);
    wire passes = look_2 & ~repeats;
    wire commits = passes & found;
    wire stops_after = WHEEL_MODES & commits & (hold | auto_clear);
    wire edge_due = MULTI_WHEEL & lap_end & idle & ~cascading & ~edge_ready & ~carry_waits & may_look & some;
    wire will_hold = WHEEL_MODES & ((holding & ~acknowledged) | (commits & hold));
    wire will_clear_bit = WHEEL_MODES & ((clearing_bit & ~cleared) | (commits & auto_clear));
    wire will_look = running & ~pause & ~paused & ~repeats & ~stops_after & ~stops & ~will_hold & ~will_clear_bit
        & ~carry_urgent;

    assign look_address = cascade_ask & MULTI_WHEEL ? cascade_address : {word, place};
    assign read_word =
        cascade_ask & MULTI_WHEEL ? cascade_address[19:4] :
        wraps ? WORD_MASK :
        advances ? word_after :
        word;
    assign settled = ~taken_back & ~taken_back_1 & ~taken_back_2;
    assign walked = has_walked;
    assign skipped = has_skipped;
    assign fewer = has_fewer;
    assign commit = commits;
    assign cascade_done = passes & cascade_2;
    assign cascade_again = repeats & cascade_2;
    assign cascade_taken = asks;
    assign starts_cascade = edge_ready;
    assign ready_for_cascade = edge_ready;
    assign clear_bit = clearing_bit;
    assign visited = position_2;
    assign lap = inverse_lap;

    always @(posedge clock) begin
        single_word <= last_word == WORD_MASK;
        whole_words <= ~|last_place;
        one_place <= &last_place;
        has_asked <= cascade_ask;
        look_1 <= skips | walks | asks;
        skip_1 <= skips;
        fewer_1 <= at_second;
        wraps_1 <= wraps;
        cascade_1 <= asks;
        if (steps | taken_back) begin
            place <= place_after;
            may_skip <= (&place_after & ~(taken_back & (word_is_busy | lap_end_3)))
                | (MULTI_WHEEL & (place_after == 4'd14) & ~word_is_busy);
            at_second <= MULTI_WHEEL & (place_after == 4'd14);
            at_15 <= ~|place_after;
            at_last_place <= place_after == last_place;
        end
        if (advances | (sweeping & at_15)) begin
            word <= word_after;
            in_last_word <= word_after == last_word;
            in_whole_word <= whole_words | (word_after != last_word);
        end
        if (wraps) begin
            word <= WORD_MASK;
            in_last_word <= single_word;
            in_whole_word <= whole_words | ~single_word;
        end
        if (wraps | (skips & MULTI_WHEEL)) begin
            place <= 4'd15;
            may_skip <= ~MULTI_WHEEL | ~wraps;
            at_second <= 1'b0;
            at_15 <= 1'b0;
            at_last_place <= one_place;
        end
        lap_end <= lap_ends;
        if ((walks & at_15) | wraps) word_is_busy <= 1'b0;
        position_1 <= {word, place};
        position_2 <= position_1;
        position_3 <= position_2;
        lap_end_1 <= lap_end;
        lap_end_2 <= lap_end_1;
        lap_end_3 <= lap_end_2;
        look_2 <= look_1;
        skip_2 <= skip_1;
        fewer_2 <= fewer_1;
        has_fewer <= fewer_2;
        wraps_2 <= wraps_1;
        cascade_2 <= cascade_1;
        found <= slot_busy;
        if (skip_1) found <= word_busy;
        stops <= stops_after;
        taken_back <= repeats | stops;
        taken_back_1 <= taken_back;
        taken_back_2 <= taken_back_1;
        look_3 <= passes;
        look_4 <= look_3;
        if (repeats | stops_after | stops) begin
            look_1 <= 1'b0;
            look_2 <= 1'b0;
        end
        if (repeats & skip_2) word_is_busy <= 1'b1;
        if (passes & wraps_2) inverse_lap <= inverse_lap - 8'd1;
        has_walked <= (passes & ~skip_2 & ~cascade_2) | edge_due;
        has_skipped <= passes & skip_2;
        edge_ready <= edge_due;
        holding <= will_hold;
        clearing_bit <= will_clear_bit;
        paused <= pause;
        may_look <= will_look;
        may_begin <= will_look & ~look_1 & ~look_2 & ~look_3 & ~skips & ~walks & ~asks & ~lap_ends;
        may_go_on <= will_look & walks & ~lap_ends;
        if (~running & ~sweeping) begin
            word <= WORD_MASK;
            in_last_word <= single_word;
            in_whole_word <= whole_words | ~single_word;
            place <= 4'd14;
            may_skip <= MULTI_WHEEL;
            at_second <= MULTI_WHEEL;
            at_15 <= 1'b0;
            at_last_place <= last_place == 4'd14;
        end
        if (clear) begin
            word <= WORD_MASK;
            place <= 4'd15;
            at_15 <= 1'b0;
            lap_end <= 1'b0;
            position_1 <= SLOT_MASK;
            position_2 <= SLOT_MASK;
            position_3 <= SLOT_MASK;
            look_1 <= 1'b0;
            look_2 <= 1'b0;
            look_3 <= 1'b0;
            look_4 <= 1'b0;
            has_walked <= 1'b0;
            has_skipped <= 1'b0;
            may_begin <= 1'b0;
            may_go_on <= 1'b0;
            taken_back <= 1'b0;
            taken_back_1 <= 1'b0;
            taken_back_2 <= 1'b0;
            stops <= 1'b0;
            word_is_busy <= 1'b0;
            inverse_lap <= 8'hff;
            holding <= 1'b0;
            clearing_bit <= 1'b0;
            edge_ready <= 1'b0;
            may_look <= 1'b0;
        end
    end
endmodule

// # The cascade: the tick in which wheel 0 begins a new lap
//
// **Purpose.** Wheel *k* + 1 steps when wheel *k* comes to slot 0. In that tick the cascade visits the wheels that
// step, highest first, and wheel 0's slot 0 last.
//
// **Interface.** `start` when the cursor has visited wheel 0's last slot and the next tick is due. `wheel` asks for a
// wheel's data; when `granted`, they are on `selected_*` in the next clock. `ask` asks the cursor for the slot at
// `word` and `offset`; it is `taken`, and later `done` or to be asked `again`. After `done` the wheel's new position
// leaves with `step`. `slot` and `wheel` name the visit for the event. Until the first start after `clear`,
// `step_slot` and `step_lap` say slot 1 of lap 0, where every wheel begins.
//
// **Timing.** From the clock after `start` to the one in which wheel 0's slot is done, `cascading` is high. Three
// clocks to look at a wheel, four for its visit.
//
// **Invariants.** A wheel steps once for each `done`, and only when all below it are about to come to slot 0. Nothing
// else is visited meanwhile.
module carillon_counter_cascade #(
    parameter integer SLOT_BITS = 12         // 2^SLOT_BITS slots in all wheels together, 10 to 20.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to rest.
    input  wire start,                       // Wheel 0 is about to begin a new lap.
    input  wire [3:0] count,                 // How many wheels there are.
    input  wire granted,                     // The data of `wheel` will be there in the next clock.
    input  wire [19:0] selected_last,        // The wheel's highest slot, inverted.
    input  wire [15:0] selected_base,        // The first word of its busy bits.
    input  wire [19:0] selected_slot,        // The slot of its next visit.
    input  wire [7:0] selected_lap,          // The lap of its next visit, modulo 256.
    input  wire taken,                       // The cursor takes the question.
    input  wire done,                        // The slot has been visited.
    input  wire again,                       // It has not, for want of room.
    output wire cascading,                   // A cascade is under way.
    output wire [2:0] wheel,                 // The wheel that is looked at or visited.
    output wire upper,                       // It is not wheel 0.
    output wire [19:0] slot,                 // The slot visited.
    output wire ask,                         // Asks for a visit.
    output wire [15:0] word,                 // The slot's word.
    output wire [3:0] offset,                // The slot's place in it.
    output wire step,                        // The wheel takes its new position.
    output wire [19:0] step_slot,            // The slot of its next visit.
    output wire [7:0] step_lap               // The lap of its next visit, modulo 256.
);
    localparam [19:0] SLOT_MASK = (1 << SLOT_BITS) - 1;
    localparam [19:0] SLOT_REST = ~((1 << SLOT_BITS) - 1);
    localparam [2:0] STATE_IDLE = 3'd0;
    localparam [2:0] STATE_PICK = 3'd1;
    localparam [2:0] STATE_LOOK = 3'd2;
    localparam [2:0] STATE_ASK = 3'd3;
    localparam [2:0] STATE_WAIT = 3'd4;

    reg [2:0] state;                         // What the cascade is doing.
    reg [2:0] level;                         // Wheel at hand: up to the highest that steps, then down to 0.
    reg climbing;                            // In a look: the highest wheel that steps is still looked for.
    reg picked;                              // The wheel's data were granted one clock ago: they are here.
    reg [15:0] visit_word;                   // Memory word of the slot to visit.
    reg [19:0] visit_slot;                   // Number of the slot to visit, on its wheel.
    reg [7:0] next_lap;                      // Lap of this visit of an upper wheel, modulo 256.
    reg at_zero;                             // The wheel looked at comes to slot 0: the one above it steps.
    reg at_last;                             // The wheel looked at comes to its highest slot.
    reg highest;                             // The wheel looked at is the highest there is.

    wire [19:0] to_last = (selected_slot ^ selected_last) | SLOT_REST;
    wire picking = state == STATE_PICK;
    wire is_upper = level != 3'd0;

    assign ask = state == STATE_ASK;
    assign step = (state == STATE_WAIT) & done & is_upper;
    assign cascading = state != STATE_IDLE;
    assign wheel = level;
    assign upper = is_upper;
    assign slot = visit_slot;
    assign word = visit_word;
    assign offset = visit_slot[3:0];
    assign step_slot = at_last ? 20'd0 : (visit_slot + 20'd1) & SLOT_MASK;
    assign step_lap = at_last ? next_lap + 8'd1 : next_lap;

    always @(posedge clock) begin
        if (picking) begin
            at_zero <= ~|selected_slot;
            highest <= {1'b0, level} + 4'd1 == count;
            visit_word <= selected_base + selected_slot[19:4];
            visit_slot <= selected_slot;
            at_last <= &to_last;
            next_lap <= selected_lap;
        end
        picked <= granted;
        case (state)
            STATE_IDLE: begin
                picked <= 1'b0;
                if (start) begin
                    climbing <= 1'b1;
                    level <= 3'd1;
                    state <= STATE_PICK;
                    if (count == 4'd1) begin
                        level <= 3'd0;
                        visit_word <= 16'd0;
                        visit_slot <= 20'd0;
                        state <= STATE_ASK;
                    end
                end
            end
            STATE_PICK: begin
                if (picked) begin
                    picked <= 1'b0;
                    state <= STATE_LOOK;
                end
            end
            STATE_LOOK: begin
                picked <= 1'b0;
                if (climbing & at_zero & ~highest) begin
                    level <= level + 3'd1;
                    state <= STATE_PICK;
                end else begin
                    climbing <= 1'b0;
                    state <= STATE_ASK;
                end
            end
            STATE_ASK: begin
                if (taken) state <= STATE_WAIT;
            end
            STATE_WAIT: begin
                if (again) state <= STATE_ASK;
                if (done) begin
                    level <= level - 3'd1;
                    picked <= 1'b0;
                    state <= STATE_PICK;
                    if (~|level[2:1]) begin
                        level <= 3'd0;
                        visit_word <= 16'd0;
                        visit_slot <= 20'd0;
                        state <= STATE_ASK;
                        if (~is_upper) state <= STATE_IDLE;
                    end
                end
            end
            default: ;
        endcase
        if (clear) begin
            state <= STATE_IDLE;
            level <= 3'd0;
            picked <= 1'b0;
            visit_slot <= 20'd0;
            next_lap <= 8'd0;
            at_last <= 1'b0;
        end
    end
endmodule

// # The event FIFO
//
// **Purpose.** Keeps what the cursor found, and the late events of the late check, until the host has acknowledged
// them.
//
// **Interface.** `take` gives a place to the cursor's event (`wheel`, `slot`; `take_held` when the cursor waits for
// its acknowledgement); it must not come without `room`. `late` asks for a place for a late event and gets it,
// `late_taken`, when there is room and the cursor takes none. `pop` drops the head. `valid` says that there is a head,
// `more` that another event stands behind it; `pops` counts them, modulo 16. With `show_place` or `show_tick` the head
// is on `head_*` in the next clock, and what is not shown is 0. `acknowledged` when the held event is popped. Depth
// 2^1 to 2^10.
//
// **Timing.** A place taken in clock *L* is filled in *L* + 1, its tick (`push_tick`) in *L* + 2, and `valid` tells of
// it from *L* + 4 on. After a pop the head, `valid` and `more` have settled in the fourth clock; pops are no nearer.
// What is asked for in the clock of a pop and in the next one is the event popped. A pop of the last event is seen in
// `valid` in the next clock.
//
// **Invariants.** `taken` counts the places given less the pops and never exceeds the depth. Events leave in the order
// in which their places were taken. What is not shown comes from the last entry of a memory's lower half, which gets 0
// in the clock after `clear` and nothing else; where a FIFO is so deep that half a memory costs more, the data are
// masked.
module carillon_counter_event_fifo #(
    parameter integer WHEELS    = 1,         // Timing wheels, 1 to 8.
    parameter integer FIFO_BITS = 4,         // Room for 2^FIFO_BITS events, 1 to 10.
    parameter [0:0] WHEEL_MODES = 0          // 1: `WHEEL_MODE`, with `HOLD` and `AUTO_CLEAR`.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Empties the FIFO.
    input  wire take,                        // The cursor's event gets a place.
    input  wire take_held,                   // The cursor waits for the acknowledgement of this event.
    input  wire [2:0] wheel,                 // Its wheel.
    input  wire [19:0] slot,                 // Its slot.
    input  wire late,                        // A late event asks for a place.
    input  wire [2:0] late_wheel,            // Its wheel.
    input  wire [19:0] late_slot,            // Its slot.
    input  wire [31:0] push_tick,            // Low 32 bits of the tick of the place taken two clocks before.
    input  wire pop,                         // Drops the head.
    input  wire show_place,                  // Shows the head's wheel, slot and late mark in the next clock.
    input  wire show_tick,                   // Shows the head's tick in the next clock.
    output wire room,                        // There is a place.
    output wire late_taken,                  // The late event gets a place.
    output wire acknowledged,                // The held event is popped.
    output wire valid,                       // The head is an event.
    output wire more,                        // At least one event stands behind the head.
    output wire [3:0] pops,                  // Events popped, modulo 16, from two clocks after each on.
    output wire [10:0] entries,              // Places taken.
    output wire head_late,                   // The head's late mark, if shown.
    output wire [2:0] head_wheel,            // The head's wheel, if shown.
    output wire [19:0] head_slot,            // The head's slot, if shown.
    output wire [31:0] head_tick             // Low 32 bits of the head's tick, if shown.
);
    localparam ENTRY_BITS = FIFO_BITS > 7 ? FIFO_BITS : FIFO_BITS + 1;
    localparam [10:0] DEPTH = 1 << FIFO_BITS;
    localparam [10:0] COUNT_MASK = (2 << FIFO_BITS) - 1;
    localparam [9:0] POINTER_MASK = (1 << FIFO_BITS) - 1;
    localparam [9:0] READ_MASK = (1 << (FIFO_BITS < 4 ? 4 : FIFO_BITS)) - 1;
    localparam [9:0] UPPER_HALF = FIFO_BITS > 7 ? 0 : 1 << FIFO_BITS;
    localparam [0:0] DEEP = FIFO_BITS > 7;
    localparam [0:0] MULTI_WHEEL = WHEELS > 1;

    reg [10:0] taken;                        // Places given, less the events popped.
    reg filling;                             // An entry's wheel, slot and late mark are written now.
    reg filling_held;                        // The cursor waits for the event that is written now.
    reg filling_late;                        // The event that is written now is a late one.
    reg [2:0] filling_wheel;                 // Wheel of the event that is written now.
    reg [19:0] filling_slot;                 // Slot of the event that is written now.
    reg timing;                              // An entry's tick is written now.
    reg cleared;                             // Cleared one clock ago: the entry shown for none gets 0 now.
    reg [9:0] write_pointer;                 // Which entry is written next, or now.
    reg [9:0] tick_pointer;                  // The write pointer one clock ago: the entry that gets its tick.
    reg [9:0] held_pointer;                  // Entry of the event that the cursor waits for.
    reg held;                                // The cursor waits for an event that is in the FIFO.
    reg [9:0] read_pointer;                  // Count of the pops, a clock late; its low bits name the head.
    reg popped;                              // The head was popped one clock ago.
    reg place_shown;                         // Wheel, slot and late mark were asked for one clock ago.
    reg tick_shown;                          // The head's tick was asked for one clock ago.
    reg some_1;                              // At least one place was in use one clock ago.
    reg some_2;                              // At least one place was in use both one and two clocks ago.
    reg head_valid;                          // The head's place is filled and its event can be read.
    reg head_more;                           // At least two places were in use one clock ago.

    wire [23:0] places_read_data;
    wire [31:0] ticks_read_data;
    wire has_room = ~|(taken & DEPTH);
    wire takes_late = late & has_room & ~take;
    wire takes = take | takes_late;
    wire [10:0] step = pop ? 11'h7ff : 11'd1;
    wire [9:0] upper = cleared ? 10'd0 : UPPER_HALF;
    wire [9:0] places_write_address = write_pointer | upper;
    wire [9:0] ticks_write_address = tick_pointer | upper;
    wire [9:0] read_entry = read_pointer & POINTER_MASK;
    wire [9:0] places_read_address = show_place ? read_entry | UPPER_HALF : POINTER_MASK;
    wire [9:0] ticks_read_address = show_tick ? read_entry | UPPER_HALF : POINTER_MASK;
    wire [23:0] head = DEEP & ~place_shown ? 24'd0 : places_read_data;

    carillon_memory #(.WIDTH(24), .ADDRESS_BITS(ENTRY_BITS)) places (
        .clock(clock), .write_address(places_write_address[ENTRY_BITS-1:0]),
        .write_data({filling_slot, filling_wheel, filling_late}), .write_enable(filling),
        .read_address(places_read_address[ENTRY_BITS-1:0]), .read_data(places_read_data)
    );

    carillon_memory #(.WIDTH(32), .ADDRESS_BITS(ENTRY_BITS)) ticks (
        .clock(clock), .write_address(ticks_write_address[ENTRY_BITS-1:0]), .write_data(push_tick),
        .write_enable(timing), .read_address(ticks_read_address[ENTRY_BITS-1:0]), .read_data(ticks_read_data)
    );

    assign pops = read_pointer[3:0];
    assign head_tick = DEEP & ~tick_shown ? 32'd0 : ticks_read_data;
    assign acknowledged = pop & held & (read_entry == held_pointer);
    assign room = has_room;
    assign late_taken = takes_late;
    assign valid = head_valid;
    assign more = head_valid & head_more;
    assign entries = taken;
    assign head_slot = head[23:4];
    assign head_wheel = head[3:1];
    assign head_late = head[0];

    always @(posedge clock) begin
        filling <= take | takes_late;
        filling_held <= take & take_held & WHEEL_MODES;
        filling_late <= ~take;
        filling_wheel <= 3'd0;
        filling_slot <= late_slot;
        if (MULTI_WHEEL) filling_wheel <= late_wheel;
        if (take) begin
            filling_slot <= slot;
            if (MULTI_WHEEL) filling_wheel <= wheel;
        end
        if (takes ^ pop) taken <= (taken + step) & COUNT_MASK;
        timing <= filling;
        tick_pointer <= write_pointer;
        if (filling) write_pointer <= (write_pointer + 10'd1) & POINTER_MASK;
        some_1 <= |taken;
        some_2 <= some_1 & |taken;
        head_valid <= some_2 & |taken;
        head_more <= |taken[10:1];
        if (pop & ~head_more) head_valid <= 1'b0;
        popped <= pop;
        if (popped) read_pointer <= (read_pointer + 10'd1) & READ_MASK;
        place_shown <= show_place;
        tick_shown <= show_tick;
        if (filling & filling_held) begin
            held <= 1'b1;
            held_pointer <= write_pointer;
        end
        if (pop & held & (read_entry == held_pointer)) held <= 1'b0;
        cleared <= clear;
        if (clear) begin
            filling <= 1'b1;
            filling_held <= 1'b0;
            filling_late <= 1'b0;
            filling_wheel <= 3'd0;
            filling_slot <= 20'd0;
            timing <= 1'b1;
            write_pointer <= POINTER_MASK;
            tick_pointer <= POINTER_MASK;
            taken <= 11'd0;
            read_pointer <= 10'd0;
            popped <= 1'b0;
            some_1 <= 1'b0;
            some_2 <= 1'b0;
            head_valid <= 1'b0;
            head_more <= 1'b0;
            held <= 1'b0;
        end
    end

    wire unused = &{1'b0, places_write_address, places_read_address, ticks_write_address, ticks_read_address};
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
