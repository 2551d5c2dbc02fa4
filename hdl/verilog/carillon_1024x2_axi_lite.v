// SPDX-License-Identifier: MIT OR Apache-2.0
// The Carillon counter chip, version 0.1.0. Generated from Rust-HDL; do not edit.
//
//   wheels     1
//   slots      1024 in all, to be shared out at run time
//   FIFO       2 events
//   features   none
//   bus        AXI4-Lite
//   PARAMS     0x000002A1
//
// To make it again:
//   carillon generate --wheels 1 --slots 1024 --fifo 2 --bus axi-lite

`default_nettype none

// The chip with its AXI4-Lite bus adapter: pins and wires only.
module carillon (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Synchronous reset, high.
    output wire irq,                         // The interrupt line.
    input  wire [7:0] s_axi_awaddr,          // Write address: byte address.
    input  wire [2:0] s_axi_awprot,          // Write address: protection; not looked at.
    input  wire s_axi_awvalid,               // Write address: offered.
    output wire s_axi_awready,               // Write address: taken when offered.
    input  wire [31:0] s_axi_wdata,          // Write data: the word.
    input  wire [3:0] s_axi_wstrb,           // Write data: which bytes.
    input  wire s_axi_wvalid,                // Write data: offered.
    output wire s_axi_wready,                // Write data: taken when offered.
    output wire [1:0] s_axi_bresp,           // Write response: 0 is OKAY, 2 is SLVERR.
    output wire s_axi_bvalid,                // Write response: offered.
    input  wire s_axi_bready,                // Write response: taken when offered.
    input  wire [7:0] s_axi_araddr,          // Read address: byte address.
    input  wire [2:0] s_axi_arprot,          // Read address: protection; not looked at.
    input  wire s_axi_arvalid,               // Read address: offered.
    output wire s_axi_arready,               // Read address: taken when offered.
    output wire [31:0] s_axi_rdata,          // Read data: the word.
    output wire [1:0] s_axi_rresp,           // Read data: 0 is OKAY, 2 is SLVERR.
    output wire s_axi_rvalid,                // Read data: offered.
    input  wire s_axi_rready                 // Read data: taken when offered.
);
    wire bus_adapter_bus_execute, bus_adapter_bus_write, bus_adapter_bus_whole;
    wire [5:0] bus_adapter_bus_address;
    wire [31:0] bus_adapter_bus_data;
    wire core_bus_done, core_bus_failed;
    wire [31:0] core_bus_read_data;

    carillon_bus_adapter bus_adapter (
        .clock(clock), .reset(reset), .s_axi_awaddr(s_axi_awaddr), .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready), .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb),
        .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_bresp(s_axi_bresp),
        .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready), .s_axi_araddr(s_axi_araddr),
        .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_rdata(s_axi_rdata),
        .s_axi_rresp(s_axi_rresp), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
        .bus_execute(bus_adapter_bus_execute), .bus_write(bus_adapter_bus_write), .bus_whole(bus_adapter_bus_whole),
        .bus_address(bus_adapter_bus_address), .bus_data(bus_adapter_bus_data), .bus_done(core_bus_done),
        .bus_failed(core_bus_failed), .bus_read_data(core_bus_read_data)
    );

    carillon_core core (
        .clock(clock), .reset(reset), .irq(irq), .bus_execute(bus_adapter_bus_execute),
        .bus_write(bus_adapter_bus_write), .bus_whole(bus_adapter_bus_whole), .bus_address(bus_adapter_bus_address),
        .bus_data(bus_adapter_bus_data), .bus_done(core_bus_done), .bus_failed(core_bus_failed),
        .bus_read_data(core_bus_read_data)
    );

    wire unused = &{1'b0, s_axi_awprot, s_axi_arprot};
endmodule

// # AXI4-Lite bus adapter
//
// **Purpose.** Carries the transfers of an AXI4-Lite master to the register bus.
//
// **Interface.** A 32-bit slave with byte addresses, 256 bytes. The low two address bits are ignored: an address means
// the word that contains it. SLVERR answers a transfer that found no register, and a write of a part of a word
// (strobes neither 1111 nor 0000), which changes nothing. A write of no byte is executed as a read, which changes
// nothing either, and answered as a write. Protection bits are not looked at; the top leaves them unconnected.
//
// **Timing.** Each channel holds one transfer, so `awready`, `wready` and `arready` do not wait for anything on
// another channel: address and data of a write may come in either order, and the next may come while one is answered.
// All outputs are registers or their inverse; no output depends on an input of the same clock. Taken in clock a (for a
// write: the later of address and data), executed in a+2, `bvalid` in a+4, `rvalid` in a+5, where the core answers at
// once.
//
// **Invariants.** Each write (one address and one datum) and each read is executed once and answered once, in order.
// `bvalid` and `rvalid` stay, with what they tell, until `bready` and `rready`. A response that is not taken holds up
// its own kind only. Where a read and a write both wait, they take turns.
module carillon_bus_adapter (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the transfers under way.
    input  wire [7:0] s_axi_awaddr,          // Write address: byte address.
    input  wire s_axi_awvalid,               // Write address: offered.
    output wire s_axi_awready,               // Write address: taken when offered.
    input  wire [31:0] s_axi_wdata,          // Write data: the word.
    input  wire [3:0] s_axi_wstrb,           // Write data: which bytes.
    input  wire s_axi_wvalid,                // Write data: offered.
    output wire s_axi_wready,                // Write data: taken when offered.
    output wire [1:0] s_axi_bresp,           // Write response: 0 is OKAY, 2 is SLVERR.
    output wire s_axi_bvalid,                // Write response: offered.
    input  wire s_axi_bready,                // Write response: taken when offered.
    input  wire [7:0] s_axi_araddr,          // Read address: byte address.
    input  wire s_axi_arvalid,               // Read address: offered.
    output wire s_axi_arready,               // Read address: taken when offered.
    output wire [31:0] s_axi_rdata,          // Read data: the word.
    output wire [1:0] s_axi_rresp,           // Read data: 0 is OKAY, 2 is SLVERR.
    output wire s_axi_rvalid,                // Read data: offered.
    input  wire s_axi_rready,                // Read data: taken when offered.
    output wire bus_execute,                 // An access is made in this clock.
    output wire bus_write,                   // It is a write.
    output wire bus_whole,                   // It writes all four bytes.
    output wire [5:0] bus_address,           // Its word address.
    output wire [31:0] bus_data,             // The word written.
    input  wire bus_done,                    // The access is done.
    input  wire bus_failed,                  // With `done`: it has failed.
    input  wire [31:0] bus_read_data         // The word read, from the clock after `done` on.
);
    reg write_address_held;                  // A write address was taken and waits for its access.
    reg [5:0] write_address;                 // Word address of the latest write taken.
    reg write_data_held;                     // Write data were taken and wait for their access.
    reg [31:0] write_data;                   // The latest write data taken.
    reg write_whole;                         // The latest write data had all four byte strobes.
    reg write_some;                          // The latest write data had a byte strobe.
    reg read_address_held;                   // A read address was taken and waits for its access.
    reg [5:0] read_address;                  // Word address of the latest read taken.
    reg write_last;                          // The access under way, or the latest one, is a write.
    reg write_answered;                      // A write was answered; its response is not taken yet.
    reg write_failed;                        // The write that was answered last has failed.
    reg read_done;                           // The core answered a read one clock ago: its word is there.
    reg read_failed;                         // The core's answer of one clock ago, if any, was a failure.
    reg read_answered;                       // A read was answered; its word is not taken yet.
    reg read_refused;                        // The read that was answered last has failed.
    reg [31:0] word_read;                    // The word of the read that was answered last.

    wire access_busy;
    wire write_ready = write_address_held & write_data_held & ~write_answered;
    wire read_ready = read_address_held & ~read_answered;
    wire start_write = ~access_busy & write_ready & ~(read_ready & write_last);
    wire start_read = ~access_busy & read_ready & ~(write_ready & ~write_last);
    wire ended = bus_done & access_busy;

    carillon_bus_adapter_access access (
        .clock(clock), .reset(reset), .start(start_write | start_read), .start_write(start_write & write_some),
        .start_whole(write_whole), .start_address(start_write ? write_address : read_address),
        .start_data(write_data), .busy(access_busy), .bus_execute(bus_execute), .bus_write(bus_write),
        .bus_whole(bus_whole), .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done)
    );

    assign s_axi_awready = ~write_address_held;
    assign s_axi_wready = ~write_data_held;
    assign s_axi_arready = ~read_address_held;
    assign s_axi_bvalid = write_answered;
    assign s_axi_bresp = {write_failed, 1'b0};
    assign s_axi_rvalid = read_answered;
    assign s_axi_rresp = {read_refused, 1'b0};
    assign s_axi_rdata = word_read;

    always @(posedge clock) begin
        if (start_write | start_read) write_last <= start_write;
        if (start_write) begin
            write_address_held <= 1'b0;
            write_data_held <= 1'b0;
        end
        if (start_read) read_address_held <= 1'b0;
        if (s_axi_awvalid & ~write_address_held) begin
            write_address_held <= 1'b1;
            write_address <= s_axi_awaddr[7:2];
        end
        if (s_axi_wvalid & ~write_data_held) begin
            write_data_held <= 1'b1;
            write_data <= s_axi_wdata;
            write_whole <= &s_axi_wstrb;
            write_some <= |s_axi_wstrb;
        end
        if (s_axi_arvalid & ~read_address_held) begin
            read_address_held <= 1'b1;
            read_address <= s_axi_araddr[7:2];
        end
        if (write_answered & s_axi_bready) write_answered <= 1'b0;
        if (ended & write_last) begin
            write_answered <= 1'b1;
            write_failed <= bus_failed;
        end
        read_done <= ended & ~write_last;
        read_failed <= bus_failed;
        if (read_answered & s_axi_rready) read_answered <= 1'b0;
        if (read_done) begin
            read_answered <= 1'b1;
            read_refused <= read_failed;
            word_read <= bus_read_data;
        end
        if (reset) begin
            write_address_held <= 1'b0;
            write_data_held <= 1'b0;
            read_address_held <= 1'b0;
            write_last <= 1'b0;
            write_answered <= 1'b0;
            read_done <= 1'b0;
            read_answered <= 1'b0;
        end
    end

    wire unused = &{1'b0, s_axi_awaddr[1:0], s_axi_araddr[1:0]};
endmodule

// # One access of the register bus
//
// **Purpose.** What all bus adapters share: makes one access at a time, with all that belongs to it in registers.
//
// **Interface.** `start` for one clock with `start_*` begins an access; nobody starts one while `busy`. To the core:
// `execute` for one clock with `write`, `whole`, `address` and `data`; from it `done` for one clock.
//
// **Timing.** Started in clock a, executed in a+1, `done` in a+2 or later, `busy` from a+1 to the clock after `done`.
// So two accesses are executed at least four clocks apart, and what was read stands on the bus, from the clock after
// `done`, for three clocks at the least.
//
// **Invariants.** Each start is executed once. What is written does not change before the next
// access is executed.
module carillon_bus_adapter_access (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the access under way.
    input  wire start,                       // Begins an access.
    input  wire start_write,                 // It is a write.
    input  wire start_whole,                 // Of all four bytes.
    input  wire [5:0] start_address,         // Its word address.
    input  wire [31:0] start_data,           // The word to write.
    output wire busy,                        // An access is under way.
    output wire bus_execute,                 // An access is made in this clock.
    output wire bus_write,                   // It is a write.
    output wire bus_whole,                   // It writes all four bytes.
    output wire [5:0] bus_address,           // Its word address.
    output wire [31:0] bus_data,             // The word written.
    input  wire bus_done                     // The access is done.
);
    reg executing;                           // The access is executed in this clock.
    reg waiting;                             // The access was executed, and its answer is awaited.
    reg finished;                            // The access was answered one clock ago.
    reg held_write;                          // The access, or the latest one, is a write.
    reg held_whole;                          // If the access held is a write: it is of all four bytes.
    reg [5:0] held_address;                  // Word address of the access, or of the latest one.
    reg [31:0] held_data;                    // The word given with the access, or with the latest one.

    assign busy = executing | waiting | finished;
    assign bus_execute = executing;
    assign bus_write = held_write;
    assign bus_whole = held_whole;
    assign bus_address = held_address;
    assign bus_data = held_data;

    always @(posedge clock) begin
        executing <= start;
        waiting <= executing | (waiting & ~bus_done);
        finished <= waiting & bus_done;
        if (start) begin
            held_write <= start_write;
            held_whole <= start_whole;
            held_address <= start_address;
            held_data <= start_data;
        end
        if (reset) begin
            executing <= 1'b0;
            waiting <= 1'b0;
            finished <= 1'b0;
        end
    end
endmodule

// # The counter chip behind its register bus
//
// **Purpose.** Appendix A of Varghese and Lauck: steps an array of busy bits, one slot a tick, and interrupts the host
// only where a bit is set.
//
// **Interface.** `clock`, `reset` (synchronous, high, one clock or more), `irq` (level, high), and the register bus
// (see `register_bus`), to which a bus adapter carries the host's accesses.
//
// **Timing.** One clock. A reset, by pin or by `CTRL`, takes hold one clock later. `done` comes one clock after
// `execute` of a write, two of a read. A busy slot is found three clocks after its tick was asked for; its event can
// be read four clocks after that.
//
// **Invariants.** Of all parts only `arming` writes a busy bit, only `cursor` moves wheel 0 and only `cascade` the
// wheels above it. The cursor's event comes before a late one when both want a place in the FIFO; the late one waits.
module carillon_core (
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
    reg clearing;                            // The pin or `CTRL.reset` asked for a reset one clock ago.

    wire host_enable, host_running, host_soft_reset, host_arm, host_disarm, host_pop, host_show_place,
        host_show_tick, host_write_size, host_ask_time;
    wire [1:0] host_which_time;
    wire [2:0] host_wheel, host_wheel_index;
    wire [7:0] host_lap;
    wire [19:0] host_slot;
    wire [23:0] host_prescale;
    wire time_base_tick;
    wire tick_counts_carry_urgent, tick_counts_exchanged, tick_counts_any_aside, tick_counts_half_period,
        tick_counts_answered;
    wire [31:0] tick_counts_cursor_tick, tick_counts_word;
    wire backlog_wants_aside, backlog_wants_back, backlog_some, backlog_eight, backlog_far, backlog_behind;
    wire busy_bits_slot_busy, busy_bits_word_busy;
    wire wheels_size_refused, wheels_selected_present;
    wire [9:0] wheels_last_slot, wheels_selected_last;
    wire arming_selects, arming_refused, arming_sweeping, arming_ready, arming_write_enable, arming_write_data,
        arming_written_arm;
    wire [2:0] arming_select_wheel;
    wire [9:0] arming_write_address, arming_written_slot;
    wire late_check_judged, late_check_late, late_check_late_lost;
    wire [9:0] late_check_late_slot;
    wire cursor_walked, cursor_skipped, cursor_settled, cursor_commit;
    wire [5:0] cursor_read_word;
    wire [7:0] cursor_lap;
    wire [9:0] cursor_look_address, cursor_visited;
    wire event_fifo_room, event_fifo_late_taken, event_fifo_valid, event_fifo_more, event_fifo_head_late;
    wire [3:0] event_fifo_pops;
    wire [9:0] event_fifo_head_slot;
    wire [31:0] event_fifo_head_tick;
    wire [2:0] wheels_select =
        bus_execute ? host_wheel_index :
        arming_selects ? arming_select_wheel :
        3'd0;
    wire [9:0] visited = ~cursor_visited;

    carillon_host host (
        .clock(clock), .clear(clearing), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done), .bus_failed(bus_failed),
        .bus_read_data(bus_read_data), .irq(irq), .enable(host_enable), .prescale(host_prescale),
        .running(host_running), .soft_reset(host_soft_reset), .arm(host_arm), .disarm(host_disarm),
        .wheel(host_wheel), .slot(host_slot), .lap(host_lap), .pop(host_pop), .show_place(host_show_place),
        .show_tick(host_show_tick), .wheel_index(host_wheel_index), .write_size(host_write_size),
        .size_refused(wheels_size_refused), .ready(arming_ready), .arm_refused(arming_refused),
        .arm_judged(late_check_judged), .late_lost(late_check_late_lost), .event_valid(event_fifo_valid),
        .event_sequence(event_fifo_pops), .event_more(event_fifo_more), .event_late(event_fifo_head_late),
        .event_slot(event_fifo_head_slot), .event_tick(event_fifo_head_tick), .fifo_full(~event_fifo_room),
        .half_period(tick_counts_half_period), .ask_time(host_ask_time), .which_time(host_which_time),
        .time_done(tick_counts_answered), .time_word(tick_counts_word), .behind(backlog_behind)
    );

    carillon_time_base time_base (
        .clock(clock), .clear(clearing), .enable(host_enable), .prescale(host_prescale), .tick(time_base_tick)
    );

    carillon_tick_counts tick_counts (
        .clock(clock), .clear(clearing), .tick(time_base_tick), .walked(cursor_walked), .skipped(cursor_skipped),
        .wants_aside(backlog_wants_aside), .wants_back(backlog_wants_back), .ask(host_ask_time),
        .of_cursor(host_which_time[1]), .high(host_which_time[0]), .forget(bus_execute),
        .cursor_tick(tick_counts_cursor_tick), .carry_urgent(tick_counts_carry_urgent),
        .exchanged(tick_counts_exchanged), .any_aside(tick_counts_any_aside), .half_period(tick_counts_half_period),
        .answered(tick_counts_answered), .word(tick_counts_word)
    );

    carillon_backlog backlog (
        .clock(clock), .clear(clearing), .tick(time_base_tick), .walked(cursor_walked), .skipped(cursor_skipped),
        .any_aside(tick_counts_any_aside), .exchanged(tick_counts_exchanged), .wants_aside(backlog_wants_aside),
        .wants_back(backlog_wants_back), .some(backlog_some), .eight(backlog_eight), .far(backlog_far),
        .behind(backlog_behind)
    );

    carillon_busy_bits busy_bits (
        .clock(clock), .write_address(arming_write_address), .write_data(arming_write_data),
        .write_enable(arming_write_enable), .read_word(cursor_read_word), .look_address(cursor_look_address),
        .slot_busy(busy_bits_slot_busy), .word_busy(busy_bits_word_busy)
    );

    carillon_wheels wheels (
        .clock(clock), .clear(clearing), .index(host_wheel_index), .write_size(host_write_size), .data(bus_data),
        .select(wheels_select), .size_refused(wheels_size_refused), .last_slot(wheels_last_slot),
        .selected_present(wheels_selected_present), .selected_last(wheels_selected_last)
    );

    carillon_arming arming (
        .clock(clock), .clear(clearing), .arm(host_arm), .disarm(host_disarm), .wheel(host_wheel), .slot(host_slot),
        .head_slot(event_fifo_head_slot), .selected_present(wheels_selected_present),
        .selected_last(wheels_selected_last), .swept(cursor_visited), .selects(arming_selects),
        .select_wheel(arming_select_wheel), .refused(arming_refused), .sweeping(arming_sweeping),
        .ready(arming_ready), .write_enable(arming_write_enable), .write_address(arming_write_address),
        .write_data(arming_write_data), .written_arm(arming_written_arm), .written_slot(arming_written_slot)
    );

    carillon_late_check late_check (
        .clock(clock), .clear(clearing), .armed(arming_written_arm), .slot(arming_written_slot), .lap(host_lap),
        .next_slot(cursor_visited), .next_lap(cursor_lap), .settled(cursor_settled), .room(event_fifo_room),
        .late_taken(event_fifo_late_taken), .judged(late_check_judged), .late(late_check_late),
        .late_slot(late_check_late_slot), .late_lost(late_check_late_lost)
    );

    carillon_cursor cursor (
        .clock(clock), .clear(clearing), .running(host_running), .sweeping(arming_sweeping), .some(backlog_some),
        .eight(backlog_eight), .far(backlog_far), .carry_urgent(tick_counts_carry_urgent),
        .last_slot(wheels_last_slot), .slot_busy(busy_bits_slot_busy), .word_busy(busy_bits_word_busy),
        .room(event_fifo_room), .read_word(cursor_read_word), .look_address(cursor_look_address),
        .walked(cursor_walked), .skipped(cursor_skipped), .visited(cursor_visited), .lap(cursor_lap),
        .settled(cursor_settled), .commit(cursor_commit)
    );

    carillon_event_fifo event_fifo (
        .clock(clock), .clear(clearing), .take(cursor_commit), .slot(visited), .late(late_check_late),
        .late_slot(late_check_late_slot), .push_tick(tick_counts_cursor_tick), .pop(host_pop),
        .show_place(host_show_place), .show_tick(host_show_tick), .room(event_fifo_room),
        .late_taken(event_fifo_late_taken), .valid(event_fifo_valid), .more(event_fifo_more), .pops(event_fifo_pops),
        .head_late(event_fifo_head_late), .head_slot(event_fifo_head_slot), .head_tick(event_fifo_head_tick)
    );

    always @(posedge clock) clearing <= reset | host_soft_reset;
endmodule

// # The host's side of the chip
//
// **Purpose.** Everything between the register bus and the parts that keep time: register file, settings and commands,
// interrupt, alarm and coalescing.
//
// **Interface.** The register bus (see `register_bus`). The other ports are the settings, commands and
// strobes to the other parts, and what can be seen of them.
//
// **Timing.** With `execute` in clock *e*: `failed` in *e* + 1, with `done`; `done` of a write in *e* + 1, of a read
// in *e* + 2, of a read of a time in the clock of `time_done`; of an `ARM` that is postponed when it is judged or
// refused. Commands leave in *e* + 1; a setting shows in *e* + 2. A read shows what was true in the clock before
// `done`; but a time is of the clock in which its reading began.
//
// **Invariants.** Each access has one `done`, if a reset does not come in between. A read changes nothing but
// `ERROR.address`.
module carillon_host (
    input  wire clock,                       // The one clock.
    // Back to reset values; what was executed in the clock before may have no answer.
    input  wire clear,
    input  wire bus_execute,                 // An access is made in this clock.
    input  wire bus_write,                   // It is a write.
    input  wire bus_whole,                   // It writes all four bytes.
    input  wire [5:0] bus_address,           // Its word address.
    input  wire [31:0] bus_data,             // The word written.
    output wire bus_done,                    // The access is done.
    output wire bus_failed,                  // With `done`: it has failed.
    output wire [31:0] bus_read_data,        // The word read, from the clock after `done` on.
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
    input  wire size_refused,                // The size written a clock ago does not fit.
    input  wire ready,                       // The memory has been cleared.
    input  wire arm_refused,                 // A command names no slot of a wheel.
    input  wire arm_judged,                  // The arm has been judged.
    input  wire late_lost,                   // A late event was lost.
    input  wire event_valid,                 // The FIFO's head is an event.
    input  wire [3:0] event_sequence,        // Events popped, modulo 16.
    input  wire event_more,                  // Another stands behind it.
    input  wire event_late,                  // The head shown is late; 0 when none is shown.
    input  wire [9:0] event_slot,            // The slot of the head shown, or 0.
    input  wire [31:0] event_tick,           // The tick of the head shown, or 0.
    input  wire fifo_full,                   // The FIFO is full.
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

    wire register_file_written_CTRL, register_file_written_PRESCALE, register_file_written_ARM,
        register_file_written_DISARM, register_file_written_EVENT_ACK, register_file_written_INTR_STATE,
        register_file_written_INTR_ENABLE, register_file_written_INTR_TEST, register_file_written_ERROR,
        register_file_written_WHEEL_SIZE, register_file_selected_STATUS, register_file_selected_EVENT,
        register_file_selected_EVENT_TICK, register_file_selected_EVENT_ACK, register_file_selected_INTR_STATE,
        register_file_selected_ERROR;
    wire registers_refused, registers_error_level;
    wire [7:0] registers_errors;
    wire interrupt_attention;
    wire [4:0] interrupt_state;
    wire register_file_answered = time_done | (arm_waits & (arm_judged | arm_refused));
    wire shows_event = register_file_selected_EVENT & event_valid;
    wire [31:0] event_word = {event_shown, event_late, more_shown, attention_shown, 1'b0, sequence_shown, 13'd0,
        event_slot};
    wire [31:0] register_file_live = {24'd0, {3'd0, status_word | state_word} | error_word} | event_word | event_tick
        | time_word;

    carillon_host_register_file register_file (
        .clock(clock), .clear(clear), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done), .bus_failed(bus_failed),
        .bus_read_data(bus_read_data), .refused(registers_refused), .refused_late(size_refused), .postponed(arm),
        .answered(register_file_answered), .live(register_file_live), .written_CTRL(register_file_written_CTRL),
        .written_PRESCALE(register_file_written_PRESCALE), .written_ARM(register_file_written_ARM),
        .written_DISARM(register_file_written_DISARM), .written_EVENT_ACK(register_file_written_EVENT_ACK),
        .written_INTR_STATE(register_file_written_INTR_STATE),
        .written_INTR_ENABLE(register_file_written_INTR_ENABLE), .written_INTR_TEST(register_file_written_INTR_TEST),
        .written_ERROR(register_file_written_ERROR), .written_WHEEL_SIZE(register_file_written_WHEEL_SIZE),
        .selected_STATUS(register_file_selected_STATUS), .selected_EVENT(register_file_selected_EVENT),
        .selected_EVENT_TICK(register_file_selected_EVENT_TICK),
        .selected_EVENT_ACK(register_file_selected_EVENT_ACK),
        .selected_INTR_STATE(register_file_selected_INTR_STATE), .selected_ERROR(register_file_selected_ERROR),
        .asked_TIME(ask_time)
    );

    carillon_host_registers registers (
        .clock(clock), .clear(clear), .data(bus_data), .write_ctrl(register_file_written_CTRL),
        .write_prescale(register_file_written_PRESCALE), .write_arm(register_file_written_ARM),
        .write_disarm(register_file_written_DISARM), .write_event_ack(register_file_written_EVENT_ACK),
        .write_error(register_file_written_ERROR), .write_wheel_size(register_file_written_WHEEL_SIZE),
        .access_failed(bus_failed), .arm_refused(arm_refused), .size_refused(size_refused), .ready(ready),
        .event_valid(event_valid), .pops(event_sequence), .refused(registers_refused), .enable(enable),
        .prescale(prescale), .running(running), .soft_reset(soft_reset), .arm(arm), .disarm(disarm), .wheel(wheel),
        .slot(slot), .lap(lap), .pop(pop), .write_size(write_size), .errors(registers_errors),
        .error_level(registers_error_level)
    );

    carillon_host_interrupt interrupt (
        .clock(clock), .clear(clear), .event_level(event_valid), .error_level(registers_error_level),
        .late_overflow(late_lost), .half_period(half_period), .write_state(register_file_written_INTR_STATE),
        .write_enables(register_file_written_INTR_ENABLE), .write_test(register_file_written_INTR_TEST),
        .data(bus_data[4:0]), .state(interrupt_state), .attention(interrupt_attention), .irq(irq)
    );

    assign wheel_index = bus_address[2:0];
    assign which_time = bus_address[1:0];
    assign show_place = shows_event | (register_file_selected_EVENT_ACK & bus_write);
    assign show_tick = register_file_selected_EVENT_TICK & event_valid;

    always @(posedge clock) begin
        arm_waits <= ~clear & (arm | (arm_waits & ~arm_judged & ~arm_refused));
        status_word <= {behind, fifo_full, event_valid, running, ready};
        if (~register_file_selected_STATUS) status_word <= 5'd0;
        state_word <= interrupt_state;
        if (~register_file_selected_INTR_STATE) state_word <= 5'd0;
        error_word <= registers_errors;
        if (~register_file_selected_ERROR) error_word <= 8'd0;
        event_shown <= shows_event;
        more_shown <= shows_event & event_more;
        sequence_shown <= event_sequence;
        if (~shows_event) sequence_shown <= 4'd0;
        attention_shown <= register_file_selected_EVENT & interrupt_attention;
    end
endmodule

// # The register file
//
// **Purpose.** The bus side of the register map: answers every access, tells the other parts which register is
// written, keeps what can be read back, and gathers the word that a read shows. All of it follows from the rows of the
// register map.
//
// **Interface.** The register bus (see `register_bus`). `written_*` is a strobe for each register whose write
// makes some part do something. `selected_*` is high for each register that shows what a part does, which is then to
// be on `live`, where all else is 0; some of these words take time (`asked_*`) and are there with `answered`. Every
// other register that can be read is a constant, or shows what was written last: to add one, add its row to the map.
// One that makes a part do something, or shows what a part does, needs its wire in the lists below as well. `refused`
// and, a clock later, `refused_late` say that a write does not count, `postponed` that it is not done at once.
//
// **Timing.** With `execute` in clock *e*: `failed`, `asked_*` and `written_*` in *e* + 1; `done` of a write or of a
// failed access in *e* + 1, of a read in *e* + 2, of a word that is asked for in the clock of `answered`, *e* + 2 or
// later, of a write that is postponed in that of `answered`, *e* + 1 or later. `read_data` is a register: it shows
// from the clock after `done` what was true in that clock. `refused` and `postponed` belong to *e* + 1, `refused_late`
// to *e* + 2. A read that is executed in the clock before `clear` is forgotten; after `clear` `read_data` is 0.
//
// **Invariants.** Each access has one `done`. At most one strobe is high, and none with `failed`. Nothing that is read
// changes by being read. What is written in *e* stands in memory before the next `execute`.
//
// **What is kept** lies in one memory, which has what was written last. A flip-flop for each register says whether it
// was written since the last reset; if not, its word after reset is shown. So a reset takes one clock, and what the
// memory begins with does not matter. Bits without a field are written too, and are 0 in the register behind the
// memory, which takes each word over first, since a block RAM is slow to show one.
module carillon_host_register_file (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to reset values.
    input  wire bus_execute,                 // An access is made in this clock.
    input  wire bus_write,                   // It is a write.
    input  wire bus_whole,                   // It writes all four bytes.
    input  wire [5:0] bus_address,           // Its word address.
    input  wire [31:0] bus_data,             // The word written.
    output wire bus_done,                    // The access is done.
    output wire bus_failed,                  // With `done`: it has failed.
    output wire [31:0] bus_read_data,        // The word read, from the clock after `done` on.
    input  wire refused,                     // What is written in this clock does not count.
    input  wire refused_late,                // What was written in the clock before does not count.
    // What is written in this clock takes time: it is done when `answered` comes.
    input  wire postponed,
    input  wire answered,                    // The word asked for is there, or what was postponed is done.
    input  wire [31:0] live,                 // What is selected of the other parts; 0 where nothing is.
    output wire written_CTRL,
    output wire written_PRESCALE,
    output wire written_ARM,
    output wire written_DISARM,
    output wire written_EVENT_ACK,
    output wire written_INTR_STATE,
    output wire written_INTR_ENABLE,
    output wire written_INTR_TEST,
    output wire written_ERROR,
    output wire written_WHEEL_SIZE,
    output wire selected_STATUS,
    output wire selected_EVENT,
    output wire selected_EVENT_TICK,
    output wire selected_EVENT_ACK,
    output wire selected_INTR_STATE,
    output wire selected_ERROR,
    output wire asked_TIME
);
    localparam [32:0] MAPPED = 33'h1002fff7f; // Bit n: there is a register at word n.
    localparam [11:0] SLOW = 12'hf00;        // Bit n: the register at word n takes time to read.

    reg executed;                            // An access was made in the clock before.
    reg acting;                              // It was a write that found its register.
    reg failing;                             // It found no register, or wrote part of a word.
    reg asking;                              // It was a read of a word that takes time.
    reg silent;                              // The access shows no word: a write, or one that failed.
    reg showing;                             // A read is done; its word is taken over at the next edge.
    reg keeping;                             // What was written goes to memory, unless refused late.
    reg [31:0] stored;                       // The word from memory, without bits that have no field.
    reg [31:0] answer;                       // The word read; 0 after a write or a reset.
    reg is_ctrl;                             // The access is to `CTRL` (0x010).
    reg is_prescale;                         // The access is to `PRESCALE` (0x018).
    reg is_arm;                              // The access is to `ARM` (0x030).
    reg is_disarm;                           // The access is to `DISARM` (0x034).
    reg is_event_ack;                        // The access is to `EVENT_ACK` (0x040).
    reg is_intr_state;                       // The access is to `INTR_STATE` (0x044).
    reg is_intr_enable;                      // The access is to `INTR_ENABLE` (0x048).
    reg is_intr_test;                        // The access is to `INTR_TEST` (0x04C).
    reg is_error;                            // The access is to `ERROR` (0x054).
    reg is_wheel_size;                       // The access is to `WHEEL_SIZE` (0x080).
    reg is_status;                           // The access is to `STATUS` (0x014).
    reg is_time;                             // The access is to a register of time.
    reg is_event;                            // The access is to `EVENT` (0x038).
    reg is_event_tick;                       // The access is to `EVENT_TICK` (0x03C).
    reg holds_scratch;                       // `SCRATCH` (0x00C) has been written since the last reset.
    reg holds_ctrl;                          // `CTRL` (0x010) has been written since the last reset.
    reg holds_prescale;                      // `PRESCALE` (0x018) has been written since the last reset.
    reg holds_intr_enable;                   // `INTR_ENABLE` (0x048) has been written since the last reset.
    reg holds_wheel_size_0;                  // `WHEEL_SIZE_0` (0x080) has been written since the last reset.
    reg begins_id;                           // `ID` (0x000), or one of the same word, shows its reset word.
    reg begins_version;                      // `VERSION` (0x004), or one of the same word, shows its reset word.
    reg begins_params;                       // `PARAMS` (0x008), or one of the same word, shows its reset word.
    reg begins_prescale;                     // `PRESCALE` (0x018), or one of the same word, shows its reset word.
    reg begins_wheel_size_0;                 // `WHEEL_SIZE_0` (0x080), or one of the same word, shows its reset word.
    reg hides_0;                             // From bit 0 on up to the next one, memory is not shown.
    reg hides_1;                             // From bit 1 on up to the next one, memory is not shown.
    reg hides_5;                             // From bit 5 on up to the next one, memory is not shown.
    reg hides_21;                            // From bit 21 on up to the next one, memory is not shown.
    reg hides_24;                            // From bit 24 on up to the next one, memory is not shown.

    wire [31:0] memory_read_data;
    wire [32:0] selected_0 = MAPPED >> bus_address;
    wire [11:0] selected_1 = SLOW >> bus_address;
    wire known = selected_0[0] & (bus_whole | ~bus_write);
    wire keep = keeping & ~refused_late;
    wire held = ((bus_address[4:3] == 2'd0) & (bus_address[1:0] == 2'd3) & holds_scratch)
        | ((bus_address[3:0] == 4'd4) & holds_ctrl) | ((bus_address[3:1] == 3'd3) & holds_prescale)
        | (bus_address[4] & (bus_address[1:0] == 2'd2) & holds_intr_enable) | (bus_address[5] & holds_wheel_size_0);
    wire [30:0] untouched = {begins_id, 4'd0, begins_id, begins_id, 1'b0, begins_id, 5'd0, begins_id, 1'b0,
        begins_id, 1'b0, begins_id, 1'b0, begins_wheel_size_0, begins_id | begins_params, begins_version,
        begins_params, begins_id, begins_params, 1'b0, begins_id, begins_id, 1'b0, begins_params | begins_prescale};
    wire [31:0] word = live | stored | {1'b0, untouched};

    carillon_host_register_file_memory memory (
        .clock(clock), .write_address(bus_address), .write_data(bus_data), .write_enable(keep),
        .read_address(bus_address), .read_data(memory_read_data)
    );

    assign written_CTRL = acting & is_ctrl;
    assign written_PRESCALE = acting & is_prescale;
    assign written_ARM = acting & is_arm;
    assign written_DISARM = acting & is_disarm;
    assign written_EVENT_ACK = acting & is_event_ack;
    assign written_INTR_STATE = acting & is_intr_state;
    assign written_INTR_ENABLE = acting & is_intr_enable;
    assign written_INTR_TEST = acting & is_intr_test;
    assign written_ERROR = acting & is_error;
    assign written_WHEEL_SIZE = acting & is_wheel_size;
    assign selected_STATUS = is_status;
    assign selected_EVENT = is_event;
    assign selected_EVENT_TICK = is_event_tick;
    assign selected_EVENT_ACK = is_event_ack;
    assign selected_INTR_STATE = is_intr_state;
    assign selected_ERROR = is_error;
    assign asked_TIME = asking & is_time;
    assign bus_done = (executed & silent & ~postponed) | showing | answered;
    assign bus_failed = failing;
    assign bus_read_data = answer;

    always @(posedge clock) begin
        executed <= bus_execute;
        acting <= bus_execute & bus_write & known;
        failing <= bus_execute & ~known;
        asking <= bus_execute & ~bus_write & selected_1[0];
        silent <= bus_write | ~known;
        is_ctrl <= bus_address[3:0] == 4'd4;
        is_prescale <= bus_address[3:1] == 3'd3;
        is_arm <= bus_address[3:0] == 4'd12;
        is_disarm <= bus_address[3:0] == 4'd13;
        is_event_ack <= bus_address[4] & (bus_address[1:0] == 2'd0);
        is_intr_state <= bus_address[4] & (bus_address[2:0] == 3'd1);
        is_intr_enable <= bus_address[4] & (bus_address[1:0] == 2'd2);
        is_intr_test <= bus_address[4] & (bus_address[1:0] == 2'd3);
        is_error <= bus_address[4] & bus_address[2];
        is_wheel_size <= bus_address[5];
        is_status <= (bus_address[4:2] == 3'd1) & bus_address[0];
        is_time <= bus_address[3:2] == 2'd2;
        is_event <= bus_address[3:0] == 4'd14;
        is_event_tick <= bus_address[2:0] == 3'd7;
        showing <= executed & ~silent & ~(asking | clear);
        keeping <= acting & ~refused & ~clear;
        if (keep & (bus_address[4:3] == 2'd0) & (bus_address[1:0] == 2'd3)) holds_scratch <= 1'b1;
        if (keep & is_ctrl) holds_ctrl <= 1'b1;
        if (keep & is_prescale) holds_prescale <= 1'b1;
        if (keep & is_intr_enable) holds_intr_enable <= 1'b1;
        if (keep & is_wheel_size) holds_wheel_size_0 <= 1'b1;
        if (clear) begin
            holds_scratch <= 1'b0;
            holds_ctrl <= 1'b0;
            holds_prescale <= 1'b0;
            holds_intr_enable <= 1'b0;
            holds_wheel_size_0 <= 1'b0;
        end
        begins_id <= bus_address == 6'd0;
        begins_version <= bus_address[4:0] == 5'd1;
        begins_params <= bus_address[4:0] == 5'd2;
        begins_prescale <= (bus_address[3:1] == 3'd3) & ~holds_prescale;
        begins_wheel_size_0 <= bus_address[5] & ~holds_wheel_size_0;
        hides_0 <= ~held;
        hides_1 <= ~held | (bus_address[3:0] == 4'd4);
        hides_5 <= ~held | (bus_address[3:0] == 4'd4) | (bus_address[4] & (bus_address[1:0] == 2'd2));
        hides_21 <= ~held | (bus_address[3:0] == 4'd4) | (bus_address[4] & (bus_address[1:0] == 2'd2))
            | bus_address[5];
        hides_24 <= ~held | (bus_address[3:0] == 4'd4) | (bus_address[3:1] == 3'd3)
            | (bus_address[4] & (bus_address[1:0] == 2'd2)) | bus_address[5];
        if (bus_done | clear) begin
            answer <= word;
            if (silent | clear) answer <= 32'd0;
        end
        stored <= {hides_24 ? 8'd0 : memory_read_data[31:24], hides_21 ? 3'd0 : memory_read_data[23:21],
            hides_5 ? 16'd0 : memory_read_data[20:5], hides_1 ? 4'd0 : memory_read_data[4:1],
            ~hides_0 & memory_read_data[0]};
    end

    wire unused = &{1'b0, selected_0[32:1], selected_1[11:1]};
endmodule

// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
module carillon_host_register_file_memory (
    input  wire clock,
    input  wire [5:0] write_address,
    input  wire [31:0] write_data,
    input  wire write_enable,
    input  wire [5:0] read_address,
    output reg  [31:0] read_data
);
    (* no_rw_check *) reg [31:0] entries [63:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
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
module carillon_host_registers (
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

// # The interrupt
//
// **Purpose.** Gathers the reasons to interrupt the host into one level-triggered line.
//
// **Interface.** Levels (`event_level`, `error_level`), what sets a sticky bit (`late_overflow`, `half_period`);
// `INTR_STATE`, `INTR_ENABLE` and `INTR_TEST` writes as strobes with `data`; `state`, `attention` and `irq` out.
// Bits: 0 event, 1 alarm, 2 error, 3 late overflow, 4 half period.
//
// **Timing.** `irq` and `attention` are registers, one clock behind `state` and `INTR_ENABLE`.
//
// **Invariants.** What sets a bit in the clock in which the bit is cleared wins. `irq` stays high while any enabled
// bit of `state` is set. `attention` is `irq` without its bit 0.
module carillon_host_interrupt (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Clears state and enables.
    input  wire event_level,                 // Events are announced.
    input  wire error_level,                 // An error bit is set.
    input  wire late_overflow,               // A late event was lost.
    input  wire half_period,                 // Now crossed a multiple of 2^31.
    input  wire write_state,                 // `INTR_STATE` is written.
    input  wire write_enables,               // `INTR_ENABLE` is written.
    input  wire write_test,                  // `INTR_TEST` is written.
    input  wire [4:0] data,                  // The five low bits of the word written.
    output wire [4:0] state,                 // `INTR_STATE`.
    output wire attention,                   // Something other than an event asks for the host.
    output wire irq                          // The line to the host.
);
    reg [4:0] held;                          // The bits of `INTR_STATE` that stay until they are cleared.
    reg [4:0] enabled;                       // Which bits of `INTR_STATE` raise the line: `INTR_ENABLE`.
    reg other;                               // An enabled bit other than the event's was set one clock ago.
    reg line;                                // An enabled bit of `INTR_STATE` was set one clock ago.

    wire [2:0] levels = {error_level, 1'b0, event_level};
    wire [4:0] strobes = {half_period, late_overflow, 3'd0};
    wire [4:0] forced = write_test ? data : 5'd0;
    wire [4:0] cleared = write_state ? data : 5'd0;
    wire [4:0] asking = state & enabled;
    wire asking_other = |asking[4:1];

    assign state = held | {2'd0, levels};
    assign attention = other;
    assign irq = line;

    always @(posedge clock) begin
        held <= (held & ~cleared) | forced | strobes;
        if (write_enables) enabled <= data;
        other <= asking_other;
        line <= asking_other | asking[0];
        if (clear) begin
            held <= 5'd0;
            enabled <= 5'd0;
            other <= 1'b0;
            line <= 1'b0;
        end
    end
endmodule

// # The time base: the clock divided into ticks
//
// **Purpose.** Divides the clock by `PRESCALE`.
//
// **Interface.** While `enable` is high, one tick passes every `prescale` clocks (1 to 2^24 - 1), at the edge of a
// clock in which `tick` is high. `prescale` is set at least two clocks before `enable` rises for the first time, and
// not changed afterwards.
//
// **Timing.** The first tick passes `prescale` + 1 clocks after `enable` has risen. `tick` is a register. While
// `enable` is low the count stands, so a pause keeps the part of a tick that has passed.
//
// **Invariants.** A tick of *p* clocks is one clock that loads *p* and *p* - 1 that count down, the first of them by
// three and the others by one; the borrow comes in the last. A tick of one clock loads in each. The upper half counts
// a clock after the lower one has borrowed, and `last_part` says in time that the next borrow is the last: so no carry
// is longer than a half.
module carillon_time_base (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Forgets the part of a tick that has passed.
    input  wire enable,                      // Lets time pass.
    input  wire [23:0] prescale,             // Clocks a tick, 1 or more.
    output wire tick                         // A tick passes at the next edge.
);
    localparam [11:0] MINUS_THREE = 12'hffd;

    reg [11:0] low;                          // Lower 12 bits of the clocks left after this one, plus 2 if fresh.
    reg [11:0] high;                         // Upper 12 bits of the clocks left, a clock behind the lower ones.
    reg counting;                            // The clocks of a tick are counted down; else they are loaded.
    reg fresh;                               // The count was just loaded: its first step is by three.
    reg borrowed;                            // The lower half has borrowed: the upper half is to count.
    reg last_part;                           // The upper half is used up: the next borrow ends the tick.
    reg every_clock;                         // A tick lasts one clock.
    reg low_only;                            // A tick lasts fewer than 2^12 clocks.
    reg ticking;                             // The last clock of a tick was one clock ago.

    wire [11:0] prescale_high = prescale[23:12];
    wire [11:0] step =
        counting & fresh ? MINUS_THREE :
        counting ? 12'hfff :
        12'd0;
    wire [11:0] high_step = counting ? 12'hfff : 12'd0;
    wire [12:0] difference = {1'b0, low} + {1'b0, step};
    wire [12:0] high_difference = {1'b0, high} + {1'b0, high_step};
    wire borrows = counting & ~difference[12];
    wire ends = counting ? borrows & last_part : every_clock;

    assign tick = ticking;

    always @(posedge clock) begin
        every_clock <= prescale == 24'd1;
        low_only <= ~|prescale_high;
        if (enable) begin
            counting <= ~ends;
            fresh <= ~counting;
            borrowed <= borrows;
            if (counting) begin
                low <= difference[11:0];
                if (borrowed) high <= high_difference[11:0];
                last_part <= ~high_difference[12];
            end else begin
                low <= prescale[11:0];
                high <= prescale_high;
                last_part <= low_only;
            end
        end
        ticking <= enable & ends;
        if (clear) begin
            counting <= 1'b0;
            every_clock <= 1'b0;
            ticking <= 1'b0;
        end
    end
endmodule

// # The tick counts: now, the cursor's tick, and the ticks set aside
//
// **Purpose.** Three numbers of 64 bits that only ever change by one carry at a time: now, the cursor's tick, and the
// blocks of 1024 ticks that the backlog has set aside. Their upper seven bytes lie in one block RAM and are walked by
// one adder of eight bits, lowest first, when a carry comes; only the lowest bytes are counters.
//
// **Interface.** `tick` adds 1 to now; `walked` and `skipped` add 1 or 16 to the cursor's tick. `cursor_tick`: its 32
// low bits. `wants_aside` and `wants_back`, levels, change the blocks by one; `exchanged` for one clock when that is
// done. `half_period` for one clock when bit 31 of now has changed. The host asks for a word with `ask`, `of_cursor`
// and `high`; `word` is there with `answered`, and 0 from the next `forget` on, which comes before the next `ask`.
//
// **Timing.** Counts of ticks are seen in the next clock. A carry takes three clocks, and one more for each byte that
// it goes on through; eight at most. Nothing is begun in the clock of `ask`: a word comes 5 clocks after it (high
// half: 9), or, for what is under way, at most 7 clocks later than that. After `clear` the memory is zeroed in 24
// clocks. Outside of a cascade a carry of the cursor's tick waits for 33 clocks at most. `half_period` comes 4 to 20
// clocks after its bit has changed.
//
// **Invariants.** All of a word is of the clock in which its reading began: nothing else is walked meanwhile, and a
// carry that still waits then is added on the way. The memory is read for the next clock's byte and written with the
// last clock's: no two walks of one number follow each other so soon that this matters. The blocks are held negative:
// the carry out of the highest byte tells that none is left.
module carillon_tick_counts (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // All counts are zero.
    input  wire tick,                        // Now goes on by one.
    input  wire walked,                      // The cursor goes on by one tick.
    input  wire skipped,                     // The cursor goes on by 16 ticks.
    input  wire wants_aside,                 // A block of 1024 ticks is to be set aside.
    input  wire wants_back,                  // A block of 1024 ticks is to be taken back.
    input  wire ask,                         // The host asks for a word.
    input  wire of_cursor,                   // It is the cursor's; otherwise now's. Stays until `answered`.
    input  wire high,                        // It is the high half; otherwise the low one. Stays until `answered`.
    input  wire forget,                      // The word is no longer wanted.
    // Bits 31 to 0 of the cursor's tick, or of the tick of the cascade under way.
    output wire [31:0] cursor_tick,
    output wire carry_urgent,                // It has waited for 128 ticks of the cursor, which must stop.
    output wire exchanged,                   // The block has been set aside or taken back.
    output wire any_aside,                   // Blocks are set aside.
    output wire half_period,                 // Bit 31 of now has changed.
    output wire answered,                    // The word asked for is on `word`.
    output wire [31:0] word                  // The word asked for, or 0.
);
    localparam [1:0] ASIDE = 2'd2;
    localparam [2:0] BYTE_1 = 3'd1;
    localparam [2:0] BYTE_2 = 3'd2;
    localparam [2:0] BYTE_3 = 3'd3;
    localparam [1:0] THE_CURSOR = 2'd1;

    reg [7:0] now_low;                       // Bits 7 to 0 of now.
    reg now_carry;                           // A carry into the upper bytes of now waits.
    reg [7:0] cursor_low;                    // Bits 7 to 0 of the cursor's tick.
    reg cursor_carry;                        // A carry into the upper bytes of the cursor's tick waits.
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
    wire [4:0] cursor_step = {skipped, 3'd0, walked};
    wire [8:0] cursor_sum = {1'b0, cursor_low} + {4'd0, cursor_step};
    wire carries = cursor_sum[8];
    wire idle = ~adding;
    wire may_begin = idle & ~asked & ~ask;
    wire reads = idle & asked & ~has_result;
    wire counts_now = may_begin & now_carry;
    wire counts_cursor = may_begin & ~now_carry & cursor_carry;
    wire exchanges = may_begin & ~now_carry & ~cursor_carry & ~block_done & (wants_aside | wants_back);
    wire [7:0] addend = minus ? 8'hff : 8'd0;
    wire [8:0] sum = {1'b0, bytes_read_data} + {1'b0, addend} + {8'd0, carry};
    wire [7:0] total = sum[7:0];
    wire [7:0] shown =
        adding ? total :
        of_cursor ? cursor_low :
        now_low;
    wire writes = adding & ~reading;
    wire last = &place;
    wire ends = (~zeroing & ~reading & (carry == minus)) | at_end;
    wire [2:0] read_place = adding ? place + 3'd1 : BYTE_1;
    wire [1:0] read_number =
        adding ? (zeroing & last ? number + 2'd1 : number) :
        asked ? (of_cursor ? THE_CURSOR : 2'd0) :
        now_carry ? 2'd0 :
        cursor_carry ? THE_CURSOR :
        ASIDE;

    carillon_tick_counts_bytes bytes (
        .clock(clock), .write_address(result_address), .write_data(result), .write_enable(has_result),
        .read_address({read_number, read_place}), .read_data(bytes_read_data)
    );

    assign cursor_tick = {upper, cursor_low};
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
            if (cursor_carry) begin
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
                    minus <= ~cursor_carry;
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

// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
module carillon_tick_counts_bytes (
    input  wire clock,
    input  wire [4:0] write_address,
    input  wire [7:0] write_data,
    input  wire write_enable,
    input  wire [4:0] read_address,
    output reg  [7:0] read_data
);
    (* no_rw_check *) reg [7:0] entries [31:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
    end
endmodule

// # The backlog: how many ticks the cursor may still pass
//
// **Purpose.** Counts the ticks that have come and have not been passed, so that the cursor never passes now.
//
// **Interface.** `tick`: one more has come. `walked` and `skipped`: the cursor has passed 1 or 16. `some`, `eight`
// and `far`: at least 1, 8 or 96 may be passed. A backlog may be longer than the counter: blocks of 1024 ticks are
// set aside (`wants_aside`) and taken back (`wants_back`); `exchanged` when a block has changed sides. `any_aside`:
// there are blocks.
//
// **Timing.** `some`, `eight` and `far` in clock *c* + 1 tell of clock *c*. `behind` too: there is a tick to pass.
//
// **Invariants.** The count is the backlog less the blocks set aside, so it is never more than the truth. A block is
// set aside from 1536 on, in fewer than 512 clocks, so the eleven bits never overflow; it is taken back below 512.
module carillon_backlog (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Nothing may be passed.
    input  wire tick,                        // A tick has come.
    input  wire walked,                      // The cursor has passed one tick.
    input  wire skipped,                     // The cursor has passed 16 ticks.
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
    wire [9:0] step =
        skipped ? {9'd0, tick} | 10'h3f0 :
        down ? 10'h3ff :
        {9'd0, walked ^ tick};
    wire from_8 = |count[10:3];
    wire from_1 = from_8 | |count[2:0];

    assign wants_aside = &count[10:9];
    assign wants_back = ~|count[10:9] & any_aside;
    assign some = at_least_1;
    assign eight = at_least_8;
    assign far = at_least_96;
    assign behind = not_at_now;

    always @(posedge clock) begin
        count <= count + {falls ^ exchanged, step};
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
// **Interface.** Written one bit at a time by `arming`. The cursor names a word, and in the next clock a slot of it;
// it learns whether that slot is busy and whether any of the word is.
//
// **Timing.** The word is read in the clock of `read_word`, a clock before `look_address`; a register lies behind the
// memory, so that its data go through no logic before a flip-flop. Both answers follow `look_address` by one clock
// and show every write up to the clock of `look_address` (write first).
//
// **Invariants.** Block RAM may give anything for a bit that is written while it is read, and does not show what is
// written in the next clock. If that is the slot asked for, the bit written is told in its place; a word that is
// written in one of the two clocks counts as busy, and then the cursor looks at its slots one by one. Memory with one
// port needs none of that: nobody looks then.
module carillon_busy_bits (
    input  wire clock,                       // The one clock.
    input  wire [9:0] write_address,         // Which bit to write.
    input  wire write_data,                  // Its new value.
    input  wire write_enable,                // Writes at the next edge.
    input  wire [5:0] read_word,             // Which word to look at in the next clock.
    input  wire [9:0] look_address,          // Which bit to look at, of last clock's `read_word`.
    output wire slot_busy,                   // The bit at last clock's `look_address`.
    output wire word_busy                    // One of the sixteen bits of its word is set, or has just been written.
);
    reg [15:0] word;                         // The word of the look of one clock ago, as memory gave it.
    reg [3:0] place;                         // Which bit of that word was looked at one clock ago.
    reg met_word;                            // A write met that word in the clock of the look or the one before.
    reg met_slot;                            // The write that met the word was of the bit looked at.
    reg has_written;                         // A busy bit was written one clock ago.
    reg written;                             // The value that was written last.

    wire [15:0] bits_read_data;
    wire [5:0] word_differs = write_address[9:4] ^ look_address[9:4];
    wire [3:0] place_differs = write_address[3:0] ^ look_address[3:0];
    wire meets = (write_enable | has_written) & ~|word_differs;

    carillon_busy_bits_bits bits (
        .clock(clock), .write_address(write_address), .write_data(write_data), .write_enable(write_enable),
        .read_address(read_word), .read_data(bits_read_data)
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
endmodule

// # A memory that is written by the bit and read by the word
//
// `read_data` is the word at last clock's `read_address`. A bit that is read at the edge of its write may be anything.
module carillon_busy_bits_bits (
    input  wire clock,
    input  wire [9:0] write_address,
    input  wire write_data,
    input  wire write_enable,
    input  wire [5:0] read_address,
    output reg  [15:0] read_data
);
    (* ram_style = "block", no_rw_check *) reg [15:0] busy [63:0];

    integer i;

    always @(posedge clock) begin
        if (write_enable) begin
            for (i = 0; i <= 15; i = i + 1)
                if (write_address[3:0] == i[3:0]) busy[write_address[9:4]][i] <= write_data;
        end
        read_data <= busy[read_address];
    end
endmodule

// # The wheels' sizes, modes and positions
//
// **Purpose.** Keeps what the host has set for each wheel, where each wheel lies in the memory, and where wheels 1 and
// up stand. (Wheel 0's position is the cursor's.)
//
// **Interface.** The host writes the size (`write_size`) or mode of wheel `index`. One reader at a time names a wheel
// on `select` and finds it on `selected_*` in the next clock; the late check has a port of its own (`late_check_*`).
//
// **Timing.** A size is stored, or `size_refused`, in the clock after `write_size`. `data` and `index` stand, and the
// wheel is on `select`, from the clock before `write_size` on. All reads take one clock. A reader in the clock of a
// step sees the old position; one in the clock of a store sees anything, and so does one of wheel 0 in the clock after
// `clear`.
//
// **Invariants.** Sizes and places never change while the chip runs. A size is kept as the wheel's highest slot,
// inverted: a slot exists if adding it has no carry. No output has a bit that a chip of this size cannot need.
module carillon_wheels (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // One wheel of the whole capacity, no modes.
    input  wire [2:0] index,                 // Which wheel the host accesses.
    input  wire write_size,                  // The host writes the wheel's size.
    input  wire [31:0] data,                 // The word written.
    input  wire [2:0] select,                // Which wheel to show in the next clock.
    output wire size_refused,                // The size written does not fit or comes out of order.
    output wire [9:0] last_slot,             // Wheel 0's highest slot, inverted.
    output wire selected_present,            // The wheel selected exists.
    output wire [9:0] selected_last          // Its highest slot, inverted; of no meaning when it is absent.
);
    reg [9:0] last_0;                        // Wheel 0's size less one, inverted.
    reg checking;                            // A size was written one clock ago: it is stored or refused now.
    reg fits;                                // The size written one clock ago is in range, its wheel in order.
    reg shown_present;                       // The wheel selected one clock ago exists.

    wire [9:0] new_last = ~(data[9:0] + 10'h3ff);
    wire too_large = |data[31:11] | (data[10] & |data[9:0]);
    wire in_order = index == 3'd0;
    wire store = checking & fits;

    assign selected_present = shown_present;
    assign selected_last = last_0;
    assign size_refused = checking & ~fits;
    assign last_slot = last_0;

    always @(posedge clock) begin
        shown_present <= select == 3'd0;
        checking <= write_size;
        fits <= in_order & ~too_large & |data[31:1];
        if (store & (index == 3'd0)) last_0 <= new_last;
        if (clear) begin
            checking <= 1'b0;
            last_0 <= 10'd0;
        end
    end
endmodule

// # Arming, disarming, and the sweep that clears the memory
//
// **Purpose.** The only writer of the busy bits. It executes `ARM`, `DISARM` and the disarm of an acknowledgement. It
// clears the whole memory after a reset.
//
// **Interface.** A command, `arm` or `disarm` with `wheel` and `slot`, at most once in four clocks. Its wheel's size
// and place are asked for with `select_wheel` in the clock after the command and come back on `selected_*` one clock
// later. `refused` tells that there is no such slot. Writes leave on `write_*`; their addresses are inverted, as the
// cursor's positions are. While `sweeping` the cursor's position runs through the memory, and `swept` follows it.
//
// **Timing.** A command in clock *c* is looked up in *c* + 1, checked in *c* + 2, and written, or refused, in *c* +
// 3. `written_arm` is high in the clock of an arm's write; its wheel and slot stay until the clock of the next
// command. The sweep writes the bit at `swept` in each clock from the one after `clear` on; `ready` rises when it has
// come round. Between two writes, but for the sweep's, there is a clock without, in which the address stands.
//
// **Invariants.** Only bits of slots that exist are ever set. Commands come only after the chip was first enabled (the
// registers refuse them before): then the sweep is over, and the size that a slot is checked against never changes.
module carillon_arming (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Starts the sweep afresh.
    input  wire arm,                         // Sets the slot's bit.
    input  wire disarm,                      // Clears the slot's bit.
    input  wire [2:0] wheel,                 // The command's wheel.
    input  wire [19:0] slot,                 // The command's slot.
    input  wire [9:0] head_slot,             // The slot of the event acknowledged.
    input  wire selected_present,            // The wheel that was selected exists.
    input  wire [9:0] selected_last,         // Its highest slot, inverted.
    input  wire [9:0] swept,                 // Where the cursor's position was two clocks ago, inverted.
    output wire selects,                     // The command's wheel must be selected in this clock.
    output wire [2:0] select_wheel,          // The command's wheel.
    // The command of three clocks before names no slot of a wheel; it is ignored.
    output wire refused,
    output wire sweeping,                    // The memory is being cleared.
    output wire ready,                       // The memory is clear; commands may come.
    output wire write_enable,                // Write port of the busy bits: write at the next edge.
    output wire [9:0] write_address,         // Write port: which bit of the memory, inverted.
    output wire write_data,                  // Write port: its value.
    output wire written_arm,                 // The write is an arm's.
    output wire [9:0] written_slot           // Its slot.
);
    reg looking_up;                          // A command came one clock ago; its wheel is looked up.
    reg checking;                            // A command came two clocks ago; its slot is checked.
    reg refusing;                            // The slot that was checked one clock ago does not exist.
    reg arms;                                // The bit that is written is an arm's.
    reg command_sets;                        // The latest command is an arm, not a disarm.
    reg [2:0] command_wheel;                 // The latest command's wheel; 0 for an acknowledgement.
    reg [9:0] command_slot;                  // The latest command's slot; 0 for an acknowledgement.
    reg outside;                             // The latest command's slot is beyond the whole memory.
    reg sweeps;                              // The sweep that clears the memory is under way.
    reg bit_enable;                          // A busy bit is written at the next edge.
    reg [9:0] bit_address;                   // Which bit is written, or was one clock ago, if any; inverted.
    reg bit_whole;                           // The sweep was under way one clock ago: the write is the sweep's.
    reg upper_half;                          // One clock ago the position swept was in the upper half.
    reg bit_data;                            // The value to write; 1 for an arm only.

    wire [19:0] beyond = slot & 20'hffc00;
    wire [10:0] above_last = {1'b0, command_slot} + {1'b0, selected_last};
    wire fits = ~above_last[10];
    wire in_range = selected_present & ~outside & fits;
    wire is_upper_half = ~swept[9];
    wire [9:0] absolute = command_slot | head_slot;

    assign selects = looking_up;
    assign select_wheel = command_wheel;
    assign refused = refusing;
    assign sweeping = sweeps;
    assign ready = ~sweeps & ~bit_whole;
    assign write_enable = bit_enable;
    assign write_address = bit_address;
    assign write_data = bit_data;
    assign written_arm = arms;
    assign written_slot = command_slot;

    always @(posedge clock) begin
        looking_up <= arm | disarm;
        checking <= looking_up;
        if (arm | disarm) begin
            command_sets <= arm;
            command_wheel <= wheel;
            command_slot <= slot[9:0];
            outside <= |beyond;
        end
        bit_enable <= 1'b0;
        bit_whole <= sweeps;
        bit_data <= 1'b0;
        arms <= 1'b0;
        refusing <= 1'b0;
        upper_half <= is_upper_half;
        if (sweeps) begin
            bit_enable <= 1'b1;
            bit_address <= swept;
            if (upper_half & ~is_upper_half) sweeps <= 1'b0;
        end else if (checking) begin
            refusing <= ~in_range;
            bit_enable <= in_range;
            bit_address <= ~absolute;
            bit_data <= command_sets;
            arms <= in_range & command_sets;
        end
        if (clear) begin
            looking_up <= 1'b0;
            checking <= 1'b0;
            refusing <= 1'b0;
            arms <= 1'b0;
            sweeps <= 1'b1;
            upper_half <= 1'b0;
            bit_enable <= 1'b0;
        end
    end

    wire unused = &{1'b0, above_last[9:0]};
endmodule

// # The late check: was an arm in time?
//
// **Purpose.** An arm whose visit the cursor has already passed raises an event at once, marked late; if the FIFO has
// no place for it, the host is told to look through its own queues.
//
// **Interface.** `armed` in the clock of an arm's write, with its wheel, slot and lap, which stay until two clocks
// after `judged`. `next_slot` and `next_lap` (both inverted) are wheel 0's next visit, while `settled`.
//
// **Timing.** An arm written in clock *w* is judged by the position of the first settled clock from *w* + 2 on, which
// reflects exactly the commits that did not see the bit. `judged` is high then, *w* + 5 at the latest: looks are taken
// back four clocks apart or more. `late` rises three clocks after that. The next arm is not written before the third
// clock after `judged`.
//
// **Invariants.** An arm judged late is reported by a late event or by `late_lost`; one judged in time is seen by the
// next visit to its slot. The lap and the slot are compared as one number, by the sign of their difference: a visit is
// ahead or passed as far as 128 laps either way.
module carillon_late_check (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Forgets every arm.
    input  wire armed,                       // An arm's bit is written at the next edge.
    input  wire [9:0] slot,                  // Its slot.
    input  wire [7:0] lap,                   // The lap of the visit that it means, modulo 256.
    input  wire [9:0] next_slot,             // The slot of wheel 0's next visit, inverted.
    input  wire [7:0] next_lap,              // The lap of wheel 0's next visit, modulo 256, inverted.
    input  wire settled,                     // `next_slot` and `next_lap` count.
    input  wire room,                        // The FIFO has a place.
    input  wire late_taken,                  // The FIFO gives the late event its place.
    output wire judged,                      // The arm is judged in this clock.
    output wire late,                        // A late event waits for a place.
    output wire [9:0] late_slot,             // Its slot.
    output wire late_lost                    // A late event was dropped for want of a place.
);
    reg after_1;                             // An arm's bit was written one clock ago.
    reg after_2;                             // An arm written two clocks ago or more is to be judged.
    reg judging;                             // An arm was judged one clock ago; its verdict is made.
    reg passed_zero;                         // If the arm is wheel 0's: its visit was passed one clock ago.
    reg late_verdict;                        // The arm that was judged two clocks ago came too late.
    reg waiting;                             // A late event is kept here until it gets a place or is lost.
    reg [9:0] waiting_slot;                  // Slot of the late event that is kept.
    reg lost;                                // A late event was lost one clock ago.

    wire is_judged = after_2 & settled;
    wire [27:0] armed_visit = {lap, slot, 10'd0};
    wire [27:0] next_visit = {~next_lap, ~next_slot, 10'd0};
    wire [27:0] ahead = armed_visit - next_visit;

    assign judged = is_judged;
    assign late = waiting;
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
        late_verdict <= judging & passed_zero;
        if (late_verdict) begin
            waiting <= 1'b1;
            waiting_slot <= slot;
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

    wire unused = &{1'b0, ahead[26:0]};
endmodule

// # The cursor that chases the clock
//
// **Purpose.** Visits the slots of every tick, in order, and reports each busy one. It follows now, never passes it,
// and waits when the event FIFO has no room or the host has not yet acknowledged an event that is held; now goes on
// meanwhile and nothing is lost.
//
// **Interface.** `read_word` and, a clock later, `look_address` go to the busy bits, `slot_busy` and `word_busy` come
// back. `walked` and `skipped` tell the tick counts and the backlog of 1 or 16 ticks passed (15 with `fewer`);
// `some`, `eight` and `far` say how many may be. With `commit` the event FIFO gives a place to an event, of wheel 0's
// slot `visited` (inverted) or of the cascade's wheel. `visited` and `lap` (both inverted) are also wheel 0's next
// visit as the late check must see it, while `settled`. While `sweeping` the position runs through all slots, one a
// clock, and `visited` follows it.
//
// **Timing.** The word of a look in clock *i* is read in *i* - 1; what the look finds is registered in *i* + 1 and
// committed in *i* + 2. The cascade's word is read when it asks, so that it is looked at in the next clock. There are
// two kinds. A *walk* looks at one slot: one a clock. A *skip* looks at a word of sixteen slots and passes all if
// none is busy: one a clock, where at least 96 ticks may be passed. With several wheels it may begin at a word's
// second slot and pass 15, since the cascade has visited slot 0. A skip that finds a busy slot and a walk that finds
// the FIFO full take back the looks after them: the next one is in *i* + 4. After such a skip the word is walked
// through: 20 clocks in all. The last word of a wheel whose size is no multiple of 16 is always walked.
//
// **Catching up.** While 96 ticks may be passed, an empty word costs one clock, one with a busy slot 20, and a last
// word of *p* < 16 slots *p* + 4. Nearer to now a slot costs one clock, and with less than eight ticks five. So *n*
// ticks take at most *n*/16 + 19*b* + (*p* + 4)*l* + 200 clocks, where *b* words are not empty and the wheel comes
// round *l* times; besides those in which the FIFO is full, or the host, a carry or a cascade is waited for
// (hdl/formal has the proof).
//
// **Invariants.** A commit in clock *c* sees exactly the busy bits as written up to clock *c* - 2. The position two
// clocks old is that of the oldest look not yet committed, unless a look was taken back in the last three clocks (not
// `settled`): so a bit written in *w* is seen by its visit exactly if that is not before `visited` in the first
// settled clock from *w* + 2 on. A pass shows in `some`, `eight` and `far` five clocks after its look. So a walk
// follows a walk only with `eight`, any other comes when no look of the last four clocks has passed a slot or still
// may, and four skips and a fifth pass 80 ticks at most. Positions are kept inverted, for whoever subtracts them. An
// event is committed only with `room`.
module carillon_cursor (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Goes back to slot 0; nothing is under way.
    input  wire running,                     // The chip has been enabled; the wheel's size is settled.
    input  wire sweeping,                    // The memory is being cleared.
    input  wire some,                        // One tick may be passed.
    input  wire eight,                       // Eight ticks may be passed.
    input  wire far,                         // Ninety-six ticks may be passed.
    input  wire carry_urgent,                // It has waited so long that the cursor must stop.
    input  wire [9:0] last_slot,             // Wheel 0's highest slot, inverted.
    input  wire slot_busy,                   // The slot at last clock's `look_address` is busy.
    input  wire word_busy,                   // A slot of its word is.
    input  wire room,                        // The FIFO has a place.
    output wire [5:0] read_word,             // The word of the next clock's look, if there is one.
    output wire [9:0] look_address,          // Which bit to look at.
    output wire walked,                      // One tick has been passed.
    output wire skipped,                     // Sixteen ticks have been passed.
    output wire [9:0] visited,               // The slot of wheel 0's next commit, inverted.
    output wire [7:0] lap,                   // The lap of it, modulo 256, inverted.
    output wire settled,                     // Nothing was taken back of late.
    output wire commit                       // A place in the FIFO is taken for an event.
);
    reg [5:0] word;                          // Memory word of the position, inverted.
    reg [3:0] place;                         // The position's place in its word, inverted.
    reg may_skip;                            // A skip may begin at this place of the word.
    reg at_15;                               // The position is the last slot of a word, 15.
    reg at_last_place;                       // The place is that of wheel 0's last slot in its word.
    reg in_last_word;                        // The position is in wheel 0's last word.
    reg in_whole_word;                       // All 16 slots of the position's word are wheel 0's.
    reg single_word;                         // Wheel 0 has 16 slots or fewer.
    reg whole_words;                         // Wheel 0's size is a multiple of 16.
    reg one_place;                           // Wheel 0 has one slot only in its last word.
    reg [9:0] position_1;                    // The position one clock ago, inverted.
    reg [9:0] position_2;                    // The position two clocks ago, inverted.
    reg [9:0] position_3;                    // The position three clocks ago, inverted.
    reg look_1;                              // A look was made one clock ago and is not yet taken back.
    reg look_2;                              // A look was made two clocks ago and is not yet taken back.
    reg look_3;                              // A look was made three clocks ago and has passed.
    reg has_walked;                          // One clock ago a walk passed, or a cascade was due.
    reg has_skipped;                         // One clock ago a skip passed.
    reg skip_1;                              // The look of one clock ago was a skip.
    reg skip_2;                              // The look of two clocks ago was a skip.
    reg may_begin;                           // A walk may begin: no look of the last four clocks stands.
    reg may_go_on;                           // A walk may follow the one of one clock ago.
    reg wraps_1;                             // The look of one clock ago was at the end of wheel 0's lap.
    reg wraps_2;                             // The look of two clocks ago was at the end of wheel 0's lap.
    reg found;                               // The look of two clocks ago found its slot or its word busy.
    reg taken_back;                          // The position goes back to that of three clocks ago.
    reg taken_back_1;                        // The position went back one clock ago.
    reg taken_back_2;                        // The position went back two clocks ago.
    reg word_is_busy;                        // A skip found the position's word busy: it is walked through.
    reg [7:0] inverse_lap;                   // Wheel 0's lap at its next commit, modulo 256, inverted.
    reg may_look;                            // A look may be made in this clock.

    wire [5:0] last_word = last_slot[9:4];
    wire [3:0] last_place = last_slot[3:0];
    wire skips = may_look & far & may_skip & in_whole_word;
    wire may_walk = (some & may_begin) | (eight & may_go_on);
    wire walks = may_walk & ~skips;
    wire advances = skips | (may_walk & at_15) | taken_back;
    wire wraps = in_last_word & (skips | (may_walk & at_last_place));
    wire steps = walks | sweeping;
    wire [3:0] place_after = taken_back ? position_3[3:0] : place - 4'd1;
    wire [5:0] word_after = taken_back ? position_3[9:4] : word - 6'd1;
    wire repeats = look_2 & found & (skip_2 | ~room);
    wire passes = look_2 & ~repeats;
    wire commits = passes & found;
    wire will_look = running & ~repeats & ~carry_urgent;

    assign look_address = {word, place};
    assign read_word =
        wraps ? 6'd63 :
        advances ? word_after :
        word;
    assign settled = ~taken_back & ~taken_back_1 & ~taken_back_2;
    assign walked = has_walked;
    assign skipped = has_skipped;
    assign commit = commits;
    assign visited = position_2;
    assign lap = inverse_lap;

    always @(posedge clock) begin
        single_word <= last_word == 6'd63;
        whole_words <= ~|last_place;
        one_place <= &last_place;
        look_1 <= skips | walks;
        skip_1 <= skips;
        wraps_1 <= wraps;
        if (steps | taken_back) begin
            place <= place_after;
            may_skip <= &place_after & ~(taken_back & word_is_busy);
            at_15 <= ~|place_after;
            at_last_place <= place_after == last_place;
        end
        if (advances | (sweeping & at_15)) begin
            word <= word_after;
            in_last_word <= word_after == last_word;
            in_whole_word <= whole_words | (word_after != last_word);
        end
        if (wraps) begin
            word <= 6'd63;
            in_last_word <= single_word;
            in_whole_word <= whole_words | ~single_word;
        end
        if (wraps) begin
            place <= 4'd15;
            may_skip <= 1'b1;
            at_15 <= 1'b0;
            at_last_place <= one_place;
        end
        if ((walks & at_15) | wraps) word_is_busy <= 1'b0;
        position_1 <= {word, place};
        position_2 <= position_1;
        position_3 <= position_2;
        look_2 <= look_1;
        skip_2 <= skip_1;
        wraps_2 <= wraps_1;
        found <= slot_busy;
        if (skip_1) found <= word_busy;
        taken_back <= repeats;
        taken_back_1 <= taken_back;
        taken_back_2 <= taken_back_1;
        look_3 <= passes;
        if (repeats) begin
            look_1 <= 1'b0;
            look_2 <= 1'b0;
        end
        if (repeats & skip_2) word_is_busy <= 1'b1;
        if (passes & wraps_2) inverse_lap <= inverse_lap - 8'd1;
        has_walked <= passes & ~skip_2;
        has_skipped <= passes & skip_2;
        may_look <= will_look;
        may_begin <= will_look & ~look_1 & ~look_2 & ~look_3 & ~skips & ~walks;
        may_go_on <= will_look & walks;
        if (~running & ~sweeping) begin
            word <= 6'd63;
            in_last_word <= single_word;
            in_whole_word <= whole_words | ~single_word;
            place <= 4'd14;
            may_skip <= 1'b0;
            at_15 <= 1'b0;
            at_last_place <= last_place == 4'd14;
        end
        if (clear) begin
            word <= 6'd63;
            place <= 4'd15;
            at_15 <= 1'b0;
            position_1 <= 10'h3ff;
            position_2 <= 10'h3ff;
            position_3 <= 10'h3ff;
            look_1 <= 1'b0;
            look_2 <= 1'b0;
            look_3 <= 1'b0;
            has_walked <= 1'b0;
            has_skipped <= 1'b0;
            may_begin <= 1'b0;
            may_go_on <= 1'b0;
            taken_back <= 1'b0;
            taken_back_1 <= 1'b0;
            taken_back_2 <= 1'b0;
            word_is_busy <= 1'b0;
            inverse_lap <= 8'hff;
            may_look <= 1'b0;
        end
    end
endmodule

// # The event FIFO
//
// **Purpose.** Keeps what the cursor found, and the late events of the late check, until the host has acknowledged
// them.
//
// **Interface.** `take` gives a place to the cursor's event (`wheel`); it must not come without `room`. `late` asks
// for a place for a late event and gets it, `late_taken`, when there is room and the cursor takes none. `pop` drops
// the head. `valid` says that there is a head, `more` that another event stands behind it; `pops` counts them, modulo
// 16. With `show_place` or `show_tick` the head is on `head_*` in the next clock, and what is not shown is 0. Depth
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
module carillon_event_fifo (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Empties the FIFO.
    input  wire take,                        // The cursor's event gets a place.
    input  wire [9:0] slot,                  // Its slot.
    input  wire late,                        // A late event asks for a place.
    input  wire [9:0] late_slot,             // Its slot.
    input  wire [31:0] push_tick,            // Low 32 bits of the tick of the place taken two clocks before.
    input  wire pop,                         // Drops the head.
    input  wire show_place,                  // Shows the head's wheel, slot and late mark in the next clock.
    input  wire show_tick,                   // Shows the head's tick in the next clock.
    output wire room,                        // There is a place.
    output wire late_taken,                  // The late event gets a place.
    output wire valid,                       // The head is an event.
    output wire more,                        // At least one event stands behind the head.
    output wire [3:0] pops,                  // Events popped, modulo 16, from two clocks after each on.
    output wire head_late,                   // The head's late mark, if shown.
    output wire [9:0] head_slot,             // The head's slot, if shown.
    output wire [31:0] head_tick             // Low 32 bits of the head's tick, if shown.
);
    localparam [1:0] POINTER_MASK = 2'd1;
    localparam [1:0] UPPER_HALF = 2'd2;

    reg [1:0] taken;                         // Places given, less the events popped.
    reg filling;                             // An entry's wheel, slot and late mark are written now.
    reg filling_late;                        // The event that is written now is a late one.
    reg [9:0] filling_slot;                  // Slot of the event that is written now.
    reg timing;                              // An entry's tick is written now.
    reg cleared;                             // Cleared one clock ago: the entry shown for none gets 0 now.
    reg write_pointer;                       // Which entry is written next, or now.
    reg tick_pointer;                        // The write pointer one clock ago: the entry that gets its tick.
    reg [3:0] read_pointer;                  // Count of the pops, a clock late; its low bits name the head.
    reg popped;                              // The head was popped one clock ago.
    reg some_1;                              // At least one place was in use one clock ago.
    reg some_2;                              // At least one place was in use both one and two clocks ago.
    reg head_valid;                          // The head's place is filled and its event can be read.
    reg head_more;                           // At least two places were in use one clock ago.

    wire [13:0] places_read_data;
    wire has_room = ~taken[1];
    wire takes_late = late & has_room & ~take;
    wire takes = take | takes_late;
    wire [1:0] step = pop ? 2'd3 : 2'd1;
    wire [1:0] upper = cleared ? 2'd0 : UPPER_HALF;
    wire read_entry = read_pointer[0];
    wire [1:0] places_read_address = show_place ? {1'b0, read_entry} | UPPER_HALF : POINTER_MASK;
    wire [1:0] ticks_read_address = show_tick ? {1'b0, read_entry} | UPPER_HALF : POINTER_MASK;

    carillon_event_fifo_places places (
        .clock(clock), .write_address({1'b0, write_pointer} | upper), .write_data({filling_slot, 3'd0, filling_late}),
        .write_enable(filling), .read_address(places_read_address), .read_data(places_read_data)
    );

    carillon_event_fifo_ticks ticks (
        .clock(clock), .write_address({1'b0, tick_pointer} | upper), .write_data(push_tick), .write_enable(timing),
        .read_address(ticks_read_address), .read_data(head_tick)
    );

    assign pops = read_pointer;
    assign room = has_room;
    assign late_taken = takes_late;
    assign valid = head_valid;
    assign more = head_valid & head_more;
    assign head_slot = places_read_data[13:4];
    assign head_late = places_read_data[0];

    always @(posedge clock) begin
        filling <= take | takes_late;
        filling_late <= ~take;
        filling_slot <= late_slot;
        if (take) filling_slot <= slot;
        if (takes ^ pop) taken <= taken + step;
        timing <= filling;
        tick_pointer <= write_pointer;
        if (filling) write_pointer <= write_pointer + 1'b1;
        some_1 <= |taken;
        some_2 <= some_1 & |taken;
        head_valid <= some_2 & |taken;
        head_more <= taken[1];
        if (pop & ~head_more) head_valid <= 1'b0;
        popped <= pop;
        if (popped) read_pointer <= read_pointer + 4'd1;
        cleared <= clear;
        if (clear) begin
            filling <= 1'b1;
            filling_late <= 1'b0;
            filling_slot <= 10'd0;
            timing <= 1'b1;
            write_pointer <= 1'b1;
            tick_pointer <= 1'b1;
            taken <= 2'd0;
            read_pointer <= 4'd0;
            popped <= 1'b0;
            some_1 <= 1'b0;
            some_2 <= 1'b0;
            head_valid <= 1'b0;
            head_more <= 1'b0;
        end
    end

    wire unused = &{1'b0, places_read_data[3:1]};
endmodule

// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
module carillon_event_fifo_places (
    input  wire clock,
    input  wire [1:0] write_address,
    input  wire [13:0] write_data,
    input  wire write_enable,
    input  wire [1:0] read_address,
    output reg  [13:0] read_data
);
    (* no_rw_check *) reg [13:0] entries [3:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
    end
endmodule

// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
module carillon_event_fifo_ticks (
    input  wire clock,
    input  wire [1:0] write_address,
    input  wire [31:0] write_data,
    input  wire write_enable,
    input  wire [1:0] read_address,
    output reg  [31:0] read_data
);
    (* no_rw_check *) reg [31:0] entries [3:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
    end
endmodule

`default_nettype wire
