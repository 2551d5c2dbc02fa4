"""Which bits of a build's signals never change: those that Yosys, when it simplifies the chip, finds constant.

The chip is flattened and simplified as for synthesis, its inputs free; signals keep their names. What is constant then
is a choice of the build, a bit that a choice masks, or a bit of a flip-flop that never leaves its first value because
of one.
"""

import json
import re

import yosys

TOP = "carillon"
# The line that gives a memory its first contents.
MEMORY = re.compile(r"\s*initial for ")


def instances(design, module, prefix):
    """For each instance in a module its path, with a dot behind, and its module."""
    yield prefix, module
    for name, cell in design[module]["cells"].items():
        if cell["type"] in design:
            yield from instances(design, cell["type"], f"{prefix}{name}.")


def find(verilog, work):
    """The constant bits of a generated file: module, signal with its bit. Paths are relative, as Yosys wants them."""
    plain, whole, flat = (work / f"{verilog.stem}.{end}" for end in ("v", "whole.json", "flat.json"))
    # What memories hold at first takes Yosys hours at this size. Without, less is constant.
    plain.write_text("\n".join(line for line in verilog.read_text().splitlines() if not MEMORY.match(line)))
    yosys.run(
        f"read_verilog {plain}; hierarchy -check -top {TOP}; proc; write_json {whole}; "
        f"flatten; opt -full; opt -full; write_json {flat}",
        work / verilog.stem,
    )
    design, simple = (json.loads(path.read_text())["modules"] for path in (whole, flat))
    nets = simple[TOP]["netnames"]
    found = set()
    for path, module in instances(design, TOP, ""):
        for name, net in design[module]["netnames"].items():
            bits = nets.get(f"{path}{name}", {}).get("bits", [])
            for index, bit in enumerate(bits):
                if bit in ("0", "1", "x"):
                    found.add((module, f"{name}[{index}]" if len(bits) > 1 else name))
    return found
