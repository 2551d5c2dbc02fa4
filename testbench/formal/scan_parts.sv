// Stands for the count of the timer chip's cursor in scan.sv: does what lag.sv proves of it.
module carillon_timer_lag (
    input clock, clear, tick,
    input [4:0] step,
    output some, sixteen, many, too_many
);
    reg [42:0] plain = 0;
    (* anyseq *) wire any_answer;
    assign some = plain >= 1, sixteen = plain >= 16, many = plain >= 128, too_many = any_answer;
    always @(posedge clock) plain <= clear ? 0 : plain + tick - step;
endmodule
