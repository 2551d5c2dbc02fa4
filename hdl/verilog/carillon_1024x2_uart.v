// The Carillon counter chip, version 0.1.0. Generated from Rust-HDL; do not edit.
//
//   wheels     1
//   slots      1024 in all, to be shared out at run time
//   FIFO       2 events
//   features   none
//   bus        UART, a bit of 4 clocks
//   PARAMS     0x000002A1
//
// To make it again:
//   carillon generate --wheels 1 --slots 1024 --fifo 2 --bus uart --clocks-a-bit 4

// The chip with its UART bus adapter: pins and wires only.
module carillon (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Synchronous reset, high.
    output wire irq,                         // The interrupt line.
    input  wire uart_rx,                     // From the host; high when idle.
    output wire uart_tx                      // To the host; high when idle.
);
    wire bus_adapter_execute;
    wire bus_adapter_write;
    wire bus_adapter_whole;
    wire [5:0] bus_adapter_address;
    wire [31:0] bus_adapter_data;
    wire core_done;
    wire core_failed;
    wire [31:0] core_read_data;

    carillon_bus_adapter bus_adapter (
        .clock(clock),
        .reset(reset),
        .uart_rx(uart_rx),
        .uart_tx(uart_tx),
        .execute(bus_adapter_execute),
        .write(bus_adapter_write),
        .whole(bus_adapter_whole),
        .address(bus_adapter_address),
        .data(bus_adapter_data),
        .done(core_done),
        .failed(core_failed),
        .read_data(core_read_data)
    );

    carillon_core core (
        .clock(clock),
        .reset(reset),
        .irq(irq),
        .execute(bus_adapter_execute),
        .write(bus_adapter_write),
        .whole(bus_adapter_whole),
        .address(bus_adapter_address),
        .data(bus_adapter_data),
        .done(core_done),
        .failed(core_failed),
        .read_data(core_read_data)
    );
endmodule

// # UART bus adapter
//
// **Purpose.** The registers over a serial line, for LiteX's tools and any host with a serial port.
//
// **Interface.** `uart_rx` and `uart_tx`: 8 data bits, no parity, 1 stop bit. The frames are in [`super::uart_bridge`].
//
// **Timing.** `clocks_a_bit` is the chip's clock over the baud rate, 4 to 65,535. Reading a word takes 100 bit times,
// writing it the same.
//
// **Invariants.** Those of its three parts: [`super::uart_receiver`], [`super::uart_bridge`],
// [`super::uart_transmitter`].
module carillon_bus_adapter (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the frame under way.
    input  wire uart_rx,                     // From the host; high when idle.
    output wire uart_tx,                     // To the host; high when idle.
    output wire execute,                     // Register bus: an access is made in this clock.
    output wire write,                       // Register bus: it is a write.
    output wire whole,                       // Register bus: of all four bytes.
    output wire [5:0] address,               // Register bus: word address.
    output wire [31:0] data,                 // Register bus: word written.
    input  wire done,                        // Register bus: the access is done.
    input  wire failed,                      // Register bus: with `done`, it has failed.
    input  wire [31:0] read_data             // Register bus: the word read, from the clock after `done`.
);
    wire receiver_arrived;
    wire [7:0] receiver_character;
    wire receiver_broken;
    wire receiver_pause;
    wire receiver_quiet;
    wire bridge_send;
    wire [7:0] bridge_answer;
    wire transmitter_idle;

    carillon_bus_adapter_receiver receiver (
        .clock(clock),
        .reset(reset),
        .uart_rx(uart_rx),
        .arrived(receiver_arrived),
        .character(receiver_character),
        .broken(receiver_broken),
        .pause(receiver_pause),
        .quiet(receiver_quiet)
    );

    carillon_bus_adapter_bridge bridge (
        .clock(clock),
        .reset(reset),
        .arrived(receiver_arrived),
        .character(receiver_character),
        .broken(receiver_broken),
        .pause(receiver_pause),
        .quiet(receiver_quiet),
        .idle(transmitter_idle),
        .send(bridge_send),
        .answer(bridge_answer),
        .execute(execute),
        .write(write),
        .whole(whole),
        .address(address),
        .data(data),
        .done(done),
        .failed(failed),
        .read_data(read_data)
    );

    carillon_bus_adapter_transmitter transmitter (
        .clock(clock),
        .reset(reset),
        .send(bridge_send),
        .character(bridge_answer),
        .idle(transmitter_idle),
        .uart_tx(uart_tx)
    );
endmodule

// # Characters from a serial line
//
// **Purpose.** Finds the characters on `uart_rx`: a start bit, eight data bits, the lowest first, and a stop bit.
//
// **Interface.** `arrived` for one clock with `character`. `broken` for one clock says that a stop bit was low;
// `pause` with it that the eight data bits were low as well, which is a break. `quiet` is high from the moment that
// the line has been high, without a start bit, for 2^14 bit times (142 ms at 115,200 baud) to the next start bit.
//
// **Timing.** The line passes two flip-flops. A bit is sampled once, in its middle: `clocks_a_bit` / 2 clocks
// (rounded down) after the start bit was first seen, and every `clocks_a_bit` from there. A sender may be off by 4 % in
// all where a bit is 16 clocks or more; at four clocks a bit by 2 %.
//
// **Invariants.** A start bit that is high in its middle is no start bit. After a stop bit that is low nothing is a
// start bit before the line has been high. From any state ten bit times of a high line end what was under way.
module carillon_bus_adapter_receiver (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the character under way.
    input  wire uart_rx,                     // The line; high when idle.
    output wire arrived,                     // A character has come.
    output wire [7:0] character,             // Which.
    output wire broken,                      // A stop bit was low.
    output wire pause,                       // With `broken`: so was all before it.
    output wire quiet                        // The line has been silent for 2^14 bit times.
);
    localparam [3:0] STOP_BIT = 4'd9;
    localparam [15:0] WHOLE_BIT = 16'd3;

    reg first_low = 1'b0;
    reg low = 1'b0;
    reg receiving = 1'b0;
    reg stuck = 1'b0;
    reg [15:0] timer = 16'd0;
    reg [3:0] samples = 4'd0;
    reg [7:0] data_bits = 8'd0;
    reg complete = 1'b0;
    reg incomplete = 1'b0;
    reg [14:0] silence = 15'd0;

    wire full_silence = silence[14];
    wire bit_end = ~|timer;

    assign arrived = complete;
    assign character = data_bits;
    assign broken = incomplete;
    assign pause = ~|data_bits;
    assign quiet = full_silence;

    always @(posedge clock) begin
        first_low <= ~uart_rx;
        low <= first_low;
        complete <= 1'b0;
        incomplete <= 1'b0;
        timer <= timer - 16'd1;
        if (bit_end) timer <= WHOLE_BIT;
        if (receiving) begin
            if (bit_end) begin
                samples <= samples + 4'd1;
                if (samples == STOP_BIT) begin
                    receiving <= 1'b0;
                    complete <= ~low;
                    incomplete <= low;
                    stuck <= low;
                end else if (|samples) begin
                    data_bits <= {~low, data_bits[7:1]};
                end else if (~low) begin
                    receiving <= 1'b0;
                end
            end
        end else if (stuck) begin
            stuck <= low;
        end else if (low) begin
            receiving <= 1'b1;
            samples <= 4'd0;
            timer <= 16'd1;
        end
        if (receiving | low) begin
            silence <= 15'd0;
        end else if (bit_end & ~full_silence) begin
            silence <= silence + 15'd1;
        end
        if (reset) begin
            receiving <= 1'b0;
            stuck <= 1'b0;
            complete <= 1'b0;
            incomplete <= 1'b0;
            silence <= 15'd0;
        end
    end
endmodule

