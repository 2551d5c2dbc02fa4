// Proof of carillon_spi with SPI (hdl/src/shared/bus_adapter/spi.rs), its synchronisers and its checksum included.
//
// Proved, for pins that may do as they like in every clock:
//   - an access is made if and only if, since spi_cs_n fell, the bits of a read's or a write's request have come, the
//     last eight of them are the CRC-8/AUTOSAR of those before, spi_cs_n is low still, and no access is under way; with
//     the address and the word of that request;
//   - spi_miso is 0 up to the status byte and whenever the chip is not selected; then it shows the status
//     of this frame's request, the word that was read, and the checksum of what was sent;
//   - a high spi_cs_n, once seen, ends the frame from any state; after a reset nothing is taken in before that;
//   - where no level of spi_sck is shorter than 4 clocks (`PACED`), no status ever says `not finished`;
//   - what register_bus.sv asserts.
//
// Assumed: reset is high in the first clock; what register_bus.sv assumes of done; the word read stands from the clock
// after done to the next execute. With `PACED`, of spi_sck as it is two clocks later, behind its flip-flops: a level
// lasts 4 clocks or more.
module spi #(
    parameter PACED = 0
) (
    input clock,
    input reset,
    input spi_sck,
    input spi_cs_n,
    input spi_mosi,
    input done,
    input failed,
    input [31:0] read_data
);
    wire spi_miso, execute, write, whole, pending, finished;
    wire [5:0] address;
    wire [31:0] data;

    carillon_spi chip (
        .clock(clock), .reset(reset), .spi_sck(spi_sck), .spi_cs_n(spi_cs_n), .spi_mosi(spi_mosi),
        .spi_miso(spi_miso), .bus_execute(execute), .bus_write(write), .bus_whole(whole), .bus_address(address), .bus_data(data),
        .bus_done(done), .bus_failed(failed), .bus_read_data(read_data)
    );
    register_bus bus (
        .clock(clock), .reset(reset), .execute(execute), .write(write), .whole(whole), .address(address), .data(data),
        .done(done), .pending(pending), .finished(finished), .clocks(waited), .past_reset()
    );
    wire [5:0] waited;

    // CRC-8/AUTOSAR, a bit at a time.
    function [7:0] step(input [7:0] remainder, input next);
        step = {remainder[6:0], 1'b0} ^ ((remainder[7] ^ next) ? 8'h2f : 8'h00);
    endfunction
    // The same for the newest `count` bits, 8 at the most; the newest is the lowest.
    function [7:0] steps(input [7:0] remainder, input [7:0] bits, input [6:0] count);
        integer i;
        begin
            steps = remainder;
            for (i = 7; i >= 0; i = i - 1) if (i < count) steps = step(steps, bits[i]);
        end
    endfunction

    // The pins two clocks ago, and what they mean.
    // No reset reaches the flip-flops behind the pins and the command: what they hold at first is also what has been
    // seen.
    reg [2:0] sck;
    reg [1:0] mosi, select;
    reg [1:0] clocks_of_reset = 3;
    wire rising = select[1] && sck[1] && !sck[2];
    wire falling = select[1] && !sck[1] && sck[2];

    // The frame so far.
    reg started = 0, past_reset = 1;
    reg [6:0] count = 0;
    reg [47:0] bits = 0;
    reg [7:0] command;
    wire is_write = command[1:0] == 2'b01;
    wire is_read = command[1:0] == 2'b10;
    reg complete = 0;
    // What became of it.
    reg judged = 0, wrong = 0, mine = 0, answered = 0, answered_failed = 0;
    // The remainder of what has come, and of what the request's checksum is about.
    reg [7:0] remainder = 8'hff;
    reg [7:0] of_request = 0;
    wire right = bits[7:0] == ~of_request;
    wire starts = complete && right && select[1] && !(execute || pending || finished);
    reg past_starts = 0;
    // What is sent.
    reg [7:0] sent_crc = 8'hff;
    reg [7:0] sending = 0;
    wire [7:0] status = wrong ? 8'ha4 : answered ? (answered_failed ? 8'ha2 : 8'ha1) : 8'ha8;

    always @(posedge clock) begin
        started <= 1;
        if (clocks_of_reset != 0) clocks_of_reset <= clocks_of_reset - 1;
        past_reset <= reset;
        sck <= {sck[1:0], spi_sck};
        mosi <= {mosi[0], spi_mosi};
        select <= {select[0], !spi_cs_n};
        complete <= 0;
        past_starts <= starts && !reset;
        if (rising && count < 72) begin
            count <= count + 1;
            if (count < 48) bits <= {bits[46:0], mosi[1]};
            if (count < 8) command <= {command[6:0], mosi[1]};
            remainder <= step(remainder, mosi[1]);
            if (count == 7 || count == 39) of_request <= step(remainder, mosi[1]);
            complete <= (is_read && count == 15) || (is_write && count == 47);
            if (judged) sent_crc <= step(sent_crc, spi_miso);
        end
        if (complete) begin
            judged <= 1;
            wrong <= !right;
            mine <= right && !(execute || pending || finished);
        end
        if (done && mine) begin
            answered <= 1;
            answered_failed <= failed;
        end
        if (falling) begin
            sending <= {sending[6:0], 1'b0};
            if (count[2:0] == 0) begin
                sending <= 0;
                if (judged && count == (is_read ? 24 : 56)) sending <= status;
                if (judged && is_read && count == 32) sending <= read_data[31:24];
                if (judged && is_read && count == 40) sending <= read_data[23:16];
                if (judged && is_read && count == 48) sending <= read_data[15:8];
                if (judged && is_read && count == 56) sending <= read_data[7:0];
                if (judged && count == 64) sending <= ~sent_crc;
            end
        end
        if (!select[1] || reset) begin
            count <= reset ? 72 : 0;
            {complete, judged, wrong, mine, answered, answered_failed} <= 0;
            sending <= 0;
            remainder <= 8'hff;
            sent_crc <= 8'hff;
        end
    end

    // The pace: how long spi_sck has had its level, and how long ago the last bit of the request came.
    reg [2:0] level_clocks = 4;
    reg [7:0] since_request = 0;
    wire [6:0] counted = count + rising;
    wire [6:0] counted_since = counted - (is_read ? 16 : 48);
    wire [7:0] within_bit = (sck[1] ? 0 : 4) + level_clocks - 1;
    always @(posedge clock) begin
        level_clocks <= sck[0] != sck[1] ? 1 : level_clocks == 4 ? 4 : level_clocks + 1;
        since_request <= complete ? 2 : since_request == 255 ? 255 : since_request + 1;
    end

    reg [31:0] past_read_data;
    reg past_stands = 0;
    always @(posedge clock) begin
        past_read_data <= read_data;
        past_stands <= !(execute || pending);
    end

    always @* begin
        if (!started) first_clock: assume (reset);
`ifdef PORTS_ONLY
        if (clocks_of_reset != 0) reset_length: assume (reset);
`else
        if (!started) begin
            pins_sck_before: assume ({\chip.pins.third_sck , \chip.pins.second_sck , \chip.pins.first_sck } == sck);
            pins_select_before: assume ({\chip.pins.second_select , \chip.pins.first_select } == select);
            pins_mosi_before: assume ({\chip.pins.second_mosi , \chip.pins.first_mosi } == mosi);
        end
        if (clocks_of_reset == 2) command_before: assume (\chip.command == command);
`endif
        if (past_stands && !(execute || pending)) word_stands: assume (read_data == past_read_data);
`ifdef HURRY
        // A run from reset as short as it can be.
        if (started) hurry_select: assume (!spi_cs_n || !select[0]);
        if (started) hurry_clock: assume (spi_sck != sck[0]);
`endif
        if (PACED) paced_clock: assume (sck[0] == sck[1] || level_clocks == 4);
        if (started) begin
            assert (execute == past_starts);
            if (execute) begin
                assert (write == is_write && (is_write || is_read) && whole);
                assert (address == command[7:2]);
                if (write) assert (data == bits[39:8] && command == bits[47:40]);
                else assert (command == bits[15:8]);
            end
            assert (spi_miso == sending[7]);
            if (count < 24) assert (!spi_miso);
            if (PACED && falling && judged && count == (is_read ? 24 : 56)) assert (status != 8'ha8);
`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (count <= 72);
            assert ({\chip.pins.third_sck , \chip.pins.second_sck , \chip.pins.first_sck } == sck);
            assert ({\chip.pins.second_select , \chip.pins.first_select } == select);
            assert ({\chip.pins.second_mosi , \chip.pins.first_mosi } == mosi);
            assert (\chip.place == count);
            assert (\chip.command == command);
            assert (\chip.judging == complete && \chip.answering == judged);
            assert (\chip.wrong == wrong && \chip.asked == mine);
            assert (\chip.ended == answered && \chip.refused == answered_failed);
            assert (\chip.reply == sending);
            if (!past_selected) assert ((count == 0 || past_reset) && !complete && !judged);
            if (past_reset) assert (count == 72);
            if (!judged) assert (!wrong && !mine && !answered && sending == 0);
            if (count < 24) assert (sending == 0);
            if (!answered) assert (!answered_failed);
            if (wrong || answered) assert (mine == !wrong);
            if (!judged && count < 72) assert (~\chip.checksum.inverted == remainder);
            if (count == 0) assert (remainder == 8'hff);
            if (count >= 8 && count <= 16) assert (remainder == steps(of_request, bits, count - 8));
            if (count >= 40 && count <= 48) assert (remainder == steps(of_request, bits, count - 40));
            assert (judged ? ~\chip.checksum.inverted == sent_crc : sent_crc == 8'hff);
            if (count < 8) assert (((command ^ bits) & ((48'h1 << count) - 1)) == 0);
            else if (count <= 48) assert (command == ((bits >> (count - 8)) & 48'hff));
            if (count >= 8 && count <= 40) assert (((\chip.word ^ bits) & ((48'h1 << (count - 8)) - 1)) == 0);
            if (count >= 40 && count <= 48) assert (\chip.word == ((bits >> (count - 40)) & 48'hffffffff));
            if (complete) assert (!judged && sck[2] && count == (is_read ? 16 : 48));
            if (complete || judged) assert (is_read || is_write);
            if (judged) assert (count >= (is_read ? 16 : 48));
            if (!judged && !complete && count < 72) assert (!(is_read && count >= 16) && !(is_write && count >= 48));
            if (execute) assert (count == (is_read ? 16 : 48) || !judged);
            if (PACED) begin
                assert (level_clocks >= 1 && level_clocks <= 4);
                assert (sck[1] == sck[2] || level_clocks == 1);
                if (mine && !answered) assert (execute ? since_request == 2 : pending && since_request == waited + 2);
                if (judged && counted_since <= 9) assert (since_request >= 8 * counted_since + within_bit);
                if (pending && !judged && counted >= 1) assert (waited >= 8 * (counted - 1) + within_bit);
                if (mine && answered == 0) assert (counted_since <= 4);
                if (judged) assert (mine || wrong);
            end
            assert (\chip.access.executing == execute && \chip.access.waiting == pending);
            assert (\chip.access.finished == finished);
`endif
        end
    end
    reg past_selected = 0;
    always @(posedge clock) past_selected <= select[1];
    (* hierconn *) wire \chip.pins.first_sck ;
    (* hierconn *) wire \chip.pins.second_sck ;
    (* hierconn *) wire \chip.pins.third_sck ;
    (* hierconn *) wire \chip.pins.first_select ;
    (* hierconn *) wire \chip.pins.second_select ;
    (* hierconn *) wire \chip.pins.first_mosi ;
    (* hierconn *) wire \chip.pins.second_mosi ;
    (* hierconn *) wire [6:0] \chip.place ;
    (* hierconn *) wire [7:0] \chip.command ;
    (* hierconn *) wire [31:0] \chip.word ;
    (* hierconn *) wire \chip.judging ;
    (* hierconn *) wire \chip.answering ;
    (* hierconn *) wire \chip.asked ;
    (* hierconn *) wire \chip.wrong ;
    (* hierconn *) wire \chip.ended ;
    (* hierconn *) wire \chip.refused ;
    (* hierconn *) wire [7:0] \chip.reply ;
    (* hierconn *) wire [7:0] \chip.checksum.inverted ;
    (* hierconn *) wire \chip.access.executing ;
    (* hierconn *) wire \chip.access.waiting ;
    (* hierconn *) wire \chip.access.finished ;

    // Reachable from reset: a read, and a wrong checksum.
    always @* if (started) begin
        cover (execute && !write && address == 6'h15);
        cover (judged && wrong && command == 8'h56);
`ifdef FAR
        // From any state that fulfils all the above.
        cover (done && !mine);
        cover (execute && write && data == 32'h4341524c);
        cover (falling && count == 24 && judged && is_read && status == 8'ha1);
        cover (falling && count == 56 && judged && is_write && status == 8'ha2);
        cover (PACED || (falling && count == 56 && judged && is_write && status == 8'ha8));
        cover (PACED || (complete && right && (pending || finished)));
        cover (rising && count == 71 && sending == 8'h80);
`endif
    end
endmodule
