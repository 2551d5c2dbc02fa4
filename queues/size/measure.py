"""Code and memory of the queues on riscv32, into docs/measured/queue-sizes.md; with `--check`, that they cannot panic.

For each queue, queues/size/queues.rs is compiled for riscv32imac-unknown-none-elf with opt-level "s"; its five routines
are linked with what they need, unused sections dropped, and the code sections of the result are counted. There is no
panic handler, so routines that can panic do not link. Those of fixed size are also compiled for thumbv6m-none-eabi, a
Cortex-M0, with a static of each: it must lie in .bss, and `FixedTimers` have a limit. Needs the targets (`rustup target
add riscv32imac-unknown-none-elf thumbv6m-none-eabi`), the toolchain's own linker (rust-lld), and readelf of binutils.
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
CORTEX_M0 = "thumbv6m-none-eabi"
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
# On the Cortex-M0, in a static, with items of a byte.
FIXED = ["FixedTimers of 8", "FixedTimers of 32", "FixedTimerWheel of 8"]
# Bytes of code and memory that the first of them may take.
LIMIT = (3_348, 304)
# What the statics of queues/size/queues.rs stand for.
MEMORY = {
    "RECORD": "a record: one for each slot, for each timer, and for each place of a heap (two a timer where it is lazy)",
    "BARE": "a timer without an item, besides its record and 4 bytes",
    "WORD": "a timer with an item of 4 bytes, likewise",
    "LONG": "a timer with an item of 8 bytes, likewise",
}
CORE = pathlib.Path(subprocess.check_output(["rustc", "--print", "sysroot"], text=True).strip()) / "lib/rustlib"
ROUTINES = ["start", "stop", "advance", "next_expired", "next_expiry"]


def output(*command, **more):
    """What a command prints; its failure is ours."""
    done = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}")
    return done.stdout


OPTIONS = ["opt-level=s", "panic=abort", "codegen-units=1"]


def build_queues(target):
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
        target,
        "--target-dir",
        folder,
        *settings,
    )
    return folder / target / "release"


def build(queue, folder, target):
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
        target,
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


def sections(queue, folder, linker, target):
    """Bytes of code, of .data and of .bss of the five routines, all that they call, and the static, if there is one."""
    core = CORE / target / "lib"
    example = build(queue, folder, target)
    # readelf and not nm: an nm that was not built for riscv32 sees nothing.
    symbols = output("readelf", "-sW", example, stderr=subprocess.DEVNULL)
    there = [line.split() for line in symbols.splitlines() if " UND " not in line]
    names = [words[-1] for words in there if " FUNC " in f" {' '.join(words)} "]
    statics = [words[-1] for words in there if words and words[-1].startswith("_ZN4size5queue6TIMERS")]
    roots = [
        name
        for name in names
        if any(re.search(rf"^_ZN4size5queue{len(routine)}{routine}17h", name) for routine in ROUTINES)
    ]
    if len(roots) != len(ROUTINES):
        sys.exit(f"{queue}: {len(roots)} routines found instead of {len(ROUTINES)}")
    libraries = [example, *sorted((folder / "deps").glob("lib*.rlib")), *sorted(core.glob("*.rlib"))]
    linked = folder / "linked"
    wanted = [option for name in roots + statics for option in ("-u", name)]
    link = [linker, "-flavor", "gnu", "--gc-sections", "-e", roots[0], *wanted, *libraries, "-o", linked]
    if subprocess.run(link, cwd=ROOT).returncode != 0:
        sys.exit(f"{queue}: it does not link without a panic handler: a division, an index or the like can panic")
    total = dict.fromkeys(("text", "data", "bss"), 0)
    for line in output("readelf", "-SW", linked).splitlines():
        fields = re.match(r"\s*\[\s*\d+\]\s+\.(text|data|bss)\S*\s+\w+BITS\s+\S+\s+\S+\s+(\S+)", line)
        if fields:
            total[fields[1]] += int(fields[2], 16)
    return tuple(total.values())


def fixed_sizes(linker):
    """Those of the queues of fixed size on the Cortex-M0, by their names; ends if one is larger than it may be."""
    folder = build_queues(CORTEX_M0)
    sizes = {queue: sections(queue, folder, linker, CORTEX_M0) for queue in FIXED}
    for queue, (_, data, _) in sizes.items():
        if data:
            sys.exit(f"{queue}: {data} bytes of a static are in .data, which flash holds too: its zeros must be .bss")
    code, _, memory = sizes[FIXED[0]]
    if code > LIMIT[0] or memory > LIMIT[1]:
        sys.exit(f"{FIXED[0]}: {code} bytes of code and {memory} of memory are more than {LIMIT}")
    return sizes


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
    for target in (TARGET, CORTEX_M0):
        if not (CORE / target / "lib").exists():
            sys.exit(f"The target is missing: rustup target add {target}")
    host = re.search(r"host: (\S+)", output("rustc", "-vV"))[1]
    linker = CORE / host / "bin/rust-lld"
    folder = build_queues(TARGET)
    rows = [(queue, sections(queue, folder, linker, TARGET)[0]) for queue in QUEUES]
    fixed = fixed_sizes(linker)
    if check:
        print(f"None of the {len(rows) + len(fixed)} queues has a path to a panic; statics of fixed size are in .bss.")
        return
    lines = [
        "| queue | bytes of code |",
        "|---|---|",
        *(f"| {queue} | {size:,} |" for queue, size in rows),
        "",
        "| memory | bytes |",
        "|---|---|",
        *(f"| {MEMORY[name]} | {size} |" for name, size in memory_bytes(folder / "libsize.rlib").items()),
        "",
        "| on a Cortex-M0, in a `static`, with items of a byte | bytes of code | of `.bss` | of `.data` |",
        "|---|---|---|---|",
        *(f"| {queue} | {code:,} | {bss:,} | {data} |" for queue, (code, data, bss) in fixed.items()),
    ]
    text = "\n".join(lines)
    DOCUMENT.write(text)
    print(text)


if __name__ == "__main__":
    main()
