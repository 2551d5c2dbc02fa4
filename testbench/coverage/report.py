"""Reports how much of the chips' Verilog the tests reach: `make coverage` runs the tests and then this.

    report.py <folder of the counts> [--no-document]

Prints a table and every point that no test reaches; writes docs/measured/coverage.md; fails below the aims.
"""

import argparse
import collections
import itertools
import os
import pathlib
import shutil
import subprocess
import sys

import constants
import document
import exclusions
import points

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, as YoWASP wants it.
WORK = pathlib.Path("target/coverage")
EXCLUSIONS = pathlib.Path(__file__).with_name("exclusions.toml")
DOCUMENT = document.Document("docs/measured/coverage.md", "make coverage")
CONSTANT = "Constant in every build that has it: Yosys, which simplifies each build, finds that it can never change."
# The sum over all modules, which sorts behind them.
ALL = "all"
# Percent of the points that are not excluded.
AIMS = {"line": 100.0, "branch": 100.0, "toggle": 98.0}


class NotReported(Exception):
    """There is nothing to report, or no place for it; the message says what to do."""


def gather(raw):
    """Merges the files that the tests left, and copies the sources that they are about."""
    files = sorted(raw.glob("*.dat"))
    if not files:
        raise NotReported(f"{raw} has no counts: run `make coverage`, which runs the tests with coverage compiled in.")
    merged, verilog = WORK / "merged.dat", WORK / "verilog"
    try:
        subprocess.run(["verilator_coverage", "--write", merged, *files], check=True, stdout=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NotReported(
            f"verilator_coverage could not merge {raw}/*.dat: {error}. Is Verilator in PATH (`make setup`)?"
        ) from error
    shutil.rmtree(verilog, ignore_errors=True)
    verilog.mkdir(parents=True)

    def keep(path):
        build = path.parent.parent.name
        folder(verilog / build)
        for one in (path, path.with_name("parameters")):
            shutil.copy(one, verilog / build)
        return build

    return points.merge(merged, keep), len(files)


def exclude_constants(all_points):
    """Excludes the bits that no test reaches and none can."""
    builds = sorted((WORK / "verilog").iterdir())
    found = {path.name: constants.find(path, folder(WORK / "constants")) for path in builds}
    for point in all_points:
        never = (point.module, point.name)
        if point.kind == "toggle" and not point.covered and all(never in found[build] for build in point.builds):
            point.excluded = CONSTANT


def folder(path):
    """The folder, made where it is not there."""
    path.mkdir(parents=True, exist_ok=True)
    return path


def share(covered, total):
    """A percentage, cut and not rounded, so that 100 means all."""
    return f"{int(10000 * covered / total) / 100:.2f}".removesuffix(".00") if total else "–"


def table(all_points):
    """One row for each module."""
    counts = collections.defaultdict(collections.Counter)
    for point in all_points:
        for module in (f"`{point.module}`", ALL):
            column = "excluded" if point.excluded else "covered" if point.covered else "missed"
            counts[module][point.kind, column] += 1
    rows = []
    for module, count in sorted(counts.items()):
        row = [module]
        for kind in points.KINDS:
            covered, missed = count[kind, "covered"], count[kind, "missed"]
            row += [covered + missed, f"{share(covered, covered + missed)} %", count[kind, "excluded"]]
        rows.append(row)
    head = ["module"]
    for kind in points.KINDS:
        head += [points.PLURALS[kind], "covered", "excluded"]
    return document.table(head, rows, numbers_from=1), counts[ALL]


def missing(all_points):
    """What no test reaches, one line each; neighbouring bits of a signal share one."""
    lines = collections.defaultdict(list)
    for point in all_points:
        if not point.covered and not point.excluded:
            name, bit = exclusions.bits(point.name) if point.kind == "toggle" else (point.name, None)
            file, _, number = point.place.rpartition(":")
            lines[points.KINDS.index(point.kind), point.module, file, int(number), name].append(bit)
    for (kind, module, file, number, name), numbers in sorted(lines.items()):
        shown = name if None in numbers else f"{name}[{spans(sorted(numbers))}]"
        yield f"{file}:{number}: {points.KINDS[kind]} in {module}: {shown}"


def spans(numbers):
    """Sorted numbers as `7, 3:0`, highest first."""
    runs = [list(run) for _, run in itertools.groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    return ", ".join(f"{run[-1][1]}:{run[0][1]}" if len(run) > 1 else str(run[0][1]) for run in reversed(runs))


def reasons(all_points):
    """How many points each reason excludes."""
    count = collections.Counter((point.excluded, point.kind) for point in all_points if point.excluded)
    rows = [(reason, kind, number) for (reason, kind), number in sorted(count.items(), key=lambda item: -item[1])]
    return document.table(("why", "kind", "points"), rows, numbers_from=2)


def main():
    """Reports; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("raw", type=pathlib.Path, help="the folder that CARILLON_COVERAGE_TO named")
    parser.add_argument("--no-document", action="store_true", help="leave docs/measured/coverage.md as it is")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    all_points, files = gather(arguments.raw)
    exclude_constants(all_points)
    stale = None
    try:
        exclusions.apply(exclusions.load(EXCLUSIONS, points.KINDS), all_points)
    except exclusions.BadExclusions as error:
        stale = error
    text, total = table(all_points)
    left = list(missing(all_points))
    builds = sorted(path.name for path in (WORK / "verilog").iterdir())
    (WORK / "missing.txt").write_text("\n".join([*left, ""]))
    where = WORK
    print(
        f"{text}\n\nNot reached ({len(left)}; also in {where}/missing.txt; the files are in {where}/verilog):",
        *left or ["nothing"],
        sep="\n",
    )
    below = []
    for kind, aim in AIMS.items():
        covered, missed = total[kind, "covered"], total[kind, "missed"]
        if covered + missed == 0 or 100 * covered < aim * (covered + missed):
            below.append(
                f"{points.PLURALS[kind]} are covered to {share(covered, covered + missed)} %, the aim is {aim:g} %: "
                f"test what is listed above, or exclude it with a reason in {EXCLUSIONS.relative_to(ROOT)}"
            )
    if not arguments.no_document and not stale:
        listed = "\n".join(left or ["nothing"])
        DOCUMENT.write(
            f"Merged over {len(builds)} builds ({', '.join(f'`{build}`' for build in builds)}),\n"
            f"{files} files of counts.\n\n{text}\n\n"
            f"Not reached:\n\n```text\n{listed}\n```\n\nExcluded:\n\n{reasons(all_points)}"
        )
        print(f"\nWritten into {DOCUMENT.path}.")
    for complaint in [*([f"{EXCLUSIONS.relative_to(ROOT)}:\n{stale}"] if stale else []), *below]:
        print(f"make coverage: {complaint}", file=sys.stderr)
    return 1 if stale or below else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (NotReported, ValueError, OSError) as failure:
        sys.exit(f"make coverage: {failure}")
