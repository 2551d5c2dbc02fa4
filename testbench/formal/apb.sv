// Proof of carillon_apb with APB (hdl/src/shared/bus_adapter/apb.rs).
//
// Proved, for any master that may do as it likes in every clock:
//   - a transfer that is accepted (psel, while the register bus is not busy, no reset) is executed in the next clock,
//     with the address, the data and the direction that it had then; nothing else is ever executed;
//   - a transfer is answered in the clock after done, by pready, and pslverr as `failed` says, if psel was high all the
//     time since it was accepted; nothing else is ever answered;
//   - pslverr is never high without pready, nor that without psel in the clock before;
//   - what register_bus.sv asserts.
//   - the clock after an answer is free, so the next setup clock of a master that keeps to APB is accepted.
//
// Assumed: reset is high in the first clock; what register_bus.sv assumes of done.
module apb (
    input clock,
    input reset,
    input psel,
    input pwrite,
    input [3:0] pstrb,
    input [7:0] paddr,
    input [31:0] pwdata,
    input done,
    input failed
);
    wire pready, pslverr, accepts, execute, write, whole, pending, finished;
    wire [5:0] address;
    wire [31:0] data;

    carillon_apb chip (
        .clock(clock), .reset(reset), .psel(psel), .paddr(paddr), .pwrite(pwrite), .pwdata(pwdata), .pstrb(pstrb),
        .pready(pready), .pslverr(pslverr), .accepted(accepts), .bus_execute(execute), .bus_write(write),
        .bus_whole(whole), .bus_address(address), .bus_data(data), .bus_done(done), .bus_failed(failed)
    );
    register_bus bus (
        .clock(clock), .reset(reset), .execute(execute), .write(write), .whole(whole), .address(address), .data(data),
        .done(done), .pending(pending), .finished(finished), .clocks(), .past_reset()
    );
    (* hierconn *) wire \chip.wanted ;
    (* hierconn *) wire \chip.access.busy ;

    // What the clock before did, by the ports alone.
    reg started = 0;
    reg accepted = 0, wanted = 0, answered = 0, answered_failed;
    reg accepted_write, accepted_whole;
    reg [5:0] accepted_address;
    reg [31:0] accepted_data;
    wire free = !(execute || pending || finished);

    always @(posedge clock) begin
        started <= 1;
        accepted <= psel && free && !reset;
        wanted <= ((psel && free) || (wanted && psel)) && !reset;
        answered <= done && wanted && psel && !reset;
        answered_failed <= failed;
        accepted_write <= pwrite && pstrb != 0;
        accepted_whole <= pstrb == 4'b1111;
        accepted_address <= paddr[7:2];
        accepted_data <= pwdata;
    end

    always @* begin
        if (!started) first_clock: assume (reset);
        if (started) begin
            assert (accepts == (psel && free));
            assert (execute == accepted);
            if (execute) begin
                assert (write == accepted_write);
                assert (whole == accepted_whole);
                assert (address == accepted_address);
                assert (data == accepted_data);
            end
            assert (pready == answered);
            assert (pslverr == (answered && answered_failed));
            // The clock after the answer is free: the next setup clock is accepted.
            if (pready) assert (finished && !execute && !pending);
`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (\chip.wanted == wanted && \chip.access.busy == !free);
`endif
        end
    end

    // Reachable: both answers, a master that gives up and begins anew before the old transfer is done, the slowest
    // answer, and two transfers as close as they may be.
    reg [5:0] since_answer = 63;
    reg write_seen = 0, dropped = 0, again = 0;
    always @(posedge clock) begin
        since_answer <= pready ? 0 : since_answer == 63 ? 63 : since_answer + 1;
        write_seen <= execute ? write && whole && data == 32'h4341524c : write_seen;
        dropped <= pending && (dropped || !psel);
        again <= pending && (again || (dropped && psel));
    end
    always @* if (started) begin
        cover (pready && !pslverr && write_seen);
        cover (pready && pslverr);
        cover (done && again && psel);
        cover (pready && since_answer == 3);
        cover (pready && since_answer == 34);
    end
endmodule
