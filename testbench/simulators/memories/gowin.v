// The block RAMs of Gowin's LittleBee and Arora, as the netlists use them: in words of 36 bits, or with a port that
// writes a bit and a port that reads words of 16.
//
// Written from Gowin's *BSRAM & SSRAM User Guide*, UG285: "Semi-Dual Port Mode" (SDPX9B: port A writes, port B
// reads), "Single Port Mode" (SPX9, which reads before it writes) and "Dual Port Mode" (DPB, of which port A writes and
// port B reads), in bypass mode. The upper nine bits of an address are the word's, the lowest four enable the bytes.
// What SDPX9B and DPB read of a byte, or of a bit, at the edge at which it is written is taken for undefined.
`timescale 1ps / 1ps

module SDPX9B (CLKA, CEA, RESETA, BLKSELA, ADA, DI, CLKB, CEB, OCE, RESETB, BLKSELB, ADB, DO);
    parameter READ_MODE = 1'b0;
    parameter BIT_WIDTH_0 = 36, BIT_WIDTH_1 = 36;
    parameter BLK_SEL_0 = 3'b000, BLK_SEL_1 = 3'b000;
    // Has a meaning only with resets, which the model does not cover.
    parameter RESET_MODE = "SYNC";
    parameter [287:0]
        INIT_RAM_00 = 0, INIT_RAM_01 = 0, INIT_RAM_02 = 0, INIT_RAM_03 = 0, INIT_RAM_04 = 0, INIT_RAM_05 = 0,
        INIT_RAM_06 = 0, INIT_RAM_07 = 0, INIT_RAM_08 = 0, INIT_RAM_09 = 0, INIT_RAM_0A = 0, INIT_RAM_0B = 0,
        INIT_RAM_0C = 0, INIT_RAM_0D = 0, INIT_RAM_0E = 0, INIT_RAM_0F = 0, INIT_RAM_10 = 0, INIT_RAM_11 = 0,
        INIT_RAM_12 = 0, INIT_RAM_13 = 0, INIT_RAM_14 = 0, INIT_RAM_15 = 0, INIT_RAM_16 = 0, INIT_RAM_17 = 0,
        INIT_RAM_18 = 0, INIT_RAM_19 = 0, INIT_RAM_1A = 0, INIT_RAM_1B = 0, INIT_RAM_1C = 0, INIT_RAM_1D = 0,
        INIT_RAM_1E = 0, INIT_RAM_1F = 0, INIT_RAM_20 = 0, INIT_RAM_21 = 0, INIT_RAM_22 = 0, INIT_RAM_23 = 0,
        INIT_RAM_24 = 0, INIT_RAM_25 = 0, INIT_RAM_26 = 0, INIT_RAM_27 = 0, INIT_RAM_28 = 0, INIT_RAM_29 = 0,
        INIT_RAM_2A = 0, INIT_RAM_2B = 0, INIT_RAM_2C = 0, INIT_RAM_2D = 0, INIT_RAM_2E = 0, INIT_RAM_2F = 0,
        INIT_RAM_30 = 0, INIT_RAM_31 = 0, INIT_RAM_32 = 0, INIT_RAM_33 = 0, INIT_RAM_34 = 0, INIT_RAM_35 = 0,
        INIT_RAM_36 = 0, INIT_RAM_37 = 0, INIT_RAM_38 = 0, INIT_RAM_39 = 0, INIT_RAM_3A = 0, INIT_RAM_3B = 0,
        INIT_RAM_3C = 0, INIT_RAM_3D = 0, INIT_RAM_3E = 0, INIT_RAM_3F = 0;

    input CLKA, CEA, RESETA, CLKB, CEB, OCE, RESETB;
    input [2:0] BLKSELA, BLKSELB;
    input [13:0] ADA, ADB;
    input [35:0] DI;
    output [35:0] DO;

    wire [63:0] loaded = {
        |INIT_RAM_00, |INIT_RAM_01, |INIT_RAM_02, |INIT_RAM_03, |INIT_RAM_04, |INIT_RAM_05, |INIT_RAM_06, |INIT_RAM_07,
        |INIT_RAM_08, |INIT_RAM_09, |INIT_RAM_0A, |INIT_RAM_0B, |INIT_RAM_0C, |INIT_RAM_0D, |INIT_RAM_0E, |INIT_RAM_0F,
        |INIT_RAM_10, |INIT_RAM_11, |INIT_RAM_12, |INIT_RAM_13, |INIT_RAM_14, |INIT_RAM_15, |INIT_RAM_16, |INIT_RAM_17,
        |INIT_RAM_18, |INIT_RAM_19, |INIT_RAM_1A, |INIT_RAM_1B, |INIT_RAM_1C, |INIT_RAM_1D, |INIT_RAM_1E, |INIT_RAM_1F,
        |INIT_RAM_20, |INIT_RAM_21, |INIT_RAM_22, |INIT_RAM_23, |INIT_RAM_24, |INIT_RAM_25, |INIT_RAM_26, |INIT_RAM_27,
        |INIT_RAM_28, |INIT_RAM_29, |INIT_RAM_2A, |INIT_RAM_2B, |INIT_RAM_2C, |INIT_RAM_2D, |INIT_RAM_2E, |INIT_RAM_2F,
        |INIT_RAM_30, |INIT_RAM_31, |INIT_RAM_32, |INIT_RAM_33, |INIT_RAM_34, |INIT_RAM_35, |INIT_RAM_36, |INIT_RAM_37,
        |INIT_RAM_38, |INIT_RAM_39, |INIT_RAM_3A, |INIT_RAM_3B, |INIT_RAM_3C, |INIT_RAM_3D, |INIT_RAM_3E, |INIT_RAM_3F
    };
    block_ram_limits #(.CELL("SDPX9B")) limits (
        .clock(CLKA),
        .parameters(READ_MODE == 0 && BIT_WIDTH_0 == 36 && BIT_WIDTH_1 == 36 && !loaded),
        .pins(CLKB && !RESETA && !RESETB && BLKSELA == BLK_SEL_0 && BLKSELB == BLK_SEL_1)
    );

    block_ram_words words (
        .clock(CLKA),
        .write({4{CEA}} & ADA[3:0]),
        .write_address(ADA[13:5]),
        .written(DI),
        .read(CEB),
        .read_address(ADB[13:5]),
        .shown(DO)
    );
endmodule

module SPX9 (CLK, CE, WRE, OCE, RESET, BLKSEL, AD, DI, DO);
    parameter READ_MODE = 1'b0;
    parameter WRITE_MODE = 2'b00;
    parameter BIT_WIDTH = 36;
    parameter BLK_SEL = 3'b000;
    parameter RESET_MODE = "SYNC";
    parameter [287:0]
        INIT_RAM_00 = 0, INIT_RAM_01 = 0, INIT_RAM_02 = 0, INIT_RAM_03 = 0, INIT_RAM_04 = 0, INIT_RAM_05 = 0,
        INIT_RAM_06 = 0, INIT_RAM_07 = 0, INIT_RAM_08 = 0, INIT_RAM_09 = 0, INIT_RAM_0A = 0, INIT_RAM_0B = 0,
        INIT_RAM_0C = 0, INIT_RAM_0D = 0, INIT_RAM_0E = 0, INIT_RAM_0F = 0, INIT_RAM_10 = 0, INIT_RAM_11 = 0,
        INIT_RAM_12 = 0, INIT_RAM_13 = 0, INIT_RAM_14 = 0, INIT_RAM_15 = 0, INIT_RAM_16 = 0, INIT_RAM_17 = 0,
        INIT_RAM_18 = 0, INIT_RAM_19 = 0, INIT_RAM_1A = 0, INIT_RAM_1B = 0, INIT_RAM_1C = 0, INIT_RAM_1D = 0,
        INIT_RAM_1E = 0, INIT_RAM_1F = 0, INIT_RAM_20 = 0, INIT_RAM_21 = 0, INIT_RAM_22 = 0, INIT_RAM_23 = 0,
        INIT_RAM_24 = 0, INIT_RAM_25 = 0, INIT_RAM_26 = 0, INIT_RAM_27 = 0, INIT_RAM_28 = 0, INIT_RAM_29 = 0,
        INIT_RAM_2A = 0, INIT_RAM_2B = 0, INIT_RAM_2C = 0, INIT_RAM_2D = 0, INIT_RAM_2E = 0, INIT_RAM_2F = 0,
        INIT_RAM_30 = 0, INIT_RAM_31 = 0, INIT_RAM_32 = 0, INIT_RAM_33 = 0, INIT_RAM_34 = 0, INIT_RAM_35 = 0,
        INIT_RAM_36 = 0, INIT_RAM_37 = 0, INIT_RAM_38 = 0, INIT_RAM_39 = 0, INIT_RAM_3A = 0, INIT_RAM_3B = 0,
        INIT_RAM_3C = 0, INIT_RAM_3D = 0, INIT_RAM_3E = 0, INIT_RAM_3F = 0;

    input CLK, CE, WRE, OCE, RESET;
    input [2:0] BLKSEL;
    input [13:0] AD;
    input [35:0] DI;
    output [35:0] DO;

    wire [63:0] loaded = {
        |INIT_RAM_00, |INIT_RAM_01, |INIT_RAM_02, |INIT_RAM_03, |INIT_RAM_04, |INIT_RAM_05, |INIT_RAM_06, |INIT_RAM_07,
        |INIT_RAM_08, |INIT_RAM_09, |INIT_RAM_0A, |INIT_RAM_0B, |INIT_RAM_0C, |INIT_RAM_0D, |INIT_RAM_0E, |INIT_RAM_0F,
        |INIT_RAM_10, |INIT_RAM_11, |INIT_RAM_12, |INIT_RAM_13, |INIT_RAM_14, |INIT_RAM_15, |INIT_RAM_16, |INIT_RAM_17,
        |INIT_RAM_18, |INIT_RAM_19, |INIT_RAM_1A, |INIT_RAM_1B, |INIT_RAM_1C, |INIT_RAM_1D, |INIT_RAM_1E, |INIT_RAM_1F,
        |INIT_RAM_20, |INIT_RAM_21, |INIT_RAM_22, |INIT_RAM_23, |INIT_RAM_24, |INIT_RAM_25, |INIT_RAM_26, |INIT_RAM_27,
        |INIT_RAM_28, |INIT_RAM_29, |INIT_RAM_2A, |INIT_RAM_2B, |INIT_RAM_2C, |INIT_RAM_2D, |INIT_RAM_2E, |INIT_RAM_2F,
        |INIT_RAM_30, |INIT_RAM_31, |INIT_RAM_32, |INIT_RAM_33, |INIT_RAM_34, |INIT_RAM_35, |INIT_RAM_36, |INIT_RAM_37,
        |INIT_RAM_38, |INIT_RAM_39, |INIT_RAM_3A, |INIT_RAM_3B, |INIT_RAM_3C, |INIT_RAM_3D, |INIT_RAM_3E, |INIT_RAM_3F
    };
    block_ram_limits #(.CELL("SPX9")) limits (
        .clock(CLK),
        .parameters(READ_MODE == 0 && WRITE_MODE == 2 && BIT_WIDTH == 36 && !loaded),
        .pins(!RESET && BLKSEL == BLK_SEL)
    );

    block_ram_words #(.OLD(1)) words (
        .clock(CLK),
        .write({4{CE && WRE}} & AD[3:0]),
        .write_address(AD[13:5]),
        .written(DI),
        .read(CE),
        .read_address(AD[13:5]),
        .shown(DO)
    );
endmodule

module DPB (
    CLKA, CEA, WREA, OCEA, RESETA, BLKSELA, ADA, DIA, DOA, CLKB, CEB, WREB, OCEB, RESETB, BLKSELB, ADB, DIB, DOB
);
    parameter READ_MODE0 = 1'b0, READ_MODE1 = 1'b0;
    // Have a meaning only for what a port shows that writes, of which nothing is used.
    parameter WRITE_MODE0 = 2'b00, WRITE_MODE1 = 2'b00;
    parameter BIT_WIDTH_0 = 16, BIT_WIDTH_1 = 16;
    parameter BLK_SEL_0 = 3'b000, BLK_SEL_1 = 3'b000;
    // Has a meaning only with resets, which the model does not cover.
    parameter RESET_MODE = "SYNC";
    parameter [255:0]
        INIT_RAM_00 = 0, INIT_RAM_01 = 0, INIT_RAM_02 = 0, INIT_RAM_03 = 0, INIT_RAM_04 = 0, INIT_RAM_05 = 0,
        INIT_RAM_06 = 0, INIT_RAM_07 = 0, INIT_RAM_08 = 0, INIT_RAM_09 = 0, INIT_RAM_0A = 0, INIT_RAM_0B = 0,
        INIT_RAM_0C = 0, INIT_RAM_0D = 0, INIT_RAM_0E = 0, INIT_RAM_0F = 0, INIT_RAM_10 = 0, INIT_RAM_11 = 0,
        INIT_RAM_12 = 0, INIT_RAM_13 = 0, INIT_RAM_14 = 0, INIT_RAM_15 = 0, INIT_RAM_16 = 0, INIT_RAM_17 = 0,
        INIT_RAM_18 = 0, INIT_RAM_19 = 0, INIT_RAM_1A = 0, INIT_RAM_1B = 0, INIT_RAM_1C = 0, INIT_RAM_1D = 0,
        INIT_RAM_1E = 0, INIT_RAM_1F = 0, INIT_RAM_20 = 0, INIT_RAM_21 = 0, INIT_RAM_22 = 0, INIT_RAM_23 = 0,
        INIT_RAM_24 = 0, INIT_RAM_25 = 0, INIT_RAM_26 = 0, INIT_RAM_27 = 0, INIT_RAM_28 = 0, INIT_RAM_29 = 0,
        INIT_RAM_2A = 0, INIT_RAM_2B = 0, INIT_RAM_2C = 0, INIT_RAM_2D = 0, INIT_RAM_2E = 0, INIT_RAM_2F = 0,
        INIT_RAM_30 = 0, INIT_RAM_31 = 0, INIT_RAM_32 = 0, INIT_RAM_33 = 0, INIT_RAM_34 = 0, INIT_RAM_35 = 0,
        INIT_RAM_36 = 0, INIT_RAM_37 = 0, INIT_RAM_38 = 0, INIT_RAM_39 = 0, INIT_RAM_3A = 0, INIT_RAM_3B = 0,
        INIT_RAM_3C = 0, INIT_RAM_3D = 0, INIT_RAM_3E = 0, INIT_RAM_3F = 0;

    input CLKA, CEA, WREA, OCEA, RESETA, CLKB, CEB, WREB, OCEB, RESETB;
    input [2:0] BLKSELA, BLKSELB;
    input [13:0] ADA, ADB;
    input [15:0] DIA, DIB;
    output [15:0] DOA, DOB;

    wire [63:0] loaded = {
        |INIT_RAM_00, |INIT_RAM_01, |INIT_RAM_02, |INIT_RAM_03, |INIT_RAM_04, |INIT_RAM_05, |INIT_RAM_06, |INIT_RAM_07,
        |INIT_RAM_08, |INIT_RAM_09, |INIT_RAM_0A, |INIT_RAM_0B, |INIT_RAM_0C, |INIT_RAM_0D, |INIT_RAM_0E, |INIT_RAM_0F,
        |INIT_RAM_10, |INIT_RAM_11, |INIT_RAM_12, |INIT_RAM_13, |INIT_RAM_14, |INIT_RAM_15, |INIT_RAM_16, |INIT_RAM_17,
        |INIT_RAM_18, |INIT_RAM_19, |INIT_RAM_1A, |INIT_RAM_1B, |INIT_RAM_1C, |INIT_RAM_1D, |INIT_RAM_1E, |INIT_RAM_1F,
        |INIT_RAM_20, |INIT_RAM_21, |INIT_RAM_22, |INIT_RAM_23, |INIT_RAM_24, |INIT_RAM_25, |INIT_RAM_26, |INIT_RAM_27,
        |INIT_RAM_28, |INIT_RAM_29, |INIT_RAM_2A, |INIT_RAM_2B, |INIT_RAM_2C, |INIT_RAM_2D, |INIT_RAM_2E, |INIT_RAM_2F,
        |INIT_RAM_30, |INIT_RAM_31, |INIT_RAM_32, |INIT_RAM_33, |INIT_RAM_34, |INIT_RAM_35, |INIT_RAM_36, |INIT_RAM_37,
        |INIT_RAM_38, |INIT_RAM_39, |INIT_RAM_3A, |INIT_RAM_3B, |INIT_RAM_3C, |INIT_RAM_3D, |INIT_RAM_3E, |INIT_RAM_3F
    };
    block_ram_limits #(.CELL("DPB")) limits (
        .clock(CLKA),
        .parameters(READ_MODE0 == 0 && READ_MODE1 == 0 && BIT_WIDTH_0 == 1 && BIT_WIDTH_1 == 16 && !loaded),
        .pins(CLKB && !RESETA && !RESETB && BLKSELA == BLK_SEL_0 && BLKSELB == BLK_SEL_1 && !WREB)
    );

    assign DOA = 16'bx;

    block_ram_bits narrow (
        .clock(CLKA),
        .write(CEA && WREA),
        .write_address(ADA),
        .written(DIA[0]),
        .read(CEB),
        .read_address(ADB[13:4]),
        .shown(DOB)
    );
endmodule