// # Characters to accesses: the byte protocol of LiteX's UARTBone
//
// **Purpose.** Makes accesses of the register bus from the characters of a serial line, and characters from answers.
//
// **Interface.** From the receiver `arrived` with `character`, `broken`, `pause` and `quiet`; to the transmitter `send` with
// `answer`. A frame from the host:
//
// | byte | what |
// |---|---|
// | 0 | 1 write, 2 read, at rising addresses; 3 write, 4 read, at the same address throughout |
// | 1 | how many words, 1 to 255; 0 means 256 |
// | 2 to 5 | address of the first **word** (the byte address over 4), highest byte first |
// | 6 and on | of a write: its words, highest byte first. A write is not answered |
//
// A read is answered with its words, highest byte first. LiteX's client divides the addresses that its user gives by 4.
//
// What the protocol leaves open: a word that could not be read is answered as `FFFFFFFF`, as LiteX's own bus answers
// where nobody does; a write that failed is not answered either. Both show in `ERROR.address`. A word address of 64 or
// more, from the frame or by counting up, is refused like any that has no register. The protocol has no checksum: a
// byte changed on the way is a wrong word, address or length. A host that must know reads back what it has written.
//
// **Timing.** A word is written with its last byte. Silence (2^14 bit times) within a frame ends it, without effect on
// the word that was incomplete. While a read is answered the host sends nothing.
//
// **Invariants.** Whatever was sent, after `quiet` or a break the next byte is a command. A byte that is no command, a
// character without stop bit, and a byte that comes while a read is answered all make the bridge *lost*: it ignores
// what comes, and sends nothing, up to then. (To go on at once would take data for commands.) Accesses are made in
// the order of the words, and only for a complete address, and for a write a complete word.
module carillon_bus_adapter_bridge (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the frame under way.
    input  wire arrived,                     // A character has come.
    input  wire [7:0] character,             // Which.
    input  wire broken,                      // A character had no stop bit.
    input  wire pause,                       // With `broken`: it was a break.
    input  wire quiet,                       // The line is silent.
    input  wire idle,                        // The transmitter takes a character.
    output reg  send,                        // The transmitter is to send one.
    output reg  [7:0] answer,                // Which.
    output wire execute,                     // Register bus: an access is made in this clock.
    output wire write,                       // Register bus: it is a write.
    output wire whole,                       // Register bus: of all four bytes.
    output wire [5:0] address,               // Register bus: word address.
    output wire [31:0] data,                 // Register bus: word written.
    input  wire done,                        // Register bus: the access is done.
    input  wire failed,                      // Register bus: with `done`, it has failed.
    input  wire [31:0] read_data             // Register bus: the word read, from the clock after `done`.
);
    localparam [7:0] READ_RISING = 8'd2;
    localparam [7:0] READ_SAME = 8'd4;
    localparam [2:0] STATE_AWAIT_ADDRESS = 3'd2;
    localparam [2:0] STATE_AWAIT_COMMAND = 3'd0;
    localparam [2:0] STATE_AWAIT_DATA = 3'd3;
    localparam [2:0] STATE_AWAIT_LENGTH = 3'd1;
    localparam [2:0] STATE_BEGIN_ACCESS = 3'd4;
    localparam [2:0] STATE_FINISH_ACCESS = 3'd5;
    localparam [2:0] STATE_LOST = 3'd7;
    localparam [2:0] STATE_SEND_ANSWER = 3'd6;
    localparam [7:0] WRITE_SAME = 8'd3;

    reg [2:0] state = 3'd0;
    reg writing = 1'b0;
    reg rising = 1'b0;
    reg [7:0] words_left = 8'd0;
    reg [1:0] byte_number = 2'd0;
    reg [5:0] word_address = 6'd0;
    reg beyond = 1'b0;
    reg [31:0] word = 32'd0;
    reg refused = 1'b0;

    reg access_start;
    reg word_over;

    wire access_busy;
    wire last_byte = &byte_number;

    carillon_bus_adapter_bridge_access access (
        .clock(clock),
        .reset(reset),
        .start(access_start),
        .start_write(writing),
        .start_address(beyond ? 6'd63 : word_address),
        .start_data(word),
        .busy(access_busy),
        .execute(execute),
        .write(write),
        .whole(whole),
        .address(address),
        .data(data),
        .done(done)
    );

    always @(*) begin
        access_start = 1'b0;
        send = 1'b0;
        word_over = 1'b0;
        case (state)
            STATE_BEGIN_ACCESS: begin
                if (~access_busy) access_start = 1'b1;
            end
            STATE_FINISH_ACCESS: begin
                if (done) word_over = writing;
            end
            STATE_SEND_ANSWER: begin
                if (idle) begin
                    send = 1'b1;
                    word_over = last_byte;
                end
            end
            default: ;
        endcase
    end

    always @(*) begin
        answer = read_data[31:24];
        if (byte_number == 2'd1) answer = read_data[23:16];
        if (byte_number == 2'd2) answer = read_data[15:8];
        if (byte_number == 2'd3) answer = read_data[7:0];
        if (refused) answer = 8'hff;
    end

    always @(posedge clock) begin
        case (state)
            STATE_AWAIT_COMMAND: begin
                byte_number <= 2'd0;
                if (arrived) begin
                    writing <= (character == 8'd1) | (character == WRITE_SAME);
                    rising <= (character == 8'd1) | (character == READ_RISING);
                    state <= STATE_LOST;
                    if ((character == 8'd1) | (character == READ_RISING) | (character == WRITE_SAME)
                        | (character == READ_SAME)) begin
                        state <= STATE_AWAIT_LENGTH;
                    end
                end
            end
            STATE_AWAIT_LENGTH: begin
                beyond <= 1'b0;
                if (arrived) begin
                    words_left <= character - 8'd1;
                    state <= STATE_AWAIT_ADDRESS;
                end
            end
            STATE_AWAIT_ADDRESS: begin
                if (arrived) begin
                    byte_number <= byte_number + 2'd1;
                    word_address <= character[5:0];
                    beyond <= beyond | |character[7:6] | (~last_byte & |character);
                    if (last_byte) begin
                        state <= STATE_BEGIN_ACCESS;
                        if (writing) state <= STATE_AWAIT_DATA;
                    end
                end
            end
            STATE_AWAIT_DATA: begin
                if (arrived) begin
                    byte_number <= byte_number + 2'd1;
                    word <= {word[23:0], character};
                    if (last_byte) state <= STATE_BEGIN_ACCESS;
                end
            end
            STATE_BEGIN_ACCESS: begin
                if (~access_busy) state <= STATE_FINISH_ACCESS;
            end
            STATE_FINISH_ACCESS: begin
                if (done) begin
                    refused <= failed;
                    state <= STATE_SEND_ANSWER;
                end
            end
            STATE_SEND_ANSWER: begin
                if (idle) byte_number <= byte_number + 2'd1;
            end
            default: ;
        endcase
        if (word_over) begin
            words_left <= words_left - 8'd1;
            if (rising) begin
                word_address <= word_address + 6'd1;
                beyond <= beyond | &word_address;
            end
            state <= STATE_BEGIN_ACCESS;
            if (writing) state <= STATE_AWAIT_DATA;
            if (~|words_left) state <= STATE_AWAIT_COMMAND;
        end
        if ((state == STATE_BEGIN_ACCESS) | (state == STATE_FINISH_ACCESS) | (state == STATE_SEND_ANSWER)) begin
            if (arrived) state <= STATE_LOST;
        end else if (quiet) begin
            state <= STATE_AWAIT_COMMAND;
        end
        if (broken) begin
            state <= STATE_LOST;
            if (pause) state <= STATE_AWAIT_COMMAND;
        end
        if (reset) state <= STATE_AWAIT_COMMAND;
    end
endmodule

// # One access of the register bus
//
// **Purpose.** What all bus adapters share: makes one access at a time, with all that belongs to it in registers.
//
// **Interface.** `start` for one clock with `start_*` begins an access; nobody starts one while `busy`. To the core: `execute` for one clock with `write`, `whole`, `address` and `data`; from it `done` for one clock.
//
// **Timing.** Started in clock a, executed in a+1, `done` in a+2 or later, `busy` from a+1 to the clock after `done`. So
// two accesses are executed at least four clocks apart, and what was read stands on the bus, from the clock after
// `done`, for three clocks at the least.
//
// **Invariants.** Each start is executed once. What is written does not change before the next
// access is executed.
module carillon_bus_adapter_bridge_access (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the access under way.
    input  wire start,                       // Begins an access.
    input  wire start_write,                 // It is a write.
    input  wire [5:0] start_address,         // Its word address.
    input  wire [31:0] start_data,           // The word to write.
    output wire busy,                        // An access is under way.
    output wire execute,                     // Register bus: an access is made in this clock.
    output wire write,                       // Register bus: it is a write.
    output wire whole,                       // Register bus: of all four bytes.
    output wire [5:0] address,               // Register bus: word address.
    output wire [31:0] data,                 // Register bus: word written.
    input  wire done                         // Register bus: the access is done.
);
    reg executing = 1'b0;
    reg waiting = 1'b0;
    reg finished = 1'b0;
    reg held_write = 1'b0;
    reg held_whole = 1'b0;
    reg [5:0] held_address = 6'd0;
    reg [31:0] held_data = 32'd0;

    assign busy = executing | waiting | finished;
    assign execute = executing;
    assign write = held_write;
    assign whole = held_whole;
    assign address = held_address;
    assign data = held_data;

    always @(posedge clock) begin
        executing <= start;
        waiting <= executing | (waiting & ~done);
        finished <= waiting & done;
        if (start) begin
            held_write <= start_write;
            held_whole <= 1'b1;
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

// # Characters to a serial line
//
// **Purpose.** Puts characters on `uart_tx`: a start bit, eight data bits, the lowest first, and a stop bit.
//
// **Interface.** `send` for one clock with `character`; nobody sends unless `idle`.
//
// **Timing.** The start bit shows in the clock after `send`; each bit lasts `clocks_a_bit` clocks. `idle` again in the
// clock after the stop bit, so characters are one clock apart at the least.
//
// **Invariants.** The line is a register, and high when idle.
module carillon_bus_adapter_transmitter (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Drops the character under way.
    input  wire send,                        // Begins a character.
    input  wire [7:0] character,             // Which.
    output wire idle,                        // The line is free.
    output wire uart_tx                      // The line.
);
    localparam [3:0] ALL_BITS = 4'd10;
    localparam [15:0] WHOLE_BIT = 16'd3;

    reg [8:0] low_bits = 9'd0;
    reg [3:0] bits_left = 4'd0;
    reg [15:0] timer = 16'd0;

    wire [7:0] inverted = ~character;

    assign idle = ~|bits_left;
    assign uart_tx = ~low_bits[0];

    always @(posedge clock) begin
        timer <= timer - 16'd1;
        if (send) begin
            timer <= WHOLE_BIT;
            low_bits <= {inverted, 1'b0} | 9'd1;
            bits_left <= ALL_BITS;
        end else if (~|timer) begin
            timer <= WHOLE_BIT;
            if (|bits_left) begin
                low_bits <= {1'b0, low_bits[8:1]};
                bits_left <= bits_left - 4'd1;
            end
        end
        if (reset) begin
            low_bits <= 9'd0;
            bits_left <= 4'd0;
        end
    end
endmodule

// # The counter chip behind its register bus
//
// **Purpose.** Appendix A of Varghese and Lauck: steps an array of busy bits, one slot a tick, and interrupts the host
// only where a bit is set.
//
// **Interface.** `clock`, `reset` (synchronous, high, one clock or more), `irq` (level, high), and the register bus, to
// which a bus adapter carries the host's accesses: `execute` for one clock with `write`, `whole` (all four bytes), `address`
// (a word address) and `data`, which stay until the next; `done` answers, and `failed` with it; `read_data` stands from
// the next clock on. Executes are at least four clocks apart, and each comes after the `done` before.
//
// **Timing.** One clock. A reset, by pin or by `CTRL`, takes hold one clock later. `done` comes one clock after `execute`,
// for a read of `NEXT` up to 32 clocks after it. A busy slot is found three clocks after its tick was asked for; its event
// can be read four clocks after that.
//
// **Invariants.** Of all parts only `arming` writes a busy bit, only `cursor` moves wheel 0 and only `cascade` the wheels
// above it. The cursor's event comes before a late one when both want a place in the FIFO; the late one waits.
module carillon_core (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Synchronous reset.
    output wire irq,                         // The interrupt line.
    input  wire execute,                     // Register bus: an access is made in this clock.
    input  wire write,                       // Register bus: it is a write.
    input  wire whole,                       // Register bus: of all four bytes.
    input  wire [5:0] address,               // Register bus: word address.
    input  wire [31:0] data,                 // Register bus: word written.
    output wire done,                        // Register bus: the access is done.
    output wire failed,                      // Register bus: with `done`, the access has failed.
    output wire [31:0] read_data             // Register bus: the word read, from the clock after `done` on.
);
    reg clearing = 1'b0;

    reg [31:0] host_time_word;
    reg [2:0] wheels_select;

    wire host_enable;
    wire [23:0] host_prescale;
    wire host_running;
    wire host_soft_reset;
    wire host_arm;
    wire host_disarm;
    wire [2:0] host_wheel;
    wire [19:0] host_slot;
    wire [7:0] host_lap;
    wire host_pop;
    wire [2:0] host_wheel_index;
    wire host_write_size;
    wire host_ask_time;
    wire [1:0] host_which_time;
    wire [31:0] time_base_now_low;
    wire [31:0] time_base_now_high;
    wire time_base_half_period;
    wire [15:0] busy_bits_read_data;
    wire wheels_size_refused;
    wire [9:0] wheels_last_slot;
    wire wheels_selected_present;
    wire [10:0] wheels_selected_size;
    wire arming_selects;
    wire [2:0] arming_select_wheel;
    wire arming_refused;
    wire arming_ready;
    wire arming_write_enable;
    wire [9:0] arming_write_address;
    wire arming_write_data;
    wire arming_written_arm;
    wire [9:0] arming_written_slot;
    wire [7:0] arming_written_lap;
    wire late_check_late;
    wire [9:0] late_check_late_slot;
    wire late_check_late_lost;
    wire [5:0] cursor_word_address;
    wire [9:0] cursor_next_slot;
    wire [7:0] cursor_lap;
    wire [31:0] cursor_ticks_low;
    wire [31:0] cursor_ticks_high;
    wire cursor_behind;
    wire cursor_event_commit;
    wire [9:0] cursor_event_slot;
    wire event_fifo_room;
    wire event_fifo_late_taken;
    wire event_fifo_valid;
    wire event_fifo_more;
    wire event_fifo_head_late;
    wire [9:0] event_fifo_head_slot;
    wire [31:0] event_fifo_head_tick;

    carillon_host host (
        .clock(clock),
        .clear(clearing),
        .execute(execute),
        .write(write),
        .whole(whole),
        .address(address),
        .data(data),
        .done(done),
        .failed(failed),
        .read_data(read_data),
        .irq(irq),
        .enable(host_enable),
        .prescale(host_prescale),
        .running(host_running),
        .soft_reset(host_soft_reset),
        .arm(host_arm),
        .disarm(host_disarm),
        .wheel(host_wheel),
        .slot(host_slot),
        .lap(host_lap),
        .pop(host_pop),
        .wheel_index(host_wheel_index),
        .write_size(host_write_size),
        .size_refused(wheels_size_refused),
        .ready(arming_ready),
        .arm_refused(arming_refused),
        .late_lost(late_check_late_lost),
        .event_valid(event_fifo_valid),
        .event_more(event_fifo_more),
        .event_late(event_fifo_head_late),
        .event_slot(event_fifo_head_slot),
        .event_tick(event_fifo_head_tick),
        .fifo_full(~event_fifo_room),
        .half_period(time_base_half_period),
        .ask_time(host_ask_time),
        .which_time(host_which_time),
        .time_done(host_ask_time),
        .time_word(host_time_word),
        .behind(cursor_behind)
    );

    carillon_time_base time_base (
        .clock(clock),
        .clear(clearing),
        .enable(host_enable),
        .prescale(host_prescale),
        .now_low(time_base_now_low),
        .now_high(time_base_now_high),
        .half_period(time_base_half_period)
    );

    carillon_busy_bits busy_bits (
        .clock(clock),
        .write_address(arming_write_address),
        .write_data(arming_write_data),
        .write_enable(arming_write_enable),
        .read_address(cursor_word_address),
        .read_data(busy_bits_read_data)
    );

    carillon_wheels wheels (
        .clock(clock),
        .clear(clearing),
        .index(host_wheel_index),
        .write_size(host_write_size),
        .data(data),
        .select(wheels_select),
        .size_refused(wheels_size_refused),
        .last_slot(wheels_last_slot),
        .selected_present(wheels_selected_present),
        .selected_size(wheels_selected_size)
    );

    carillon_arming arming (
        .clock(clock),
        .clear(clearing),
        .arm(host_arm),
        .disarm(host_disarm),
        .wheel(host_wheel),
        .slot(host_slot),
        .lap(host_lap),
        .selected_present(wheels_selected_present),
        .selected_size(wheels_selected_size),
        .selects(arming_selects),
        .select_wheel(arming_select_wheel),
        .refused(arming_refused),
        .ready(arming_ready),
        .write_enable(arming_write_enable),
        .write_address(arming_write_address),
        .write_data(arming_write_data),
        .written_arm(arming_written_arm),
        .written_slot(arming_written_slot),
        .written_lap(arming_written_lap)
    );

    carillon_late_check late_check (
        .clock(clock),
        .clear(clearing),
        .armed(arming_written_arm),
        .slot(arming_written_slot),
        .lap(arming_written_lap),
        .next_slot(cursor_next_slot),
        .next_lap(cursor_lap),
        .room(event_fifo_room),
        .late_taken(event_fifo_late_taken),
        .late(late_check_late),
        .late_slot(late_check_late_slot),
        .late_lost(late_check_late_lost)
    );

    carillon_cursor cursor (
        .clock(clock),
        .clear(clearing),
        .running(host_running),
        .now_low(time_base_now_low),
        .now_high(time_base_now_high),
        .last_slot(wheels_last_slot),
        .word_data(busy_bits_read_data),
        .room(event_fifo_room),
        .word_address(cursor_word_address),
        .next_slot(cursor_next_slot),
        .lap(cursor_lap),
        .ticks_low(cursor_ticks_low),
        .ticks_high(cursor_ticks_high),
        .behind(cursor_behind),
        .event_commit(cursor_event_commit),
        .event_slot(cursor_event_slot)
    );

    carillon_event_fifo event_fifo (
        .clock(clock),
        .clear(clearing),
        .take(cursor_event_commit),
        .slot(cursor_event_slot),
        .late(late_check_late),
        .late_slot(late_check_late_slot),
        .push_tick(cursor_ticks_low),
        .pop(host_pop),
        .room(event_fifo_room),
        .late_taken(event_fifo_late_taken),
        .valid(event_fifo_valid),
        .more(event_fifo_more),
        .head_late(event_fifo_head_late),
        .head_slot(event_fifo_head_slot),
        .head_tick(event_fifo_head_tick)
    );

    always @(*) begin
        host_time_word = time_base_now_low;
        if (host_which_time[0]) host_time_word = time_base_now_high;
        if (host_which_time[1]) begin
            host_time_word = cursor_ticks_low;
            if (host_which_time[0]) host_time_word = cursor_ticks_high;
        end
    end

    always @(*) begin
        if (execute) begin
            wheels_select = host_wheel_index;
        end else if (arming_selects) begin
            wheels_select = arming_select_wheel;
        end else begin
            wheels_select = 3'd0;
        end
    end

    always @(posedge clock) begin
        clearing <= reset | host_soft_reset;
    end
endmodule

// # The host's side of the chip
//
// **Purpose.** Everything between the register bus and the parts that keep time: register file, settings and commands,
// interrupt, alarm and coalescing.
//
// **Interface.** The register bus: `execute` is high for one clock *e*; `write`, `whole`, `address` and `data` stay as they
// are until the next one, at least four clocks later and after `done`. The other ports are the settings, commands and
// strobes to the other parts, and what can be seen of them.
//
// **Timing.** `done` and `failed` in *e* + 1, of a read of `NEXT` in the clock of `next_done`; `read_data` from the clock
// after `done` to the next `execute`. Commands leave in *e* + 1; a setting shows in *e* + 2. A read shows what was true in
// the clock of `done`.
//
// **Invariants.** Each access has one `done`, if a reset does not come in between. A read changes nothing but
// `ERROR.address`.
module carillon_host (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to reset values; the access under way is still answered.
    input  wire execute,                     // An access is made in this clock.
    input  wire write,                       // It is a write.
    input  wire whole,                       // It writes all four bytes.
    input  wire [5:0] address,               // Its word address.
    input  wire [31:0] data,                 // The word written.
    output wire done,                        // The access is done.
    output wire failed,                      // With `done`: the access has failed.
    output wire [31:0] read_data,            // The word read.
    output wire irq,                         // The line to the host.
    output wire enable,                      // Time passes.
    output wire [23:0] prescale,             // Clocks a tick.
    output wire running,                     // Enabled at least once since reset.
    output wire soft_reset,
    output wire arm,                         // `ARM` is accepted.
    output wire disarm,                      // `DISARM` is accepted, or an acknowledgement disarms.
    output wire [2:0] wheel,                 // The command's wheel.
    output wire [19:0] slot,                 // The command's slot.
    output wire [7:0] lap,                   // The command's lap.
    output wire pop,                         // The event FIFO drops its head.
    output wire [2:0] wheel_index,
    output wire write_size,                  // The wheel takes `data` as its size, if it fits.
    input  wire size_refused,                // The size written a clock ago does not fit.
    input  wire ready,                       // The memory has been cleared.
    input  wire arm_refused,                 // A command names no slot of a wheel.
    input  wire late_lost,                   // A late event was lost.
    input  wire event_valid,                 // The FIFO's head is an event.
    input  wire event_more,                  // Another stands behind it.
    input  wire event_late,                  // The head is late.
    input  wire [9:0] event_slot,            // The head's slot.
    input  wire [31:0] event_tick,           // The head's tick.
    input  wire fifo_full,                   // The FIFO is full.
    input  wire half_period,                 // Now has crossed a multiple of 2^31.
    output wire ask_time,                    // A half of now or of the cursor is asked for.
    output wire [1:0] which_time,            // Which: bit 0 the high half, bit 1 the cursor's.
    input  wire time_done,                   // The half asked for is there.
    input  wire [31:0] time_word,            // That half.
    input  wire behind                       // The cursor is behind now.
);
    wire register_file_written_CTRL;
    wire register_file_written_PRESCALE;
    wire register_file_written_ARM;
    wire register_file_written_DISARM;
    wire register_file_written_EVENT_ACK;
    wire register_file_written_INTR_STATE;
    wire register_file_written_INTR_ENABLE;
    wire register_file_written_INTR_TEST;
    wire register_file_written_ERROR;
    wire register_file_written_WHEEL_SIZE;
    wire register_file_selected_STATUS;
    wire register_file_selected_TIME;
    wire register_file_selected_EVENT;
    wire register_file_selected_EVENT_TICK;
    wire register_file_selected_INTR_STATE;
    wire register_file_selected_ERROR;
    wire registers_refused;
    wire [3:0] registers_sequence_number;
    wire [7:0] registers_errors;
    wire registers_error_level;
    wire [4:0] interrupt_state;
    wire interrupt_attention;
    wire coalescing_announced;
    wire [4:0] status_word = register_file_selected_STATUS ? {behind, fifo_full, event_valid, running, ready} : 5'd0;
    wire [4:0] state_word = register_file_selected_INTR_STATE ? interrupt_state : 5'd0;
    wire [7:0] error_word = register_file_selected_ERROR ? registers_errors : 8'd0;
    wire shows_event = register_file_selected_EVENT & event_valid;
    wire [31:0] event_word = shows_event
        ? {event_valid, event_late, event_more, 2'd0, registers_sequence_number, 13'd0, event_slot} : 32'd0;
    wire shows_attention = register_file_selected_EVENT & interrupt_attention;
    wire shows_tick = register_file_selected_EVENT_TICK & event_valid;
    wire [31:0] tick_word = shows_tick ? event_tick : 32'd0;
    wire [31:0] shown_time = register_file_selected_TIME ? time_word : 32'd0;
    wire [31:0] register_file_live = {24'd0, {3'd0, status_word | state_word} | error_word} | event_word
        | {3'd0, shows_attention, 28'd0} | tick_word | shown_time;

    carillon_host_register_file register_file (
        .clock(clock),
        .clear(clear),
        .execute(execute),
        .write(write),
        .whole(whole),
        .address(address),
        .data(data),
        .refused(registers_refused),
        .refused_late(size_refused),
        .answered(time_done),
        .live(register_file_live),
        .done(done),
        .failed(failed),
        .written_CTRL(register_file_written_CTRL),
        .written_PRESCALE(register_file_written_PRESCALE),
        .written_ARM(register_file_written_ARM),
        .written_DISARM(register_file_written_DISARM),
        .written_EVENT_ACK(register_file_written_EVENT_ACK),
        .written_INTR_STATE(register_file_written_INTR_STATE),
        .written_INTR_ENABLE(register_file_written_INTR_ENABLE),
        .written_INTR_TEST(register_file_written_INTR_TEST),
        .written_ERROR(register_file_written_ERROR),
        .written_WHEEL_SIZE(register_file_written_WHEEL_SIZE),
        .selected_STATUS(register_file_selected_STATUS),
        .selected_TIME(register_file_selected_TIME),
        .selected_EVENT(register_file_selected_EVENT),
        .selected_EVENT_TICK(register_file_selected_EVENT_TICK),
        .selected_INTR_STATE(register_file_selected_INTR_STATE),
        .selected_ERROR(register_file_selected_ERROR),
        .asked_TIME(ask_time),
        .read_data(read_data)
    );

    carillon_host_registers registers (
        .clock(clock),
        .clear(clear),
        .data(data),
        .write_ctrl(register_file_written_CTRL),
        .write_prescale(register_file_written_PRESCALE),
        .write_arm(register_file_written_ARM),
        .write_disarm(register_file_written_DISARM),
        .write_event_ack(register_file_written_EVENT_ACK),
        .write_error(register_file_written_ERROR),
        .write_wheel_size(register_file_written_WHEEL_SIZE),
        .access_failed(failed),
        .arm_refused(arm_refused),
        .size_refused(size_refused),
        .ready(ready),
        .event_valid(event_valid),
        .event_slot(event_slot),
        .refused(registers_refused),
        .enable(enable),
        .prescale(prescale),
        .running(running),
        .soft_reset(soft_reset),
        .arm(arm),
        .disarm(disarm),
        .wheel(wheel),
        .slot(slot),
        .lap(lap),
        .pop(pop),
        .write_size(write_size),
        .sequence_number(registers_sequence_number),
        .errors(registers_errors),
        .error_level(registers_error_level)
    );

    carillon_host_interrupt interrupt (
        .clock(clock),
        .clear(clear),
        .event_level(coalescing_announced),
        .error_level(registers_error_level),
        .late_overflow(late_lost),
        .half_period(half_period),
        .write_state(register_file_written_INTR_STATE),
        .write_enables(register_file_written_INTR_ENABLE),
        .write_test(register_file_written_INTR_TEST),
        .data(data[4:0]),
        .state(interrupt_state),
        .attention(interrupt_attention),
        .irq(irq)
    );

    carillon_host_coalescing coalescing (
        .event_valid(event_valid),
        .announced(coalescing_announced)
    );

    assign wheel_index = address[2:0];
    assign which_time = address[1:0];
endmodule

// # The register file
//
// **Purpose.** The bus side of the register map: answers every access, tells the other parts which register is written,
// keeps what can be read back, and gathers the word that a read shows. All of it follows from the rows of
// `carillon_regmap` that the build has.
//
// **Interface.** The register bus (see [`crate::bus_adapter`]): `execute` is high for one clock; `write`, `whole`,
// `address` and `data` stay as they are until the next one. `written` has a strobe for each register whose write makes some
// part do something. `selected` has a wire for each register that shows what a part does, which is then to be on `live`,
// where all else is 0; some of these words take time (`asked`) and are there with `answered`. Every other register that can
// be read is a constant, or shows what was written last: to add one, add its row to the map. One that makes a part do
// something, or shows what a part does, needs its wire in the lists below as well.
// `refused` and, a clock later, `refused_late` say that a write does not count.
//
// **Timing.** With `execute` in clock *e*: `done`, `failed`, `asked` and `written` in *e* + 1; `done` of a word that is asked
// for in the clock of `answered`, *e* + 1 or later. `read_data` is a register: it shows from the clock after `done`
// what was true in that clock. `refused` belongs to *e* + 1, `refused_late` to *e* + 2.
//
// **Invariants.** Each access has one `done`. At most one strobe is high, and none with `failed`. Nothing that is read
// changes by being read. What is written in *e* stands in memory before the next `execute`.
//
// **What is kept** lies in one memory. Its lower half has each register's word after reset and is never written; its
// upper half has what was written last. A flip-flop for each register says which half holds, so that a reset takes one
// clock. Bits without a field are written too, and left out when they are read.
module carillon_host_register_file (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to reset values.
    input  wire execute,                     // An access is made in this clock.
    input  wire write,                       // It is a write.
    input  wire whole,                       // It writes all four bytes.
    input  wire [5:0] address,               // Its word address.
    input  wire [31:0] data,                 // The word written.
    input  wire refused,                     // What is written in this clock does not count.
    input  wire refused_late,                // What was written in the clock before does not count.
    input  wire answered,                    // The word asked for is there.
    input  wire [31:0] live,                 // What is `selected` of the other parts; 0 where nothing is.
    output wire done,                        // The access is done.
    output wire failed,                      // With `done`: there is no such register, or a write was not whole.
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
    output wire selected_TIME,
    output wire selected_EVENT,
    output wire selected_EVENT_TICK,
    output wire selected_INTR_STATE,
    output wire selected_ERROR,
    output wire asked_TIME,
    output wire [31:0] read_data             // The word read.
);
    localparam [32:0] MAPPED = 33'h1002fff7f;
    localparam [32:0] READABLE = 33'h10026cf7f;
    localparam [11:0] SLOW = 12'hf00;

    reg executed = 1'b0;
    reg acting = 1'b0;
    reg failing = 1'b0;
    reg asking = 1'b0;
    reg silent = 1'b0;
    reg keeping = 1'b0;
    reg [31:0] answer = 32'd0;
    reg is_ctrl = 1'b0;
    reg is_prescale = 1'b0;
    reg is_arm = 1'b0;
    reg is_disarm = 1'b0;
    reg is_event_ack = 1'b0;
    reg is_intr_state = 1'b0;
    reg is_intr_enable = 1'b0;
    reg is_intr_test = 1'b0;
    reg is_error = 1'b0;
    reg is_wheel_size = 1'b0;
    reg is_status = 1'b0;
    reg is_time = 1'b0;
    reg is_event = 1'b0;
    reg is_event_tick = 1'b0;
    reg shows_0 = 1'b0;
    reg shows_1 = 1'b0;
    reg shows_5 = 1'b0;
    reg shows_13 = 1'b0;
    reg shows_16 = 1'b0;
    reg shows_20 = 1'b0;
    reg shows_21 = 1'b0;
    reg shows_24 = 1'b0;
    reg holds_scratch = 1'b0;
    reg holds_ctrl = 1'b0;
    reg holds_prescale = 1'b0;
    reg holds_intr_enable = 1'b0;
    reg holds_wheel_size_0 = 1'b0;

    wire [31:0] memory_read_data;
    wire [32:0] selected_0 = MAPPED >> address;
    wire [11:0] selected_1 = SLOW >> address;
    wire [32:0] selected_2 = READABLE >> address;
    wire known = selected_0[0] & (whole | ~write);
    wire keep = keeping & ~refused_late;
    wire [31:0] word = {shows_24 ? live[31:24] | memory_read_data[31:24] : live[31:24], shows_21 ? live[23:21]
        | memory_read_data[23:21] : live[23:21], shows_20 ? live[20] | memory_read_data[20] : live[20], shows_16
        ? live[19:16] | memory_read_data[19:16] : live[19:16], shows_13 ? live[15:13] | memory_read_data[15:13]
        : live[15:13], shows_5 ? live[12:5] | memory_read_data[12:5] : live[12:5], shows_1 ? live[4:1]
        | memory_read_data[4:1] : live[4:1], shows_0 ? live[0] | memory_read_data[0] : live[0]};
    wire [6:0] memory_read_address = {(((address[4:0] & 5'd27) == 5'd3) & holds_scratch)
        | ((address[3:0] == 4'd4) & holds_ctrl) | (((address[3:0] & 4'd14) == 4'd6) & holds_prescale)
        | (((address[4:0] & 5'd19) == 5'd18) & holds_intr_enable)
        | (((address & 6'd32) == 6'd32) & holds_wheel_size_0), address};

    carillon_host_register_file_memory memory (
        .clock(clock),
        .write_address({1'b1, address}),
        .write_data(data),
        .write_enable(keep),
        .read_address(memory_read_address),
        .read_data(memory_read_data)
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
    assign selected_TIME = is_time;
    assign selected_EVENT = is_event;
    assign selected_EVENT_TICK = is_event_tick;
    assign selected_INTR_STATE = is_intr_state;
    assign selected_ERROR = is_error;
    assign asked_TIME = asking & is_time;
    assign done = (executed & ~asking) | answered;
    assign failed = failing;
    assign read_data = answer;

    always @(posedge clock) begin
        executed <= execute;
        acting <= execute & write & known;
        failing <= execute & ~known;
        asking <= execute & ~write & selected_1[0];
        silent <= write | ~selected_2[0];
        is_ctrl <= address[3:0] == 4'd4;
        is_prescale <= (address[3:0] & 4'd14) == 4'd6;
        is_arm <= address[3:0] == 4'd12;
        is_disarm <= address[3:0] == 4'd13;
        is_event_ack <= (address[4:0] & 5'd19) == 5'd16;
        is_intr_state <= (address[4:0] & 5'd23) == 5'd17;
        is_intr_enable <= (address[4:0] & 5'd19) == 5'd18;
        is_intr_test <= (address[4:0] & 5'd19) == 5'd19;
        is_error <= (address[4:0] & 5'd20) == 5'd20;
        is_wheel_size <= (address & 6'd32) == 6'd32;
        is_status <= (address[4:0] & 5'd29) == 5'd5;
        is_time <= (address[3:0] & 4'd12) == 4'd8;
        is_event <= address[3:0] == 4'd14;
        is_event_tick <= address[2:0] == 3'd7;
        keeping <= acting & ~refused & ~clear;
        if (keep & ((address[4:0] & 5'd27) == 5'd3)) holds_scratch <= 1'b1;
        if (keep & (address[3:0] == 4'd4)) holds_ctrl <= 1'b1;
        if (keep & ((address[3:0] & 4'd14) == 4'd6)) holds_prescale <= 1'b1;
        if (keep & ((address[4:0] & 5'd19) == 5'd18)) holds_intr_enable <= 1'b1;
        if (keep & ((address & 6'd32) == 6'd32)) holds_wheel_size_0 <= 1'b1;
        if (clear) begin
            holds_scratch <= 1'b0;
            holds_ctrl <= 1'b0;
            holds_prescale <= 1'b0;
            holds_intr_enable <= 1'b0;
            holds_wheel_size_0 <= 1'b0;
        end
        shows_0 <= (address == 6'd0) | (address[4:0] == 5'd1) | (address[4:0] == 5'd2)
            | ((address[4:0] & 5'd27) == 5'd3) | (address[3:0] == 4'd4) | ((address[3:0] & 4'd14) == 4'd6)
            | ((address[4:0] & 5'd19) == 5'd18) | ((address & 6'd32) == 6'd32);
        shows_1 <= (address == 6'd0) | (address[4:0] == 5'd1) | (address[4:0] == 5'd2)
            | ((address[4:0] & 5'd27) == 5'd3) | ((address[3:0] & 4'd14) == 4'd6) | ((address[4:0] & 5'd19) == 5'd18)
            | ((address & 6'd32) == 6'd32);
        shows_5 <= (address == 6'd0) | (address[4:0] == 5'd1) | (address[4:0] == 5'd2)
            | ((address[4:0] & 5'd27) == 5'd3) | ((address[3:0] & 4'd14) == 4'd6) | ((address & 6'd32) == 6'd32);
        shows_13 <= (address == 6'd0) | (address[4:0] == 5'd1) | ((address[4:0] & 5'd27) == 5'd3)
            | ((address[3:0] & 4'd14) == 4'd6) | ((address & 6'd32) == 6'd32);
        shows_16 <= (address == 6'd0) | (address[4:0] == 5'd1) | (address[4:0] == 5'd2)
            | ((address[4:0] & 5'd27) == 5'd3) | ((address[3:0] & 4'd14) == 4'd6) | ((address & 6'd32) == 6'd32);
        shows_20 <= (address == 6'd0) | (address[4:0] == 5'd1) | ((address[4:0] & 5'd27) == 5'd3)
            | ((address[3:0] & 4'd14) == 4'd6) | ((address & 6'd32) == 6'd32);
        shows_21 <= (address == 6'd0) | (address[4:0] == 5'd1) | ((address[4:0] & 5'd27) == 5'd3)
            | ((address[3:0] & 4'd14) == 4'd6);
        shows_24 <= (address == 6'd0) | (address[4:0] == 5'd1) | ((address[4:0] & 5'd27) == 5'd3);
        if (done) begin
            answer <= word;
            if (silent) answer <= 32'd0;
        end
    end

    wire unused = &{1'b0, selected_0[32:1], selected_1[11:1], selected_2[32:1]};
endmodule

// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
module carillon_host_register_file_memory (
    input  wire clock,
    input  wire [6:0] write_address,
    input  wire [31:0] write_data,
    input  wire write_enable,
    input  wire [6:0] read_address,
    output reg  [31:0] read_data
);
    (* no_rw_check *) reg [31:0] entries [127:0];

    initial begin
        entries[0] = 32'h4341524c;
        entries[1] = 32'h100;
        entries[2] = 32'h2a1;
        entries[3] = 32'h0;
        entries[4] = 32'h0;
        entries[6] = 32'h1;
        entries[18] = 32'h0;
        entries[32] = 32'h400;
    end

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
// commands on `arm`, `disarm`, `pop`, `soft_reset` and `write_size`; `refused` says that a setting is not taken. Who is
// written, and what a read shows, is the register file's; what belongs to the interrupt, the alarm and coalescing is in parts
// of their own.
//
// **Timing.** `data` is valid from the clock before the strobe. Commands leave in the clock of the strobe; settings and
// `errors` show at its end. `error_level` is one clock behind `errors`.
//
// **Invariants.** The prescaler is never 0; it never changes while `running`, nor is a size offered to the wheels then.
// `enable` is high only while `running`. A refused write changes nothing but its bit of `errors`. An error that comes
// in the clock in which its bit is cleared is kept.
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
    input  wire [9:0] event_slot,            // The head's slot.
    output wire refused,                     // A setting is written and not taken.
    output wire enable,                      // Time passes.
    output wire [23:0] prescale,             // Clocks a tick.
    output wire running,                     // Enabled at least once since reset: sizes and prescaler are locked.
    output wire soft_reset,                  // Everything but the bus adapter goes through its reset.
    output wire arm,                         // `ARM` is accepted.
    output wire disarm,                      // `DISARM` is accepted, or an acknowledgement disarms.
    output reg  [2:0] wheel,                 // The command's wheel.
    output reg  [19:0] slot,                 // The command's slot.
    output wire [7:0] lap,                   // The command's lap.
    output wire pop,                         // The event FIFO drops its head.
    output wire write_size,                  // The wheels take a size, if it fits.
    output wire [3:0] sequence_number,       // Events acknowledged, modulo 16: what an acknowledgement must name.
    output wire [7:0] errors,                // `ERROR`.
    output wire error_level                  // Some bit of `ERROR` is set.
);
    reg enabled = 1'b0;
    reg started = 1'b0;
    reg [23:0] clocks_a_tick = 24'd0;
    reg [3:0] pops = 4'd0;
    reg [7:0] sticky_errors = 8'd0;
    reg some_error = 1'b0;
    reg clocks_given = 1'b0;
    reg sequence_right = 1'b0;

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
    assign refused = locked | prescale_zero | not_ready;
    assign enable = enabled;
    assign prescale = clocks_a_tick;
    assign running = started;
    assign sequence_number = pops;
    assign errors = sticky_errors;
    assign error_level = some_error;

    always @(*) begin
        wheel = data[22:20];
        slot = data[19:0];
        if (write_event_ack) begin
            wheel = 3'd0;
            slot = {10'd0, event_slot};
        end
    end

    always @(posedge clock) begin
        sequence_right <= sequence_given == pops;
        clocks_given <= |data[23:0];
        if (write_prescale & ~started & clocks_given) clocks_a_tick <= data[23:0];
        if (write_ctrl) begin
            enabled <= data[0] & ready;
            if (data[0] & ready) started <= 1'b1;
        end
        if (acknowledged) pops <= pops + 4'd1;
        sticky_errors <= (sticky_errors & ~cleared_errors) | new_errors;
        some_error <= |sticky_errors;
        if (clear) begin
            enabled <= 1'b0;
            started <= 1'b0;
            clocks_a_tick <= 24'd1;
            pops <= 4'd0;
            sticky_errors <= 8'd0;
            some_error <= 1'b0;
        end
    end
endmodule

// # The interrupt
//
// **Purpose.** Gathers the reasons to interrupt the host into one level-triggered line.
//
// **Interface.** Levels (`event_level`, `error_level`), what sets a sticky bit (`alarm_reached`, `late_overflow`,
// `half_period`); `INTR_STATE`, `INTR_ENABLE` and `INTR_TEST` writes as strobes with `data`; `state`, `enables`,
// `attention` and `irq` out. Bits: 0 event, 1 alarm, 2 error, 3 late overflow, 4 half period.
//
// **Timing.** `irq` and `attention` are registers, one clock behind `state` and `enables`.
//
// **Invariants.** What sets a bit in the clock in which the bit is cleared wins. `irq` stays high while any enabled bit
// of `state` is set. `attention` is `irq` without its bit 0.
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
    reg [4:0] held = 5'd0;
    reg [4:0] enabled = 5'd0;
    reg other = 1'b0;
    reg line = 1'b0;

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

// # Coalescing
//
// **Purpose.** Announces events to the host in groups, as network cards do with packets: the interrupt waits until enough
// events are there, or the oldest has waited long enough.
//
// **Interface.** `write` is a strobe with `data`: `INTR_COALESCE`, which leaves on `settings`. The event FIFO's
// `event_valid`, `event_level` (how many events it has) and `fifo_full` come in, and a strobe for each `tick` of now.
// `announced` is the level that interrupts.
//
// **Timing.** While nothing is to wait (count below 2, or age 0), `announced` is `event_valid`. Otherwise it rises two
// clocks after `event_level` has come to the count, three clocks after the `tick` that makes the age full, one clock after
// `fifo_full`; always with `event_valid` high. New settings hold two clocks after `write`.
//
// **Invariants.** `announced` is high only with `event_valid`, and once it has risen it stays until the FIFO is empty,
// whatever the host sets meanwhile. The age counts from the clock in which `event_valid` rises and no pop restarts it;
// so no event waits longer, unannounced, than `age` ticks (and the clocks above). A build without coalescing has no
// register here.
//
// The settings are kept inverted: a comparison subtracts them, which takes them inverted.
module carillon_host_coalescing (
    input  wire event_valid,                 // The FIFO's head is an event.
    output wire announced                    // The host is told of the events.
);
    assign announced = event_valid;
endmodule

// # The time base: prescaler and now
//
// **Purpose.** Divides the clock by `PRESCALE` and counts the ticks since the chip was enabled.
//
// **Interface.** While `enable` is high, one tick passes every `prescale` clocks (1 to 2^24 - 1), at the edge of a clock in
// which `tick_now` is high. `half_period` is high for one clock after bit 31 of now has changed.
//
// **Timing.** The first tick passes `prescale` + 1 clocks after `enable` has risen. `now_low` and `now_high` are registers and change at the same edge. `prescale` is set at least two clocks
// before `enable` rises for the first time, and not changed afterwards.
//
// **Invariants.** Now never stops while `enable` is high and never goes back except by `clear`.
module carillon_time_base (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Sets now and the prescaler to zero.
    input  wire enable,                      // Lets time pass.
    input  wire [23:0] prescale,             // Clocks a tick, 1 or more.
    output wire [31:0] now_low,              // Bits 31 to 0 of now, in ticks.
    output wire [31:0] now_high,             // Bits 63 to 32 of now, in ticks.
    output wire half_period                  // Now has just crossed a multiple of 2^31 ticks.
);
    reg [23:0] elapsed = 24'd0;
    reg at_end = 1'b0;
    reg every_clock = 1'b0;
    reg ticking = 1'b0;
    reg previous_half = 1'b0;

    wire ends = enable & (at_end | every_clock);
    wire half = now_low[31];

    carillon_time_base_now now (
        .clock(clock),
        .clear(clear),
        .advance(ticking),
        .low(now_low),
        .high(now_high)
    );

    assign half_period = half ^ previous_half;

    always @(posedge clock) begin
        every_clock <= prescale == 24'd1;
        ticking <= ends;
        if (enable) begin
            at_end <= elapsed == prescale;
            elapsed <= elapsed + 24'd1;
        end
        if (ends) begin
            at_end <= 1'b0;
            elapsed <= 24'd2;
        end
        previous_half <= half;
        if (clear) begin
            elapsed <= 24'd2;
            at_end <= 1'b0;
            every_clock <= 1'b0;
            ticking <= 1'b0;
            previous_half <= 1'b0;
        end
    end
endmodule

// # A 64-bit counter whose carries are settled before they are needed
//
// **Purpose.** Now and the cursor are 64-bit tick counts. A plain 64-bit adder would be the slowest path of the chip.
//
// **Interface.** `advance` (0 to 16 ticks) is added at each rising edge; `clear` sets the count to zero and wins.
//
// **Timing.** The outputs are registers. All 64 bits change at the same edge, so a reader never sees a torn value.
//
// **Invariants.** The count is cut into 10 + 11 + 11 + 16 + 16 bits. A carry leaves the low part at most once in 64
// clocks (1024 ticks at 16 a clock). `full_*` say which of the parts above it are all ones, up to three clocks late, and
// are always settled when a carry arrives: so no carry is longer than one part.
module carillon_time_base_now (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Sets the count to zero.
    input  wire advance,                     // Ticks to add at the next edge, 0 to 16.
    output wire [31:0] low,                  // Bits 31 to 0 of the count.
    output wire [31:0] high                  // Bits 63 to 32 of the count.
);
    reg [9:0] part_0 = 10'd0;
    reg [10:0] part_1 = 11'd0;
    reg [10:0] part_2 = 11'd0;
    reg [15:0] part_3 = 16'd0;
    reg [15:0] part_4 = 16'd0;
    reg full_1 = 1'b0;
    reg full_2 = 1'b0;
    reg full_3 = 1'b0;

    wire [10:0] sum = {1'b0, part_0} + {10'd0, advance};
    wire carry = sum[10];

    assign low = {part_2, part_1, part_0};
    assign high = {part_4, part_3};

    always @(posedge clock) begin
        part_0 <= sum[9:0];
        full_1 <= &part_1;
        full_2 <= full_1 & &part_2;
        full_3 <= full_2 & &part_3;
        if (carry) part_1 <= part_1 + 11'd1;
        if (carry & full_1) part_2 <= part_2 + 11'd1;
        if (carry & full_2) part_3 <= part_3 + 16'd1;
        if (carry & full_3) part_4 <= part_4 + 16'd1;
        if (clear) begin
            part_0 <= 10'd0;
            part_1 <= 11'd0;
            part_2 <= 11'd0;
            part_3 <= 16'd0;
            part_4 <= 16'd0;
            full_1 <= 1'b0;
            full_2 <= 1'b0;
            full_3 <= 1'b0;
        end
    end
endmodule

// # The busy bits
//
// **Purpose.** One bit for each slot, of all wheels: is the slot's queue worth a look?
//
// **Interface.** Written one bit at a time by `arming`, read sixteen at a time by the cursor.
//
// **Timing.** Data follow their address by one clock and show every write up to the clock of the address (write first).
// With one port, what is read in the clock of a write and in the next is anything, and no write follows another in the next
// clock, but for a `whole` one after a `whole` one.
//
// **Invariants.** Block RAM may give anything for a bit that is written while it is read; so the bit written is kept for a
// clock and put in its place. Memory with one port needs none of that: nobody reads then.
module carillon_busy_bits (
    input  wire clock,                       // The one clock.
    input  wire [9:0] write_address,         // Which bit to write.
    input  wire write_data,                  // Its new value.
    input  wire write_enable,                // Writes at the next edge.
    input  wire [5:0] read_address,          // Which word of sixteen bits to read.
    output wire [15:0] read_data             // The word at last clock's `read_address`; bit 0 is its lowest slot.
);
    reg [15:0] written = 16'd0;
    reg written_data = 1'b0;

    wire [15:0] bits_read_data;
    wire [5:0] written_word = write_address[9:4] ^ read_address;

    carillon_busy_bits_bits bits (
        .clock(clock),
        .write_address(write_address),
        .write_data(write_data),
        .write_enable(write_enable),
        .read_address(read_address),
        .read_data(bits_read_data)
    );

    assign read_data = written_data ? bits_read_data | written : bits_read_data & ~written;

    always @(posedge clock) begin
        written <= 16'd0;
        if (write_enable & ~|written_word) written <= 16'd1 << write_address[3:0];
        written_data <= write_data;
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
    (* no_rw_check *) reg [15:0] busy [63:0];

    integer i;
    initial for (i = 0; i <= 63; i = i + 1) busy[i] = 16'h0000;

    always @(posedge clock) begin
        if (write_enable) busy[write_address[9:4]][write_address[3:0]] <= write_data;
        read_data <= busy[read_address[5:0]];
    end
endmodule

// # The wheels' sizes, modes and positions
//
// **Purpose.** Keeps what the host has set for each wheel, where each wheel lies in the memory, and where wheels 1 and up
// stand. (Wheel 0's position is the cursor's.)
//
// **Interface.** The host writes the size (`write_size`) or mode (`write_mode`) of wheel `index`. One reader at a time
// names a wheel on `select` and finds it on `selected_*` in the next clock; the late check has a port of its own
// (`late_check_select`, `judge_*`). The cascade stores a wheel's new position with `step`.
//
// **Timing.** A size is checked in the clock after `write_size` and stored, or `size_refused`, in the one after that.
// `data` and `index` stay meanwhile. All reads take one clock; a reader in the clock of a write sees the old value.
//
// **Invariants.** Wheels 0 to `count` - 1 are there, one behind the other in the memory, each from the beginning of a word;
// setting a wheel's size takes all wheels above it away. Sizes and places never change while the chip runs.
module carillon_wheels (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // One wheel of the whole capacity, no modes.
    input  wire [2:0] index,                 // Which wheel the host accesses.
    input  wire write_size,                  // The host writes the wheel's size.
    input  wire [31:0] data,                 // The word written.
    input  wire [2:0] select,                // Which wheel to show in the next clock.
    output wire size_refused,                // The size written does not fit or comes out of order.
    output wire [9:0] last_slot,             // Wheel 0's highest slot.
    output wire selected_present,            // The wheel selected exists.
    output wire [10:0] selected_size         // Its size in slots; 0 when it is absent.
);
    localparam [20:0] ABOVE = 21'h1ffc00;
    localparam [10:0] CAPACITY = 11'h400;

    reg [10:0] size_0 = 11'd0;
    reg [9:0] top_0 = 10'd0;
    reg present = 1'b0;
    reg [20:0] candidate = 21'd0;
    reg checking = 1'b0;
    reg fits = 1'b0;
    reg shown_zero = 1'b0;

    wire [15:0] last_word = candidate[19:4];
    wire too_large = |data[31:21] | |(candidate & ABOVE) | |(last_word & 16'hffc0);
    wire in_order = (index <= {2'd0, present}) & (index < 3'd1);
    wire store = checking & fits;

    assign selected_size = shown_zero ? size_0 : 11'd0;
    assign selected_present = shown_zero;
    assign size_refused = checking & ~fits;
    assign last_slot = top_0;

    always @(posedge clock) begin
        shown_zero <= select == 3'd0;
        candidate <= data[20:0] - 21'd1;
        checking <= write_size;
        fits <= in_order & ~too_large & |candidate;
        if (store) begin
            if (index == 3'd0) begin
                size_0 <= data[10:0];
                top_0 <= candidate[9:0];
            end
        end
        if (clear) begin
            checking <= 1'b0;
            present <= 1'b1;
            size_0 <= CAPACITY;
            top_0 <= 10'h3ff;
        end
    end
endmodule

// # Arming, disarming, and the sweep that clears the memory
//
// **Purpose.** The only writer of the busy bits. It executes `ARM`, `DISARM`, the disarm of an acknowledgement and the
// clearing of `AUTO_CLEAR`, and clears the whole memory after a reset.
//
// **Interface.** A command, `arm` or `disarm` with `wheel`, `slot` and (arm) `lap`, at most once in four clocks. Its wheel's
// size and place are asked for with `select_wheel` in the next clock and come back on `selected_*` one clock later.
// `refused` tells that there is no such slot. `clear_request` asks for the bit at `clear_address` to be cleared, and
// stays until `cleared`. Writes leave on `write_*`. With memory of one port the cursor must not ask for a word while
// `pause_reading` was high in the clock before.
//
// **Timing.** A command in clock *c* is looked up in *c* + 1, checked in *c* + 2, and written, or refused, in *c* + 3.
// `written_arm` is high in the clock of an arm's write, with its wheel, slot and lap. A requested clearing is written in
// the first clock after the request in which no command is, and after a clock without `pause_clearing`; `cleared` is high in
// the clock of the write. The sweep writes
// one bit a clock from the clock after `clear`; `ready` rises when it has finished. With memory of one port `pause_reading` is
// high in the clock before a write and in its clock, and between two writes, but for the sweep's, there is a clock without.
//
// **Invariants.** Only bits of slots that exist are ever set. Commands come only after the chip was first enabled (the registers
// refuse them before): then the sweep is over, and the size that a slot is checked against never changes.
module carillon_arming (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Starts the sweep afresh.
    input  wire arm,                         // Sets the slot's bit.
    input  wire disarm,                      // Clears the slot's bit.
    input  wire [2:0] wheel,                 // The command's wheel.
    input  wire [19:0] slot,                 // The command's slot.
    input  wire [7:0] lap,                   // The lap of the visit that an arm means, modulo 256.
    input  wire selected_present,            // The wheel that was selected exists.
    input  wire [10:0] selected_size,        // Its size in slots.
    output wire selects,                     // The command's wheel must be selected in this clock.
    output wire [2:0] select_wheel,          // The command's wheel.
    output wire refused,
    output wire ready,                       // The memory is clear; commands may come.
    output wire write_enable,                // Write port of the busy bits: write at the next edge.
    output wire [9:0] write_address,         // Write port: which bit of the memory.
    output wire write_data,                  // Write port: its value.
    output wire written_arm,                 // The write is an arm's.
    output wire [9:0] written_slot,          // Its slot.
    output wire [7:0] written_lap            // Its lap.
);
    reg looking_up = 1'b0;
    reg checking = 1'b0;
    reg refusing = 1'b0;
    reg arms = 1'b0;
    reg command_sets = 1'b0;
    reg [2:0] command_wheel = 3'd0;
    reg [19:0] command_slot = 20'd0;
    reg [7:0] command_lap = 8'd0;
    reg sweeping = 1'b0;
    reg bit_enable = 1'b0;
    reg [9:0] bit_address = 10'd0;
    reg bit_data = 1'b0;

    wire [9:0] low_slot = command_slot[9:0];
    wire [19:0] beyond = command_slot & 20'hffc00;
    wire in_range = selected_present & ~|beyond & ({1'b0, low_slot} < selected_size);

    assign selects = looking_up;
    assign select_wheel = command_wheel;
    assign refused = refusing;
    assign ready = ~sweeping;
    assign write_enable = bit_enable;
    assign write_address = bit_address;
    assign write_data = bit_data;
    assign written_arm = arms;
    assign written_slot = command_slot[9:0];
    assign written_lap = command_lap;

    always @(posedge clock) begin
        looking_up <= arm | disarm;
        checking <= looking_up;
        if (arm | disarm) begin
            command_sets <= arm;
            command_wheel <= wheel;
            command_slot <= slot;
            command_lap <= lap;
        end
        bit_enable <= 1'b0;
        bit_data <= 1'b0;
        arms <= 1'b0;
        refusing <= 1'b0;
        if (sweeping) begin
            bit_enable <= 1'b1;
            bit_address <= bit_address + 10'd1;
            if (bit_enable & (bit_address == 10'h3ff)) begin
                bit_enable <= 1'b0;
                sweeping <= 1'b0;
            end
        end else if (checking) begin
            refusing <= ~in_range;
            bit_enable <= in_range;
            bit_address <= command_slot[9:0];
            bit_data <= command_sets;
            arms <= in_range & command_sets;
        end
        if (clear) begin
            looking_up <= 1'b0;
            checking <= 1'b0;
            refusing <= 1'b0;
            arms <= 1'b0;
            sweeping <= 1'b1;
            bit_enable <= 1'b0;
            bit_address <= 10'h3ff;
        end
    end
endmodule

// # The late check: was an arm in time?
//
// **Purpose.** An arm whose visit the cursor has already passed raises an event at once, marked late; if the FIFO has no
// place for it, the host is told to look through its own queues.
//
// **Interface.** `armed` in the clock of an arm's write, with its wheel, slot and lap. `next_slot` and `next_lap` are wheel
// 0's next visit, `upper_*` that of the wheel named by `late_check_wheel` one clock before. `late` asks for a place for the event of
// `late_wheel` and `late_slot` until `late_taken`; `late_lost` tells that a late event found no place.
//
// **Timing.** An arm written in clock *w* is judged by the position of clock *w* + 3, which reflects exactly the commits
// that did not see the bit. `late` rises in *w* + 6. Arms are at least four clocks apart.
//
// **Invariants.** An arm judged late is reported by a late event or by `late_lost`; one judged in time is seen by the next
// visit to its slot.
module carillon_late_check (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Forgets every arm.
    input  wire armed,                       // An arm's bit is written at the next edge.
    input  wire [9:0] slot,                  // Its slot.
    input  wire [7:0] lap,                   // The lap of the visit that it means, modulo 256.
    input  wire [9:0] next_slot,             // The slot of wheel 0's next visit.
    input  wire [7:0] next_lap,              // The lap of wheel 0's next visit, modulo 256.
    input  wire room,                        // The FIFO has a place.
    input  wire late_taken,                  // The FIFO gives the late event its place.
    output wire late,                        // A late event waits for a place.
    output wire [9:0] late_slot,             // Its slot.
    output wire late_lost                    // A late event was dropped for want of a place.
);
    reg after_1 = 1'b0;
    reg after_2 = 1'b0;
    reg after_3 = 1'b0;
    reg judging = 1'b0;
    reg [9:0] judged_slot = 10'd0;
    reg [7:0] judged_lap = 8'd0;
    reg passed_zero = 1'b0;
    reg late_verdict = 1'b0;
    reg waiting = 1'b0;
    reg [9:0] waiting_slot = 10'd0;
    reg lost = 1'b0;

    wire [7:0] laps_ahead = judged_lap - next_lap;

    assign late = waiting;
    assign late_slot = waiting_slot;
    assign late_lost = lost;

    always @(posedge clock) begin
        after_1 <= armed;
        after_2 <= after_1;
        after_3 <= after_2;
        judging <= after_3;
        if (after_1) begin
            judged_slot <= slot;
            judged_lap <= lap;
        end
        passed_zero <= laps_ahead[7] | (~|laps_ahead & (judged_slot < next_slot));
        lost <= 1'b0;
        if (waiting & (late_taken | ~room)) begin
            waiting <= 1'b0;
            lost <= ~late_taken;
        end
        late_verdict <= judging & passed_zero;
        if (late_verdict) begin
            waiting <= 1'b1;
            waiting_slot <= judged_slot;
            if (waiting & ~late_taken) lost <= 1'b1;
        end
        if (clear) begin
            after_1 <= 1'b0;
            after_2 <= 1'b0;
            after_3 <= 1'b0;
            judging <= 1'b0;
            late_verdict <= 1'b0;
            waiting <= 1'b0;
            lost <= 1'b0;
        end
    end
endmodule

// # The cursor that chases the clock
//
// **Purpose.** Visits the slots of every tick, in order, and reports each busy one. It follows now, never passes it, and
// waits when the event FIFO has no room or the host has not yet acknowledged an event that is held; now goes on
// meanwhile and nothing is lost.
//
// **Interface.** `fetch` issues tickets, each for one slot or the rest of a word; `word_address` goes to the busy bits,
// `word_data` comes back. `next_slot` and `lap` name wheel 0's next visit. With `event_commit` the FIFO gives a place to
// the event of `event_slot` (of wheel 0; the `cascade` knows the others'). In builds with several wheels the cursor
// is `ready_for_cascade` for one clock at the end of wheel 0's lap and adds the tick; the cascade then asks for slots one
// by one (`cascade_ask`, answered by `cascade_done` or, when the FIFO had no room, `cascade_again`).
//
// **Timing.** A ticket issued in clock *i* reads the memory in *i*, is masked in *i* + 1, searched in *i* + 2 and committed
// in *i* + 3. A commit in clock *L* moves `next_slot` (seen in *L* + 1) and the ticks (seen in *L* + 2). One slot a clock at
// any density of busy slots, 16 slots a clock where there are none. A busy slot before the end of a rest, a full FIFO,
// or a slot of a wheel with `HOLD` or `AUTO_CLEAR` squashes the tickets under way; the first new one is issued in
// *L* + 3.
//
// **Invariants.** A commit in clock *L* sees exactly the busy bits as written up to clock *L* - 3. `next_slot` in clock *w* + 3
// therefore tells whether a bit written in *w* came in time. The ticks add up the slots that `next_slot` passes. An
// event is committed only with `room`.
module carillon_cursor (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Goes back to tick 0: the next visit is tick 1, slot 1.
    input  wire running,                     // The chip has been enabled; the wheel's size is settled.
    input  wire [31:0] now_low,              // Bits 31 to 0 of now, in ticks.
    input  wire [31:0] now_high,             // Bits 63 to 32 of now, in ticks.
    input  wire [9:0] last_slot,             // Wheel 0's highest slot: its size less one.
    input  wire [15:0] word_data,            // The word at last clock's `word_address`.
    input  wire room,                        // The FIFO has a place.
    output wire [5:0] word_address,          // The word to read.
    output wire [9:0] next_slot,             // The slot of wheel 0's next visit.
    output wire [7:0] lap,                   // The lap of wheel 0's next visit, modulo 256.
    output wire [31:0] ticks_low,            // Bits 31 to 0 of the last tick visited, or under way in a cascade.
    output wire [31:0] ticks_high,           // Bits 63 to 32 of it.
    output wire behind,                      // The last tick visited is not now.
    output wire event_commit,                // A place in the FIFO is taken for an event.
    output wire [9:0] event_slot             // Its address in the memory, as wheel 0 counts slots.
);
    reg [5:0] before_last_word = 6'd0;
    reg single_word = 1'b0;
    reg searched = 1'b0;
    reg [15:0] searched_word = 16'd0;
    reg [3:0] searched_end = 4'd0;
    reg searched_ends_word = 1'b0;
    reg valid = 1'b0;
    reg found = 1'b0;
    reg [3:0] place = 4'd0;
    reg at_end = 1'b0;
    reg completes_word = 1'b0;
    reg [5:0] visit_word = 6'd0;
    reg [3:0] visit_offset = 4'd0;
    reg visit_last = 1'b0;
    reg [7:0] visit_lap = 8'd0;
    reg [4:0] visit_left = 5'd0;
    reg [4:0] step = 5'd0;
    reg flushing = 1'b0;
    reg reloading = 1'b0;
    reg may_issue = 1'b0;

    wire backlog_one;
    wire backlog_two;
    wire backlog_far;
    wire fetch_ticket;
    wire [15:0] fetch_ticket_mask;
    wire [3:0] fetch_ticket_end;
    wire fetch_ticket_ends_word;
    wire [10:0] fetch_issued;
    wire first_found;
    wire [3:0] first_position;
    wire [5:0] last_word = last_slot[9:4];
    wire reaches_end = ~first_found | (first_position == searched_end);
    wire taken = valid & found & room;
    wire blocked = found & ~room;
    wire word_done = completes_word & ~blocked;
    wire redirect = valid & (blocked | ~at_end);
    wire [4:0] passed = {1'b0, place} - {1'b0, visit_offset};
    wire [4:0] stop = visit_last ? {1'b0, last_slot[3:0]} + 5'd1 : 5'd16;

    carillon_cursor_ticks ticks (
        .clock(clock),
        .clear(clear),
        .advance(step),
        .low(ticks_low),
        .high(ticks_high)
    );

    carillon_cursor_backlog backlog (
        .clock(clock),
        .clear(clear),
        .now_low(now_low),
        .now_high(now_high),
        .cursor_low(ticks_low),
        .cursor_high(ticks_high),
        .issued(fetch_issued),
        .one(backlog_one),
        .two(backlog_two),
        .far(backlog_far),
        .behind(behind)
    );

    carillon_cursor_fetch fetch (
        .clock(clock),
        .clear(clear),
        .allowed(may_issue),
        .one(backlog_one),
        .two(backlog_two),
        .far(backlog_far),
        .last_place(last_slot[3:0]),
        .before_last_word(before_last_word),
        .single_word(single_word),
        .squash(redirect),
        .reload(reloading | ~running),
        .visit_word(visit_word),
        .visit_offset(visit_offset),
        .visit_left(visit_left),
        .visit_last(visit_last),
        .visited(ticks_low[10:0]),
        .word_address(word_address),
        .ticket(fetch_ticket),
        .ticket_mask(fetch_ticket_mask),
        .ticket_end(fetch_ticket_end),
        .ticket_ends_word(fetch_ticket_ends_word),
        .issued(fetch_issued)
    );

    carillon_cursor_first first (
        .word(searched_word),
        .found(first_found),
        .position(first_position)
    );

    assign event_commit = taken;
    assign event_slot = {visit_word, place};
    assign next_slot = {visit_word, visit_offset};
    assign lap = visit_lap;

    always @(posedge clock) begin
        before_last_word <= last_word - 6'd1;
        single_word <= ~|last_word;
        searched <= fetch_ticket;
        searched_word <= word_data & fetch_ticket_mask;
        searched_end <= fetch_ticket_end;
        searched_ends_word <= fetch_ticket_ends_word;
        valid <= searched;
        found <= first_found;
        place <= searched_end;
        if (first_found) place <= first_position;
        at_end <= reaches_end;
        completes_word <= searched & searched_ends_word & reaches_end;
        step <= 5'd0;
        if (valid) begin
            step <= passed + 5'd1;
            if (blocked) step <= passed;
        end
        if (valid) begin
            visit_offset <= place + 4'd1;
            if (blocked) visit_offset <= place;
        end
        if (word_done) begin
            visit_offset <= 4'd0;
            visit_word <= visit_word + 6'd1;
            visit_last <= visit_word == before_last_word;
            if (visit_last) begin
                visit_word <= 6'd0;
                visit_last <= single_word;
                visit_lap <= visit_lap + 8'd1;
            end
        end
        visit_left <= stop - {1'b0, visit_offset};
        flushing <= redirect;
        reloading <= flushing;
        if (redirect) begin
            searched <= 1'b0;
            valid <= 1'b0;
            completes_word <= 1'b0;
        end
        may_issue <= running & ~redirect & ~flushing;
        if (clear) begin
            searched <= 1'b0;
            valid <= 1'b0;
            completes_word <= 1'b0;
            visit_word <= 6'd0;
            visit_offset <= 4'd1;
            visit_lap <= 8'd0;
            step <= 5'd0;
            flushing <= 1'b0;
            reloading <= 1'b0;
            may_issue <= 1'b0;
        end
        if (~running) visit_last <= single_word;
    end
endmodule

// # A 64-bit counter whose carries are settled before they are needed
//
// **Purpose.** Now and the cursor are 64-bit tick counts. A plain 64-bit adder would be the slowest path of the chip.
//
// **Interface.** `advance` (0 to 16 ticks) is added at each rising edge; `clear` sets the count to zero and wins.
//
// **Timing.** The outputs are registers. All 64 bits change at the same edge, so a reader never sees a torn value.
//
// **Invariants.** The count is cut into 10 + 11 + 11 + 16 + 16 bits. A carry leaves the low part at most once in 64
// clocks (1024 ticks at 16 a clock). `full_*` say which of the parts above it are all ones, up to three clocks late, and
// are always settled when a carry arrives: so no carry is longer than one part.
module carillon_cursor_ticks (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Sets the count to zero.
    input  wire [4:0] advance,               // Ticks to add at the next edge, 0 to 16.
    output wire [31:0] low,                  // Bits 31 to 0 of the count.
    output wire [31:0] high                  // Bits 63 to 32 of the count.
);
    reg [9:0] part_0 = 10'd0;
    reg [10:0] part_1 = 11'd0;
    reg [10:0] part_2 = 11'd0;
    reg [15:0] part_3 = 16'd0;
    reg [15:0] part_4 = 16'd0;
    reg full_1 = 1'b0;
    reg full_2 = 1'b0;
    reg full_3 = 1'b0;

    wire [10:0] sum = {1'b0, part_0} + {6'd0, advance};
    wire carry = sum[10];

    assign low = {part_2, part_1, part_0};
    assign high = {part_4, part_3};

    always @(posedge clock) begin
        part_0 <= sum[9:0];
        full_1 <= &part_1;
        full_2 <= full_1 & &part_2;
        full_3 <= full_2 & &part_3;
        if (carry) part_1 <= part_1 + 11'd1;
        if (carry & full_1) part_2 <= part_2 + 11'd1;
        if (carry & full_2) part_3 <= part_3 + 16'd1;
        if (carry & full_3) part_4 <= part_4 + 16'd1;
        if (clear) begin
            part_0 <= 10'd0;
            part_1 <= 11'd0;
            part_2 <= 11'd0;
            part_3 <= 16'd0;
            part_4 <= 16'd0;
            full_1 <= 1'b0;
            full_2 <= 1'b0;
            full_3 <= 1'b0;
        end
    end
endmodule

// # How far the cursor may go
//
// **Purpose.** Tells the fetching of slots how many ticks it may still ask for, so that it never passes now.
//
// **Interface.** `now_*` and `cursor_*` (ticks) and `issued`, the eleven low bits of the last tick whose visit has been asked
// for. `one` and `two`: at least so many ticks more may be visited; `far`: at least 32. `behind`: the cursor is not at
// now.
//
// **Timing.** Registers: in clock *c* + 1 they tell of clock *c*. `behind` is two clocks old.
//
// **Invariants.** None of `one`, `two`, `far` ever promises more than there is, and what they promise stays true, as now never
// goes back. The difference of the ten low bits is never more than the truth. When it is small because now is a
// multiple of 1024 ahead, the upper bits of now and of the cursor differ; that comparison takes two clocks and is only
// believed while `issued` is still in the block of 1024 in which the cursor was. If even the bits from 14 up differ, it is
// believed unless the cursor was in the last of their sixteen blocks: `issued` is never as much as a block ahead of it.
// When nothing is asked for any more, `issued` is the cursor, so the truth is always told in the end.
module carillon_cursor_backlog (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Nothing may be visited.
    input  wire [31:0] now_low,              // Bits 31 to 0 of now, in ticks.
    input  wire [31:0] now_high,             // Bits 63 to 32 of now.
    input  wire [31:0] cursor_low,           // Bits 31 to 0 of the last tick visited.
    input  wire [31:0] cursor_high,          // Bits 63 to 32 of the last tick visited.
    input  wire [10:0] issued,               // Bits 10 to 0 of the last tick whose visit has been asked for.
    output wire one,                         // One tick more may be visited.
    output wire two,                         // Two ticks more may be visited.
    output wire far,                         // Thirty-two ticks more may be visited.
    output wire behind                       // The cursor is not at now.
);
    reg at_least_one = 1'b0;
    reg at_least_two = 1'b0;
    reg at_least_32 = 1'b0;
    reg not_at_now = 1'b0;
    reg low_differs = 1'b0;
    reg part_1_differs = 1'b0;
    reg part_2_differs = 1'b0;
    reg part_3_differs = 1'b0;
    reg part_4_differs = 1'b0;
    reg part_5_differs = 1'b0;
    reg upper_differs = 1'b0;
    reg far_differs = 1'b0;
    reg block = 1'b0;
    reg block_then = 1'b0;
    reg last_block = 1'b0;
    reg last_block_then = 1'b0;

    wire far_part_differs = part_2_differs | part_3_differs | part_4_differs | part_5_differs;
    wire any_differs = part_1_differs | far_part_differs;
    wire [9:0] ahead = now_low[9:0] - issued[9:0];
    wire blocks_ahead = (upper_differs & (issued[10] == block_then) & (now_low[9:0] >= issued[9:0]))
        | (far_differs & ~last_block_then);
    wire [9:0] now_part = now_low[9:0];
    wire [9:0] not_issued = ~issued[9:0];
    wire [9:0] sum_bits = now_part ^ not_issued;
    wire [9:0] carries = {now_part[8:0] | not_issued[8:0], 1'b0};
    wire is_issued = &sum_bits;
    wire is_next = sum_bits == carries;

    assign one = at_least_one;
    assign two = at_least_two;
    assign far = at_least_32;
    assign behind = not_at_now;

    always @(posedge clock) begin
        low_differs <= now_low[9:0] != cursor_low[9:0];
        part_1_differs <= now_low[13:10] != cursor_low[13:10];
        part_2_differs <= now_low[22:14] != cursor_low[22:14];
        part_3_differs <= now_low[31:23] != cursor_low[31:23];
        part_4_differs <= now_high[15:0] != cursor_high[15:0];
        part_5_differs <= now_high[31:16] != cursor_high[31:16];
        upper_differs <= any_differs;
        far_differs <= far_part_differs;
        not_at_now <= any_differs | low_differs;
        block <= cursor_low[10];
        block_then <= block;
        last_block <= &cursor_low[13:10];
        last_block_then <= last_block;
        at_least_one <= ~is_issued;
        at_least_two <= ~is_issued & ~is_next;
        at_least_32 <= |ahead[9:5] | blocks_ahead;
        if (clear) begin
            at_least_one <= 1'b0;
            at_least_two <= 1'b0;
            at_least_32 <= 1'b0;
            not_at_now <= 1'b0;
            low_differs <= 1'b0;
            part_1_differs <= 1'b0;
            part_2_differs <= 1'b0;
            part_3_differs <= 1'b0;
            part_4_differs <= 1'b0;
            part_5_differs <= 1'b0;
            upper_differs <= 1'b0;
            far_differs <= 1'b0;
        end
    end

    wire unused = &{1'b0, ahead[4:0]};
endmodule

// # Asking for slots, ahead of the cursor
//
// **Purpose.** Runs ahead of the cursor through wheel 0 and issues *tickets*: each reads one word of busy bits and asks for
// one slot of it (*single*) or for all from the position to the end of the word or wheel (*rest*). So the memory is read
// in every clock although the answer takes three.
//
// **Interface.** A ticket leaves on `word_address`, and one clock later on `ticket_*` together with its word. It is issued
// while `allowed`, as far as `one`, `two` and `far` permit. `reload` puts the position back to the cursor's (`visit_*`).
// In builds with several wheels the position stops at the end of the wheel (`at_edge`) and `cascade_ask` issues a ticket
// for one slot anywhere, which must not come in a clock in which `allowed` is high.
//
// **Timing.** One ticket a clock. `ticket_*` are registers. `squash` takes back the ticket of this clock and of the one
// before.
//
// **Invariants.** Tickets follow each other without a gap. `issued` is the tick of the last slot asked for and never
// passes now: a rest has at most 16 slots and is issued with `far` (32 ticks, of which the clock before may have taken
// 16); a single is issued with `two` after a single and with `one` after none. `left` is the number of slots from the
// position to the end of the word or wheel, 1 to 16.
module carillon_cursor_fetch (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // No ticket is under way.
    input  wire allowed,                     // Tickets may be issued.
    input  wire one,                         // One tick more may be visited.
    input  wire two,                         // Two ticks more may be visited.
    input  wire far,                         // Thirty-two ticks more may be visited.
    input  wire [3:0] last_place,            // The place of wheel 0's last slot in its word.
    input  wire [5:0] before_last_word,      // The word before wheel 0's last.
    input  wire single_word,                 // Wheel 0 has one word only.
    input  wire squash,                      // Takes back what is under way.
    input  wire reload,                      // Goes back to the cursor's position.
    input  wire [5:0] visit_word,            // The cursor's word.
    input  wire [3:0] visit_offset,          // The cursor's place in it.
    input  wire [4:0] visit_left,            // Slots from there to the end of the word or wheel.
    input  wire visit_last,                  // It is the wheel's last word.
    input  wire [10:0] visited,              // Bits 10 to 0 of the last tick visited.
    output wire [5:0] word_address,          // The word to read.
    output wire ticket,                      // A ticket has been issued in the clock before.
    output wire [15:0] ticket_mask,          // The slots that it asks for, one a bit.
    output wire [3:0] ticket_end,            // The last of them.
    output wire ticket_ends_word,            // It is also the last of its word or wheel.
    output wire [10:0] issued                // Bits 10 to 0 of the last tick asked for.
);
    localparam [4:0] WHOLE_WORD = 5'd16;

    reg [5:0] word = 6'd0;
    reg [3:0] offset = 4'd0;
    reg [4:0] left = 5'd0;
    reg last = 1'b0;
    reg [10:0] ticks = 11'd0;
    reg single_before = 1'b0;
    reg none_before = 1'b0;
    reg valid = 1'b0;
    reg [15:0] mask = 16'd0;
    reg [3:0] end_place = 4'd0;
    reg ends_word = 1'b0;

    reg wraps;
    reg [4:0] count;

    wire issues_rest = allowed & far;
    wire issues_single = allowed & ~far & ((two & single_before) | (one & none_before));
    wire [3:0] last_end = last ? last_place : 4'd15;
    wire is_before_last = word == before_last_word;
    wire [4:0] last_size = is_before_last | single_word ? {1'b0, last_place} + 5'd1 : WHOLE_WORD;

    assign word_address = word;
    assign ticket = valid;
    assign ticket_mask = mask;
    assign ticket_end = end_place;
    assign ticket_ends_word = ends_word;
    assign issued = ticks;

    always @(*) begin
        wraps = left == 5'd1;
        count = 5'd1;
        if (issues_rest) begin
            wraps = 1'b1;
            count = left;
        end
    end

    always @(posedge clock) begin
        single_before <= issues_single;
        none_before <= ~issues_single & ~issues_rest;
        if (issues_rest | issues_single) begin
            ticks <= ticks + {6'd0, count};
            offset <= offset + 4'd1;
            left <= left - 5'd1;
            if (wraps) begin
                offset <= 4'd0;
                left <= last_size;
                word <= word + 6'd1;
                last <= is_before_last;
                if (last) begin
                    word <= 6'd0;
                    last <= single_word;
                end
            end
        end
        if (reload) begin
            word <= visit_word;
            offset <= visit_offset;
            left <= visit_left;
            last <= visit_last;
            ticks <= visited;
        end
        ends_word <= wraps;
        valid <= issues_rest | issues_single;
        mask <= 16'd1 << offset;
        end_place <= offset;
        if (issues_rest) begin
            mask <= 16'hffff << offset;
            end_place <= last_end;
        end
        if (squash | clear) valid <= 1'b0;
        if (clear) begin
            single_before <= 1'b0;
            none_before <= 1'b0;
        end
    end
endmodule

// # Find the first set bit of a word
//
// **Purpose.** Tells the cursor which slot of a memory word is the first busy one.
//
// **Interface.** `word` in, `found` and `position` (0 to 15, the lowest set bit; 15 when none is set) out.
//
// **Timing.** Combinational: four groups of four bits side by side, then the first group that is not empty. The highest
// bit of a group need not be looked at: it is the answer when no other is.
//
// **Invariants.** `found` is the or of all bits; with `found`, bit `position` is set and none below it.
module carillon_cursor_first (
    input  wire [15:0] word,                 // Sixteen candidates, one a bit.
    output wire found,                       // At least one candidate is set.
    output reg  [3:0] position               // The lowest set candidate.
);
    reg [1:0] first_0;
    reg [2:0] first_1;
    reg [3:0] first_2;
    reg [3:0] first_3;

    wire any_0 = |word[3:0];
    wire any_1 = |word[7:4];
    wire any_2 = |word[11:8];
    wire any_3 = |word[15:12];

    assign found = any_0 | any_1 | any_2 | any_3;

    always @(*) begin
        first_0 = 2'd3;
        if (word[0]) begin
            first_0 = 2'd0;
        end else if (word[1]) begin
            first_0 = 2'd1;
        end else if (word[2]) begin
            first_0 = 2'd2;
        end
    end

    always @(*) begin
        first_1 = 3'd7;
        if (word[4]) begin
            first_1 = 3'd4;
        end else if (word[5]) begin
            first_1 = 3'd5;
        end else if (word[6]) begin
            first_1 = 3'd6;
        end
    end

    always @(*) begin
        first_2 = 4'd11;
        if (word[8]) begin
            first_2 = 4'd8;
        end else if (word[9]) begin
            first_2 = 4'd9;
        end else if (word[10]) begin
            first_2 = 4'd10;
        end
    end

    always @(*) begin
        first_3 = 4'd15;
        if (word[12]) begin
            first_3 = 4'd12;
        end else if (word[13]) begin
            first_3 = 4'd13;
        end else if (word[14]) begin
            first_3 = 4'd14;
        end
    end

    always @(*) begin
        position = first_3;
        if (any_0) begin
            position = {2'd0, first_0};
        end else if (any_1) begin
            position = {1'b0, first_1};
        end else if (any_2) begin
            position = first_2;
        end
    end
endmodule

// # The event FIFO
//
// **Purpose.** Keeps what the cursor found, and the late events of the late check, until the host has acknowledged them.
//
// **Interface.** `take` gives a place to the cursor's event (`wheel`, `slot`; `take_held` when the cursor waits for its
// acknowledgement); it must not come without `room`. `late` asks for a place for a late event and gets it,
// `late_taken`, when there is room and the cursor takes none. `pop` drops the head. `valid` says that the head shown is an event,
// `more` that another stands behind it. `acknowledged` when the held event is popped. Depth 2^1 to 2^10.
//
// **Timing.** A place taken in clock *L* is filled in *L* + 1, its tick (`push_tick`) in *L* + 2, and the head shows it from
// *L* + 4 on. After a pop the next head is there in the next clock.
//
// **Invariants.** `taken` counts the places given less the pops and never exceeds the depth; `level` counts the entries that
// are complete. Events leave in the order in which their places were taken.
module carillon_event_fifo (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Empties the FIFO.
    input  wire take,                        // The cursor's event gets a place.
    input  wire [9:0] slot,                  // Its slot.
    input  wire late,                        // A late event asks for a place.
    input  wire [9:0] late_slot,             // Its slot.
    input  wire [31:0] push_tick,            // Low 32 bits of the tick of the place taken two clocks before.
    input  wire pop,                         // Drops the head.
    output wire room,                        // There is a place.
    output wire late_taken,                  // The late event gets a place.
    output wire valid,                       // The head is an event.
    output wire more,                        // At least one event stands behind the head.
    output wire head_late,                   // The head's late mark.
    output wire [9:0] head_slot,             // The head's slot.
    output wire [31:0] head_tick             // Low 32 bits of the head's tick.
);
    localparam [1:0] DEPTH = 2'd2;

    reg [1:0] taken = 2'd0;
    reg filling = 1'b0;
    reg filling_late = 1'b0;
    reg [9:0] filling_slot = 10'd0;
    reg timing = 1'b0;
    reg write_pointer = 1'b0;
    reg tick_pointer = 1'b0;
    reg read_pointer = 1'b0;
    reg [10:0] level = 11'd0;
    reg head_valid = 1'b0;

    wire [23:0] places_read_data;
    wire has_room = ~|(taken & DEPTH);
    wire takes_late = late & has_room & ~take;
    wire [1:0] after_take = take | takes_late ? taken + 2'd1 : taken;
    wire [10:0] after_fill = timing ? level + 11'd1 : level;
    wire has_more = level > 11'd1;
    wire next_read = pop ? read_pointer + 1'b1 : read_pointer;

    carillon_event_fifo_places places (
        .clock(clock),
        .write_address(write_pointer),
        .write_data({filling_late, 13'd0, filling_slot}),
        .write_enable(filling),
        .read_address(next_read),
        .read_data(places_read_data)
    );

    carillon_event_fifo_ticks ticks (
        .clock(clock),
        .write_address(tick_pointer),
        .write_data(push_tick),
        .write_enable(timing),
        .read_address(next_read),
        .read_data(head_tick)
    );

    assign room = has_room;
    assign late_taken = takes_late;
    assign valid = head_valid;
    assign more = head_valid & has_more;
    assign head_slot = places_read_data[9:0];
    assign head_late = places_read_data[23];

    always @(posedge clock) begin
        filling <= take | takes_late;
        filling_late <= ~take;
        filling_slot <= late_slot;
        if (take) filling_slot <= slot;
        taken <= after_take;
        if (pop) taken <= after_take - 2'd1;
        timing <= filling;
        tick_pointer <= write_pointer;
        if (filling) write_pointer <= write_pointer + 1'b1;
        level <= after_fill;
        head_valid <= |level;
        if (pop) begin
            level <= after_fill - 11'd1;
            head_valid <= has_more;
        end
        read_pointer <= next_read;
        if (clear) begin
            taken <= 2'd0;
            filling <= 1'b0;
            timing <= 1'b0;
            write_pointer <= 1'b0;
            read_pointer <= 1'b0;
            level <= 11'd0;
            head_valid <= 1'b0;
        end
    end

    wire unused = &{1'b0, places_read_data[22:10]};
endmodule

// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
module carillon_event_fifo_places (
    input  wire clock,
    input  wire write_address,
    input  wire [23:0] write_data,
    input  wire write_enable,
    input  wire read_address,
    output reg  [23:0] read_data
);
    (* no_rw_check *) reg [23:0] entries [1:0];

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
    input  wire write_address,
    input  wire [31:0] write_data,
    input  wire write_enable,
    input  wire read_address,
    output reg  [31:0] read_data
);
    (* no_rw_check *) reg [31:0] entries [1:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
    end
endmodule
