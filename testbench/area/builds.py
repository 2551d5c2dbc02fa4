"""The chips that `make area` measures.

Their names are those of the table `MEASURED` in hdl/common/chips.py.
"""

import parts

PARTS = (parts.HX8K, parts.UP5K, parts.ECP5_25F)
# nextpnr's target for each preset on each part, in MHz.
PRESETS = {
    "minimal": {parts.HX8K: 130, parts.UP5K: 60, parts.ECP5_25F: 130},
    "full": {parts.HX8K: 100, parts.UP5K: 60, parts.ECP5_25F: 130},
    "timer": {parts.HX8K: 100, parts.UP5K: 60, parts.ECP5_25F: 130},
}
# Synthesised for one part, to be compared with the first of each.
VARIANTS = {
    "Bus adapters of `minimal`": {
        "minimal": "Wishbone B4",
        "minimal_axi_lite": "AXI4-Lite",
        "minimal_uart": "UART, 104 clocks a bit",
        "minimal_spi": "SPI",
    },
    "Parameters of the timer chip": {
        "timer": "none",
        "timer_2_wheels": "`WHEELS` 2",
        "timer_3_wheels": "`WHEELS` 3",
        "timer_periodic": "`PERIODIC`",
        "timer_wide": "`WIDE`",
        "timer_coalescing": "`COALESCING`",
        "timer_look_ahead": "`LOOK_AHEAD`",
    },
}
VARIANTS_PART = parts.HX8K

ALL = tuple(dict.fromkeys([*PRESETS, *(name for names in VARIANTS.values() for name in names)]))
