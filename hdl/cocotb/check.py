"""Runs users' tests with cocotb in Icarus Verilog, as cocotb calls it: a part of `make check-simulators`.

    check.py [<chip.v>...]

Without names, all verified chips (`make chips`) with Wishbone, AXI4-Lite or APB. The masters and the memory are
others': those of cocotbext-axi, cocotbext-apb and cocotbext-wishbone. A test arms a slot or starts a timer, awaits
`irq`, reads the event and acknowledges it.
"""

import os
import pathlib
import re
import shutil
import sys

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "target/cocotb"
TOP = "carillon"
# Chips with a bus for which there is no master here.
OTHERS = ("_spi", "_uart")
# Tests that pass and fail.
PASSED = (1, 0)


def check(chip):
    """One chip; raises where its test does not pass."""
    folder = WORK / chip.stem
    folder.mkdir(parents=True)
    test = "timer" if "_timer_" in chip.stem else "counter"
    built, log, runner = folder / "build.log", folder / "test.log", get_runner("icarus")
    try:
        runner.build(sources=[chip], hdl_toplevel=TOP, build_dir=folder, timescale=("1ns", "1ps"), log_file=built)
        results = runner.test(
            test_module=test,
            hdl_toplevel=TOP,
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
        raise RuntimeError(f"{chip.stem} does not pass hdl/cocotb/{test}.py:\n{said[-3000:]}")
    masters = re.findall(r"(\w+): .* acknowledged$", said, re.MULTILINE)
    print(f"{chip.stem}, cocotb, {test}.py: passed with {' and '.join(masters)}", flush=True)


def main(*chips):
    """Checks the chips."""
    if not shutil.which("iverilog"):
        raise RuntimeError("iverilog is missing: `make check-simulators` installs it")
    every = [chip for chip in sorted((ROOT / "target/chips").glob("*.v")) if not chip.stem.endswith(OTHERS)]
    if not every:
        raise RuntimeError("there are no chips in target/chips: run `make chips`")
    named = [pathlib.Path(chip).resolve() for chip in chips]
    shutil.rmtree(WORK, ignore_errors=True)
    for chip in named or every:
        check(chip)


if __name__ == "__main__":
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    try:
        main(*sys.argv[1:])
    except (RuntimeError, OSError) as failure:
        sys.exit(f"make check-simulators: {failure}")
