"""Replays vectors against chips in simulators that others wrote: `make check-simulators`.

    check.py <program carillon> [--all]

The vectors are what the counter chip's reference model shows under the random host of `carillon lockstep`; for the
timer chip, what its Verilated model showed in a run that kept its contract. Icarus Verilog replays them under three
standards, Verilator with random first values, Yosys as the C++ of CXXRTL. From a reset on every output must be as
expected in every clock, and neither X nor Z. With `--all` each simulator replays all clocks of all chips. The bench has
to find a chip that is dead in SystemVerilog.
"""

import os
import pathlib
import shutil
import sys

import chips
import flaw
import simulators
import tools
import vectors

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, for YoWASP.
WORK = pathlib.Path("target/simulators")
RUNTIME = WORK / "runtime"

# Chips with a seed and a number of operations: runs with many events that are not too long for Icarus.
CHIPS = {
    "carillon_1024x2": (9, 1500),
    "carillon_4096x16": (9, 2500),
    "carillon_4096x16_full": (9, 2500),
    "carillon_timer_1024x2": (12, 2500),
}
# CXXRTL's C++ takes long to compile; these have everything that the others have.
WITH_CXXRTL = ("carillon_4096x16_full", "carillon_timer_1024x2")
FLAWED = "carillon_4096x16"


def judge(name, replays):
    """Prints how replays of a chip have ended, in all of which all clocks must agree."""
    for simulator, clocks, verdict in replays:
        print(f"{name}, {simulator}: {verdict}", flush=True)
        if verdict != f"{clocks} clocks agree":
            raise tools.ToolFailed(f"{name} in {simulator} does not show what the vectors say: {verdict}")


def check(program, name, everything):
    """One chip in the simulators; returns its vectors."""
    chip, folder = chips.named(name), WORK / name
    folder.mkdir()
    wanted = vectors.make(program, chip, *CHIPS[name], folder / "vectors.hex")
    judge(name, simulators.icarus(chip, wanted, folder, everything))
    judge(name, simulators.verilator(chip, wanted, folder, RUNTIME))
    if everything or name in WITH_CXXRTL:
        judge(name, simulators.cxxrtl(chip, wanted, folder, everything))
    return wanted


def check_flaw(wanted):
    """The bench must find the chip that is dead where a process waits for a change that never comes."""
    folder = WORK / f"{FLAWED}_flawed"
    folder.mkdir()
    chip, flawed = chips.named(FLAWED), folder / f"{FLAWED}.v"
    flawed.write_text(flaw.dead("\n".join(path.read_text() for path in chip.sources)))
    ((simulator, _, verdict),) = simulators.icarus(chip.of(flawed), wanted, folder, standards=["2012"])
    print(f"{FLAWED} with a flaw in {flaw.PART}, {simulator}: {verdict}")
    if not verdict.startswith("clock "):
        raise tools.ToolFailed(f"{simulator} does not find the flaw in {flawed}")


def main(program, *options):
    """Checks all chips, and that the flawed one is found."""
    program = pathlib.Path(program).resolve()
    os.chdir(ROOT)
    shutil.rmtree(WORK, ignore_errors=True)
    RUNTIME.mkdir(parents=True)
    done = {name: check(program, name, "--all" in options) for name in CHIPS}
    check_flaw(done[FLAWED])


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (tools.ToolFailed, ValueError, OSError) as failure:
        sys.exit(f"make check-simulators: {failure}")
