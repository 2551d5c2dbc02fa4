"""A flaw that shows in SystemVerilog alone, as the chip had it once.

There a register gets its first value before any process runs, and `always @(*)` waits for a change: it never starts
where all that it reads keeps its first value, and what it computes stays X.
"""

import re

import tools

# A part, and a signal of it that depends on registers alone. In the tick counts, where the flaw was, the registers
# have a reset by now, which cures it.
PART, SIGNAL = "carillon_counter_backlog", "step"


def dead(verilog):
    """A chip whose registers have first values, and which computes such a signal in `always @(*)`."""
    verilog = re.sub(r"^(    reg (?:\[\d+:0\] )?\w+);", r"\1 = 0;", verilog, flags=re.MULTILINE)
    found = re.search(rf"^module {PART} .*?^endmodule", verilog, re.MULTILINE | re.DOTALL)
    module, changed = re.subn(
        rf"wire (\[\d+:0\] )?{SIGNAL} =\s+([^;]*);",
        rf"reg \1{SIGNAL};\n    always @(*) {SIGNAL} = \2;",
        found[0] if found else "",
    )
    if changed != 1:
        raise tools.ToolFailed(f"there is no wire {SIGNAL} in a module {PART}, in which to make a flaw")
    return verilog.replace(found[0], module)
