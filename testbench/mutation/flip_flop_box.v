// The box of flip_flop.v: state comes out of it and the next state goes in. It is taken away before anything asks for
// its contents.

module flip_flop_box #(
    parameter WIDTH = 1
) (
    input [WIDTH-1:0] D,
    output [WIDTH-1:0] Q
);
    assign Q = D;
endmodule
