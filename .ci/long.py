"""The long tier, `make test-long`: what takes longer than a minute.

    long.py                 run the parts whose inputs have changed since they passed
    long.py --all           run all parts
    long.py mutants queues  run these
    long.py --check         run nothing; fail if a part has not passed for the present inputs

Inputs are files, less their lines of comment, the crates that a crate is built of, and of the Verilog that a proof
reads the modules that it can reach; .ci/long.json has the digits of those with which each part has passed last. It is
written after each part, so that a run that was stopped goes on where it was. Commit it.
"""

import argparse
import functools
import hashlib
import json
import pathlib
import re
import subprocess
import sys

from steps import Step, ended_by_signals, run_all

ROOT = pathlib.Path(__file__).resolve().parents[1]
RECORD = pathlib.Path(".ci/long.json")
# Not inputs of anything, wherever they lie. Flawed chips are written for the proofs alone, which have them as input.
NO_INPUT = re.compile(
    r"(^|/)(target|\.venv|__pycache__|README\.md|CHANGELOG\.md)(/|$)|\.(md|pyc)$|(^|/)verilog/flaws\.rs$"
)
COMMENTS = {".rs": "//", ".v": "//", ".sv": "//", ".svh": "//", ".py": "#", ".toml": "#", ".txt": "#", ".sby": "#"}
VERILOG = (".v", ".sv", ".svh")

# All test programs, of which most have nothing to run: to choose some would have cargo build other features.
CARGO = (
    "cargo",
    "test",
    "--locked",
    "--workspace",
    "--exclude",
    "carillon-c",
    "--all-features",
    "--lib",
    "--bins",
    "--tests",
)
# In release, as a debug build takes an hour.
STRIKES = (
    *("cargo", "test", "--locked", "--release", "--package", "carillon-driver", "--all-features"),
    *("--test", "facility_strikes", "--target-dir", "target/overflow-checks"),
)
IGNORED = re.compile(r'#\[ignore = "long"\]\s+(?:fn )?(\w+)')
# An input `crates:x`: the crates that x is built of, with their versions.
CRATES = "crates:"
# An input `proof:x`: what the proof x is of, see `proof`.
PROOF = "proof:"
FORMAL = pathlib.Path("testbench/formal")
# Flawed chips, which the proofs must refute.
MUTANTS = ("mutants", "bus_adapter_mutants", "host_mutants", "timer_mutants")
MODULE = re.compile(r"^module (\w+)\b.*?^endmodule\b", re.MULTILINE | re.DOTALL)
CHIP = ("crates:carillon-hdl", "regmap/src", "hdl/src", "hdl/derive/src")
MODELS = ("hdl/verilog", "regmap/src", "crates:carillon-sim", "sim/src", "sim/cpp", "sim/build.rs", "sim/verilator.rs")
DRIVER = ("queues/src", "host-driver/src")
SIMULATORS = "testbench/simulators"
PROGRAM = "apps/carillon/src"
REPLAY = "apps/replay/src"
VERIFY = "testbench/verify/src"
CAPTURES = tuple(f"{REPLAY}/{one}" for one in ("capture.rs", "capture", "tcp.rs", "tcp"))
ORACLE = "testbench/spec/src/queue.rs"
REPLAYS = (REPLAY, ORACLE, "testbench/captures")


class Part:
    """Something that takes long, all that its outcome depends on, and the files of its tests, if it is tests."""

    def __init__(self, name, command, *inputs, tests=()):
        self.name, self.command, self.inputs, self.tests = name, command, (*inputs, *tests), tests


def proved(name, *inputs, tier=("--long",)):
    """The long tasks of a proof, or all."""
    command = ("env", "PYTHONPATH=hdl/common", ".venv/bin/python", "-B", "testbench/formal/prove.py", *tier, name)
    common = ("testbench/formal/prove.py", "hdl/common/sby.py", "requirements.txt")
    return Part(name, command, *common, *(inputs or [PROOF + name]))


