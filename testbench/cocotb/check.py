"""Runs users' tests with cocotb in Icarus Verilog, as cocotb calls it: a part of `make check-simulators`.

    check.py [<chip>...]

Without names, all verified chips (hdl/common/chips.py) with Wishbone, AXI4-Lite or APB, and the blocks for Vivado of
hdl/vivado. The masters and the memory are
others': those of cocotbext-axi, cocotbext-apb and cocotbext-wishbone. A test arms a slot or starts a timer, awaits
`irq`, reads the event and acknowledges it.
"""

import os
import pathlib
import re
import shutil
import sys
from dataclasses import replace

import chips
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "target/cocotb"
# Chips with a bus for which there is no master here.
OTHERS = ("_spi", "_uart")
# Tests that pass and fail.
PASSED = (1, 0)


def vivado(kind, name, parameters):
    """A chip in its block for Vivado."""
    top = f"carillon_{kind}_axi"
    chip = chips.of_text(kind, name, parameters, "axi_lite")
    return replace(chip, top=top, sources=(*chip.sources, pathlib.Path(f"hdl/vivado/{top}/{top}.v")))


# With small memories; the timer chip's records are inside where nothing is said of them.
VIVADO = (
    vivado("counter", "carillon_counter_axi", chips.SMALL),
    vivado("timer", "carillon_timer_axi", chips.SMALL),
    vivado("timer", "carillon_timer_axi_outside", chips.SMALL | {"TIMER_BITS": 0}),
)


def check(chip):
    """One chip; raises where its test does not pass."""
    folder = WORK / chip.name
    folder.mkdir(parents=True)
    test = "timer" if chip.is_timer else "counter"
    built, log, runner = folder / "build.log", folder / "test.log", get_runner("icarus")
    try:
        runner.build(
            sources=[ROOT / source for source in chip.sources],
            hdl_toplevel=chip.top,
            parameters=chip.parameters,
            build_dir=folder,
            timescale=("1ns", "1ps"),
            log_file=built,
        )
        results = runner.test(
            test_module=test,
            hdl_toplevel=chip.top,
            build_dir=folder,
            test_dir=folder,
            results_xml=folder / "results.xml",
            extra_env={"PYTHONPATH": str(HERE), "PYTHONWARNINGS": "ignore"},
            log_file=log,
        )
        passed = get_results(results) == PASSED
    except (RuntimeError, SystemExit):
        passed = False
    said = "".join(path.read_text() for path in (built, log) if path.exists())
    if not passed:
        raise RuntimeError(f"{chip.name} does not pass testbench/cocotb/{test}.py:\n{said[-3000:]}")
    masters = re.findall(r"(\w+): .* acknowledged$", said, re.MULTILINE)
    print(f"{chip.name}, cocotb, {test}.py: passed with {' and '.join(masters)}", flush=True)


def main(*names):
    """Checks all chips, or those that are named."""
    if not shutil.which("iverilog"):
        raise RuntimeError("iverilog is missing: `make check-simulators` installs it")
    os.chdir(ROOT)
    shutil.rmtree(WORK, ignore_errors=True)
    for chip in (*chips.VERIFIED, *VIVADO):
        if chip.name in names or not names and not chip.name.endswith(OTHERS):
            check(chip)


if __name__ == "__main__":
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    try:
        main(*sys.argv[1:])
    except (RuntimeError, OSError) as failure:
        sys.exit(f"make check-simulators: {failure}")
