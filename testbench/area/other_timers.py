"""Measures other timers by the flow that measures the chip, on the same parts: `make other-timers`.

Writes the outcome into docs/measured/other-timers.md. Intermediate files and logs are in target/other-timers.
"""

import os
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

import circuit
import document
import parts
import peers
import timing
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, as YoWASP wants it.
WORK = pathlib.Path("target/other-timers")
REQUIREMENTS = pathlib.Path("requirements-area.txt")
PAGE = document.Document("docs/measured/other-timers.md", "make other-timers")
# One, for time; docs/boards.md says so.
SEED = 1
# nextpnr's target on each part, in MHz, whatever the timer.
TARGETS = {parts.HX8K: 150, parts.UP5K: 60, parts.ECP5_25F: 130}
HEAD = ("part", "timer", "LUT4", "flip-flops", "clock")


def row(part, name, timer):
    """A timer on a part: what it takes alone, and its clock in the harness."""
    lut4, flip_flops, _ = part.count(circuit.alone(timer, part))
    clock = timing.megahertz(*circuit.placed(timer, part, TARGETS[part], [SEED]))
    columns = (part.name, name, lut4, flip_flops, f"{clock:.1f} MHz")
    print(" | ".join(map(str, columns)), flush=True)
    return columns


def main():
    """Measures all."""
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    timers = {name: make(WORK) for name, make in peers.ALL.items()}
    jobs = [(part, name, timer) for part in TARGETS for name, timer in timers.items()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda job: row(*job), jobs))
    timers_too = f"Timers: {', '.join(peers.versions())}."
    measured = tools.measured_by("make other-timers", REQUIREMENTS, timers_too)
    PAGE.write(f"{measured}\n\n{document.table(HEAD, rows, numbers_from=2)}")
    print(f"\nWritten into {PAGE.path}.")


if __name__ == "__main__":
    try:
        main()
    except (tools.ToolFailed, ValueError, OSError) as failure:
        sys.exit(f"make other-timers: {failure}")
