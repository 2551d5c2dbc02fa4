// SPDX-License-Identifier: MIT OR Apache-2.0
// A host in one clock domain and a chip in another, with carillon_wishbone_crossing between them: see check.py.
// The clocks' periods are in ps, `HOST_PS` and `CHIP_PS`; each half of a period is up to a tenth longer or shorter.
`timescale 1ps/1ps

module crossing_bench;
`ifdef TIMER
    localparam ADDRESS_BITS = 21;
    localparam [31:0] ID_WORD = 32'h4341_5254, EVENT_WORD = 32'h8010_0005;
`else
    localparam ADDRESS_BITS = 6;
    localparam [31:0] ID_WORD = 32'h4341_524c, EVENT_WORD = 32'h8000_0028;
`endif
    localparam ID = 0, SCRATCH = 3, CTRL = 4, STATUS = 5, PRESCALE = 6, ABSENT = 7, ARM = 12, EVENT = 14,
        EVENT_ACK = 16, INTR_ENABLE = 18, TIMERS = 24, WINDOW = 21'h10_0000;

    reg host_clock = 0, chip_clock = 0, host_reset = 1, chip_reset = 1;
    always #(`HOST_PS / 2 + ($urandom % (`HOST_PS / 10)) - `HOST_PS / 20) host_clock = ~host_clock;
    always #(`CHIP_PS / 2 + ($urandom % (`CHIP_PS / 10)) - `CHIP_PS / 20) chip_clock = ~chip_clock;

    reg cyc = 0, stb = 0, we = 0;
    reg [ADDRESS_BITS-1:0] adr = 0;
    reg [31:0] dat = 0;
    wire [31:0] word, chip_dat_r, chip_dat_w;
    wire irq, ack, err, stall, chip_irq, chip_cyc, chip_stb, chip_we, chip_ack, chip_err, chip_stall;
    wire [3:0] chip_sel;
    wire [ADDRESS_BITS-1:0] chip_adr;

    carillon_wishbone_crossing #(.ADDRESS_BITS(ADDRESS_BITS)) crossing (
        .host_clock(host_clock), .host_reset(host_reset), .irq(irq), .wb_cyc(cyc), .wb_stb(stb), .wb_we(we),
        .wb_sel(4'hf), .wb_adr(adr), .wb_dat_w(dat), .wb_dat_r(word), .wb_ack(ack), .wb_err(err), .wb_stall(stall),
        .chip_clock(chip_clock), .chip_reset(chip_reset), .chip_irq(chip_irq), .chip_cyc(chip_cyc),
        .chip_stb(chip_stb), .chip_we(chip_we), .chip_sel(chip_sel), .chip_adr(chip_adr), .chip_dat_w(chip_dat_w),
        .chip_dat_r(chip_dat_r), .chip_ack(chip_ack), .chip_err(chip_err), .chip_stall(chip_stall)
    );
`ifdef TIMER
    carillon_timer_wishbone #(.TIMER_BITS(6)) chip (
        .memory_cyc(), .memory_stb(), .memory_we(), .memory_sel(), .memory_adr(), .memory_dat_w(),
        .memory_dat_r(32'd0), .memory_ack(1'b0), .memory_err(1'b0), .memory_stall(1'b0),
`else
    carillon_counter_wishbone #(.SLOT_BITS(10)) chip (
`endif
        .clock(chip_clock), .reset(chip_reset), .irq(chip_irq), .wb_cyc(chip_cyc), .wb_stb(chip_stb),
        .wb_we(chip_we), .wb_sel(chip_sel), .wb_adr(chip_adr), .wb_dat_w(chip_dat_w), .wb_dat_r(chip_dat_r),
        .wb_ack(chip_ack), .wb_err(chip_err), .wb_stall(chip_stall)
    );

    integer faults = 0, accepted = 0, executed = 0, answers = 0, refused = 0, given_up = 0, n;
    task check(input good, input [40*8-1:0] what);
        if (good !== 1'b1) begin
            faults = faults + 1;
            if (faults < 10) $display("wrong: %0s at %0d", what, $time);
        end
    endtask

    // What passes both sides.
    always @(posedge host_clock) if (!host_reset) begin
        if (cyc && stb && !stall) accepted = accepted + 1;
        if (ack || err) answers = answers + 1;
        check(!(ack && err), "both answers");
    end
    always @(posedge chip_clock) if (!chip_reset && chip_cyc && chip_stb && !chip_stall) executed = executed + 1;

    // A transfer, as a classic master or a pipelined one makes it. The bound: no access here takes the chip longer.
    reg failed;
    time begun;
    task transfer(input write, input [ADDRESS_BITS-1:0] register, input [31:0] value);
        reg classic;
        begin
            classic = $urandom;
            @(negedge host_clock);
            begun = $time;
            {cyc, stb, we, adr, dat} = {1'b1, 1'b1, write, register, value};
            if (!classic) begin
                while (stall) @(negedge host_clock);
                @(negedge host_clock) stb = 0;
                {we, adr, dat} = {$urandom, $urandom};
            end
            while (!ack && !err && $time - begun < 40 * `HOST_PS + 80 * `CHIP_PS) @(negedge host_clock);
            check(ack || err, "no answer");
            failed = err;
            @(negedge host_clock) {cyc, stb} = 0;
        end
    endtask

    task write(input [ADDRESS_BITS-1:0] register, input [31:0] value);
        begin
            transfer(1, register, value);
            check(!failed, "a write is refused");
        end
    endtask

    task expect_word(input [ADDRESS_BITS-1:0] register, input [31:0] value, input [40*8-1:0] what);
        begin
            transfer(0, register, 0);
            check(!failed && word === value, what);
        end
    endtask

    // A slot or a timer interrupts, and the interrupt goes when its event is acknowledged.
    task interrupt;
        begin
            repeat (1100) @(negedge chip_clock);
            write(PRESCALE, 20);
            write(INTR_ENABLE, 1);
`ifdef TIMER
            write(TIMERS, 32);
            write(CTRL, 4);
            repeat (2000) @(negedge chip_clock);
            write(CTRL, 1);
            write(WINDOW + 5, 40);
