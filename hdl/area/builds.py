"""The chips that `make area` measures.

Their names are those of the table `MEASURED` in hdl/common/chips.py.
"""

import parts

PARTS = (parts.HX8K, parts.UP5K, parts.ECP5_25F)
# nextpnr's target for each preset on each part, in MHz.
PRESETS = {
    "minimal": {parts.HX8K: 130, parts.UP5K: 60, parts.ECP5_25F: 130},
    "full": {parts.HX8K: 100, parts.UP5K: 60, parts.ECP5_25F: 130},
}
# Synthesised for one part, to be compared with `minimal`, which has Wishbone.
FRONT_ENDS = {"minimal_axi_lite": "AXI4-Lite", "minimal_uart": "UART, 104 clocks a bit", "minimal_spi": "SPI"}
FRONT_END_PART = parts.HX8K

ALL = (*PRESETS, *FRONT_ENDS)
