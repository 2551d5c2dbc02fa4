"""Synthesises the chips for every family and writes what they take into docs/measured/families.md: `make families`.

The folder target/area has `full`, `minimal` and `minimal_single_port`; the timer chip is the one in hdl/verilog.
"""

import os
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

import document
import family
import fingerprints
import harness
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, as YoWASP wants it.
WORK = pathlib.Path("target/area")
REQUIREMENTS = pathlib.Path("requirements.txt")
CHIPS = {
    "minimal": ("`minimal`", WORK / "minimal"),
    "minimal_single_port": ("`minimal --single-port`", WORK / "minimal_single_port"),
    "full": ("`full`", WORK / "full"),
    "timer": ("timer chip, 1,024 slots", pathlib.Path("hdl/verilog/carillon_timer_1024x2")),
}
HEAD = ("family", "chip", "LUTs", "flip-flops", "block RAMs", "distributed RAMs")


def row(one, name):
    """One chip on one family."""
    title, chip = CHIPS[name]
    cells = tools.yosys(
        f"read_verilog {chip}.v; {one.synthesis} -top {harness.CHIP}", WORK / f"{name}-{one.stem}-family"
    )[harness.CHIP]
    luts, flip_flops, block_rams, distributed = one.count(cells)
    columns = (one.name, title, f"{luts:,}", f"{flip_flops:,}", block_rams, distributed)
    print(" | ".join(columns), flush=True)
    return columns


def main():
    """Measures all."""
    os.chdir(ROOT)
    fingerprints.FAMILIES.split()
    digits = {name: fingerprints.of(chip.with_suffix(".v").read_text()) for name, (_, chip) in CHIPS.items()}
    jobs = [(one, name) for one in family.ALL for name in CHIPS]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda job: row(*job), jobs))
    text = "\n\n".join(
        [
            tools.measured_by("make families", REQUIREMENTS),
            document.table(HEAD, rows, numbers_from=2),
            fingerprints.listed(digits),
        ]
    )
    fingerprints.FAMILIES.write(text)
    print(f"\nWritten into {fingerprints.FAMILIES.path}.")


if __name__ == "__main__":
    try:
        main()
    except (tools.ToolFailed, ValueError, OSError) as failure:
        sys.exit(f"make families: {failure}")
