"""Measures area and clock of generated chips: `make area`, or `make area ARGS='<chip.v> ...'` for other builds.

Without arguments it measures the build of 4,096 slots and writes the outcome into docs/area.md, between the two marks there;
with arguments it only prints. Intermediate files and logs are in target/area.
"""

import os
import pathlib
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor

import harness
import parts
import timing
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, as YoWASP wants it.
WORK = pathlib.Path("target/area")
DEFAULT = "hdl/verilog/carillon_4096x16.v"
REQUIREMENTS = pathlib.Path("requirements-area.txt")
DOCUMENT = pathlib.Path("docs/area.md")
BEGIN, END = "<!-- measured: begin, written by `make area` -->", "<!-- measured: end -->"
SEEDS = (1, 2, 3)
MODULES_OF = parts.HX8K


def count(cells, part):
    """LUT4s, flip-flops and block RAMs among a module's cells."""
    lut4 = sum(number * part.lut4.get(cell, 0) for cell, number in cells.items())
    flip_flops = sum(number for cell, number in cells.items() if cell.startswith(part.flip_flops))
    return lut4, flip_flops, sum(number for cell, number in cells.items() if cell in part.block_rams)


def whole(modules, name, part):
    """The same for a module with everything inside it."""
    total = count(modules[name], part)
    for cell, number in modules[name].items():
        if cell in modules:
            total = tuple(a + number * b for a, b in zip(total, whole(modules, cell, part), strict=True))
    return total


def measure_part(chip, part, pool):
    """One row of the first table and one of the second, for a chip (its stem in WORK) on a part."""
    stem = chip.with_name(f"{chip.name}-{part.name.split(',')[0].replace(' ', '-').lower()}")
    alone = tools.yosys(f"read_verilog {chip}.v; {part.synthesis} -top {harness.CHIP}", stem.with_name(stem.name + "-alone"))
    netlist = stem.with_name(stem.name + ".json")
    netlist.unlink(missing_ok=True)
    inside = f"read_verilog {chip}.v {chip}-harness.v; {part.synthesis} -top {harness.HARNESS} -json {netlist}"
    tools.yosys(inside, stem)
    runs = [(part, netlist, seed, stem.with_name(f"{stem.name}-{seed}")) for seed in SEEDS]
    reports = list(pool.map(lambda run: tools.place_and_route(*run), runs))
    clocks = [timing.megahertz(report) for report in reports]
    clock = statistics.median(clocks)
    report = reports[clocks.index(clock)]
    lut4, flip_flops, block_rams = count(alone[harness.CHIP], part)
    seeds = ", ".join(f"{one:.0f}" for one in clocks)
    aim = f"{part.aim_lut4} LUT4, {part.aim_megahertz} MHz" if part.aim_lut4 else f"{part.aim_megahertz} MHz"
    away = f"clock × {part.aim_megahertz / clock:.1f}"
    if part.aim_lut4:
        away += f", LUT4 ÷ {lut4 / part.aim_lut4:.1f}"
    placed = report["utilization"][part.logic_cell]["used"]
    path = timing.critical_path(report)
    return (
        (part.name, lut4, flip_flops, block_rams, placed, f"{clock:.1f} MHz", seeds, aim, away),
        (
            part.name,
            f"{path.logic + path.routing:.1f} ns",
            f"{path.logic:.1f} + {path.routing:.1f}",
            f"{path.look_ups} + {path.carries}",
            f"`{path.start}`",
            f"`{path.end}`, pin {path.end_pin}",
            ", ".join(f"`{name}`" for name in path.through[1:-1]),
        ),
    )


def table(head, rows):
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def measure(source, pool):
    """The outcome for one Verilog file, as Markdown."""
    text = source.read_text()
    chip = WORK / source.stem
    chip.with_name(chip.name + ".v").write_text(text)
    chip.with_name(chip.name + "-harness.v").write_text(harness.write(text))
    rows = [measure_part(chip, part, pool) for part in parts.PARTS]
    kept = tools.yosys(
        f"read_verilog {chip}.v; {MODULES_OF.synthesis} -noflatten -top {harness.CHIP}", chip.with_name(chip.name + "-modules")
    )
    inner = sorted(cell for cell in kept[harness.CHIP] if cell in kept)
    modules = [(f"`{name.split('$')[-1]}`", *whole(kept, name, MODULES_OF)) for name in inner]
    modules.sort(key=lambda row: -row[1])
    modules += [("what joins them", *count(kept[harness.CHIP], MODULES_OF)), ("all", *whole(kept, harness.CHIP, MODULES_OF))]
    head = ("part", "LUT4", "flip-flops", "block RAMs", "logic cells placed", "median", f"seeds {SEEDS}", "aim", "to the aim")
    path = ("part", "delay", "logic + routing, ns", "LUT + carry stages", "from", "to", "by way of signals near")
    return "\n\n".join(
        [
            f"### {source.stem}",
            table(head, [row for row, _ in rows]),
            "The critical path of the median seed:",
            table(path, [row for _, row in rows]),
            f"Where the area is, on {MODULES_OF.name}, each module synthesised for itself (`-noflatten`):",
            table(("module", "LUT4", "flip-flops", "block RAMs"), modules),
        ]
    )


def main(arguments):
    """Measures the builds named, or the default one."""
    sources = [pathlib.Path(argument).resolve() for argument in arguments] or [ROOT / DEFAULT]
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = "\n\n".join(measure(source, pool) for source in sources)
    results = f"Measured by `make area` with {', '.join(tools.versions(REQUIREMENTS))}.\n\n{results}"
    print(results)
    if not arguments:
        before, found, rest = DOCUMENT.read_text().partition(BEGIN)
        _, closed, after = rest.partition(END)
        if not (found and closed):
            raise ValueError(f"{DOCUMENT} has lost its marks: put back the lines {BEGIN} and {END}")
        DOCUMENT.write_text(f"{before}{BEGIN}\n\n{results}\n\n{END}{after}")
        print(f"\nWritten into {DOCUMENT}.")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (tools.ToolFailed, ValueError, OSError) as failure:
        sys.exit(f"make area: {failure}")
