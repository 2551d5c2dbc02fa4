"""The parts of the block diagram, by which documents group the generated modules."""

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
    )
]


def owner(module):
    """The part that a module belongs to: `carillon_cursor` for `carillon_cursor_ticks`."""
    return next((part for part in PARTS if module == part or module.startswith(f"{part}_")), module)
