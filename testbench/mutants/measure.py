"""Changes the code of the queues and the driver in small ways, and tells which changes their tests do not find.

    measure.py                        one mutant of each file that has changed since its mutants were tried
    measure.py --each 5 --all         five of each file
    measure.py --files record wheel   those of the files whose path has one of these words
    measure.py --most 8               eight at most of all files
    measure.py --check                try nothing: fail if a survivor is not explained

`make mutate-rust ARGS=...` runs it with cargo-mutants (crates.io), which makes the mutants and runs `cargo test` of the
crate on each; without a mutant they have to pass (`make test-rust`). Which ones are tried is drawn by a hash of their
names, so that it stays the same while other code changes. What came of them is in record.json beside this file; commit
it. A run that was stopped goes on where it was.

A mutant that no test finds survives: write a test that finds it, or put it into explained.toml with the reason why
nobody can tell it from the code. Exit status 1 if a survivor is not explained, or an explanation names none.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RECORD = HERE / "record.json"
EXPLAINED = HERE / "explained.toml"
WORK = ROOT / "target" / "mutants"
CRATES = ("carillon-queues", "carillon-driver")
SEED = 1
# cargo-mutants' words for what came of a mutant, and ours. One with which a test does not end is found by a limit.
FATES = {
    "CaughtMutant": "killed",
    "Timeout": "does not end",
    "MissedMutant": "survives",
    "Unviable": "does not compile",
}
# Seconds for the tests of one mutant: they take two minutes, and ten beside other work; one that does not end costs them.
LIMIT = 1200
# Nobody looks into these programs, and what they are built of is built once.
UNLIKE_TESTS = {"CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_TARGET_DIR": str(WORK / "build")}
# What is printed for people is not what tests are for. cargo-mutants 27 takes deleted fields whatever `--re` says.
NO_MUTANT = re.compile(r"\bfmt\b|Debug|Display|^delete field")
# Tests that have nothing to do with the code of these crates, or everything to do with the computer's speed.
LEFT_OUT = ("outside_",)


def named(mutant):
    """A mutant's name without its place, which changes with each line above it."""
    return re.sub(r"^[^:]+:\d+:\d+: ", "", mutant["name"])


def cargo_mutants(*words, **how):
    """Runs cargo-mutants."""
    command = ("cargo", "mutants", "--dir", str(ROOT), "--all-features", *words)
    return subprocess.run(command, env={**os.environ, **UNLIKE_TESTS}, **how)


def mutants_of(crate):
    """All mutants of a crate, by file."""
    said = cargo_mutants("--package", crate, "--list", "--json", check=True, capture_output=True, text=True)
    found = {}
    for mutant in json.loads(said.stdout):
        if not NO_MUTANT.search(named(mutant)):
            found.setdefault(mutant["file"], []).append(mutant)
    return found


def sample(mutants, number):
    """So many of these mutants; all if `number` is None."""
    return sorted(mutants, key=lambda one: hashlib.sha256(f"{SEED} {one['file']} {named(one)}".encode()).digest())[
        :number
    ]


def choose(arguments, record):
    """The mutants that are to be tried, by crate."""
    chosen = []
    for crate in CRATES:
        harvest(crate, record)
        for file, mutants in mutants_of(crate).items():
            if arguments.files and not any(word in file for word in arguments.files):
                continue
            known = {} if arguments.all else record.fates(file)
            chosen += [{**one, "crate": crate} for one in sample(mutants, arguments.each) if named(one) not in known]
    chosen = sample(chosen, arguments.most)
    return {crate: [one for one in chosen if one["crate"] == crate] for crate in CRATES}


def digits(file):
    """Change with the file."""
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:16]


class Record:
    """What came of the mutants that were tried: for each file its digits, and each mutant's fate."""

    def __init__(self):
        self.files = json.loads(RECORD.read_text()) if RECORD.exists() else {}

    def fates(self, file):
        """Of the file as it is now."""
        known = self.files.get(file, {})
        return known["mutants"] if known.get("digits") == digits(file) else {}

    def note(self, file, name, fate):
        """Notes a fate, and forgets those of the file as it was."""
        fates = {**self.fates(file), name: fate}
        self.files[file] = {"digits": digits(file), "mutants": dict(sorted(fates.items()))}

    def write(self):
        """Writes what is known of the files that there are."""
        there = {file: known for file, known in sorted(self.files.items()) if (ROOT / file).exists()}
        RECORD.write_text(json.dumps(there, indent=1) + "\n")

    def survivors(self):
        """File and name of each."""
        for file in self.files:
            if (ROOT / file).exists():
                yield from ((file, name) for name, fate in self.fates(file).items() if fate == "survives")


