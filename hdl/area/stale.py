"""Fails when docs/area.md tells of another chip than the source makes now: `make check-area`.

It compares fingerprints and measures nothing. The chips are in the folder that is given, as `generate --measured` writes them.
"""

import os
import pathlib
import sys

import builds
import fingerprints


def differences(folder):
    """The builds whose Verilog is not what was measured."""
    measured = fingerprints.read()
    return [name for name in builds.ALL if measured.get(name) != builds.fingerprint((folder / f"{name}.v").read_text())]


def main(folder):
    """Compares; the message of a failure says what to do."""
    os.chdir(pathlib.Path(__file__).resolve().parents[2])
    stale = differences(pathlib.Path(folder))
    if stale:
        sys.exit(
            f"docs/area.md is out of date: the chip has changed since {', '.join(stale)} was measured.\n"
            "Run `make area` (about a quarter of an hour), read what it writes, and commit docs/area.md."
        )
    print(f"docs/area.md tells of the chip as it is ({', '.join(builds.ALL)}).")


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except (ValueError, OSError) as failure:
        sys.exit(f"make check-area: {failure}")
