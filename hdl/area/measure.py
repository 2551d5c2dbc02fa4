"""Measures area and clock of generated chips: `make area`, or `make area ARGS='<chip.v> ...'` for other builds.

Without arguments it measures the builds of builds.py and writes the outcome into docs/measured/area.md; with arguments
it prints what it finds for these files. Intermediate files and logs are in target/area.
"""

import os
import pathlib
import re
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor

import builds
import circuit
import document
import fingerprints
import harness
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
CORE, HOST = f"{harness.CHIP}_core", f"{harness.CHIP}_host"
MODULE = re.compile(r"^module (\w+) \((.*?)^endmodule", re.MULTILINE | re.DOTALL)
INSTANCE = re.compile(rf"^    ({harness.CHIP}_\w+) \w+ \($", re.MULTILINE)


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


def parts_of(verilog):
    """The modules that the table of parts shows: those of the counter chip and of its host's side, each with all in it."""
    bodies = dict(MODULE.findall(verilog))
    return [name for parent in (CORE, HOST) for name in INSTANCE.findall(bodies[parent]) if name != HOST]


def modules(chip):
    """The table of a chip's parts. What a build leaves out is removed first, by constants that cross the boundaries."""
    names = parts_of(chip.with_name(chip.name + ".v").read_text())
    keep = "; ".join(f"setattr -mod -set keep_hierarchy 1 {name}" for name in names)
    without = "; ".join(["opt", "opt_hier"] * 4)
    kept = tools.yosys(
        f"read_verilog {chip}.v; hierarchy -check -top {harness.CHIP}; proc; {keep}; flatten; {without}; opt; "
        f"{MODULES_OF.synthesis} -top {harness.CHIP}",
        chip.with_name(chip.name + "-modules"),
    )
    rows = [(f"`{name.removeprefix(f'{harness.CHIP}_')}`", *MODULES_OF.count(kept.get(name, {}))) for name in names]
    rows = sorted((row for row in rows if any(row[1:])), key=lambda row: -row[1])
    rows += [
        ("what joins them", *MODULES_OF.count(kept[harness.CHIP])),
        ("all", *whole(kept, harness.CHIP, MODULES_OF)),
    ]
    return document.table(("module", "LUT4", "flip-flops", "block RAMs"), rows)


def measure(chip, targets, pool):
    """What there is to say about one chip on every part, as Markdown, to be completed by `.result()`."""
    measured = circuit.chip(chip)
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


def bus_adapters(pool):
    """What the other bus adapters cost, as Markdown, to be completed."""
    part = builds.FRONT_END_PART
    areas = {
        name: pool.submit(circuit.alone, circuit.chip(WORK / name), part) for name in ("minimal", *builds.FRONT_ENDS)
    }

    def text():
        wishbone = part.count(areas["minimal"].result())
        rows = [("Wishbone B4", *wishbone, "", "")]
        for name, title in builds.FRONT_ENDS.items():
            area = part.count(areas[name].result())
            rows.append((title, *area, f"{area[0] - wishbone[0]:+}", f"{area[1] - wishbone[1]:+}"))
        head = (
            "bus adapter",
            "LUT4",
            "flip-flops",
            "block RAMs",
            "LUT4 against Wishbone",
            "flip-flops against Wishbone",
        )
        table = document.table(head, rows)
        return f"### Bus adapters\n\n`minimal` with each bus adapter, synthesised for {part.name}:\n\n{table}"

    return text


def main(arguments):
    """Measures the files named, or the builds of builds.py."""
    sources = [pathlib.Path(argument).resolve() for argument in arguments]
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        if sources:
            for source in sources:
                (WORK / f"{source.stem}.v").write_text(source.read_text())
            print(
                "\n\n".join(
                    text()
                    for text in [
                        measure(WORK / source.stem, builds.PRESETS.get(source.stem, builds.PRESETS["full"]), pool)
                        for source in sources
                    ]
                )
            )
            return
        # What the tools see is what is fingerprinted, whatever happens to the files meanwhile.
        digits = {name: fingerprints.of((WORK / f"{name}.v").read_text()) for name in builds.ALL}
        texts = [measure(WORK / name, targets, pool) for name, targets in builds.PRESETS.items()]
        texts.append(bus_adapters(pool))
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
