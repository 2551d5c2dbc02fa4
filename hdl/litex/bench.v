// Tries the chip in a LiteX SoC: a master at the SoC's pins reads and writes the chip's registers and the event manager's. See check.py.
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

    localparam ID = 32'h00, SCRATCH = 32'h0c, INTR_STATE = 32'h44, INTR_ENABLE = 32'h48, INTR_TEST = 32'h4c;
    localparam STATUS = 0, PENDING = 4, ENABLE = 8;

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
        expect_word(`ORIGIN + ID, 32'h4341524c);
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
        $finish;
    end
endmodule
