// Proof of carillon_wishbone_crossing, with two clocks that rise whenever they like.
//
// Proved, for any host and both resets at any time:
//   - a transfer is accepted only when nothing of the one before is left to do on either side;
//   - the chip's side begins each accepted transfer once, with the address, data, lanes and direction that it had,
//     and nothing else; of one that a reset of the chip has refused it begins nothing any more;
//   - the host's side answers once, after the chip has answered, with the chip's word and its ack or err; by err
//     where a reset of the chip has cut the transfer short; never by both at once, nor without wb_cyc in the clock
//     before;
//   - of a transfer that the host has neither dropped nor lost to its reset, the answer comes: the chip's side begins
//     it within three of its clocks outside a reset, and the host's side is free again within four of its own after
//     the chip's answer;
//   - wb_cyc goes with each request to the chip and stays until its answer or a reset of the chip.
//
// Assumed: inputs change with their clocks; the chip answers a transfer that it has accepted, once, by ack or err, in a
// later clock, and accepts none meanwhile; a reset makes it forget it. Flip-flops are ideal: of metastability the proof
// says nothing, but each clock may rise at any time after the other.
module crossing (
    (* gclk *) input gclk,
    input host_clock,
    input host_reset,
    input wb_cyc,
    input wb_stb,
    input wb_we,
    input [3:0] wb_sel,
    input [1:0] wb_adr,
    input [31:0] wb_dat_w,
    input chip_clock,
    input chip_reset,
    input [31:0] chip_dat_r,
    input chip_ack,
    input chip_err,
    input chip_stall
);
    wire [31:0] wb_dat_r, chip_dat_w;
    wire wb_ack, wb_err, wb_stall, chip_cyc, chip_stb, chip_we;
    wire [3:0] chip_sel;
    wire [1:0] chip_adr;
    carillon_wishbone_crossing #(.ADDRESS_BITS(2)) dut (
        .host_clock(host_clock), .host_reset(host_reset), .irq(), .wb_cyc(wb_cyc), .wb_stb(wb_stb), .wb_we(wb_we),
        .wb_sel(wb_sel), .wb_adr(wb_adr), .wb_dat_w(wb_dat_w), .wb_dat_r(wb_dat_r), .wb_ack(wb_ack), .wb_err(wb_err),
        .wb_stall(wb_stall), .chip_clock(chip_clock), .chip_reset(chip_reset), .chip_irq(1'b0), .chip_cyc(chip_cyc),
        .chip_stb(chip_stb), .chip_we(chip_we), .chip_sel(chip_sel), .chip_adr(chip_adr), .chip_dat_w(chip_dat_w),
        .chip_dat_r(chip_dat_r), .chip_ack(chip_ack), .chip_err(chip_err), .chip_stall(chip_stall)
    );
    (* hierconn *) wire \dut.request ;
    (* hierconn *) wire \dut.answer ;
    (* hierconn *) wire \dut.to_do ;
    (* hierconn *) wire \dut.wanted ;
    (* hierconn *) wire \dut.was_under_way ;
    (* hierconn *) wire [1:0] \dut.request_there ;
    (* hierconn *) wire [1:0] \dut.answer_here ;
    (* hierconn *) wire [38:0] \dut.asked ;
    (* hierconn *) wire [32:0] \dut.told ;

    wire [5:0] chain = {
        \dut.request , \dut.request_there [0], \dut.request_there [1], \dut.answer , \dut.answer_here [0],
        \dut.answer_here [1]
    };
    wire [4:0] changes = chain[5:1] ^ chain[4:0];

    // Yosys drops the first values of what is looked at from outside.
    always @* if (!begun) first_values: assume (chain == 0 && !\dut.was_under_way );

    // Inputs change with the clock before.
    reg past_host_clock = 1, past_chip_clock = 1, begun = 0;
    reg [41:0] past_host;
    reg [35:0] past_chip;
    wire [41:0] host = {host_reset, wb_cyc, wb_stb, wb_we, wb_sel, wb_adr, wb_dat_w};
    wire [35:0] chip = {chip_reset, chip_ack, chip_err, chip_stall, chip_dat_r};
    always @(posedge gclk) begin
        begun <= 1;
        past_host_clock <= host_clock;
        past_chip_clock <= chip_clock;
        past_host <= host;
        past_chip <= chip;
    end
    always @* if (begun) begin
        if (past_host_clock || !host_clock) assume (host == past_host);
        if (past_chip_clock || !chip_clock) assume (chip == past_chip);
    end

    // The host's side counts what it has accepted, by one bit, and keeps it.
    reg accepted = 0, kept = 0, host_begun = 0, past_cyc = 0;
    reg [38:0] request;
    reg [2:0] host_clocks = 0;
    wire accepts = wb_cyc && wb_stb && !wb_stall && !host_reset;
    wire nothing_left = begins == accepted && answered == accepted;
    always @(posedge host_clock) begin
        host_begun <= 1;
        past_cyc <= wb_cyc && !host_reset;
        if (accepts) begin
            accepted <= !accepted;
            request <= {wb_we, wb_sel, wb_adr, wb_dat_w};
        end
        // The answer is still owed.
        kept <= accepts || (kept && wb_cyc && !host_reset && !wb_ack && !wb_err);
        host_clocks <= nothing_left && wb_stall ? host_clocks + (host_clocks != 7) : 0;
    end

    // The chip's side counts what it begins and what the chip has answered or its reset refused.
    reg begins = 0, answered = 0, chip_begun = 0, pending = 0;
    reg [32:0] answer;
    reg [2:0] chip_clocks = 0;
    wire taken = chip_begun && chip_cyc && chip_stb && !chip_stall && !chip_reset;
    wire refused = chip_reset && \dut.to_do ;
    always @(posedge chip_clock) begin
        chip_begun <= 1;
        pending <= (taken || (pending && !chip_ack && !chip_err)) && !chip_reset;
        if (refused) begin
            begins <= accepted;
            answered <= accepted;
            answer <= {1'b1, chip_dat_r};
        end else begin
            if (taken) begins <= !begins;
            if (chip_ack || chip_err) begin
                answered <= begins;
                answer <= {chip_err, chip_dat_r};
            end
        end
        chip_clocks <= begins != accepted && !chip_stb && !chip_reset ? chip_clocks + (chip_clocks != 7) : 0;
    end

    always @* begin
        if (!host_begun) host_resets_first: assume (host_reset);
        if (!chip_begun) chip_resets_first: assume (chip_reset);
        chip_answers_once: assume (!(chip_ack && chip_err) && (pending || !(chip_ack || chip_err)));
        chip_stalls: assume (!pending || chip_stall);
        if (host_begun) begin
            if (!wb_stall) assert (nothing_left);
            assert (!(wb_ack && wb_err));
            if (wb_ack || wb_err) begin
                assert (nothing_left && kept && past_cyc);
                assert (wb_err == answer[32]);
                assert (wb_dat_r == answer[31:0]);
            end
            assert (host_clocks <= 4);
            // What is owed and not given yet will be.
            if (kept) assert (wb_stall && (wb_ack || wb_err || \dut.wanted ));
        end
        if (chip_begun) begin
            if (chip_stb) begin
                assert (chip_cyc && begins != accepted);
                assert ({chip_we, chip_sel, chip_adr, chip_dat_w} == request);
            end
            assert (chip_clocks <= 3);
            if (pending) assert (chip_cyc && !chip_stb);
            if (chip_cyc) assert (answered != accepted && (chip_stb || pending));
        end
`ifndef PORTS_ONLY
        // Invariants for the induction. From the host's toggle through the chip's back to the host changes one at most.
        assert ((changes & (changes - 5'd1)) == 0);
        if (!host_begun) assert (!accepted && !kept && chain == 0 && !\dut.was_under_way );
        if (!chip_begun) assert (!begins && !answered && !pending && chain[4:0] == 0);
        assert (\dut.request == accepted);
        assert (\dut.answer == answered);
        assert (begins == answered || pending);
        if (chip_begun && chip_cyc) assert (\dut.to_do );
        if (chip_begun && pending) assert (begins == accepted);
        if (\dut.request != \dut.answer_here [1]) assert (\dut.asked == request);
        if (accepted == answered && host_begun && wb_stall && !wb_ack && !wb_err) assert (\dut.told == answer);
        if (host_begun && (wb_ack || wb_err))
            assert (!\dut.was_under_way && \dut.request == \dut.answer_here [1]);
        if (!nothing_left || changes[1]) assert (host_clocks == 0);
        else if (changes[0]) assert (host_clocks <= 1);
        else if (\dut.was_under_way ) assert (host_clocks <= 2);
        else if (wb_ack || wb_err) assert (host_clocks <= 3);
        if (begins == accepted || changes[4]) assert (chip_clocks == 0);
        else if (changes[3]) assert (chip_clocks <= 1);
        else if (!chip_stb) assert (chip_clocks <= 2);
        if (host_begun && \dut.wanted && wb_stall && !wb_ack && !wb_err) assert (kept);
`endif
    end
endmodule
