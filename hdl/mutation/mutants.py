"""The mutants of a generated chip: Yosys draws them, and writes one Verilog file that holds them all.

A mutant is the chip with one bit of one cell's port changed: stuck at 0 or 1, inverted, or inverted when another bit is
0 or 1. In the file of all mutants an input `mutsel` chooses one; 0 is the chip as it should be. Left out are the
mutations of clocks (this chip has one, which no sensible flaw gates) and of a memory's initial contents.
"""

import dataclasses
import pathlib
import re

import yosys

SELECT = "mutsel"
TOP = "carillon"
# From the generated text to the netlist whose bits are changed. Names and hierarchy stay, and nothing is simplified:
# the proofs name flip-flops that this build may not need. No `case` becomes a memory, whose contents the proofs would
# have to be told. Only from modules with a memory goes what nothing reads: the ports that Yosys makes of a memory leave
# flip-flops without a use. Flip-flops get names of their own, by which equivalence.py finds them again.
READ = (
    f"read_verilog -formal {{chip}}; hierarchy -check -top {TOP}; proc -norom;"
    " opt_clean t:$mem* %m; rename -enumerate -pattern flip_flop_% t:$dff"
)
# The chips as they ship, and their modules.
SHIPPED = pathlib.Path("target/chips")
MODULE = re.compile(r"^module (\w+)", re.MULTILINE)
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
    # Line in the chip's Verilog, and what stands there.
    line: int
    text: str
    # The Yosys command that makes it.
    command: str

    def __str__(self):
        signal = f" of `{self.signal}`" if self.signal else ""
        return f"`{self.mode}` at {self.port}{signal} in `{self.module}`: `{self.text}`"


def parse(number, command, lines):
    """A mutant from a line of Yosys's list."""
    options = dict(reversed(OPTION.findall(command)))
    signal = f"{options['wire']}[{options['wirebit']}]" if "wire" in options else ""
    # The last place is the cell's own; those before it declare its wires.
    places = re.findall(r"-src \S+?:(\d+)", command)
    line = int(places[-1]) if places else 0
    port = f"{options['port']}[{options['portbit']}]"
    control = f" by [{options['ctrlbit']}]" if "ctrlbit" in options else ""
    return Mutant(
        number, options["mode"], options["module"], port + control, signal, line, lines[line].strip(), command
    )


def draw(chip, count, seed, module, stem):
    """Draws `count` mutants of the chip in the file `chip`, or of the module of it that is named.

    Only of modules that the chip has as it ships: of the others nothing can be seen.
    """
    listed = stem.with_name("drawn.txt")
    shipped = set(MODULE.findall((SHIPPED / chip.name).read_text()))
    # More than wanted, since clocks and modules are passed over.
    only = f"-module {module}" if module else ""
    yosys.run(
        f"{READ.format(chip=chip)}; mutate -list {4 * count + 20} -seed {seed} {only} -o {listed} * t:$meminit* %d",
        stem.with_name("draw"),
    )
    lines = ["", *chip.read_text().splitlines()]
    mutants = []
    for command in listed.read_text().splitlines():
        ends = [value for name, value in OPTION.findall(command) if name in ("port", "wire")]
        if not any(CLOCK.fullmatch(end) for end in ends):
            mutant = parse(len(mutants) + 1, command, lines)
            if mutant.module in shipped:
                mutants.append(mutant)
    return mutants[:count]


def commands(mutants, width):
    """The Yosys commands that put the mutants into the chip, with the input of `width` bits that chooses."""
    changed = (
        mutant.command.replace("mutate ", f"mutate -ctrl {SELECT} {width} {mutant.number} ", 1) for mutant in mutants
    )
    return "\n".join([f"mutate -ctrl {SELECT} {width} 0 -mode none", *changed, ""])


def write_all(chip, mutants, out, stem):
    """Writes the chip with all mutants as Verilog."""
    script = stem.with_name("all.ys")
    script.write_text(commands(mutants, len(mutants).bit_length()))
    yosys.run(f"{READ.format(chip=chip)}; script {script}; write_verilog -noattr {out}", stem.with_name("all"))


def write_one(chip, mutant, out, stem):
    """Writes the chip with one mutant, or as it is, as RTLIL: there Yosys finds every cell as it has left it."""
    change = f"{mutant.command};" if mutant else ""
    yosys.run(f"{READ.format(chip=chip)}; {change} write_rtlil {out}", stem)


def modules_with_memory(chip, stem):
    """The modules that hold a memory."""
    listed = stem.with_name("memories.txt")
    yosys.run(f"{READ.format(chip=chip)}; tee -q -o {listed} select -list-mod t:$mem* %m", stem.with_name("memories"))
    return pathlib.Path(listed).read_text().split()
