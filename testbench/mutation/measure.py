"""Makes mutants of the chips and tells how many of them the tests and the proofs kill: `make mutate`.

Each mutant runs in lockstep with the reference model. Those that agree are shown to a solver, which proves some of them
to be the same chip; on the others the proofs of testbench/formal that are about the changed module are tried. What is
left must be explained in explained.toml. Without options the outcome goes into docs/measured/mutation.md. Every mutant
that lockstep does not kill goes into target/mutation/report.md, with its fate; intermediate files and logs are beside
it."""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor, as_completed

import chips
import document
import equivalence
import explained
import fingerprint
import lockstep
import mutants
import proofs
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path("testbench/mutation")
# Relative, as YoWASP wants it.
WORK = pathlib.Path("target/mutation")
DOCUMENT = document.Document("docs/measured/mutation.md", "make mutate")
SEED = 1
# The sum over all modules, which sorts behind them.
ALL = "all"
# A copy of a module with other parameters has a number.
COPY = re.compile(r"_\d+$")
LOCKSTEP, PROOF, EQUAL, EXPLAINED, SURVIVES = FATES = (
    "killed by lockstep",
    "killed by a proof",
    "proved equivalent",
    "explained",
    "survives",
)


def progress(what, work, pool):
    """Runs the jobs of a dictionary in the pool, and yields each key and outcome as it comes; says how far it is."""
    jobs = {pool.submit(*call): key for key, call in work.items()}
    for done, job in enumerate(as_completed(jobs), 1):
        if sys.stderr.isatty() or done % 20 == 0 or done == len(jobs):
            print(
                f"{what}: {done} of {len(jobs)}",
                end="\r" if sys.stderr.isatty() and done < len(jobs) else "\n",
                file=sys.stderr,
            )
        yield jobs[job], job.result()


def try_proofs(chip, made, survivors, stem, pool):
    """The fates of survivors that a proof kills."""
    work = stem.with_name("proofs")
    shutil.rmtree(work, ignore_errors=True)
    known = proofs.load(chip)
    concerned = [(mutant, proof) for mutant in survivors for proof in known if proof.concerns(made.base[mutant.module])]
    # First the chip as it is, which tells what modules the proof is about, with their parameters.
    checks = {proof: (proofs.run, proof, made, None, work) for _, proof in concerned}
    for _ in progress("proofs of the chip itself", checks, pool):
        pass
    jobs = collections.defaultdict(list)
    for mutant, proof in concerned:
        if made.derived[mutant.module] in proof.used:
            jobs[mutant.number].append((mutant, proof))

    def attempt(pairs):
        return next(
            (proof.name for mutant, proof in pairs if proofs.run(proof, made, mutant, work) != proofs.PASSED), None
        )

    calls = {number: (attempt, pairs) for number, pairs in jobs.items()}
    return {number: (PROOF, name) for number, name in progress("proofs", calls, pool) if name}


def draw(chip, settings, arguments):
    """A chip's netlist and its mutants, for which a model is written that holds them all."""
    stem = stem_of(chip)
    stem.parent.mkdir(parents=True, exist_ok=True)
    made = mutants.netlist(chip, stem)
    drawn = mutants.draw(made, arguments.count or settings["mutants"], arguments.seed, arguments.module, stem)
    if not drawn:
        raise tools.ToolFailed(
            f"Yosys finds nothing to change in {chip.name}: is --module {arguments.module} one of its modules?"
        )
    mutants.write_all(made, drawn, lockstep.MODELS / f"{settings['model']}.v", stem)
    return made, drawn


def length(settings, arguments):
    """How long a mutant of the chip runs, as an option of `carillon lockstep`."""
    unit = "operations" if "operations" in settings else "clocks"
    return [f"--{unit}", str(getattr(arguments, unit) or settings[unit])]


def told(settings):
    """The same in words, of a chip as chips.toml has it."""
    return f"{settings['operations']:,} operations" if "operations" in settings else f"{settings['clocks']:,} clocks"


