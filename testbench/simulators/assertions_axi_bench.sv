// A master of random accesses on AXI4-Lite for carillon_axi_timer_assertions.sv: `make check-assertions`. Each channel
// offers and takes whenever it likes.
module bench;
    localparam BITS = `TIMER_CHIP ? 23 : 8;
    reg clock = 0, reset = 1;
    wire irq;
    always #1 clock = !clock;

    reg [BITS-1:0] s_axi_awaddr, s_axi_araddr;
    reg [31:0] s_axi_wdata;
    reg [3:0] s_axi_wstrb;
    reg s_axi_awvalid = 0, s_axi_wvalid = 0, s_axi_bready = 0, s_axi_arvalid = 0, s_axi_rready = 0;
    wire [2:0] s_axi_awprot = 0, s_axi_arprot = 0;
    wire s_axi_awready, s_axi_wready, s_axi_bvalid, s_axi_arready, s_axi_rvalid;
    wire [1:0] s_axi_bresp, s_axi_rresp;
    wire [31:0] s_axi_rdata;
`ifdef MEMORY
    wire memory_cyc, memory_stb, memory_we;
    wire [3:0] memory_sel;
    wire [29:0] memory_adr;
    wire [31:0] memory_dat_w;
    wire [31:0] memory_dat_r = 0;
    wire memory_ack = 0, memory_err = 0, memory_stall = 0;
`endif
    `CHIP chip (.*);
    carillon_axi_lite_assertions #(.TIMER(`TIMER_CHIP), .PARAMS(`PARAMS_WORD), .LONGEST(`LONGEST_ANSWER))
        assertions (.*);

    integer answers = 0, responses = 0, n = 0;
    // Most are registers; of the timer chip some are timers, and some are nothing.
    function [BITS-1:0] address;
        input [31:0] random;
        address = random[31:28] == 0 ? random[BITS-1:0] : `TIMER_CHIP && random[31] ?
            (1 << (BITS - 1)) | {random[5:0], 2'b00} : random[7:0];
    endfunction

    always @(posedge clock) if (!reset) begin
        if (!s_axi_awvalid || s_axi_awready) {s_axi_awvalid, s_axi_awaddr} <= {$urandom % 3 == 0, address($urandom)};
        if (!s_axi_wvalid || s_axi_wready) begin
            s_axi_wvalid <= $urandom % 3 == 0;
            s_axi_wdata <= $urandom % 4 == 0 ? $urandom : $urandom % 64;
            s_axi_wstrb <= $urandom % 4 == 0 ? $urandom : 4'hf;
        end
        if (!s_axi_arvalid || s_axi_arready) {s_axi_arvalid, s_axi_araddr} <= {$urandom % 3 == 0, address($urandom)};
        s_axi_bready <= $urandom % 4 == 0;
        s_axi_rready <= $urandom % 4 == 0;
        if (s_axi_bvalid && s_axi_bready) responses <= responses + 1;
        if (s_axi_rvalid && s_axi_rready) answers <= answers + 1;
        // The pin's reset, now and then.
        n <= n + 1;
        if ($urandom % 20_000 == 0) begin
            reset <= 1;
            {s_axi_awvalid, s_axi_wvalid, s_axi_arvalid} <= 0;
        end
    end else if (n > 3 || $time > 8) reset <= 0;

    initial begin
        wait (n >= `ACCESSES * 10);
        $display("%0d reads, %0d writes, no assertion fails", answers, responses);
        $finish;
    end
endmodule
