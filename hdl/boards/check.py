"""Lint and elaboration of the boards' top modules: `make check-boards`.

    check.py <folder>

The folder has what the program `board` has written, which has held pins against ports already. Verilator lints each
board with its chip; Yosys elaborates the board's own part, with the chip as a black box: the chip itself is in `make
check-yosys`.
"""

import os
import pathlib
import subprocess
import sys

import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]

LIBRARIES = {
    "ice40": "+/ice40/cells_sim.v",
    "ecp5": "+/ecp5/cells_sim.v +/ecp5/cells_bb.v",
    # These boards' tops name no primitive.
    "gowin": "",
    "gatemate": "",
}
# A timer chip with memory inside has a port for another one, which a board leaves open.
ALLOWED = ["-Wno-DECLFILENAME", "-Wno-PINCONNECTEMPTY"]
LINT = ["verilator", "--lint-only", "-Wall", *ALLOWED, "--top-module", "board", "hdl/boards/primitives.v"]


def main(folder):
    """Checks all boards of a folder, which must not be empty."""
    os.chdir(ROOT)
    plans = sorted(path for path in pathlib.Path(folder).glob("*.json") if ".stat" not in path.suffixes)
    if not plans:
        raise tools.ToolFailed(f"there is no board in {folder}")
    for path in plans:
        verilog = path.with_suffix(".v")
        print(f"verilator --lint-only, yosys check -assert {verilog}", flush=True)
        plan = tools.load(path)
        if subprocess.run([*LINT, *plan["sources"], verilog]).returncode:
            raise tools.ToolFailed(f"Verilator does not accept {verilog}")
        library = LIBRARIES[plan["family"]]
        chip = " ".join(plan["sources"])
        tools.yosys(
            # Deferred: only what is used is elaborated.
            f"read_verilog -lib {library} {chip}; read_verilog -defer {verilog}; "
            "hierarchy -check -top board; proc; check -assert",
            path.with_name(path.stem + "-check"),
        )


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except (tools.ToolFailed, OSError) as failure:
        sys.exit(f"make check-boards: {failure}")
