"""Checks carillon_wishbone_crossing, which joins a host to a chip in another clock domain: a part of `make check-ip`.

A bench runs in Icarus Verilog with each chip behind it and three pairs of clocks; SymbiYosys proves crossing.sv. The
bench has to find each of some flaws, and SymbiYosys one. Verilator's lint takes the text.
"""

import os
import pathlib
import shutil
import subprocess
import sys

import chips
import sby
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path("hdl/cdc")
WORK = pathlib.Path("target/cdc")
CROSSING = HERE / "carillon_wishbone_crossing.v"
BENCH = HERE / "crossing_bench.v"
# The periods of the host's and the chip's clock, in ps.
CLOCKS = ((3_700, 29_300), (29_300, 3_700), (10_000, 10_070))
CHIPS = (chips.counter("counter", {}), chips.timer("timer", {}))
# Texts of the crossing, and what makes a flaw of them.
FLAWS = {
    "an error comes as ack": ("answered & ~told[32]", "answered"),
    "a reset of the chip is not told": ("done | (chip_reset & to_do)", "done"),
    "a reset of the chip looks like success": ("{chip_err | chip_reset,", "{chip_err,"),
    "what is asked does not stand still": ("            asked <= {", "        end\n        asked <= {"),
    "an answer goes to another transfer": ("~under_way & wanted & wb_cyc", "~under_way & wb_cyc"),
    "the next transfer is accepted too early": ("under_way | was_under_way | wb_ack | wb_err;", "under_way;"),
}
SEARCHED = "what is asked does not stand still"


def flawed(flaw):
    """The crossing with a flaw."""
    right, wrong = FLAWS[flaw]
    text = CROSSING.read_text()
    if text.count(right) != 1:
        raise tools.ToolFailed(f"{CROSSING} has not once `{right}`, for the flaw: {flaw}")
    text = text.replace(right, wrong)
    if wrong.startswith("        end\n"):
        text = text.replace(
            "            request <= ~request;\n        end\n", "        if (accepted) request <= ~request;\n"
        )
    return text


def simulate(chip, host, period, crossing=CROSSING):
    """The bench with a chip and two clocks; returns its last line."""
    program = WORK / "bench.vvp"
    command = ["iverilog", "-g2012", "-Wall", "-Wno-timescale", "-s", "crossing_bench", "-o", program]
    command += [f"-D{chip.name.upper()}", f"-DHOST_PS={host}", f"-DCHIP_PS={period}", BENCH, crossing, *chip.sources]
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode or built.stderr:
        raise tools.ToolFailed(f"Icarus on {crossing}: {built.stderr}")
    ran = subprocess.run(["vvp", program], capture_output=True, text=True, timeout=600)
    return (ran.stdout.strip().splitlines() or ["nothing"])[-1]


def prove(task, folder=HERE):
    """Whether a task of crossing.sby passes."""
    place = os.path.relpath(WORK / task, folder)
    return sby.run(["-d", place, "-f", "crossing.sby", task], folder, WORK / f"{task}.log") == 0


def refute(flaw, text):
    """The bench has to find a flaw, and of one the search."""
    for host, period in CLOCKS:
        said = simulate(CHIPS[0], host, period, text)
        if not said.startswith("PASS"):
            break
    else:
        raise tools.ToolFailed(f"the bench does not find that {flaw}")
    print(f"the bench finds that {flaw}", flush=True)
    if flaw == SEARCHED:
        for name in ("crossing.sby", "crossing.sv"):
            shutil.copy(HERE / name, text.parent)
        if prove("search", text.parent) or "returned FAIL" not in (WORK / "search.log").read_text():
            raise tools.ToolFailed(f"the search does not find that {flaw}: see {WORK}/search.log")
        print(f"the search finds that {flaw}", flush=True)


def main():
    """Checks all."""
    os.chdir(ROOT)
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    lint = ["verilator", "--lint-only", "-Wall", "--top-module", CROSSING.stem, CROSSING]
    if (said := subprocess.run(lint, capture_output=True, text=True)).returncode:
        raise tools.ToolFailed(f"Verilator on {CROSSING}: {said.stderr}")
    for chip in CHIPS:
        for host, period in CLOCKS:
            said = simulate(chip, host, period)
            print(f"crossing, {chip.name} chip, periods of {host} and {period} ps: {said}", flush=True)
            if not said.startswith("PASS"):
                raise tools.ToolFailed("the crossing does not do what it must")
    if not prove("prove"):
        raise tools.ToolFailed(f"crossing.sby does not pass: see {WORK}/prove.log")
    print("crossing.sby: passed", flush=True)
    folder = WORK / "flawed"
    folder.mkdir()
    for flaw in FLAWS:
        text = folder / CROSSING.name
        text.write_text(flawed(flaw))
        refute(flaw, text)


if __name__ == "__main__":
    try:
        main()
    except (tools.ToolFailed, subprocess.TimeoutExpired, OSError) as failure:
        sys.exit(f"make check-ip: {failure}")
