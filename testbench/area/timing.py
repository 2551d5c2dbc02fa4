"""Reads the clock and the critical path out of nextpnr's report."""

import re
from dataclasses import dataclass

# Yosys names a cell after the next signal that has a name in the Verilog, and adds how it got there: that is cut off.
DERIVED = re.compile(
    r"(?:\.\d+)*_(?:SB|RDATA|DO[AB]\d|LUT4|CCU2C|TRELLIS|PFUMX|L6MUX21|DP16KD|PDPW16KD|RAM|[A-Z0-9]+_LC).*|\$nextpnr.*"
)


def signal(cell):
    """The signal after which a cell is named, as `module.signal`; empty for cells that nextpnr put in."""
    return DERIVED.sub("", cell).removeprefix("chip.").replace("$", ".")


@dataclass(frozen=True)
class CriticalPath:
    """The slowest path from clock edge to clock edge. Delays in nanoseconds."""

    start: str
    end: str
    end_pin: str
    through: tuple[str, ...]
    logic: float
    routing: float
    look_ups: int
    carries: int


def megahertz(report):
    """The estimate for the design's only clock."""
    (clock,) = report["fmax"].values()
    return clock["achieved"]


def critical_path(report):
    """The critical path of a report."""
    (clock,) = report["fmax"]
    edge = f"posedge {clock}"
    steps = next(path["path"] for path in report["critical_paths"] if path["from"] == path["to"] == edge)
    cells = [step["to"]["cell"] for step in steps]
    through = []
    for name in map(signal, cells):
        if name and name not in through:
            through.append(name)
    logic = [step for step in steps if step["type"] == "logic"]
    carries = sum(step["to"]["port"] in ("COUT", "FCO") for step in logic)
    return CriticalPath(
        start=signal(steps[0]["from"]["cell"]),
        end=signal(cells[-1]),
        end_pin=steps[-1]["to"]["port"],
        through=tuple(through),
        logic=sum(step["delay"] for step in steps if step["type"] != "routing"),
        routing=sum(step["delay"] for step in steps if step["type"] == "routing"),
        look_ups=len(logic) - carries,
        carries=carries,
    )
