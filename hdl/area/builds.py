"""The chips that `make area` measures, and what is aimed at.

Their names are those of the table `MEASURED` in hdl/src/checked_in.rs; `generate --measured` writes their Verilog.
"""

from dataclasses import dataclass

import parts


@dataclass(frozen=True)
class Aim:
    """What is aimed at: the clock, and the area where one is set."""

    megahertz: int
    lut4: int | None = None


PARTS = (parts.HX8K, parts.UP5K, parts.ECP5_25F)
# Measured on each of these. Where a build has no aim of its own on a part, nextpnr still gets the clock as its target.
PRESETS = {
    "minimal": {parts.HX8K: Aim(130, 430), parts.UP5K: Aim(60), parts.ECP5_25F: Aim(130)},
    "full": {parts.HX8K: Aim(100, 1000)},
}
TARGETS = {parts.HX8K: 100, parts.UP5K: 60, parts.ECP5_25F: 130}
# Synthesised for one part, to be compared with `minimal`, which has Wishbone.
FRONT_ENDS = {"minimal_axi_lite": "AXI4-Lite", "minimal_uart": "UART, 104 clocks a bit", "minimal_spi": "SPI"}
FRONT_END_PART = parts.HX8K

ALL = (*PRESETS, *FRONT_ENDS)
