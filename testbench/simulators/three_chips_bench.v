// SPDX-License-Identifier: MIT OR Apache-2.0
// Starts, interrupts and resets each of three chips, and looks whether the other ones stay as they were.
`timescale 1ns/1ns

module three_chips_bench;
    // Registers that all three have, and those of some.
    localparam [20:0] PARAMS = 21'h02, SCRATCH = 21'h03, CTRL = 21'h04, STATUS = 21'h05, PRESCALE = 21'h06,
        ARM = 21'h0c, EVENT = 21'h0e, INTR_ENABLE = 21'h12, ALARM_LO = 21'h16, TIMERS = 21'h18, NEXT_EXPIRY = 21'h1b,
        WINDOW = 21'h10_0000;
    localparam [1:0] SMALL = 0, LARGE = 1, TIMER = 2;
    localparam [31:0] EVENT_OF_SLOT_40 = 32'h8000_0028, EVENT_OF_TIMER_5 = 32'h8010_0005;

    reg clock = 0;
    always #5 clock = ~clock;

    reg [2:0] reset = 3'b111;
    reg cyc = 0, stb = 0, we = 0;
    reg [3:0] sel = 4'hf;
    reg [22:0] adr = 0;
    reg [31:0] dat = 0;
    wire [31:0] word;
    wire ack, err, stall;
    wire [2:0] irq;
    integer faults = 0, clocks;

    three_chips all (
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
    task access(input [1:0] chip, input [20:0] register, input write, input [31:0] value);
        begin
            @(negedge clock);
            {cyc, stb, we, adr, dat} = {1'b1, 1'b1, write, chip, register, value};
            check(!stall, "a chip at rest is busy");
            @(negedge clock);
            stb = 0;
            clocks = 0;
            while (!ack && !err && clocks < 200) begin
                @(negedge clock);
                clocks = clocks + 1;
            end
            check(ack || err, "a transfer has no answer");
            failed = err;
            cyc = 0;
        end
    endtask

    task write(input [1:0] chip, input [20:0] register, input [31:0] value);
        begin
            access(chip, register, 1'b1, value);
            check(!failed, "a write is refused");
        end
    endtask

    task expect_word(input [1:0] chip, input [20:0] register, input [31:0] value, input [40*8-1:0] what);
        begin
            access(chip, register, 1'b0, 0);
            check(!failed && word === value, what);
        end
    endtask

    // Starts slot 40, or timer 5 with 10 ticks, and waits for the interrupt.
    task start(input [1:0] chip);
        begin
            write(chip, INTR_ENABLE, 1);
            write(chip, PRESCALE, 3);
            if (chip == TIMER) begin
                write(chip, TIMERS, 64);
                write(chip, CTRL, 4);
                repeat (2000) @(negedge clock);
                access(chip, STATUS, 1'b0, 0);
                check(word[0], "the records are not initialised");
            end
            write(chip, CTRL, 1);
            if (chip == TIMER) begin
                write(chip, WINDOW + 5, 10);
                access(chip, NEXT_EXPIRY, 1'b0, 0);
                check(!failed && word[31:4] == 0, "the next expiry");
            end else write(chip, ARM, 40);
            clocks = 0;
            while (!irq[chip] && clocks < 400) begin
                @(negedge clock);
                clocks = clocks + 1;
            end
            check(irq[chip], "no interrupt");
            expect_word(chip, EVENT, chip == TIMER ? EVENT_OF_TIMER_5 : EVENT_OF_SLOT_40, "the event");
        end
    endtask

    integer one, other;
    initial begin
        repeat (4) @(negedge clock);
        reset = 0;
        expect_word(SMALL, PARAMS, 32'h0000_08a1, "PARAMS of the small build");
        expect_word(LARGE, PARAMS, 32'h000f_08c4, "PARAMS of the large build");
        expect_word(TIMER, PARAMS, 32'h008c_08a1, "PARAMS of the timer chip");
        access(SMALL, ALARM_LO, 1'b0, 0);
        check(failed, "the small build has an alarm");
        expect_word(LARGE, ALARM_LO, 32'hffff_ffff, "the large build's alarm");
        repeat (5000) @(negedge clock);

        for (one = 0; one < 3; one = one + 1) write(one, SCRATCH, 32'h1234_5678 << one);
        for (one = 0; one < 3; one = one + 1)
            expect_word(one, SCRATCH, 32'h1234_5678 << one, "a write to another chip");

        // A write of no byte is answered and changes nothing.
        sel = 0;
        for (one = 0; one < 3; one = one + 1) write(one, SCRATCH, 32'hffff_ffff);
        sel = 4'hf;
        for (one = 0; one < 3; one = one + 1)
            expect_word(one, SCRATCH, 32'h1234_5678 << one, "a write of no byte");

        for (one = 0; one < 3; one = one + 1) begin
            check(irq == (3'b001 << one) - 1, "an interrupt of another chip");
            start(one);
        end
        check(irq == 3'b111, "all interrupts");

        for (one = 0; one < 3; one = one + 1) begin
            reset[one] = 1;
            repeat (3) @(negedge clock);
            reset[one] = 0;
            @(negedge clock);
            expect_word(one, SCRATCH, 0, "a reset");
            for (other = 0; other < 3; other = other + 1) begin
                check(irq[other] == (other > one), "the interrupts after a reset");
                if (other > one) begin
                    expect_word(other, SCRATCH, 32'h1234_5678 << other, "a reset of another chip");
                    expect_word(other, EVENT, other == TIMER ? EVENT_OF_TIMER_5 : EVENT_OF_SLOT_40,
                        "a reset of another chip");
                end
            end
        end

        if (faults == 0) $display("PASS");
        else $display("FAIL: %0d faults", faults);
        $finish;
    end
endmodule
