"""A flaw that shows in SystemVerilog alone, as the chip had it once.

There a register gets its first value before any process runs, and `always @(*)` waits for a change: it never starts
where all that it reads keeps its first value, and what it computes stays X.
"""

import re

import tools

# Parts and signals that depend on registers alone.
PLACES = {"carillon_tick_counts": "read_place", "carillon_backlog": "step"}


def dead(verilog, part):
    """A chip whose registers have first values, and which computes such a signal of the part in `always @(*)`."""
    signal = PLACES[part]
    verilog = re.sub(r"^(    reg (?:\[\d+:0\] )?\w+);", r"\1 = 0;", verilog, flags=re.MULTILINE)
    found = re.search(rf"^module {part} .*?^endmodule", verilog, re.MULTILINE | re.DOTALL)
    module, changed = re.subn(
        rf"wire (\[\d+:0\] )?{signal} =\s+([^;]*);",
        rf"reg \1{signal};\n    always @(*) {signal} = \2;",
        found[0] if found else "",
    )
    if changed != 1:
        raise tools.ToolFailed(f"there is no wire {signal} in a module {part}, in which to make a flaw")
    return verilog.replace(found[0], module)
