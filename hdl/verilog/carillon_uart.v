// SPDX-License-Identifier: MIT OR Apache-2.0
// The UART adapter of both Carillon chips. Version 0.1.0.
// With it goes carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// # UART bus adapter
//
// **Purpose.** The registers over a serial line, for LiteX's tools and any host with a serial port.
//
// **Interface.** `uart_rx` and `uart_tx`: 8 data bits, no parity, 1 stop bit. The frames are in
// `carillon_uart_bridge`.
//
// **Timing.** `CLOCKS_A_BIT` is the chip's clock over the baud rate, 4 to 65,535. Reading a word takes 100 bit times,
// writing it the same.
//
// **Invariants.** Those of its three parts: `carillon_uart_receiver`, `carillon_uart_bridge`,
// `carillon_uart_transmitter`.
module carillon_uart #(
    parameter integer CLOCKS_A_BIT = 104     // Clocks of a bit on the line, 4 to 65535.
) (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the frame under way.
    input  wire uart_rx,                     // From the host; high when idle.
    output wire uart_tx,                     // To the host; high when idle.
    output wire bus_execute,                 // An access is made in this clock.
    output wire bus_write,                   // It is a write.
    output wire bus_whole,                   // It writes all four bytes.
    output wire [5:0] bus_address,           // Its word address.
    output wire [31:0] bus_data,             // The word written.
    input  wire bus_done,                    // The access is done.
    input  wire bus_failed,                  // With `bus_done`: it has failed.
    input  wire [31:0] bus_read_data         // The word read, from the clock after `bus_done` on.
);
    // A parameter out of its range: no tool finds the module that is named after the fault, and each says so.
    generate
        if (CLOCKS_A_BIT < 4 || CLOCKS_A_BIT > 65535) CLOCKS_A_BIT_must_be_4_to_65535 wrong ();
    endgenerate

    wire receiver_arrived, receiver_broken, receiver_pause, receiver_quiet;
    wire [7:0] receiver_character;
    wire bridge_send;
    wire [7:0] bridge_answer;
    wire transmitter_idle;

    carillon_uart_receiver #(.CLOCKS_A_BIT(CLOCKS_A_BIT)) receiver (
        .clock(clock), .reset(reset), .uart_rx(uart_rx), .arrived(receiver_arrived), .character(receiver_character),
        .broken(receiver_broken), .pause(receiver_pause), .quiet(receiver_quiet)
    );

    carillon_uart_bridge bridge (
        .clock(clock), .reset(reset), .arrived(receiver_arrived), .character(receiver_character),
        .broken(receiver_broken), .pause(receiver_pause), .quiet(receiver_quiet), .idle(transmitter_idle),
        .send(bridge_send), .answer(bridge_answer), .bus_execute(bus_execute), .bus_write(bus_write),
        .bus_whole(bus_whole), .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done),
        .bus_failed(bus_failed), .bus_read_data(bus_read_data)
    );

    carillon_uart_transmitter #(.CLOCKS_A_BIT(CLOCKS_A_BIT)) transmitter (
        .clock(clock), .reset(reset), .send(bridge_send), .character(bridge_answer), .idle(transmitter_idle),
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
// **Timing.** The line passes two flip-flops. A bit is sampled once, in its middle: `CLOCKS_A_BIT` / 2 clocks (rounded
// down) after the start bit was first seen, and every `CLOCKS_A_BIT` from there. A sender may be off by 4 % in all
// where a bit is 16 clocks or more; at four clocks a bit by 2 %.
//
// **Invariants.** A start bit that is high in its middle is no start bit. After a stop bit that is low nothing is a
// start bit before the line has been high. From any state ten bit times of a high line end what was under way.
module carillon_uart_receiver #(
    parameter integer CLOCKS_A_BIT = 104     // Clocks of a bit on the line, 4 to 65535.
) (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the character under way.
    input  wire uart_rx,                     // The line; high when idle.
    output wire arrived,                     // A character has come.
    output wire [7:0] character,             // Which.
    output wire broken,                      // A stop bit was low.
    output wire pause,                       // With `broken`: so was all before it.
    output wire quiet                        // The line has been silent for 2^14 bit times.
);
    localparam [15:0] HALF_A_BIT = CLOCKS_A_BIT[15:0] / 16'd2 - 16'd1;
    localparam [15:0] WHOLE_BIT = CLOCKS_A_BIT[15:0] - 16'd1;
    localparam [3:0] STOP_BIT = 4'd9;

    reg first_low;                           // The line is low, after one flip-flop: may be metastable.
    reg low;                                 // The line is low, after two flip-flops: safe to use.
    reg receiving;                           // A character is under way, from its start bit on.
    reg stuck;                               // A stop bit was low, and the line has been low ever since.
    reg [15:0] timer;                        // Clocks left to the next sample, or of a bit time of silence.
    reg [3:0] samples;                       // Bits of the character sampled so far, the start bit first.
    reg [7:0] data_bits;                     // The data bits that have come, the latest one highest.
    reg complete;                            // A character ended one clock ago, with a stop bit.
    reg incomplete;                          // A character ended one clock ago, without a stop bit.
    reg [14:0] silence;                      // Bit times for which the line has been silent, up to 2^14.

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
            timer <= HALF_A_BIT;
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
            timer <= 16'd0;
            silence <= 15'd0;
        end
    end
endmodule

