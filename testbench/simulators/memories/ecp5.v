// The block RAM of Lattice's ECP5, as the netlists use it: one port writes words of 36 bits and the other reads them,
// or port A writes a bit and port B reads words of 18.
//
// Written from Lattice's *ECP5 and ECP5-5G Memory User Guide*, FPGA-TN-02204 (formerly TN1264): "Pseudo Dual-Port RAM
// (RAM_DP) - EBR Based", and "Byte Enable". There the cell is PDPW16KD. In Yosys's netlists it is what that becomes in
// the device: DP16KD with both widths 36, of which, as for nextpnr, DIA and DOA are the lower half of a word, DIB and
// DOB the upper one. ADA13 to ADA5 and ADB13 to ADB5 are the address, ADA3 to ADA0 enable the four bytes. What is read
// of a byte at the edge at which it is written is taken for undefined. With widths 1 and 18, ADA13 to ADA0 are the
// address of a bit, ADB13 to ADB4 that of a word, whose bits 8 and 17 no narrow port reaches.
`timescale 1ps / 1ps

module DP16KD (
    input CLKA, CEA, OCEA, WEA, RSTA, CSA2, CSA1, CSA0,
    input CLKB, CEB, OCEB, WEB, RSTB, CSB2, CSB1, CSB0,
    input ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
    input ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
    input DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2,
        DIA1, DIA0,
    input DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2,
        DIB1, DIB0,
    output DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2,
        DOA1, DOA0,
    output DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2,
        DOB1, DOB0
);
    parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18;
    parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG";
    parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000";
    parameter CLKAMUX = "CLKA", CLKBMUX = "CLKB";
    // Have a meaning only with what the model does not cover: resets and writes by a port that reads.
    parameter RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC", GSR = "ENABLED";
    parameter WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL";
    parameter [319:0]
        INITVAL_00 = 0, INITVAL_01 = 0, INITVAL_02 = 0, INITVAL_03 = 0, INITVAL_04 = 0, INITVAL_05 = 0, INITVAL_06 = 0,
        INITVAL_07 = 0, INITVAL_08 = 0, INITVAL_09 = 0, INITVAL_0A = 0, INITVAL_0B = 0, INITVAL_0C = 0, INITVAL_0D = 0,
        INITVAL_0E = 0, INITVAL_0F = 0, INITVAL_10 = 0, INITVAL_11 = 0, INITVAL_12 = 0, INITVAL_13 = 0, INITVAL_14 = 0,
        INITVAL_15 = 0, INITVAL_16 = 0, INITVAL_17 = 0, INITVAL_18 = 0, INITVAL_19 = 0, INITVAL_1A = 0, INITVAL_1B = 0,
        INITVAL_1C = 0, INITVAL_1D = 0, INITVAL_1E = 0, INITVAL_1F = 0, INITVAL_20 = 0, INITVAL_21 = 0, INITVAL_22 = 0,
        INITVAL_23 = 0, INITVAL_24 = 0, INITVAL_25 = 0, INITVAL_26 = 0, INITVAL_27 = 0, INITVAL_28 = 0, INITVAL_29 = 0,
        INITVAL_2A = 0, INITVAL_2B = 0, INITVAL_2C = 0, INITVAL_2D = 0, INITVAL_2E = 0, INITVAL_2F = 0, INITVAL_30 = 0,
        INITVAL_31 = 0, INITVAL_32 = 0, INITVAL_33 = 0, INITVAL_34 = 0, INITVAL_35 = 0, INITVAL_36 = 0, INITVAL_37 = 0,
        INITVAL_38 = 0, INITVAL_39 = 0, INITVAL_3A = 0, INITVAL_3B = 0, INITVAL_3C = 0, INITVAL_3D = 0, INITVAL_3E = 0,
        INITVAL_3F = 0;

    wire [63:0] loaded = {
        |INITVAL_00, |INITVAL_01, |INITVAL_02, |INITVAL_03, |INITVAL_04, |INITVAL_05, |INITVAL_06, |INITVAL_07,
        |INITVAL_08, |INITVAL_09, |INITVAL_0A, |INITVAL_0B, |INITVAL_0C, |INITVAL_0D, |INITVAL_0E, |INITVAL_0F,
        |INITVAL_10, |INITVAL_11, |INITVAL_12, |INITVAL_13, |INITVAL_14, |INITVAL_15, |INITVAL_16, |INITVAL_17,
        |INITVAL_18, |INITVAL_19, |INITVAL_1A, |INITVAL_1B, |INITVAL_1C, |INITVAL_1D, |INITVAL_1E, |INITVAL_1F,
        |INITVAL_20, |INITVAL_21, |INITVAL_22, |INITVAL_23, |INITVAL_24, |INITVAL_25, |INITVAL_26, |INITVAL_27,
        |INITVAL_28, |INITVAL_29, |INITVAL_2A, |INITVAL_2B, |INITVAL_2C, |INITVAL_2D, |INITVAL_2E, |INITVAL_2F,
        |INITVAL_30, |INITVAL_31, |INITVAL_32, |INITVAL_33, |INITVAL_34, |INITVAL_35, |INITVAL_36, |INITVAL_37,
        |INITVAL_38, |INITVAL_39, |INITVAL_3A, |INITVAL_3B, |INITVAL_3C, |INITVAL_3D, |INITVAL_3E, |INITVAL_3F
    };
    block_ram_limits #(.CELL("DP16KD")) limits (
        .clock(CLKA),
        .parameters(
            (DATA_WIDTH_A == 36 && DATA_WIDTH_B == 36 || DATA_WIDTH_A == 1 && DATA_WIDTH_B == 18)
            && REGMODE_A == "NOREG" && REGMODE_B == "NOREG" && CSDECODE_A == "0b000" && CSDECODE_B == "0b000"
            && CLKAMUX == "CLKA" && CLKBMUX == "CLKB" && !loaded
        ),
        .pins(CLKB && !RSTA && !RSTB && !{CSA2, CSA1, CSA0, CSB2, CSB1, CSB0} && !WEB && OCEB)
    );

    wire [35:0] wide;
    wire [15:0] bits;

    block_ram_words words (
        .clock(CLKA),
        .write({4{CEA && WEA}} & {ADA3, ADA2, ADA1, ADA0}),
        .write_address({ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5}),
        .written({
            DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2,
            DIB1, DIB0,
            DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2,
            DIA1, DIA0
        }),
        .read(CEB),
        .read_address({ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5}),
        .shown(wide)
    );

    block_ram_bits narrow (
        .clock(CLKA),
        .write(CEA && WEA),
        .write_address({
            ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0
        }),
        .written(DIA0),
        .read(CEB),
        .read_address({ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4}),
        .shown(bits)
    );

    assign {
        DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1,
        DOB0
    } = DATA_WIDTH_A == 1 ? {1'bx, bits[15:8], 1'bx, bits[7:0]} : wide[35:18];
    assign {
        DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1,
        DOA0
    } = DATA_WIDTH_A == 1 ? 18'bx : wide[17:0];
endmodule