def harvest(crate, record):
    """Notes what a run of cargo-mutants has found out so far, whether it is at its end or was stopped."""
    outcomes = WORK / crate / "mutants.out" / "outcomes.json"
    if not outcomes.exists():
        return
    for outcome in json.loads(outcomes.read_text())["outcomes"]:
        scenario = outcome["scenario"]
        # The code as it is has a scenario too.
        if isinstance(scenario, dict) and outcome["summary"] in FATES:
            mutant = scenario["Mutant"]
            if NO_MUTANT.search(named(mutant)):
                continue
            # A file that has changed since then is no longer the one that was tried.
            if (WORK / crate / "digits.json").exists():
                tried = json.loads((WORK / crate / "digits.json").read_text())
                if tried.get(mutant["file"]) == digits(mutant["file"]):
                    record.note(mutant["file"], named(mutant), FATES[outcome["summary"]])
    record.write()


def run(crate, chosen, record):
    """Tries these mutants of a crate; whether all was as it should be."""
    folder = WORK / crate
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "digits.json").write_text(json.dumps({one["file"]: digits(one["file"]) for one in chosen}))
    files = [f"--file={file}" for file in sorted({one["file"] for one in chosen})]
    names = [f"--re=^{re.escape(one['name']).replace('/', '.')}$" for one in chosen]
    left_out = [f"--skip={name}" for name in LEFT_OUT]
    ended = cargo_mutants(
        *("--package", crate, "--output", str(folder), "--timeout", str(LIMIT), "--baseline=skip"),
        *("--no-shuffle", "--colors", "never"),
        *files,
        *names,
        *("--", "--lib", "--tests", "--", *left_out),
        check=False,
    )
    harvest(crate, record)
    # 2: some survive; 3: some took too long.
    return ended.returncode in (0, 2, 3)


def unexplained(record):
    """Survivors without an explanation, and explanations of what is none."""
    entries = tomllib.loads(EXPLAINED.read_text()).get("mutant", []) if EXPLAINED.exists() else []
    wrong, used = [], set()
    for file, name in record.survivors():
        place = next((n for n, one in enumerate(entries) if (one["file"], one["name"]) == (file, name)), None)
        if place is None:
            wrong.append(f"survives: {file}: {name}")
        used.add(place)
    wrong += [
        f"{EXPLAINED.name} explains what does not survive: {one['file']}: {one['name']}"
        for n, one in enumerate(entries)
        if n not in used and (one["file"], one["name"]) not in untried(record, entries)
    ]
    wrong += [f"{EXPLAINED.name}: no reason: {one['name']}" for one in entries if not one.get("reason", "").strip()]
    return wrong


def untried(record, entries):
    """Explained mutants of files that have changed since they were tried."""
    return {
        (one["file"], one["name"]) for one in entries if (ROOT / one["file"]).exists() and not record.fates(one["file"])
    }


def main():
    """Tries mutants; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="measure.py", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--each", type=int, default=1, help="how many of each file")
    parser.add_argument("--all", action="store_true", help="also of files that have not changed")
    parser.add_argument("--files", nargs="+", metavar="WORD", help="of files whose path has one of these")
    parser.add_argument("--most", type=int, help="how many of all files at most")
    parser.add_argument("--check", action="store_true", help="try nothing")
    arguments = parser.parse_args()
    record = Record()
    is_whole = True
    for crate, chosen in ({} if arguments.check else choose(arguments, record)).items():
        print(f"{crate}: {len(chosen)} mutants to be tried", flush=True)
        if chosen:
            is_whole &= run(crate, chosen, record)
    fates = [fate for file in record.files if (ROOT / file).exists() for fate in record.fates(file).values()]
    for fate in dict.fromkeys(FATES.values()):
        print(f"{fate}: {fates.count(fate)}")
    wrong = unexplained(record)
    print("\n".join(wrong) if wrong else "Each survivor is explained.")
    return 0 if is_whole and not wrong else 1


if __name__ == "__main__":
    # Then what it has started is ended as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())