def long_proofs(root=ROOT):
    """The proofs that have long tasks, in the order in which testbench/formal/prove.py begins them."""
    known = re.search(r"^LONG = \(\n(.*?)\n\)", (root / FORMAL / "prove.py").read_text(), re.MULTILINE | re.DOTALL)
    names = re.findall(r"\w+", known[1])
    marked = (path.stem for path in sorted((root / FORMAL).glob("*.sby")) if "_long" in path.read_text())
    return [*names, *(name for name in marked if name not in names and name not in MUTANTS)]


def ignored(name, tests, *inputs):
    """Tests marked `#[ignore = "long"]` in these files."""
    names = [found for path in tests for found in IGNORED.findall((ROOT / path).read_text())]
    return Part(name, (*CARGO, "--", "--ignored", *names), *inputs, tests=tests)


def programs(*names, of="apps/carillon"):
    """The files of test programs of a crate."""
    return tuple(f"{of}/tests/{name}.rs" for name in names)


def netlists(family):
    """The netlists of a family."""
    return Part(
        f"netlists_{family}",
        ("make", "--no-print-directory", "check-netlists", "BUILT=yes", f"ARGS={family}"),
        *(f"{SIMULATORS}/{one}" for one in ("netlists.py", "simulators.py", "vectors.py", "bench.v", "bench.cc")),
        f"{SIMULATORS}/memories",
        "hdl/common",
        "hdl/verilog",
        "requirements.txt",
        "requirements-simulators.txt",
        "testbench/spec/src",
        VERIFY,
    )


# The static site in Chromium and Firefox: compiling the laboratory takes a minute.
SITE = Part(
    "site",
    ("make", "site-test", "MAY_INSTALL=no"),
    "crates:carillon-lab",
    "crates:carillon-article",
    "regmap/src",
    *DRIVER,
    "testbench/spec/src",
    REPLAY,
    "apps/lab",
    "testbench/article",
    "docs/site",
    "docs/figures/living",
    "requirements-lab.txt",
    "requirements-site.txt",
)

