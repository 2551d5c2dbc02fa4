// A further read port on a memory of the chip under proof, so that an invariant may speak of what a memory holds.
//
// MEMID is the memory's name after flattening, with a backslash before it. The .sby files turn this box into Yosys's
// cell `$memrd`, whose ports it has: `chtype -set $memrd t:memory_port`. It reads without a clock.
(* blackbox *)
module memory_port #(
    parameter MEMID = "",
    parameter ABITS = 1,
    parameter WIDTH = 1
) (
    input CLK,
    input EN,
    input [ABITS-1:0] ADDR,
    output [WIDTH-1:0] DATA
);
endmodule
