// Replays vectors against a chip and compares every output in every clock: `make check-simulators`.
//
// `pins` has the chip's inputs on `driven` and its outputs on `shown`, each in whole hexadecimal digits, as a line of
// the vectors has them. The simulator is told their widths, the number of lines and the clock from which no output may
// be X: INPUTS, OUTPUTS, CLOCKS, SETTLED; and when it runs, +vectors=<file> and, for some lines, +clocks=<number>.
module bench;
    // A reset takes hold within two clocks; until then an output may be anything.
    localparam UNKNOWN = 2;

    reg [`INPUTS + `OUTPUTS - 1:0] vectors [0:`CLOCKS - 1];
    reg [8 * 256 - 1:0] file;
    reg clock;
    reg [`INPUTS - 1:0] driven;
    reg [`OUTPUTS - 1:0] expected, known;
    wire [`OUTPUTS - 1:0] shown, always_known;
    integer n, clocks;

    pins pins (.clock(clock), .driven(driven), .shown(shown), .always_known(always_known));

    initial begin : replay
        if (!$value$plusargs("vectors=%s", file)) begin
            $display("+vectors=<file> is missing");
            $finish;
            disable replay;
        end
        if (!$value$plusargs("clocks=%d", clocks)) clocks = `CLOCKS;
        $readmemh(file, vectors);
        clock = 1'b0;
        for (n = 0; n < clocks; n = n + 1) begin
            {driven, expected} = vectors[n];
            #1;
            known = n < `SETTLED ? always_known : {`OUTPUTS{1'b1}};
            if (n >= UNKNOWN && (shown & known) !== (expected & known)) begin
                $display("clock %0d: driven %h, expected %h, shown %h", n, driven, expected, shown);
                $finish;
                disable replay;
            end
            clock = 1'b1;
            #1 clock = 1'b0;
        end
        $display("%0d clocks agree", n);
        $finish;
    end
endmodule
