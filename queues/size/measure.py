"""Code and memory of the queues on riscv32, into docs/measured/queue-sizes.md; with `--check`, that they cannot panic.

For each queue, queues/size/queues.rs is compiled for riscv32imac-unknown-none-elf with opt-level "s"; its five routines
are linked with what they need, unused sections dropped, and the code sections of the result are counted. There is no
panic handler, so routines that can panic do not link. Needs the target (`rustup target add
riscv32imac-unknown-none-elf`), the toolchain's own linker (rust-lld), and readelf of binutils.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

import document

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = document.Document(ROOT / "docs/measured/queue-sizes.md", "make sizes")
TARGET = "riscv32imac-unknown-none-elf"
QUEUES = [
    "Scheme 1",
    "Scheme 2",
    "Scheme 3",
    "Scheme 3, lazy",
    "Scheme 4",
    "Scheme 4 with 2",
    "simulation wheel",
    "Scheme 5",
    "Scheme 6",
    "Scheme 7 of 2^6",
    "Scheme 7 of 60, 60, 24, 100",
    "Scheme 7 ahead of time",
    "Scheme 7 rounded, 4 wheels",
    "calendar queue",
    "FlexQueue",
]
# What the statics of queues/size/queues.rs stand for.
MEMORY = {
    "RECORD": "a record: one for each slot, for each timer, and for each place of a heap (two a timer where it is lazy)",
    "BARE": "a timer without an item, besides its record and 4 bytes",
    "WORD": "a timer with an item of 4 bytes, likewise",
    "LONG": "a timer with an item of 8 bytes, likewise",
}
ROUTINES = ["start", "stop", "advance", "next_expired", "next_expiry"]


def output(*command, **more):
    """What a command prints; its failure is ours."""
    done = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}")
    return done.stdout


OPTIONS = ["opt-level=s", "panic=abort", "codegen-units=1"]


def build_queues():
    """The queues, without what only its tests use; the folder of its parts."""
    folder = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "size"
    settings = [
        option
        for name in ('opt-level="s"', 'panic="abort"', "codegen-units=1")
        for option in ("--config", f"profile.release.{name}")
    ]
    output(
        "cargo",
        "build",
        "--quiet",
        "-p",
        "carillon-queues",
        "--features",
        "paper",
        "--no-default-features",
        "--lib",
        "--release",
        "--target",
        TARGET,
        "--target-dir",
        folder,
        *settings,
    )
    return folder / TARGET / "release"


def build(queue, folder):
    """The routines of one queue, as a library."""
    library = folder / "libsize.rlib"
    queues = folder / "libcarillon_queues.rlib"
    flags = [option for name in OPTIONS for option in ("-C", name)]
    output(
        "rustc",
        "--edition",
        "2024",
        "--crate-name",
        "size",
        "--crate-type",
        "rlib",
        "--target",
        TARGET,
        *flags,
        "--cfg",
        f'measured="{queue}"',
        "--extern",
        f"carillon_queues={queues}",
        "-L",
        f"dependency={folder / 'deps'}",
        "-o",
        library,
        "queues/size/queues.rs",
    )
    return library


def code_bytes(queue, folder, linker, core):
    """Bytes of code of the five routines and all that they call."""
    example = build(queue, folder)
    # readelf and not nm: an nm that was not built for riscv32 sees nothing.
    symbols = output("readelf", "-sW", example, stderr=subprocess.DEVNULL)
    names = [line.split()[-1] for line in symbols.splitlines() if " FUNC " in line and " UND " not in line]
    roots = [
        name
        for name in names
        if any(re.search(rf"^_ZN4size5queue{len(routine)}{routine}17h", name) for routine in ROUTINES)
    ]
    if len(roots) != len(ROUTINES):
        sys.exit(f"{queue}: {len(roots)} routines found instead of {len(ROUTINES)}")
    libraries = [example, *sorted((folder / "deps").glob("lib*.rlib")), *sorted(core.glob("*.rlib"))]
    linked = folder / "linked"
    wanted = [option for name in roots for option in ("-u", name)]
    link = [linker, "-flavor", "gnu", "--gc-sections", "-e", roots[0], *wanted, *libraries, "-o", linked]
    if subprocess.run(link, cwd=ROOT).returncode != 0:
        sys.exit(f"{queue}: it does not link without a panic handler: a division, an index or the like can panic")
    total = 0
    for line in output("readelf", "-SW", linked).splitlines():
        fields = re.match(r"\s*\[\s*\d+\]\s+(\.text\S*)\s+PROGBITS\s+\S+\s+\S+\s+(\S+)", line)
        if fields:
            total += int(fields[2], 16)
    return total


def memory_bytes(library):
    """How large each of the memory's parts is."""
    symbols = output("readelf", "-sW", library, stderr=subprocess.DEVNULL)
    sizes = {}
    for name in MEMORY:
        found = re.search(rf"(\d+) OBJECT .*_ZN4size6memory{len(name)}{name}17h", symbols)
        if not found:
            sys.exit(f"{name}: not among the symbols of {library}")
        sizes[name] = int(found[1])
    return sizes


def main():
    parser = argparse.ArgumentParser(prog="measure.py", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="measure nothing")
    check = parser.parse_args().check
    sysroot = pathlib.Path(output("rustc", "--print", "sysroot").strip())
    core = sysroot / "lib/rustlib" / TARGET / "lib"
    if not core.exists():
        sys.exit(f"The target is missing: rustup target add {TARGET}")
    host = re.search(r"host: (\S+)", output("rustc", "-vV"))[1]
    linker = sysroot / "lib/rustlib" / host / "bin/rust-lld"
    folder = build_queues()
    rows = [(queue, code_bytes(queue, folder, linker, core)) for queue in QUEUES]
    if check:
        print(f"None of the {len(rows)} queues has a path to a panic.")
        return
    lines = [
        "| queue | bytes of code |",
        "|---|---|",
        *(f"| {queue} | {size:,} |" for queue, size in rows),
        "",
        "| memory | bytes |",
        "|---|---|",
        *(f"| {MEMORY[name]} | {size} |" for name, size in memory_bytes(folder / "libsize.rlib").items()),
    ]
    text = "\n".join(lines)
    DOCUMENT.write(text)
    print(text)


if __name__ == "__main__":
    main()
