// Tries a chip in a LiteX SoC: a master at the SoC's pins reads and writes the chip's registers, the event manager's,
// and main memory, where the timer chip's records are. See check.py.
`timescale 1ns / 1ns
module bench;
    reg clock = 0, reset = 1, cyc = 0, stb = 0, we = 0;
    reg [29:0] adr = 0;
    reg [31:0] dat_w = 0;
    wire [31:0] dat_r;
    wire ack, err, irq;
    soc soc (
        .clock(clock), .reset(reset), .irq(irq), .master_adr(adr), .master_dat_w(dat_w), .master_dat_r(dat_r), .master_sel(4'hf),
        .master_cti(3'd0), .master_bte(2'd0), .master_cyc(cyc), .master_stb(stb), .master_ack(ack), .master_we(we),
        .master_err(err)
    );
    always #5 clock = !clock;

    localparam ID = 32'h00, PARAMS_OFFSET = 32'h08, SCRATCH = 32'h0c, INTR_STATE = 32'h44, INTR_ENABLE = 32'h48,
        INTR_TEST = 32'h4c;
    localparam STATUS = 0, PENDING = 4, ENABLE = 8;
`ifdef TIMER
    localparam CTRL = 32'h10, CHIP_STATUS = 32'h14, PRESCALE = 32'h18, EVENT = 32'h38, EVENT_ACK = 32'h40;
    localparam ERROR = 32'h54, TIMERS = 32'h60, WHEEL_BITS = 32'h64, MEMORY_BASE = 32'h68, WINDOW = 32'h40_0000;
    // 16 timers, and the heads of 16 slots: the last record, and that of timer 5, two words each.
    localparam LAST = `MEMORY + 31 * 8, TIMER_5 = `MEMORY + 5 * 8;
    integer clocks;
`endif

    task transfer(input [31:0] address, input write, input [31:0] word);
        integer clocks;
        begin
            @(negedge clock);
            adr = address[31:2];
            we = write;
            dat_w = word;
            cyc = 1;
            stb = 1;
            clocks = 0;
            while (!ack && !err) begin
                @(negedge clock);
                clocks = clocks + 1;
                if (clocks > 100) fail("no answer", address);
            end
            if (err) fail("an error", address);
            @(posedge clock);
            #1 cyc = 0;
            stb = 0;
            // A clock in which another master may have the bus.
            @(posedge clock);
        end
    endtask

    task expect_word(input [31:0] address, input [31:0] word);
        begin
            transfer(address, 0, 0);
            if (got !== word) begin
                $display("%h, not %h", got, word);
                fail("a wrong word", address);
            end
        end
    endtask

    task fail(input [8*16-1:0] what, input [31:0] address);
        begin
            $display("%0s at %h", what, address);
            $fatal;
        end
    endtask

    reg [31:0] got;
    always @(negedge clock) if (ack) got = dat_r;

    initial begin
        repeat (4) @(posedge clock);
        #1 reset = 0;
`ifdef TIMER
        expect_word(`ORIGIN + ID, 32'h43415254);
        expect_word(`ORIGIN + PARAMS_OFFSET, `PARAMS);
        transfer(LAST + 8, 1, 32'hdead_beef);
        transfer(`ORIGIN + TIMERS, 1, 16);
        transfer(`ORIGIN + WHEEL_BITS, 1, 4);
        transfer(`ORIGIN + MEMORY_BASE, 1, `MEMORY / 4);
        transfer(`ORIGIN + PRESCALE, 1, 20);
        transfer(`ORIGIN + CTRL, 1, 4);
        clocks = 0;
        got = 0;
        while (!got[0]) begin
            transfer(`ORIGIN + CHIP_STATUS, 0, 0);
            clocks = clocks + 1;
            if (clocks > 200) fail("not ready", `ORIGIN + CHIP_STATUS);
        end
        expect_word(LAST, 32'h001f_001f);
        expect_word(LAST + 8, 32'hdead_beef);
        expect_word(TIMER_5, 32'h0005_0005);
        transfer(`EVENTS + ENABLE, 1, 1);
        transfer(`ORIGIN + INTR_ENABLE, 1, 1);
        transfer(`ORIGIN + WINDOW + 5 * 4, 1, 30);
        repeat (100) @(posedge clock);
        transfer(TIMER_5, 0, 0);
        if (got[15:0] < 16 || got[15:0] > 31 || got[31:16] !== got[15:0]) fail("not in a list", TIMER_5);
        transfer(`ORIGIN + CTRL, 1, 1);
        clocks = 0;
        while (!irq && clocks < 2000) begin
            @(negedge clock);
            clocks = clocks + 1;
        end
        if (clocks < 29 * 20 || clocks > 30 * 20 + 100) fail("not at its tick", 0);
        expect_word(`EVENTS + PENDING, 1);
        expect_word(`ORIGIN + EVENT, 32'h8010_0005);
        transfer(`ORIGIN + EVENT_ACK, 1, 0);
        expect_word(`EVENTS + STATUS, 0);
        expect_word(TIMER_5, 32'h0005_0005);
        expect_word(`ORIGIN + ERROR, 0);
        $display("LiteX: the chip answers on the SoC's bus, keeps a timer in main memory and interrupts");
`else
        expect_word(`ORIGIN + ID, 32'h4341524c);
        expect_word(`ORIGIN + PARAMS_OFFSET, `PARAMS);
        transfer(`ORIGIN + SCRATCH, 1, 32'hdead_beef);
        expect_word(`ORIGIN + SCRATCH, 32'hdead_beef);
        if (irq) fail("an interrupt", 0);
        transfer(`EVENTS + ENABLE, 1, 1);
        transfer(`ORIGIN + INTR_ENABLE, 1, 1);
        transfer(`ORIGIN + INTR_TEST, 1, 1);
        expect_word(`EVENTS + PENDING, 1);
        if (!irq) fail("no interrupt", 0);
        transfer(`ORIGIN + INTR_STATE, 1, 1);
        expect_word(`EVENTS + STATUS, 0);
        if (irq) fail("an interrupt", 0);
        $display("LiteX: the chip answers on the SoC's bus and interrupts");
`endif
        $finish;
    end
endmodule
