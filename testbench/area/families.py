"""Synthesises the chips for every family and writes what they take into docs/measured/families.md: `make families`."""

import os
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

import chips
import document
import family
import fingerprints
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, as YoWASP wants it.
WORK = pathlib.Path("target/area")
REQUIREMENTS = pathlib.Path("requirements.txt")
CHIPS = {
    "minimal": ("`minimal`", chips.MEASURED["minimal"]),
    "minimal_single_port": ("`minimal`, `SINGLE_PORT`", chips.MEASURED["minimal_single_port"]),
    "full": ("`full`", chips.MEASURED["full"]),
    "timer": ("timer chip", chips.MEASURED["timer"]),
}
HEAD = ("family", "chip", "LUTs", "flip-flops", "block RAMs", "distributed RAMs")


def row(one, name):
    """One chip on one family."""
    title, chip = CHIPS[name]
    script = f"{one.read(chip)}; {one.synthesis} -top {chip.top}"
    cells = tools.yosys(script, WORK / f"{name}-{one.stem}-family")[chip.top]
    luts, flip_flops, block_rams, distributed = one.count(cells)
    columns = (one.name, title, f"{luts:,}", f"{flip_flops:,}", block_rams, distributed)
    print(" | ".join(columns), flush=True)
    return columns


def main():
    """Measures all."""
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    fingerprints.FAMILIES.split()
    digits = {name: fingerprints.of(chip) for name, (_, chip) in CHIPS.items()}
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
