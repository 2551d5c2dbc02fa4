// SPDX-License-Identifier: MIT OR Apache-2.0
// The SPI adapter of both Carillon chips. Version 0.1.0.
// With it goes carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// # SPI bus adapter
//
// **Purpose.** The registers for a host with an SPI master and one interrupt pin (the chip's own).
//
// **Interface.** SPI mode 0 (clock low when idle, both sides sample when it rises), highest bit first; mode 3 does as
// well. One frame is nine bytes while `spi_cs_n` is low, in both directions at once; bytes marked - are of no account.
//
// | byte | write: from the host | from the chip | read: from the host | from the chip |
// |---|---|---|---|---|
// | 0 | byte address + 1 | 0 | byte address + 2 | 0 |
// | 1 | word, bits 31 to 24 | 0 | checksum of byte 0 | 0 |
// | 2 | word, bits 23 to 16 | 0 | - | 0 |
// | 3 | word, bits 15 to 8 | 0 | - | status |
// | 4 | word, bits 7 to 0 | 0 | - | word, bits 31 to 24 |
// | 5 | checksum of bytes 0 to 4 | 0 | - | word, bits 23 to 16 |
// | 6 | - | 0 | - | word, bits 15 to 8 |
// | 7 | - | status | - | word, bits 7 to 0 |
// | 8 | - | checksum of bytes 6 and 7 | - | checksum of bytes 2 to 7 |
//
// Registers are words, so the two low address bits are free to say what is wanted: 1 write, 2 read. A first byte that
// ends in 00 or 11 (as a wire that is stuck gives) begins no frame: the chip answers 0 throughout, which is no status.
// The checksum is that of `checksum`. Status:
//
// | status | what |
// |---|---|
// | A1 | done |
// | A2 | refused: there is no such register. Nothing was changed but `ERROR.address` |
// | A4 | the host's checksum was wrong. Nothing was done |
// | A8 | not finished: the chip's clock is too slow for this `spi_sck`. A write may come about yet |
//
// The word of a frame with any status but A1 is of no meaning. Any other status, or a wrong checksum: the frame went
// wrong on the wire, and a write may or may not have been done. Sending it again does no harm: registers hold values;
// `ARM` and `DISARM` may be repeated; an `EVENT_ACK` that was done already is told apart by its sequence number.
// Only where writing 1 clears (`INTR_STATE`, `ERROR`), a host reads again first, and clears what it then finds: a bit
// may have been set anew.
//
// `spi_miso` is always driven, low when not selected. On a bus with other slaves the board or the top level puts a
// tri-state buffer behind it, enabled by `spi_cs_n` low.
//
// **Timing.** All pins are sampled with the chip's clock: each level of `spi_sck` lasts at least 4 clocks, so
// `spi_sck` is at most the clock / 8. `spi_miso` changes 2 to 3 clocks after `spi_sck` has fallen. `spi_cs_n` is low
// at least one clock before the first rise of `spi_sck` and high at least two clocks between frames. The access is
// made during the byte after the host's checksum, 64 clocks at the least, of which the slowest takes 40.
//
// **Invariants.** An access is made if and only if all its bytes have come and their checksum is right; so a frame
// that `spi_cs_n` ends before that changes nothing. Two clocks of a high `spi_cs_n` end a frame from any state. After
// a reset within a frame the rest of that frame is ignored.
module carillon_spi (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the frame under way.
    input  wire spi_sck,                     // The host's clock.
    input  wire spi_cs_n,                    // Low: a frame for this chip.
    input  wire spi_mosi,                    // From the host.
    output wire spi_miso,                    // To the host.
    output wire bus_execute,                 // An access is made in this clock.
    output wire bus_write,                   // It is a write.
    output wire bus_whole,                   // It writes all four bytes.
    output wire [5:0] bus_address,           // Its word address.
    output wire [31:0] bus_data,             // The word written.
    input  wire bus_done,                    // The access is done.
    input  wire bus_failed,                  // With `bus_done`: it has failed.
    input  wire [31:0] bus_read_data         // The word read, from the clock after `bus_done` on.
);
    localparam [3:0] CHECKSUM_BYTE = 4'd8;
    localparam [6:0] FRAME_END = 7'd72;
    localparam [6:0] LAST_OF_READ = 7'd15;
    localparam [6:0] LAST_OF_WRITE = 7'd47;
    localparam [7:0] STATUS_DONE = 8'd161;
    localparam [3:0] STATUS_OF_READ = 4'd3;
    localparam [3:0] STATUS_OF_WRITE = 4'd7;
    localparam [7:0] STATUS_REFUSED = 8'd162;
    localparam [7:0] STATUS_UNFINISHED = 8'd168;
    localparam [7:0] STATUS_WRONG = 8'd164;
    localparam [3:0] WORD_END = 4'd5;

    reg [6:0] place;                         // Bits of the frame that have come; 72: no more are taken.
    reg [7:0] command;                       // Byte 0 of the frame: byte address + 1 to write, + 2 to read.
    reg [31:0] word;                         // Bytes 1 to 4 of the frame: in a write the word to write.
    reg judging;                             // The request's last bit came one clock ago; it is judged.
    reg answering;                           // The request has been judged: what is sent is the answer.
    reg asked;                               // The access of this frame has been begun.
    reg wrong;                               // The host's checksum was wrong.
    reg ended;                               // The access of this frame has been answered.
    reg refused;                             // The access of this frame found no register.
    reg [7:0] reply;                         // The byte that is sent; its highest bit is on the line.

    wire pins_selected, pins_rising, pins_falling, pins_host_bit;
    wire checksum_right;
    wire [7:0] checksum_value;
    wire access_busy;
    wire [3:0] byte_number = place[6:3];
    wire [1:0] byte_of_word = place[4:3];
    wire second_half = place[5];
    wire byte_start = ~|place[2:0];
    wire writing = command[0] & ~command[1];
    wire reading = command[1] & ~command[0];
    wire taking = pins_rising & (place != FRAME_END);
    wire [7:0] status =
        wrong ? STATUS_WRONG :
        refused ? STATUS_REFUSED :
        ended ? STATUS_DONE :
        STATUS_UNFINISHED;
    wire [7:0] answer_byte =
        byte_number == CHECKSUM_BYTE ? checksum_value :
        (reading & (byte_number == STATUS_OF_READ)) | (writing & (byte_number == STATUS_OF_WRITE)) ? status :
        writing | ~second_half ? 8'd0 :
        byte_of_word == 2'd3 ? bus_read_data[7:0] :
        byte_of_word == 2'd2 ? bus_read_data[15:8] :
        byte_of_word == 2'd1 ? bus_read_data[23:16] :
        bus_read_data[31:24];

    carillon_spi_pins pins (
        .clock(clock), .spi_sck(spi_sck), .spi_cs_n(spi_cs_n), .spi_mosi(spi_mosi), .selected(pins_selected),
        .rising(pins_rising), .falling(pins_falling), .host_bit(pins_host_bit)
    );

    carillon_spi_checksum checksum (
        .clock(clock), .clear(judging | ~pins_selected), .step(taking),
        .step_bit(answering ? reply[7] : pins_host_bit), .value(checksum_value), .right(checksum_right)
    );

    carillon_access access (
        .clock(clock), .reset(reset), .start(judging & checksum_right & pins_selected & ~access_busy),
        .start_write(writing), .start_whole(1'b1), .start_address(command[7:2]), .start_data(word),
        .busy(access_busy), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(bus_address), .bus_data(bus_data), .bus_done(bus_done)
    );

    assign spi_miso = reply[7];

    always @(posedge clock) begin
        judging <= 1'b0;
        if (taking) begin
            place <= place + 7'd1;
            if (byte_number == 4'd0) begin
                command <= {command[6:0], pins_host_bit};
            end else if (byte_number < WORD_END) begin
                word <= {word[30:0], pins_host_bit};
            end
            judging <= (reading & (place == LAST_OF_READ)) | (writing & (place == LAST_OF_WRITE));
        end
        if (judging) begin
            answering <= 1'b1;
            wrong <= ~checksum_right;
            asked <= checksum_right & ~access_busy;
        end
        if (bus_done & asked) begin
            ended <= 1'b1;
            refused <= bus_failed;
        end
        if (pins_falling) begin
            reply <= {reply[6:0], 1'b0};
            if (byte_start) begin
                reply <= 8'd0;
                if (answering) reply <= answer_byte;
            end
        end
        if (reset | ~pins_selected) begin
            place <= 7'd0;
            if (reset) place <= FRAME_END;
            judging <= 1'b0;
            answering <= 1'b0;
            asked <= 1'b0;
            wrong <= 1'b0;
            ended <= 1'b0;
            refused <= 1'b0;
            reply <= 8'd0;
        end
    end
endmodule

// # The SPI pins, seen with the chip's clock
//
// **Purpose.** Turns `spi_sck`, `spi_cs_n` and `spi_mosi`, which change at any time, into steps of the chip's clock.
//
// **Interface.** `selected` while the frame lasts; `rising` and `falling` for one clock each edge of `spi_sck` while
// selected; `host_bit` with `rising` is the bit that the host has put out.
//
// **Timing.** Each pin passes two flip-flops, `spi_sck` a third to compare with. An edge is told two to three clocks
// after it came. A level of `spi_sck` or `spi_cs_n` that is shorter than one clock may be missed.
//
// **Invariants.** Between two `rising` there is one `falling`, unless the frame ended between them.
module carillon_spi_pins (
    input  wire clock,                       // The one clock.
    input  wire spi_sck,                     // The host's clock.
    input  wire spi_cs_n,                    // Low: a frame for this chip.
    input  wire spi_mosi,                    // The host's data.
    output wire selected,                    // A frame for this chip.
    output wire rising,                      // The host's clock rose.
    output wire falling,                     // The host's clock fell.
    output wire host_bit                     // The host's data.
);
    reg first_sck;                           // The host's clock after one flip-flop: may be metastable.
    reg second_sck;                          // The host's clock after two flip-flops: safe to use.
    reg third_sck;                           // The host's clock after three flip-flops: what it was before.
    reg first_select;                        // Selected, after one flip-flop: may be metastable.
    reg second_select;                       // Selected, after two flip-flops: safe to use.
    reg first_mosi;                          // The host's data after one flip-flop: may be metastable.
    reg second_mosi;                         // The host's data after two flip-flops: safe to use.

    assign selected = second_select;
    assign rising = second_select & second_sck & ~third_sck;
    assign falling = second_select & ~second_sck & third_sck;
    assign host_bit = second_mosi;

    always @(posedge clock) begin
        first_sck <= spi_sck;
        second_sck <= first_sck;
        third_sck <= second_sck;
        first_select <= ~spi_cs_n;
        second_select <= first_select;
        first_mosi <= spi_mosi;
        second_mosi <= first_mosi;
    end
endmodule

// # The checksum of an SPI frame
//
// **Purpose.** CRC-8/AUTOSAR, bit by bit: polynomial 2F, initial value FF, highest bit first, inverted at the end (of
// the digits "123456789": DF). It finds any three wrong bits in a frame, and any run of wrong bits up to eight long.
//
// **Interface.** `clear` begins anew; `step` takes in `step_bit`. `value` is the checksum of what was taken in, which
// a sender appends; `right` says that what was taken in ends with its own checksum.
//
// **Timing.** `value` and `right` follow in the clock after `step`.
//
// **Invariants.** `clear` wins over `step`.
module carillon_spi_checksum (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Begins anew.
    input  wire step,                        // Takes in a bit.
    input  wire step_bit,                    // Which.
    output wire [7:0] value,                 // The checksum.
    output wire right                        // The last eight bits were the checksum of those before.
);
    localparam [7:0] POLYNOMIAL = 8'd47;
    localparam [7:0] RESIDUE = 8'd66;

    reg [7:0] inverted;                      // The remainder of the bits taken in, inverted.

    wire [7:0] remainder = ~inverted;
    wire [7:0] shifted = remainder[7] ^ step_bit ? {remainder[6:0], 1'b0} ^ POLYNOMIAL : {remainder[6:0], 1'b0};

    assign value = inverted;
    assign right = remainder == RESIDUE;

    always @(posedge clock) begin
        if (step) inverted <= ~shifted;
        if (clear) inverted <= 8'd0;
    end
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
