"""Whether the proofs of testbench/formal fail on a mutant.

A proof concerns a mutant when it instantiates the module that the mutant changes, or one that has it inside, with the
same parameters. It runs as `make prove` runs it, only that the mutant's module takes the place of the module. Where a
proof is about another generated file, the module takes its place there, provided that the proof passes with the module
as it is.
"""

import pathlib
import re
import shutil

import mutants
import sby
import tools

FORMAL = pathlib.Path("testbench/formal")
VERILOG = pathlib.Path("hdl/verilog")
# Proofs that must fail as they are.
LEFT_OUT = ("mutants", "bus_adapter_mutants", "host_mutants", "timer_mutants")
# What a proof, or a module, instantiates.
INSTANCE = re.compile(r"^ +(carillon_\w+) (?:#\((?:[^;]*?)\) )?\w+ \(", re.MULTILINE)
MODULE = re.compile(r"^module (carillon\w*) .*?^endmodule", re.MULTILINE | re.DOTALL)
# Where the modules are what they are with their parameters.
ELABORATED = re.compile(r"^(?:(?P<elaborates>hierarchy -check)|prep -flatten) -top (?P<top>\w+)$", re.MULTILINE)
DELETED = re.compile(r"^delete (carillon.*)$", re.MULTILINE)
USED = re.compile(r"^(?:Used|Top) module: +(\S+)$", re.MULTILINE)
# What SymbiYosys ends with: passed, failed, the induction could not be concluded.
PASSED, FAILED, UNKNOWN = 0, 2, 4


def instances(text):
    """The modules that a text instantiates."""
    return set(INSTANCE.findall(re.sub(r"//.*", "", text)))


class Proof:
    """A SymbiYosys file, and the tasks of it that are tried on mutants of the chip: one, or one for each step of the
    list engine. `inside` has each module's children."""

    def __init__(self, path, chip, inside):
        self.name, self.used = path.stem, set()
        text = path.read_text()
        named = {
            name
            for source in re.findall(r"(?<![/\w])\w+\.svh?\b", text)
            for name in instances((FORMAL / source).read_text())
        }
        # With all that is inside of them.
        self.modules = set()
        while named:
            self.modules |= named
            named = {child for name in named for child in inside.get(name, ())} - self.modules
        listed = sby.asked(["--dumptasks", path.name], FORMAL)
        proving = [task for task in listed if task.startswith("prove")]
        steps = [task for task in listed if not task.startswith("cover")]
        ranks = {task: self.rank(path, task, chip) for task in proving or steps}
        ranked = sorted((rank, task) for task, rank in ranks.items() if rank is not None)
        nearest = [task for rank, task in ranked if rank == ranked[0][0]]
        self.tasks = nearest[:1] if proving else nearest

    @staticmethod
    def rank(path, task, chip):
        """How far from the chip a task is by its name and by the files that it reads; None if it is of another kind."""
        read = {pathlib.Path(line).name for line in sby.asked(["--dumpfiles", path.name, task], FORMAL)}
        if not {source.name for source in chip.sources} & read:
            return None
        if chip.is_timer:
            words = {"periodic": chip.value("PERIODIC"), "wide": chip.value("WIDE"), "wheels": chip.value("WHEELS") > 1}
            return sum((word in task) != bool(has) for word, has in words.items())
        return (("full" in task) != bool(chip.features())) * 2 + (str(1 << chip.value("SLOT_BITS")) not in task)

    def concerns(self, module):
        """Whether it is about this module of the text."""
        return module in self.modules


def load(chip):
    """The proofs that may say something of a chip."""
    text = "\n".join(source.read_text() for source in chip.sources)
    inside = {found[1]: instances(found[0]) for found in MODULE.finditer(text)}
    proofs = [Proof(path, chip, inside) for path in sorted(FORMAL.glob("*.sby")) if path.stem not in LEFT_OUT]
    return [proof for proof in proofs if proof.tasks]


def run(proof, made, mutant, work):
    """Runs a proof of one mutant, or as it is; returns the first status of SymbiYosys that is not that it passed."""
    statuses = (run_task(proof, task, made, mutant, work) for task in proof.tasks)
    return next((status for status in statuses if status != PASSED), PASSED)


def run_task(proof, task, made, mutant, work):
    """Runs a task of a proof; returns SymbiYosys's status."""
    folder = work / f"{mutant.number if mutant else 'none'}" / proof.name / task
    formal = folder / FORMAL
    shutil.copytree(FORMAL, formal)
    shutil.copytree(VERILOG, folder / VERILOG)
    # One task alone.
    text = "\n".join(sby.asked(["--dumpcfg", f"{proof.name}.sby", task], FORMAL)) + "\n"
    text = text.replace("../../target/", f"{pathlib.Path('target').resolve()}/")
    if mutant:
        module = folder / "mutant.il"
        mutants.write_one(made, mutant, module, folder / "mutant")
        read = f"read_rtlil -overwrite {module.name}"
        # What follows `hierarchy` stays as it is: some proofs join themselves to a memory before `prep` collects it.
        text, changed = ELABORATED.subn(
            lambda found: (
                f"hierarchy -check -top {found['top']}\n{read}"
                + ("" if found["elaborates"] else f"\nproc\nflatten\nprep -top {found['top']}")
            ),
            text,
        )
        if not changed:
            raise tools.ToolFailed(f"{FORMAL}/{proof.name}.sby does not elaborate as `hierarchy -check -top`.")
        text += f"{module.resolve()}\n"
    description = formal / "one.sby"
    description.write_text(text)
    log = folder / "sby.log"
    status = sby.run(["-d", "one", "-f", description.name], formal, log)
    if status not in (PASSED, FAILED, UNKNOWN) or (mutant is None and status != PASSED):
        what = f"the mutant {mutant.number}" if mutant else "the chip without any mutation"
        raise tools.ToolFailed(f"The proof {proof.name} of {what} ended with status {status}.{tools.last_lines(log)}")
    if mutant is None:
        deleted = " ".join(DELETED.findall(text)).split()
        found = USED.findall((formal / "one/model/design.log").read_text())
        proof.used |= {name for name in found if (mutants.DERIVED.match(name) or ["", name[1:]])[1] not in deleted}
    return status
