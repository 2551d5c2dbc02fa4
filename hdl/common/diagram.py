"""The parts of both chips, by which documents group the modules."""

import re

PARTS = [
    f"carillon_{part}"
    for part in (
        "bus_adapter",
        "core",
        "host",
        "time_base",
        "busy_bits",
        "wheels",
        "arming",
        "late_check",
        "cursor",
        "cascade",
        "event_fifo",
        "look_ahead",
        "keeper_engine",
        "keeper_scan",
        "keeper_events",
        "keeper_port",
        "keeper",
        "registers",
        "read_back",
        "memory",
    )
]

# Modules of the text that belong to a part of another name; all others of the counter chip are called after their part.
OF_TEXT = {
    "core": ("counter",),
    "bus_adapter": ("wishbone", "axi_lite", "apb", "spi", "uart", "access"),
    "host": ("registers", "register_file", "alarm", "compare", "interrupt", "coalescing", "now"),
    "busy_bits": ("bit_memory",),
    "look_ahead": ("vector_level", "find_first"),
}
# A copy of a module with other parameters has a number.
COPY = re.compile(r"_\d+$")


# The sum over all parts, which sorts behind them.
ALL = (2, "all")


def is_timer(file):
    """Whether a generated file is a timer chip."""
    return file.startswith("carillon_timer")


def part(module, timer):
    """The part of the counter chip or of the timer chip that a module belongs to; those of the timer chip sort behind."""
    return (int(timer), owner(module if timer else of_text(module)))


def shown(part):
    """A part as tables show it."""
    chip, module = part
    return {0: f"`{module}`", 1: f"`{module}` (timer chip)", 2: module}[chip]


def of_text(module):
    """The part that a module of the counter chip's text is: `carillon_cursor` for `carillon_counter_cursor`."""
    if not module.startswith("carillon_"):
        return module
    name = COPY.sub("", module).removeprefix("carillon_")
    own = name.removeprefix("counter_")
    found = (of for of, names in OF_TEXT.items() if name in names or own in names)
    return f"carillon_{next(found, own)}"


def owner(module):
    """The part that a module belongs to: `carillon_cursor` for `carillon_cursor_ticks`."""
    return next((part for part in PARTS if module == part or module.startswith(f"{part}_")), module)
