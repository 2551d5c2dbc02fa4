// Stand for two parts of carillon_cursor in cursor.sv. They do no more than what is proved of the parts themselves.

// hdl/src/wide_counter.rs, by wide_counter.sv.
module carillon_cursor_ticks (
    input clock,
    input clear,
    input [4:0] advance,
    output [31:0] low,
    output [31:0] high
);
    reg [63:0] count = 0;
    assign {high, low} = count;
    always @(posedge clock) count <= clear ? 0 : count + advance;
endmodule

// hdl/src/backlog.rs, by backlog.sv: anything; cursor.sv assumes what is proved there.
module carillon_cursor_backlog (
    input clock,
    input clear,
    input [31:0] now_low,
    input [31:0] now_high,
    input [31:0] cursor_low,
    input [31:0] cursor_high,
    input [10:0] issued,
    output one,
    output two,
    output far,
    output behind
);
    (* anyseq *) wire any_one, any_two, any_far, any_behind;
    assign one = any_one;
    assign two = any_two;
    assign far = any_far;
    assign behind = any_behind;
endmodule
