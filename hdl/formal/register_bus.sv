// What a front end owes the register bus, and what it may expect there (hdl/src/front/mod.rs). The proofs of the front
// ends put one of these beside the chip.
//
// Asserted: execute comes only when the access before has been done, and four clocks after the last at the least;
// write, whole, address and data do not change between two executes.
//
// Assumed: done comes for one clock, once for each execute, not in the same clock and at most 32 clocks later.
module register_bus (
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
    output reg [5:0] clocks
);
    reg [1:0] since = 3;
    reg told = 0;
    reg [39:0] request;

    initial pending = 0;
    initial finished = 0;
    initial clocks = 0;

    always @(posedge clock) begin
        pending <= (execute || (pending && !done)) && !reset;
        finished <= pending && done && !reset;
        clocks <= pending ? clocks + 1 : 1;
        since <= reset ? 3 : execute ? 0 : since == 3 ? 3 : since + 1;
        told <= (told || execute) && !reset;
        if (execute) request <= {write, whole, address, data};
    end

    always @* begin
        assume (!done || pending);
        assume (!pending || done || clocks < 32);
        assert (!execute || (!pending && since == 3));
        if (told && !execute) assert ({write, whole, address, data} == request);
`ifndef PORTS_ONLY
        // For the induction.
        if (pending) assert (told && clocks >= 1 && clocks <= 32 && since == (clocks > 3 ? 3 : clocks - 1));
        if (finished) assert (since >= 1 && told);
        if (!execute && !pending && !finished) assert (since >= 2);
`endif
    end
endmodule
