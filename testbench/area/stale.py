"""Fails when docs/measured/area.md or families.md describes another chip than hdl/verilog has now: `make check-area`.

It compares fingerprints and measures nothing.
"""

import os
import pathlib
import sys

import builds
import chips
import fingerprints

# Which chips each part of the document describes, and how long it takes to measure them again.
TOLD = (
    (fingerprints.AREA, builds.ALL, "about a quarter of an hour"),
    (fingerprints.FAMILIES, tuple(builds.PRESETS), "about ten minutes"),
)


def differences(document, names):
    """The builds whose Verilog is not what was measured."""
    measured = fingerprints.read(document)
    return [name for name in names if measured.get(name) != fingerprints.of(chips.MEASURED[name])]


def main():
    """Compares; the message of a failure says what to do."""
    os.chdir(pathlib.Path(__file__).resolve().parents[2])
    failures = []
    for document, names, time in TOLD:
        if stale := differences(document, names):
            failures.append(
                f"{document.path} is out of date: the chip has changed since {', '.join(stale)} was measured.\n"
                f"Run `{document.command}` ({time}), read what it writes, and commit {document.path}."
            )
        else:
            print(f"{document.path}, `{document.command}`: describes the present chip ({', '.join(names)}).")
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as failure:
        sys.exit(f"make check-area: {failure}")
