// A host of random accesses to a timer chip on Wishbone, and its memory, for carillon_axi_timer_assertions.sv: `make
// check-assertions`. It starts and stops timers, reads and acknowledges events, and makes accesses that fail.
module bench;
    localparam TIMERS = 16, WINDOW = 21'h10_0000;
    reg clock = 0, reset = 1;
    wire irq;
    always #1 clock = !clock;

    reg wb_cyc = 0, wb_stb = 0, wb_we;
    reg [3:0] wb_sel;
    reg [20:0] wb_adr;
    reg [31:0] wb_dat_w;
    wire [31:0] wb_dat_r;
    wire wb_ack, wb_err, wb_stall, memory_cyc, memory_stb, memory_we;
    wire [3:0] memory_sel;
    wire [29:0] memory_adr;
    wire [31:0] memory_dat_w;
    reg [31:0] memory_dat_r;
    reg memory_ack = 0, memory_err = 0, memory_stall = 0;
    `CHIP chip (.*);
    carillon_timer_wishbone_assertions #(.PARAMS(`PARAMS_WORD), .LONGEST(`LONGEST_ANSWER)) assertions (.*);

    // Takes one request at a time, stalls, answers late, and fails at times.
    reg [31:0] words [0:2047];
    reg [1:0] left = 0;
    reg busy = 0;
    always @(posedge clock) begin
        {memory_ack, memory_err} <= 0;
        memory_stall <= $urandom % 3 == 0 || busy || (memory_cyc && memory_stb && !memory_stall);
        if (!memory_cyc || reset) busy <= 0;
        else if (memory_stb && !memory_stall) begin
            busy <= 1;
            left <= $urandom;
        end else if (busy && !memory_ack && !memory_err) begin
            left <= left - (left != 0);
            if (left == 0) begin
                busy <= 0;
                if ($urandom % 500 == 0) memory_err <= 1;
                else begin
                    memory_ack <= 1;
                    if (at_we && at_sel[0]) words[at][15:0] <= at_word[15:0];
                    if (at_we && at_sel[2]) words[at][31:16] <= at_word[31:16];
                    memory_dat_r <= words[at];
                end
            end
        end
    end
    reg at_we;
    // The chip writes halves of words.
    reg [3:0] at_sel;
    reg [10:0] at;
    reg [31:0] at_word;
    always @(posedge clock) if (memory_cyc && memory_stb && !memory_stall)
        {at_we, at_sel, at, at_word} <= {memory_we, memory_sel, memory_adr[10:0], memory_dat_w};

    reg [31:0] shown, random, event_word;
    reg ok;
    integer events = 0, accesses = 0, n;
    task transfer(input write, input [3:0] bytes, input [20:0] address, input [31:0] data);
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
    task write(input [20:0] address, input [31:0] data);
        transfer(1, 4'hf, address, data);
    endtask
    task read(input [20:0] address);
        transfer(0, 4'hf, address, 0);
    endtask

    task step;
        begin
            random = $urandom;
            case (random[3:0])
                0, 1, 2, 3: write(WINDOW + random[7:4], 1 + random[13:8]);
                4: write(WINDOW + random[7:4], 0);
                5: read(WINDOW + random[8:4]);
                6, 7, 8, 9: begin
                    read(14);
                    if (ok && shown[31]) begin
                        event_word = shown;
                        read(15);
                        if (random[5:4] != 0) begin
                            write(16, {1'b0, event_word[30:27], 27'd0});
                            events = events + 1;
                        end
                    end
                end
                10: read(random[4] ? 8 : 10);
                11: write(18, random[8:4]);
                12: if (random[4]) write(17, 32'h1f); else write(21, 32'h7ff);
                13: begin
                    read(17);
                    read(random[8:4]);
                end
                default: case (random[6:4])
                    0: transfer(1, random[10:7], random[12:7], 0);
                    1: write(16, {1'b0, random[10:7], 27'd0});
                    2: write(19, random[11:7]);
                    3: write(22, random[7]);
                    4: read(random[31:11]);
                    5: read(random[7] ? 0 : 2);
                    default: repeat (random[12:7]) @(negedge clock);
                endcase
            endcase
            accesses = accesses + 1;
        end
    endtask

    initial begin
        repeat (3) @(negedge clock);
        reset = 0;
        repeat (2) begin
            repeat (1100) @(negedge clock);
            for (n = 0; n < 2; n = n + 1) begin
                write(24, TIMERS);
                write(6, 9);
                write(4, 4);
            end
            repeat (4000) @(negedge clock);
            for (n = 0; n < 3; n = n + 1) write(4, 1);
            for (n = 0; n < `ACCESSES; n = n + 1) step;
            write(4, 2);
            write(4, 2);
            repeat (2) @(negedge clock);
        end
        $display("%0d steps, %0d events, no assertion fails", accesses, events);
        $finish;
    end
endmodule
