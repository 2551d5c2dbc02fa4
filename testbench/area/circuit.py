"""What is measured, and the way from its Verilog to its area alone and to its clock in a harness."""

import functools
import pathlib
import re
from dataclasses import dataclass

import harness
import tools


@dataclass(frozen=True)
class Circuit:
    """A circuit of one clock."""

    # Intermediate files and logs begin with this path, which is relative, for YoWASP.
    stem: pathlib.Path
    # Its Verilog, for a fingerprint.
    sources: tuple[pathlib.Path, ...]
    # The Yosys commands that read it, its top module, and how that calls its clock.
    read: str
    top: str
    clock: str
    # The top module's other ports: direction, name, width in bits.
    ports: tuple[tuple[str, str, int], ...]


def chip(one, folder):
    """A chip of hdl/common/chips.py; what comes of it is in a folder."""
    return Circuit(folder / one.name, one.sources, one.read(), one.top, harness.CLOCK, harness.ports(one))


def work_file(circuit, *parts):
    """A path for what comes of a circuit."""
    return circuit.stem.with_name("-".join((circuit.stem.name, *parts)))


def synthesis_name(part):
    """Names the synthesis in file names: parts of a family may share it."""
    return re.sub(r"\W+", "-", part.synthesis)


# Parts that are synthesised alike are synthesised once.
@functools.cache
def netlist_alone(circuit, synthesis, name):
    """How many cells of each type the circuit has without a harness."""
    return tools.yosys(f"{circuit.read}; {synthesis} -top {circuit.top}", work_file(circuit, name, "alone"))[
        circuit.top
    ]


@functools.cache
def netlist_in_harness(circuit, synthesis, name):
    """The path of the circuit's netlist in its harness."""
    stem, around = work_file(circuit, name), work_file(circuit, name, "harness.v")
    around.write_text(harness.write(circuit))
    netlist = stem.with_name(stem.name + ".json")
    netlist.unlink(missing_ok=True)
    tools.yosys(f"{circuit.read}; read_verilog {around}; {synthesis} -top {harness.HARNESS} -json {netlist}", stem)
    return netlist


def alone(circuit, part):
    """How many cells of each type a circuit has on a part, without a harness."""
    return netlist_alone(circuit, part.synthesis, synthesis_name(part))


def placed(circuit, part, target, seeds):
    """nextpnr's reports on a circuit in its harness, with a target in MHz, one for each seed."""
    netlist = netlist_in_harness(circuit, part.synthesis, synthesis_name(part))
    return [
        tools.place_and_route(part.place_and_route, netlist, target, seed, work_file(circuit, part.stem, str(seed)))
        for seed in seeds
    ]
