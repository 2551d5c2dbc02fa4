// Stands for carillon_look_ahead (hdl/src/shared/look_ahead.rs) in integration.sv: it does no more than
// look_ahead.sv proves, which is that a question is answered once, after a search.
module carillon_look_ahead #(
    parameter WHEELS = 1,
    parameter SLOT_BITS = 12
) (
    input clock,
    input clear,
    input write_enable,
    input [19:0] write_address,
    input write_data,
    input ask,
    input wheel_present,
    input [15:0] wheel_base,
    input [20:0] wheel_size,
    input [19:0] slot,
    output searching,
    output done,
    output found,
    output [19:0] distance
);
    (* anyseq *) wire ends, any_found;
    (* anyseq *) wire [19:0] any_distance;
    reg active = 0, answered = 0;
    assign searching = active;
    assign done = answered;
    assign found = any_found;
    assign distance = any_distance;
    always @(posedge clock) begin
        active <= !clear && (ask || (active && !ends));
        answered <= !clear && active && ends;
    end
endmodule
