"""The mutants of a chip: Yosys draws them, and writes one Verilog file that holds them all.

A mutant is the chip with one bit of one cell's port changed: stuck at 0 or 1, inverted, or inverted when another bit is
0 or 1. In the file of all mutants an input `mutsel` chooses one; 0 is the chip as it should be. Left out are the
mutations of clocks (this chip has one, which no sensible flaw gates) and of a memory's initial contents.
"""

import collections
import dataclasses
import pathlib
import re

import yosys

SELECT = "mutsel"
# What a netlist calls its top module, and what the models of sim/ are called.
TOP = "carillon"
# From the text to the netlist whose bits are changed. Names and hierarchy stay, and nothing is simplified: the proofs
# name flip-flops that this build may not need. No `case` becomes a memory, whose contents the proofs would have to be
# told. Only from modules with a memory goes what nothing reads: the ports that Yosys makes of a memory leave flip-flops
# without a use. Flip-flops get names of their own, by which equivalence.py finds them again.
WHOLE = "proc -norom; opt_clean t:$mem* %m; rename -enumerate -pattern flip_flop_% t:$dff"
READ = f"read_rtlil {{netlist}}; hierarchy -check -top {TOP}"
# A module's name in RTLIL where it begins and where it is used; and one that Yosys made of a module's name and parameters.
MODULE = re.compile(r"^(module|\s*cell) ([\\$]\S+)", re.MULTILINE)
DERIVED = re.compile(r"\$paramod(?:\$\w+)?\\(\w+)")
OPTION = re.compile(r"-(\w+) (\S+)")
# A port or wire of a clock: `CLK`, `RD_CLK`, `clock`.
CLOCK = re.compile(r"(.*_)?CLK|(.*_)?clock")


@dataclasses.dataclass
class Mutant:
    """One mutant."""

    # What `mutsel` chooses it by.
    number: int
    mode: str
    module: str
    # The cell's port that is changed, and which bit.
    port: str
    # The signal there, with its bit; empty where it has no name.
    signal: str
    # File and line of the chip's Verilog, and what stands there.
    file: str
    line: int
    text: str
    # The Yosys command that makes it.
    command: str

    def __str__(self):
        signal = f" of `{self.signal}`" if self.signal else ""
        return f"`{self.mode}` at {self.port}{signal} in `{self.module}`: `{self.text}`"


@dataclasses.dataclass
class Netlist:
    """A chip as the netlist whose bits are changed."""

    path: pathlib.Path
    # By the names of its modules what Yosys calls them after their parameters, and what the text calls them.
    derived: dict[str, str]
    base: dict[str, str]


def netlist(chip, stem):
    """Makes a chip's netlist. A module that Yosys has named after its parameters gets a plain name."""
    path = stem.with_name("netlist.il")
    yosys.run(f"{chip.read('-formal')}; hierarchy -check -top {chip.top}; {WHOLE}; write_rtlil {path}", path)
    text = path.read_text()
    plain, derived, base, copies = {}, {}, {}, collections.Counter()
    for kind, name in MODULE.findall(text):
        if kind == "module":
            found = DERIVED.match(name)
            of = found[1] if found else name[1:]
            copies[of] += 1
            own = TOP if of == chip.top else of if copies[of] == 1 else f"{of}_{copies[of]}"
            plain[name] = f"\\{own}"
            derived[own], base[own] = name, of
    path.write_text(MODULE.sub(lambda found: f"{found[1]} {plain.get(found[2], found[2])}", text))
    return Netlist(path, derived, base)


def parse(number, command):
    """A mutant from a line of Yosys's list."""
    options = dict(reversed(OPTION.findall(command)))
    signal = f"{options['wire']}[{options['wirebit']}]" if "wire" in options else ""
    # The last place is the cell's own; those before it declare its wires.
    places = re.findall(r"-src (\S+?):(\d+)", command)
    file, line = (places[-1][0], int(places[-1][1])) if places else ("", 0)
    lines = ["", *pathlib.Path(file).read_text().splitlines()] if file else [""]
    port = f"{options['port']}[{options['portbit']}]"
    control = f" by [{options['ctrlbit']}]" if "ctrlbit" in options else ""
    return Mutant(
        number, options["mode"], options["module"], port + control, signal, file, line, lines[line].strip(), command
    )


def draw(made, count, seed, module, stem):
    """Draws `count` mutants of the netlist, or of the module of it that is named."""
    listed = stem.with_name("drawn.txt")
    # More than wanted, since clocks and modules are passed over.
    only = f"-module {module}" if module else ""
    yosys.run(
        f"{READ.format(netlist=made.path)}; mutate -list {4 * count + 20} -seed {seed} {only} -o {listed} * t:$meminit* %d",
        stem.with_name("draw"),
    )
    mutants = []
    for command in listed.read_text().splitlines():
        ends = [value for name, value in OPTION.findall(command) if name in ("port", "wire")]
        if not any(CLOCK.fullmatch(end) for end in ends):
            mutant = parse(len(mutants) + 1, command)
            if mutant.module in made.base:
                mutants.append(mutant)
    return mutants[:count]


def commands(mutants, width):
    """The Yosys commands that put the mutants into the chip, with the input of `width` bits that chooses."""
    changed = (
        mutant.command.replace("mutate ", f"mutate -ctrl {SELECT} {width} {mutant.number} ", 1) for mutant in mutants
    )
    return "\n".join([f"mutate -ctrl {SELECT} {width} 0 -mode none", *changed, ""])


def write_all(made, mutants, out, stem):
    """Writes the chip with all mutants as Verilog."""
    script = stem.with_name("all.ys")
    script.write_text(commands(mutants, len(mutants).bit_length()))
    yosys.run(f"{READ.format(netlist=made.path)}; script {script}; write_verilog -noattr {out}", stem.with_name("all"))


def write_one(made, mutant, out, stem):
    """Writes the module of a mutant as RTLIL, in which Yosys finds every cell as it has left it, under the names that
    modules have after their parameters.
    """
    yosys.run(
        f"{READ.format(netlist=made.path)}; {mutant.command}; select {mutant.module}; write_rtlil -selected {out}", stem
    )
    names = {f"\\{name}": derived for name, derived in made.derived.items()}
    out.write_text(MODULE.sub(lambda found: f"{found[1]} {names.get(found[2], found[2])}", out.read_text()))


def modules_with_memory(made, stem):
    """The modules that hold a memory."""
    listed = stem.with_name("memories.txt")
    yosys.run(
        f"{READ.format(netlist=made.path)}; tee -q -o {listed} select -list-mod t:$mem* %m", stem.with_name("memories")
    )
    return pathlib.Path(listed).read_text().split()