PARTS = (
    SITE,
    # The longest first.
    *map(proved, long_proofs()),
    *(proved(name, tier=()) for name in MUTANTS),
    # The netlists of each family against the reference models.
    *(netlists(family) for family in ("ice40", "ecp5", "nexus", "gowin", "gatemate", "xilinx-7", "intel")),
    # The timer chip behind each bus adapter and its part that keeps the lists, in Rust-HDL's simulator.
    ignored(
        "circuits",
        ("hdl/src/timer_chip/keeper/tests.rs", "hdl/tests/bus_adapters.rs"),
        *CHIP,
        "hdl/tests/hosts",
    ),
    # Half a million operations of each kind of chip, lockstep with Rust-HDL's simulator as the third, and every
    # arrangement of a few timers.
    ignored(
        "lockstep",
        programs("lockstep", "timer_lockstep", "timer_exhaustive", "timer_largest", "promises", of="testbench/verify"),
        *MODELS,
        "host-driver/src/bus",
        "testbench/spec/src",
        VERIFY,
        "testbench/verify/tests/common",
    ),
    # What timers cost the simulated processor, and a capture replayed on it; replays that take long.
    ignored(
        "soc",
        ("soc/tests/cost.rs", "soc/tests/many.rs", "soc/tests/embassy.rs", *programs("soc", "replay")),
        *MODELS,
        *DRIVER,
        "firmware",
        "soc",
        "hdl/litex",
        *REPLAYS,
    ),
    # The figures of the paper and of FlexQueue's thesis against those checked in; Appendix A's table and the queues'
    # benchmark in short.
    ignored(
        "figures",
        (*programs("figures", "benches", of="testbench/bench"), *programs("figures", "appendix_a")),
        *MODELS,
        *DRIVER,
        *REPLAYS,
        *(f"{PROGRAM}/{one}" for one in ("appendix_a.rs", "appendix_a", "bin", "document.rs", "figures")),
        "crates:carillon-bench",
        "testbench/bench",
        "docs/figures",
    ),
    # Captures cut or changed at each byte, and read beside tshark.
    ignored(
        "captures",
        programs("odd_captures", "beside_tshark", of="apps/replay"),
        "crates:carillon-replay",
        *CAPTURES,
        "testbench/captures",
        "apps/replay/tests/common",
    ),
    # A hundred thousand histories of whole hosts; flawed drivers that they must find.
    ignored(
        "histories",
        programs("histories", "patches", of="testbench/histories"),
        "crates:carillon-histories",
        "testbench/histories",
        "testbench/spec/src",
        "regmap/src",
        *DRIVER,
    ),
    # Every kind of false answer at every access, with checks of overflow.
    Part(
        "strikes",
        ("env", "RUSTFLAGS=-C overflow-checks=on", "CARGO_INCREMENTAL=0", *STRIKES, "--", "--ignored"),
        "crates:carillon-driver",
        *DRIVER,
        "host-driver/tests/common",
        "testbench/spec/src",
        tests=("host-driver/tests/facility_strikes.rs",),
    ),
    # A million timers for a minute on threads that stop and restart each other's, and half a million wake-ups.
    ignored(
        "threads",
        ("host-driver/tests/shards_stress.rs", "host-driver/tests/shards_wakes.rs"),
        "crates:carillon-driver",
        "host-driver/src/shards",
        "host-driver/src/sync.rs",
        "host-driver/src/wake_up.rs",
        "queues/src",
    ),
    # Code with `unsafe` in the interpreter that finds undefined behaviour, and threads under the sanitizer of races,
    # both of nightly Rust.
    Part(
        "miri",
        ("make", "--no-print-directory", "miri", "MAY_INSTALL=no"),
        "crates:carillon-driver",
        "queues/src",
        "host-driver/src/mmio.rs",
        "host-driver/src/mmio",
        "host-driver/src/device/riscv.rs",
        "queues/tests/pinned.rs",
        *programs("mmio_block", "device_riscv_halves", of="host-driver"),
    ),
    Part(
        "races",
        ("make", "--no-print-directory", "tsan", "MAY_INSTALL=no"),
        "crates:carillon-driver",
        "queues/src",
        *(f"host-driver/src/{one}" for one in ("future", "shards", "sync.rs", "wake_up.rs")),
        *programs("shared_threads", "callout", of="queues"),
        *programs("shards", "shards_polled", "shards_stress", "future", of="host-driver"),
    ),
    # Random histories of queues with many slots, all of which are looked at after each step; many long and sparse ones.
    ignored(
        "queues",
        ("queues/tests/every_queue.rs", "queues/tests/order.rs"),
        "crates:carillon-queues",
        "queues/src",
        "queues/tests/common",
        ORACLE,
    ),
)


def lines(path):
    """A file without its lines of comment; in Verilog, also without the comments behind a line that has no string."""
    data = path.read_bytes()
    mark = COMMENTS.get(path.suffix)
    if mark is None:
        return data
    left = [line for line in data.splitlines() if not line.strip().startswith(mark.encode())]
    if path.suffix in VERILOG:
        left = [line if b'"' in line else line.partition(b"//")[0].rstrip() for line in left]
    return b"\n".join(left)


@functools.cache
def files(root, name):
    """The files of an input, which is one or a folder of them."""
    path = root / name
    if not path.exists():
        sys.exit(f".ci/long.py: there is no {name}: start with `make test-long` or `make test`, which make it.")
    found = [path] if path.is_file() else sorted(path.rglob("*"))
    return [one for one in found if one.is_file() and not NO_INPUT.search(str(one.relative_to(path)))]


@functools.cache
def crates(root, name):
    """The crates that one is built of, and those of its tests: each a name, a version and the features it has."""
    shown = ("--prefix", "none", "--no-dedupe", "--format", "{p} {f}")
    command = ("cargo", "tree", "--locked", "--all-features", "--package", name, *shown)
    tree = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    # A crate of the workspace has its folder there.
    return "\n".join(sorted({re.sub(r" \(/.*?\)", "", line) for line in tree.splitlines()}))


@functools.cache
def modules(path):
    """The modules of a file, without their comments."""
    return {found[1]: found[0] for found in MODULE.finditer(lines(path).decode())}


