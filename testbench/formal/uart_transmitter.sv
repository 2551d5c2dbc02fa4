// Proof of carillon_uart_transmitter (hdl/src/shared/bus_adapter/uart/transmitter.rs), of the build with four clocks a
// bit.
//
// Proved, for characters sent at any time when `idle`: in the 40 clocks after `send` the line is low for four, shows
// each bit of the character for four, the lowest first, and is high for four; then `idle` comes, and the line is high
// until the next `send`. A reset leaves a high line.
//
// Assumed: reset is high in the first clock; nobody sends unless `idle`.
module uart_transmitter (
    input clock,
    input reset,
    input send,
    input [7:0] character
);
    wire idle, uart_tx;

    carillon_uart_transmitter #(.CLOCKS_A_BIT(4)) chip (
        .clock(clock), .reset(reset), .send(send), .character(character), .idle(idle), .uart_tx(uart_tx)
    );
    (* hierconn *) wire [8:0] \chip.low_bits ;
    (* hierconn *) wire [3:0] \chip.bits_left ;
    (* hierconn *) wire [15:0] \chip.timer ;

    reg started = 0;
    reg sending = 0;
    reg [5:0] elapsed = 0;
    reg [9:0] frame = 0;

    always @(posedge clock) begin
        started <= 1;
        elapsed <= elapsed + 1;
        if (sending && elapsed == 39) sending <= 0;
        if (send) begin
            sending <= 1;
            elapsed <= 0;
            frame <= {1'b1, character, 1'b0};
        end
        if (reset) sending <= 0;
    end

    always @* begin
        if (!started) first_clock: assume (reset);
        sent_when_idle: assume (!send || idle);
        if (started) begin
            assert (idle == !sending);
            assert (uart_tx == (!sending || frame[elapsed[5:2]]));
`ifndef PORTS_ONLY
            // Invariants for the induction.
            if (sending) begin
                assert (elapsed < 40 && frame[9] && !frame[0]);
                assert (\chip.timer == 3 - elapsed[1:0]);
                assert (\chip.bits_left == 10 - elapsed[5:2]);
                assert (\chip.low_bits == (~{9'h1ff, frame} >> elapsed[5:2]));
            end
            else assert (\chip.low_bits == 0 && \chip.bits_left == 0);
`endif
        end
    end

    reg again = 0;
    always @(posedge clock) again <= (again || (sending && elapsed == 39)) && !reset;
    always @* if (started) cover (again && sending && elapsed == 5 && frame == 10'h296);
endmodule
