"""The parts of both chips, by which documents group the generated modules."""

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


# The sum over all parts, which sorts behind them.
ALL = (2, "all")


def is_timer(file):
    """Whether a generated file is a timer chip."""
    return file.startswith("carillon_timer")


def part(module, timer):
    """The part of the counter chip or of the timer chip that a module belongs to; those of the timer chip sort behind."""
    return (int(timer), owner(module))


def shown(part):
    """A part as tables show it."""
    chip, module = part
    return {0: f"`{module}`", 1: f"`{module}` (timer chip)", 2: module}[chip]


def owner(module):
    """The part that a module belongs to: `carillon_cursor` for `carillon_cursor_ticks`."""
    return next((part for part in PARTS if module == part or module.startswith(f"{part}_")), module)