def reached(paths, names):
    """What Verilog files that belong together have of these modules, and of those that they name, and so on."""
    found, left, known = set(), set(names), {}
    for path in paths:
        known |= modules(path)
    while left := left & known.keys() - found:
        found |= left
        left = {word for name in left for word in re.findall(r"\w+", known[name])}
    return "\n".join(known[name] for name in sorted(found))


def proof(root, name):
    """What a proof is of: its tasks, its own files, and of each chip what those can reach."""
    folder = root / FORMAL
    tasks = folder / f"{name}.sby"
    listed = [line.split()[-1] for line in tasks.read_text().partition("[files]")[2].splitlines() if line.strip()]
    own = [folder / one for one in listed if "/" not in one]
    words = {word for path in own for word in re.findall(r"\w+", lines(path).decode())}
    chips = [path for one in listed if "/" in one for path in files(folder, one)]
    # The files of the text are one chip; each other file is one by itself.
    text = [path for path in chips if path.parent.name == "verilog"]
    groups = [text, *([path] for path in chips if path not in text)]
    read = (reached(paths, words) for paths in groups)
    return "\n".join([tasks.read_text(), *(lines(path).decode() for path in own), *read])


def digits(part, root=pathlib.Path()):
    """Sixty-four digits that change when an input of the part does."""
    whole = hashlib.sha256(json.dumps(part.command).encode())
    for name in part.inputs:
        if name.startswith(CRATES):
            whole.update(crates(root, name.removeprefix(CRATES)).encode())
            continue
        if name.startswith(PROOF):
            whole.update(proof(root, name.removeprefix(PROOF)).encode())
            continue
        for path in files(root, name):
            whole.update(f"{path.relative_to(root)} {hashlib.sha256(lines(path)).hexdigest()}\n".encode())
    return whole.hexdigest()


def passed(record=RECORD):
    """What has passed: for each part its inputs' digits and its seconds."""
    return json.loads(record.read_text()) if record.exists() else {}


def stale(parts, root=pathlib.Path(), record=RECORD):
    """The parts that have not passed for the present inputs."""
    known = passed(record)
    return [part for part in parts if known.get(part.name, {}).get("inputs") != digits(part, root)]


def run(parts, root=pathlib.Path(), record=RECORD):
    """Runs parts; notes each that has passed, if its inputs are still the same. Returns the exit status."""
    begun = {}

    def before(step):
        begun[step.name] = digits(by_name[step.name], root)

    def note(step, seconds):
        files.cache_clear()
        modules.cache_clear()
        if digits(by_name[step.name], root) != begun[step.name]:
            print(f"{step.name}: its inputs have changed while it ran, so this is not noted", flush=True)
            return
        known = passed(record)
        known[step.name] = {"inputs": begun[step.name], "seconds": round(seconds)}
        record.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n")

    by_name = {part.name: part for part in parts}
    return run_all([Step(part.name, part.command) for part in parts], before, note)


def check(parts):
    """Says which parts are stale, and what to do; returns the exit status."""
    left = stale(parts)
    if not left:
        print(f"The long tier has passed for the present inputs: {', '.join(part.name for part in parts)}.")
        return 0
    seconds = [passed().get(part.name, {}).get("seconds") for part in left]
    known = sum(one for one in seconds if one)
    print(
        f"The long tier has not passed for the present inputs: {', '.join(part.name for part in left)}.\n"
        f"Run `make test-long` (about {known / 60:.0f} minutes of two cores), and commit {RECORD}.",
        file=sys.stderr,
    )
    return 1


def main():
    """Runs or checks; returns the exit status."""
    parser = argparse.ArgumentParser(prog="long.py", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(part.name for part in PARTS)}")
    parser.add_argument("--all", action="store_true", help="also those that have passed")
    parser.add_argument("--check", action="store_true", help="run nothing")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - {part.name for part in PARTS}:
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    if arguments.check:
        return check(PARTS)
    named = [part for part in PARTS if part.name in arguments.parts]
    return run(named or (PARTS if arguments.all else stale(PARTS)))


if __name__ == "__main__":
    sys.exit(ended_by_signals(main))
