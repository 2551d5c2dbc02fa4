"""Measures area and clock of chips: `make area`; `make area ARGS='counter WHEELS=2 SLOT_BITS=13'` for other parameters.

Without arguments it measures the builds of builds.py and writes the outcome into docs/measured/area.md; with arguments
it prints what it finds for the chip, `counter` or `timer`, on Wishbone with these parameters. Intermediate files and
logs are in target/area.
"""

import os
import pathlib
import re
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor

import builds
import chips
import circuit
import document
import fingerprints
import parts
import timing
import tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, as YoWASP wants it.
WORK = pathlib.Path("target/area")
REQUIREMENTS = pathlib.Path("requirements-area.txt")
# Place and route are tried with each; what counts is the median of the clocks.
SEEDS = (1, 2, 3)
MODULES_OF = parts.HX8K
# The modules whose parts the table of parts shows.
PARENTS = ("carillon_counter", "carillon_counter_host", "carillon_timer", "carillon_timer_keeper")
MODULE = re.compile(r"^module (\w+) (.*?)^endmodule", re.MULTILINE | re.DOTALL)
INSTANCE = re.compile(r"^ {4,}(carillon_\w+) (?:#\(.*?\) )?\w+ \($", re.MULTILINE | re.DOTALL)
# What Yosys calls a module with parameters.
DERIVED = re.compile(r"\$paramod(?:\$\w+)?\\(\w+)")


def whole(modules, name, part):
    """The same for a module with everything inside it."""
    total = part.count(modules[name])
    for cell, number in modules[name].items():
        if cell in modules:
            total = tuple(a + number * b for a, b in zip(total, whole(modules, cell, part), strict=True))
    return total


def on_part(area, reports, part, target):
    """One row of the first table and one of the second, for a chip on a part."""
    clocks = [timing.megahertz(report) for report in reports]
    clock = statistics.median(clocks)
    report = reports[clocks.index(clock)]
    lut4, flip_flops, block_rams = area
    seeds = ", ".join(f"{one:.0f}" for one in clocks)
    used = report["utilization"][part.logic_cell]["used"]
    path = timing.critical_path(report)
    return (
        (part.name, lut4, flip_flops, block_rams, used, f"{clock:.1f} MHz", seeds, f"{target} MHz"),
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


def parts_of(chip):
    """The modules that the table of parts shows: those of the chip and of its largest part, each with all in it."""
    bodies = dict(MODULE.findall("\n".join(path.read_text() for path in chip.sources)))
    parents = [name for name in PARENTS if name in bodies]
    return [name for parent in parents for name in INSTANCE.findall(bodies[parent]) if name not in parents]


def plain(module):
    """A module's name without its parameters."""
    found = DERIVED.match(module)
    return found[1] if found else module.lstrip("\\")


def modules(chip):
    """The table of a chip's parts. What a build leaves out is removed first, by constants that cross the boundaries."""
    names = parts_of(chip)
    keep = "; ".join(f"setattr -mod -set keep_hierarchy 1 {name} *\\{name} *\\{name}\\*" for name in names)
    without = "; ".join(["opt", "opt_hier"] * 4)
    found = tools.yosys(
        f"{chip.read()}; hierarchy -check -top {chip.top}; proc; {keep}; flatten; {without}; opt; "
        f"{MODULES_OF.synthesis} -top {chip.top}",
        WORK / f"{chip.name}-modules",
    )
    kept = {plain(name): {plain(cell): number for cell, number in cells.items()} for name, cells in found.items()}
    rows = [(f"`{name.removeprefix('carillon_')}`", *MODULES_OF.count(kept.get(name, {}))) for name in names]
    rows = sorted((row for row in rows if any(row[1:])), key=lambda row: -row[1])
    rows += [
        ("what joins them", *MODULES_OF.count(kept[chip.top])),
        ("all", *whole(kept, chip.top, MODULES_OF)),
    ]
    return document.table(("module", "LUT4", "flip-flops", "block RAMs"), rows)


def measure(chip, targets, pool):
    """What there is to say about one chip on every part, as Markdown, to be completed by `.result()`."""
    measured = circuit.chip(chip, WORK)
    areas = [pool.submit(circuit.alone, measured, part) for part in builds.PARTS]
    reports = [pool.submit(circuit.placed, measured, part, targets[part], SEEDS) for part in builds.PARTS]
    inside = pool.submit(modules, chip)

    def text():
        rows = [
            on_part(part.count(area.result()), report.result(), part, targets[part])
            for part, area, report in zip(builds.PARTS, areas, reports, strict=True)
        ]
        head = (
            "part",
            "LUT4",
            "flip-flops",
            "block RAMs",
            "logic cells placed",
            "median",
            f"seeds {SEEDS}",
            "target",
        )
        path = ("part", "delay", "logic + routing, ns", "LUT + carry stages", "from", "to", "by way of signals near")
        return "\n\n".join(
            [
                f"### {chip.name}",
                document.table(head, [row for row, _ in rows]),
                "The critical path of the median seed:",
                document.table(path, [row for _, row in rows]),
                f"Where the area is, on {MODULES_OF.name}, each part synthesised for itself:",
                inside.result(),
            ]
        )

    return text


def variants(title, names, pool):
    """What bus adapters or parameters cost beside the first of `names`, as Markdown, to be completed."""
    part = builds.VARIANTS_PART
    areas = {name: pool.submit(circuit.alone, circuit.chip(chips.MEASURED[name], WORK), part) for name in names}

    def text():
        counts = {name: part.count(area.result()) for name, area in areas.items()}
        first = next(iter(counts.values()))
        rows = [
            (
                names[name],
                *area,
                *((f"{area[0] - first[0]:+}", f"{area[1] - first[1]:+}") if area is not first else ("", "")),
            )
            for name, area in counts.items()
        ]
        head = ("", "LUT4", "flip-flops", "block RAMs", "LUT4 more", "flip-flops more")
        table = document.table(head, rows, numbers_from=1)
        return f"### {title}\n\nSynthesised for {part.name}:\n\n{table}"

    return text


def main(arguments):
    """Measures the chip with these parameters, or the builds of builds.py."""
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        if arguments:
            kind, *words = arguments
            given = {name: int(value) for name, value in (word.split("=") for word in words)}
            chip = chips.of_text(kind, "-".join(arguments), given, "wishbone")
            print(measure(chip, builds.PRESETS["full"], pool)())
            return
        digits = {name: fingerprints.of(chips.MEASURED[name]) for name in builds.ALL}
        texts = [measure(chips.MEASURED[name], targets, pool) for name, targets in builds.PRESETS.items()]
        texts += [variants(title, names, pool) for title, names in builds.VARIANTS.items()]
        results = "\n\n".join(text() for text in texts)
    results = f"{tools.measured_by('make area', REQUIREMENTS)}\n\n{results}"
    print(results)
    fingerprints.AREA.write(f"{results}\n\n{fingerprints.listed(digits)}")
    print(f"\nWritten into {fingerprints.AREA.path}.")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (tools.ToolFailed, ValueError, OSError) as failure:
        sys.exit(f"make area: {failure}")
