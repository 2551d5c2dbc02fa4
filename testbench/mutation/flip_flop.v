// For the proof that a mutant is the same chip (equivalence.py): puts a box that `expose -evert` can turn into ports
// into the place of each flip-flop.

(* techmap_celltype = "$dff" *)
module any_flip_flop (CLK, D, Q);
    parameter WIDTH = 1;
    parameter CLK_POLARITY = 1;
    input CLK;
    input [WIDTH-1:0] D;
    output [WIDTH-1:0] Q;

    flip_flop_box #(.WIDTH(WIDTH)) _TECHMAP_REPLACE_ (.D(D), .Q(Q));
endmodule
