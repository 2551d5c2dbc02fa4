"""Runs hdl/verilog/carillon_assertions.sv in Verilator: `make check-assertions`.

A bench of random accesses runs with each verified counter chip that has Wishbone or APB: no assertion may fail. Then
with flawed chips, of those that the proofs must refute: an assertion must fail.
"""

import os
import pathlib
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import chips
import simulators
import tools

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Of `make chips`.
FLAWED = pathlib.Path("target/formal/flawed")
ASSERTIONS = pathlib.Path("hdl/verilog/carillon_assertions.sv")
WORK = pathlib.Path("target/assertions")
ACCESSES = 20_000
# Seconds for one run.
PATIENCE = 120
# Each with the chip of which it is.
FLAWS = {
    "answer_of_a_dropped_cycle": "carillon_1024x2",
    "stale_acknowledgement_pops": "carillon_1024x2_full",
    "tick_of_another": "carillon_1024x2_full",
    "passes_now": "carillon_1024x2",
    "event_shown_that_is_not_there": "carillon_1024x2_full",
}


def parameters(chip):
    """What the bench and the assertions are told of a chip."""
    names = {"WHEEL_COUNT": "WHEELS", "SLOTS": "SLOT_BITS", "FIFO": "FIFO_BITS"}
    told = {"TOP": chip.top, "CHIP": chip.instance(), "FEATURE_BITS": chip.features()}
    told |= {name: chip.value(parameter) for name, parameter in names.items()}
    return [f"-D{name}={value}" for name, value in told.items()]


def run(name, chip):
    """Runs the bench with a chip; returns what it says."""
    folder = WORK / name
    folder.mkdir(parents=True)
    defines = [*parameters(chip), f"-DACCESSES={ACCESSES}", *(["-DAPB"] if chip.top.endswith("_apb") else [])]
    command = ["verilator", "--binary", "--timing", "--assert", "-Wno-lint", "-Wno-style", "-Wno-fatal"]
    command += ["--top-module", "bench", "--Mdir", folder, *defines, HERE / "assertions_bench.sv", *chip.sources]
    command += ["-MAKEFLAGS", "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0", ASSERTIONS]
    simulators.run(command, folder / "verilator.log", f"Verilator with {name}")
    try:
        # An assertion that fails ends it with an error, which is an answer here.
        ran = subprocess.run([folder / "Vbench"], capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return "the bench does not end"
    said = (ran.stdout + ran.stderr).splitlines()
    return next((line for line in said if "Error" in line or "no assertion fails" in line), "nothing")


def shipped(chip):
    said = run(chip.name, chip)
    if "no assertion fails" not in said or " 0 events" in said:
        raise tools.ToolFailed(f"{chip.name}: {said}")
    return f"{chip.name}: {said}"


def flawed(flaw):
    said = run(flaw, chips.named(FLAWS[flaw]).of(FLAWED / f"{flaw}.v"))
    # A bench that is told of another chip finds its parameters wrong, whatever the flaw.
    if "Error" not in said or "PARAMS" in said:
        raise tools.ToolFailed(f"the flaw {flaw} is not found: {said}")
    return f"{flaw} is found:{said.partition('Assertion failed in')[2] or said}"


def main(*names):
    """Checks all chips and flaws, or those that are named."""
    shutil.rmtree(WORK, ignore_errors=True)
    os.chdir(ROOT)
    tried = [chip for chip in chips.COUNTERS if chip.top.endswith(("_wishbone", "_apb"))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for said in pool.map(shipped, [chip for chip in tried if not names or chip.name in names]):
            print(said, flush=True)
        for said in pool.map(flawed, [flaw for flaw in FLAWS if not names or flaw in names]):
            print(said, flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (tools.ToolFailed, OSError) as failure:
        sys.exit(f"make check-assertions: {failure}")
