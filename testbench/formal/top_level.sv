// Proof of carillon_vector_level (hdl/src/shared/vector_level.rs), the highest level of three, which has one word: it
// shows no bit but those that level 1 writes, which are four for 1,024 slots (vector_level.sv). The others are as in
// the memory's first contents.
//
// Assumed: nothing; registers and memory begin with anything.
module top_level #(
    parameter [15:0] USED = 16'h00f0
) (
    input clock,
    input write_enable,
    input [19:0] write_address,
    input write_data,
    input [15:0] read_address
);
    wire [15:0] read_data;

    carillon_vector_level #(.BITS(2)) chip (
        .clock(clock), .write_enable(write_enable), .write_address(write_address), .write_data(write_data),
        .read_address(read_address), .read_data(read_data), .above_enable(), .above_address(), .above_data()
    );

    always @* begin
        nothing_else_shown: assert ((read_data & ~USED) == 0);
        cover (read_data == USED);
    end
endmodule
