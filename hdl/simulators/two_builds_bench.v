// SPDX-License-Identifier: MIT OR Apache-2.0
// Starts, interrupts and resets each of two builds, and looks whether the other one stays as it was.
`timescale 1ns/1ns

module two_builds_bench;
    localparam [5:0] PARAMS = 6'h02, SCRATCH = 6'h03, CTRL = 6'h04, PRESCALE = 6'h06, ARM = 6'h0c, EVENT = 6'h0e,
        EVENT_ACK = 6'h10, INTR_ENABLE = 6'h12, ALARM_LO = 6'h16;
    localparam SMALL = 1'b0, LARGE = 1'b1;

    reg clock = 0;
    always #5 clock = ~clock;

    reg [1:0] reset = 2'b11;
    reg cyc = 0, stb = 0, we = 0;
    reg [3:0] sel = 4'hf;
    reg [6:0] adr = 0;
    reg [31:0] dat = 0;
    wire [31:0] word;
    wire ack, err, stall;
    wire [1:0] irq;
    integer faults = 0, clocks;

    two_builds both (
        .clock(clock), .reset(reset), .irq(irq), .wb_cyc(cyc), .wb_stb(stb), .wb_we(we), .wb_sel(sel), .wb_adr(adr),
        .wb_dat_w(dat), .wb_dat_r(word), .wb_ack(ack), .wb_err(err), .wb_stall(stall)
    );

    task check(input good, input [40*8-1:0] what);
        if (good !== 1'b1) begin
            faults = faults + 1;
            $display("wrong: %0s", what);
        end
    endtask

    // A classic transfer; `sel` stands. `err` is left as the chip gives it.
    reg failed;
    task access(input chip, input [5:0] register, input write, input [31:0] value);
        begin
            @(negedge clock);
            {cyc, stb, we, adr, dat} = {1'b1, 1'b1, write, chip, register, value};
            @(negedge clock);
            stb = 0;
            clocks = 0;
            while (!ack && !err && clocks < 100) begin
                @(negedge clock);
                clocks = clocks + 1;
            end
            check(ack || err, "a transfer has no answer");
            failed = err;
            cyc = 0;
        end
    endtask

    task write(input chip, input [5:0] register, input [31:0] value);
        begin
            access(chip, register, 1'b1, value);
            check(!failed, "a write is refused");
        end
    endtask

    task expect_word(input chip, input [5:0] register, input [31:0] value, input [40*8-1:0] what);
        begin
            access(chip, register, 1'b0, 0);
            check(!failed && word === value, what);
        end
    endtask

    // Arms slot 40 and waits for the interrupt.
    task start(input chip);
        begin
            write(chip, INTR_ENABLE, 1);
            write(chip, PRESCALE, 3);
            write(chip, CTRL, 1);
            write(chip, ARM, 40);
            clocks = 0;
            while (!irq[chip] && clocks < 400) begin
                @(negedge clock);
                clocks = clocks + 1;
            end
            check(irq[chip], "no interrupt");
            expect_word(chip, EVENT, 32'h8000_0028, "the event of slot 40");
        end
    endtask

    initial begin
        repeat (4) @(negedge clock);
        reset = 0;
        expect_word(SMALL, PARAMS, 32'h0000_08a1, "PARAMS of the small build");
        expect_word(LARGE, PARAMS, 32'h000f_08c4, "PARAMS of the large build");
        access(SMALL, ALARM_LO, 1'b0, 0);
        check(failed, "the small build has an alarm");
        expect_word(LARGE, ALARM_LO, 32'hffff_ffff, "the large build's alarm");
        repeat (5000) @(negedge clock);

        write(SMALL, SCRATCH, 32'h1234_5678);
        expect_word(LARGE, SCRATCH, 0, "a write to the other build");
        write(LARGE, SCRATCH, 32'h8765_4321);
        expect_word(SMALL, SCRATCH, 32'h1234_5678, "a write to the other build");

        // A write of no byte is answered and changes nothing.
        sel = 0;
        write(SMALL, SCRATCH, 32'hffff_ffff);
        sel = 4'hf;
        expect_word(SMALL, SCRATCH, 32'h1234_5678, "a write of no byte");

        start(SMALL);
        check(!irq[LARGE], "the other build's interrupt");
        start(LARGE);
        check(irq == 2'b11, "both interrupts");

        reset[SMALL] = 1;
        repeat (3) @(negedge clock);
        reset[SMALL] = 0;
        @(negedge clock);
        check(!irq[SMALL] && irq[LARGE], "a reset of one build");
        expect_word(SMALL, SCRATCH, 0, "a reset");
        expect_word(LARGE, SCRATCH, 32'h8765_4321, "a reset of the other build");
        expect_word(LARGE, EVENT, 32'h8000_0028, "a reset of the other build");

        if (faults == 0) $display("PASS");
        else $display("FAIL: %0d faults", faults);
        $finish;
    end
endmodule
