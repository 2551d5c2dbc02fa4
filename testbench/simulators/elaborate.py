"""Yosys elaborates every verified chip: no loops, nothing undriven: `make check-yosys`."""

import os
import pathlib
import sys

import chips
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, for YoWASP.
WORK = pathlib.Path("target/elaborate")


def main():
    """Elaborates all."""
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    for chip in chips.VERIFIED:
        tools.yosys(f"{chip.read()}; hierarchy -check -top {chip.top}; proc; check -assert", WORK / chip.name)
        print(f"yosys check -assert {chip.name}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except (tools.ToolFailed, OSError) as failure:
        sys.exit(f"make check-yosys: {failure}")
