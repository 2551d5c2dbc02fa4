// Proof of carillon$front, the Wishbone front end (hdl/src/wishbone.rs).
//
// Proved, for any master that may do as it likes in every clock:
//   - a transfer that is accepted (cyc and stb, no stall, no reset) is executed in the next clock, with the address,
//     the data and the direction that it had then; nothing else is ever executed;
//   - an executed transfer is answered in the next clock, by ack or by err as `failed` says, unless the master has
//     dropped cyc or the chip is reset; nothing else is ever answered;
//   - ack and err are never high together, nor without cyc in the clock before;
//   - the bus is free again three clocks after it was taken.
//
// Assumed: reset is high in the first clock.
module wishbone (
    input clock,
    input reset,
    input wb_cyc,
    input wb_stb,
    input wb_we,
    input [3:0] wb_sel,
    input [5:0] wb_adr,
    input [31:0] wb_dat_w,
    input failed
);
    wire wb_ack, wb_err, wb_stall, execute, write, whole;
    wire [5:0] address;
    wire [31:0] data;

    \carillon$front chip (
        .clock(clock), .reset(reset), .wb_cyc(wb_cyc), .wb_stb(wb_stb), .wb_we(wb_we), .wb_sel(wb_sel),
        .wb_adr(wb_adr), .wb_dat_w(wb_dat_w), .wb_ack(wb_ack), .wb_err(wb_err), .wb_stall(wb_stall),
        .execute(execute), .write(write), .whole(whole), .address(address), .data(data), .failed(failed)
    );

    // What the clock before did, by the ports alone.
    reg started = 0;
    reg accepted = 0, executed = 0, held = 0;
    reg accepted_write, accepted_whole;
    reg [5:0] accepted_address;
    reg [31:0] accepted_data;
    reg [1:0] stalled = 0;

    always @(posedge clock) begin
        started <= 1;
        accepted <= wb_cyc && wb_stb && !wb_stall && !reset;
        executed <= execute && !reset;
        held <= wb_cyc;
        accepted_write <= wb_we;
        accepted_whole <= wb_sel == 4'b1111;
        accepted_address <= wb_adr;
        accepted_data <= wb_dat_w;
        stalled <= wb_stall ? stalled + 1 : 0;
    end

    always @* begin
        if (!started) assume (reset);
        if (started) begin
            assert (execute == accepted);
            if (execute) begin
                assert (write == accepted_write);
                assert (whole == accepted_whole);
                assert (address == accepted_address);
                assert (data == accepted_data);
            end
            assert ((wb_ack || wb_err) == (executed && held));
            assert (!(wb_ack && wb_err));
            assert (!wb_ack || !failed);
            assert (!wb_err || failed);
            assert (stalled <= 2 && !(stalled == 2 && wb_stall));
        end
    end

    // Reachable: both answers, a master that gives up, and two transfers as close as they may be.
    reg [3:0] since_answer = 15;
    always @(posedge clock) since_answer <= (wb_ack || wb_err) ? 0 : since_answer == 15 ? 15 : since_answer + 1;
    always @* if (started) begin
        cover (wb_ack && write_seen);
        cover (wb_err);
        cover (executed && !held && !wb_ack && !wb_err);
        cover (wb_ack && since_answer == 2);
    end
    reg write_seen = 0;
    always @(posedge clock) write_seen <= execute && write && whole && data == 32'h4341524c;
endmodule
