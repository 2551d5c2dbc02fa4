// The block RAM of Intel's Cyclone V, as the netlists use it: one port writes words of 40 bits, the other reads them.
//
// Written from Intel's *Cyclone V Device Handbook*, volume 1, "Embedded Memory Blocks in Cyclone V Devices": simple
// dual port, and "don't care" for what is read at the edge at which it is written. Yosys's own model is no Verilog,
// since it selects bits by a range that is not constant. It also takes the enable of writing for active low in every
// width, while Yosys's map makes it active high for words of 40 bits, as it says that the device has it.
`timescale 1ps / 1ps

module MISTRAL_M10K (CLK1, A1ADDR, A1DATA, A1EN, B1ADDR, B1DATA, B1EN);
    parameter INIT = 0;
    parameter CFG_ABITS = 10, CFG_DBITS = 10;

    input CLK1, A1EN, B1EN;
    input [CFG_ABITS - 1:0] A1ADDR, B1ADDR;
    input [CFG_DBITS - 1:0] A1DATA;
    output [CFG_DBITS - 1:0] B1DATA;

    block_ram_limits #(.CELL("MISTRAL_M10K")) limits (
        .clock(CLK1), .parameters(CFG_ABITS == 8 && CFG_DBITS == 40 && INIT === 0), .pins(1'b1)
    );

    block_ram_words #(.ADDRESS_BITS(CFG_ABITS), .BYTES(1), .BITS(CFG_DBITS)) words (
        .clock(CLK1),
        .write(A1EN),
        .write_address(A1ADDR),
        .written(A1DATA),
        .read(B1EN),
        .read_address(B1ADDR),
        .shown(B1DATA)
    );
endmodule

// The look-up tables of an ALM. Yosys's models shift the table by the inputs, so that an input that is X makes the
// output X even where the table has the same for both of its values; these choose.
module MISTRAL_ALUT6 (input A, B, C, D, E, F, output Q);
    parameter [63:0] LUT = 0;

    wire [31:0] f = F ? LUT[63:32] : LUT[31:0];
    wire [15:0] e = E ? f[31:16] : f[15:0];
    wire [7:0] d = D ? e[15:8] : e[7:0];
    wire [3:0] c = C ? d[7:4] : d[3:0];
    wire [1:0] b = B ? c[3:2] : c[1:0];
    assign Q = A ? b[1] : b[0];
endmodule

module MISTRAL_ALUT5 (input A, B, C, D, E, output Q);
    parameter [31:0] LUT = 0;
    MISTRAL_ALUT6 #(.LUT(LUT)) table_of_6 (.A(A), .B(B), .C(C), .D(D), .E(E), .F(1'b0), .Q(Q));
endmodule

module MISTRAL_ALUT4 (input A, B, C, D, output Q);
    parameter [15:0] LUT = 0;
    MISTRAL_ALUT6 #(.LUT(LUT)) table_of_6 (.A(A), .B(B), .C(C), .D(D), .E(1'b0), .F(1'b0), .Q(Q));
endmodule

module MISTRAL_ALUT3 (input A, B, C, output Q);
    parameter [7:0] LUT = 0;
    MISTRAL_ALUT6 #(.LUT(LUT)) table_of_6 (.A(A), .B(B), .C(C), .D(1'b0), .E(1'b0), .F(1'b0), .Q(Q));
endmodule

module MISTRAL_ALUT2 (input A, B, output Q);
    parameter [3:0] LUT = 0;
    MISTRAL_ALUT6 #(.LUT(LUT)) table_of_6 (.A(A), .B(B), .C(1'b0), .D(1'b0), .E(1'b0), .F(1'b0), .Q(Q));
endmodule
