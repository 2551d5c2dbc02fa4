// Proof of carillon_uart_receiver (hdl/src/shared/bus_adapter/uart/receiver.rs), of the build with four clocks a bit.
//
// Proved, for a line that may do as it likes in every clock:
//   - a character is told exactly where, in the clocks before, the line (as it is behind two flip-flops) fell from
//     high to low and was low two clocks later, and high 36 clocks after that: the middles of a start and a stop bit;
//     its bits are what the line was in the eight middles between; nothing of it is within another character;
//   - `broken` is told instead where the stop bit's middle was low, and `pause` with it where all the others were too;
//     after it nothing begins before the line has been high;
//   - 40 clocks of a high line end whatever was under way;
//   - `quiet` comes after 65,533 to 65,536 clocks without a low line or a character, and goes with the next low.
//
// Assumed: reset is high in the first clock.
module uart_receiver (
    input clock,
    input reset,
    input uart_rx
);
    wire arrived, broken, pause, quiet;
    wire [7:0] character;

    carillon_uart_receiver #(.CLOCKS_A_BIT(4)) chip (
        .clock(clock), .reset(reset), .uart_rx(uart_rx), .arrived(arrived), .character(character), .broken(broken),
        .pause(pause), .quiet(quiet)
    );

    // line[n] is the line n clocks ago, as it is behind the flip-flops.
    // No reset reaches the flip-flops behind the pin: what they hold at first is also what has been seen.
    reg first;
    reg [1:0] clocks_of_reset = 3;
    reg [40:0] line;
    wire low = !line[0];

    // The character under way: how many clocks ago its first low was.
    reg started = 0, past_reset = 1;
    reg receiving = 0, stuck = 0, clean = 1;
    reg [5:0] elapsed = 0;
    reg tell_character = 0, tell_broken = 0;
    reg [6:0] high_clocks = 0;
    reg [16:0] silent_clocks = 0;

    always @(posedge clock) begin
        started <= 1;
        if (clocks_of_reset != 0) clocks_of_reset <= clocks_of_reset - 1;
        past_reset <= reset;
        first <= uart_rx;
        line <= {line[39:0], first};
        tell_character <= 0;
        tell_broken <= 0;
        elapsed <= elapsed + 1;
        if (receiving) begin
            if (elapsed == 2 && !low) receiving <= 0;
            if (elapsed == 38) begin
                receiving <= 0;
                tell_character <= !low;
                tell_broken <= low;
                stuck <= low;
            end
        end
        else if (stuck) stuck <= low;
        else if (low) begin
            receiving <= 1;
            clean <= line[1];
            elapsed <= 1;
        end
        high_clocks <= low ? 0 : high_clocks == 64 ? 64 : high_clocks + 1;
        silent_clocks <= receiving || low ? 0 : silent_clocks == 65536 ? 65536 : silent_clocks + 1;
        if (reset) begin
            {receiving, stuck, tell_character, tell_broken} <= 0;
            silent_clocks <= 0;
        end
    end

    // The middles of start bit, data and stop bit, and the falling edge, seen from the clock in which all is told.
    wire [9:0] middles = {line[1], line[5], line[9], line[13], line[17], line[21], line[25], line[29], line[33], line[37]};

    always @* begin
        if (!started) first_clock: assume (reset);
`ifdef PORTS_ONLY
        if (clocks_of_reset != 0) reset_length: assume (reset);
`else
        if (!started) line_before: assume (\chip.first_low == !first && \chip.low == low);
`endif
        if (started) begin
            assert (arrived == tell_character && broken == tell_broken);
            if (arrived) assert (middles[9] && !middles[0] && character == middles[8:1]);
            if (broken) assert (!middles[9] && !middles[0] && pause == (middles[8:1] == 0));
            if (arrived || broken) assert (!line[39] && (line[40] || !clean));
            if (high_clocks >= 40) assert (!receiving && !\chip.receiving && !\chip.stuck );
            assert (!quiet || silent_clocks >= 65533);
            assert (quiet || silent_clocks < 65536);
            assert (silent_clocks <= 65536);
`ifndef PORTS_ONLY
            // Invariants for the induction. `clean`: the line was high before the character (not so after a reset).
            assert (\chip.first_low == !first && \chip.low == low);
            assert (\chip.receiving == receiving && \chip.stuck == stuck);
            assert (\chip.timer <= 3 && \chip.silence <= 16384);
            if (receiving) begin
                assert (elapsed >= 1 && elapsed <= 38 && high_clocks <= elapsed);
                assert (\chip.samples == (elapsed + 1) >> 2);
                assert (\chip.timer == ((38 - elapsed) & 3));
                assert (!line[elapsed] && (line[elapsed + 1] || !clean) && silent_clocks == 0);
                if (elapsed > 2) assert (!line[elapsed - 2]);
                if (elapsed > 6) assert (\chip.data_bits [8 - ((elapsed - 3) >> 2)] == line[elapsed - 6]);
                if (elapsed > 10) assert (\chip.data_bits [9 - ((elapsed - 3) >> 2)] == line[elapsed - 10]);
                if (elapsed > 14) assert (\chip.data_bits [10 - ((elapsed - 3) >> 2)] == line[elapsed - 14]);
                if (elapsed > 18) assert (\chip.data_bits [11 - ((elapsed - 3) >> 2)] == line[elapsed - 18]);
                if (elapsed > 22) assert (\chip.data_bits [12 - ((elapsed - 3) >> 2)] == line[elapsed - 22]);
                if (elapsed > 26) assert (\chip.data_bits [13 - ((elapsed - 3) >> 2)] == line[elapsed - 26]);
                if (elapsed > 30) assert (\chip.data_bits [14 - ((elapsed - 3) >> 2)] == line[elapsed - 30]);
                if (elapsed > 34) assert (\chip.data_bits [15 - ((elapsed - 3) >> 2)] == line[elapsed - 34]);
            end
            if (stuck) assert (!receiving && (low || high_clocks == 0 || high_clocks == 1) && silent_clocks <= 1);
            if (tell_character || tell_broken) begin
                assert (middles == {tell_character, \chip.data_bits , 1'b0});
                assert (!line[39] && (line[40] || !clean) && !receiving);
            end
            assert (!(tell_character && tell_broken));
            if (\chip.silence < 16384 && !receiving) begin
                assert (4 * \chip.silence + 3 - \chip.timer >= silent_clocks);
                assert (4 * \chip.silence + 3 - \chip.timer <= silent_clocks + 3);
            end
`endif
        end
    end
    (* hierconn *) wire \chip.first_low ;
    (* hierconn *) wire \chip.low ;
    (* hierconn *) wire \chip.receiving ;
    (* hierconn *) wire \chip.stuck ;
    (* hierconn *) wire [15:0] \chip.timer ;
    (* hierconn *) wire [3:0] \chip.samples ;
    (* hierconn *) wire [7:0] \chip.data_bits ;
    (* hierconn *) wire [14:0] \chip.silence ;

    // Reachable: a character, a break, another framing error, and a start bit that was none.
    reg begun = 0;
    always @(posedge clock) begun <= receiving;
    always @* if (started && clean) begin
        cover (arrived && character == 8'h4c);
        cover (broken && pause);
        cover (broken && !pause);
        cover (begun && !receiving && !arrived && !broken && !past_reset);
    end
endmodule
