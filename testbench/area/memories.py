"""Fails when a memory of more than a few words becomes gates or distributed RAM on a family: `make check-memories`.

The chips are `full` and `minimal_single_port`. Yosys works until it has placed the memories. More than
MOST_DISTRIBUTED words must be in block RAM, and more than MOST_GATES not in gates. Busy bits, each with its own write
enable, fit no block RAM of Intel's as Yosys maps it: there the chip is the one with `SINGLE_PORT`.

That it can fail is seen with the chip whose Verilog asks for distributed RAM instead.
"""

import dataclasses
import os
import pathlib
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import chips
import document
import family
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, as YoWASP wants it.
WORK = pathlib.Path("target/area")
# What one look-up table of Xilinx's holds as distributed RAM.
MOST_DISTRIBUTED = 64
MOST_GATES = 16
BLOCK, DISTRIBUTED = (f'ram_style = "{style}", ' for style in ("block", "distributed"))
# With the latter the busy bits must be found misplaced here.
FLAWED_ON = family.ECP5
MEMORY = re.compile(r"^\s*cell \$mem_v2 \\(\S+)$(.*?)^\s*end$", re.MULTILINE | re.DOTALL)
SIZE = re.compile(r"parameter (?:signed )?\\SIZE (\d+)")
WIDTH = re.compile(r"parameter (?:signed )?\\WIDTH (\d+)")


def lines(path):
    """The names of a selection, without their module."""
    return [line.partition("/")[2] for line in path.read_text().split()]


def placed(chip, one):
    """A chip's memories on a family: name, words, bits of a word, and `block`, `distributed` or `gates`."""
    stem = WORK / f"{chip.name}-{one.stem}-memories"
    before, gates, cells = (stem.with_name(f"{stem.name}.{end}") for end in ("before", "gates", "distributed"))
    for stale in (before, gates, cells):
        stale.unlink(missing_ok=True)
    wanted = " ".join(f"t:{cell}" for cell in one.distributed) or "t:$none"
    tools.yosys(
        f"{one.read(chip)}; {one.synthesis} -top {chip.top} -run begin:{one.places_memories}; "
        f"tee -q -o {before} dump t:$mem_v2; {one.synthesis} -top {chip.top} -run {one.places_memories}:map_ffram; "
        f"tee -q -o {gates} select -list t:$mem_v2; tee -q -o {cells} select -list {wanted}",
        stem,
    )
    memories = []
    left, distributed = lines(gates), lines(cells)
    for name, body in MEMORY.findall(before.read_text()):
        words, bits = (int(size.search(body)[1]) for size in (SIZE, WIDTH))
        if name in left:
            place = "gates"
        else:
            place = "distributed" if any(cell.startswith(f"{name}.") for cell in distributed) else "block"
        memories.append((name, words, bits, place))
    if not memories:
        raise tools.ToolFailed(f"{chip.name} has no memory, or Yosys writes it in another way")
    return memories


def misplaced(memories):
    """Those that are where they should not be."""
    return [
        (name, words, bits, place)
        for name, words, bits, place in memories
        if (words > MOST_DISTRIBUTED and place != "block") or (words > MOST_GATES and place == "gates")
    ]


def main():
    """Checks all families, then that the check fails where it must."""
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    full = chips.MEASURED["full"]
    text = "\n".join(path.read_text() for path in full.sources)
    if BLOCK not in text:
        raise tools.ToolFailed(f"{full.name} does not ask for block RAM")
    path = WORK / "full_distributed.v"
    path.write_text(text.replace(BLOCK, DISTRIBUTED))
    flawed = dataclasses.replace(full.of(path), name="full_distributed")
    jobs = [(chips.MEASURED["minimal_single_port" if one is family.INTEL else "full"], one) for one in family.ALL]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        *results, astray = pool.map(lambda job: placed(*job), [*jobs, (flawed, FLAWED_ON)])
    names = list(dict.fromkeys((name, words, bits) for memories in results for name, words, bits, _ in memories))
    found = [{name: place for name, _, _, place in memories} for memories in results]
    rows = [(name, f"{words} x {bits}", *(places.get(name, "") for places in found)) for name, words, bits in names]
    print(document.table(("memory", "size", *(one.name for one in family.ALL)), rows))
    wrong = [(one, *bad) for (_, one), memories in zip(jobs, results, strict=True) for bad in misplaced(memories)]
    if wrong:
        sys.exit(
            "\n".join(f"{one.name}: {name}, {words} x {bits}, is in {place}" for one, name, words, bits, place in wrong)
        )
    if not any(name.endswith(".busy") for name, *_ in misplaced(astray)):
        sys.exit(f"{FLAWED_ON.name}: with `{DISTRIBUTED}` the busy bits should be misplaced, and are not")
    print(f"With `{DISTRIBUTED}` {len(misplaced(astray))} memories are misplaced on {FLAWED_ON.name}, as they must be.")


if __name__ == "__main__":
    try:
        main()
    except (tools.ToolFailed, OSError) as failure:
        sys.exit(f"make check-memories: {failure}")
