"""The FPGA families that Yosys synthesises for: its command, and the cells of its netlists that count."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Family:
    """A family."""

    name: str
    synthesis: str
    # The label of the synthesis at which memories are placed; at `map_ffram` those that are left become gates.
    places_memories: str
    # Cells of logic and how many look-up tables each is; cells by the beginning of their name.
    luts: dict[str, int]
    flip_flops: tuple[str, ...]
    block_rams: tuple[str, ...]
    # Memory in look-up tables.
    distributed: tuple[str, ...] = ()
    # What `read_verilog` is told, and what Yosys does between reading and synthesis.
    reading: str = ""
    before: str = ""

    def read(self, chip):
        """The Yosys commands that read a chip for this family."""
        return self.ready(chip.read(self.reading), chip.top)

    def ready(self, read, top):
        """Commands that have read a design, and what comes before its synthesis."""
        return f"{read}; hierarchy -check -top {top}; {self.before}" if self.before else read

    @property
    def stem(self):
        """Its name in file names."""
        return self.name.lower().replace(" ", "-")

    def count(self, cells):
        """Look-up tables, flip-flops, block RAMs and distributed RAMs among cells, a dictionary of how many there are
        of each type; RAMs as text.
        """

        def each(names):
            return ", ".join(f"{cells[name]} {name}" for name in sorted(cells) if name in names)

        luts = sum(number * self.luts.get(cell, 0) for cell, number in cells.items())
        flip_flops = sum(number for cell, number in cells.items() if cell.startswith(self.flip_flops))
        return luts, flip_flops, each(self.block_rams), each(self.distributed)


# Of hdl/verilog: busy bits are words with a write enable for each bit.
BIT_ENABLES = "-D CARILLON_BIT_ENABLES"


def each(*names):
    """Cells that are one look-up table each."""
    return dict.fromkeys(names, 1)


ICE40 = Family("iCE40", "synth_ice40", "map_ram", each("SB_LUT4"), ("SB_DFF",), ("SB_RAM40_4K", "SB_SPRAM256KA"))
ECP5 = Family(
    "ECP5",
    "synth_ecp5 -nodsp",
    "map_ram",
    {"LUT4": 1, "CCU2C": 2},
    ("TRELLIS_FF",),
    ("DP16KD", "PDPW16KD"),
    ("TRELLIS_DPR16X4",),
)
NEXUS = Family(
    "Nexus",
    "synth_nexus -nodsp",
    "map_ram",
    {"LUT4": 1, "CCU2": 2},
    ("FD1P3",),
    ("DP16K", "PDP16K", "PDPSC16K", "DPSC512K", "PDPSC512K"),
    ("DPR16X4",),
)
GOWIN = Family(
    "Gowin",
    "synth_gowin",
    "map_ram",
    each("LUT1", "LUT2", "LUT3", "LUT4", "ALU"),
    ("DFF",),
    ("SP", "SPX9", "SDPB", "SDPX9B", "DPB", "DPX9B"),
    ("RAM16S4", "RAM16SDP4"),
    # Yosys 0.70 connects one bit of the word that a DPB reads whose other port writes single bits (the map of
    # `$__GOWIN_DP_` gives port B port A's width). So busy bits are words with a write enable for each bit, which it
    # would put among the look-up tables.
    reading=BIT_ENABLES,
    before='setattr -set ram_style "block" */m:*block_ram.busy',
)
GATEMATE = Family(
    "GateMate",
    "synth_gatemate -luttree -nomx8",
    "map_bram",
    each("CC_LUT1", "CC_LUT2", "CC_L2T4", "CC_L2T5", "CC_MX2", "CC_MX4", "CC_ADDF"),
    ("CC_DFF",),
    ("CC_BRAM_20K", "CC_BRAM_40K"),
)
XILINX_7 = Family(
    "Xilinx 7",
    "synth_xilinx -family xc7 -flatten -nodsp",
    "map_memory",
    each("LUT1", "LUT2", "LUT3", "LUT4", "LUT5", "LUT6", "SRL16E", "SRLC32E"),
    ("FD",),
    ("RAMB18E1", "RAMB36E1"),
    ("RAM32M", "RAM64M", "RAM32X1D", "RAM64X1D", "RAM128X1D", "RAM32X1S", "RAM64X1S", "RAM128X1S", "RAM256X1S"),
)
INTEL = Family(
    "Intel",
    "synth_intel_alm -nodsp",
    "map_bram",
    each(*(f"MISTRAL_ALUT{inputs}" for inputs in range(2, 7)), "MISTRAL_ALUT_ARITH", "MISTRAL_NOT"),
    ("MISTRAL_FF",),
    ("MISTRAL_M10K",),
    ("MISTRAL_MLAB",),
    # Yosys has no block RAM of Intel's that is written by the bit and read by the word.
    reading=BIT_ENABLES,
)
ALL = (ICE40, ECP5, NEXUS, GOWIN, GATEMATE, XILINX_7, INTEL)