def stem_of(chip):
    """With what the paths of a chip's intermediate files begin."""
    return WORK / chip.name / "run"


def measure(chip, made, drawn, settings, arguments, pool, known):
    """For each mutant of one chip its fate and what tells of it. Some of them may be known."""
    stem = stem_of(chip)
    how_long = length(settings, arguments)
    calls = {
        number: (lockstep.kills, settings["lockstep"], how_long, number)
        for number in [0, *(mutant.number for mutant in drawn if mutant.number not in known)]
    }
    difference = dict(progress("lockstep", calls, pool))
    if difference[0]:
        raise tools.ToolFailed(f"{chip.name} without any mutation differs from the reference model: {difference[0]}")
    fates = known | {number: (LOCKSTEP, found) for number, found in difference.items() if found}
    if not known:
        fates |= same_chip(made, drawn, fates, stem)
    fates |= try_proofs(chip, made, [mutant for mutant in drawn if mutant.number not in fates], stem, pool)
    keeping(chip).write_text(json.dumps({"of": origin(chip, drawn), "fates": sorted(fates.items())}))
    return fates


def same_chip(made, drawn, fates, stem):
    """The fates of mutants that lockstep does not kill, since they are the same chip."""
    left = [mutant for mutant in drawn if mutant.number not in fates]
    print(f"{len(left)} are left; looking for those that are the same chip", file=sys.stderr)
    killed = [mutant for mutant in drawn if mutant.number in fates]
    return {number: (EQUAL, "") for number in equivalence.prove(made, drawn, left, killed, stem)}


def keeping(chip):
    """Where a chip's fates are kept."""
    return stem_of(chip).with_name("fates.json")


def origin(chip, drawn):
    """What kept fates are of: this chip, whatever its comments, with these mutants."""
    text = "\n".join(source.read_text() for source in chip.sources)
    return fingerprint.of(text, json.dumps(chip.parameters), *(mutant.command for mutant in drawn))


def kept(chip, drawn):
    """The fates that an earlier run has found; none if it has not come so far or had other mutants."""
    if not keeping(chip).exists():
        return {}
    found = json.loads(keeping(chip).read_text())
    if found["of"] != origin(chip, drawn):
        return {}
    return {number: tuple(fate) for number, fate in found["fates"]}


def table(outcomes):
    """One row for each module."""
    counts = collections.defaultdict(collections.Counter)
    for drawn, fates in outcomes.values():
        for mutant in drawn:
            for module in (f"`{COPY.sub('', mutant.module)}`", ALL):
                counts[module][fates[mutant.number][0]] += 1
    rows = []
    for module, count in sorted(counts.items()):
        rows.append([module, count.total(), *(count[fate] for fate in FATES)])
    return document.table(("module", "mutants", *FATES), rows, numbers_from=1)


def listing(outcomes, fate):
    """The mutants of one fate, as a list."""
    for chip, (drawn, fates) in outcomes.items():
        for mutant in drawn:
            if fates[mutant.number][0] == fate:
                detail = fates[mutant.number][1]
                yield f"- {chip.name}, {mutant.file}:{mutant.line}: {mutant}" + (f". {detail}" if detail else "")


def report(outcomes, settings, seed):
    """The outcome as Markdown."""
    pinned = ", ".join(version for version in tools.versions(pathlib.Path("requirements.txt")) if "yosys" in version)
    chips = (
        f"- {chip.name}: {len(drawn)} mutants of seed {seed}, each for {told(settings[chip])}"
        for chip, (drawn, _) in outcomes.items()
    )
    return "\n\n".join(
        [f"Drawn by {pinned}:", "\n".join(chips), table(outcomes), *listed(outcomes, SURVIVES, "Survivors:")]
    )


def fates_of_all(outcomes):
    """Every mutant that lockstep does not kill, with its fate, as Markdown."""
    titles = ((PROOF, "Killed by a proof only:"), (EXPLAINED, "Explained:"), (EQUAL, "Proved equivalent:"))
    return "\n\n".join(part for fate, title in titles for part in listed(outcomes, fate, title))


