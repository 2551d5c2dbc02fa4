// Proof of carillon_axi_lite with AXI4-Lite (hdl/src/shared/bus_adapter/axi_lite.rs).
//
// Proved, for any master that may do as it likes in every clock, one that breaks the rules of AXI included:
//   - every address and every datum of a write, and every address of a read, that is taken (valid and ready) is
//     executed once, in the order in which it came, with what it said; nothing else is ever executed;
//   - every access gets one response, which says what `failed` and read_data said; nothing else gets one;
//   - bvalid and rvalid stay, with the same response, until bready and rready;
//   - no response is lost to the next one; an access that could be made and has no other before it is made at once;
//   - of a write and a read that are both ready, the one of the kind that was not executed last is;
//   - of_write says in the clock of execute whose access it is, also of a write without a strobe;
//   - what register_bus.sv asserts.
//
// Assumed: reset is high in the first clock; what register_bus.sv assumes of done.
module axi_lite (
    input clock,
    input reset,
    input [7:0] awaddr,
    input awvalid,
    input [31:0] wdata,
    input [3:0] wstrb,
    input wvalid,
    input bready,
    input [7:0] araddr,
    input arvalid,
    input rready,
    input done,
    input failed,
    input [31:0] read_data
);
    wire awready, wready, bvalid, arready, rvalid, says_write, execute, write, whole, pending, finished;
    wire [1:0] bresp, rresp;
    wire [31:0] rdata, data;
    wire [5:0] address;

    carillon_axi_lite chip (
        .clock(clock), .reset(reset), .s_axi_awaddr(awaddr), .s_axi_awvalid(awvalid), .s_axi_awready(awready),
        .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_bresp(bresp),
        .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_araddr(araddr), .s_axi_arvalid(arvalid),
        .s_axi_arready(arready), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rvalid(rvalid),
        .s_axi_rready(rready), .of_write(says_write), .bus_execute(execute), .bus_write(write), .bus_whole(whole),
        .bus_address(address), .bus_data(data), .bus_done(done), .bus_failed(failed), .bus_read_data(read_data)
    );
    register_bus bus (
        .clock(clock), .reset(reset), .execute(execute), .write(write), .whole(whole), .address(address), .data(data),
        .done(done), .pending(pending), .finished(finished), .clocks(), .past_reset()
    );

    // What has been taken and not executed, by the ports alone.
    reg started = 0;
    reg aw = 0, w = 0, ar = 0;
    reg [5:0] aw_address, ar_address;
    reg [31:0] w_data;
    reg w_whole, w_some;
    // What is answered: write responses (b), read responses (r), one clock later.
    reg last_write = 0, b = 0, b_failed, r_next = 0, r_next_failed, r = 0, r_failed;
    reg [31:0] r_data;
    // The clock before.
    reg write_could = 0, read_could = 0, past_reset = 1;
    reg past_b_held = 0, past_r_held = 0;
    reg [1:0] past_bresp;
    reg [33:0] past_r;
    // The access is a write's. One of no byte is executed as a read.
    wire of_write = write_could && !(read_could && last_write);

    always @(posedge clock) begin
        started <= 1;
        past_reset <= reset;
        if (execute && of_write) begin
            aw <= 0;
            w <= 0;
        end
        if (execute && !of_write) ar <= 0;
        if (awvalid && awready) begin
            aw <= 1;
            aw_address <= awaddr[7:2];
        end
        if (wvalid && wready) begin
            w <= 1;
            w_data <= wdata;
            w_whole <= wstrb == 4'b1111;
            w_some <= wstrb != 0;
        end
        if (arvalid && arready) begin
            ar <= 1;
            ar_address <= araddr[7:2];
        end
        if (execute) last_write <= of_write;
        if (b && bready) b <= 0;
        if (done && pending && last_write) begin
            b <= 1;
            b_failed <= failed;
        end
        r_next <= done && pending && !last_write;
        r_next_failed <= failed;
        if (r && rready) r <= 0;
        if (r_next) begin
            r <= 1;
            r_failed <= r_next_failed;
            r_data <= read_data;
        end
        write_could <= !(execute || pending || finished) && aw && w && !b;
        read_could <= !(execute || pending || finished) && ar && !r;
        past_b_held <= bvalid && !bready;
        past_r_held <= rvalid && !rready;
        past_bresp <= bresp;
        past_r <= {rresp, rdata};
        if (reset) begin
            {aw, w, ar, b, r_next, r, last_write, write_could, read_could} <= 0;
        end
    end

    always @* begin
        if (!started) first_clock: assume (reset);
        if (started) begin
            // Requests: none taken while one is held, none executed that was not taken.
            assert (!(awready && aw && !(execute && of_write)));
            assert (!(wready && w && !(execute && of_write)));
            assert (!(arready && ar && !(execute && !of_write)));
            if (execute && of_write) begin
                assert (aw && w && address == aw_address && data == w_data && whole == w_whole);
            end
            if (execute && !of_write) assert (ar && address == ar_address);
            // Each is made as soon as it can be, in turns.
            assert (execute == (write_could || read_could));
            if (execute) assert (write == (of_write && w_some) && says_write == of_write);
            // Responses.
            assert (bvalid == b && rvalid == r);
            if (b) assert (bresp == {b_failed, 1'b0});
            if (r) assert (rresp == {r_failed, 1'b0} && rdata == r_data);
            assert (!(b && done && pending && last_write) && !(r && r_next));
            // The rule of AXI, in its own words.
            if (!past_reset) begin
                if (past_b_held) assert (bvalid && bresp == past_bresp);
                if (past_r_held) assert (rvalid && {rresp, rdata} == past_r);
            end
            else assert (!bvalid && !rvalid);
`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (awready == !(aw && !(execute && of_write)));
            assert (wready == !(w && !(execute && of_write)));
            assert (arready == !(ar && !(execute && !of_write)));
            assert (\chip.write_last == (execute ? of_write : last_write));
            assert (\chip.read_done == r_next && (!r_next || \chip.read_failed == r_next_failed));
            if (aw) assert (\chip.write_address == aw_address || awready);
            if (w) assert ((\chip.write_data == w_data && \chip.write_whole == w_whole
                && \chip.write_some == w_some) || wready);
            if (ar) assert (\chip.read_address == ar_address || arready);
            if (execute || pending) assert ((execute ? of_write : last_write) ? !b : !r && !r_next);
            if (pending && write) assert (last_write);
            if (finished) assert (r_next == !last_write);
            else assert (!r_next);
            assert (\chip.access.executing == execute && \chip.access.waiting == pending);
            assert (\chip.access.finished == finished);
`endif
        end
    end
    (* hierconn *) wire \chip.write_last ;
    (* hierconn *) wire \chip.read_done ;
    (* hierconn *) wire \chip.read_failed ;
    (* hierconn *) wire [5:0] \chip.write_address ;
    (* hierconn *) wire [31:0] \chip.write_data ;
    (* hierconn *) wire \chip.write_whole ;
    (* hierconn *) wire \chip.write_some ;
    (* hierconn *) wire [5:0] \chip.read_address ;
    (* hierconn *) wire \chip.access.executing ;
    (* hierconn *) wire \chip.access.waiting ;
    (* hierconn *) wire \chip.access.finished ;

    // Reachable: both kinds of each response, a datum that waits for its address and the other way round, turns, and
    // reads that go on while a write response is not taken.
    reg [1:0] reads_beside = 0, turns = 0;
    always @(posedge clock) begin
        reads_beside <= !(bvalid && !bready) ? 0 : reads_beside + (rvalid && rready && reads_beside != 3);
        if (execute) turns <= of_write == last_write ? 0 : turns + (turns != 3);
    end
    always @* if (started && !past_reset) begin
        cover (bvalid && bready && bresp == 2);
        cover (bvalid && bready && bresp == 0 && data == 32'h4341524c);
        cover (rvalid && rready && rresp == 2);
        cover (rvalid && rready && rresp == 0 && rdata == 32'h4341524c);
        cover (w && !aw && awvalid);
        cover (aw && !w && wvalid);
        cover (execute && write && !whole);
        cover (reads_beside == 2);
        cover (turns == 3);
    end
endmodule