// # Characters to accesses: the byte protocol of LiteX's UARTBone
//
// **Purpose.** Makes accesses of the register bus from the characters of a serial line, and characters from answers.
//
// **Interface.** From the receiver `arrived` with `character`, `broken`, `pause` and `quiet`; to the transmitter
// `send` with `answer`. A frame from the host:
//
// | byte | what |
// |---|---|
// | 0 | 1 write, 2 read, at rising addresses; 3 write, 4 read, at the same address throughout |
// | 1 | how many words, 1 to 255; 0 means 256 |
// | 2 to 5 | address of the first **word** (the byte address over 4), highest byte first |
// | 6 and on | of a write: its words, highest byte first. A write is not answered |
//
// A read is answered with its words, highest byte first. LiteX's client divides the addresses that its user gives
// by 4.
//
// What the protocol leaves open: a word that could not be read is answered as FFFFFFFF, as LiteX's own bus answers
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
module carillon_uart_bridge (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the frame under way.
    input  wire arrived,                     // A character has come.
    input  wire [7:0] character,             // Which.
    input  wire broken,                      // A character had no stop bit.
    input  wire pause,                       // With `broken`: it was a break.
    input  wire quiet,                       // The line is silent.
    input  wire idle,                        // The transmitter takes a character.
    output wire send,                        // The transmitter is to send one.
    output wire [7:0] answer,                // Which.
    output wire bus_execute,                 // An access is made in this clock.
    output wire bus_write,                   // It is a write.
    output wire bus_whole,                   // It writes all four bytes.
    output wire [5:0] bus_address,           // Its word address.
    output wire [31:0] bus_data,             // The word written.
    input  wire bus_done,                    // The access is done.
    input  wire bus_failed,                  // With `bus_done`: it has failed.
    input  wire [31:0] bus_read_data         // The word read, from the clock after `bus_done` on.
);
    localparam [7:0] READ_RISING = 8'd2;
    localparam [7:0] READ_SAME = 8'd4;
    localparam [7:0] WRITE_RISING = 8'd1;
    localparam [7:0] WRITE_SAME = 8'd3;
    localparam [2:0] STATE_AWAIT_COMMAND = 3'd0;
    localparam [2:0] STATE_AWAIT_LENGTH = 3'd1;
    localparam [2:0] STATE_AWAIT_ADDRESS = 3'd2;
    localparam [2:0] STATE_AWAIT_DATA = 3'd3;
    localparam [2:0] STATE_BEGIN_ACCESS = 3'd4;
    localparam [2:0] STATE_FINISH_ACCESS = 3'd5;
    localparam [2:0] STATE_SEND_ANSWER = 3'd6;
    localparam [2:0] STATE_LOST = 3'd7;

    reg [2:0] state;                         // What the next byte is, or what is done with the last.
    reg writing;                             // The frame is a write.
    reg rising;                              // The frame's addresses go up by one from word to word.
    reg [7:0] words_left;                    // Words of the frame after the one at hand.
    reg [1:0] byte_number;                   // Which byte of the address, the word or the answer is next.
    reg [5:0] word_address;                  // Low 6 bits of the word address.
    reg beyond;                              // The word address is 64 or more: there is no such register.
    reg [31:0] word;                         // The word to write; its bytes come highest first.
    reg refused;                             // The latest access has failed: a read answers all ones.

    wire access_busy;
    wire last_byte = &byte_number;
    wire word_over =
        state == STATE_FINISH_ACCESS ? bus_done & writing :
        (state == STATE_SEND_ANSWER) & idle & last_byte;

    carillon_access access (
        .clock(clock), .reset(reset), .start((state == STATE_BEGIN_ACCESS) & ~access_busy), .start_write(writing),
        .start_whole(1'b1), .start_address(beyond ? 6'd63 : word_address), .start_data(word), .busy(access_busy),
        .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole), .bus_address(bus_address),
        .bus_data(bus_data), .bus_done(bus_done)
    );

    assign answer =
        refused ? 8'hff :
        byte_number == 2'd3 ? bus_read_data[7:0] :
        byte_number == 2'd2 ? bus_read_data[15:8] :
        byte_number == 2'd1 ? bus_read_data[23:16] :
        bus_read_data[31:24];
    assign send = (state == STATE_SEND_ANSWER) & idle;

    always @(posedge clock) begin
        case (state)
            STATE_AWAIT_COMMAND: begin
                byte_number <= 2'd0;
                if (arrived) begin
                    writing <= (character == WRITE_RISING) | (character == WRITE_SAME);
                    rising <= (character == WRITE_RISING) | (character == READ_RISING);
                    state <= STATE_LOST;
                    if ((character == WRITE_RISING) | (character == READ_RISING) | (character == WRITE_SAME)
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
                if (bus_done) begin
                    refused <= bus_failed;
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

// # Characters to a serial line
//
// **Purpose.** Puts characters on `uart_tx`: a start bit, eight data bits, the lowest first, and a stop bit.
//
// **Interface.** `send` for one clock with `character`; nobody sends unless `idle`.
//
// **Timing.** The start bit shows in the clock after `send`; each bit lasts `CLOCKS_A_BIT` clocks. `idle` again in the
// clock after the stop bit, so characters are one clock apart at the least.
//
// **Invariants.** The line is a register, and high when idle.
module carillon_uart_transmitter #(
    parameter integer CLOCKS_A_BIT = 104     // Clocks of a bit on the line, 4 to 65535.
) (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Drops the character under way.
    input  wire send,                        // Begins a character.
    input  wire [7:0] character,             // Which.
    output wire idle,                        // The line is free.
    output wire uart_tx                      // The line.
);
    localparam [15:0] WHOLE_BIT = CLOCKS_A_BIT[15:0] - 16'd1;
    localparam [3:0] ALL_BITS = 4'd10;

    reg [8:0] low_bits;                      // Bits still to send, inverted; the lowest is on the line.
    reg [3:0] bits_left;                     // Bits of the character that have not ended, 10 to 0.
    reg [15:0] timer;                        // Clocks left of the bit on the line, without this one.

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

`default_nettype wire
// verilator lint_on TIMESCALEMOD
