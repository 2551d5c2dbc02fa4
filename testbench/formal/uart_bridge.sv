// Proof of carillon_uart_bridge (hdl/src/shared/bus_adapter/uart/bridge.rs), of any build.
//
// Proved, for characters, framing errors, breaks and silence in any clock and any order:
//   - an access is made if and only if a frame's command, length and address have come, and for a write the four bytes
//     of the word, with nothing wrong before; with the frame's address, or 63 where that is beyond 63, and its word;
//   - of a frame of n words n accesses are made (256 where n is 0), at rising addresses or at the same one, unless it
//     is broken off;
//   - each word read is answered with its four bytes, the highest first, or four times FF where the read failed;
//     nothing else is sent, and only to a transmitter that is idle;
//   - after a byte that is no command, a framing error, or a byte during an access or an answer, nothing is done or
//     sent before silence or a break; after those, from any state, the next byte is a command;
//   - what register_bus.sv asserts.
//
// Assumed: reset is high in the first clock; what register_bus.sv assumes of done; the word read stands from the clock
// after done to the next execute.
module uart_bridge (
    input clock,
    input reset,
    input arrived,
    input [7:0] character,
    input broken,
    input pause,
    input quiet,
    input idle,
    input done,
    input failed,
    input [31:0] read_data
);
    wire send, execute, write, whole, pending, finished;
    wire [7:0] answer;
    wire [5:0] address;
    wire [31:0] data;

    carillon_uart_bridge chip (
        .clock(clock), .reset(reset), .arrived(arrived), .character(character), .broken(broken), .pause(pause),
        .quiet(quiet), .idle(idle), .send(send), .answer(answer), .bus_execute(execute), .bus_write(write), .bus_whole(whole),
        .bus_address(address), .bus_data(data), .bus_done(done), .bus_failed(failed), .bus_read_data(read_data)
    );
    register_bus bus (
        .clock(clock), .reset(reset), .execute(execute), .write(write), .whole(whole), .address(address), .data(data),
        .done(done), .pending(pending), .finished(finished), .clocks(), .past_reset()
    );
    (* hierconn *) wire [2:0] \chip.state ;
    (* hierconn *) wire \chip.writing ;
    (* hierconn *) wire \chip.rising ;
    (* hierconn *) wire [7:0] \chip.words_left ;
    (* hierconn *) wire [1:0] \chip.byte_number ;
    (* hierconn *) wire [5:0] \chip.word_address ;
    (* hierconn *) wire \chip.beyond ;
    (* hierconn *) wire [31:0] \chip.word ;
    (* hierconn *) wire \chip.refused ;
    (* hierconn *) wire \chip.access.executing ;
    (* hierconn *) wire \chip.access.waiting ;
    (* hierconn *) wire \chip.access.finished ;

    // The frame so far: its header, the words that are through, the bytes of the word under way.
    reg past_started = 0;
    reg started = 0;
    reg [2:0] header_bytes = 0;
    reg [47:0] header = 0;
    reg [8:0] words = 0;
    reg [2:0] bytes = 0;
    // No reset reaches it in the chip either.
    reg [31:0] word;
    reg lost = 0;
    // The word's access: to be made, under way, to be answered.
    reg due = 0, asked = 0, answering = 0, answer_failed = 0;
    reg past_start = 0, past_writes = 0;
    reg [5:0] past_address;
    reg [31:0] past_word;

    wire [7:0] command = header[47:40];
    wire writes = command == 1 || command == 3;
    wire [8:0] length = header[39:32] == 0 ? 256 : header[39:32];
    wire [33:0] place = header[31:0] + (command <= 2 ? words : 0);
    wire receives = !lost && !due && !asked && !answering;
    wire starts = due && !(execute || pending || finished);
    wire word_over = (asked && done && writes) || (answering && send && bytes == 3);

    always @(posedge clock) begin
        started <= 1;
        past_started <= started;
        past_start <= starts && !reset;
        past_writes <= writes;
        past_address <= place < 64 ? place : 63;
        past_word <= word;
        if (receives && arrived) begin
            if (header_bytes == 0) begin
                lost <= character == 0 || character > 4;
                header[47:40] <= character;
            end
            if (header_bytes == 1) header[39:32] <= character;
            if (header_bytes >= 2 && header_bytes <= 5) header[31:0] <= {header[23:0], character};
            if (header_bytes < 6) header_bytes <= header_bytes + 1;
            if (header_bytes == 5) due <= !writes;
            if (header_bytes == 6) begin
                word <= {word[23:0], character};
                bytes <= bytes == 3 ? 0 : bytes + 1;
                due <= bytes == 3;
            end
        end
        if (starts) begin
            due <= 0;
            asked <= 1;
        end
        if (asked && done) begin
            asked <= 0;
            answering <= !writes;
            answer_failed <= failed;
        end
        if (answering && send) begin
            bytes <= bytes == 3 ? 0 : bytes + 1;
            if (bytes == 3) answering <= 0;
        end
        if (word_over) begin
            words <= words + 1;
            due <= !writes;
            if (words + 1 == length) begin
                due <= 0;
                header_bytes <= 0;
                words <= 0;
            end
        end
        // What breaks a frame off: everything of it is forgotten.
        if ((arrived && !receives) || broken || (quiet && (receives || lost)) || reset) begin
            {due, asked, answering} <= 0;
            header_bytes <= 0;
            words <= 0;
            bytes <= 0;
            lost <= !reset && (broken ? !pause : !(quiet && (receives || lost)));
        end
    end

    // What an answer looks like.
    wire [7:0] expected = answer_failed ? 8'hff : read_data >> (8 * (3 - bytes));

    reg [31:0] past_read_data;
    reg past_stands = 0;
    always @(posedge clock) begin
        past_read_data <= read_data;
        past_stands <= !(execute || pending);
    end

    always @* begin
        if (!started) first_clock: assume (reset);
