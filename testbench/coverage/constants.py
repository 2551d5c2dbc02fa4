"""Which bits of a build's signals never change: those that Yosys, when it simplifies the chip, finds constant.

The chip is flattened and simplified as for synthesis, its inputs free; signals keep their names. What is constant then
is a choice of the build, a bit that a choice masks, or a bit of a flip-flop that never leaves its first value because
of one.
"""

import json
import re

import yosys

# How Yosys calls a module with parameters: they stand behind its name.
MODULE = re.compile(r"\bcarillon_\w+")


def instances(design, module, prefix):
    """For each instance in a module its path, with a dot behind, and its module."""
    yield prefix, module
    for name, cell in design[module]["cells"].items():
        if cell["type"] in design:
            yield from instances(design, cell["type"], f"{prefix}{name}.")


def find(folder, work):
    """The constant bits of the build whose files and parameters are in a folder: module, signal with its bit. They are
    constant in each instance of the module. Paths are relative, as Yosys wants them.
    """
    top, *given = (folder / "parameters").read_text().split()
    whole, flat = (work / f"{folder.name}.{end}" for end in ("whole.json", "flat.json"))
    files = " ".join(map(str, sorted(folder.glob("*.v"))))
    parameters = " ".join("-set " + one.replace("=", " ") for one in given)
    chosen = f"chparam {parameters} {top}; " if given else ""
    yosys.run(
        f"read_verilog {files}; {chosen}hierarchy -check -top {top}; proc; write_json {whole}; "
        f"flatten; opt -full; opt -full; write_json {flat}",
        work / folder.name,
    )
    design, simple = (json.loads(path.read_text())["modules"] for path in (whole, flat))
    flat_top = next(name for name, module in simple.items() if module["attributes"].get("top"))
    nets = simple[flat_top]["netnames"]
    found = {}
    for path, module in instances(design, flat_top, ""):
        for name, net in design[module]["netnames"].items():
            bits = nets.get(f"{path}{name}", {}).get("bits", [None] * len(net["bits"]))
            for index, bit in enumerate(bits):
                point = MODULE.search(module)[0], f"{name}[{index}]" if len(bits) > 1 else name
                found[point] = found.get(point, True) and bit in ("0", "1", "x")
    return {point for point, is_constant in found.items() if is_constant}
