// The block RAM of Lattice's Nexus, as the netlists use it: one port writes words of 36 bits and the other reads them,
// or one writes a bit and the other reads words of 18.
//
// Written from Lattice's *Memory User Guide for Nexus Platform*, FPGA-TN-02094: "Pseudo Dual-Port RAM (RAM_DP) - EBR
// Based", and "Byte Enable". ADW[13:5] and ADR[13:5] are the address, ADW[3:0] enable the four bytes. What is read of a
// byte at the edge at which it is written is taken for undefined. With widths 1 and 18, ADW is the address of a bit,
// ADR[13:4] that of a word, whose bits 8 and 17 no narrow port reaches.
`timescale 1ps / 1ps

module PDPSC16K (CLK, RST, DI, ADW, CEW, CSW, ADR, CER, CSR, DO, ONEBITERR, TWOBITERR);
    parameter DATA_WIDTH_W = "X36", DATA_WIDTH_R = "X36";
    parameter OUTREG = "BYPASSED", ECC = "DISABLED";
    parameter CSDECODE_W = "000", CSDECODE_R = "000";
    // Have a meaning only with resets, which the model does not cover.
    parameter RESETMODE = "SYNC", ASYNC_RST_RELEASE = "SYNC", GSR = "ENABLED";
    localparam NOTHING = {"0x", {80{"0"}}};
    parameter [655:0]
        INITVAL_00 = NOTHING, INITVAL_01 = NOTHING, INITVAL_02 = NOTHING, INITVAL_03 = NOTHING, INITVAL_04 = NOTHING,
        INITVAL_05 = NOTHING, INITVAL_06 = NOTHING, INITVAL_07 = NOTHING, INITVAL_08 = NOTHING, INITVAL_09 = NOTHING,
        INITVAL_0A = NOTHING, INITVAL_0B = NOTHING, INITVAL_0C = NOTHING, INITVAL_0D = NOTHING, INITVAL_0E = NOTHING,
        INITVAL_0F = NOTHING, INITVAL_10 = NOTHING, INITVAL_11 = NOTHING, INITVAL_12 = NOTHING, INITVAL_13 = NOTHING,
        INITVAL_14 = NOTHING, INITVAL_15 = NOTHING, INITVAL_16 = NOTHING, INITVAL_17 = NOTHING, INITVAL_18 = NOTHING,
        INITVAL_19 = NOTHING, INITVAL_1A = NOTHING, INITVAL_1B = NOTHING, INITVAL_1C = NOTHING, INITVAL_1D = NOTHING,
        INITVAL_1E = NOTHING, INITVAL_1F = NOTHING, INITVAL_20 = NOTHING, INITVAL_21 = NOTHING, INITVAL_22 = NOTHING,
        INITVAL_23 = NOTHING, INITVAL_24 = NOTHING, INITVAL_25 = NOTHING, INITVAL_26 = NOTHING, INITVAL_27 = NOTHING,
        INITVAL_28 = NOTHING, INITVAL_29 = NOTHING, INITVAL_2A = NOTHING, INITVAL_2B = NOTHING, INITVAL_2C = NOTHING,
        INITVAL_2D = NOTHING, INITVAL_2E = NOTHING, INITVAL_2F = NOTHING, INITVAL_30 = NOTHING, INITVAL_31 = NOTHING,
        INITVAL_32 = NOTHING, INITVAL_33 = NOTHING, INITVAL_34 = NOTHING, INITVAL_35 = NOTHING, INITVAL_36 = NOTHING,
        INITVAL_37 = NOTHING, INITVAL_38 = NOTHING, INITVAL_39 = NOTHING, INITVAL_3A = NOTHING, INITVAL_3B = NOTHING,
        INITVAL_3C = NOTHING, INITVAL_3D = NOTHING, INITVAL_3E = NOTHING, INITVAL_3F = NOTHING;

    input CLK, RST, CEW, CER;
    input [2:0] CSW, CSR;
    input [13:0] ADW, ADR;
    input [35:0] DI;
    output [35:0] DO;
    output ONEBITERR, TWOBITERR;

    wire [63:0] loaded = {
        INITVAL_00 != NOTHING, INITVAL_01 != NOTHING, INITVAL_02 != NOTHING, INITVAL_03 != NOTHING,
        INITVAL_04 != NOTHING, INITVAL_05 != NOTHING, INITVAL_06 != NOTHING, INITVAL_07 != NOTHING,
        INITVAL_08 != NOTHING, INITVAL_09 != NOTHING, INITVAL_0A != NOTHING, INITVAL_0B != NOTHING,
        INITVAL_0C != NOTHING, INITVAL_0D != NOTHING, INITVAL_0E != NOTHING, INITVAL_0F != NOTHING,
        INITVAL_10 != NOTHING, INITVAL_11 != NOTHING, INITVAL_12 != NOTHING, INITVAL_13 != NOTHING,
        INITVAL_14 != NOTHING, INITVAL_15 != NOTHING, INITVAL_16 != NOTHING, INITVAL_17 != NOTHING,
        INITVAL_18 != NOTHING, INITVAL_19 != NOTHING, INITVAL_1A != NOTHING, INITVAL_1B != NOTHING,
        INITVAL_1C != NOTHING, INITVAL_1D != NOTHING, INITVAL_1E != NOTHING, INITVAL_1F != NOTHING,
        INITVAL_20 != NOTHING, INITVAL_21 != NOTHING, INITVAL_22 != NOTHING, INITVAL_23 != NOTHING,
        INITVAL_24 != NOTHING, INITVAL_25 != NOTHING, INITVAL_26 != NOTHING, INITVAL_27 != NOTHING,
        INITVAL_28 != NOTHING, INITVAL_29 != NOTHING, INITVAL_2A != NOTHING, INITVAL_2B != NOTHING,
        INITVAL_2C != NOTHING, INITVAL_2D != NOTHING, INITVAL_2E != NOTHING, INITVAL_2F != NOTHING,
        INITVAL_30 != NOTHING, INITVAL_31 != NOTHING, INITVAL_32 != NOTHING, INITVAL_33 != NOTHING,
        INITVAL_34 != NOTHING, INITVAL_35 != NOTHING, INITVAL_36 != NOTHING, INITVAL_37 != NOTHING,
        INITVAL_38 != NOTHING, INITVAL_39 != NOTHING, INITVAL_3A != NOTHING, INITVAL_3B != NOTHING,
        INITVAL_3C != NOTHING, INITVAL_3D != NOTHING, INITVAL_3E != NOTHING, INITVAL_3F != NOTHING
    };
    block_ram_limits #(.CELL("PDPSC16K")) limits (
        .clock(CLK),
        .parameters(
            (DATA_WIDTH_W == "X36" && DATA_WIDTH_R == "X36" || DATA_WIDTH_W == "X1" && DATA_WIDTH_R == "X18")
            && OUTREG == "BYPASSED" && ECC == "DISABLED" && CSDECODE_W == "111" && CSDECODE_R == "111" && !loaded
        ),
        .pins(!RST && CSW == 3'b111 && CSR == 3'b111)
    );

    wire [35:0] wide;
    wire [15:0] bits;

    block_ram_words words (
        .clock(CLK),
        .write({4{CEW}} & ADW[3:0]),
        .write_address(ADW[13:5]),
        .written(DI),
        .read(CER),
        .read_address(ADR[13:5]),
        .shown(wide)
    );

    block_ram_bits narrow (
        .clock(CLK),
        .write(CEW),
        .write_address(ADW),
        .written(DI[0]),
        .read(CER),
        .read_address(ADR[13:4]),
        .shown(bits)
    );

    assign DO = DATA_WIDTH_W == "X1" ? {18'bx, 1'bx, bits[15:8], 1'bx, bits[7:0]} : wide;
endmodule
