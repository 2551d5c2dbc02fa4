// A host of random accesses for carillon_assertions.sv: `make check-assertions`. It arms and disarms slots near the
// cursor, reads and acknowledges events, writes and reads other registers, and makes accesses that fail.
module bench;
    localparam SLOT_BITS = `SLOTS, WHEELS = `WHEEL_COUNT, FIFO_BITS = `FIFO, FEATURES = `FEATURE_BITS;
    reg clock = 0, reset = 1;
    wire irq;
    always #1 clock = !clock;

    reg [31:0] shown, now, random, past_slot;
    reg ok;
    integer events, accesses, errors;

`ifdef APB
    reg psel = 0, penable = 0, pwrite;
    reg [7:0] paddr;
    reg [31:0] pwdata;
    reg [3:0] pstrb;
    wire [31:0] prdata;
    wire pready, pslverr;
    `CHIP chip (
        .clock(clock), .reset(reset), .irq(irq), .psel(psel), .penable(penable), .paddr(paddr), .pwrite(pwrite),
        .pwdata(pwdata), .pstrb(pstrb), .prdata(prdata), .pready(pready), .pslverr(pslverr)
    );
    bind `TOP carillon_apb_assertions #(
        .WHEELS(`WHEEL_COUNT), .SLOT_BITS(`SLOTS), .FIFO_BITS(`FIFO), .FEATURES(`FEATURE_BITS)
    ) assertions (.*);
    task transfer(input write, input [3:0] bytes, input [5:0] address, input [31:0] data);
        begin
            {psel, pwrite, pstrb, paddr, pwdata} = {1'b1, write, bytes, address, 2'b00, data};
            @(negedge clock) penable = 1;
            while (!pready) @(negedge clock);
            {shown, ok} = {prdata, !pslverr};
            @(negedge clock) {psel, penable} = 0;
        end
    endtask
`else
    reg wb_cyc = 0, wb_stb = 0, wb_we;
    reg [3:0] wb_sel;
    reg [5:0] wb_adr;
    reg [31:0] wb_dat_w;
    wire [31:0] wb_dat_r;
    wire wb_ack, wb_err, wb_stall;
    `CHIP chip (
        .clock(clock), .reset(reset), .irq(irq), .wb_cyc(wb_cyc), .wb_stb(wb_stb), .wb_we(wb_we), .wb_sel(wb_sel),
        .wb_adr(wb_adr), .wb_dat_w(wb_dat_w), .wb_dat_r(wb_dat_r), .wb_ack(wb_ack), .wb_err(wb_err),
        .wb_stall(wb_stall)
    );
    bind `TOP carillon_wishbone_assertions #(
        .WHEELS(`WHEEL_COUNT), .SLOT_BITS(`SLOTS), .FIFO_BITS(`FIFO), .FEATURES(`FEATURE_BITS)
    ) assertions (.*);
    task transfer(input write, input [3:0] bytes, input [5:0] address, input [31:0] data);
        begin
            {wb_cyc, wb_stb, wb_we, wb_sel, wb_adr, wb_dat_w} = {2'b11, write, bytes, address, data};
            while (wb_stall) @(negedge clock);
            @(negedge clock) wb_stb = 0;
            if ($urandom % 64 == 0) begin
                // The master gives it up.
                wb_cyc = 0;
                repeat ($urandom % 8) @(negedge clock);
                {shown, ok} = 0;
            end else begin
                while (!(wb_ack || wb_err)) @(negedge clock);
                {shown, ok} = {wb_dat_r, wb_ack};
                if ($urandom % 2 == 0) wb_cyc = 0;
                @(negedge clock);
            end
        end
    endtask
`endif

    task write(input [5:0] address, input [31:0] data);
        transfer(1, 4'hf, address, data);
    endtask

    task read(input [5:0] address);
        transfer(0, 4'hf, address, 0);
    endtask

    task step;
        begin
            random = $urandom;
            case (random[3:0])
                0, 1, 2, 3: begin
                    read(8);
                    if (ok) now = shown;
                    past_slot = now + 2 + random[9:4];
                    write(12, {past_slot[SLOT_BITS +: 8], 4'd0, past_slot[SLOT_BITS - 1:0] & 20'hfffff});
                end
                4: write(13, past_slot[SLOT_BITS - 1:0] & 20'hfffff);
                5, 6, 7, 8: begin
                    read(14);
                    if (ok && shown[31]) begin
                        past_slot = shown;
                        read(15);
                        if (random[5:4] != 0) begin
                            write(16, {5'd0, past_slot[26:23], 22'd0, random[6]});
                            events = events + 1;
                        end
                    end
                end
                9: read(10);
                10: read(17);
                11: write(18, random[8:4]);
                12: if (random[4]) write(17, 32'h1f); else write(21, 32'hff);
                13: begin
                    read(17);
                    read(random[9:4]);
                end
                14: read(14);
                default: case (random[6:4])
                    0: transfer(1, random[10:7], random[16:11], 0);
                    1: write(16, {5'd0, random[10:7], 23'd0});
                    2: write(19, random[11:7]);
                    3: read(5);
                    4: read(random[7] ? 0 : 2);
                    default: repeat (random[12:7]) @(negedge clock);
                endcase
            endcase
            accesses = accesses + 1;
        end
    endtask

    integer n;
    initial begin
        {events, accesses, now, past_slot} = 0;
        repeat (3) @(negedge clock);
        reset = 0;
        repeat (2) begin
            repeat ((1 << SLOT_BITS) + 40) @(negedge clock);
            write(6, 7);
            write(4, 1);
            write(4, 1);
            for (n = 0; n < `ACCESSES; n = n + 1) step;
            // All that is left in the FIFO; then nothing may come any more.
            write(4, 2);
            repeat (2) @(negedge clock);
        end
        $display("%0d steps, %0d events, no assertion fails", accesses, events);
        $finish;
    end
endmodule
