// The register bus: what a bus adapter owes it and what the chip behind it does (hdl/src/shared/register_bus.rs). A
// proof of a bus_adapter end puts one of these beside the chip, the proofs of the host's side (`FRONT` = 0) too.
// Each side's promises are asserted in its own proofs and assumed in the other's.
//
// Of the bus adapter: execute comes only when the access before has been done, not in the clock after that, four clocks
// after the last at the least, and not in the clock after a reset; write, whole, address and data do not change between
// two executes.
//
// Of the chip: done comes for one clock, once for each execute, not in the same clock and at most 32 clocks later. That
// of an access which a reset cuts short may still come in the clock after the reset, and never later.
module register_bus #(
    parameter FRONT = 1
) (
    input clock,
    input reset,
    input execute,
    input write,
    input whole,
    input [5:0] address,
    input [31:0] data,
    input done,
    // An access has been executed and is not done.
    output reg pending,
    // It was done in the clock before.
    output reg finished,
    // How many clocks ago the pending access was executed.
    output reg [5:0] clocks,
    // The clock before was one of a reset.
    output reg past_reset
);
    // Registers begin with any value: in the first clock, which is one of reset, nothing is promised.
    reg begun = 0;
    reg [1:0] since = 3;
    reg told = 0;
    reg [39:0] request;

    initial pending = 0;
    initial finished = 0;
    initial clocks = 0;
    initial past_reset = 0;

    always @(posedge clock) begin
        begun <= 1;
        pending <= (execute || (pending && !done)) && !reset;
        finished <= pending && done && !reset;
        clocks <= pending ? clocks + 1 : 1;
        since <= reset ? 3 : execute ? 0 : since == 3 ? 3 : since + 1;
        told <= execute || (told && !reset);
        past_reset <= reset;
        if (execute) request <= {write, whole, address, data};
    end

    wire execute_kept = !begun || !execute || (!pending && !finished && since == 3 && !past_reset);
    wire request_kept = !told || execute || {write, whole, address, data} == request;
    wire done_kept = !begun || ((!done || pending || past_reset) && (!pending || done || clocks < 32));

    generate
        if (FRONT) begin : of_front
            always @* begin
                chip_keeps_bus: assume (done_kept);
                front_keeps_accesses: assert (execute_kept);
                front_keeps_request: assert (request_kept);
            end
        end else begin : of_chip
            always @* begin
                front_keeps_accesses: assume (execute_kept);
                front_keeps_request: assume (request_kept);
                chip_keeps_bus: assert (done_kept);
            end
        end
    endgenerate
    always @* begin
`ifndef PORTS_ONLY
        // For the induction.
        assert (!past_reset || (!pending && since == 3));
        if (pending) assert (told && clocks >= 1 && clocks <= 32 && since == (clocks > 3 ? 3 : clocks - 1));
        if (finished) assert (since >= 1 && told && !pending);
        if (FRONT && !execute && !pending && !finished) assert (since >= 2);
`endif
    end
endmodule
