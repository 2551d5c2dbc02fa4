"""Whether the proofs of hdl/formal fail on a mutant.

A proof concerns a mutant when it instantiates the module that the mutant changes, or one that has it inside. It runs as
`make prove` runs it, only that the chip is the mutant's netlist. Where a proof is about another generated file, the
mutant takes that file's place, provided that the chip without a mutation passes there.
"""

import pathlib
import re
import shutil

import mutants
import sby
import tools

FORMAL = pathlib.Path("hdl/formal")
# Proofs that must fail as they are.
LEFT_OUT = ("mutants", "bus_adapter_mutants", "host_mutants", "timer_mutants")
# What a proof, or a generated module, instantiates.
INSTANCE = re.compile(rf"^ +({mutants.TOP}_\w+) \w+ \(", re.MULTILINE)
MODULE = re.compile(rf"^module ({mutants.TOP}\w*) \(.*?^endmodule", re.MULTILINE | re.DOTALL)
READ_CHIP = re.compile(r"read_verilog -formal (chip\.v)")
# The name of a generated file as far as it tells the kind of chip.
KIND = re.compile(rf"{mutants.TOP}_(timer_)?")
# What SymbiYosys ends with: passed, failed, the induction could not be concluded.
PASSED, FAILED, UNKNOWN = 0, 2, 4


class Proof:
    """A SymbiYosys file, and the task of it that is tried on mutants of the chip. `inside` has each module's children."""

    def __init__(self, path, chip, inside):
        self.name = path.stem
        text = path.read_text()
        named = {
            name
            for source in re.findall(r"\w+\.svh?\b", text)
            for name in INSTANCE.findall((FORMAL / source).read_text())
        }
        # With all that is inside of them.
        self.modules = set()
        while named:
            self.modules |= named
            named = {child for name in named for child in inside.get(name, ())} - self.modules
        listed = [task for task in sby.asked(["--dumptasks", path.name], FORMAL) if task.startswith("prove")]
        reading = [(task, name) for task in listed for name in self.generated(path, task, chip)]
        own = [pair for pair in reading if pair[1] == chip.name]
        alike = [pair for pair in reading if KIND.match(pair[1])[0] == KIND.match(chip.name)[0]]
        # The task, the generated file that it reads, and whether that is the chip's.
        self.task, self.reads = next(iter(own or alike or reading), (None, None))
        self.own = bool(own)

    @staticmethod
    def generated(path, task, chip):
        """The generated files that a task reads."""
        named = [pathlib.Path(line).name for line in sby.asked(["--dumpfiles", path.name, task], FORMAL)]
        return [name for name in named if (chip.parent / name).exists()]

    def concerns(self, module):
        """Whether it is about this module."""
        return module in self.modules


def load(chip):
    """The proofs that may say something of a generated file."""
    inside = {found[1]: set(INSTANCE.findall(found[0])) for found in MODULE.finditer(chip.read_text())}
    proofs = [Proof(path, chip, inside) for path in sorted(FORMAL.glob("*.sby")) if path.stem not in LEFT_OUT]
    return [proof for proof in proofs if proof.task]


def run(proof, chip, mutant, work):
    """Runs a proof of one mutant, or of the chip as it is; returns SymbiYosys's status."""
    folder = work / f"{mutant.number if mutant else 'none'}" / proof.name
    formal, verilog = folder / "formal", folder / "verilog"
    shutil.copytree(FORMAL, formal)
    verilog.mkdir()
    for generated in chip.parent.glob("*.v"):
        shutil.copy(generated, verilog)
    mutants.write_one(chip, mutant, verilog / proof.reads, folder / "mutant")
    description = formal / f"{proof.name}.sby"
    text = description.read_text().replace(f"../../{chip.parent}/", "../verilog/")
    text, changed = READ_CHIP.subn(r"read_rtlil \1", text)
    if not changed:
        raise tools.ToolFailed(f"{FORMAL}/{proof.name}.sby does not read the chip as `read_verilog -formal chip.v`.")
    description.write_text(text)
    log = folder / "sby.log"
    status = sby.run(["--prefix", proof.name, description.name, proof.task], formal, log)
    if mutant is None and not proof.own:
        return status
    if status not in (PASSED, FAILED, UNKNOWN) or (mutant is None and status != PASSED):
        what = f"the mutant {mutant.number}" if mutant else "the chip without any mutation"
        raise tools.ToolFailed(f"The proof {proof.name} of {what} ended with status {status}.{tools.last_lines(log)}")
    return status