def listed(outcomes, fate, title):
    """The mutants of one fate under their title."""
    lines = list(listing(outcomes, fate))
    return [title, "\n".join(lines)] if lines else [f"{title} none."]


def judge(outcomes, whole):
    """Gives a fate to every mutant that has none yet; returns what is wrong with the explanations."""
    entries = explained.load(HERE / "explained.toml")
    survivors, others = [], []
    for drawn, fates in outcomes.values():
        survivors += [mutant for mutant in drawn if mutant.number not in fates]
        others += [mutant for mutant in drawn if mutant.number in fates]
        for mutant in drawn:
            if mutant.number not in fates:
                reason = next((entry.reason for entry in entries if entry.meets(mutant)), None)
                fates[mutant.number] = (EXPLAINED, reason) if reason else (SURVIVES, "")
    return list(explained.complaints(entries, survivors, others)) if whole else []


def parse():
    """The command line."""
    parser = argparse.ArgumentParser(prog="make mutate ARGS=…", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--count", type=int, metavar="N", help="how many mutants of each chip, instead of what chips.toml says"
    )
    parser.add_argument(
        "--seed", type=int, default=SEED, metavar="N", help=f"which mutants Yosys draws (default: {SEED})"
    )
    parser.add_argument("--module", metavar="NAME", help="only mutants of this module, as in 'carillon_counter_cursor'")
    parser.add_argument(
        "--clocks", type=int, metavar="N", help="clocks of lockstep before a mutant counts as not killed"
    )
    parser.add_argument("--operations", type=int, metavar="N", help="the same for a timer chip, in bus transfers")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on from the fates that are kept: only survivors are tried again, in lockstep and by the proofs",
    )
    parser.add_argument("--chip", metavar="NAME", help="only the chip of chips.toml whose file has this in its name")
    return parser.parse_args()


def main():
    """Measures; returns the exit status."""
    arguments = parse()
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    listed = tomllib.loads((HERE / "chips.toml").read_text())["chip"]
    named = {chip["chip"]: chip for chip in listed if not arguments.chip or arguments.chip in chip["chip"]}
    settings = {chips.named(name): setting for name, setting in named.items()}
    lengths = arguments.clocks or arguments.operations
    whole = not (arguments.count or arguments.module or lengths or arguments.chip or arguments.seed != SEED)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        shutil.rmtree(lockstep.MODELS, ignore_errors=True)
        lockstep.MODELS.mkdir()
        drawn = {chip: draw(chip, setting, arguments) for chip, setting in settings.items()}
        print("Building the models that hold the mutants (a few minutes the first time)", file=sys.stderr)
        lockstep.build(WORK / "build.log")
        known = {chip: kept(chip, drawn[chip][1]) if arguments.resume else {} for chip in settings}
        outcomes = {
            chip: (drawn[chip][1], measure(chip, *drawn[chip], setting, arguments, pool, known[chip]))
            for chip, setting in settings.items()
        }
    complaints = judge(outcomes, whole)
    text = report(outcomes, settings, arguments.seed)
    whole_text = f"{text}\n\n{fates_of_all(outcomes)}\n"
    print(whole_text)
    (WORK / "report.md").write_text(whole_text)
    if whole:
        DOCUMENT.write(text)
        print(f"\nWritten into {DOCUMENT.path}.")
    complaints = [f"{HERE}/explained.toml: {complaint}" for complaint in complaints]
    survivors = sum(fate == SURVIVES for _, fates in outcomes.values() for fate, _ in fates.values())
    if survivors:
        complaints.append(
            f"{survivors} mutants survive: write a test or a proof that kills them, or explain them in "
            f"{HERE}/explained.toml"
        )
    for complaint in complaints:
        print(f"make mutate: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (tools.ToolFailed, explained.BadExplanations, ValueError, OSError) as failure:
        sys.exit(f"make mutate: {failure}")