`else
            write(CTRL, 1);
            write(ARM, 40);
`endif
            check(!irq, "an interrupt too early");
            begun = $time;
            while (!irq && $time - begun < 2000 * `CHIP_PS) @(negedge host_clock);
            check(irq, "no interrupt");
            expect_word(EVENT, EVENT_WORD, "the event");
            write(EVENT_ACK, 1);
            repeat (4) @(negedge host_clock);
            repeat (8) @(negedge chip_clock);
            repeat (4) @(negedge host_clock);
            check(!irq, "the interrupt does not go");
        end
    endtask

    reg [31:0] random;
    reg was_refused;
    initial begin
        repeat (4) @(negedge chip_clock);
        repeat (4) @(negedge host_clock);
        fork
            @(negedge chip_clock) chip_reset = 0;
            @(negedge host_clock) host_reset = 0;
        join
        expect_word(ID, ID_WORD, "ID");
        for (n = 0; n < 150; n = n + 1) begin
            random = $urandom;
            write(SCRATCH, random);
            expect_word(SCRATCH, random, "SCRATCH");
            if (random[3:0] == 0) begin
                transfer(random[4], ABSENT, random);
                check(failed, "a register that is not there");
            end
            repeat (random[7:5]) @(negedge host_clock);
        end
        check(accepted == executed && accepted == answers, "transfers lost or added");
        interrupt;

        // The host gives up, or is reset, at any time: what was accepted is executed once.
        for (n = 0; n < 100; n = n + 1) begin
            random = $urandom;
            @(negedge host_clock) {cyc, stb, we, adr, dat} = {3'b111, {ADDRESS_BITS{1'b0}}, random};
            adr = SCRATCH;
            while (stall) @(negedge host_clock);
            @(negedge host_clock) stb = 0;
            {we, adr, dat} = {$urandom, $urandom};
            for (given_up = $urandom % 16; given_up > 0 && !ack; given_up = given_up - 1) @(negedge host_clock);
            host_reset = n;
            cyc = 0;
            repeat (1 + $urandom % 8) @(negedge host_clock);
            host_reset = 0;
            expect_word(SCRATCH, random, "a write that was given up");
        end
        check(accepted == executed, "transfers of a host that gives up");

        // The chip is reset at any time: the host has its answer, and a refused write is not executed later.
        for (n = 0; n < 100; n = n + 1) begin
            random = $urandom | 1;
            fork
                transfer(1, SCRATCH, random);
                begin
                    #($urandom % (12 * `HOST_PS + 12 * `CHIP_PS));
                    @(negedge chip_clock) chip_reset = 1;
                    repeat (1 + $urandom % 6) @(negedge chip_clock);
                    chip_reset = 0;
                end
            join
            refused = refused + failed;
            was_refused = failed;
            transfer(0, SCRATCH, 0);
            check(!failed && (word === 0 || (word === random && !was_refused)), "a write beside a reset");
        end
        for (n = 0; n < 100; n = n + 1) begin
            @(negedge chip_clock) chip_reset = 1;
            repeat (3) @(negedge chip_clock);
            transfer(1, SCRATCH, 5);
            check(failed, "a write during a reset of the chip");
            @(negedge chip_clock) chip_reset = 0;
            expect_word(SCRATCH, 0, "a write during a reset");
        end
        check(refused > 0 && refused < 100, "resets beside transfers");
        interrupt;

        if (faults == 0) $display("PASS: %0d transfers, %0d refused by a reset", accepted, refused);
        else $display("FAIL: %0d faults", faults);
        $finish;
    end
endmodule
