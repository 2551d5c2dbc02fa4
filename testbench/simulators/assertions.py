"""Runs the assertions of hdl/verilog: `make check-assertions`.

A bench of random accesses runs with each verified counter chip that has Wishbone or APB, with both chips on AXI4-Lite,
and with timer chips on Wishbone: no assertion may fail. Then with flawed chips, of those that the proofs must refute
and with planted flaws: an assertion must fail.
"""

import os
import pathlib
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

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
# Of AXI4-Lite and of the timer chip, in Icarus Verilog: chips, each with its bench, how much it does, and the clocks of
# the longest answer, which with memory behind the port is what the bench's memory makes of it.
OTHERS = pathlib.Path("hdl/verilog/carillon_axi_timer_assertions.sv")
AXI, TIMER = ("assertions_axi_bench.sv", 2000), ("assertions_timer_bench.sv", 600)
KNOWING = {
    chips.named("carillon_1024x2_axi_lite"): (*AXI, 104),
    chips.timer("carillon_timer_axi_lite_inside", chips.SMALL | chips.INSIDE | {"COALESCING": 1}, "axi_lite"): (
        *AXI,
        200,
    ),
    chips.named("carillon_timer_1024x2"): (*TIMER, 2000),
    chips.timer("carillon_timer_periodic", chips.SMALL | {"PERIODIC": 1, "LOOK_AHEAD": 1}): (*TIMER, 2000),
}
# Flaws planted in the text: of which of these chips, in which file, what is there and what is put in its place.
PLANTED = {
    "response_that_does_not_stay": (0, "axi_lite", "if (write_answered & s_axi_bready) write", "write"),
    "read_data_that_change": (1, "axi_lite", "assign s_axi_rdata = word_read;", "assign s_axi_rdata = bus_read_data;"),
    "partial_write_is_taken": (1, "axi_lite", "write_whole <= &s_axi_wstrb;", "write_whole <= |s_axi_wstrb;"),
    "window_of_the_other_channel": (1, "timer_axi_lite", "bus_adapter_of_write ?", "bus_write ?"),
    "answer_of_a_dropped_transfer": (2, "wishbone", "bus_done & wanted & wb_cyc", "bus_done & wb_cyc"),
    "memory_request_that_is_withdrawn": (3, "timer", "if (~memory_stall) asking <= 1'b0;", "asking <= 1'b0;"),
}


def params(chip):
    """What `PARAMS` of a chip reads."""
    word = chip.value("FIFO_BITS") << 9 | chip.value("SLOT_BITS") << 4 | chip.value("WHEELS")
    if not chip.is_timer:
        return word | chip.features() << 16
    places = {"PERIODIC": 16, "TIMER_BITS": 17, "WIDE": 21, "COALESCING": 22, "LOOK_AHEAD": 23}
    return word | sum(chip.value(name) << place for name, place in places.items())


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


def run_other(name, chip, bench, steps, longest):
    """Runs one of the benches in Icarus Verilog with a chip; returns what it says."""
    folder = WORK / name
    folder.mkdir(parents=True)
    program = folder / "bench.vvp"
    command = ["iverilog", "-g2012", "-s", "bench", "-o", program, f"-DCHIP={chip.instance()}"]
    command += [f"-DPARAMS_WORD=32'd{params(chip)}", f"-DACCESSES={steps}", f"-DLONGEST_ANSWER={longest}"]
    command += [f"-DTIMER_CHIP={int(chip.is_timer)}", *(["-DMEMORY"] if chip.is_timer else [])]
    simulators.run([*command, OTHERS, HERE / bench, *chip.sources], folder / "iverilog.log", f"Icarus with {name}")
    try:
        ran = subprocess.run(["vvp", "-n", program], capture_output=True, text=True, timeout=10 * PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return "the bench does not end"
    said = ran.stdout.splitlines()
    return next((line for line in said if "ERROR" in line or "no assertion fails" in line), "nothing")


def knowing(chip):
    said = run_other(chip.name, chip, *KNOWING[chip])
    if "no assertion fails" not in said or " 0 " in said:
        raise tools.ToolFailed(f"{chip.name}: {said}")
    return f"{chip.name}: {said}"


def planted(flaw):
    which, stem, right, wrong = PLANTED[flaw]
    chip, source = list(KNOWING)[which], chips.TEXT / f"carillon_{stem}.v"
    text, place = source.read_text(), WORK / f"{flaw}.v"
    if text.count(right) != 1:
        raise tools.ToolFailed(f"{source} has not once `{right}`, for the flaw {flaw}")
    place.write_text(text.replace(right, wrong))
    sources = tuple(place if one == source else one for one in chip.sources)
    said = run_other(flaw, replace(chip, sources=sources), *KNOWING[chip])
    if "ERROR" not in said or "PARAMS" in said:
        raise tools.ToolFailed(f"the flaw {flaw} is not found: {said}")
    return f"{flaw} is found: {said.partition('.sv:')[2]}"


def flawed(flaw):
    said = run(flaw, chips.named(FLAWS[flaw]).of(FLAWED / f"{flaw}.v"))
    # A bench that is told of another chip finds its parameters wrong, whatever the flaw.
    if "Error" not in said or "PARAMS" in said:
        raise tools.ToolFailed(f"the flaw {flaw} is not found: {said}")
    return f"{flaw} is found:{said.partition('Assertion failed in')[2] or said}"


def main(*names):
    """Checks all chips and flaws, or those that are named."""
    os.chdir(ROOT)
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    tried = [chip for chip in chips.COUNTERS if chip.top.endswith(("_wishbone", "_apb"))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for said in pool.map(shipped, [chip for chip in tried if not names or chip.name in names]):
            print(said, flush=True)
        for said in pool.map(knowing, [chip for chip in KNOWING if not names or chip.name in names]):
            print(said, flush=True)
        for said in pool.map(planted, [flaw for flaw in PLANTED if not names or flaw in names]):
            print(said, flush=True)
        for said in pool.map(flawed, [flaw for flaw in FLAWS if not names or flaw in names]):
            print(said, flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (tools.ToolFailed, OSError) as failure:
        sys.exit(f"make check-assertions: {failure}")