`ifndef PORTS_ONLY
        if (started && !past_started) word_before: assume (\chip.word == word);
`endif
        if (past_stands && !(execute || pending)) word_stands: assume (read_data == past_read_data);
        if (started) begin
            assert (execute == past_start);
            if (execute) assert (write == past_writes && whole && address == past_address);
            if (execute && write) assert (data == past_word);
            sent_when_idle: assert (send == (answering && idle));
            if (send) assert (answer == expected);
`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (\chip.access.executing == execute && \chip.access.waiting == pending);
            assert (\chip.access.finished == finished);
            assert (due + asked + answering + lost <= 1);
            if (lost) assert (\chip.state == 7);
            else if (due) assert (\chip.state == 4);
            else if (asked) assert (\chip.state == 5);
            else if (answering) assert (\chip.state == 6);
            else assert (\chip.state == (header_bytes == 6 ? 3 : header_bytes >= 2 ? 2 : header_bytes));
            if (!receives && !lost) assert (header_bytes == 6);
            if (asked) assert (execute || pending);
            if (!lost) begin
                assert (header_bytes <= 6 && bytes <= 3);
                if (header_bytes >= 1) begin
                    assert (command >= 1 && command <= 4);
                    assert (\chip.writing == writes && \chip.rising == (command <= 2));
                    assert (\chip.state == 0 || words < length);
                end
                if (header_bytes < 6) assert (bytes == 0 && words == 0);
                if (header_bytes >= 2) assert (\chip.words_left == ((length - words - 1) & 8'hff));
                if (header_bytes >= 2 && header_bytes <= 5) begin
                    assert (\chip.byte_number == header_bytes - 2);
                    assert (\chip.beyond == ((header[31:0] & ((32'h1 << (8 * (header_bytes - 2))) - 1)) != 0));
                end
                if (header_bytes == 1) assert (\chip.byte_number == 0);
                if (header_bytes == 6) begin
                    assert (\chip.byte_number == bytes);
                    assert (\chip.beyond == (place >= 64));
                    assert (\chip.word_address == place[5:0]);
                    if (due || asked) assert (bytes == 0);
                    if (receives) assert (writes);
                    if (answering) assert (!writes && \chip.refused == answer_failed && !pending && !execute);
                end
            end
            assert (\chip.word == word);
`endif
        end
    end

    // Reachable: a word written, a word read, a refused read, the second word of a burst, and the way back from lost.
    reg was_lost = 0;
    always @(posedge clock) was_lost <= was_lost || lost;
    always @* if (started) begin
        cover (execute && write && data == 32'h4341524c);
        cover (send && bytes == 3 && answer == 8'h4c && !answer_failed);
        cover (send && answer_failed);
        cover (execute && words == 1 && command == 2 && address == 1);
        cover (execute && was_lost);
    end
endmodule
