// Stands for carillon_vector_level in look_ahead.sv, which says what is known of the levels: they show anything.
module carillon_vector_level #(
    parameter BITS = 12
) (
    input clock,
    input write_enable,
    input [19:0] write_address,
    input write_data,
    input [15:0] read_address,
    output [15:0] read_data,
    output above_enable,
    output [19:0] above_address,
    output above_data
);
    (* anyseq *) wire [37:0] anything;
    assign {read_data, above_enable, above_address, above_data} = anything;
endmodule
