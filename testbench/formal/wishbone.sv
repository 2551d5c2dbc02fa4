// Proof of carillon_wishbone with Wishbone (hdl/src/shared/bus_adapter/wishbone.rs).
//
// Proved, for any master that may do as it likes in every clock:
//   - a transfer that is accepted (cyc and stb, no stall, no reset) is executed in the next clock, with the address,
//     the data and the direction that it had then; nothing else is ever executed;
//   - a transfer is answered in the clock after done, by ack or by err as `failed` says, if cyc was high all the time
//     since it was accepted; nothing else is ever answered, so a cycle that was begun while a transfer of a dropped one
//     goes on does not get its answer;
//   - ack and err are never high together, nor without cyc in the clock before;
//   - stall is high from acceptance to the clock after done, and at no other time;
//   - what register_bus.sv asserts.
//
// Assumed: reset is high in the first clock; what register_bus.sv assumes of done.
module wishbone (
    input clock,
    input reset,
    input wb_cyc,
    input wb_stb,
    input wb_we,
    input [3:0] wb_sel,
    input [5:0] wb_adr,
    input [31:0] wb_dat_w,
    input done,
    input failed
);
    wire wb_ack, wb_err, wb_stall, execute, write, whole, pending, finished;
    wire [5:0] address;
    wire [31:0] data;

    carillon_wishbone chip (
        .clock(clock), .reset(reset), .wb_cyc(wb_cyc), .wb_stb(wb_stb), .wb_we(wb_we), .wb_sel(wb_sel),
        .wb_adr(wb_adr), .wb_dat_w(wb_dat_w), .wb_ack(wb_ack), .wb_err(wb_err), .wb_stall(wb_stall),
        .bus_execute(execute), .bus_write(write), .bus_whole(whole), .bus_address(address), .bus_data(data), .bus_done(done), .bus_failed(failed)
    );
    register_bus bus (
        .clock(clock), .reset(reset), .execute(execute), .write(write), .whole(whole), .address(address), .data(data),
        .done(done), .pending(pending), .finished(finished), .clocks(), .past_reset()
    );
    (* hierconn *) wire \chip.wanted ;

    // What the clock before did, by the ports alone.
    reg started = 0;
    reg accepted = 0, wanted = 0, answered = 0, answered_failed;
    reg accepted_write, accepted_whole;
    reg [5:0] accepted_address;
    reg [31:0] accepted_data;

    always @(posedge clock) begin
        started <= 1;
        accepted <= wb_cyc && wb_stb && !wb_stall && !reset;
        wanted <= ((wb_cyc && wb_stb && !wb_stall) || (wanted && wb_cyc)) && !reset;
        answered <= done && wanted && wb_cyc && !reset;
        answered_failed <= failed;
        accepted_write <= wb_we && wb_sel != 0;
        accepted_whole <= wb_sel == 4'b1111;
        accepted_address <= wb_adr;
        accepted_data <= wb_dat_w;
    end

    always @* begin
        if (!started) first_clock: assume (reset);
        if (started) begin
            assert (execute == accepted);
            if (execute) begin
                assert (write == accepted_write);
                assert (whole == accepted_whole);
                assert (address == accepted_address);
                assert (data == accepted_data);
            end
            assert (wb_ack == (answered && !answered_failed));
            assert (wb_err == (answered && answered_failed));
            assert (wb_stall == (execute || pending || finished));
`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (\chip.wanted == wanted);
`endif
        end
    end

    // Reachable: both answers, a master that gives up and begins anew before the old transfer is done, the slowest
    // answer, and two transfers as close as they may be.
    reg [5:0] since_answer = 63;
    reg write_seen = 0, dropped = 0, again = 0;
    always @(posedge clock) begin
        since_answer <= (wb_ack || wb_err) ? 0 : since_answer == 63 ? 63 : since_answer + 1;
        write_seen <= execute ? write && whole && data == 32'h4341524c : write_seen;
        dropped <= pending && (dropped || !wb_cyc);
        again <= pending && (again || (dropped && wb_cyc && wb_stb));
    end
    always @* if (started) begin
        cover (wb_ack && write_seen);
        cover (wb_err);
        cover (done && again && wb_cyc && wb_stb);
        cover (wb_ack && since_answer == 3);
        cover (wb_ack && since_answer == 34);
    end
endmodule
